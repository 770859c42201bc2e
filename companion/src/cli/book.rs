//! The command line of `book`.

use std::io;
use std::path::PathBuf;

use super::signals::stop_at_signals;
use clap::{Args, Subcommand};
use companion::tools::book::{self, BuildOptions, ExportOptions, MergeOptions};

/// `dolmen book`.
#[derive(Clone, Debug, Args)]
pub struct BookArguments {
    /// What to do.
    #[command(subcommand)]
    action: BookAction,
}

/// What to do with databases.
#[derive(Clone, Debug, Subcommand)]
enum BookAction {
    /// Grow a book by the line that promises most (drop-out expansion).
    ///
    /// The position at the end of the cheapest line is searched next: each move costs a ply, and more
    /// the worse it is than the best one. Results are written after every eight positions.
    /// Ctrl-C ends a run; it goes on when started again.
    Build {
        /// The database.
        file: PathBuf,
        /// How it is to grow.
        #[command(flatten)]
        options: BuildOptions,
    },
    /// Join databases, such as the parts of a book built on many machines, and those of Yixin and Rapfi.
    Merge(MergeOptions),
    /// Write a database as text or as a library of RenLib.
    Export {
        /// The database.
        file: PathBuf,
        /// What to write.
        #[command(flatten)]
        options: ExportOptions,
    },
    /// Print what is in databases.
    Stats {
        /// Databases.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

impl BookArguments {
    pub fn run(&self) -> io::Result<()> {
        match &self.action {
            BookAction::Build { file, options } => {
                let control = stop_at_signals()?;
                book::build(options, file, io::stderr(), &control)
            }
            BookAction::Merge(options) => book::merge(options, io::stderr()),
            BookAction::Export { file, options } => {
                book::export(options, file, io::stdout().lock(), io::stderr())
            }
            BookAction::Stats { files } => book::stats(files, io::stdout().lock()),
        }
    }
}

/// Shown with its help.
pub const BOOK_EXAMPLES: &str = "\
Examples:
  dolmen book build book.db --rule renju --opening h8h9i9 --positions 5000 --threads 2
  dolmen book stats book.db
  dolmen book export book.db --to lib --rule renju --opening h8h9i9 --output book.lib
One book on many machines, or cores, and its parts put together:
  parallel dolmen book build part{}.db --positions 5000 --shard {}/8 ::: $(seq 8)
  dolmen book merge book.db part?.db
A database of Rapfi, for this program:
  dolmen book merge book.db rapfi.db
A library of RenLib, for this program:
  dolmen book merge book.db renju.lib --rule renju";
