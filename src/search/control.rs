use std::time::Duration;

use super::sync::{AtomicBool, AtomicU64, Ordering};

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
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    /// Milliseconds after the search's start at which it must end; `u64::MAX` = none. Lowered only.
    deadline_ms: AtomicU64,
}

impl Default for Control {
    fn default() -> Control {
        Control::new()
    }
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

    /// What [`Control::stop`] sets to true: for those who share with the search nothing but memory.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether the search was stopped.
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
