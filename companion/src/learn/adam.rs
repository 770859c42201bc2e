/// Gradient descent with momentum and a step for each parameter: Adam (D. Kingma and J. Ba, "Adam:
/// a method for stochastic optimization", 2014), with 0.9 and 0.999.
pub struct Adam {
    rate: f32,
    /// Means of few terms that began with zero are too small.
    corrections: [f32; 2],
    /// Added to the root of the mean square: keeps rare gradients from large steps.
    floor: f32,
}

/// Means of the gradient of a parameter and of its square.
pub type Moments = [f32; 2];

impl Adam {
    /// The step with this number, from 1.
    pub fn step(number: i32, rate: f32, floor: f32) -> Adam {
        let corrections = [0.9f32, 0.999].map(|keep| 1.0 / (1.0 - keep.powi(number)));
        Adam { rate, corrections, floor }
    }

    /// Moves a parameter down its gradient.
    pub fn apply(&self, parameter: &mut f32, moments: &mut Moments, gradient: f32) {
        let [mean, square] = moments;
        let [first, second] = self.corrections;
        *mean += 0.1 * (gradient - *mean);
        *square += 0.001 * (gradient * gradient - *square);
        *parameter -= self.rate * *mean * first / ((*square * second).sqrt() + self.floor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_lowest_point() {
        let (mut parameter, mut moments) = (0.0, Moments::default());
        for number in 1..=2_000 {
            let gradient = 2.0 * (parameter - 3.0);
            Adam::step(number, 0.01, 1e-6).apply(&mut parameter, &mut moments, gradient);
        }
        assert!((parameter - 3.0).abs() < 0.01, "{parameter}");
    }
}
