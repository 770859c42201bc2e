use std::sync::Arc;

use super::blocks::Blocks;
use super::features::{BlockSums, Cell, clipped};
use super::layout::{Sums, WIDTH};
use super::lines::Lines;
use super::net::{Net, View, move_value};
use super::simd::{SimdLevel, Work, accelerated};
use crate::board::{Board, CellSet, Move, PatternTable};
use crate::types::{Coord, Direction};

/// The features of all cells of a position, kept up to date from one position to the next.
///
/// Updates are lazy: moves are only counted when they are made and taken back, and applied when a
/// value is requested. Moves applied together form a frame, which is taken back as a whole.
#[derive(Clone)]
pub struct Accumulator {
    net: Arc<Net>,
    lines: &'static Lines,
    /// Features of every empty cell; of an occupied one, those when it was last empty.
    cells: Box<[Cell; Coord::CELLS]>,
    sums: BlockSums,
    /// Sums of a position one stone ahead, not kept.
    ahead: BlockSums,
    /// What the net saw last, and the [`Board::hash`] of that position.
    view: Box<View>,
    viewed: Option<u64>,
    /// Weights of the likelihood of moves, by block, see [`Net::policy`].
    policy: Sums,
    /// Stones included in the features.
    known: Vec<Move>,
    /// Number of stones on the board.
    count: usize,
    /// How many of both, from the first, are the same.
    common: usize,
    frames: Vec<Frame>,
    /// Cells before they changed.
    log: Vec<Logged>,
}

/// The state before some stones were applied.
#[derive(Clone, Copy)]
struct Frame {
    /// Stones known.
    stones: u32,
    /// Length of the log.
    log: u32,
}

/// A cell before it changed.
#[derive(Clone, Copy)]
struct Logged {
    cell: Cell,
    index: u16,
}

/// The work of [`Accumulator::update`].
struct CatchUp<'a> {
    accumulator: &'a mut Accumulator,
    board: &'a Board,
}

impl Work for CatchUp<'_> {
    type Result = ();

    #[inline(always)]
    fn work(self, _: impl SimdLevel) {
        let CatchUp { accumulator, board } = self;
        accumulator.retreat();
        accumulator.add(board);
    }
}

/// The work of [`Accumulator::value`].
struct LookAhead<'a> {
    accumulator: &'a mut Accumulator,
    board: &'a Board,
    threats: usize,
}

impl Work for LookAhead<'_> {
    type Result = i32;

    #[inline(always)]
    fn work(self, level: impl SimdLevel) -> i32 {
        let LookAhead { accumulator, board, threats } = self;
        accumulator.retreat();
        let known = accumulator.known.len();
        let sums = match accumulator.count - known {
            0 => &accumulator.sums,
            1 => {
                accumulator.look_ahead(board, board.move_at(known).coord);
                &accumulator.ahead
            }
            _ => {
                accumulator.add(board);
                &accumulator.sums
            }
        };
        let view = &mut accumulator.view;
        accumulator.net.look(level, board.side_to_move(), sums, threats, view);
        accumulator.viewed = Some(board.hash());
        accumulator.net.value(view)
    }
}

/// The work of [`Accumulator::prepare_moves`].
struct Weigh<'a> {
    accumulator: &'a mut Accumulator,
    board: &'a Board,
    threats: usize,
    moves: &'a CellSet,
}

impl Work for Weigh<'_> {
    type Result = ();

    #[inline(always)]
    fn work(self, level: impl SimdLevel) {
        let Weigh { accumulator, board, threats, moves } = self;
        let Accumulator { net, sums, view, viewed, policy, .. } = accumulator;
        let hash = board.hash();
        if viewed.replace(hash) != Some(hash) {
            net.look(level, board.side_to_move(), sums, threats, view);
        }
        let wanted = moves.iter().fold(0, |set, c| set | 1 << sums.blocks.of(c.index()));
        net.policy(level, sums.blocks, view, wanted, policy);
    }
}

impl Accumulator {
    /// For a search that starts from this position.
    pub fn new(net: Arc<Net>, board: &Board) -> Accumulator {
        let lines = Lines::get(board.rule());
        let known: Vec<Move> = board.history().collect();
        let mut cells = Box::new([Cell::NOTHING; Coord::CELLS]);
        let blocks = Blocks::get(board.size());
        let mut sums = BlockSums { blocks, sums: [[0; WIDTH]; Blocks::MOST] };
        for c in board.empty_cells().iter() {
            let cell = Cell::of(board, lines, &net, c);
            sums.exchange(c.index(), net.bias(), &cell.features);
            cells[c.index()] = cell;
        }
        let (count, common) = (known.len(), known.len());
        let (frames, log, policy) = (Vec::new(), Vec::new(), sums.sums);
        let (ahead, view, viewed) = (sums, Box::new(View::NOTHING), None);
        Accumulator {
            net,
            lines,
            cells,
            sums,
            ahead,
            view,
            viewed,
            policy,
            known,
            count,
            common,
            frames,
            log,
        }
    }

    /// A stone was placed.
    pub fn follow(&mut self, stone: Move) {
        let place = self.count;
        self.count += 1;
        if self.common == place && self.known.get(place) == Some(&stone) {
            self.common += 1;
        }
    }

    /// The last stone was taken back.
    pub fn back(&mut self) {
        self.count -= 1;
        self.common = self.common.min(self.count);
    }

