//! The part of a board that a picture shows, and where its points lie.

use std::ops::RangeInclusive;

use dolmen::types::{Coord, Size};

/// Units from one line to the next; lengths below are in the same units.
pub const CELL: u32 = 24;
/// Room for the coordinates at the left and below.
pub const AXIS: u32 = 22;
/// From the outer lines to the edge.
pub const EDGE: u32 = 16;
/// Cells that are shown around the stones of a cropped picture, and the least it spans.
const MARGIN: u8 = 2;
const LEAST_SPAN: u8 = 8;

/// The part of a board that a picture shows: a square of `span + 1` columns and rows.
#[derive(Clone, Copy)]
pub struct View {
    /// First column and lowest row.
    pub left: u8,
    pub low: u8,
    /// Columns and rows less one.
    pub span: u8,
    /// The last column and row of the board.
    pub last: u8,
    pub row_one_on_top: bool,
}

impl View {
    /// All of it.
    pub fn whole(size: Size, row_one_on_top: bool) -> View {
        let last = size.get() - 1;
        View { left: 0, low: 0, span: last, last, row_one_on_top }
    }

    /// A square around these points, and a little more; all of it if there are none.
    pub fn around(self, points: impl Iterator<Item = Coord>) -> View {
        let points: Vec<Coord> = points.collect();
        let range = |of: fn(Coord) -> u8| {
            let cells = points.iter().map(|&c| of(c));
            cells.clone().min().zip(cells.max())
        };
        let (Some(columns), Some(rows)) = (range(Coord::x), range(Coord::y)) else { return self };
        let needed = (columns.1 - columns.0).max(rows.1 - rows.0) + 2 * MARGIN;
        let span = needed.max(LEAST_SPAN).min(self.last);
        let start = |(low, high): (u8, u8)| {
            ((low + high) / 2).saturating_sub(span / 2).min(self.last - span)
        };
        View { left: start(columns), low: start(rows), span, ..self }
    }

    pub fn columns(self) -> RangeInclusive<u8> {
        self.left..=self.left + self.span
    }

    pub fn rows(self) -> RangeInclusive<u8> {
        self.low..=self.low + self.span
    }

    pub fn contains(self, c: Coord) -> bool {
        self.columns().contains(&c.x()) && self.rows().contains(&c.y())
    }

    pub fn x(self, column: u8) -> u32 {
        AXIS + EDGE + CELL * u32::from(column.saturating_sub(self.left))
    }

    pub fn y(self, row: u8) -> u32 {
        let from_top = match self.row_one_on_top {
            true => row.saturating_sub(self.low),
            false => (self.low + self.span).saturating_sub(row),
        };
        EDGE + CELL * u32::from(from_top)
    }

    pub fn place(self, c: Coord) -> (u32, u32) {
        (self.x(c.x()), self.y(c.y()))
    }

    /// How far lines are drawn beyond the first and the last cell that is shown.
    pub fn goes_on(self, first: u8, last: u8) -> (u32, u32) {
        let length = |is_cut| if is_cut { CELL / 2 } else { 0 };
        (length(first > 0), length(first + self.span < last))
    }
}
