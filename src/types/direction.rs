use super::coord::STRIDE;

/// The four lines through a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row, towards larger `x`.
    Row,
    /// Along a column, towards larger `y`.
    Column,
    /// Both `x` and `y` grow.
    Diagonal,
    /// `y` grows while `x` falls.
    AntiDiagonal,
}

impl Direction {
    /// All four, in the order of [`Direction::index`].
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Diagonal, Direction::AntiDiagonal];

    /// 0 to 3: for arrays with one entry per direction.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Index difference of neighbours on the padded board.
    pub const fn step(self) -> i16 {
        match self {
            Direction::Row => 1,
            Direction::Column => STRIDE as i16,
            Direction::Diagonal => STRIDE as i16 + 1,
            Direction::AntiDiagonal => STRIDE as i16 - 1,
        }
    }
}
