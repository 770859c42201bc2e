//! The match laboratory over real processes: results, records, interruptions, engines that fail.
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;
mod programs;

use companion::arena::Terms;
use companion::arena::record::GameRecord;
use companion::arena::runner::{Match, Observer, Standing};
use companion::arena::schedule::{Pairing, Schedule, Shard};
use companion::arena::spec::EngineSpec;
use companion::arena::statistics::{EloModel, Sprt};
use dolmen::search::Control;
use dolmen::types::{Rule, Size};
use folder::folder;
use programs::{COMPANION, ENGINE};
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::Duration;

fn run(arguments: &[&str]) -> Output {
    Command::new(COMPANION).arg("match").args(arguments).output().unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let output = run(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn openings() -> String {
    format!("{}/../tests/data/openings/freestyle-15.txt", env!("CARGO_MANIFEST_DIR"))
}

/// A program of the shell that stands for a faulty engine.
fn script(folder: &Path, name: &str, body: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, body).unwrap();
    format!("name={name},cmd='sh {}'", path.display())
}

/// Records without the times of the moves, which differ from run to run.
fn games(path: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(path).unwrap();
    let mut games: Vec<serde_json::Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    for game in &mut games {
        for m in game["moves"].as_array_mut().unwrap() {
            m["ms"] = 0.into();
        }
    }
    games.sort_by_key(|game| game["index"].as_u64());
    games
}

/// The options of a small match at fixed nodes, which plays the same whenever it is played.
fn small_match() -> Vec<String> {
    let engine = |name: &str, nodes: u32| format!("name={name},cmd={ENGINE},nodes={nodes}");
    let mut options = vec!["--engine".to_string(), engine("a", 300), "--engine".to_string()];
    options.push(engine("b", 100));
    options.extend(["--games", "12", "--openings", &openings()].map(str::to_string));
    options
}

fn with<'a>(base: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    base.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

#[test]
fn an_interrupted_match_gives_the_same_record() {
    let folder = folder("resume");
    let (whole, cut) = (folder.join("whole.jsonl"), folder.join("cut.jsonl"));
    let base = small_match();
    json(&with(&base, &["--record", whole.to_str().unwrap(), "--concurrency", "2"]));
    let text = fs::read_to_string(&whole).unwrap();
    // Records of earlier versions can be gone on with.
    assert!(text.lines().next().unwrap().ends_with(r#""terms":"101f0eabc78e1075"}"#), "{text}");
    // A kill in the middle of the sixth game's line.
    let sixth = text.match_indices('\n').nth(6).unwrap().0;
    fs::write(&cut, &text[..sixth - 30]).unwrap();
    let record = ["--record", cut.to_str().unwrap()];
    assert!(!run(&with(&base, &record)).status.success(), "an old record needs --resume");
    let result = json(&with(&base, &[&record[..], &["--resume"]].concat()));
    assert_eq!(result["games"], 12);
    assert_eq!(games(&cut), games(&whole));
    // The record of another match is refused.
    let other = with(&base, &["--games", "14", "--resume", "--record", cut.to_str().unwrap()]);
    let options: Vec<&str> =
        other.iter().enumerate().filter(|(i, _)| *i != 4 && *i != 5).map(|(_, o)| *o).collect();
    assert!(!run(&options).status.success());
    // A file that is no record stays as it is.
    let notes = folder.join("notes");
    fs::write(&notes, "no line end").unwrap();
    let resumed = ["--resume", "--record", notes.to_str().unwrap()];
    assert!(!run(&with(&base, &resumed)).status.success());
    assert_eq!(fs::read_to_string(&notes).unwrap(), "no line end");
}

#[test]
fn shards_join_to_the_whole_match() {
    let folder = folder("shards");
    let whole = folder.join("whole.jsonl");
    let base = small_match();
    let expected = json(&with(&base, &["--record", whole.to_str().unwrap()]));
    let parts: Vec<String> = (1..=3)
        .map(|i| {
            let part = folder.join(format!("part{i}.jsonl")).to_str().unwrap().to_string();
            json(&with(&base, &["--shard", &format!("{i}/3"), "--record", &part]));
            part
        })
        .collect();
    let joined = folder.join("joined.jsonl");
    let (sgf, psq, pgn, bin) =
        (folder.join("g.sgf"), folder.join("psq"), folder.join("g.pgn"), folder.join("g.bin"));
    let mut arguments = vec!["merge"];
    arguments.extend(parts.iter().map(String::as_str));
    for (flag, path) in [
        ("--record", &joined),
        ("--sgf", &sgf),
        ("--psq", &psq),
        ("--pgn", &pgn),
        ("--binary", &bin),
    ] {
        arguments.extend([flag, path.to_str().unwrap()]);
    }
    let merged = json(&arguments);
    assert_eq!(merged["engines"], expected["engines"]);
    assert_eq!(games(&joined), games(&whole));
    assert_eq!(fs::read_to_string(sgf).unwrap().lines().count(), 12);
    assert_eq!(fs::read_dir(psq).unwrap().count(), 12);
    assert_eq!(fs::read_to_string(pgn).unwrap().matches("[Result").count(), 12);
    let decoded = companion::arena::compact::decode(&fs::read(bin).unwrap()).unwrap();
    assert_eq!(decoded.len(), 12);
}

/// It was gone on with, and `match merge` refused the parts for good.
#[test]
fn a_record_of_another_shard_is_refused() {
    let folder = folder("shard");
    let part = folder.join("part.jsonl").display().to_string();
    let base = small_match();
    let play = |shard| with(&base, &["--record", &part, "--resume", "--shard", shard]);
    json(&play("1/3"));
    let before = fs::read(&part).unwrap();
    let error = String::from_utf8(run(&play("2/3")).stderr).unwrap();
    assert_eq!(error, format!("dolmen: {part}: holds games of another shard\n"));
    assert_eq!(fs::read(&part).unwrap(), before);
    assert_eq!(json(&play("1/3"))["games"], 4);
    // Of the same games there may be more.
    assert_eq!(json(&play("1/1"))["games"], 12);
}

#[test]
fn engines_that_fail_lose_and_the_match_goes_on() {
    let folder = folder("faults");
    let good = format!("name=good,cmd={ENGINE},nodes=50");
    for (name, body, ending) in [
        ("dies", "read a; read b; echo OK; exit 3", "crash"),
        (
            "occupied",
            "while read w r; do case $w in START) echo OK;; BEGIN|TURN|DONE) echo 7,7;; esac; done",
            "illegal",
        ),
        (
            "talks",
            "while read w r; do case $w in START) echo OK;; BEGIN|TURN|DONE) echo I resign;; esac; done",
            "illegal",
        ),
        (
            "late",
            "while read w r; do case $w in START) echo OK;; BEGIN|TURN|DONE) sleep 1; echo 0,0;; esac; done",
            "time",
        ),
        ("silent", "while read w r; do case $w in START) echo OK;; esac; done", "no-reply"),
    ] {
        let bad = script(&folder, name, body) + ",tc=/0.2";
        let result = json(&["--engine", &good, "--engine", &bad, "--games", "2"]);
        assert_eq!(result["engines"][0]["results"]["wins"], 2, "{name}: {result:#}");
        assert_eq!(result["engines"][1]["faults"], 2, "{name}");
        assert_eq!(result["endings"][ending], 2, "{name}: {result:#}");
    }
}

#[test]
fn three_engines_get_a_table() {
    let engine = |name: &str, nodes: u32| format!("name={name},cmd={ENGINE},nodes={nodes}");
    let (a, b, c) = (engine("weak", 20), engine("middle", 300), engine("same", 300));
    let options = ["--engine", &a, "--engine", &b, "--engine", &c, "--games", "4"];
    let openings = openings();
    let output = run(&[&options[..], &["--openings", &openings]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("12 of 12 games"), "{text}");
    assert!(["weak", "middle", "same"].iter().all(|name| text.contains(name)), "{text}");
    let gauntlet = json(&[&options[..], &["--gauntlet", "--openings", &openings]].concat());
    assert_eq!(gauntlet["games"], 8);
}

/// A record with three engines: a wins 2 to 0 against b, b 1.5 to 0.5 against c; a and c do not meet.
const THREE: &str = r#"{"dolmen_match":1,"rule":4,"size":15,"engines":["a","b","c"],"games":6,"terms":"x"}
{"index":0,"black":0,"white":1,"opening":"","moves":[],"points":1.0,"ending":"five"}
{"index":1,"black":1,"white":0,"opening":"","moves":[],"points":0.0,"ending":"five"}
{"index":2,"black":1,"white":2,"opening":"","moves":[],"points":1.0,"ending":"five"}
{"index":3,"black":2,"white":1,"opening":"","moves":[],"points":0.5,"ending":"full-board"}
"#;

/// Only the sums over all opponents were told, and the rule as its code.
#[test]
fn three_engines_see_who_beat_whom() {
    let path = folder("pairings").join("three.jsonl");
    fs::write(&path, THREE).unwrap();
    let path = path.to_str().unwrap();
    let text = String::from_utf8(run(&["merge", path]).stdout).unwrap();
    assert!(text.starts_with("4 of 6 games, renju, size 15\n"), "{text}");
    let table = "    points      1      2      3\n 1  a           -  2.0/2      -\n \
                 2  b       0.0/2      -  1.5/2\n 3  c           -  0.5/2      -\n";
    assert!(text.contains(table), "{text}");
    let result = json(&["merge", path]);
    let told = |pairing: &serde_json::Value| {
        let points =
            ["wins", "draws", "losses"].map(|key| pairing["results"][key].as_u64().unwrap());
        (pairing["first"].clone(), pairing["second"].clone(), points)
    };
    let pairings: Vec<_> = result["pairings"].as_array().unwrap().iter().map(told).collect();
    let expected = [("a", "b", [2, 0, 0]), ("b", "c", [1, 1, 0])];
    assert_eq!(
        pairings,
        expected.map(|(first, second, points)| (first.into(), second.into(), points))
    );
}

#[test]
fn every_rule_and_swap2_are_played() {
    for (rule, size) in
        [("standard", "15"), ("renju", "15"), ("caro", "15"), ("8", "12"), ("0", "20")]
    {
        let engine = format!("cmd={ENGINE},nodes=200");
        let result = json(&[
            "--engine", &engine, "--engine", &engine, "--games", "2", "--rule", rule, "--size",
            size, "--swap2",
        ]);
        assert_eq!(result["games"], 2);
        let faults = |i: usize| result["engines"][i]["faults"].as_u64().unwrap();
        assert_eq!(faults(0) + faults(1), 0, "{result:#}");
        let results = |name: &str| result["proposer"][name].as_u64().unwrap();
        assert_eq!(results("wins") + results("draws") + results("losses"), 2, "{result:#}");
    }
}

#[test]
fn a_sequential_test_stops_the_match() {
    let folder = folder("sprt");
    let good = format!("name=good,cmd={ENGINE},nodes=50");
    let bad = script(&folder, "bad", "read a; read b; echo OK; exit 3");
    let sprt = "elo0=0,elo1=200";
    let result = json(&[
        "--engine", &good, "--engine", &bad, "--games", "4000", "--sprt", sprt, "--each", "tc=/1",
    ]);
    assert_eq!(result["sprt"]["verdict"], "accepted");
    assert!(result["games"].as_u64().unwrap() < 200);
}

/// It was shown as one in the usual Elo.
#[test]
fn a_sequential_test_in_normalised_elo_is_shown_as_one() {
    let engine = format!("cmd={ENGINE},nodes=10");
    let options = ["--engine", &engine, "--engine", &engine, "--games", "2", "--move-limit", "2"];
    let test = |bounds| [&options[..], &["--sprt", bounds]].concat();
    let normalised = test("elo0=0,elo1=5,alpha=0.1,model=normalised");
    let result = &json(&normalised)["sprt"];
    assert_eq!((&result["model"], &result["alpha"]), (&"normalised".into(), &0.1.into()));
    assert_eq!(result["beta"], 0.05);
    let text = String::from_utf8(run(&normalised).stdout).unwrap();
    assert!(text.contains(" [0, 5] normalised: undecided\n"), "{text}");
    assert_eq!(json(&test("elo0=0,elo1=5"))["sprt"]["model"], "logistic");
}

/// Nothing told that a sequential test had counted one pair again and again.
#[test]
fn copies_of_games_are_told() {
    let engine = |name: &str| format!("name={name},cmd={ENGINE},nodes=10");
    let (a, b) = (engine("a"), engine("b"));
    let options = ["--engine", &a, "--engine", &b, "--games", "6", "--move-limit", "4"];
    let output = run(&options);
    let note = "different openings: 1 for 3 rounds; engines that repeat themselves play the same games again\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), note);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\n4 games are copies of others (same players and moves)\n"), "{text}");
    assert_eq!(json(&options)["copies"], 4);
    let openings = openings();
    let different = [&options[..], &["--openings", &openings]].concat();
    let output = run(&different);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert!(!String::from_utf8(output.stdout).unwrap().contains("copies"));
    assert_eq!(json(&different)["copies"], 0);
}

/// Notes games that are told after the decision of a test. At the decision it holds the match up, so that
/// the other game of that time ends.
struct Late<'a> {
    played: &'a Match,
    is_decided: bool,
    games: usize,
}

impl Observer for Late<'_> {
    fn on_game(&mut self, _: &GameRecord, standing: &Standing) -> io::Result<()> {
        self.games += usize::from(self.is_decided);
        if !self.is_decided && self.played.is_decided(standing) {
            self.is_decided = true;
            std::thread::sleep(Duration::from_secs(2));
        }
        Ok(())
    }

    fn on_log(&mut self, _: usize, _: &str, _: &[String]) -> io::Result<()> {
        Ok(())
    }

    fn on_remarks(&mut self, _: &str, _: &[String]) {}

    fn wants_log(&self) -> bool {
        false
    }
}

