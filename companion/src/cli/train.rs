//! The command line of `train`.

use companion::tools::train;
use std::io;
use std::path::PathBuf;

use clap::Args;
use companion::files::Existing;
use companion::learn::training::Training;
use companion::tools::train::TrainOptions;

use dolmen::protocol::parse_threads;

/// `dolmen train`.
#[derive(Clone, Debug, Args)]
pub struct TrainArguments {
    /// Files of games.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Validation games, which decide when to stop. Default: one in twenty of the others.
    #[arg(long, value_name = "FILE")]
    pub validation: Vec<PathBuf>,
    /// Output file, or folder for RULE-HASH.bin or RULE-HASH.net.
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// Train a net that corrects the tables in this program.
    #[arg(long)]
    pub net: bool,
    /// Weight of the game's result against the score of the search, 0 to 1.
    #[arg(long, default_value_t = 0.3, value_name = "SHARE", value_parser = parse_share)]
    pub result_weight: f32,
    /// TD(lambda): weight of the target at the next move in that of each move, 0 to 1. Default: 0
    /// for tables, 0.5 for a net.
    #[arg(long, value_name = "LAMBDA", value_parser = parse_share)]
    pub td_lambda: Option<f32>,
    /// Epochs. Default: 8 for tables, 6 for a net.
    #[arg(long)]
    pub epochs: Option<usize>,
    /// Initial learning rate. Default: 0.01 for tables, 0.003 for a net.
    #[arg(long, value_parser = parse_positive)]
    pub rate: Option<f32>,
    /// Weight of the value loss against the policy cross-entropy: for tables in the length of the
    /// steps, for a net in the gradient of the features that both use and in choosing the epoch.
    #[arg(long, default_value_t = 1.0, value_name = "SHARE", value_parser = parse_positive)]
    pub value_loss_weight: f32,
    /// Seed: order of the games, initial weights.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads, for a net; more than 8 do not help. The result does not depend on them.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
    /// Stop after this many epochs without improvement on the validation games. The best epoch is
    /// written.
    #[arg(long, default_value_t = 3, value_name = "EPOCHS")]
    pub patience: usize,
    /// Write the losses of each epoch to this CSV file, with a picture beside it (.svg).
    #[arg(long, value_name = "FILE.csv")]
    pub curve: Option<PathBuf>,
    /// Keep the state after each epoch in this file, and resume from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Replace output files that exist.
    #[arg(long)]
    pub force: bool,
}

impl TrainArguments {
    pub fn run(&self) -> io::Result<()> {
        let (options, output) = (self.to_options(), io::stdout().lock());
        if self.net { train::net(&options, output) } else { train::tables(&options, output) }
    }

    /// As the tools take it.
    fn to_options(&self) -> TrainOptions {
        let (epochs, rate, td_lambda) = if self.net { (6, 0.003, 0.5) } else { (8, 0.01, 0.0) };
        TrainOptions {
            games: self.games.clone(),
            validation: self.validation.clone(),
            output: self.output.clone(),
            result_weight: self.result_weight,
            td_lambda: self.td_lambda.unwrap_or(td_lambda),
            value_loss_weight: self.value_loss_weight,
            curve: self.curve.clone(),
            checkpoint: self.checkpoint.clone(),
            existing: Existing::with_force(self.force),
            training: Training {
                epochs: self.epochs.unwrap_or(epochs),
                rate: self.rate.unwrap_or(rate),
                seed: self.seed,
                threads: self.threads,
                patience: self.patience.max(1),
            },
        }
    }
}

fn parse_share(text: &str) -> Result<f32, String> {
    number(text, |number| (0.0..=1.0).contains(&number)).ok_or("not a number from 0 to 1".into())
}

fn parse_positive(text: &str) -> Result<f32, String> {
    number(text, |number| number > 0.0 && number.is_finite()).ok_or("not a number above 0".into())
}

fn number(text: &str, is_allowed: impl Fn(f32) -> bool) -> Option<f32> {
    text.parse().ok().filter(|&number| is_allowed(number))
}

/// Shown with its help.
pub const TRAIN_EXAMPLES: &str = "\
Examples:
  dolmen train games.bin --output weights.bin
  dolmen train --net games.bin --output rule.net --threads 2
  pbrain-dolmen --net rule.net";
