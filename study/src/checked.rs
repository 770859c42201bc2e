//! A game that the referee has gone through.

use dolmen::types::{Color, Rule};
use dolmen_records::{Game, GameResult, Verdict};

/// A game checked by the referee.
#[derive(Clone, Debug)]
pub struct CheckedGame {
    /// Number in its file, from 1.
    pub number: usize,
    /// The game.
    pub game: Game,
    /// The rule that it was checked under.
    pub rule: Rule,
    /// The verdict of the referee.
    pub verdict: Verdict,
}

/// `black wins`, or what else there is to say of the end.
pub fn result_name(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::Won(Color::Black)) => "black wins",
        Some(GameResult::Won(Color::White)) => "white wins",
        Some(GameResult::Drawn) => "a draw",
        None => "unfinished",
    }
}
