//! A net in training: its value and move likelihoods for a position, and their gradients.

use super::gates::Gates;
use super::net_sample::{Candidate, NetSample};
use super::sample::to_chances;
use super::windows::{WindowGradient, Windows};
use dolmen::eval::layout::{CHANNELS, HIDDEN, Layout, MASK_BITS, TOP, WIDTH, WINDOW};
use dolmen::eval::{Blocks, NetFile};
use dolmen::types::{Color, Random, Rule};

/// The parameters, see [`Layout`].
pub struct Model {
    /// Where they stand.
    pub layout: Layout,
    /// All of them.
    pub parameters: Vec<f32>,
    /// How much the value counts against the moves: at 1 it is hardly heard among the many
    /// candidates.
    pub value_loss_weight: f32,
}

/// A position with the outputs of a model.
#[derive(Default)]
pub struct Workspace {
    /// The position.
    pub sample: NetSample,
    /// Winning chance of the side to move.
    pub chance: f32,
    /// Chances of the candidates.
    pub policy: Vec<f32>,
    /// Features of the sample's cells before they are clipped.
    cells: Vec<Features>,
    /// Those of the cells without lines.
    blank: Features,
    /// How the loss changes with them.
    cell_gradients: Vec<Features>,
    blank_gradient: Features,
    windows: Windows,
    /// Outputs of the hidden units.
    hidden: Vec<f32>,
    gates: Gates,
}

/// The view of the side to move, then the other.
pub type Features = [f32; WIDTH];

fn clipped(feature: f32) -> f32 {
    feature.clamp(0.0, TOP)
}

impl Model {
    /// A model equal to the tables.
    pub fn new(rule: Rule, seed: u64) -> Model {
        let layout = Layout::of(rule);
        let mut random = Random::new(seed);
        let mut noise = |size: f32| (random.between(0, 2000) as f32 / 1000.0 - 1.0) * size;
        let mut parameters = vec![0.0; layout.length()];
        // Lines without a stone, row 0, mean nothing; patterns mean what the tables say, so far.
        parameters[CHANNELS..Layout::CODES].fill_with(|| noise(0.2));
        parameters[Layout::BIAS..Layout::HEADS].fill_with(|| 0.3 + noise(0.1));
        for head in parameters[Layout::HEADS..].chunks_exact_mut(Layout::HEAD) {
            head[Layout::WINDOW + WINDOW..Layout::FIRST].fill_with(|| noise(0.25));
            head[Layout::FIRST..Layout::FIRST_BIAS].fill_with(|| noise(0.15));
            head[Layout::GATED..Layout::GATE].fill_with(|| noise(0.1));
            head[Layout::GATE..].fill_with(|| noise(0.1));
        }
        Model { layout, parameters, value_loss_weight: 1.0 }
    }

    /// The net of a file.
    pub fn of(file: &NetFile) -> Model {
        let layout = Layout::of(file.rule());
        let unit = |(i, number)| f32::from(number) / layout.steps(i).0;
        let parameters = file.numbers().enumerate().map(unit).collect();
        Model { layout, parameters, value_loss_weight: 1.0 }
    }

    fn head(&self, us: Color) -> &[f32] {
        &self.parameters[self.layout.head(us)..][..Layout::HEAD]
    }

    /// Values the sample.
    pub fn forward(&self, work: &mut Workspace) {
        let us = work.sample.us.unwrap_or(Color::Black);
        let head = self.head(us);
        let Some(blocks) = work.sample.blocks else { return };
        self.look_at_cells(blocks, work);
        work.windows.forward(blocks, head);
        work.hidden.clear();
        work.hidden.extend_from_slice(&head[Layout::FIRST_BIAS..Layout::SECOND]);
        for (input, x) in inputs(&work.windows, work.sample.threats) {
            let weights = &head[Layout::FIRST + input * HIDDEN..][..HIDDEN];
            work.hidden.iter_mut().zip(weights).for_each(|(h, w)| *h += x * w);
        }
        work.hidden.iter_mut().for_each(|h| *h = h.max(0.0));
        let straight: f32 = work.windows.sums.iter().zip(head).map(|(x, w)| x * w).sum();
        let second = &head[Layout::SECOND..];
        let bent: f32 = work.hidden.iter().zip(second).map(|(h, w)| h * w).sum();
        let z = work.sample.base + head[Layout::OFFSET] + straight + bent;
        work.chance = 1.0 / (1.0 + (-z).exp());
        work.gates.forward(blocks, head, &work.windows.seen, &work.hidden);
        look_at_moves(work);
    }

