//! `pbrain-dolmen net`: what a file of a net says of itself.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::eval::{CHANNELS, HIDDEN, Net};
use crate::files::write_atomically;

/// Begins what a note says of games that the net has played.
const MEASURED: &str = "; measured: ";

/// Prints rule, shape, checksum and note of a net. With `measured`, that is put into the note
/// first, in place of what was there.
///
/// # Errors
/// If the file cannot be read or written, or is no net of this shape.
pub fn run(path: &Path, measured: Option<&str>, mut output: impl Write) -> io::Result<()> {
    let mut net = Net::decode(&fs::read(path)?).map_err(io::Error::other)?;
    if let Some(measured) = measured {
        let training = net.note().split(MEASURED).next().unwrap_or_default();
        let note = format!("{training}{MEASURED}{measured}");
        net = net.with_note(note).map_err(io::Error::other)?;
        write_atomically(path, net.encode())?;
    }
    writeln!(output, "rule      {}", net.rule().name())?;
    writeln!(output, "shape     {CHANNELS} features a view, {HIDDEN} hidden units")?;
    writeln!(output, "bytes     {}", net.encode().len())?;
    writeln!(output, "checksum  {:016x}", net.checksum())?;
    writeln!(output, "note      {}", net.note())
}
