//! The command line of `json`.

use clap::Args;
use dolmen::tools::json::JsonOptions;

/// `pbrain-dolmen json`.
#[derive(Clone, Debug, Args)]
pub struct JsonArguments {
    /// Positions searched at the same time.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = count())]
    pub threads: u64,
    /// Threads for each search; with more than one, answers do not repeat themselves exactly.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = count())]
    pub search_threads: u64,
    /// Memory for each of the --threads, in MiB.
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = memory())]
    pub memory: u64,
    /// Positions visited for a query that has no limit of its own.
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    pub nodes: u64,
    /// Queries that may wait; while so many do, nothing more is read.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = queue())]
    pub queue: u64,
}

fn count() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(1..=1024)
}

fn memory() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(8..=1 << 20)
}

fn queue() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(1..=1 << 20)
}

impl JsonArguments {
    pub fn to_options(&self) -> JsonOptions {
        JsonOptions {
            threads: self.threads as usize,
            search_threads: self.search_threads as usize,
            memory: self.memory << 20,
            nodes: self.nodes,
            queue: self.queue as usize,
        }
    }
}

pub const JSON_EXAMPLES: &str = "\
Examples:
  echo '{\"id\":1,\"moves\":\"h8i9h10\"}' | pbrain-dolmen json
  pbrain-dolmen json --threads 4 < queries.jsonl > answers.jsonl";
