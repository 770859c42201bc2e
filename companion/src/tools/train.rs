//! `dolmen train`: an evaluation from games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::game_store;
use crate::arena::compact::CompactGame;
use crate::files::{self, Existing, fault, named_by_hash, sha256};
use crate::learn::calibration::Calibrations;
use crate::learn::linear::Linear;
use crate::learn::manifest::difference;
use crate::learn::net::NetTrainer;
use crate::learn::quality::Quality;
use crate::learn::sample::Labels;
use crate::learn::training::{self, Dataset, Learner, OLDER_EPOCHS, Progress, Training};
use dolmen::eval::Weights;
use dolmen::tools::bench::SIGNATURE;
use dolmen::types::Rule;

pub use options::TrainOptions;
#[cfg(feature = "tune")]
pub(super) use options::parse_positive;

mod options;

/// What is learned from.
struct TrainingSet {
    rule: Rule,
    games: Games,
    older: Option<Games>,
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

/// Trains the tables of the classical evaluation, or a net that corrects those of this program,
/// and writes the result to a file; a line is printed for each epoch.
///
/// # Errors
/// If files cannot be read or written, the games are of different rules, the checkpoint is that of
/// another training, or the training diverges.
pub fn run(options: &TrainOptions, output: impl Write) -> io::Result<()> {
    if options.net { net(options, output) } else { tables(options, output) }
}

fn tables(options: &TrainOptions, mut output: impl Write) -> io::Result<()> {
    // Without proven scores, as those of the program were trained.
    let set = TrainingSet::read(options, false)?;
    let mut model = Linear::new(set.rule, options.value_loss_weight);
    let what = format!("tables {}", options.value_loss_weight);
    set.teach(&what, &mut model, options, &mut output)?;
    set.write(&Weights::encode(&model.weights()), "bin", options, output)
}

fn net(options: &TrainOptions, mut output: impl Write) -> io::Result<()> {
    let set = TrainingSet::read(options, true)?;
    let training = options.training();
    let mut trainer = NetTrainer::new(set.rule, options.value_loss_weight, &training);
    let what = format!("net {}", options.value_loss_weight);
    let progress = set.teach(&what, &mut trainer, options, &mut output)?;
    let Training { epochs, rate, seed, .. } = training;
    let Quality { value_loss, policy_cross_entropy, .. } = progress.qualities[progress.best];
    let older = set.older.as_ref().map_or(String::new(), |older| {
        let Games { games, hash, .. } = older;
        format!(" and in {OLDER_EPOCHS} epochs {} older (sha256 {hash})", games.len())
    });
    let note = format!(
        "{} games (sha256 {}){older}, tables {}, epoch {} of {epochs}, rate {rate}, value-loss weight {}, \
         result weight {}, TD lambda {}, seed {seed}: value loss {value_loss:.4}, policy cross-entropy \
         {policy_cross_entropy:.4}",
        set.games.games.len(),
        set.games.hash,
        &set.tables()[..8],
        progress.best,
        options.value_loss_weight,
        options.result_weight,
        options.td_lambda(),
    );
    let net = trainer.net().with_note(note).map_err(io::Error::other)?;
    set.write(&net.encode(), "net", options, output)
}

/// Reads games, all of one rule, with the checksum of their files.
///
/// # Errors
/// If one of the files cannot be read, is not finished, or has games of another rule, or there are no games.
pub(super) fn read_games(
    paths: &[PathBuf],
    mut rule: Option<Rule>,
) -> io::Result<(Vec<CompactGame>, String)> {
    let mut games: Vec<CompactGame> = Vec::new();
    let mut hashes = String::new();
    for path in paths {
        let (more, bytes) = game_store::read_finished(path)?;
        hashes += &sha256(&bytes);
        for game in &more {
            let (expected, found) = (*rule.get_or_insert(game.rule), game.rule);
            if found != expected {
                let [expected, found] = [expected, found].map(Rule::name);
                let text = format!("games of different rules: expected {expected}, found {found}");
                return Err(fault(path, text));
            }
        }
        games.extend(more);
    }
    if games.is_empty() {
        return Err(games_fault(paths, "no games"));
    }
    Ok((games, sha256(hashes.as_bytes())))
}

/// What is wrong with games that may lie in several files.
fn games_fault(paths: &[PathBuf], what: &str) -> io::Error {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    io::Error::other(format!("{}: {what}", names.join(", ")))
}

impl Games {
    /// Reads games, all of one rule, and finds how far their scores can be trusted.
    fn read(
        paths: &[PathBuf],
        rule: Option<Rule>,
        options: &TrainOptions,
        proven: bool,
    ) -> io::Result<Games> {
        let (games, hash) = read_games(paths, rule)?;
        let (result_weight, td_lambda) = (options.result_weight, options.td_lambda());
        let calibrations = Calibrations::fit(&games);
        let labels = Labels { calibrations, result_weight, proven, td_lambda };
        Ok(Games { games, labels, hash })
    }
}

impl TrainingSet {
    /// `proven`: see [`Labels::proven`].
    fn read(options: &TrainOptions, proven: bool) -> io::Result<TrainingSet> {
        options.check()?;
        let games = Games::read(&options.games, None, options, proven)?;
        let rule = games.games[0].rule;
        let [older, validation] = [&options.older, &options.validation].map(|paths| {
            let read = || Games::read(paths, Some(rule), options, proven);
            (!paths.is_empty()).then(read).transpose()
        });
        let (mut older, validation) = (older?, validation?);
        if let Some(Games { labels, .. }) = &mut older {
            // Those learn from the newest games, too, on whatever boards.
            labels.calibrations = labels.calibrations.or(&games.labels.calibrations);
        }
        if validation.is_none() && games.games.len() == 1 {
            let told = "one game, which is needed for validation: give more, or --validation";
            return Err(games_fault(&options.games, told));
        }
        Ok(TrainingSet { rule, games, older, validation })
    }

