//! Openings: reading and writing them, and their symmetries.

use std::borrow::Cow;
use std::error::Error;
use std::path::Path;
use std::{fmt, fs, io};

use dolmen::board::{Board, Outcome, WAYS, turned};
use dolmen::search::threats::{Situation, situation};
use dolmen::types::{Coord, Random, Rule, Size, trimmed};
use dolmen_records::{from_utf16, points};

use super::compact::MOST_OPENED;
use crate::files::fault;

/// Why a line is no opening.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpeningError {
    /// Neither points nor pairs of numbers.
    Text(String),
    /// A stone is off the board or on another.
    Place(Coord),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Text(text) => write!(f, "not an opening: '{text}'"),
            OpeningError::Place(c) => {
                write!(f, "{} is off the board or on another stone", *c)
            }
        }
    }
}

impl Error for OpeningError {}

/// Reads an opening: points `h8i9` ("pos"), or pairs `0,0, 1,1` counted from the middle
/// ("offset"), black first.
///
/// # Errors
/// If it is neither, or a stone has no place.
pub fn parse(line: &str, size: Size) -> Result<Vec<Coord>, OpeningError> {
    let line = trimmed(line);
    let text = || OpeningError::Text(line.chars().take(40).collect());
    let stones = points::parse(line, size).ok_or_else(text)?;
    for (i, &c) in stones.iter().enumerate() {
        if !size.contains(c) || stones[..i].contains(&c) {
            return Err(OpeningError::Place(c));
        }
    }
    Ok(stones)
}

/// The openings of a file, one a line, at least one; empty lines and those that begin with `#` are
/// left out.
///
/// # Errors
/// If the file cannot be read or has none, or a line is no opening, leaves no game to play, or has
/// more stones than a record may have; the error names the file and the line.
pub fn read_all(path: &Path, rule: Rule, size: Size) -> io::Result<Vec<Vec<Coord>>> {
    let bytes = fs::read(path).map_err(|error| fault(path, error))?;
    let text = from_utf16(&bytes).map_or_else(|| String::from_utf8_lossy(&bytes), Cow::Owned);
    // All line ends that the protocol knows.
    let text = text.replace("\r\n", "\n");
    let lines = text.split(['\n', '\r']).map(trimmed).zip(1..);
    let read = |(line, n): (&str, usize)| {
        let wrong = |what: String| io::Error::other(format!("{}:{n}: {what}", path.display()));
        let stones = parse(line, size).map_err(|error| wrong(error.to_string()))?;
        match end(&stones, rule, size) {
            Some(last) => Err(wrong(format!("the game is over after move {last}"))),
            None if stones.len() > MOST_OPENED => {
                Err(wrong(format!("an opening has at most {MOST_OPENED} stones")))
            }
            None => Ok(stones),
        }
    };
    let is_opening = |(line, _): &(&str, usize)| !line.is_empty() && !line.starts_with('#');
    let openings: Vec<_> = lines.filter(is_opening).map(read).collect::<io::Result<_>>()?;
    if openings.is_empty() { Err(fault(path, "no openings")) } else { Ok(openings) }
}

/// The number of the stone, from 1, that ends the game.
fn end(stones: &[Coord], rule: Rule, size: Size) -> Option<usize> {
    let mut board = Board::new(rule, size);
    let ends = |&c: &Coord| {
        board.play(c);
        board.outcome() != Outcome::Open
    };
    stones.iter().position(ends).map(|index| index + 1)
}

/// Writes an opening as points: `h8i9`.
pub fn format(stones: &[Coord]) -> String {
    stones.iter().map(|&c| c.to_string()).collect()
}

/// The opening turned or mirrored, in one of eight ways; 0 leaves it as it is.
pub fn transformed(stones: &[Coord], way: usize, size: Size) -> Vec<Coord> {
    stones.iter().map(|&c| turned(c, way, size)).collect()
}

/// The same list for all openings that differ only by symmetry and by the order of stones of one
/// colour.
pub fn canonical(stones: &[Coord], size: Size) -> Vec<(usize, Coord)> {
    let sorted = |way: usize| {
        let turned = transformed(stones, way, size);
        let mut list: Vec<(usize, Coord)> =
            turned.into_iter().enumerate().map(|(i, c)| (i % 2, c)).collect();
        list.sort_unstable();
        list
    };
    (0..WAYS).map(sorted).min().unwrap_or_default()
}

/// Fewest and most stones of a random opening.
const STONES: (usize, usize) = (3, 7);
/// Smallest and largest side of the square that the stones lie in.
const WINDOW: (usize, usize) = (5, 8);
/// One opening in this many lies anywhere on the board, the others near the middle.
const ANYWHERE: usize = 5;

