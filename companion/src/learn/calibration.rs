//! What the scores of a search are worth in games won.

use std::collections::{BTreeMap, BTreeSet};

use crate::arena::compact::{self, CompactGame, PROVEN};
use dolmen::types::Size;

/// A straight line from the score's log odds to the true ones (J. Platt, "Probabilistic outputs
/// for support vector machines", 1999).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Factor on the log odds of the score.
    pub slope: f64,
    /// Log odds of a score of zero, for the side to move.
    pub offset: f64,
}

impl Calibration {
    /// Takes scores for what they say.
    pub const NONE: Calibration = Calibration { slope: 1.0, offset: 0.0 };

    /// Fits the results of the games, by Newton's method on the likelihood.
    pub fn fit<'a>(games: impl Iterator<Item = &'a CompactGame> + Clone) -> Calibration {
        let mut fitted = Calibration { slope: 0.5, offset: 0.0 };
        for _ in 0..30 {
            let (mut gradient, mut curvature) = ([0.0; 2], [0.0; 3]);
            for (score, result) in scores(games.clone()) {
                let x = log_odds(score);
                let p = fitted.chance(score);
                let weight = p * (1.0 - p);
                gradient[0] += (p - result) * x;
                gradient[1] += p - result;
                curvature[0] += weight * x * x;
                curvature[1] += weight * x;
                curvature[2] += weight;
            }
            let determinant = curvature[0] * curvature[2] - curvature[1] * curvature[1];
            if determinant.abs() < 1e-9 {
                return Calibration::NONE;
            }
            let [a, b] = gradient;
            fitted.slope -= (curvature[2] * a - curvature[1] * b) / determinant;
            fitted.offset -= (curvature[0] * b - curvature[1] * a) / determinant;
        }
        fitted
    }

    /// Winning chance for a score in one byte, see `arena::compact::quantised`.
    pub fn chance(&self, score: i8) -> f64 {
        1.0 / (1.0 + (-(self.slope * log_odds(score) + self.offset)).exp())
    }
}

/// Calibrations by board size: the same score wins more games on 20x20 than on 15x15. Scores on
/// boards of other sizes are taken for what they say.
#[derive(Clone, Debug)]
pub struct Calibrations(BTreeMap<Size, Calibration>);

impl Calibrations {
    /// Takes all scores for what they say.
    pub const NONE: Calibrations = Calibrations(BTreeMap::new());

    /// Fits the results of the games, for each board size that they have.
    pub fn fit(games: &[CompactGame]) -> Calibrations {
        let sizes: BTreeSet<Size> = games.iter().map(|game| game.size).collect();
        let fitted = |size| Calibration::fit(games.iter().filter(move |game| game.size == size));
        Calibrations(sizes.into_iter().map(|size| (size, fitted(size))).collect())
    }

    /// That of a board size.
    pub fn of(&self, size: Size) -> Calibration {
        self.0.get(&size).copied().unwrap_or(Calibration::NONE)
    }

    /// With those of `others` for the sizes that are missing here.
    pub fn or(&self, others: &Calibrations) -> Calibrations {
        let all = others.0.iter().chain(&self.0);
        Calibrations(all.map(|(&size, &fitted)| (size, fitted)).collect())
    }

    /// Side of the board, slope and offset of all that were fitted.
    pub fn terms(&self) -> Vec<(u8, f64, f64)> {
        self.0.iter().map(|(size, fitted)| (size.get(), fitted.slope, fitted.offset)).collect()
    }
}

/// Undecided scores with the result for who thought so.
fn scores<'a>(games: impl Iterator<Item = &'a CompactGame>) -> impl Iterator<Item = (i8, f64)> {
    games.flat_map(|game| {
        game.moves.iter().enumerate().filter_map(move |(i, &(_, score))| {
            let score = score.filter(|score| score.abs() < PROVEN)?;
            Some((score, f64::from(game.points_of_mover(i))))
        })
    })
}

fn log_odds(score: i8) -> f64 {
    let p = compact::chance(score);
    (p / (1.0 - p)).ln()
}
