//! `pbrain-dolmen train`: an evaluation from games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{curve, game_store};
use crate::arena::compact::CompactGame;
use crate::eval::Weights;
use crate::files::{fault, named_by_hash, sha256, write_atomically};
use crate::learn::calibration::Calibration;
use crate::learn::linear::Linear;
use crate::learn::net::NetTrainer;
use crate::learn::quality::Quality;
use crate::learn::sample::Labels;
use crate::learn::training::{self, Learner, Material, Progress, Training};
use crate::types::Rule;

/// What to learn from, and how.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// Files of games, all under one rule.
    pub games: Vec<PathBuf>,
    /// Games that are not learned from and tell when to end; without, one in twenty of the others.
    pub validation: Vec<PathBuf>,
    /// Where the result goes; into a folder under the name of its rule and its hash.
    pub output: PathBuf,
    /// Weight of the search's opinion against the game's result, 0 to 1.
    pub trust: f32,
    /// See [`Labels::ahead`].
    pub ahead: f32,
    /// How to train.
    pub training: Training,
    /// See [`Linear::new`] and [`Model::value_rate`](crate::learn::model::Model::value_rate).
    pub value_rate: f32,
    /// Where the loss after each epoch goes, as CSV, with an SVG of the same name beside it.
    pub curve: Option<PathBuf>,
    /// Where the state after each epoch is kept, to go on from.
    pub checkpoint: Option<PathBuf>,
}

/// What is learned from.
struct Lessons {
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
    let lessons = Lessons::read(options, false)?;
    let mut model = Linear::new(lessons.rule, options.value_rate);
    let what = format!("tables {}", options.value_rate);
    lessons.teach(&what, &mut model, options, &mut output)?;
    lessons.write(&Weights::encode(&model.weights()), "bin", options, output)
}

/// Trains a net that corrects the tables of this program and writes it to a file; a line is
/// printed for each epoch.
///
/// # Errors
/// As those of [`tables`].
pub fn net(options: &TrainOptions, mut output: impl Write) -> io::Result<()> {
    let lessons = Lessons::read(options, true)?;
    let mut trainer = NetTrainer::new(lessons.rule, options.value_rate, &options.training);
    let what = format!("net {}", options.value_rate);
    let progress = lessons.teach(&what, &mut trainer, options, &mut output)?;
    let Training { rate, seed, .. } = options.training;
    let Quality { divergence, surprise, .. } = progress.qualities[progress.best];
    let note = format!(
        "{} games (sha256 {}), epoch {} of {}, rate {rate}, value rate {}, trust {}, ahead {}, \
         seed {seed}: divergence {divergence:.4}, surprise {surprise:.4}",
        lessons.games.games.len(),
        lessons.games.hash,
        progress.best,
        options.training.epochs,
        options.value_rate,
        options.trust,
        options.ahead,
    );
    let net = trainer.net().with_note(note).map_err(io::Error::other)?;
    lessons.write(&net.encode(), "net", options, output)
}

impl TrainOptions {
    /// What would only be found out once hours of training are over.
    fn check(&self) -> io::Result<()> {
        let folder = self.output.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(fault(folder, "no such folder"));
        }
        match self.curve.as_ref().is_some_and(|path| path.extension() == Some("svg".as_ref())) {
            true => Err(io::Error::other("the curve is a CSV; its picture has its own name, .svg")),
            false => Ok(()),
        }
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
        let &TrainOptions { trust, ahead, .. } = options;
        let labels = Labels { calibration: Calibration::fit(&games), trust, proven, ahead };
        Ok(Games { games, labels, hash: sha256(hashes.as_bytes()) })
    }
}

impl Lessons {
    /// `proven`: see [`Labels::proven`].
    fn read(options: &TrainOptions, proven: bool) -> io::Result<Lessons> {
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
        Ok(Lessons { rule, games, validation })
    }

    /// Writes what was learned to where it is wanted.
    fn write(
        &self,
        bytes: &[u8],
        extension: &str,
        options: &TrainOptions,
        mut output: impl Write,
    ) -> io::Result<()> {
        let mut path = options.output.clone();
        if path.is_dir() {
            path.push(named_by_hash(self.rule.name(), bytes, extension));
        }
        write_atomically(&path, bytes)?;
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
        // Threads decide nothing.
        let training = Training { threads: 0, ..options.training };
        let mut terms = format!("{what} {hash} {training:?} {labels:?}");
        if let Some(validation) = &self.validation {
            terms += &format!(" validation {}", validation.hash);
        }
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
        let validation =
            self.validation.as_ref().map(|Games { games, labels, .. }| (&games[..], labels));
        let material = Material { games, labels, validation };
        let progress = training::train(learner, &material, &options.training, start, after)?;
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
    let checkpoint: Checkpoint<String, Progress> = serde_json::from_slice(&bytes)
        .map_err(|error| fault(path, format!("no state of a training: {error}")))?;
    match checkpoint.terms == terms {
        true => Ok(Some(checkpoint.progress)),
        false => Err(fault(path, "the state of another training")),
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
