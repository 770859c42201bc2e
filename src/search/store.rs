//! What is known of positions beyond one search: a store that a search reads near its root.

use std::collections::HashMap;
use std::fmt;

use super::report::{Listener, Report, RootNews};
use super::tt::TableEntry;
use crate::board::Board;
use crate::types::{Bound, Coord, Depth, Score, Window};

/// What a store knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Score for the side to move; the plies of a win count from the position.
    pub score: Score,
    /// How it relates to the true one; exact for a win or a loss that is to count in every window,
    /// though a shorter one may exist.
    pub bound: Bound,
    /// Plies of the search that found it. Wins and losses are true at any depth.
    pub depth: u32,
}

/// A store of positions. Equal positions under the symmetries of the board are one.
///
/// Its methods are called from searching threads: they answer within microseconds, and an error
/// reads as an unknown position.
pub trait PositionStore: fmt::Debug + Send + Sync {
    /// What is known of the position, if it has a score.
    fn look_up(&self, board: &Board) -> Option<Known>;

    /// The points that are not to be considered as the next move.
    fn excluded(&self, board: &Board) -> Vec<Coord>;

    /// Takes note of proven wins and losses of positions, each for the side to move.
    fn learn(&self, proofs: &[(Board, Score)]);
}

/// A store is asked for positions so many plies from the root at most.
const NEAREST_PLIES: usize = 3;
/// And for so many positions by each thread: a lookup takes as long as several nodes.
const MOST_LOOKUPS: usize = 2048;

/// The part of a store that a search has seen.
pub(super) struct NearRoot<'a> {
    store: Option<&'a dyn PositionStore>,
    seen: HashMap<u64, Option<TableEntry>>,
}

impl<'a> NearRoot<'a> {
    pub(super) fn new(store: Option<&'a dyn PositionStore>) -> NearRoot<'a> {
        NearRoot { store, seen: HashMap::new() }
    }

    /// The score that the store has for a position below the root, if it decides a search of this
    /// depth in this window.
    pub(super) fn score(
        &mut self,
        board: &Board,
        window: Window,
        depth: Depth,
        ply: usize,
    ) -> Option<Score> {
        let store = self.store.filter(|_| (1..=NEAREST_PLIES).contains(&ply))?;
        let hash = board.hash();
        if !self.seen.contains_key(&hash) && self.seen.len() < MOST_LOOKUPS {
            self.seen.insert(hash, store.look_up(board).map(entry));
        }
        self.seen.get(&hash).copied().flatten()?.cutoff(window, depth, ply)
    }
}

fn entry(known: Known) -> TableEntry {
    let depth = Depth::new(i32::try_from(known.depth).unwrap_or(i32::MAX));
    let Known { score, bound, .. } = known;
    TableEntry { best: None, score, bound, depth, eval: score, fours_tried: 0, was_pv: false }
}

/// Passes everything on, and notes which moves at the root lose.
pub struct Proofs<'a> {
    listener: &'a mut dyn Listener,
    lost: HashMap<Coord, Score>,
}

impl<'a> Proofs<'a> {
    /// Nothing is proven yet.
    pub fn new(listener: &'a mut dyn Listener) -> Proofs<'a> {
        Proofs { listener, lost: HashMap::new() }
    }

    /// What a finished search of the board has proven. Of a search among some of the moves a loss
    /// proves nothing.
    pub fn of(self, board: &Board, report: &Report, is_restricted: bool) -> Vec<(Board, Score)> {
        let mut proofs = Vec::new();
        if report.score.is_win() || (report.score.is_loss() && !is_restricted) {
            proofs.push((board.clone(), report.score));
        }
        let wins = report.score.is_win() && !report.interrupted;
        let won = wins.then_some((report.best, report.score));
        let mut decided: Vec<(Coord, Score)> = self.lost.into_iter().chain(won).collect();
        decided.sort_unstable_by_key(|(c, _)| *c);
        for (c, score) in decided {
            let mut next = board.clone();
            next.play(c);
            proofs.push((next, score.one_ply_later()));
        }
        proofs
    }
}

impl Listener for Proofs<'_> {
    fn on_iteration(&mut self, report: &Report) {
        self.listener.on_iteration(report);
    }

    fn on_root(&mut self, news: RootNews) {
        self.listener.on_root(news);
    }

    fn on_lost(&mut self, c: Coord, score: Score) {
        self.lost.insert(c, score);
        self.listener.on_lost(c, score);
    }
}