/// It could undo the decision.
#[test]
fn a_game_that_ends_after_the_decision_of_a_test_does_not_count() {
    let folder = folder("late");
    let good = format!("name=good,cmd={ENGINE},nodes=50");
    let bad = script(&folder, "bad", "read a; read b; echo OK; exit") + ",nodes=50";
    let (elo0, elo1, alpha, beta, model) = (0.0, 100.0, 0.05, 0.05, EloModel::Logistic);
    let size = Size::new(15).unwrap();
    let played = Match {
        engines: [good, bad].map(|spec| EngineSpec::parse(&spec).unwrap()).into(),
        terms: Terms {
            rule: Rule::Freestyle,
            size,
            tolerance: Duration::from_secs(10),
            move_limit: None,
            agreement: None,
            evals: false,
        },
        schedule: Schedule::new(2, Pairing::RoundRobin, 4000, Vec::new(), false, size),
        shard: Shard { number: 1, of: 1 },
        concurrency: 2,
        keep_engines: false,
        swap2: false,
        sprt: Some(Sprt { elo0, elo1, alpha, beta, model }),
        control: Arc::new(Control::new()),
    };
    let mut late = Late { played: &played, is_decided: false, games: 0 };
    let (standing, outcome) = played.run(Vec::new(), &mut late);
    outcome.unwrap();
    assert!(late.is_decided, "{standing:?}");
    assert_eq!(late.games, 0);
}

