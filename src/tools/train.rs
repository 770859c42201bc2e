//! `pbrain-dolmen train`: an evaluation from games.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::arena::compact::{CompactGame, decode};
use crate::eval::Weights;
use crate::learn::calibration::Calibration;
use crate::learn::linear::{Linear, Training};
use crate::learn::sample::Labels;

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
pub fn run(options: &TrainOptions, mut output: impl Write) -> io::Result<()> {
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
    let labels = Labels { calibration, trust: options.trust };
    let mut model = Linear::new(rule);
    model.train(&games, &labels, &options.training, |epoch, q| {
        let _ = writeln!(
            output,
            "epoch {epoch}: {} positions, divergence {:.4}, surprise {:.4}, top {:.1} %",
            q.positions,
            q.divergence,
            q.surprise,
            q.top * 100.0
        );
    });
    fs::write(&options.output, Weights::encode(&model.weights()))
}
