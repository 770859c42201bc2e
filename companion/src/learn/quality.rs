//! How well an evaluation foretells games.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How well a model does on games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Positions valued.
    pub positions: usize,
    /// Mean Kullback-Leibler divergence of the winning chances from their targets, in nats.
    pub value_loss: f64,
    /// Mean cross-entropy of the moves played, in nats.
    pub policy_cross_entropy: f64,
    /// Top-1 accuracy: share of moves played that had the highest probability.
    pub top1_accuracy: f64,
}

impl Quality {
    /// The training loss, with a weight of the value loss.
    pub fn loss(&self, value_weight: f64) -> f64 {
        value_weight * self.value_loss + self.policy_cross_entropy
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quality { positions, value_loss, policy_cross_entropy, top1_accuracy } = self;
        let percent = top1_accuracy * 100.0;
        write!(
            f,
            "{positions} positions, value loss {value_loss:.4}, policy cross-entropy \
             {policy_cross_entropy:.4}, top-1 accuracy {percent:.1} %"
        )
    }
}

/// Adds up a [`Quality`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Meter {
    sums: Quality,
    moves: usize,
}

impl Meter {
    /// Adds a predicted winning chance and its target, if there is one. What is no number stays
    /// none, here and in the moves.
    pub fn value(&mut self, target: Option<f32>, chance: f32) {
        if let Some(target) = target {
            self.sums.positions += 1;
            self.sums.value_loss += kl_divergence(target, chance);
        }
    }

    /// Adds predicted move probabilities and the move played.
    pub fn moves(&mut self, played: Option<usize>, chances: &[f32]) {
        let Some(played) = played else { return };
        self.moves += 1;
        self.sums.policy_cross_entropy -= f64::from(chances[played].clamp(1e-9, 1.0)).ln();
        // Of several that are thought equally likely, each is the likeliest by its share.
        if chances.iter().all(|&chance| chance <= chances[played]) {
            let equals = chances.iter().filter(|&&chance| chance == chances[played]).count();
            self.sums.top1_accuracy += 1.0 / equals as f64;
        }
    }

    /// The means.
    pub fn quality(&self) -> Quality {
        let moves = self.moves.max(1) as f64;
        Quality {
            positions: self.sums.positions,
            value_loss: self.sums.value_loss / self.sums.positions.max(1) as f64,
            policy_cross_entropy: self.sums.policy_cross_entropy / moves,
            top1_accuracy: self.sums.top1_accuracy / moves,
        }
    }
}

/// Kullback-Leibler divergence of a chance from its target.
fn kl_divergence(target: f32, chance: f32) -> f64 {
    let term = |t: f64, p: f64| if t > 0.0 { t * (t / p.clamp(1e-9, 1.0)).ln() } else { 0.0 };
    let (t, p) = (f64::from(target), f64::from(chance));
    term(t, p) + term(1.0 - t, 1.0 - p)
}
