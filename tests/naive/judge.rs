//! One set of questions for the slow referee and for the engine's board.

use dolmen::board::{Board, Fouls, Outcome};
use dolmen::types::{Color, Coord, Rule, Size};

use super::Referee;

/// The questions that have one true answer, for whoever answers them.
pub trait Judge {
    fn start(rule: Rule, size: Size) -> Self;
    fn put(&mut self, c: Coord, color: Color);
    fn outcome_now(&mut self) -> Outcome;
    fn fouls_at(&mut self, c: Coord) -> Fouls;
}

/// Both name what they can do alike.
macro_rules! judge {
    ($name:ident) => {
        impl Judge for $name {
            fn start(rule: Rule, size: Size) -> $name {
                $name::new(rule, size)
            }
            fn put(&mut self, c: Coord, color: Color) {
                self.place(c, color);
            }
            fn outcome_now(&mut self) -> Outcome {
                self.outcome()
            }
            fn fouls_at(&mut self, c: Coord) -> Fouls {
                self.fouls(c)
            }
        }
    };
}

judge!(Referee);
judge!(Board);
