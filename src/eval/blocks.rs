//! Blocks of cells and windows of blocks, for the net.

use std::sync::OnceLock;

use crate::types::{Coord, MAX_SIZE, MIN_SIZE, Size};

/// Cells along a side of a block; fewer where the board has no room for as many.
const CELLS: usize = 3;
/// Blocks along a side of the largest board.
const SIDE: usize = (MAX_SIZE as usize).div_ceil(CELLS);

/// The blocks of a board, and its windows: each is four blocks that meet in a corner. They lie the
/// same way however the board is turned or mirrored.
///
/// ```text
///    0 0 0 1 1 1 2 ..       a window:   0 0 0 1 1 1
///    0 0 0 1 1 1 2                      0 0 0 1 1 1
///    0 0 0 1 1 1 2                      0 0 0 1 1 1
///    5 5 5 6 6 6 7                      5 5 5 6 6 6
///    5 5 5 6 6 6 7                      5 5 5 6 6 6
///    ..                                 5 5 5 6 6 6
/// ```
#[derive(Debug)]
pub struct Blocks {
    /// How many.
    count: usize,
    /// By cell.
    numbers: [u8; Coord::CELLS],
    windows: Vec<[u8; 4]>,
    /// By block.
    around: Vec<[u8; 4]>,
}

impl Blocks {
    /// Blocks of the largest board.
    pub const MOST: usize = SIDE * SIDE;
    /// Windows of the largest board.
    pub const MOST_WINDOWS: usize = (SIDE - 1) * (SIDE - 1);

    /// Those of a board, made when first asked for.
    pub fn get(size: Size) -> &'static Blocks {
        const SIZES: usize = (MAX_SIZE - MIN_SIZE + 1) as usize;
        static BLOCKS: [OnceLock<Blocks>; SIZES] = [const { OnceLock::new() }; SIZES];
        BLOCKS[usize::from(size.get() - MIN_SIZE)].get_or_init(|| Blocks::build(size))
    }

    fn build(size: Size) -> Blocks {
        let n = usize::from(size.get());
        // With a column of cells in the middle there has to be one of blocks.
        let side = n.div_ceil(CELLS) | (n % 2);
        // Counted from the nearer end, so that both are alike.
        let from_end = |i: usize| (2 * i + 1) * side / (2 * n);
        let along = |i: u8| match usize::from(i) {
            i if 2 * i < n => from_end(i),
            i => side - 1 - from_end(n - 1 - i),
        };
        let mut numbers = [0; Coord::CELLS];
        for c in size.coords() {
            numbers[c.index()] = (along(c.y()) * side + along(c.x())) as u8;
        }
        let starts = (0..side - 1).flat_map(|y| (0..side - 1).map(move |x| y * side + x));
        let window = |first: usize| [0, 1, side, side + 1].map(|step| (first + step) as u8);
        let windows: Vec<[u8; 4]> = starts.map(window).collect();
        let mut around = vec![[Blocks::MOST_WINDOWS as u8; 4]; side * side];
        for (number, blocks) in windows.iter().enumerate() {
            let places = blocks.iter().enumerate();
            places.for_each(|(i, &block)| around[usize::from(block)][i] = number as u8);
        }
        Blocks { count: side * side, numbers, windows, around }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The block of a cell, by the cell's index.
    #[inline(always)]
    pub fn of(&self, index: usize) -> usize {
        usize::from(self.numbers[index % Coord::CELLS])
    }

    /// The four blocks of each window.
    pub fn windows(&self) -> &[[u8; 4]] {
        &self.windows
    }

    /// For each block the windows that it is part of; [`Blocks::MOST_WINDOWS`] where the board ends.
    pub fn around(&self) -> &[[u8; 4]] {
        &self.around
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_small_and_lie_alike_from_all_sides() {
        for size in (MIN_SIZE..=MAX_SIZE).filter_map(Size::new) {
            let blocks = Blocks::get(size);
            let (last, side) = (size.get() - 1, blocks.count().isqrt());
            let mut cells = vec![0; blocks.count()];
            for c in size.coords() {
                let of = |x, y| Coord::new(x, y).map(|c| blocks.of(c.index()));
                let number = blocks.of(c.index());
                let (x, y) = (number % side, number / side);
                cells[number] += 1;
                assert_eq!(of(last - c.x(), c.y()), Some(y * side + side - 1 - x));
                assert_eq!(of(c.y(), c.x()), Some(x * side + y));
            }
            assert!(cells.iter().all(|count| (1..=9).contains(count)), "{cells:?}");
            assert!(blocks.count() <= Blocks::MOST);
            assert!(blocks.windows().len() <= Blocks::MOST_WINDOWS);
            assert_eq!(blocks.windows().len(), (side - 1) * (side - 1));
            let numbers = blocks.windows().as_flattened();
            assert!(numbers.iter().all(|&n| usize::from(n) < blocks.count()));
            for (block, around) in blocks.around().iter().enumerate() {
                let has_it = |window: &[u8; 4]| window.iter().any(|&n| usize::from(n) == block);
                let mut around = around.map(usize::from).to_vec();
                around.retain(|&window| window != Blocks::MOST_WINDOWS);
                around.sort_unstable();
                let expected =
                    (0..blocks.windows().len()).filter(|&n| has_it(&blocks.windows()[n]));
                assert_eq!(around, expected.collect::<Vec<_>>());
            }
        }
    }
}
