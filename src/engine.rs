//! Layer 4: the façade over board, evaluation and search.

use std::sync::Arc;

use crate::board::Board;
use crate::eval::NetChoice;
use crate::search::{
    self, BalanceGoal, Control, Helpers, Limits, Listener, Params, PositionStore, Proofs, Report,
    Setup, Silent, SystemThreads, TranspositionTable,
};
use crate::types::Coord;

mod level;
mod proof;
mod soosorv;
mod swap2;
mod worker;

pub use level::{Habits, Level};
pub use proof::{Attack, Proof, ProofLimits};
pub use soosorv::{MOST_FIFTHS, Soosorv, SoosorvStep};
pub use swap2::{Placement, Swap2};
pub use worker::work_off;

/// The engine: what outlives a search, tables and settings. Positions are passed to each search.
///
/// ```
/// use dolmen::board::Board;
/// use dolmen::engine::Engine;
/// use dolmen::search::{Control, Limits, Silent};
/// use dolmen::types::{Rule, Size};
///
/// let board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let report = Engine::new(16 << 20, 1).think(&board, &limits, &Control::new(), &mut Silent);
/// let best = report.unwrap().best;
/// assert_eq!((best.x(), best.y()), (7, 7));
/// ```
pub struct Engine {
    table: TranspositionTable,
    threads: usize,
    helpers: Arc<dyn Helpers>,
    net: NetChoice,
    /// Tuned search parameters, by name.
    tuned: Vec<(String, i32)>,
    store: Option<Arc<dyn PositionStore>>,
}

/// Memory of the program besides the transposition table: code, pattern tables, stacks.
const OVERHEAD: u64 = 8 << 20;
/// One part in so many of the memory is kept back for allocator overhead.
const RESERVE: u64 = 64;
/// The same for each searching thread.
const OVERHEAD_OF_THREAD: u64 = 256 << 10;
/// Most search threads.
pub const MOST_THREADS: usize = 256;
/// Largest transposition table in bytes.
pub const LARGEST_TABLE: u64 = 16 << 30;
/// The table is never smaller, whatever the limit.
const SMALLEST_TABLE: u64 = 256 << 10;

impl Engine {
    /// An engine that keeps within `memory` bytes in all (a few megabytes at least), and searches
    /// with `threads` of 1 to [`MOST_THREADS`]: what is beyond them counts as the nearest.
    /// With one thread a search is deterministic, see [`Engine::think`].
    pub fn new(memory: u64, threads: usize) -> Engine {
        Engine::with_table(table_limit(memory, threads), threads)
    }

    /// An engine with a transposition table of at most this many bytes.
    pub fn with_table(bytes: u64, threads: usize) -> Engine {
        let table = TranspositionTable::new(clamped(bytes));
        let (threads, helpers) = (threads.clamp(1, MOST_THREADS), Arc::new(SystemThreads));
        let (net, tuned) = (NetChoice::default(), Vec::new());
        Engine { table, threads, helpers, net, tuned, store: None }
    }

    /// Sets the limit of the transposition table in bytes, and the threads; the table is cleared if
    /// its limit changes.
    pub fn set_resources(&mut self, table: u64, threads: usize) {
        self.threads = threads.clamp(1, MOST_THREADS);
        if clamped(table) != self.table.limit() {
            self.table = TranspositionTable::new(clamped(table));
        }
    }

    /// Sets what runs all threads but the first; so far [`SystemThreads`] do.
    pub fn set_helpers(&mut self, helpers: Arc<dyn Helpers>) {
        self.helpers = helpers;
    }

    /// Sets search parameters ([`Params::ALL`]), replacing all set before. Unknown names are
    /// ignored.
    pub fn tune(&mut self, values: &[(String, i32)]) {
        self.tuned = values.to_vec();
    }

    /// Sets the net that corrects the evaluation; clears the table if it changes.
    pub fn set_net(&mut self, net: NetChoice) {
        if net != self.net {
            self.net = net;
            self.clear();
        }
    }

    /// Sets the store of positions that searches read near their root. What [`Engine::think`] proves
    /// is written to it.
    pub fn set_store(&mut self, store: Option<Arc<dyn PositionStore>>) {
        self.store = store;
    }

    fn setup(&self, board: &Board, threads: usize) -> Setup {
        let net = self.net.of(board.rule(), board.size());
        let (params, store) = (self.params(), self.store.clone());
        let helpers = Arc::clone(&self.helpers);
        Setup { params, net, threads, helpers, store }
    }

    fn params(&self) -> Params {
        let mut params = Params::default();
        for (name, value) in &self.tuned {
            params.set(name, *value);
        }
        params
    }

    /// Clears the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches for the side to move; `None` if the board is full. The move found is an allowed
    /// one unless only forbidden points are left.
    ///
    /// With one thread, a node limit and no clock the result depends only on the position and on
    /// what was searched since [`Engine::clear`].
    pub fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> Option<Report> {
        self.table.reserve(limits.expected_nodes(board, self.threads));
        let Some(store) = self.store.clone() else {
            return self.search(board, limits, control, listener);
        };
        let excluded = [limits.excluded.clone(), store.excluded(board)].concat();
        let limits = Limits { excluded, ..limits.clone() };
        let mut proofs = Proofs::new(listener);
        let report = self.search(board, &limits, control, &mut proofs)?;
        store.learn(&proofs.of(board, &report, !limits.excluded.is_empty()));
        Some(report)
    }

    /// Ponders in the opponent's time, usually without limits. The table does not grow, since
    /// growing would clear it.
    pub fn ponder(&mut self, board: &Board, limits: &Limits, control: &Control) -> Option<Report> {
        self.search(board, limits, control, &mut Silent)
    }

    fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> Option<Report> {
        self.table.age();
        let setup = self.setup(board, self.threads);
        search::run(board, limits, control, &self.table, &setup, listener)
    }

    /// One or two stones, placed by the sides in turn, after which the score for the side to move
    /// now is closest to `bias`. Empty if there is no room, or for another count.
    pub fn balance(
        &mut self,
        board: &Board,
        count: usize,
        bias: i32,
        limits: &Limits,
        control: &Control,
    ) -> Vec<Coord> {
        self.table.reserve(limits.expected_nodes(board, 1));
        self.table.age();
        let setup = self.setup(board, 1);
        let goal = BalanceGoal { count, bias };
        search::balance(board, goal, limits, control, &self.table, &setup)
    }
}

/// Bytes that the transposition table may take of this much memory for the whole program.
pub fn table_limit(memory: u64, threads: usize) -> u64 {
    let of_threads = OVERHEAD_OF_THREAD * threads.min(MOST_THREADS) as u64;
    memory.saturating_sub(OVERHEAD + of_threads + memory / RESERVE)
}

fn clamped(table: u64) -> usize {
    table.clamp(SMALLEST_TABLE, LARGEST_TABLE) as usize
}
