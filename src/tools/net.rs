//! Reading the net to play with.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use crate::eval::{Net, NetChoice, NetFile};
use crate::protocol::write_message;

/// The net of a file, the tables alone if its name is `none`, and without a name the net of the
/// program.
///
/// # Errors
/// If the file cannot be read or is no net of this shape; the message begins with its name.
pub fn choose(path: Option<&Path>) -> io::Result<NetChoice> {
    match path {
        None => Ok(NetChoice::Embedded),
        Some(path) if path.as_os_str() == "none" => Ok(NetChoice::Tables),
        Some(path) => Ok(NetChoice::Other(Arc::new(Net::new(&read(path)?.1)))),
    }
}

/// The net of a file or, if that is unusable, the one of the program, of which a `MESSAGE` informs the
/// manager: a game must not be lost over a file.
///
/// # Errors
/// If the output cannot be written.
pub fn choose_or_tell(path: Option<&Path>, mut output: impl Write) -> io::Result<NetChoice> {
    choose(path).or_else(|error| {
        let text = format!("{error}; using the embedded net");
        log::error!("{text}");
        write_message(&mut output, &text)?;
        Ok(NetChoice::Embedded)
    })
}

/// The bytes of a file, and the net that they are.
///
/// # Errors
/// As [`choose`].
pub fn read(path: &Path) -> io::Result<(Vec<u8>, NetFile)> {
    let fault = |what: String| io::Error::other(format!("{}: {what}", path.display()));
    let bytes = fs::read(path).map_err(|error| fault(error.to_string()))?;
    let net = NetFile::decode(&bytes).map_err(|error| fault(error.to_string()))?;
    Ok((bytes, net))
}
