//! The search for a victory by continuous fours (VCF).

use super::params::{ForcingLimit, VCF_DEEPENING, VCF_DEEPENING_NODES, VCF_TABLE_ENTRIES};
use super::threats::{
    DOUBLE_THREAT_PLIES, Situation, answers_to_five, double_threat, room, situation,
};
use crate::board::{Board, Threat};
use crate::types::Coord;

/// Positions where searches found no win by fours, so that other orders of the same fours, and
/// searches of other positions that lead there, do not look again.
///
/// A cell is overwritten by any later position that falls on it. A wrong hit, which needs two
/// positions with 58 equal bits, loses a win and invents none.
#[derive(Clone)]
pub struct VcfTable {
    /// Upper 58 bits of the hash, and the fours left; [`ALL_FOURS`] if more would not help.
    failures: Box<[u64]>,
}

/// Fours left where none was left untried.
const ALL_FOURS: u32 = 63;
const FOURS_MASK: u64 = ALL_FOURS as u64;

impl Default for VcfTable {
    /// Without any position.
    fn default() -> VcfTable {
        VcfTable { failures: vec![0; VCF_TABLE_ENTRIES].into_boxed_slice() }
    }
}

impl VcfTable {
    fn cell(hash: u64) -> usize {
        (hash >> 6) as usize % VCF_TABLE_ENTRIES
    }

    /// The most fours that were tried without success.
    fn failed(&self, hash: u64) -> Option<u32> {
        let known = self.failures[VcfTable::cell(hash)];
        ((known ^ hash) & !FOURS_MASK == 0).then_some((known & FOURS_MASK) as u32)
    }

    fn remember(&mut self, hash: u64, fours: u32) {
        let fours = u64::from(fours.min(ALL_FOURS));
        self.failures[VcfTable::cell(hash)] = hash & !FOURS_MASK | fours;
    }
}

/// A search for a victory by continuous fours, with its own counter of positions.
pub struct Vcf<'a> {
    table: &'a mut VcfTable,
    /// Positions it may still visit.
    nodes: u64,
    /// Positions visited.
    visited: u64,
    /// Whether a four was left untried because too many came before it.
    is_cut: bool,
    /// The moves of the win, last one first.
    line: Vec<Coord>,
}

impl Vcf<'_> {
    /// The first move and the length in plies of a win for the side to move in which each of its
    /// moves makes a four, or five, until a double threat decides (see [`double_threat`]), with the
    /// number of positions visited. `None`: there is none, or not within the limit.
    ///
    /// The opponent's answers are forced, so a line found is a proof.
    pub fn search(
        board: &mut Board,
        limit: ForcingLimit,
        table: &mut VcfTable,
    ) -> (Option<(Coord, usize)>, u64) {
        let mut vcf = Vcf::new(limit, table);
        let win = vcf.deepen(board, limit);
        (win, vcf.visited)
    }

    /// The same with the moves of both sides in place of the first one, up to what wins at sight. Where
    /// a four has several answers (caro), the line ends with it.
    pub fn line(
        board: &mut Board,
        limit: ForcingLimit,
        table: &mut VcfTable,
    ) -> (Option<(Vec<Coord>, usize)>, u64) {
        let mut vcf = Vcf::new(limit, table);
        let win = vcf.deepen(board, limit);
        vcf.line.reverse();
        (win.map(|(_, plies)| (vcf.line, plies)), vcf.visited)
    }

    fn new(limit: ForcingLimit, table: &mut VcfTable) -> Vcf<'_> {
        Vcf { table, nodes: limit.nodes, visited: 0, is_cut: false, line: Vec::new() }
    }

    fn deepen(&mut self, board: &mut Board, limit: ForcingLimit) -> Option<(Coord, usize)> {
        if limit.nodes >= VCF_DEEPENING_NODES {
            for fours in VCF_DEEPENING.into_iter().filter(|&fours| fours < limit.fours) {
                self.is_cut = false;
                let win = self.attack(board, fours, None);
                if win.is_some() || !self.is_cut {
                    return win;
                }
            }
        }
        self.attack(board, limit.fours, None)
    }

    fn attack(
        &mut self,
        board: &mut Board,
        fours: u32,
        near: Option<Coord>,
    ) -> Option<(Coord, usize)> {
        let us = board.side_to_move();
        let mut only = None;
        match situation_of_attacker(board) {
            Situation::Won { by, plies } => return Some((by, plies)),
            Situation::Lost => return None,
            Situation::Forced(answers) => only = Some(answers),
            Situation::Threatened(_) | Situation::Free => {
                if let Some(by) = double_threat(board) {
                    return Some((by, DOUBLE_THREAT_PLIES));
                }
            }
        }
        if board.fours(us).is_empty() || room(board) < 3 {
            return None;
        }
        if fours == 0 || self.nodes == 0 {
            self.is_cut = true;
            return None;
        }
        let hash = board.hash();
        if let Some(failed) = self.table.failed(hash).filter(|&failed| failed >= fours) {
            self.is_cut |= failed < ALL_FOURS;
            return None;
        }
        let was_cut = std::mem::take(&mut self.is_cut);
        let moves = match only {
            Some(answers) => answers.into_iter().filter(|&c| board.fours(us).contains(c)).collect(),
            None => ordered_fours(board, near),
        };
        for c in moves {
            if self.nodes == 0 {
                return None;
            }
            self.nodes -= 1;
            self.visited += 1;
            board.play(c);
            let rest = self.defend(board, fours - 1, c);
            board.undo();
            if let Some(plies) = rest {
                self.line.push(c);
                self.is_cut |= was_cut;
                return Some((c, plies + 1));
            }
        }
        if self.nodes > 0 {
            self.table.remember(hash, if self.is_cut { fours } else { ALL_FOURS });
        }
        self.is_cut |= was_cut;
        None
    }

    /// Plies to the five from the defender's move on, if every answer loses.
    fn defend(&mut self, board: &mut Board, fours: u32, last: Coord) -> Option<usize> {
        let mut longest = 2;
        let before = self.line.len();
        let answers = answers_to_five(board);
        for &answer in &answers {
            board.play(answer);
            let win = self.attack(board, fours, Some(last));
            board.undo();
            let Some((_, plies)) = win else {
                // Moves against the answers before this one.
                self.line.truncate(before);
                return None;
            };
            longest = longest.max(plies + 1);
            self.line.push(answer);
        }
        if answers.len() > 1 {
            self.line.clear();
        }
        Some(longest)
    }
}

/// [`situation`] without the costly parts that an attacker by fours does not need.
fn situation_of_attacker(board: &mut Board) -> Situation {
    let us = board.side_to_move();
    if board.threat_count(us, Threat::Five) == 0
        && board.threat_count(!us, Threat::Five) == 0
        && board.threat_count(us, Threat::OpenFour) == 0
    {
        return Situation::Free;
    }
    situation(board)
}

/// Fours of the side to move: the strongest first, and those near the last one first.
fn ordered_fours(board: &Board, near: Option<Coord>) -> Vec<Coord> {
    let us = board.side_to_move();
    let fours = board.fours(us);
    let mut moves = Vec::with_capacity(fours.len());
    moves.extend(fours.iter());
    let distance = |c: Coord| near.map_or(0, |n| n.x().abs_diff(c.x()).max(n.y().abs_diff(c.y())));
    moves.sort_by_key(|&c| (std::cmp::Reverse(board.threat(c, us)), distance(c)));
    moves
}
