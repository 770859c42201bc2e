use std::time::Duration;

#[cfg(doc)]
use super::Limits;
use crate::types::{Coord, Score};

/// Beta cutoffs; `first / all` is the first-move cutoff rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CutOffs {
    /// All.
    pub all: u64,
    /// Caused by the first move tried.
    pub first: u64,
}

/// One finished iteration of a search; the last one holds the move to play.
#[derive(Clone, Debug)]
pub struct Report {
    /// Rank of this line in multi-PV mode ([`Limits::multi_pv`]), 0 for the best.
    pub rank: usize,
    /// How many lines are reported, see [`Limits::multi_pv`].
    pub multi_pv: usize,
    /// The best move found.
    pub best: Coord,
    /// Its score for the side to move.
    pub score: Score,
    /// Plies searched to the end.
    pub depth: u32,
    /// Whether another iteration was begun and could not be finished.
    pub interrupted: bool,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// Beta cutoffs of the main thread, as a measure of move ordering; only in the final report.
    pub cut_offs: CutOffs,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Best line, starting with `best`.
    pub pv: Vec<Coord>,
}

/// News of the moves at the root while an iteration runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootNews {
    /// Another iteration begins.
    Iteration,
    /// The search of this move begins.
    Trying(Coord),
    /// The search of this move has ended.
    Tried(Coord),
    /// This move is the best so far.
    Best(Coord),
    /// This move loses by force.
    Lost(Coord),
}

/// Receives the progress of a search, in the searching thread.
///
/// ```
/// use dolmen::board::Board;
/// use dolmen::engine::Engine;
/// use dolmen::search::{Control, Limits, Listener, Report};
/// use dolmen::types::{Coord, Rule, Size};
///
/// struct Depths(Vec<u32>);
///
/// impl Listener for Depths {
///     fn on_iteration(&mut self, report: &Report) {
///         self.0.push(report.depth);
///     }
/// }
///
/// let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
/// board.play(Coord::new(7, 7).unwrap());
/// let mut depths = Depths(Vec::new());
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// Engine::new(16 << 20, 1).think(&board, &limits, &Control::new(), &mut depths);
/// assert_eq!(depths.0, [1, 2, 3, 3]);
/// ```
pub trait Listener {
    /// An iteration is finished: once for each multi-PV line, the best first. The final report
    /// comes once more, at the end.
    fn on_iteration(&mut self, report: &Report);

    /// Something happened at the root.
    fn on_root(&mut self, _news: RootNews) {}

    /// A move at the root is proven to lose, with this score for the side to move.
    fn on_lost(&mut self, _c: Coord, _score: Score) {}
}

/// A listener that ignores everything.
pub struct Silent;

impl Listener for Silent {
    fn on_iteration(&mut self, _report: &Report) {}
}
