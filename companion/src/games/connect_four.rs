use std::fmt;

use super::{TurnGame, letter};
use dolmen::types::Color;

const WIDTH: usize = 7;
const HEIGHT: usize = 6;

/// Four in a line on seven columns of six cells, where stones fall to the lowest free one. A move
/// is a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    /// By column, from the bottom up.
    columns: [[Option<Color>; HEIGHT]; WIDTH],
    stones: usize,
}

/// Central columns have more lines: searched first, they cause more cutoffs.
const FROM_THE_MIDDLE: [usize; WIDTH] = [4, 3, 5, 2, 6, 1, 7];

/// What a line of four cells is worth to its only owner, by the number of stones.
const WORTH: [i32; 5] = [0, 0, 1, 100, 1_000_000];

impl ConnectFour {
    /// Every line of four cells.
    fn lines(&self) -> impl Iterator<Item = [Option<Color>; 4]> + '_ {
        let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let starts = (0..WIDTH as i32).flat_map(|x| (0..HEIGHT as i32).map(move |y| (x, y)));
        starts.flat_map(move |(x, y)| {
            ways.into_iter().filter_map(move |(dx, dy)| {
                let (end_x, end_y) = (x + 3 * dx, y + 3 * dy);
                let fits =
                    (0..WIDTH as i32).contains(&end_x) && (0..HEIGHT as i32).contains(&end_y);
                let cell = |k: i32| self.columns[(x + k * dx) as usize][(y + k * dy) as usize];
                fits.then(|| [0, 1, 2, 3].map(cell))
            })
        })
    }
}

impl TurnGame for ConnectFour {
    type Move = usize;
    const WIN: i32 = WORTH[4];

    fn side_to_move(&self) -> Color {
        if self.stones.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    fn moves(&self) -> Vec<usize> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let is_open = |column: &usize| self.columns[column - 1][HEIGHT - 1].is_none();
        FROM_THE_MIDDLE.into_iter().filter(is_open).collect()
    }

    fn after(&self, column: usize) -> ConnectFour {
        let mut next = *self;
        if let Some(cell) = next.columns[column - 1].iter_mut().find(|cell| cell.is_none()) {
            *cell = Some(self.side_to_move());
            next.stones += 1;
        }
        next
    }

    fn winner(&self) -> Option<Color> {
        self.lines().find_map(|line| line[0].filter(|_| line.iter().all(|&cell| cell == line[0])))
    }

    /// The lines of one side less those of the other. A line with stones of both counts for
    /// neither.
    fn judge(&self, side: Color) -> i32 {
        let worth = |line: [Option<Color>; 4]| {
            let count = |side: Color| line.iter().filter(|&&cell| cell == Some(side)).count();
            match (count(side), count(!side)) {
                (ours, 0) => WORTH[ours],
                (0, theirs) => -WORTH[theirs],
                _ => 0,
            }
        };
        self.lines().map(worth).sum()
    }
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..HEIGHT).rev() {
            let row: Vec<String> =
                self.columns.iter().map(|column| letter(column[y]).to_string()).collect();
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}
