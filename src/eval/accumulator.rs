use std::sync::Arc;

use super::lines::Lines;
use super::net::{FEATURE_TOP, NO_CODE, Net, WIDTH};
use super::simd::{Work, accelerated};
use crate::board::{Board, Move, PatternTable};
use crate::types::{Color, Coord, Direction};

/// The features of all cells of a position, kept up to date from one position to the next.
///
/// It lags behind the board: stones are only noted when they come and go, and looked at when a
/// value is asked for. Those looked at together make a frame, which is taken back as a whole.
#[derive(Clone)]
pub struct Accumulator {
    net: Arc<Net>,
    lines: &'static Lines,
    /// What is known of every empty cell; of an occupied one, of the moment when it was last empty.
    cells: Box<[Cell; Coord::CELLS]>,
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
    /// Cells before they changed.
    log: Vec<(u16, Cell)>,
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

/// What is known of a cell.
#[derive(Clone, Copy)]
struct Cell {
    /// Before they are clipped.
    features: Features,
    /// Of its lines, as black sees them.
    rows: [u16; 4],
    /// Black's combination of patterns and white's, or [`NO_CODE`].
    codes: [u16; 2],
}

impl Cell {
    /// Of a board, from nothing.
    fn of(board: &Board, lines: &Lines, net: &Net, c: Coord) -> Cell {
        let rows = Direction::ALL.map(|d| lines.row(board.line_key(c, d)) as u16);
        let codes = codes(board, c.index(), &rows);
        let mut features = *net.bias();
        let mut add = |row: &[i8; WIDTH]| {
            features.iter_mut().zip(row).for_each(|(f, &r)| *f += i16::from(r));
        };
        rows.iter().for_each(|&row| add(net.row(row.into())));
        codes.iter().enumerate().for_each(|(color, &code)| add(net.code(color, code.into())));
        Cell { features, rows, codes }
    }

    /// Its combinations once a line of it is seen as another row; `None` if nothing changes.
    #[inline(always)]
    fn news(&self, board: &Board, place: &Near) -> Option<[u16; 2]> {
        let mut rows = self.rows;
        rows[usize::from(place.direction) % 4] = place.row;
        let codes = codes(board, place.index.into(), &rows);
        (rows != self.rows || codes != self.codes).then_some(codes)
    }

    /// Its features with that row and these combinations.
    #[inline(always)]
    fn features_after(&self, net: &Net, place: &Near, codes: [u16; 2]) -> Features {
        let before = self.rows[usize::from(place.direction) % 4];
        let mut features = self.features;
        replace(&mut features, net.row(before.into()), net.row(place.row.into()));
        for color in 0..2 {
            let [old, new] = [self.codes, codes].map(|codes| usize::from(codes[color]));
            if old != new {
                replace(&mut features, net.code(color, old), net.code(color, new));
            }
        }
        features
    }
}

/// Puts a row of the table in the place of another.
#[inline(always)]
fn replace(features: &mut Features, old: &[i8; WIDTH], new: &[i8; WIDTH]) {
    for i in 0..WIDTH {
        features[i] += i16::from(new[i]) - i16::from(old[i]);
    }
}

#[inline(always)]
fn codes(board: &Board, index: usize, rows: &[u16; 4]) -> [u16; 2] {
    if *rows == [0; 4] { [NO_CODE; 2] } else { board.codes_at(index) }
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

/// What [`Accumulator::value`] does: the value of a position that is not kept.
struct LookAhead<'a> {
    accumulator: &'a mut Accumulator,
    board: &'a Board,
    threats: usize,
}

impl Work for LookAhead<'_> {
    type Result = i32;

