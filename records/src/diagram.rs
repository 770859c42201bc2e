//! A board as a picture of text.

use std::fmt;

use dolmen::board::{Board, Stone};
use dolmen::types::Coord;

/// A board as a picture of text: `x` black, `o` white, `.` free, `#` a dead stone; the last
/// stone in capitals. Column a is at the left.
pub struct Diagram<'a> {
    board: &'a Board,
    /// Row 1 at the top, as Piskvork and SGF have it, instead of at the bottom.
    row_one_on_top: bool,
    /// A line above the board says where row 1 is.
    tells_rows: bool,
}

impl<'a> Diagram<'a> {
    /// With row 1 at the bottom.
    pub fn new(board: &'a Board) -> Diagram<'a> {
        Diagram::with_rows(board, false)
    }

    /// With row 1 at the top if `row_one_on_top`.
    pub fn with_rows(board: &'a Board, row_one_on_top: bool) -> Diagram<'a> {
        Diagram { board, row_one_on_top, tells_rows: false }
    }

    /// The same; where it is not at the bottom, as people expect it, a line above the board says so.
    pub fn with_remark(board: &'a Board, row_one_on_top: bool) -> Diagram<'a> {
        Diagram { board, row_one_on_top, tells_rows: row_one_on_top }
    }

    /// How the rows of a picture are counted, in words.
    pub const fn rows(row_one_on_top: bool) -> &'static str {
        match row_one_on_top {
            true => "row 1 is at the top, as in psq and SGF files",
            false => "row 1 is at the bottom",
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tells_rows {
            writeln!(f, "{}", Diagram::rows(self.row_one_on_top))?;
        }
        let board = self.board;
        let size = board.size().get();
        let last = board.last_move(0).map(|m| m.coord);
        for row in 0..size {
            let y = if self.row_one_on_top { row } else { size - 1 - row };
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
