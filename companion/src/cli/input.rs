//! The file of a command, or standard input.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use companion::files;

/// Reads a file, or with `-` standard input. The error of invalid content names the file.
///
/// # Errors
/// If the file cannot be opened, and those of `read`.
pub(super) fn with_input<T>(
    path: &Path,
    read: impl FnOnce(&mut dyn BufRead) -> io::Result<T>,
) -> io::Result<T> {
    if path.as_os_str() == "-" {
        return read(&mut io::stdin().lock());
    }
    let mut input = BufReader::new(files::open(path)?);
    // A folder can be opened, but not read.
    input.fill_buf().map_err(|error| files::fault(path, error))?;
    read(&mut input).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => files::fault(path, error),
        _ => error,
    })
}
