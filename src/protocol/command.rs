//! One line of input -> what it asks for. Knows the words of the protocol, not the game.

use std::error::Error;
use std::fmt;

use nom::bytes::complete::take_while1;
use nom::character::complete::{char, digit1, multispace0, one_of};
use nom::combinator::{map_res, opt, recognize};
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

use super::database::DatabaseCommand;
use super::info::Info;
use crate::engine::SoosorvStep;
use crate::types::Score;

/// A pair of numbers as they were sent: nothing is known yet of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Column, from zero.
    pub x: i64,
    /// Row, from zero.
    pub y: i64,
}

/// A stone in a block of lines: `x,y` or `x,y,field`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneEntry {
    /// Where.
    pub point: Point,
    /// 1 own, 2 opponent, 3 dead; `None` if missing.
    pub field: Option<i64>,
}

/// What a line, or a block of lines, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `START w h`, `RECTSTART w,h`: a new game on a board of this width and height.
    Start(i64, i64),
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN x,y`: the opponent's move; answer it.
    Turn(Point),
    /// `PLAY x,y`: make this move, which was suggested.
    Play(Point),
    /// `TAKEBACK x,y`: remove the last stone.
    Takeback(Point),
    /// `BOARD` ... `DONE`: this is the position; make a move.
    Board(Vec<StoneEntry>),
    /// `YXBOARD` ... `DONE`: this is the position.
    YxBoard(Vec<StoneEntry>),
    /// `SWAP2BOARD` ... `DONE`: decide on an opening.
    Swap2Board(Vec<StoneEntry>),
    /// `INFO key value`.
    Info(Info),
    /// `END`.
    End,
    /// `ABOUT`.
    About,
    /// `STOP`, `YXSTOP`: move now.
    Stop,
    /// `YXSHOWFORBID`: list the forbidden points.
    ShowForbid,
    /// `YXSHOWINFO`: report the limits of the settings.
    ShowInfo,
    /// `YXHASHCLEAR`: forget earlier searches.
    HashClear,
    /// `YXNBEST n`: move in the current position, and report the n best moves.
    Nbest(usize),
    /// `YXSEARCHDEFEND`: the same with a report of all moves.
    SearchDefend,
    /// `YXBALANCEONE bias`, `YXBALANCETWO bias`: place one or two stones that even the game.
    Balance(usize, i32),
    /// `YXBLOCK` ... `DONE`: do not play on these points.
    Block(Vec<StoneEntry>),
    /// `YXBLOCKUNDO` ... `DONE`: allow these again.
    BlockUndo(Vec<StoneEntry>),
    /// `YXBLOCKRESET`: allow all again.
    BlockReset,
    /// `YXSWAP2STEP1` to `3`: an opening in the dialect of Yixin-Board.
    Swap2Step(u8),
    /// `YXSOOSORVSTEP1` to `6`: the same for Soosyrv-8, with the moves before it.
    Soosorv(SoosorvStep, Vec<StoneEntry>),
    /// A command for a database.
    Database(DatabaseCommand),
    /// A known command without effect here: drawing, path exclusion.
    Ignored,
}

impl Command {
    /// Whether the answer is the result of a search.
    pub fn starts_search(&self) -> bool {
        matches!(
            self,
            Command::Begin
                | Command::Turn(_)
                | Command::Board(_)
                | Command::Swap2Board(_)
                | Command::Swap2Step(_)
                | Command::Soosorv(..)
                | Command::Nbest(_)
                | Command::SearchDefend
                | Command::Balance(..)
        )
    }

    /// Whether the command changes the position or asks for a move, so that a running search must
    /// end before it. Queries and settings never end a search: Yixin-Board sends some after every
    /// move.
    pub fn ends_search(&self) -> bool {
        self.starts_search()
            || matches!(
                self,
                Command::Start(..)
                    | Command::Restart
                    | Command::Play(_)
                    | Command::Takeback(_)
                    | Command::YxBoard(_)
                    | Command::Stop
                    | Command::End
            )
    }
}

/// Why a line is no command. Holds what was sent, made harmless and short.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// The first word is none of ours.
    Unknown(String),
    /// What follows the word is not what it needs: the word, what it needs, what it got.
    Argument(&'static str, &'static str, String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Unknown(word) => write!(f, "{word}"),
            ParseError::Argument(word, needs, got) if got.is_empty() => {
                write!(f, "{word} needs {needs}")
            }
            ParseError::Argument(word, needs, got) => {
                write!(f, "{word} needs {needs}, not '{got}'")
            }
        }
    }
}

impl Error for ParseError {}

/// A command whose payload is the lines up to `DONE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opener {
    /// `BOARD`.
    Board,
    /// `YXBOARD`.
    YxBoard,
    /// `SWAP2BOARD`.
    Swap2Board,
    /// `YXBLOCK`.
    Block,
    /// `YXBLOCKUNDO`.
    BlockUndo,
    /// A block to read and forget.
    Ignored,
    /// `YXSOOSORVSTEP2` to `6`.
    Soosorv(SoosorvStep),
}

