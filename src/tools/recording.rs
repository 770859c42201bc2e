//! The record of a session, in both programs.

use std::io::{self, Write};
use std::path::Path;

use crate::files::Fault;
use crate::protocol::recording::{Recorder, create_numbered};
use crate::protocol::{Recording, Settings, write_message};

/// Creates a record, if one is wanted, under a new name: managers start a program again with the same
/// command line. If that is impossible, a `MESSAGE` informs the manager and the game goes on without a
/// record. What goes wrong with the file later is a fault.
///
/// # Errors
/// If the output fails.
pub fn start(
    path: Option<&Path>,
    settings: &Settings,
    fault: &Fault,
    mut output: impl Write,
) -> io::Result<Recording> {
    let Some(path) = path else { return Ok(Recording::default()) };
    let recorder = match create_numbered(path) {
        Ok(file) => Some(Recorder::new(fault.watch(path, file), settings.program())),
        Err(error) => {
            let text = format!("{}: {error}; the session is not recorded", path.display());
            log::error!("{text}");
            write_message(&mut output, &text)?;
            None
        }
    };
    Ok(Recording { recorder, ..Recording::default() })
}
