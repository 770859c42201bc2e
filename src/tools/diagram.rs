use std::fmt;

use crate::board::{Board, Stone};
use crate::types::Coord;

/// A board as a picture of text: `x` black, `o` white, `.` free, `#` a dead stone; the last
/// stone in capitals. Row 1 is at the bottom, column a at the left.
pub struct Diagram<'a>(pub &'a Board);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.0;
        let size = board.size().get();
        let last = board.last_move(0).map(|m| m.coord);
        for y in (0..size).rev() {
            write!(f, "{:2}", y + 1)?;
            for x in 0..size {
                let Some(c) = Coord::new(x, y) else { continue };
                let letter = match board.stone(c) {
                    Stone::Black if last == Some(c) => 'X',
                    Stone::White if last == Some(c) => 'O',
                    Stone::Black => 'x',
                    Stone::White => 'o',
                    Stone::Empty => '.',
                    Stone::Wall => '#',
                };
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        write!(f, "  ")?;
        for x in 0..size {
            write!(f, " {}", char::from(b'a' + x))?;
        }
        writeln!(f)
    }
}
