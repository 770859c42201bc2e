use std::fmt;
use std::num::NonZeroU16;

/// Smallest board the engine plays on.
pub const MIN_SIZE: u8 = 5;
/// Largest board the engine plays on: 22 cells and a wall of five on each side make a row of 32.
pub const MAX_SIZE: u8 = 22;

/// Cells of wall around the board, on every side: as far as a line pattern looks.
const WALL: u16 = 5;
/// Cells in one row of the padded board.
pub(super) const STRIDE: u16 = 32;

/// Side length of a board, `MIN_SIZE..=MAX_SIZE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// That of most games, 15: where nothing says another.
    pub const USUAL: Size = Size(15);

    /// `None` outside `MIN_SIZE..=MAX_SIZE`.
    pub const fn new(n: u8) -> Option<Size> {
        if n >= MIN_SIZE && n <= MAX_SIZE { Some(Size(n)) } else { None }
    }

    /// Cells along one side.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Cells of the whole board.
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Whether the point lies on a board of this size.
    pub const fn contains(self, c: Coord) -> bool {
        c.x() < self.0 && c.y() < self.0
    }

    /// Every point of the board, row by row from `y = 0`.
    pub fn coords(self) -> impl Iterator<Item = Coord> {
        let n = self.0;
        (0..n).flat_map(move |y| (0..n).map(move |x| Coord::from_xy(x, y)))
    }
}

/// A point of the board: `x` counts columns and `y` rows, both from zero.
///
/// Stored as the index into a padded board of 32 by 32 cells, so that a step in any direction
/// is the addition of a constant and `Option<Coord>` takes two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord(NonZeroU16);

impl Coord {
    /// Cells of the padded board: the length of every array indexed by [`Coord::index`].
    pub const CELLS: usize = (STRIDE * STRIDE) as usize;

    /// The point in column `x` and row `y`; `None` beyond the largest board.
    pub const fn new(x: u8, y: u8) -> Option<Coord> {
        if x < MAX_SIZE && y < MAX_SIZE { Some(Coord::from_xy(x, y)) } else { None }
    }

    const fn from_xy(x: u8, y: u8) -> Coord {
        Coord::from_index(((y as u16 + WALL) * STRIDE + x as u16 + WALL) as usize)
    }

    /// The point with this index in the padded board.
    ///
    /// # Panics
    /// If `index` is 0 or not below [`Coord::CELLS`].
    pub const fn from_index(index: usize) -> Coord {
        assert!(index < Coord::CELLS);
        match NonZeroU16::new(index as u16) {
            Some(i) => Coord(i),
            None => panic!("index 0 is a corner of the wall"),
        }
    }

    /// Index into arrays of [`Coord::CELLS`] entries.
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructor checked: no bounds check follows.
        (self.0.get() & (STRIDE * STRIDE - 1)) as usize
    }

    /// Column, from zero. Meaningless for a cell of the wall.
    pub const fn x(self) -> u8 {
        (self.0.get() % STRIDE).wrapping_sub(WALL) as u8
    }

    /// Row, from zero. Meaningless for a cell of the wall.
    pub const fn y(self) -> u8 {
        (self.0.get() / STRIDE).wrapping_sub(WALL) as u8
    }

    /// The cell `steps` away along a line, which may be a cell of the wall.
    ///
    /// # Panics
    /// If that leaves the padded board; from a point of the board, four steps never do.
    pub const fn step(self, direction: super::Direction, steps: i16) -> Coord {
        Coord::from_index((self.0.get() as i16 + direction.step() * steps) as usize)
    }
}

impl fmt::Debug for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x(), self.y())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_survives_the_round_trip() {
        for size in (MIN_SIZE..=MAX_SIZE).filter_map(Size::new) {
            assert_eq!(size.coords().count(), size.area());
            for c in size.coords() {
                assert!(size.contains(c));
                assert_eq!(Coord::new(c.x(), c.y()), Some(c));
                assert_eq!(Coord::from_index(c.index()), c);
            }
        }
        assert_eq!(Coord::new(MAX_SIZE, 0), None);
        assert_eq!(std::mem::size_of::<Option<Coord>>(), 2);
    }
}
