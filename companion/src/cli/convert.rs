//! The command line of `convert`.

use std::io;

use companion::tools::convert::{self, ConvertOptions};

/// `dolmen convert`.
pub fn run(options: &ConvertOptions) -> io::Result<()> {
    convert::run(options, io::stdin().lock(), io::stdout().lock(), io::stderr())
}

/// Shown by `convert --help`.
pub const EXAMPLES: &str = "\
Examples:
  dolmen convert game.psq --output game.sgf
  dolmen convert *.psq --output book.lib
  dolmen convert all.sgf --to psq --output games/
  echo h8i9h10 | dolmen convert - --to offset";
