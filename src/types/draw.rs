use super::Random;

impl Random {
    /// An index, drawn by chance: a logarithm one greater makes it `e` times as likely. `None` if
    /// there are no logarithms.
    pub fn weighted(&mut self, logarithms: &[f64]) -> Option<usize> {
        let best = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // By libm, so that every platform draws the same.
        let chances: Vec<f64> = logarithms.iter().map(|value| libm::exp(value - best)).collect();
        let mut rest = self.fraction() * chances.iter().sum::<f64>();
        let chosen = chances.iter().position(|chance| {
            rest -= chance;
            rest < 0.0
        });
        (!chances.is_empty()).then(|| chosen.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greater_logarithm_is_drawn_as_often_as_it_says() {
        let mut random = Random::new(3);
        let mut drawn = [0; 3];
        for _ in 0..4000 {
            drawn[random.weighted(&[7.0, 7.0 + f64::ln(2.0), f64::NEG_INFINITY]).expect("one")] +=
                1;
        }
        assert_eq!(drawn[2], 0);
        assert!((1200..1467).contains(&drawn[0]), "{drawn:?}");
        assert_eq!(random.weighted(&[]), None);
    }
}
