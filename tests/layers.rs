//! The shape of the source: which layer may use which, how large files may grow, and what the
//! engine's package depends on. Lengths and arguments of functions are a matter of `clippy.toml`.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// The packages of the workspace: folder, and its layers from the bottom up. A file may use its own
/// layer and those before it.
const PACKAGES: [(&str, &[&str]); 5] = [
    ("src", &["types", "board", "eval", "search", "engine", "files", "protocol", "tools"]),
    ("records/src", &[]),
    (
        "study/src",
        &[
            "openings", "phrase", "standing", "words", "shape", "why", "strip", "story", "checked",
            "query", "hint", "lesson", "solve", "analyze", "desk",
        ],
    ),
    ("python/src", &[]),
    ("companion/src", &["files", "database", "arena", "learn", "games", "tools", "cli"]),
];
/// What the engine may use, and no more.
const DEPENDENCIES: [&str; 7] =
    ["bytemuck", "clap", "env_logger", "libm", "log", "miniz_oxide", "nom"];
const LONGEST_FILE: usize = 450;
/// Lines of code of the engine: without blank lines, comments and unit tests.
const LARGEST_ENGINE: usize = 9_400;
/// The one function that may be longer than clippy.toml says, and its length.
const LONG_FUNCTION: (&str, usize) = ("src/search/node.rs", 250);

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Files under a folder, as paths relative to it, with their text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let folder = root().join(folder);
    let mut files = Vec::new();
    collect(&folder, &mut files);
    assert!(files.len() > 5);
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(path).unwrap())
    };
    files.iter().map(read).collect()
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

/// All files with their package.
fn all_sources() -> impl Iterator<Item = (String, String)> {
    PACKAGES.into_iter().flat_map(|(folder, _)| {
        sources(folder).into_iter().map(move |(name, text)| (format!("{folder}/{name}"), text))
    })
}

/// Lines of code: without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn layers_use_only_what_lies_below() {
    for (folder, layers) in PACKAGES {
        let rank = |layer: &str| layers.iter().position(|name| *name == layer);
        for (name, text) in sources(folder) {
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
}

#[test]
fn files_stay_readable() {
    for (name, text) in all_sources() {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{name} has {lines} lines");
    }
}

#[test]
fn the_engine_stays_small() {
    let without_tests = |text: &str| {
        // Not where a file only names its tests, which are a file of their own.
        let tests = ["\n#[cfg(test)]\nmod tests {", "\n#[cfg(all(test"];
        let end = tests.iter().filter_map(|begin| text.find(begin)).min().unwrap_or(text.len());
        code(&text[..end]).filter(|line| !line.trim().is_empty()).count()
    };
    let files = sources("src").into_iter().filter(|(name, _)| !name.ends_with("tests.rs"));
    let lines: usize = files.map(|(_, text)| without_tests(&text)).sum();
    assert!(lines <= LARGEST_ENGINE, "the engine has {lines} lines of code");
}

#[test]
fn one_function_is_long() {
    let (home, most) = LONG_FUNCTION;
    for (name, text) in all_sources() {
        let long: Vec<_> = text.split("allow(clippy::too_many_lines)").skip(1).collect();
        assert!(long.len() <= usize::from(name == home), "{name}: another long function");
        for function in long {
            let lines = function.split("\n    }\n").next().unwrap().lines().count();
            assert!(lines <= most, "{name}: a function of {lines} lines");
        }
        assert!(!text.contains("allow(clippy::too_many_arguments)"), "{name}");
    }
}

#[test]
fn the_engine_depends_on_little() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap();
    let section = section.split("\n[").next().unwrap();
    let names: Vec<&str> = section
        .lines()
        .filter(|line| !line.starts_with('#') && line.contains('='))
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(names, DEPENDENCIES);
}

#[test]
fn libraries_are_used_in_one_place_each() {
    let homes = [
        ("nom::", &["src/protocol/command.rs"][..]),
        (
            "clap::",
            &["src/cli.rs", "companion/src/cli", "companion/src/main.rs", "companion/src/tools"],
        ),
        ("env_logger::", &["src/tools/logging.rs"]),
        ("rusqlite::", &["companion/src/database/store"]),
        ("io::stdin", &["src/main.rs", "companion/src/cli", "python/src/lib.rs"]),
        ("io::stdout", &["src/main.rs", "companion/src/cli", "python/src/lib.rs"]),
        ("unsafe ", &["src/eval/simd.rs"]),
        ("static mut", &[]),
        ("println!", &[]),
        ("process::exit", &[]),
    ];
    for (name, text) in all_sources() {
        for line in code(&text) {
            for (word, homes) in homes {
                let at_home = homes.iter().any(|home| name.starts_with(home));
                assert!(at_home || !line.contains(word), "{name}: {line}");
            }
        }
    }
}
