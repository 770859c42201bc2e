//! `dolmen train`: an evaluation from games.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{curve, game_store};
use crate::arena::compact::CompactGame;
use crate::files::{self, Existing, check_named_once, fault, named_by_hash, sha256};
use crate::learn::calibration::Calibrations;
use crate::learn::linear::Linear;
use crate::learn::manifest::difference;
use crate::learn::net::NetTrainer;
use crate::learn::quality::Quality;
use crate::learn::sample::Labels;
use crate::learn::training::{self, Dataset, Learner, OLDER_EPOCHS, Progress, Training};
use dolmen::eval::Weights;
use dolmen::protocol::parse_threads;
use dolmen::tools::bench::SIGNATURE;
use dolmen::types::Rule;

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

pub(super) fn parse_positive<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, String> {
    let is_allowed = |number: f64| number > 0.0 && number.is_finite();
    number(text, is_allowed).ok_or("not a number above 0".into())
}

fn number<T: FromStr + Into<f64> + Copy>(
    text: &str,
    is_allowed: impl Fn(f64) -> bool,
) -> Option<T> {
    text.parse().ok().filter(|&number: &T| is_allowed(number.into()))
}

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

impl TrainOptions {
    /// How to train.
    fn training(&self) -> Training {
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
    fn td_lambda(&self) -> f32 {
        self.td_lambda.unwrap_or(if self.net { 0.5 } else { 0.0 })
    }

    /// What becomes of an output and a curve that exist.
    const fn existing(&self) -> Existing {
        Existing::with_force(self.force)
    }

    /// What would only be found out once hours of training are over.
    fn check(&self) -> io::Result<()> {
        if !self.older.is_empty() && self.training().epochs <= OLDER_EPOCHS {
            return Err(io::Error::other(format!("--older needs more than {OLDER_EPOCHS} epochs")));
        }
        if files::is_named_folder(&self.output) {
            fs::create_dir_all(&self.output).map_err(|error| fault(&self.output, error))?;
        }
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
        let others = self.older.iter().chain(&self.validation).map(PathBuf::as_path);
        check_named_once(self.games.iter().map(PathBuf::as_path), others)?;
        let inputs = self.games.iter().chain(&self.older).chain(&self.validation);
        let outputs = [Some(&self.output), self.checkpoint.as_ref(), self.curve.as_ref()];
        let outputs = outputs.into_iter().chain([picture.as_ref()]).flatten();
        check_named_once(inputs.map(PathBuf::as_path), outputs.map(PathBuf::as_path))?;
        if let Some(path) = &self.checkpoint {
            files::check_output(path, Existing::Replace)?;
            files::check_regular(path)?;
        }
        let outputs = [(self.curve.as_ref(), curve::TABLE), (picture.as_ref(), curve::PICTURE)];
        outputs.into_iter().try_for_each(|(path, begin)| {
            let Some(path) = path else { return Ok(()) };
            let is_ours = goes_on && begins_with(path, begin);
            files::check_output(path, if is_ours { Existing::Replace } else { self.existing() })
        })?;
        let outputs = [Some(&self.output), self.checkpoint.as_ref(), self.curve.as_ref()];
        outputs.into_iter().flatten().try_for_each(|path| files::check_place(path))
    }

    /// Whether the output may be written.
    fn check_output(&self) -> io::Result<()> {
        if self.output.is_dir() {
            Ok(())
        } else {
            files::check_output(&self.output, self.existing())
        }
    }

    /// Writes the curve, if one is wanted; tells why it cannot: that is no reason to end a training.
    fn draw(&self, progress: &Progress) -> Option<String> {
        let path = self.curve.as_ref()?;
        let (table, picture) = (curve::csv(&progress.qualities), curve::svg(&progress.qualities));
        let written = files::write(path, table, Existing::Replace)
            .and_then(|()| files::write(&path.with_extension("svg"), picture, Existing::Replace));
        written.err().map(|error| format!("no curve: {error}"))
    }
}

/// Whether a file begins with a text.
fn begins_with(path: &Path, text: &str) -> bool {
    let mut begin = vec![0; text.len()];
    let mut read = || File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    path.is_file() && read().is_ok() && begin == text.as_bytes()
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
        mut rule: Option<Rule>,
        options: &TrainOptions,
        proven: bool,
    ) -> io::Result<Games> {
        let mut games: Vec<CompactGame> = Vec::new();
        let mut hashes = String::new();
        for path in paths {
            let (more, bytes, _) = game_store::read(path)?;
            hashes += &sha256(&bytes);
            for game in &more {
                let (expected, found) = (*rule.get_or_insert(game.rule), game.rule);
                if found != expected {
                    let [expected, found] = [expected, found].map(Rule::name);
                    let text =
                        format!("games of different rules: expected {expected}, found {found}");
                    return Err(fault(path, text));
                }
            }
            games.extend(more);
        }
        if games.is_empty() {
            return Err(games_fault(paths, "no games"));
        }
        let (result_weight, td_lambda) = (options.result_weight, options.td_lambda());
        let calibrations = Calibrations::fit(&games);
        let labels = Labels { calibrations, result_weight, proven, td_lambda };
        Ok(Games { games, labels, hash: sha256(hashes.as_bytes()) })
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
            options.draw(&start).into_iter().for_each(&mut say);
        }
        let after = |progress: &Progress| {
            let epoch = progress.epochs();
            say(report(epoch, &progress.qualities[epoch]));
            if let Some(path) = &options.checkpoint {
                let state = serde_json::to_vec(&Checkpoint { terms: &terms, progress })?;
                files::write(path, state, Existing::Replace)?;
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

fn report(epoch: usize, q: &Quality) -> String {
    format!(
        "epoch {epoch}: {} positions, value loss {:.4}, policy cross-entropy {:.4}, top-1 accuracy {:.1} %",
        q.positions,
        q.value_loss,
        q.policy_cross_entropy,
        q.top1_accuracy * 100.0
    )
}