/// While one player loses nothing, a pair that takes two seconds is lost.
#[test]
fn a_decision_is_not_undone_by_games_that_end_after_it() {
    let folder = folder("decided");
    let (slow, late) = (folder.join("slow"), folder.join("late"));
    let good = format!(
        "read line; if [ \"$line\" = END ]; then exit; fi
         if mkdir '{slow}' 2>&-; then sleep 2; mkdir '{late}'; exit; fi
         if rmdir '{late}' 2>&-; then exit; fi
         exec '{ENGINE}'",
        slow = slow.display(),
        late = late.display()
    );
    let good = script(&folder, "good", &good) + ",nodes=50";
    let bad = script(&folder, "bad", "read a; read b; echo OK; exit");
    let record = folder.join("record").display().to_string();
    let options = [
        "--engine",
        &good,
        "--engine",
        &bad,
        "--games",
        "4000",
        "--each",
        "tc=/10",
        "--concurrency",
        "2",
        "--sprt",
        "elo0=0,elo1=100",
        "--record",
        &record,
    ];
    let result = json(&options);
    assert_eq!(result["sprt"]["verdict"], "accepted", "{result:#}");
    let again = json(&[&options[..], &["--resume"]].concat());
    assert_eq!(again["sprt"]["verdict"], "accepted");
    assert_eq!(again["games"], result["games"]);
}

/// A match of two games at a time: in one of them the first engine thinks for five minutes at its first
/// move, in all others it does this. Tells what was printed.
#[cfg(unix)]
fn beside_a_long_game(folder: &Path, shell: &str, instead: &str, more: &[&str]) -> Output {
    let asked = folder.join("asked").display().to_string();
    let body = format!(
        "while read w r; do case $w in START) echo OK;; END) exit;; BEGIN|TURN|DONE)
           if mkdir '{asked}' 2>/dev/null; then sleep 300; fi
           while ! test -e '{asked}'; do sleep 0.05; done; {instead};; esac; done"
    );
    let first = script(folder, "first", &body).replace("'sh ", &format!("'{shell} "));
    let engine = format!("name=fine,cmd={ENGINE},nodes=10");
    let options = ["--engine", &first, "--engine", &engine, "--each", "tc=/600"];
    let begin = std::time::Instant::now();
    let output = run(&[&options[..], &["--concurrency", "2"], more].concat());
    let took = begin.elapsed();
    assert!(took < std::time::Duration::from_secs(120), "{took:?}, {output:?}");
    output
}

/// They were played to their end, and did not count.
#[cfg(unix)]
#[test]
fn the_decision_of_a_test_ends_the_games_that_run() {
    let folder = folder("decision");
    let record = folder.join("record");
    let more = ["--sprt", "elo0=0,elo1=100", "--games", "4000", "--json"];
    let record_option = ["--record", record.to_str().unwrap()];
    let output =
        beside_a_long_game(&folder, "sh", "echo 99,99", &[&more[..], &record_option].concat());
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["sprt"]["verdict"], "rejected", "{output:?}");
    assert!(output.status.success());
    // Neither is the game that was ended written down.
    assert_eq!(result["endings"]["illegal"], result["games"]);
    let lost = |game: &serde_json::Value| game["points"] == f64::from(game["black"] == 1);
    assert!(games(&record).iter().all(lost));
}

