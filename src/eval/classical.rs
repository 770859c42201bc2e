use super::values::SideValues;
use crate::board::{Board, Threat};
use crate::types::{Color, Coord, Score};

/// The classical evaluation: every empty cell has a value for each side, by what a stone there
/// would make; a position is worth the difference of the sums, corrected by who is to move and
/// what the strongest threats are.
///
/// It follows a board move by move: [`Evaluator::follow`] after each stone and
/// [`Evaluator::back`] after taking it back, so that a leaf costs a few additions.
#[derive(Clone)]
pub struct Evaluator {
    values: [&'static SideValues; 2],
    /// Sums of the cell values of black and white: one entry for each stone followed, and the
    /// one at the start.
    sums: Vec<[i32; 2]>,
}

impl Evaluator {
    /// For a search that starts from this position.
    pub fn new(board: &Board) -> Evaluator {
        let values = Color::ALL.map(|color| SideValues::get(board.rule(), color));
        let sum = |color: Color| -> i32 {
            let cells = board.empty_cells().iter();
            cells.map(|c| values[color.index()].cell(board.code(c, color))).sum()
        };
        Evaluator { values, sums: vec![Color::ALL.map(sum)] }
    }

    /// Takes note of the stone that was just placed.
    pub fn follow(&mut self, board: &Board) {
        let mut sums = self.now();
        for change in board.changes() {
            let c = change.coord();
            for color in Color::ALL {
                let (old, new) = (board.code_before(change, color), board.code(c, color));
                if old != new {
                    let values = self.values[color.index()];
                    sums[color.index()] += values.cell(new) - values.cell(old);
                }
            }
        }
        if let Some(last) = board.last_move(0) {
            for color in Color::ALL {
                let code = board.code(last.coord, color);
                sums[color.index()] -= self.values[color.index()].cell(code);
            }
        }
        self.sums.push(sums);
    }

    /// Forgets the stone that was just taken back.
    pub fn back(&mut self) {
        self.sums.pop();
    }

    fn now(&self) -> [i32; 2] {
        self.sums.last().copied().unwrap_or_default()
    }

    /// The value for the side to move. Assumes that neither side can make five at once.
    pub fn evaluate(&self, board: &Board) -> Score {
        let us = board.side_to_move();
        let sums = self.now();
        // The same shapes are worth more to the side that plays next.
        let balance = sums[us.index()] - sums[(!us).index()] * 7 / 8;
        Score::eval(balance + initiative(board, us))
    }

    /// What playing on an empty cell is worth for the order of moves: the own gain and what the
    /// opponent would have gained there. Units of its own.
    pub fn move_value(&self, board: &Board, c: Coord) -> i32 {
        let us = board.side_to_move();
        self.values[us.index()].attack(board.code(c, us))
            + self.values[(!us).index()].defence(board.code(c, !us))
    }
}

/// The worth of the move, and of threats that only count for the one who plays next.
fn initiative(board: &Board, us: Color) -> i32 {
    let has = |color: Color, threat: Threat| board.threat_count(color, threat) > 0;
    let mut value = 12;
    if has(us, Threat::FourThree) {
        value += 160;
    } else if has(us, Threat::DoubleThree) {
        value += 70;
    } else if has(us, Threat::OpenThreePlus) || has(us, Threat::FourPlus) {
        value += 20;
    }
    // An open three of the opponent will be stopped: its cells count less than they seem to.
    let open_fours = board.threat_count(!us, Threat::OpenFour).min(3) as i32;
    if open_fours > 0 {
        value += 30 * open_fours - 30;
    }
    if has(!us, Threat::FourThree) {
        value -= 45;
    } else if has(!us, Threat::DoubleThree) {
        value -= 20;
    }
    value
}
