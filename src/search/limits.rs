use std::time::Duration;

use super::params::{MAX_DEPTH, MOST_NODES_PER_MS, SHALLOW_DEPTH, SHALLOW_NODES};
use super::time::TimeManager;
use crate::board::Board;
use crate::types::{Coord, Depth, Instant};

/// The clock of the side to move, as the manager sent it.
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
/// [stopped](super::Control::stop), or has found a win.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use dolmen::search::{Clock, Limits};
///
/// let by_positions = Limits { nodes: Some(10_000), multi_pv: 3, ..Limits::default() };
/// let (start, second) = (Instant::now(), Duration::from_secs(1));
/// let clock = Clock { start, turn: Some(second), left: None, increment: Duration::ZERO };
/// let by_time = Limits { clock: Some(clock), ..Limits::default() };
/// assert_eq!((by_positions.depth, by_time.nodes), (None, None));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// Deepest iteration in plies.
    pub depth: Option<u32>,
    /// Positions to visit; with one thread the search is then deterministic.
    pub nodes: Option<u64>,
    /// Clock; `None` = no time limit.
    pub clock: Option<Clock>,
    /// Points excluded at the root, unless no other is left.
    pub excluded: Vec<Coord>,
    /// Positions that the search is expected to visit, for which the transposition table makes
    /// room; by default what the clock, `nodes` and `depth` allow.
    pub expected: Option<u64>,
    /// First moves to report on, each with its own principal variation; at least 1. With more than
    /// one, immediate wins and forced replies are searched as well.
    pub multi_pv: usize,
}

/// Whether the side to move has a move beside the excluded points.
///
/// # Errors
/// If it has none, or one of the points is off the board.
pub fn check_excluded(board: &Board, excluded: &[Coord]) -> Result<(), String> {
    if let Some(c) = excluded.iter().find(|&&c| !board.size().contains(c)) {
        return Err(format!("exclude: {c} is off the board"));
    }
    let is_left = |c: Coord| !excluded.contains(&c) && !board.is_forbidden(c);
    let is_one_left = excluded.is_empty() || board.empty_cells().iter().any(is_left);
    is_one_left.then_some(()).ok_or_else(|| "exclude: no move is left".into())
}

impl Default for Limits {
    /// No limit, one principal variation.
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            clock: None,
            excluded: Vec::new(),
            expected: None,
            multi_pv: 1,
        }
    }
}

impl Limits {
    /// About how many positions a search of this board will visit.
    pub fn expected_nodes(&self, board: &Board, threads: usize) -> u64 {
        if let Some(expected) = self.expected {
            return expected;
        }
        let time = TimeManager::new(self.clock, board).optimum();
        let by_clock = time.map_or(u64::MAX, |time| {
            (time.as_millis() as u64).saturating_mul(MOST_NODES_PER_MS * threads as u64)
        });
        let is_shallow = self.depth.is_some_and(|depth| depth <= SHALLOW_DEPTH);
        let by_depth = if is_shallow { SHALLOW_NODES } else { u64::MAX };
        self.nodes.unwrap_or(u64::MAX).min(by_clock).min(by_depth)
    }

    /// Deepest iteration, bounded by what the search can do.
    pub(super) fn max_depth(&self) -> Depth {
        let plies = |depth: u32| i32::try_from(depth).unwrap_or(i32::MAX);
        self.depth.map_or(MAX_DEPTH, |depth| Depth::new(plies(depth)).min(MAX_DEPTH))
    }
}
