use std::error::Error;
use std::fmt;

use super::Limit;
use dolmen::types::{Coord, MAX_SIZE, MIN_SIZE};

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a text, from 1.
    Line(usize),
    /// A byte of a binary file, from 0.
    Byte(usize),
}

impl Place {
    /// This fault, here.
    pub const fn fault(self, fault: Fault) -> RecordError {
        RecordError { place: self, fault }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(n) => write!(f, "line {n}"),
            Place::Byte(n) => write!(f, "byte {n}"),
        }
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The content is of no known format.
    Unknown,
    /// Something else should stand here: what, and what stands there.
    Expected(&'static str, String),
    /// The end comes too early; what is missing.
    Ended(&'static str),
    /// A board that cannot be played on.
    Size(String),
    /// A board that the format cannot hold, and the side of the only one that it can.
    OtherSize(String, u8),
    /// The number of `GM` is not that of gomoku.
    OtherGame(String),
    /// A side moves twice, or passes: the number of the move.
    Turn(usize),
    /// Stones set up that cannot have been placed in turn: those of black and of white.
    SetUp(usize, usize),
    /// Stones are set up after a move.
    SetUpLate,
    /// Stones are taken away.
    TakenAway,
    /// A move off the board.
    OffBoard(usize, Coord),
    /// A move on a stone.
    Occupied(usize, Coord),
    /// A move after the winning one.
    AfterTheEnd(usize, Coord),
    /// The format holds one game.
    OneGameOnly,
    /// The format is only read.
    ReadOnly,
    /// Larger than any sensible file.
    TooMuch(Limit),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unknown => f.write_str("no game record of a known kind"),
            Fault::Expected(what, found) => write!(f, "expected {what}, found '{found}'"),
            Fault::Ended(what) => write!(f, "ends without {what}"),
            Fault::Size(text) => {
                write!(f, "board '{text}' is not a square from {MIN_SIZE} to {MAX_SIZE}")
            }
            Fault::OtherSize(text, side) => {
                write!(
                    f,
                    "board '{text}' is not {side}x{side}, the only one that this format holds"
                )
            }
            Fault::OtherGame(text) => write!(f, "GM[{text}] is another game; gomoku is GM[4]"),
            Fault::Turn(n) => write!(f, "move {n} is a pass, or not of the side whose turn it is"),
            Fault::SetUp(black, white) => write!(
                f,
                "stones set up cannot have been placed in turn: {black} black, {white} white"
            ),
            Fault::SetUpLate => f.write_str("stones are set up after moves"),
            Fault::TakenAway => f.write_str("stones are taken away"),
            Fault::OffBoard(n, c) => write!(f, "move {n} ({}) is off the board", *c),
            Fault::Occupied(n, c) => write!(f, "move {n} ({}) is on an occupied point", *c),
            Fault::AfterTheEnd(n, c) => {
                write!(f, "move {n} ({}) comes after the end of the game", *c)
            }
            Fault::OneGameOnly => f.write_str("this format holds one game a file"),
            Fault::ReadOnly => f.write_str("this format is only read"),
            Fault::TooMuch(limit) => write!(f, "too large: {limit}"),
        }
    }
}

/// A record that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Where.
    pub place: Place,
    /// Why.
    pub fault: Fault,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)
    }
}

impl Error for RecordError {}

/// As much of a text as a message should repeat.
pub(super) fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(30).collect()
}
