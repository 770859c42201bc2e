//! `explain`: that the words are true, and that the main things are said.
#![allow(missing_docs, clippy::unwrap_used)]

use std::io::{Read as _, sink};

use companion::tools::explain::{self, ExplainOptions};
use companion::tools::game_files::Assumed;
use dolmen::types::{Rule, Size};
use dolmen_records::Format;

fn options(svg: bool, nodes: u64) -> ExplainOptions {
    let assumed = Assumed { rule: None, size: Size::USUAL };
    ExplainOptions { svg, nodes, groups: false, assumed }
}

fn explain(lines: &str, nodes: u64, svg: bool) -> String {
    let mut output = Vec::new();
    let options = options(svg, nodes);
    explain::run(lines.as_bytes(), None, &mut output, sink(), &options).unwrap();
    String::from_utf8(output).unwrap()
}

fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
}

#[test]
fn groups_are_what_the_engine_sees() {
    let mut output = Vec::new();
    let lines = b"renju 15 h6a1h7a3f8a5g8a7\nrenju 99\nfreestyle 5\n";
    let options = ExplainOptions { groups: true, ..options(false, 10) };
    let error =
        explain::run(&lines[..], None, &mut output, sink(), &options).unwrap_err().to_string();
    assert!(error.starts_with("invalid lines: 1 of 3, the first: line 2: expected a board size"));
    assert_says(
        &String::from_utf8(output).unwrap(),
        &[
            "renju 15, black to move",
            "groups of black:",
            "open two",
            "candidates of black",
            "double threes of black: h8 (forbidden)",
            "forbidden to black: h8:33",
            "error: line 2: expected a board size from 5 to 22, found '99'",
            "freestyle 5, black to move",
        ],
    );
}

/// It was read as a position, and refused.
#[test]
fn a_comment_may_follow_a_byte_order_mark() {
    let text = explain("\u{FEFF}# a comment\nfreestyle 15 h8", 100, false);
    assert!(text.starts_with("freestyle 15"), "{text}");
}

/// They were read as positions, and refused, where `convert` read them.
#[test]
fn games_with_a_byte_order_mark_and_old_libraries_are_read() {
    let game = explain("Piskvorky 15x15, 0:0, 0\n8,8,0\n", 100, false);
    assert_eq!(explain("\u{FEFF}(\n;GM[4]SZ[15];B[hh])", 100, false), game);
    let mut output = Vec::new();
    let options = options(false, 100);
    explain::run(&b"\x78\x00\x69\x40"[..], Some(Format::Lib), &mut output, sink(), &options)
        .unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), explain("renju 15 h8i9", 100, false));
}

/// What its first bytes looked like decided: games were read as lines, and refused.
#[test]
fn a_pipe_that_has_a_few_bytes_at_a_time_is_read_like_others() {
    for text in ["(\n;GM[4]SZ[15];B[hh])", "Piskvorky 15x15, 0:0, 0\n8,8,0\n", "# x\n\nh8\n"] {
        let mut output = Vec::new();
        let options = options(false, 100);
        let pipe = std::io::BufReader::with_capacity(1, text.as_bytes());
        explain::run(pipe, None, &mut output, sink(), &options).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), explain(text, 100, false), "{text}");
    }
    let error = explain::run(
        std::io::BufReader::with_capacity(1, &b"# x\n\nh8\nz\n"[..]),
        None,
        Vec::new(),
        sink(),
        &options(false, 100),
    );
    assert!(error.unwrap_err().to_string().contains("line 4: "));
}

/// It filled the memory.
#[test]
fn input_without_line_ends_is_refused() {
    for start in ["", "# x", "h8\n"] {
        let input = std::io::BufReader::new(start.as_bytes().chain(std::io::repeat(0)));
        let result = explain::run(input, None, Vec::new(), sink(), &options(false, 100));
        let line = 1 + start.matches('\n').count();
        let told = format!("line {line}: expected a position, found 65536 bytes or more");
        assert_eq!(result.unwrap_err().to_string(), told, "{start}");
    }
    let long = format!("(;GM[4]SZ[15]C[{}];B[hh])", "x".repeat(100_000));
    assert_eq!(explain(&long, 100, false), explain("(;GM[4]SZ[15];B[hh])", 100, false));
}

#[test]
fn shapes_are_named_with_their_stones() {
    let text = explain("freestyle 15 h8g8i8b3k8c4a15e6", 500, false);
    assert_says(
        &text,
        &[
            "freestyle 15, black to move",
            "black has",
            "a closed three: h8 i8 k8 in the row",
            "white has",
            "a broken three: b3 c4 e6 on the rising diagonal; d5 would make an open four",
        ],
    );
    let text = explain("freestyle 15 h8a1i8a3j8a5k8c4l9", 500, false);
    assert_says(&text, &["an open four: h8 i8 j8 k8 in the row; g8 or l8 would make five"]);
}

