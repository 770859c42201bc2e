//! Where the program runs: folders, names, closed and full outputs, little memory.
#![cfg(target_os = "linux")]
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

mod folder;
mod process;
mod programs;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;

use companion::arena::spec::EngineSpec;
use dolmen::board::Board;
use dolmen::types::{Rule, Size};
use folder::folder;
use process::{PATIENCE, PROGRAM, Unread, by_shell, end, expect, expect_end, expect_move, send};
use process::{peak_memory, start, unique_memory};

/// Two moves and a regular end.
fn plays(spec: &EngineSpec) {
    let mut process = start(spec);
    send(&mut process, "START 15\nINFO max_memory 16777216\nINFO timeout_turn 50\nBEGIN");
    expect(&mut process, "OK");
    let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
    expect_move(&mut process, &mut board);
    send(&mut process, "YXNBEST 1");
    expect_move(&mut process, &mut board);
    end(process);
}

/// Not even root can write in `/proc`.
#[test]
fn plays_in_a_folder_where_nobody_can_write() {
    plays(&by_shell("cd /proc && exec \"$0\"", ""));
}

#[test]
fn plays_from_a_path_with_blanks_and_quotes_and_chinese_letters() {
    for name in ["with blanks", "with \"quotes\" 'of' both `kinds`", "五子棋 ü", "$HOME\\;#*"] {
        let copy = folder("names").join(name);
        fs::create_dir_all(&copy).unwrap();
        let copy = copy.join("pbrain-dolmen");
        // A copy is busy while a program started by another test still has it open to write.
        fs::hard_link(&*PROGRAM, &copy).unwrap();
        let copy = copy.to_str().unwrap();
        plays(&EngineSpec::of_command(&[copy.to_string()]));
        // Its own folder is also where it works.
        plays(&by_shell("cd \"${1%/*}\" && exec ./pbrain-dolmen", copy));
    }
}

/// The program had ended at once, and the game was lost.
#[test]
fn a_record_that_cannot_be_created_costs_no_game() {
    let engine = process::engine(&["--record", "/proc/talk.jsonl"]);
    let mut process = start(&engine);
    let told = process.receive(PATIENCE).map(|(_, line)| line);
    let told = told.unwrap();
    assert!(told.starts_with("MESSAGE /proc/talk.jsonl: "), "{told}");
    assert!(told.ends_with("; the session is not recorded"), "{told}");
    end(process);
    plays(&engine);
}

#[test]
fn plays_without_a_home_and_without_any_environment() {
    plays(&by_shell("unset HOME; exec \"$0\"", ""));
    plays(&by_shell("exec env -i \"$0\"", ""));
    plays(&by_shell("HOME=/nowhere TMPDIR=/nowhere LC_ALL=xx exec \"$0\"", ""));
}

#[test]
fn plays_with_standard_error_closed_or_full() {
    plays(&by_shell("exec \"$0\" 2>&-", ""));
    plays(&by_shell("exec \"$0\" --log trace 2>&-", ""));
    plays(&by_shell("exec \"$0\" --log trace 2>/dev/full", ""));
}

#[test]
fn ends_at_once_if_the_input_is_closed_from_the_start() {
    for line in ["exec \"$0\" <&-", "exec \"$0\" </dev/null"] {
        let mut process = start(&by_shell(line, ""));
        expect_end(&mut process);
    }
}

#[test]
fn an_output_closed_from_the_start_is_no_fault() {
    let mut process = start(&by_shell("exec \"$0\" >&-", ""));
    send(&mut process, "START 15\nINFO timeout_turn 50\nTURN 7,7");
    end(process);
}

/// What cannot be written is told, in one line, and is an error.
#[test]
fn a_full_output_ends_the_program_with_an_error() {
    for (line, told) in [
        ("exec \"$0\" >/dev/full", "pbrain-dolmen: No space left on device (os error 28)\n"),
        ("exec \"$0\" >/dev/full 2>/dev/full", ""),
    ] {
        let mut process = start(&by_shell(line, ""));
        process.send("START 15");
        assert_eq!(process.errors(PATIENCE).as_deref(), Some(told));
        assert_eq!(process.exit_status(PATIENCE).and_then(|status| status.code()), Some(1));
    }
}

/// Nothing was said of a log.
#[test]
fn a_full_log_or_record_is_told_at_the_end() {
    for option in ["--log", "--record"] {
        let mut process = start(&by_shell(&format!("exec \"$0\" {option} /dev/full"), ""));
        process.send("START 15\nEND");
        let told = "pbrain-dolmen: /dev/full: No space left on device (os error 28)\n";
        assert_eq!(process.errors(PATIENCE).as_deref(), Some(told));
        assert_eq!(process.exit_status(PATIENCE).and_then(|status| status.code()), Some(1));
    }
}

/// More lines than a pipe holds, numbered by what they complain of.
const MANY: usize = 20_000;

fn ask_much(program: &mut Unread) {
    let words: Vec<String> = (0..MANY).map(|n| format!("WORD{n}")).collect();
    program.send(&words.join("\n"));
    // The pipe is full long before that.
    std::thread::sleep(Duration::from_millis(500));
}

