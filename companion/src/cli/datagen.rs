//! The command line of `datagen`.

use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use companion::arena::schedule::Shard;
use companion::files::Existing;
use companion::learn::selfplay::SelfPlay;
use companion::tools::datagen::{self, DatagenOptions};
use companion::tools::game_store;
use dolmen::tools::net::choose;
use dolmen::types::{Rule, Size};

use dolmen::protocol::parse_threads;

/// `dolmen datagen`.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct DatagenArguments {
    /// Action instead of playing.
    #[command(subcommand)]
    action: Option<DatagenAction>,
    /// The file of games.
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    size: Size,
    /// Games, all shards together.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play part i of n only.
    #[arg(long, value_name = "i/n", default_value = "1/1")]
    shard: Shard,
    /// Games at the same time.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    threads: usize,
    /// Replace the embedded net with this file; `none` disables it.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

/// What to do with files of games.
#[derive(Clone, Debug, Subcommand)]
enum DatagenAction {
    /// Join shards into the file that one machine would have written.
    Merge {
        /// The file of games.
        output: PathBuf,
        /// All shards of a run, in any order, their manifests beside them.
        #[arg(required = true)]
        parts: Vec<PathBuf>,
        /// Replace the output if it exists.
        #[arg(long)]
        force: bool,
    },
    /// Print what is in files of games, and check them against their manifests.
    Stats {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print games, one a line.
    ///
    /// Number, rule, size, half points of black, opening; then each move with the chance in
    /// hundredths that its side saw of winning, + for a proven win, - for a proven loss.
    Dump {
        /// A file of games.
        file: PathBuf,
        /// First game, from 0.
        #[arg(long, default_value_t = 0)]
        from: usize,
        /// How many games.
        #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
        games: usize,
    },
}

impl DatagenArguments {
    pub fn run(&self) -> io::Result<()> {
        let stdout = io::stdout().lock();
        match &self.action {
            Some(DatagenAction::Merge { output, parts, force }) => {
                game_store::merge(output, parts, Existing::with_force(*force))
            }
            Some(DatagenAction::Stats { files }) => game_store::stats(files, stdout),
            Some(DatagenAction::Dump { file, from, games }) => {
                game_store::dump(file, *from, *games, stdout)
            }
            None => {
                let DatagenArguments { rule, size, nodes, seed, games, shard, threads, .. } = *self;
                let net = choose(self.net.as_deref())?;
                let play = SelfPlay { rule, size, nodes, seed, net };
                let options = DatagenOptions { play, games, shard, threads };
                self.file.as_ref().map_or(Ok(()), |file| datagen::run(&options, file))
            }
        }
    }
}

/// Shown with its help.
pub const DATAGEN_EXAMPLES: &str = "\
Examples:
  dolmen datagen games.bin --games 10000 --threads 2
  dolmen datagen stats games.bin
  dolmen datagen dump games.bin --games 3
One run on many machines, or cores, and what they made put together:
  parallel dolmen datagen part{}.bin --games 10000 --shard {}/8 ::: $(seq 8)
  sbatch --array=1-8 --wrap 'dolmen datagen part$SLURM_ARRAY_TASK_ID.bin --games 10000 \\
      --shard $SLURM_ARRAY_TASK_ID/8'
  dolmen datagen merge games.bin part?.bin";
