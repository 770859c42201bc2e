use super::params::HISTORY_LIMIT;
use crate::types::{Color, Coord};

/// History heuristic: how well a move on a cell did in other nodes of the same search, per side;
/// and the last move that caused a beta cutoff after each move of the opponent (counter moves).
pub struct History {
    values: Box<[[i16; Coord::CELLS]; 2]>,
    counters: Box<[[Option<Coord>; Coord::CELLS]; 2]>,
}

impl History {
    /// All values zero, no counter moves.
    pub fn new() -> History {
        History {
            values: Box::new([[0; Coord::CELLS]; 2]),
            counters: Box::new([[None; Coord::CELLS]; 2]),
        }
    }

    /// Between plus and minus [`HISTORY_LIMIT`].
    pub fn value(&self, color: Color, c: Coord) -> i32 {
        i32::from(self.values[color.index()][c.index()])
    }

    /// Moves the value towards the limit (or its negative): the nearer, the less.
    pub fn update(&mut self, color: Color, c: Coord, bonus: i32) {
        let value = &mut self.values[color.index()][c.index()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }

    /// The counter move of this side to the opponent's `last` move.
    pub fn counter(&self, color: Color, last: Coord) -> Option<Coord> {
        self.counters[color.index()][last.index()]
    }

    /// Stores a counter move.
    pub fn set_counter(&mut self, color: Color, last: Coord, c: Coord) {
        self.counters[color.index()][last.index()] = Some(c);
    }
}
