//! The window units of a net in training, and their gradient.

use super::model::Features;
use dolmen::eval::Blocks;
use dolmen::eval::layout::{Layout, POOL_SHRINK, SHRINK, WIDTH, WINDOW, WINDOW_SHRINK};

/// What the windows of a position look like.
#[derive(Default)]
pub struct Windows {
    /// Sums of features over the board.
    pub sums: Features,
    /// What the units saw in all windows together.
    pub pooled: [f32; WINDOW],
    /// Sums of features by block.
    blocks: Vec<Features>,
    /// Sums of features by window.
    inputs: Vec<Features>,
    /// What the units saw in each.
    pub seen: Vec<[f32; WINDOW]>,
}

/// How the loss changes with what the windows show.
pub struct WindowGradient {
    /// With the sums over the board,
    pub sums: Features,
    /// with what the units saw in all windows together,
    pub pooled: [f32; WINDOW],
    /// and with what they saw in each.
    pub seen: Vec<[f32; WINDOW]>,
}

/// In a head: biases and weights of the units.
fn units(head: &[f32]) -> (&[f32], &[f32]) {
    head[Layout::WINDOW..Layout::FIRST].split_at(WINDOW)
}

impl Windows {
    /// A board without stones.
    pub fn clear(&mut self, blocks: &Blocks) {
        self.blocks.clear();
        self.blocks.resize(blocks.count(), [0.0; WIDTH]);
    }

    /// Adds features of a cell.
    pub fn add(&mut self, block: usize, features: impl Fn(usize) -> f32) {
        self.blocks[block].iter_mut().enumerate().for_each(|(i, sum)| *sum += features(i));
    }

    /// Computes all windows.
    pub fn forward(&mut self, blocks: &Blocks, head: &[f32]) {
        let total = |i| self.blocks.iter().map(|block| block[i]).sum::<f32>();
        self.sums = std::array::from_fn(|i| total(i) / SHRINK);
        let (biases, weights) = units(head);
        self.pooled = [0.0; WINDOW];
        self.inputs.clear();
        self.seen.clear();
        for window in blocks.windows() {
            let input: Features = std::array::from_fn(|i| {
                window.iter().map(|&block| self.blocks[usize::from(block)][i]).sum::<f32>()
                    / WINDOW_SHRINK
            });
            let mut seen: [f32; WINDOW] = std::array::from_fn(|unit| biases[unit]);
            for (x, weights) in input.iter().zip(weights.chunks_exact(WINDOW)) {
                seen.iter_mut().zip(weights).for_each(|(s, w)| *s += x * w);
            }
            for ((pooled, seen), bias) in self.pooled.iter_mut().zip(&mut seen).zip(biases) {
                *seen = seen.max(0.0);
                *pooled += (*seen - bias.max(0.0)) / POOL_SHRINK;
            }
            self.inputs.push(input);
            self.seen.push(seen);
        }
    }

    /// Adds the gradient in the head; returns how the loss changes with the features of the cells of
    /// each block.
    pub fn backward(
        &self,
        blocks: &Blocks,
        head: &[f32],
        of_windows: &WindowGradient,
        gradient: &mut [f32],
    ) -> Vec<Features> {
        let (biases, weights) = units(head);
        let (bias_gradient, weight_gradient) =
            gradient[Layout::WINDOW..Layout::FIRST].split_at_mut(WINDOW);
        let mut feature_gradients =
            vec![of_windows.sums.map(|partial| partial / SHRINK); blocks.count()];
        let of_pooled = of_windows.pooled.map(|partial| partial / POOL_SHRINK);
        for (number, &window) in blocks.windows().iter().enumerate() {
            let (input, seen) = (&self.inputs[number], &self.seen[number]);
            let mut of_units = of_pooled;
            for (unit, partial) in of_units.iter_mut().enumerate() {
                if biases[unit] > 0.0 {
                    bias_gradient[unit] -= *partial;
                }
                *partial += of_windows.seen[number][unit];
                if seen[unit] <= 0.0 {
                    *partial = 0.0;
                }
                bias_gradient[unit] += *partial;
            }
            for (i, x) in input.iter().enumerate() {
                let weights = &weights[i * WINDOW..][..WINDOW];
                let gradients = &mut weight_gradient[i * WINDOW..][..WINDOW];
                gradients.iter_mut().zip(&of_units).for_each(|(g, s)| *g += s * x);
                let partial: f32 = weights.iter().zip(&of_units).map(|(w, s)| w * s).sum();
                for block in window {
                    feature_gradients[usize::from(block)][i] += partial / WINDOW_SHRINK;
                }
            }
        }
        feature_gradients
    }
}
