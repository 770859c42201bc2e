//! `dolmen play`: a game in the terminal, on a board with mouse and keys or line by line.
//!
//! [`game`] and [`session`] are the game and what one can do with it; they know neither terminal
//! nor clock, and the engine thinks beside them in [`thinker`]. `screen` and `plain` are the
//! two views of it.

pub mod app;
pub mod game;
pub mod hint;
pub mod language;
mod layout;
mod look;
pub mod opening;
mod plain;
pub mod review;
pub mod save;
mod screen;
pub mod session;
pub mod shape;
mod signals;
pub mod thinker;
pub mod view;
pub mod words;

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use look::{Colors, Look};

use crate::files::fault;
use app::App;
use dolmen::engine::Level;
use dolmen::types::{Color, Rule, Size};
use game::{GameSetup, OngoingGame, Player, TimeControl};
use language::Language;
use opening::Opening;
use session::PlaySession;
use thinker::Resources;

/// What to play, and how to show it.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The rule of a new game.
    pub rule: Rule,
    /// The board of a new game.
    pub size: Size,
    /// How a new game is opened; by default as the rule asks.
    pub opening: Option<Opening>,
    /// By colour; by default those of the saved game, or a human and a level for beginners.
    pub players: [Option<Player>; 2],
    /// The clock of a new game.
    pub time: Option<TimeControl>,
    /// Longest time for a move of full strength.
    pub think: Duration,
    /// Seed of the levels; random by default.
    pub seed: Option<u64>,
    /// A saved game to go on with.
    pub resume: Option<PathBuf>,
    /// The language of the interface.
    pub language: Language,
    /// How to draw.
    pub look: Look,
    /// Show threats from the beginning.
    pub threats: bool,
    /// Largest size of the transposition table in MiB.
    pub hash: Option<u64>,
    /// Threads to search with.
    pub threads: usize,
}

/// Default level of the engine.
const USUAL_LEVEL: u8 = 3;
/// Default memory of the engine in MiB.
const USUAL_HASH: u64 = 128;

/// Plays line by line.
///
/// # Errors
/// If the saved game cannot be read, or input or output fail.
pub fn run_plain(
    options: &PlayOptions,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    plain::run(options.session()?, options, input, output)
}

/// Plays on a board that fills the terminal; the events come from the process's terminal.
///
/// # Errors
/// If the saved game cannot be read, or the terminal fails.
pub fn run_screen(options: &PlayOptions, output: impl Write) -> io::Result<()> {
    let app = App::new(options.session()?, options.look, options.threats);
    screen::run(app, options.resources(), output)
}

impl PlayOptions {
    fn resources(&self) -> Resources {
        let memory = self.hash.unwrap_or(USUAL_HASH).clamp(1, 1 << 30) << 20;
        Resources { memory, threads: self.threads.max(1), turn: self.think }
    }

    fn session(&self) -> io::Result<PlaySession> {
        let usual = Level::new(USUAL_LEVEL).map_or(Player::Human, Player::Engine);
        let players = [Player::Human, usual];
        // The standard library's hash maps are seeded by the system.
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
        let PlayOptions { rule, size, time, .. } = *self;
        let opening = self.opening.unwrap_or(Opening::of_rule(rule));
        let setup = GameSetup { rule, size, players, time, seed, opening };
        let (mut game, file) = match &self.resume {
            Some(path) => {
                let bytes = read(path)?;
                let game =
                    save::read_any(&bytes, path, &setup).map_err(|error| fault(path, error))?;
                // A file of another kind is not to be written over.
                (game, self.resume.clone().filter(|_| bytes.starts_with(save::HEADER.as_bytes())))
            }
            None => (OngoingGame::new(setup), None),
        };
        if let Some(seed) = self.seed {
            game.set_seed(seed);
        }
        for (color, player) in Color::ALL.into_iter().zip(self.players) {
            if let Some(player) = player {
                game.set_player(color, player);
            }
        }
        Ok(PlaySession::new(game, file, self.language))
    }
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(save::LONGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| fault(file, error))?;
    if bytes.len() as u64 > save::LONGEST {
        return Err(fault(file, "too long for a saved game"));
    }
    Ok(bytes)
}
