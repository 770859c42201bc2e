//! Games of the engine with itself.

use std::io;
use std::iter::repeat_n;

use crate::arena::compact::{CompactGame, quantised};
use crate::arena::opening::random_opening;
use crate::learn::branches::Branches;
use dolmen::board::{Board, Outcome};
use dolmen::engine::Engine;
use dolmen::eval::NetChoice;
use dolmen::search::{Control, Limits, Report, Silent};
use dolmen::types::{Color, Random, Rule, Size};

/// What games to play.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Positions visited for each move, give or take an eighth.
    pub nodes: u64,
    /// Another seed gives other games.
    pub seed: u64,
    /// What evaluates.
    pub net: NetChoice,
    /// Earlier games that some of these leave.
    pub branches: Option<Branches>,
}

/// How far from one half the winning chance may be where a game begins: games that are won at
/// once teach little.
const BALANCED: f64 = 0.25;
/// So many branches are tried for a game before it begins with a random opening after all.
const BRANCHES_TRIED: usize = 100;
/// After so many openings none of which is balanced to the player, it sees no opening so.
const OPENINGS_TRIED: usize = 10_000;
/// Memory of an engine that plays: small, for it is emptied before each game.
const MEMORY: u64 = 16 << 20;

impl SelfPlay {
    /// An engine for [`SelfPlay::game`].
    pub fn engine(&self) -> Engine {
        let mut engine = Engine::new(MEMORY, 1);
        engine.set_net(self.net.clone());
        engine
    }

    /// The game with this number: it depends on nothing else.
    ///
    /// # Errors
    /// If no opening is balanced to the player.
    pub fn game(&self, number: u64, engine: &mut Engine) -> io::Result<CompactGame> {
        let mut random = Random::new(Random::mix(self.seed ^ Random::mix(number)));
        engine.clear();
        let branches = self.branches.as_ref().filter(|branches| branches.is_next(&mut random));
        let mut branches = branches.into_iter().flat_map(|each| repeat_n(each, BRANCHES_TRIED));
        let begun = (0..OPENINGS_TRIED).find_map(|_| {
            let opening = match branches.next() {
                Some(branches) => branches.opening(&mut random, &self.net),
                None => random_opening(&mut random, self.rule, self.size),
            }?;
            let board = Board::with_moves(self.rule, self.size, &opening);
            let report = self.think(&board, &mut random, engine)?;
            let is_balanced = (report.score.win_rate() - 0.5).abs() < BALANCED;
            is_balanced.then_some((board, opening))
        });
        let (board, opening) = begun.ok_or_else(|| {
            let count = format!("none of {OPENINGS_TRIED} openings is balanced");
            let net = self.net.name_of(self.rule, self.size);
            io::Error::other(format!("game {number}: {count}, as net {net} values them"))
        })?;
        let mut moves = Vec::new();
        let winner = play_out(board, |board| {
            let report = self.think(board, &mut random, engine)?;
            // A forced reply is played without a search, and where the nodes are few, no search gets
            // to depth 1: 83 % of the moves at 50 nodes. Such moves have no score of their own.
            let is_known = report.depth > 0 || report.score.is_decisive();
            moves.push((report.best, is_known.then(|| quantised(report.score))));
            Some(report)
        });
        let half_points = match winner {
            Some(Color::Black) => 2,
            Some(Color::White) => 0,
            None => 1,
        };
        Ok(CompactGame { rule: self.rule, size: self.size, half_points, opening, moves })
    }

    fn think(&self, board: &Board, random: &mut Random, engine: &mut Engine) -> Option<Report> {
        let spread = self.nodes as usize / 8;
        let nodes = self.nodes - spread as u64 + random.between(0, 2 * spread) as u64;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        engine.think(board, &limits, &Control::new(), &mut Silent)
    }
}

/// Plays until the game is over or a search proves its result; returns the winner.
pub fn play_out(
    mut board: Board,
    mut think: impl FnMut(&Board) -> Option<Report>,
) -> Option<Color> {
    while board.outcome() == Outcome::Open {
        let report = think(&board)?;
        let us = board.side_to_move();
        if report.score.is_decisive() {
            return Some(if report.score.is_win() { us } else { !us });
        }
        board.play(report.best);
    }
    board.outcome().winner()
}
