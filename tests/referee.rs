//! The subcommands `referee` and `forbidden`: bytes in, lines out.

#![allow(clippy::unwrap_used)]

mod naive;

use dolmen::board::Outcome;
use dolmen::tools::{forbidden, referee};
use dolmen::types::parse_stones;
use dolmen::types::{Color, Coord, Rule, Size};
use naive::Referee;
use naive::random::Random;

fn referee_answers(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    // Invalid lines are errors as well.
    let _ = referee::run(input, &mut output);
    lines(output)
}

fn forbidden_answers(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    let _ = forbidden::run(input, &mut output);
    lines(output)
}

fn lines(output: Vec<u8>) -> Vec<String> {
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "the last line is whole");
    text.lines().map(str::to_string).collect()
}

fn referee_says(line: &str) -> String {
    let answers = referee_answers(line.as_bytes());
    assert_eq!(answers.len(), 1, "{line}");
    answers[0].clone()
}

fn forbidden_says(line: &str) -> String {
    let answers = forbidden_answers(line.as_bytes());
    assert_eq!(answers.len(), 1, "{line}");
    answers[0].clone()
}

/// A game of random moves, none of which decides it before the last.
fn undecided_game(rule: Rule, size: Size, moves: usize) -> String {
    let mut random = Random::new(5);
    'game: loop {
        let mut referee = Referee::new(rule, size);
        for number in 1..=moves {
            let mut points = referee.empty_points();
            loop {
                if points.is_empty() {
                    continue 'game;
                }
                let c = points.swap_remove(random.below(points.len()));
                referee.place(c, Color::ALL[(number + 1) % 2]);
                match referee.outcome() {
                    Outcome::Open => break,
                    Outcome::Draw if number == moves => break,
                    _ => referee.undo(),
                };
            }
        }
        return referee.moves().iter().map(|(c, _)| c.to_string()).collect();
    }
}

#[test]
fn a_full_board_is_a_draw() {
    for (rule, n) in [(Rule::Freestyle, 5), (Rule::Standard, 8), (Rule::Caro, 15), (Rule::Renju, 5)]
    {
        let size = Size::new(n).unwrap();
        let text = undecided_game(rule, size, size.area());
        assert_eq!(referee_says(&format!("{} {n} {text}", rule.name())), "draw");
        let after = referee_says(&format!("{} {n} {text}a1", rule.name()));
        let number = size.area() + 1;
        assert!(after.starts_with(&format!("error: move {number} (a1)")), "{after}");
    }
}

#[test]
fn renju_ends_after_two_hundred_moves() {
    let text = undecided_game(Rule::Renju, Size::new(15).unwrap(), 200);
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let before = &before[..before.len() - 1];
    assert_eq!(referee_says(&format!("renju 15 {before}")), "open");
    assert_eq!(referee_says(&format!("renju 15 {text}")), "draw");
    let after = referee_says(&format!("renju 15 {text}{}", &text[..2]));
    assert!(after.starts_with("error: move 201 ("), "{after}");
    assert_eq!(referee_says(&format!("freestyle 20 {text}")), "open");
}

#[test]
fn fouls_by_the_referee() {
    // Column and row of two each, then the corner stone.
    assert_eq!(referee_says("renju 15 f8a1g8a3h9c1h10c3h8"), "foul 33");
    assert_eq!(
        referee_says("4 15 f8a1g8a3h9c1h10c3h8a5"),
        "error: move 10 (a5) comes after the end of the game"
    );
    assert_eq!(referee_says("freestyle 15 f8a1g8a3h9c1h10c3h8"), "open");
    assert_eq!(referee_says("renju 15 e8d8f8h12g8a3h9c1h10c3h11a9h8"), "foul 44");
    assert_eq!(referee_says("renju 15 e8a1f8a3g8c1i8c3j8a9h8"), "foul 6");
    assert_eq!(referee_says("standard 15 e8a1f8a3g8c1i8c3j8a9h8"), "open");
    assert_eq!(referee_says("caro 15 e8a1f8a3g8c1i8c3j8a9h8"), "open");
    assert_eq!(referee_says("caro-overline 15 e8a1f8a3g8c1i8c3j8a9h8"), "black");
}

/// The test data lists points and kinds in an order of its own; the tool has a fixed one.
#[test]
fn forbidden_points_of_the_test_data() {
    let records = include_str!("data/renju_forbidden_dev.txt").lines();
    for record in records.filter(|line| !line.starts_with('#')).take(200) {
        let fields: Vec<&str> = record.split(';').collect();
        let answer = forbidden_says(&format!("15 {}", fields[2]));
        let found: Vec<(Coord, Vec<&str>)> =
            answer.split(' ').filter(|&p| p != "none").map(point_and_kinds).collect();
        assert!(found.is_sorted_by_key(|(c, _)| (c.y(), c.x())), "{answer}");
        let order = ["33", "44", "6"];
        for (_, kinds) in &found {
            let places = kinds.iter().map(|kind| order.iter().position(|o| o == kind).unwrap());
            assert!(places.is_sorted(), "{answer}");
        }

        let mut expected: Vec<(Coord, Vec<&str>)> =
            fields[4].split(',').filter(|p| !p.is_empty()).map(point_and_kinds).collect();
        expected.sort_by_key(|(c, _)| (c.y(), c.x()));
        expected.iter_mut().for_each(|(_, kinds)| kinds.sort_unstable());
        assert_eq!(found, expected, "{}", fields[0]);
    }
}

fn point_and_kinds(text: &str) -> (Coord, Vec<&str>) {
    let (point, kinds) = text.split_once(':').unwrap();
    (parse_stones(point).unwrap()[0], kinds.split('+').collect())
}

/// The examples in the documentation of both tools.
#[test]
fn documented_examples() {
    assert_eq!(referee_says("renju 15 h8i9j8"), "open");
    assert_eq!(referee_says("freestyle 20"), "open");
    assert_eq!(referee_says("0 15 h8a1i8a2j8a3k8a4l8"), "black");
    assert_eq!(forbidden_says("15 h8a1i8a2g9a3g10"), "g8:33");
    assert_eq!(forbidden_says("15"), "none");
}

#[test]
fn any_bytes_are_answered() {
    let mut random = Random::new(9);
    let pieces: [&[u8]; 14] = [
        b"renju", b"0", b"9", b"15", b"22", b"5", b" ", b" ", b"h8", b"a1", b"v22", b"\xc3", b"#",
        b"\r",
    ];
    for _ in 0..5000 {
        let count = random.below(12);
        let line: Vec<u8> = (0..count).flat_map(|_| random.pick(&pieces).to_vec()).collect();
        let skipped = std::str::from_utf8(&line)
            .is_ok_and(|text| text.trim().is_empty() || text.trim().starts_with('#'));
        for answers in [referee_answers(&line), forbidden_answers(&line)] {
            assert_eq!(answers.len(), usize::from(!skipped), "{line:?}: {answers:?}");
        }
    }
}
