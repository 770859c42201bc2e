//! `dolmen json`: the examples of `protocol.md`, and what they cannot say.
#![allow(missing_docs, clippy::unwrap_used)]

mod process;
mod programs;

use std::fs;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use companion::tools::json::{self, JsonOptions};
use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::search::{Control, Limits, Silent};
use dolmen::types::{Rule, Size};
use process::PATIENCE;
use programs::COMPANION;
use serde_json::{Value, json};

const OPTIONS: JsonOptions =
    JsonOptions { threads: 2, search_threads: 1, memory: 16, nodes: 2_000, queue: 8 };

/// All answers to this input.
fn ask(input: &str, options: &JsonOptions) -> Vec<Value> {
    let mut output = Vec::new();
    json::run(Cursor::new(input.to_string()), &mut output, options).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn error_of(line: &str) -> String {
    let answers = ask(line, &OPTIONS);
    assert_eq!(answers.len(), 1, "{line}: {answers:?}");
    assert_eq!(answers[0]["status"], "error", "{line}: {answers:?}");
    answers[0]["error"].as_str().unwrap().to_string()
}

/// The running program.
struct Talk {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Value>,
}

impl Talk {
    fn start(arguments: &[&str]) -> Talk {
        let mut command = Command::new(COMPANION);
        command.arg("json").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let _ = sender.send(serde_json::from_str(&line.unwrap()).unwrap());
            }
        });
        Talk { child, input, answers }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn receive(&self) -> Value {
        self.answers.recv_timeout(PATIENCE).unwrap()
    }

    /// Closes the input; nothing more may come, and the program ends well.
    fn finish(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
        assert_eq!(self.answers.recv_timeout(PATIENCE).ok(), None);
    }
}

/// Whether an answer is the expected one, in which `"…"` stands for anything.
fn fits(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::String(any), _) if any == "…" => true,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| fits(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, a)| b.get(k).is_some_and(|b| fits(a, b)))
        }
        _ => expected == found,
    }
}

