//! Reads and writes games in the formats of other programs.
//!
//! | format | what it is | where row 1 is |
//! |---|---|---|
//! | [`Format::Psq`] | Piskvork's `.psq`: board, moves with times, names | the first row |
//! | [`Format::Sgf`] | Smart Game Format, `GM[4]` | the row of letter `a` |
//! | [`Format::Pos`] | rule, size and points `renju 15 h8i9h10`, a line each | |
//! | [`Format::Bare`] | points `h8i9h10`, a line each | |
//! | [`Format::Offset`] | openings `0,0, 1,1`, counted from the middle, a line each | |
//! | [`Format::Lib`] | RenLib's `.lib`: a tree, read as one game for each path to a leaf | the last row |
//! | [`Format::Rif`] | RenjuNet's collection of games, XML; read only | the last row |
//! | [`Format::Bdt`], [`Format::Rdf`], [`Format::Pdb`] | what RenLib reads beside that; read only | the last row |
//!
//! So a point keeps the name that people read in each world: Piskvork and SGF count as the line
//! protocol does, RenLib shows row 1 at the bottom.
//!
//! [`read`] and [`write()`] know games, which are lines of moves. SGF and RenLib hold a
//! [`GameTree`] with comments, marks and labels: [`read_trees`], [`write_trees`]. Neither has
//! links between positions that are reached in two ways; RenLib finds those on the board.
//!
//! Texts are UTF-8, or UTF-16 with its mark, or of the [`Charset`] that the caller or, in SGF and XML,
//! the file names (feature `charsets`); what is none of these is taken for windows-1252, and counted in
//! [`Game::lost`]. What is written is UTF-8.
//!
//! Readers trust nothing: every fault has a place, and what a file can make them keep is bounded.
//!
//! [`svg`] draws boards, [`Diagram`] as text.

mod bdt;
mod check;
mod diagram;
mod error;
mod limits;
mod losses;
mod order;
mod pdb;
pub mod points;
pub mod psq;
mod rdf;
mod remark;
mod renlib;
mod rif;
pub mod sgf;
pub mod svg;
mod text;
mod tree;

pub use check::{TreeVerdict, Verdict};
pub use diagram::Diagram;
pub use error::{Fault, Place, RecordError};
pub use limits::{Limit, MOST_BYTES, MOST_GAMES, check_length};
pub use losses::Losses;
pub use order::order_of_play;
pub use remark::is_remark;
pub use text::{Charset, from_utf16};
pub use tree::{GameTree, NodeId, Note, Shape, Step};

use std::borrow::Cow;

use dolmen::types::{Color, Coord, Rule, Size};
use limits::{Budget, MOST_MOVES};

/// A way to write games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Piskvork's, one game a file.
    Psq,
    /// Smart Game Format.
    Sgf,
    /// Rule, size and points, one game a line.
    Pos,
    /// Points alone, one game a line.
    Bare,
    /// Distances from the middle, one game a line.
    Offset,
    /// RenLib's tree of lines on 15x15.
    Lib,
    /// RenjuNet's collection of games.
    Rif,
    /// A list of games that RenLib reads.
    Bdt,
    /// Games in lines of another kind that RenLib reads.
    Rdf,
    /// Games of a Palm program that RenLib reads.
    Pdb,
}

/// The result in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side.
    Won(Color),
    /// Draw.
    Drawn,
}

/// A recorded game: stones in turn, black first. It may be impossible, see [`Game::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Where in its file it begins.
    pub place: Place,
    /// The rule, if recorded.
    pub rule: Option<Rule>,
    /// The board.
    pub size: Size,
    /// The player of the black stones; empty if unknown.
    pub black: String,
    /// The player of the white stones; empty if unknown.
    pub white: String,
    /// The stones.
    pub moves: Vec<Coord>,
    /// Milliseconds for each move, or empty if unknown.
    pub times: Vec<u64>,
    /// Number of first stones that are a given opening.
    pub opened: usize,
    /// The result, if recorded.
    pub result: Option<GameResult>,
    /// The end code of Piskvork: 0 for a game that was played to its end.
    pub code: i32,
    /// Number of the game in its match.
    pub round: Option<usize>,
    /// Event, date and the like, as SGF names them: `("EV", "World Championship")`.
    pub details: Vec<(String, String)>,
    /// What its file says of it and is kept nowhere here, such as moves after a pass.
    pub lost: Losses,
}

