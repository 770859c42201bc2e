//! Layer 7: output files, checksums, and errors that name the file.
//!
//! One rule for every output: a file that exists is replaced only if the user said so (`--force`),
//! nothing is written through a symbolic link, and a file appears whole or not at all. Pipes, devices
//! and standard output (`/dev/stdout`) are written to directly.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use dolmen::files::is_stream;

/// What an output may do to a file that exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// Nothing: that is an error.
    #[default]
    Keep,
    /// Replace it.
    Replace,
}

impl Existing {
    /// With `--force` or without.
    pub const fn with_force(force: bool) -> Existing {
        if force { Existing::Replace } else { Existing::Keep }
    }
}

/// Whether [`write()`] would be allowed: to be found out before hours of work, not after.
///
/// # Errors
/// If the file exists and is to be kept, or is a folder or a symbolic link, or its folder does not
/// exist, or the path is `-`; the error names it.
pub fn check_output(path: &Path, existing: Existing) -> io::Result<()> {
    if path.as_os_str() == "-" {
        return Err(fault(path, "standard output is not for this; name a file or /dev/stdout"));
    }
    let metadata = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if is_named_folder(path) {
                return Err(fault(path, "no such folder"));
            }
            let folder = folder_of(path);
            let is_there = folder.is_dir();
            let missing = || fault(path, format!("no such folder {}", folder.display()));
            return if is_there { Ok(()) } else { Err(missing()) };
        }
        metadata => metadata.map_err(|error| fault(path, error))?,
    };
    if metadata.is_symlink() && !is_direct(path) {
        return Err(fault(path, "a symbolic link; name its target"));
    }
    if metadata.is_dir() {
        return Err(fault(path, "a folder"));
    }
    match existing == Existing::Keep && metadata.is_file() {
        true => Err(fault(path, "exists already; --force replaces it")),
        false => Ok(()),
    }
}

/// Whether a file can be written at all where the output lies, in it if that is a folder: to be found
/// out before hours of work, too.
///
/// # Errors
/// If not; the error names the output.
pub fn check_place(path: &Path) -> io::Result<()> {
    let file = if path.is_dir() { path.join("file") } else { path.to_path_buf() };
    match is_direct(path) {
        true => Ok(()),
        false => temporary(&file).map(drop).map_err(|error| fault(path, error)),
    }
}

/// Whether this is anything but standard output, as it has to be where that has a report.
///
/// # Errors
/// If it is that; the error names the path.
pub fn check_not_stdout(path: &Path) -> io::Result<()> {
    match path.as_os_str() == "-" || is_stdout(path) {
        true => Err(fault(path, "cannot be standard output; name a file")),
        false => Ok(()),
    }
}

/// Whether this is a regular file, or nothing yet: others cannot be gone on with.
///
/// # Errors
/// If it is standard output or another kind of file; the error names it.
pub fn check_regular(path: &Path) -> io::Result<()> {
    check_not_stdout(path)?;
    match path.exists() && !path.is_file() {
        true => Err(fault(path, "not a regular file")),
        false => Ok(()),
    }
}

/// Writes a file as a whole: under a temporary name in the same folder first, which is removed if
/// anything fails.
///
/// # Errors
/// As [`check_output`], or if it cannot be written; the error names it.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>, existing: Existing) -> io::Result<()> {
    write_with(path, existing, |file| file.write_all(bytes.as_ref()))
}

/// The same for a file that is written piece by piece.
///
/// # Errors
/// As [`write()`], or if the function fails.
pub fn write_with<T>(
    path: &Path,
    existing: Existing,
    fill: impl FnOnce(&mut File) -> io::Result<T>,
) -> io::Result<T> {
    check_output(path, existing)?;
    let written = match is_direct(path) {
        true => open_with(path, OpenOptions::new().write(true).create(true).truncate(true))
            .and_then(|mut file| fill(&mut file)),
        false => write_beside(path, fill, existing),
    };
    written.map_err(|error| fault(path, error))
}

fn write_beside<T>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<T>,
    existing: Existing,
) -> io::Result<T> {
    let old = fs::metadata(path).ok();
    let mut file = temporary(path)?;
    let filled = fill(file.as_file_mut())?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    persist(file, path, existing).map(|()| filled)
}

/// A new file in the folder of another, which is removed unless [`persist`] gives it that name.
///
/// # Errors
/// If it cannot be created.
pub fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".dolmen-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

/// Gives a finished file its name.
///
/// # Errors
/// If a file with that name exists and is to be kept, or cannot be replaced.
pub fn persist(file: NamedTempFile, path: &Path, existing: Existing) -> io::Result<()> {
    let done = match existing {
        Existing::Keep => file.persist_noclobber(path),
        Existing::Replace => file.persist(path),
    };
    done.map(drop).map_err(|error| error.error)
}

/// Whether an output is written as it comes.
fn is_direct(path: &Path) -> bool {
    is_stdout(path) || is_stream(path)
}

/// Whether a path names standard output, such as `/dev/stdout`; that may be a file.
pub fn is_stdout(path: &Path) -> bool {
    let is_it = |path: &Path| in_folder(path) == in_folder(Path::new("/proc/self/fd/1"));
    is_it(path) || fs::read_link(path).is_ok_and(|target| is_it(&target))
}

