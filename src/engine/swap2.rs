mod table;

use super::Engine;
use crate::board::Board;
use crate::search::{Control, Limits, Silent};
use crate::types::{Coord, Score, Size};
pub use table::Placement;

/// A decision in a swap2 opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// The three stones of a new opening: black, white, black.
    Open([Coord; 3]),
    /// Take black, which the other side has so far.
    Swap,
    /// Keep white and play this stone.
    Stay(Coord),
    /// Put a white and a black stone and leave the choice to the other side.
    PutTwo([Coord; 2]),
}

/// Scores closer to zero than this are too even to choose a colour.
const EVEN: i32 = 30;

impl Engine {
    /// Decides on a swap2 opening with 0, 3 or 5 stones on the board; `None` for other numbers.
    ///
    /// The first three stones are those of a [`Placement`], chosen by the seed; without a table for
    /// the rule and board always the same ones. Otherwise a search decides.
    pub fn swap2(
        &mut self,
        board: &Board,
        seed: u64,
        limits: &Limits,
        control: &Control,
    ) -> Option<Swap2> {
        match board.ply() {
            0 => {
                let known = Placement::proposed(board.rule(), board.size(), seed);
                Some(Swap2::Open(known.unwrap_or_else(|| opening(board.size()))))
            }
            3 | 5 => {
                let report = self.think(board, limits, control, &mut Silent)?;
                let even = report.score > Score::eval(-EVEN) && report.score < Score::eval(EVEN);
                let two = || Placement::added(board).or_else(|| second_pair(board, &report.pv));
                if board.ply() == 3
                    && even
                    && let Some(two) = two()
                {
                    return Some(Swap2::PutTwo(two));
                }
                Some(choose(report.score, report.best))
            }
            _ => None,
        }
    }
}

/// White is to move: its score decides which colour is better.
fn choose(score: Score, best: Coord) -> Swap2 {
    if score < Score::DRAW { Swap2::Swap } else { Swap2::Stay(best) }
}

/// The best move for each side, which keeps the balance.
fn second_pair(board: &Board, line: &[Coord]) -> Option<[Coord; 2]> {
    match *line {
        [white, black, ..] if board.is_empty(white) && board.is_empty(black) => {
            Some([white, black])
        }
        _ => None,
    }
}

/// Two stones of black far enough apart to be of little help to each other, near an edge.
///
/// ```text
///   . . . . .
///   . . x . .     the first row is two rows from the edge
///   . . . . o
///   . x . . .
/// ```
fn opening(size: Size) -> [Coord; 3] {
    let middle = size.get() / 2;
    let at = |x: u8, y: u8| Coord::new(x, y).unwrap_or(Coord::from_index(Coord::CELLS / 2));
    [at(middle, 1), at(middle + 2, 2), at(middle - 1, 3)]
}
