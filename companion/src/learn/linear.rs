//! The first tier of evaluation: sums of table entries, trained by logistic regression.

use super::adam::{Adam, Moments};
use super::quality::{Meter, Quality};
use super::sample::{Labels, Sample, replay, to_chances};
use super::training::Learner;
use crate::arena::compact::CompactGame;
use dolmen::board::{Pattern, Threat, combinations};
use dolmen::eval::{NEARNESSES, THREAT_MASKS, Weights};
use dolmen::types::{Color, Rule};

/// Samples between two steps.
const BATCH: usize = 512;
/// Pull towards zero of what is special to a single table entry.
const DECAY: f32 = 1e-5;

/// Table entries that share parts: two combinations of patterns differ in their own numbers, but
/// have in common what their lines and threats are worth. So rare ones learn from frequent ones.
struct Table {
    /// Which parameters make up each entry.
    parts: Vec<Vec<u16>>,
    /// Parameters before this number are shared, the others belong to one entry.
    shared: usize,
    parameters: Vec<f32>,
    moments: Vec<Moments>,
    steps: i32,
    entries: Vec<f32>,
    gradient: Vec<f32>,
}

impl Table {
    fn new(parts: Vec<Vec<u16>>, shared: usize) -> Table {
        let (entries, parameters) = (parts.len(), shared + parts.len());
        let own = |(i, mut parts): (usize, Vec<u16>)| {
            parts.push((shared + i) as u16);
            parts
        };
        Table {
            parts: parts.into_iter().enumerate().map(own).collect(),
            shared,
            parameters: vec![0.0; parameters],
            moments: vec![[0.0; 2]; parameters],
            steps: 0,
            entries: vec![0.0; entries],
            gradient: vec![0.0; entries],
        }
    }

    /// By combination: four lines and a threat.
    fn of_combinations(restricted: bool) -> Table {
        let parts = |lines: [Pattern; 4]| {
            let threat = Pattern::COUNT + Threat::combine(lines, restricted) as usize;
            let lines = lines.map(|line| line as usize);
            lines.into_iter().chain([threat]).map(|part| part as u16).collect()
        };
        let parts = combinations().into_iter().map(parts).collect();
        Table::new(parts, Pattern::COUNT + Threat::COUNT)
    }

    /// By threat mask: its bits.
    fn of_masks() -> Table {
        let bits = THREAT_MASKS.ilog2() as u16;
        let parts = |mask: usize| (0..bits).filter(|bit| mask >> bit & 1 == 1).collect();
        Table::new((0..THREAT_MASKS).map(parts).collect(), usize::from(bits))
    }

    fn plain(entries: usize) -> Table {
        Table::new(vec![Vec::new(); entries], 0)
    }

    /// One step down the collected gradient.
    fn step(&mut self, rate: f32) {
        let mut gradient = vec![0.0; self.parameters.len()];
        for (parts, &g) in self.parts.iter().zip(&self.gradient) {
            if g != 0.0 {
                parts.iter().for_each(|&part| gradient[usize::from(part)] += g);
            }
        }
        self.gradient.fill(0.0);
        self.steps += 1;
        // The large floor keeps rare entries from leaping at every sight.
        let adam = Adam::step(self.steps, rate, 1e-3);
        for (i, g) in gradient.into_iter().enumerate() {
            let parameter = &mut self.parameters[i];
            let g = if i >= self.shared { g + DECAY * *parameter } else { g };
            adam.apply(parameter, &mut self.moments[i], g);
        }
        self.add_up();
    }

    fn add_up(&mut self) {
        for (entry, parts) in self.entries.iter_mut().zip(&self.parts) {
            *entry = parts.iter().map(|&part| self.parameters[usize::from(part)]).sum();
        }
    }

    /// All that changes; what is left of an unfinished batch, too.
    fn state(&self) -> impl Iterator<Item = f32> {
        let moments = self.moments.iter().flatten();
        let numbers = self.parameters.iter().chain(moments).chain(&self.gradient);
        numbers.copied().chain([self.steps as f32])
    }

    /// Takes its part of a state.
    fn restore(&mut self, state: &mut impl Iterator<Item = f32>) {
        let mut next = || state.next().expect("a state of the same shape");
        self.parameters.iter_mut().for_each(|p| *p = next());
        self.moments.iter_mut().flatten().for_each(|m| *m = next());
        self.gradient.iter_mut().for_each(|g| *g = next());
        self.steps = next() as i32;
        self.add_up();
    }

