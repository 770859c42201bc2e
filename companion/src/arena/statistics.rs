//! What results are worth: Elo with error bars, likelihood of superiority, the sequential test.
//!
//! Openings are played twice with colours swapped, and the two games are not independent; so the
//! unit is the pair, with five outcomes from 0 to 2 points (the pentanomial model). Formulas are
//! those of M. Van den Bergh, "A Practical Introduction to the GSPRT" and "Comments on Normalized
//! Elo", as the Stockfish testing framework uses them; intervals are score intervals (E. B. Wilson
//! 1927), which hold for few pairs and for one-sided results as well.

/// Elo points of one unit of log odds: 400 / ln 10.
const LOGISTIC: f64 = 400.0 / std::f64::consts::LN_10;
/// Normalised Elo points of one standard deviation of a game: 800 / ln 10.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;
/// 97.5 % quantile of the normal distribution.
const Z95: f64 = 1.959_963_985;

/// Least number of pairs for normalised Elo.
pub const LEAST_PAIRS: f64 = 10.0;

/// Results of one side of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won, drawn and lost.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by points: 0, 0.5, 1, 1.5, 2.
    pub pairs: [u64; 5],
}

/// A number with the ends of its 95 % interval, which are infinite where the results set no bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Tally {
    /// Adds a game: 0, 0.5 or 1 points.
    pub fn add_game(&mut self, points: f64) {
        match points {
            p if p > 0.75 => self.wins += 1,
            p if p < 0.25 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    /// Adds a pair of games, both of which have been added as games: 0 to 2 points.
    pub fn add_pair(&mut self, points: f64) {
        self.pairs[((points * 2.0).round() as usize).min(4)] += 1;
    }

    /// Games in all.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points per game; 0.5 without games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            n => (self.wins as f64 + self.draws as f64 / 2.0) / n as f64,
        }
    }

    /// Mean and variance of a pair's points per game, and the number of pairs. A game whose other
    /// half was not played counts as half a pair, as if none of these games were drawn: how many
    /// were is not known, and draws only lower the variance.
    fn moments(&self) -> (f64, f64, f64) {
        let pairs = self.pairs.iter().sum::<u64>() as f64;
        let paired: f64 = (0..5).map(|i| 2.0 * points(i) * self.pairs[i] as f64).sum();
        let single = (self.games() as f64 - 2.0 * pairs).max(0.0);
        let won = (self.score() * self.games() as f64 - paired).clamp(0.0, single);
        let n = pairs + single / 2.0;
        let mean = self.score();
        let squares: f64 =
            (0..5).map(|i| (points(i) - mean).powi(2) * self.pairs[i] as f64).sum::<f64>()
                + (won * (1.0 - mean).powi(2) + (single - won) * mean.powi(2)) / 4.0;
        (mean, squares / n.max(0.5), n)
    }

    /// The variance of a pair's points per game as a share of the largest that the mean allows,
    /// `mean * (1 - mean)`: 1 if both games of a pair always end alike, less with draws or with
    /// openings that favour one colour. One pair of share 1 is counted in addition, because a few
    /// pairs that happen to be alike do not show that there is no variance.
    fn variance_share(&self) -> f64 {
        let (mean, variance, n) = self.moments();
        let largest = mean * (1.0 - mean);
        let share = if largest > 0.0 { variance / largest } else { 1.0 };
        (n * share + 1.0) / (n + 1.0)
    }

    /// The points per game that the results are compatible with at 95 %: all means from which the
    /// observed one is no farther than chance explains, with the variance that belongs to that
    /// mean; without games all.
    pub fn score_interval(&self) -> (f64, f64) {
        let (mean, _, n) = self.moments();
        if n == 0.0 {
            return (0.0, 1.0);
        }
        let z2 = Z95 * Z95 * self.variance_share() / n;
        let middle = (mean + z2 / 2.0) / (1.0 + z2);
        let half = (z2 * mean * (1.0 - mean) + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// Logistic Elo with its interval.
    pub fn elo(&self) -> Estimate {
        let (mean, _, n) = self.moments();
        // Without a lost point the likeliest number is infinite: that of half a lost point is told.
        let most = 1.0 - 0.25 / n.max(1.0);
        let (low, high) = self.score_interval();
        // Rounding must not make a bound of none.
        let low = if low < 1e-9 { f64::NEG_INFINITY } else { elo_of(low) };
        let high = if high > 1.0 - 1e-9 { f64::INFINITY } else { elo_of(high) };
        Estimate { value: elo_of(mean.clamp(1.0 - most, most)), low, high }
    }

    /// Normalised Elo: the strength difference in units of a game's standard deviation, which
    /// says how many games it takes to see it, whatever the share of draws. `None` for less than
    /// [`LEAST_PAIRS`] or for pairs that all ended alike, as they do not tell the deviation.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        let (mean, variance, n) = self.moments();
        // The variance of a pair's mean is half that of a game.
        let deviation = (2.0 * variance).sqrt();
        if n < LEAST_PAIRS || deviation == 0.0 {
            return None;
        }
        let value = (mean - 0.5) / deviation * NORMALISED;
        // The second term is that of the deviation, which is estimated too.
        let t_squared = (mean - 0.5).powi(2) / variance;
        let half = Z95 * NORMALISED * ((1.0 + t_squared / 2.0) / (2.0 * n)).sqrt();
        Some(Estimate { value, low: value - half, high: value + half })
    }

    /// Likelihood that the side is the stronger one, 0 to 1, by the variance that two equally
    /// strong sides would have.
    pub fn superiority(&self) -> f64 {
        let (mean, _, n) = self.moments();
        let variance = self.variance_share() * 0.25;
        normal_distribution((mean - 0.5) / (variance / n.max(0.5)).sqrt())
    }
}

