//! The command line of `openings`.

use std::io;

use clap::{Args, Subcommand};
use companion::tools::openings::swap2::{self, PlacementOptions};
use companion::tools::openings::{self, OpeningOptions};

/// `dolmen openings`.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct OpeningsArguments {
    /// Action instead of printing openings for matches.
    #[command(subcommand)]
    pub action: Option<OpeningsAction>,
    /// What to print.
    #[command(flatten)]
    pub options: OpeningOptions,
}

/// What else `openings` can do.
#[derive(Clone, Debug, Subcommand)]
pub enum OpeningsAction {
    /// Make a table of placements for swap2: three stones, and two more, that are balanced.
    ///
    /// Prints five points a line. A placement is balanced if deep searches find the game even after
    /// three stones and after all five, and no colour wins all engine games from either.
    Swap2(PlacementOptions),
}

impl OpeningsArguments {
    pub fn run(&self) -> io::Result<()> {
        let output = io::stdout().lock();
        match &self.action {
            None => openings::run(&self.options, output),
            Some(OpeningsAction::Swap2(options)) => swap2::run(options, output),
        }
    }
}

/// Shown by `openings --help`.
pub const EXAMPLES: &str = "\
Examples:
  dolmen openings --rule renju --count 50 --seed 7
  dolmen openings swap2 --rule standard --state standard-15.jsonl --threads 2 > standard-15.txt";
