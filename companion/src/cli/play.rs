//! The command line of `play`.

use super::wrong_use;
use companion::tools::play;
use std::io::{self, BufReader, IsTerminal as _};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use companion::tools::play::game::{Player, TimeControl};
use companion::tools::play::language::Language;
use companion::tools::play::opening::Opening;
use companion::tools::play::{Look, PlayOptions};
use dolmen::engine::LARGEST_TABLE;
use dolmen::protocol::parse_threads;
use dolmen::types::{Rule, Size};

/// `dolmen play`.
#[derive(Clone, Debug, Args)]
pub struct PlayArguments {
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle", conflicts_with = "resume")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15", conflicts_with = "resume")]
    pub size: Size,
    /// Opening: anywhere (free), the first three moves near the centre (middle), or swap2. Default:
    /// middle under renju, else free.
    #[arg(long, value_name = "free|middle|swap2", value_parser = parse_opening, conflicts_with = "resume")]
    pub opening: Option<Opening>,
    /// Who plays black: human, or a level of the engine from 1 to 10. Default: human.
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub black: Option<Player>,
    /// Who plays white. Default: level 3.
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub white: Option<Player>,
    /// Time for each side in minutes, and seconds added after each move. Default: no limit.
    #[arg(long, value_name = "MINUTES[+SECONDS]", value_parser = parse_clock, conflicts_with = "resume")]
    pub clock: Option<TimeControl>,
    /// Longest time in seconds for a move of level 10.
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
    pub language: Option<LanguageName>,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub ascii: bool,
    /// Show threats from the start.
    #[arg(long)]
    pub threats: bool,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
    /// Largest transposition table in MiB.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=LARGEST_TABLE >> 20))]
    pub hash: Option<u64>,
}

/// The languages by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LanguageName {
    /// English.
    En,
    /// Korean.
    Ko,
    /// Chinese in simplified characters.
    Zh,
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Language {
        match name {
            LanguageName::En => Language::English,
            LanguageName::Ko => Language::Korean,
            LanguageName::Zh => Language::Chinese,
        }
    }
}

impl PlayArguments {
    pub fn run(&self) -> io::Result<()> {
        let options = self.to_options();
        if self.plain {
            return play::run_plain(&options, BufReader::new(io::stdin()), io::stdout());
        }
        let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        if dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            wrong_use("play draws on a terminal, and this is none: use play --plain");
        }
        play::run_screen(&options, io::stdout())
    }

    /// As the tool takes it.
    fn to_options(&self) -> PlayOptions {
        let look = Look::of_environment(|name| std::env::var(name).ok());
        PlayOptions {
            rule: self.rule,
            size: self.size,
            opening: self.opening,
            players: [self.black, self.white],
            time: self.clock,
            think: self.think,
            seed: self.seed,
            resume: self.resume.clone(),
            language: self.language.map_or(look.language, Language::from),
            look: Look { ascii: look.ascii || self.ascii, ..look },
            threats: self.threats,
            hash: self.hash,
            threads: self.threads,
        }
    }
}

fn parse_player(text: &str) -> Result<Player, String> {
    Player::parse(text).ok_or_else(|| "expected human or a level from 1 to 10".to_string())
}

fn parse_opening(text: &str) -> Result<Opening, String> {
    Opening::parse(text).ok_or_else(|| "expected free, middle or swap2".to_string())
}

fn parse_clock(text: &str) -> Result<TimeControl, String> {
    TimeControl::parse(text).ok_or_else(|| "expected minutes, or minutes+seconds".to_string())
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, as 3 or 0.5".to_string())
}

/// Shown by `play --help`.
pub const PLAY_EXAMPLES: &str = "\
Levels: 1 overlooks most threats, 6 hardly any; from 7 on they search, deeper with each level; 10 is
full strength within --think.

Examples:
  dolmen play                                    you play black against level 3
  dolmen play --black 6 --white human --rule renju
  dolmen play --white human --clock 10+5         two people, ten minutes each
  dolmen play --plain                            line mode, for screen readers
  dolmen play --opening swap2 --white 8
  dolmen play --resume game.txt --white 5
  dolmen play --resume game.psq                  a game saved by Piskvork
  printf 'h8\\nboard\\nsave game.txt\\n' | dolmen play --plain --seed 1";
