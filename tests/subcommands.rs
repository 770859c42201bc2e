//! The small tools of the engine's program: what they answer, and that nothing stops them.
#![allow(missing_docs, clippy::unwrap_used)]

use std::process::{Command, Output, Stdio};

use dolmen::tools::{bench, forbidden, referee};

fn judge(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    // Invalid lines are errors as well.
    let _ = referee::run(input, &mut output);
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
    // Without a size it is 15, and moves may have blanks between them.
    assert_eq!((answers[4].as_str(), answers[8].as_str()), ("open", "open"));
    let errors = answers[..11].iter().enumerate().filter(|(n, _)| ![4, 8].contains(n));
    assert!(errors.into_iter().all(|(_, answer)| answer.starts_with("error: ")), "{answers:#?}");
    assert_eq!(answers[9], "error: move 10 (a1) comes after the end of the game");
    assert_eq!(answers[11], "open");
}

#[test]
fn forbidden_lists_points_with_kinds() {
    let ask = |line: &str| {
        let mut output = Vec::new();
        let _ = forbidden::run(line.as_bytes(), &mut output);
        String::from_utf8(output).unwrap()
    };
    assert_eq!(ask("15 h6a1h7a3f8a5g8a7"), "h8:33\n");
    assert_eq!(ask("15 h8a1i8a3j8a5l8a7m8"), "k8:6\n");
    assert_eq!(ask("15"), "none\n");
    assert!(ask("15 h8h8").starts_with("error: "));
    assert!(ask("nonsense").starts_with("error: "));
}

/// The exit code had been 0.
#[test]
fn invalid_lines_are_an_error_at_the_end() {
    let input = &b"h8h8\n# a comment\n\nh8i9\n"[..];
    type Tool = fn(&[u8], &mut Vec<u8>) -> std::io::Result<()>;
    let tools: [Tool; 2] = [
        |input, output| referee::run(input, output),
        |input, output| forbidden::run(input, output),
    ];
    for run in tools {
        let mut output = Vec::new();
        let error = run(input, &mut output).unwrap_err();
        assert_eq!(error.to_string(), "invalid lines: 1 of 2");
        assert_eq!(String::from_utf8(output).unwrap().lines().count(), 2);
    }
    referee::run(&b"h8i9\n"[..], &mut Vec::new()).unwrap();
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
    // After a change of play the constant is to be changed.
    assert_eq!(lines[0], format!("Bench: {}", bench::SIGNATURE));
    let words: Vec<&str> = lines[1].split(' ').collect();
    assert_eq!((words[1], words[3]), ("nodes", "nps"));
    assert_eq!(lines.len(), 2);
    assert_eq!(run().lines().next(), Some(lines[0]));
}

fn program(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_pbrain-dolmen"));
    program.args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// What was a subcommand of this program names the new one, in one line and with code 2.
#[test]
fn old_spellings_are_answered_by_the_new_one() {
    for old in ["match", "play", "analyze", "json", "solve", "convert", "check", "replay", "train"]
    {
        let output = program(&[old, "--games", "2", "x"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error, format!("pbrain-dolmen: 'pbrain-dolmen {old}' is now 'dolmen {old}'\n"));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
    let output = program(&["explain"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "pbrain-dolmen: 'pbrain-dolmen explain' is now 'dolmen explain'\n");
}

/// Rapfi's Yixin-Board starts its engine so on Windows; it ended with a usage error.
#[test]
fn the_option_of_rapfis_board_starts_the_engine() {
    let output = program(&["--force-utf8"]);
    assert!(output.status.success(), "{output:?}");
}

/// What only the protocol uses was taken before any subcommand, and did nothing.
#[test]
fn options_before_a_subcommand_are_refused() {
    for option in [["--net", "none"], ["--rule", "renju"], ["--hash", "64"], ["--threads", "1"]] {
        for tool in ["bench", "referee", "forbidden"] {
            let output = program(&[&option[..], &[tool]].concat());
            let error =
                format!("pbrain-dolmen: the subcommand '{tool}' takes no options of the engine\n");
            assert_eq!(String::from_utf8_lossy(&output.stderr), error);
            assert_eq!(output.status.code(), Some(2), "{option:?} {tool}");
        }
    }
    for threads in ["0", "100000"] {
        let output = program(&["--threads", threads]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains("expected 1 to "), "{error}");
    }
}
