//! Sessions kept by `--record` and repeated by `replay`, over the real program.
#![allow(missing_docs, clippy::unwrap_used)]

mod process;
mod programs;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use companion::arena::spec::EngineSpec;
use companion::tools::check::dialogue::Conversation;
use process::{PATIENCE, PROGRAM, engine};
use programs::COMPANION;

/// Where the record of a test goes.
fn record_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replay-{name}.jsonl"));
    let _ = fs::remove_file(&path);
    path
}

/// Holds a conversation with a program that keeps a record.
fn talk(record: &Path, steps: &[&str]) {
    talk_with(&[], record, steps);
}

fn talk_with(options: &[&str], record: &Path, steps: &[&str]) {
    let engine = engine(&[options, &["--record", record.to_str().unwrap()]].concat());
    let mut conversation = Conversation::start(&engine, PATIENCE).unwrap();
    steps.iter().for_each(|step| conversation.step(step).unwrap());
    conversation.finish().unwrap();
}

fn replay(record: &Path) -> Output {
    replay_with(&[], record)
}

fn replay_with(options: &[&str], record: &Path) -> Output {
    Command::new(COMPANION).arg("replay").args(options).arg(record).output().unwrap()
}

/// The searches end by the clock, by `STOP`, by limits, and at once; one is for nobody.
#[test]
fn a_session_by_the_clock_repeats_itself() {
    let record = record_file("clock");
    talk(
        &record,
        &[
            "> START 15",
            "< OK",
            "> INFO show_detail 1",
            "> INFO timeout_turn 300",
            "> TURN 7,7",
            "< MOVE",
            "> INFO timeout_turn 30000",
            "> BOARD",
            "> 7,7,1",
            "> 8,8,2",
            "> 8,6,1",
            "> 6,8,2",
            "> DONE",
            // The next iteration is on its way.
            "< MESSAGE depth 1-*",
            "< MESSAGE depth 2-*",
            "< MESSAGE depth 3-*",
            "> YXSTOP",
            "< MOVE",
            // This many end in the middle of an iteration, whatever the machine.
            "> INFO max_node 1000",
            "> TURN 0,14",
            "< MOVE",
            "> INFO max_node 0",
            "> NONSENSE",
            "< UNK",
            "> INFO rule 4",
            "> INFO max_depth 4",
            "> INFO pondering 1",
            "> RESTART",
            "< OK",
            "> BEGIN",
            "< MOVE",
            ". 200",
            "> TURN 0,0",
            "< MOVE",
        ],
    );
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.contains("\"interrupted\":true") && text.contains("\"interrupted\":false"));
    let output = replay(&record);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.ends_with(" replies, 0 differ\n"), "{said}\n{text}");
    assert!(output.status.success());
}

/// The times in the lines after the best one were compared.
#[test]
fn a_session_of_several_lines_repeats_itself() {
    let record = record_file("lines");
    let lines = ["> INFO show_detail 1", "> INFO max_node 20000", "> TURN 7,7", "< MOVE"];
    let several = ["> BOARD", "> 7,7,1", "> 8,8,2", "> DONE", "< MOVE", "> YXNBEST 3", "< MOVE"];
    talk(&record, &[&["> START 15", "< OK"], &lines[..], &several].concat());
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.contains("MESSAGE multipv 2 depth"), "{text}");
    // Another machine is slower.
    let slower: Vec<String> = text
        .lines()
        .map(|line| match line.split_once(" tm ") {
            Some((before, after)) => format!("{before} tm 1{after}\n"),
            None => format!("{line}\n"),
        })
        .collect();
    fs::write(&record, slower.concat()).unwrap();
    let said = String::from_utf8(replay(&record).stdout).unwrap();
    assert!(said.ends_with(" replies, 0 differ\n"), "{said}\n{text}");
}

/// It had no record.
#[test]
fn a_session_with_a_database_is_recorded() {
    let record = record_file("database");
    let command = ["engine", "--record", record.to_str().unwrap()].map(String::from);
    let engine = EngineSpec::of_command(&[&[COMPANION.to_string()], &command[..]].concat());
    let mut conversation = Conversation::start(&engine, PATIENCE).unwrap();
    let steps = ["> START 15", "< OK", "> INFO timeout_turn 200", "> TURN 7,7", "< MOVE"];
    steps.iter().for_each(|step| conversation.step(step).unwrap());
    conversation.finish().unwrap();
    let said = String::from_utf8(replay(&record).stdout).unwrap();
    assert!(said.ends_with(" replies, 0 differ\n"), "{said}");
}

/// Commands in one write: each search is stopped by the next command, before it has begun.
#[test]
fn searches_stopped_at_sight_repeat_themselves() {
    let record = record_file("sight");
    let mut child = Command::new(PROGRAM)
        .arg("--record")
        .arg(&record)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let input = b"START 15\nTURN 7,7\nBOARD 7,7,1 8,8,2 DONE\nTURN 0,0\nFOO\nEND\n";
    child.stdin.take().unwrap().write_all(input).unwrap();
    assert!(child.wait().unwrap().success());
    let output = replay(&record);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.ends_with(" replies, 0 differ\n"), "{said}");
}

