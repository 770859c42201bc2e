//! The rules: the engine's board, the naive referee, recorded positions and another crate must
//! all agree.
#![allow(missing_docs, clippy::unwrap_used)]

mod naive;

use std::fs;

use dolmen::board::{Board, Fouls, Outcome};
use dolmen::protocol::notation::parse_stones;
use dolmen::types::{Color, Coord, Direction, Rule, Size};
use naive::{Grid, Random, random_point};

fn records(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split(';').map(str::to_string).collect()).collect()
}

fn size(n: u8) -> Size {
    Size::new(n).unwrap()
}

fn points(field: &str) -> Vec<Coord> {
    field.split(',').flat_map(|point| parse_stones(point).unwrap()).collect()
}

/// Both boards, played in step.
struct Pair {
    board: Board,
    grid: Grid,
}

impl Pair {
    fn new(rule: Rule, size: Size) -> Pair {
        Pair { board: Board::new(rule, size), grid: Grid::new(rule, size) }
    }

    fn play(&mut self, c: Coord) {
        self.grid.place(c, self.board.side_to_move());
        self.board.play(c);
    }

    /// The outcome on which both agree.
    fn outcome(&self) -> Outcome {
        let last = self.board.last_move(0).unwrap().coord;
        let outcome = self.board.outcome();
        assert_eq!(outcome, self.grid.outcome(last), "{}", game(&self.board));
        outcome
    }
}

fn game(board: &Board) -> String {
    board
        .history()
        .map(|m| dolmen::protocol::notation::Named(m.coord).to_string())
        .collect::<String>()
        + " "
        + board.rule().name()
}

fn kinds(text: &str) -> Fouls {
    let has = |kind| text.split('+').any(|k| k == kind);
    Fouls { double_three: has("33"), double_four: has("44"), overline: has("6") }
}

#[test]
fn recorded_forbidden_points() {
    let records = records("renju_forbidden.txt");
    assert_eq!(records.len(), 2000);
    for record in &records {
        let [id, _source, stones, _side, forbidden, fives, _disputed] = &record[..] else {
            panic!("{record:?}")
        };
        let mut pair = Pair::new(Rule::Renju, size(15));
        for c in parse_stones(stones).unwrap() {
            pair.play(c);
        }
        let expected: Vec<(Coord, Fouls)> = forbidden
            .split(',')
            .filter(|entry| !entry.is_empty())
            .map(|entry| entry.split_once(':').unwrap())
            .map(|(point, text)| (parse_stones(point).unwrap()[0], kinds(text)))
            .collect();
        pair.board.set_side_to_move(Color::Black);
        let cells: Vec<Coord> = pair.board.empty_cells().iter().collect();
        for c in cells {
            let wanted = expected.iter().find(|(p, _)| *p == c).map_or(Fouls::NONE, |e| e.1);
            assert_eq!(pair.board.fouls(c), wanted, "{id} {c:?}");
            assert_eq!(pair.board.is_forbidden(c), wanted.any(), "{id} {c:?}");
            assert_eq!(pair.grid.fouls(c), wanted, "{id} {c:?} (naive)");
        }
        for c in points(fives) {
            pair.board.place(c, Color::Black);
            assert_eq!(pair.board.outcome(), Outcome::Win(Color::Black), "{id} {c:?}");
            pair.board.undo();
        }
    }
}

#[test]
fn recorded_games() {
    let records = records("win.txt");
    assert_eq!(records.len(), 202);
    let rules = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroOverline];
    for record in &records {
        let moves = parse_stones(&record[3]).unwrap();
        for (rule, expected) in rules.into_iter().zip(&record[4..]) {
            if expected == "x" {
                continue;
            }
            let mut pair = Pair::new(rule, size(record[2].parse().unwrap()));
            let (last, before) = moves.split_last().unwrap();
            for &c in before {
                pair.play(c);
                assert_eq!(pair.outcome(), Outcome::Open, "{} {rule:?}", record[0]);
            }
            pair.play(*last);
            let outcome = match expected.as_str() {
                "b" => Outcome::Win(Color::Black),
                "w" => Outcome::Win(Color::White),
                "-" => Outcome::Open,
                "d" => Outcome::Draw,
                foul => Outcome::Foul(kinds(foul.strip_prefix("w!").unwrap())),
            };
            let found = pair.outcome();
            let same_kind = match (found, outcome) {
                // The record names one kind; several may hold.
                (Outcome::Foul(found), Outcome::Foul(_)) => found.any(),
                (found, outcome) => found == outcome,
            };
            assert!(same_kind, "{} {rule:?}: {found:?}, not {outcome:?}", record[0]);
        }
    }
}

