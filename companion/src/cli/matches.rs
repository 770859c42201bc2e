//! The command line of `match`.

use std::io;
use std::path::PathBuf;

use super::signals::stop_at_signals;
use clap::{Args, Subcommand};
use companion::arena::process::end_children_with_this_process;
use companion::tools::matches::{self, Export, MatchOptions};

/// `dolmen match`.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct MatchArguments {
    /// Action instead of playing.
    #[command(subcommand)]
    pub action: Option<MatchAction>,
    /// What to play.
    #[command(flatten)]
    pub options: MatchOptions,
}

/// What `match` can do with records.
#[derive(Clone, Debug, Subcommand)]
pub enum MatchAction {
    /// Join the records of the parts of a match and print the result.
    Merge {
        /// Records.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Write the joined record here.
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
        /// Files in other formats.
        #[command(flatten)]
        export: Export,
    },
}

impl MatchArguments {
    pub fn run(&self) -> io::Result<()> {
        let output = io::stdout().lock();
        match &self.action {
            None => {
                end_children_with_this_process();
                let control = stop_at_signals()?;
                matches::run(&self.options, &control, output, io::stderr())
            }
            Some(MatchAction::Merge { files, record, json, export }) => {
                matches::merge(files, record.as_deref(), export, *json, output)
            }
        }
    }
}

/// Shown by `match --help`.
pub const MATCH_EXAMPLES: &str = "\
Examples:
  dolmen openings --count 100 > openings.txt
  dolmen match --engine cmd=./pbrain-a --engine cmd=./pbrain-b --each tc=10+0.1 --games 200 \\
      --openings openings.txt
  dolmen match --engine 'cmd=./new' --engine 'cmd=./old' --each nodes=20000 \\
      --openings openings.txt --games 4000 --sprt elo0=0,elo1=10 --record m.jsonl --resume
  dolmen match ... --shard 3/8 --record part3.jsonl
  dolmen match merge part*.jsonl --sgf all.sgf";
