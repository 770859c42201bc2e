//! The command line of `train`.

use std::path::PathBuf;

use clap::Args;
use dolmen::learn::training::Training;
use dolmen::tools::train::TrainOptions;

/// `pbrain-dolmen train`.
#[derive(Clone, Debug, Args)]
pub struct TrainArguments {
    /// Files of games.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Games that are not learned from and tell when to end; without, one in twenty of the others.
    #[arg(long, value_name = "FILE")]
    pub validation: Vec<PathBuf>,
    /// Where the result goes; into a folder as RULE-HASH.bin or RULE-HASH.net.
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// Train a net that corrects the tables in this program.
    #[arg(long)]
    pub net: bool,
    /// Weight of the search's opinion against the game's result, 0 to 1.
    #[arg(long, default_value_t = 0.7, value_parser = parse_share)]
    pub trust: f32,
    /// Weight of the opinion at the next move, and by that of all later ones, in that at each
    /// move, 0 to 1: 0 for tables, 0.5 for a net unless told.
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    pub ahead: Option<f32>,
    /// Times that every game is seen: 8 for tables, 6 for a net unless told.
    #[arg(long)]
    pub epochs: Option<usize>,
    /// First length of a step: 0.01 for tables, 0.003 for a net unless told.
    #[arg(long, value_parser = parse_positive)]
    pub rate: Option<f32>,
    /// How much the value counts against the moves: for tables in the length of its steps, for a
    /// net in the features that both use and in telling which epoch is best.
    #[arg(long, default_value_t = 1.0, value_name = "SHARE", value_parser = parse_positive)]
    pub value_rate: f32,
    /// Decides the order of the games, and what a net begins with.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads, for a net; more than 8 do not help. The result does not depend on them.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub threads: usize,
    /// End when so many epochs in a row were no better on the games kept apart. The best epoch
    /// is what is written.
    #[arg(long, default_value_t = 3, value_name = "EPOCHS")]
    pub patience: usize,
    /// Write the loss after each epoch to a file, and a picture of it beside that (.svg).
    #[arg(long, value_name = "FILE.csv")]
    pub curve: Option<PathBuf>,
    /// Keep the state after each epoch in a file, and go on from it if it is there.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
}

impl TrainArguments {
    /// As the tools take it.
    pub fn to_options(&self) -> TrainOptions {
        let (epochs, rate, ahead) = if self.net { (6, 0.003, 0.5) } else { (8, 0.01, 0.0) };
        TrainOptions {
            games: self.games.clone(),
            validation: self.validation.clone(),
            output: self.output.clone(),
            trust: self.trust,
            ahead: self.ahead.unwrap_or(ahead),
            value_rate: self.value_rate,
            curve: self.curve.clone(),
            checkpoint: self.checkpoint.clone(),
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
  pbrain-dolmen train games.bin --output weights.bin
  pbrain-dolmen train --net games.bin --output rule.net --threads 2
  pbrain-dolmen --net rule.net";
