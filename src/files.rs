//! Layer 7: files that are there as a whole or not at all.

use std::ffi::OsString;
use std::path::Path;
use std::{fs, io};

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
