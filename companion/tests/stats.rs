//! `stats`: what is counted of a collection, in all three forms.
#![allow(missing_docs, clippy::unwrap_used)]

mod folder;

use std::fs;
use std::path::PathBuf;

use companion::arena::compact::encode;
use companion::tools::game_files::Assumed;
use companion::tools::stats::{StatsFormat, StatsOptions, run};
use dolmen::search::Control;
use dolmen::types::Size;
use dolmen_records::MOST_BYTES;
use folder::folder;

fn options(format: StatsFormat, nodes: Option<u64>) -> StatsOptions {
    StatsOptions {
        files: vec![PathBuf::from("-")],
        nodes,
        top: 2,
        format: Some(format),
        output: None,
        force: false,
        threads: 1,
        hash: 8,
        charset: None,
        assumed: Assumed { rule: None, size: Size::new(15).unwrap() },
    }
}

fn stats(games: &str, format: StatsFormat, nodes: Option<u64>) -> String {
    let (text, result) = try_stats(games, format, nodes);
    result.map(|()| text).unwrap()
}

/// The output, and whether all was counted.
fn try_stats(
    games: &str,
    format: StatsFormat,
    nodes: Option<u64>,
) -> (String, std::io::Result<()>) {
    let options = options(format, nodes);
    let mut output = Vec::new();
    let control = Control::new();
    let result = run(&options, games.as_bytes(), &mut output, std::io::sink(), &control);
    (String::from_utf8(output).unwrap(), result)
}

const GAMES: &str = "(;GM[4]SZ[15]RU[4]PB[Ann <b>]PW[Bob]EV[Cup]RE[B+R];B[hh];W[ii];B[ig])\n\
    (;GM[4]SZ[15]RU[4]PB[Bob]PW[Ann <b>]EV[Cup]RE[0];B[hh];W[gg];B[gi])\n\
    (;GM[4]SZ[15]RU[4]PB[Cid]PW[Bob]RE[W+R];B[hh];W[hi];B[ii])\n\
    (;GM[4]SZ[15]RU[0];B[aa];W[bb];B[cc])\n";

#[test]
fn openings_results_and_players_are_counted() {
    let text = stats(GAMES, StatsFormat::Text, None);
    assert!(text.starts_with("4 games, 3.0 moves a game\n"), "{text}");
    let line = |start: &str| {
        let found = text.lines().find(|line| line.trim().starts_with(start));
        found
            .unwrap_or_else(|| panic!("{start}: {text}"))
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    // Two turns of one opening.
    let hogetsu = "I7 Hogetsu (renju 15)";
    assert_eq!(line(hogetsu), format!("{hogetsu} 2 1 (50.0 %) 0 (0.0 %) 1 (50.0 %) 0"));
    assert_eq!(line("renju 15"), "renju 15 3 1 (33.3 %) 1 (33.3 %) 1 (33.3 %) 0");
    // Without a result there are no shares.
    assert_eq!(line("freestyle 15"), "freestyle 15 1 0 0 0 1");
    assert_eq!(line("Cup"), "Cup 2 1 (50.0 %) 0 (0.0 %) 1 (50.0 %)");
    assert_eq!(line("Bob"), "Bob 3 1 1 1 1 50.0 %");
    assert_eq!(line("Ann"), "Ann <b> 2 1 1 1 0 75.0 %");
    assert_eq!(line("and"), "and 1 more");
    assert!(!text.contains("Mistakes"));
}

/// All that had been searched was lost.
#[test]
fn a_stop_keeps_the_counts_and_tells_how_many_games_were_searched() {
    let control = Control::new();
    control.stop();
    let (mut output, options) = (Vec::new(), options(StatsFormat::Text, Some(100)));
    let result = run(&options, GAMES.as_bytes(), &mut output, std::io::sink(), &control);
    assert_eq!(result.unwrap_err().to_string(), "stopped: 0 of 4 games were searched");
    let text = String::from_utf8(output).unwrap();
    assert!(
        text.starts_with("4 games, 3.0 moves a game, 100 nodes a position of 0 games\n"),
        "{text}"
    );
}

#[test]
fn statistics_do_not_depend_on_the_number_of_threads() {
    let games = GAMES.repeat(4);
    let count = |threads| {
        let options = StatsOptions { threads, ..options(StatsFormat::Json, Some(300)) };
        let mut output = Vec::new();
        run(&options, games.as_bytes(), &mut output, std::io::sink(), &Control::new()).unwrap();
        String::from_utf8(output).unwrap()
    };
    let one = count(1);
    assert!(one.contains("\"searched\": 16"), "{one}");
    assert_eq!(count(3), one);
}

/// The command ended as if all were counted, other than `convert` and `analyze`.
#[test]
fn games_that_are_left_out_are_an_error_after_the_counts() {
    let (text, result) = try_stats("h8i9\nh8h8\na1b2\n", StatsFormat::Json, None);
    assert_eq!(result.unwrap_err().to_string(), "one game was left out");
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["games"], 2);
}

