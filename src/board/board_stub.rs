use super::{Fouls, IllegalMove, Move, Outcome, Stone};
use crate::types::{Color, Coord, Direction, Rule, Size};

/// STUB. The real one has the same public functions.
#[derive(Clone)]
pub struct Board {
    rule: Rule,
    size: Size,
    side: Color,
    stones: Vec<Stone>,
    history: Vec<Move>,
}

#[allow(missing_docs)]
impl Board {
    pub fn new(rule: Rule, size: Size) -> Board {
        Board::with_dead(rule, size, &[])
    }
    /// A board on which these points are blocked for both sides (dead stones).
    pub fn with_dead(rule: Rule, size: Size, dead: &[Coord]) -> Board {
        let mut stones = vec![Stone::Wall; Coord::CELLS];
        for c in size.coords() {
            stones[c.index()] = Stone::Empty;
        }
        for c in dead {
            stones[c.index()] = Stone::Wall;
        }
        Board { rule, size, side: Color::Black, stones, history: Vec::new() }
    }
    pub fn rule(&self) -> Rule {
        self.rule
    }
    pub fn size(&self) -> Size {
        self.size
    }
    pub fn side_to_move(&self) -> Color {
        self.side
    }
    pub fn set_side_to_move(&mut self, side: Color) {
        self.side = side;
    }
    /// Wall for anything off the board.
    pub fn stone(&self, c: Coord) -> Stone {
        self.stones[c.index()]
    }
    pub fn is_empty(&self, c: Coord) -> bool {
        self.stone(c) == Stone::Empty
    }
    /// Stones placed so far (dead ones do not count).
    pub fn ply(&self) -> usize {
        self.history.len()
    }
    pub fn history(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.history.iter().copied()
    }
    /// Places a stone of the side to move and passes the turn.
    pub fn try_play(&mut self, c: Coord) -> Result<(), IllegalMove> {
        if !self.size.contains(c) {
            return Err(IllegalMove::OffBoard);
        }
        if !self.is_empty(c) {
            return Err(IllegalMove::Occupied);
        }
        self.play(c);
        Ok(())
    }
    pub fn play(&mut self, c: Coord) {
        self.place(c, self.side);
    }
    /// Places a stone of any colour; the other colour is to move afterwards.
    pub fn place(&mut self, c: Coord, color: Color) {
        assert!(self.is_empty(c));
        self.stones[c.index()] = color.into();
        self.history.push(Move { coord: c, color });
        self.side = !color;
    }
    /// Takes the last stone back; the colour that had placed it is to move.
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.history.pop()?;
        self.stones[m.coord.index()] = Stone::Empty;
        self.side = m.color;
        Some(m)
    }
    /// The fouls black would commit at an empty point: `Fouls::NONE` under all rules but renju.
    pub fn fouls(&self, _c: Coord) -> Fouls {
        Fouls::NONE
    }
    /// Whether the side to move may not play here (renju, black).
    pub fn is_forbidden(&self, _c: Coord) -> bool {
        false
    }
    /// How the game stands after the last stone in the history.
    pub fn outcome(&self) -> Outcome {
        let Some(last) = self.history.last() else { return Outcome::Open };
        for d in Direction::ALL {
            let mut n = 1;
            for s in [1, -1] {
                let mut k = s;
                while k != 5 * s && self.stone(last.coord.step(d, k)) == last.color.into() {
                    n += 1;
                    k += s;
                }
            }
            if n >= 5 {
                return Outcome::Win(last.color);
            }
        }
        if self.history.len() >= self.rule.draw_after(self.size) {
            return Outcome::Draw;
        }
        Outcome::Open
    }
}
