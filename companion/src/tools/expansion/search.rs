//! The searches by which positions grow.

use std::collections::HashSet;

use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::search::{Control, LastLines, Report};
use dolmen::types::{Bound, Coord, Score};
use dolmen_study::analyze::study::Effort;
use dolmen_study::openings::course::outside_middle;

use crate::database::key::Layout;
use crate::database::record::{Record, Source};

/// A position to be searched.
pub struct Job {
    pub(super) node: usize,
    pub(super) board: Board,
    /// Moves that have values, and those that a user has ruled out.
    pub(super) excluded: Vec<Coord>,
}

/// A first move that a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub(super) coord: Coord,
    pub(super) score: Score,
    /// Plies searched to the end.
    pub(super) depth: u32,
}

impl Found {
    /// What it says of the position after the move.
    pub(super) fn record(&self) -> Record {
        if self.score.is_decisive() {
            return Record::proof(self.score.one_ply_later());
        }
        Record {
            score: -self.score,
            bound: Some(Bound::Exact),
            depth: u8::try_from(self.depth.saturating_sub(1)).unwrap_or(u8::MAX),
            source: Source::Book,
            ..Record::default()
        }
    }
}

/// Searches the `width` best moves among those that are not excluded, the best first; none if there is no
/// move. Of moves that a symmetry makes equal, one is searched. `None` if `control` stopped it.
pub fn first_moves(
    engine: &mut Engine,
    job: &Job,
    (effort, width): (Effort, usize),
    control: &Control,
) -> Option<Vec<Found>> {
    let Job { board, .. } = job;
    let (placed, mut seen) = (Layout::of(board).placed(), HashSet::new());
    let excluded = [&job.excluded[..], &outside_middle(board)].concat();
    let is_wanted = |c: &Coord| {
        seen.insert(placed.point(*c)) && !excluded.contains(c) && !board.is_forbidden(*c)
    };
    let (wanted, excluded): (Vec<Coord>, Vec<Coord>) =
        board.empty_cells().iter().partition(is_wanted);
    if wanted.is_empty() {
        return Some(Vec::new());
    }
    let mut lines = LastLines::default();
    let report = engine.think(board, &effort.limits(width, excluded), control, &mut lines);
    if control.is_stopped() {
        return None;
    }
    let mut found = lines.complete();
    // The last search may have found more than the last complete iteration knew.
    if let Some(report) = report.filter(|last| found.is_empty() || last.score.is_decisive()) {
        found.retain(|line| line.best != report.best);
        found.insert(0, report);
    }
    found.retain(|line| wanted.contains(&line.best));
    found.sort_by_key(|line| std::cmp::Reverse(line.score));
    let line = |line: &Report| Found { coord: line.best, score: line.score, depth: line.depth };
    Some(found.iter().map(line).collect())
}
