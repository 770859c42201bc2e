//! Random walks of moves made and taken back: what the board keeps up to date must equal what a
//! new board, and the slow specification, say of the same stones.
#![allow(missing_docs, clippy::unwrap_used)]

mod anew;
#[path = "../../tests/naive/mod.rs"]
mod naive;

use anew::{check_against_specification, net, replayed, snapshot};
use dolmen::board::line::Classifier;
use dolmen::board::{Board, Pattern, Stone, Threat};
use dolmen::eval::Position;
use dolmen::types::{Color, Coord, Direction, Rule, Size};
use naive::random::Random;

/// A free point, mostly near another, so that lines arise.
fn point_near(random: &mut Random, free: &[Coord], last: Option<Coord>) -> Coord {
    let is_near =
        |c: &Coord| last.is_some_and(|l| l.x().abs_diff(c.x()).max(l.y().abs_diff(c.y())) <= 3);
    let near: Vec<Coord> = free.iter().copied().filter(is_near).collect();
    if near.is_empty() || random.percent(20) { random.pick(free) } else { random.pick(&near) }
}

/// Walks for a number of steps under one rule and size.
fn walk(rule: Rule, size: u8, steps: usize, seed: u64) {
    let size = Size::new(size).unwrap();
    let mut random = Random::new(seed);
    let net = net(rule);
    let mut position = Position::new(Board::new(rule, size), Some(net.clone()));
    let mut classifiers = Color::ALL.map(|color| Classifier::new(rule, color));
    let empty = snapshot(&mut position);
    // Walks that lean forward fill the board, those that lean back keep near the start.
    let mut forward = 60;
    for step in 0..steps {
        if step % 500 == 0 {
            forward = 45 + random.below(30);
        }
        let board = position.board();
        if board.empty_cells().is_empty() || random.below(100) >= forward {
            position.undo();
        } else {
            let free: Vec<Coord> = board.empty_cells().iter().collect();
            let last = board.last_move(random.below(3)).map(|m| m.coord);
            let c = point_near(&mut random, &free, last);
            let color =
                if random.below(10) == 0 { !board.side_to_move() } else { board.side_to_move() };
            position.place(c, color);
        }
        // A glance at a position says what a full look does.
        if random.percent(30) {
            let glance = position.evaluate_leaf();
            assert_eq!(glance, position.evaluate(), "step {step}");
        }
        if step % 101 == 0 {
            let mut fresh = Position::new(replayed(position.board()), Some(net.clone()));
            let expected = snapshot(&mut fresh);
            assert_eq!(snapshot(&mut position), expected, "step {step}");
        }
        if step % 499 == 0 {
            check_against_specification(position.board(), &mut classifiers);
        }
    }
    while position.undo().is_some() {}
    assert_eq!(snapshot(&mut position), empty);
}

/// `DOLMEN_WALK_STEPS` steps in all, over every rule and the sizes that matter; 200,000 unless
/// told. (10,000,000 take about ten minutes.)
#[test]
fn incremental_state_equals_from_scratch() {
    let steps: usize =
        std::env::var("DOLMEN_WALK_STEPS").map_or(200_000, |steps| steps.parse().unwrap());
    const SIZES: [u8; 5] = [15, 20, 5, 9, 22];
    for (n, rule) in Rule::ALL.into_iter().enumerate() {
        for (m, size) in SIZES.into_iter().enumerate() {
            walk(rule, size, steps / 25, (n * 10 + m) as u64);
        }
    }
}

#[test]
fn dead_stones_are_walls() {
    let at = |x, y| Coord::new(x, y).unwrap();
    let mut board = Board::with_dead(Rule::Freestyle, Size::new(15).unwrap(), &[at(7, 7)]);
    assert_eq!(board.stone(at(7, 7)), Stone::Wall);
    for x in [3, 4, 5, 6] {
        board.place(at(x, 7), Color::Black);
    }
    assert_eq!(board.threat(at(2, 7), Color::Black), Threat::Five);
    assert_eq!(board.threat_count(Color::Black, Threat::Five), 1);
    assert_eq!(board.pattern(at(8, 7), Color::Black, Direction::Row), Pattern::One);
    for _ in 0..4 {
        board.undo();
    }
    assert_eq!(board.threat(at(2, 7), Color::Black), Threat::None);
}

#[test]
fn hashes_tell_positions_apart() {
    let size = Size::new(15).unwrap();
    let mut seen = std::collections::HashSet::new();
    let mut board = Board::new(Rule::Freestyle, size);
    let mut random = Random::new(9);
    for _ in 0..200 {
        assert!(seen.insert(board.hash()));
        let free: Vec<Coord> = board.empty_cells().iter().collect();
        board.play(random.pick(&free));
    }
    // The same stones in another order are the same position.
    let coords: Vec<Coord> = ["h8", "i9", "j10", "a1"]
        .iter()
        .map(|p| dolmen::types::parse_stones(p).unwrap()[0])
        .collect();
    let play = |order: [usize; 4]| {
        let mut board = Board::new(Rule::Freestyle, size);
        order.iter().for_each(|&i| board.play(coords[i]));
        board.hash()
    };
    assert_eq!(play([0, 1, 2, 3]), play([2, 3, 0, 1]));
    assert_ne!(play([0, 1, 2, 3]), play([1, 0, 2, 3]));
    // Under another rule or size it is another position.
    let rules: std::collections::HashSet<u64> =
        Rule::ALL.into_iter().map(|rule| Board::new(rule, size).hash()).collect();
    assert_eq!(rules.len(), 5);
    let other = Board::new(Rule::Freestyle, Size::new(20).unwrap());
    assert_ne!(other.hash(), Board::new(Rule::Freestyle, size).hash());
}
