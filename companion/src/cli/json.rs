//! The command line of `json`.

use companion::tools::json;
use std::io::{self, BufReader};

use clap::Args;
use companion::tools::json::JsonOptions;

use dolmen::protocol::parse_threads;

/// `dolmen json`.
#[derive(Clone, Debug, Args)]
pub struct JsonArguments {
    /// Queries searched at the same time.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
    /// Threads for each search; with more than one, answers are not repeatable.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub search_threads: usize,
    /// Memory for each of the --threads, in MiB.
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = memory())]
    pub memory: u64,
    /// Nodes for a query without a limit of its own.
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    pub nodes: u64,
    /// Length of the queue; while it is full, nothing more is read.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = queue())]
    pub queue: u64,
}

fn memory() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(8..=1 << 20)
}

fn queue() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(1..=1 << 20)
}

impl JsonArguments {
    pub fn run(&self) -> io::Result<()> {
        json::run(BufReader::new(io::stdin()), io::stdout().lock(), &self.to_options())
    }

    fn to_options(&self) -> JsonOptions {
        JsonOptions {
            threads: self.threads,
            search_threads: self.search_threads,
            memory: self.memory << 20,
            nodes: self.nodes,
            queue: self.queue as usize,
        }
    }
}

pub const JSON_EXAMPLES: &str = "\
Examples:
  echo '{\"id\":1,\"moves\":\"h8i9h10\"}' | dolmen json
  dolmen json --threads 4 < queries.jsonl > answers.jsonl";
