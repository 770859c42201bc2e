use std::sync::Arc;

use super::lines::{Lines, REACH};
use super::net::{FEATURE_TOP, Net, WIDTH};
use super::simd::{Work, accelerated};
use crate::board::{Board, Move};
use crate::types::{Color, Coord, Direction};

/// The features of all cells of a position, kept up to date from one position to the next.
///
/// It lags behind the board: stones are only noted when they come and go, and looked at when a
/// value is asked for. Those looked at together make a frame, which is taken back as a whole.
#[derive(Clone)]
pub struct Accumulator {
    net: Arc<Net>,
    lines: &'static Lines,
    /// Features of every empty cell before they are clipped; of an occupied one those of the
    /// moment when it was last empty.
    cells: Box<[Features; Coord::CELLS]>,
    rows: Box<[[u16; 4]; Coord::CELLS]>,
    /// Sums of the clipped features of the empty cells: numbers of 16 bits without a sign, which
    /// suffice for the largest board.
    sums: Features,
    /// Stones that the features know of.
    known: Vec<Move>,
    /// Stones on the board.
    stones: Vec<Move>,
    /// How many of them, from the first, are the same.
    common: usize,
    frames: Vec<Frame>,
    log: Vec<Before>,
}

type Features = [i16; WIDTH];

/// What was before some stones were looked at.
#[derive(Clone, Copy)]
struct Frame {
    /// Stones known.
    stones: u32,
    /// Length of the log.
    log: u32,
    sums: Features,
}

/// A cell before one of its lines changed.
#[derive(Clone, Copy)]
struct Before {
    cell: u16,
    direction: u16,
    row: u16,
    features: Features,
}

/// What [`Accumulator::update`] does.
struct CatchUp<'a> {
    accumulator: &'a mut Accumulator,
    board: &'a Board,
}

impl Work for CatchUp<'_> {
    type Result = ();

    #[inline(always)]
    fn work(self) {
        let CatchUp { accumulator, board } = self;
        accumulator.retreat();
        accumulator.add(board);
    }
}

/// What [`Accumulator::value`] does first: the sums of a position that is not kept.
struct LookAhead<'a> {
    accumulator: &'a mut Accumulator,
    board: &'a Board,
}

impl Work for LookAhead<'_> {
    type Result = Features;

    #[inline(always)]
    fn work(self) -> Features {
        let LookAhead { accumulator, board } = self;
        accumulator.retreat();
        match accumulator.stones[accumulator.known.len()..] {
            [] => accumulator.sums,
            [last] => accumulator.sums_after(board, last.coord),
            _ => {
                accumulator.add(board);
                accumulator.sums
            }
        }
    }
}

#[inline(always)]
fn clipped(feature: i16) -> i16 {
    feature.clamp(0, FEATURE_TOP)
}

impl Accumulator {
    /// For a search that starts from this position.
    pub fn new(net: Arc<Net>, board: &Board) -> Accumulator {
        let lines = Lines::get(board.rule());
        let stones: Vec<Move> = board.history().collect();
        let mut cells = Box::new([[0; WIDTH]; Coord::CELLS]);
        let mut rows = Box::new([[0; 4]; Coord::CELLS]);
        let mut sums = [0i16; WIDTH];
        for c in board.empty_cells().iter() {
            let of_cell = Direction::ALL.map(|d| lines.row(board.line_key(c, d)));
            let mut features = *net.bias();
            for row in of_cell {
                features.iter_mut().zip(net.row(row)).for_each(|(f, &r)| *f += i16::from(r));
            }
            sums.iter_mut().zip(features).for_each(|(s, f)| *s = s.wrapping_add(clipped(f)));
            rows[c.index()] = of_cell.map(|row| row as u16);
            cells[c.index()] = features;
        }
        let (known, common) = (stones.clone(), stones.len());
        let (frames, log) = (Vec::new(), Vec::new());
        Accumulator { net, lines, cells, rows, sums, known, stones, common, frames, log }
    }

    /// A stone was placed.
    pub fn follow(&mut self, stone: Move) {
        let place = self.stones.len();
        self.stones.push(stone);
        if self.common == place && self.known.get(place) == Some(&stone) {
            self.common += 1;
        }
    }

    /// The last stone was taken back.
    pub fn back(&mut self) {
        self.stones.pop();
        self.common = self.common.min(self.stones.len());
    }

    /// Catches up with the board, which all stones were followed on.
    pub fn update(&mut self, board: &Board) {
        if self.known.len() == self.common && self.stones.len() == self.common {
            return;
        }
        accelerated(CatchUp { accumulator: self, board });
    }

