//! The command line of `tune`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use companion::tools::tune::{self, TuneOptions};
use dolmen::types::{Rule, Size};

use dolmen::protocol::parse_threads;

/// `dolmen tune`.
#[derive(Clone, Debug, Args)]
pub struct TuneArguments {
    /// File of the state, JSON.
    #[arg(long)]
    pub state: PathBuf,
    /// Openings, one a line.
    #[arg(long, value_name = "FILE")]
    pub openings: PathBuf,
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// Nodes for each move.
    #[arg(long, default_value_t = 5_000)]
    pub nodes: u64,
    /// Pairs of games.
    #[arg(long, default_value_t = 10_000)]
    pub pairs: usize,
    /// Pairs at the same time.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Step size.
    #[arg(long, default_value_t = 0.006)]
    pub rate: f64,
    /// Names of the numbers, separated by commas. Default: all.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
}

impl TuneArguments {
    pub fn run(&self) -> io::Result<()> {
        let options = TuneOptions {
            rule: self.rule,
            size: self.size,
            openings: self.openings.clone(),
            nodes: self.nodes,
            pairs: self.pairs,
            threads: self.threads,
            seed: self.seed,
            rate: self.rate,
            only: self.only.clone(),
            state: self.state.clone(),
        };
        tune::run(&options, io::stdout().lock())
    }
}

pub const EXAMPLES: &str = "\
Example:
  dolmen tune --state renju.json --rule renju --openings tests/data/openings/renju-15.txt \\
      --only policy_gap_base,policy_gap_slope --threads 2";
