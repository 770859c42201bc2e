//! The command line of `solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use dolmen::tools::solve::{Effort, Format, SolveOptions};

/// `pbrain-dolmen solve`.
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    /// The positions; `-` for standard input.
    pub file: PathBuf,
    /// What comes out.
    #[arg(long, default_value = "table", value_enum)]
    pub format: FormatName,
    /// Positions visited for each search, unless --time is given.
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    pub nodes: u64,
    /// Milliseconds for each position of the table.
    #[arg(long, value_name = "MS", conflicts_with_all = ["nodes", "format"])]
    pub time: Option<u64>,
    /// Name the positions that the table counts as not solved.
    #[arg(long, conflicts_with = "format")]
    pub verbose: bool,
    /// Positions visited for one proof.
    #[arg(long, default_value_t = 3_000_000, value_name = "N")]
    pub proof_nodes: u64,
    /// Positions visited to see whether another first move wins.
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
    pub fn to_options(&self) -> SolveOptions {
        let time = self.time.map(Duration::from_millis);
        let format = match self.format {
            FormatName::Table => Format::Table,
            FormatName::Text => Format::Text,
            FormatName::Json => Format::Json,
            FormatName::Svg => Format::Svg,
        };
        SolveOptions {
            format,
            nodes: time.is_none().then_some(self.nodes),
            time,
            verbose: self.verbose,
            effort: Effort { search: self.nodes, proof: self.proof_nodes, other: self.other_nodes },
        }
    }
}

pub const SOLVE_EXAMPLES: &str = "\
Examples:
  pbrain-dolmen solve tests/data/tactics_dev.txt
  pbrain-dolmen solve problems.txt --format text
  echo 'freestyle 15 h8a1i8a3j8a5h9a7h10a9' | pbrain-dolmen solve - --format svg > win.svg";
