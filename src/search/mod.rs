//! Layer 3: what to play. Knows no text.

mod deepening;
mod history;
mod node;
mod params;
mod picker;
mod thread;
pub mod threats;
mod time;
mod tt;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub use deepening::run;
pub use tt::TranspositionTable;

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

/// What a search may spend, and where it may not play.
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
}

/// The handle by which another thread ends a running search or moves its deadline.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    /// Milliseconds after the search's start at which it must end; `u64::MAX` = none. Lowered only.
    deadline_ms: AtomicU64,
}

/// One finished iteration of a search; the last one holds the move to play.
#[derive(Clone, Debug)]
pub struct Report {
    /// The best move found.
    pub best: Coord,
    /// Its score for the side to move.
    pub score: Score,
    /// Plies searched to the end.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Best line, starting with `best`.
    pub pv: Vec<Coord>,
}

/// Hears of each finished iteration.
pub trait Listener {
    /// Called from the searching thread.
    fn on_iteration(&mut self, report: &Report);
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