#[test]
fn a_reader_that_stalls_loses_nothing() {
    let mut program = Unread::start();
    ask_much(&mut program);
    let mut output = BufReader::new(program.output.take().unwrap());
    let mut line = String::new();
    for n in 0..MANY {
        line.clear();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, format!("UNKNOWN WORD{n}\n"));
    }
    // It goes on as if nothing had been.
    program.send("START 15\nEND");
    line.clear();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "OK\n");
    program.wait_for_end();
}

#[test]
fn end_does_not_wait_for_a_reader_that_stalls() {
    let mut program = Unread::start();
    ask_much(&mut program);
    program.send("END");
    let took = program.wait_for_end();
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert!(program.child.wait().unwrap().success());
}

/// What is in a folder, by name.
fn entries(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}

#[test]
fn nothing_is_written_unless_asked_for() {
    let folder = folder("watched");
    let here = folder.to_str().unwrap();
    let line = |arguments| {
        let at_home = "cd \"$1\" && HOME=$1 TMPDIR=$1 XDG_CONFIG_HOME=$1 XDG_CACHE_HOME=$1";
        format!("{at_home} exec \"$0\" {arguments}")
    };
    let talk = |arguments| {
        let mut process = start(&by_shell(&line(arguments), here));
        send(&mut process, &format!("INFO folder {here}\nINFO max_memory 16777216\nSTART 15"));
        expect(&mut process, "OK");
        send(&mut process, "INFO timeout_turn 50\nINFO usedatabase 1\nINFO evaluate 3,4");
        send(&mut process, &format!("YXSETDATABASE\n{here}/x.db\nYXHASHDUMP\n{here}/y"));
        send(&mut process, &format!("YXDBTOTXT\n{here}/z\nTURN 7,7"));
        let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
        expect_move(&mut process, &mut board);
        end(process);
    };
    talk("");
    assert_eq!(entries(&folder), [""; 0]);
    talk("--log asked-for");
    assert_eq!(entries(&folder), ["asked-for"]);
}

/// A shell that allows itself too little address space for the table that is asked for.
#[test]
fn too_little_address_space_makes_the_table_smaller() {
    for kib in [500_000, 300_000, 150_000] {
        let mut process = start(&by_shell(&format!("ulimit -v {kib} && exec \"$0\""), ""));
        // The largest table there is, the default one, and another.
        for memory in [2_000_000_000, 0, 350 << 20_u64] {
            send(
                &mut process,
                &format!("INFO max_memory {memory}\nSTART 15\nINFO timeout_turn 50"),
            );
            expect(&mut process, "OK");
            let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
            process.send("BEGIN");
            expect_move(&mut process, &mut board);
        }
        // The command line can ask for more than most machines have.
        end(process);
        plays(&by_shell(&format!("ulimit -v {kib} && exec \"$0\" --hash 16384"), ""));
    }
}

/// Less than these MiB can be asked for, but not be had: the program itself, its tables and its
/// stacks.
const LEAST: u64 = 8;

fn measure_memory(time: u64, threads: usize) {
    for limit in [LEAST, 16, 80, 350, 2048].map(|mib| mib << 20) {
        let mut process = start(&process::engine(&[]));
        send(&mut process, &format!("START 20\nINFO max_memory {limit}\nINFO timeout_turn {time}"));
        expect(&mut process, "OK");
        send(&mut process, &format!("INFO thread_num {threads}"));
        let mut board = Board::new(Rule::Freestyle, Size::new(20).unwrap());
        process.send("BOARD 9,9,1 10,10,2 9,11,1 10,8,2 DONE");
        expect_move(&mut process, &mut board);
        let (peak, own) = (peak_memory(process.id()), unique_memory(process.id()));
        println!("of {limit} bytes: at most {peak}, its own at the end {own}");
        assert!(peak <= limit, "{peak} of {limit} bytes");
        end(process);
    }
}

#[test]
fn memory_stays_under_the_limit() {
    measure_memory(300, 1);
}

#[test]
#[ignore = "takes a minute"]
fn memory_stays_under_the_limit_in_long_searches() {
    measure_memory(12_000, 2);
}

/// The program had kept all of it, 60 bytes for each byte of input.
#[test]
fn input_that_waits_takes_little_memory() {
    let mut program = Unread::start();
    let limit = 80 << 20;
    program.send(&format!("START 20\nINFO max_memory {limit}\nINFO timeout_turn 1000\nBEGIN"));
    let id = program.child.id();
    let mut input = program.child.stdin.take().unwrap();
    // Nobody reads the answers: writing ends when the program is killed.
    let writer = std::thread::spawn(move || input.write_all("?\n".repeat(8 << 20).as_bytes()));
    std::thread::sleep(Duration::from_secs(4));
    let peak = peak_memory(id);
    println!("{peak} bytes");
    assert!(peak <= limit + (16 << 20), "{peak} bytes");
    drop(program);
    assert!(writer.join().unwrap().is_err());
}

/// A manager with many programs counts on this, and a first move in time too.
#[test]
fn memory_is_taken_only_as_it_is_used() {
    let mut process = start(&process::engine(&[]));
    send(&mut process, "START 15\nINFO max_memory 367001600\nINFO timeout_turn 20\nTURN 7,7");
    expect(&mut process, "OK");
    let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
    expect_move(&mut process, &mut board);
    let own = unique_memory(process.id());
    assert!(own < 64 << 20, "{own} bytes after 20 ms");
    end(process);
}