/// It was told when they had come to their end.
#[cfg(unix)]
#[test]
fn an_error_ends_the_games_that_run() {
    let folder = folder("error");
    let shell = folder.join("shell");
    std::os::unix::fs::symlink("/bin/sh", &shell).unwrap();
    let shell = shell.to_str().unwrap();
    let output = beside_a_long_game(&folder, shell, &format!("rm -f '{shell}'; exit"), &[]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("shell: "), "{error}");
}

#[test]
fn wrong_options_are_explained() {
    let engine = format!("cmd={ENGINE}");
    let cases: [&[&str]; 6] = [
        &["--engine", &engine],
        &["--engine", &engine, "--engine", "nonsense"],
        &["--engine", &engine, "--engine", &engine, "--each", "pause=60001"],
        &["--engine", &engine, "--engine", &engine, "--openings", "/no/such/file"],
        &["--engine", &engine, "--engine", &engine, "--sprt", "elo0=5,elo1=0"],
        &["--engine", &engine, "--engine", "cmd=/no/such/program", "--games", "2"],
    ];
    for options in cases {
        let output = run(options);
        assert!(!output.status.success(), "{options:?}");
        assert!(!output.stderr.is_empty(), "{options:?}");
        assert!(output.stdout.is_empty(), "{options:?}");
    }
}

/// They had been played, and lost by an engine that was asked for no move; or from an empty board.
#[test]
fn openings_that_are_over_or_missing_are_refused() {
    let folder = folder("openings");
    let engine = format!("cmd={ENGINE},nodes=10");
    for (name, text, rule, told) in [
        (
            "five",
            "# a five\nh8a1\nh8a1h9a2h10a3h11a4h12a5",
            "freestyle",
            ":3: the game is over after move 9",
        ),
        ("foul", "h6a1h7a3f8a5g8a7h8", "renju", ":1: the game is over after move 9"),
        ("none", "# none\n\n", "freestyle", ": no openings"),
    ] {
        let file = folder.join(name).display().to_string();
        fs::write(&file, text).unwrap();
        let output =
            run(&["--engine", &engine, "--engine", &engine, "--rule", rule, "--openings", &file]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error, format!("dolmen: {file}{told}\n"));
    }
}

/// All results were lost.
#[test]
#[cfg(unix)]
fn an_engine_that_is_gone_ends_the_match_with_its_result() {
    let folder = folder("gone");
    let [shell, first, sgf] = ["shell", "first", "match.sgf"].map(|name| folder.join(name));
    std::os::unix::fs::symlink("/bin/sh", &shell).unwrap();
    // The match starts each engine once to see that it can, and then for each game.
    let body = format!(
        "mkdir '{}' 2>/dev/null || rm -f '{}'; exec '{ENGINE}'",
        first.display(),
        shell.display()
    );
    let gone = script(&folder, "gone", &body).replace("'sh ", &format!("'{} ", shell.display()));
    let (gone, other) = (gone + ",nodes=10", format!("name=other,cmd={ENGINE},nodes=10"));
    let arguments = ["--engine", &gone, "--engine", &other, "--games", "4", "--sgf"];
    let output = run(&[&arguments[..], &[sgf.to_str().unwrap()]].concat());
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("shell: "), "{error}");
    let text = String::from_utf8(output.stdout).unwrap();
    // The first start may be over before it has made the folder.
    assert!(text.starts_with("1 of 4 games") || text.starts_with("2 of 4 games"), "{text}");
    assert!(sgf.exists());
}

/// It was killed, as one that has begun to write a file.
#[test]
fn an_engine_that_is_started_to_see_that_it_can_is_told_to_end() {
    let folder = folder("first-start");
    let ended = folder.join("ended");
    let body = format!(
        "read line; if [ \"$line\" = END ]; then echo >'{}'; exit; fi; exec '{ENGINE}'",
        ended.display()
    );
    let first = script(&folder, "first", &body) + ",nodes=10";
    let other = format!("name=other,cmd={ENGINE},nodes=10");
    let options = ["--engine", &first, "--engine", &other, "--games", "2", "--move-limit", "2"];
    // A busy machine may take longer than a tournament manager waits.
    let is_told = |_| run(&options).status.success() && ended.exists();
    assert!((0..20).any(is_told));
}

