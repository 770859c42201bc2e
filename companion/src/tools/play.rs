//! `dolmen play`: a game in the terminal, on a board with mouse and keys or line by line.
//!
//! [`game`] and [`session`] are the game and what one can do with it; they know neither terminal
//! nor clock, and the engine thinks beside them in [`thinker`]. `screen` and `plain` are the
//! two views of it.

pub mod app;
pub mod game;
pub mod language;
mod layout;
mod look;
mod plain;
pub mod review;
pub mod save;
mod screen;
pub mod session;
mod signals;
pub mod thinker;
pub mod view;
pub mod words;

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

pub use look::{Colors, Look};
pub use plain::run as run_plain;

use crate::files::fault;
use crate::tools::game_files::content::SAVED;
use app::App;
use dolmen::engine::{LARGEST_TABLE, Level};
use dolmen::protocol::parse_threads;
use dolmen::types::{Color, Rule, Size};
use dolmen_study::openings::rules::{Opening, OpeningRule};
use game::{GameSetup, OngoingGame, Player, TimeControl};
use language::Language;
use session::PlaySession;
use thinker::Resources;

/// What to play, and how to show it.
#[derive(Clone, Debug, Args)]
pub struct PlayOptions {
    /// The rule, by name or code; with --resume, that of a file that does not say its rule (psq,
    /// RenLib). Default: freestyle.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Board size.
    #[arg(long, default_value = "15", conflicts_with = "resume")]
    pub size: Size,
    /// Opening rule: free, swap, swap2, pro or long-pro; of renju also middle (the first three
    /// moves near the centre), rif, yamaguchi, soosyrv8 or taraguchi10. Default: middle under renju,
    /// else free.
    #[arg(long, value_name = "RULE", value_parser = parse_opening, conflicts_with = "resume")]
    pub opening: Option<Opening>,
    /// Who plays black: human, or a level of the engine from 1 to 10. Default: human.
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub black: Option<Player>,
    /// Who plays white. Default: level 3.
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub white: Option<Player>,
    /// Time for each side in minutes (at most 1440), and seconds (at most 3600) added after each move.
    /// Default: no limit.
    #[arg(long, value_name = "MINUTES[+SECONDS]", value_parser = parse_clock, conflicts_with = "resume")]
    pub clock: Option<TimeControl>,
    /// Longest time in seconds for a move of level 10, from 0.01 to 86400.
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = parse_seconds)]
    pub think: Duration,
    /// Below level 10, the same seed and the same moves give the same game.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Continue a saved game, or any file with one game that convert reads.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Line mode, for screen readers and pipes; `help` lists the commands.
    #[arg(long)]
    pub plain: bool,
    /// Language of the interface. Default: that of LC_ALL, LC_MESSAGES or LANG.
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<Language>,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub ascii: bool,
    /// Show threats from the start.
    #[arg(long)]
    pub threats: bool,
    /// Search threads, at most as many as the machine runs at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
    /// Largest transposition table in MiB.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=LARGEST_TABLE >> 20))]
    pub hash: Option<u64>,
}

fn parse_player(text: &str) -> Result<Player, String> {
    Player::parse(text).ok_or_else(|| format!("expected {}", Player::EXPECTED))
}

fn parse_opening(text: &str) -> Result<Opening, String> {
    let names = || OpeningRule::ALL.map(|(_, name)| name).join(", ");
    let rule =
        OpeningRule::from_name(text).ok_or_else(|| format!("expected one of {}", names()))?;
    Ok(Opening::new(rule))
}

fn parse_clock(text: &str) -> Result<TimeControl, String> {
    TimeControl::parse(text).ok_or_else(|| format!("expected {}", TimeControl::EXPECTED))
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    let expected = || "expected seconds from 0.01 to 86400, as 3 or 0.5".to_string();
    seconds.map(Duration::from_secs_f64).ok_or_else(expected)
}

/// Default level of the engine.
const USUAL_LEVEL: u8 = 3;
/// Default memory of the engine in MiB.
const USUAL_HASH: u64 = 128;

/// Plays on a board that fills the terminal; the events come from the process's terminal.
///
/// # Errors
/// If the saved game cannot be read, or the terminal fails.
pub fn run_screen(options: &PlayOptions, look: Look, output: impl Write) -> io::Result<()> {
    let app = App::new(options.session(look.language)?, look, options.threats);
    screen::run(app, options.resources(), output)
}

impl PlayOptions {
    /// How to draw, and in which language: as the options ask, else as the environment says.
    pub fn look(&self, environment: Look) -> Look {
        Look {
            ascii: environment.ascii || self.ascii,
            language: self.language.unwrap_or(environment.language),
            ..environment
        }
    }

    fn resources(&self) -> Resources {
        let memory = self.hash.unwrap_or(USUAL_HASH).clamp(1, 1 << 30) << 20;
        Resources { memory, threads: self.threads.max(1), turn: self.think }
    }

    fn session(&self, language: Language) -> io::Result<PlaySession> {
        let usual = Level::new(USUAL_LEVEL).map_or(Player::Human, Player::Engine);
        let players = [Player::Human, usual];
        // The standard library's hash maps are seeded by the system.
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
        let PlayOptions { size, clock: time, .. } = *self;
        let rule = self.rule.unwrap_or(Rule::Freestyle);
        let opening = self.opening.unwrap_or(Opening::of_rule(rule));
        if opening.rule.is_of_renju() && rule != Rule::Renju {
            let name = opening.rule.name();
            return Err(io::Error::other(format!(
                "{name} is an opening of renju; add --rule renju"
            )));
        }
        opening.rule.check(rule, size).map_err(io::Error::other)?;
        let setup = GameSetup { rule, size, players, time, seed, opening };
        let (mut game, file) = match &self.resume {
            Some(path) => {
                let bytes = read(path)?;
                let game = save::read_any(&bytes, path, &setup, self.rule)
                    .map_err(|error| fault(path, error))?;
                // A file of another kind is not to be written over.
                (game, self.resume.clone().filter(|_| bytes.starts_with(SAVED.as_bytes())))
            }
            None => (OngoingGame::new(setup), None),
        };
        if let Some(seed) = self.seed {
            game.set_seed(seed);
        }
        for (color, player) in Color::ALL.into_iter().zip([self.black, self.white]) {
            if let Some(player) = player {
                game.set_player(color, player);
            }
        }
        Ok(PlaySession::new(game, file, language))
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