    fn scaled(&self, scale: f64) -> Vec<i16> {
        let limit = f64::from(i16::MAX);
        let scaled = |&entry: &f32| (f64::from(entry) * scale).round().clamp(-limit, limit) as i16;
        self.entries.iter().map(scaled).collect()
    }
}

/// Trainable weights for one colour to move.
struct Side {
    own: Table,
    other: Table,
    threats: Table,
    attack: Table,
    defence: Table,
    near: [Table; 2],
}

impl Side {
    fn new(rule: Rule, us: Color) -> Side {
        let (own, other) = (rule.restricts(us), rule.restricts(!us));
        Side {
            own: Table::of_combinations(own),
            other: Table::of_combinations(other),
            threats: Table::of_masks(),
            attack: Table::of_combinations(own),
            defence: Table::of_combinations(other),
            near: [Table::plain(NEARNESSES), Table::plain(NEARNESSES)],
        }
    }

    fn tables(&self) -> [&Table; 7] {
        let Side { own, other, threats, attack, defence, near: [last, before] } = self;
        [own, other, threats, attack, defence, last, before]
    }

    fn tables_mut(&mut self) -> [&mut Table; 7] {
        let Side { own, other, threats, attack, defence, near: [last, before] } = self;
        [own, other, threats, attack, defence, last, before]
    }

    fn step(&mut self, rate: f32, value_loss_weight: f32) {
        let Side { own, other, threats, attack, defence, near: [last, before] } = self;
        [own, other, threats].into_iter().for_each(|table| table.step(rate * value_loss_weight));
        [attack, defence, last, before].into_iter().for_each(|table| table.step(rate));
    }

    /// Winning chance of the side to move.
    fn chance(&self, sample: &Sample) -> f32 {
        let cells = sample.cells.iter().map(|&[own, other]| {
            self.own.entries[usize::from(own)] + self.other.entries[usize::from(other)]
        });
        let sum: f32 = cells.sum::<f32>() + self.threats.entries[sample.threats];
        1.0 / (1.0 + (-sum).exp())
    }

    /// How likely each candidate is, into `chances`.
    fn policy(&self, sample: &Sample, chances: &mut Vec<f32>) {
        let odds = sample.candidates.iter().map(|&(cell, near)| {
            let [own, other] = sample.cells[usize::from(cell)].map(usize::from);
            let [last, before] = [0, 1].map(|i| self.near[i].entries[usize::from(near[i])]);
            self.attack.entries[own] + self.defence.entries[other] + last + before
        });
        chances.clear();
        chances.extend(odds);
        to_chances(chances);
    }

    /// Adds the gradient of the loss of a sample.
    fn learn(&mut self, sample: &Sample, chances: &mut Vec<f32>) {
        if let Some(target) = sample.target {
            let g = (self.chance(sample) - target) / BATCH as f32;
            for &[own, other] in &sample.cells {
                self.own.gradient[usize::from(own)] += g;
                self.other.gradient[usize::from(other)] += g;
            }
            self.threats.gradient[sample.threats] += g;
        }
        let Some(played) = sample.played else { return };
        self.policy(sample, chances);
        for (i, &(cell, near)) in sample.candidates.iter().enumerate() {
            let g = (chances[i] - if i == played { 1.0 } else { 0.0 }) / BATCH as f32;
            let [own, other] = sample.cells[usize::from(cell)].map(usize::from);
            self.attack.gradient[own] += g;
            self.defence.gradient[other] += g;
            for (table, near) in self.near.iter_mut().zip(near) {
                table.gradient[usize::from(near)] += g;
            }
        }
    }
}

/// A model in training: one side for both colours, or one each where the rule treats them
/// differently.
pub struct Linear {
    sides: Vec<Side>,
    /// See [`Linear::new`].
    value_loss_weight: f32,
}

impl Linear {
    /// Knows nothing. `value_loss_weight` is the length of the steps of what adds up to the value,
    /// against that of what adds up to a move: each of them moves a sum over the whole board.
    pub fn new(rule: Rule, value_loss_weight: f32) -> Linear {
        let colors: &[Color] =
            if rule.restricts(Color::Black) { &Color::ALL } else { &[Color::White] };
        let sides = colors.iter().map(|&color| Side::new(rule, color)).collect();
        Linear { sides, value_loss_weight }
    }

