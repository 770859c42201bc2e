//! The command line of `train`.

use std::io;

use companion::tools::train::{self, TrainOptions};

/// `dolmen train`.
pub fn run(options: &TrainOptions) -> io::Result<()> {
    train::run(options, io::stdout().lock())
}

/// Shown with its help.
pub const TRAIN_EXAMPLES: &str = "\
Examples:
  dolmen train games.bin --output weights.bin    # tables, for the next build of the engine
  dolmen train --net games.bin --output rule.net --threads 2
  pbrain-dolmen --net rule.net";
