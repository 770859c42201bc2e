use std::sync::Arc;

use super::accumulator::Accumulator;
use super::classical::Classical;
use super::net::Net;
use super::weights::threat_mask;
use crate::board::{Board, CellSet, Move};
use crate::types::{Color, Coord, Score};

/// A board with its evaluation: how good the position is, and which moves are likely to be best, by
/// the tables, corrected by a net if there is one for the rule.
///
/// The evaluation follows the board move by move; as they are one value, they cannot drift apart.
/// Updates are lazy: a stone is applied when a value is requested, so that a position that is
/// decided by its threats or by the transposition table costs almost nothing.
#[derive(Clone)]
pub struct Position {
    board: Board,
    tables: Classical,
    /// Whether the last stone is not applied to the tables yet.
    is_behind: bool,
    net: Option<Accumulator>,
}

impl Position {
    /// For a search that starts from this board, with a net or without.
    pub fn new(board: Board, net: Option<Arc<Net>>) -> Position {
        let net = net.map(|net| Accumulator::new(net, &board));
        Position { tables: Classical::new(&board), is_behind: false, net, board }
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Lets something place stones and take them back, without evaluating.
    ///
    /// # Panics
    /// In builds with assertions, if it leaves other stones than it found.
    pub fn look_ahead<T>(&mut self, look: impl FnOnce(&mut Board) -> T) -> T {
        let before = self.board.hash();
        let found = look(&mut self.board);
        debug_assert_eq!(self.board.hash(), before, "stones were left behind");
        found
    }

    /// Places a stone, see [`Board::place`].
    ///
    /// # Panics
    /// If the point is not empty.
    pub fn place(&mut self, c: Coord, color: Color) {
        self.catch_up();
        self.board.place(c, color);
        self.is_behind = true;
        if let Some(net) = &mut self.net {
            net.follow(Move { coord: c, color });
        }
    }

    /// Takes back the last stone, see [`Board::undo`].
    pub fn undo(&mut self) -> Option<Move> {
        let taken = self.board.undo()?;
        if !std::mem::take(&mut self.is_behind) {
            self.tables.back();
        }
        if let Some(net) = &mut self.net {
            net.back();
        }
        Some(taken)
    }

    fn catch_up(&mut self) {
        if std::mem::take(&mut self.is_behind) {
            self.tables.follow(&self.board);
        }
    }

    /// The value for the side to move. Assumes that neither side can make five at once.
    pub fn evaluate(&mut self) -> Score {
        if let Some(net) = &mut self.net {
            net.update(&self.board);
        }
        self.evaluate_leaf()
    }

    /// The same for a position whose moves will not be ranked: that costs less.
    pub fn evaluate_leaf(&mut self) -> Score {
        self.catch_up();
        let board = &self.board;
        let (us, threats) = (board.side_to_move(), threat_mask(board));
        let value = self.tables.value(us, threats);
        let Some(net) = &mut self.net else { return Score::eval(value) };
        Score::eval(value + net.value(board, threats))
    }

    /// Policy: log-probability of each of these moves on empty cells, up to a constant, in hundredths.
    pub fn move_values(&mut self, moves: &CellSet) -> impl Fn(Coord) -> i32 + use<'_> {
        let board = &self.board;
        if let Some(net) = &mut self.net {
            net.prepare_moves(board, threat_mask(board), moves);
        }
        let (net, value) = (&self.net, self.tables.move_values(board));
        move |c| value(c) + net.as_ref().map_or(0, |net| net.move_value(c))
    }
}
