//! Values as text: `h8` is column letter and row number, both counted from the corner with `x = 0`,
//! `y = 0`, so `h8` is `7,7` on the wire. Rules and sizes are read by name, code and number.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{Color, Coord, MAX_SIZE, MIN_SIZE, Rule, Size};

/// Why a text could not be parsed; the message names what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextError {
    /// Neither the name nor the code of a rule.
    Rule(String),
    /// Not the size of a board.
    Size(String),
    /// Not the name of a colour.
    Color(String),
    /// Not a point, or not a list of points from here on.
    Point(String),
    /// A point that this board does not have: number of the move, and the point.
    OffBoard(usize, Coord),
    /// A point with a stone on it.
    Occupied(usize, Coord),
    /// A move after the last one of the game.
    AfterTheEnd(usize, Coord),
    /// Not text.
    Encoding,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Rule(word) => {
                f.write_str("expected a rule (")?;
                for rule in Rule::ALL {
                    write!(
                        f,
                        "{}{rule} or {}",
                        if rule.code() == 0 { "" } else { ", " },
                        rule.code()
                    )?;
                }
                write!(f, "), found '{word}'")
            }
            TextError::Size(word) => {
                write!(f, "expected a board size from {MIN_SIZE} to {MAX_SIZE}, found '{word}'")
            }
            TextError::Color(word) => write!(f, "expected black or white, found '{word}'"),
            TextError::Point(word) => write!(f, "expected points like h8i9, found '{word}'"),
            TextError::OffBoard(n, c) => write!(f, "move {n} ({c}) is off the board"),
            TextError::Occupied(n, c) => write!(f, "move {n} ({c}) is on an occupied point"),
            TextError::AfterTheEnd(n, c) => {
                write!(f, "move {n} ({c}) comes after the end of the game")
            }
            TextError::Encoding => f.write_str("expected UTF-8 text"),
        }
    }
}

impl Error for TextError {}

/// The beginning of a text, for error messages.
fn excerpt(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(20).collect()
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A cell of the wall has no name.
        write!(f, "{}{}", char::from(b'a'.wrapping_add(self.x())), self.y().wrapping_add(1))
    }
}

impl FromStr for Coord {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Coord, TextError> {
        match split_point(text) {
            Some((c, "")) => Ok(c),
            _ => Err(TextError::Point(excerpt(text))),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl FromStr for Size {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Size, TextError> {
        let size = text.parse().ok().and_then(Size::new);
        size.ok_or_else(|| TextError::Size(excerpt(text)))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = TextError;

    /// A name in any case, or a code.
    fn from_str(text: &str) -> Result<Rule, TextError> {
        let by_name = |rule: &Rule| rule.name().eq_ignore_ascii_case(text);
        let by_code = || text.parse().ok().and_then(Rule::from_foreign_code);
        let rule = Rule::ALL.into_iter().find(by_name).or_else(by_code);
        rule.ok_or_else(|| TextError::Rule(excerpt(text)))
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Color {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Color, TextError> {
        let color = Color::ALL.into_iter().find(|color| color.name().eq_ignore_ascii_case(text));
        color.ok_or_else(|| TextError::Color(excerpt(text)))
    }
}

/// A text without the blanks around it, and without the byte order mark that some programs write
/// before it.
pub fn trimmed(text: &str) -> &str {
    text.trim_start_matches('\u{FEFF}').trim()
}

/// Reads points without separators like `h8i9h9`, in any case; an empty text is an empty list.
///
/// ```
/// let stones = dolmen::types::parse_stones("h8i9").unwrap();
/// assert_eq!((stones[1].x(), stones[1].y()), (8, 8));
/// assert_eq!(stones[0].to_string(), "h8");
/// ```
///
/// # Errors
/// At the first text that is not a letter `a`..`v` followed by a number `1`..`22`.
pub fn parse_stones(text: &str) -> Result<Vec<Coord>, TextError> {
    let mut stones = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (stone, tail) = split_point(rest).ok_or_else(|| TextError::Point(excerpt(rest)))?;
        stones.push(stone);
        rest = tail;
    }
    Ok(stones)
}

/// Reads points like [`parse_stones`], with blanks between them if you like, or as the end of a web
/// address: `h8 i9`, `https://gomocalc.com/#/h8i9`.
///
/// # Errors
/// [`TextError::Point`] with what is no point.
pub fn parse_moves(text: &str) -> Result<Vec<Coord>, TextError> {
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let ends = ['/', '#', '='];
        let points = match word.split_once("://") {
            // The name of a host alone is that of an empty board.
            Some((_, path)) => {
                path.trim_end_matches(ends).rsplit_once(ends).map_or("", |(_, end)| end)
            }
            None => word,
        };
        moves.extend(parse_stones(points)?);
    }
    Ok(moves)
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

    #[test]
    fn text_round_trip() {
        let size = Size::new(MAX_SIZE).expect("a legal size");
        let all: String = size.coords().map(|c| c.to_string()).collect();
        assert_eq!(parse_stones(&all), Ok(size.coords().collect()));
        assert_eq!(parse_stones("H8"), parse_stones("h8"));
        for bad in ["h", "h0", "8h", "h23", "w1", "h8,i9", "h999999999", "é1", "h8 "] {
            assert!(parse_stones(bad).is_err() && bad.parse::<Coord>().is_err(), "{bad}");
        }
        for spaced in ["h8 i9", " h8i9\n", "https://gomocalc.com/#/h8i9", "x://y?moves=h8 i9"] {
            assert_eq!(parse_moves(spaced), parse_stones("h8i9"), "{spaced}");
        }
        // It was no position, but an empty one.
        for end in ["/", "#", "/#/", "="] {
            let address = format!("https://gomocalc.com/#/h8i9{end}");
            assert_eq!(parse_moves(&address), parse_stones("h8i9"), "{address}");
        }
        for empty in ["https://gomocalc.com/#/", "https://gomocalc.com"] {
            assert_eq!(parse_moves(empty), Ok(Vec::new()), "{empty}");
        }
        for bad in ["h 8", "https://gomocalc.com/#/h8,i9", "https://gomocalc.com/play"] {
            assert!(parse_moves(bad).is_err(), "{bad}");
        }
        assert!("h8i9".parse::<Coord>().is_err() && "".parse::<Coord>().is_err());
        for rule in Rule::ALL {
            assert_eq!(
                (rule.to_string().parse(), rule.code().to_string().parse()),
                (Ok(rule), Ok(rule))
            );
        }
        for color in Color::ALL {
            assert_eq!(color.to_string().to_uppercase().parse(), Ok(color));
        }
        assert_eq!((size.to_string().as_str(), "22".parse()), ("22", Ok(size)));
    }

    #[test]
    fn an_error_says_what_was_expected() {
        let said = |text| parse_stones(text).map_err(|error| error.to_string());
        assert_eq!(
            said("h8x\u{7}yz9999999999999999999"),
            Err("expected points like h8i9, found 'xyz99999999999999999'".into())
        );
        let said = |text: &str| text.parse::<Rule>().map_err(|error| error.to_string());
        assert_eq!(
            said("chess"),
            Err("expected a rule (freestyle or 0, standard or 1, renju or 4, caro-overline or 8, \
                 caro or 9), found 'chess'"
                .into())
        );
        assert!("4".parse::<Size>().is_err_and(|error| error.to_string().contains("from 5 to 22")));
    }
}
