//! `dolmen train`: an evaluation from games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{curve, game_store};
use crate::arena::compact::CompactGame;
use crate::files::{self, Existing, fault, named_by_hash, sha256};
use crate::learn::calibration::Calibration;
use crate::learn::linear::Linear;
use crate::learn::net::NetTrainer;
use crate::learn::quality::Quality;
use crate::learn::sample::Labels;
use crate::learn::training::{self, Dataset, Learner, Progress, Training};
use dolmen::eval::Weights;
use dolmen::types::Rule;

/// What to learn from, and how.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// Files of games, all under one rule.
    pub games: Vec<PathBuf>,
    /// Validation games, for early stopping; without, one in twenty of the others.
    pub validation: Vec<PathBuf>,
    /// Where the result goes; into a folder under the name of its rule and its hash.
    pub output: PathBuf,
    /// Weight of the search's opinion against the game's result, 0 to 1.
    pub result_weight: f32,
    /// See [`Labels::td_lambda`].
    pub td_lambda: f32,
    /// How to train.
    pub training: Training,
    /// See [`Linear::new`] and
    /// [`Model::value_loss_weight`](crate::learn::model::Model::value_loss_weight).
    pub value_loss_weight: f32,
    /// Where the loss after each epoch goes, as CSV, with an SVG of the same name beside it.
    pub curve: Option<PathBuf>,
    /// Where the state after each epoch is kept, to go on from.
    pub checkpoint: Option<PathBuf>,
    /// What becomes of an output and a curve that exist.
    pub existing: Existing,
}

/// What is learned from.
struct TrainingSet {
    rule: Rule,
    games: Games,
    validation: Option<Games>,
}

/// What stands in files of games.
struct Games {
    games: Vec<CompactGame>,
    labels: Labels,
    /// Checksum of the files.
    hash: String,
}

/// A training that can go on; borrowed to be written.
#[derive(Serialize, Deserialize)]
struct Checkpoint<T, P> {
    /// Everything that decides the result.
    terms: T,
    progress: P,
}

/// Trains the tables of the classical evaluation and writes them to a file; a line is printed
/// for each epoch.
///
/// # Errors
/// If files cannot be read or written, the games are of different rules, or the checkpoint is
/// that of another training.
pub fn tables(options: &TrainOptions, mut output: impl Write) -> io::Result<()> {
    // Without proven scores, as those of the program were trained.
    let set = TrainingSet::read(options, false)?;
    let mut model = Linear::new(set.rule, options.value_loss_weight);
    let what = format!("tables {}", options.value_loss_weight);
    set.teach(&what, &mut model, options, &mut output)?;
    set.write(&Weights::encode(&model.weights()), "bin", options, output)
}

/// Trains a net that corrects the tables of this program and writes it to a file; a line is
/// printed for each epoch.
///
/// # Errors
/// As those of [`tables`].
pub fn net(options: &TrainOptions, mut output: impl Write) -> io::Result<()> {
    let set = TrainingSet::read(options, true)?;
    let mut trainer = NetTrainer::new(set.rule, options.value_loss_weight, &options.training);
    let what = format!("net {}", options.value_loss_weight);
    let progress = set.teach(&what, &mut trainer, options, &mut output)?;
    let Training { rate, seed, .. } = options.training;
    let Quality { value_loss, policy_cross_entropy, .. } = progress.qualities[progress.best];
    let note = format!(
        "{} games (sha256 {}), epoch {} of {}, rate {rate}, value-loss weight {}, result weight {}, \
         TD lambda {}, seed {seed}: value loss {value_loss:.4}, policy cross-entropy \
         {policy_cross_entropy:.4}",
        set.games.games.len(),
        set.games.hash,
        progress.best,
        options.training.epochs,
        options.value_loss_weight,
        options.result_weight,
        options.td_lambda,
    );
    let net = trainer.net().with_note(note).map_err(io::Error::other)?;
    set.write(&net.encode(), "net", options, output)
}

impl TrainOptions {
    /// What would only be found out once hours of training are over.
    fn check(&self) -> io::Result<()> {
        if !self.output.is_dir() {
            files::check_output(&self.output, self.existing)?;
        }
        if let Some(path) = &self.checkpoint {
            files::check_output(path, Existing::Replace)?;
        }
        let Some(curve) = &self.curve else { return Ok(()) };
        if curve.extension() == Some("svg".as_ref()) {
            return Err(fault(curve, "the curve is a CSV; its picture has its own name, .svg"));
        }
        // A training that goes on goes on with its curve.
        let goes_on = self.checkpoint.as_ref().is_some_and(|path| path.exists());
        let existing = if goes_on { Existing::Replace } else { self.existing };
        files::check_output(curve, existing)?;
        files::check_output(&curve.with_extension("svg"), existing)
    }
}

