//! The command line of `analyze`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use dolmen::tools::analyze::study::Effort;
use dolmen::tools::analyze::{AnalyzeOptions, ReportFormat};
use dolmen::tools::game_files::Assumed;
use dolmen::types::{Rule, Size};

use super::{parse_rule, parse_size};

/// `pbrain-dolmen analyze`.
#[derive(Clone, Debug, Args)]
pub struct AnalyzeArguments {
    /// Files of games, as convert reads them; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write this file; or, if it is a folder or ends with /, a file there for each game.
    /// Standard output unless told.
    #[arg(long, value_name = "FILE|FOLDER")]
    pub output: Option<PathBuf>,
    /// What to write; what the name of the output asks for (.html, .sgf, .json, .txt), else html
    /// into folders and text otherwise.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub format: Option<ReportFormat>,
    /// Milliseconds for each position.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub time: u64,
    /// Positions visited for each position of the game, instead of --time: with one thread the
    /// same game then always gives the same report.
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Threads to search with.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: u64,
    /// Memory for the search, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(8..=1_048_576))]
    pub hash: u64,
    /// Only this game of each file.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub game: Option<u64>,
    /// The rule of games that do not say, by name or code; renju for RenLib, else freestyle.
    #[arg(long, value_parser = parse_rule)]
    pub rule: Option<Rule>,
    /// The board of games that do not say.
    #[arg(long, default_value = "15", value_parser = parse_size)]
    pub size: Size,
}

impl AnalyzeArguments {
    /// As the tools take it.
    pub fn to_options(&self) -> AnalyzeOptions {
        let time = Effort::Time(Duration::from_millis(self.time));
        AnalyzeOptions {
            files: self.files.clone(),
            game: self.game.map(|number| number as usize),
            effort: self.nodes.map_or(time, Effort::Nodes),
            threads: self.threads as usize,
            memory: self.hash << 20,
            format: self.format,
            output: self.output.clone(),
            assumed: Assumed { rule: self.rule, size: self.size },
        }
    }
}

fn format_parser() -> impl TypedValueParser<Value = ReportFormat> {
    let names = ReportFormat::ALL.map(ReportFormat::name);
    PossibleValuesParser::new(names)
        .try_map(|name| ReportFormat::from_name(&name).ok_or("no format"))
}

/// Shown by `analyze --help`.
pub const EXAMPLES: &str = "\
Examples:
  pbrain-dolmen analyze game.psq                                 a report on the terminal
  pbrain-dolmen analyze game.psq --rule renju --output game.html a page for the browser
  pbrain-dolmen analyze all.sgf --output pages/ --time 300       a page for each game
  pbrain-dolmen analyze game.sgf --output commented.sgf          comments and better lines
  echo h8i9h10i8i7 | pbrain-dolmen analyze - --nodes 50000 --format json";
