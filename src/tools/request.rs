use std::error::Error;
use std::fmt;

use crate::board::{Board, CellSet};
use crate::protocol::notation::{Named, NotationError, parse_stones, rule_from};
use crate::types::{Coord, MAX_SIZE, MIN_SIZE, Rule, Size};

/// What a line of input asks about: `RULE SIZE MOVES`, or `SIZE MOVES`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Stones, black first.
    pub moves: Vec<Coord>,
}

/// Why a line cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestError {
    /// Not the name or the code of a rule.
    Rule(String),
    /// Not the size of a board.
    Size(String),
    /// Not a list of points.
    Moves(NotationError),
    /// More words than expected.
    Extra(String),
    /// A point that this board does not have: number of the move, and the point.
    OffBoard(usize, Coord),
    /// A point with a stone on it.
    Occupied(usize, Coord),
    /// A move after the last one of the game.
    AfterTheEnd(usize, Coord),
    /// Not text.
    Encoding,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::Rule(word) => write!(f, "unknown rule '{word}'"),
            RequestError::Size(word) => {
                write!(f, "board size '{word}' is not a number from {MIN_SIZE} to {MAX_SIZE}")
            }
            RequestError::Moves(error) => error.fmt(f),
            RequestError::Extra(word) => write!(f, "unexpected '{word}' after the moves"),
            RequestError::OffBoard(n, c) => write!(f, "move {n} ({}) is off the board", Named(*c)),
            RequestError::Occupied(n, c) => {
                write!(f, "move {n} ({}) is on an occupied point", Named(*c))
            }
            RequestError::AfterTheEnd(n, c) => {
                write!(f, "move {n} ({}) comes after the end of the game", Named(*c))
            }
            RequestError::Encoding => f.write_str("not valid UTF-8"),
        }
    }
}

impl Error for RequestError {}

impl Request {
    /// The board with the stones on it.
    pub fn board(&self) -> Board {
        Board::with_moves(self.rule, self.size, &self.moves)
    }

    /// Reads `RULE SIZE MOVES`; without moves the board is empty.
    ///
    /// # Errors
    /// If a word is not what it should be, or a move is off the board or on another stone.
    pub fn parse(line: &str) -> Result<Request, RequestError> {
        let (word, rest) = split_word(line);
        let rule = rule_from(word).ok_or_else(|| RequestError::Rule(short(word)))?;
        Request::parse_position(rule, rest)
    }

    /// Reads `SIZE MOVES` for a known rule.
    ///
    /// # Errors
    /// As [`Request::parse`].
    pub fn parse_position(rule: Rule, text: &str) -> Result<Request, RequestError> {
        let (word, rest) = split_word(text);
        let size = word.parse().ok().and_then(Size::new);
        let size = size.ok_or_else(|| RequestError::Size(short(word)))?;
        let (word, rest) = split_word(rest);
        if !rest.is_empty() {
            return Err(RequestError::Extra(short(rest)));
        }
        let moves = parse_stones(word).map_err(RequestError::Moves)?;
        let mut seen = CellSet::EMPTY;
        for (n, &c) in (1..).zip(&moves) {
            if !size.contains(c) {
                return Err(RequestError::OffBoard(n, c));
            }
            if seen.contains(c) {
                return Err(RequestError::Occupied(n, c));
            }
            seen.insert(c);
        }
        Ok(Request { rule, size, moves })
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// As much of a word as an error message should repeat.
fn short(word: &str) -> String {
    word.chars().filter(|c| !c.is_control()).take(20).collect()
}
