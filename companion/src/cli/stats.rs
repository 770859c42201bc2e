//! The command line of `stats`.

use std::io;

use companion::tools::stats::{self, StatsOptions};

/// `dolmen stats`.
pub fn run(options: &StatsOptions) -> io::Result<()> {
    stats::run(options, io::stdin().lock(), io::stdout().lock(), io::stderr())
}

/// Shown by `stats --help`.
pub const EXAMPLES: &str = "\
Examples:
  dolmen stats games.rif --top 10                         openings, results, players
  dolmen stats *.sgf --nodes 20000 --output stats.html    with mistakes, as a page
  dolmen stats all.psq --format json";
