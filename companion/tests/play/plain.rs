//! The line mode, as a process with its input from a pipe.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use companion::arena::compact::{CompactGame, encode};
use dolmen::types::{Coord, Rule, Size};

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dolmen"));
    command.arg("play").args(arguments.split_whitespace());
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &str, input: &[u8]) -> Output {
    let mut child = command(arguments).spawn().unwrap();
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The lines of a game in the line mode, which must end well.
fn talk(arguments: &str, input: &str) -> Vec<String> {
    let output = run(&format!("--plain {arguments}"), input.as_bytes());
    assert!(output.status.success(), "{output:?}");
    // The input of most games ends without `quit`.
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.lines().all(|line| line.starts_with("the game was: ")), "{errors}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

fn file(name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&file);
    file
}

/// The first line had been no point.
#[test]
fn input_may_begin_with_a_byte_order_mark() {
    let said = talk("--white human", "\u{FEFF}h8\nquit\n");
    assert!(said.iter().any(|line| line == "Black plays h8"), "{said:?}");
}

#[test]
fn every_state_is_told_in_words() {
    let said = talk(
        "--white human --rule renju --opening free",
        "h8\nH8\ni8\nb2\nz1\nj8\nthreats\nb4\nundo\nredo\nboard\nmoves\nclock\nquit\nquit\nh9\n",
    );
    assert_eq!(
        said[..21],
        [
            "Renju, board of 15",
            "Black: human",
            "White: human",
            "Commands: help",
            "Black to move",
            "Black plays h8",
            "White to move",
            "h8 is occupied",
            "White plays i8",
            "Black to move",
            "Black plays b2",
            "White to move",
            "'z1' is neither a point nor a command; 'help' lists them",
            "White plays j8",
            "Black to move",
            "No winning threat on the board",
            "Black plays b4",
            "White to move",
            "Taken back: b4",
            "Black to move",
            "Played again: b4",
        ]
    );
    let rest = said[21..].join("\n");
    assert!(rest.contains("\n 8 . . . . . . . x o o . . . . .\n"), "{rest}");
    assert!(rest.contains("\nMoves: h8 i8 b2 j8 b4\n"), "{rest}");
    assert!(rest.contains("\nWhite has taken 0:0"), "{rest}");
    assert!(rest.ends_with("Goodbye"), "{rest}");
}

#[test]
fn shapes_and_the_end_are_told() {
    let said =
        talk("--white human", "h8\na1\ni8\na2\nj8\nthreats\na3\nk8\nl8\ng8\nh9\nnew\nnew\nh9\n");
    let has = |line: &str| assert!(said.iter().any(|said| said == line), "{line}: {said:#?}");
    has("Black plays j8, open three");
    has("Black: open four at g8 k8");
    has("Black plays k8, open four");
    has("White plays l8, stops five");
    has("Black plays g8, five");
    has("Black wins with 5 in a row");
    has("The game is over");
    has("New game");
    assert_eq!(said.last().unwrap(), "White to move");
}

#[test]
fn forbidden_points_are_told_and_refused() {
    let moves = "h6\na1\nh7\na3\nf8\na5\ng8\na7\nh8\nforbidden\n";
    let said = talk("--white human --rule renju --opening free", moves);
    let told: Vec<&String> = said.iter().filter(|line| line.contains("orbidden")).collect();
    let list = "Forbidden to black: h8";
    assert_eq!(told, [list, "h8 is forbidden to black: double three", list]);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed: u32| talk(&format!("--black 2 --white 5 --size 9 --seed {seed}"), "");
    assert_eq!(game(7), game(7));
    assert_ne!(game(7), game(8));
    let last = game(7).pop().unwrap();
    assert!(last.ends_with("wins with 5 in a row") || last == "Draw", "{last}");
}

#[test]
fn a_saved_game_goes_on() {
    let file = file("plain.txt");
    let name = file.display();
    let said = talk("--white 4 --seed 3", &format!("h8\nlevel 2\nsave {name}\nsave\n"));
    assert_eq!(said.last().unwrap(), &format!("Saved as {name}"));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("# white: 2\n# seed: 3\n"), "{text}");
    let moves = text.lines().last().unwrap().split(' ').nth(2).unwrap().to_string();
    // What comes together with a stone waits, as the stone does, for the engine.
    let game = "--black 1 --white human";
    let said = talk(&format!("--resume {name} {game}"), "a15\nsave\nquit\n");
    assert_eq!(said[1..3], ["Black: level 1", "White: human"]);
    assert!(said[3].starts_with("Moves: h8 "), "{said:?}");
    // Black is played by the engine now: it moved on from there.
    let text = fs::read_to_string(&file).unwrap();
    let later = text.lines().last().unwrap().split(' ').nth(2).unwrap();
    assert!(later.starts_with(&moves) && later[moves.len()..].contains("a15"), "{later} {moves}");
    let copy = talk("--white human", &format!("a1\nsave\nsave {name}\nsave {name}\n"));
    let tail: Vec<&str> = copy[copy.len() - 3..].iter().map(String::as_str).collect();
    let exists = format!("The file {name} exists; the same again overwrites it");
    let saved = format!("Saved as {name}");
    assert_eq!(tail, ["Say a name: save FILE", &exists, &saved]);
}

