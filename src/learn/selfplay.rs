//! Games of the engine with itself.

use crate::arena::compact::{CompactGame, quantised};
use crate::arena::opening::random_opening;
use crate::board::{Board, Outcome};
use crate::engine::Engine;
use crate::search::{Control, Limits, Report, Silent};
use crate::types::{Color, Random, Rule, Size};

/// What games to play.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Positions visited for each move, give or take an eighth.
    pub nodes: u64,
    /// Another seed gives other games.
    pub seed: u64,
}

/// Memory of an engine that plays: small, for it is emptied before each game.
const MEMORY: u64 = 16 << 20;

impl SelfPlay {
    /// An engine for [`SelfPlay::game`].
    pub fn engine() -> Engine {
        Engine::new(MEMORY, 1)
    }

    /// The game with this number: it depends on nothing else. A game ends when a search proves
    /// how it will.
    pub fn game(&self, number: u64, engine: &mut Engine) -> CompactGame {
        let mut random = Random::new(Random::mix(self.seed ^ Random::mix(number)));
        engine.clear();
        let (mut board, opening) = loop {
            let Some(opening) = random_opening(&mut random, self.rule, self.size) else { continue };
            let mut board = Board::new(self.rule, self.size);
            opening.iter().for_each(|&c| board.play(c));
            let report = self.think(&board, &mut random, engine);
            if report.is_some_and(|report| !report.score.is_decisive()) {
                break (board, opening);
            }
        };
        let mut moves = Vec::new();
        let winner = loop {
            match board.outcome() {
                Outcome::Open => {}
                Outcome::Win(color) => break Some(color),
                Outcome::Foul(_) => break Some(Color::White),
                Outcome::Draw => break None,
            }
            let Some(report) = self.think(&board, &mut random, engine) else { break None };
            moves.push((report.best, Some(quantised(report.score))));
            let us = board.side_to_move();
            if report.score.is_decisive() {
                break Some(if report.score.is_win() { us } else { !us });
            }
            board.play(report.best);
        };
        let half_points = match winner {
            Some(Color::Black) => 2,
            Some(Color::White) => 0,
            None => 1,
        };
        CompactGame { rule: self.rule, size: self.size, half_points, opening, moves }
    }

    fn think(&self, board: &Board, random: &mut Random, engine: &mut Engine) -> Option<Report> {
        let spread = self.nodes as usize / 8;
        let nodes = self.nodes - spread as u64 + random.between(0, 2 * spread) as u64;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        engine.think(board, &limits, &Control::new(), &mut Silent)
    }
}