/// A match with a net that could not be read measured the embedded net without a word.
#[test]
fn what_an_engine_says_at_its_start_is_printed_once() {
    let new = format!("name=new,cmd='{ENGINE} --net nosuch.net',nodes=10");
    let old = format!("name=old,cmd={ENGINE},nodes=10");
    let arguments = ["--engine", &new, "--engine", &old, "--games", "2", "--concurrency", "2"];
    let output = run(&[&arguments[..], &["--move-limit", "4"]].concat());
    assert!(output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    let begin = "new: MESSAGE nosuch.net: ";
    assert!(told.starts_with(begin) && told.ends_with("; using the embedded net\n"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

/// A program for each engine was ignored, and of a known key it was said that it is unknown.
#[test]
fn what_each_and_sprt_cannot_have_is_named() {
    let engine = format!("cmd={ENGINE},nodes=10");
    for (option, value, told) in [
        ("--each", "cmd=./x", "--each: cmd=... is for one engine, not for each"),
        ("--each", "name=x,nodes=5", "--each: name=... is for one engine, not for each"),
        ("--each", "foo=1", "--each: unknown key 'foo'"),
        ("--sprt", "elo0=0,model=x", "--sprt: model is logistic or normalised, not 'x'"),
        ("--sprt", "elo=0", "--sprt: unknown key 'elo'"),
        // The log likelihood ratio was no number, and the test never ended.
        ("--sprt", "elo0=0,elo1=inf", "--sprt needs numbers"),
        (
            "--sprt",
            "elo0=0,elo1=7000",
            "--sprt: elo0 and elo1 of this model are from -1000 to 1000",
        ),
        (
            "--sprt",
            "elo0=-250,elo1=0,model=normalised",
            "--sprt: elo0 and elo1 of this model are from -200 to 200",
        ),
    ] {
        let output = run(&["--engine", &engine, "--engine", &engine, option, value]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error, format!("dolmen: {told}\n"));
    }
    // Each part had made a test of its own.
    let part = ["--shard", "1/2", "--sprt", "elo0=0,elo1=10"];
    let output = run(&[&["--engine", &engine, "--engine", &engine][..], &part].concat());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "dolmen: --sprt needs all games of a match, not a --shard\n");
}

/// Only that it is another match had been said.
#[test]
fn a_record_of_another_match_tells_what_is_different() {
    let folder = folder("another");
    let record = folder.join("match.jsonl").display().to_string();
    let options = |engine: &str| {
        let (a, b) =
            (format!("name={engine},cmd={ENGINE}"), format!("name=b,cmd={ENGINE},nodes=5"));
        let options = ["--engine", &a, "--engine", &b, "--games", "2", "--record", &record];
        options.map(str::to_string)
    };
    json(&with(&options("a,nodes=5"), &["--move-limit", "8"]));
    for (engine, more, told) in [
        ("a,nodes=5", ["--rule", "renju"], "rule freestyle, not renju"),
        ("a,nodes=5", ["--size", "20"], "size 15, not 20"),
        ("c,nodes=5", ["--agree", "9"], "engines a, b, not c, b"),
        ("a,nodes=5", ["--move-limit", "9"], "other openings, limits, options or pairings"),
        ("a,nodes=6", ["--move-limit", "8"], "other openings, limits, options or pairings"),
    ] {
        let error = run(&with(&options(engine), &[&more[..], &["--resume"]].concat())).stderr;
        let error = String::from_utf8(error).unwrap();
        assert_eq!(error, format!("dolmen: {record}: the record of another match: {told}\n"));
    }
    let text = fs::read_to_string(&record).unwrap();
    let other = folder.join("other.jsonl");
    // Of two games with one number the first had counted, in silence.
    fs::write(&other, text.replace("\"ms\":", "\"ms\":1")).unwrap();
    let error = run(&["merge", &record, other.to_str().unwrap()]).stderr;
    let told = "game 1 is in two of the files, with different moves";
    assert_eq!(String::from_utf8(error).unwrap(), format!("dolmen: {told}\n"));
    assert!(run(&["merge", &record, &record]).status.success());
    fs::write(&other, text.replacen("\"games\":2", "\"games\":4", 1)).unwrap();
    let error = run(&["merge", &record, other.to_str().unwrap()]).stderr;
    let told = "the record of another match: games 4, not 2";
    assert_eq!(String::from_utf8(error).unwrap(), format!("dolmen: {}: {told}\n", other.display()));
}

/// It had printed nothing. The second game, in which an engine is silent for long, does not count.
#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_the_result_of_the_finished_games() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let folder = folder("interrupted");
    let first = folder.join("first").display().to_string();
    let body = format!(
        "while read w r; do case $w in START) echo OK;; BEGIN|TURN) if mkdir '{first}'; then exit; fi;; \
         esac; done"
    );
    let slow = script(&folder, "slow", &body) + ",tc=/300";
    let engine = format!("name=fine,cmd={ENGINE},nodes=10");
    let (record, sgf) = (folder.join("match.jsonl"), folder.join("match.sgf"));
    let paths = [&record, &sgf].map(|path| path.to_str().unwrap());
    let options = ["--engine", &slow, "--engine", &engine, "--games", "2", "--record", paths[0]];
    let mut program = Command::new(COMPANION);
    program.arg("match").args(options).args(["--sgf", paths[1]]);
    program.stdout(Stdio::piped()).stderr(Stdio::piped());
    let program = program.spawn().unwrap();
    let games = || fs::read_to_string(&record).map_or(0, |text| text.lines().skip(1).count());
    while games() == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    let begin = Instant::now();
    Command::new("kill").args(["-TERM", &program.id().to_string()]).status().unwrap();
    let output = program.wait_with_output().unwrap();
    // The code was that of a finished match.
    assert!(!output.status.success() && begin.elapsed() < Duration::from_secs(60));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.ends_with("dolmen: interrupted after 1 of 2 games\n"), "{error}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("1 of 2 games") && text.contains("endings: crash 1\n"), "{text}");
    assert_eq!(games(), 1);
    assert!(!sgf.exists(), "a file of a match that can be continued");
}

/// A batch system signals engines as well: one that ended first lost its game by a crash.
#[cfg(unix)]
#[test]
fn an_engine_that_a_signal_reaches_first_does_not_lose_its_game() {
    let folder = folder("signalled");
    let body = "while read w r; do case $w in START) echo OK;; BEGIN|TURN) \
                (sleep 0.1; kill -TERM $PPID) </dev/null >/dev/null 2>&1 & exit;; esac; done";
    let ended = script(&folder, "ended", body);
    let engine = format!("name=fine,cmd={ENGINE},nodes=10");
    let record = folder.join("match.jsonl");
    let path = record.to_str().unwrap();
    let output = run(&["--engine", &ended, "--engine", &engine, "--games", "2", "--record", path]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.ends_with("dolmen: interrupted after 0 of 2 games\n"), "{error}");
    assert_eq!(fs::read_to_string(&record).unwrap().lines().count(), 1, "games are written down");
}

/// It ended when the terminal was closed.
#[cfg(target_os = "linux")]
#[test]
fn a_match_that_was_started_by_nohup_outlives_the_terminal() {
    use std::process::Stdio;
    let folder = folder("nohup");
    let asked = folder.join("asked");
    let body = format!(
        "while read w r; do case $w in START) echo OK;; BEGIN|TURN) mkdir '{}';; esac; done",
        asked.display()
    );
    let slow = script(&folder, "slow", &body) + ",tc=/300";
    let engine = format!("name=fine,cmd={ENGINE},nodes=10");
    let mut program = Command::new("nohup");
    program.args([COMPANION, "match", "--engine", &slow, "--engine", &engine]);
    let mut program = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !asked.exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = program.id().to_string();
    let signal = |name: &str| Command::new("kill").args([name, &id]).status().unwrap();
    signal("-HUP");
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(program.try_wait().unwrap().is_none());
    // The first signal that it heeds ends the match, a second one the program.
    signal("-TERM");
    let output = program.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.ends_with("dolmen: interrupted after 0 of 100 games\n"), "{error}");
}

/// The engine that was to move lost its game by being late. It stops the match itself, once.
#[cfg(unix)]
#[test]
fn nobodys_clock_runs_while_the_match_is_stopped() {
    let folder = folder("stopped");
    let once = folder.join("once").display().to_string();
    let body = format!(
        "n=0; while read w r; do case $w in START) echo OK;; BEGIN|TURN|DONE)
           if mkdir '{once}' 2>&-; then kill -STOP $PPID; sleep 4; kill -CONT $PPID; fi
           n=$((n+2)); echo $n,14;; esac; done"
    );
    let stops = script(&folder, "stops", &body) + ",tc=/1";
    let engine = format!("name=fine,cmd={ENGINE},nodes=10");
    let options = ["--engine", &stops, "--engine", &engine, "--games", "2", "--move-limit", "4"];
    let result = json(&[&options[..], &["--tolerance", "1500"]].concat());
    assert!(Path::new(&once).exists());
    assert_eq!(result["endings"]["move-limit"], 2, "{result:#}");
}

/// Each of its games had taken 30 seconds.
#[test]
fn an_engine_that_never_answers_start_ends_the_match() {
    let folder = folder("mute");
    let mute = script(&folder, "mute", "while read line; do :; done");
    let engine = format!("name=fine,cmd={ENGINE},nodes=10");
    let output = run(&["--engine", &engine, "--engine", &mute, "--games", "2"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "dolmen: mute does not answer START\n");
}

/// They had been taken as 1, or for a match without games or moves.
#[test]
fn numbers_of_nothing_are_refused() {
    let engine = format!("cmd={ENGINE},nodes=10");
    for option in ["--games", "--concurrency", "--move-limit", "--agree"] {
        let output = run(&["--engine", &engine, "--engine", &engine, option, "0"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{option}: {error}");
        assert!(error.contains("0 is not in 1.."), "{option}: {error}");
    }
}

/// So many threads could not be started, and the program aborted.
#[test]
fn a_match_has_no_more_threads_than_pairs() {
    let base = small_match();
    assert_eq!(json(&with(&base, &["--concurrency", "100000"]))["games"], 12);
}

/// So many games became "0 of 0 games".
#[test]
fn more_games_than_can_be_counted_are_refused() {
    let engine = format!("cmd={ENGINE},nodes=10");
    let all = usize::MAX.to_string();
    let output = run(&["--engine", &engine, "--engine", &engine, "--games", &all]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("is not in 1..=1000000"), "{error}");
}

/// The doctor finds nothing in us that is not tested elsewhere, and much in a program that is no
/// engine.
#[test]
fn check_fails_a_program_that_is_no_engine() {
    let script = "while read line; do echo what; done";
    let arguments = ["check", "--json", "--", "sh", "-c", script];
    let output = Command::new(COMPANION).args(arguments).output().unwrap();
    assert!(!output.status.success());
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(result["failed"].as_u64().unwrap() > 30, "{}", result["failed"]);
    // What was expected is told as the protocol has it.
    let conversations = result["conversations"].as_array().unwrap();
    let faults: Vec<&str> = conversations.iter().filter_map(|one| one["fault"].as_str()).collect();
    for shown in ["ERROR ...", "UNKNOWN ...", "name=\"...\""] {
        let fault = format!("expected {shown}, got 'what'");
        assert!(faults.contains(&fault.as_str()), "{shown}: {faults:?}");
    }
}

/// It had been told 126 times.
#[test]
fn check_says_once_that_a_program_ends_at_once() {
    let output = Command::new(COMPANION).args(["check", "--", "true"]).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "dolmen: true ends without an answer: it is no engine\n"
    );
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.ends_with("0 passed, 0 deviations, 1 failed\n"), "{report}");
    // Why it did had not been told.
    let script = "echo no such library >&2; exit 127";
    let output =
        Command::new(COMPANION).args(["check", "--", "sh", "-c", script]).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "dolmen: sh ends without an answer: it is no engine\nno such library\n"
    );
}

/// One that does not heed the end of its input went on.
#[cfg(unix)]
#[test]
fn a_signal_to_check_ends_the_engine() {
    use std::process::Stdio;
    let folder = folder("check-signal");
    let id = folder.join("id");
    let script = format!("echo $$ >>'{}'; exec sleep 1234", id.display());
    let mut program = Command::new(COMPANION);
    program.args(["check", "--patience", "600", "--", "sh", "-c", &script]);
    let program = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let ids = || fs::read_to_string(&id).unwrap_or_default();
    while ids().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // The first start is to see that it can be started.
    std::thread::sleep(std::time::Duration::from_secs(2));
    Command::new("kill").args(["-TERM", &program.id().to_string()]).status().unwrap();
    let output = program.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "dolmen: interrupted after 0 conversations\n");
    for id in ids().lines() {
        let alive = Command::new("kill").args(["-0", id]).stderr(Stdio::null()).status();
        assert!(!alive.unwrap().success());
    }
}

