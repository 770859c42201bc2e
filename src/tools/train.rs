//! `pbrain-dolmen train`: an evaluation from games.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::arena::compact::{CompactGame, decode};
use crate::eval::Weights;
use crate::learn::calibration::Calibration;
use crate::learn::linear::Linear;
use crate::learn::net::NetTrainer;
use crate::learn::quality::Quality;
use crate::learn::sample::Labels;
use crate::learn::training::Training;
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
}

/// Trains the tables of the classical evaluation and writes them to a file; a line is printed
/// for each epoch.
///
/// # Errors
/// If files cannot be read or written, or the games are of different rules.
pub fn tables(options: &TrainOptions, mut output: impl Write) -> io::Result<()> {
    let (rule, games, labels) = games(options, &mut output)?;
    let mut model = Linear::new(rule);
    model.train(&games, &labels, &options.training, |epoch, quality| {
        let _ = report(&mut output, epoch, &quality);
    });
    fs::write(&options.output, Weights::encode(&model.weights()))
}

/// Trains a net that corrects the tables of this program and writes it to a file; a line is
/// printed for each epoch.
///
/// # Errors
/// If files cannot be read or written, or the games are of different rules.
pub fn net(options: &TrainOptions, mut output: impl Write) -> io::Result<()> {
    let (rule, games, labels) = games(options, &mut output)?;
    let mut trainer = NetTrainer::new(rule, options.training.seed);
    let mut last = Quality::default();
    trainer.train(&games, &labels, &options.training, |epoch, quality| {
        last = quality;
        let _ = report(&mut output, epoch, &quality);
    });
    let Training { epochs, rate, seed, .. } = options.training;
    let note = format!(
        "{} games, {epochs} epochs, rate {rate}, trust {}, seed {seed}: divergence {:.4}, \
         surprise {:.4}",
        games.len(),
        options.trust,
        last.divergence,
        last.surprise
    );
    fs::write(&options.output, trainer.net(&note).encode())
}

/// Reads the games and tells how far their scores can be trusted.
fn games(
    options: &TrainOptions,
    output: &mut impl Write,
) -> io::Result<(Rule, Vec<CompactGame>, Labels)> {
    let mut games: Vec<CompactGame> = Vec::new();
    for path in &options.games {
        games.extend(decode(&fs::read(path)?)?);
    }
    let Some(rule) = games.first().map(|game| game.rule) else {
        return Err(io::Error::other("no games"));
    };
    if games.iter().any(|game| game.rule != rule) {
        return Err(io::Error::other("games of different rules"));
    }
    let calibration = Calibration::fit(&games);
    let Calibration { slope, offset } = calibration;
    writeln!(output, "{} games, rule {}", games.len(), rule.name())?;
    writeln!(output, "scores: log odds {slope:.3} x {offset:+.3}")?;
    Ok((rule, games, Labels { calibration, trust: options.trust }))
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
