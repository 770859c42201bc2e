use super::weights::{Lookup, Weights};
use crate::board::Board;
use crate::types::{Color, Coord};

/// The classical evaluation: every empty cell has a value by what a stone of either side would
/// make there, and so has the set of threats on the board; their sum is the log odds of winning.
/// The weights differ for the side to move and the other, so they include the value of the move.
///
/// It follows a board move by move: [`Classical::follow`] after each stone and
/// [`Classical::back`] after taking it back, so that a leaf costs a few additions.
#[derive(Clone)]
pub struct Classical {
    lookups: [&'static Lookup; 2],
    /// Sums of the cell values, black's and white's: one entry for each stone followed, and the
    /// one at the start.
    sums: Vec<Sums>,
}

/// By colour; to move, and not to move.
type Sums = [[i32; 2]; 2];

impl Classical {
    /// For a search that starts from this position.
    pub fn new(board: &Board) -> Classical {
        let lookups = Lookup::of(board.rule());
        let mut sums = [[0; 2]; 2];
        for c in board.empty_cells().iter() {
            for color in Color::ALL {
                let value = lookups[color.index()].cells[board.code(c, color)];
                add(&mut sums[color.index()], value, 1);
            }
        }
        Classical { lookups, sums: vec![sums] }
    }

    /// Applies the stone that was just placed.
    pub fn follow(&mut self, board: &Board) {
        let mut sums = self.now();
        let value = |color: Color, code: usize| {
            let cells = &self.lookups[color.index()].cells;
            cells[code % cells.len()]
        };
        for change in board.changes() {
            let c = change.coord();
            for color in Color::ALL {
                let (old, new) = (board.code_before(change, color), board.code(c, color));
                if old != new {
                    add(&mut sums[color.index()], value(color, new), 1);
                    add(&mut sums[color.index()], value(color, old), -1);
                }
            }
        }
        if let Some(last) = board.last_move(0) {
            for color in Color::ALL {
                add(&mut sums[color.index()], value(color, board.code(last.coord, color)), -1);
            }
        }
        self.sums.push(sums);
    }

    /// Removes the stone that was just taken back.
    pub fn back(&mut self) {
        self.sums.pop();
    }

    fn now(&self) -> Sums {
        self.sums.last().copied().unwrap_or_default()
    }

    /// The value for the side to move, in score units; `threats` is the [`threat_mask`].
    /// Assumes that neither side can make five at once.
    ///
    /// [`threat_mask`]: super::threat_mask
    pub fn value(&self, us: Color, threats: usize) -> i32 {
        let sums = self.now();
        let threats = i32::from(self.lookups[us.index()].threats[threats]);
        (sums[us.index()][0] + sums[(!us).index()][1] + threats) / Weights::FRACTION
    }

    /// Policy: log-probability of a move on an empty cell, up to a constant, in hundredths. What
    /// all moves share is looked up once, here.
    pub fn move_values<'a>(&self, board: &'a Board) -> impl Fn(Coord) -> i32 + use<'a> {
        let us = board.side_to_move();
        let value = self.lookups[us.index()].move_values(board);
        move |c| value(c, [board.code(c, us), board.code(c, !us)])
    }
}

fn add(sums: &mut [i32; 2], value: [i16; 2], sign: i32) {
    sums[0] += sign * i32::from(value[0]);
    sums[1] += sign * i32::from(value[1]);
}
