//! What lies behind the name of a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Whether a pipe, a terminal or a device is there: something to write to that keeps nothing.
pub fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|known| !known.is_file() && !known.is_dir())
}

/// What first went wrong with files that are written on the side, such as a log: the program goes on
/// without them, and says so at its end.
#[derive(Clone, Debug, Default)]
pub struct Fault(Arc<OnceLock<String>>);

impl Fault {
    /// A file on the side.
    pub fn watch(&self, path: &Path, file: File) -> impl Write + Send + use<> {
        WatchedFile { path: path.to_path_buf(), file, fault: self.clone() }
    }

    /// Tells it.
    ///
    /// # Errors
    /// The fault, with the name of the file.
    pub fn check(&self) -> io::Result<()> {
        self.0.get().map_or(Ok(()), |fault| Err(io::Error::other(fault.clone())))
    }
}

struct WatchedFile {
    path: PathBuf,
    file: File,
    fault: Fault,
}

impl Write for WatchedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).inspect_err(|error| {
            if error.kind() != io::ErrorKind::Interrupted {
                self.fault.0.get_or_init(|| format!("{}: {error}", self.path.display()));
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