#[test]
fn a_win_is_told_move_by_move() {
    let text = explain("freestyle 15 h8g8i8a1j8a5k9a9k10c1", 2_000, false);
    assert_says(
        &text,
        &[
            "black wins by force, in 3 moves at most:",
            "black k8   makes a four (h8 i8 j8 k8 in the row) and an open three (k8 k9 k10 in the column) at once; \
             white must stop the five at l8, and can only stop one",
            "white l8   stops the five of black",
            "five follows at",
            "white can only stop one",
            "makes five",
        ],
    );
    // A quiet board has no story, but advice.
    let text = explain("freestyle 15 h8i9h10", 2_000, false);
    assert_says(&text, &["no forced win of white was found", "the best move found is"]);
    // What the other side threatens is told, and what can still be done.
    let text = explain("freestyle 15 h8a1i8a3j8", 2_000, false);
    assert_says(
        &text,
        &[
            "black threatens an open four: only",
            "white must watch out",
            "stops the open four of black",
        ],
    );
    let text = explain("freestyle 15 h8g8i8a3j8a5k8", 2_000, false);
    assert_says(&text, &["black threatens five: white must play l8"]);
    let text = explain("freestyle 15 h8h9i8i9j8j9k8k9l8", 2_000, false);
    assert_says(&text, &["the game is over: black wins by the line h8 i8 j8 k8 l8"]);
}

/// It said that no forced win was found beside "winning chance 100 %", and then "it wins in 11 plies
/// after 4 positions" without the moves.
#[test]
fn a_win_that_the_search_proves_is_told() {
    let text = explain("freestyle 15 j7j8j5f8i4g5h5i7", 2_000, false);
    assert_says(&text, &["black wins by force, in 6 moves at most:", "  6. black h7   makes five"]);
    assert!(!text.contains("no forced win of black") && !text.contains("100 %"), "{text}");
}

/// It said "only a2, a4, a6, a8 or a9 can help", though a8 and a9 lose by its own search.
#[test]
fn answers_that_lose_are_not_said_to_help() {
    let text = explain("renju 15 h6a1h7a3f8a5g8a7", 30_000, false);
    let line = text.lines().find(|line| line.contains("threatens an open four")).unwrap();
    let helps = line.split(": only ").nth(1).unwrap();
    assert!(!helps.contains("a8") && !helps.contains("a9") && helps.contains("can help"), "{line}");
    let text = explain("renju 15 h8g6k6h9i8l7j8", 30_000, false);
    assert_says(
        &text,
        &[
            "black threatens an open four: only k8 can help",
            "g8 loses by force all the same (at most 30000 positions searched",
        ],
    );
}

#[test]
fn the_end_of_a_game_has_its_reason() {
    let foul = "renju 15 h6a1h7a3f8a5g8a7h8";
    let reasons =
        ["white wins, black's h8 was forbidden (33)", "h8 is forbidden (33): a double three"];
    assert_says(&explain(foul, 100, false), &reasons);
    let picture = explain(foul, 100, true);
    assert_says(
        &picture,
        &["white wins, black&#39;s h8 was forbidden (33)", "Forbidden: h8.", "class=\"forbidden\""],
    );
    let picture = explain("freestyle 15 h8h9i8i9j8j9k8k9l8", 100, true);
    assert_says(&picture, &["black wins by the line h8 i8 j8 k8 l8", "class=\"five\""]);
    // Points that are forbidden now are crossed out, too.
    assert_says(&explain("renju 15 h6a1h7a3f8a5g8", 100, true), &["Forbidden: h8."]);
}

/// Another win by force was claimed.
#[test]
fn a_game_won_by_an_earlier_move_is_over() {
    let told = "black wins by the line h8 i8 j8 k8 l8";
    for last in ["", "b1"] {
        let line = format!("freestyle 15 h8a1i8a3j8a5k8a7l8a9{last}");
        let text = explain(&line, 100, false);
        assert_says(&text, &[&format!("the game is over: {told}")]);
        assert!(!text.contains("by force") && !text.contains("threat"), "{text}");
        assert_says(&explain(&line, 100, true), &[told, "class=\"five\""]);
    }
    // A diagram, and a five on the way to its six, which is none.
    let text = explain("standard 15 a1a9b1b9c1c9d1d8e1f7f1", 100, false);
    assert!(!text.contains("the game is over"), "{text}");
}