    #[inline(always)]
    fn work(self) -> i32 {
        let LookAhead { accumulator, board, threats } = self;
        accumulator.retreat();
        let sums = match accumulator.stones[accumulator.known.len()..] {
            [] => accumulator.sums,
            [last] => accumulator.sums_after(board, last.coord),
            _ => {
                accumulator.add(board);
                accumulator.sums
            }
        };
        accumulator.net.value(board.side_to_move(), &sums, threats)
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
        let nothing = Cell { features: [0; WIDTH], rows: [0; 4], codes: [NO_CODE; 2] };
        let mut cells = Box::new([nothing; Coord::CELLS]);
        let mut sums = [0i16; WIDTH];
        for c in board.empty_cells().iter() {
            let cell = Cell::of(board, lines, &net, c);
            exchange(&mut sums, &[0; WIDTH], &cell.features);
            cells[c.index()] = cell;
        }
        let (known, common) = (stones.clone(), stones.len());
        let (frames, log) = (Vec::new(), Vec::new());
        Accumulator { net, lines, cells, sums, known, stones, common, frames, log }
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
    pub fn value(&mut self, board: &Board, threats: usize) -> i32 {
        accelerated(LookAhead { accumulator: self, board, threats })
    }

    /// What the net adds to the likelihood of a move, as of the last update.
    pub fn move_value(&self, us: Color, c: Coord) -> i32 {
        self.net.move_value(us, &self.cells[c.index()].features.map(clipped))
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
        for &(index, before) in self.log[frame.log as usize..].iter().rev() {
            self.cells[usize::from(index) % Coord::CELLS] = before;
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
            leave(&mut self.sums, &self.cells[stone.coord.index()].features);
        }
        for i in first..self.stones.len() {
            self.update_lines(board, self.stones[i].coord);
        }
        self.common = self.known.len();
    }

    #[inline(always)]
    fn update_lines(&mut self, board: &Board, c: Coord) {
        let (lines, net) = (self.lines, &self.net);
        let (near, count) = near(board, lines, c);
        for place in near.iter().take(count) {
            let cell = &mut self.cells[usize::from(place.index) % Coord::CELLS];
            if let Some(codes) = cell.news(board, place) {
                let features = cell.features_after(net, place, codes);
                exchange(&mut self.sums, &cell.features, &features);
                self.log.push((place.index, *cell));
                cell.features = features;
                cell.rows[usize::from(place.direction) % 4] = place.row;
                cell.codes = codes;
            }
        }
    }

    /// The sums with a stone more, the last one of the board.
    #[inline(always)]
    fn sums_after(&self, board: &Board, c: Coord) -> Features {
        let mut sums = self.sums;
        leave(&mut sums, &self.cells[c.index()].features);
        let (near, count) = near(board, self.lines, c);
        for place in near.iter().take(count) {
            let cell = &self.cells[usize::from(place.index) % Coord::CELLS];
            if let Some(codes) = cell.news(board, place) {
                exchange(&mut sums, &cell.features, &cell.features_after(&self.net, place, codes));
            }
        }
        sums
    }
}

/// Puts the features of a cell in the place of others in sums.
#[inline(always)]
fn exchange(sums: &mut Features, old: &Features, new: &Features) {
    for i in 0..WIDTH {
        sums[i] = sums[i].wrapping_add(clipped(new[i]) - clipped(old[i]));
    }
}

/// Takes the features of a cell out of sums.
#[inline(always)]
fn leave(sums: &mut Features, cell: &Features) {
    sums.iter_mut().zip(cell).for_each(|(sum, &f)| *sum = sum.wrapping_sub(clipped(f)));
}

/// Room for the empty cells near a stone.
const MOST_NEAR: usize = 64;

/// An empty cell near a stone.
#[derive(Clone, Copy, Default)]
struct Near {
    index: u16,
    /// Number of the direction in which it sees the stone.
    direction: u16,
    /// Row of that line.
    row: u16,
}

/// The empty cells that see a stone. (Called back with them one by one, a closure would not be
/// compiled for the best instructions.)
#[inline(always)]
fn near(board: &Board, lines: &Lines, c: Coord) -> ([Near; MOST_NEAR], usize) {
    let reach = PatternTable::get(board.rule()).radius();
    let mut all = [Near::default(); MOST_NEAR];
    let mut count = 0;
    for direction in Direction::ALL {
        for step in [direction.step(), -direction.step()] {
            let mut cell = c.index();
            for _ in 0..reach {
                cell = cell.wrapping_add_signed(step as isize) % Coord::CELLS;
                let Some((key, is_empty)) = board.line_at(cell, direction) else { break };
                if is_empty {
                    let (index, direction) = (cell as u16, direction.index() as u16);
                    all[count % MOST_NEAR] = Near { index, direction, row: lines.row(key) as u16 };
                    count += 1;
                }
            }
        }
    }
    (all, count)
}
