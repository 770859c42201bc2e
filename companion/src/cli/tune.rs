//! The command line of `tune`.

use std::io;

use companion::tools::tune::{self, TuneOptions};

/// `dolmen tune`.
pub fn run(options: &TuneOptions) -> io::Result<()> {
    tune::run(options, io::stdout().lock())
}

/// Shown by `tune --help`.
pub const EXAMPLES: &str = "\
Example:
  dolmen tune --state renju.json --rule renju --openings tests/data/openings/renju-15.txt \\
      --only policy_gap_base,policy_gap_slope --threads 2";
