//! The subcommands: what they answer, and that nothing stops them.
#![allow(missing_docs, clippy::unwrap_used)]

mod programs;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use programs::{COMPANION, ENGINE};

/// The program's output, which must be a success.
fn program(arguments: &[&str]) -> String {
    let program = Command::new(COMPANION).args(arguments).output().unwrap();
    assert!(program.status.success(), "{arguments:?}: {program:?}");
    String::from_utf8(program.stdout).unwrap()
}

#[test]
fn shells_and_man_know_every_subcommand() {
    let help = program(&["--help"]);
    let commands = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names: Vec<&str> =
        commands.lines().filter(is_name).map(|line| line[2..].split(' ').next().unwrap()).collect();
    assert!(names.contains(&"match") && names.len() >= 14, "{names:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = program(&["completions", shell]);
        assert!(names.iter().all(|name| script.contains(name)), "{shell}");
    }
    let page = program(&["man"]);
    assert!(page.contains(".TH dolmen 1"), "{page}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    program(&["man", "--dir", folder.to_str().unwrap()]);
    for name in names.iter().filter(|&&name| name != "help") {
        let page = fs::read_to_string(folder.join(format!("dolmen-{name}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
}

/// Some had named neither file nor program, `check` had said it 126 times, and others had shown
/// what a library thought.
#[test]
fn errors_name_the_file_or_the_program() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let folder = env!("CARGO_MANIFEST_DIR");
    let engine = format!("cmd={ENGINE}");
    for (arguments, named, told) in [
        (vec!["solve", "nofile"], "nofile", "No such file"),
        (vec!["solve", folder], folder, "Is a directory"),
        (vec!["replay", "nofile"], "nofile", "No such file"),
        (vec!["check", "--", "./nope"], "./nope", "No such file"),
        (vec!["match", "--engine", "cmd=./nope", "--engine", &engine], "./nope", "No such file"),
        (vec!["replay", readme], readme, "line 1: expected an entry of a session record"),
        (vec!["match", "merge", readme], readme, "not the record of a match"),
        (vec!["net", readme], readme, "not a net"),
        (vec!["analyze", "nofile"], "nofile", "No such file"),
    ] {
        let mut program = Command::new(COMPANION);
        let program = program.args(&arguments).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8(program.stderr).unwrap();
        assert_eq!(program.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.starts_with(&format!("dolmen: {named}: {told}")), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(program.stdout.is_empty(), "{arguments:?}");
    }
}

/// The first invalid line had ended the program; it was the only one that was named.
#[test]
fn invalid_lines_are_answered_one_by_one() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let output = Command::new(COMPANION).args(["solve", readme]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.starts_with(&format!("dolmen: {readme}: invalid lines: ")), "{error}");
    assert!(error.contains(", the first: line 3: invalid problem: "), "{error}");
    assert!(String::from_utf8_lossy(&output.stdout).matches("error: line ").count() > 20);
}

/// They had been taken as 1, or as any number of threads that does not fit the machine.
#[test]
fn numbers_of_threads_out_of_range_are_refused() {
    for tool in ["analyze -", "json", "datagen x", "train x --output y", "play"] {
        for threads in ["0", "100000"] {
            let words = tool.split_whitespace().chain(["--threads", threads]);
            let mut program = Command::new(COMPANION);
            let program = program.args(words).stdin(Stdio::null()).output().unwrap();
            let error = String::from_utf8(program.stderr).unwrap();
            assert_eq!(program.status.code(), Some(2), "{tool}: {error}");
            assert!(error.contains("expected 1 to "), "{tool}: {error}");
        }
    }
}

/// Sums and products with such numbers overflowed.
#[test]
fn depths_and_balances_out_of_range_are_refused() {
    for (command, told) in [
        ("minimax --depth 43", "43 is not in 1..=42"),
        ("openings --balance=-1", "-1 is not in 0.."),
        ("openings swap2 --state x --balance=-1", "-1 is not in 0.."),
    ] {
        let output = Command::new(COMPANION).args(command.split(' ')).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {error}");
        assert!(error.contains(told), "{command}: {error}");
    }
}

/// The format that is the default had been refused where it was named.
#[test]
fn solve_takes_the_options_of_the_table_with_its_name() {
    for (arguments, code) in [
        ("solve - --format table --verbose", 0),
        ("solve - --format table --time 10", 0),
        ("solve - --format json --verbose", 1),
        ("solve - --format text --time 10", 1),
    ] {
        let mut program = Command::new(COMPANION);
        let output = program.args(arguments.split(' ')).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments}: {error}");
        assert_eq!(error.contains(" is for --format table"), code == 1, "{arguments}: {error}");
    }
}

/// They had been ignored in silence.
#[test]
fn options_without_an_effect_are_refused() {
    for (arguments, code, told) in [
        ("solve - --proof-nodes 9", 1, "--proof-nodes is for --format text, json or svg"),
        ("solve - --format table --other-nodes 9", 1, "--other-nodes is for --format text, json"),
        ("solve - --format json --proof-nodes 9 --other-nodes 9", 0, ""),
        ("stats - --hash 64", 2, "--nodes <N>"),
    ] {
        let mut program = Command::new(COMPANION);
        let output = program.args(arguments.split(' ')).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments}: {error}");
        assert!(error.contains(told), "{arguments}: {error}");
    }
}

/// From one game no opening can be seen not to depend on the colour: all but those drawn were dropped.
#[test]
fn openings_are_not_judged_by_a_single_game() {
    for tool in ["openings", "openings swap2 --state /nowhere/at/all"] {
        let words = tool.split(' ').chain(["--games", "1"]);
        let output = Command::new(COMPANION).args(words).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{tool}: {error}");
        assert!(error.contains("expected 0 or at least 2 games"), "{tool}: {error}");
    }
}

/// `explain` had read standard input only, and `replay` had never read it.
#[test]
fn positions_and_records_are_read_from_files_and_from_standard_input() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("positions.txt");
    fs::write(&file, "h8i9\n").unwrap();
    let file = file.to_str().unwrap();
    for arguments in [vec!["explain"], vec!["explain", "-"], vec!["explain", file]] {
        let input = Stdio::from(fs::File::open(file).unwrap());
        let output = Command::new(COMPANION).args(&arguments).stdin(input).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("freestyle 15, black to move\n"), "{arguments:?}: {text}");
    }
    let input = Stdio::from(fs::File::open(file).unwrap());
    let output = Command::new(COMPANION).args(["replay", "-"]).stdin(input).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("dolmen: line 1: expected an entry"), "{error}");
}
