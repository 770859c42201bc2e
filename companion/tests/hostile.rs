//! Engines that flood, hang and leave children behind: the runner of matches ends every game in time,
//! with little memory.
#![cfg(unix)]
#![allow(missing_docs, clippy::unwrap_used)]

mod process;
mod programs;

use std::path::Path;
use std::time::{Duration, Instant};

use companion::arena::process::Silence;
use process::{PATIENCE, by_shell, start};

/// Each message renewed the wait, and what had not been heard filled the memory.
#[test]
fn a_flood_of_messages_ends_at_the_deadline() {
    let mut process = start(&by_shell("while :; do echo MESSAGE flood; done", ""));
    // Unheard, it must wait.
    std::thread::sleep(Duration::from_millis(300));
    let begin = Instant::now();
    let deadline = begin + Duration::from_millis(200);
    let silence = loop {
        if let Err(silence) = process.receive_until(deadline) {
            break silence;
        }
    };
    assert_eq!(silence, Silence::Timeout);
    assert!(begin.elapsed() < PATIENCE);
}

#[test]
#[cfg(target_os = "linux")]
fn floods_take_little_memory() {
    let flood = "while :; do echo MESSAGE flood flood flood flood; done";
    let line = "while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done";
    let errors = "while :; do echo flood flood flood flood flood >&2; done";
    let processes = [flood, line, errors].map(|line| start(&by_shell(line, "")));
    std::thread::sleep(Duration::from_secs(2));
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kib < 100 << 10, "{kib} KiB");
    drop(processes);
}

#[test]
fn of_standard_error_the_end_is_kept() {
    let mut process = start(&by_shell("head -c 1000000 /dev/zero >&2; echo last words >&2", ""));
    let errors = process.errors(PATIENCE).unwrap();
    assert!(errors.ends_with("last words\n") && errors.len() <= 12_100, "{} bytes", errors.len());
}

#[test]
#[cfg(target_os = "linux")]
fn what_an_engine_has_started_ends_with_it() {
    let mut process = start(&by_shell("sleep 1000 & echo $!; wait", ""));
    let (_, child) = process.receive(PATIENCE).unwrap();
    let status = format!("/proc/{}/stat", child.trim());
    let is_running = || {
        let text = std::fs::read_to_string(Path::new(&status)).unwrap_or_default();
        text.split_whitespace().nth(2).is_some_and(|state| state != "Z")
    };
    assert!(is_running());
    drop(process);
    let end = Instant::now() + PATIENCE;
    while is_running() {
        assert!(Instant::now() < end, "the child of an ended engine is running");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Rapfi loses a line that comes within a few milliseconds after its move, and the game with it.
#[test]
fn an_engine_is_left_alone_after_its_own_line() {
    let pause = Duration::from_millis(150);
    let mut spec = by_shell("while read line; do echo $line; done", "");
    spec.wanted_pause = Some(pause);
    let mut process = start(&spec);
    let mut heard = None;
    for word in ["one", "two", "three"] {
        process.send(word);
        let sent = Instant::now();
        let before = heard.replace(process.receive(PATIENCE).unwrap().0);
        assert!(before.is_none_or(|before| sent >= before + pause));
    }
}
