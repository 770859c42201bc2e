//! Where things are on the screen: from its size to places, and from a place to a point.

use ratatui::layout::Rect;

use dolmen::types::{Coord, Size};

/// Cells of the screen from one point to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Two columns, one row.
    Single,
    /// Four columns, two rows: on large screens.
    Double,
}

impl Scale {
    /// Columns from one point to the next.
    pub const fn columns(self) -> u16 {
        2 * self.rows()
    }

    /// Rows from one point to the next.
    pub const fn rows(self) -> u16 {
        match self {
            Scale::Single => 1,
            Scale::Double => 2,
        }
    }
}

/// Columns left of the board: row number and a place for a bracket.
const MARGIN: u16 = 3;
/// Points of each side that are shown at least.
const LEAST: u16 = 5;
/// Columns that are worth a panel beside the board.
const PANEL: u16 = 24;
/// Widest panel that reads well.
const WIDEST_PANEL: u16 = 46;
/// Rows that are worth a panel below the board.
const PANEL_ROWS: u16 = 4;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenLayout {
    /// The board with its margins.
    pub board: Rect,
    /// Players, messages and moves, if there is room for them.
    pub panel: Option<Rect>,
    /// The last line.
    pub bottom: Rect,
    /// How large the board is drawn.
    pub scale: Scale,
    /// Columns and rows of the board that are shown, and the first of each.
    pub columns: Part,
    /// See `columns`; rows count from below.
    pub rows: Part,
}

/// Some lines of the board, from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first one.
    pub first: u8,
    /// How many.
    pub count: u8,
}

impl Part {
    /// As many as there is room for, around `centre`.
    fn around(centre: u8, size: u8, room: u16) -> Part {
        let count = room.min(size.into()) as u8;
        Part { first: centre.saturating_sub(count / 2).min(size - count), count }
    }
}

impl ScreenLayout {
    /// Columns and rows without which nothing can be shown.
    pub const SMALLEST: (u16, u16) = (MARGIN + 2 * LEAST, LEAST + 2);

    /// For a screen, with the cursor on a point that must be seen; `None` if it is too small.
    pub fn new(screen: Rect, size: Size, cursor: Coord) -> Option<ScreenLayout> {
        if screen.width < ScreenLayout::SMALLEST.0 || screen.height < ScreenLayout::SMALLEST.1 {
            return None;
        }
        let n = u16::from(size.get());
        let of_board =
            |scale: Scale| (MARGIN + 2 + scale.columns() * (n - 1), scale.rows() * (n - 1) + 2);
        let (width, height) = of_board(Scale::Double);
        let is_large = screen.width >= width + 2 + PANEL && screen.height > height;
        let scale = if is_large { Scale::Double } else { Scale::Single };
        let (width, height) = of_board(scale);
        let bottom = Rect { y: screen.bottom() - 1, height: 1, ..screen };
        let room = Rect { height: screen.height - 1, ..screen };
        let beside = room.width >= width + 2 + PANEL;
        let below = !beside && room.height >= height + PANEL_ROWS;
        let rows = Part::around(cursor.y(), size.get(), (room.height - 2) / scale.rows() + 1);
        let room_for_columns = (room.width - MARGIN - 2) / scale.columns() + 1;
        let columns = Part::around(cursor.x(), size.get(), room_for_columns);
        let board = Rect {
            width: MARGIN + 2 + scale.columns() * u16::from(columns.count - 1),
            height: scale.rows() * u16::from(rows.count - 1) + 2,
            ..room
        };
        let panel = match (beside, below) {
            (true, _) => {
                let x = board.right() + 2;
                let width = (room.right() - x).min(WIDEST_PANEL);
                Some(Rect { x, width, ..room })
            }
            (_, true) => {
                let y = board.bottom() + 1;
                Some(Rect { y, height: room.bottom() - y, ..room })
            }
            _ => None,
        };
        Some(ScreenLayout { board, panel, bottom, scale, columns, rows })
    }

    /// Whether the whole board is shown.
    pub fn is_whole(&self, size: Size) -> bool {
        self.columns.count == size.get() && self.rows.count == size.get()
    }

    /// Where a point is drawn: column and row of the screen. Points that are not shown have none.
    pub fn place(&self, c: Coord) -> Option<(u16, u16)> {
        let shows = |part: Part, v: u8| v >= part.first && v - part.first < part.count;
        let is_shown = shows(self.columns, c.x()) && shows(self.rows, c.y());
        is_shown.then(|| (self.column(c.x()), self.row(c.y())))
    }

    /// The column of the screen for one of the board that is shown.
    pub fn column(&self, x: u8) -> u16 {
        self.board.x + MARGIN + self.scale.columns() * u16::from(x - self.columns.first)
    }

    /// The row of the screen for one of the board that is shown.
    pub fn row(&self, y: u8) -> u16 {
        let from_top = self.rows.count - 1 - (y - self.rows.first);
        self.board.y + self.scale.rows() * u16::from(from_top)
    }

    /// The point drawn at a place of the screen, or nearest to it.
    pub fn point(&self, x: u16, y: u16) -> Option<Coord> {
        let half = if self.scale == Scale::Double { 1 } else { 0 };
        let from_top = y.checked_sub(self.board.y)? / self.scale.rows();
        let from_left = (x + half).checked_sub(self.board.x + MARGIN)? / self.scale.columns();
        let is_label = y + 1 >= self.board.bottom();
        if is_label || from_top >= self.rows.count.into() || from_left >= self.columns.count.into()
        {
            return None;
        }
        let row = self.rows.count - 1 - from_top as u8;
        Coord::new(self.columns.first + from_left as u8, self.rows.first + row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: u16, height: u16, size: u8, cursor: (u8, u8)) -> Option<ScreenLayout> {
        let cursor = Coord::new(cursor.0, cursor.1).expect("a point");
        ScreenLayout::new(Rect::new(0, 0, width, height), Size::new(size).expect("a size"), cursor)
    }

    #[test]
    fn places_and_points_are_inverse_and_the_cursor_is_seen() {
        for (width, height) in [(200, 60), (80, 24), (40, 30), (20, 9), (13, 7)] {
            for size in [5, 15, 20, 22] {
                for cursor in [(0, 0), (size - 1, 0), (size / 2, size - 1)] {
                    let layout = layout(width, height, size, cursor).expect("room");
                    let cursor = Coord::new(cursor.0, cursor.1).expect("a point");
                    let (x, y) = layout.place(cursor).expect("the cursor is seen");
                    assert!(x + 1 < width && y < height - 1);
                    for c in Size::new(size).expect("a size").coords() {
                        let Some((x, y)) = layout.place(c) else { continue };
                        assert_eq!(layout.point(x, y), Some(c));
                        assert_eq!(layout.point(x + 1, y), Some(c));
                    }
                    assert_eq!(layout.point(x, layout.board.bottom() - 1), None);
                }
            }
        }
        assert_eq!(layout(12, 30, 15, (0, 0)), None);
        assert_eq!(layout(80, 6, 15, (0, 0)), None);
    }

    #[test]
    fn the_largest_board_fits_an_ordinary_terminal() {
        let layout = layout(80, 24, 22, (0, 0)).expect("room");
        assert!(layout.is_whole(Size::new(22).expect("a size")) && layout.panel.is_some());
    }
}
