//! The clocks of a game: what time players have, and what they have spent.

use std::ops::Range;
use std::time::{Duration, Instant};

use dolmen::types::Color;

use super::{GameEnd, OngoingGame};

/// Time for each side: so much at first, and more after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// At first.
    pub base: Duration,
    /// After each move.
    pub increment: Duration,
}

impl TimeControl {
    /// What [`TimeControl::parse`] reads.
    pub const EXPECTED: &str = "minutes (above 0, at most 1440), or minutes+seconds (at most 3600)";

    /// Reads `MINUTES` or `MINUTES+SECONDS`, at most a day in all.
    pub fn parse(text: &str) -> Option<TimeControl> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let minutes: f64 = minutes.parse().ok()?;
        let seconds: f64 = seconds.parse().ok()?;
        let sensible = minutes > 0.0 && minutes <= 1440.0 && (0.0..=3600.0).contains(&seconds);
        sensible.then(|| TimeControl {
            base: Duration::from_secs_f64(minutes * 60.0),
            increment: Duration::from_secs_f64(seconds),
        })
    }
}

/// What a player has spent: stones, of either colour, and the time that they and choices took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Time, thought before choices included.
    pub time: Duration,
    /// Stones placed.
    pub stones: usize,
}

impl Spent {
    /// One more stone.
    #[must_use]
    pub fn with_stone(self, time: Duration) -> Spent {
        Spent { time: self.time + time, stones: self.stones + 1 }
    }
}

impl OngoingGame {
    /// Checks the clock: whether the game has just ended on time.
    pub fn tick(&mut self, now: Instant) -> bool {
        let side = self.side_to_act();
        let over = !self.is_over() && self.time_left(side, now) == Some(Duration::ZERO);
        if over {
            self.charge(now);
            self.conclude(GameEnd::Time(side));
        }
        over
    }

    /// How long whoever is to act has been thinking.
    pub(super) fn thinking(&self, now: Instant) -> Duration {
        self.turn.map_or(Duration::ZERO, |start| now.saturating_duration_since(start))
    }

    /// What a side has spent for its own stones among these.
    pub(super) fn spent(&self, color: Color, numbers: Range<usize>) -> Spent {
        let stones = self.board.history().zip(&self.times).skip(numbers.start).take(numbers.len());
        let own = stones.filter(|(stone, _)| stone.color == color);
        own.fold(Spent::default(), |spent, (_, &time)| spent.with_stone(time))
    }

    /// What a side has spent in the opening and after it.
    fn spent_in_all(&self, color: Color) -> Spent {
        let opened = self.opened[color.index()];
        let later = self.spent(color, self.settled()..self.board.ply());
        Spent { time: opened.time + later.time, stones: opened.stones + later.stones }
    }

    /// Time that a side has taken for all that it did.
    pub fn time_taken(&self, color: Color, now: Instant) -> Duration {
        let before = self.spent_in_all(color).time;
        let to_act = !self.is_over() && self.side_to_act() == color;
        if to_act { before + self.thinking(now) } else { before }
    }

    /// Time that a side has left; `None` without a limit.
    pub fn time_left(&self, color: Color, now: Instant) -> Option<Duration> {
        let TimeControl { base, increment } = self.setup.time?;
        let stones = self.spent_in_all(color).stones as u32;
        Some((base + increment * stones).saturating_sub(self.time_taken(color, now)))
    }

    /// Counts what was thought so far to who is to act.
    pub(super) fn charge(&mut self, now: Instant) {
        self.opened[self.side_to_act().index()].time += self.thinking(now);
        self.turn = Some(now);
    }
}
