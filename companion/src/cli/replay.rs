//! The command line of `replay`.

use std::io::{self, BufRead};
use std::path::PathBuf;

use clap::Args;
use companion::tools;

use super::input::with_input;

/// `dolmen replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayArguments {
    /// The record; `-` for standard input.
    pub file: PathBuf,
    /// The net of the session, if not the embedded one.
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
}

impl ReplayArguments {
    pub fn run(&self) -> io::Result<()> {
        let net = dolmen::tools::net::choose(self.net.as_deref())?;
        let repeat =
            |record: &mut dyn BufRead| tools::replay::run(record, net, io::stdout().lock());
        match with_input(&self.file, repeat)? {
            true => Ok(()),
            false => Err(io::Error::other("replies differ from the record")),
        }
    }
}
