//! The levels: moves that repeat themselves, weaknesses as described, and who beats whom.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::collections::HashSet;
use std::time::{Duration, Instant};

use dolmen::board::Board;
use dolmen::engine::{Engine, Habits, Level};
use dolmen::search::{Clock, Control};
use dolmen::types::parse_stones;
use dolmen::types::{Color, Coord, Rule, Size};

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn board(rule: Rule, size: u8, moves: &str) -> Board {
    Board::with_moves(rule, Size::new(size).unwrap(), &parse_stones(moves).unwrap())
}

/// A move; full strength thinks for so long.
fn play(engine: &mut Engine, board: &Board, level: Level, seed: u64, time: Duration) -> Coord {
    let turn = Some(time);
    let clock = Clock { start: Instant::now(), turn, left: None, increment: Duration::ZERO };
    let clock = (level == Level::FULL).then_some(clock);
    engine.play_at(board, level, seed, clock, &Control::new()).unwrap()
}

/// Who wins a game.
fn game(rule: Rule, size: u8, levels: [Level; 2], seed: u64) -> Option<Color> {
    let mut engines = [Engine::new(32 << 20, 1), Engine::new(32 << 20, 1)];
    let mut board = Board::new(rule, Size::new(size).unwrap());
    while board.outcome() == dolmen::board::Outcome::Open {
        let side = board.side_to_move().index();
        let time = Duration::from_secs(1);
        let c = play(&mut engines[side], &board, levels[side], seed, time);
        board.play(c);
    }
    board.outcome().winner()
}

/// Games won by the first level, drawn, and lost, with colours in turn.
fn games(rule: Rule, size: u8, levels: [Level; 2], count: u64) -> [u32; 3] {
    let mut result = [0; 3];
    for seed in 0..count {
        let first = if seed % 2 == 0 { Color::Black } else { Color::White };
        let [one, other] = levels;
        let levels = if first == Color::Black { [one, other] } else { [other, one] };
        match game(rule, size, levels, seed / 2) {
            Some(winner) if winner == first => result[0] += 1,
            None => result[1] += 1,
            Some(_) => result[2] += 1,
        }
    }
    result
}

#[test]
fn the_same_seed_gives_the_same_move_and_others_give_others() {
    let board = board(Rule::Renju, 15, "h8i9");
    let (mut engine, mut fresh) = (Engine::new(16 << 20, 1), Engine::new(16 << 20, 1));
    for number in 1..Level::FULL.number() {
        let reply =
            |engine: &mut Engine, seed| play(engine, &board, level(number), seed, Duration::ZERO);
        let seeds = if number < 8 { 0..12 } else { 0..3 };
        let replies: Vec<Coord> = seeds.map(|seed| reply(&mut engine, seed)).collect();
        // What was searched before does not matter.
        assert_eq!(reply(&mut fresh, 1), replies[1], "level {number}");
        let different: HashSet<&Coord> = replies.iter().collect();
        assert!(different.len() > 1 || number > 6, "level {number}: {different:?}");
    }
}

#[test]
fn beginners_overlook_what_others_see() {
    // White must stop a four, lying in a row or in a diagonal.
    let row = board(Rule::Freestyle, 15, "h8g8i8a3j8a5k8");
    let diagonal = board(Rule::Freestyle, 15, "h8g7i9a3j10a5k11");
    let mut engine = Engine::new(16 << 20, 1);
    let mut misses = |board: &Board, number: u8, answer: &str| {
        let answer = parse_stones(answer).unwrap()[0];
        let moves =
            (0..200).map(|seed| play(&mut engine, board, level(number), seed, Duration::ZERO));
        moves.filter(|&c| c != answer).count()
    };
    let by_level = [1, 2, 3, 5].map(|number| misses(&row, number, "l8"));
    assert!(by_level[0] > 60 && by_level[0] < 140, "{by_level:?}");
    assert!(by_level.is_sorted_by(|weak, strong| weak > strong), "{by_level:?}");
    assert!(by_level[3] < 15, "{by_level:?}");
    let diagonals = [1, 2, 3, 5].map(|number| misses(&diagonal, number, "l12"));
    assert!(diagonals.iter().sum::<usize>() > by_level.iter().sum(), "{diagonals:?} {by_level:?}");
}

/// Values were divided by the temperature: a quiet move far away was drawn, whatever the seed.
#[test]
fn without_temperature_the_most_likely_move_is_played() {
    let board = board(Rule::Freestyle, 15, "h8i9h10i7g9f10");
    let mut engine = Engine::new(16 << 20, 1);
    let mut drawn = |temperature| {
        let habits = Habits { attention: 1.0, temperature, calculates: 0.0, nodes: 0 };
        let play = |seed| engine.play_with(&board, &habits, seed, None, &Control::new()).unwrap();
        (0..100).map(play).collect::<Vec<Coord>>()
    };
    let warm = drawn(0.3);
    let count = |c: &&Coord| warm.iter().filter(|other| other == c).count();
    let likely = *warm.iter().max_by_key(count).unwrap();
    assert!(count(&&likely) < 100);
    for temperature in [0.0, -1.0, f64::NAN] {
        assert_eq!(drawn(temperature), [likely; 100], "{temperature}");
    }
}

/// Beginners played all over the board, as nobody does.
#[test]
fn beginners_play_near_the_stones() {
    let board = board(Rule::Freestyle, 15, "h8i9h9g8i8");
    let mut engine = Engine::new(16 << 20, 1);
    for number in 1..=5 {
        let mut far = 0;
        for seed in 0..200 {
            let c = play(&mut engine, &board, level(number), seed, Duration::ZERO);
            let steps = board
                .history()
                .map(|stone| stone.coord.x().abs_diff(c.x()).max(stone.coord.y().abs_diff(c.y())));
            let steps = steps.min().unwrap();
            assert!(steps <= 4, "level {number}: {c:?}");
            far += usize::from(steps > 1);
        }
        assert!(far <= 40, "level {number}: {far} of 200 moves away from all stones");
    }
}

#[test]
fn the_stronger_wins() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let [won, _, lost] = games(rule, 15, [level(5), level(1)], 10);
        assert!(won >= 9, "{rule:?}: {won} to {lost}");
    }
}

/// The figures of `docs/tools.md`: `cargo test --release --test levels -- --ignored --nocapture`;
/// `GAMES=200` for another number of games a row.
#[test]
#[ignore = "minutes"]
fn table_of_neighbours() {
    let count = std::env::var("GAMES").map_or(20, |text| text.parse().unwrap());
    let mut doubtful = Vec::new();
    for rule in [Rule::Freestyle, Rule::Renju] {
        for number in 2..=Level::FULL.number() {
            let [won, drawn, lost] = games(rule, 15, [level(number), level(number - 1)], count);
            let name = rule.name();
            let row =
                format!("{name} 15: {number} against {}: +{won} ={drawn} -{lost}", number - 1);
            println!("{row}");
            if won <= lost {
                doubtful.push(row);
            }
        }
    }
    assert!(doubtful.is_empty(), "{doubtful:?}");
}