impl Games {
    /// Reads games and finds how far their scores can be trusted.
    fn read(paths: &[PathBuf], options: &TrainOptions, proven: bool) -> io::Result<Games> {
        let mut games: Vec<CompactGame> = Vec::new();
        let mut hashes = String::new();
        for path in paths {
            let (more, bytes, _) = game_store::read(path)?;
            hashes += &sha256(&bytes);
            games.extend(more);
        }
        if games.is_empty() {
            return Err(io::Error::other("no games"));
        }
        let &TrainOptions { result_weight, td_lambda, .. } = options;
        let labels =
            Labels { calibration: Calibration::fit(&games), result_weight, proven, td_lambda };
        Ok(Games { games, labels, hash: sha256(hashes.as_bytes()) })
    }
}

impl TrainingSet {
    /// `proven`: see [`Labels::proven`].
    fn read(options: &TrainOptions, proven: bool) -> io::Result<TrainingSet> {
        options.check()?;
        let games = Games::read(&options.games, options, proven)?;
        let validation = match &options.validation[..] {
            [] => None,
            paths => Some(Games::read(paths, options, proven)?),
        };
        let rule = games.games[0].rule;
        let others = validation.iter().flat_map(|validation| &validation.games);
        if games.games.iter().chain(others).any(|game| game.rule != rule) {
            return Err(io::Error::other("games of different rules"));
        }
        Ok(TrainingSet { rule, games, validation })
    }

    /// Writes the result to the output.
    fn write(
        &self,
        bytes: &[u8],
        extension: &str,
        options: &TrainOptions,
        mut output: impl Write,
    ) -> io::Result<()> {
        let (mut path, mut existing) = (options.output.clone(), options.existing);
        if path.is_dir() {
            // What has this name has this content.
            path.push(named_by_hash(self.rule.name(), bytes, extension));
            existing = Existing::Replace;
        }
        files::write(&path, bytes, existing)?;
        writeln!(output, "written: {}", path.display())
    }

    fn teach(
        &self,
        what: &str,
        learner: &mut impl Learner,
        options: &TrainOptions,
        mut output: impl Write,
    ) -> io::Result<Progress> {
        let Games { games, labels, hash } = &self.games;
        let Calibration { slope, offset } = labels.calibration;
        writeln!(output, "{} games, rule {}", games.len(), self.rule.name())?;
        writeln!(output, "scores: log odds {slope:.3} x {offset:+.3}")?;
        // All that the result depends on; the number of threads is not among it.
        let Training { epochs, rate, seed, patience, threads: _ } = options.training;
        let Labels { result_weight, proven, td_lambda, calibration: _ } = *labels;
        let terms = json!({
            "what": what, "games": hash,
            "validation": self.validation.as_ref().map(|validation| &validation.hash),
            "epochs": epochs, "rate": rate, "seed": seed, "patience": patience,
            "calibration": [slope, offset], "result_weight": result_weight,
            "proven": proven, "td_lambda": td_lambda,
        })
        .to_string();
        let start = options.checkpoint.as_deref().map_or(Ok(None), |path| resume(path, &terms))?;
        let start = start.unwrap_or_default();
        for (epoch, quality) in start.qualities.iter().enumerate() {
            report(&mut output, epoch, quality)?;
        }
        let after = |progress: &Progress| {
            let epoch = progress.epochs();
            report(&mut output, epoch, &progress.qualities[epoch])?;
            if let Some(path) = &options.curve {
                let write = |path: &Path, text| files::write(path, text, Existing::Replace);
                write(path, curve::csv(&progress.qualities))?;
                write(&path.with_extension("svg"), curve::svg(&progress.qualities))?;
            }
            let Some(path) = &options.checkpoint else { return Ok(()) };
            let state = serde_json::to_vec(&Checkpoint { terms: &terms, progress })?;
            files::write(path, state, Existing::Replace)
        };
        let validation =
            self.validation.as_ref().map(|Games { games, labels, .. }| (&games[..], labels));
        let dataset = Dataset { games, labels, validation };
        let progress = training::train(learner, &dataset, &options.training, start, after)?;
        writeln!(output, "kept: epoch {}", progress.best)?;
        Ok(progress)
    }
}

/// The progress kept in a file, if it is there.
fn resume(path: &Path, terms: &str) -> io::Result<Option<Progress>> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes.map_err(|error| fault(path, error))?,
    };
    let checkpoint: Checkpoint<String, Progress> = serde_json::from_slice(&bytes)
        .map_err(|error| fault(path, format!("not a training checkpoint: {error}")))?;
    match checkpoint.terms == terms {
        true => Ok(Some(checkpoint.progress)),
        false => Err(fault(path, "the checkpoint of another training run")),
    }
}

fn report(output: &mut impl Write, epoch: usize, q: &Quality) -> io::Result<()> {
    writeln!(
        output,
        "epoch {epoch}: {} positions, value loss {:.4}, policy cross-entropy {:.4}, top-1 accuracy {:.1} %",
        q.positions,
        q.value_loss,
        q.policy_cross_entropy,
        q.top1_accuracy * 100.0
    )
}
