//! The games of a match in files of other formats.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::arena::record::MatchRecord;
use crate::files::{self, Existing, check_named_once, fault};

/// Files in other formats, written at the end.
#[derive(Clone, Debug, Default, Args)]
pub struct Export {
    /// Write the games as SGF.
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// Write the games as Piskvork files into this folder.
    #[arg(long, value_name = "FOLDER")]
    pub psq: Option<PathBuf>,
    /// Write the results as PGN, for rating tools: who moves first, black, is White there.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write the games in two bytes a move.
    #[arg(long, value_name = "FILE")]
    pub binary: Option<PathBuf>,
    /// Replace output files that exist.
    #[arg(long)]
    pub force: bool,
}

/// The file of a game in a folder of Piskvork files.
fn psq_path(folder: &Path, game: usize) -> PathBuf {
    folder.join(format!("game-{:05}.psq", game + 1))
}

impl Export {
    /// What becomes of files that exist.
    pub(super) const fn existing(&self) -> Existing {
        Existing::with_force(self.force)
    }

    /// Those that are one file for all games.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.sgf, &self.pgn, &self.binary].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Whether the files of these games can be written, and each file is named once, `others` that
    /// the match reads or writes included. A folder that does not exist is made.
    pub(super) fn check<'a>(
        &'a self,
        others: impl IntoIterator<Item = &'a Path>,
        mut games: impl Iterator<Item = usize>,
    ) -> io::Result<()> {
        let check = |path: &Path| files::check_output(path, self.existing());
        self.files().try_for_each(check)?;
        check_named_once([], others.into_iter().chain(self.files()))?;
        let Some(folder) = &self.psq else { return Ok(()) };
        std::fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
        games.try_for_each(|game| check(&psq_path(folder, game)))
    }

    /// Writes them.
    pub(super) fn write(&self, record: &MatchRecord) -> io::Result<()> {
        if let Some(path) = &self.sgf {
            files::write(path, record.sgf(), self.existing())?;
        }
        if let Some(path) = &self.pgn {
            files::write(path, record.pgn(), self.existing())?;
        }
        if let Some(path) = &self.binary {
            files::write(path, record.binary(), self.existing())?;
        }
        if let Some(folder) = &self.psq {
            for game in &record.games {
                files::write(&psq_path(folder, game.index), record.psq(game), self.existing())?;
            }
        }
        Ok(())
    }
}
