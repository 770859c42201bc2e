//! Layer 4: the façade. STUB: plays a free point near the centre after a short wait.

use std::time::Duration;

use crate::board::Board;
use crate::search::{Control, Limits, Listener, Report};
use crate::types::{Coord, Score};

/// What the engine decides when asked about a swap2 opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// The three stones of a new opening: black, white, black.
    Open([Coord; 3]),
    /// Take the other colour (that is: black, for the side asked).
    Swap,
    /// Keep white and play this stone.
    Stay(Coord),
    /// Place a white and a black stone and leave the choice to the opponent.
    PutTwo([Coord; 2]),
}

/// Everything that thinks: tables, threads. The position is passed to each search.
pub struct Engine {}

#[allow(missing_docs)]
impl Engine {
    /// `memory` in bytes is an upper limit for all the engine keeps.
    pub fn new(memory: u64, threads: usize) -> Engine {
        let _ = (memory, threads);
        Engine {}
    }
    pub fn set_memory(&mut self, _bytes: u64) {}
    pub fn set_threads(&mut self, _threads: usize) {}
    /// Forgets everything learned in earlier searches.
    pub fn clear(&mut self) {}

    /// Searches for the side to move. `None` if no point is free (or none is legal).
    pub fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> Option<Report> {
        let n = board.size().get();
        let centre = Coord::new(n / 2, n / 2)?;
        let d = |c: &Coord| c.x().abs_diff(centre.x()).max(c.y().abs_diff(centre.y()));
        let best = board.size().coords().filter(|&c| board.is_empty(c)).min_by_key(d)?;
        let wait = limits.clock.and_then(|c| c.turn).unwrap_or_default().mul_f64(0.8);
        let start = std::time::Instant::now();
        while board.ply() > 0 && start.elapsed() < wait && !control.is_stopped() {
            if control.deadline().is_some_and(|d| start.elapsed() > d) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let report = Report {
            best,
            score: Score::DRAW,
            depth: 1,
            selective_depth: 1,
            nodes: 1,
            elapsed: start.elapsed(),
            pv: vec![best],
        };
        listener.on_iteration(&report);
        Some(report)
    }

    /// Decides on a swap2 opening of 0, 3 or 5 stones. `None` for other counts.
    pub fn swap2(&mut self, board: &Board, limits: &Limits, control: &Control) -> Option<Swap2> {
        match board.ply() {
            0 => {
                let mut free = board.size().coords();
                Some(Swap2::Open([free.next()?, free.next()?, free.next()?]))
            }
            3 | 5 => Some(Swap2::Stay(
                self.think(board, limits, control, &mut crate::search::Silent)?.best,
            )),
            _ => None,
        }
    }
}
