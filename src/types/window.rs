use std::ops::Neg;

use super::Score;

/// What a search wants to know of a score: exactly where it lies between `alpha` and `beta`, and
/// otherwise only on which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The side to move has this already: a lower score changes nothing.
    pub alpha: Score,
    /// The opponent does not let it come to more than this.
    pub beta: Score,
}

impl Window {
    /// Every score matters.
    pub const FULL: Window = Window { alpha: Score::LEAST, beta: Score::INFINITE };

    /// Only whether the score is above this matters.
    pub fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether no score lies between the ends.
    pub fn is_null(self) -> bool {
        self.beta <= self.alpha + 1
    }

    /// Whether a score is exact here.
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

impl Neg for Window {
    type Output = Window;

    /// The same window seen by the other side.
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
