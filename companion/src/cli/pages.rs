//! What shells and `man` want to know of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use companion::files::{self, Existing, fault};

use super::Cli;

/// `dolmen completions`.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArguments {
    /// Which one.
    pub shell: Shell,
}

/// `dolmen man`.
#[derive(Clone, Debug, Args)]
pub struct ManArguments {
    /// Write this page and those of all subcommands as files into this folder instead.
    #[arg(long)]
    pub dir: Option<PathBuf>,
    /// Replace pages that exist.
    #[arg(long)]
    pub force: bool,
}

impl CompletionsArguments {
    pub fn run(&self) -> io::Result<()> {
        completions(self.shell, io::stdout().lock())
    }
}

impl ManArguments {
    pub fn run(&self) -> io::Result<()> {
        manual(self.dir.as_deref(), Existing::with_force(self.force), io::stdout().lock())
    }
}

const NAME: &str = "dolmen";

/// Writes the completions for a shell.
///
/// # Errors
/// If the output fails.
fn completions(shell: Shell, mut output: impl Write) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    output.write_all(&script)?;
    output.flush()
}

/// Writes the manual page of the program, or with a folder that and one for each subcommand, as
/// files there; the folder is made if there is none.
///
/// # Errors
/// If the output fails, or pages exist that are to be kept.
fn manual(folder: Option<&Path>, existing: Existing, mut output: impl Write) -> io::Result<()> {
    match folder {
        Some(folder) => write_pages(folder, existing),
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            output.write_all(&page)?;
            output.flush()
        }
    }
}

fn write_pages(folder: &Path, existing: Existing) -> io::Result<()> {
    let fresh = tempfile::tempdir()?;
    clap_mangen::generate_to(Cli::command().name(NAME), fresh.path())?;
    fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
    let pages: Vec<fs::DirEntry> = fs::read_dir(fresh.path())?.collect::<io::Result<_>>()?;
    pages
        .iter()
        .try_for_each(|page| files::check_output(&folder.join(page.file_name()), existing))?;
    pages.iter().try_for_each(|page| {
        files::write(&folder.join(page.file_name()), fs::read(page.path())?, existing)
    })
}