/// What a line outside of any block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Complete in itself.
    Command(Command),
    /// The start of a block; what follows the word on the same line.
    Opens(Opener, String),
    /// The next line is a file name, of no interest.
    OpensPath,
    /// A command for a database, and what follows its word.
    Database(DatabaseCommand, String),
}

impl Opener {
    /// The command made of a finished block.
    pub fn close(self, entries: Vec<StoneEntry>) -> Command {
        match self {
            Opener::Board => Command::Board(entries),
            Opener::YxBoard => Command::YxBoard(entries),
            Opener::Swap2Board => Command::Swap2Board(entries),
            Opener::Block => Command::Block(entries),
            Opener::BlockUndo => Command::BlockUndo(entries),
            Opener::Ignored => Command::Ignored,
            Opener::Soosorv(step) => Command::Soosorv(step, entries),
        }
    }
}

/// Reads a line that is not blank and not inside a block.
///
/// # Errors
/// If the first word is unknown, or what follows does not fit it.
pub fn parse_line(text: &str) -> Result<Line, ParseError> {
    let (word, rest) = split_word(text);
    let upper = word.to_ascii_uppercase();
    let simple = |command| Ok(Line::Command(command));
    let pair = |name, needs, make: fn(Point) -> Command| match whole(point, rest) {
        Some(point) => Ok(Line::Command(make(point))),
        None => Err(ParseError::Argument(name, needs, excerpt(rest))),
    };
    let at = |name, make| pair(name, "a point x,y", make);
    let opens = |opener| Ok(Line::Opens(opener, rest.to_string()));
    match upper.as_str() {
        "START" => start(rest),
        "RECTSTART" => pair("RECTSTART", "width,height", |size| Command::Start(size.x, size.y)),
        "RESTART" => simple(Command::Restart),
        "BEGIN" => simple(Command::Begin),
        "TURN" => at("TURN", Command::Turn),
        "PLAY" => at("PLAY", Command::Play),
        "TAKEBACK" => at("TAKEBACK", Command::Takeback),
        "BOARD" => opens(Opener::Board),
        "YXBOARD" => opens(Opener::YxBoard),
        "SWAP2BOARD" => opens(Opener::Swap2Board),
        "INFO" => simple(Command::Info(Info::parse(rest))),
        "END" => simple(Command::End),
        "ABOUT" => simple(Command::About),
        "STOP" | "YXSTOP" => simple(Command::Stop),
        "YXSHOWFORBID" => simple(Command::ShowForbid),
        "YXSHOWINFO" => simple(Command::ShowInfo),
        "YXHASHCLEAR" => simple(Command::HashClear),
        "YXNBEST" => simple(Command::Nbest(amount(rest, 1).max(1) as usize)),
        "YXSEARCHDEFEND" => simple(Command::SearchDefend),
        "YXBALANCEONE" => simple(Command::Balance(1, amount(rest, 0))),
        "YXBALANCETWO" => simple(Command::Balance(2, amount(rest, 0))),
        "YXBLOCK" => opens(Opener::Block),
        "YXBLOCKUNDO" => opens(Opener::BlockUndo),
        "YXBLOCKRESET" => simple(Command::BlockReset),
        "YXSWAP2STEP1" => simple(Command::Swap2Step(1)),
        "YXSWAP2STEP2" => simple(Command::Swap2Step(2)),
        "YXSWAP2STEP3" => simple(Command::Swap2Step(3)),
        "YXSOOSORVSTEP1" => simple(Command::Soosorv(SoosorvStep::Open, Vec::new())),
        _ => other(&upper, word, rest),
    }
}

/// The words that only need to be swallowed, with their payload.
fn other(upper: &str, word: &str, rest: &str) -> Result<Line, ParseError> {
    const WITHOUT_PAYLOAD: &str = "YXBLOCKPATHRESET YXSHOWHASHUSAGE YXPRINTFEATURE YXDRAW YXRESIGN \
        YXFORBID PONDER RELOADCONFIG LOADMODEL EXPORTMODEL";
    const WITH_BLOCK: [&str; 2] = ["YXBLOCKPATH", "YXBLOCKPATHUNDO"];
    const WITH_PATH: [&str; 2] = ["YXHASHDUMP", "YXHASHLOAD"];
    let has_path = WITH_PATH.contains(&upper);
    if has_path && rest.is_empty() {
        return Ok(Line::OpensPath);
    }
    if has_path || WITHOUT_PAYLOAD.split(' ').any(|word| word == upper) {
        return Ok(Line::Command(Command::Ignored));
    }
    if WITH_BLOCK.contains(&upper) {
        return Ok(Line::Opens(Opener::Ignored, rest.to_string()));
    }
    if let Some(command) = DatabaseCommand::begin(upper) {
        return Ok(Line::Database(command, rest.to_string()));
    }
    soosorv(upper, rest).ok_or_else(|| ParseError::Unknown(excerpt(word)))
}