impl Game {
    /// A game without players and stones.
    pub fn new(size: Size) -> Game {
        Game {
            place: Place::Line(1),
            rule: None,
            size,
            black: String::new(),
            white: String::new(),
            moves: Vec::new(),
            times: Vec::new(),
            opened: 0,
            result: None,
            code: 0,
            round: None,
            details: Vec::new(),
            lost: Losses::default(),
        }
    }

    /// The detail with this name.
    pub fn detail(&self, name: &str) -> Option<&str> {
        self.details.iter().find(|(known, _)| known == name).map(|(_, value)| &value[..])
    }

    /// The result as SGF writes it, in the words of the record if it has any; `None` if it says that
    /// the result is unknown.
    pub fn recorded(&self) -> Option<&str> {
        let told = self.detail("RE").or(self.result.map(sgf::result_code));
        told.filter(|&told| told != "?")
    }

    /// Adds what is not empty; a second text of a kind stands on a line of its own.
    fn add_detail(&mut self, name: &str, value: &str) {
        if value.is_empty() {
            return;
        }
        match self.details.iter_mut().find(|(known, _)| known == name) {
            Some((_, text)) => text.extend(["\n", value]),
            None => self.details.push((name.to_string(), value.to_string())),
        }
    }

    /// Names and details as lines that cannot steer a terminal; remarks (`GC`) keep their line ends.
    fn tidy(&mut self) {
        let Game { black, white, details, .. } = self;
        for name in [black, white] {
            *name = text::one_line(name);
        }
        let is_odd = |c: char| c.is_control() && c != '\n' && c != '\t';
        for (name, value) in details {
            *value = if name == "GC" { value.replace(is_odd, " ") } else { text::one_line(value) };
        }
    }

