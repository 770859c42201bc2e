mod table;

use super::Engine;
use crate::board::Board;
use crate::search::{Control, Limits, Silent};
use crate::types::{Color, Coord, Score};
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
    /// The first three stones are those of a [`Placement`], chosen by the seed. Otherwise a search
    /// of white's move decides, and the table adds two stones to three that it knows.
    pub fn swap2(
        &mut self,
        board: &Board,
        seed: u64,
        limits: &Limits,
        control: &Control,
    ) -> Option<Swap2> {
        match board.ply() {
            0 => Placement::proposed(board.rule(), board.size(), seed).map(Swap2::Open),
            3 | 5 => {
                let mut board = board.clone();
                board.set_side_to_move(Color::White);
                let report = self.think(&board, limits, control, &mut Silent)?;
                let even = report.score > Score::eval(-EVEN) && report.score < Score::eval(EVEN);
                let two = || Placement::added(&board).or_else(|| second_pair(&board, &report.pv));
                let put = if board.ply() == 3 && even { two() } else { None };
                Some(put.map_or_else(|| choose(report.score, report.best), Swap2::PutTwo))
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
    let &[white, black, ..] = line else { return None };
    (board.is_empty(white) && board.is_empty(black)).then_some([white, black])
}
