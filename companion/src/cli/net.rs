//! The command line of `net`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use companion::tools;

/// `dolmen net`.
#[derive(Clone, Debug, Args)]
pub struct NetArguments {
    /// A net.
    pub file: PathBuf,
    /// First rewrite FILE with this at the end of its note, as the measured strength.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub measured: Option<String>,
    /// Print the losses of the net on these games, made by datagen: value loss, policy cross-entropy
    /// and top-1 accuracy. Compares nets whose training had other validation games.
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    pub games: Vec<PathBuf>,
}

impl NetArguments {
    pub fn run(&self) -> io::Result<()> {
        tools::net::run(&self.file, self.measured.as_deref(), &self.games, io::stdout().lock())
    }
}
