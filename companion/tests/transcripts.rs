//! Conversations over the real program: the files of `tests/transcripts`, the examples of
//! `protocol.md`, and what a text cannot say. Numbers are those of the conformance list that the
//! conversations come from.
#![allow(missing_docs, clippy::unwrap_used)]

mod process;
mod programs;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::time::Duration;

use companion::tools::check::CONVERSATIONS;
use companion::tools::check::dialogue::{Conversation, Dialogue, hold, parse};
use dolmen::board::{Board, Outcome};
use dolmen::types::{Color, Coord, Rule, Size};
use process::{PATIENCE, Unread, engine};

/// Holds conversations, two at a time, and reports all that fail.
fn hold_all(dialogues: &[Dialogue]) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let failed = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let number = || next.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                while let Some(dialogue) = dialogues.get(number()) {
                    let course = hold(&engine(&[]), dialogue, PATIENCE);
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
        Talk(Conversation::start(&engine(&[]), PATIENCE).unwrap())
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
    let path = format!("{}/../protocol.md", env!("CARGO_MANIFEST_DIR"));
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
    let mut process = process::start(&engine(&[]));
    process::send(&mut process, "START 15\nINFO show_detail 1\nINFO timeout_turn 2500");
    process.send("BOARD 7,7,1 8,8,2 7,9,1 7,8,2 DONE");
    let lines = std::iter::from_fn(|| process.receive(PATIENCE).ok().map(|(_, line)| line));
    let lines: Vec<String> = lines.take_while(|line| !line.starts_with(char::is_numeric)).collect();
    process::end(process);
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
}

/// Commands in a pipe: the search that the end finds is answered, and nothing after it.
#[test]
fn nothing_is_answered_after_the_end() {
    let mut process = process::start(&engine(&[]));
    process::send(&mut process, "START 15\nTURN 7,7\nEND\nABOUT\nSTART 3\nFOOBAR");
    process::expect(&mut process, "OK");
    let (_, line) = process::answer(&mut process, PATIENCE).unwrap();
    assert!(process::point(&line).is_some(), "{line}");
    process::expect_end(&mut process);
}

/// A manager that hangs up in the middle of a search.
#[test]
fn closed_output_ends_the_program_quietly() {
    let mut program = Unread::start();
    program.send("START 15\nINFO timeout_turn 300\nTURN 7,7");
    let mut first = String::new();
    BufReader::new(program.output.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "OK\n");
    // The reader is dropped: the pipe is closed while the engine thinks.
    program.wait_for_end();
    let mut errors = String::new();
    program.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert!(program.child.wait().unwrap().success());
}

#[test]
fn a_slow_reader_gets_whole_lines() {
    let mut program = Unread::start();
    program.send("ABOUT\nABOUT\nABOUT\nEND");
    let mut output = program.output.take().unwrap();
    let (mut text, mut byte) = (Vec::new(), [0]);
    while output.read(&mut byte).unwrap() == 1 {
        text.push(byte[0]);
        std::thread::sleep(Duration::from_millis(1));
    }
    let text = String::from_utf8(text).unwrap();
    assert!(text.ends_with('\n'));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines, [lines[0]; 3]);
    assert!(program.child.wait().unwrap().success());
}

/// Nothing is computed while it is not the engine's turn.
#[test]
#[cfg(target_os = "linux")]
fn idle_after_a_move() {
    let mut conversation = Talk::start();
    for step in ["> S15", "> INFO pondering 0", "> TURN 7,7", "< MOVE", ". 100"] {
        conversation.step(step);
    }
    let before = process::cpu_time(conversation.0.process_id());
    for step in ["! kill STOP", ". 1000", "! kill CONT", ". 300"] {
        conversation.step(step);
    }
    let after = process::cpu_time(conversation.0.process_id());
    assert!(after <= before + Duration::from_millis(10), "{before:?}, then {after:?}");
    conversation.finish();
}

/// The game is lost, but a manager that asks for a move gets one.
#[test]
fn black_moves_where_every_point_is_forbidden() {
    let board = all_forbidden();
    assert_eq!(board.outcome(), Outcome::Open);
    assert!(board.empty_cells().iter().all(|c| board.is_forbidden(c)));
    assert!(board.empty_cells().iter().count() > 25, "or else the game is a draw");
    let mut conversation = Talk::start();
    conversation.step("> S15");
    conversation.step("> INFO rule 4");
    for line in process::block(&board).lines() {
        conversation.0.send_line(line);
    }
    conversation.step("< MOVE");
    conversation.finish();
}

/// Rows of black with gaps that would join more than five, between rows that are full.
fn all_forbidden() -> Board {
    let mut board = Board::new(Rule::Renju, Size::new(15).unwrap());
    for y in 0..15 {
        // Shifted from row to row, so that no five comes about across them.
        let row = if y % 2 == 0 {
            "b.bbbb.b.bbbb.b"
        } else {
            ["wwwwbwwwwbwwwwb", "bwwwwbwwwwbwwww"][y / 2 % 2]
        };
        for (x, letter) in row.chars().enumerate() {
            let c = Coord::new(x as u8, y as u8).unwrap();
            match letter {
                'b' => board.place(c, Color::Black),
                'w' => board.place(c, Color::White),
                _ => {}
            }
        }
    }
    board.set_side_to_move(Color::Black);
    board
}