fn soosorv(upper: &str, rest: &str) -> Option<Line> {
    let (count, others) = split_word(rest);
    let count = amount(count, 0).max(0) as usize;
    let opens = |step, moves: &str| Some(Line::Opens(Opener::Soosorv(step), moves.to_string()));
    match upper.strip_prefix("YXSOOSORVSTEP")? {
        "2" => opens(SoosorvStep::SwapAfterThree, rest),
        "3" => opens(SoosorvStep::Fourth, rest),
        "4" => opens(SoosorvStep::SwapAfterFour(count), others),
        "5" => opens(SoosorvStep::Offer(count), others),
        "6" => opens(SoosorvStep::Choose, rest),
        _ => None,
    }
}

/// One line, or one word, of a block.
pub fn parse_entry(text: &str) -> Option<StoneEntry> {
    let field = preceded((multispace0, char(','), multispace0), number);
    let mut entry = (point, opt(field));
    let (rest, (point, field)) = entry.parse(text.trim()).ok()?;
    rest.trim().is_empty().then_some(StoneEntry { point, field })
}

/// Whether a line of a block ends it.
pub fn is_done(text: &str) -> bool {
    split_word(text).0.eq_ignore_ascii_case("DONE")
}

/// Whether a line is `END`: the one command that is obeyed inside a block too.
pub fn is_end(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("END")
}

/// The number that follows a word; `otherwise` if there is none.
fn amount(rest: &str, otherwise: i32) -> i32 {
    let largest = i64::from(Score::INFINITE.value());
    whole(number, rest).map_or(otherwise, |n| n.clamp(-largest, largest) as i32)
}

fn start(rest: &str) -> Result<Line, ParseError> {
    let two = (number, opt(preceded(multispace_or_comma, number)));
    match whole(two, rest) {
        Some((width, height)) => Ok(Line::Command(Command::Start(width, height.unwrap_or(width)))),
        None => Err(ParseError::Argument("START", "a board size", excerpt(rest))),
    }
}

/// Applies a parser to the beginning of the text; what follows must be apart from it.
fn whole<'a, T>(
    mut parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Option<T> {
    let (rest, value) = parser.parse(text).ok()?;
    rest.chars().next().is_none_or(|c| c.is_whitespace() || c == ',').then_some(value)
}

fn point(text: &str) -> IResult<&str, Point> {
    let comma = (multispace0, char(','), multispace0);
    let mut pair = separated_pair(number, comma, number);
    let (rest, (x, y)) = pair.parse(text)?;
    Ok((rest, Point { x, y }))
}

fn number(text: &str) -> IResult<&str, i64> {
    map_res(recognize((opt(one_of("+-")), digit1)), str::parse).parse(text)
}

fn multispace_or_comma(text: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_whitespace() || c == ',').parse(text)
}

/// The first word of a text, and what follows it.
pub fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// What an answer may repeat of the input: short, and nothing that could disturb a terminal or
/// the grammar. Empty if it holds the word by which qpiskvork knows the answer to `ABOUT`.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let is_plain = |c: &char| *c == ' ' || c.is_ascii_graphic();
    let plain: String = text.chars().filter(is_plain).take(LONGEST).collect();
    if plain.to_ascii_lowercase().contains("name") { String::new() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_repeat_only_plain_text() {
        let said = |line: &str| parse_line(line).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(said("ST\u{26D}15"), Err("ST15".into()));
        assert_eq!(said("TURN \u{e9}\u{2028}"), Err("TURN needs a point x,y".into()));
        assert_eq!(said("TURN 7"), Err("TURN needs a point x,y, not '7'".into()));
    }

    #[test]
    fn what_follows_a_complete_command_is_ignored_if_it_stands_apart() {
        let start = Ok(Line::Command(Command::Start(15, 15)));
        let turn = Ok(Line::Command(Command::Turn(Point { x: 7, y: 8 })));
        for (line, expected) in [
            ("START 15, as ever", &start),
            ("START 15 15 as ever", &start),
            ("RECTSTART 15,15 as ever", &start),
            ("TURN 7,8 please", &turn),
            ("TURN 7 , 8,please", &turn),
        ] {
            assert_eq!(parse_line(line), *expected, "{line}");
        }
        for line in ["START 15x", "START 15 15x", "RECTSTART 15,15x", "TURN 7,8x"] {
            assert!(parse_line(line).is_err(), "{line}");
        }
    }

    #[test]
    fn answers_do_not_pass_for_that_to_about() {
        for line in ["name=\"X\"", "RENAMED", "na\u{e9}me"] {
            assert_eq!(parse_line(line), Err(ParseError::Unknown(String::new())), "{line}");
        }
    }
}
