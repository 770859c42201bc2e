//! The options of `train`, and what can be wrong with them before anything is learned.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use crate::files::{self, Existing, check_named_once, fault};
use crate::learn::sample::Labels;
use crate::learn::training::{OLDER_EPOCHS, Progress, Training};
use crate::tools::curve;
use dolmen::protocol::parse_threads;

/// What to learn from, and how.
#[derive(Clone, Debug, Args)]
pub struct TrainOptions {
    /// Files of games.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Older games, learned from together with the others in the first two epochs. The last epoch is
    /// kept, not the best.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub older: Vec<PathBuf>,
    /// Validation games, which decide when to stop. Default: one in twenty of the others.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub validation: Vec<PathBuf>,
    /// Output file, or folder for RULE-HASH.bin or RULE-HASH.net.
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// Train a net that corrects the tables in this program.
    #[arg(long)]
    pub net: bool,
    /// Weight of the game's result against the score of the search, 0 to 1.
    #[arg(long, default_value_t = Labels::RESULT_WEIGHT, value_name = "SHARE", value_parser = parse_share)]
    pub result_weight: f32,
    /// TD(lambda): weight of the target at the next move in that of each move, 0 to 1. Default: 0
    /// for tables, 0.5 for a net.
    #[arg(long, value_name = "LAMBDA", value_parser = parse_share)]
    pub td_lambda: Option<f32>,
    /// Epochs. Default: 8 for tables, 6 for a net.
    #[arg(long)]
    pub epochs: Option<usize>,
    /// Initial learning rate. Default: 0.01 for tables, 0.003 for a net.
    #[arg(long, value_parser = parse_positive::<f32>)]
    pub rate: Option<f32>,
    // See `Linear::new` and `Model::value_loss_weight`.
    /// Weight of the value loss against the policy cross-entropy: for tables in the length of the
    /// steps, for a net in the gradient of the features that both use and in choosing the epoch.
    #[arg(long, default_value_t = 1.0, value_name = "SHARE", value_parser = parse_positive::<f32>)]
    pub value_loss_weight: f32,
    /// Seed: order of the games, initial weights.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads, for a net, at most as many as the machine runs at once; more than 8 do not help. The
    /// result does not depend on them.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
    /// Stop after this many epochs without improvement on the validation games. The best epoch is
    /// written.
    #[arg(long, default_value_t = 3, value_name = "EPOCHS")]
    pub patience: usize,
    /// Write the losses of each epoch to this CSV file, with a picture beside it (.svg).
    #[arg(long, value_name = "FILE.csv")]
    pub curve: Option<PathBuf>,
    /// Keep the state after each epoch in this file, and resume from it if it exists, with the same
    /// program only.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Replace output files that exist.
    #[arg(long)]
    pub force: bool,
}

fn parse_share(text: &str) -> Result<f32, String> {
    number(text, |number| (0.0..=1.0).contains(&number)).ok_or("not a number from 0 to 1".into())
}

pub fn parse_positive<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, String> {
    let is_allowed = |number: f64| number > 0.0 && number.is_finite();
    number(text, is_allowed).ok_or("not a number above 0".into())
}

fn number<T: FromStr + Into<f64> + Copy>(
    text: &str,
    is_allowed: impl Fn(f64) -> bool,
) -> Option<T> {
    text.parse().ok().filter(|&number: &T| is_allowed(number.into()))
}

impl TrainOptions {
    /// How to train.
    pub(super) fn training(&self) -> Training {
        let (epochs, rate) = if self.net { (6, 0.003) } else { (8, 0.01) };
        Training {
            epochs: self.epochs.unwrap_or(epochs),
            rate: self.rate.unwrap_or(rate),
            seed: self.seed,
            threads: self.threads,
            patience: self.patience.max(1),
        }
    }

    /// See [`Labels::td_lambda`].
    pub(super) fn td_lambda(&self) -> f32 {
        self.td_lambda.unwrap_or(if self.net { Labels::NET_TD_LAMBDA } else { 0.0 })
    }

    /// What becomes of an output and a curve that exist.
    pub(super) const fn existing(&self) -> Existing {
        Existing::with_force(self.force)
    }

    /// What would only be found out once hours of training are over.
    pub(super) fn check(&self) -> io::Result<()> {
        if !self.older.is_empty() && self.training().epochs <= OLDER_EPOCHS {
            return Err(io::Error::other(format!("--older needs more than {OLDER_EPOCHS} epochs")));
        }
        if files::is_named_folder(&self.output) {
            fs::create_dir_all(&self.output).map_err(|error| fault(&self.output, error))?;
        }
        let outputs = [Some(&self.output), self.checkpoint.as_ref(), self.curve.as_ref()];
        let outputs = || outputs.into_iter().flatten();
        outputs().try_for_each(|path| files::check_not_stdout(path))?;
        // A training that goes on goes on with its curve, and with no other file; what it has written in
        // the end, it may find written.
        let goes_on = self.checkpoint.as_ref().is_some_and(|path| path.exists());
        if !goes_on {
            self.check_output()?;
        }
        let is_picture = |path: &&PathBuf| path.extension() == Some("svg".as_ref());
        if let Some(curve) = self.curve.as_ref().filter(is_picture) {
            return Err(fault(curve, "the curve is a CSV; its picture has its own name, .svg"));
        }
        let picture = self.curve.as_ref().map(|curve| curve.with_extension("svg"));
        let inputs = self.games.iter().chain(&self.older).chain(&self.validation);
        let named = inputs.chain(outputs()).chain(&picture);
        check_named_once([], named.map(PathBuf::as_path))?;
        if let Some(path) = &self.checkpoint {
            files::check_output(path, Existing::Replace)?;
            files::check_regular(path)?;
        }
        if !goes_on {
            self.check_curve(&Progress::default())?;
        }
        outputs().try_for_each(|path| files::check_place(path))
    }

    /// Whether the output may be written.
    pub(super) fn check_output(&self) -> io::Result<()> {
        if self.output.is_dir() {
            Ok(())
        } else {
            files::check_output(&self.output, self.existing())
        }
    }

    /// Whether the curve may be written: over another one if that is the beginning of this one, or this
    /// one of that.
    pub(super) fn check_curve(&self, progress: &Progress) -> io::Result<()> {
        let Some(path) = &self.curve else { return Ok(()) };
        let own = curve::csv(&progress.qualities);
        let old = path.is_file().then(|| fs::read_to_string(path).unwrap_or_default());
        let old = old.unwrap_or_default();
        let lines = old.lines().count().min(own.lines().count());
        let is_ours = lines > 1 && old.lines().take(lines).eq(own.lines().take(lines));
        let existing = if is_ours { Existing::Replace } else { self.existing() };
        files::check_output(path, existing)?;
        files::check_output(&path.with_extension("svg"), existing)
    }

    /// Writes the curve, if one is wanted; tells why it cannot: that is no reason to end a training.
    pub(super) fn draw(&self, progress: &Progress) -> Option<String> {
        let path = self.curve.as_ref()?;
        let (table, picture) = (curve::csv(&progress.qualities), curve::svg(&progress.qualities));
        let written = files::write(path, table, Existing::Replace)
            .and_then(|()| files::write(&path.with_extension("svg"), picture, Existing::Replace));
        written.err().map(|error| format!("no curve: {error}"))
    }
}
