//! The calls of the web page.
#![allow(missing_docs, clippy::unwrap_used)]

use base64::Engine as _;
use dolmen::search::Control;
use dolmen_study::desk::{Allowed, Call, Desk, message};
use serde_json::{Value, json};

fn desk() -> Desk {
    Desk::new(Allowed { threads: 1, memory: 64, engine: "native" })
}

fn typed(call: &Value) -> Result<Call, String> {
    Call::read(call.as_object().unwrap().clone())
}

fn try_call(call: &Value) -> Result<Value, String> {
    let call = typed(call)?;
    desk().answer(&call, &Control::new(), &mut |_| {}).map_err(|error| error.to_string())
}

fn call(call: &Value) -> Value {
    try_call(call).unwrap()
}

fn error(call: &Value) -> String {
    try_call(call).unwrap_err()
}

#[test]
fn the_referee_tells_how_a_game_stands() {
    let rules = |position: Value| call(&json!({"call": "rules", "position": position}));
    let open = rules(json!({"rule": "renju", "moves": "h6a1h7a3f8a5g8a7"}));
    assert_eq!((&open["outcome"], &open["to_move"]), (&json!("open"), &json!("black")));
    assert_eq!(open["forbidden"], json!([{"point": "h8", "kind": "33"}]));
    assert!(open.get("five").is_none());
    let foul = rules(json!({"rule": 4, "moves": "h6a1h7a3f8a5g8a7h8"}));
    assert_eq!(foul["outcome"], "foul 33");
    let won = rules(json!({"size": 6, "moves": "a1a2b1b2c1c2d1d2e1"}));
    assert_eq!(won["five"], json!(["a1", "b1", "c1", "d1", "e1"]));
    let stones = json!({"black": "a1", "white": ["b1", [2, 0]], "dead": "d1"});
    let set_up = rules(json!({"stones": stones, "first": "black", "moves": "e1"}));
    assert_eq!((set_up["stones"].as_array().unwrap().len(), &set_up["dead"]), (4, &json!(["d1"])));
    assert_eq!(set_up["to_move"], "white");
}

#[test]
fn an_opening_is_told_and_played() {
    let ask = |opening: &str, acts: &[&str], choose: bool| {
        let call = json!({"call": "opening", "rule": "renju", "opening": opening, "acts": acts,
            "choose": choose, "nodes": 500});
        assert_eq!(typed(&call).unwrap().is_quick(), !choose);
        self::call(&call)
    };
    let start = ask("rif", &[], false);
    assert_eq!((&start["ask"], &start["within"]), (&json!("stone"), &json!(0)));
    assert_eq!((&start["points"], &start["player"]), (&json!(["h8"]), &json!("first")));
    assert!(start.get("acts").is_none() && start.get("id").is_none());
    assert_eq!(ask("long-pro", &["h8", "i9"], false)["beyond"], 4);
    let offer = ask("soosyrv8", &["h8", "h9", "i7", "white", "j9", "3", "black"], false);
    assert_eq!((&offer["ask"], &offer["fifths"]), (&json!("offer"), &json!(3)));
    let offered = ask("soosyrv8", &["h8", "h9", "i7", "white", "j9", "3", "black"], true);
    assert_eq!(offered["acts"].as_array().unwrap().len(), 3);
    assert_eq!(ask("swap", &["h8", "a1", "i9", "black"], false)["ask"], "over");
    let fitting = |rule, size| call(&json!({"call": "openings", "rule": rule, "size": size}));
    assert_eq!(fitting("renju", 15).as_array().unwrap().len(), 10);
    assert_eq!(fitting("caro", 5), json!(["free", "middle", "swap", "swap2"]));
}

#[test]
fn openings_of_renju_have_their_names() {
    let rules = |position: Value| call(&json!({"call": "rules", "position": position}));
    let kagetsu = json!({"code": "D4", "name": "Kagetsu"});
    assert_eq!(rules(json!({"rule": "renju", "moves": "h8h9i9a1"}))["opening"], kagetsu);
    for other in [
        json!({"moves": "h8h9i9"}),
        json!({"rule": "renju", "moves": "h8h9"}),
        json!({"rule": "renju", "moves": "h8h9i9", "first": "white"}),
        json!({"rule": "renju", "stones": {"black": "h8h9i9"}}),
    ] {
        assert!(rules(other.clone()).get("opening").is_none(), "{other}");
    }
    let game = json!({"rule": "renju", "moves": "h8h9i9"});
    assert_eq!(call(&json!({"call": "review", "game": game, "nodes": 50}))["opening"], kagetsu);
}

