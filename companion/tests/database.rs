//! Databases of positions: the commands of Yixin-Board, what a search takes from them, and that
//! nothing is lost when a program is killed.
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;
mod programs;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use companion::arena::spec::EngineSpec;
use companion::database::graph::{from_below, with_value};
use companion::database::key::{Key, Layout, Section};
use companion::database::rapfi::merge;
use companion::database::record::{BLOCKED, DRAWN, FORCED, LOST, NO_LABEL, Record, Source, WON};
use companion::database::store::{Access, Child, Store, log_of};
use companion::database::text::{read_library, read_text, write_library, write_text};
use companion::database::walk::Walk;
use companion::database::yixin::Keeper;
use companion::tools::check::dialogue::{hold, parse};
use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::protocol::Database;
use dolmen::search::{Control, Limits, PositionStore, Silent};
use dolmen::types::{Bound, Coord, Random, Rule, Score, Size, parse_stones};
use folder::folder;
use programs::{COMPANION, ENGINE};

const PATIENCE: Duration = Duration::from_secs(20);

fn in_folder(folder: &Path, program: &str, line: &str) -> EngineSpec {
    let line = format!("cd \"$1\" && {line}");
    let words = ["sh", "-c", &line, program, folder.to_str().unwrap()];
    EngineSpec::of_command(&words.map(str::to_string))
}

#[test]
#[cfg(unix)]
fn the_commands_of_boards() {
    let dialogues = parse(include_str!("transcripts/8-database.txt"));
    assert!(dialogues.len() >= 10);
    let mut failed = Vec::new();
    for (number, dialogue) in dialogues.iter().enumerate() {
        let folder = folder(&format!("talk-{number}"));
        let line = "exec \"$0\" engine --database book.db";
        let course = hold(&in_folder(&folder, COMPANION, line), dialogue, PATIENCE);
        if course.fault.is_some() {
            failed.push((&dialogue.title, course));
        }
    }
    assert!(failed.is_empty(), "failed: {failed:#?}");
}

/// One with a byte order mark was refused, and letters that are not UTF-8 were replaced.
#[test]
#[cfg(unix)]
fn texts_are_read_with_a_byte_order_mark_and_as_utf_8_only() {
    let folder = folder("marks");
    let csv =
        "index,key,label,value,depth,bound,text\n0,r-15-15-h8-h9-b,(none),-12,9,exact,\"x\"\n";
    let json = "{\"rule\":\"renju\",\"size\":15,\"black\":\"h8\",\"white\":\"\",\"to_move\":\"white\",\
        \"source\":\"user\"}\n";
    for (name, text) in [("csv", csv), ("json", json)] {
        fs::write(folder.join(name), format!("\u{FEFF}{text}")).unwrap();
    }
    let latin: Vec<u8> = csv.replace("\"x\"", "\"\u{E9}\"").chars().map(|c| c as u8).collect();
    fs::write(folder.join("latin"), latin).unwrap();
    let talk = "== texts\n> START 15\n< OK\n> YXTXTTODB\n> csv\n< MESSAGE read 1 positions: csv\n\
        > YXTXTTODB\n> json\n< MESSAGE read 1 positions: json\n> YXTXTTODB\n> latin\n\
        < ERROR latin: letters that are not UTF-8: *";
    let line = "exec \"$0\" engine --database x.db";
    let course = hold(&in_folder(&folder, COMPANION, line), &parse(talk)[0], PATIENCE);
    assert_eq!(course.fault, None, "{:#?}", course.lines);
}

/// It was called no database, without a word of how to get at its positions.
#[test]
fn the_refusal_of_a_foreign_database_names_the_way_to_add_it() {
    let folder = folder("foreign");
    let path = folder.join("rapfi.db");
    // One position: the empty board of freestyle.
    fs::write(&path, b"\x01\0\0\0\x03\0\0\x0F\x0F\0\0").unwrap();
    for access in [Access::Read, Access::Write, Access::Either] {
        let error = Store::open(&path, access).unwrap_err().to_string();
        let remedy = format!("`dolmen book merge NEW.db {}` or YXDBMERGE", path.display());
        assert!(error.contains(&remedy), "{error}");
    }
    let own = Store::open(&folder.join("own.db"), Access::Write).unwrap();
    assert_eq!(merge(&path, None, &own).unwrap().positions, 1);
}