/// Nothing said that it was over, nor who had won.
#[test]
fn the_end_of_a_resumed_game_is_told() {
    for (game, end) in [
        ("freestyle 15 h8a1i8a2j8a3k8a4l8", "Black wins with 5 in a row"),
        // It had said five.
        ("freestyle 15 h8a1i8a2j8a3l8a4m8a6k8", "Black wins with 6 in a row"),
        (
            "# A game of dolmen play; --resume goes on with it.\n# resigned: black\nfreestyle 15 h8",
            "Black resigns, white wins",
        ),
    ] {
        let name = file("over.txt");
        fs::write(&name, game).unwrap();
        let said = talk(&format!("--white human --resume {}", name.display()), "");
        assert_eq!(said[4..], [end, "Commands: help"], "{said:#?}");
    }
}

/// What `convert` and `analyze` read and write.
#[test]
fn games_of_other_programs_are_read_and_written() {
    let folder = file("Other Games");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for ending in ["psq", "sgf", "lib", "pos"] {
        let name = folder.join(format!("Game.{ending}"));
        let rule = if ending == "lib" { "renju" } else { "freestyle" };
        let said = talk(
            &format!("--white human --rule {rule} --opening free"),
            &format!("h8\ni9\nh9\nsave {}\n", name.display()),
        );
        assert_eq!(said.last().unwrap(), &format!("Saved as {}", name.display()));
        let output =
            command("").args(["--plain", "--white", "human", "--resume"]).arg(&name).output();
        let said = String::from_utf8(output.unwrap().stdout).unwrap();
        assert!(said.contains("\nMoves: h8 i9 h9\n"), "{ending}: {said}");
        assert!(said.to_lowercase().starts_with(&format!("{rule}, board of 15")), "{said}");
    }
    let bytes = fs::read(folder.join("Game.psq")).unwrap();
    assert!(bytes.starts_with(b"Piskvorky 15x15"));
    let both = folder.join("both.bare");
    fs::write(&both, "h8i9\nh8i10\n").unwrap();
    let output = command("").args(["--plain", "--resume"]).arg(&both).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("both.bare: 2 games; play continues files with one game"), "{error}");
}

/// A file of `datagen` had been no UTF-8 text, though `convert` reads it.
/// Psq and RenLib do not hold it: a game of renju went on as freestyle, and one of freestyle as renju.
#[test]
fn the_rule_of_a_file_that_does_not_say_it_can_be_said() {
    for (rule, other, ending) in [("Renju", "freestyle", "psq"), ("Standard", "renju", "lib")] {
        let saved = file(&format!("rule.{ending}"));
        let name = saved.display();
        let chosen = rule.to_lowercase();
        talk(&format!("--white human --rule {chosen}"), &format!("h8\nsave {name}\n"));
        let resume = |options: &str| talk(&format!("{options} --resume {name}"), "quit\n");
        assert!(resume(&format!("--rule {chosen}"))[0].starts_with(rule));
        assert!(!resume("")[0].starts_with(rule));
        let text = file(&format!("rule.{ending}.txt"));
        talk(&format!("--white human --rule {chosen}"), &format!("save {}\n", text.display()));
        let refused = run(&format!("--plain --rule {other} --resume {}", text.display()), b"");
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(error.ends_with(&format!("a game of {chosen}, not of {other}\n")), "{error}");
    }
}

#[test]
fn a_game_of_datagen_is_resumed() {
    let opening = vec![Coord::new(7, 7).unwrap()];
    let moves = vec![(Coord::new(8, 8).unwrap(), None)];
    let (rule, size) = (Rule::Renju, Size::new(15).unwrap());
    let game = CompactGame { rule, size, half_points: 1, opening, moves };
    let name = file("datagen.bin");
    fs::write(&name, encode(&[game])).unwrap();
    let output = command("").args(["--plain", "--white", "human", "--resume"]).arg(&name).output();
    let said = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(said.contains("\nMoves: h8 i9\n"), "{said}");
}