#[test]
fn examples_of_the_documentation() {
    let path = format!("{}/../protocol.md", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let examples: Vec<&str> = text.split("```\n$ dolmen json\n").skip(1).collect();
    assert!(examples.len() >= 5, "only {} examples found", examples.len());
    for example in examples {
        let mut talk = Talk::start(&[]);
        let mut statuses = Vec::new();
        for line in example.split("```").next().unwrap().lines() {
            if let Some(query) = line.strip_prefix("> ") {
                talk.send(query);
            } else {
                let expected: Value = serde_json::from_str(&line[2..]).unwrap();
                let found = talk.receive();
                assert!(fits(&expected, &found), "{example}\nexpected {expected}\nfound {found}");
                statuses.push(found["status"].clone());
            }
        }
        assert!(!statuses.is_empty(), "{example}");
        talk.finish();
    }
}

/// What comes out is what the engine says, whatever else is searched at the time.
#[test]
fn answers_are_those_of_the_engine() {
    let games = ["h8i9h10", "h8h9i7g9j9f10e10", "h8i9h10i7g9f10g7"];
    let (mut input, mut expected) = (String::new(), Vec::new());
    for n in 0..18 {
        let (rule, game) = (Rule::ALL[n % 5], games[n % 3]);
        let query = json!({"id": n, "rule": rule.name(), "moves": game, "nodes": 1500});
        input.push_str(&format!("{query}\n"));
        let moves = dolmen::types::parse_stones(game).unwrap();
        let board = Board::with_moves(rule, Size::new(15).unwrap(), &moves);
        let limits = Limits { nodes: Some(1500), ..Limits::default() };
        let mut engine = Engine::new(OPTIONS.memory << 20, 1);
        let report = engine.think(&board, &limits, &Control::new(), &mut Silent).unwrap();
        expected.push((n, report.score.value(), report.nodes));
    }
    for threads in [1, 3] {
        let answers = ask(&input, &JsonOptions { threads, ..OPTIONS });
        let mut found: Vec<(usize, i32, u64)> = answers
            .iter()
            .map(|answer| {
                assert_eq!(answer["status"], "done");
                let score = answer["lines"][0]["score"].as_i64().unwrap() as i32;
                (answer["id"].as_u64().unwrap() as usize, score, answer["nodes"].as_u64().unwrap())
            })
            .collect();
        found.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn lines_are_ordered_and_differ() {
    let query = r#"{"id":1,"moves":"h8i9h10","depth":4,"lines":4,"progress":0}"#;
    let answers = ask(query, &OPTIONS);
    let (last, progress) = answers.split_last().unwrap();
    assert!(progress.len() >= 4, "{} iterations told", progress.len());
    assert!(progress.iter().all(|answer| answer["status"] == "progress"));
    assert_eq!(last["status"], "done");
    let lines = last["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 4);
    for (n, line) in lines.iter().enumerate() {
        assert_eq!(line["pv"][0], line["move"]);
        assert!(lines[..n].iter().all(|better| better["move"] != line["move"]));
        assert!(lines[..n].iter().all(|l| l["score"].as_i64() >= line["score"].as_i64()));
    }
}

#[test]
fn positions_are_as_told() {
    let queries = [
        // A four in stones that are no game; the five is the only sensible move.
        (r#"{"id":1,"stones":{"black":"d4e4f4g4","white":"c4"},"first":"black"}"#, "black", "h4"),
        (r#"{"id":1,"stones":{"black":"d4e4f4g4","dead":"c4"}}"#, "white", "h4"),
        (
            r#"{"id":1,"size":20,"moves":[[19,19],"a1",[18,18],"a2","r18","a3","q17","a4"]}"#,
            "black",
            "p16",
        ),
    ];
    for (query, side, best) in queries {
        let answers = ask(query, &OPTIONS);
        assert_eq!(answers[0]["to_move"], side, "{query}");
        assert_eq!(answers[0]["lines"][0]["move"], best, "{query}");
    }
    let excluded = r#"{"id":1,"stones":{"black":"d4e4f4g4"},"first":"black","exclude":"h4c4"}"#;
    let best = ask(excluded, &OPTIONS)[0]["lines"][0]["move"].clone();
    assert!(best != "h4" && best != "c4", "{best}");
}

#[test]
fn finished_games_are_not_searched() {
    for (query, outcome) in [
        (r#"{"id":1,"moves":"h8h9i8i9j8j9k8k9l8"}"#, "black"),
        (r#"{"id":1,"stones":{"white":"a1b2c3d4e5","black":"a9"}}"#, "white"),
        (r#"{"id":1,"rule":"renju","moves":"h8a1i8a3g7a5g6a7g8"}"#, "foul 33"),
        (
            r#"{"id":1,"size":5,"stones":{"dead":"a1a2a3a4a5b1b2b3b4b5c1c2c3c4c5d1d2d3d4d5e1e2e3e4e5"}}"#,
            "draw",
        ),
    ] {
        let answers = ask(query, &OPTIONS);
        assert_eq!((&answers[0]["outcome"], &answers[0]["lines"]), (&json!(outcome), &json!([])));
    }
}

/// They were judged one by one as they were placed, so that the order of the points decided.
#[test]
fn stones_set_up_are_judged_together() {
    let white = "a3b3c5d5e5f7";
    for (rule, black, white, outcome) in [
        ("caro", "b1c1d1e1f1", "a1g1c3d3e5", "open"),
        ("caro", "b1c1d1e1f1", "a1g3c3d3e5", "black"),
        ("standard", "a1b1c1d1e1f1", white, "open"),
        ("standard", "a1b1c1e1f1d1", white, "open"),
        ("renju", "a1b1c1d1e1f1", white, "open"),
        ("freestyle", "a1b1c1e1f1d1", white, "black"),
        ("standard", "a1b1c1d1e1h8", white, "black"),
    ] {
        let stones = json!({"black": black, "white": white});
        let query = json!({"id": 1, "rule": rule, "stones": stones, "nodes": 100});
        assert_eq!(ask(&query.to_string(), &OPTIONS)[0]["outcome"], outcome, "{query}");
    }
}

/// It was refused, though people play on after a foul that nobody noticed.
#[test]
fn a_game_that_went_on_after_a_foul_is_searched() {
    let query = r#"{"id":1,"rule":"renju","moves":"h6a1h7a3f8a5g8a7h8a9","nodes":100}"#;
    let answers = ask(query, &OPTIONS);
    assert_eq!((&answers[0]["outcome"], &answers[0]["to_move"]), (&json!("open"), &json!("black")));
    assert_eq!(answers[0]["lines"].as_array().map(Vec::len), Some(1));
}

#[test]
fn an_id_is_free_again_once_its_query_is_answered() {
    let options = JsonOptions { threads: 1, ..OPTIONS };
    let input = r#"{"id":"a","moves":"h8i9h10","time":600000}
        {"id":"b"}
        {"id":"a"}
        {"id":"b"}
        {"action":"cancel","id":"b"}
        {"id":"b"}
        {"action":"cancel_all"}"#;
    let answers = ask(input, &options);
    let count = |id: &str, status: &str| {
        let is_meant = |answer: &&Value| {
            answer["id"] == id && answer["status"] == status && answer.get("action").is_none()
        };
        answers.iter().filter(is_meant).count()
    };
    let counts = ["a", "b"].map(|id| [count(id, "error"), count(id, "cancelled")]);
    assert_eq!(counts, [[1, 1], [1, 2]], "{answers:?}");
}

#[test]
fn bad_lines_get_one_error_each() {
    for (line, part) in [
        ("nonsense", "not JSON"),
        ("[]", "not a JSON object"),
        ("\u{0}\u{1}", "not JSON"),
        (r#"{"id":[1]}"#, "neither text nor a whole number"),
        (r#"{"id":1.5}"#, "neither text nor a whole number"),
        (
            r#"{"id":1,"rule":"chess"}"#,
            "rule: expected a rule (freestyle or 0, standard or 1, renju or 4, caro-overline or 8, \
             caro or 9), found 'chess'",
        ),
        (r#"{"id":1,"rule":3}"#, "found '3'"),
        (r#"{"id":1,"size":4}"#, "from 5 to 22"),
        (r#"{"id":1,"size":300}"#, "size: 300 is not a whole number from 5 to 22"),
        (r#"{"id":1,"size":"15"}"#, "size: \"15\" is not a whole number from 5 to 22"),
        (r#"{"id":1,"nodes":0}"#, "nodes: 0 is not a whole number from 1"),
        (r#"{"id":1,"nodes":-5}"#, "nodes: -5 is not a whole number from 1"),
        (r#"{"id":1,"progress":-1}"#, "progress: -1 is not a whole number from 0"),
        (r#"{"id":1,"first":5}"#, "first: 5 is not \"black\" or \"white\""),
        (r#"{"id":1,"stones":{"red":"h8"}}"#, "stones.red: unknown field `red`"),
        (r#"{"id":1,"moves":"h8,i9"}"#, "expected points like h8i9"),
        (r#"{"id":1,"moves":[[7,7,7]]}"#, "moves"),
        (r#"{"id":1,"moves":["p1"]}"#, "off the board"),
        (r#"{"id":1,"moves":5}"#, "moves: 5 is not like \"h8i9\" or [\"h8\",[7,7]]"),
        (r#"{"id":1,"stones":{"black":"h8","white":"h8"}}"#, "given twice"),
        (r#"{"id":1,"stones":{"dead":"q1"}}"#, "off the board"),
        (r#"{"id":1,"exclude":"q1"}"#, "off the board"),
        (r#"{"id":1,"moves":"h8h9i8i9j8j9k8k9l8a1"}"#, "after the end"),
        (
            r#"{"id":1,"action":"dance"}"#,
            "action: expected search, opening, cancel, cancel_all or version, found \"dance\"",
        ),
        (r#"{"id":1,"action":"cancel","moves":"h8"}"#, "unknown field"),
        (r#"{"action":"cancel"}"#, "an id is required"),
        (r#"{"id":1,"colour":"red"}"#, "unknown field"),
        // They were not in the list.
        (r#"{"id":1,"vers":1}"#, "expected one of `id`, `version`, `action`, `rule`, `size`"),
        (
            r#"{"id":1,"action":"opening","vers":1}"#,
            "expected one of `id`, `version`, `action`, `rule`, `size`",
        ),
    ] {
        let error = error_of(line);
        assert!(error.contains(part), "{line}: {error}");
    }
    assert_eq!(ask("\n  \n\r\n", &OPTIONS), [] as [Value; 0]);
    assert!(error_of(&format!("{{\"id\":\"{}\"}}", "x".repeat(70_000))).contains("bytes"));
    assert!(error_of(&"[".repeat(60_000)).contains("not JSON"));
    // Nothing was said of blanks, nor of a query behind them.
    assert!(error_of(&format!("{}{{\"id\":1}}", " ".repeat(70_000))).contains("bytes"));
}

/// A folder as standard input, for one: the end of the input was all that anyone saw.
#[test]
fn an_input_that_cannot_be_read_is_an_error_after_the_answers() {
    let input = Cursor::new("{\"action\":\"query_version\"}\n").chain(Broken);
    let mut output = Vec::new();
    let error = json::run(BufReader::new(input), &mut output, &OPTIONS).unwrap_err();
    assert_eq!(error.to_string(), "broken");
    assert_eq!(String::from_utf8(output).unwrap().lines().count(), 1);
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("broken"))
    }
}

/// An id may come again only when its query is finished.
#[test]
fn an_id_is_in_use_until_it_is_answered() {
    let mut talk = Talk::start(&[]);
    talk.send(r#"{"id":"a","moves":"h8h9","time":600000}"#);
    talk.send(r#"{"id":"a","nodes":10}"#);
    assert_eq!(talk.receive()["status"], "error");
    talk.send(r#"{"id":"a","action":"cancel"}"#);
    let statuses = [talk.receive(), talk.receive()].map(|a| a["status"].clone());
    assert!(statuses.contains(&json!("ok")) && statuses.contains(&json!("cancelled")));
    talk.send(r#"{"id":"a","nodes":10}"#);
    assert_eq!(talk.receive()["status"], "done");
    talk.finish();
}

/// The exclusions were ignored.
#[test]
fn a_query_without_a_move_left_is_an_error() {
    let column = |x: char| (1..=5).map(move |y| format!("{x}{y}"));
    let all: String = ('a'..='e').flat_map(column).collect();
    let query =
        |exclude: &str| json!({"id": 1, "size": 5, "moves": "c3", "exclude": exclude}).to_string();
    assert_eq!(error_of(&query(&all)), "exclude: no move is left");
    let answers = ask(&query(&all[2..]), &OPTIONS);
    assert_eq!(answers[0]["lines"][0]["move"], "a1");
}

/// `cancel_all` counted a search that `cancel` had ended but that was not answered yet.
#[test]
fn a_search_is_cancelled_once() {
    let mut talk = Talk::start(&[]);
    talk.send(r#"{"id":"a","moves":"h8h9","time":600000}"#);
    talk.send(r#"{"id":"x","action":"cancel"}"#);
    assert_eq!(talk.receive()["cancelled"], 0);
    let both = "{\"id\":\"a\",\"action\":\"cancel\"}\n{\"id\":\"all\",\"action\":\"cancel_all\"}";
    talk.send(both);
    let answers = [talk.receive(), talk.receive(), talk.receive()];
    let counts = answers.iter().filter_map(|answer| answer["cancelled"].as_u64());
    assert_eq!(counts.sum::<u64>(), 1, "{answers:?}");
    talk.finish();
}

/// A queue that is full keeps the rest of the input waiting, and loses nothing of it.
#[test]
fn more_queries_than_may_wait() {
    let input: String =
        (0..200).map(|n| format!("{{\"id\":{n},\"moves\":\"h8\",\"nodes\":50}}\n")).collect();
    let answers = ask(&input, &JsonOptions { queue: 1, ..OPTIONS });
    let mut ids: Vec<u64> = answers.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..200).collect::<Vec<_>>());
}

/// Whoever hangs up ends the program, though its input stays open and a search runs.
#[test]
fn closed_output_ends_the_program() {
    let mut command = Command::new(COMPANION);
    command.args(["json", "--threads", "2"]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    writeln!(input, "{{\"id\":1,\"time\":600000}}\n{{\"id\":2,\"nodes\":10}}").unwrap();
    let mut waited = Duration::ZERO;
    while child.try_wait().unwrap().is_none() {
        assert!(waited < PATIENCE, "still alive");
        std::thread::sleep(Duration::from_millis(5));
        waited += Duration::from_millis(5);
    }
    let result = child.wait_with_output().unwrap();
    assert!(result.status.success());
    assert_eq!(result.stderr, b"");
}