    fn look_at_cells(&self, blocks: &Blocks, work: &mut Workspace) {
        work.blank = std::array::from_fn(|i| self.parameters[Layout::BIAS + i % CHANNELS]);
        let Workspace { sample, blank, windows, .. } = work;
        windows.clear(blocks);
        work.cells.clear();
        for (rows, &place) in sample.cells.iter().zip(&sample.places) {
            let mut cell = *blank;
            for (half, rows) in cell.chunks_exact_mut(CHANNELS).zip(rows) {
                for &row in rows.iter().filter(|&&row| row != 0) {
                    let values = &self.parameters[usize::from(row) * CHANNELS..][..CHANNELS];
                    half.iter_mut().zip(values).for_each(|(c, v)| *c += v);
                }
            }
            // A board without stones is the zero that everything is measured from.
            windows.add(place.into(), |i| clipped(cell[i]) - clipped(blank[i]));
            work.cells.push(cell);
        }
    }

    /// Values the sample and adds the gradient of its loss, the cross_entropy at its outcome and at
    /// the move played.
    pub fn backward(&self, work: &mut Workspace, gradient: &mut [f32]) {
        self.forward(work);
        let Some(blocks) = work.sample.blocks else { return };
        work.cell_gradients.clear();
        work.cell_gradients.resize(work.cells.len(), [0.0; WIDTH]);
        work.blank_gradient = [0.0; WIDTH];
        policy_gradient(work);
        let us = work.sample.us.unwrap_or(Color::Black);
        let head = self.layout.head(us);
        let of_blocks = self.head_gradient(blocks, work, &mut gradient[head..][..Layout::HEAD]);
        for (cell_gradients, &place) in work.cell_gradients.iter_mut().zip(&work.sample.places) {
            let of_block = &of_blocks[usize::from(place)];
            cell_gradients.iter_mut().zip(of_block).for_each(|(c, s)| *c += s);
            work.blank_gradient.iter_mut().zip(of_block).for_each(|(b, s)| *b -= s);
        }
        cell_gradient(work, gradient);
    }

    /// Gradient of value and policy in the head; how the loss changes with the features of the cells
    /// of each block.
    fn head_gradient(
        &self,
        blocks: &Blocks,
        work: &Workspace,
        gradient: &mut [f32],
    ) -> Vec<Features> {
        let head = self.head(work.sample.us.unwrap_or(Color::Black));
        let error = work.sample.target.map_or(0.0, |target| work.chance - target);
        let g = error * self.value_loss_weight;
        let of_gates = work.gates.backward(blocks, head, &work.hidden, gradient);
        gradient[Layout::OFFSET] += g;
        let mut of_windows = WindowGradient {
            sums: std::array::from_fn(|i| g * head[Layout::SKIP + i]),
            pooled: [0.0; WINDOW],
            seen: of_gates.seen,
        };
        for (i, x) in work.windows.sums.iter().enumerate() {
            gradient[Layout::SKIP + i] += g * x;
        }
        let mut unit_gradients = [0.0; HIDDEN];
        for (unit, &h) in work.hidden.iter().enumerate().filter(|(_, h)| **h > 0.0) {
            gradient[Layout::SECOND + unit] += g * h;
            unit_gradients[unit] = g * head[Layout::SECOND + unit] + of_gates.hidden[unit];
            gradient[Layout::FIRST_BIAS + unit] += unit_gradients[unit];
        }
        for (input, x) in inputs(&work.windows, work.sample.threats) {
            let at = Layout::FIRST + input * HIDDEN;
            let gradients = &mut gradient[at..at + HIDDEN];
            gradients.iter_mut().zip(&unit_gradients).for_each(|(g, s)| *g += s * x);
            let WindowGradient { sums, pooled, .. } = &mut of_windows;
            if let Some(partial) = sums.iter_mut().chain(pooled).nth(input) {
                let weights = &head[at..at + HIDDEN];
                *partial += unit_gradients.iter().zip(weights).map(|(s, w)| s * w).sum::<f32>();
            }
        }
        work.windows.backward(blocks, head, &of_windows, gradient)
    }
}

/// How likely the candidates are.
fn look_at_moves(work: &mut Workspace) {
    let Workspace { sample, policy, cells, blank, gates, .. } = work;
    let odds = sample.candidates.iter().map(|&Candidate { cell, block, base }| {
        let features = cell.map_or(&*blank, |cell| &cells[usize::from(cell)]);
        let weights = &gates.weights[usize::from(block)];
        base + features.iter().zip(weights).map(|(&f, w)| clipped(f) * w).sum::<f32>()
    });
    policy.clear();
    policy.extend(odds);
    to_chances(policy);
}

/// Gradient of the move played in the policy weights and in the features of cells.
fn policy_gradient(work: &mut Workspace) {
    let Workspace { sample, policy, cells, blank, gates, cell_gradients, blank_gradient, .. } =
        work;
    let Some(played) = sample.played else { return };
    for (i, &Candidate { cell, block, .. }) in sample.candidates.iter().enumerate() {
        let g = policy[i] - if i == played { 1.0 } else { 0.0 };
        let (features, of_features) = match cell.map(usize::from) {
            Some(cell) => (&cells[cell], &mut cell_gradients[cell]),
            None => (&*blank, &mut *blank_gradient),
        };
        let block = usize::from(block);
        let (weights, of_weights) = (&gates.weights[block], &mut gates.gradients[block]);
        for k in 0..WIDTH {
            of_weights[k] += g * clipped(features[k]);
            of_features[k] += g * weights[k];
        }
    }
}

