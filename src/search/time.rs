use std::time::Duration;

use super::Clock;
use super::params::{
    AMPLE_TURNS, HURRY, LARGEST_MARGIN, LARGEST_PART, LEAST_MOVES_TO_GO, LEAST_TIME, MARGIN,
    MARGIN_SHARE, MOVES_TO_GO, MOVES_TO_GO_DROP, RESERVE, SETTLED_SHARE,
};
use crate::board::Board;
use crate::types::Instant;

/// Turns a clock into the two moments that matter to a search: after the optimum no further
/// iteration begins, at the maximum the running one is interrupted.
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    start: Instant,
    optimum: Option<Duration>,
    maximum: Option<Duration>,
}

impl TimeManager {
    /// For a move on this board. Without a clock there is no limit.
    pub fn new(clock: Option<Clock>, board: &Board) -> TimeManager {
        TimeManager::with(clock, board.ply(), board.moves_left().div_ceil(2) as u32)
    }

    /// For a move with this many stones on the board and this many own moves still possible,
    /// including this one.
    fn with(clock: Option<Clock>, stones: usize, own_moves_to_come: u32) -> TimeManager {
        let Some(clock) = clock else {
            return TimeManager { start: Instant::now(), optimum: None, maximum: None };
        };
        let start = clock.start;
        let reserve = RESERVE.saturating_sub(clock.increment) * own_moves_to_come;
        let least = |left: Duration| left / (HURRY * (own_moves_to_come + 2));
        let left = clock
            .left
            .map(|left| keep_margin(left).saturating_sub(reserve).max(least(left)).max(LEAST_TIME));
        let turn = clock.turn.map(keep_margin);
        let own_moves = stones as f64 / 2.0;
        let fair = left.map(|left| {
            let drop = MOVES_TO_GO_DROP * own_moves;
            let moves_to_go = (MOVES_TO_GO - drop).max(LEAST_MOVES_TO_GO);
            left.div_f64(moves_to_go).saturating_add(clock.increment)
        });
        // Where the match time allows full turns to the end, only the turn limits.
        let ample = match (turn, left) {
            (Some(turn), Some(left)) => left >= turn.saturating_mul(AMPLE_TURNS),
            (_, None) => true,
            (None, Some(_)) => false,
        };
        let lesser = |a: Option<Duration>, b| [a, b].into_iter().flatten().min();
        let part = |left: Duration| (left / LARGEST_PART).max(LEAST_TIME);
        let maximum = lesser(turn, if ample { left } else { left.map(part) });
        let optimum = if ample { maximum } else { lesser(maximum, fair) };
        TimeManager { start, optimum, maximum }
    }

    /// Time since the request for the move.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Intended duration of the search; `None` without a limit.
    pub fn optimum(&self) -> Option<Duration> {
        self.optimum
    }

    /// Milliseconds until the maximum.
    pub fn milliseconds_left(&self) -> u64 {
        let left = self.maximum.map(|maximum| maximum.saturating_sub(self.elapsed()));
        left.map_or(u64::MAX, |left| left.as_millis() as u64)
    }

    /// The running iteration must end now.
    pub fn is_over(&self, elapsed: Duration) -> bool {
        self.maximum.is_some_and(|maximum| elapsed >= maximum)
    }

    /// Whether another iteration may begin; `is_settled`: best move and score are stable.
    pub fn may_deepen(&self, is_settled: bool) -> bool {
        let Some(optimum) = self.optimum else { return true };
        // With the whole turn to spend there is nothing to save.
        if self.optimum == self.maximum {
            return self.elapsed() < optimum;
        }
        let share = if is_settled { SETTLED_SHARE } else { 1.0 };
        self.elapsed() < optimum.mul_f64(share)
    }
}

