//! Many threads on one position that share only the transposition table (Lazy SMP,
//! known from chess engines). Each deepens by itself; what one has found spares the others work.

use std::collections::HashMap;
use std::time::Duration;

use super::deepening::root_moves;
use super::params::{MAX_DEPTH, VOTE_BASE};
use super::sync::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use super::thread::SearchThread;
use super::{
    Control, Helper, Limits, Listener, Report, RootNews, Setup, Silent, TranspositionTable,
};
use crate::board::Board;
use crate::types::{Coord, Depth};

/// What the threads of one search have in common besides the transposition table.
pub struct Shared<'a> {
    control: &'a Control,
    /// The settings of the search.
    pub setup: &'a Setup,
    finished: AtomicBool,
    nodes: AtomicU64,
    /// How many threads have begun an iteration of each depth.
    begun: Vec<AtomicU32>,
}

impl<'a> Shared<'a> {
    /// For a search that begins.
    pub fn new(control: &'a Control, setup: &'a Setup) -> Shared<'a> {
        let begun = (0..=MAX_DEPTH.plies()).map(|_| AtomicU32::new(0)).collect();
        let (finished, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        Shared { control, setup, finished, nodes, begun }
    }

    /// Adds to the positions visited by all threads, and returns their number.
    pub fn count(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    /// Whether the search was stopped, or its main thread is done.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped() || self.finished.load(Ordering::Relaxed)
    }

    /// When the search must end, counted from its start.
    pub fn deadline(&self) -> Option<Duration> {
        self.control.deadline()
    }

    /// Whether a helper does better to skip this depth: half of the threads are at it.
    pub fn is_taken(&self, depth: Depth) -> bool {
        let begun = self.begun[depth.plies() as usize].fetch_add(1, Ordering::Relaxed);
        2 * begun as usize >= self.setup.threads
    }
}

/// Ends the helpers even if the main thread panics: they are waited for.
struct Finish<'a>(&'a Shared<'a>);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.finished.store(true, Ordering::Relaxed);
    }
}

/// Searches a position by iterative deepening and reports each finished iteration; the last
/// report holds the move to play. `None` if the board is full.
///
/// A move is always found, however little time there is. It is an allowed one unless black has
/// nothing but forbidden points left. With one thread and no clock, the result depends only on
/// the position, the limits and what is in the table.
pub fn run(
    board: &Board,
    limits: &Limits,
    control: &Control,
    table: &TranspositionTable,
    setup: &Setup,
    listener: &mut dyn Listener,
) -> Option<Report> {
    let root_moves = root_moves(&mut board.clone(), limits);
    let &first = root_moves.first()?;
    let shared = Shared::new(control, setup);
    let mut main = SearchThread::new(board, limits, &shared, table, listener);
    main.root_moves.clone_from(&root_moves);
    let mut best = main.at_sight(first, limits);
    let is_open = limits.multi_pv > 1 || (!best.score.is_decisive() && root_moves.len() > 1);
    if is_open {
        let help = || help(board, limits, &shared, table, &root_moves, best.clone());
        let mut own = best.clone();
        let mut helped = vec![None; setup.threads - 1];
        let helpers =
            helped.iter_mut().map(|report| -> Helper { Box::new(|| *report = Some(help())) });
        setup.helpers.run_beside(helpers.collect(), &mut || {
            let _finish = Finish(&shared);
            main.deepen(limits, &mut own);
        });
        let reports = std::iter::once(own).chain(helped.into_iter().flatten());
        best = vote(reports.collect(), limits).unwrap_or(best);
    }
    main.announce();
    best.nodes = main.total_nodes();
    best.cut_offs = main.cut_offs;
    best.elapsed = main.elapsed();
    main.listener.on_root(RootNews::Best(best.best));
    main.listener.on_iteration(&best);
    Some(best)
}

/// What a helper does: the same search, silently, at depths that few others are at.
fn help(
    board: &Board,
    limits: &Limits,
    shared: &Shared,
    table: &TranspositionTable,
    root_moves: &[Coord],
    mut best: Report,
) -> Report {
    let mut silent = Silent;
    let mut thread = SearchThread::new(board, limits, shared, table, &mut silent);
    thread.time = None;
    thread.root_moves = root_moves.to_vec();
    thread.deepen(limits, &mut best);
    thread.announce();
    best
}