/// From the features of cells to the rows of their lines.
fn cell_gradient(work: &mut Workspace, gradient: &mut [f32]) {
    // Clipped features have no partial.
    let passes = |feature: f32| if feature > 0.0 && feature < TOP { 1.0 } else { 0.0 };
    let mut of_bias: Features =
        std::array::from_fn(|k| work.blank_gradient[k] * passes(work.blank[k]));
    for ((rows, cell), cell_gradients) in
        work.sample.cells.iter().zip(&work.cells).zip(&mut work.cell_gradients)
    {
        for k in 0..WIDTH {
            cell_gradients[k] *= passes(cell[k]);
            of_bias[k] += cell_gradients[k];
        }
        for (half, rows) in cell_gradients.chunks_exact(CHANNELS).zip(rows) {
            for &row in rows.iter().filter(|&&row| row != 0) {
                let gradients = &mut gradient[usize::from(row) * CHANNELS..][..CHANNELS];
                gradients.iter_mut().zip(half).for_each(|(g, s)| *g += s);
            }
        }
    }
    for (k, partial) in of_bias.into_iter().enumerate() {
        gradient[Layout::BIAS + k % CHANNELS] += partial;
    }
}

/// The inputs of the hidden layer, by number, without threats that are not there.
fn inputs(windows: &Windows, threats: usize) -> impl Iterator<Item = (usize, f32)> {
    let bits = (0..MASK_BITS).filter(move |bit| threats >> bit & 1 == 1);
    let seen = windows.sums.iter().chain(&windows.pooled).copied().enumerate();
    seen.chain(bits.map(|bit| (WIDTH + WINDOW + bit, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::eval::Lines;
    use dolmen::types::Size;

    fn sample(us: Color) -> NetSample {
        let mut random = Random::new(5);
        let mut row = || random.between(0, 40) as u16;
        let code = Lines::COUNT as u16;
        let mut rows = || [row(), row(), row(), row(), code + row(), code + row()];
        let mut cell = || [rows(), rows()];
        let candidate = |i: u16| Candidate {
            cell: (i != 5).then_some(2 * i),
            block: (2 * i % 9 + 2 * i / 4) as u8,
            base: f32::from(i) / 10.0,
        };
        NetSample {
            cells: (0..30).map(|_| cell()).collect(),
            places: (0..30).map(|i| i % 9 + i / 4).collect(),
            blocks: Size::new(15).map(Blocks::get),
            threats: 0b1001,
            base: 0.3,
            candidates: (0..12).map(candidate).collect(),
            played: Some(4),
            target: Some(0.8),
            us: Some(us),
        }
    }

    fn loss(model: &Model, work: &mut Workspace) -> f64 {
        model.forward(work);
        let (t, p) = (f64::from(work.sample.target.unwrap_or(0.0)), f64::from(work.chance));
        let cross_entropy = -f64::from(work.policy[work.sample.played.unwrap_or(0)]).ln();
        -t * p.ln() - (1.0 - t) * (1.0 - p).ln() + cross_entropy
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        for (rule, us) in [(Rule::Freestyle, Color::White), (Rule::Renju, Color::Black)] {
            let mut model = Model::new(rule, 3);
            let mut random = Random::new(8);
            // Large enough to matter.
            for p in &mut model.parameters[Layout::HEADS..] {
                *p += random.between(0, 1000) as f32 / 2000.0 - 0.25;
            }
            let mut work = Workspace { sample: sample(us), ..Workspace::default() };
            let mut gradient = vec![0.0; model.layout.length()];
            model.backward(&mut work, &mut gradient);
            let touched: Vec<usize> = (0..gradient.len()).filter(|&i| gradient[i] != 0.0).collect();
            assert!(touched.len() > 400, "{}", touched.len());
            let mut differ = 0;
            for &i in touched.iter().step_by(7) {
                let step = 2e-3;
                let mut at = |offset: f32| {
                    let before = model.parameters[i];
                    model.parameters[i] += offset;
                    let loss = loss(&model, &mut work);
                    model.parameters[i] = before;
                    loss
                };
                let partial = (at(step) - at(-step)) / f64::from(2.0 * step);
                // Where a feature or a unit begins to count within the step, cell_gradients differ.
                let tolerance = 4e-3 + 0.03 * partial.abs();
                differ += usize::from((partial - f64::from(gradient[i])).abs() > tolerance);
            }
            assert!(differ * 50 < touched.len() / 7, "{differ} of {}", touched.len() / 7);
        }
    }
}
