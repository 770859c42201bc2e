//! Bytes as calls of the web page, one object in JSON a line, or as a file of games that it opens.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dolmen::search::Control;
use dolmen_study::desk::{Allowed, Call, Desk, message};
use serde_json::{Map, Value, json};

/// No input waits for more searches.
const MOST_CALLS: usize = 8;

/// Bytes that begin like an object are calls.
pub fn run(bytes: &[u8]) {
    match bytes.first() {
        Some(b'{') => calls(bytes),
        Some(_) => game_file(bytes),
        None => {}
    }
}

/// Every call gets an answer, and a search that is stopped at once gets it soon.
fn calls(bytes: &[u8]) {
    for line in bytes.split(|&byte| byte == b'\n').take(MOST_CALLS) {
        if let Ok(Value::Object(call)) = serde_json::from_slice(line) {
            let said = ask(call);
            assert!(said.get("result").is_some() != said.get("error").is_some(), "{said}");
        }
    }
}

/// What was read is written, and read as the same moves.
fn game_file(bytes: &[u8]) {
    let read = |file: &Value| {
        let said = ask(fields(json!({"call": "read", "bytes": file, "trees": true})));
        said["result"].as_array().cloned().unwrap_or_default()
    };
    for game in read(&STANDARD.encode(bytes).into()).iter().take(5) {
        for format in ["sgf", "renlib"] {
            let written = ask(fields(json!({"call": "write", "game": game, "format": format})));
            // Not every game is one of renju on 15x15, or ends where the referee says.
            let Some(file) = written["result"].get("bytes") else { continue };
            let again = read(file);
            assert_eq!(again.len(), 1, "{format}");
            assert_eq!(paths(&again[0]), paths(game), "{format}");
        }
    }
}

/// The points of the line to each node, in order; equal moves of one node become one.
fn paths(game: &Value) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for node in game["nodes"].as_array().expect("a tree has nodes") {
        let before = node["after"].as_u64().map_or("", |n| &paths[n as usize]);
        paths.push(format!("{before}{}", node["move"].as_str().expect("a point")));
    }
    paths.sort();
    paths.dedup();
    paths
}

fn ask(call: Map<String, Value>) -> Value {
    let control = Control::new();
    control.stop();
    let mut desk = Desk::new(Allowed { threads: 1, memory: 1, engine: "native" });
    match Call::read(call) {
        Ok(call) => message(desk.answer(&call, &control, &mut |_| {})),
        Err(error) => json!({"error": error}),
    }
}

fn fields(call: Value) -> Map<String, Value> {
    call.as_object().cloned().unwrap_or_default()
}
