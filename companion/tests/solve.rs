//! `solve`: what it reads, and what its formats say. The proofs themselves are for
//! `tests/proofs.rs`.
#![allow(missing_docs, clippy::unwrap_used)]

use std::io::sink;

use companion::tools::game_files::Assumed;
use companion::tools::solve::{self, SolveFormat, SolveOptions};
use dolmen::types::Size;
use serde_json::{Value, json};

fn solve(problems: &str, format: SolveFormat) -> std::io::Result<String> {
    let (output, result) = try_solve(problems, format);
    result.map(|()| output)
}

/// The output, and whether all was valid.
fn try_solve(problems: &str, format: SolveFormat) -> (String, std::io::Result<()>) {
    let (proof_nodes, other_nodes) = (Some(50_000), Some(200));
    let (nodes, time) = (2_000, None);
    let assumed = Assumed { rule: None, size: Size::USUAL };
    let verbose = true;
    let options = SolveOptions { format, nodes, time, verbose, proof_nodes, other_nodes, assumed };
    let mut output = Vec::new();
    let result = solve::run(problems.as_bytes(), None, &mut output, sink(), &options);
    (String::from_utf8(output).unwrap(), result)
}

/// White wins by f9 alone.
const UNIQUE: &str = "freestyle 15 j5l9h9h7j10i6i7g6j9j11k10f5d3i8e4f6h6f7f4g5g9";
/// Black wins by k8: a four and an open three.
const FOUR_THREE: &str = "renju 15 h8g8i8a1j8a5k9a9k10c1";
const PROBLEMS: &str = "# a comment

p1;1;15;h8a1i8a3j8a5;b;vcf;3;g8,k8;-;P;1
p2;0;15;h8g8i8a1j8a5k9a9k10c1;b;vct;5;k8;u;P;1
p3;0;15;h8i9;b;none;0;a1;-;R;1
freestyle 15 h8a1i8a3j8a5
";

#[test]
fn the_table_counts_by_class() {
    let table = solve(PROBLEMS, SolveFormat::Table).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("p3 none: "), "{table}");
    assert_eq!(
        lines[1..],
        [
            "class  problems  solved          known move  win reported",
            "-             1       1 (100 %)           0             1",
            "none          1       0 (  0 %)           0             0",
            "vcf           1       1 (100 %)           1             1",
            "vct           1       1 (100 %)           1             1",
        ]
    );
}

#[test]
fn text_tells_the_line_the_other_moves_and_the_proof() {
    let text = solve(FOUR_THREE, SolveFormat::Text).unwrap();
    for part in [
        "1 (-, renju 15): black wins in 5 plies",
        "1. black k8   makes a four (h8 i8 j8 k8 in the row)",
        "white l8   stops the five of black",
        "3. black ",
        "other first moves that win: ",
        "what is not named loses to `else`:\n  k8 #",
        "    l8: ",
        "    else: l8 five",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    let text = solve(UNIQUE, SolveFormat::Text).unwrap();
    assert!(text.contains("white wins in 11 plies"), "{text}");
    assert!(text.contains("only f9 wins: no other move does as far as 200 positions"), "{text}");
    assert!(solve("freestyle 15 h8i9", SolveFormat::Text).unwrap().contains("no win found"));
}

/// It was drawn upside down between `solve` and `analyze`.
#[test]
fn the_board_of_a_game_has_row_one_at_the_top() {
    let psq = "Piskvorky 15x15, 0:0, 0\n8,8,0\n7,8,0\n9,8,0\n1,1,0\n10,8,0\n1,5,0\n11,9,0\n\
        1,9,0\n11,10,0\n3,1,0\n";
    let text = |input| solve(input, SolveFormat::Text).unwrap();
    let (game, line) = (text(psq), text(FOUR_THREE));
    let rows: Vec<&str> = game.lines().skip(1).take(2).map(str::trim_start).collect();
    assert_eq!(rows[0], "row 1 is at the top, as in psq and SGF files");
    assert!(rows[1].starts_with("1 o . O"), "{game}");
    assert!(!line.contains("row 1") && line.contains("\n15 . ."), "{line}");
    let pictures = [psq, &FOUR_THREE.replace("renju", "freestyle")]
        .map(|text| solve(text, SolveFormat::Svg).unwrap());
    assert_ne!(pictures[0], pictures[1]);
}

#[test]
fn json_says_the_same() {
    let text = solve(PROBLEMS, SolveFormat::Json).unwrap();
    let answers: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers.len(), 4);
    let [open_three, four_three, unsolved, plain] = &answers[..] else { unreachable!() };
    assert_eq!(open_three["version"], 1);
    assert_eq!(open_three["id"], "p1");
    assert_eq!(open_three["rule"], "standard");
    assert_eq!(open_three["to_move"], "black");
    assert_eq!((&open_three["win_in"], &open_three["unique"]), (&json!(3), &json!(false)));
    let wins: Vec<&str> = open_three["wins"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|win| win["win_in"] == 3 && win["proven"] == true)
        .map(|win| win["move"].as_str().unwrap())
        .collect();
    assert!(wins.contains(&"g8") && wins.contains(&"k8"), "{wins:?}");
    assert_eq!((&four_three["class"], &four_three["unique"]), (&json!("vct"), &json!(false)));
    let unique: Value = serde_json::from_str(&solve(UNIQUE, SolveFormat::Json).unwrap()).unwrap();
    assert_eq!((&unique["win_in"], &unique["unique"]), (&json!(11), &json!(true)));
    assert_eq!(four_three["line"][0], "k8");
    let root = four_three["proof"]["root"].as_u64().unwrap() as usize;
    assert_eq!(four_three["proof"]["attacks"][root]["win_in"], 5);
    assert!(four_three["proof"]["attacks"][root]["answers"]["l8"].is_u64());
    for field in ["win_in", "unique", "line", "proof"] {
        assert_eq!(unsolved[field], Value::Null, "{field}");
    }
    assert_eq!((&plain["id"], &plain["class"]), (&json!("6"), &json!("-")));
}

