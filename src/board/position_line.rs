use std::str::FromStr;

use super::{Board, CellSet};
use crate::types::{Coord, Rule, Size, TextError, parse_moves, trimmed};

/// A position as a line of text: `RULE SIZE MOVES`, as in `renju 15 h8i9h10`.
///
/// Rule and size may be missing: freestyle, 15. Moves may have blanks between them, and may be the
/// end of a web address.
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

impl PositionLine {
    /// The board with the stones on it.
    pub fn board(&self) -> Board {
        Board::with_moves(self.rule, self.size, &self.moves)
    }

    /// Reads a line like [`FromStr`](PositionLine::from_str), with a default for the rule.
    ///
    /// # Errors
    /// If a word is not what it should be, or a move is off the board or on another stone.
    pub fn parse_or(default: Rule, text: &str) -> Result<PositionLine, TextError> {
        let (rule, size, rest) = PositionLine::split(text)?;
        let (rule, size) = (rule.unwrap_or(default), size.unwrap_or(Size::USUAL));
        let moves = parse_moves(rest)?;
        let mut seen = CellSet::EMPTY;
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

    /// Splits a line into rule, size and moves; a byte order mark before it is left out. One number
    /// alone is a size if there are boards of that size, else the code of a rule; of two numbers the
    /// first is the code.
    ///
    /// # Errors
    /// If the line begins with something else than a rule, a size or a point.
    pub fn split(text: &str) -> Result<(Option<Rule>, Option<Size>, &str), TextError> {
        let text = trimmed(text);
        let (word, rest) = next_word(text);
        let (second, after) = next_word(rest);
        if word.is_empty() {
            return Ok((None, None, ""));
        }
        if is_number(word) && !is_number(second) && word.parse::<Size>().is_ok() {
            return Ok((None, Some(word.parse()?), rest));
        }
        let rule = match parse_moves(word) {
            Ok(_) => return Ok((None, None, text)),
            // `h8z9` is no rule, but points with a mistake.
            Err(error) if begins_with_point(word) => return Err(error),
            Err(_) => word.parse()?,
        };
        match is_number(second) {
            true => Ok((Some(rule), Some(second.parse()?), after)),
            false => Ok((Some(rule), None, rest)),
        }
    }
}

/// The first word of a text without blanks at its beginning, and what follows it.
fn next_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn begins_with_point(word: &str) -> bool {
    matches!(word.as_bytes(), [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit())
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

impl FromStr for PositionLine {
    type Err = TextError;

    /// See [`PositionLine::split`]; without a rule it is freestyle.
    fn from_str(text: &str) -> Result<PositionLine, TextError> {
        PositionLine::parse_or(Rule::Freestyle, text)
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
            ("8 h8", "freestyle 8 h8"),
            ("8 9 h8", "caro-overline 9 h8"),
            ("1 h8", "standard 15 h8"),
            ("https://gomocalc.com/#/h8i9", "freestyle 15 h8i9"),
            ("renju https://www.gomocalc.com/#/h8 i9", "renju 15 h8i9"),
            ("https://gomocalc.com/#/", "freestyle 15"),
            ("h8i9", "freestyle 15 h8i9"),
            ("standard", "standard 15"),
            ("", "freestyle 15"),
            ("\u{FEFF}renju 15 h8", "renju 15 h8"),
        ] {
            assert_eq!(read(text), Ok(line.to_string()), "{text:?}");
        }
        for (text, error) in [
            ("chess 15", "expected a rule"),
            ("renju 4 a1", "expected a board size"),
            ("renju 15 h8,i9", "expected points like h8i9, found ',i9'"),
            ("h8z9", "expected points like h8i9, found 'z9'"),
            ("renju 15 h8h8", "move 2 (h8) is on an occupied point"),
            ("renju 15 p1", "move 1 (p1) is off the board"),
        ] {
            let said = read(text).expect_err(text).to_string();
            assert!(said.starts_with(error), "{text}: {said}");
        }
    }
}