#[test]
fn addresses_are_read() {
    let read = |address: &str| {
        let bytes = base64::engine::general_purpose::STANDARD.encode(address);
        try_call(&json!({"call": "read", "bytes": bytes})).map(|games| games[0]["moves"].clone())
    };
    let moves = Ok(json!(["h8", "i9", "a15"]));
    for address in [
        "https://gomocalc.com/#/h8i9a15",
        "https://renjuportal.com/board?mvs=778600",
        "https://v1.renjuportal.com/board/?x=1&mv=778600#a1",
    ] {
        assert_eq!(read(address), moves, "{address}");
    }
    for bad in ["mvs=77f0", "mvs=778", "mvs=77é", "mv"] {
        let bad = format!("https://renjuportal.com/board?{bad}");
        assert!(read(&bad).is_err(), "{bad}");
    }
}

#[test]
fn what_is_wrong_with_a_call_is_said() {
    let position = |moves: &str| json!({"call": "rules", "position": {"moves": moves}});
    assert_eq!(error(&position("h8h8")), "move 2 (h8): point is occupied");
    assert_eq!(error(&position("v22")), "move 1 (v22): point is off the board");
    assert!(error(&json!({"call": "rules"})).contains("missing field `position`"));
    assert!(
        error(&json!({"call": "rules", "position": {"move": ""}})).contains("unknown field `move`")
    );
    assert_eq!(error(&json!({"position": {}})), "a call is required");
    assert!(error(&json!({"call": "dance"})).contains("`dance`"));
    for (name, value, told) in [
        ("level", json!(-1), "level: -1 is not a whole number from 0"),
        ("level", json!(300), "there is no level 300, only 1 to 10"),
        ("time", json!("1"), "time: \"1\" is not a whole number from 0"),
        ("position", json!({"size": 300}), "size: 300 is not a whole number from 5 to 22"),
    ] {
        let mut level = json!({"call": "level", "position": {}, "level": 1});
        level[name] = value;
        assert_eq!(error(&level), told);
    }
    assert_eq!(
        error(&json!({"call": "balance", "position": {}, "stones": 3})),
        "3 stones: one or two can be balanced"
    );
    assert_eq!(error(&json!({"call": "opening", "opening": "rif"})), "rif is an opening of renju");
    assert!(error(&json!({"call": "read", "bytes": "!"})).starts_with("bytes: "));
    let game = json!({"moves": "h8", "size": 19});
    assert_eq!(
        error(&json!({"call": "write", "game": game, "format": "renlib"})),
        "board '19x19' is not 15x15, the only one that this format holds"
    );
    assert_eq!(
        error(&json!({"call": "write", "game": game, "format": "gif"})),
        "there is no format gif"
    );
}

/// All that a page can show is asked of games that are over, full boards and odd set-ups.
#[test]
fn no_position_is_too_odd() {
    let full: String =
        (0..25).map(|n| format!("{}{}", char::from(b'a' + n % 5), n / 5 + 1)).collect();
    let positions = [
        json!({"size": 5}),
        json!({"size": 5, "moves": &full[..42], "rule": "caro"}),
        json!({"moves": "a1a2b1b2c1c2d1d2e1"}),
        json!({"rule": "renju", "moves": "h6a1h7a3f8a5g8a7h8"}),
        json!({"stones": {"white": "a1b1c1d1e1"}}),
        json!({"size": 5, "stones": {"dead": full}}),
        json!({"size": 22, "stones": {"black": "a1v22"}, "first": "black"}),
    ];
    for position in &positions {
        let small = |name: &str| json!({"call": name, "position": position, "nodes": 50});
        assert!(call(&small("explain"))["sentences"].is_array(), "{position}");
        let is_open = call(&json!({"call": "rules", "position": position}))["outcome"] == "open";
        let solved = try_call(&small("solve")).map(|answer| answer["proof"].clone());
        assert_eq!(solved.ok(), is_open.then_some(Value::Null), "{position}");
        for level in [1, 9] {
            let found = try_call(&json!({"call": "level", "position": position, "level": level}));
            assert!(found.map_or(!is_open, |found| found["move"].is_string()), "{position}");
        }
        let hint = try_call(&json!({"call": "hint", "position": position}));
        assert_eq!(hint.is_ok(), is_open, "{position}");
        let mut balance = small("balance");
        balance["stones"] = 2.into();
        let balanced = try_call(&balance);
        assert!(balanced.map_or(!is_open, |found| found["moves"].is_array()), "{position}");
        let picture = json!({"call": "picture", "position": position});
        assert!(call(&picture).as_str().unwrap().starts_with("<svg"));
    }
}

