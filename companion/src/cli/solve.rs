//! The command line of `solve`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use companion::tools::game_files::format_of_name;
use companion::tools::solve::{self, SolveOptions};

use super::input::with_input;

/// `dolmen solve`.
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    /// The positions; `-` for standard input.
    pub file: PathBuf,
    /// How to solve them.
    #[command(flatten)]
    pub options: SolveOptions,
}

impl SolveArguments {
    pub fn run(&self) -> io::Result<()> {
        self.options.check()?;
        let hint = format_of_name(&self.file);
        let (output, notes) = (io::stdout().lock(), io::stderr());
        with_input(&self.file, |input| solve::run(input, hint, output, notes, &self.options))
    }
}

/// Shown by `solve --help`.
pub const SOLVE_EXAMPLES: &str = "\
Examples:
  dolmen solve tests/data/tactics_dev.txt
  dolmen solve problems.txt --format text
  echo 'freestyle 15 h8a1i8a3j8a5h9a7h10a9' | dolmen solve - --format svg > win.svg";
