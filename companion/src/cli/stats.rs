//! The command line of `stats`.

use std::io;
use std::sync::Arc;

use super::signals::stop_at_signals;
use companion::tools::stats::{self, StatsOptions};
use dolmen::search::Control;

/// `dolmen stats`.
pub fn run(options: &StatsOptions) -> io::Result<()> {
    let control = match options.nodes {
        Some(_) => stop_at_signals()?,
        None => Arc::new(Control::new()),
    };
    stats::run(options, io::stdin().lock(), io::stdout().lock(), io::stderr(), &control)
}

/// Shown by `stats --help`.
pub const EXAMPLES: &str = "\
Examples:
  dolmen stats games.rif --top 10                         openings, results, players
  dolmen stats *.sgf --nodes 20000 --output stats.html    with mistakes, as a page
  dolmen stats all.psq --format json";
