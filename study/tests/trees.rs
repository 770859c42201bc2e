//! Games with variations and comments, as the web page reads and writes them.
#![allow(missing_docs, clippy::unwrap_used)]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dolmen::search::Control;
use dolmen_study::desk::{Allowed, Call, Desk};
use serde_json::{Value, json};

fn call(call: &Value) -> Result<Value, String> {
    let call = Call::read(call.as_object().unwrap().clone())?;
    let mut desk = Desk::new(Allowed { threads: 1, memory: 64, engine: "native" });
    desk.answer(&call, &Control::new(), &mut |_| {}).map_err(|error| error.to_string())
}

fn read(bytes: impl AsRef<[u8]>) -> Value {
    let bytes = STANDARD.encode(bytes);
    call(&json!({"call": "read", "bytes": bytes, "trees": true})).unwrap()
}

fn write(game: &Value, format: &str) -> Result<Vec<u8>, String> {
    let file = call(&json!({"call": "write", "game": game, "format": format}))?;
    Ok(STANDARD.decode(file["bytes"].as_str().unwrap()).unwrap())
}

/// ```text
/// h8 ── i7 ── h6
///  │     └─── h5
///  └─── i8
/// ```
const TREE: &str =
    "(;GM[4]SZ[15]RU[renju]PB[Anna]PW[Boris]RE[B+R]EV[Cup, 2nd]DT[2024-05-01]C[About the game]
    ;B[hh]C[12ms\nthe middle];W[ig]C[7ms](;B[hf])(;B[he]C[better?\n\nNo.]))";

#[test]
fn variations_and_comments_are_told() {
    let file = TREE.replacen(";W[ig]", "(;W[ig]", 1) + "(;W[ih]))";
    let games = read(&file);
    let game = &games[0];
    assert_eq!(game["moves"], json!(["h8", "i7", "h6"]));
    assert_eq!((&game["black"], &game["rule"]), (&json!("Anna"), &json!("renju")));
    assert_eq!((&game["times"], &game["comment"]), (&json!([12, 7, 0]), &json!("About the game")));
    let nodes = json!([
        {"move": "h8", "comment": "the middle"},
        {"move": "i7", "after": 0},
        {"move": "h6", "after": 1},
        {"move": "h5", "after": 1, "comment": "better?\n\nNo."},
        {"move": "i8", "after": 0},
    ]);
    assert_eq!((&game["nodes"], game.get("left_out")), (&nodes, None));
}

#[test]
fn what_was_read_is_written_again() {
    let games = read(TREE.to_string() + "(;SZ[20];B[aa];W[tt](;B[cc])(;B[dd]C[é — 囲碁]))");
    assert_eq!(games.as_array().unwrap().len(), 2);
    for game in games.as_array().unwrap() {
        assert_eq!(&read(write(game, "sgf").unwrap())[0], game);
    }
    let file = String::from_utf8(write(&games[0], "sgf").unwrap()).unwrap();
    for kept in ["RE[B+R]", "EV[Cup, 2nd]", "DT[2024-05-01]", "12ms"] {
        assert!(file.contains(kept), "{kept} is missing in {file}");
    }
    let game = &games[0];
    let library = read(write(game, "renlib").unwrap());
    assert_eq!(library[0]["nodes"], game["nodes"]);
    assert_eq!(library[0]["comment"], game["comment"]);
    // Formats of one line hold the moves of the game.
    assert_eq!(write(game, "points").unwrap(), b"h8i7h6\n");
    assert_eq!(read(b"h8i9h10")[0]["nodes"].as_array().unwrap().len(), 3);
}

/// They were taken for times and marks of the opening, which they are not here.
#[test]
fn comments_that_look_like_marks_are_kept() {
    let nodes = json!([
        {"move": "h8", "comment": "12ms"},
        {"move": "i9", "after": 0, "comment": "opening\na joke"},
        {"move": "i8", "after": 0, "comment": "opening"},
    ]);
    for times in [json!([]), json!([5, 6])] {
        let game = json!({"moves": "h8i9", "nodes": nodes, "comment": "opening", "times": times});
        let told = &read(write(&game, "sgf").unwrap())[0];
        let comments = told["nodes"].as_array().unwrap().iter();
        let words: Vec<&str> = comments.map(|n| n["comment"].as_str().unwrap().trim()).collect();
        assert_eq!(words, ["12ms", "opening\na joke", "opening"]);
        assert_eq!((told["comment"].as_str().unwrap().trim(), &told["times"]), ("opening", &times));
        assert_eq!(&read(write(told, "sgf").unwrap())[0], told);
    }
    let foreign = read("(;C[opening\nabout];B[hh];W[ii]C[opening\na joke])");
    assert_eq!(foreign[0]["comment"], "opening\nabout");
    assert_eq!(foreign[0]["nodes"][1]["comment"], "opening\na joke");
}

