//! The lines that the net distinguishes.

use std::sync::OnceLock;

use crate::board::PatternTable;
use crate::board::line::Cell;
use crate::types::Rule;

/// Cells of a line on each side of an empty one: as far as a five can reach.
pub const REACH: usize = 4;
/// One side: up to four cells before the edge, each free or with a stone of either colour.
const SIDES: usize = (3usize.pow(REACH as u32 + 1) - 1) / 2;

/// The line around an empty cell in one direction, as a number: four cells each way, or fewer
/// before the edge. A line and its mirror image are the same, and so are all without a stone,
/// which have the number 0.
///
/// ```text
///   . x o . [ ] x . . |      row 4711 for x, another one for o
///   | . . x [ ] . o x .      the same seen from the other end
/// ```
pub struct Lines {
    /// By the board's line key, as black sees it.
    rows: Vec<u16>,
    /// The row with the colours exchanged.
    exchanged: Vec<u16>,
}

impl Lines {
    /// How many rows there are.
    pub const COUNT: usize = 1 + SIDES * (SIDES + 1) / 2 - (REACH + 1) * (REACH + 2) / 2;

    /// Those of a rule's board, made when first asked for.
    pub fn get(rule: Rule) -> &'static Lines {
        static LINES: [OnceLock<Lines>; Rule::COUNT] = [const { OnceLock::new() }; Rule::COUNT];
        LINES[rule as usize].get_or_init(|| Lines::build(PatternTable::get(rule)))
    }

    fn build(table: &PatternTable) -> Lines {
        let numbers = numbers();
        let sides: Vec<[usize; 2]> = (0..table.sides())
            .map(|number| {
                let cells = PatternTable::side(number);
                [Cell::Own, Cell::Other].map(|own| side(&cells, own))
            })
            .collect();
        let mut exchanged = vec![0; Lines::COUNT];
        let mut rows = Vec::with_capacity(sides.len() * sides.len());
        for left in &sides {
            for right in &sides {
                let [black, white] = [0, 1].map(|view| numbers[left[view] * SIDES + right[view]]);
                exchanged[usize::from(black)] = white;
                rows.push(black);
            }
        }
        Lines { rows, exchanged }
    }

    /// The row for a line key, see [`Board::line_key`](crate::board::Board::line_key), as black
    /// sees it.
    pub fn row(&self, key: usize) -> usize {
        usize::from(self.rows[key])
    }

    /// The row as the other side sees it.
    pub fn exchanged(&self, row: usize) -> usize {
        usize::from(self.exchanged[row])
    }
}

/// Number of one side, below [`SIDES`], with the stones that count as `own`: the nearest cell is
/// the lowest digit.
fn side(cells: &[Cell], own: Cell) -> usize {
    let cells = &cells[..cells.len().min(REACH)];
    let digit = |&cell: &Cell| match cell {
        Cell::Empty | Cell::Edge => 0,
        _ if cell == own => 1,
        _ => 2,
    };
    let digits = cells.iter().rev().fold(0, |number, cell| number * 3 + digit(cell));
    (3usize.pow(cells.len() as u32) - 1) / 2 + digits
}

/// Row numbers for pairs of sides.
fn numbers() -> Vec<u16> {
    let is_bare = |side: usize| (0..=REACH).any(|l| side == (3usize.pow(l as u32) - 1) / 2);
    let mut numbers = vec![0; SIDES * SIDES];
    let mut next = 1;
    for left in 0..SIDES {
        for right in left..SIDES {
            if !(is_bare(left) && is_bare(right)) {
                numbers[left * SIDES + right] = next;
                numbers[right * SIDES + left] = next;
                next += 1;
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::types::{Color, Coord, Direction, Size};
    use std::collections::HashMap;

    #[test]
    fn rows_tell_lines_apart_and_mirror_images_not() {
        for rule in Rule::ALL {
            let (table, lines) = (PatternTable::get(rule), Lines::get(rule));
            let mut texts: HashMap<usize, Vec<String>> = HashMap::new();
            let text = |side: usize| -> String {
                let cells = PatternTable::side(side);
                cells.iter().take(4).map(|cell| format!("{cell:?} ")).collect()
            };
            for key in 0..table.sides() * table.sides() {
                let [left, right] = [key / table.sides(), key % table.sides()].map(text);
                let ends = [format!("{left}|{right}"), format!("{right}|{left}")];
                let text = ends.into_iter().min().unwrap_or_default();
                let text = if text.contains('O') { text } else { String::new() };
                let known = texts.entry(lines.row(key)).or_default();
                if !known.contains(&text) {
                    known.push(text);
                }
                assert_eq!(lines.exchanged(lines.exchanged(lines.row(key))), lines.row(key));
            }
            assert_eq!(texts.len(), Lines::COUNT);
            assert!(texts.values().all(|texts| texts.len() == 1));
        }
    }

    #[test]
    fn white_sees_the_lines_of_the_board_with_colours_exchanged() {
        let at = |x, y| Coord::new(x, y).unwrap_or(Coord::from_index(1));
        let (rule, size) = (Rule::Standard, Size::new(15).unwrap_or_else(|| unreachable!()));
        let mut boards = [Board::new(rule, size), Board::new(rule, size)];
        for (i, c) in
            [at(3, 3), at(4, 3), at(6, 3), at(3, 5), at(14, 3), at(7, 7)].iter().enumerate()
        {
            let colors = [Color::Black, Color::White];
            boards[0].place(*c, colors[i % 2]);
            boards[1].place(*c, colors[1 - i % 2]);
        }
        let lines = Lines::get(rule);
        for c in size.coords() {
            for direction in Direction::ALL {
                let [a, b] = [0, 1].map(|i| lines.row(boards[i].line_key(c, direction)));
                assert_eq!(lines.exchanged(a), b);
            }
        }
    }
}
