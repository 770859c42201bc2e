//! The command line of `replay`.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

use clap::Args;
use companion::{files, tools};

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
        let is_same = match self.file.as_os_str() == "-" {
            true => repeat(&mut io::stdin().lock()),
            false => repeat(&mut BufReader::new(files::open(&self.file)?))
                .map_err(|error| files::fault(&self.file, error)),
        };
        match is_same? {
            true => Ok(()),
            false => Err(io::Error::other("replies differ from the record")),
        }
    }
}