/// One such file stopped the statistics of all others.
#[test]
fn files_that_cannot_be_read_as_games_are_left_out() {
    let folder = folder("unreadable");
    let [good, bad] = ["good.sgf", "bad.psq"].map(|name| folder.join(name));
    fs::write(&good, GAMES).unwrap();
    fs::write(&bad, "Piskvorky 15x15, 11:11, 0\n8,8,0\n16,1,0\n").unwrap();
    let count = |files: Vec<PathBuf>| {
        let options = StatsOptions { files, ..options(StatsFormat::Json, None) };
        let (mut output, mut notes) = (Vec::new(), Vec::new());
        let result = run(&options, std::io::empty(), &mut output, &mut notes, &Control::new());
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output), text(notes), result.unwrap_err().to_string())
    };
    let (text, notes, error) = count(vec![bad.clone(), good, bad.clone()]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&json["games"], &error[..]), (&4.into(), "2 files were left out"));
    let told = format!("{}: line 3: move 2 (p1) is off the board", bad.display());
    assert_eq!(notes, format!("{told}; file skipped\n").repeat(2));
    assert_eq!(count(vec![bad]), (String::new(), String::new(), told));
}

#[test]
fn other_forms_say_the_same() {
    let json: serde_json::Value =
        serde_json::from_str(&stats(GAMES, StatsFormat::Json, None)).unwrap();
    assert_eq!((json["games"].as_u64(), json["moves"].as_u64()), (Some(4), Some(12)));
    assert_eq!(json["openings"]["D4 Kagetsu (renju 15)"]["white"], 1);
    assert_eq!(json["players"]["Bob"]["won"], 1);
    let html = stats(GAMES, StatsFormat::Html, None);
    assert!(html.contains("<td>Ann &lt;b&gt;</td>") && !html.contains("Ann <b>"), "{html}");
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
}

/// Those of all rules and sizes had been one row, and two orders of the same stones two.
#[test]
fn openings_are_told_apart_by_rule_and_size_and_not_by_the_order_of_stones() {
    let openings = |games: &str| {
        let json: serde_json::Value =
            serde_json::from_str(&stats(games, StatsFormat::Json, None)).unwrap();
        let openings = json["openings"].as_object().unwrap();
        openings.iter().map(|(name, of)| format!("{name}: {}", of["games"])).collect::<Vec<_>>()
    };
    let mixed = "freestyle 15 a1b1c1\nfreestyle 19 a1b1c1\ncaro 15 a1a2a3\n";
    let rows = ["a1b1c1 (caro 15): 1", "a1b1c1 (freestyle 15): 1", "a1b1c1 (freestyle 19): 1"];
    assert_eq!(openings(mixed), rows);
    assert!(stats(mixed, StatsFormat::Text, None).contains("\n  a1b1c1 (caro 15) "));
    assert!(stats(mixed, StatsFormat::Html, None).contains("<td>a1b1c1 (caro 15)</td>"));
    // One row, and of one rule and size no more than the stones.
    let orders = "caro 15 h8h9i9\ncaro 15 i9h9h8\ncaro 15 g7g8h8\n";
    assert_eq!(openings(orders), ["g7h7h8: 3"]);
}

