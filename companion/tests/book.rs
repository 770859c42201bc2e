//! Books that grow by themselves: the same however they are built, and joined from parts.
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;
mod programs;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use companion::database::graph::from_below;
use companion::database::key::Key;
use companion::database::record::{BLOCKED, Record, Source};
use companion::database::store::{Access, Store};
use dolmen::board::{Board, Outcome};
use dolmen::types::{Color, Rule, Size, parse_stones};
use folder::folder;
use programs::COMPANION;

/// What the program printed, or its error.
fn book(folder: &Path, arguments: &str) -> Result<String, String> {
    let arguments = arguments.split_whitespace();
    let output =
        Command::new(COMPANION).arg("book").args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

const SMALL: &str = "--rule renju --opening h8h9 --nodes 500 --width 3";

fn build(folder: &Path, file: &str, options: &str) -> String {
    book(folder, &format!("build {file} {SMALL} {options}")).unwrap();
    book(folder, &format!("export {file}")).unwrap()
}

fn expanded(store: &Store) -> BTreeSet<Key> {
    let mut keys = BTreeSet::new();
    store
        .for_each(&[], |key, record| {
            if record.is_expanded {
                keys.insert(key);
            }
            Ok(())
        })
        .unwrap();
    keys
}

/// Values of expanded positions are those of their best next moves.
fn check_values(store: &Store) {
    for key in expanded(store) {
        let record = store.get(&key).unwrap().unwrap();
        if record.is_decided() {
            continue;
        }
        let below = store.children(&key.layout().unwrap()).unwrap();
        let value = from_below(below.iter().map(|child| &child.record)).unwrap();
        assert_eq!((record.score, record.depth), (value.score, value.depth));
        assert_eq!(record.source, Source::Book);
    }
}

#[test]
fn a_book_is_the_same_however_it_was_built() {
    let folder = folder("same");
    let whole = build(&folder, "whole.db", "--positions 24");
    assert!(whole.lines().count() > 24, "{whole}");
    build(&folder, "parts.db", "--positions 8");
    assert_eq!(build(&folder, "parts.db", "--positions 24"), whole);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(2);
    let many = format!("--positions 24 --threads {threads}");
    assert_eq!(build(&folder, "threads.db", &many), whole);
    // A finished book stays as it is.
    assert_eq!(build(&folder, "whole.db", "--positions 10"), whole);
    let store = Store::open(&folder.join("whole.db"), Access::Read).unwrap();
    assert_eq!(expanded(&store).len(), 24);
    check_values(&store);
    let stats = book(&folder, "stats whole.db").unwrap();
    assert!(stats.contains("renju 15x15: ") && stats.contains(" 24 expanded"), "{stats}");
}

/// Positions that are reached in several ways: a book that was read again knew of more of the ways.
#[test]
fn a_book_with_transpositions_goes_on_as_it_began() {
    let folder = folder("transpositions");
    let build = |file: &str, positions: usize| {
        book(&folder, &format!("build {file} --nodes 1000 --positions {positions}")).unwrap();
        book(&folder, &format!("export {file}")).unwrap()
    };
    let whole = build("whole.db", 120);
    for first in [80, 104] {
        let file = format!("from{first}.db");
        build(&file, first);
        assert!(build(&file, 120) == whole, "{first} positions, then 120");
    }
}

/// A run ended in the middle of a step: after 20 positions, 100 were others than at once.
#[test]
fn a_book_does_not_depend_on_where_an_earlier_run_ended() {
    let folder = folder("ends");
    let build = |file: &str, positions: usize| {
        let options = format!("--rule caro --size 11 --nodes 300 --positions {positions}");
        book(&folder, &format!("build {file} {options}")).unwrap();
        book(&folder, &format!("export {file}")).unwrap()
    };
    let whole = build("whole.db", 100);
    for first in [1, 20, 61] {
        let file = format!("from{first}.db");
        build(&file, first);
        assert!(build(&file, 100) == whole, "{first} positions, then 100");
    }
}

#[test]
fn shards_are_different_parts_of_one_book() {
    let folder = folder("shards");
    for part in 1..=2 {
        build(&folder, &format!("part{part}.db"), &format!("--positions 24 --shard {part}/2"));
    }
    book(&folder, "merge book.db part1.db part2.db").unwrap();
    let open = |name: &str| Store::open(&folder.join(name), Access::Read).unwrap();
    let (one, two, all) = (open("part1.db"), open("part2.db"), open("book.db"));
    let (first, second) = (expanded(&one), expanded(&two));
    let both: BTreeSet<Key> = first.union(&second).cloned().collect();
    assert!(both.len() > first.len().max(second.len()), "the parts overlap in full");
    assert_eq!(expanded(&all), both);
    for store in [&one, &two, &all] {
        check_values(store);
    }
    drop((one, two, all));
    // The merged book goes on.
    build(&folder, "book.db", &format!("--positions {}", both.len() + 8));
    check_values(&open("book.db"));
    // In any order, and never over a file that is there.
    book(&folder, "merge other.db part2.db part1.db").unwrap();
    let error = book(&folder, "merge other.db part1.db").unwrap_err();
    assert!(error.contains("other.db: exists already; --force replaces it"), "{error}");
    book(&folder, "merge other.db part1.db --force").unwrap();
    let part = book(&folder, "export part1.db").unwrap();
    assert_eq!(book(&folder, "export other.db").unwrap(), part);
    let left = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with(".dolmen")).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The move that a user had ruled out counted again.
#[test]
fn a_merged_book_leaves_out_moves_that_a_user_has_ruled_out() {
    let folder = folder("ruled-out");
    build(&folder, "a.db", "--positions 8");
    let store = Store::open(&folder.join("a.db"), Access::Write).unwrap();
    let root = expanded(&store).into_iter().min_by_key(Key::stones).unwrap();
    let value = |store: &Store| store.get(&root).unwrap().unwrap().score;
    let below = store.children(&root.layout().unwrap()).unwrap();
    let best = below.into_iter().min_by_key(|child| child.record.value().unwrap()).unwrap();
    let before = value(&store);
    store.put([(&best.key, &Record { label: BLOCKED, ..best.record })]).unwrap();
    drop(store);
    book(&folder, "merge b.db a.db").unwrap();
    let merged = Store::open(&folder.join("b.db"), Access::Read).unwrap();
    assert!(value(&merged) < before, "{:?}, not below {before:?}", value(&merged));
}

/// They had been left out without a word.
#[test]
fn positions_that_a_form_cannot_hold_are_counted() {
    let folder = folder("left-out");
    let caro = "--rule caro --size 9 --opening e5 --nodes 200 --positions 2 --width 2";
    book(&folder, &format!("build c.db {caro}")).unwrap();
    let export = ["book", "export", "c.db", "--to", "csv", "--output", "c.csv"];
    let output = Command::new(COMPANION).args(export).current_dir(&folder).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.ends_with(" positions that --to csv cannot hold\n"), "{told}");
    assert_eq!(fs::read_to_string(folder.join("c.csv")).unwrap().lines().count(), 1);
}

