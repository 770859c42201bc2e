//! The command line of `check`.

use std::io;
use std::time::Duration;

use super::signals::stop_at_signals;
use clap::Args;
use companion::arena::process::end_children_with_this_process;
use companion::tools;

/// `dolmen check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArguments {
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
    /// Seconds to wait for a reply that has no limit of its own.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub patience: u64,
    /// The program and its arguments, after `--`.
    #[arg(required = true, last = true)]
    pub command: Vec<String>,
}

impl CheckArguments {
    pub fn run(&self) -> io::Result<()> {
        end_children_with_this_process();
        let patience = Duration::from_secs(self.patience);
        let control = stop_at_signals()?;
        let output = io::stdout().lock();
        match tools::check::run(&self.command, patience, self.json, &control, output)? {
            true => Ok(()),
            false => Err(io::Error::other("the engine failed the check")),
        }
    }
}
