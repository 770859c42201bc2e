use super::history::History;
use super::params::{FORMER_BEST_BONUS, Params};
use super::threats::{self, Situation};
use crate::board::{Board, CellSet};
use crate::eval::Position;
use crate::types::Coord;

/// The moves of a node, best first. The TT move comes before the others are ranked: after a cutoff
/// they never are. The others are selected one by one, not sorted.
pub struct MovePicker {
    /// Moves not yet ranked.
    cells: CellSet,
    tt_move: Option<Coord>,
    /// Moves that are ranked, see [`packed`].
    ranked: Vec<i32>,
    /// How many of them were given out.
    next: usize,
    /// Rank of the first of them.
    likeliest: i32,
    /// Moves with a bonus in the order.
    favoured: CellSet,
}

/// A move on offer.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Where.
    pub coord: Coord,
    /// Policy gap: how much lower than the best rank its rank is, in units of
    /// [`Position::move_values`]; not below 0, and 0 for the TT move.
    pub policy_gap: i32,
}

/// A rank and a move as one number: greater is better, and of equals the first on the board.
fn packed(rank: i32, c: Coord) -> i32 {
    rank * Coord::CELLS as i32 + (Coord::CELLS - 1 - c.index()) as i32
}

fn unpacked(number: i32) -> (i32, Coord) {
    let cells = Coord::CELLS as i32;
    let index = cells - 1 - number.rem_euclid(cells);
    (number.div_euclid(cells), Coord::from_index(index as usize))
}

impl MovePicker {
    /// The candidates of a position without an immediate win or loss. They may contain forbidden
    /// points, which are checked before the move is played. `answers`: see
    /// [`threats::answers_to_four_three`].
    pub fn new(
        board: &Board,
        situation: &Situation,
        answers: Option<&CellSet>,
        tt_move: Option<Coord>,
    ) -> MovePicker {
        let cells = match situation {
            Situation::Forced(answers) => answers.iter().copied().collect(),
            Situation::Threatened(answers) => threats::defences(board, answers),
            _ => match answers {
                Some(answers) => threats::defences(board, answers),
                None => board.candidates(),
            },
        };
        MovePicker {
            cells,
            tt_move,
            ranked: Vec::new(),
            next: 0,
            likeliest: 0,
            favoured: CellSet::EMPTY,
        }
    }

    /// Offers only those of its moves that are among these; all of these if none of its moves is. The
    /// favoured ones get a bonus in the order (+10 screened).
    pub fn choose_from(&mut self, moves: impl Iterator<Item = Coord>, favoured: CellSet) {
        self.favoured = favoured;
        let allowed: CellSet = moves.collect();
        let kept = self.cells.and(&allowed);
        self.cells = if kept.is_empty() { allowed } else { kept };
    }

    /// The best of the remaining moves of the position whose board [`MovePicker::new`] saw.
    pub fn next(
        &mut self,
        position: &mut Position,
        history: &History,
        params: &Params,
    ) -> Option<Candidate> {
        if let Some(coord) = self.tt_move.take().filter(|&c| self.cells.contains(c)) {
            self.cells.remove(coord);
            return Some(Candidate { coord, policy_gap: 0 });
        }
        if !self.cells.is_empty() {
            self.rank(position, history, params);
        }
        let rest = &mut self.ranked[self.next..];
        let best = rest.iter().copied().max()?;
        let place = rest.iter().position(|&number| number == best)?;
        rest.swap(0, place);
        let (rank, coord) = unpacked(best);
        if self.next == 0 {
            self.likeliest = rank;
        }
        self.next += 1;
        Some(Candidate { coord, policy_gap: self.likeliest - rank })
    }

    fn rank(&mut self, position: &mut Position, history: &History, params: &Params) {
        let us = position.board().side_to_move();
        let cells = std::mem::replace(&mut self.cells, CellSet::EMPTY);
        let mut moves = cells.iter();
        if let (Some(only), None) = (moves.next(), moves.next()) {
            self.ranked.push(packed(0, only));
            return;
        }
        let last = position.board().last_move(0);
        let counter = last.and_then(|last| history.counter(us, last.coord));
        let value = position.move_values(&cells);
        let rank = |c: Coord| {
            let bonus = if counter == Some(c) { params.counter_bonus } else { 0 }
                + if self.favoured.contains(c) { FORMER_BEST_BONUS } else { 0 };
            packed(value(c) + history.value(us, c) / params.history_weight + bonus, c)
        };
        self.ranked.reserve_exact(cells.len());
        self.ranked.extend(cells.iter().map(rank));
    }
}
