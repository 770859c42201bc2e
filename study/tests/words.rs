//! What is said of moves and shapes is true.
#![allow(missing_docs, clippy::unwrap_used)]

use dolmen::board::{Board, PositionLine};
use dolmen::types::{Color, Coord};
use dolmen_study::shape::{Shape, made};
use dolmen_study::words::{LineShape, names, percent, tell_move};

fn board(line: &str) -> Board {
    line.parse::<PositionLine>().unwrap().board()
}

fn point(name: &str) -> Coord {
    name.parse().unwrap()
}

fn told(line: &str, point: &str) -> String {
    tell_move(&board(line), self::point(point)).to_string()
}

/// It said that black must answer there.
#[test]
fn black_need_not_answer_where_he_may_not() {
    let line = "renju 15 i7g8h3k6j8k3f8k8j3h4i3i8g5g6j7g7k7j4h8h6i5";
    let said = "makes a broken four (g6 h6 i6 k6 in the row); black may not stop the five at j6";
    assert_eq!(told(line, "i6"), said);
}

/// It said that the other side must answer, though it made five at once.
#[test]
fn a_side_that_makes_five_need_not_answer() {
    let caro = "caro 15 e3d2g4j5j8d8f7f2d4i7e4h3f5j3g2e6g8i8h2g7g6h8d5e7i4f3h5e8g5";
    assert_eq!(told(caro, "g3"), "makes a broken four (f3 g3 h3 j3 in the row)");
    let line = "freestyle 15 l5l7m7i7i8i9m9i5j7k6j8k8k5i6m5j9j6k7l8l9j5";
    let said = "makes a broken four (n5 l7 k8 j9 on the falling diagonal)";
    assert_eq!(told(line, "n5"), said);
}

/// It said that white can only stop one, though the answer was a four, or fours were at hand.
#[test]
fn own_fours_stop_more_than_one() {
    let line = "freestyle 15 i12h10h11g9f13h9g13h12j13i9i11g12f9i13f12g10j10i10";
    let four = told(line, "f11");
    assert!(four.ends_with("at once; white must answer at f10"), "{four}");
    let threes = told(line, "j11");
    assert!(threes.ends_with("at once; it threatens an open four at g11, k11 or j12"), "{threes}");
    // Where there is nothing of that kind, it is still said.
    let four = told("freestyle 15 h8g8i8a1j8a5k9a9k10c1", "k8");
    assert!(four.ends_with("white must stop the five at l8, and can only stop one"), "{four}");
    let threes = told("freestyle 15 h8a1i8o1j9a15j10o15", "j8");
    assert!(threes.ends_with("at once; white can only stop one"), "{threes}");
}

/// It named points that are forbidden to black.
#[test]
fn a_three_is_open_only_where_black_may_make_four_of_it() {
    let line = "renju 15 k7k9o6o7m5o9l5n7j7l6m8m10n9m7k5o10l7o5j10j6l9";
    let shapes = LineShape::real(&board(line), point("k5"), Color::Black);
    let row = shapes.iter().find(|shape| names(&shape.stones) == "k5 l5 m5").unwrap();
    assert_eq!(row.name().unwrap().to_string(), "a closed three");
    let line = "renju 15 e5n6i8i14h11m14j10n2i9j11j6n10k8m1g9h14h10f1";
    let said = "makes an open three (g9 h10 i11 on the rising diagonal); \
                it threatens an open four at f8 or j12";
    assert_eq!(told(line, "i11"), said);
}

/// They were called an open three, and a four and an open three.
#[test]
fn shapes_without_a_real_three_are_not_named_after_it() {
    let three = "renju 15 d13a12e13f8b11b8d10a13e11d8c8e9f11f9b10c9";
    assert_eq!(made(&board(three), point("d12"), Color::Black), Some(Shape::Three));
    let four = "renju 15 l8j6l11l9m8k12k8k11k7j8j9i10g6l7l10g9m9h11m10g10i11i7h6j12k6i12";
    assert_eq!(made(&board(four), point("k10"), Color::Black), Some(Shape::Four));
}

/// A three had four stones, an open four five, and under standard a closed three four or five.
#[test]
fn shapes_have_as_many_stones_as_their_names_say() {
    let line = "renju 15 h6a1h7a3f8a5g8a7";
    let shapes = LineShape::real(&board(line), point("a3"), Color::White);
    assert_eq!(names(&shapes[0].stones), "a1 a3 a5");
    let said = "makes two fours in one line (a1 a3 a4 a5 a7 in the column); \
                five follows at a2 or a6, black can only stop one";
    assert_eq!(told("renju 15 h6a1h7a3f8a5g8a7o1", "a4"), said);
    let line = "standard 15 h10j12f13g12h11e13j13h9g10h12e8g13j8g11j9e10";
    let shapes = LineShape::real(&board(line), point("h11"), Color::Black);
    assert!(shapes.iter().all(|shape| shape.stones.len() == 3), "{shapes:?}");
}

/// Only the point of the five was named.
#[test]
fn a_four_of_caro_is_answered_behind_it_as_well() {
    let line = "caro 15 e3d2g4j5j8d8f7f2d4i7e4h3f5j3g2e6g8i8h2g7g6h8d5e7i4f3";
    let said = told(line, "h5");
    assert!(said.ends_with("; white must answer at e8 or d9"), "{said}");
}

/// Explanations, hints and reviews said 0 % and 100 % of what was not proved.
#[test]
fn only_what_is_proved_is_certain() {
    let chances = [0.0, 0.001, 0.5, 0.999, 1.0];
    assert_eq!(chances.map(percent), [0, 1, 50, 99, 100]);
}
