use std::sync::Arc;

use super::accumulator::Accumulator;
use super::classical::Classical;
use super::net::Net;
use super::weights::threat_mask;
use crate::board::{Board, Move};
use crate::types::{Color, Coord, Score};

/// How good a position is, and which moves are likely to be best: the classical evaluation,
/// corrected by a net if there is one for the rule.
///
/// It follows a board move by move: stones are placed by [`Evaluator::place`] and taken back by
/// [`Evaluator::undo`]. What a stone changes is looked at when a value is asked for, so that a
/// position of which the threats or an earlier visit tell enough costs next to nothing.
#[derive(Clone)]
pub struct Evaluator {
    tables: Classical,
    /// Whether the tables do not know of the last stone yet.
    is_behind: bool,
    net: Option<Accumulator>,
}

impl Evaluator {
    /// For a search that starts from this position, with a net or without.
    pub fn new(board: &Board, net: Option<Arc<Net>>) -> Evaluator {
        let net = net.map(|net| Accumulator::new(net, board));
        Evaluator { tables: Classical::new(board), is_behind: false, net }
    }

    /// Places a stone on the board that is followed, see [`Board::place`].
    ///
    /// # Panics
    /// If the point is not empty.
    pub fn place(&mut self, board: &mut Board, c: Coord, color: Color) {
        self.catch_up(board);
        board.place(c, color);
        self.is_behind = true;
        if let Some(net) = &mut self.net {
            net.follow(Move { coord: c, color });
        }
    }

    /// Takes back the last stone, see [`Board::undo`].
    pub fn undo(&mut self, board: &mut Board) -> Option<Move> {
        let taken = board.undo()?;
        if !std::mem::take(&mut self.is_behind) {
            self.tables.back();
        }
        if let Some(net) = &mut self.net {
            net.back();
        }
        Some(taken)
    }

    fn catch_up(&mut self, board: &Board) {
        if std::mem::take(&mut self.is_behind) {
            self.tables.follow(board);
        }
    }

    /// The value for the side to move. Assumes that neither side can make five at once.
    pub fn evaluate(&mut self, board: &Board) -> Score {
        self.evaluate_within(board, (-Score::INFINITE, Score::INFINITE), 0)
    }

    /// The value as far as it matters for a window: that of the tables if it lies outside by more
    /// than `doubt`, which no net is expected to correct.
    pub fn evaluate_within(&mut self, board: &Board, window: (Score, Score), doubt: i32) -> Score {
        self.value(board, window, doubt, |net| net.update(board))
    }

    /// The same for a position whose moves are not going to be looked at: then it costs less.
    pub fn evaluate_leaf(&mut self, board: &Board, window: (Score, Score), doubt: i32) -> Score {
        self.value(board, window, doubt, |_| ())
    }

    fn value(
        &mut self,
        board: &Board,
        (alpha, beta): (Score, Score),
        doubt: i32,
        prepare: impl Fn(&mut Accumulator),
    ) -> Score {
        self.catch_up(board);
        let (us, threats) = (board.side_to_move(), threat_mask(board));
        let value = self.tables.value(us, threats);
        let Some(net) = &mut self.net else { return Score::eval(value) };
        if Score::eval(value + doubt) <= alpha || Score::eval(value - doubt) >= beta {
            return Score::eval(value);
        }
        prepare(net);
        Score::eval(value + net.value(board, threats))
    }

    /// How likely it is that playing on an empty cell is best: a hundred units more are a chance
    /// e times as great. What all moves of a position share is looked up here, once.
    pub fn move_values<'a>(&'a mut self, board: &'a Board) -> impl Fn(Coord) -> i32 + use<'a> {
        let us = board.side_to_move();
        if let Some(net) = &mut self.net {
            net.update(board);
        }
        let (net, value) = (&self.net, self.tables.move_values(board));
        move |c| value(c) + net.as_ref().map_or(0, |net| net.move_value(us, c))
    }
}
