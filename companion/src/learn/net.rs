//! The second tier of evaluation: training of a net over lines, by gradient descent.

use super::adam::{Adam, Moments};
use super::model::{Model, Workspace};
use super::quality::{Meter, Quality};
use super::sample::{Labels, positions};
use super::training::{Learner, Training};
use crate::arena::compact::CompactGame;
use dolmen::eval::{Classical, NetFile};
use dolmen::types::Rule;

/// Games between two steps.
const BATCH: usize = 32;
/// Parts of a batch that may be worked on at the same time.
const PARTS: usize = 8;

/// A net in training with the state of the descent.
pub struct NetTrainer {
    rule: Rule,
    model: Model,
    moments: Vec<Moments>,
    steps: i32,
    threads: usize,
}

/// A part of a batch.
struct Part {
    gradient: Vec<f32>,
    work: Workspace,
    samples: usize,
}

impl NetTrainer {
    /// Knows what the tables of the classical evaluation know. `value_loss_weight`: see
    /// [`Model::value_loss_weight`].
    pub fn new(rule: Rule, value_loss_weight: f32, training: &Training) -> NetTrainer {
        let model = Model { value_loss_weight, ..Model::new(rule, training.seed) };
        let moments = vec![[0.0; 2]; model.parameters.len()];
        NetTrainer { rule, model, moments, steps: 0, threads: training.threads }
    }

    /// Collects the gradients of a batch.
    fn collect(&self, batch: &[&CompactGame], labels: &Labels, parts: &mut [Part]) {
        let games = batch.len().div_ceil(PARTS);
        let share = PARTS.div_ceil(self.threads.clamp(1, PARTS));
        std::thread::scope(|scope| {
            for (parts, batch) in parts.chunks_mut(share).zip(batch.chunks(games * share)) {
                scope.spawn(move || {
                    for (part, games) in parts.iter_mut().zip(batch.chunks(games)) {
                        let Part { gradient, work, samples } = part;
                        for game in games {
                            visit(game, labels, work, |work| {
                                self.model.backward(work, gradient);
                                *samples += 1;
                            });
                        }
                    }
                });
            }
        });
    }

    /// One step down the collected gradient. No parameter leaves what a file can hold: what is measured
    /// is what is written.
    fn step(&mut self, parts: &mut [Part], rate: f32) {
        let samples: usize = parts.iter_mut().map(|part| std::mem::take(&mut part.samples)).sum();
        let Some((Part { gradient, .. }, others)) = parts.split_first_mut() else { return };
        for part in others {
            for (sum, g) in gradient.iter_mut().zip(&mut part.gradient) {
                *sum += std::mem::take(g);
            }
        }
        self.steps += 1;
        let adam = Adam::step(self.steps, rate, 1e-6);
        let Model { layout, parameters, .. } = &mut self.model;
        for (i, (p, g)) in parameters.iter_mut().zip(gradient).enumerate() {
            let moments = &mut self.moments[i];
            let partial = std::mem::take(g) / samples.max(1) as f32;
            // What is not touched for long comes to rest, before its mean gets so small that
            // sums with it are slow.
            if partial == 0.0 && moments[0].abs() < 1e-12 {
                moments[0] = 0.0;
                continue;
            }
            adam.apply(p, moments, partial);
            let (scale, limit, _) = layout.steps(i);
            *p = p.clamp(-limit / scale, limit / scale);
        }
    }

    /// The net for play, as it is written to a file.
    pub fn net(&self) -> NetFile {
        NetFile::new(self.rule, &self.model.parameters)
    }
}

impl Learner for NetTrainer {
    const LEAST_RATE: f32 = 0.01;

    fn learn(&mut self, games: &[&CompactGame], labels: &Labels, rate: &dyn Fn(f32) -> f32) {
        let part = |_| Part {
            gradient: vec![0.0; self.model.parameters.len()],
            work: Workspace::default(),
            samples: 0,
        };
        let mut parts: Vec<Part> = (0..PARTS).map(part).collect();
        for (number, batch) in games.chunks(BATCH).enumerate() {
            self.collect(batch, labels, &mut parts);
            self.step(&mut parts, rate((number * BATCH) as f32 / games.len() as f32));
        }
    }

    fn value_weight(&self) -> f64 {
        self.model.value_loss_weight.into()
    }

    fn quality(&self, games: &[&CompactGame], labels: &Labels) -> Quality {
        quality(&self.model, games, labels)
    }

    fn state(&self) -> Vec<f32> {
        let moments = self.moments.iter().flatten();
        self.model.parameters.iter().chain(moments).copied().chain([self.steps as f32]).collect()
    }

    fn restore(&mut self, state: &[f32]) {
        let (parameters, rest) = state.split_at(self.model.parameters.len());
        let (moments, steps) = rest.split_at(2 * self.moments.len());
        self.model.parameters.copy_from_slice(parameters);
        self.moments.as_flattened_mut().copy_from_slice(moments);
        self.steps = steps[0] as i32;
    }
}

/// How well a net does on games.
pub fn quality(model: &Model, games: &[&CompactGame], labels: &Labels) -> Quality {
    let mut meter = Meter::default();
    let mut work = Workspace::default();
    for game in games {
        visit(game, labels, &mut work, |work| {
            model.forward(work);
            meter.value(work.sample.target, work.chance);
            meter.moves(work.sample.played, &work.policy);
        });
    }
    meter.quality()
}

/// Calls back with each position of a game that teaches something.
fn visit(
    game: &CompactGame,
    labels: &Labels,
    work: &mut Workspace,
    mut each: impl FnMut(&mut Workspace),
) {
    let mut tables: Option<Classical> = None;
    positions(game, labels, |board, position| {
        match &mut tables {
            None => tables = Some(Classical::new(board)),
            Some(tables) => tables.follow(board),
        }
        if let (Some(position), Some(tables)) = (position, &tables) {
            work.sample.look(board, tables, &position);
            each(work);
        }
    });
}
