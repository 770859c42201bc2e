//! `pbrain-dolmen train`: an evaluation from games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::curve;
use crate::arena::compact::{CompactGame, decode};
use crate::eval::Weights;
use crate::files::write_atomically;
use crate::learn::calibration::Calibration;
use crate::learn::linear::Linear;
use crate::learn::manifest::sha256;
use crate::learn::net::NetTrainer;
use crate::learn::quality::Quality;
use crate::learn::sample::Labels;
use crate::learn::training::{self, Learner, Progress, Training};
use crate::types::Rule;

/// What to learn from, and how.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// Files of games, all under one rule.
    pub games: Vec<PathBuf>,
    /// Where the weights go.
    pub output: PathBuf,
    /// Weight of the search's opinion against the game's result, 0 to 1.
    pub trust: f32,
    /// How to train.
    pub training: Training,
    /// For tables: see [`Linear::new`].
    pub value_rate: f32,
    /// Where the loss after each epoch goes, as CSV, with an SVG of the same name beside it.
    pub curve: Option<PathBuf>,
    /// Where the state after each epoch is kept, to go on from.
    pub checkpoint: Option<PathBuf>,
}

/// What is learned from.
struct Lessons {
    rule: Rule,
    games: Vec<CompactGame>,
    labels: Labels,
    /// Checksum of the files of games.
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
pub fn tables(options: &TrainOptions, output: impl Write) -> io::Result<()> {
    let lessons = Lessons::read(options)?;
    let mut model = Linear::new(lessons.rule, options.value_rate);
    let what = format!("tables {}", options.value_rate);
    lessons.teach(&what, &mut model, options, output)?;
    write_atomically(&options.output, Weights::encode(&model.weights()))
}

/// Trains a net that corrects the tables of this program and writes it to a file; a line is
/// printed for each epoch.
///
/// # Errors
/// As those of [`tables`].
pub fn net(options: &TrainOptions, output: impl Write) -> io::Result<()> {
    let lessons = Lessons::read(options)?;
    let mut trainer = NetTrainer::new(lessons.rule, &options.training);
    let progress = lessons.teach("net", &mut trainer, options, output)?;
    let Training { rate, seed, .. } = options.training;
    let Quality { divergence, surprise, .. } = progress.qualities[progress.best];
    let note = format!(
        "{} games (sha256 {}), epoch {} of {}, rate {rate}, trust {}, seed {seed}: divergence \
         {divergence:.4}, surprise {surprise:.4}",
        lessons.games.len(),
        lessons.hash,
        progress.best,
        options.training.epochs,
        options.trust,
    );
    let net = trainer.net().with_note(note).map_err(io::Error::other)?;
    write_atomically(&options.output, net.encode())
}

impl Lessons {
    /// Reads the games and finds how far their scores can be trusted.
    fn read(options: &TrainOptions) -> io::Result<Lessons> {
        let mut games: Vec<CompactGame> = Vec::new();
        let mut hashes = String::new();
        for path in &options.games {
            let bytes = fs::read(path)?;
            hashes += &sha256(&bytes);
            games.extend(decode(&bytes)?);
        }
        let Some(rule) = games.first().map(|game| game.rule) else {
            return Err(io::Error::other("no games"));
        };
        if games.iter().any(|game| game.rule != rule) {
            return Err(io::Error::other("games of different rules"));
        }
        let labels = Labels { calibration: Calibration::fit(&games), trust: options.trust };
        Ok(Lessons { rule, games, labels, hash: sha256(hashes.as_bytes()) })
    }

    fn teach(
        &self,
        what: &str,
        learner: &mut impl Learner,
        options: &TrainOptions,
        mut output: impl Write,
    ) -> io::Result<Progress> {
        let Calibration { slope, offset } = self.labels.calibration;
        writeln!(output, "{} games, rule {}", self.games.len(), self.rule.name())?;
        writeln!(output, "scores: log odds {slope:.3} x {offset:+.3}")?;
        // Threads decide nothing.
        let training = Training { threads: 0, ..options.training };
        let terms = format!("{what} {} {training:?} trust {}", self.hash, options.trust);
        let start = options.checkpoint.as_deref().map_or(Ok(None), |path| resume(path, &terms))?;
        let start = start.unwrap_or_default();
        for (epoch, quality) in start.qualities.iter().enumerate() {
            report(&mut output, epoch, quality)?;
        }
        let after = |progress: &Progress| {
            let epoch = progress.epochs();
            report(&mut output, epoch, &progress.qualities[epoch])?;
            if let Some(path) = &options.curve {
                write_atomically(path, curve::csv(&progress.qualities))?;
                write_atomically(&path.with_extension("svg"), curve::svg(&progress.qualities))?;
            }
            let Some(path) = &options.checkpoint else { return Ok(()) };
            write_atomically(path, serde_json::to_vec(&Checkpoint { terms: &terms, progress })?)
        };
        let (games, labels) = (&self.games, &self.labels);
        let progress = training::train(learner, games, labels, &options.training, start, after)?;
        writeln!(output, "kept: epoch {}", progress.best)?;
        Ok(progress)
    }
}

/// The progress kept in a file, if it is there.
fn resume(path: &Path, terms: &str) -> io::Result<Option<Progress>> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes?,
    };
    let wrong = |what: String| io::Error::other(format!("{}: {what}", path.display()));
    let checkpoint: Checkpoint<String, Progress> = serde_json::from_slice(&bytes)
        .map_err(|error| wrong(format!("no state of a training: {error}")))?;
    match checkpoint.terms == terms {
        true => Ok(Some(checkpoint.progress)),
        false => Err(wrong("the state of another training".into())),
    }
}

fn report(output: &mut impl Write, epoch: usize, q: &Quality) -> io::Result<()> {
    writeln!(
        output,
        "epoch {epoch}: {} positions, divergence {:.4}, surprise {:.4}, top {:.1} %",
        q.positions,
        q.divergence,
        q.surprise,
        q.top * 100.0
    )
}
