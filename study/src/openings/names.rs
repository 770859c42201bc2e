//! The 26 openings of renju: white's first stone beside the middle ("direct", D) or diagonal to it
//! ("indirect", I), and black's second within two lines of it.

use std::fmt;

use serde_json::{Value, json};

use dolmen::board::{WAYS, turned};
use dolmen::types::{Coord, Size};

use super::rules::middle;

/// An opening of renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenjuOpening {
    /// `D` or `I` and the number, as the federation counts.
    pub code: &'static str,
    /// The Japanese name.
    pub name: &'static str,
    /// Black's second stone, counted from the middle, with white's at `(0, 1)` or `(1, 1)`.
    third: (i8, i8),
}

/// `D4 Kagetsu`.
impl fmt::Display for RenjuOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

const fn opening(code: &'static str, name: &'static str, third: (i8, i8)) -> RenjuOpening {
    RenjuOpening { code, name, third }
}

/// All of them, the direct ones first.
pub const OPENINGS: [RenjuOpening; 26] = [
    opening("D1", "Kansei", (0, 2)),
    opening("D2", "Keigetsu", (1, 2)),
    opening("D3", "Sosei", (2, 2)),
    opening("D4", "Kagetsu", (1, 1)),
    opening("D5", "Zangetsu", (2, 1)),
    opening("D6", "Ugetsu", (1, 0)),
    opening("D7", "Kinsei", (2, 0)),
    opening("D8", "Shogetsu", (0, -1)),
    opening("D9", "Kyugetsu", (1, -1)),
    opening("D10", "Shingetsu", (2, -1)),
    opening("D11", "Zuisei", (0, -2)),
    opening("D12", "Sangetsu", (1, -2)),
    opening("D13", "Yusei", (2, -2)),
    opening("I1", "Chosei", (2, 2)),
    opening("I2", "Kyogetsu", (2, 1)),
    opening("I3", "Kosei", (2, 0)),
    opening("I4", "Suigetsu", (2, -1)),
    opening("I5", "Ryusei", (2, -2)),
    opening("I6", "Ungetsu", (1, 0)),
    opening("I7", "Hogetsu", (1, -1)),
    opening("I8", "Rangetsu", (1, -2)),
    opening("I9", "Gingetsu", (0, -1)),
    opening("I10", "Myojo", (0, -2)),
    opening("I11", "Shagetsu", (-1, -1)),
    opening("I12", "Meigetsu", (-1, -2)),
    opening("I13", "Suisei", (-2, -2)),
];

impl RenjuOpening {
    /// The opening of a game, in any turn or mirror image of the board.
    pub fn of(moves: &[Coord], size: Size) -> Option<&'static RenjuOpening> {
        let stones = moves.get(..3)?;
        OPENINGS.iter().find(|opening| {
            let own = opening.stones(size);
            let is_same = |way| own.iter().zip(stones).all(|(&a, &b)| turned(a, way, size) == b);
            own.len() == stones.len() && (0..WAYS).any(is_same)
        })
    }

    /// Code and name as data.
    pub fn json(&self) -> Value {
        json!({"code": self.code, "name": self.name})
    }

    /// The opening with this code.
    pub fn from_code(code: &str) -> Option<&'static RenjuOpening> {
        OPENINGS.iter().find(|opening| opening.code.eq_ignore_ascii_case(code))
    }

    /// Its three stones; none on a board of which the middle is no point.
    pub fn stones(&self, size: Size) -> Vec<Coord> {
        let second = if self.code.starts_with('D') { (0, 1) } else { (1, 1) };
        let middle = middle(size);
        let at = |(x, y): (i8, i8)| {
            let coord = (middle.x().checked_add_signed(x)?, middle.y().checked_add_signed(y)?);
            Coord::new(coord.0, coord.1).filter(|&c| size.contains(c))
        };
        let stones: Option<Vec<Coord>> = [(0, 0), second, self.third].into_iter().map(at).collect();
        stones.filter(|_| size.get() % 2 == 1).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::parse_stones;
    use std::collections::HashMap;

    fn size(n: u8) -> Size {
        Size::new(n).expect("a size")
    }

    fn named(text: &str) -> Option<String> {
        let moves = parse_stones(text).expect("points");
        RenjuOpening::of(&moves, size(15)).map(ToString::to_string)
    }

    #[test]
    fn known_openings_have_their_names() {
        for (text, name) in [
            ("h8h9i9", "D4 Kagetsu"),
            ("h8h9h7", "D8 Shogetsu"),
            ("h8i9i8", "I6 Ungetsu"),
            ("h8i9i7", "I7 Hogetsu"),
            ("h8g7g8a1", "I6 Ungetsu"),
            ("h8i8i9", "D4 Kagetsu"),
            ("h8i8h9", "D6 Ugetsu"),
            ("h8g9j6", "I13 Suisei"),
        ] {
            assert_eq!(named(text).as_deref(), Some(name), "{text}");
        }
        for text in ["h8h9", "h8h9h9", "h8h9h11", "h8h10h9", "i9h8h7", "h8h9k9"] {
            assert_eq!(named(text), None, "{text}");
        }
        assert_eq!(RenjuOpening::of(&parse_stones("k11k12k10").expect("points"), size(20)), None);
    }

    /// Every way to play white beside the middle and black within two lines has exactly one name,
    /// in all turns of the board: 8 places of white times 23 of black.
    #[test]
    fn every_opening_has_one_name_in_every_symmetry() {
        let middle = middle(size(15));
        let near = |reach: i16| {
            let far = move |c: &Coord| {
                let apart = |a: u8, b: u8| (i16::from(a) - i16::from(b)).abs();
                apart(c.x(), middle.x()).max(apart(c.y(), middle.y()))
            };
            size(15).coords().filter(move |c| *c != middle && far(c) <= reach)
        };
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for second in near(1) {
            for third in near(2).filter(|&c| c != second) {
                let moves = [middle, second, third];
                let name = RenjuOpening::of(&moves, size(15)).expect("a name");
                for way in 0..WAYS {
                    let moves = moves.map(|c| turned(c, way, size(15)));
                    assert_eq!(RenjuOpening::of(&moves, size(15)), Some(name));
                }
                *counts.entry(name.code).or_default() += 1;
            }
        }
        assert_eq!((counts.len(), counts.values().sum::<usize>()), (26, 8 * 23));
        // Those on the line of the first two stones are their own mirror image.
        let own: Vec<&str> =
            counts.iter().filter(|(_, n)| **n == 4).map(|(code, _)| *code).collect();
        assert_eq!(own.len(), 6, "{own:?}");
        for opening in &OPENINGS {
            assert_eq!(RenjuOpening::from_code(opening.code), Some(opening));
        }
    }
}
