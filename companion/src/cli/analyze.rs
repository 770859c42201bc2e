//! The command line of `analyze`.

use companion::tools::analyze;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use companion::files::Existing;
use companion::tools::analyze::study::Effort;
use companion::tools::analyze::{AnalyzeOptions, ReportFormat};
use companion::tools::game_files::Assumed;
use dolmen::types::{Rule, Size};

use dolmen::protocol::parse_threads;

/// `dolmen analyze`.
#[derive(Clone, Debug, Args)]
pub struct AnalyzeArguments {
    /// Files of games, as convert reads them; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Output file; or a folder (existing, or ending with /) for one file per game. Default:
    /// standard output.
    #[arg(long, value_name = "FILE|FOLDER")]
    pub output: Option<PathBuf>,
    /// Replace output files that exist.
    #[arg(long)]
    pub force: bool,
    /// Output format. Default: by the name of the output (.html, .sgf, .json, .txt), html for
    /// folders, else text.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub format: Option<ReportFormat>,
    /// Search time for each position in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub time: u64,
    /// Nodes for each position instead of --time. With one thread the report is then repeatable.
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub threads: usize,
    /// Memory for the search, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(8..=1_048_576))]
    pub hash: u64,
    /// Only this game of each file.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub game: Option<u64>,
    /// Rule of games without one, by name or code. Default: renju for RenLib, else freestyle.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Board size of games without one.
    #[arg(long, default_value = "15")]
    pub size: Size,
}

impl AnalyzeArguments {
    pub fn run(&self) -> io::Result<()> {
        let (input, output) = (io::stdin().lock(), io::stdout().lock());
        analyze::run(&self.to_options(), input, output, io::stderr())
    }

    /// As the tools take it.
    fn to_options(&self) -> AnalyzeOptions {
        let time = Effort::Time(Duration::from_millis(self.time));
        AnalyzeOptions {
            files: self.files.clone(),
            game: self.game.map(|number| number as usize),
            effort: self.nodes.map_or(time, Effort::Nodes),
            threads: self.threads,
            memory: self.hash << 20,
            format: self.format,
            output: self.output.clone(),
            existing: Existing::with_force(self.force),
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
  dolmen analyze game.psq                                 a report on the terminal
  dolmen analyze game.psq --rule renju --output game.html a web page
  dolmen analyze all.sgf --output pages/ --time 300       a page for each game
  dolmen analyze game.sgf --output commented.sgf          comments and better lines
  echo h8i9h10i8i7 | dolmen analyze - --nodes 50000 --format json";
