//! The command line.

mod analyze;
mod convert;
mod datagen;
mod explain;
mod json;
mod matches;
pub mod pages;
#[cfg(feature = "play")]
mod play;
mod solve;
mod train;

use std::path::PathBuf;

pub use analyze::AnalyzeArguments;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
pub use convert::ConvertArguments;
use datagen::DATAGEN_EXAMPLES;
pub use datagen::DatagenArguments;
use dolmen::arena::schedule::Shard;
use dolmen::tools::minimax::SmallGame;
use dolmen::tools::rule_from;
use dolmen::types::{MAX_SIZE, MIN_SIZE, Rule, Size};
use explain::{EXPLAIN_EXAMPLES, ExplainArguments};
use json::{JSON_EXAMPLES, JsonArguments};
use matches::MATCH_EXAMPLES;
pub use matches::{MatchAction, MatchArguments};
#[cfg(feature = "play")]
pub use play::PlayArguments;
use solve::{SOLVE_EXAMPLES, SolveArguments};
use train::TRAIN_EXAMPLES;
pub use train::TrainArguments;

/// Dolmen, a gomoku engine.
///
/// Without a subcommand it speaks the Gomocup line protocol on standard input and output, as
/// tournament managers and boards expect it.
#[derive(Debug, Parser)]
#[command(name = "pbrain-dolmen", version, long_version = long_version(), after_help = EXAMPLES)]
pub struct Cli {
    /// Diagnostics: a level (error, warn, info, debug, trace) for standard error, or the name of
    /// a file to which everything is appended.
    #[arg(long, value_name = "LEVEL|FILE")]
    pub log: Option<String>,

    /// Threads to search with, until INFO thread_num says otherwise; before play, too.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub threads: usize,

    /// Largest size of the transposition table in MiB; by default what INFO max_memory allows.
    /// Before play, too.
    #[arg(long, value_name = "MIB")]
    pub hash: Option<u64>,

    /// Rule until INFO rule says otherwise: freestyle, standard, renju, caro, caro-overline, or
    /// a code of the protocol (0, 1, 4, 9, 8).
    #[arg(long, default_value = "freestyle", value_parser = parse_rule, value_name = "RULE")]
    pub rule: Rule,

    /// A net to evaluate with under its rule, in place of the one in the program; `none` to do
    /// without. Before replay, too.
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,

    /// Keep a record of the session in this new file: both directions with times. See replay.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// What to do instead of speaking the protocol.
    #[command(subcommand)]
    pub tool: Option<Tool>,
}

