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
//!
//! So a point keeps the name that people read in each world: Piskvork and SGF count as the line
//! protocol does, RenLib shows row 1 at the bottom.
//!
//! Readers trust nothing: every fault has a place, and what a file can make them keep is bounded.
//!
//! [`svg`] draws boards.

mod check;
mod error;
pub mod points;
pub mod psq;
mod renlib;
pub mod sgf;
pub mod svg;

pub use check::Verdict;
pub use error::{Fault, Place, RecordError};

use dolmen::types::{Color, Coord, Rule, Size};

/// Board size of a game without one, unless the user gives it.
pub const DEFAULT_SIZE: u8 = 15;
/// Most bytes of a file that are read.
pub const MOST_BYTES: usize = 64 << 20;
/// Most games of a file.
pub const MOST_GAMES: usize = 100_000;
/// Most stones of all games of a file together.
const MOST_STONES: usize = 8_000_000;

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
        }
    }
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 6] =
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
        }
    }

    /// The format with this name, in any case.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// Whether readers know the rule of a game that is written so.
    fn tells(self, rule: Rule) -> bool {
        match self {
            Format::Pos | Format::Sgf => true,
            Format::Lib => rule == Rule::Renju,
            Format::Psq | Format::Bare | Format::Offset => rule == Rule::Freestyle,
        }
    }

    /// What of a game is lost when it is written so; nothing that the game does not have.
    pub fn loses(self, game: &Game) -> impl Iterator<Item = &'static str> {
        use Format::{Bare, Offset, Psq, Sgf};
        let lines_alone = matches!(self, Bare | Offset);
        let has_names = !game.black.is_empty() || !game.white.is_empty();
        let is_named = matches!(self, Psq | Sgf);
        [
            ("the rule", game.rule.is_some_and(|rule| !self.tells(rule))),
            ("the size of the board", lines_alone && game.size.get() != DEFAULT_SIZE),
            ("the names", has_names && !is_named),
            ("the times", !game.times.is_empty() && !is_named),
            ("the result", game.result.is_some() && self != Sgf),
        ]
        .into_iter()
        .filter_map(|(what, is_lost)| is_lost.then_some(what))
    }

    /// Whether a picture of such a game is expected with row 1 at the top.
    pub const fn counts_from_top(self) -> bool {
        matches!(self, Format::Psq | Format::Sgf)
    }

    /// What the content looks like; `hint`, from the name of the file, where that says nothing.
    pub fn detect(bytes: &[u8], hint: Option<Format>) -> Option<Format> {
        if bytes.starts_with(renlib::MAGIC) {
            return Some(Format::Lib);
        }
        let start = &bytes[..bytes.len().min(4096)];
        let text = String::from_utf8_lossy(start);
        let text = text.trim_start_matches('\u{FEFF}').trim_start();
        if text.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("piskvork")) {
            return Some(Format::Psq);
        }
        if text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
            return Some(Format::Sgf);
        }
        let mut lines = text.lines().map(str::trim);
        let line = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
        let by_content = points::looks_like(line);
        let guess = || line.starts_with(|c: char| c.is_ascii_alphanumeric()).then_some(Format::Pos);
        by_content.or(hint).or_else(guess)
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
    if bytes.len() > MOST_BYTES {
        return Err(RecordError { place: Place::Byte(MOST_BYTES), fault: Fault::TooMuch });
    }
    let unknown = RecordError { place: Place::Line(1), fault: Fault::Unknown };
    let format = Format::detect(bytes, hint).ok_or(unknown)?;
    let games = match format {
        Format::Psq => vec![psq::read(bytes)?],
        Format::Sgf => sgf::read(bytes, size)?,
        Format::Pos | Format::Bare | Format::Offset => points::read(bytes, size)?,
        Format::Lib => renlib::read(bytes)?,
    };
    Ok((format, games))
}

/// Writes games.
///
/// # Errors
/// If the format cannot hold them: several games in a `.psq`, other boards than 15x15 in a
/// `.lib`. The place is that of the first such game.
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
    };
    Ok(text.into_bytes())
}

/// Counts what has been read, so that a small file cannot grow without bound.
#[derive(Default)]
struct Budget {
    games: usize,
    stones: usize,
}

impl Budget {
    fn spend(&mut self, stones: usize, place: Place) -> Result<(), RecordError> {
        self.games += 1;
        self.stones += stones;
        match self.games > MOST_GAMES || self.stones > MOST_STONES {
            true => Err(place.fault(Fault::TooMuch)),
            false => Ok(()),
        }
    }
}
