//! Stones that SGF sets up: each becomes a move, in turn.
#![allow(missing_docs, clippy::unwrap_used)]

use dolmen::board::Board;
use dolmen::types::{Rule, Size, parse_stones};
use dolmen_records::{
    Fault, Format, GameTree, Place, RecordError, order_of_play, read, read_trees, write_trees,
};

fn trees(text: &str) -> (Vec<GameTree>, Vec<RecordError>) {
    read_trees(text.as_bytes(), None, Size::USUAL).unwrap().unwrap().1
}

/// The trees as they are written, without the head.
fn written(text: &str) -> String {
    let (trees, faults) = trees(text);
    assert_eq!(faults, [], "{text}");
    let text = String::from_utf8(write_trees(Format::Sgf, trees).unwrap()).unwrap();
    text.trim_end().replace("(;FF[4]GM[4]CA[UTF-8]SZ[15]", "(").replace("C[opening]", "!")
}

/// They were black, white, black, whoever was to move.
#[test]
fn stones_set_up_in_a_variation_keep_their_colours() {
    let text = "(;GM[4]SZ[15]AB[hh](;AB[ii]AW[hi];W[jj])(;AW[aa];B[bb]))";
    let expected = "(;B[hh]!\n(;W[hi]!;B[ii]!;W[jj])\n(;W[aa]!;B[bb]))";
    assert_eq!(written(text), expected);
    let (_, games) = read(text.as_bytes(), None, Size::USUAL).unwrap();
    assert_eq!((&games[0].moves, games[0].opened), (&parse_stones("h8h9i9j10").unwrap(), 3));
    let (trees, faults) = trees("(;GM[4]SZ[15]AB[hh](;AW[hi])(;AB[ii];W[jj])(;W[aa]))");
    assert_eq!(faults[0].fault, Fault::SetUp(1, 0));
    assert_eq!(trees[0].leaves(), 2);
}

/// The node that they are set up in stayed, empty, before the first of them.
#[test]
fn stones_set_up_leave_no_empty_node() {
    for text in [
        "(;GM[4]SZ[15]AB[hh][ii]AW[hi];W[jj])",
        "(;GM[4]SZ[15];AB[hh][ii]AW[hi];W[jj])",
        "(;GM[4]SZ[15];AB[hh];AW[hi];AB[ii];W[jj])",
        "(;GM[4]SZ[15];AB[hh][ii];AW[hi];W[jj])",
    ] {
        assert_eq!(written(text), "(;B[hh]!;W[hi]!;B[ii]!;W[jj])", "{text}");
    }
    assert_eq!(written("(;GM[4]SZ[15];AB[hh];C[a]W[jj])"), "(;B[hh]!;W[jj]C[a])");
}

/// Behind a variation with more of them, moves before them were allowed.
#[test]
fn stones_are_set_up_before_the_moves_in_every_variation() {
    let text = "(;GM[4]SZ[15]AB[hh](;AB[ii]AW[hi])(;W[kk];AB[ll]))";
    let (_, faults) = trees(text);
    assert_eq!(faults[0].fault, Fault::SetUpLate);
    let many = format!("(;GM[4]SZ[15]{})", ";AB[hh];AW[hi]".repeat(300));
    assert!(read(many.as_bytes(), None, Size::USUAL).is_err());
}

/// They were placed in the order of the file: a five on the way to a six, or one that is closed only
/// later, ended the game, which was refused.
#[test]
fn stones_set_up_do_not_end_the_game_on_the_way() {
    let closed = "AB[ba][ca][da][ea][fa]AW[ci][di][ei][aa][ga];B[ee];W[ff]";
    let six = "AB[aa][ba][ca][da][ea][fa]AW[ai][bi][ci][ei][fi][gg];B[ee];W[ff]";
    let foul = "AB[hf][hg][fh][gh][hh]AW[aa][ac][ae][ag];W[ai]";
    let white = "AW[aa][ba][ca][da][ea][fa]AB[ai][bi][ci][ei][fi][gg][ee];W[ff]";
    for (rule, told, setup) in [
        (Rule::Caro, "RU[caro]", closed),
        (Rule::Standard, "RU[standard]", six),
        (Rule::Standard, "RU[standard]", white),
        (Rule::Renju, "RU[renju]", foul),
        // A rule that the reader is not told.
        (Rule::Caro, "", closed),
        (Rule::Standard, "", six),
    ] {
        let (_, games) =
            read(format!("(;GM[4]SZ[9]{told}{setup})").as_bytes(), None, Size::USUAL).unwrap();
        let verdict = games[0].check(rule).unwrap();
        assert_eq!(verdict.fouls, [], "{rule} {setup}");
    }
}

/// Only what must not lie there yet comes later than it does in the file.
#[test]
fn stones_set_up_keep_the_order_of_the_file_where_they_can() {
    for (text, expected) in [
        ("RU[standard]AB[aa][ba][ca][da][hh][ea][fa]AW[ai][bi][ci][ei][fi][gg]", "a1b1c1d1h8f1e1"),
        ("RU[freestyle]AB[aa][ba][hh][ca][da][ea]AW[ai][bi][ci][ei][fi]", "a1b1h8c1d1e1"),
        // Nothing helps: the five was there before the last stone.
        ("RU[freestyle]AB[aa][ba][ca][da][ea]AW[ai][bi][ci][ei][fi]", "a1b1c1d1e1"),
        // A point that is taken, and one off the board.
        ("RU[standard]AB[aa][ba][aa]AW[ai][bi]", "a1b1a1"),
        ("RU[standard]AB[aa][ba][ps]AW[ai][bi]", "a1b1p19"),
    ] {
        let text = format!("(;GM[4]SZ[9]{text})");
        let (_, games) = read(text.as_bytes(), None, Size::USUAL).unwrap();
        let black: Vec<_> = games[0].moves.iter().copied().step_by(2).collect();
        assert_eq!(black, parse_stones(expected).unwrap(), "{text}");
    }
}

