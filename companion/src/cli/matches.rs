//! The command line of `match`.

use companion::tools::matches;
use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use companion::arena::schedule::Shard;
use companion::files::Existing;
use companion::tools::matches::{Export, MatchOptions};
use dolmen::types::{Rule, Size};

/// `dolmen match`.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct MatchArguments {
    /// Action instead of playing.
    #[command(subcommand)]
    pub action: Option<MatchAction>,
    /// An engine; give at least two.
    #[arg(long, value_name = "SPEC")]
    pub engine: Vec<String>,
    /// Limits and options for every engine: tc=..,nodes=..,depth=..,option.KEY=VALUE.
    #[arg(long, value_name = "SPEC")]
    pub each: Option<String>,
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// Games of each pairing.
    #[arg(long, default_value_t = 100)]
    pub games: usize,
    /// The first engine plays all others; default: round robin.
    #[arg(long)]
    pub gauntlet: bool,
    /// Openings, one a line: points h8i9 or offsets from the centre 0,0, 1,1.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Rotate and mirror repeated openings.
    #[arg(long)]
    pub transform: bool,
    /// Let the engines choose the openings by swap2.
    #[arg(long, conflicts_with = "openings")]
    pub swap2: bool,
    /// Games at the same time.
    #[arg(long, default_value_t = 1)]
    pub concurrency: usize,
    /// Keep the engines running between games.
    #[arg(long)]
    pub keep: bool,
    /// How late a reply may be, in milliseconds.
    #[arg(long, default_value_t = 100, value_name = "MS")]
    pub tolerance: u64,
    /// Adjudicate a draw at this many stones.
    #[arg(long, value_name = "STONES")]
    pub move_limit: Option<usize>,
    /// Adjudicate a win that both engines have claimed for this many moves.
    #[arg(long, value_name = "MOVES")]
    pub agree: Option<u32>,
    /// Stop when a sequential test (SPRT) is decided: elo0=0,elo1=10; optionally alpha, beta (0.05)
    /// and model=normalised for normalised Elo.
    #[arg(long, value_name = "BOUNDS")]
    pub sprt: Option<String>,
    /// Ask for scores (INFO show_detail 1) and record them.
    #[arg(long)]
    pub evals: bool,
    /// Write each finished game to this file, a JSON line each.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Continue the match of --record.
    #[arg(long, requires = "record")]
    pub resume: bool,
    /// Play part i of n only; `match merge` joins the records.
    #[arg(long, value_name = "i/n", default_value = "1/1")]
    pub shard: Shard,
    /// Write all lines exchanged to this file.
    #[arg(long, value_name = "FILE")]
    pub talk: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    pub json: bool,
    /// Files in other formats.
    #[command(flatten)]
    pub export: ExportArguments,
}

/// Files in other formats.
#[derive(Clone, Debug, Args)]
pub struct ExportArguments {
    /// Write the games as SGF.
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// Write the games as Piskvork files into this folder.
    #[arg(long, value_name = "FOLDER")]
    pub psq: Option<PathBuf>,
    /// Write the results as PGN, for rating tools.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write the games in two bytes a move.
    #[arg(long, value_name = "FILE")]
    pub binary: Option<PathBuf>,
    /// Replace output files that exist.
    #[arg(long)]
    pub force: bool,
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
        export: ExportArguments,
    },
}

impl ExportArguments {
    /// As the tools take it.
    pub fn to_export(&self) -> Export {
        let ExportArguments { sgf, psq, pgn, binary, force } = self.clone();
        Export { sgf, psq, pgn, binary, existing: Existing::with_force(force) }
    }
}

impl MatchArguments {
    pub fn run(&self) -> io::Result<()> {
        let output = io::stdout().lock();
        match &self.action {
            None => matches::run(&self.to_options(), output),
            Some(MatchAction::Merge { files, record, json, export }) => {
                matches::merge(files, record.as_deref(), &export.to_export(), *json, output)
            }
        }
    }

    /// As the tools take it.
    fn to_options(&self) -> MatchOptions {
        let own = self.clone();
        MatchOptions {
            engines: own.engine,
            each: own.each,
            rule: own.rule,
            size: own.size,
            games: own.games,
            gauntlet: own.gauntlet,
            openings: own.openings,
            transform: own.transform,
            swap2: own.swap2,
            concurrency: own.concurrency,
            keep_engines: own.keep,
            tolerance: own.tolerance,
            move_limit: own.move_limit,
            agree: own.agree,
            sprt: own.sprt,
            evals: own.evals,
            record: own.record,
            resume: own.resume,
            shard: own.shard,
            export: self.export.to_export(),
            log: own.talk,
            json: own.json,
        }
    }
}

/// Shown by `match --help`.
pub const MATCH_EXAMPLES: &str = "\
Examples:
  dolmen match --engine cmd=./pbrain-a --engine cmd=./pbrain-b --each tc=10+0.1 --games 200
  dolmen match --engine 'cmd=./new' --engine 'cmd=./old' --each nodes=20000 \\
      --openings openings.txt --games 4000 --sprt elo0=0,elo1=10 --record m.jsonl --resume
  dolmen match ... --shard 3/8 --record part3.jsonl
  dolmen match merge part*.jsonl --sgf all.sgf";