/// Points of a pair per game: 0, 0.25, ... 1.
fn points(i: usize) -> f64 {
    i as f64 / 4.0
}

fn moments_of(frequencies: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = (0..5).map(|i| points(i) * frequencies[i]).sum();
    let variance = (0..5).map(|i| (points(i) - mean).powi(2) * frequencies[i]).sum();
    (mean, variance)
}

/// Elo difference of an expected score; large but finite at the ends.
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    LOGISTIC * (score / (1.0 - score)).ln()
}

/// Expected score of an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / LOGISTIC).exp())
}

/// Distribution function of the standard normal distribution.
fn normal_distribution(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// A sequential test between two hypotheses on the strength of one engine over another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo under the hypothesis to reject.
    pub elo0: f64,
    /// Elo under the hypothesis to accept.
    pub elo1: f64,
    /// Probability of accepting although `elo0` is true.
    pub alpha: f64,
    /// Probability of rejecting although `elo1` is true.
    pub beta: f64,
    /// In which units the two Elo numbers are.
    pub model: EloModel,
}

/// Units of Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// The usual one: expected score.
    Logistic,
    /// Standard deviations, see [`Tally::normalised_elo`].
    Normalised,
}

impl EloModel {
    /// Largest bound of a sequential test, either way. The ratio is no number from 6400 logistic Elo
    /// on, where an expected score is 1 in the arithmetic used, and from 231 normalised Elo on, where
    /// the fit of the t-value does not get started.
    pub const fn most(self) -> f64 {
        match self {
            EloModel::Logistic => 1000.0,
            EloModel::Normalised => 200.0,
        }
    }
}

/// Verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Play on.
    Undecided,
    /// `elo1` is accepted.
    Accepted,
    /// `elo0` is.
    Rejected,
}

impl Sprt {
    /// The bounds that the log likelihood ratio must cross.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log likelihood ratio of the two hypotheses, each with the distribution of pairs that fits
    /// the results best under it (a generalised test).
    pub fn llr(&self, tally: &Tally) -> f64 {
        let total: u64 = tally.pairs.iter().sum();
        if total == 0 {
            return 0.0;
        }
        // Outcomes that have not occurred are not impossible.
        let counts = tally.pairs.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let sum: f64 = counts.iter().sum();
        let observed = counts.map(|n| n / sum);
        let fit = |elo: f64| match self.model {
            EloModel::Logistic => fit_mean(&observed, score_of(elo)),
            EloModel::Normalised => {
                fit_t_value(&observed, elo / NORMALISED * std::f64::consts::SQRT_2)
            }
        };
        let (null, alternative) = (fit(self.elo0), fit(self.elo1));
        (0..5).map(|i| counts[i] * (alternative[i] / null[i]).ln()).sum()
    }

    /// Whether the test is over.
    pub fn verdict(&self, tally: &Tally) -> SprtVerdict {
        let (low, high) = self.bounds();
        match self.llr(tally) {
            llr if llr >= high => SprtVerdict::Accepted,
            llr if llr <= low => SprtVerdict::Rejected,
            _ => SprtVerdict::Undecided,
        }
    }
}

/// The maximum-likelihood distribution with this mean.
fn fit_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    fit_zero(observed, &std::array::from_fn(|i| points(i) - mean))
}

/// The maximum-likelihood distribution under which these values have mean zero: frequencies divided by
/// `1 + x * value`, with `x` such that it holds.
fn fit_zero(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let x = (low + high) / 2.0;
        let derivative: f64 = (0..5).map(|i| observed[i] * values[i] / (1.0 + x * values[i])).sum();
        // The sum falls as x grows.
        if derivative > 0.0 { low = x } else { high = x }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| observed[i] / (1.0 + x * values[i]))
}

