//! `pbrain-dolmen net`: what a file of a net says of itself; and reading one for play.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use crate::eval::net::{CHANNELS, HIDDEN, WINDOW};
use crate::eval::{Net, NetChoice, NetFile};
use crate::files::{fault, named_by_hash, write_atomically};
use crate::protocol::Reply;

/// Begins what a note says of games that the net has played.
const MEASURED: &str = "; measured: ";

/// Prints rule, shape, checksum and note of a net. With `measured`, that is put into the note
/// first, in place of what was there; a file that is named by its hash gets its new name.
///
/// # Errors
/// If the file cannot be read or written, or is no net of this shape.
pub fn run(path: &Path, measured: Option<&str>, mut output: impl Write) -> io::Result<()> {
    let (mut bytes, mut net) = read(path)?;
    if let Some(measured) = measured {
        let training = net.note().split(MEASURED).next().unwrap_or_default();
        let note = format!("{training}{MEASURED}{measured}");
        net = net.with_note(note).map_err(io::Error::other)?;
        let name =
            |bytes: &[u8]| path.with_file_name(named_by_hash(net.rule().name(), bytes, "net"));
        let is_named = path == name(&bytes);
        bytes = net.encode();
        let target = if is_named { name(&bytes) } else { path.to_path_buf() };
        write_atomically(&target, &bytes)?;
        if target != path {
            fs::remove_file(path)?;
            writeln!(output, "file      {}", target.display())?;
        }
    }
    writeln!(output, "rule      {}", net.rule().name())?;
    writeln!(
        output,
        "shape     {CHANNELS} features a view, {WINDOW} units a window, {HIDDEN} hidden"
    )?;
    writeln!(output, "bytes     {}", bytes.len())?;
    writeln!(output, "checksum  {:016x}", net.checksum())?;
    writeln!(output, "note      {}", net.note())
}

/// The net of a file, the tables alone if its name is `none`, and without a name the net of the
/// program.
///
/// # Errors
/// As [`run`]; the message begins with the name of the file.
pub fn choose(path: Option<&Path>) -> io::Result<NetChoice> {
    match path {
        None => Ok(NetChoice::Embedded),
        Some(path) if path.as_os_str() == "none" => Ok(NetChoice::Tables),
        Some(path) => Ok(NetChoice::Other(Arc::new(Net::new(&read(path)?.1)))),
    }
}

/// The same for a game, which is not to be lost over a file: if there is something wrong with it,
/// the net of the program plays, and the manager is told.
///
/// # Errors
/// If the output fails.
pub fn choose_for_play(path: Option<&Path>, mut output: impl Write) -> io::Result<NetChoice> {
    choose(path).or_else(|error| {
        log::error!("{error}; the net of the program is used");
        let text = "the file of --net cannot be used, the net of the program plays";
        writeln!(output, "{}", Reply::Message(text.into()))?;
        output.flush()?;
        Ok(NetChoice::Embedded)
    })
}

fn read(path: &Path) -> io::Result<(Vec<u8>, NetFile)> {
    let bytes = fs::read(path).map_err(|error| fault(path, error))?;
    let net = NetFile::decode(&bytes).map_err(|error| fault(path, error))?;
    Ok((bytes, net))
}
