//! `dolmen net`: the note of a net file, and its losses on games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::train::read_games;
use crate::arena::compact::CompactGame;
use crate::files::{self, Existing, fault, named_by_hash};
use crate::learn::calibration::Calibrations;
use crate::learn::model::Model;
use crate::learn::net::quality;
use crate::learn::sample::Labels;
use crate::learn::training::check_taught;
use dolmen::eval::layout::{CHANNELS, GATES, HIDDEN, WINDOW};
use dolmen::eval::{NetFile, Weights};
use dolmen::tools::net::read;

/// Begins the measured strength in a note.
const MEASURED: &str = "; measured: ";

/// Prints rule, shape, checksum and note of a net. With `measured`, the file is rewritten first, with
/// that at the end of the note in place of what was there; a file that is named by its hash gets its
/// new name. With games of its rule also its losses on them, with the targets that `train` has by default.
///
/// # Errors
/// If the file cannot be read or written, or is no net of this shape; if the games cannot be read, are of
/// another rule, or have no position that was searched.
pub fn run(
    path: &Path,
    measured: Option<&str>,
    games: &[PathBuf],
    mut output: impl Write,
) -> io::Result<()> {
    let is_tables = || fs::read(path).is_ok_and(|bytes| Weights::decode(&bytes).is_some());
    let (mut bytes, mut net) = read(path).map_err(|error| match is_tables() {
        true => fault(path, "tables, not a net: they are embedded when the engine is built"),
        false => error,
    })?;
    let losses = match games {
        [] => None,
        paths => Some(losses(&net, paths)?),
    };
    if let Some(measured) = measured {
        let training = net.note().split(MEASURED).next().unwrap_or_default();
        let note = format!("{training}{MEASURED}{measured}");
        net = net.with_note(note).map_err(io::Error::other)?;
        let name =
            |bytes: &[u8]| path.with_file_name(named_by_hash(net.rule().name(), bytes, "net"));
        let is_named = path == name(&bytes);
        bytes = net.encode();
        let target = if is_named { name(&bytes) } else { path.to_path_buf() };
        files::write(&target, &bytes, Existing::Replace)?;
        if target != path {
            fs::remove_file(path).map_err(|error| fault(path, error))?;
            writeln!(output, "file      {}", target.display())?;
        }
    }
    writeln!(output, "rule      {}", net.rule().name())?;
    writeln!(
        output,
        "shape     {CHANNELS} features a view, {WINDOW} units a window, {HIDDEN} hidden, {GATES} gates"
    )?;
    writeln!(output, "bytes     {}", bytes.len())?;
    writeln!(output, "checksum  {:016x}", net.checksum())?;
    // Whoever wrote it: nothing in it is for the terminal.
    writeln!(output, "note      {}", net.note().replace(char::is_control, " "))?;
    losses.map_or(Ok(()), |losses| writeln!(output, "losses    {losses}"))
}

/// The losses of a net on games.
fn losses(net: &NetFile, paths: &[PathBuf]) -> io::Result<String> {
    let (games, _) = read_games(paths, Some(net.rule()))?;
    let labels = Labels::of_net(Calibrations::fit(&games));
    let games: Vec<&CompactGame> = games.iter().collect();
    check_taught("--games", &games, &labels)?;
    Ok(format!("{} games, {}", games.len(), quality(&Model::of(net), &games, &labels)))
}
