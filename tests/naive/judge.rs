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

impl Judge for Referee {
    fn start(rule: Rule, size: Size) -> Referee {
        Referee::new(rule, size)
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

impl Judge for Board {
    fn start(rule: Rule, size: Size) -> Board {
        Board::new(rule, size)
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