/// Boards start programs without arguments.
#[test]
#[cfg(unix)]
fn a_program_named_as_engines_are_is_one_and_finds_its_database() {
    let folder = folder("named");
    let program = folder.join("engine");
    fs::copy(COMPANION, &program).unwrap();
    let talk = |line: &str, text: &str| {
        let dialogue = &parse(text)[0];
        let course = hold(&in_folder(&folder, COMPANION, line), dialogue, PATIENCE);
        assert_eq!(course.fault, None, "{line}: {:#?}", course.lines);
    };
    let refuses = "== none\n> START 15\n< OK\n> YXQUERYDATABASEONE 7,7 DONE\n> YXDBCHECK\n\
        < ERROR no database is open: YXSETDATABASE opens one\n> YXSETDATABASE\n> engine.db\n\
        < MESSAGE DATABASE LOAD START engine.db\n< MESSAGE DATABASE LOAD DONE\n> YXDBCHECK\n\
        < MESSAGE 0 positions,*";
    talk("unset DOLMEN_DATABASE; exec ./engine", refuses);
    let has = "== one\n> START 15\n< OK\n> YXDBCHECK\n< MESSAGE 0 positions,*";
    talk("unset DOLMEN_DATABASE; exec ./engine", has);
    // As Rapfi's Yixin-Board starts its engine on Windows.
    talk("unset DOLMEN_DATABASE; exec ./engine --force-utf8", has);
    talk("DOLMEN_DATABASE=other.db exec \"$0\" engine", has);
    assert!(folder.join("other.db").is_file());
    // The system names the program that a link leads to.
    std::os::unix::fs::symlink(COMPANION, folder.join("pbrain-link")).unwrap();
    talk("DOLMEN_DATABASE=other.db exec ./pbrain-link", has);
    // One that cannot be used leaves an engine.
    let told =
        "== told\n< MESSAGE no database: ./x: *\n> START 15\n< OK\n> TURN 7,7\n> STOP\n< MOVE";
    fs::write(folder.join("x"), "no database at all, but a text of some length").unwrap();
    talk("DOLMEN_DATABASE=./x exec \"$0\" engine", told);
}

