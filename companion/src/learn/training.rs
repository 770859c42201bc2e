//! What the training of every tier has in common.

use std::collections::HashSet;
use std::io;

use serde::{Deserialize, Serialize};

use super::quality::Quality;
use super::sample::{Labels, teaches};
use crate::arena::compact::CompactGame;
use dolmen::types::Random;

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// Times that every game is seen.
    pub epochs: usize,
    /// First length of a step; it falls to a fiftieth or less.
    pub rate: f32,
    /// Decides the order of the games, and what a net begins with.
    pub seed: u64,
    /// Threads, for a net; the result does not depend on them.
    pub threads: usize,
    /// Epochs in a row without a better result on the games kept apart that end it.
    pub patience: usize,
}

impl Training {
    /// Length of a step when so many epochs are done: it falls along half a cosine, to the share
    /// `least` of the first.
    fn rate_at(&self, done: f32, least: f32) -> f32 {
        let fall = 0.5 * (1.0 + (std::f32::consts::PI * done / self.epochs as f32).cos());
        self.rate * fall.max(least)
    }
}

/// What to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Dataset<'a> {
    /// Games.
    pub games: &'a [CompactGame],
    /// How their targets are made.
    pub labels: &'a Labels,
    /// Older games, to be learned from together with `games` in the first [`OLDER_EPOCHS`], and how
    /// all targets are made in those. What is learned last decides most, so that `games` should be
    /// of the strongest player.
    pub older: Option<(&'a [CompactGame], &'a Labels)>,
    /// Games to be kept apart, and how their targets are made; `None` to keep some of `games`. Their
    /// repeats among the others are not learned from.
    pub validation: Option<(&'a [CompactGame], &'a Labels)>,
}

/// Epochs that older games are learned from.
pub const OLDER_EPOCHS: usize = 2;

/// Differences of loss that mean nothing: of such equals the later epoch is the better one.
const EQUAL: f64 = 1e-4;

/// A tier of the evaluation that can be trained.
pub trait Learner {
    /// The least length of a step, as a share of the first.
    const LEAST_RATE: f32;

    /// Learns from games in this order; `rate` tells the length of a step when a share of them is
    /// done.
    fn learn(&mut self, games: &[&CompactGame], labels: &Labels, rate: &dyn Fn(f32) -> f32);

    /// How much the value counts against the moves in what it learns, see [`Quality::loss`].
    fn value_weight(&self) -> f64 {
        1.0
    }

    /// How well it does on games.
    fn quality(&self, games: &[&CompactGame], labels: &Labels) -> Quality;

    /// All that learning changes.
    fn state(&self) -> Vec<f32>;

    /// Goes back to a state.
    ///
    /// # Panics
    /// If it is that of a learner of another shape.
    fn restore(&mut self, state: &[f32]);
}

/// How far a training has come: from here it can go on as if it had not been interrupted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// What it did on the games kept apart: before the first epoch, and after each.
    pub qualities: Vec<Quality>,
    /// The epoch with the least loss from 1 on, of equals the last; with older games the last; 0
    /// before the first.
    pub best: usize,
    /// The learner now, see [`Learner::state`]; the bits of its numbers.
    state: Vec<u32>,
    /// The learner after the best epoch.
    best_state: Vec<u32>,
}

impl Progress {
    /// Epochs that are done.
    pub fn epochs(&self) -> usize {
        self.qualities.len().saturating_sub(1)
    }

    /// Whether nothing is left to be done.
    pub fn is_over(&self, training: &Training) -> bool {
        self.epochs() >= training.epochs || self.epochs() >= self.best + training.patience
    }

    /// Adds an epoch.
    fn push(&mut self, quality: Quality, loss: impl Fn(&Quality) -> f64, keeps_last: bool) {
        let is_better =
            || self.best == 0 || loss(&quality) < loss(&self.qualities[self.best]) + EQUAL;
        if keeps_last || is_better() {
            (self.best, self.best_state) = (self.qualities.len(), self.state.clone());
        }
        self.qualities.push(quality);
    }
}

