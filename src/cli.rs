//! The command line.

use clap::{Parser, Subcommand};
use dolmen::tools::rule_from;
use dolmen::types::{MAX_SIZE, MIN_SIZE, Rule};

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

    /// Threads to search with, until INFO thread_num says otherwise.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub threads: usize,

    /// Size of the transposition table in MiB; by default what INFO max_memory allows.
    #[arg(long, value_name = "MIB")]
    pub hash: Option<u64>,

    /// Rule until INFO rule says otherwise: freestyle, standard, renju, caro, caro-overline, or
    /// a code of the protocol (0, 1, 4, 9, 8).
    #[arg(long, default_value = "freestyle", value_parser = parse_rule, value_name = "RULE")]
    pub rule: Rule,

    /// What to do instead of speaking the protocol.
    #[command(subcommand)]
    pub tool: Option<Tool>,
}

/// The subcommands.
#[derive(Clone, Copy, Debug, Subcommand)]
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
    /// Show a position as the engine sees it: reads lines `RULE SIZE MOVES`.
    ///
    /// Prints the board, every line cut into groups (1 stone, 0 free, S spare, X unusable) with
    /// the names of the shapes, the ranked candidates and the double threes.
    #[command(after_help = "Example:\n  echo 'freestyle 15 h8i9h10' | pbrain-dolmen explain")]
    Explain,
}

const EXAMPLES: &str = "\
Examples:
  pbrain-dolmen                                             speak the protocol
  printf 'START 15\\nTURN 7,7\\nEND\\n' | pbrain-dolmen        one move, by piping
  pbrain-dolmen --log debug                                 show the traffic on standard error
  echo 'renju 15 h8h9i8' | pbrain-dolmen referee            how does this game stand?
  pbrain-dolmen bench                                       how fast is it here?";

fn parse_rule(text: &str) -> Result<Rule, String> {
    rule_from(text).ok_or_else(|| {
        let names = Rule::ALL.map(|rule| format!("{} ({})", rule.name(), rule.code()));
        format!("expected one of {}", names.join(", "))
    })
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
