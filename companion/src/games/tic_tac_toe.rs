use std::fmt;

use super::{TurnGame, letter};
use dolmen::types::Color;

/// Three in a line on three by three; the cells are numbered row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    cells: [Option<Color>; 9],
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl TurnGame for TicTacToe {
    type Move = usize;
    const WIN: i32 = 10;

    fn side_to_move(&self) -> Color {
        let stones = self.cells.iter().flatten().count();
        if stones.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    fn moves(&self) -> Vec<usize> {
        if self.winner().is_some() {
            return Vec::new();
        }
        (1..=9).filter(|cell| self.cells[cell - 1].is_none()).collect()
    }

    fn after(&self, cell: usize) -> TicTacToe {
        let mut next = *self;
        next.cells[cell - 1] = Some(self.side_to_move());
        next
    }

    fn winner(&self) -> Option<Color> {
        let owner = |line: &[usize; 3]| {
            let [a, b, c] = line.map(|cell| self.cells[cell]);
            a.filter(|_| a == b && b == c)
        };
        LINES.iter().find_map(owner)
    }

    /// The whole game can be seen through: nothing needs a guess.
    fn judge(&self, _side: Color) -> i32 {
        0
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|x| letter(row[x]));
            writeln!(f, "{a} {b} {c}")?;
        }
        Ok(())
    }
}
