//! The command line of `pbrain-dolmen`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use dolmen::engine::LARGEST_TABLE;
use dolmen::protocol::parse_threads;
use dolmen::types::{MAX_SIZE, MIN_SIZE, Rule};

/// Dolmen, a gomoku engine.
///
/// Without a subcommand it speaks the Gomocup line protocol on standard input and output, as
/// tournament managers and boards expect it. The program `dolmen` plays, analyses, converts and
/// runs matches.
#[derive(Debug, Parser)]
#[command(name = "pbrain-dolmen", version, long_version = long_version(), after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Log to standard error at this level (error, warn, info, debug, trace), or append everything
    /// to this file. Default: what the environment variable RUST_LOG says, or nothing.
    #[arg(long, value_name = "LEVEL|FILE", value_parser = NonEmptyStringValueParser::new())]
    pub log: Option<String>,

    /// Search threads, at most as many as the machine runs at once. INFO thread_num overrides it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,

    /// Largest transposition table in MiB. Default: what INFO max_memory allows.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=LARGEST_TABLE >> 20))]
    pub hash: Option<u64>,

    /// Rule: freestyle, standard, renju, caro, caro-overline, or its protocol code (0, 1, 4, 9, 8).
    /// INFO rule overrides it.
    #[arg(long, default_value = "freestyle", value_name = "RULE")]
    pub rule: Rule,

    /// Replace the embedded net of one rule with this file; `none` disables all nets.
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,

    /// Record the session, both directions with times, in this file; if it exists, with -2, -3 and
    /// so on before its extension. `dolmen replay` repeats it.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// No effect. Rapfi's Yixin-Board starts its engine with it on Windows; text is UTF-8 anyway.
    #[arg(long, hide = true)]
    pub force_utf8: bool,

    /// Run a tool instead of speaking the protocol.
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

    /// What is wrong with a subcommand that this program does not have; an old spelling gets the
    /// new one.
    pub fn unknown_tool(&self) -> Option<String> {
        let word = match self.tool.as_ref()? {
            Tool::Other(words) => words.first().map(|word| word.to_string_lossy())?,
            _ => return None,
        };
        let is_old = COMPANIONS.split(' ').any(|name| name == word);
        let is_own = Cli::command().find_subcommand(&*word).is_some();
        Some(match (is_old, is_own) {
            (true, _) => format!("'pbrain-dolmen {word}' is now 'dolmen {word}'"),
            (_, true) => format!("the subcommand '{word}' takes no options of the engine"),
            _ => format!("unknown subcommand '{word}'; --help lists them"),
        })
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
            force_utf8: false,
            tool: None,
        }
    }
}

/// The subcommands.
#[derive(Clone, Debug, Subcommand)]
pub enum Tool {
    /// Search fixed positions to measure speed and print a signature of play.
    ///
    /// The last two lines are `Bench: N`, which changes with any change of play, and
    /// `N nodes M nps`. Progress goes to standard error.
    Bench,
    /// Print the result of games, read as lines `RULE SIZE MOVES`.
    ///
    /// For each line prints open, black, white, draw, foul with its kinds (33, 44, 6, joined with
    /// +), or error: and the reason. MOVES are like h8i9h9, black first; the letter is the column,
    /// the number the row. RULE and SIZE may be missing: freestyle, 15.
    #[command(after_help = "Example:\n  echo 'renju 15 h8h9i8' | pbrain-dolmen referee")]
    Referee,
    /// List the points forbidden to black in positions, read as lines `RULE SIZE MOVES`.
    ///
    /// RULE and SIZE may be missing: renju, 15.
    #[command(after_help = "Example:\n  echo '15 h8a1i8a3j9a5j10a7' | pbrain-dolmen forbidden")]
    Forbidden,
    /// Any other word.
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// Subcommands that are those of `dolmen`.
const COMPANIONS: &str = "analyze check completions convert datagen explain json man match minimax \
    net openings play replay solve train tune";

const EXAMPLES: &str = "\
Examples:
  pbrain-dolmen                                             speak the protocol
  printf 'START 15\\nTURN 7,7\\nEND\\n' | pbrain-dolmen        one move, by piping
  pbrain-dolmen --log debug                                 show the traffic on standard error
  echo 'renju 15 h8h9i8' | pbrain-dolmen referee            how does this game stand?
  pbrain-dolmen bench                                       how fast is it here?";

/// Version, rules, board sizes, and what the program was compiled for.
fn long_version() -> String {
    let rules = Rule::ALL.map(|rule| format!("{} ({})", rule.name(), rule.code()));
    format!(
        "{}\nrules (INFO rule): {}\nboard sizes: {MIN_SIZE} to {MAX_SIZE}\ntarget: {} {}",
        env!("CARGO_PKG_VERSION"),
        rules.join(", "),
        std::env::consts::ARCH,
        std::env::consts::OS,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_arguments_mean_the_defaults() {
        let parsed = Cli::parse_from(["pbrain-dolmen"]);
        assert_eq!(format!("{parsed:?}"), format!("{:?}", Cli::default()));
    }

    /// `: No such file or directory`, without a word of the option.
    #[test]
    fn a_log_has_a_name() {
        let error = Cli::try_parse_from(["pbrain-dolmen", "--log", ""]).expect_err("no name");
        assert!(error.to_string().contains("--log"), "{error}");
    }

    #[test]
    fn old_spellings_name_the_new_command() {
        let said = |words: &str| Cli::parse_from(words.split(' ')).unknown_tool();
        let new = |tool: &str| Some(format!("'pbrain-dolmen {tool}' is now 'dolmen {tool}'"));
        assert_eq!(said("pbrain-dolmen match --games 2"), new("match"));
        assert_eq!(said("pbrain-dolmen explain"), new("explain"));
        assert_eq!(
            said("pbrain-dolmen x"),
            Some("unknown subcommand 'x'; --help lists them".into())
        );
        assert_eq!(said("pbrain-dolmen explain --groups"), new("explain"));
        assert_eq!(said("pbrain-dolmen bench"), None);
    }
}