#[test]
fn fouls_have_their_reasons() {
    let text = explain("renju 15 h6a1h7a3f8a5g8a7", 100, false);
    assert_says(
        &text,
        &[
            "h8 is forbidden (33): a double three",
            "an open three, f8 g8 h8 in the row: a straight four by e8 or i8",
            "an open three, h6 h7 h8 in the column: a straight four by h5 or h9",
        ],
    );
    // A three whose straight four would be a foul itself: one level down.
    let line = "renju 15 d8o14e3h10g5b11f3j9f8a7g3m13g7d13e7m6n2h13j2f6i3l9h4c11l2a1h6g2b12k1m2j11\
                i2g8i6i4e9k3j5n9j6f2c3h11";
    let text = explain(line, 100, false);
    assert_says(
        &text,
        &[
            "h5 is allowed: of the threes that meet there, not two are real",
            "f3 h5 i6 on the rising diagonal looks like a broken three and is none: the straight four needs g4",
            "    g4 would be forbidden itself then (44)",
            "    i5 would make five instead",
            "k2 is forbidden (6): an overline",
        ],
    );
}

/// The lines that are named for a foul are as many as the foul needs, and for a point that only
/// looks like one they are fewer: on recorded positions.
#[test]
fn reasons_agree_with_the_referee() {
    let text = include_str!("../../tests/data/renju_forbidden_dev.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#')).step_by(7);
    let stones: Vec<&str> = lines.map(|line| line.split(';').nth(2).unwrap()).collect();
    let input: String = stones.iter().map(|stones| format!("renju 15 {stones}\n")).collect();
    let (mut forbidden, mut allowed) = (0, 0);
    let told = explain(&input, 1, false);
    let mut told = told.lines().peekable();
    while let Some(line) = told.next() {
        let is_forbidden = line.contains(" is forbidden (");
        if !is_forbidden && !line.contains(" is allowed: of the threes") {
            continue;
        }
        let (mut threes, mut fours, mut overlines) = (0, 0, 0);
        while let Some(reason) = told.next_if(|next| next.starts_with("  ")) {
            if reason.starts_with("   ") {
                continue;
            }
            threes += usize::from(reason.contains(": a straight four by "));
            fours += usize::from(reason.contains(": five at "));
            fours += usize::from(reason.contains("two fours in one line"));
            overlines += usize::from(reason.contains("an overline"));
        }
        let kinds = line.split(['(', ')']).nth(1).filter(|_| is_forbidden).unwrap_or("");
        assert_eq!(kinds.contains("33"), threes >= 2, "{line}");
        assert_eq!(kinds.contains("44"), fours >= 2, "{line}");
        assert_eq!(kinds.contains('6'), overlines > 0, "{line}");
        forbidden += usize::from(is_forbidden);
        allowed += usize::from(!is_forbidden);
    }
    assert!(forbidden > 300 && allowed > 50, "{forbidden} forbidden, {allowed} allowed");
}

#[test]
fn a_picture_shows_every_move() {
    let lines = "freestyle 15 h8g8i8a1j8a5k9a9k10c1\n\n# a comment\nrenju 15 h8i9\n";
    let picture = explain(lines, 1_000, true);
    assert!(picture.starts_with("<svg xmlns="), "{picture}");
    assert!(picture.trim_end().ends_with("</svg>"));
    assert_eq!(picture.matches("<svg").count(), picture.matches("</svg>").count());
    assert_says(&picture, &["black wins in 5 plies", "5. black", "makes five", "winning chance"]);
    // Board, and five moves; board, and a line that is not forced.
    assert!(picture.matches("role=\"img\"").count() >= 6 + 2);
    let mut output = Vec::new();
    let options = options(true, 10);
    let result = explain::run(&b"renju 99\nh8i9\n"[..], None, &mut output, sink(), &options);
    assert!(result.unwrap_err().to_string().contains("line 1: expected a board size"));
    assert!(String::from_utf8(output).unwrap().contains("role=\"img\""));
}

/// A position may be given as a game of another program as well, or as an address; the picture has
/// row 1 where such games have it, and says so.
#[test]
fn games_and_addresses_are_positions() {
    let line = explain("freestyle 15 h8i9h10", 500, false);
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n8,10,0\n-1\n";
    for text in ["15 h8 i9 h10", "https://gomocalc.com/#/h8i9h10"] {
        assert_eq!(explain(text, 500, false), line, "{text}");
    }
    let game = explain(psq, 500, false);
    assert_eq!(explain("(;GM[4]SZ[15];B[hh];W[ii];B[hj])", 500, false), game);
    let parts = |text: &str| -> Vec<String> { text.lines().map(str::to_string).collect() };
    let (line, game) = (parts(&line), parts(&game));
    assert_eq!(game[1], "row 1 is at the top, as in psq and SGF files");
    let (mut line_board, game_board) = (line[1..16].to_vec(), game[2..17].to_vec());
    assert!(line_board[0].starts_with("15 . ."), "{line_board:?}");
    line_board.reverse();
    assert_eq!(line_board, game_board);
    assert_eq!((&line[0], &line[16..]), (&game[0], &game[17..]));
    assert_ne!(explain(psq, 500, true), explain("h8i9h10", 500, true));
}

/// Of the default of rules nothing was said, and no option sets another.
#[test]
fn what_a_position_does_not_say_is_assumed_and_an_unknown_rule_is_told() {
    let told = |text: &str, rule: Option<Rule>| {
        let (mut output, mut notes) = (Vec::new(), Vec::new());
        let assumed = Assumed { rule, size: Size::new(17).unwrap() };
        let options = ExplainOptions { assumed, ..options(false, 100) };
        explain::run(text.as_bytes(), None, &mut output, &mut notes, &options).unwrap();
        let output = String::from_utf8(output).unwrap();
        let first = output.split(',').next().unwrap().to_string();
        (first, String::from_utf8(notes).unwrap())
    };
    let pair = |first: &str, notes: &str| (first.to_string(), notes.to_string());
    let unknown = "game 1: unknown rule 'odd', taken for freestyle; --rule sets it\n";
    assert_eq!(told("(;GM[4]RU[odd];B[hh])", None), pair("freestyle 17", unknown));
    assert_eq!(told("(;GM[4]RU[odd];B[hh])", Some(Rule::Caro)), pair("caro 17", ""));
    assert_eq!(told("(;GM[4]SZ[15]RU[4];B[hh])", Some(Rule::Caro)), pair("renju 15", ""));
    assert_eq!(told("h8i9", Some(Rule::Caro)), pair("caro 17", ""));
    assert_eq!(told("renju h8i9", Some(Rule::Caro)), pair("renju 17", ""));
    assert_eq!(told("15 h8i9", None), pair("freestyle 15", ""));
}

/// Some programs write texts in UTF-16; lines ended within a letter.
#[test]
fn positions_in_utf_16_are_read() {
    let text = "\u{FEFF}# a comment\r\nh8i9\r\nrenju 15 \u{30BD}\r\n";
    for bytes in [
        text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
        text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ] {
        let mut output = Vec::new();
        let result = explain::run(&bytes[..], None, &mut output, sink(), &options(false, 100));
        assert!(result.unwrap_err().to_string().contains("line 3: "));
        let output = String::from_utf8(output).unwrap();
        assert!(output.starts_with(&explain("h8i9", 100, false)), "{output}");
    }
}

/// The moves behind it were left out without a word, those of libraries in `convert` as well.
#[test]
fn a_game_that_goes_on_after_a_pass_is_told() {
    let library = b"\x78\x00\x00\x00\x69\x00\x5A\x40";
    let sgf = b"(;GM[4]SZ[15];B[hh];W[];B[ii];W[jj])";
    for (bytes, hint) in [(&sgf[..], None), (library, Some(Format::Lib))] {
        let (mut output, mut notes) = (Vec::new(), Vec::new());
        explain::run(bytes, hint, &mut output, &mut notes, &options(false, 100)).unwrap();
        let told = "game 1: ends before a pass; 2 moves are left out\n";
        assert_eq!(String::from_utf8(notes).unwrap(), told);
    }
}

/// Lines that begin with another tag are no collection.
#[test]
fn text_in_tags_is_no_collection() {
    let game = explain("freestyle 15 h8i9", 100, false);
    let sgf = "(;GM[4]SZ[15]RU[0];B[hh];W[ii])";
    assert_eq!(explain(&format!("<p>{sgf}</p>"), 100, false), explain(sgf, 100, false));
    let mut output = Vec::new();
    let refused =
        explain::run(&b"<x>\nh8i9"[..], None, &mut output, sink(), &options(false, 100)).is_err();
    assert!(refused && String::from_utf8(output).unwrap().ends_with(&game));
}

/// `convert` read them, and `explain` did not.
#[test]
fn points_are_explained_as_people_write_them() {
    let expected = explain("renju 15 h8i9j10", 100, false);
    for text in ["renju 15 h8,i9,j10", "renju 1. h8 i9 2. j10", "renju 15 h8-i9-j10"] {
        assert_eq!(explain(text, 100, false), expected, "{text}");
    }
}

/// Each of their lines was answered as if it were a position.
#[test]
fn collections_of_games_are_positions() {
    let rif = "<?xml version=\"1.0\"?>\n<database>\n<game><move>h8 i9</move></game>\n</database>\n";
    let expected = explain("renju 15 h8i9", 100, false);
    for text in [rif, &format!("\u{FEFF}{rif}"), "T=[A,B,+,8899]\n", "x:RDFA1:01HH02IG!\n"] {
        assert_eq!(explain(text, 100, false), expected, "{text}");
    }
}