/// A few random stones in a small square, neither side threatening to make four. `None` if the
/// draw gave no such opening: try again.
pub fn random_opening(random: &mut Random, rule: Rule, size: Size) -> Option<Vec<Coord>> {
    let side = usize::from(size.get());
    let window = random.between(WINDOW.0, WINDOW.1).min(side);
    let count = random.between(STONES.0, STONES.1);
    let corner = |random: &mut Random, anywhere: bool| {
        if anywhere {
            return random.between(0, side - window);
        }
        let middle = (side - window) / 2;
        random.between(middle.saturating_sub(1), (middle + 1).min(side - window))
    };
    let anywhere = random.between(1, ANYWHERE) == 1;
    let (left, top) = (corner(random, anywhere), corner(random, anywhere));
    let mut board = Board::new(rule, size);
    while board.ply() < count {
        let x = left + random.between(0, window - 1);
        let y = top + random.between(0, window - 1);
        let c = Coord::new(x as u8, y as u8)?;
        if !board.is_empty(c) {
            continue;
        }
        if board.is_forbidden(c) {
            return None;
        }
        board.play(c);
        if board.outcome() != Outcome::Open {
            return None;
        }
    }
    for _ in 0..2 {
        if situation(&mut board) != Situation::Free {
            return None;
        }
        board.set_side_to_move(!board.side_to_move());
    }
    Some(board.history().map(|m| m.coord).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(n: u8) -> Size {
        Size::new(n).expect("a board size")
    }

    #[test]
    fn both_notations_are_read() {
        let stones = parse("h8i9g8", size(15)).expect("an opening");
        assert_eq!(parse("0,0, 1,1, -1,0", size(15)), Ok(stones.clone()));
        assert_eq!(parse("0,0 1,1 -1,0", size(15)), Ok(stones.clone()));
        assert_eq!(parse(&format(&stones), size(15)), Ok(stones));
        assert_eq!(parse("", size(15)), Ok(Vec::new()));
        for bad in ["0,0,1", "h8h8", "p1", "zz", "99,0, 0,0", "-9,0, 1,1", "1,,", "2147483647,0"] {
            assert!(parse(bad, size(15)).is_err(), "{bad}");
        }
    }

    #[test]
    fn symmetric_openings_are_one() {
        let stones = parse("h8i9g7k3", size(15)).expect("an opening");
        let mut seen = std::collections::HashSet::new();
        for way in 0..8 {
            let turned = transformed(&stones, way, size(15));
            assert!(seen.insert(turned.clone()));
            assert_eq!(canonical(&turned, size(15)), canonical(&stones, size(15)));
        }
        let reordered = parse("g7i9h8k3", size(15)).expect("an opening");
        assert_eq!(canonical(&reordered, size(15)), canonical(&stones, size(15)));
        let other = parse("i9h8g7k3", size(15)).expect("an opening");
        assert_ne!(canonical(&other, size(15)), canonical(&stones, size(15)));
    }

    /// A PowerShell writes what its `>` takes so. It was no UTF-8.
    #[test]
    fn openings_in_utf_16_are_read() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let units = "\u{FEFF}h8i9\r\n".encode_utf16().flat_map(u16::to_le_bytes);
        fs::write(file.path(), units.collect::<Vec<u8>>()).expect("written");
        let read = read_all(file.path(), Rule::Freestyle, size(15)).expect("an opening");
        assert_eq!(read, [parse("h8i9", size(15)).expect("stones")]);
    }

    /// One of several lines was made of those that end in CR.
    #[test]
    fn openings_with_any_line_ends_are_read() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let read = |text: &str| {
            fs::write(file.path(), text).expect("written");
            read_all(file.path(), Rule::Freestyle, size(15))
        };
        for text in ["h8i9\rj8k9\r", "h8i9\r\nj8k9", "h8i9\n\r\rj8k9\n"] {
            let read: Vec<_> = read(text).expect(text).iter().map(|one| format(one)).collect();
            assert_eq!(read, ["h8i9", "j8k9"], "{text:?}");
        }
        let error = read("h8i9\r\n\rzz\r").expect_err("no opening").to_string();
        assert!(error.ends_with(":3: not an opening: 'zz'"), "{error}");
    }

    /// They were played, and made a record that could not be read.
    #[test]
    fn an_opening_of_more_stones_than_a_record_may_have_is_refused() {
        let side = size(20);
        let points = (0..20).flat_map(|y| (0..20).filter_map(move |x| Coord::new(x, y)));
        // Never more than two of one colour in a row.
        let (black, white): (Vec<Coord>, Vec<Coord>) =
            points.partition(|c| (c.x() + 2 * c.y()) % 4 < 2);
        let stones: Vec<Coord> = black.into_iter().zip(white).flat_map(|(b, w)| [b, w]).collect();
        let file = tempfile::NamedTempFile::new().expect("a file");
        let read = |count| {
            fs::write(file.path(), format(&stones[..count])).expect("written");
            read_all(file.path(), Rule::Freestyle, side)
        };
        assert_eq!(read(MOST_OPENED).expect("an opening").len(), 1);
        let error = read(MOST_OPENED + 1).expect_err("too many stones").to_string();
        assert!(error.ends_with(":1: an opening has at most 255 stones"), "{error}");
    }
}