/// The engine played on, and told of a five that came too late.
#[test]
fn a_game_that_is_over_is_explained_and_not_played_on() {
    let black = json!({"moves": "a1a2b1b2c1c2d1d2e1"});
    let set_up = json!({"stones": {"black": "a1b1c1d1e1k9"}});
    for (position, told) in [
        (&black, "the game is over: black wins by the line a1 b1 c1 d1 e1"),
        (&set_up, "the game is over: black wins by the line a1 b1 c1 d1 e1"),
    ] {
        for name in ["hint", "level", "solve", "balance"] {
            let mut asked = json!({"call": name, "position": position});
            match name {
                "level" => asked["level"] = 3.into(),
                "balance" => asked["stones"] = 1.into(),
                _ => {}
            }
            assert_eq!(error(&asked), told, "{name}");
        }
    }
    let explained = call(&json!({"call": "explain", "position": black, "nodes": 50}));
    assert_eq!(explained["situation"], "over");
}

/// It was a foul for `explain`, or not, depending on the black stone that was named last.
#[test]
fn stones_set_up_are_no_foul_whichever_is_named_last() {
    for black in ["a1b1c1d1e1f1", "a1b1c1d1f1e1", "a1b1c1d1e1f1k9"] {
        let position = json!({"rule": "renju", "stones": {"black": black}});
        let rules = call(&json!({"call": "rules", "position": position}));
        let explained = call(&json!({"call": "explain", "position": position, "nodes": 50}));
        assert_eq!((&rules["outcome"], &explained["outcome"]), (&json!("open"), &json!("open")));
        assert_ne!(explained["situation"], "over", "{black}");
        assert!(explained["best"]["move"].is_string(), "{black}: {explained}");
        let picture = explained["svg"].as_str().unwrap();
        assert!(picture.contains("white to move") && !picture.contains("the end"), "{black}");
    }
    let position = json!({"rule": "renju", "moves": "h6a1h7a3f8a5g8a7h8"});
    let foul = call(&json!({"call": "explain", "position": position}));
    assert_eq!((&foul["outcome"], &foul["situation"]), (&json!("foul 33"), &json!("over")));
}

/// Players miss fouls, and the game goes on.
#[test]
fn a_game_may_go_on_after_a_foul() {
    let rules = |moves: &str| {
        let position = json!({"rule": "renju", "moves": moves});
        call(&json!({"call": "rules", "position": position}))["outcome"].clone()
    };
    assert_eq!(rules("h6a1h7a3f8a5g8a7h8"), "foul 33");
    assert_eq!(rules("h6a1h7a3f8a5g8a7h8a9"), "open");
    let five = "h6a1h7a2f8a3g8a4h8a5";
    assert_eq!(rules(five), "white");
    let position = json!({"rule": "renju", "moves": format!("{five}o15")});
    let late = typed(&json!({"call": "rules", "position": position})).unwrap();
    let late = message(desk().answer(&late, &Control::new(), &mut |_| {}));
    assert_eq!(late["error"], "move 11 (o15) comes after the end of the game");
    // A page words it in the visitor's language.
    assert_eq!(late["phrase"]["code"], "after the end");
}

/// The answer named the stones of both sides as moves in turn.
#[test]
fn a_solved_position_is_the_one_that_was_asked() {
    let solve = |position: &Value| {
        call(&json!({"call": "solve", "position": position, "nodes": 500, "other_nodes": 1}))
    };
    let game = solve(&json!({"moves": "h8a1i8a3j8a5"}));
    assert_eq!((&game["moves"], game.get("stones")), (&json!("h8a1i8a3j8a5"), None));
    let stones = json!({"black": ["h8", "i8", "j8"], "white": ["a1"], "dead": ["c5"]});
    let set_up = solve(&json!({"stones": stones, "first": "black"}));
    assert_eq!((&set_up["moves"], &set_up["stones"]), (&json!(""), &stones));
    assert_eq!((&set_up["first"], &set_up["to_move"]), (&json!("black"), &json!("black")));
    let again = solve(&json!({"stones": set_up["stones"], "first": set_up["first"]}));
    assert_eq!(again["line"], set_up["line"]);
    let passed = solve(&json!({"moves": "h8i9", "first": "white"}));
    assert_eq!(passed["stones"], json!({"black": ["i9"], "white": ["h8"], "dead": []}));
}

