//! The two programs under test.

#![allow(dead_code)] // each test program uses its own part of this module

use std::ffi::OsStr;
use std::fmt;
use std::ops::Deref;
use std::path::Path;
use std::sync::OnceLock;

/// `dolmen`.
pub const COMPANION: &str = env!("CARGO_BIN_EXE_dolmen");
/// `pbrain-dolmen`, which `cargo build` and `cargo test` at the root put beside it, or the program
/// that the variable `DOLMEN_ENGINE` names: a build for another system with what runs it here.
pub const ENGINE: Beside = Beside;

/// The path of a program that another package builds.
#[derive(Clone, Copy)]
pub struct Beside;

impl Deref for Beside {
    type Target = str;

    fn deref(&self) -> &str {
        static PATH: OnceLock<String> = OnceLock::new();
        PATH.get_or_init(|| {
            if let Ok(path) = std::env::var("DOLMEN_ENGINE") {
                return path;
            }
            let name = format!("pbrain-dolmen{}", std::env::consts::EXE_SUFFIX);
            let path = Path::new(COMPANION).with_file_name(name);
            assert!(path.is_file(), "{} is missing: build the whole workspace", path.display());
            path.to_str().unwrap().to_string()
        })
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl AsRef<OsStr> for Beside {
    fn as_ref(&self) -> &OsStr {
        OsStr::new(&**self)
    }
}
