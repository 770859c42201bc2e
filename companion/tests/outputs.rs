//! Files that the subcommands write: never over what is there, unless told.
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;
mod programs;

use folder::folder;
use programs::{COMPANION, ENGINE};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const GAME: &str = "(;GM[4]SZ[15];B[hh];W[ii];B[hj])\n";

/// Runs the program in a folder; what it said on standard error if it failed.
fn run(folder: &Path, arguments: &str) -> Result<(), String> {
    let arguments = arguments.split_whitespace();
    let output = Command::new(COMPANION)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Two games of a few moves.
fn short_match() -> String {
    let engine = format!("--engine cmd={ENGINE}");
    format!("match --each nodes=20 {engine} {engine} --games 2 --move-limit 12")
}

/// Commands that take no time, each with a file that it writes.
fn commands(folder: &Path) -> Vec<(String, &'static str)> {
    fs::write(folder.join("game.sgf"), GAME).unwrap();
    let play = short_match();
    for command in [
        format!("{play} --record first.jsonl"),
        "datagen part.bin --games 2 --nodes 20".into(),
        "datagen other.bin --games 2 --nodes 20 --seed 2".into(),
    ] {
        run(folder, &command).unwrap();
    }
    let train = "train part.bin --validation other.bin --epochs 1";
    vec![
        ("man --dir man".into(), "man/dolmen-play.1"),
        ("convert game.sgf --to lib --output x".into(), "x"),
        ("convert game.sgf --to pos --output games/".into(), "games/game.pos"),
        ("analyze game.sgf --nodes 100 --output x.html".into(), "x.html"),
        ("analyze game.sgf --nodes 100 --format text --output pages/".into(), "pages/game.txt"),
        (format!("{play} --sgf x"), "x"),
        (format!("{play} --pgn x"), "x"),
        (format!("{play} --binary x"), "x"),
        (format!("{play} --psq psq"), "psq/game-00002.psq"),
        (format!("{play} --talk x"), "x"),
        (format!("{play} --record x"), "x"),
        ("match merge first.jsonl --sgf x".into(), "x"),
        ("match merge first.jsonl --record x".into(), "x"),
        ("datagen merge x part.bin".into(), "x"),
        (format!("{train} --output x"), "x"),
        (format!("{train} --output w1.bin --curve x.csv"), "x.csv"),
        (format!("{train} --output w2.bin --curve x.csv"), "x.svg"),
    ]
}

/// It was refused where it is a file, as a symbolic link.
#[test]
#[cfg(target_os = "linux")]
fn standard_output_is_an_output_also_where_it_is_a_file() {
    let folder = folder("stdout");
    fs::write(folder.join("game.sgf"), GAME).unwrap();
    fs::write(folder.join("x"), "before\n").unwrap();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let file = fs::OpenOptions::new().append(true).open(folder.join("x")).unwrap();
        let mut convert = Command::new(COMPANION);
        convert.args(["convert", "game.sgf", "--to", "bare", "--output", name]);
        assert!(convert.current_dir(&folder).stdout(file).status().unwrap().success(), "{name}");
        // Without a format: the kind of report was unknown.
        let file = fs::File::create(folder.join("report")).unwrap();
        let mut analyze = Command::new(COMPANION);
        analyze.args(["analyze", "game.sgf", "--nodes", "100", "--hash", "8", "--output", name]);
        assert!(analyze.current_dir(&folder).stdout(file).status().unwrap().success(), "{name}");
        assert!(fs::metadata(folder.join("report")).unwrap().len() > 0);
    }
    assert_eq!(
        fs::read_to_string(folder.join("x")).unwrap(),
        "before\nh8i9h10\nh8i9h10\nh8i9h10\n"
    );
}

#[test]
fn what_exists_is_replaced_only_by_force() {
    let folder = folder("force");
    for (command, name) in commands(&folder) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "precious").unwrap();
        let error = run(&folder, &command).unwrap_err();
        assert!(error.contains(name) && error.contains("exists already"), "{command}: {error}");
        assert_eq!(error.lines().count(), 1, "{command}: {error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious", "{command}");
        run(&folder, &format!("{command} --force")).unwrap();
        assert_ne!(fs::read(&path).unwrap(), b"precious", "{command}");
        for written in [name, "x.svg", "x.csv", "x.json"] {
            let _ = fs::remove_file(folder.join(written));
        }
    }
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    assert!(!left.iter().any(|name| name.starts_with('.') || name.ends_with(".part")), "{left:?}");
}

