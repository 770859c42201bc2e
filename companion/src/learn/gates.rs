//! The policy weights of a net in training, mixed by gates for each block, and their gradient.

use super::model::Features;
use dolmen::eval::Blocks;
use dolmen::eval::layout::{AROUND_SHRINK, GATES, HIDDEN, Layout, WIDTH, WINDOW};

/// The policy weights of a position.
#[derive(Default)]
pub struct Gates {
    /// By block.
    pub weights: Vec<Features>,
    /// How the loss changes with them.
    pub gradients: Vec<Features>,
    /// What the units of the windows around each block see.
    around: Vec<[f32; WINDOW]>,
    gates: Vec<[f32; GATES]>,
}

/// How the loss changes with what the gates see.
pub struct GateGradient {
    /// In each window.
    pub seen: Vec<[f32; WINDOW]>,
    /// Outputs of the hidden units.
    pub hidden: [f32; HIDDEN],
}

/// The windows around a block.
fn windows(around: &[u8; 4]) -> impl Iterator<Item = usize> {
    around.iter().map(|&window| usize::from(window)).filter(|&window| window < Blocks::MOST_WINDOWS)
}

impl Gates {
    /// Mixes the weights of all blocks, by what the units see in each window and by the outputs of
    /// the hidden units.
    pub fn forward(
        &mut self,
        blocks: &Blocks,
        head: &[f32],
        seen: &[[f32; WINDOW]],
        hidden: &[f32],
    ) {
        let (by_windows, by_hidden) = head[Layout::GATE..].split_at(WINDOW * GATES);
        let mut of_hidden = [0.0; GATES];
        add_weighted(&mut of_hidden, hidden, by_hidden);
        self.around.clear();
        self.gates.clear();
        self.weights.clear();
        for around in blocks.around() {
            let mut sums = [0.0; WINDOW];
            for window in windows(around) {
                sums.iter_mut().zip(&seen[window]).for_each(|(s, x)| *s += x / AROUND_SHRINK);
            }
            let mut gates = of_hidden;
            add_weighted(&mut gates, &sums, by_windows);
            let mut weights: Features = std::array::from_fn(|i| head[Layout::POLICY + i]);
            add_weighted(&mut weights, &gates, &head[Layout::GATED..Layout::GATE]);
            self.around.push(sums);
            self.gates.push(gates);
            self.weights.push(weights);
        }
        self.gradients.clear();
        self.gradients.resize(blocks.count(), [0.0; WIDTH]);
    }

    /// Adds the gradient in the head, from that of the weights.
    pub fn backward(
        &self,
        blocks: &Blocks,
        head: &[f32],
        hidden: &[f32],
        gradient: &mut [f32],
    ) -> GateGradient {
        let (by_windows, by_hidden) = head[Layout::GATE..].split_at(WINDOW * GATES);
        let mut seen = vec![[0.0; WINDOW]; blocks.windows().len()];
        let mut all_gates = [0.0; GATES];
        let (of_weights, of_gates) = gradient[Layout::POLICY..].split_at_mut(WIDTH + GATES * WIDTH);
        let (of_first, of_gated) = of_weights.split_at_mut(WIDTH);
        let (of_window_gates, of_hidden_gates) = of_gates.split_at_mut(WINDOW * GATES);
        for (block, partials) in self.gradients.iter().enumerate() {
            if partials == &[0.0; WIDTH] {
                continue;
            }
            of_first.iter_mut().zip(partials).for_each(|(g, p)| *g += p);
            let gates: [f32; GATES] =
                back(&head[Layout::GATED..], partials, &self.gates[block], of_gated);
            all_gates.iter_mut().zip(gates).for_each(|(all, g)| *all += g);
            let sums: [f32; WINDOW] =
                back(by_windows, &gates, &self.around[block], of_window_gates);
            for window in windows(&blocks.around()[block]) {
                seen[window].iter_mut().zip(sums).for_each(|(s, x)| *s += x / AROUND_SHRINK);
            }
        }
        GateGradient { seen, hidden: back(by_hidden, &all_gates, hidden, of_hidden_gates) }
    }
}

/// Adds to each sum the inputs by their weights: `weights` holds for each input those of all sums.
fn add_weighted<const N: usize>(sums: &mut [f32; N], inputs: &[f32], weights: &[f32]) {
    for (x, weights) in inputs.iter().zip(weights.chunks_exact(N)) {
        sums.iter_mut().zip(weights).for_each(|(sum, w)| *sum += x * w);
    }
}

/// From the partials of sums as [`add_weighted`] makes them, adds the gradient of the weights and
/// returns the partials of the inputs.
fn back<const N: usize, const M: usize>(
    weights: &[f32],
    partials: &[f32; N],
    inputs: &[f32],
    gradient: &mut [f32],
) -> [f32; M] {
    std::array::from_fn(|input| {
        let at = input * N..(input + 1) * N;
        gradient[at.clone()].iter_mut().zip(partials).for_each(|(g, p)| *g += p * inputs[input]);
        partials.iter().zip(&weights[at]).map(|(p, w)| p * w).sum()
    })
}
