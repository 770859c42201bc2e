//! The command line of `pbrain-dolmen`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use dolmen::protocol::max_threads;
use dolmen::types::{MAX_SIZE, MIN_SIZE, Rule, TextError};

/// Dolmen, a gomoku engine.
///
/// Without a subcommand it speaks the Gomocup line protocol on standard input and output, as
/// tournament managers and boards expect it. The program `dolmen` plays, analyses, converts and
/// runs matches.
#[derive(Debug, Parser)]
#[command(name = "pbrain-dolmen", version, long_version = long_version(), after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Diagnostics: a level (error, warn, info, debug, trace) for standard error, or the name of
    /// a file to which everything is appended.
    #[arg(long, value_name = "LEVEL|FILE")]
    pub log: Option<String>,

    /// Threads to search with, until INFO thread_num says otherwise; at most as many as the machine
    /// runs at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,

    /// Largest size of the transposition table in MiB; by default what INFO max_memory allows.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=16_384))]
    pub hash: Option<u64>,

    /// Rule until INFO rule says otherwise: freestyle, standard, renju, caro, caro-overline, or
    /// a code of the protocol (0, 1, 4, 9, 8).
    #[arg(long, default_value = "freestyle", value_parser = parse_rule, value_name = "RULE")]
    pub rule: Rule,

    /// A net to evaluate with under its rule, in place of the one in the program; `none` to do
    /// without.
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,

    /// Record the session in this file, or if it exists in FILE-2, FILE-3 and so on: both directions
    /// with times. `dolmen replay` repeats it.
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
    /// Print how games stand: reads lines `RULE SIZE MOVES`.
    ///
    /// For each line of input one line is printed: open, black, white, draw, foul with its kinds
    /// (33, 44, 6, joined with +), or error: and the reason. MOVES are like h8i9h9, black first;
    /// the letter is the column, the number the row.
    #[command(after_help = "Example:\n  echo 'renju 15 h8h9i8' | pbrain-dolmen referee")]
    Referee,
    /// List the points forbidden to black under renju: reads lines `SIZE MOVES`.
    #[command(after_help = "Example:\n  echo '15 h8a1i8a3j9a5j10a7' | pbrain-dolmen forbidden")]
    Forbidden,
    /// Print what the engine sees in positions: reads lines `RULE SIZE MOVES`.
    ///
    /// Every line cut into groups (1 stone, 0 free, S spare, X unusable) with the names of the
    /// shapes, the ranked candidates, the double threes. `dolmen explain` explains in words.
    #[command(
        after_help = "Example:\n  echo 'freestyle 15 h8i9h10' | pbrain-dolmen explain --groups"
    )]
    Explain {
        /// Groups, candidates and double threes.
        #[arg(long, required = true)]
        groups: bool,
    },
    /// A subcommand that this program does not have.
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// Subcommands that are those of `dolmen`.
const COMPANIONS: [&str; 16] = [
    "analyze",
    "check",
    "completions",
    "convert",
    "datagen",
    "json",
    "man",
    "match",
    "minimax",
    "net",
    "openings",
    "play",
    "replay",
    "solve",
    "train",
    "tune",
];

/// What to say of a subcommand that this program does not have.
pub fn unknown(words: &[OsString]) -> String {
    let word = words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
    match COMPANIONS.contains(&&*word) {
        true => format!("'pbrain-dolmen {word}' is now 'dolmen {word}'"),
        false => format!("'{word}' is no subcommand; --help lists them"),
    }
}

const EXAMPLES: &str = "\
Examples:
  pbrain-dolmen                                             speak the protocol
  printf 'START 15\\nTURN 7,7\\nEND\\n' | pbrain-dolmen        one move, by piping
  pbrain-dolmen --log debug                                 show the traffic on standard error
  echo 'renju 15 h8h9i8' | pbrain-dolmen referee            how does this game stand?
  pbrain-dolmen bench                                       how fast is it here?";

fn parse_rule(text: &str) -> Result<Rule, String> {
    text.parse().map_err(|error: TextError| error.to_string())
}

fn parse_threads(text: &str) -> Result<usize, String> {
    let most = max_threads();
    let threads = text.parse().ok().filter(|threads| (1..=most).contains(threads));
    threads.ok_or_else(|| format!("expected 1 to {most}, as many as this machine runs at once"))
}

/// Version, rules, board sizes, and what the program was compiled for.
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

    #[test]
    fn old_spellings_name_the_new_command() {
        let Some(Tool::Other(words)) =
            Cli::parse_from(["pbrain-dolmen", "match", "--games", "2"]).tool
        else {
            panic!("a subcommand of another program");
        };
        assert_eq!(unknown(&words), "'pbrain-dolmen match' is now 'dolmen match'");
        assert_eq!(unknown(&["x".into()]), "'x' is no subcommand; --help lists them");
    }
}
