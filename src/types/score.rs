use std::fmt;
use std::ops::{Add, Neg, Sub};

/// What a position is worth for the side to move, in the engine's own units: about 200 units
/// are a winning chance of 73 %, 0 is level. A win is coded by its distance in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Units of an evaluation that multiply the odds of winning by e: 200 are a winning chance of
    /// 73 %.
    pub const UNITS_PER_LOGIT: i32 = 200;
    /// Level, and the value of a draw.
    pub const DRAW: Score = Score(0);
    /// Above every score that occurs: the open end of a window.
    pub const INFINITE: Score = Score(31_000);
    /// Below every score that occurs.
    pub const LEAST: Score = Score(-31_000);
    /// A five already on the board.
    const WIN: i32 = 30_000;
    /// Distances of proven wins stay below this many plies.
    const MAX_DISTANCE: i32 = 1_000;
    /// Largest magnitude of an evaluation.
    const MAX_EVAL: i32 = 20_000;

    /// An evaluation, clamped so that it can never pass for a proven win.
    pub const fn eval(units: i32) -> Score {
        if units > Score::MAX_EVAL {
            Score(Score::MAX_EVAL)
        } else if units < -Score::MAX_EVAL {
            Score(-Score::MAX_EVAL)
        } else {
            Score(units)
        }
    }

    /// The side to move makes five with the move `plies` from the root (1 = the next move).
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::WIN - plies as i32)
    }

    /// The opponent makes five with the move `plies` from the root.
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - Score::WIN)
    }

    /// The raw number.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// A score from a raw number, as [`Score::value`] gave it.
    pub const fn from_value(value: i32) -> Score {
        Score(value)
    }

    /// A proven win for the side to move.
    pub const fn is_win(self) -> bool {
        self.0 >= Score::WIN - Score::MAX_DISTANCE
    }

    /// A proven loss for the side to move.
    pub const fn is_loss(self) -> bool {
        self.0 <= Score::MAX_DISTANCE - Score::WIN
    }

    /// A proven win or loss.
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies from the root to the five at most, for a decisive score: the win is proven, a shorter
    /// one may exist.
    pub const fn distance(self) -> Option<usize> {
        if self.is_decisive() { Some((Score::WIN - self.0.abs()) as usize) } else { None }
    }

    /// The same score with a distance counted from `ply` plies below the root instead of from
    /// the root: the form kept in the transposition table.
    pub const fn to_table(self, ply: usize) -> Score {
        self.shifted(ply as i32)
    }

    /// Inverse of [`Score::to_table`].
    pub const fn from_table(self, ply: usize) -> Score {
        self.shifted(-(ply as i32))
    }

    /// The score one ply before a position of this score, for the side that moved there.
    pub const fn one_ply_earlier(self) -> Score {
        Score(-self.shifted(-1).0)
    }

    /// Inverse of [`Score::one_ply_earlier`].
    pub const fn one_ply_later(self) -> Score {
        Score(-self.shifted(1).0)
    }

    const fn shifted(self, plies: i32) -> Score {
        if self.is_win() {
            Score(self.0 + plies)
        } else if self.is_loss() {
            Score(self.0 - plies)
        } else {
            self
        }
    }

    /// Winning chance of the side to move, 0 to 1.
    pub fn win_rate(self) -> f64 {
        if self.is_win() {
            1.0
        } else if self.is_loss() {
            0.0
        } else {
            1.0 / (1.0 + libm::exp(-f64::from(self.0) / f64::from(Score::UNITS_PER_LOGIT)))
        }
    }
}

impl Neg for Score {
    type Output = Score;

    /// The same position seen by the other side.
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    /// A margin above.
    fn add(self, units: i32) -> Score {
        Score(self.0 + units)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    /// A margin below.
    fn sub(self, units: i32) -> Score {
        Score(self.0 - units)
    }
}

impl fmt::Display for Score {
    /// `34`, `-120`, or the plies to a proven five: `+M5`, `-M4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(plies) if self.is_win() => write!(f, "+M{plies}"),
            Some(plies) => write!(f, "-M{plies}"),
            None => write!(f, "{}", self.0),
        }
    }
}

/// How a score in the transposition table relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The true score.
    Exact,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table() {
        for ply in [0, 1, 7, 60] {
            for score in [Score::win_in(9 + ply), Score::loss_in(4 + ply), Score::eval(-77)] {
                assert_eq!(score.to_table(ply).from_table(ply), score);
            }
            assert_eq!(Score::win_in(9 + ply).to_table(ply), Score::win_in(9));
        }
        assert_eq!(Score::win_in(5).to_string(), "+M5");
        assert_eq!(Score::loss_in(4).to_string(), "-M4");
        assert!(Score::eval(i32::MAX) < Score::win_in(900));
        assert_eq!(-Score::win_in(3), Score::loss_in(3));
    }
}
