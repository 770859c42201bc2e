use super::history::History;
use super::params::POLL_INTERVAL;
use super::time::TimeManager;
use super::tt::TranspositionTable;
use super::{Control, Limits};
use crate::board::Board;
use crate::eval::Evaluator;
use crate::types::Coord;

/// The search was told to end: no score came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aborted;

/// Everything that one searching thread owns, and what it shares.
pub struct SearchThread<'a> {
    pub(super) board: Board,
    pub(super) eval: Evaluator,
    pub(super) table: &'a TranspositionTable,
    pub(super) history: History,
    pub(super) time: TimeManager,
    control: &'a Control,
    node_limit: u64,
    pub(super) nodes: u64,
    next_poll: u64,
    pub(super) deepest: usize,
    /// Best line found from each ply on.
    pub(super) lines: Vec<Vec<Coord>>,
    /// Moves allowed at the root.
    pub(super) root_moves: Vec<Coord>,
}

impl<'a> SearchThread<'a> {
    /// Ready to search a position.
    pub fn new(
        board: &Board,
        limits: &Limits,
        control: &'a Control,
        table: &'a TranspositionTable,
    ) -> SearchThread<'a> {
        SearchThread {
            board: board.clone(),
            eval: Evaluator::new(board),
            table,
            history: History::new(),
            time: TimeManager::new(limits.clock, board.ply()),
            control,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_poll: POLL_INTERVAL,
            deepest: 0,
            lines: vec![Vec::new(); super::params::MAX_PLY + 2],
            root_moves: Vec::new(),
        }
    }

    pub(super) fn play(&mut self, c: Coord) {
        self.board.play(c);
        self.eval.follow(&self.board);
    }

    pub(super) fn undo(&mut self) {
        self.board.undo();
        self.eval.back();
    }

    /// Counts a visited position and now and then looks at the limits.
    pub(super) fn visit(&mut self, ply: usize) -> Result<(), Aborted> {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes < self.next_poll && self.nodes < self.node_limit {
            return Ok(());
        }
        self.next_poll = self.nodes + POLL_INTERVAL;
        if self.must_stop() { Err(Aborted) } else { Ok(()) }
    }

    /// Whether a limit was reached, by the clock or by order.
    pub(super) fn must_stop(&self) -> bool {
        let elapsed = self.time.elapsed();
        self.control.is_stopped()
            || self.nodes >= self.node_limit
            || self.time.is_over(elapsed)
            || self.control.deadline().is_some_and(|deadline| elapsed >= deadline)
    }

    pub(super) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Puts a move before the best line of the next ply.
    pub(super) fn extend_line(&mut self, ply: usize, first: Coord) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(first);
        here[ply].extend_from_slice(&below[0]);
    }
}
