//! The command line of `openings`.

use std::io;

use clap::Args;
use companion::tools::openings::{self, OpeningOptions};
use dolmen::types::{Rule, Size};

/// `dolmen openings`.
#[derive(Clone, Debug, Args)]
pub struct OpeningsArguments {
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// Number of openings.
    #[arg(long, default_value_t = 200)]
    pub count: usize,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Nodes to judge an opening.
    #[arg(long, default_value_t = 20_000)]
    pub nodes: u64,
    /// Largest score that counts as balanced (200 is a winning chance of 73 %).
    #[arg(long, default_value_t = 60)]
    pub balance: i32,
    /// Engine games from each opening; it is dropped if one colour wins them all.
    #[arg(long, default_value_t = 0)]
    pub games: usize,
}

impl OpeningsArguments {
    pub fn run(&self) -> io::Result<()> {
        let &OpeningsArguments { rule, size, count, seed, nodes, balance, games } = self;
        let options = OpeningOptions { rule, size, count, seed, nodes, balance, games };
        openings::run(&options, io::stdout().lock())
    }
}
