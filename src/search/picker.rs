use super::history::History;
use super::threats::{self, Situation};
use crate::board::{Board, CellSet};
use crate::eval::Evaluator;
use crate::types::Coord;

/// The moves of a node, best first: sorted only as far as they are asked for.
pub struct MovePicker {
    moves: Vec<(i32, Coord)>,
    next: usize,
    /// Highest rank there is, that of the best known move not counted.
    likeliest: i32,
}

/// A move on offer.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Where.
    pub coord: Coord,
    /// How much less likely than the likeliest one it is thought to be, in units of
    /// [`Evaluator::move_values`]; not below 0.
    pub gap: i32,
}

/// Rank of the move that an earlier visit found best: before all others.
const BEST_KNOWN: i32 = 1 << 20;

impl MovePicker {
    /// The candidates of a position that is neither won nor lost at sight. A forbidden point may
    /// be among them: that is checked when the move is about to be played.
    pub fn new(
        board: &Board,
        situation: &Situation,
        best_known: Option<Coord>,
        eval: &mut Evaluator,
        (history, history_weight): (&History, i32),
    ) -> MovePicker {
        let us = board.side_to_move();
        let cells = match situation {
            Situation::Forced(answers) => {
                let mut cells = CellSet::EMPTY;
                answers.iter().for_each(|&c| cells.insert(c));
                cells
            }
            Situation::Threatened(answers) => threats::defences(board, answers),
            _ => board.candidates(),
        };
        let value = eval.move_values(board);
        let rank = |c: Coord| {
            if Some(c) == best_known {
                return BEST_KNOWN;
            }
            value(c) + history.value(us, c) / history_weight
        };
        let moves: Vec<(i32, Coord)> = cells.iter().map(|c| (rank(c), c)).collect();
        let ranks = moves.iter().map(|m| m.0).filter(|&rank| rank < BEST_KNOWN);
        MovePicker { likeliest: ranks.max().unwrap_or(0), moves, next: 0 }
    }

    /// Keeps only these moves.
    pub fn retain(&mut self, keep: impl Fn(Coord) -> bool) {
        self.moves.retain(|&(_, c)| keep(c));
    }
}

impl Iterator for MovePicker {
    type Item = Candidate;

    /// The best of the remaining moves; of equals, the first on the board.
    fn next(&mut self) -> Option<Candidate> {
        let rest = &mut self.moves[self.next..];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].0, std::cmp::Reverse(rest[i].1)))?;
        rest.swap(0, best);
        self.next += 1;
        let (rank, coord) = rest[0];
        Some(Candidate { coord, gap: (self.likeliest - rank).max(0) })
    }
}
