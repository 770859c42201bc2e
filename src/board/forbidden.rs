//! Renju: the points where black may not play, by the text of the RIF rules.
//!
//! A three is one only if black can make a straight four of it, and that by a point which is
//! itself allowed once the first stone lies there. So the question asks itself again one stone
//! later; it ends because each step adds a stone (nine deep is the most seen). The stones of the
//! thought are kept beside the board, not on it: a key with one more stone is one addition away.
//! Lattices of black stones alone can have millions of such chains: see [`LARGEST_THOUGHT`].

use super::outcome::{Fouls, Stone};
use super::pattern::Pattern;
use super::position::Board;
use crate::types::{Color, Coord, Direction};

/// Double threes, real or not, that are looked at for one point; those beyond count as real. Positions of
/// games have not needed more than six, in ten million positions searched.
const LARGEST_THOUGHT: u32 = 500;

/// The fouls of a black stone at `c`: `c` is empty, or has black's stone on it.
pub fn fouls(board: &Board, c: Coord) -> Fouls {
    let mut imagined = Imagined { board, stones: Vec::new(), left: LARGEST_THOUGHT };
    imagined.fouls(c)
}

impl Board {
    /// Whether a free point is not forbidden to the side to move.
    pub fn has_allowed_move(&self) -> bool {
        self.empty_cells().iter().any(|c| !self.is_forbidden(c))
    }
}

/// A board with some more black stones.
struct Imagined<'a> {
    board: &'a Board,
    stones: Vec<Coord>,
    /// What is left of [`LARGEST_THOUGHT`].
    left: u32,
}

impl Imagined<'_> {
    fn fouls(&mut self, c: Coord) -> Fouls {
        let lines = Direction::ALL.map(|direction| self.pattern(c, direction));
        if lines.contains(&Pattern::Five) {
            return Fouls::NONE;
        }
        let fours: usize = lines
            .iter()
            .map(|pattern| match pattern {
                Pattern::DoubleFour => 2,
                Pattern::Four | Pattern::OpenFour => 1,
                _ => 0,
            })
            .sum();
        let open_threes = lines.iter().filter(|pattern| pattern.is_open_three()).count();
        Fouls {
            overline: lines.contains(&Pattern::Overline),
            double_four: fours >= 2,
            double_three: open_threes >= 2 && self.has_two_real_threes(c, lines),
        }
    }

    fn has_two_real_threes(&mut self, c: Coord, lines: [Pattern; 4]) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return true };
        self.left = left;
        self.stones.push(c);
        let real = Direction::ALL
            .into_iter()
            .filter(|&d| lines[d.index()].is_open_three() && self.is_real_three(c, d))
            .take(2)
            .count();
        self.stones.pop();
        real == 2
    }

    /// Whether the three in this line can become a straight four by an allowed move.
    fn is_real_three(&mut self, c: Coord, direction: Direction) -> bool {
        [1, -1].into_iter().any(|sign| {
            let Some(next) = self.first_empty(c, direction, sign) else { return false };
            self.pattern(next, direction) == Pattern::OpenFour
                && !self.makes_five(next)
                && !self.fouls(next).any()
        })
    }

    /// The straight four is an unbroken run, so the point that makes it is the first empty one.
    fn first_empty(&self, c: Coord, direction: Direction, sign: i16) -> Option<Coord> {
        (1..=3)
            .map(|k| c.step(direction, sign * k))
            .find(|&p| !self.is_black(p))
            .filter(|&p| self.board.is_empty(p))
    }

    fn is_black(&self, c: Coord) -> bool {
        self.board.stone(c) == Stone::Black || self.stones.contains(&c)
    }

    fn makes_five(&self, c: Coord) -> bool {
        Direction::ALL.into_iter().any(|d| self.pattern(c, d) == Pattern::Five)
    }

    /// What black makes of a line at `c`, the imagined stones counted.
    fn pattern(&self, c: Coord, direction: Direction) -> Pattern {
        let table = self.board.table();
        let mut key = self.board.key(c, direction);
        for &stone in self.stones.iter().filter(|&&stone| self.board.is_empty(stone)) {
            let Some(distance) = distance(c, stone, direction) else { continue };
            let weights = match distance {
                ..0 => table.left_weights(Color::Black),
                _ => table.right_weights(Color::Black),
            };
            let weight = weights[..table.radius()].get(distance.unsigned_abs() as usize - 1);
            if let Some(weight) = weight.filter(|_| self.sees(c, distance, direction)) {
                key += weight;
            }
        }
        table.pattern(key, Color::Black)
    }

    /// No dead stone stands between the two points of a line.
    fn sees(&self, c: Coord, distance: i16, direction: Direction) -> bool {
        (1..distance.abs())
            .all(|k| self.board.stone(c.step(direction, k * distance.signum())) != Stone::Wall)
    }
}

/// Steps from one point to another along a direction, if they share that line.
fn distance(from: Coord, to: Coord, direction: Direction) -> Option<i16> {
    let dx = i16::from(to.x()) - i16::from(from.x());
    let dy = i16::from(to.y()) - i16::from(from.y());
    let (steps, on_line) = match direction {
        Direction::Row => (dx, dy == 0),
        Direction::Column => (dy, dx == 0),
        Direction::Diagonal => (dx, dx == dy),
        Direction::AntiDiagonal => (dy, dx == -dy),
    };
    (on_line && steps != 0).then_some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Rule, Size};

    /// Chains of threes branch at each of their stones here: the most of them, without an end in view.
    ///
    /// ```text
    /// ..X..X..X    each pair of rows is shifted by two columns against that above
    /// X..X..X..
    /// ```
    #[test]
    fn a_lattice_of_black_stones_is_not_thought_through() {
        let side = 22;
        let mut board = Board::new(Rule::Renju, Size::new(side).expect("a size"));
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let place = (x + 2 * (y / 2)) % 3;
            if place == if y % 2 == 0 { 2 } else { 0 } {
                board.place(Coord::new(x, y).expect("a point"), Color::Black);
            }
        }
        let is_cut_short = |c: Coord| {
            let mut imagined =
                Imagined { board: &board, stones: Vec::new(), left: LARGEST_THOUGHT };
            imagined.fouls(c);
            imagined.left == 0
        };
        assert!(board.empty_cells().iter().any(is_cut_short));
    }
}