/// The opening sets in the repository are sound, and the generator repeats itself.
#[test]
fn shipped_openings_are_sound_and_the_generator_repeats_itself() {
    use companion::arena::opening;
    use dolmen::types::Size;
    for (rule, size) in
        [("freestyle", 15), ("freestyle", 20), ("standard", 15), ("renju", 15), ("caro", 15)]
    {
        let file =
            format!("{}/../tests/data/openings/{rule}-{size}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(file).unwrap();
        let board = Size::new(size).unwrap();
        let all: std::collections::HashSet<_> = text
            .lines()
            .map(|line| opening::canonical(&opening::parse(line, board).unwrap(), board))
            .collect();
        assert!(all.len() >= 200, "{rule} {size}");
        assert_eq!(all.len(), text.lines().count(), "{rule} {size}");
        let mut games = String::new();
        text.lines().for_each(|line| games += &format!("{rule} {size} {line}\n"));
        let mut verdicts = Vec::new();
        dolmen::tools::referee::run(games.as_bytes(), &mut verdicts).unwrap();
        assert!(String::from_utf8(verdicts).unwrap().lines().all(|line| line == "open"));
    }
    let print = || {
        let arguments = ["openings", "--count", "5", "--nodes", "500", "--seed", "3"];
        Command::new(COMPANION).args(arguments).output().unwrap().stdout
    };
    assert_eq!(print(), print());
    assert_eq!(String::from_utf8(print()).unwrap().lines().count(), 5);
}

/// The pause lies before the question: a clock that counted it would show 700 ms a move.
#[test]
fn a_pause_is_on_nobodys_clock() {
    let folder = folder("pause");
    let record = folder.join("match.jsonl");
    let engine = |name: &str| format!("name={name},cmd={ENGINE},nodes=10,pause=700");
    let openings = openings();
    let mut arguments = vec!["--engine", "", "--engine", "", "--games", "2", "--move-limit", "10"];
    let (a, b) = (engine("a"), engine("b"));
    (arguments[1], arguments[3]) = (&a, &b);
    arguments.extend(["--openings", &openings, "--record", record.to_str().unwrap()]);
    let begin = std::time::Instant::now();
    json(&arguments);
    assert!(begin.elapsed() > std::time::Duration::from_secs(1));
    let text = fs::read_to_string(&record).unwrap();
    let game: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    let moves = game["moves"].as_array().unwrap();
    assert!(!moves.is_empty() && moves.iter().all(|m| m["ms"].as_u64().unwrap() < 700), "{text}");
}

/// The pause went on to its end.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_pause() {
    use std::time::{Duration, Instant};
    let engine = format!("cmd={ENGINE},nodes=10,pause=60000");
    let mut program = Command::new(COMPANION);
    program.args(["match", "--engine", &engine, "--engine", &engine, "--games", "2"]);
    program.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let program = program.spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let begin = Instant::now();
    Command::new("kill").args(["-TERM", &program.id().to_string()]).status().unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(30), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.ends_with("dolmen: interrupted after 0 of 2 games\n"), "{error}");
}

