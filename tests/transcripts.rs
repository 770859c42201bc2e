//! Conversations over the real program: the files of `tests/transcripts`, the examples of
//! `protocol.md`, and what a text cannot say. Numbers are those of the conformance list that the
//! conversations come from.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use dolmen::arena::spec::EngineSpec;
use dolmen::tools::check::CONVERSATIONS;
use dolmen::tools::check::dialogue::{Conversation, Dialogue, hold, parse};

/// A busy machine is no fault of the program.
const PATIENCE: Duration = Duration::from_secs(20);

fn engine() -> EngineSpec {
    EngineSpec::of_command(&[env!("CARGO_BIN_EXE_pbrain-dolmen").to_string()])
}

/// Holds conversations, two at a time, and reports all that fail.
fn hold_all(dialogues: &[Dialogue]) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let failed = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let number = || next.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                while let Some(dialogue) = dialogues.get(number()) {
                    let course = hold(&engine(), dialogue, PATIENCE);
                    if course.fault.is_some() {
                        failed.lock().unwrap().push((dialogue.title.clone(), course));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "failed: {failed:#?}");
}

fn hold_subject(subject: &str) {
    let (_, text) = CONVERSATIONS.into_iter().find(|(name, _)| *name == subject).unwrap();
    hold_all(&parse(text));
}

/// A conversation that the test itself steers.
struct Talk(Conversation);

impl Talk {
    fn start() -> Talk {
        Talk(Conversation::start(&engine(), PATIENCE).unwrap())
    }

    fn step(&mut self, step: &str) {
        self.0.step(step).unwrap();
    }

    fn finish(mut self) {
        self.0.finish().unwrap();
    }
}

#[test]
fn basics() {
    hold_subject("basics");
}

#[test]
fn moves() {
    hold_subject("moves");
}

#[test]
fn settings() {
    hold_subject("settings");
}

#[test]
fn thinking() {
    hold_subject("thinking");
}

#[test]
fn yixin() {
    hold_subject("yixin");
}

#[test]
fn swap2() {
    hold_subject("swap2");
}

#[test]
fn managers() {
    hold_subject("managers");
}

/// Every fenced block of `protocol.md` that begins with `>` is a conversation.
#[test]
fn examples_of_the_documentation() {
    let path = format!("{}/protocol.md", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let blocks = text.split("```").skip(1).step_by(2);
    let dialogues: Vec<Dialogue> = blocks
        .map(|block| block.split_once('\n').unwrap().1)
        .filter(|block| block.starts_with('>'))
        .map(|block| Dialogue {
            title: block.to_string(),
            is_choice: false,
            steps: block.lines().map(|line| line.replace('…', "*")).collect(),
        })
        .collect();
    assert!(dialogues.len() >= 15, "only {} examples found", dialogues.len());
    hold_all(&dialogues);
}

#[test]
fn a_line_of_100_000_letters_gets_a_short_answer() {
    let mut conversation = Talk::start();
    conversation.0.send_line(&"X".repeat(100_000));
    conversation.step("< UNK");
    conversation.finish();
}

#[test]
fn one_point_is_left_and_then_none() {
    let mut conversation = Talk::start();
    conversation.step("> START 5");
    conversation.step("< OK");
    let stone = |i: usize| format!("{},{},{}", i % 5, i / 5, 1 + (i % 5 + 2 * (i / 5)) / 2 % 2);
    let board = |n: usize| (0..n).map(stone).collect::<Vec<_>>().join(" ");
    conversation.0.send_line(&format!("BOARD {} DONE", board(24)));
    conversation.step("< 4,4");
    conversation.0.send_line(&format!("BOARD {} DONE", board(25)));
    conversation.step("< ERROR board is full");
    conversation.finish();
}

/// What a GUI shows while the engine thinks: every move is looked at, then done with.
#[test]
fn moves_at_the_root_are_told_live() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-dolmen"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"START 15\nINFO show_detail 1\nINFO timeout_turn 2500\n").unwrap();
    input.write_all(b"BOARD 7,7,1 8,8,2 7,9,1 7,8,2 DONE\n").unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let lines: Vec<String> = lines.take_while(|line| !line.starts_with(char::is_numeric)).collect();
    input.write_all(b"END\n").unwrap();
    let news = lines.iter().filter_map(|line| line.strip_prefix("MESSAGE REALTIME "));
    let news: Vec<&str> = news.collect();
    assert!(news.contains(&"REFRESH"));
    assert!(news.iter().any(|text| text.starts_with("BEST ")));
    let mut done = 0;
    for pair in news.windows(2) {
        if let Some(c) = pair[1].strip_prefix("DONE ") {
            assert_eq!(pair[0], format!("POS {c}"));
            done += 1;
        }
    }
    assert!(done > 0);
    assert!(child.wait().unwrap().success());
}

/// A manager that hangs up in the middle of a search.
#[test]
fn closed_output_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-dolmen"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"START 15\nINFO timeout_turn 300\nTURN 7,7\n").unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "OK\n");
    // The reader is dropped: the pipe is closed while the engine thinks.
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "the program hangs");
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_slow_reader_gets_whole_lines() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-dolmen"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all("ABOUT\n".repeat(3).as_bytes()).unwrap();
    drop(input);
    let mut output = child.stdout.take().unwrap();
    let (mut text, mut byte) = (Vec::new(), [0]);
    while output.read(&mut byte).unwrap() == 1 {
        text.push(byte[0]);
        std::thread::sleep(Duration::from_millis(1));
    }
    let text = String::from_utf8(text).unwrap();
    assert!(text.ends_with('\n'));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines, [lines[0]; 3]);
    assert!(child.wait().unwrap().success());
}

/// Nothing is computed while it is not the engine's turn.
#[test]
fn idle_after_a_move() {
    let mut conversation = Talk::start();
    for step in ["> S15", "> INFO pondering 0", "> TURN 7,7", "< MOVE", ". 100"] {
        conversation.step(step);
    }
    let ticks = |id: u32| -> u64 {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    if cfg!(target_os = "linux") {
        let before = ticks(conversation.0.process_id());
        for step in ["! kill STOP", ". 1000", "! kill CONT", ". 300"] {
            conversation.step(step);
        }
        assert!(ticks(conversation.0.process_id()) <= before + 1);
    }
    conversation.finish();
}

/// The memory of the process stays under what `max_memory` allows, also after long searches.
#[test]
fn memory_stays_under_the_limit() {
    for limit in [16 << 20, 80 << 20, 350 << 20_u64] {
        let mut conversation = Talk::start();
        conversation.step("> START 20");
        conversation.step("< OK");
        conversation.0.send_line(&format!("INFO max_memory {limit}"));
        conversation.step("> INFO timeout_turn 2000");
        conversation.step("> BOARD 9,9,1 10,10,2 9,11,1 10,8,2 DONE");
        conversation.step("< MOVE");
        if cfg!(target_os = "linux") {
            let path = format!("/proc/{}/status", conversation.0.process_id());
            let status = fs::read_to_string(path).unwrap();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
            let kib: u64 = peak.trim().trim_end_matches(" kB").trim().parse().unwrap();
            assert!(kib << 10 <= limit, "{kib} KiB of {limit} bytes");
        }
        conversation.finish();
    }
}
