//! The shape of the source: which layer may use which, and how large files may grow.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom up. A file may use its own layer and those before it.
const LAYERS: [&str; 13] = [
    "types", "board", "eval", "search", "engine", "protocol", "records", "files", "arena", "learn",
    "games", "tools", "cli",
];
const LONGEST_FILE: usize = 450;

/// Files under `src`, as paths relative to it, with their text.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 20);
    files
        .iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            (name, fs::read_to_string(path).unwrap())
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            files.push(path);
        }
    }
}

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|name| *name == layer)
}

/// Lines of code: without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn layers_use_only_what_lies_below() {
    for (name, text) in sources() {
        let own = name.split(['/', '.']).next().unwrap();
        let Some(own_rank) = rank(own) else { continue };
        for line in code(&text) {
            for part in line.split("crate::").skip(1) {
                let used: String = part.chars().take_while(|c| c.is_alphanumeric()).collect();
                let used_rank = rank(&used);
                assert!(used_rank.is_some_and(|used| used <= own_rank), "{name}: {line}");
            }
        }
    }
}

#[test]
fn files_stay_readable() {
    for (name, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{name} has {lines} lines");
    }
}

#[test]
fn libraries_are_used_in_one_place_each() {
    let homes = [
        ("nom::", "protocol/command.rs"),
        (
            "clap::",
            "cli.rs cli/analyze.rs cli/convert.rs cli/datagen.rs cli/explain.rs cli/json.rs cli/matches.rs cli/pages.rs \
             cli/play.rs cli/solve.rs cli/train.rs main.rs",
        ),
        ("env_logger::", "main.rs"),
        ("io::stdin", "main.rs"),
        ("io::stdout", "main.rs"),
        ("unsafe ", "eval/simd.rs"),
        ("static mut", ""),
        ("println!", ""),
        ("process::exit", ""),
    ];
    for (name, text) in sources() {
        for line in code(&text) {
            for (word, home) in homes {
                let at_home = home.split(' ').any(|home| home == name);
                assert!(at_home || !line.contains(word), "{name}: {line}");
            }
        }
    }
}