/// The move of the last search was a difference, though the recorded session had ended before.
#[test]
fn a_session_that_ended_during_a_search_repeats_itself() {
    for (name, is_told) in [("end", true), ("killed", false)] {
        let record = record_file(&format!("during-{name}"));
        let engine = engine(&["--record", record.to_str().unwrap()]);
        let mut conversation = Conversation::start(&engine, PATIENCE).unwrap();
        let text = || fs::read_to_string(&record).unwrap();
        let setup = ["> START 15", "< OK", "> INFO timeout_turn 600000", "> INFO show_detail 1"];
        // The end comes so late that it is not that of a script in a pipe.
        for step in setup.iter().chain(&["> TURN 7,7", "< MESSAGE depth 1-*", ". 300"]) {
            conversation.step(step).unwrap();
        }
        if is_told {
            conversation.step("> END").unwrap();
            while !text().contains("\"in\":\"END\"") {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        drop(conversation);
        assert!(!text().contains("spent"), "{}", text());
        // Without reports nothing is waited for, and the end follows the move at once.
        let kept = |line: &&str| !line.contains("show_detail") && !line.contains("MESSAGE");
        let quiet: Vec<String> =
            text().lines().filter(kept).map(|line| format!("{line}\n")).collect();
        for text in [text(), quiet.concat()] {
            fs::write(&record, &text).unwrap();
            let output = replay(&record);
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(said.ends_with(" replies, 0 differ\n"), "{name}: {said}\n{text}");
        }
    }
}

#[test]
fn a_reply_that_differs_is_shown() {
    let record = record_file("differs");
    talk(&record, &["> START 15", "< OK", "> BEGIN", "< 7,7"]);
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.contains("\"out\":\"7,7\""), "{text}");
    fs::write(&record, text.replace("\"out\":\"7,7\"", "\"out\":\"9,9\"")).unwrap();
    let output = replay(&record);
    let said = String::from_utf8(output.stdout).unwrap();
    // The third is what the end of every conversation asks for.
    assert_eq!(said, "reply 2:\n  recorded 9,9\n  now      7,7\n3 replies, 1 differ\n");
    assert_eq!(output.status.code(), Some(1));
}

/// It was told like any other difference.
#[test]
fn a_search_that_cannot_be_repeated_is_named_where_replies_differ() {
    let record = record_file("balance");
    let steps = ["> START 15", "< OK", "> INFO max_node 2000", "> YXBALANCEONE 0", "< MOVE"];
    talk(&record, &steps);
    let said = || String::from_utf8(replay(&record).stdout).unwrap();
    assert_eq!(said(), "3 replies, 0 differ\n");
    let text = fs::read_to_string(&record).unwrap();
    fs::write(&record, text.replacen("\"out\":\"OK\"", "\"out\":\"KO\"", 1)).unwrap();
    assert!(said().contains("\nsearches for stones that even the game"), "{}", said());
}

/// A manager that started the engine anew with the same command line found it dead.
#[test]
fn a_record_is_not_written_over_and_the_next_one_gets_a_number() {
    let record = record_file("kept");
    let second = record_file("kept-2");
    fs::write(&record, "precious").unwrap();
    talk(&record, &["> START 15", "< OK"]);
    assert_eq!(fs::read_to_string(&record).unwrap(), "precious");
    assert!(replay(&second).status.success());
}

/// It had been taken for a part of the first entry.
#[test]
fn a_record_may_begin_with_a_byte_order_mark() {
    let record = record_file("mark");
    talk(&record, &["> START 15", "< OK"]);
    let content = fs::read_to_string(&record).unwrap();
    fs::write(&record, format!("\u{FEFF}{content}")).unwrap();
    assert!(replay(&record).status.success());
}

#[test]
fn what_is_no_record_is_refused_with_its_name() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    for (file, expected) in [
        (readme, "line 1: expected an entry of a session record"),
        ("no-such-file.jsonl", "no-such-file.jsonl: "),
    ] {
        let output = replay(Path::new(file));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(file) && error.contains(expected), "{error}");
        assert_eq!((error.lines().count(), output.status.code()), (1, Some(1)));
    }
}

/// A record of a session with `--net` did not say so, and was repeated with another one.
#[test]
fn a_session_is_repeated_only_with_its_net() {
    let record = record_file("net");
    let steps = ["> START 15", "< OK", "> INFO max_node 2000", "> TURN 7,7", "< MOVE"];
    talk_with(&["--net", "none"], &record, &steps);
    let output = replay(&record);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("recorded with net none") && !output.status.success(), "{error}");
    assert!(replay_with(&["--net", "none"], &record).status.success());
    let record = record_file("own-net");
    talk(&record, &steps);
    assert!(!replay_with(&["--net", "none"], &record).status.success());
    assert!(replay(&record).status.success());
}

/// The net of the program was taken for a file that is no net, and only the log told.
#[test]
fn a_session_is_not_repeated_with_a_damaged_net() {
    let record = record_file("damaged-net");
    talk(&record, &["> START 15", "< OK", "> INFO max_node 2000", "> TURN 7,7", "< MOVE"]);
    let output = replay_with(&["--net", record.to_str().unwrap()], &record);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("damaged-net") && !output.status.success(), "{error}");
}
