//! What a pass would lose to: the opponent's win by continuous fours. Moves after which the same line
//! still wins need no search (the relevance zone of lambda search, Thomsen 2000, tested move by move).

use super::params::ForcingLimit;
use super::threats::{self, DOUBLE_THREAT_PLIES, Situation};
use super::vcf::{Vcf, VcfTable};
use crate::board::{Board, Threat};
use crate::types::Coord;

/// A win by fours of the opponent, if the side to move passed.
pub struct Refutation {
    /// The moves of both sides, up to what wins at sight.
    line: Vec<Coord>,
    /// Plies to the five.
    plies: usize,
}

impl Refutation {
    /// Looks for one, with the number of positions visited. Neither side may have a five next.
    pub fn search(
        board: &mut Board,
        limit: ForcingLimit,
        table: &mut VcfTable,
    ) -> (Option<Refutation>, u64) {
        let us = board.side_to_move();
        let strong = [Threat::FourThree, Threat::DoubleThree];
        if board.fours(!us).is_empty() && strong.iter().all(|&t| board.threat_count(!us, t) == 0) {
            return (None, 0);
        }
        board.set_side_to_move(!us);
        let (line, visited) = Vcf::line(board, limit, table);
        board.set_side_to_move(us);
        let found = line.map(|(line, plies)| Refutation { line, plies });
        // There is one stone more when it is played.
        (found.filter(|found| found.plies < threats::room(board)), visited)
    }

    /// Plies to the five from here on, this move included, if it does not stop the win: `c` loses
    /// in at most so many. The same position as that of the search.
    pub fn plies_after(&self, board: &mut Board, c: Coord) -> Option<usize> {
        let before = board.ply();
        board.play(c);
        let wins = self.goes_on(board, &self.line);
        while board.ply() > before {
            board.undo();
        }
        wins.then_some(self.plies + 1)
    }

    /// Whether the attacker, who is to move, still wins by this line and no later. Leaves stones
    /// on the board.
    fn goes_on(&self, board: &mut Board, line: &[Coord]) -> bool {
        let left = self.plies.saturating_sub(self.line.len() - line.len());
        let only = match threats::situation(board) {
            Situation::Won { plies, .. } => return plies <= left,
            Situation::Lost => return false,
            Situation::Forced(answers) => Some(answers),
            _ if threats::double_threat(board).is_some() => return DOUBLE_THREAT_PLIES <= left,
            _ => None,
        };
        let &[four, ref answers @ ..] = line else { return false };
        let us = board.side_to_move();
        if !board.fours(us).contains(four) || only.is_some_and(|only| !only.contains(&four)) {
            return false;
        }
        board.play(four);
        let replies = threats::answers_to_five(board);
        match (&replies[..], answers) {
            ([], _) => true,
            ([only], [reply, rest @ ..]) if only == reply => {
                board.play(*reply);
                self.goes_on(board, rest)
            }
            _ => false,
        }
    }
}
