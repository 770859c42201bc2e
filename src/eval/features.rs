//! The features of single cells, and their sums over blocks of the board.

use super::blocks::Blocks;
use super::layout::{FEATURE_TOP, NO_CODE, Sums, WIDTH};
use super::lines::Lines;
use super::net::Net;
use crate::board::Board;
use crate::types::{Color, Coord, Direction};

/// Features of a cell for both views, before they are clipped.
pub type Features = [i16; WIDTH];

/// Sums of the clipped features of the empty cells.
#[derive(Clone, Copy)]
pub struct BlockSums {
    pub blocks: &'static Blocks,
    pub sums: Sums,
}

impl BlockSums {
    /// Copies the sums of another position on the same board.
    #[inline(always)]
    pub fn copy(&mut self, other: &BlockSums) {
        let count = self.blocks.count().min(Blocks::MOST);
        self.sums[..count].copy_from_slice(&other.sums[..count]);
    }

    /// Replaces the features of a cell.
    #[inline(always)]
    pub fn exchange(&mut self, index: usize, old: &Features, new: &Features) {
        let sums = &mut self.sums[self.blocks.of(index) % Blocks::MOST];
        for i in 0..WIDTH {
            sums[i] += clipped(new[i]) - clipped(old[i]);
        }
    }
}

/// State of a cell.
#[derive(Clone, Copy)]
pub struct Cell {
    /// Before they are clipped.
    pub features: Features,
    /// Rows of its lines as black sees them, 16 bits each, the first direction lowest.
    pub rows: u64,
    /// [`Board::patterns`]
    pub patterns: u32,
    /// Black's combination of patterns and white's, or [`NO_CODE`].
    pub codes: [u16; 2],
}

impl Cell {
    /// Of an empty board.
    pub const NOTHING: Cell =
        Cell { features: [0; WIDTH], rows: 0, patterns: 0, codes: [NO_CODE; 2] };

    /// Of a board, computed from scratch.
    pub fn of(board: &Board, lines: &Lines, net: &Net, c: Coord) -> Cell {
        let mut cell = Cell { features: *net.bias(), patterns: board.patterns(c), ..Cell::NOTHING };
        let mut add = |row: &[i8; WIDTH]| {
            cell.features.iter_mut().zip(row).for_each(|(f, &r)| *f += i16::from(r));
        };
        for direction in Direction::ALL {
            let row = lines.row(board.line_key(c, direction));
            add(net.row(row));
            cell.rows |= (row as u64) << (16 * direction.index());
        }
        if cell.rows != 0 {
            cell.codes = codes(board, c);
            for color in 0..2 {
                add(net.code(color, cell.codes[color].into()));
            }
        }
        cell
    }

    /// The cell after a change of one of its lines; `None` if its features stay the same.
    #[inline(always)]
    pub fn after(
        &self,
        board: &Board,
        net: &Net,
        index: usize,
        direction: usize,
        row: u16,
    ) -> Option<Cell> {
        let c = Coord::from_index(index);
        let shift = 16 * direction;
        let before = (self.rows >> shift) as u16;
        let patterns = board.patterns(c);
        if row == before && patterns == self.patterns {
            return None;
        }
        let rows = self.rows ^ u64::from(before ^ row) << shift;
        let mut features = self.features;
        replace(&mut features, net.row(before.into()), net.row(row.into()));
        let mut now = self.codes;
        if rows != 0 && (patterns != self.patterns || now[0] == NO_CODE) {
            now = codes(board, c);
            for color in 0..2 {
                let [old, new] = [self.codes, now].map(|codes| codes[color].into());
                replace(&mut features, net.code(color, old), net.code(color, new));
            }
        }
        Some(Cell { features, rows, patterns, codes: now })
    }
}

#[inline(always)]
fn codes(board: &Board, c: Coord) -> [u16; 2] {
    Color::ALL.map(|color| board.code(c, color) as u16)
}

/// Puts a row of the table in the place of another.
#[inline(always)]
fn replace(features: &mut Features, old: &[i8; WIDTH], new: &[i8; WIDTH]) {
    for i in 0..WIDTH {
        features[i] += i16::from(new[i]) - i16::from(old[i]);
    }
}

/// A feature as the next layer sees it.
#[inline(always)]
pub fn clipped(feature: i16) -> i16 {
    feature.clamp(0, FEATURE_TOP)
}