    /// What the net adds to the value of the board, in score units; `threats` as
    /// [`threat_mask`](super::threat_mask) tells them. One stone more than at the last update costs
    /// a quarter of what that would: nothing of it is kept.
    pub fn value(&mut self, board: &Board, us: Color, threats: usize) -> i32 {
        let sums = accelerated(LookAhead { accumulator: self, board });
        self.net.value(us, &sums, threats)
    }

    /// What the net adds to the likelihood of a move, as of the last update.
    pub fn move_value(&self, us: Color, c: Coord) -> i32 {
        self.net.move_value(us, &self.cells[c.index()].map(clipped))
    }

    /// Takes back what is on the board no more.
    #[inline(always)]
    fn retreat(&mut self) {
        while self.known.len() > self.common && self.take_back() {}
    }

    /// Takes the last frame back; `false` if there is none.
    #[inline(always)]
    fn take_back(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        for before in self.log[frame.log as usize..].iter().rev() {
            let cell = usize::from(before.cell) % Coord::CELLS;
            self.cells[cell] = before.features;
            self.rows[cell][usize::from(before.direction) % 4] = before.row;
        }
        self.log.truncate(frame.log as usize);
        self.sums = frame.sums;
        self.known.truncate(frame.stones as usize);
        self.common = self.common.min(self.known.len());
        true
    }

    /// Looks at the stones that are not known, as one frame.
    #[inline(always)]
    fn add(&mut self, board: &Board) {
        let first = self.known.len();
        if first == self.stones.len() {
            return;
        }
        self.frames.push(Frame {
            stones: first as u32,
            log: self.log.len() as u32,
            sums: self.sums,
        });
        for i in first..self.stones.len() {
            let stone = self.stones[i];
            self.known.push(stone);
            leave(&mut self.sums, &self.cells[stone.coord.index()]);
        }
        for i in first..self.stones.len() {
            self.update_lines(board, self.stones[i].coord);
        }
        self.common = self.known.len();
    }

    #[inline(always)]
    fn update_lines(&mut self, board: &Board, c: Coord) {
        let lines = self.lines;
        each_line(board, lines, c, |cell, direction, new| {
            let row = &mut self.rows[cell][direction];
            let old = *row;
            if old == new {
                return;
            }
            let features = &mut self.cells[cell];
            self.log.push(Before {
                cell: cell as u16,
                direction: direction as u16,
                row: old,
                features: *features,
            });
            *row = new;
            *features = changed(&self.net, &mut self.sums, features, [old, new]);
        });
    }

    /// The sums with a stone more, the last one of the board.
    #[inline(always)]
    fn sums_after(&self, board: &Board, c: Coord) -> Features {
        let mut sums = self.sums;
        leave(&mut sums, &self.cells[c.index()]);
        each_line(board, self.lines, c, |cell, direction, new| {
            let old = self.rows[cell][direction];
            if old != new {
                changed(&self.net, &mut sums, &self.cells[cell], [old, new]);
            }
        });
        sums
    }
}

/// The features of a cell after a line of it went from one row to another; `sums` are told.
#[inline(always)]
fn changed(net: &Net, sums: &mut Features, cell: &Features, rows: [u16; 2]) -> Features {
    let [old, new] = rows.map(|row| net.row(usize::from(row)));
    std::array::from_fn(|i| {
        let feature = cell[i] + (i16::from(new[i]) - i16::from(old[i]));
        sums[i] = sums[i].wrapping_add(clipped(feature) - clipped(cell[i]));
        feature
    })
}

/// Takes the features of a cell out of sums.
#[inline(always)]
fn leave(sums: &mut Features, cell: &Features) {
    sums.iter_mut().zip(cell).for_each(|(s, &f)| *s = s.wrapping_sub(clipped(f)));
}

/// Calls back with the empty cells near a stone: their index, the number of the direction in which
/// they see it, and the row of that line.
#[inline(always)]
fn each_line(board: &Board, lines: &Lines, c: Coord, mut visit: impl FnMut(usize, usize, u16)) {
    for direction in Direction::ALL {
        for step in [direction.step(), -direction.step()] {
            let mut cell = c.index();
            for _ in 0..REACH {
                cell = cell.wrapping_add_signed(step as isize) % Coord::CELLS;
                let Some((key, is_empty)) = board.line_at(cell, direction) else { break };
                if is_empty {
                    visit(cell, direction.index(), lines.row(key) as u16);
                }
            }
        }
    }
}