#[test]
fn the_result_shows_the_talk_of_a_game_lost_by_a_fault() {
    let folder = folder("fault-talk");
    let body = "while read line; do case $line in START*) echo OK;; BOARD|TURN*|BEGIN) echo nonsense;; esac; done";
    let faulty = script(&folder, "faulty", body);
    let engine = format!("name=fine,cmd={ENGINE},nodes=10");
    let arguments =
        ["--engine", &engine, "--engine", &faulty, "--games", "2", "--each", "nodes=10"];
    let report = json(&arguments);
    let faults = report["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 2);
    for (number, fault) in (1..).zip(faults) {
        assert_eq!(fault["game"], number);
        assert_eq!(fault["ending"], "illegal");
        let talk = fault["talk"].as_array().unwrap();
        let is_told = |line: &serde_json::Value| {
            let line = line.as_str().unwrap();
            line.starts_with("faulty: ") && line.ends_with("< nonsense")
        };
        assert!(talk.iter().any(is_told), "{talk:?}");
    }
    let text = String::from_utf8(run(&arguments).stdout).unwrap();
    assert!(text.contains("game 2 ended by a fault (illegal):"), "{text}");
}

/// It had lost every game without a word of why.
#[test]
fn an_engine_that_ends_at_its_first_start_ends_the_match_and_its_error_is_told() {
    let folder = folder("no-start");
    let engine = format!("name=fine,cmd={ENGINE},nodes=10");
    let faulty = script(&folder, "faulty", "echo no such net >&2; exit 1");
    let output = run(&["--engine", &engine, "--engine", &faulty, "--games", "2"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    let told = "dolmen: faulty does not answer START: the program has ended (exit status: 1)\nno such net\n";
    assert_eq!(error, told);
    // Later, it loses the game, and is heard as well.
    let body = "while read line; do case $line in START*) echo OK;; BOARD|TURN*|BEGIN) \
                echo out of memory >&2; exit 1;; esac; done";
    let faulty = script(&folder, "later", body);
    let output = run(&["--engine", &engine, "--engine", &faulty, "--games", "2"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(" ! out of memory\n"), "{text}");
    assert!(text.contains("  later: the program has ended (exit status: 1)\n"), "{text}");
}

/// Nothing told how it had ended, or that it had not.
#[cfg(unix)]
#[test]
fn the_fate_of_an_engine_that_is_gone_is_told() {
    let folder = folder("fate");
    for (name, end, told) in [
        ("killed", "kill -SEGV $$", "the program has ended (signal: 11 (SIGSEGV)"),
        ("closed", "exec >&-; sleep 300", "the program has closed its output, but still runs"),
    ] {
        let body = format!(
            "while read w r; do case $w in START) echo OK;; BEGIN|TURN|DONE) {end};; esac; done"
        );
        let gone = script(&folder, name, &body);
        let engine = format!("name=fine,cmd={ENGINE},nodes=10");
        let result = json(&["--engine", &engine, "--engine", &gone, "--games", "2"]);
        let faults = result["faults"].as_array().unwrap();
        assert_eq!(faults.len(), 2);
        for fault in faults {
            let talk = fault["talk"].as_array().unwrap();
            let fate = format!("{name}: {told}");
            assert!(talk.iter().any(|line| line.as_str().unwrap().starts_with(&fate)), "{talk:?}");
        }
    }
}

/// It was lost unless the engine had ended.
#[test]
fn what_a_failing_engine_writes_to_standard_error_is_told() {
    let body = "while read w r; do case $w in START) echo OK;; END) exit;; BEGIN|TURN|DONE) \
                echo table corrupt >&2; echo 99,99;; esac; done";
    let (result, talk) = talk(&folder("standard-error"), body, "100", &[]);
    assert_eq!(result["endings"]["illegal"], 2, "{result:#}");
    for fault in result["faults"].as_array().unwrap() {
        let said = fault["talk"].as_array().unwrap();
        let is_told = |line: &serde_json::Value| {
            let line = line.as_str().unwrap();
            line.starts_with("odd: ") && line.ends_with(" ! table corrupt")
        };
        assert!(said.iter().any(is_told), "{said:?}");
    }
    assert_eq!(talk.matches(" ! table corrupt\n").count(), 2, "{talk}");
}

/// An engine with other arguments had gone on, and a record with an empty line had become unreadable.
#[test]
fn a_record_goes_on_with_the_same_arguments_and_without_empty_lines() {
    let folder = folder("arguments");
    let record = folder.join("r.jsonl");
    let record = record.to_str().unwrap();
    let play = |level: &str, more: &[&str]| {
        let engine = |name: &str| format!("name={name},cmd='{ENGINE} {level}',nodes=10");
        let (a, b) = (engine("a"), engine("b"));
        let options = ["--engine", &a, "--engine", &b, "--games", "4", "--record", record];
        run(&[&options[..], &["--move-limit", "9"], more].concat())
    };
    assert!(play("", &[]).status.success());
    let text = fs::read_to_string(record).unwrap();
    let begun: Vec<&str> = text.lines().take(2).collect();
    fs::write(record, begun.join("\n") + "\n\n").unwrap();
    let other = play("--threads 2", &["--resume"]);
    let error = String::from_utf8(other.stderr).unwrap();
    assert!(error.contains("the record of another match: other openings, limits, op"), "{error}");
    assert!(play("", &["--resume"]).status.success());
    let merged = run(&["merge", record]);
    let text = String::from_utf8(merged.stdout).unwrap();
    assert!(text.starts_with("4 of 4 games"), "{text} {}", String::from_utf8_lossy(&merged.stderr));
}

/// Files in other formats were not written, and the program ended well.
#[test]
fn files_in_other_formats_are_written_though_the_output_is_closed() {
    let folder = folder("closed");
    let record = folder.join("match.jsonl");
    let record = record.to_str().unwrap();
    let base = small_match();
    let options = with(&base[..4], &["--games", "2", "--record", record]);
    for (name, arguments) in [("played", options), ("merged", vec!["merge", record])] {
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        let sgf = folder.join(name);
        let mut program = Command::new(COMPANION);
        program.arg("match").args(arguments).arg("--sgf").arg(&sgf).stdout(closed);
        program.status().unwrap();
        assert_eq!(fs::read_to_string(&sgf).unwrap().lines().count(), 2, "{name}");
    }
}

/// What an engine was told and said in a match of two games, with its JSON result.
fn talk(folder: &Path, body: &str, tc: &str, more: &[&str]) -> (serde_json::Value, String) {
    let odd = script(folder, "odd", body);
    let talk = folder.join("talk.txt");
    let good = format!("name=good,cmd={ENGINE},nodes=10");
    let limit = format!("tc={tc}");
    let options = ["--engine", &good, "--engine", &odd, "--games", "2", "--each", &limit];
    let result =
        json(&[&options[..], &["--talk", talk.to_str().unwrap(), "--force"], more].concat());
    (result, fs::read_to_string(&talk).unwrap())
}

/// Plays along the edge, and does not know increments.
const UNKNOWING: &str = "n=0; while read w k r; do case $w in START) echo OK;; \
    INFO) case $k in time_increment) echo UNKNOWN time_increment;; esac;; \
    BEGIN|TURN|DONE) n=$((n+2)); echo $n,14;; esac; done";

/// It was the time of the game at its beginning, so that increments could not be spent.
#[test]
fn no_turn_limit_is_sent_where_the_clock_grows() {
    let folder = folder("turns");
    for (tc, turn) in [("100+50", "2147483647"), ("100", "100000"), ("100/3+50", "3000")] {
        let (_, talk) = talk(&folder, UNKNOWING, tc, &["--move-limit", "4"]);
        let sent: Vec<&str> = talk
            .lines()
            .filter_map(|line| line.split_once("INFO timeout_turn "))
            .map(|(_, n)| n)
            .collect();
        assert!(sent.len() == 4 && sent.iter().all(|&n| n == turn), "{tc}: {sent:?}");
    }
}

/// It lost every game by an illegal move.
#[test]
fn a_setting_that_an_engine_does_not_know_is_no_answer() {
    let (result, talk) = talk(&folder("unknown"), UNKNOWING, "100+50", &["--move-limit", "6"]);
    assert_eq!(result["endings"]["move-limit"], 2, "{result:#}");
    assert!(talk.contains("< UNKNOWN time_increment"), "{talk}");
}

/// It was counted, but its talk was not shown.
#[test]
fn a_forbidden_move_is_a_fault_like_others() {
    let folder = folder("forbidden");
    let openings = folder.join("openings.txt");
    // A double three of black at h8.
    fs::write(&openings, "h7 a1 h9 a15 g8 o1 i8 o15\n").unwrap();
    let body =
        "while read w r; do case $w in START) echo OK;; BEGIN|TURN|DONE) echo 7,7;; esac; done";
    let more = ["--rule", "renju", "--openings", openings.to_str().unwrap()];
    let (result, _) = talk(&folder, body, "100", &more);
    assert_eq!(result["endings"]["foul"], 1, "{result:#}");
    let faults = result["faults"].as_array().unwrap();
    let foul = faults.iter().find(|fault| fault["ending"] == "foul").expect("a foul");
    let said = foul["talk"].as_array().unwrap();
    assert!(said.iter().any(|line| line.as_str().unwrap().ends_with("< 7,7")), "{said:?}");
    let lost = |i: usize| result["engines"][i]["faults"].as_u64().unwrap() as usize;
    assert_eq!(lost(0) + lost(1), faults.len(), "{result:#}");
}

/// It lost every game, and the program ended well.
#[test]
fn an_engine_that_refuses_its_first_start_ends_the_match_and_its_answer_is_told() {
    let folder = folder("refuses");
    let body = "while read w r; do case $w in START) echo MESSAGE hm; echo ERROR unsupported size;; esac; done";
    let faulty = script(&folder, "faulty", body);
    let engine = format!("name=fine,cmd={ENGINE},nodes=10");
    let talk = folder.join("talk.txt");
    let more = ["--games", "2", "--size", "20", "--talk", talk.to_str().unwrap()];
    let output = run(&[&["--engine", &engine, "--engine", &faulty][..], &more].concat());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    let refusal = "dolmen: faulty refuses START 20: ERROR unsupported size\n";
    assert_eq!(error, format!("faulty: MESSAGE hm\n{refusal}"));
    // The file was empty.
    let said = fs::read_to_string(&talk).unwrap();
    assert!(said.contains("> START 20\n") && said.contains("< ERROR unsupported size\n"), "{said}");
}
