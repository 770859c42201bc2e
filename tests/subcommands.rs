//! The subcommands: what they answer, and that nothing stops them.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use dolmen::tools::explain::ExplainOptions;
use dolmen::tools::{bench, explain, forbidden, referee};

fn judge(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    referee::run(input, &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn referee_tells_how_games_stand() {
    let cases = [
        ("freestyle 15", "open"),
        ("0 15 h8", "open"),
        ("freestyle 15 h8h9i8i9j8j9k8k9l8", "black"),
        ("standard 15 a1h9a3i9a5j9a7k9a9l9", "white"),
        ("standard 15 h8a1i8a3j8a5l8a7m8a9k8", "open"),
        ("freestyle 15 h8a1i8a3j8a5l8a7m8a9k8", "black"),
        ("renju 15 h8a1i8a3j8a5l8a7m8a9k8", "foul 6"),
        ("2 15 h8a1i8a3g7a5g6a7g8", "foul 33"),
        ("caro 15 h8g8i8m8j8a1k8a3l8", "open"),
        ("9 15 h8g8i8a7j8a1k8a3l8", "black"),
        ("8 15 h8a5i8a3j8a1l8a7m8a9k8", "black"),
        ("caro 15 h8a5i8a3j8a1l8a7m8a9k8", "open"),
        ("RENJU 15 H8", "open"),
    ];
    for (line, answer) in cases {
        assert_eq!(judge(line.as_bytes()), [answer], "{line}");
    }
}

#[test]
fn referee_goes_on_after_errors() {
    let input = b"chess 15 h8\nrenju 4 a1\nrenju 23\nrenju x\nrenju\n\n# a comment\n\
        freestyle 15 h8h8\nfreestyle 15 p1\nfreestyle 15 h8,i9\nfreestyle 15 h8 i9\n\
        freestyle 15 h8h9i8i9j8j9k8k9l8a1\n\xFF\xFE\nfreestyle 15 h8\r\n";
    let answers = judge(input);
    assert_eq!(answers.len(), 12);
    assert!(answers[..11].iter().all(|answer| answer.starts_with("error: ")), "{answers:#?}");
    assert_eq!(answers[9], "error: move 10 (a1) comes after the end of the game");
    assert_eq!(answers[11], "open");
}

#[test]
fn forbidden_lists_points_with_kinds() {
    let ask = |line: &str| {
        let mut output = Vec::new();
        forbidden::run(line.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    assert_eq!(ask("15 h6a1h7a3f8a5g8a7"), "h8:33\n");
    assert_eq!(ask("15 h8a1i8a3j8a5l8a7m8"), "k8:6\n");
    assert_eq!(ask("15"), "none\n");
    assert!(ask("15 h8h8").starts_with("error: "));
    assert!(ask("nonsense").starts_with("error: "));
}

fn explain(lines: &str, groups: bool) -> String {
    let mut output = Vec::new();
    let options = ExplainOptions { groups, svg: false, nodes: 2_000 };
    explain::run(lines.as_bytes(), &mut output, &options).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn explain_shows_the_shapes() {
    let text = explain("renju 15 h6a1h7a3f8a5g8a7\nrenju 99\nfreestyle 5\n", true);
    for part in [
        "renju 15, black to move",
        "groups of black:",
        "open two",
        "candidates of black",
        "double threes of black: h8 (forbidden)",
        "forbidden to black: h8:33",
        "error: board size '99'",
        "freestyle 5, black to move",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
}

#[test]
fn bench_repeats_itself() {
    let run = || {
        let (mut output, mut progress) = (Vec::new(), Vec::new());
        bench::run(&mut output, &mut progress).unwrap();
        // Twelve positions, and how often the first move refuted.
        assert_eq!(String::from_utf8(progress).unwrap().lines().count(), 13);
        String::from_utf8(output).unwrap()
    };
    let first = run();
    let lines: Vec<&str> = first.lines().collect();
    assert!(lines[0].strip_prefix("Bench: ").unwrap().parse::<u64>().is_ok());
    let words: Vec<&str> = lines[1].split(' ').collect();
    assert_eq!((words[1], words[3]), ("nodes", "nps"));
    assert_eq!(lines.len(), 2);
    assert_eq!(run().lines().next(), Some(lines[0]));
}

/// The program's output, which must be a success.
fn program(arguments: &[&str]) -> String {
    let program =
        Command::new(env!("CARGO_BIN_EXE_pbrain-dolmen")).args(arguments).output().unwrap();
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
    assert!(names.contains(&"match") && names.len() >= 15, "{names:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = program(&["completions", shell]);
        assert!(names.iter().all(|name| script.contains(name)), "{shell}");
    }
    let page = program(&["man"]);
    assert!(page.contains(".TH pbrain-dolmen 1"), "{page}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    program(&["man", "--dir", folder.to_str().unwrap()]);
    for name in names.iter().filter(|&&name| name != "help") {
        let page = fs::read_to_string(folder.join(format!("pbrain-dolmen-{name}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
}

/// Fixed: what only the protocol uses was taken before any subcommand, and did nothing.
#[test]
fn options_before_a_subcommand_are_used_or_refused() {
    let ask = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_pbrain-dolmen"));
        let program = program.args(arguments).stdin(Stdio::null()).output().unwrap();
        (program.status.code(), String::from_utf8(program.stderr).unwrap())
    };
    let options = ["--net none", "--rule freestyle", "--hash 64", "--threads 2", "--record talk"];
    let tools = ["bench", "explain", "json", "analyze -", "solve -", "play --plain", "replay talk"];
    for option in options {
        for tool in tools.iter().filter(|tool| cfg!(feature = "play") || !tool.starts_with("play"))
        {
            let words: Vec<&str> = option.split(' ').chain(tool.split(' ')).collect();
            let told = format!("{} before {}", words[0], words[2]);
            let (code, error) = ask(&words);
            match told.as_str() {
                "--hash before play" | "--threads before play" => assert_eq!(code, Some(0)),
                // It takes the option, and does not find the file.
                "--net before replay" => assert_eq!(code, Some(1)),
                _ => assert!(code == Some(2) && error.contains(&told), "{told}: {error}"),
            }
        }
    }
    assert_eq!(ask(&["--log", "error", "referee"]).0, Some(0));
}
