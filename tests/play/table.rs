//! Games, players and points for the tests of `play`.

#![allow(dead_code)] // each test program uses its own part of this module

use dolmen::engine::Level;
use dolmen::protocol::notation::parse_stones;
use dolmen::tools::play::game::{Game, Player, Setup};
use dolmen::tools::play::language::Language;
use dolmen::tools::play::session::Session;
use dolmen::types::{Coord, Rule, Size};

pub const HUMANS: [Player; 2] = [Player::Human, Player::Human];
/// The human is black.
pub const ENGINE: [Player; 2] = [Player::Human, Player::Engine(Level::LEAST)];

pub fn points(text: &str) -> Vec<Coord> {
    parse_stones(text).unwrap()
}

pub fn point(text: &str) -> Coord {
    points(text)[0]
}

pub fn setup(rule: Rule, size: u8, players: [Player; 2]) -> Setup {
    Setup { rule, size: Size::new(size).unwrap(), players, time: None, seed: 1 }
}

/// A game that has come so far.
pub fn session(setup: Setup, moves: &str, language: Language) -> Session {
    let game = Game::resume(setup, &points(moves), &[]).map_err(|error| error.1).unwrap();
    Session::new(game, None, language)
}
