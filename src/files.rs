//! What lies behind the name of a file.

use std::path::Path;

/// Whether a pipe, a terminal or a device is there: something to write to that keeps nothing.
pub fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|known| !known.is_file() && !known.is_dir())
}
