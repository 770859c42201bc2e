use std::str::FromStr;

use super::{Board, CellSet};
use crate::types::{Coord, Rule, Size, TextError, parse_stones};

/// A position as a line of text: `RULE SIZE MOVES`, as in `renju 15 h8i9h10`.
///
/// Rule and size may be missing: freestyle, 15. Moves may have blanks between them.
///
/// ```
/// use dolmen::board::PositionLine;
///
/// let line: PositionLine = "renju 15 h8i9".parse().unwrap();
/// assert_eq!((line.board().ply(), line.to_string().as_str()), (2, "renju 15 h8i9"));
/// assert_eq!("h8 i9".parse::<PositionLine>().unwrap().to_string(), "freestyle 15 h8i9");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionLine {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Stones, black first.
    pub moves: Vec<Coord>,
}

/// The board of a line that does not tell its size.
const USUAL_SIZE: Size = match Size::new(15) {
    Some(size) => size,
    None => panic!("a legal size"),
};

impl PositionLine {
    /// The board with the stones on it.
    pub fn board(&self) -> Board {
        Board::with_moves(self.rule, self.size, &self.moves)
    }

    /// Reads `SIZE MOVES` for a known rule.
    ///
    /// # Errors
    /// If a word is not what it should be, or a move is off the board or on another stone.
    pub fn parse_for(rule: Rule, text: &str) -> Result<PositionLine, TextError> {
        let mut words = text.split_whitespace().peekable();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let size = words.next_if(is_number).map_or(Ok(USUAL_SIZE), str::parse)?;
        let mut moves = Vec::new();
        let mut seen = CellSet::EMPTY;
        for word in words {
            moves.extend(parse_stones(word)?);
        }
        for (n, &c) in (1..).zip(&moves) {
            if !size.contains(c) {
                return Err(TextError::OffBoard(n, c));
            }
            if seen.contains(c) {
                return Err(TextError::Occupied(n, c));
            }
            seen.insert(c);
        }
        Ok(PositionLine { rule, size, moves })
    }
}

impl FromStr for PositionLine {
    type Err = TextError;

    /// A number at the beginning is the code of a rule if there is one with it, else a size.
    fn from_str(text: &str) -> Result<PositionLine, TextError> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.parse() {
            Ok(rule) => PositionLine::parse_for(rule, rest),
            Err(_) if word.parse::<Size>().is_ok() || parse_stones(word).is_ok() => {
                PositionLine::parse_for(Rule::Freestyle, text)
            }
            Err(error) => Err(error),
        }
    }
}

impl std::fmt::Display for PositionLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.rule, self.size)?;
        if !self.moves.is_empty() {
            f.write_str(" ")?;
        }
        self.moves.iter().try_for_each(|c| write!(f, "{c}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_with_and_without_rule_and_size() {
        let read = |text: &str| text.parse::<PositionLine>().map(|line| line.to_string());
        for (text, line) in [
            ("RENJU 19 k10l11", "renju 19 k10l11"),
            ("  4\t15 h8  i9 \r\n", "renju 15 h8i9"),
            ("caro h8", "caro 15 h8"),
            ("20 h8", "freestyle 20 h8"),
            ("h8i9", "freestyle 15 h8i9"),
            ("standard", "standard 15"),
            ("", "freestyle 15"),
        ] {
            assert_eq!(read(text), Ok(line.to_string()), "{text:?}");
        }
        for (text, error) in [
            ("chess 15", "expected a rule"),
            ("renju 4 a1", "expected a board size"),
            ("renju 15 h8,i9", "expected points like h8i9, found ',i9'"),
            ("renju 15 h8h8", "move 2 (h8) is on an occupied point"),
            ("renju 15 p1", "move 1 (p1) is off the board"),
        ] {
            let said = read(text).expect_err(text).to_string();
            assert!(said.starts_with(error), "{text}: {said}");
        }
    }
}
