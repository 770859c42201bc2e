//! The command line of `replay`.

use std::io::{self, BufReader};
use std::path::PathBuf;

use clap::Args;
use companion::{files, tools};

/// `dolmen replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayArguments {
    /// The record.
    pub file: PathBuf,
    /// The net of the session, if not the embedded one.
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
}

impl ReplayArguments {
    pub fn run(&self) -> io::Result<()> {
        let record = BufReader::new(files::open(&self.file)?);
        let net = dolmen::tools::net::choose(self.net.as_deref())?;
        let is_same = tools::replay::run(record, net, io::stdout().lock());
        match is_same.map_err(|error| files::fault(&self.file, error))? {
            true => Ok(()),
            false => Err(io::Error::other("replies differ from the record")),
        }
    }
}
