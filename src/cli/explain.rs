//! The command line of `explain`.

use clap::Args;
use dolmen::tools::explain::ExplainOptions;

/// `pbrain-dolmen explain`.
#[derive(Clone, Debug, Args)]
pub struct ExplainArguments {
    /// Show what the engine itself sees instead: every line cut into groups (1 stone, 0 free, S
    /// spare, X unusable) with the names of the shapes, the ranked candidates, the double threes.
    #[arg(long, conflicts_with_all = ["svg", "nodes"])]
    pub groups: bool,
    /// Draw the line move by move: one SVG picture for all positions.
    #[arg(long)]
    pub svg: bool,
    /// Positions visited by each search.
    #[arg(long, default_value_t = 30_000, value_name = "N")]
    pub nodes: u64,
}

impl ExplainArguments {
    pub fn to_options(&self) -> ExplainOptions {
        ExplainOptions { groups: self.groups, svg: self.svg, nodes: self.nodes }
    }
}

pub const EXPLAIN_EXAMPLES: &str = "\
Examples:
  echo 'renju 15 h6a1h7a3f8a5g8a7' | pbrain-dolmen explain
  echo 'freestyle 15 h8a1i8a3j8a5h9a7h10a9' | pbrain-dolmen explain --svg > win.svg
  echo 'freestyle 15 h8i9h10' | pbrain-dolmen explain --groups";