    /// Checksum of the tables of the program, which a net corrects.
    fn tables(&self) -> String {
        sha256(Weights::FILES[self.rule as usize])
    }

    /// Writes the result to the output, unless it is there.
    fn write(
        &self,
        bytes: &[u8],
        extension: &str,
        options: &TrainOptions,
        mut output: impl Write,
    ) -> io::Result<()> {
        let (mut path, mut existing) = (options.output.clone(), options.existing());
        if path.is_dir() {
            // What has this name has this content.
            path.push(named_by_hash(self.rule.name(), bytes, extension));
            existing = Existing::Replace;
        }
        // A finished training may be started again, by a batch system for example.
        if !(path.is_file() && fs::read(&path).is_ok_and(|old| old == bytes)) {
            files::write(&path, bytes, existing)?;
        }
        writeln!(output, "written: {}", path.display())
    }

    fn teach(
        &self,
        what: &str,
        learner: &mut impl Learner,
        options: &TrainOptions,
        mut output: impl Write,
    ) -> io::Result<Progress> {
        let Games { games, labels, .. } = &self.games;
        // An output that is closed is no reason to lose hours of training.
        let mut say = |line: String| {
            let _ = writeln!(output, "{line}");
        };
        say(format!("{} games, rule {}", games.len(), self.rule.name()));
        let older = self.older.iter().map(|older| ("older scores", &older.labels));
        for (what, labels) in [("scores", labels)].into_iter().chain(older) {
            for (side, slope, offset) in labels.calibrations.terms() {
                say(format!("{what} on {side}x{side}: log odds {slope:.3} x {offset:+.3}"));
            }
        }
        let training = options.training();
        let terms = self.terms(what, &training);
        let start = options.checkpoint.as_deref().map_or(Ok(None), |path| resume(path, &terms))?;
        let start = start.unwrap_or_default();
        for (epoch, quality) in start.qualities.iter().enumerate() {
            say(report(epoch, quality));
        }
        if !start.is_over(&training) {
            options.check_output()?;
        }
        if !start.qualities.is_empty() {
            options.check_curve(&start)?;
            options.draw(&start).into_iter().for_each(&mut say);
        }
        let after = |progress: &Progress| {
            let epoch = progress.epochs();
            say(report(epoch, &progress.qualities[epoch]));
            if let Some(path) = &options.checkpoint {
                let state = serde_json::to_vec(&Checkpoint { terms: &terms, progress })?;
                // A full disk may have room again after the next epoch, and the result is small.
                if let Err(error) = files::write(path, state, Existing::Replace) {
                    say(format!("no checkpoint: {error}"));
                }
            }
            options.draw(progress).into_iter().for_each(&mut say);
            Ok(())
        };
        let [older, validation] = [&self.older, &self.validation]
            .map(|others| others.as_ref().map(|others| (&others.games[..], &others.labels)));
        let dataset = Dataset { games, labels, older, validation };
        let progress = training::train(learner, &dataset, &training, start, after)?;
        say(format!("kept: epoch {}", progress.best));
        let losses =
            [0, progress.best].map(|epoch| progress.qualities[epoch].loss(learner.value_weight()));
        if losses[1] > losses[0] {
            say(format!("that is worse than epoch 0: loss {:.4}, not {:.4}", losses[1], losses[0]));
        }
        Ok(progress)
    }

    /// All that the result depends on: not the number of threads, nor what follows from the games, whose
    /// last digits differ from one processor to another.
    fn terms(&self, what: &str, training: &Training) -> String {
        let Games { hash, labels, .. } = &self.games;
        let Training { epochs, rate, seed, patience, threads: _ } = *training;
        let Labels { result_weight, proven, td_lambda, calibrations: _ } = *labels;
        let terms = json!({
            "program": env!("CARGO_PKG_VERSION"), "bench": SIGNATURE, "tables": self.tables(),
            "what": what, "games": hash,
            "older": self.older.as_ref().map(|older| &older.hash),
            "validation": self.validation.as_ref().map(|validation| &validation.hash),
            "epochs": epochs, "rate": rate, "seed": seed, "patience": patience,
            "result_weight": result_weight, "proven": proven, "td_lambda": td_lambda,
        });
        terms.to_string()
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
    if checkpoint.terms == terms {
        return Ok(Some(checkpoint.progress));
    }
    let [known, wanted] = [&checkpoint.terms, terms].map(|terms| terms.parse::<Value>());
    let text = difference(&known.unwrap_or_default(), &wanted.unwrap_or_default());
    let text = text.unwrap_or_default();
    Err(fault(path, format!("the checkpoint of another training run: {text}")))
}

fn report(epoch: usize, quality: &Quality) -> String {
    format!("epoch {epoch}: {quality}")
}
