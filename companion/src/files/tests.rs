use super::*;

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

#[test]
fn lines_are_complete_and_those_of_a_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    let read = |content: &str| {
        fs::write(&file, content).expect("a file");
        let lines = NamedFile::resume(&file).and_then(|mut file| file.read_lines());
        assert_eq!(text(&file), content);
        lines.ok().map(|bytes| String::from_utf8(bytes).expect("text"))
    };
    assert_eq!(read("a\nb\nhalf").as_deref(), Some("a\nb\n"));
    assert_eq!(read("").as_deref(), Some(""));
    assert_eq!(read("{\"dolm").as_deref(), Some(""));
    assert_eq!(read("{\"dolmen_swap2\":1,\"rule").as_deref(), Some(""));
    assert_eq!(read("notes"), None);
}

#[test]
fn a_file_that_exists_is_replaced_only_if_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    write(&file, "old", Existing::Keep).expect("a new file");
    let error = write(&file, "new", Existing::Keep).expect_err("it exists").to_string();
    assert_eq!(error, format!("{}: exists already; --force replaces it", file.display()));
    assert!(NamedFile::create(&file, Existing::Keep).is_err());
    assert_eq!(text(&file), "old");
    write(&file, "new", Existing::Replace).expect("an old file");
    assert_eq!(text(&file), "new");
    assert!(write(folder.path(), "new", Existing::Replace).is_err());
    let nowhere = folder.path().join("nowhere").join("file");
    let error = write(&nowhere, "new", Existing::Keep).expect_err("no folder").to_string();
    let parent = nowhere.parent().expect("one").display();
    assert_eq!(error, format!("{}: no such folder {parent}", nowhere.display()));
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
}

/// `match --sgf -` wrote a file of that name.
#[test]
fn a_dash_is_no_file_name() {
    for error in [
        write(Path::new("-"), "text", Existing::Keep).expect_err("no file"),
        NamedFile::append(Path::new("-")).expect_err("no file"),
    ] {
        assert!(error.to_string().ends_with("name a file or /dev/stdout"), "{error}");
    }
    assert!(!Path::new("-").exists());
}

#[test]
fn two_runs_cannot_go_on_with_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    let mut first = NamedFile::resume(&file).expect("a new file");
    first.write_all(b"one\ntw").expect("a disk");
    let error = NamedFile::resume(&file).expect_err("it is locked").to_string();
    assert!(error.ends_with("file: is being written by another run"), "{error}");
    drop(first);
    let mut second = NamedFile::resume(&file).expect("an old file");
    assert_eq!(second.read().expect("a disk"), b"one\ntw");
    second.cut(4).and_then(|()| second.write_all(b"two\n")).expect("a disk");
    assert_eq!(text(&file), "one\ntwo\n");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, link, old_temporary] =
        ["file", "link", "file.part"].map(|name| folder.path().join(name));
    write(&file, "old", Existing::Keep).expect("a new file");
    for link in [&link, &old_temporary] {
        std::os::unix::fs::symlink(&file, link).expect("a link");
    }
    for existing in [Existing::Keep, Existing::Replace] {
        let error = write(&link, "new", existing).expect_err("a link").to_string();
        assert!(error.contains("link: a symbolic link; "), "{error}");
    }
    assert!(NamedFile::append(&link).is_err());
    assert!(NamedFile::resume(&link).is_err());
    assert_eq!(text(&file), "old");
    // Nor under a name that somebody can guess.
    write(&file, "new", Existing::Replace).expect("an old file");
    assert!(old_temporary.is_symlink() && !file.is_symlink());
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn the_error_of_a_full_disk_names_the_file() {
    let full = Path::new("/dev/full");
    let error = write(full, "x", Existing::Keep).expect_err("it is full").to_string();
    assert!(error.starts_with("/dev/full: "), "{error}");
    let mut file = NamedFile::append(full).expect("a device");
    let error = file.write_all(b"x").expect_err("it is full").to_string();
    assert!(error.starts_with("/dev/full: "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    let mode = || fs::metadata(&file).expect("a file").permissions().mode() & 0o777;
    write(&file, "old", Existing::Keep).expect("a new file");
    let plain = folder.path().join("plain");
    fs::write(&plain, "").expect("a new file");
    assert_eq!(mode(), fs::metadata(plain).expect("a file").permissions().mode() & 0o777);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("own file");
    write(&file, "new", Existing::Replace).expect("an old file");
    assert_eq!(mode(), 0o600);
}
