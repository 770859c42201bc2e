//! The command line of `explain`.

use companion::tools::explain;
use std::io;

use clap::Args;
use companion::tools::explain::ExplainOptions;

/// `dolmen explain`.
#[derive(Clone, Debug, Args)]
pub struct ExplainArguments {
    /// Draw the line move by move: one SVG picture for all positions.
    #[arg(long)]
    pub svg: bool,
    /// Nodes for each search.
    #[arg(long, default_value_t = 30_000, value_name = "N")]
    pub nodes: u64,
}

impl ExplainArguments {
    pub fn run(&self) -> io::Result<()> {
        explain::run(io::stdin().lock(), io::stdout().lock(), &self.to_options())
    }

    fn to_options(&self) -> ExplainOptions {
        ExplainOptions { svg: self.svg, nodes: self.nodes }
    }
}

pub const EXPLAIN_EXAMPLES: &str = "\
Examples:
  echo 'renju 15 h6a1h7a3f8a5g8a7' | dolmen explain
  echo 'freestyle 15 h8a1i8a3j8a5h9a7h10a9' | dolmen explain --svg > win.svg";
