//! The command line of `explain`.

use std::io;

use companion::tools::explain::{self, ExplainOptions};

/// `dolmen explain`.
pub fn run(options: &ExplainOptions) -> io::Result<()> {
    explain::run(io::stdin().lock(), io::stdout().lock(), options)
}

/// Shown by `explain --help`.
pub const EXPLAIN_EXAMPLES: &str = "\
Examples:
  echo 'renju 15 h6a1h7a3f8a5g8a7' | dolmen explain
  echo 'freestyle 15 h8a1i8a3j8a5h9a7h10a9' | dolmen explain --svg > win.svg";
