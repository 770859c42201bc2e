//! Points and stone lists as text: `h8` is column letter and row number, both counted from the
//! corner with `x = 0`, `y = 0`, so `h8` is `7,7` on the wire. A stone list is points without
//! separators, black first: `h8i9h9`.

use std::error::Error;
use std::fmt;

use crate::types::{Coord, Rule};

/// A point as people write it.
///
/// ```
/// use dolmen::protocol::notation::{Named, parse_stones};
/// let stones = parse_stones("h8i9").unwrap();
/// assert_eq!((stones[1].x(), stones[1].y()), (8, 8));
/// assert_eq!(Named(stones[0]).to_string(), "h8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named(pub Coord);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0.x()), self.0.y() + 1)
    }
}

/// A text that is not a list of points; holds the part that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a point: '{}'", self.0)
    }
}

impl Error for NotationError {}

/// Reads points like `h8i9h9`, in any case; an empty text is an empty list.
///
/// # Errors
/// At the first text that is not a letter `a`..`v` followed by a number `1`..`22`.
pub fn parse_stones(text: &str) -> Result<Vec<Coord>, NotationError> {
    let mut stones = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (stone, tail) = split_point(rest).ok_or_else(|| {
            NotationError(rest.chars().filter(|c| !c.is_control()).take(12).collect())
        })?;
        stones.push(stone);
        rest = tail;
    }
    Ok(stones)
}

/// A rule by its name or a code.
pub fn rule_from(word: &str) -> Option<Rule> {
    let by_name = |rule: &Rule| rule.name().eq_ignore_ascii_case(word);
    let by_code = || word.parse().ok().and_then(Rule::from_foreign_code);
    Rule::ALL.into_iter().find(by_name).or_else(by_code)
}

fn split_point(text: &str) -> Option<(Coord, &str)> {
    let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let row: u8 = text[1..1 + digits].parse().ok()?;
    Some((Coord::new(letter - b'a', row.checked_sub(1)?)?, &text[1 + digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MAX_SIZE, Size};

    #[test]
    fn text_round_trip() {
        let size = Size::new(MAX_SIZE).expect("a legal size");
        let all: String = size.coords().map(|c| Named(c).to_string()).collect();
        assert_eq!(parse_stones(&all), Ok(size.coords().collect()));
        assert_eq!(parse_stones("H8"), parse_stones("h8"));
        for bad in ["h", "h0", "8h", "h23", "w1", "h8,i9", "h999999999", "é1", "h8 "] {
            assert!(parse_stones(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_error_tells_harmlessly_where_it_is() {
        let said = |text| parse_stones(text).map_err(|error| error.to_string());
        assert_eq!(said("h8x\u{7}yz9999999999"), Err("not a point: 'xyz999999999'".into()));
    }
}
