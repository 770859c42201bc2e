//! The inputs of the fuzz targets: seeds, what the fuzzer found worth keeping, and every input
//! that once showed a fault.
#![allow(missing_docs, clippy::unwrap_used)]

mod fuzzing;

use std::fs;
use std::panic::{catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use companion::tools::check::CONVERSATIONS;
use companion::tools::check::dialogue::parse;

/// Panics in the program's own threads so far: it catches those of a search and answers without.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if matches!(thread::current().name(), Some("search" | "helper" | "reader" | "session"))
            {
                PANICS.fetch_add(1, Ordering::SeqCst);
            }
            usual(info);
        }));
    });
}

/// Runs a target over its committed inputs.
fn replay(target: &str, run: fn(&[u8])) {
    count_panics();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(paths.len() >= 10, "only {} inputs", paths.len());
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let result = catch_unwind(|| run(&bytes));
        assert!(result.is_ok(), "{}", path.display());
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "in a search: {}", path.display());
    }
}

#[test]
fn lines() {
    replay("lines", fuzzing::lines::run);
}

#[test]
fn sessions() {
    replay("session", fuzzing::session::run);
}

#[test]
fn boards() {
    replay("board", fuzzing::board::run);
}

#[test]
fn calls() {
    replay("calls", fuzzing::calls::run);
}

#[test]
fn records() {
    replay("records", fuzzing::records::run);
}

/// What managers send in the conversations, without waiting for answers.
#[test]
fn conversations_in_one_write() {
    count_panics();
    for (_, text) in CONVERSATIONS {
        for dialogue in parse(text) {
            let sent = dialogue.steps.iter().filter_map(|step| step.strip_prefix("> "));
            fuzzing::session::run(sent.collect::<Vec<_>>().join("\n").as_bytes());
            assert_eq!(PANICS.load(Ordering::SeqCst), 0, "in a search: {}", dialogue.title);
        }
    }
}
