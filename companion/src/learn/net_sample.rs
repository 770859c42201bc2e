//! Positions of games as the trainer of nets sees them.

use super::sample::LabeledPosition;
use dolmen::board::{Board, Threat};
use dolmen::eval::layout::Layout;
use dolmen::eval::{Blocks, Classical, Lines, threat_mask};
use dolmen::types::{Color, Coord, Direction, Score};

/// A position with all inputs of a net, from the view of the side to move.
#[derive(Clone, Debug, Default)]
pub struct NetSample {
    /// Empty cells with a stone in one of their lines: rows of the table for the side to move,
    /// then for the other.
    pub cells: Vec<[Rows; 2]>,
    /// The block of each.
    pub places: Vec<u8>,
    /// The blocks of the board.
    pub blocks: Option<&'static Blocks>,
    /// See [`threat_mask`].
    pub threats: usize,
    /// What the tables say: log odds of winning.
    pub base: f32,
    /// Moves worth considering.
    pub candidates: Vec<Candidate>,
    /// Which of the candidates was played.
    pub played: Option<usize>,
    /// See [`LabeledPosition::target`].
    pub target: Option<f32>,
    /// Who is to move.
    pub us: Option<Color>,
}

/// A move worth considering.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Number in [`NetSample::cells`], if there.
    pub cell: Option<u16>,
    /// The block of its cell.
    pub block: u8,
    /// Log odds by the tables.
    pub base: f32,
}

/// Rows of the table that a view of a cell adds up: of its lines, of its own patterns and of the
/// other side's.
pub type Rows = [u16; 6];

impl NetSample {
    /// Takes down a position; `tables` have followed the board.
    pub fn look(&mut self, board: &Board, tables: &Classical, position: &LabeledPosition) {
        let us = board.side_to_move();
        let lines = Lines::get(board.rule());
        let near = board.candidates();
        let value = tables.move_values(board);
        let blocks = Blocks::get(board.size());
        self.cells.clear();
        self.places.clear();
        self.candidates.clear();
        (self.blocks, self.played) = (Some(blocks), None);
        (self.target, self.us) = (position.target, Some(us));
        self.threats = threat_mask(board);
        self.base = tables.value(us, self.threats) as f32 / Score::UNITS_PER_LOGIT as f32;
        for c in board.empty_cells().iter() {
            let black = Direction::ALL.map(|d| lines.row(board.line_key(c, d)) as u16);
            let block = blocks.of(c.index()) as u8;
            let number = (black != [0; 4]).then_some(self.cells.len() as u16);
            if number.is_some() {
                self.cells.push([us, !us].map(|view| rows(board, lines, c, view, black)));
                self.places.push(block);
            }
            if near.contains(c) && board.threat(c, us) != Threat::Forbidden {
                if c == position.played {
                    self.played = Some(self.candidates.len());
                }
                let base = value(c) as f32 / 100.0;
                self.candidates.push(Candidate { cell: number, block, base });
            }
        }
    }
}

/// `black`: the rows of the lines as black sees them.
fn rows(board: &Board, lines: &Lines, c: Coord, view: Color, black: [u16; 4]) -> Rows {
    let mut rows = [0; 6];
    for (row, seen) in rows.iter_mut().zip(black) {
        *row = if view == Color::Black { seen } else { lines.exchanged(seen.into()) as u16 };
    }
    let of = |color| Layout::code_row(color == view, board.code(c, color)) as u16;
    rows[4..].copy_from_slice(&[view, !view].map(of));
    rows
}