/// The part of a limit that a search may use: answers take time to arrive.
pub fn keep_margin(limit: Duration) -> Duration {
    let margin = limit.mul_f64(MARGIN_SHARE).clamp(MARGIN, LARGEST_MARGIN);
    (limit - margin.min(limit / 2)).max(LEAST_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(turn: Option<u64>, left: Option<u64>) -> TimeManager {
        let ms = |n: Option<u64>| n.map(Duration::from_millis);
        let increment = Duration::ZERO;
        let start = Instant::now();
        TimeManager::with(Some(Clock { start, turn: ms(turn), left: ms(left), increment }), 10, 108)
    }

    #[test]
    fn limits_are_never_exceeded() {
        for turn in [None, Some(0), Some(10), Some(50), Some(1000), Some(30_000)] {
            for left in [None, Some(0), Some(20), Some(300), Some(180_000), Some(1 << 40)] {
                let time = limits(turn, left);
                for limit in [turn, left].into_iter().flatten() {
                    let maximum = time.maximum.expect("limited");
                    let margin = (limit / 2).min(30);
                    assert!(maximum <= Duration::from_millis((limit - margin).max(1)));
                    assert!(time.optimum <= time.maximum);
                }
            }
        }
        assert_eq!(limits(None, None).maximum, None);
    }

    #[test]
    fn a_match_is_not_spent_in_a_few_moves() {
        // 30 s a move, 180 s a game: the budgets of the leagues.
        let mut left = 180_000.0;
        for stones in (4..84).step_by(2) {
            let ms = Duration::from_millis(left as u64);
            let clock = Clock {
                start: Instant::now(),
                turn: Some(Duration::from_secs(30)),
                left: Some(ms),
                increment: Duration::ZERO,
            };
            let time = TimeManager::with(Some(clock), stones, (226 - stones as u32) / 2);
            left -= time.optimum.expect("limited").as_secs_f64() * 1000.0;
        }
        assert!(left > 1_000.0, "{left} ms left after 40 moves");
        assert!(left < 60_000.0, "{left} ms not used");
    }

    /// With 18 s and 3 s a move, 2.2 s were spent: the increments piled up. A third of what is left
    /// is the limit, so that three increments stay.
    #[test]
    fn increments_are_spent() {
        let [mut left, increment] = [18, 3].map(Duration::from_secs);
        for stones in (4..40).step_by(2) {
            let start = Instant::now();
            let clock = Clock { start, turn: None, left: Some(left), increment };
            let time = TimeManager::with(Some(clock), stones, (226 - stones as u32) / 2);
            left = left - time.optimum.expect("limited") + increment;
        }
        assert!(left < Duration::from_secs(10), "{left:?} left after 18 moves");
    }

    #[test]
    fn the_longest_times_are_limits_like_others() {
        let (start, most) = (Instant::now(), Duration::MAX);
        let clock = Clock { start, turn: Some(most), left: Some(most), increment: most };
        let time = TimeManager::with(Some(clock), 10, 108);
        assert!(time.optimum <= time.maximum && time.maximum < Some(most));
        assert!(!time.is_over(time.elapsed()) && time.may_deepen(true));
    }

    /// Games of 225 stones lost on time: 4 of 18 at 10 s, 9 of 60 at 2 s.
    #[test]
    fn a_full_board_is_reached_without_increment_even_if_every_move_takes_the_maximum() {
        for (area, budgets) in
            [(225_usize, [2_000, 10_000, 60_000]), (400, [4_000, 10_000, 60_000])]
        {
            for (budget, increment) in budgets.into_iter().flat_map(|ms| [(ms, 0), (ms, 5)]) {
                let mut left = Duration::from_millis(budget);
                let increment = Duration::from_millis(increment);
                for stones in (0..area).step_by(2) {
                    let clock = Clock {
                        start: Instant::now(),
                        turn: Some(Duration::from_secs(30)),
                        left: Some(Duration::from_millis(left.as_millis() as u64)),
                        increment,
                    };
                    let to_come = (area - stones).div_ceil(2) as u32;
                    let time = TimeManager::with(Some(clock), stones, to_come);
                    // What managers, pipes and a late poll cost.
                    let used = time.maximum.expect("limited") + Duration::from_millis(10);
                    assert!(used < left, "{budget} ms: {left:?} left with {stones} stones");
                    left = left - used + increment;
                }
            }
        }
    }
}