/// A game of standard in a file that names no rule ended at its first six.
#[test]
fn a_rule_is_told_for_games_that_name_none() {
    let six = "Piskvorky 15x15, 11:11, 0\n\
        1,1,0\n1,15,0\n2,1,0\n3,15,0\n3,1,0\n5,15,0\n5,1,0\n7,15,0\n6,1,0\n9,15,0\n4,1,0\n11,15,0\n";
    let read = |rule: Value| {
        let bytes = STANDARD.encode(six);
        let game = call(&json!({"call": "read", "bytes": bytes, "trees": true, "rule": rule}));
        let game = game.unwrap()[0].clone();
        (game["nodes"].as_array().unwrap().len(), game.get("left_out").cloned())
    };
    assert_eq!(read(json!("standard")), (12, None));
    assert_eq!(read(Value::Null), (11, Some(json!(1))));
}

/// Variations alone may be given: the moves of the game are there as well.
#[test]
fn nodes_are_added_to_the_game() {
    let nodes = json!([{"move": "h8"}, {"move": [8, 7], "after": 0, "comment": "so"}]);
    let game = json!({"moves": "h8i9", "nodes": nodes});
    let told = read(write(&game, "sgf").unwrap());
    let all = json!([
        {"move": "h8"}, {"move": "i9", "after": 0}, {"move": "i8", "after": 0, "comment": "so"},
    ]);
    assert_eq!((&told[0]["moves"], &told[0]["nodes"]), (&json!(["h8", "i9"]), &all));
}

/// They are counted, and nothing stands after them.
#[test]
fn what_a_page_cannot_show_is_left_out() {
    for (file, moves, left_out) in [
        // A mark, a label and a property without a meaning here.
        ("(;B[hh]TR[hh]LB[aa:A]XX[1];W[ii])", 2, 3),
        // A pass and what follows it.
        ("(;B[hh](;W[ii])(;W[];B[gg];W[ff]))", 2, 3),
        // A stone on a stone, and what follows it.
        ("(;B[hh](;W[ii])(;W[hh];B[gg]))", 2, 2),
        // A move after the five.
        ("(;B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db](;B[ee])(;B[ea];W[ff]))", 10, 1),
        // A variation that is not to be understood: its end is not known.
        ("(;B[hh](;W[ii])(;W[zz];B[gg]))", 2, 1),
    ] {
        let game = &read(file)[0];
        let told = game["nodes"].as_array().unwrap().len();
        assert_eq!((told, &game["left_out"]), (moves, &json!(left_out)), "{file}");
    }
    let many = format!("(;B[aa]{})(;B[aa])", "(;W[bb])".repeat(100_100));
    let games = read(many);
    assert_eq!(games[0]["nodes"].as_array().unwrap().len(), 100_000);
    let missing = |game: &Value| ["left_out", "cut"].map(|name| game.get(name).cloned());
    assert_eq!(missing(&games[0]), [None, Some(json!(101))]);
    assert_eq!(missing(&games[1]), [None, Some(json!(1))]);
}

#[test]
fn nodes_that_are_no_tree_are_refused() {
    let error = |nodes: Value| write(&json!({"moves": "h8", "nodes": nodes}), "sgf").unwrap_err();
    let told = "nodes: 1 is after 1, which is no node before it";
    assert_eq!(error(json!([{"move": "h8"}, {"move": "i9", "after": 1}])), told);
    assert_eq!(
        error(json!([{"move": "h8"}, {"move": "h8", "after": 0}])),
        "move 2 (h8) is on an occupied point"
    );
    assert_eq!(
        error(json!([{"move": "z99"}])),
        "nodes: \"z99\" in a list is not like \"h8\" or [7,7]"
    );
    assert_eq!(error(json!([{"after": 0}])), "game.nodes[0]: missing field `move`");
}

/// They would stand in the file as moves or as another board.
/// It was told nowhere, so that a page that opened and saved a file lost it.
#[test]
fn the_number_of_a_round_is_a_detail() {
    let game = &read("(;GM[4]SZ[15]EV[Cup]RO[3];B[hh])")[0];
    assert_eq!(game["details"], json!([["EV", "Cup"], ["RO", "3"]]));
    let file = String::from_utf8(write(game, "sgf").unwrap()).unwrap();
    assert_eq!(file.matches("RO[3]").count(), 1, "{file}");
}

#[test]
fn details_are_nothing_but_details() {
    for name in ["B", "SZ", "ev", "EV]"] {
        let game = json!({"moves": "h8", "details": [["DT", "2024"], [name, "hh"]]});
        let error = write(&game, "sgf").unwrap_err();
        assert!(error.starts_with(&format!("details: {name} is none of AN, AP, ")), "{error}");
    }
}
