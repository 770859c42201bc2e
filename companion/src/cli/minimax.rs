//! The command line of `minimax`.

use std::io;

use companion::tools::minimax::{self, MinimaxOptions};

/// `dolmen minimax`.
pub fn run(options: &MinimaxOptions) -> io::Result<()> {
    minimax::run(options, io::stdin().lock(), io::stdout().lock())
}

/// Shown by `minimax --help`.
pub const EXAMPLES: &str = "\
Examples:
  dolmen minimax
  dolmen minimax connect-four --depth 6 --first
  dolmen minimax --moves 1,2,3,5,8,6 --trace";
