//! The command line of `explain`.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use companion::tools::explain::{self, ExplainOptions};
use companion::tools::game_files::format_of_name;

use super::input::with_input;

/// `dolmen explain`.
#[derive(Clone, Debug, Args)]
pub struct ExplainArguments {
    /// The positions; `-` for standard input, as without it.
    pub file: Option<PathBuf>,
    /// How to explain them.
    #[command(flatten)]
    pub options: ExplainOptions,
}

impl ExplainArguments {
    pub fn run(&self) -> io::Result<()> {
        let file = self.file.as_deref().unwrap_or(Path::new("-"));
        let hint = format_of_name(file);
        let (output, notes) = (io::stdout().lock(), io::stderr());
        with_input(file, |input| explain::run(input, hint, output, notes, &self.options))
    }
}

/// Shown by `explain --help`.
pub const EXPLAIN_EXAMPLES: &str = "\
Examples:
  dolmen explain game.psq
  echo 'renju 15 h6a1h7a3f8a5g8a7' | dolmen explain
  echo 'freestyle 15 h8a1i8a3j8a5h9a7h10a9' | dolmen explain --svg > win.svg";
