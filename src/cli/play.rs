//! The command line of `play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use dolmen::tools::play::game::{Player, TimeControl};
use dolmen::tools::play::language::Language;
use dolmen::tools::play::{Look, PlayOptions};
use dolmen::types::{Rule, Size};

use super::{parse_rule, parse_size};

/// `pbrain-dolmen play`.
#[derive(Clone, Debug, Args)]
pub struct PlayArguments {
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle", value_parser = parse_rule, conflicts_with = "resume")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15", value_parser = parse_size, conflicts_with = "resume")]
    pub size: Size,
    /// Who plays black: human, or a level of the engine from 1 to 10; human unless told.
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub black: Option<Player>,
    /// Who plays white; level 3 unless told.
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub white: Option<Player>,
    /// Time for each side in minutes, and seconds added after each move; no limit unless told.
    #[arg(long, value_name = "MINUTES[+SECONDS]", value_parser = parse_clock, conflicts_with = "resume")]
    pub clock: Option<TimeControl>,
    /// Longest time in seconds for a move of level 10.
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = parse_seconds)]
    pub think: Duration,
    /// Below level 10, the same seed and the same moves give the same game.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Go on with a saved game, or from any line RULE SIZE MOVES in a file.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Line by line, for screen readers and pipes; help lists the commands.
    #[arg(long)]
    pub plain: bool,
    /// Language of the interface; that of LC_ALL, LC_MESSAGES or LANG unless told.
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<LanguageName>,
    /// Draw with letters only: for terminals that show the board out of line.
    #[arg(long)]
    pub ascii: bool,
    /// Show threats from the beginning.
    #[arg(long)]
    pub threats: bool,
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
    /// As the tool takes it; `hash` in MiB and `threads` are those of the engine.
    pub fn to_options(&self, hash: Option<u64>, threads: usize) -> PlayOptions {
        let look = Look::of_environment(|name| std::env::var(name).ok());
        PlayOptions {
            rule: self.rule,
            size: self.size,
            players: [self.black, self.white],
            time: self.clock,
            think: self.think,
            seed: self.seed,
            resume: self.resume.clone(),
            language: self.language.map_or(look.language, Language::from),
            look: Look { ascii: look.ascii || self.ascii, ..look },
            threats: self.threats,
            hash,
            threads,
        }
    }
}

fn parse_player(text: &str) -> Result<Player, String> {
    Player::parse(text).ok_or_else(|| "expected human or a level from 1 to 10".to_string())
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
Levels: 1 overlooks most of what is on the board, as on a first day, and 6 hardly anything; from
7 on they calculate ahead, more and more; 10 is the full strength within --think.

Examples:
  pbrain-dolmen play                                    you are black, level 3 is white
  pbrain-dolmen play --black 6 --white human --rule renju
  pbrain-dolmen play --white human --clock 10+5         two people, ten minutes each
  pbrain-dolmen play --plain                            by lines, for screen readers
  pbrain-dolmen play --resume game.txt --white 5
  printf 'h8\\nboard\\nsave game.txt\\n' | pbrain-dolmen play --plain --seed 1";