/// The example of `protocol.md`, in which `"…"` is any value.
#[test]
fn the_documented_example_is_true() {
    let text = include_str!("../../protocol.md");
    let (_, example) = text.split_once("$ echo 'freestyle 15 h8a1i8a3j8a5' | ").unwrap();
    let (command, example) = example.split_once('\n').unwrap();
    assert_eq!(command, "dolmen solve - --format json");
    let mut example: Value = serde_json::from_str(example.split("```").next().unwrap()).unwrap();
    let output = solve("freestyle 15 h8a1i8a3j8a5", SolveFormat::Json).unwrap();
    let mut answer: Value = serde_json::from_str(&output).unwrap();
    for object in [&mut example, &mut answer] {
        assert!(object.as_object_mut().unwrap().remove("wins").is_some());
    }
    assert_eq!(answer, example);
}

#[test]
fn svg_draws_the_line() {
    let picture = solve(PROBLEMS, SolveFormat::Svg).unwrap();
    assert!(picture.starts_with("<svg xmlns="));
    assert_eq!(picture.matches("<svg").count(), picture.matches("</svg>").count());
    // Each position, and the boards after 3, 5, 0 and 3 moves.
    assert_eq!(picture.matches("role=\"img\"").count(), 4 + 3 + 5 + 3);
    assert!(picture.contains("p2 (vct, freestyle 15): black wins in 5 plies"));
}

#[test]
fn a_line_that_is_no_problem_is_named() {
    for (line, part) in [
        ("\np;0;15;h8", "line 2: invalid problem: expected 8 fields, found 4"),
        // The other side's problem had been solved.
        (
            "p;0;15;h8i9;w;vcf;3;h9",
            "line 1: invalid problem: side w, but b is to move after these stones",
        ),
        ("p;0;15;h8;w;vcf;3;zz;", "expected points like h8i9"),
        ("chess 15 h8", "expected a rule (freestyle"),
        ("freestyle 15 h8h9i8i9j8j9k8k9l8", "the game is over"),
    ] {
        let error = solve(line, SolveFormat::Json).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

/// Another win was found, and the problem counted as solved.
#[test]
fn a_game_won_by_an_earlier_move_is_no_problem() {
    for last in ["", "b1"] {
        let line = format!("freestyle 15 h8a1i8a3j8a5k8a7l8a9{last}");
        let error = solve(&line, SolveFormat::Json).unwrap_err().to_string();
        assert!(error.ends_with("invalid problem: the game is over"), "{error}");
    }
}

/// One invalid line, or one finished game of a file, had hidden all other positions.
#[test]
fn valid_positions_beside_invalid_ones_are_solved() {
    let lines = format!("nonsense\n{FOUR_THREE}\np;0;15;h8\n");
    let (table, result) = try_solve(&lines, SolveFormat::Table);
    assert!(table.contains("error: line 3: invalid problem: expected 8 fields"), "{table}");
    assert!(table.contains("-             1       1 (100 %)"), "{table}");
    let error = result.unwrap_err().to_string();
    assert!(error.starts_with("invalid lines: 2 of 3, the first: line 1: invalid problem: "));
    let (json, _) = try_solve(&lines, SolveFormat::Json);
    let answers: Vec<Value> = json.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!((answers.len(), &answers[1]["win_in"]), (3, &json!(5)));
    assert!(answers[2]["error"].as_str().unwrap().starts_with("line 3: invalid problem: "));
    let won = "(;GM[4];B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[kh];W[da];B[lh])";
    let open = "(;GM[4];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea])";
    let (text, result) = try_solve(&format!("{open}{won}{open}"), SolveFormat::Text);
    assert_eq!(text.matches("black wins in 3 plies").count(), 2, "{text}");
    let told = "invalid games: 1 of 3, the first: game 2: invalid problem: the game is over";
    assert_eq!(result.unwrap_err().to_string(), told);
    let (picture, result) = try_solve(&format!("{won}{open}"), SolveFormat::Svg);
    assert!(picture.contains("role=\"img\"") && result.is_err());
}
