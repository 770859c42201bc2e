//! The command line of `analyze`.

use std::io;

use super::signals::stop_at_signals;
use companion::tools::analyze::{self, AnalyzeOptions, deep};

/// `dolmen analyze`.
pub fn run(options: &AnalyzeOptions) -> io::Result<()> {
    let (input, output, notes) = (io::stdin().lock(), io::stdout().lock(), io::stderr());
    if options.deep.deep.is_none() {
        return analyze::run(options, input, output, notes);
    }
    let control = stop_at_signals()?;
    deep::run(options, input, output, notes, &control)
}

/// Shown by `analyze --help`.
pub const EXAMPLES: &str = "\
Examples:
  dolmen analyze game.psq                                 a report on the terminal
  dolmen analyze game.psq --rule renju --output game.html a web page
  dolmen analyze all.sgf --output pages/ --time 300       a page for each game
  dolmen analyze game.sgf --output commented.sgf          comments and better lines
  echo h8i9h10i8i7 | dolmen analyze - --nodes 50000 --format json
  dolmen analyze game.sgf --deep game.db --time 5000      one position for hours, until Ctrl-C";
