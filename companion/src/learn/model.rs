//! A net in training: its value and move likelihoods for a position, and their gradients.

use super::net_sample::NetSample;
use super::windows::Windows;
use dolmen::eval::layout::{CHANNELS, HIDDEN, Layout, MASK_BITS, TOP, WIDTH, WINDOW};
use dolmen::types::{Color, Random, Rule};

/// The parameters, see [`Layout`].
pub struct Model {
    /// Where they stand.
    pub layout: Layout,
    /// All of them.
    pub parameters: Vec<f32>,
    /// How much the value counts against the moves in what the features learn: at 1 it is hardly
    /// heard among the many candidates.
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
    hidden: Vec<f32>,
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
        }
        Model { layout, parameters, value_loss_weight: 1.0 }
    }

    fn head(&self, us: Color) -> &[f32] {
        &self.parameters[self.layout.head(us)..][..Layout::HEAD]
    }

    /// Values the sample.
    pub fn forward(&self, work: &mut Workspace) {
        let us = work.sample.us.unwrap_or(Color::Black);
        let head = self.head(us);
        self.look_at_cells(work);
        if let Some(blocks) = work.sample.blocks {
            work.windows.forward(blocks, head);
        }
        work.hidden.clear();
        work.hidden.extend_from_slice(&head[Layout::FIRST_BIAS..Layout::SECOND]);
        for (input, x) in inputs(&work.windows, work.sample.threats) {
            let weights = &head[Layout::FIRST + input * HIDDEN..][..HIDDEN];
            work.hidden.iter_mut().zip(weights).for_each(|(h, w)| *h += x * w);
        }
        let straight: f32 = work.windows.sums.iter().zip(head).map(|(x, w)| x * w).sum();
        let second = &head[Layout::SECOND..];
        let bent: f32 = work.hidden.iter().zip(second).map(|(h, w)| h.max(0.0) * w).sum();
        let z = work.sample.base + head[Layout::OFFSET] + straight + bent;
        work.chance = 1.0 / (1.0 + (-z).exp());
        self.look_at_moves(us, work);
    }

    fn look_at_cells(&self, work: &mut Workspace) {
        work.blank = std::array::from_fn(|i| self.parameters[Layout::BIAS + i % CHANNELS]);
        let Workspace { sample, blank, windows, .. } = work;
        sample.blocks.iter().for_each(|blocks| windows.clear(blocks));
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

    fn look_at_moves(&self, us: Color, work: &mut Workspace) {
        let weights = &self.head(us)[Layout::POLICY..][..WIDTH];
        let dot = |cell: &Features| -> f32 {
            cell.iter().zip(weights).map(|(&c, w)| clipped(c) * w).sum()
        };
        let of_blank = dot(&work.blank);
        let odds = work.sample.candidates.iter().map(|&(cell, base)| {
            base + cell.map_or(of_blank, |cell| dot(&work.cells[usize::from(cell)]))
        });
        work.policy.clear();
        work.policy.extend(odds);
        let most = work.policy.iter().copied().fold(f32::MIN, f32::max);
        work.policy.iter_mut().for_each(|p| *p = (*p - most).exp());
        let total: f32 = work.policy.iter().sum();
        work.policy.iter_mut().for_each(|p| *p /= total);
    }

    /// Values the sample and adds the gradient of its loss, the cross_entropy at its outcome and at
    /// the move played.
    pub fn backward(&self, work: &mut Workspace, gradient: &mut [f32]) {
        self.forward(work);
        let us = work.sample.us.unwrap_or(Color::Black);
        let head = self.layout.head(us);
        let of_blocks = self.value_gradient(us, work, &mut gradient[head..][..Layout::HEAD]);
        work.cell_gradients.clear();
        work.cell_gradients.resize(work.cells.len(), [0.0; WIDTH]);
        work.blank_gradient = [0.0; WIDTH];
        if let Some(of_blocks) = of_blocks {
            for (cell_gradients, &place) in work.cell_gradients.iter_mut().zip(&work.sample.places)
            {
                *cell_gradients = of_blocks[usize::from(place)];
                work.blank_gradient.iter_mut().zip(cell_gradients).for_each(|(b, s)| *b -= *s);
            }
        }
        self.policy_gradient(us, work, &mut gradient[head..][..Layout::HEAD]);
        cell_gradient(work, gradient);
    }

    /// Gradient of the value in the head; how the loss changes with the features of the cells of
    /// each block.
    fn value_gradient(
        &self,
        us: Color,
        work: &Workspace,
        gradient: &mut [f32],
    ) -> Option<Vec<Features>> {
        let (target, blocks) = work.sample.target.zip(work.sample.blocks)?;
        let (head, g) = (self.head(us), work.chance - target);
        gradient[Layout::OFFSET] += g;
        let mut of_sums: Features = std::array::from_fn(|i| g * head[Layout::SKIP + i]);
        let mut of_pooled = [0.0; WINDOW];
        for (i, x) in work.windows.sums.iter().enumerate() {
            gradient[Layout::SKIP + i] += g * x;
        }
        let mut unit_gradients = [0.0; HIDDEN];
        for (unit, &h) in work.hidden.iter().enumerate().filter(|(_, h)| **h > 0.0) {
            gradient[Layout::SECOND + unit] += g * h;
            unit_gradients[unit] = g * head[Layout::SECOND + unit];
            gradient[Layout::FIRST_BIAS + unit] += unit_gradients[unit];
        }
        for (input, x) in inputs(&work.windows, work.sample.threats) {
            let at = Layout::FIRST + input * HIDDEN;
            let gradients = &mut gradient[at..at + HIDDEN];
            gradients.iter_mut().zip(&unit_gradients).for_each(|(g, s)| *g += s * x);
            if let Some(partial) = of_sums.iter_mut().chain(&mut of_pooled).nth(input) {
                let weights = &head[at..at + HIDDEN];
                *partial += unit_gradients.iter().zip(weights).map(|(s, w)| s * w).sum::<f32>();
            }
        }
        let mut cell_gradients =
            work.windows.backward(blocks, head, &of_sums, &of_pooled, gradient);
        cell_gradients.iter_mut().flatten().for_each(|partial| *partial *= self.value_loss_weight);
        Some(cell_gradients)
    }

    /// Gradient of the move played in the head, and in the features of cells.
    fn policy_gradient(&self, us: Color, work: &mut Workspace, gradient: &mut [f32]) {
        let Some(played) = work.sample.played else { return };
        let weights = &self.head(us)[Layout::POLICY..][..WIDTH];
        let gradients = &mut gradient[Layout::POLICY..][..WIDTH];
        for (i, &(cell, _)) in work.sample.candidates.iter().enumerate() {
            let g = work.policy[i] - if i == played { 1.0 } else { 0.0 };
            let (features, cell_gradients) = match cell.map(usize::from) {
                Some(cell) => (&work.cells[cell], &mut work.cell_gradients[cell]),
                None => (&work.blank, &mut work.blank_gradient),
            };
            for k in 0..WIDTH {
                gradients[k] += g * clipped(features[k]);
                cell_gradients[k] += g * weights[k];
            }
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

/// Numbers in a table of rows, for bounding them: as far as the net for play can tell them apart.
pub fn bound_rows(model: &mut Model) {
    model.parameters[..Layout::BIAS].iter_mut().for_each(|p| *p = p.clamp(-TOP, TOP));
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::eval::{Blocks, Lines};
    use dolmen::types::Size;

    fn sample(us: Color) -> NetSample {
        let mut random = Random::new(5);
        let mut row = || random.between(0, 40) as u16;
        let code = Lines::COUNT as u16;
        let mut rows = || [row(), row(), row(), row(), code + row(), code + row()];
        let mut cell = || [rows(), rows()];
        NetSample {
            cells: (0..30).map(|_| cell()).collect(),
            places: (0..30).map(|i| i % 9 + i / 4).collect(),
            blocks: Size::new(15).map(Blocks::get),
            threats: 0b1001,
            base: 0.3,
            candidates: (0..12).map(|i| ((i != 5).then_some(2 * i), f32::from(i) / 10.0)).collect(),
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
