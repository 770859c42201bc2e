//! Games, players and points for the tests of `play`.

#![allow(dead_code)] // each test program uses its own part of this module

use companion::tools::play::game::{GameSetup, OngoingGame, Player};
use companion::tools::play::language::Language;
use companion::tools::play::session::PlaySession;
use dolmen::engine::Level;
use dolmen::types::parse_stones;
use dolmen::types::{Coord, Rule, Size};
use dolmen_study::openings::rules::Opening;

pub const HUMANS: [Player; 2] = [Player::Human, Player::Human];
/// The human is black.
pub const ENGINE: [Player; 2] = [Player::Human, Player::Engine(Level::LEAST)];

pub fn points(text: &str) -> Vec<Coord> {
    parse_stones(text).unwrap()
}

pub fn point(text: &str) -> Coord {
    points(text)[0]
}

pub fn setup(rule: Rule, size: u8, players: [Player; 2]) -> GameSetup {
    let opening = Opening::of_rule(Rule::Freestyle);
    GameSetup { rule, size: Size::new(size).unwrap(), players, time: None, seed: 1, opening }
}

/// A game that has come so far.
pub fn session(setup: GameSetup, moves: &str, language: Language) -> PlaySession {
    let game = OngoingGame::resume(setup, &points(moves), &[]).map_err(|error| error.1).unwrap();
    PlaySession::new(game, None, language)
}
