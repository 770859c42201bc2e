use std::sync::Arc;

use super::accumulator::Accumulator;
use super::classical::Classical;
use super::net::Net;
use super::weights::threat_mask;
use crate::board::Board;
use crate::types::{Coord, Score};

/// How good a position is, and which moves are likely to be best: the classical evaluation,
/// corrected by a net if there is one for the rule.
///
/// It follows a board move by move: [`Evaluator::follow`] after each stone and
/// [`Evaluator::back`] after taking it back.
#[derive(Clone)]
pub struct Evaluator {
    tables: Classical,
    net: Option<Accumulator>,
}

impl Evaluator {
    /// For a search that starts from this position, with a net or without.
    pub fn new(board: &Board, net: Option<Arc<Net>>) -> Evaluator {
        let net = net.map(|net| Accumulator::new(net, board));
        Evaluator { tables: Classical::new(board), net }
    }

    /// Takes note of the stone that was just placed.
    pub fn follow(&mut self, board: &Board) {
        self.tables.follow(board);
        if let (Some(net), Some(last)) = (&mut self.net, board.last_move(0)) {
            net.follow(last);
        }
    }

    /// Forgets the stone that was just taken back.
    pub fn back(&mut self) {
        self.tables.back();
        if let Some(net) = &mut self.net {
            net.back();
        }
    }

    /// The value for the side to move. Assumes that neither side can make five at once.
    pub fn evaluate(&mut self, board: &Board) -> Score {
        self.evaluate_within(board, (-Score::INFINITE, Score::INFINITE), 0)
    }

    /// The value as far as it matters for a window: that of the tables if it lies outside by more
    /// than `doubt`, which no net is expected to correct.
    pub fn evaluate_within(
        &mut self,
        board: &Board,
        (alpha, beta): (Score, Score),
        doubt: i32,
    ) -> Score {
        let (us, threats) = (board.side_to_move(), threat_mask(board));
        let value = self.tables.value(us, threats);
        let Some(net) = &mut self.net else { return Score::eval(value) };
        if Score::eval(value + doubt) <= alpha || Score::eval(value - doubt) >= beta {
            return Score::eval(value);
        }
        net.update(board);
        Score::eval(value + net.value(us, threats))
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
