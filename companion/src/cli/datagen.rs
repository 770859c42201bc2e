//! The command line of `datagen`.

use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use companion::files::Existing;
use companion::tools::datagen::{self, DatagenOptions};
use companion::tools::game_store;

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
    /// What to play.
    #[command(flatten)]
    options: DatagenOptions,
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
    /// Print what is in files of games, and check them against their manifests: FILE.json beside them,
    /// else ../manifests/NAME.json.
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
            Some(DatagenAction::Stats { files }) => game_store::stats(files, stdout, io::stderr()),
            Some(DatagenAction::Dump { file, from, games }) => {
                game_store::dump(file, *from, *games, stdout)
            }
            None => self
                .file
                .as_ref()
                .map_or(Ok(()), |file| datagen::run(&self.options, file, io::stderr())),
        }
    }
}

/// Shown with its help.
pub const DATAGEN_EXAMPLES: &str = "\
Examples:
  dolmen datagen games.bin --games 10000 --threads 2
  dolmen datagen stats games.bin
  dolmen datagen dump games.bin --games 3
  dolmen datagen more.bin --seed 2 --branch-from games.bin
One run on many machines, or cores, and what they made put together:
  parallel dolmen datagen part{}.bin --games 10000 --shard {}/8 ::: $(seq 8)
  sbatch --array=1-8 --wrap 'dolmen datagen part$SLURM_ARRAY_TASK_ID.bin --games 10000 \\
      --shard $SLURM_ARRAY_TASK_ID/8'
  dolmen datagen merge games.bin part?.bin";
