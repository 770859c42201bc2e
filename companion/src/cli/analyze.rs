//! The command line of `analyze`.

use std::io;

use companion::tools::analyze::{self, AnalyzeOptions};

/// `dolmen analyze`.
pub fn run(options: &AnalyzeOptions) -> io::Result<()> {
    analyze::run(options, io::stdin().lock(), io::stdout().lock(), io::stderr())
}

/// Shown by `analyze --help`.
pub const EXAMPLES: &str = "\
Examples:
  dolmen analyze game.psq                                 a report on the terminal
  dolmen analyze game.psq --rule renju --output game.html a web page
  dolmen analyze all.sgf --output pages/ --time 300       a page for each game
  dolmen analyze game.sgf --output commented.sgf          comments and better lines
  echo h8i9h10i8i7 | dolmen analyze - --nodes 50000 --format json";
