//! With the feature `page`: the files of the built web page, as `include_bytes!` for `serve`, without
//! the engine's modules: the page has the native engine.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut list = String::from("&[\n");
    if env::var_os("CARGO_FEATURE_PAGE").is_some() {
        let root = Path::new("../web/page/dist").canonicalize().map_err(|error| {
            io::Error::other(format!("web/page/dist: {error}; `make web` builds the page first"))
        })?;
        println!("cargo::rerun-if-changed={}", root.display());
        for file in files(&root)? {
            let name =
                file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            if name.ends_with(".wasm") {
                continue;
            }
            let _ = writeln!(list, "({name:?}, include_bytes!({:?})),", file.display().to_string());
        }
    }
    list.push(']');
    let output = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("no OUT_DIR"))?;
    fs::write(Path::new(&output).join("page.rs"), list)
}

/// All files below a folder, sorted, so that the same page gives the same program.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
