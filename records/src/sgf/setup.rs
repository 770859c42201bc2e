//! Stones that SGF sets up. They become moves.

use super::points;
use crate::{Fault, MOST_MOVES};
use dolmen::types::{Color, Coord};

/// The stones of both colours, in the order of the file.
#[derive(Default)]
pub(super) struct Setup([Vec<Coord>; 2]);

impl Setup {
    /// Adds a point or a rectangle of them.
    pub(super) fn add(&mut self, color: Color, value: &str) -> Result<(), Fault> {
        let stones = &mut self.0[color.index()];
        for c in points(value)? {
            if stones.len() >= MOST_MOVES {
                return Err(Fault::TooMuch);
            }
            stones.push(c);
        }
        Ok(())
    }

    /// All stones as moves, this colour first; `None` if one colour has too many for that.
    pub(super) fn in_turn(&self, first: Color) -> Option<Vec<Coord>> {
        let [own, other] = [first, !first].map(|color| &self.0[color.index()]);
        let stone = |n: usize| if n.is_multiple_of(2) { own[n / 2] } else { other[n / 2] };
        let alternate = own.len() == other.len() || own.len() == other.len() + 1;
        alternate.then(|| (0..own.len() + other.len()).map(stone).collect())
    }
}