/// These had destroyed their input.
#[test]
fn an_output_that_is_the_input_is_refused() {
    let folder = folder("input");
    fs::write(folder.join("game.sgf"), GAME).unwrap();
    for command in [
        "analyze game.sgf --nodes 100 --output game.sgf",
        "analyze game.sgf --nodes 100 --format sgf --output ./",
        "convert game.sgf --to sgf --output game.sgf",
        "convert game.sgf --to sgf --output ./",
    ] {
        assert!(run(&folder, command).unwrap_err().contains("exists already"), "{command}");
        let error = run(&folder, &format!("{command} --force")).unwrap_err();
        assert!(error.ends_with("game.sgf: named twice\n"), "{command}: {error}");
        assert_eq!(fs::read_to_string(folder.join("game.sgf")).unwrap(), GAME, "{command}");
    }
}

/// `stats --output s.pdf` had written text.
#[test]
fn statistics_of_an_unknown_kind_are_refused() {
    let folder = folder("kind");
    fs::write(folder.join("game.sgf"), GAME).unwrap();
    for name in ["s.pdf", "s"] {
        let error = run(&folder, &format!("stats game.sgf --output {name}")).unwrap_err();
        assert!(error.starts_with(&format!("dolmen: {name}: unknown kind of stat")), "{error}");
        assert!(!folder.join(name).exists());
    }
    for command in ["--output s.html", "--output s.txt", "--output s --format json"] {
        run(&folder, &format!("stats game.sgf {command}")).unwrap();
    }
}

