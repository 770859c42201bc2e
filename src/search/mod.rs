//! Layer 3: what to play. Knows no text.

mod balance;
mod deepening;
mod history;
mod node;
mod parallel;
mod params;
mod picker;
mod selectivity;
mod sync;
mod thread;
pub mod threats;
mod time;
mod tt;

use std::sync::Arc;
use std::time::{Duration, Instant};

pub use balance::balance;
pub use parallel::run;
pub use params::{ForcingLimit, Params, Tunable};
pub use tt::TranspositionTable;

use params::{MAX_DEPTH, MOST_NODES_PER_MS};
use sync::{AtomicBool, AtomicU64, Ordering};
use time::TimeManager;

use crate::eval::Net;
use crate::types::{Coord, Score};

/// The clock of the side to move, as the manager told it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// When the request for the move was received.
    pub start: Instant,
    /// Longest time for this move; `None` = unlimited, zero = answer at once.
    pub turn: Option<Duration>,
    /// Time left for all remaining moves; `None` = unlimited.
    pub left: Option<Duration>,
    /// Time added after each move.
    pub increment: Duration,
}

/// What a search may spend, and where it may not play. Without any limit it goes on until it is
/// [stopped](Control::stop), or has found a win.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use dolmen::search::{Clock, Limits};
///
/// let by_positions = Limits { nodes: Some(10_000), lines: 3, ..Limits::default() };
/// let (start, second) = (Instant::now(), Duration::from_secs(1));
/// let clock = Clock { start, turn: Some(second), left: None, increment: Duration::ZERO };
/// let by_time = Limits { clock: Some(clock), ..Limits::default() };
/// assert_eq!((by_positions.depth, by_time.nodes), (None, None));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Deepest iteration in plies.
    pub depth: Option<u32>,
    /// Positions to visit; with one thread the search is then deterministic.
    pub nodes: Option<u64>,
    /// Clock; `None` = no time limit.
    pub clock: Option<Clock>,
    /// Points that are not to be played at the root, unless nothing else is left.
    pub excluded: Vec<Coord>,
    /// Positions that the search is expected to visit, for which the transposition table makes
    /// room; by default what the clock and `nodes` allow.
    pub expected: Option<u64>,
    /// First moves to report on, each with its own best line; 0 counts as 1. With more than one,
    /// no move is taken for decided at sight.
    pub lines: usize,
}

impl Limits {
    /// About how many positions a search will visit with so many stones on the board.
    pub fn expected_nodes(&self, stones: usize, threads: usize) -> u64 {
        if let Some(expected) = self.expected {
            return expected;
        }
        let time = TimeManager::new(self.clock, stones).optimum();
        let by_clock = time.map_or(u64::MAX, |time| {
            (time.as_millis() as u64).saturating_mul(MOST_NODES_PER_MS * threads as u64)
        });
        self.nodes.unwrap_or(u64::MAX).min(by_clock)
    }

    /// Deepest iteration, bounded by what the search can do.
    fn max_depth(&self) -> i32 {
        self.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32)
    }
}

/// What a search goes by.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its numbers.
    pub params: Params,
    /// The net that corrects the evaluation.
    pub net: Option<Arc<Net>>,
    /// Threads to search with.
    pub threads: usize,
}

/// The handle by which another thread ends a running search or moves its deadline. For one
/// search: a control that was stopped stays stopped.
///
/// ```
/// use std::sync::Arc;
/// use std::thread;
/// use std::time::Duration;
///
/// use dolmen::board::Board;
/// use dolmen::engine::Engine;
/// use dolmen::search::{Control, Limits, Silent};
/// use dolmen::types::{Coord, Rule, Size};
///
/// let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
/// board.play(Coord::new(7, 7).unwrap());
/// let control = Arc::new(Control::new());
/// let handle = Arc::clone(&control);
/// thread::spawn(move || {
///     thread::sleep(Duration::from_millis(20));
///     handle.stop();
/// });
/// let limits = Limits { expected: Some(10_000), ..Limits::default() };
/// let report = Engine::new(16 << 20, 1).think(&board, &limits, &control, &mut Silent);
/// assert!(control.is_stopped() && board.is_empty(report.unwrap().best));
/// ```
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    /// Milliseconds after the search's start at which it must end; `u64::MAX` = none. Lowered only.
    deadline_ms: AtomicU64,
}

/// Refuted positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CutOffs {
    /// All.
    pub all: u64,
    /// Those refuted by the first move tried.
    pub first: u64,
}

/// One finished iteration of a search; the last one holds the move to play.
#[derive(Clone, Debug)]
pub struct Report {
    /// Place of this line among those asked for by [`Limits::lines`], the best one being 0.
    pub rank: usize,
    /// How many lines are reported, see [`Limits::lines`].
    pub lines: usize,
    /// The best move found.
    pub best: Coord,
    /// Its score for the side to move.
    pub score: Score,
    /// Plies searched to the end.
    pub depth: u32,
    /// Whether another iteration was begun and could not be finished.
    pub broken_off: bool,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// How often a move refuted its position, and how often the first one did: a measure of the
    /// order of moves. Of the main thread; only in the final report.
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
    /// This move is looked at now.
    Trying(Coord),
    /// This move was looked at.
    Tried(Coord),
    /// This move is the best so far.
    Best(Coord),
    /// This move loses by force.
    Lost(Coord),
}

/// Hears how a search goes on. Called from the searching thread.
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
    /// An iteration is finished: once for each line asked for, the best first. The final report
    /// comes once more, at the end.
    fn on_iteration(&mut self, report: &Report);

    /// Something happened at the root.
    fn on_root(&mut self, _news: RootNews) {}
}

/// A listener that ignores everything.
pub struct Silent;

impl Listener for Silent {
    fn on_iteration(&mut self, _report: &Report) {}
}

impl Control {
    /// Ready for one search.
    pub fn new() -> Control {
        Control { stop: AtomicBool::new(false), deadline_ms: AtomicU64::new(u64::MAX) }
    }

    /// Ends the search as soon as possible; it still returns its best move.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search at the latest this long after its clock started.
    pub fn limit_time(&self, since_start: Duration) {
        self.deadline_ms.fetch_min(since_start.as_millis() as u64, Ordering::Relaxed);
    }

    /// The deadline set by [`Control::limit_time`].
    pub fn deadline(&self) -> Option<Duration> {
        match self.deadline_ms.load(Ordering::Relaxed) {
            u64::MAX => None,
            ms => Some(Duration::from_millis(ms)),
        }
    }
}