/// The tries were counted for each game alone: files of many such games took minutes.
#[test]
fn an_order_is_looked_for_as_long_as_tries_are_left() {
    let start = Board::new(Rule::Standard, Size::USUAL);
    let stones = parse_stones("a1a9b1c9c1e9d1g9e1i9f1").unwrap();
    let order = |mut left| (order_of_play(&start, &stones, &mut left), left);
    assert_eq!(order(0), (None, 0));
    let (found, left) = order(10);
    assert!(found.is_some() && (1..10).contains(&left), "{left}");
}

/// It was shown on the board before the first of them.
#[test]
fn what_is_written_at_stones_set_up_is_shown_after_the_last_of_them() {
    for (text, expected) in [
        ("AB[hh]C[a];W[jj]", "(;B[hh]C[opening\na];W[jj])"),
        (
            ";C[a]AB[hh][ii]N[b]AW[hi]TR[hh]LB[ii:1];W[jj]",
            "(;B[hh]!;W[hi]!;B[ii]N[b]C[opening\na]TR[hh]LB[ii:1];W[jj])",
        ),
        (
            "C[a]AB[hh][ii]AW[hi](;W[jj]C[b])(;W[kk])",
            "(;B[hh]!;W[hi]!;B[ii]C[opening\na]\n(;W[jj]C[b])\n(;W[kk]))",
        ),
        (";AB[hh][ii]C[a];AW[hi]C[b];W[jj]", "(;B[hh]!;W[hi]!;B[ii]C[opening\na\nb];W[jj])"),
        // What may be said of the game stays at the root.
        ("KM[0]C[a]AB[hh];C[b]W[jj]", "(KM[0];B[hh]C[opening\na];W[jj]C[b])"),
    ] {
        assert_eq!(written(&format!("(;GM[4]SZ[15]{text})")), expected);
    }
}

/// They were told as moves out of turn: "move 1 is a pass, or not of the side whose turn it is".
#[test]
fn stones_that_cannot_be_set_up_are_told_as_such() {
    let fault = |text: &str| {
        let text = format!("(;GM[4]SZ[15]{text})");
        read(text.as_bytes(), None, Size::USUAL).unwrap_err().fault.to_string()
    };
    assert_eq!(
        fault("AB[hh][ii][jj];W[kk]"),
        "stones set up cannot have been placed in turn: 3 black, 0 white"
    );
    assert_eq!(fault(";B[hh];AW[ii]"), "stones are set up after moves");
}

/// The way from the root was walked, its stones played again, and boards made, for each of them: a
/// megabyte took minutes.
#[test]
fn stones_may_be_set_up_in_many_variations() {
    let variations = "(;AB[ia][ic]AW[ib])".repeat(100_000);
    let stones = |from: u8| -> String {
        let points = (0..4).flat_map(|y| (0..15).map(move |x| (x, 2 * y + from)));
        points.map(|(x, y)| format!("[{}{}]", char::from(b'a' + x), char::from(b'a' + y))).collect()
    };
    let setup = format!(";AB{}AW{}", stones(3), stones(4));
    let few = variations.replace("ib", "ia");
    let many = "(;AB[ia][ia][ib][ic][id]AW[ha][ga][fa][ea])".repeat(100_000);
    for text in [
        ";C[x]".repeat(100_000) + &variations,
        format!("{setup}{variations}"),
        format!("{setup}{few}"),
        many,
    ] {
        let (trees, _) = trees(&format!("(;GM[4]SZ[15]{text})"));
        assert_eq!(trees[0].leaves(), 100_000);
    }
}

/// They stayed on the board without a word.
#[test]
fn stones_that_are_taken_away_are_a_fault() {
    let text = "(;GM[4]SZ[15]AB[hh](;AW[ii])(;AE[hh]AB[jj];W[kk]))";
    let (trees, faults) = trees(text);
    assert_eq!(faults[0].fault.to_string(), "stones are taken away");
    assert_eq!(trees[0].leaves(), 1);
    let error = read(b"(;GM[4]SZ[15];B[hh];AE[hh];W[hh])", None, Size::USUAL).unwrap_err();
    assert_eq!(error.fault, Fault::TakenAway);
    let empty = b"(;GM[4]SZ[15]AE[aa:oo]AB[hh]AW[ii]AE[aa:bb];B[jj])";
    assert!(read(empty, None, Size::USUAL).is_ok());
}

/// It stayed as an empty one, which became a game, and the line told was that of the game; where it
/// had variations of its own, the brackets after it were those of another game.
#[test]
fn a_variation_that_cannot_be_set_up_is_left_out() {
    for end in ["", "(;W[aa])(;W[bb])", "C[about these]", ";W[kk]", ";AB[kk]C[about these]"] {
        let text = format!("(;GM[4]SZ[15]AB[hh]\n(;W[ii])\n(;AB[jj][kk]{end})\n(;W[cc]))");
        let (trees, faults) = trees(&text);
        let (black, end) = (if end.starts_with(";AB") { 3 } else { 2 }, end);
        assert_eq!(faults, [Place::Line(3).fault(Fault::SetUp(black, 0))], "{end}");
        let text = String::from_utf8(write_trees(Format::Sgf, trees).unwrap()).unwrap();
        assert!(text.ends_with("\n(;W[ii])\n(;W[cc]))\n") && !text.contains("about"), "{text}");
    }
}
