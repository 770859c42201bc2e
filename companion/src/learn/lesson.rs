//! Games to learn from, with what a teacher says of their positions: a stronger net, too slow to
//! play, that `nets/teacher/teacher.py` trains on the same games (G. Hinton, O. Vinyals, J. Dean, "Distilling
//! the knowledge in a neural network", 2015).
//!
//! Labels lie beside their games, in a file with the extension `labels`: [`MAGIC`], the SHA-256 of
//! the file of games in 64 digits, then for each move of each game, openings apart, the number of moves that the
//! teacher thinks of. It is 0 where there is no label. After any other come the winning chance of
//! the side to move, and the cell and the chance of each move, the likeliest first. Everything is a
//! byte, chances in parts of 255, but a cell takes two on boards larger than 16x16, the low one
//! first; cells are numbered as in a file of games.

use std::io;

use crate::arena::compact::CompactGame;
use dolmen::types::{Coord, Size};

/// Begins a file of labels; the last byte is the version.
pub const MAGIC: &[u8; 8] = b"DOLLABL\x01";

/// A game with the labels of its moves, if it has any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The game.
    pub game: CompactGame,
    /// Those of all moves, one after another; empty if no teacher saw the game.
    labels: Vec<u8>,
}

/// What a teacher says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion<'a> {
    size: Size,
    chance: u8,
    moves: &'a [u8],
}

impl From<CompactGame> for Lesson {
    fn from(game: CompactGame) -> Lesson {
        Lesson { game, labels: Vec::new() }
    }
}

impl Lesson {
    /// Adds the labels in a file to the games of another; `checksum`: that of the latter,
    /// see [`files::sha256`].
    ///
    /// [`files::sha256`]: crate::files::sha256
    ///
    /// # Errors
    /// If the labels are none, those of other games, or damaged.
    pub fn with_labels(
        games: Vec<CompactGame>,
        checksum: &str,
        labels: &[u8],
    ) -> io::Result<Vec<Lesson>> {
        let invalid = |what| io::Error::new(io::ErrorKind::InvalidData, what);
        let labels = labels.strip_prefix(MAGIC).ok_or_else(|| invalid("not a file of labels"))?;
        let Some(mut rest) = labels.strip_prefix(checksum.as_bytes()) else {
            return Err(invalid("the labels of other games"));
        };
        let mut lessons = Vec::with_capacity(games.len());
        for game in games {
            let all = rest;
            for _ in &game.moves {
                Opinion::take(&mut rest, game.size).ok_or_else(|| invalid("damaged labels"))?;
            }
            let labels = all[..all.len() - rest.len()].to_vec();
            lessons.push(Lesson { game, labels });
        }
        if rest.is_empty() { Ok(lessons) } else { Err(invalid("damaged labels")) }
    }

    /// Whether a teacher saw the game.
    pub const fn is_labelled(&self) -> bool {
        !self.labels.is_empty()
    }

    /// What the teacher says at each move; `None` where it says nothing.
    pub fn opinions(&self) -> impl Iterator<Item = Option<Opinion<'_>>> {
        let mut rest = &self.labels[..];
        self.game.moves.iter().map(move |_| Opinion::take(&mut rest, self.game.size).flatten())
    }
}

impl<'a> Opinion<'a> {
    /// Takes the label of a move off the front; the outer `None` if it is damaged or missing.
    fn take(rest: &mut &'a [u8], size: Size) -> Option<Option<Opinion<'a>>> {
        let count = usize::from(*rest.split_off_first()?);
        if count == 0 {
            return Some(None);
        }
        let chance = *rest.split_off_first()?;
        let moves = rest.split_off(..count * Opinion::width(size))?;
        let opinion = Opinion { size, chance, moves };
        (opinion.entries().count() == count).then_some(Some(opinion))
    }

    /// Bytes of a move.
    const fn width(size: Size) -> usize {
        if size.area() > 256 { 3 } else { 2 }
    }

    /// Winning chance of the side to move.
    pub fn chance(&self) -> f32 {
        f32::from(self.chance) / 255.0
    }

    /// The likeliest moves with their chances; those of all others are the rest.
    pub fn moves(&self) -> impl Iterator<Item = (Coord, f32)> {
        self.entries().map(|(c, chance)| (c, f32::from(chance) / 255.0))
    }

    /// The moves on the board.
    fn entries(&self) -> impl Iterator<Item = (Coord, u8)> {
        let side = u16::from(self.size.get());
        self.moves.chunks_exact(Opinion::width(self.size)).filter_map(move |entry| {
            let (&chance, cell) = entry.split_last()?;
            let number = cell.iter().rev().fold(0, |number, &byte| number << 8 | u16::from(byte));
            let c = Coord::new((number % side) as u8, u8::try_from(number / side).ok()?)?;
            self.size.contains(c).then_some((c, chance))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::Rule;

    const SUM: &str = "0123";

    fn game(side: u8) -> CompactGame {
        let corner = Coord::new(side - 1, side - 1).expect("a cell");
        CompactGame {
            rule: Rule::Freestyle,
            size: Size::new(side).expect("a legal size"),
            half_points: 2,
            opening: vec![corner],
            moves: vec![(corner, None), (corner, Some(3)), (corner, Some(7))],
        }
    }

    #[test]
    fn labels_are_read_on_boards_of_both_widths() {
        let labels: [(u8, &[u8]); 2] = [
            (15, &[0, 2, 51, 16, 153, 224, 102, 1, 255, 3, 255]),
            (20, &[0, 2, 51, 21, 0, 153, 143, 1, 102, 1, 255, 3, 0, 255]),
        ];
        for (side, labels) in labels {
            let file = [&MAGIC[..], SUM.as_bytes(), labels, labels].concat();
            let games = vec![game(side); 2];
            let lessons = Lesson::with_labels(games.clone(), SUM, &file).expect("labels");
            for lesson in &lessons {
                assert!(lesson.is_labelled() && lesson.game == game(side));
                let [none, some, last] = lesson.opinions().collect::<Vec<_>>()[..] else {
                    panic!("three moves");
                };
                assert_eq!(none, None);
                let some = some.expect("a label");
                assert_eq!(some.chance(), 0.2);
                let at = |x, y| Coord::new(x, y).expect("a cell");
                let last_row = if side == 15 { (14, 14) } else { (19, 19) };
                let expected = [(at(1, 1), 0.6), (at(last_row.0, last_row.1), 0.4)];
                assert_eq!(some.moves().collect::<Vec<_>>(), expected);
                assert_eq!(last.expect("a label").moves().next(), Some((at(3, 0), 1.0)));
            }
            for end in 0..file.len() {
                let cut = Lesson::with_labels(games.clone(), SUM, &file[..end]);
                assert!(cut.is_err(), "{end}");
            }
            let longer = [&file[..], &[0]].concat();
            assert!(Lesson::with_labels(games.clone(), SUM, &longer).is_err());
            let other = Lesson::with_labels(games, "other", &file);
            assert!(other.is_err_and(|error| error.to_string().contains("other games")));
        }
        // A cell that is not on the board.
        let beyond = [&MAGIC[..], SUM.as_bytes(), &[0, 0, 1, 9, 225, 9]].concat();
        assert!(Lesson::with_labels(vec![game(15)], SUM, &beyond).is_err());
        let plain = Lesson::from(game(15));
        assert!(!plain.is_labelled() && plain.opinions().all(|opinion| opinion.is_none()));
    }
}