/// `b` printed the board, and the others were no commands.
#[test]
fn the_keys_that_a_question_names_are_understood() {
    let has = |said: &[String], line: &str| said.iter().any(|said| said == line);
    let said = talk("--white human --opening swap2", "h8\na1\ni9\n2\nc3\nd3\nB\nundo\n");
    assert!(has(&said, "Swap2: place a white and a black stone"), "{said:#?}");
    assert_eq!(
        said[said.len() - 2..],
        ["White to move", "Stones of an opening cannot be taken back"]
    );
    let said = talk("--white human --opening swap2", "h8\na1\ni9\nw\nb\n");
    assert!(has(&said, "White to move") && said.last().unwrap().contains("a b c"), "{said:#?}");
    let rule = "--white human --rule renju --opening";
    let said = talk(&format!("{rule} yamaguchi"), "h8\nh9\ni9\n3\nw\nc3\n");
    assert!(has(&said, "Opening: offer fifth move 1 of 3"), "{said:#?}");
    let said = talk(&format!("{rule} taraguchi10"), "h8\nw\nh9\nw\ni9\nw\nh10\n0\n");
    assert!(has(&said, "Opening: offer fifth move 1 of 10"), "{said:#?}");
}

/// Without a word a game of swap2 had gone on from its three stones with no choice.
#[test]
fn other_formats_are_said_to_lose_an_opening_that_is_not_over() {
    let lost = "The file does not hold how the opening stands";
    for (ending, choice, is_lost) in
        [("sgf", "", true), ("psq", "", true), ("txt", "", false), ("lib", "take black\n", false)]
    {
        let name = file(&format!("opening.{ending}"));
        let game = format!("h8\na1\ni9\n{choice}save {}\n", name.display());
        let said = talk("--white human --opening swap2", &game);
        let told = said.last().unwrap().contains(lost);
        assert!(said.last().unwrap().starts_with("Saved as ") && told == is_lost, "{said:?}");
    }
}

/// It was told, but the program ended well.
#[test]
fn a_refused_save_ends_with_code_1() {
    let output = run("--plain --white human", b"h8\nsave /nowhere/at/all.txt\n");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("not saved"), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("Cannot save: /nowhere/at/all.txt: "), "{said}");
}

/// It was said that the file exists, and would be overwritten.
#[test]
fn a_folder_is_no_file_to_save_to() {
    let output = run("--plain --white human", b"h8\nsave .\nsave .\n");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.matches("\nCannot save: .: a folder").count(), 2, "{said}");
}

/// The first letter of a name had become a capital.
#[test]
fn names_of_files_keep_their_case() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for name in ["small.txt", "Large.TXT"] {
        fs::write(folder.join(name), "").unwrap();
        let mut child = command("--plain --white human");
        let mut child = child.current_dir(folder).spawn().unwrap();
        child.stdin.take().unwrap().write_all(format!("save {name}\n").as_bytes()).unwrap();
        let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        assert!(said.contains(&format!("The file {name} exists; ")), "{said}");
    }
}

#[test]
fn the_language_is_that_of_the_user() {
    let mut child = command("--plain --white human").env("LANG", "ko_KR.UTF-8").spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"h8\n").unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.contains("\n흑 h8\n백 차례\n"), "{said}");
    let said = talk("--white human --language zh", "h8\nhelp\nquit\n");
    assert!(said.contains(&"黑方下 h8".to_string()), "{said:?}");
    assert!(said.contains(&"undo: 悔棋".to_string()), "{said:?}");
}

#[test]
fn nonsense_is_answered_and_the_game_goes_on() {
    let mut input = b"\n\x00\n\xFF\xFE\nh8i9\nlevel 11\nundo\nsave\n".to_vec();
    input.extend([b'x'; 100_000]);
    input.extend(b"\nh8\n");
    let output = run("--plain --white human", &input);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("\nBlack plays h8\n"), "{said}");
    assert!(said.contains("\nA level is a number from 1 to 10\nNo move to take back\n"), "{said}");
    assert!(said.len() < 1000, "{}", said.len());
}