    /// Number of the side that a sample is for.
    fn side(&self, sample: &Sample) -> usize {
        sample.us.map_or(0, Color::index).min(self.sides.len() - 1)
    }

    /// The tables for play.
    pub fn weights(&self) -> Vec<Weights> {
        let weights = |side: &Side| Weights {
            own: side.own.scaled(Weights::VALUE_SCALE),
            other: side.other.scaled(Weights::VALUE_SCALE),
            threats: side.threats.scaled(Weights::VALUE_SCALE),
            attack: side.attack.scaled(Weights::POLICY_SCALE),
            defence: side.defence.scaled(Weights::POLICY_SCALE),
            near: [0, 1].map(|i| side.near[i].scaled(Weights::POLICY_SCALE)),
        };
        self.sides.iter().map(weights).collect()
    }
}

impl Learner for Linear {
    const LEAST_RATE: f32 = 0.02;

    fn learn(&mut self, games: &[&CompactGame], labels: &Labels, rate: &dyn Fn(f32) -> f32) {
        let (mut sample, mut chances) = (Sample::default(), Vec::new());
        let mut in_batch = 0;
        for (number, game) in games.iter().enumerate() {
            replay(game, labels, &mut sample, |sample| {
                let side = self.side(sample);
                self.sides[side].learn(sample, &mut chances);
                in_batch += 1;
            });
            let is_last = number + 1 == games.len();
            if in_batch >= BATCH || is_last && in_batch > 0 {
                in_batch = 0;
                let rate = rate(number as f32 / games.len() as f32);
                for side in &mut self.sides {
                    side.step(rate, self.value_loss_weight);
                }
            }
        }
    }

    fn quality(&self, games: &[&CompactGame], labels: &Labels) -> Quality {
        let mut meter = Meter::default();
        let (mut sample, mut chances) = (Sample::default(), Vec::new());
        for game in games {
            replay(game, labels, &mut sample, |sample| {
                let side = &self.sides[self.side(sample)];
                side.policy(sample, &mut chances);
                meter.value(sample.target, side.chance(sample));
                meter.moves(sample.played, &chances);
            });
        }
        meter.quality()
    }

    fn state(&self) -> Vec<f32> {
        self.sides.iter().flat_map(Side::tables).flat_map(Table::state).collect()
    }

    fn restore(&mut self, state: &[f32]) {
        let mut state = state.iter().copied();
        for table in self.sides.iter_mut().flat_map(Side::tables_mut) {
            table.restore(&mut state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::Random;

    fn sample() -> Sample {
        Sample {
            cells: vec![[3, 900], [17, 17], [2500, 41], [3, 3]],
            threats: 0b101,
            candidates: vec![(0, [1, 0]), (2, [4, 2]), (3, [0, 0])],
            played: Some(1),
            target: Some(0.8),
            us: Some(Color::Black),
        }
    }

    /// What training makes smaller, for one sample.
    fn loss(side: &Side, sample: &Sample) -> f64 {
        let (t, p) = (f64::from(sample.target.unwrap_or(0.0)), f64::from(side.chance(sample)));
        let mut chances = Vec::new();
        side.policy(sample, &mut chances);
        let cross_entropy = -f64::from(chances[sample.played.unwrap_or(0)]).ln();
        -t * p.ln() - (1.0 - t) * (1.0 - p).ln() + cross_entropy
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let sample = sample();
        let mut side = Side::new(Rule::Freestyle, Color::Black);
        let mut random = Random::new(9);
        for table in side.tables_mut() {
            for entry in &mut table.entries {
                *entry = random.between(0, 2000) as f32 / 1000.0 - 1.0;
            }
        }
        side.learn(&sample, &mut Vec::new());
        let step = 1e-2;
        for table in 0..7 {
            for entry in (0..side.tables_mut()[table].entries.len()).step_by(7).chain([3, 17, 41]) {
                let Some(&gradient) = side.tables_mut()[table].gradient.get(entry) else {
                    continue;
                };
                let mut at = |offset: f32| {
                    side.tables_mut()[table].entries[entry] += offset;
                    let loss = loss(&side, &sample);
                    side.tables_mut()[table].entries[entry] -= offset;
                    loss
                };
                let numeric = (at(step) - at(-step)) / f64::from(2.0 * step);
                let expected = f64::from(gradient) * BATCH as f64;
                assert!((numeric - expected).abs() < 2e-3, "{table} {entry}: {numeric} {expected}");
            }
        }
    }
}