    /// Applies all moves up to the board.
    pub fn update(&mut self, board: &Board) {
        if self.known.len() == self.common && self.count == self.common {
            return;
        }
        accelerated(CatchUp { accumulator: self, board });
    }

    /// Correction of the value by the net, in score units; `threats` see
    /// [`threat_mask`](super::threat_mask). One stone more than at the last update is not kept,
    /// which costs less.
    pub fn value(&mut self, board: &Board, threats: usize) -> i32 {
        accelerated(LookAhead { accumulator: self, board, threats })
    }

    /// Applies all moves up to the board, and makes ready for [`Accumulator::move_value`] of these
    /// moves.
    pub fn prepare_moves(&mut self, board: &Board, threats: usize, moves: &CellSet) {
        self.update(board);
        accelerated(Weigh { accumulator: self, board, threats, moves });
    }

    /// Correction of the policy value of a move by the net, for position and moves that were
    /// prepared.
    pub fn move_value(&self, c: Coord) -> i32 {
        let weights = &self.policy[self.sums.blocks.of(c.index()) % Blocks::MOST];
        move_value(&self.cells[c.index()].features.map(clipped), weights)
    }

    /// Takes back moves that are no longer on the board.
    #[inline(always)]
    fn retreat(&mut self) {
        while self.known.len() > self.common && self.take_back() {}
    }

    /// Takes the last frame back; `false` if there is none.
    #[inline(always)]
    fn take_back(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        for Logged { cell, index } in self.log.drain(frame.log as usize..).rev() {
            let index = usize::from(index) % Coord::CELLS;
            self.sums.exchange(index, &self.cells[index].features, &cell.features);
            self.cells[index] = cell;
        }
        for stone in self.known.drain(frame.stones as usize..) {
            let index = stone.coord.index();
            self.sums.exchange(index, self.net.bias(), &self.cells[index].features);
        }
        self.common = self.common.min(self.known.len());
        true
    }

    /// Applies the stones not yet included, as one frame.
    #[inline(always)]
    fn add(&mut self, board: &Board) {
        let first = self.known.len();
        if first == self.count {
            return;
        }
        self.frames.push(Frame { stones: first as u32, log: self.log.len() as u32 });
        for i in first..self.count {
            let stone = board.move_at(i);
            self.known.push(stone);
            let index = stone.coord.index();
            self.sums.exchange(index, &self.cells[index].features, self.net.bias());
        }
        for i in first..self.count {
            self.update_lines(board, board.move_at(i).coord);
        }
        self.common = self.known.len();
    }

    #[inline(always)]
    fn update_lines(&mut self, board: &Board, c: Coord) {
        let Accumulator { net, lines, cells, sums, log, .. } = self;
        Keep { board, net, cells, sums, log }.around(board, lines, c);
    }

    /// Computes the sums with one stone more, the last one of the board.
    #[inline(always)]
    fn look_ahead(&mut self, board: &Board, c: Coord) {
        let Accumulator { net, lines, cells, sums, ahead, .. } = self;
        ahead.copy(sums);
        ahead.exchange(c.index(), &cells[c.index()].features, net.bias());
        Sum { board, net, cells, sums: ahead }.around(board, lines, c);
    }
}

/// A visitor of the cells that see a stone. (A closure would not be compiled for the best
/// instruction set.)
trait Look {
    /// At an empty cell, with the row of the line in which it sees the stone.
    fn at(&mut self, index: usize, direction: usize, row: u16);

    /// Visits all of them.
    #[inline(always)]
    fn around(&mut self, board: &Board, lines: &Lines, c: Coord) {
        let reach = PatternTable::get(board.rule()).radius();
        for ray in 0..8 {
            let direction = Direction::ALL[ray / 2];
            let step = if ray % 2 == 0 { direction.step() } else { -direction.step() };
            let mut index = c.index();
            for _ in 0..reach {
                index = index.wrapping_add_signed(step.into()) % Coord::CELLS;
                let Some((key, is_empty)) = board.line_at(index, direction) else { break };
                if is_empty {
                    self.at(index, ray / 2, lines.row(key) as u16);
                }
            }
        }
    }
}

/// Applies the changes.
struct Keep<'a> {
    board: &'a Board,
    net: &'a Net,
    cells: &'a mut [Cell; Coord::CELLS],
    sums: &'a mut BlockSums,
    log: &'a mut Vec<Logged>,
}

impl Look for Keep<'_> {
    #[inline(always)]
    fn at(&mut self, index: usize, direction: usize, row: u16) {
        let cell = &mut self.cells[index % Coord::CELLS];
        if let Some(after) = cell.after(self.board, self.net, index, direction, row) {
            self.sums.exchange(index, &cell.features, &after.features);
            self.log.push(Logged { cell: *cell, index: index as u16 });
            *cell = after;
        }
    }
}

/// Only sums the changes.
struct Sum<'a> {
    board: &'a Board,
    net: &'a Net,
    cells: &'a [Cell; Coord::CELLS],
    sums: &'a mut BlockSums,
}

impl Look for Sum<'_> {
    #[inline(always)]
    fn at(&mut self, index: usize, direction: usize, row: u16) {
        let cell = &self.cells[index % Coord::CELLS];
        if let Some(after) = cell.after(self.board, self.net, index, direction, row) {
            self.sums.exchange(index, &cell.features, &after.features);
        }
    }
}
