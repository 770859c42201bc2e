//! The command line of `solve`.

use companion::files;
use companion::tools::solve;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use companion::tools::solve::{SolveEffort, SolveFormat, SolveOptions};

/// `dolmen solve`.
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    /// The positions; `-` for standard input.
    pub file: PathBuf,
    /// Output format.
    #[arg(long, default_value = "table", value_enum)]
    pub format: FormatName,
    /// Nodes for each search, unless --time is given.
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    pub nodes: u64,
    /// Search time for each position in milliseconds (table only).
    #[arg(long, value_name = "MS", conflicts_with_all = ["nodes", "format"])]
    pub time: Option<u64>,
    /// List the positions that were not solved.
    #[arg(long, conflicts_with = "format")]
    pub verbose: bool,
    /// Nodes for one proof.
    #[arg(long, default_value_t = 3_000_000, value_name = "N")]
    pub proof_nodes: u64,
    /// Nodes to search each other first move.
    #[arg(long, default_value_t = 5_000, value_name = "N")]
    pub other_nodes: u64,
}

/// The formats by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FormatName {
    /// Counts by class.
    Table,
    /// The line in words, the other first moves, the proof.
    Text,
    /// The same as one line of JSON for each position.
    Json,
    /// One picture: the line of each position, move by move.
    Svg,
}

impl SolveArguments {
    pub fn run(&self) -> io::Result<()> {
        let (options, output) = (self.to_options(), io::stdout().lock());
        if self.file.as_os_str() == "-" {
            return solve::run(io::stdin().lock(), output, &options);
        }
        let input = BufReader::new(files::open(&self.file)?);
        solve::run(input, output, &options).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => files::fault(&self.file, error),
            _ => error,
        })
    }

    fn to_options(&self) -> SolveOptions {
        let time = self.time.map(Duration::from_millis);
        let format = match self.format {
            FormatName::Table => SolveFormat::Table,
            FormatName::Text => SolveFormat::Text,
            FormatName::Json => SolveFormat::Json,
            FormatName::Svg => SolveFormat::Svg,
        };
        SolveOptions {
            format,
            nodes: time.is_none().then_some(self.nodes),
            time,
            verbose: self.verbose,
            effort: SolveEffort {
                search: self.nodes,
                proof: self.proof_nodes,
                other: self.other_nodes,
            },
        }
    }
}

pub const SOLVE_EXAMPLES: &str = "\
Examples:
  dolmen solve tests/data/tactics_dev.txt
  dolmen solve problems.txt --format text
  echo 'freestyle 15 h8a1i8a3j8a5h9a7h10a9' | dolmen solve - --format svg > win.svg";