/// The maximum-likelihood distribution whose mean lies `t` standard deviations above one half: the
/// condition is made linear around the last distribution, again and again.
fn fit_t_value(observed: &[f64; 5], t: f64) -> [f64; 5] {
    let mut fitted = [0.2; 5];
    for _ in 0..30 {
        let (mean, variance) = moments_of(&fitted);
        let deviation = variance.sqrt();
        let values = std::array::from_fn(|i| {
            let distance = (points(i) - mean) / deviation;
            points(i) - 0.5 - t * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = fit_zero(observed, &values);
        let change = (0..5).map(|i| (next[i] - fitted[i]).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-10 {
            break;
        }
    }
    fitted
}

/// Ratings by maximum likelihood from the points that engines made against each other, with the
/// half width of the 95 % interval; the first engine has 0 by definition.
///
/// `points[i][j]` are those of `i` against `j`. A draw is taken as half a win and half a loss
/// (Bradley and Terry 1952). Where one group of engines has all points against another, perhaps a
/// single engine, the other is given half of one for each pair that met, or the distance between them
/// would be infinite. `None` for an engine that no chain of games connects with the first.
pub fn ratings(points: &[Vec<f64>]) -> Vec<Option<Estimate>> {
    let rated = connected(points);
    let chosen: Vec<Vec<f64>> =
        rated.iter().map(|&i| rated.iter().map(|&j| points[i][j]).collect()).collect();
    let mut all = vec![None; points.len()];
    for (i, rating) in rated.into_iter().zip(connected_ratings(&chosen)) {
        all[i] = Some(rating);
    }
    all
}

/// The first engine and those that games connect with it, directly or through others.
fn connected(points: &[Vec<f64>]) -> Vec<usize> {
    let mut found = vec![0];
    let mut next = 0;
    while let Some(&i) = found.get(next) {
        let have_played = |j: &usize| points[i][*j] + points[*j][i] > 0.0;
        let new: Vec<usize> =
            (0..points.len()).filter(have_played).filter(|j| !found.contains(j)).collect();
        found.extend(new);
        next += 1;
    }
    found
}

fn connected_ratings(points: &[Vec<f64>]) -> Vec<Estimate> {
    let n = points.len();
    let points: Vec<Vec<f64>> = with_half_points(points);
    let mut strength = vec![0.0; n];
    let mut covariance = Vec::new();
    for _ in 0..200 {
        let (gradient, information) = likelihood(&points, &strength);
        let Some(inverse) = inverse(&information) else { break };
        let mut change: f64 = 0.0;
        for i in 1..n {
            let step: f64 = (1..n).map(|j| inverse[i - 1][j - 1] * gradient[j]).sum();
            let step = step.clamp(-1.0, 1.0);
            strength[i] += step;
            change = change.max(step.abs());
        }
        covariance = inverse;
        if change < 1e-9 {
            break;
        }
    }
    (0..n)
        .map(|i| {
            let value = strength[i] * LOGISTIC;
            let variance =
                if i == 0 { 0.0 } else { covariance.get(i - 1).map_or(0.0, |row| row[i - 1]) };
            let half = Z95 * LOGISTIC * variance.max(0.0).sqrt();
            Estimate { value, low: value - half, high: value + half }
        })
        .collect()
}

fn with_half_points(points: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = points.len();
    // Who has a point against whom, directly or through others: likelihood has a maximum if all have
    // (Ford 1957).
    let mut scored: Vec<Vec<bool>> =
        points.iter().map(|row| row.iter().map(|&points| points > 0.0).collect()).collect();
    for through in 0..n {
        let onward = scored[through].clone();
        for row in scored.iter_mut().filter(|row| row[through]) {
            row.iter_mut().zip(&onward).for_each(|(scored, &also)| *scored |= also);
        }
    }
    let mut mended = points.to_vec();
    for i in 0..n {
        for j in (0..n).filter(|&j| points[j][i] > 0.0 && !scored[i][j]) {
            mended[i][j] += 0.5;
        }
    }
    mended
}

/// Gradient and information matrix (without the first engine's row and column).
fn likelihood(points: &[Vec<f64>], strength: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = points.len();
    let mut gradient = vec![0.0; n];
    let mut information = vec![vec![0.0; n - 1]; n - 1];
    for i in 0..n {
        for j in (0..n).filter(|&j| j != i) {
            let games = points[i][j] + points[j][i];
            let expected = 1.0 / (1.0 + (strength[j] - strength[i]).exp());
            gradient[i] += points[i][j] - games * expected;
            let weight = games * expected * (1.0 - expected);
            if i > 0 {
                information[i - 1][i - 1] += weight;
                if j > 0 {
                    information[i - 1][j - 1] -= weight;
                }
            }
        }
    }
    (gradient, information)
}

/// Inverse of a small matrix by Gauss and Jordan; `None` if it has none.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let unit = (0..n).map(|j| if i == j { 1.0 } else { 0.0 });
            matrix[i].iter().copied().chain(unit).collect()
        })
        .collect();
    for column in 0..n {
        let largest =
            |&a: &usize, &b: &usize| rows[a][column].abs().total_cmp(&rows[b][column].abs());
        let pivot = (column..n).max_by(largest)?;
        if rows[pivot][column].abs() < 1e-12 {
            return None;
        }
        rows.swap(column, pivot);
        let divisor = rows[column][column];
        rows[column].iter_mut().for_each(|value| *value /= divisor);
        let pivot_row = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(value, p)| *value -= factor * p);
        }
    }
    Some(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests;