/// The engine's own program says which one keeps databases, once for each wish.
#[test]
#[cfg(unix)]
fn the_engine_names_the_program_with_databases() {
    let text = "== none\n> START 15\n< OK\n> YXQUERYDATABASEALL 7,7 DONE\n> YXSETDATABASE\n> x.db\n\
        < MESSAGE this program keeps no database; the program dolmen does: dolmen engine";
    let folder = folder("without");
    let course = hold(&in_folder(&folder, &ENGINE, "exec \"$0\""), &parse(text)[0], PATIENCE);
    assert_eq!(course.fault, None, "{:#?}", course.lines);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// What a program has answered is in the file when it is killed in the next moment.
#[test]
fn nothing_answered_is_lost_by_a_kill() {
    let path = folder("killed").join("book.db");
    let mut random = Random::new(99);
    let mut told = Vec::new();
    for round in 0..5 {
        let mut child = Command::new(COMPANION)
            .args(["engine", "--database", path.to_str().unwrap()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        writeln!(input, "START 15").unwrap();
        assert_eq!(output.next().unwrap().unwrap(), "OK");
        for _ in 0..40 + 10 * round {
            let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
            let mut line = String::new();
            for _ in 0..random.between(1, 20) {
                let free: Vec<Coord> = board.empty_cells().iter().collect();
                let c = free[random.between(0, free.len() - 1)];
                board.play(c);
                line.push_str(&format!("{},{} ", c.x(), c.y()));
            }
            let value = random.between(0, 9999) as i32;
            writeln!(input, "YXEDITTVDDATABASE 2 -1 {value} 0 {line}DONE").unwrap();
            let answer = output.next().unwrap().unwrap();
            assert!(
                answer.starts_with(&format!("MESSAGE DATABASE ONE -1 {value} 0 3")),
                "{answer}"
            );
            told.retain(|(key, _)| *key != Key::of(&board));
            told.push((Key::of(&board), value));
        }
        // Edits that are on their way may be lost or not, but not in part.
        for _ in 0..20 {
            let _ = writeln!(input, "YXEDITTEXTDATABASE \"in full\" 1,1 1,2 DONE");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let store = Store::open(&path, Access::Write).unwrap();
        for (key, value) in &told {
            let record = store.get(key).unwrap().unwrap();
            assert_eq!(
                (record.score, record.bound),
                (Score::from_value(*value), Some(Bound::Exact))
            );
        }
        assert_eq!(store.faults().unwrap(), [""; 0]);
    }
}

fn board(rule: Rule, moves: &str) -> Board {
    Board::with_moves(rule, Size::new(15).unwrap(), &parse_stones(moves).unwrap())
}

fn think(store: &Arc<Store>, board: &Board, nodes: u64) -> dolmen::search::Report {
    let mut engine = Engine::new(16 << 20, 1);
    engine.set_store(Some(Arc::clone(store) as Arc<dyn PositionStore>));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.think(board, &limits, &Control::new(), &mut Silent).unwrap()
}

#[test]
fn a_search_takes_what_the_database_proves() {
    let store = Arc::new(Store::open(&folder("proofs").join("x.db"), Access::Write).unwrap());
    let start = board(Rule::Renju, "h8i9g7");
    let mut next = start.clone();
    let reply = parse_stones("f6").unwrap()[0];
    next.play(reply);
    store.put([(&Key::of(&next), &Record::proof(Score::loss_in(20)))]).unwrap();
    let report = think(&store, &start, 3000);
    assert_eq!((report.best, report.score), (reply, Score::win_in(21)));
    // It wrote what follows for the position itself.
    let record = store.get(&Key::of(&start)).unwrap().unwrap();
    assert_eq!(record, Record::proof(Score::win_in(21)));
    // A result without its length is one too, from wherever the search comes.
    let record = Record { label: WON, ..Record::default() };
    store.put([(&Key::of(&next), &record)]).unwrap();
    assert!(think(&store, &start, 3000).score.is_win());
    let before = board(Rule::Renju, "h8i9");
    assert_ne!(think(&store, &before, 3000).best, parse_stones("g7").unwrap()[0]);
    // One of another rule is none.
    assert!(!think(&store, &board(Rule::Standard, "h8i9g7"), 3000).score.is_decisive());
}

/// It was written as a win in 902 plies.
#[test]
fn a_result_of_unknown_length_proves_one_of_unknown_length() {
    let store = Arc::new(Store::open(&folder("unknown").join("x.db"), Access::Write).unwrap());
    let start = board(Rule::Renju, "h8i9g7");
    let mut next = start.clone();
    next.play(parse_stones("f6").unwrap()[0]);
    let won = Record { label: WON, ..Record::default() };
    store.put([(&Key::of(&next), &won)]).unwrap();
    assert!(think(&store, &start, 3000).score.is_win());
    let record = store.get(&Key::of(&start)).unwrap().unwrap();
    assert_eq!((record.label, record.bound, &record.display()[..]), (LOST, None, "l*"));
    assert_eq!(from_below([&won]).unwrap().display(), "l*");
}

#[test]
fn a_value_counts_as_deep_as_it_was_searched() {
    let store = Arc::new(Store::open(&folder("values").join("x.db"), Access::Write).unwrap());
    let start = board(Rule::Freestyle, "h8i9");
    let mut next = start.clone();
    let reply = parse_stones("j10").unwrap()[0];
    next.play(reply);
    let valued = |depth| Record {
        score: Score::eval(-9000),
        bound: Some(Bound::Exact),
        depth,
        ..Record::default()
    };
    store.put([(&Key::of(&next), &valued(60))]).unwrap();
    let deep = think(&store, &start, 3000);
    assert_eq!((deep.best, deep.score), (reply, Score::eval(9000)));
    store.put([(&Key::of(&next), &valued(0))]).unwrap();
    assert_ne!(think(&store, &start, 20_000).best, reply);
    assert_eq!(store.count().unwrap(), 1, "values are not written");
}

#[test]
fn a_search_without_a_database_is_as_ever() {
    let store = Arc::new(Store::open(&folder("empty").join("x.db"), Access::Write).unwrap());
    for moves in ["h8", "h8i9g7", "h8i9h10h7f8"] {
        let start = board(Rule::Standard, moves);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut engine = Engine::new(16 << 20, 1);
        let report = engine.think(&start, &limits, &Control::new(), &mut Silent).unwrap();
        let other = think(&store, &start, 20_000);
        assert_eq!(
            (report.best, report.score, report.nodes),
            (other.best, other.score, other.nodes)
        );
    }
}

/// Lost moves that a search reports are written as wins of the other side.
#[test]
fn proofs_of_losing_moves_are_true() {
    let path = folder("lost").join("x.db");
    let store = Arc::new(Store::open(&path, Access::Write).unwrap());
    // Two open threes.
    let start = board(Rule::Freestyle, "h8a1g8a15i8o1h9o15h10");
    think(&store, &start, 30_000);
    let mut proofs = 0;
    store
        .for_each(&[], |key, record| {
            let board = key.layout().unwrap().board();
            let value = record.value().unwrap();
            let mut engine = Engine::new(16 << 20, 1);
            let limits = Limits { nodes: Some(200_000), ..Limits::default() };
            let report = engine.think(&board, &limits, &Control::new(), &mut Silent).unwrap();
            assert_eq!(report.score.is_win(), value.is_win(), "{record:?}");
            assert_eq!(report.score.is_loss(), value.is_loss(), "{record:?}");
            proofs += 1;
            Ok(())
        })
        .unwrap();
    assert!(proofs > 0);
}

fn all(store: &Store) -> Vec<(Key, Record)> {
    let mut records = Vec::new();
    let push = |key, record| {
        records.push((key, record));
        Ok(())
    };
    store.for_each(&[], push).unwrap();
    records
}

fn random_record(layout: &Layout, random: &mut Random) -> Record {
    let bounds = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
    let labels = [NO_LABEL, WON, LOST, DRAWN, BLOCKED, b'A' as i8];
    let mut record = Record {
        label: labels[random.between(0, 5)],
        bound: bounds[random.between(0, 3)],
        depth: random.between(0, 255) as u8,
        source: Source::ALL[random.between(0, 4)],
        is_expanded: random.between(0, 1) == 0,
        ..Record::default()
    };
    if record.bound.is_some() {
        record.score = Score::from_value(random.between(0, 60_000) as i32 - 30_000);
    }
    if random.between(0, 1) == 0 {
        record.comment = "two\nlines, \"quoted\" \\ \u{4e00}".into();
        let c = layout.free()[random.between(0, 9)];
        record.texts.insert(layout.placed().point(c), "A".into());
    }
    record
}

#[test]
fn a_database_survives_the_way_through_text() {
    let folder = folder("text");
    let [first, second] =
        ["a.db", "b.db"].map(|name| Store::open(&folder.join(name), Access::Write).unwrap());
    let mut random = Random::new(3);
    for rule in Rule::ALL {
        for size in [5, 15, 22].map(|n| Size::new(n).unwrap()) {
            let dead: Vec<Coord> = size.coords().skip(7).take(random.between(0, 1)).collect();
            let mut board = Board::with_dead(rule, size, &dead);
            for _ in 0..random.between(0, 12) {
                let free: Vec<Coord> = board.empty_cells().iter().collect();
                board.play(free[random.between(0, free.len() - 1)]);
            }
            let layout = Layout::of(&board);
            let record = random_record(&layout, &mut random);
            first.put([(&layout.placed().key, &record)]).unwrap();
        }
    }
    let mut text = Vec::new();
    assert_eq!(write_text(&first, Section::default(), &mut text).unwrap(), 15);
    let text = String::from_utf8(text).unwrap();
    assert_eq!(read_text(&second, &text).unwrap().positions, 15);
    assert_eq!(all(&first), all(&second));
    // The plies of such scores are none, and their record was one that a query could not show.
    let line = |score: i32| {
        format!(
            r#"{{"rule":"freestyle","size":15,"black":"h8","white":"","dead":"","to_move":"white","label":"l","score":{score},"bound":"exact","depth":3,"source":"user"}}"#
        )
    };
    assert_eq!(read_text(&second, &line(-30_000)).unwrap().positions, 1);
    for (line, told) in [
        ("{}", "missing field `rule`"),
        (&line(30_001), "expected a score, found \"30001\""),
        (&line(-30_001), "expected a score, found \"-30001\""),
    ] {
        let error = read_text(&second, line).unwrap_err().to_string();
        assert_eq!(error, format!("no database of positions, or damaged: line 1: {told}"));
    }
    let at = Record { bound: Some(Bound::Exact), ..Record::default() };
    let mut bytes = Record { score: Score::from_value(30_000), ..at }.to_bytes();
    assert!(Record::from_bytes(&bytes).is_some());
    bytes[2] += 1;
    assert_eq!(Record::from_bytes(&bytes), None);
}

/// A record without a value lost its source.
#[test]
fn records_of_a_new_position_are_read_as_they_are() {
    let folder = folder("source");
    let [first, second] =
        ["a.db", "b.db"].map(|name| Store::open(&folder.join(name), Access::Write).unwrap());
    let record = Record { source: Source::Import, comment: "x".into(), ..Record::default() };
    first.put([(&Key::of(&board(Rule::Renju, "h8i9")), &record)]).unwrap();
    let mut text = Vec::new();
    write_text(&first, Section::default(), &mut text).unwrap();
    read_text(&second, &String::from_utf8(text).unwrap()).unwrap();
    assert_eq!(all(&first), all(&second));
}

/// What a library of RenLib can hold: results, values, comments and texts on points.
#[test]
fn a_library_keeps_results_comments_and_texts() {
    let folder = folder("library");
    let [first, second] =
        ["a.db", "b.db"].map(|name| Store::open(&folder.join(name), Access::Write).unwrap());
    let value = Record { score: Score::eval(70), bound: Some(Bound::Exact), ..Record::default() };
    let commented = Record { comment: "one\ntwo".into(), ..Record::default() };
    for (moves, record) in [
        ("h8", commented),
        ("h8h9", value),
        ("h8i9", Record::default()),
        ("h8i9g8", Record::proof(Score::loss_in(12))),
        ("h8i9g8g9", Record::proof(Score::win_in(3))),
        ("h8i9k8", Record { label: WON, ..Record::default() }),
    ] {
        first.put([(&Key::of(&board(Rule::Renju, moves)), &record)]).unwrap();
    }
    let at = Layout::of(&board(Rule::Renju, "h8i9k8"));
    let mut record = first.get(&at.placed().key).unwrap().unwrap();
    record.texts.insert(at.placed().point(parse_stones("c3").unwrap()[0]), "here".into());
    first.put([(&at.placed().key, &record)]).unwrap();
    let empty = Layout::of(&Board::new(Rule::Renju, Size::new(15).unwrap()));
    let moves = parse_stones("h8").unwrap();
    let (library, count) = write_library(&first, &moves, &empty).unwrap();
    assert_eq!(count, 6);
    let size = Size::new(15).unwrap();
    assert_eq!(read_library(&second, &library, None, Rule::Renju, size).unwrap(), 7);
    for (key, record) in all(&first) {
        let other = second.get(&key).unwrap().unwrap();
        assert_eq!(
            (other.label, other.score, other.bound),
            (record.label, record.score, record.bound)
        );
        assert_eq!((other.comment, other.texts), (record.comment, record.texts));
    }
    let error =
        read_library(&second, &library, None, Rule::Renju, Size::new(20).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "for boards of 15x15");
}

/// Moves named `W` and `L` among others had been read as decided.
#[test]
fn letters_that_name_moves_are_no_results() {
    let folder = folder("letters");
    let size = Size::new(15).unwrap();
    let label = |name: &str, text: &str| {
        let store = Store::open(&folder.join(name), Access::Write).unwrap();
        let sgf = format!("(;GM[4]SZ[15];B[hh]{text})");
        read_library(&store, sgf.as_bytes(), None, Rule::Freestyle, size).unwrap();
        let record = store.get(&Key::of(&board(Rule::Freestyle, "h8g9"))).unwrap();
        (record.map_or(NO_LABEL, |record| record.label), all(&store))
    };
    assert_eq!(label("a.db", "LB[gg:L][ii:W]").0, LOST);
    assert_eq!(label("b.db", "LB[gg:L4]").0, LOST);
    let (none, all) = label("c.db", "LB[gg:L][ij:W][jj:A]");
    assert_eq!(none, NO_LABEL);
    assert!(all.iter().any(|(_, record)| record.texts.len() == 3), "{all:?}");
}

/// One of them failed at once: `database is locked`.
#[test]
fn programs_that_create_one_database_wait_for_each_other() {
    let folder = folder("at-once");
    for round in 0..20 {
        let path = folder.join(format!("{round}.db"));
        std::thread::scope(|scope| {
            let open = || Store::open(&path, Access::Write).map(drop);
            let programs: Vec<_> = (0..6).map(|_| scope.spawn(open)).collect();
            programs.into_iter().for_each(|program| program.join().unwrap().unwrap());
        });
    }
}

/// SQLite kept them in memory, and nothing was left of them.
#[test]
#[cfg(unix)]
fn names_that_mean_no_file_to_sqlite_are_files() {
    let folder = folder("names");
    for name in [":memory:", "file:zz.db?mode=memory"] {
        let mut stats = Command::new(COMPANION);
        let mut build = Command::new(COMPANION);
        let options = ["--positions", "1", "--nodes", "100"];
        build.args(["book", "build", name]).args(options).current_dir(&folder);
        assert!(build.status().unwrap().success());
        let output = stats.args(["book", "stats", name]).current_dir(&folder).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains(" 1 expanded") && folder.join(name).is_file(), "{told}");
    }
}

/// They could not be read either. As root, who may write everything, nobody reads it.
#[test]
#[cfg(unix)]
fn a_database_that_cannot_be_written_is_read() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().unwrap();
    let [path, program] = ["a b?.db", "dolmen"].map(|name| folder.path().join(name));
    let store = Store::open(&path, Access::Write).unwrap();
    let value = Record { score: Score::eval(-70), bound: Some(Bound::Exact), ..Record::default() };
    store.put([(&Key::of(&board(Rule::Freestyle, "h8")), &value)]).unwrap();
    drop(store);
    fs::copy(COMPANION, &program).unwrap();
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    mode(&path, 0o444).and_then(|()| mode(folder.path(), 0o555)).unwrap();
    let run = |arguments: &[&str], input: &str| {
        let mut command = Command::new(&program);
        if fs::OpenOptions::new().write(true).open(&path).is_ok() {
            command.uid(65534);
        }
        command.args(arguments).arg(&path).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert!(run(&["book", "stats"], "").contains(": 1 positions, "));
    assert_eq!(run(&["book", "export", "--to", "pos"], ""), "freestyle 15 h8\n");
    let talk = "START 15\nYXQUERYDATABASEONE 7,7 DONE\nYXEDITTVDDATABASE 1 119 0 0 7,7 DONE\nEND\n";
    let replies = run(&["engine", "--database"], talk);
    assert!(replies.contains("MESSAGE DATABASE ONE -1 -70 0 3"), "{replies}");
    assert!(replies.contains("would change the database, which is read-only"), "{replies}");
    mode(folder.path(), 0o755).unwrap();
}

/// What one of them wrote between the reading and the writing of the other was lost.
#[test]
fn two_programs_can_change_the_same_record() {
    let path = folder("shared").join("x.db");
    let open = || Store::open(&path, Access::Write).unwrap();
    let (key, stores) = (Key::of(&board(Rule::Freestyle, "h8")), [open(), open()]);
    let lengthen = |known: Option<Record>, ()| {
        let mut record = known.unwrap_or_default();
        record.comment.push('x');
        Some(record)
    };
    std::thread::scope(|scope| {
        for store in &stores {
            let key = &key;
            scope
                .spawn(move || (0..100).for_each(|_| store.update([(key, ())], lengthen).unwrap()));
        }
    });
    assert_eq!(stores[0].get(&key).unwrap().unwrap().comment.len(), 200);
}

/// The program ended, other than `pbrain-dolmen`, and the game was lost.
#[test]
fn the_engine_plays_on_without_the_net_of_a_missing_file() {
    let mut command = Command::new(COMPANION);
    command.args(["engine", "--net", "/nowhere/x\n.net"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"START 15\nEND\n").unwrap();
    let replies = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let (first, rest) = replies.split_once('\n').unwrap();
    assert!(first.starts_with("MESSAGE /nowhere/x .net: "), "{first}");
    assert!(first.ends_with("; using the embedded net"), "{first}");
    assert_eq!(rest, "OK\n");
}

/// The move became another point, with a record of its own, and a line of a text on a point one of the
/// protocol.
#[test]
fn points_off_the_board_and_lines_in_texts_are_left_out() {
    let store = Store::open(&folder("off-board").join("x.db"), Access::Write).unwrap();
    let size = Size::new(15).unwrap();
    let sgf = b"(;GM[4]SZ[15];B[pa]LB[ss:W][hh:x];W[hh])";
    read_library(&store, sgf, None, Rule::Freestyle, size).unwrap();
    assert_eq!(all(&store), [(Key::of(&Board::new(Rule::Freestyle, size)), Record::default())]);
    let sgf = b"(;GM[4]SZ[15];B[hh]LB[ss:W][ii:A\n3,3\t\x07b][jj: ])";
    read_library(&store, sgf, None, Rule::Freestyle, size).unwrap();
    let known = store.get(&Key::of(&board(Rule::Freestyle, "h8"))).unwrap().unwrap();
    assert_eq!(known.texts.values().collect::<Vec<_>>(), ["A3,3b"]);
    assert_eq!(all(&store).len(), 2);
    let mut text = Vec::new();
    write_text(&store, Section::default(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap().replace("A3,3b", "A\\n3,3");
    read_text(&store, &text.replace("h8", "g8")).unwrap();
    let other = store.get(&Key::of(&board(Rule::Freestyle, "g8"))).unwrap().unwrap();
    assert_eq!(other.texts.values().collect::<Vec<_>>(), ["A3,3"]);
}

/// Under another order of moves black had come there legally; the engine played the double three.
#[test]
fn a_forbidden_move_is_no_move_of_a_position() {
    let store = Arc::new(Store::open(&folder("forbidden").join("x.db"), Access::Write).unwrap());
    let start = board(Rule::Renju, "h6a1h7o1f8a15g8o15");
    let h8 = parse_stones("h8").unwrap()[0];
    assert!(start.is_forbidden(h8));
    let mut next = start.clone();
    next.play(h8);
    let wins = Record { label: FORCED, ..Record::proof(Score::loss_in(4)) };
    store.put([(&Key::of(&next), &wins)]).unwrap();
    assert!(store.children(&Layout::of(&start)).unwrap().is_empty());
    assert_eq!(store.excluded(&start), []);
    let report = think(&store, &start, 2000);
    assert_ne!((report.best, report.score), (h8, Score::win_in(5)));
    // For white it is a move like any other, and in another order for black.
    let other = Layout::of(&board(Rule::Renju, "h6a1h7o1f8a15h8o15"));
    assert_eq!(store.children(&other).unwrap().len(), 1);
}

/// Whether it looks for moves one by one, as with few positions, or finds them from behind.
#[test]
fn a_walk_finds_what_looking_for_each_move_finds() {
    let folder = folder("walk");
    let store = Store::open(&folder.join("x.db"), Access::Write).unwrap();
    let mut random = Random::new(11);
    let (size, record) = (Size::new(6).unwrap(), Record::default());
    let mut layouts = Vec::new();
    for rule in [Rule::Renju, Rule::Freestyle] {
        layouts.push(Layout::of(&Board::new(rule, size)));
        for _ in 0..400 {
            let last: &Layout = &layouts[random.between(0, layouts.len() - 1)];
            let free = last.free();
            layouts.push(last.after(free[random.between(0, free.len() - 1)]));
        }
    }
    let keys: Vec<Key> = layouts.iter().map(|layout| layout.placed().key).collect();
    store.put(keys.iter().map(|key| (key, &record))).unwrap();
    let said = |children: Vec<Child>| -> Vec<(Coord, Key)> {
        children.into_iter().map(|child| (child.coord, child.key)).collect()
    };
    let mut whole = Walk::new(&store);
    let mut found = 0;
    for layout in layouts {
        let all = said(store.children_at(&layout, layout.free()).unwrap());
        let allowed = said(store.children(&layout).unwrap());
        found += all.len();
        for walk in [&mut whole, &mut Walk::new(&store)] {
            assert_eq!(said(walk.children_anywhere(&layout).unwrap()), all);
            assert_eq!(said(walk.children(&layout).unwrap()), allowed);
        }
    }
    assert!(found > 800, "{found}");
}

/// It said that it was done.
#[test]
#[cfg(unix)]
fn what_another_program_reads_is_not_saved() {
    let folder = folder("saved");
    let store = Store::open(&folder.join("x.db"), Access::Write).unwrap();
    let record = Record::default();
    store.put([(&Key::of(&board(Rule::Freestyle, "h8")), &record)]).unwrap();
    let reader = rusqlite::Connection::open(folder.join("x.db")).unwrap();
    let read = "BEGIN; SELECT count(*) FROM positions";
    reader.execute_batch(read).unwrap();
    store.put([(&Key::of(&board(Rule::Freestyle, "h8h9")), &record)]).unwrap();
    let talk = "== busy\n> START 15\n< OK\n> YXSAVEDATABASE\n\
        < ERROR x.db: another program reads it; try again";
    let line = "exec \"$0\" engine --database x.db";
    let course = hold(&in_folder(&folder, COMPANION, line), &parse(talk)[0], PATIENCE);
    assert_eq!(course.fault, None, "{:#?}", course.lines);
    reader.execute_batch("COMMIT").unwrap();
    assert!(store.save().unwrap());
}

/// The query failed after five seconds, and the move came as late; so did a move with a proof.
#[test]
#[cfg(unix)]
fn the_write_of_another_program_delays_no_move_and_no_query() {
    let folder = folder("locked");
    drop(Store::open(&folder.join("x.db"), Access::Write).unwrap());
    let writer = rusqlite::Connection::open(folder.join("x.db")).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    let talk = "== locked\n> START 15\n< OK\n> INFO timeout_turn 1000\n> TURN 7,7\n\
        > YXQUERYDATABASEALL\n> 7,7\n> DONE\n< MESSAGE DATABASE REFRESH\n\
        < MESSAGE DATABASE DONE\n> STOP\n< MOVE";
    let line = "exec \"$0\" engine --database x.db";
    let course = hold(&in_folder(&folder, COMPANION, line), &parse(talk)[0], PATIENCE);
    assert_eq!(course.fault, None, "{:#?}", course.lines);
    // Far from both 20 ms and the 5 s that users wait for what they ask for.
    let store = Store::open(&folder.join("x.db"), Access::Write).unwrap();
    let begin = Instant::now();
    store.learn(&[(board(Rule::Freestyle, "h8"), Score::loss_in(4))]);
    assert!(begin.elapsed() < Duration::from_secs(4));
}

/// A new database was opened under another name, and the positions of the user were not there.
#[test]
#[cfg(unix)]
fn names_that_are_not_utf_8_are_refused() {
    let folder = folder("utf-8");
    let mut engine = Command::new(COMPANION);
    engine.arg("engine").current_dir(&folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = engine.spawn().unwrap();
    let talk = b"START 15\nYXSETDATABASE\n\xCE\xD2.db\nYXDBTOTXT \xCE\xD2.csv\nEND\n";
    child.stdin.take().unwrap().write_all(talk).unwrap();
    let replies = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(replies, "OK\n".to_owned() + &"ERROR the name of a file must be UTF-8\n".repeat(2));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// The program waited for somebody at the other end, and did not end either.
#[test]
#[cfg(target_os = "linux")]
fn pipes_and_devices_are_no_files_of_a_database() {
    let folder = folder("pipes");
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    let words = ["SETDATABASE", "TXTTODB", "DBTOTXT", "DBTOPOS", "LIBTODB", "DBSPLIT", "DBMERGE"];
    let told = |word| format!("> YX{word}\n> pipe\n< ERROR pipe: not a regular file\n");
    let talk = "== pipes\n> START 15\n< OK\n".to_owned() + &words.map(told).concat();
    let line = "exec \"$0\" engine --database x.db";
    let course = hold(&in_folder(&folder, COMPANION, line), &parse(&talk)[0], PATIENCE);
    assert_eq!(course.fault, None, "{:#?}", course.lines);
}

/// Its log stayed beside it, and a copy of the file alone had nothing of what was written.
#[test]
fn the_file_is_closed_before_the_last_search_ends() {
    let path = folder("closed").join("x.db");
    let keeper = Keeper::new(Some(Store::open(&path, Access::Write).unwrap()));
    let searching = keeper.store().unwrap();
    let board = board(Rule::Freestyle, "h8");
    searching.learn(&[(board.clone(), Score::loss_in(4))]);
    assert!(searching.look_up(&board).is_some());
    drop(keeper);
    assert!(path.is_file() && !log_of(&path).exists());
    searching.learn(&[(board.clone(), Score::loss_in(2))]);
    assert!(searching.look_up(&board).is_none() && searching.excluded(&board).is_empty());
}

/// Thousands of positions stayed in the database, and the error sounded as if nothing had happened.
#[test]
fn an_import_that_breaks_off_says_how_much_was_added() {
    let path = folder("broken-off").join("x.db");
    let store = Store::open(&path, Access::Write).unwrap();
    let refuse = "CREATE TRIGGER full BEFORE INSERT ON positions \
        WHEN instr(NEW.record, CAST('last' AS BLOB)) BEGIN SELECT RAISE(FAIL, 'no room'); END";
    rusqlite::Connection::open(&path).unwrap().execute_batch(refuse).unwrap();
    let line = |comment| {
        "{\"rule\":\"renju\",\"size\":15,\"black\":\"h8\",\"white\":\"\",\"to_move\":\"white\",\
         \"source\":\"user\",\"comment\":\""
            .to_owned()
            + comment
            + "\"}\n"
    };
    let error = |text: &str| read_text(&store, text).unwrap_err().to_string();
    let first = error(&line("last"));
    assert!(first.ends_with("no room"), "{first}");
    assert_eq!(error(&(line("").repeat(4096) + &line("last"))), first + ", after 4096 positions");
    assert_eq!(store.count().unwrap(), 1);
}

/// The games before it had been added, and the error did not say so.
#[test]
fn nothing_of_sgf_is_added_when_one_of_its_games_does_not_fit() {
    let path = folder("one-does-not-fit").join("x.db");
    let store = Store::open(&path, Access::Write).unwrap();
    let game = "(;GM[4]SZ[15]RU[renju];B[hh];W[hi];B[ii])";
    for (last, told) in [
        ("(;GM[4]SZ[19]RU[renju];B[hh])", "for boards of 19x19"),
        ("(;GM[4]SZ[15];B[hh])", "does not tell its rule: --rule does"),
    ] {
        let sgf = game.repeat(2000) + last;
        let error = read_library(&store, sgf.as_bytes(), None, None, Size::new(15)).unwrap_err();
        assert_eq!((error.to_string(), store.count().unwrap()), (told.to_string(), 0));
    }
}

/// They became the comments of positions.
#[test]
fn times_and_marks_of_the_opening_are_no_comments() {
    let path = folder("times").join("x.db");
    let store = Store::open(&path, Access::Write).unwrap();
    let sgf = b"(;GM[4]SZ[15];B[hh]C[opening](;W[hi]C[12ms\nkept];B[ii]C[13ms])(;W[jh]C[14ms]))";
    read_library(&store, sgf, None, Rule::Freestyle, None).unwrap();
    let comments = ["h8", "h8h7", "h8h7i7", "h8j8"]
        .map(|moves| store.get(&Key::of(&board(Rule::Freestyle, moves))).unwrap().unwrap().comment);
    assert_eq!(comments, ["", "kept", "", "14ms"]);
}

/// A value from below replaced the proof that another program had written meanwhile.
#[test]
fn a_proof_stays_when_a_value_comes_from_below() {
    let value = Record { score: Score::eval(9), bound: Some(Bound::Exact), ..Record::default() };
    let proof = |plies| Record::proof(Score::win_in(plies));
    let with = |known: &Record, new: &Record| with_value(known.clone(), new);
    assert_eq!(with(&proof(5), &value), proof(5));
    assert_eq!(with(&proof(5), &proof(7)), proof(5));
    assert_eq!(with(&proof(5), &proof(3)), proof(3));
    assert_eq!(with(&Record::default(), &value), value);
}

/// Which of them stayed was decided by the order of the files, without a word.
#[test]
#[cfg(unix)]
fn results_that_contradict_each_other_are_counted() {
    let folder = folder("contradictions");
    let csv = "index,key,label,value,depth,bound,text\n0,r-15-15-h8-h9-b,w,0,0,none,\"\"\n\
        1,r-15-15-h8-h9-b,l,29990,9,lower,\"\"\n2,r-15-15-h8-h9-b,w,0,0,none,\"\"\n";
    fs::write(folder.join("csv"), csv).unwrap();
    for (name, score) in [("won.db", Score::loss_in(4)), ("lost.db", Score::win_in(3))] {
        let store = Store::open(&folder.join(name), Access::Write).unwrap();
        let key = Key::of(&board(Rule::Renju, "h8h9"));
        store.put([(&key, &Record::proof(score))]).unwrap();
    }
    let told = "results against known ones, which stay: 1";
    let talk = format!(
        "== told\n> START 15\n< OK\n> YXTXTTODB\n> csv\n< MESSAGE read 3 positions: csv\n\
         < MESSAGE {told}\n> YXDBMERGE\n> won.db\n< MESSAGE merged 1 positions: won.db\n\
         > YXDBMERGE\n> lost.db\n< MESSAGE merged 0 positions: lost.db\n< MESSAGE {told}"
    );
    let line = "exec \"$0\" engine --database x.db";
    let course = hold(&in_folder(&folder, COMPANION, line), &parse(&talk)[0], PATIENCE);
    assert_eq!(course.fault, None, "{:#?}", course.lines);
    let mut merge = Command::new(COMPANION);
    merge.current_dir(&folder).args(["book", "merge", "y.db", "won.db", "lost.db"]);
    let notes = String::from_utf8(merge.output().unwrap().stderr).unwrap();
    assert!(notes.lines().any(|line| line == told), "{notes}");
}