/// Opens a file; standard output is written at its end.
fn open_with(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match is_stdout(path) {
        true => OpenOptions::new().append(true).open(path),
        false => options.open(path),
    }
}

/// Whether the name of a path says that it is a folder: it ends with a separator.
pub fn is_named_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// The path as the system knows it: two names of one file, such as `x`, `./x` and a symbolic link to
/// it, have the same.
pub fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| in_folder(path))
}

/// The path with its folder as the system knows it.
fn in_folder(path: &Path) -> PathBuf {
    match (folder_of(path).canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.into(),
    }
}

/// Whether each output is named once, and is no input. Devices such as `/dev/null` may be named twice.
///
/// # Errors
/// If not; the error names the file.
pub fn check_named_once<'a, 'b>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: impl IntoIterator<Item = &'b Path>,
) -> io::Result<()> {
    let mut taken: HashSet<PathBuf> = inputs.into_iter().map(resolved).collect();
    let mut files = outputs.into_iter().filter(|path| !path.exists() || path.is_file());
    match files.find(|path| !taken.insert(resolved(path))) {
        Some(path) => Err(fault(path, "named twice")),
        None => Ok(()),
    }
}

/// The folder that a path lies in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Opens a file to read.
///
/// # Errors
/// If it cannot be opened; the error names it.
pub fn open(path: &Path) -> io::Result<File> {
    File::open(path).map_err(|error| fault(path, error))
}

/// A file that grows; its errors name it.
#[derive(Debug)]
pub struct NamedFile {
    path: PathBuf,
    file: File,
}

/// Each state begins with the field of its header that names the command.
const STATE: &[u8] = br#"{"dolmen_"#;

impl NamedFile {
    /// A new or emptied file.
    ///
    /// # Errors
    /// As [`check_output`], or if it cannot be opened.
    pub fn create(path: &Path, existing: Existing) -> io::Result<NamedFile> {
        check_output(path, existing)?;
        NamedFile::open(path, OpenOptions::new().write(true).create(true).truncate(true))
    }

    /// A file that exists or is created, to be written at its end.
    ///
    /// # Errors
    /// If it is a symbolic link or cannot be opened.
    pub fn append(path: &Path) -> io::Result<NamedFile> {
        check_output(path, Existing::Replace)?;
        NamedFile::open(path, OpenOptions::new().append(true).create(true))
    }

    /// A file that exists or is created, to be read and gone on with; no other run can open it so
    /// as long as this one has it.
    ///
    /// # Errors
    /// If it is a symbolic link, cannot be opened, or another run has it.
    pub fn resume(path: &Path) -> io::Result<NamedFile> {
        check_output(path, Existing::Replace)?;
        let mut options = OpenOptions::new();
        let file =
            NamedFile::open(path, options.create(true).truncate(false).read(true).write(true))?;
        // Not every file system has locks.
        match file.file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(fault(path, "is being written by another run")),
            _ => Ok(file),
        }
    }

    fn open(path: &Path, options: &OpenOptions) -> io::Result<NamedFile> {
        let file = open_with(path, options).map_err(|error| fault(path, error))?;
        Ok(NamedFile { path: path.to_path_buf(), file })
    }

    /// Its content; that of a pipe or a device is empty.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if !is_stream(&self.path) {
            self.file.read_to_end(&mut bytes).map_err(|error| fault(&self.path, error))?;
        }
        Ok(bytes)
    }

    /// The complete lines of a state that is gone on with. Half a line at the end, as a kill leaves
    /// it, is not among them; [`NamedFile::cut`] removes it, once the lines were found to be ours.
    ///
    /// # Errors
    /// If it cannot be read, or half a line is all there is and it does not begin like a state.
    pub fn read_lines(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = self.read()?;
        let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let is_begun = bytes.iter().zip(STATE).all(|(byte, begun)| byte == begun);
        if length == 0 && !is_begun {
            return Err(fault(&self.path, "is not empty, and not written by this command"));
        }
        bytes.truncate(length);
        Ok(bytes)
    }

    /// Cuts the file off there; what is written next comes behind that.
    ///
    /// # Errors
    /// If it cannot be changed.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        let mut cut = || match self.file.metadata()?.len() > length {
            true => {
                self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0))).map(drop)
            }
            false => Ok(()),
        };
        cut().map_err(|error| fault(&self.path, error))
    }
}

impl Write for NamedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.file.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            written => written.map_err(|error| fault(&self.path, error)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| fault(&self.path, error))
    }
}

/// The next line with its end, of which at most so many bytes are read: input without line ends must
/// not fill the memory. Empty at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(input: impl BufRead, longest: usize) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input.take(longest as u64).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// What is wrong with a file, its name first.
pub fn fault(path: &Path, what: impl Display) -> io::Error {
    io::Error::other(format!("{}: {what}", path.display()))
}

/// The checksum that `sha256sum` prints.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name for a file with this content: the first eight digits of its [`sha256`] tell one from
/// another, as in `freestyle-0a1b2c3d.net`.
pub fn named_by_hash(stem: &str, bytes: &[u8], extension: &str) -> PathBuf {
    let digits = &sha256(bytes)[..8];
    format!("{stem}-{digits}.{extension}").into()
}

#[cfg(test)]
mod tests;