#[test]
fn a_review_tells_what_the_report_of_analyze_tells() {
    let game = json!({"rule": "freestyle", "moves": "h8i9h9h11i8g10j8a1", "black": "A"});
    let mut seen = 0;
    let review = json!({"call": "review", "game": game, "nodes": 1000, "name": "test"});
    let review = typed(&review).unwrap();
    let review = desk().answer(&review, &Control::new(), &mut |_| seen += 1).unwrap();
    assert_eq!((seen, &review["status"]), (9, &json!("done")));
    assert_eq!(review["facts"], "freestyle 15x15, 8 moves, unfinished");
    // The tree holds the game, and the lines of bad moves beside it.
    let mut at = &review["tree"];
    let (mut played, mut lines) = (Vec::new(), 0);
    while let Some([first, others @ ..]) = at.as_array().map(Vec::as_slice) {
        if first["kind"] != "game" {
            break;
        }
        played.push(first["move"].as_str().unwrap().to_string());
        lines += others.len();
        at = &first["next"];
    }
    assert_eq!(played.join(""), "h8i9h9h11i8g10j8a1");
    assert!(lines > 0);
    let bad = review["moves"].as_array().unwrap().iter().filter(|m| !m["verdict"].is_null());
    assert!(bad.clone().count() > 0);
    for judged in bad {
        assert!(
            judged["remark"] != ""
                && judged["why"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|why| why["phrase"]["code"].is_string())
        );
        assert!(judged["before"].as_f64() > judged["after"].as_f64());
    }
    let sgf = review["sgf"].as_str().unwrap();
    let (_, games) = dolmen_records::read(sgf.as_bytes(), None, size()).unwrap();
    assert_eq!((games.len(), games[0].moves.len(), games[0].black.as_str()), (1, 8, "A"));
    assert!(review["html"].as_str().unwrap().contains("</html>"));
}

/// What a visitor reads comes in English and as data; the whole text is that of `explain`.
#[test]
fn what_is_said_comes_as_data() {
    let position = json!({"rule": "renju", "moves": "h6a1h7a3f8a5g8a7"});
    let lesson = call(&json!({"call": "explain", "position": position, "nodes": 500}));
    let forbidden = &lesson["forbidden"][0]["why"];
    assert_eq!(forbidden[0]["text"], "h8 is forbidden (33): a double three");
    let fouls = json!([{"code": "double three"}]);
    let values = json!({"point": "h8", "kinds": "33", "fouls": fouls});
    assert_eq!(forbidden[0]["phrase"], json!({"code": "forbidden", "values": values}));
    assert_eq!(
        (&forbidden[1]["phrase"]["code"], &forbidden[1]["depth"]),
        (&json!("real three"), &json!(1))
    );
    let sentences = lesson["sentences"].as_array().unwrap();
    assert!(sentences.iter().any(|told| told["phrase"]["code"] == "threatened"));
    let step = &lesson["threat"]["steps"][0];
    assert!(step["text"].is_string() && step["phrase"]["code"].is_string());

    let bytes = "cGllY2VzLi4u";
    let read = typed(&json!({"call": "read", "bytes": bytes})).unwrap();
    let error = desk().answer(&read, &Control::new(), &mut |_| {}).unwrap_err();
    let message = message(Err(error));
    assert_eq!(message["phrase"]["values"]["text"], message["error"]);
    assert_eq!(message["phrase"]["values"]["fault"]["code"], "unexpected");
}

fn size() -> dolmen::types::Size {
    dolmen::types::Size::new(15).unwrap()
}

