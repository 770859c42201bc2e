//! Openings that leave earlier games: a position of one, and a move that its player might have
//! made instead. Searches meet such positions all the time, games that are played well do not.
//! (Like the forked games of Wu, "Accelerating Self-Play Learning in Go", 2019.)

use crate::arena::compact::{CompactGame, MOST_OPENED};
use dolmen::board::{Board, Outcome};
use dolmen::eval::{NetChoice, Position, Weights};
use dolmen::types::{Coord, Random};
use serde::{Deserialize, Serialize};

/// Where games may begin instead of at random openings.
#[derive(Clone, Debug)]
pub struct Branches {
    games: Vec<CompactGame>,
    settings: BranchSettings,
}

/// How many games begin so, and from what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchSettings {
    /// Games in a hundred.
    pub percent: u8,
    /// Of the files of the earlier games, in the order in which they were named.
    pub sha256: Vec<String>,
}

impl Branches {
    /// From these games, all of one rule and board; `None` if none has a move.
    pub fn new(mut games: Vec<CompactGame>, settings: BranchSettings) -> Option<Branches> {
        games.retain(|game| !game.moves.is_empty());
        (!games.is_empty()).then_some(Branches { games, settings })
    }

    /// What decides them.
    pub fn settings(&self) -> &BranchSettings {
        &self.settings
    }

    /// Whether the next game begins so.
    pub fn is_next(&self, random: &mut Random) -> bool {
        random.between(1, 100) <= usize::from(self.settings.percent)
    }

    /// The stones of a game up to any of its moves, and instead of that one another, drawn from the
    /// policy. `None` if there is no other legal move, or it ends the game, or the file is damaged:
    /// try again.
    pub fn opening(&self, random: &mut Random, net: &NetChoice) -> Option<Vec<Coord>> {
        let game = &self.games[random.between(0, self.games.len() - 1)];
        let made = random.between(0, game.moves.len() - 1);
        let mut board = Board::with_moves(game.rule, game.size, &game.opening);
        for &(c, _) in &game.moves[..made] {
            board.try_play(c).ok()?;
        }
        let (played, _) = game.moves[made];
        let c = other_move(&board, played, random, net)?;
        board.play(c);
        let is_opening = board.outcome() == Outcome::Open && board.ply() <= MOST_OPENED;
        is_opening.then(|| board.history().map(|stone| stone.coord).collect())
    }
}

/// A legal move other than the one that was played, drawn from the policy.
fn other_move(board: &Board, played: Coord, random: &mut Random, net: &NetChoice) -> Option<Coord> {
    let moves = board.candidates();
    let mut position = Position::new(board.clone(), net.of(board.rule(), board.size()));
    let value = position.move_values(&moves);
    let others = moves.iter().filter(|&c| c != played && !board.is_forbidden(c));
    let (others, values): (Vec<Coord>, Vec<f64>) =
        others.map(|c| (c, f64::from(value(c)) / Weights::POLICY_SCALE)).unzip();
    random.weighted(&values).map(|index| others[index])
}