    /// The recorded name of the rule if it is that of none.
    pub fn unknown_rule(&self) -> Option<&str> {
        self.detail("RU").filter(|_| self.rule.is_none())
    }
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 10] = [
        Format::Psq,
        Format::Sgf,
        Format::Pos,
        Format::Bare,
        Format::Offset,
        Format::Lib,
        Format::Rif,
        Format::Bdt,
        Format::Rdf,
        Format::Pdb,
    ];
    /// Those that are written as well.
    pub const WRITTEN: [Format; 6] =
        [Format::Psq, Format::Sgf, Format::Pos, Format::Bare, Format::Offset, Format::Lib];

    /// The name, which is the usual ending of file names as well; for text lines `pos`, `bare` or
    /// `offset`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Psq => "psq",
            Format::Sgf => "sgf",
            Format::Pos => "pos",
            Format::Bare => "bare",
            Format::Offset => "offset",
            Format::Lib => "lib",
            Format::Rif => "rif",
            Format::Bdt => "bdt",
            Format::Rdf => "rdf",
            Format::Pdb => "pdb",
        }
    }

    /// The format with this name, in any case.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// A text of this format as UTF-8, in this character set or else the one that it names, as far as
    /// one is known; and how many texts are in doubt.
    fn in_utf8(self, bytes: &[u8], charset: Option<Charset>) -> (Cow<'_, [u8]>, usize) {
        match self {
            // Points alone, or texts between other bytes.
            Format::Pos | Format::Bare | Format::Offset | Format::Lib | Format::Pdb => {
                (Cow::Borrowed(bytes), 0)
            }
            _ => text::in_utf8(bytes, charset.or_else(|| Charset::declared(self, bytes))),
        }
    }

    /// Whether a picture of such a game is expected with row 1 at the top.
    pub const fn counts_from_top(self) -> bool {
        matches!(self, Format::Psq | Format::Sgf)
    }

    /// What the content looks like; `hint`, from the name of the file, where that says nothing.
    pub fn detect(bytes: &[u8], hint: Option<Format>) -> Option<Format> {
        if let Some(text) = from_utf16(bytes) {
            return Format::detect(text.as_bytes(), hint);
        }
        let is_headless = hint == Some(Format::Lib) && bytes.first() == Some(&renlib::HEADLESS);
        if bytes.starts_with(renlib::MAGIC) || is_headless {
            return Some(Format::Lib);
        }
        if pdb::looks_like(bytes) {
            return Some(Format::Pdb);
        }
        let content = text::content(bytes);
        let start = String::from_utf8_lossy(&content[..content.len().min(4096)]);
        let text = start.trim_start();
        if text.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("piskvork")) {
            return Some(Format::Psq);
        }
        let begins_tree = |after: &str| after.trim_start().starts_with(';');
        if text.strip_prefix('(').is_some_and(begins_tree) {
            return Some(Format::Sgf);
        }
        if text.starts_with('<') && rif::looks_like(content) {
            return Some(Format::Rif);
        }
        let line = content.split(|&byte| byte == b'\n').next().filter(|line| !line.is_empty())?;
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
        let renju = bdt::looks_like(line).then_some(Format::Bdt);
        let renju = renju.or(rdf::looks_like(line).then_some(Format::Rdf));
        let by_content = points::looks_like(line).or(renju);
        // Mails and pages have words before the game.
        let inside = || text.split('(').skip(1).any(begins_tree).then_some(Format::Sgf);
        let guess = || line.starts_with(|c: char| c.is_ascii_alphanumeric()).then_some(Format::Pos);
        by_content.or(hint).or_else(inside).or_else(guess)
    }
}

/// Reads all games of a file. The format is detected from the content, and from `hint` where that
/// says nothing. `size` is the board of those that do not tell theirs.
///
/// # Errors
/// At the first fault, with its place.
pub fn read(
    bytes: &[u8],
    hint: Option<Format>,
    size: Size,
) -> Result<(Format, Vec<Game>), RecordError> {
    read_in(bytes, None, hint, size)
}

/// As [`read`]; texts that are not UTF-8 are in this character set.
///
/// # Errors
/// As [`read`].
pub fn read_in(
    bytes: &[u8],
    charset: Option<Charset>,
    hint: Option<Format>,
    size: Size,
) -> Result<(Format, Vec<Game>), RecordError> {
    let (bytes, broken) = &without_utf16(bytes)?;
    let unknown = RecordError { place: Place::Line(1), fault: Fault::Unknown };
    let format = Format::detect(bytes, hint).ok_or(unknown)?;
    let (text, doubtful) = format.in_utf8(bytes, charset);
    let mut games = match format {
        Format::Psq => vec![psq::read(&text)?],
        Format::Sgf => sgf::main_lines(&text, size)?,
        Format::Pos | Format::Bare | Format::Offset => points::read(&text, size)?,
        Format::Lib => renlib::read(bytes)?,
        Format::Rif => rif::read(&text)?,
        Format::Bdt => bdt::read(&text)?,
        Format::Rdf => rdf::read(&text)?,
        Format::Pdb => pdb::read(bytes, charset)?,
    };
    if let Some(game) = games.first_mut() {
        game.lost.add(losses::DOUBTFUL, doubtful + broken);
    }
    games.iter_mut().for_each(Game::tidy);
    Ok((format, games))
}

