use super::correction::Corrections;
use super::history::History;
use super::parallel::Shared;
use super::params::{ForcingLimit, MAX_PLY, POLL_INTERVAL};
use super::refutation::Refutation;
use super::selectivity::Selectivity;
use super::store::NearRoot;
use super::threats::{self, Situation};
use super::time::TimeManager;
use super::tt::TranspositionTable;
use super::vcf::{Vcf, VcfTable};
use super::{CutOffs, Limits, Listener};
use crate::board::{Board, CellSet};
use crate::eval::{Position, threat_mask};
use crate::types::{Coord, Depth, Score};

/// The search was stopped: there is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aborted;

/// Everything that one searching thread owns, and what it shares.
pub struct SearchThread<'a> {
    pub(super) position: Position,
    pub(super) table: &'a TranspositionTable,
    pub(super) history: History,
    corrections: Corrections,
    vcf_table: VcfTable,
    pub(super) selectivity: Selectivity,
    /// `None` in a helper: it ends with the main thread or at the node limit.
    pub(super) time: Option<TimeManager>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) near_root: NearRoot<'a>,
    pub(super) listener: &'a mut dyn Listener,
    node_limit: u64,
    /// Positions visited by this thread.
    pub(super) nodes: u64,
    /// How many of them the others know of.
    announced: u64,
    /// Positions visited by the other threads, at the last poll.
    others: u64,
    next_poll: u64,
    pub(super) cut_offs: CutOffs,
    pub(super) deepest: usize,
    /// Principal variation found from each ply on.
    pub(super) pv: Vec<Vec<Coord>>,
    /// Moves allowed at the root.
    pub(super) root_moves: Vec<Coord>,
    /// The one to be searched first: where an iteration is interrupted, it is the move to play.
    pub(super) root_first: Option<Coord>,
    /// Some are left out on demand, so that the result is not that of the position.
    pub(super) is_restricted: bool,
    /// Those of them that have a line in this iteration already.
    pub(super) reported: Vec<Coord>,
    /// Those of them that were best in an iteration.
    pub(super) former_best: CellSet,
    /// Those of them that were found to lose.
    pub(super) lost: CellSet,
}

