//! What shells and `man` want to know of the command line.

use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;

const NAME: &str = "pbrain-dolmen";

/// Writes the completions for a shell.
///
/// # Errors
/// If the output fails.
pub fn completions(shell: Shell, mut output: impl Write) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    output.write_all(&script)?;
    output.flush()
}

/// Writes the manual page of the program, or with a folder that and one for each subcommand, as
/// files there.
///
/// # Errors
/// If the output fails.
pub fn manual(folder: Option<&Path>, mut output: impl Write) -> io::Result<()> {
    match folder {
        Some(folder) => clap_mangen::generate_to(Cli::command().name(NAME), folder).map(drop),
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            output.write_all(&page)?;
            output.flush()
        }
    }
}