#[test]
fn mistakes_are_counted_by_part_of_the_game() {
    // White overlooks a four.
    let game =
        "(;GM[4]SZ[15]RU[0]PB[a]PW[b];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[kh];W[ga];B[lh])";
    let json: serde_json::Value =
        serde_json::from_str(&stats(game, StatsFormat::Json, Some(2000))).unwrap();
    assert_eq!(json["mistakes"][0][0], "moves 1 to 10");
    assert_eq!(json["mistakes"][0][1]["moves"], 9);
    let kinds = &json["mistakes"][0][1]["kinds"];
    assert!(kinds.as_object().is_some_and(|kinds| !kinds.is_empty()), "{json}");
    let loss = |player: &str| json["players"][player]["mistakes"]["loss"].as_f64().unwrap();
    assert!(loss("b") > loss("a"), "{json}");
    let text = stats(game, StatsFormat::Text, Some(2000));
    assert!(text.contains("Mistakes") && text.contains("loss a move"), "{text}");
}

/// It was the board's under a rule that was only guessed.
#[test]
fn a_recorded_result_counts_under_a_rule_that_is_not_known() {
    let six = ";B[hh];W[aa];B[hi];W[ab];B[hj];W[ac];B[hl];W[ad];B[hm];W[ca];B[hk]";
    let won = |head: &str| {
        let game = format!("(;GM[4]SZ[15]PB[Lee]PW[Kim]{head}{six})");
        let json: serde_json::Value =
            serde_json::from_str(&stats(&game, StatsFormat::Json, None)).unwrap();
        json["players"]["Kim"]["won"].as_u64()
    };
    assert_eq!(won("RE[W+Forbidden]"), Some(1));
    assert_eq!(won(""), Some(0));
    assert_eq!(won("RU[0]RE[W+Forbidden]"), Some(0));
}

/// The games of a record behind these were dropped without a word, and a training file was called
/// damaged.
#[test]
fn records_of_more_than_64_mib_are_refused() {
    let record = "{\"dolmen_match\":1,\"rule\":4,\"size\":15,\"engines\":[\"a\",\"b\"],\"games\":1,\
        \"terms\":\"x\"}\n{\"index\":0,\"black\":1,\"white\":0,\"opening\":\"h8i9\",\
        \"moves\":[],\"points\":0.5,\"ending\":\"move-limit\"}\n";
    for begin in [record.as_bytes().to_vec(), encode(&[])] {
        let mut bytes = begin;
        bytes.resize(MOST_BYTES + 1, b'\n');
        let (mut output, options) = (Vec::new(), options(StatsFormat::Text, None));
        let result = run(&options, &bytes[..], &mut output, std::io::sink(), &Control::new());
        let told = "standard input: byte 67108864: too large: more than 67108864 bytes";
        assert_eq!(result.unwrap_err().to_string(), told);
    }
}

/// The moves behind it were left out without a word.
#[test]
fn a_game_that_goes_on_after_a_pass_is_told() {
    let games = "(;GM[4]SZ[15];B[hh];W[];B[ii];W[jj])(;GM[4]SZ[15];B[hh];W[ii];B[])\
        (;GM[4]SZ[15];B[];W[ii])";
    let (mut notes, options) = (Vec::new(), options(StatsFormat::Text, None));
    run(&options, games.as_bytes(), std::io::sink(), &mut notes, &Control::new()).unwrap();
    let told = "standard input: game 1: ends before a pass; 2 moves are left out\n\
        standard input: game 3: ends before a pass; 1 move is left out\n";
    assert_eq!(String::from_utf8(notes).unwrap(), told);
}