impl Cli {
    /// Reads the command line, or ends the process with its help or what is wrong.
    ///
    /// Managers start the program without arguments and count its memory: then the description of
    /// all options, which takes half a megabyte, is not made.
    pub fn read() -> Cli {
        if std::env::args_os().len() <= 1 {
            return Cli::default();
        }
        let matches = Cli::command().get_matches();
        if let Some(error) = unused_option(&matches) {
            wrong_use(&error);
        }
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

impl Default for Cli {
    /// What a command line without arguments means.
    fn default() -> Cli {
        Cli {
            log: None,
            threads: 1,
            hash: None,
            rule: Rule::Freestyle,
            net: None,
            record: None,
            tool: None,
        }
    }
}

/// The subcommands.
#[derive(Clone, Debug, Subcommand)]
pub enum Tool {
    /// Search fixed positions: a measure of speed and a signature of play.
    ///
    /// The last two lines are `Bench: N`, which changes with any change of play, and
    /// `N nodes M nps`. Progress goes to standard error.
    Bench,
    /// Tell how games stand: reads lines `RULE SIZE MOVES`.
    ///
    /// For each line of input one line is printed: open, black, white, draw, foul with its kinds
    /// (33, 44, 6, joined with +), or error: and the reason. MOVES are like h8i9h9, black first;
    /// the letter is the column, the number the row.
    #[command(after_help = "Example:\n  echo 'renju 15 h8h9i8' | pbrain-dolmen referee")]
    Referee,
    /// List the points forbidden to black under renju: reads lines `SIZE MOVES`.
    #[command(after_help = "Example:\n  echo '15 h8a1i8a3j9a5j10a7' | pbrain-dolmen forbidden")]
    Forbidden,
    /// Explain positions in words: reads lines `RULE SIZE MOVES`.
    ///
    /// Tells the shapes on the board, what must be answered, under renju what is forbidden and
    /// why, and the forced win move by move if there is one.
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArguments),
    /// Answer queries in JSON, one object a line: searches of many positions at a time.
    ///
    /// Answers come in the order in which the searches finish; protocol.md tells all fields. At
    /// the end of the input everything that was asked is answered before the program ends.
    #[command(after_help = JSON_EXAMPLES)]
    Json(JsonArguments),
    /// Print the completions for a shell.
    #[command(
        after_help = "Example:\n  pbrain-dolmen completions bash > ~/.local/share/bash-completion/completions/pbrain-dolmen"
    )]
    Completions {
        /// Which one.
        shell: Shell,
    },
    /// Print the manual page.
    #[command(
        after_help = "Example:\n  pbrain-dolmen man | man -l -\n  pbrain-dolmen man --dir ~/.local/share/man/man1"
    )]
    Man {
        /// Write this page and those of all subcommands as files into this folder instead.
        #[arg(long)]
        dir: Option<PathBuf>,
    },
    /// Repeat a session kept by --record, and print every reply that differs.
    ///
    /// Each search ends after as many positions as the recorded one, whatever the clock says, so
    /// that a session with one thread repeats itself. The exit code is 1 if any reply differs.
    #[command(
        after_help = "Example:\n  pbrain-dolmen --record talk.jsonl\n  pbrain-dolmen replay talk.jsonl"
    )]
    Replay {
        /// The record.
        file: PathBuf,
    },
    /// Play gomoku in the terminal, against a level of the engine or another human.
    ///
    /// A board with mouse and keys (? lists them), hints with reasons, threats, clock, undo and
    /// saved games; or with --plain line by line.
    #[cfg(feature = "play")]
    #[command(after_help = play::PLAY_EXAMPLES)]
    Play(Box<PlayArguments>),
    /// Play tic-tac-toe or connect four against plain minimax, or print its tree.
    ///
    /// Moves are numbers, one a line: cells row by row, or columns. X begins.
    #[command(after_help = MINIMAX_EXAMPLES)]
    Minimax {
        /// The game.
        #[arg(default_value = "tic-tac-toe", value_enum)]
        game: SmallGameName,
        /// Moves to look ahead; 9 for tic-tac-toe and 3 for connect four unless told.
        #[arg(long)]
        depth: Option<u32>,
        /// Visit every position: no alpha-beta cut-offs.
        #[arg(long)]
        plain: bool,
        /// The program begins.
        #[arg(long)]
        first: bool,
        /// Moves played already, with commas.
        #[arg(long, value_delimiter = ',')]
        moves: Vec<usize>,
        /// Print all positions that a search visits, with their values, and do not play.
        #[arg(long)]
        trace: bool,
    },
    /// Analyse games: winning chances, mistakes, missed wins and better lines.
    ///
    /// Every position is searched, for the best move and for the best of the others. A move that
    /// loses at least 10 % of winning chance is an inaccuracy, 20 % a mistake, 30 % a blunder; a
    /// missed win gave away a win that the search had proved, a losing move gave one to the
    /// opponent. Proved wins are played out to the five and checked by the referee.
    #[command(after_help = analyze::EXAMPLES)]
    Analyze(AnalyzeArguments),
    /// Convert games between the formats of other programs.
    ///
    /// Reads Piskvork's psq, SGF, RenLib's lib, lines of points h8i9h10 or of offsets from the
    /// middle 0,0, 1,1, and the records of match and datagen; what a file is, is seen from its
    /// content. The referee goes through every game: moves off the board, on stones or after the
    /// end are refused with their place, forbidden moves are told. A point keeps its name: row 1
    /// is the first row in psq and SGF, and the lowest in RenLib.
    #[command(after_help = convert::EXAMPLES)]
    Convert(ConvertArguments),
    /// Play matches between engines, with honest statistics.
    ///
    /// Every opening is played twice, with colours swapped. An engine is described by
    /// name=..,cmd=..,tc=GAME/TURN+INCREMENT (seconds),nodes=..,depth=..,option.KEY=VALUE; values
    /// with commas or blanks stand in quotes. Without limits: tc=10+0.1.
    #[command(after_help = MATCH_EXAMPLES)]
    Match(Box<MatchArguments>),
    /// Check how an engine speaks the protocol: play the manager against it.
    ///
    /// Prints for each conversation pass, deviation (engines may differ here) or fail, the last
    /// two with the lines exchanged. The exit code is 1 if anything failed.
    #[command(after_help = "Example:\n  pbrain-dolmen check -- ./pbrain-other --its-flag")]
    Check {
        /// Print everything as JSON.
        #[arg(long)]
        json: bool,
        /// Seconds to wait for a reply that has no limit of its own.
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
        patience: u64,
        /// The program and its arguments, after `--`.
        #[arg(required = true, last = true)]
        command: Vec<String>,
    },
    /// Play games of the engine with itself, for training.
    ///
    /// The games go to the end of FILE, two bytes a move, and FILE.json tells what they are. Each
    /// depends only on its number and the seed; run again, the command goes on where it was
    /// interrupted.
    #[command(after_help = DATAGEN_EXAMPLES)]
    Datagen(DatagenArguments),
    /// Train the tables of the evaluation, or a net that corrects them, on games made by datagen.
    #[command(after_help = TRAIN_EXAMPLES)]
    Train(TrainArguments),
    /// Tell what a net is: rule, shape, checksum, what it was trained on, what it was measured to
    /// be worth.
    #[command(after_help = "Example:\n  pbrain-dolmen net rule.net")]
    Net {
        /// A net.
        file: PathBuf,
        /// Put this into the file first, as what was measured.
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        measured: Option<String>,
    },
    /// Solve positions that are won: count how many the engine sees through, or prove each win.
    ///
    /// Reads lines `RULE SIZE MOVES`, or `id;rule;size;stones;side;class;mate;moves` where the last
    /// field lists the first moves known to win. The table counts as solved a position with one
    /// of these, or with a forced win reported. The other formats look at every first move, and
    /// tell the shortest line found, whether another move wins, and what to play against every
    /// answer.
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveArguments),
    /// Tune the numbers of the search by games between values moved up and down.
    ///
    /// Run again with the same --state, it goes on where it was interrupted.
    #[cfg(feature = "tune")]
    #[command(after_help = TUNE_EXAMPLE)]
    Tune {
        /// Where the values stand, as JSON.
        #[arg(long)]
        state: PathBuf,
        /// Openings, one a line.
        #[arg(long, value_name = "FILE")]
        openings: PathBuf,
        /// The rule, by name or code.
        #[arg(long, default_value = "freestyle", value_parser = parse_rule)]
        rule: Rule,
        /// Board size.
        #[arg(long, default_value = "15", value_parser = parse_size)]
        size: Size,
        /// Positions visited for each move.
        #[arg(long, default_value_t = 5_000)]
        nodes: u64,
        /// Pairs of games.
        #[arg(long, default_value_t = 10_000)]
        pairs: usize,
        /// Pairs at the same time.
        #[arg(long, default_value_t = 1, value_name = "N")]
        threads: usize,
        /// Decides what is tried.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Length of the steps.
        #[arg(long, default_value_t = 0.006)]
        rate: f64,
        /// Names of the numbers, with commas; all unless told.
        #[arg(long, value_delimiter = ',')]
        only: Vec<String>,
    },
    /// Print balanced openings, one a line.
    ///
    /// Random stones in a small square, mostly near the middle, that a search judges even; no two
    /// alike under the symmetries of the board. The same options print the same openings.
    #[command(after_help = "Example:\n  pbrain-dolmen openings --rule renju --count 50 --seed 7")]
    Openings {
        /// The rule, by name or code.
        #[arg(long, default_value = "freestyle", value_parser = parse_rule)]
        rule: Rule,
        /// Board size.
        #[arg(long, default_value = "15", value_parser = parse_size)]
        size: Size,
        /// How many.
        #[arg(long, default_value_t = 200)]
        count: usize,
        /// Another seed gives other openings.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Positions visited to judge an opening.
        #[arg(long, default_value_t = 20_000)]
        nodes: u64,
        /// Largest score that counts as balanced (200 is a winning chance of 73 %).
        #[arg(long, default_value_t = 60)]
        balance: i32,
    },
}

