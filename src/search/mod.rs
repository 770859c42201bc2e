//! Layer 3: search. Knows no text.

mod balance;
mod control;
mod correction;
mod deepening;
mod helpers;
mod history;
mod limits;
mod lines;
mod node;
mod parallel;
mod params;
mod picker;
pub mod refutation;
mod report;
mod selectivity;
mod store;
mod sync;
mod thread;
pub mod threats;
mod time;
mod tt;
pub mod vcf;

use std::sync::Arc;

pub use balance::{BalanceGoal, balance};
pub use control::Control;
pub use helpers::{Helper, Helpers, SystemThreads};
pub use limits::{Clock, Limits, check_excluded};
pub use lines::{LastLines, Lines};
pub use parallel::run;
pub use params::{ForcingLimit, Params, Tunable};
pub use report::{CutOffs, Listener, Report, RootNews, Silent};
pub use store::{Known, PositionStore, Proofs};
pub use time::keep_margin;
pub use tt::TranspositionTable;

use crate::eval::Net;

/// The settings of a search.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its parameters.
    pub params: Params,
    /// The net that corrects the evaluation.
    pub net: Option<Arc<Net>>,
    /// Threads to search with.
    pub threads: usize,
    /// What runs all of them but the first.
    pub helpers: Arc<dyn Helpers>,
    /// What is known of positions near the root.
    pub store: Option<Arc<dyn PositionStore>>,
}