/// Trains on all games but those kept apart, from where `progress` stands on, and leaves the
/// learner as it was after its best epoch. With older games that is the last one: games kept apart
/// that are older, too, would prefer what is learned from those. `after` is told of the state before
/// the first epoch and after each.
///
/// # Errors
/// If there is no position to learn from or to validate with, `progress` is not that of such a learner, or
/// an epoch leaves it with anything but finite numbers; those of `after`, which end the training.
pub fn train<L: Learner>(
    learner: &mut L,
    dataset: &Dataset,
    training: &Training,
    mut progress: Progress,
    mut after: impl FnMut(&Progress) -> io::Result<()>,
) -> io::Result<Progress> {
    let bits = |learner: &L| learner.state().into_iter().map(f32::to_bits).collect();
    let numbers = |bits: &[u32]| bits.iter().copied().map(f32::from_bits).collect::<Vec<f32>>();
    let mut split = Split::new(dataset);
    split.check()?;
    let kept_labels = split.kept_labels;
    let mut random = Random::new(training.seed);
    if progress == Progress::default() {
        progress.qualities.push(learner.quality(&split.kept, kept_labels));
        progress.state = bits(learner);
        progress.best_state = progress.state.clone();
        after(&progress)?;
    } else {
        let length = learner.state().len();
        let fits = |state: &[u32]| state.len() == length;
        if !(fits(&progress.state) && fits(&progress.best_state))
            || progress.best >= progress.qualities.len()
        {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "not the state of such a training",
            ));
        }
        learner.restore(&numbers(&progress.state));
        (0..progress.epochs()).for_each(|epoch| drop(split.next_epoch(epoch, &mut random)));
    }
    while !progress.is_over(training) {
        let epoch = progress.epochs();
        let (games, labels) = split.next_epoch(epoch, &mut random);
        let rate = |share: f32| training.rate_at(epoch as f32 + share, L::LEAST_RATE);
        learner.learn(&games, labels, &rate);
        let quality = learner.quality(&split.kept, kept_labels);
        let loss = |quality: &Quality| quality.loss(learner.value_weight());
        if !loss(&quality).is_finite() || learner.state().iter().any(|x| !x.is_finite()) {
            return Err(io::Error::other(format!(
                "epoch {}: the training diverged, its parameters are no finite numbers; lower --rate",
                epoch + 1
            )));
        }
        progress.state = bits(learner);
        progress.push(quality, loss, dataset.older.is_some());
        after(&progress)?;
    }
    learner.restore(&numbers(&progress.best_state));
    Ok(progress)
}

/// One game in this number is kept for validation.
const VALIDATION: usize = 20;

/// Games to learn from, and those kept apart.
struct Split<'a> {
    /// Never learned from.
    kept: Vec<&'a CompactGame>,
    /// How their targets are made.
    kept_labels: &'a Labels,
    /// Learned from.
    seen: Vec<&'a CompactGame>,
    /// How their targets are made.
    labels: &'a Labels,
    /// See [`Dataset::older`].
    older: Option<(Vec<&'a CompactGame>, &'a Labels)>,
}

impl<'a> Split<'a> {
    /// The same games are kept apart every time.
    fn new(dataset: &Dataset<'a>) -> Split<'a> {
        let &Dataset { games, labels, older, validation } = dataset;
        let (kept, kept_labels): (Vec<_>, _) = match validation {
            Some((kept, kept_labels)) => (kept.iter().collect(), kept_labels),
            None => (games.iter().step_by(VALIDATION).collect(), labels),
        };
        let known: HashSet<_> = kept.iter().copied().collect();
        let others = |games: &'a [CompactGame]| {
            games.iter().filter(|game| !known.contains(game)).collect::<Vec<_>>()
        };
        let older = older.map(|(older, labels)| (others(older), labels));
        Split { kept_labels, seen: others(games), labels, older, kept }
    }

    /// Whether there is anything to learn from, and anything that tells how well it is learned.
    fn check(&self) -> io::Result<()> {
        check_taught("training", &self.seen, self.labels)?;
        check_taught("validation", &self.kept, self.kept_labels)
    }

    /// The games of an epoch, in another order than before, and how their targets are made. Epochs
    /// are asked for in turn, from 0.
    fn next_epoch(
        &mut self,
        epoch: usize,
        random: &mut Random,
    ) -> (Vec<&'a CompactGame>, &'a Labels) {
        shuffle(&mut self.seen, random);
        match self.older.as_ref().filter(|_| epoch < OLDER_EPOCHS) {
            Some((older, labels)) => {
                let mut all: Vec<_> = older.iter().chain(&self.seen).copied().collect();
                shuffle(&mut all, random);
                (all, labels)
            }
            None => (self.seen.clone(), self.labels),
        }
    }
}

/// Whether these games teach anything; `what` they are for begins the error.
///
/// # Errors
/// If they do not.
pub fn check_taught(what: &str, games: &[&CompactGame], labels: &Labels) -> io::Result<()> {
    if games.iter().any(|game| teaches(game, labels)) {
        return Ok(());
    }
    let text = "expected a position that was searched and is not decided at once";
    Err(io::Error::other(format!("{what}: {text}, found none in {} games", games.len())))
}

fn shuffle(games: &mut [&CompactGame], random: &mut Random) {
    for i in (1..games.len()).rev() {
        games.swap(i, random.between(0, i));
    }
}