/// Random games to their end under every rule and on many sizes: after each move the outcome,
/// now and then every forbidden point and every line pattern.
fn random_games(games: usize, seed: u64) {
    let mut random = Random(seed);
    for n in 0..games {
        let rule = Rule::ALL[n % 5];
        let board_size = [15, 20, 15, 5, 6, 9, 22][n / 5 % 7];
        let mut pair = Pair::new(rule, size(board_size));
        loop {
            let free: Vec<Coord> = pair.board.empty_cells().iter().collect();
            if free.is_empty() {
                break;
            }
            let last = pair.board.last_move(random.below(3)).map(|m| m.coord);
            pair.play(random_point(&mut random, size(board_size), &free, last));
            // Wins and fouls are passed over, so that boards fill up.
            pair.outcome();
            if random.below(25) == 0 {
                compare_points(&mut pair);
            }
        }
    }
}

fn compare_points(pair: &mut Pair) {
    let free: Vec<Coord> = pair.board.empty_cells().iter().collect();
    for c in free {
        assert_eq!(pair.board.fouls(c), pair.grid.fouls(c), "{c:?} {}", game(&pair.board));
        for color in Color::ALL {
            for direction in Direction::ALL {
                let pattern = pair.board.pattern(c, color, direction);
                let shape = pair.grid.shape(c, direction.index(), color);
                use dolmen::board::Pattern as P;
                let name = match pattern {
                    P::Five => "five",
                    P::Overline => "overline",
                    P::OpenFour => "open four",
                    P::DoubleFour => "double four",
                    P::Four => "four",
                    P::OpenThree | P::OpenThreeFree => "open three",
                    P::Three => "three",
                    _ => "",
                };
                let place = (c, color, direction);
                assert_eq!(name, shape, "{place:?} {}", game(&pair.board));
            }
        }
    }
}

#[test]
fn random_games_agree_with_the_naive_referee() {
    random_games(70, 1);
}

#[test]
#[ignore = "minutes"]
fn many_random_games_agree_with_the_naive_referee() {
    random_games(3500, 2);
}

/// Dense black stones, so that forbidden points abound.
fn random_positions(positions: usize, seed: u64, check: impl Fn(&mut Pair)) {
    let mut random = Random(seed);
    for _ in 0..positions {
        let mut pair = Pair::new(Rule::Renju, size(15));
        for _ in 0..10 + random.below(45) {
            let free: Vec<Coord> = pair.board.empty_cells().iter().collect();
            let last = pair.board.last_move(random.below(3)).map(|m| m.coord);
            let c = random_point(&mut random, size(15), &free, last);
            let color = if random.below(5) < 3 { Color::Black } else { Color::White };
            pair.grid.place(c, color);
            pair.board.place(c, color);
        }
        check(&mut pair);
    }
}

fn compare_fouls(pair: &mut Pair) {
    for c in pair.board.empty_cells().iter().collect::<Vec<_>>() {
        assert_eq!(pair.board.fouls(c), pair.grid.fouls(c), "{c:?} {}", game(&pair.board));
    }
}

#[test]
fn forbidden_points_of_random_positions_agree_with_the_naive_referee() {
    random_positions(150, 3, compare_fouls);
}

#[test]
#[ignore = "minutes"]
fn forbidden_points_of_many_random_positions_agree_with_the_naive_referee() {
    random_positions(20_000, 4, compare_fouls);
}

mod figrid {
    //! The crate `figrid-board`, an independent implementation of rules 0, 1, 4 and 9 on 15x15.

    use figrid_board::renju::is_forbidden;
    use figrid_board::{BitBoard, Board as Other, RuleSet, to_idx};

    use super::*;

    fn idx(c: Coord) -> usize {
        to_idx(usize::from(c.y()), usize::from(c.x()))
    }

    #[test]
    fn forbidden_points_agree() {
        random_positions(300, 5, |pair| {
            let (mut black, mut white) = (BitBoard::EMPTY, BitBoard::EMPTY);
            for stone in pair.board.history() {
                match stone.color {
                    Color::Black => black.set(idx(stone.coord)),
                    Color::White => white.set(idx(stone.coord)),
                }
            }
            for c in pair.board.empty_cells().iter() {
                let foul = is_forbidden(&black, &white, idx(c));
                assert_eq!(pair.board.fouls(c).any(), foul, "{c:?} {}", game(&pair.board));
            }
        });
    }

    #[test]
    fn wins_agree() {
        let mut random = Random(6);
        let rules = [
            (Rule::Freestyle, RuleSet::Freestyle),
            (Rule::Standard, RuleSet::Standard),
            (Rule::Renju, RuleSet::Renju),
            (Rule::Caro, RuleSet::Caro),
        ];
        for n in 0..400 {
            let (rule, theirs) = rules[n % 4];
            let mut board = Board::new(rule, size(15));
            let mut other = Other::new();
            other.set_rule_set(theirs);
            loop {
                let free: Vec<Coord> = board.empty_cells().iter().collect();
                let last = board.last_move(random.below(3)).map(|m| m.coord);
                let c = random_point(&mut random, size(15), &free, last);
                board.play(c);
                other.make_move(idx(c));
                let win = matches!(board.outcome(), Outcome::Win(_));
                assert_eq!(win, other.check_win(idx(c)), "{}", game(&board));
                if board.outcome() != Outcome::Open {
                    break;
                }
            }
        }
    }
}