/// Thread voting: the report with the shortest win, or else with the move that has most votes; a
/// thread's vote is weighted by its depth and its score. In multi-PV mode the main thread's report.
fn vote(reports: Vec<Report>, limits: &Limits) -> Option<Report> {
    if limits.multi_pv > 1 || reports.len() == 1 {
        return reports.into_iter().next();
    }
    if let Some(win) = reports.iter().filter(|r| r.score.is_win()).max_by_key(|r| r.score) {
        return Some(win.clone());
    }
    let least = reports.iter().map(|r| r.score).min()?;
    let weight =
        |r: &Report| i64::from(r.score.value() - least.value() + VOTE_BASE) * i64::from(r.depth);
    let mut votes: HashMap<Coord, i64> = HashMap::new();
    for report in &reports {
        *votes.entry(report.best).or_default() += weight(report);
    }
    // Of equals the first, which is the main thread's.
    reports.into_iter().rev().max_by_key(|r| (votes[&r.best], weight(r)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::search::{Params, SystemThreads};
    use crate::types::{Rule, Size};

    fn five_stones() -> Board {
        let stones = [(7, 7), (8, 8), (8, 7), (6, 7), (7, 6)];
        let moves = stones.map(|(x, y)| Coord::new(x, y).expect("a point"));
        Board::with_moves(Rule::Freestyle, Size::new(15).expect("a size"), &moves)
    }

    fn table() -> TranspositionTable {
        TranspositionTable::new(1 << 20)
    }

    /// What a search from five stones reports in the end.
    fn searched(
        threads: usize,
        limits: &Limits,
        table: &TranspositionTable,
        listener: &mut dyn Listener,
        control: &Control,
    ) -> Report {
        let helpers = Arc::new(SystemThreads);
        let params = Params::default();
        let setup = Setup { params, net: None, threads, helpers, store: None };
        run(&five_stones(), limits, control, table, &setup, listener).expect("a move")
    }

    /// No thread may have positions left that it has not told of.
    #[test]
    fn threads_report_all_their_positions() {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let nodes =
            |threads| searched(threads, &limits, &table(), &mut Silent, &Control::new()).nodes;
        assert!(nodes(1) > 0 && nodes(2) >= nodes(1), "{} of {}", nodes(2), nodes(1));
    }

    /// Each of two threads visited as many as the limit, if that was below the interval of polls.
    #[test]
    fn threads_share_a_small_node_limit() {
        let limits = Limits { nodes: Some(200), ..Limits::default() };
        let nodes = searched(2, &limits, &table(), &mut Silent, &Control::new()).nodes;
        assert!((200..400).contains(&nodes), "{nodes}");
    }

    /// Stops a search when its first move at the root is tried.
    struct Stopper<'a>(&'a Control);

    impl Listener for Stopper<'_> {
        fn on_iteration(&mut self, _report: &Report) {}

        fn on_root(&mut self, news: RootNews) {
            if matches!(news, RootNews::Trying(_)) {
                self.0.stop();
            }
        }
    }

    /// The first positions are the slowest, where they are the first use of a large table.
    #[test]
    fn a_search_that_has_just_begun_stops_at_once() {
        let control = Control::new();
        let (limits, mut stopper) = (Limits::default(), Stopper(&control));
        let nodes = searched(1, &limits, &table(), &mut stopper, &control).nodes;
        assert!(nodes < 10, "{nodes}");
    }

    /// What is best among some moves must not be taken for what is best.
    #[test]
    fn a_search_with_excluded_moves_does_not_judge_the_position() {
        let known = |excluded: Vec<Coord>| {
            let table = table();
            let limits = Limits { nodes: Some(3000), excluded, ..Limits::default() };
            let report = searched(1, &limits, &table, &mut Silent, &Control::new());
            (report.best, table.probe(five_stones().hash()).is_some())
        };
        let (best, is_known) = known(Vec::new());
        assert!(is_known);
        let (second, is_known) = known(vec![best]);
        assert!(second != best && !is_known);
    }
}