#[test]
fn a_stopped_search_answers_with_what_it_has() {
    let control = Control::new();
    control.stop();
    for text in [
        r#"{"call": "query", "query": {"moves": "h8", "time": 600000}}"#,
        r#"{"call": "review", "game": {"moves": "h8i9h10"}, "time": 600000}"#,
        r#"{"call": "solve", "position": {"moves": "h8i9h10"}, "nodes": 1000000000}"#,
        r#"{"call": "explain", "position": {"moves": "h8i9h10"}, "nodes": 1000000000}"#,
    ] {
        let call = typed(&serde_json::from_str(text).unwrap()).unwrap();
        let answer = desk().answer(&call, &control, &mut |_| {}).unwrap();
        assert!(answer["status"] == "cancelled" || answer["situation"] == "free", "{text}");
    }
}

/// It went on with the rest of its work.
#[test]
fn a_cancelled_solve_ends_the_search_of_a_first_move() {
    let text = r#"{"call": "solve", "position": {"moves": "h8i9h10"}, "nodes": 100,
        "proof_nodes": 100, "other_nodes": 1000000000}"#;
    let solve = typed(&serde_json::from_str(text).unwrap()).unwrap();
    let control = Control::new();
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(300));
            control.stop();
        });
        desk().answer(&solve, &control, &mut |_| {}).unwrap()
    });
    assert_eq!((&answer["status"], &answer["wins"]), (&json!("cancelled"), &json!([])));
}

/// A freestyle game came back from RenLib as one of renju, with another winner; one on 19x19 as one on
/// 15x15.
#[test]
fn a_format_refuses_a_game_that_it_would_change() {
    let write = |rule: Value, size: u8, format: &str| {
        let game = json!({"rule": rule, "size": size, "moves": "h8i9"});
        try_call(&json!({"call": "write", "game": game, "format": format}))
    };
    for format in ["renlib", "lib"] {
        let told = "rule 'freestyle' is not renju, the only one that this format holds";
        assert_eq!(write(json!("freestyle"), 15, format), Err(told.into()));
        assert!(write(json!("renju"), 15, format).is_ok());
        assert!(write(Value::Null, 15, format).is_ok());
    }
    for format in ["points", "url"] {
        let told = "board '19x19' is not 15x15, the only one that this format holds";
        assert_eq!(write(json!("freestyle"), 19, format), Err(told.into()));
        assert!(write(json!("freestyle"), 15, format).is_ok());
    }
    for format in ["text", "psq", "sgf"] {
        let file = write(json!("freestyle"), 19, format).unwrap();
        let read = call(&json!({"call": "read", "bytes": file["bytes"]}));
        assert_eq!((&read[0]["size"], &read[0]["moves"]), (&json!(19), &json!(["h8", "i9"])));
    }
}

/// Lists were taken for objects whose fields they name in order, and types of the program were named.
#[test]
fn what_is_no_object_is_refused_in_plain_words() {
    let no_object = "invalid type: sequence, expected an object";
    for (asked, field) in [
        (json!({"call": "rules", "position": ["renju", 15, "h8i9"]}), "position"),
        (json!({"call": "rules", "position": {"stones": ["h8"]}}), "position.stones"),
        (json!({"call": "query", "query": ["renju"]}), "query"),
        (json!({"call": "review", "game": []}), "game"),
    ] {
        assert_eq!(error(&asked), format!("{field}: {no_object}"));
    }
    let null = json!({"call": "rules", "position": {"stones": null}});
    assert_eq!(call(&null)["outcome"], "open");
    let game = |name: &str, value: Value| {
        let game = Value::Object([(name.to_string(), value)].into_iter().collect());
        error(&json!({"call": "write", "game": game, "format": "sgf"}))
    };
    assert_eq!(game("opened", json!(-1)), "game.opened: -1 is not a whole number from 0");
    assert_eq!(game("times", json!([1.5])), "game.times[0]: 1.5 is not a whole number from 0");
    assert_eq!(
        error(&json!({"call": "balance", "position": {}, "stones": 1, "bias": 30001})),
        "bias: 30001 is not a whole number from -30000 to 30000"
    );
    assert!(error(&json!({"call": "hint", "position": "h8"})).ends_with("expected an object"));
}

/// A board with blocked points looked like one without.
#[test]
fn a_picture_shows_blocked_points() {
    let crosses = |stones: Value| {
        let position = json!({"stones": stones, "moves": "h8"});
        let picture = call(&json!({"call": "picture", "position": position}));
        picture.as_str().unwrap().matches("class=\"forbidden\"").count()
    };
    assert_eq!((crosses(json!({})), crosses(json!({"dead": "a1o15"}))), (0, 2));
}
