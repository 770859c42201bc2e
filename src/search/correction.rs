use super::params::{CORRECTION_DEPTH, CORRECTION_INERTIA, Params};
use crate::eval::THREAT_MASKS;
use crate::types::{Color, Depth};

/// Correction history: how far results of the search lay from the static evaluation, per side to
/// move and per set of threats on the board. Positions with the same threats are misjudged alike.
pub struct Corrections {
    errors: Box<[[i32; THREAT_MASKS]; 2]>,
}

/// Parts of a unit of [`Score`](crate::types::Score) in which errors are kept.
const PARTS: i32 = 256;

impl Corrections {
    /// All corrections zero.
    pub fn new() -> Corrections {
        Corrections { errors: Box::new([[0; THREAT_MASKS]; 2]) }
    }

    /// What to add to the static evaluation.
    pub fn value(&self, us: Color, threats: usize) -> i32 {
        self.errors[us.index()][threats] / PARTS
    }

    /// Moves the correction towards the `error` of an evaluation that a search of this depth found.
    pub fn learn(
        &mut self,
        (us, threats): (Color, usize),
        error: i32,
        depth: Depth,
        params: &Params,
    ) {
        let most = params.correction_limit * PARTS;
        let weight = depth.plies().min(CORRECTION_DEPTH) * params.correction_rate / 100;
        let known = &mut self.errors[us.index()][threats];
        *known += (error * PARTS - *known) * weight / CORRECTION_INERTIA;
        *known = (*known).clamp(-most, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_approaches_the_error_up_to_its_limit() {
        let params = Params::default();
        let mut corrections = Corrections::new();
        let (here, other) = ((Color::Black, 5), (Color::White, 5));
        for _ in 0..2000 {
            corrections.learn(here, 40, Depth::new(4), &params);
        }
        assert!((38..=40).contains(&corrections.value(here.0, here.1)));
        assert_eq!(corrections.value(other.0, other.1), 0);
        for _ in 0..2000 {
            corrections.learn(here, -10_000, Depth::new(30), &params);
        }
        assert_eq!(corrections.value(here.0, here.1), -params.correction_limit);
    }
}