/// The names of the small games.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SmallGameName {
    /// Three in a line.
    TicTacToe,
    /// Four in a line, stones fall.
    ConnectFour,
}

impl From<SmallGameName> for SmallGame {
    fn from(name: SmallGameName) -> SmallGame {
        match name {
            SmallGameName::TicTacToe => SmallGame::TicTacToe,
            SmallGameName::ConnectFour => SmallGame::ConnectFour,
        }
    }
}

const MINIMAX_EXAMPLES: &str = "\
Examples:
  pbrain-dolmen minimax
  pbrain-dolmen minimax connect-four --depth 6 --first
  pbrain-dolmen minimax --moves 1,2,3,5,8,6 --trace";

#[cfg(feature = "tune")]
const TUNE_EXAMPLE: &str = "\
Example:
  pbrain-dolmen tune --state renju.json --rule renju --openings tests/data/openings/renju-15.txt \\
      --only gap_base,gap_slope --threads 2";

const EXAMPLES: &str = "\
Examples:
  pbrain-dolmen                                             speak the protocol
  printf 'START 15\\nTURN 7,7\\nEND\\n' | pbrain-dolmen        one move, by piping
  pbrain-dolmen play                                        a game in the terminal
  pbrain-dolmen --log debug                                 show the traffic on standard error
  echo 'renju 15 h8h9i8' | pbrain-dolmen referee            how does this game stand?
  pbrain-dolmen analyze game.psq --output game.html         where did that game go wrong?
  pbrain-dolmen bench                                       how fast is it here?";