#[test]
fn the_engine_moves_when_told_to() {
    let mut child = command("--plain --white 10 --think 600").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    input.write_all(b"h8\n").unwrap();
    lines.find(|line| line.as_ref().unwrap() == "Black plays h8").unwrap().unwrap();
    // It has ten minutes.
    input.write_all(b"now\n").unwrap();
    let answered = lines.next().unwrap().unwrap();
    assert!(answered.starts_with("White plays "), "{answered}");
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// Sends a line to a game, and returns what is said from then on to a line that begins so.
fn until(game: (&mut impl Write, &mut impl BufRead), line: &str, last: &str) -> Vec<String> {
    writeln!(game.0, "{line}").unwrap();
    let mut lines = game.1.lines().map(Result::unwrap);
    let mut said = Vec::new();
    while said.last().is_none_or(|said: &String| !said.starts_with(last)) {
        said.push(lines.next().expect("more to come"));
    }
    said
}

/// All lines but `now` waited for the move of the engine; between two engines, for the end.
#[test]
fn commands_are_obeyed_while_the_engine_thinks() {
    let saved = file("thinking.txt");
    let mut child = command("--plain --think 600 --black 10 --white 10").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut ask = |line: &str, last: &str| until((&mut input, &mut output), line, last);
    assert!(ask("board", "   a b c").len() > 15);
    ask(&format!("save {}", saved.display()), "Saved as");
    ask("level 10", "White: level 10");
    ask("quit\nquit", "Goodbye");
    assert!(child.wait().unwrap().success());

    let mut child = command("--plain --think 600 --white 10").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut ask = |line: &str, last: &str| until((&mut input, &mut output), line, last);
    ask("h8", "Black plays h8");
    // The stone waits for the answer, and is the first one after all.
    ask("moves\ni9", "Moves: h8");
    ask("undo", "Black plays i9");
    ask("NOW", "White plays");
    ask("quit\nquit", "Goodbye");
    assert!(child.wait().unwrap().success());
}

/// It ended without a word.
#[test]
fn a_game_that_is_not_saved_is_dropped_at_the_second_request() {
    let lost = "The game is not saved; the same again drops it";
    let said = talk("--white human", "h8\nnew\nquit\nnew\nnew\nquit\n");
    assert_eq!(said[7..], [lost, lost, lost, "New game", "Black to move", "Goodbye"]);
    // A game that is over is one, too; and nobody is asked who does not answer.
    let said = talk("--white human", "h8\nresign\nquit\n");
    assert_eq!(said.last().unwrap(), lost);
}

/// The end of the input and Ctrl-C dropped it without a word.
#[test]
fn a_game_that_is_not_saved_is_left_on_standard_error() {
    let told = |input: &str| {
        let output = run("--plain --white human", input.as_bytes());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let line = "the game was: freestyle 15 h8i9\n";
    let saved = file("ended.txt");
    let save = format!("save {}", saved.display());
    for (input, expected) in [
        ("h8\ni9\n", line),
        ("h8\ni9\nquit\n", line),
        ("h8\ni9\nquit\nquit\n", ""),
        (&format!("h8\ni9\n{save}\n"), ""),
        ("", ""),
    ] {
        assert_eq!(told(input), expected, "{input}");
    }
    #[cfg(unix)]
    {
        let mut child = command("--plain --white human").spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        until((&mut input, &mut output), "h8\ni9", "White plays i9");
        // Not SIGINT, which shells let their background jobs ignore.
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let ended = child.wait_with_output().unwrap();
        let errors = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(errors, format!("{line}dolmen: interrupted\n"));
        assert_eq!(ended.status.code(), Some(1));
    }
}

#[test]
fn without_a_terminal_the_line_mode_is_recommended() {
    let output = run("", b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("use play --plain"), "{output:?}");
    for (arguments, code, part) in [
        ("--plain --resume /nowhere/game.txt", 1, "/nowhere/game.txt: "),
        ("--plain --white 11", 2, "level from 1 to 10"),
        ("--plain --clock 0", 2, "minutes"),
        ("--plain --size 19 --resume x", 2, "cannot be used with"),
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(code), "{arguments}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{output:?}");
    }
    let bad = file("bad.txt");
    fs::write(&bad, "# black: 3\nrenju 15 h8h8\n").unwrap();
    let output = run(&format!("--plain --resume {}", bad.display()), b"");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("line 2: move 2 (h8) is on an occupied point"), "{error}");
}

#[test]
fn an_opening_for_which_the_board_is_too_small_is_refused() {
    let output = run("--plain --opening long-pro --size 5", b"");
    assert!(!output.status.success(), "{output:?}");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("a board of 5 lines is too small for long-pro"), "{error}");
}