/// Each had lost games of the other.
#[test]
fn two_matches_do_not_go_on_with_one_record() {
    let folder = folder("lock");
    let engines = format!("--each nodes=1000 --engine cmd={ENGINE} --engine cmd={ENGINE}");
    let play = format!("match {engines} --games 1000 --record r.jsonl --resume");
    let mut first = Command::new(COMPANION);
    first.args(play.split_whitespace()).current_dir(&folder);
    first.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = first.spawn().unwrap();
    let is_begun = || fs::read_to_string(folder.join("r.jsonl")).is_ok_and(|text| !text.is_empty());
    while !is_begun() {
        assert!(first.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let error = run(&folder, &play).unwrap_err();
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(error.contains("r.jsonl: is being written by another run"), "{error}");
}

/// The talk of the games before had been lost.
#[test]
fn a_match_that_goes_on_keeps_its_talk() {
    let folder = folder("talk");
    let play = short_match() + " --record r.jsonl --talk talk --resume";
    fs::write(folder.join("talk"), "before\n").unwrap();
    run(&folder, &play).unwrap();
    let talk = fs::read_to_string(folder.join("talk")).unwrap();
    assert!(talk.starts_with("before\n") && talk.contains("> BEGIN"), "{talk}");
}

/// All work had been done by then, and a record emptied by `--force`.
#[test]
fn folders_that_are_not_there_are_told_before_the_work() {
    let folder = folder("early");
    fs::write(folder.join("game.sgf"), GAME).unwrap();
    fs::write(folder.join("r.jsonl"), "precious").unwrap();
    let play = format!("match --engine cmd={ENGINE} --engine cmd={ENGINE} --games 2000");
    for (command, told) in [
        (format!("{play} --sgf new/"), "new/: no such folder"),
        (format!("{play} --record r.jsonl --force --talk no/t"), "no/t: no such folder no"),
        ("stats game.sgf --format text --output new/".into(), "new/: no such folder"),
    ] {
        let error = run(&folder, &command).unwrap_err();
        assert_eq!(error, format!("dolmen: {told}\n"), "{command}");
    }
    assert_eq!(fs::read_to_string(folder.join("r.jsonl")).unwrap(), "precious");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

/// An engine that is not there had been found out after the record was begun, and without its name.
#[test]
fn a_match_without_its_engine_begins_nothing() {
    let folder = folder("nope");
    let engines = format!("--engine cmd={ENGINE} --engine cmd=./nope");
    let error = run(&folder, &format!("match {engines} --games 2 --record r.jsonl")).unwrap_err();
    assert!(error.contains("./nope"), "{error}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// Both programs had appended to what a link led to, and had not named a file that cannot be opened.
#[cfg(unix)]
#[test]
fn a_log_goes_through_no_link_and_its_errors_name_the_file() {
    let folder = folder("log");
    fs::write(folder.join("precious"), "x").unwrap();
    std::os::unix::fs::symlink("precious", folder.join("link")).unwrap();
    for (program, tool) in [(COMPANION, Some("minimax")), (&*ENGINE, None)] {
        for (log, told) in [("link", "link: a symbolic link"), ("no/log", "no/log: ")] {
            let mut command = Command::new(program);
            command.args(["--log", log]).args(tool).current_dir(&folder).stdin(Stdio::null());
            let output = command.output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{program} {log}: {error}");
            assert!(error.contains(&format!("dolmen: {told}")), "{program} {log}: {error}");
        }
    }
    assert_eq!(fs::read_to_string(folder.join("precious")).unwrap(), "x");
}

/// Nothing had been said, and the code was that of a success.
#[cfg(target_os = "linux")]
#[test]
fn a_record_that_ends_on_a_full_disk_is_told_with_its_name() {
    // What cannot be created anew is numbered: a file of the limit of the shell.
    let folder = folder("record");
    let line = "ulimit -f 0; trap '' XFSZ; printf 'START 15\\nEND\\n' | \"$0\" --record talk";
    let mut command = Command::new("sh");
    command.args(["-c", line, &*ENGINE]).current_dir(&folder);
    let output = command.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "OK\n");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.starts_with("pbrain-dolmen: talk: "), "{error}");
    assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_the_name_of_the_file() {
    let folder = folder("full");
    fs::write(folder.join("game.sgf"), GAME).unwrap();
    let play = short_match();
    for command in [
        "convert game.sgf --to lib --output /dev/full".to_string(),
        "analyze game.sgf --nodes 100 --output /dev/full".into(),
        format!("{play} --record /dev/full"),
        format!("{play} --talk /dev/full"),
        format!("{play} --sgf /dev/full"),
    ] {
        let error = run(&folder, &command).unwrap_err();
        assert!(error.starts_with("dolmen: /dev/full: No space left"), "{command}: {error}");
    }
}

/// The games had been played before the second format found the file of the first; with `--force`
/// it had replaced that, even the record.
#[test]
fn two_formats_of_a_match_do_not_share_a_file() {
    let folder = folder("formats");
    fs::create_dir(folder.join("sub")).unwrap();
    let play = short_match();
    for outputs in [
        "--sgf x --pgn x",
        "--record x --sgf x --force",
        "--talk x --binary x --force",
        "--record x --talk x --force",
        "--sgf ./x --pgn x",
        "--record sub/../x --sgf x --force",
    ] {
        let error = run(&folder, &format!("{play} {outputs}")).unwrap_err();
        assert_eq!(error, "dolmen: x: named twice\n");
        assert!(!folder.join("x").exists());
    }
    if cfg!(unix) {
        run(&folder, &format!("{play} --record /dev/null --talk /dev/null")).unwrap();
    }
    run(&folder, &format!("{play} --record r.jsonl")).unwrap();
    let error = run(&folder, "match merge r.jsonl --record x --sgf x --force").unwrap_err();
    assert_eq!(error, "dolmen: x: named twice\n");
    assert!(!folder.join("x").exists());
}

/// With `--force` the openings, or the database, had been replaced by what was made of them. The games
/// were played before the folder of `--psq` was found not to be possible.
#[test]
fn outputs_are_not_inputs_and_folders_are_made_before_the_games() {
    let folder = folder("inputs");
    fs::write(folder.join("o.txt"), "h8i9\n").unwrap();
    let play = short_match() + " --openings o.txt";
    let error = run(&folder, &format!("{play} --record ./o.txt --force")).unwrap_err();
    assert_eq!(error, "dolmen: ./o.txt: named twice\n");
    assert_eq!(fs::read_to_string(folder.join("o.txt")).unwrap(), "h8i9\n");
    run(&folder, "book build b.db --nodes 20 --positions 1").unwrap();
    let error = run(&folder, "book export b.db --output ./b.db --force").unwrap_err();
    assert_eq!(error, "dolmen: b.db: is the database that is exported\n");
    run(&folder, "book stats b.db").unwrap();
    let error = run(&folder, &format!("{play} --record r --psq o.txt/x")).unwrap_err();
    assert!(error.starts_with("dolmen: o.txt/x: "), "{error}");
    assert!(!folder.join("r").exists());
    run(&folder, &format!("{play} --psq new/games")).unwrap();
    assert_eq!(fs::read_dir(folder.join("new/games")).unwrap().count(), 2);
}

/// A record had become what was made of it and others.
#[test]
fn a_merge_does_not_write_another_format_into_its_records() {
    let folder = folder("merge");
    run(&folder, &format!("{} --record r.jsonl", short_match())).unwrap();
    let before = fs::read_to_string(folder.join("r.jsonl")).unwrap();
    for format in ["--sgf", "--pgn", "--binary"] {
        let merge = format!("match merge r.jsonl {format} ./r.jsonl --force");
        assert_eq!(run(&folder, &merge).unwrap_err(), "dolmen: ./r.jsonl: named twice\n");
        assert_eq!(fs::read_to_string(folder.join("r.jsonl")).unwrap(), before);
    }
    run(&folder, "match merge r.jsonl --record r.jsonl --force").unwrap();
    assert_eq!(fs::read_to_string(folder.join("r.jsonl")).unwrap(), before);
}

/// The report had replaced the database, or was refused once all was searched.
#[test]
fn a_deep_analysis_does_not_write_its_report_into_its_files() {
    let folder = folder("deep");
    fs::write(folder.join("game.sgf"), GAME).unwrap();
    let deep = "analyze game.sgf --nodes 100 --searches 1 --hash 8 --format text --deep d.db";
    for force in ["", " --force"] {
        for (output, named) in [("./d.db", "d.db"), ("game.sgf", "game.sgf")] {
            let error = run(&folder, &format!("{deep} --output {output}{force}")).unwrap_err();
            assert_eq!(error, format!("dolmen: {named}: named twice\n"));
        }
    }
    assert!(!folder.join("d.db").exists());
    let game_is_database = deep.replace("d.db", "game.sgf");
    assert_eq!(run(&folder, &game_is_database).unwrap_err(), "dolmen: game.sgf: named twice\n");
    run(&folder, &format!("{deep} --output x.txt")).unwrap();
    assert_eq!(fs::read_to_string(folder.join("game.sgf")).unwrap(), GAME);
}

/// What a link leads to had been replaced by what was made of it.
#[cfg(unix)]
#[test]
fn a_symbolic_link_names_its_file() {
    let folder = folder("link");
    run(&folder, "book build b.db --nodes 20 --positions 1").unwrap();
    run(&folder, "datagen g.bin --games 2 --nodes 20").unwrap();
    fs::create_dir(folder.join("sub")).unwrap();
    for (target, link) in [("b.db", "l.db"), ("../g.bin", "sub/l.bin")] {
        std::os::unix::fs::symlink(target, folder.join(link)).unwrap();
    }
    let [book, games] = ["b.db", "g.bin"].map(|name| fs::read(folder.join(name)).unwrap());
    for (command, told) in [
        ("book export l.db --output b.db", "l.db: is the database that is exported"),
        ("train sub/l.bin --epochs 1 --output g.bin", "g.bin: named twice"),
    ] {
        let error = run(&folder, &format!("{command} --force")).unwrap_err();
        assert_eq!(error, format!("dolmen: {told}\n"));
    }
    assert_eq!(["b.db", "g.bin"].map(|name| fs::read(folder.join(name)).unwrap()), [book, games]);
}

/// An empty file had been left.
#[test]
fn games_with_other_settings_than_the_manifest_leave_no_file() {
    let folder = folder("manifest");
    run(&folder, "datagen a.bin --games 1 --nodes 20").unwrap();
    fs::remove_file(folder.join("a.bin")).unwrap();
    let error = run(&folder, "datagen a.bin --games 1 --nodes 21").unwrap_err();
    assert!(error.starts_with("dolmen: a.bin: started with other settings"), "{error}");
    assert!(!folder.join("a.bin").exists());
}

/// They had been numbered from 0, and in the report from 1.
#[test]
fn games_are_numbered_from_1_in_the_talk() {
    let folder = folder("numbers");
    run(&folder, &(short_match() + " --talk talk")).unwrap();
    let talk = fs::read_to_string(folder.join("talk")).unwrap();
    let number = |line: &str| line.split_whitespace().next().and_then(|word| word.parse().ok());
    let mut numbers: Vec<usize> = talk.lines().filter_map(number).collect();
    numbers.dedup();
    assert_eq!(numbers, [1, 2]);
}