/// What is wrong if an option stands before a subcommand that does not use it.
fn unused_option(matches: &ArgMatches) -> Option<String> {
    let tool = matches.subcommand_name()?;
    let used: &[&str] = match tool {
        "play" => &["log", "hash", "threads"],
        "replay" => &["log", "net"],
        _ => &["log"],
    };
    let is_unused = |option: &&str| {
        !used.contains(option) && matches.value_source(option) == Some(ValueSource::CommandLine)
    };
    let command = Cli::command();
    let option = command.get_arguments().map(|option| option.get_id().as_str()).find(is_unused)?;
    Some(format!(
        "--{option} before {tool} would have no effect; {tool} --help tells what it takes"
    ))
}

/// Ends the program as it does for other wrong uses of the command line: with code 2.
pub fn wrong_use(error: &str) -> ! {
    Cli::command().error(ErrorKind::InvalidValue, error).exit()
}

fn parse_rule(text: &str) -> Result<Rule, String> {
    rule_from(text).ok_or_else(|| {
        let names = Rule::ALL.map(|rule| format!("{} ({})", rule.name(), rule.code()));
        format!("expected one of {}", names.join(", "))
    })
}

fn parse_size(text: &str) -> Result<Size, String> {
    let size = text.parse().ok().and_then(Size::new);
    size.ok_or_else(|| format!("expected a number from {MIN_SIZE} to {MAX_SIZE}"))
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    Shard::parse(text).ok_or_else(|| "expected i/n, with i from 1 to n".to_string())
}

fn long_version() -> String {
    let rules = Rule::ALL.map(|rule| format!("{} ({})", rule.name(), rule.code()));
    let features: Vec<&str> = TARGET_FEATURES.iter().filter(|f| f.1).map(|f| f.0).collect();
    format!(
        "{}\nrules (INFO rule): {}\nboard sizes: {MIN_SIZE} to {MAX_SIZE}\ntarget: {} {}, features: {}",
        env!("CARGO_PKG_VERSION"),
        rules.join(", "),
        std::env::consts::ARCH,
        std::env::consts::OS,
        features.join(" "),
    )
}

/// Instruction sets that the compiler was allowed to use.
const TARGET_FEATURES: [(&str, bool); 8] = [
    ("sse2", cfg!(target_feature = "sse2")),
    ("sse4.2", cfg!(target_feature = "sse4.2")),
    ("popcnt", cfg!(target_feature = "popcnt")),
    ("avx2", cfg!(target_feature = "avx2")),
    ("bmi2", cfg!(target_feature = "bmi2")),
    ("avx512f", cfg!(target_feature = "avx512f")),
    ("avx512vnni", cfg!(target_feature = "avx512vnni")),
    ("neon", cfg!(target_feature = "neon")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_arguments_mean_the_defaults() {
        let parsed = Cli::parse_from(["pbrain-dolmen"]);
        assert_eq!(format!("{parsed:?}"), format!("{:?}", Cli::default()));
    }
}
