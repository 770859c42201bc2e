//! What the training of every tier has in common.

use crate::arena::compact::CompactGame;
use crate::types::Random;

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
}

impl Training {
    /// Length of a step when so many epochs are done: it falls along half a cosine, to the share
    /// `least` of the first.
    pub fn rate_at(&self, done: f32, least: f32) -> f32 {
        let fall = 0.5 * (1.0 + (std::f32::consts::PI * done / self.epochs as f32).cos());
        self.rate * fall.max(least)
    }
}

/// One game in so many is kept for validation.
const VALIDATION: usize = 20;

/// Games to learn from, and those kept apart.
pub struct Split<'a> {
    /// Never learned from.
    pub kept: Vec<&'a CompactGame>,
    /// Learned from, in this order.
    pub seen: Vec<&'a CompactGame>,
}

impl<'a> Split<'a> {
    /// The same games are kept apart every time.
    pub fn new(games: &'a [CompactGame]) -> Split<'a> {
        let (kept, seen): (Vec<_>, Vec<_>) =
            games.iter().enumerate().partition(|(i, _)| i % VALIDATION == 0);
        let plain = |numbered: Vec<(usize, &'a CompactGame)>| {
            numbered.into_iter().map(|(_, game)| game).collect()
        };
        Split { kept: plain(kept), seen: plain(seen) }
    }

    /// Another order for those to learn from.
    pub fn shuffle(&mut self, random: &mut Random) {
        for i in (1..self.seen.len()).rev() {
            self.seen.swap(i, random.between(0, i));
        }
    }
}
