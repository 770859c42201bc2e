//! Layer 7: files that are there as a whole or not at all, their checksums, and their faults.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io};

use sha2::{Digest, Sha256};

/// Writes a file so that nobody ever sees half of it, nor loses what was there if the program is
/// ended meanwhile: first under its name with `.part` behind it. What is no plain file, as a pipe
/// or a device, is written to.
///
/// # Errors
/// If it cannot be written.
pub fn write_atomically(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    // Of a link, the file that it means is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::write(path, bytes);
    }
    let mut fresh = OsString::from(path);
    fresh.push(".part");
    fs::write(&fresh, bytes)?;
    fs::rename(fresh, path)
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_file_behind_a_link_is_replaced() {
        let folder = std::env::temp_dir().join(format!("dolmen-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (file, link) = (folder.join("file"), folder.join("link"));
        write_atomically(&file, "old").expect("a new file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write_atomically(&link, "new").expect("an old file");
        assert_eq!(fs::read(&file).expect("the file"), b"new");
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2);
        fs::remove_dir_all(&folder).expect("no folder");
    }
}