#[test]
fn books_are_exported_for_other_programs() {
    let folder = folder("export");
    build(&folder, "x.db", "--positions 8");
    book(&folder, "export x.db --to lib --rule renju --opening h8h9 --output x.lib").unwrap();
    let library = fs::read(folder.join("x.lib")).unwrap();
    assert!(library.starts_with(b"\xFFRenLib\xFF"));
    let error = book(&folder, "export x.db --output x.lib").unwrap_err();
    assert!(error.contains("exists already"), "{error}");
    let positions = book(&folder, "export x.db --to pos").unwrap();
    assert!(positions.lines().all(|line| line.starts_with("renju 15 ")), "{positions}");
    for (arguments, told) in [
        ("export nowhere.db", "nowhere.db: No such file"),
        ("export x.lib", "x.lib: no database of positions"),
        ("build x.lib", "x.lib: no database of positions"),
        ("build y.db --opening h8h8", "--opening: h8: point is occupied"),
        ("build y.db --opening z", "--opening: "),
        ("export x.db --to lib", "--to lib needs --output FILE"),
        ("merge y.db nowhere.db", "nowhere.db: No such file"),
    ] {
        let error = book(&folder, arguments).unwrap_err();
        assert!(error.starts_with(&format!("dolmen: {told}")), "{arguments}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    assert!(!folder.join("y.db").exists());
}

/// Only a board that speaks the protocol could read the exports, and the error spoke of damage.
#[test]
fn what_a_book_exports_is_merged_again() {
    let folder = folder("again");
    let whole = build(&folder, "x.db", "--positions 8");
    fs::write(folder.join("x.json"), &whole).unwrap();
    book(&folder, "merge json.db x.json").unwrap();
    assert_eq!(book(&folder, "export json.db").unwrap(), whole);

    let csv = book(&folder, "export x.db --to csv").unwrap();
    // As Windows' editors write it.
    fs::write(folder.join("x.csv"), format!("\u{FEFF}{csv}")).unwrap();
    book(&folder, "merge csv.db x.csv").unwrap();
    assert_eq!(book(&folder, "export csv.db --to csv").unwrap(), csv);

    book(&folder, "export x.db --to lib --rule renju --opening h8h9 --output x.lib").unwrap();
    let error = book(&folder, "merge lib.db x.lib").unwrap_err();
    assert_eq!(error, "dolmen: x.lib: a library does not tell its rule: --rule does\n");
    book(&folder, "merge lib.db x.lib --rule renju").unwrap();
    // The value of the position where the library begins was lost.
    let value = |file: &str| {
        let store = Store::open(&folder.join(file), Access::Read).unwrap();
        let moves = parse_stones("h8h9").unwrap();
        let key = Key::of(&Board::with_moves(Rule::Renju, Size::USUAL, &moves));
        store.get(&key).unwrap().unwrap().value().unwrap()
    };
    assert_eq!(value("lib.db"), value("x.db"));
    let positions = |file: &str| book(&folder, &format!("export {file} --to pos")).unwrap();
    let read = positions("lib.db");
    assert!(positions("x.db").lines().all(|line| read.contains(line)), "{read}");
}

/// The error was that of a line of JSON.
#[test]
fn a_merge_reads_sgf() {
    let folder = folder("sgf");
    let tree = "GM[4]SZ[20];B[aa]C[corner]LB[bb:W6](;W[bb])(;W[cc]))";
    fs::write(folder.join("x.sgf"), format!("\n(;RU[standard]{tree}")).unwrap();
    fs::write(folder.join("y.sgf"), format!("(;{tree}")).unwrap();
    book(&folder, "merge x.db x.sgf").unwrap();
    let error = book(&folder, "merge y.db y.sgf").unwrap_err();
    assert_eq!(error, "dolmen: y.sgf: does not tell its rule: --rule does\n");
    book(&folder, "merge y.db y.sgf --rule standard").unwrap();
    let whole = book(&folder, "export x.db").unwrap();
    assert_eq!(book(&folder, "export y.db").unwrap(), whole);
    assert!(whole.lines().count() == 4 && whole.contains("\"label\":\"w\""), "{whole}");
    assert!(whole.contains("\"size\":20") && whole.contains("corner"), "{whole}");
}

/// One bad record or the end of the disk took all other positions along.
#[test]
fn a_merge_keeps_what_can_be_used_of_a_damaged_file() {
    let folder = folder("damaged");
    let run = |line: &str| {
        let output = Command::new(COMPANION)
            .args(line.split_whitespace())
            .current_dir(&folder)
            .output()
            .unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    // The empty board, one that is no square, and the empty board of renju.
    let records = b"\x03\0\0\0\x03\0\0\x0F\x0F\0\0\x03\0\0\x0F\x14\0\0\x03\0\x02\x0F\x0F\0\0";
    fs::write(folder.join("whole.db"), records).unwrap();
    fs::write(folder.join("cut.db"), &records[..20]).unwrap();
    let left_out = "1 left out (record 2: a board of 15x20)";
    let told = format!("whole.db: 2 positions, {left_out}\n");
    assert_eq!(run("book merge all.db whole.db"), (true, told));
    let (is_whole, told) = run("book merge part.db cut.db");
    let noted = format!("cut.db: 1 positions, {left_out}, damaged: record 3: the file ends\n");
    assert!(!is_whole && told.starts_with(&noted), "{told}");
    assert_eq!(book(&folder, "export part.db --to pos").unwrap(), "freestyle 15 \n");
}

/// The stones were written row by row, in orders that end too early.
#[test]
fn lines_of_moves_are_games() {
    let folder = folder("orders");
    let store = Store::open(&folder.join("x.db"), Access::Write).unwrap();
    let moves = parse_stones("a1a5b1c5c1e5d1g5o15i5e1").unwrap();
    let won = Board::with_moves(Rule::Freestyle, Size::new(15).unwrap(), &moves);
    store.put([(&Key::of(&won), &Record::default())]).unwrap();
    drop(store);
    let line = book(&folder, "export x.db --to pos").unwrap();
    let moves = parse_stones(line.trim_end().strip_prefix("freestyle 15 ").unwrap()).unwrap();
    let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
    for c in moves {
        assert_eq!(board.outcome(), Outcome::Open, "{line}");
        board.play(c);
    }
    assert_eq!((board.outcome(), Key::of(&board)), (Outcome::Win(Color::Black), Key::of(&won)));
}

/// The log of SQLite had been left, and the error named a file that nobody knows.
#[cfg(target_os = "linux")]
#[test]
fn a_merge_on_a_full_disk_leaves_nothing_and_names_the_output() {
    let folder = folder("full");
    build(&folder, "part.db", "--positions 8");
    let entries = || fs::read_dir(&folder).unwrap().count();
    let before = entries();
    let room = fs::metadata(folder.join("part.db")).unwrap().len() / 512;
    // From nothing to half of it.
    for blocks in [0, room / 4, room / 2] {
        let line = "ulimit -f $1; trap '' XFSZ; \"$0\" book merge whole.db part.db";
        let mut command = Command::new("sh");
        command.args(["-c", line, COMPANION, &blocks.to_string()]).current_dir(&folder);
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with("dolmen: whole.db: "), "{blocks}: {error}");
        assert_eq!(entries(), before, "{blocks}");
    }
}

/// It built a book of nothing.
#[test]
fn a_book_needs_nodes() {
    let folder = folder("nodes");
    let error = book(&folder, "build x.db --nodes 0").unwrap_err();
    assert!(error.contains("0 is not in 1.."), "{error}");
    assert!(!folder.join("x.db").exists());
}

/// All positions were written as JSON, csv and pos, whatever rule, size and opening were given.
#[test]
fn an_export_has_the_positions_of_its_rule_and_size_only() {
    let folder = folder("sections");
    build(&folder, "renju.db", "--positions 8");
    let small = "--rule freestyle --size 12 --opening f6 --nodes 500 --positions 8";
    book(&folder, &format!("build small.db {small}")).unwrap();
    book(&folder, "merge both.db renju.db small.db").unwrap();
    for form in ["json", "csv", "pos"] {
        let export = |rest: &str| book(&folder, &format!("export {rest} --to {form}")).unwrap();
        let (renju, small) = (export("renju.db"), export("small.db"));
        assert_ne!(renju, small);
        assert_eq!(export("both.db --rule renju"), renju, "{form}");
        assert_eq!(export("both.db --rule renju --size 15"), renju, "{form}");
        assert_eq!(export("both.db --size 12"), small, "{form}");
        for arguments in ["--rule standard", "--rule renju --size 12", "--size 20"] {
            let arguments = format!("export both.db --to {form} {arguments} --output none");
            let error = book(&folder, &arguments).unwrap_err();
            assert_eq!(error, "dolmen: both.db: no position of this --rule and --size\n");
        }
        let error = book(&folder, &format!("export both.db --to {form} --opening h8h9"));
        assert_eq!(error.unwrap_err(), "dolmen: --opening is for --to lib only\n");
    }
    for (start, told) in [("--rule standard", "standard"), ("--opening a1", "freestyle")] {
        let error = book(&folder, &format!("export both.db --to lib {start} --output none"));
        let told = format!("no position of {told} 15x15 where the library is to begin");
        assert_eq!(error.unwrap_err(), format!("dolmen: both.db: {told}\n"));
    }
    assert!(!folder.join("none").exists());
}

/// It ended at once, and most of the book was in the log beside the file.
#[test]
#[cfg(unix)]
fn a_signal_ends_a_book_with_all_in_its_file() {
    let folder = folder("signal");
    let (path, copy) = (folder.join("x.db"), folder.join("copy.db"));
    let line = format!("book build x.db {SMALL} --positions 1000000");
    let mut child = Command::new(COMPANION)
        .args(line.split_whitespace())
        .current_dir(&folder)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let count = || Store::open(&path, Access::Read).map_or(0, |store| expanded(&store).len());
    while count() < 16 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended by itself");
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    // Not SIGINT, which shells let their background jobs ignore.
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    fs::copy(&path, &copy).unwrap();
    let copied = expanded(&Store::open(&copy, Access::Read).unwrap()).len();
    assert_eq!(told, format!("{copied} positions, stopped\n"));
    assert_eq!(copied % 8, 0);
}

/// They were left out without a word, and the commands succeeded.
#[test]
fn damaged_records_do_not_vanish_unseen() {
    let folder = folder("damaged");
    let store = Store::open(&folder.join("x.db"), Access::Write).unwrap();
    let size = Size::new(15).unwrap();
    let keys = ["h8", "h8h9"]
        .map(|moves| Key::of(&Board::with_moves(Rule::Renju, size, &parse_stones(moves).unwrap())));
    let record = Record::default();
    store.put(keys.iter().map(|key| (key, &record))).unwrap();
    drop(store);
    let connection = rusqlite::Connection::open(folder.join("x.db")).unwrap();
    let damage = "UPDATE positions SET record = x'01' WHERE key = ?1";
    assert_eq!(connection.execute(damage, [keys[0].bytes()]).unwrap(), 1);
    drop(connection);
    let told = "x.db: unreadable records left out: 1 (YXDBCHECK counts, YXDBFIX removes them)\n";
    for line in ["stats x.db", "export x.db", "export x.db --output x.json"] {
        let error = book(&folder, line).unwrap_err();
        assert!(error.ends_with(told), "{line}: {error}");
    }
    let error = book(&folder, "merge y.db x.db").unwrap_err();
    let end = "dolmen: 1 damaged, of which only a part was joined\n";
    assert!(error.ends_with(&format!("x.db: 1 positions, damaged: {told}{end}")), "{error}");
    assert_eq!(fs::read_to_string(folder.join("x.json")).unwrap().lines().count(), 1);
    assert!(book(&folder, "stats y.db").unwrap().contains("y.db: 1 positions, "));
}