impl<'a> SearchThread<'a> {
    /// Ready to search a position.
    pub fn new(
        board: &Board,
        limits: &Limits,
        shared: &'a Shared<'a>,
        table: &'a TranspositionTable,
        listener: &'a mut dyn Listener,
    ) -> SearchThread<'a> {
        SearchThread {
            position: Position::new(board.clone(), shared.setup.net.clone()),
            table,
            history: History::new(),
            corrections: Corrections::new(),
            vcf_table: VcfTable::default(),
            selectivity: Selectivity::new(shared.setup.params.clone()),
            time: Some(TimeManager::new(limits.clock, board)),
            shared,
            near_root: NearRoot::new(shared.setup.store.as_deref()),
            listener,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            announced: 0,
            others: 0,
            next_poll: 0,
            cut_offs: CutOffs::default(),
            deepest: 0,
            pv: vec![Vec::new(); MAX_PLY + 2],
            root_moves: Vec::new(),
            root_first: None,
            is_restricted: !limits.excluded.is_empty(),
            reported: Vec::new(),
            former_best: CellSet::EMPTY,
            lost: CellSet::EMPTY,
        }
    }

    pub(super) fn board(&self) -> &Board {
        self.position.board()
    }

    /// What the threats on the board decide.
    pub(super) fn situation(&mut self) -> Situation {
        self.position.look_ahead(threats::situation)
    }

    /// Whether the game ends without a winner here.
    pub(super) fn is_draw(&self) -> bool {
        let board = self.board();
        board.moves_left() == 0 || board.empty_cells().is_empty()
    }

    /// A static evaluation, corrected by what searches of like positions found.
    pub(super) fn corrected(&self, eval: Score) -> Score {
        if eval.is_decisive() {
            return eval;
        }
        let board = self.board();
        let error = self.corrections.value(board.side_to_move(), threat_mask(board));
        Score::eval(eval.value() + error)
    }

    /// Learns from a search of the position, of this depth, how far its static evaluation is off.
    pub(super) fn learn_correction(&mut self, eval: Score, score: Score, depth: Depth) {
        if depth <= Depth::ZERO || eval.is_decisive() || score.is_decisive() {
            return;
        }
        let like = (self.board().side_to_move(), threat_mask(self.board()));
        let error = score.value() - eval.value();
        self.corrections.learn(like, error, depth, self.selectivity.params());
    }

    /// Positions that may be visited between two polls, if every thread does so. The one at the
    /// next poll is left out: the search ends exactly at its limit, and so repeats itself under a
    /// limit of as many positions as it visited.
    fn affordable(&self) -> u64 {
        self.node_limit.saturating_sub(self.total_nodes() + 1) / self.shared.setup.threads as u64
    }

    /// Looks for a win by continuous fours: its first move and its length in plies.
    pub(super) fn vcf(&mut self, limit: ForcingLimit) -> Option<(Coord, usize)> {
        let limit = ForcingLimit { nodes: limit.nodes.min(self.affordable()), ..limit };
        let table = &mut self.vcf_table;
        let (win, visited) = self.position.look_ahead(|board| Vcf::search(board, limit, table));
        self.nodes += visited;
        win
    }

    /// Looks for the win by continuous fours that the opponent would have after a pass.
    pub(super) fn refutation(&mut self, limit: ForcingLimit) -> Option<Refutation> {
        let limit = ForcingLimit { nodes: limit.nodes.min(self.affordable()), ..limit };
        let table = &mut self.vcf_table;
        let look = |board: &mut Board| Refutation::search(board, limit, table);
        let (found, visited) = self.position.look_ahead(look);
        self.nodes += visited;
        found
    }

    /// History heuristic: a bonus for the move that caused the cutoff, a malus for those before it.
    pub(super) fn reward(&mut self, good: Coord, tried: &[Coord], depth: Depth) {
        let us = self.board().side_to_move();
        let bonus = self.selectivity.history_bonus(depth);
        for &c in tried {
            self.history.update(us, c, if c == good { bonus } else { -bonus });
        }
        if let Some(last) = self.board().last_move(0).filter(|_| bonus > 0) {
            self.history.set_counter(us, last.coord, good);
        }
    }

    pub(super) fn play(&mut self, c: Coord) {
        let us = self.board().side_to_move();
        self.table.prefetch(self.board().hash_after(c));
        self.position.place(c, us);
    }

    pub(super) fn undo(&mut self) {
        self.position.undo();
    }

    /// Positions visited by all threads, at the last poll.
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes + self.others
    }

    /// Tells the other threads how many positions this one visited, and learns of theirs.
    pub(super) fn announce(&mut self) {
        let all = self.shared.count(self.nodes - self.announced);
        self.announced = self.nodes;
        self.others = all - self.nodes;
    }

    /// Counts a visited position and polls the limits at intervals: short ones near the node limit, and
    /// at first, when the system may have to clear much memory for each position.
    pub(super) fn visit(&mut self, ply: usize) -> Result<(), Aborted> {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes < self.next_poll {
            return Ok(());
        }
        self.announce();
        let interval = POLL_INTERVAL.min(self.nodes / 16).min(self.affordable());
        self.next_poll = self.nodes + 1 + interval;
        if self.must_stop() { Err(Aborted) } else { Ok(()) }
    }

    /// Whether a limit was reached, by the clock or by order.
    pub(super) fn must_stop(&self) -> bool {
        if self.shared.is_stopped() || self.total_nodes() >= self.node_limit {
            return true;
        }
        let Some(time) = &self.time else { return false };
        let elapsed = time.elapsed();
        time.is_over(elapsed) || self.shared.deadline().is_some_and(|deadline| elapsed >= deadline)
    }

    /// Whether another iteration may begin, see [`TimeManager::may_deepen`].
    pub(super) fn may_deepen(&self, is_settled: bool) -> bool {
        !self.must_stop() && self.time.is_none_or(|time| time.may_deepen(is_settled))
    }

    pub(super) fn clear_line(&mut self, ply: usize) {
        self.pv[ply].clear();
    }

    /// Puts a move before the best line of the next ply.
    pub(super) fn extend_line(&mut self, ply: usize, first: Coord) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(first);
        here[ply].extend_from_slice(&below[0]);
    }
}