/// A text in UTF-16 as UTF-8, and how many texts are in doubt; other bytes as they are; an error if
/// there are too many.
fn without_utf16(bytes: &[u8]) -> Result<(Cow<'_, [u8]>, usize), RecordError> {
    check_length(bytes)?;
    let text = text::decode_utf16(bytes)
        .map(|(text, is_sure)| (Cow::Owned(text.into_bytes()), usize::from(!is_sure)));
    Ok(text.unwrap_or((Cow::Borrowed(bytes), 0)))
}

/// The trees of a file, and the faults for which variations were cut off.
pub type Trees = (Vec<GameTree>, Vec<RecordError>);

/// Reads all that is in a file of SGF or RenLib; `None` if the content is of another format.
///
/// # Errors
/// As [`read`]; but a fault in a variation only cuts that off.
pub fn read_trees(
    bytes: &[u8],
    hint: Option<Format>,
    size: Size,
) -> Result<Option<(Format, Trees)>, RecordError> {
    read_trees_in(bytes, None, hint, size)
}

/// As [`read_trees`]; texts that are not UTF-8 are in this character set.
///
/// # Errors
/// As [`read_trees`].
pub fn read_trees_in(
    bytes: &[u8],
    charset: Option<Charset>,
    hint: Option<Format>,
    size: Size,
) -> Result<Option<(Format, Trees)>, RecordError> {
    let (bytes, broken) = &without_utf16(bytes)?;
    let (format, mut trees) = match Format::detect(bytes, hint) {
        Some(Format::Sgf) => {
            let (text, doubtful) = Format::Sgf.in_utf8(bytes, charset);
            let mut trees = sgf::trees(&text, size)?;
            if let Some(tree) = trees.0.first_mut() {
                tree.head.lost.add(losses::DOUBTFUL, doubtful + broken);
            }
            (Format::Sgf, trees)
        }
        Some(Format::Lib) => (Format::Lib, (vec![renlib::tree(bytes, charset)?], Vec::new())),
        _ => return Ok(None),
    };
    trees.0.iter_mut().for_each(|tree| tree.head.tidy());
    Ok(Some((format, trees)))
}

/// Writes trees; in RenLib all become one. What the format cannot hold is left out, see
/// [`Losses`]; formats without variations get the main lines.
///
/// # Errors
/// As [`write()`].
pub fn write_trees(format: Format, trees: Vec<GameTree>) -> Result<Vec<u8>, RecordError> {
    match format {
        Format::Sgf => Ok(trees.iter().map(sgf::write_tree).collect::<String>().into_bytes()),
        Format::Lib => {
            trees.iter().try_for_each(renlib::check)?;
            let merged = match trees.len() {
                // Two equal moves of one node stay two.
                1 => trees.into_iter().next(),
                _ => GameTree::merged(trees),
            };
            merged.map_or_else(|| renlib::write(&[]), |tree| renlib::write_tree(&tree))
        }
        _ => {
            let games: Vec<Game> = trees.iter().map(GameTree::main_line).collect();
            write(format, &games)
        }
    }
}

/// Writes games.
///
/// # Errors
/// If the format cannot hold them: several games in a `.psq`, other boards than 15x15 in a
/// `.lib`, anything in a format that is only read. The place is that of the first such game.
pub fn write(format: Format, games: &[Game]) -> Result<Vec<u8>, RecordError> {
    let text = match format {
        Format::Lib => return renlib::write(games),
        Format::Psq => match games {
            [game] => psq::write(game),
            [_, second, ..] => return Err(second.place.fault(Fault::OneGameOnly)),
            [] => String::new(),
        },
        Format::Sgf => games.iter().map(sgf::write).collect(),
        Format::Pos => games.iter().map(points::write_pos).collect(),
        Format::Bare => games.iter().map(points::write_bare).collect(),
        Format::Offset => games.iter().map(points::write_offset).collect(),
        Format::Rif | Format::Bdt | Format::Rdf | Format::Pdb => {
            let place = games.first().map_or(Place::Line(1), |game| game.place);
            return Err(place.fault(Fault::ReadOnly));
        }
    };
    Ok(text.into_bytes())
}
