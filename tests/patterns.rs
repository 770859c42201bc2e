//! Line patterns of the engine's board against the slow truth about lines, on random positions
//! under every rule.
#![allow(missing_docs, clippy::unwrap_used)]

mod naive;

use dolmen::board::{Board, Pattern, Stone};
use dolmen::types::{Color, Coord, Direction, Rule, Size};
use naive::Referee;
use naive::line::{
    exact_fours, five_points, makes_five, makes_open_four, makes_open_three, run_through,
};
use naive::random::Random;

/// The name of what a stone makes of its line, from the strongest down to open threes.
fn shape(referee: &Referee, c: Coord, direction: Direction, color: Color) -> &'static str {
    let rule = referee.rule();
    let (mut line, index) = referee.line(c, direction);
    if makes_five(rule, color, &line, index) {
        return "five";
    }
    line[index] = naive::Cell::of(color);
    if run_through(&line, index).len() > 5 {
        return "overline";
    }
    let exact = exact_fours(&line, index);
    line[index] = naive::Cell::Empty;
    let fives = five_points(rule, color, &line, index).len();
    let open_four = makes_open_four(rule, color, &line, index);
    if rule.restricts(color) && exact >= 2 {
        return "double four";
    }
    match fives {
        _ if open_four => "open four",
        1.. => "four",
        0 if makes_open_three(rule, color, &line, index) => "open three",
        0 => "",
    }
}

fn name(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Five => "five",
        Pattern::Overline => "overline",
        Pattern::OpenFour => "open four",
        Pattern::DoubleFour => "double four",
        Pattern::Four => "four",
        Pattern::OpenThree | Pattern::OpenThreeFree => "open three",
        _ => "",
    }
}

#[test]
fn patterns_are_what_the_slow_truth_says() {
    let mut random = Random::new(77);
    for n in 0..60 {
        let rule = Rule::ALL[n % 5];
        let size = Size::new([15, 20, 9][n % 3]).unwrap();
        let (mut board, mut referee) = (Board::new(rule, size), Referee::new(rule, size));
        for _ in 0..size.area() / 3 {
            let around = board.last_move(random.below(3)).map(|m| m.coord);
            let c = random.point(size, around);
            if !board.is_empty(c) {
                continue;
            }
            let color = random.pick(&Color::ALL);
            board.place(c, color);
            referee.place(c, color);
        }
        for c in board.empty_cells().iter() {
            for color in Color::ALL {
                for direction in Direction::ALL {
                    let found = name(board.pattern(c, color, direction));
                    let truth = shape(&referee, c, direction, color);
                    assert_eq!(found, truth, "{rule:?} {color:?} {direction:?} {c:?}");
                }
            }
        }
    }
}

/// What one more stone would make of a pattern is what it is once the stone lies there.
#[test]
fn patterns_with_one_more_stone_are_those_after_it() {
    let mut random = Random::new(78);
    for n in 0..60 {
        let rule = Rule::ALL[n % 5];
        let size = Size::new([15, 20, 9][n % 3]).unwrap();
        let mut board = Board::new(rule, size);
        for _ in 0..size.area() / 3 {
            let placed = random.pick(&board.empty_cells().iter().collect::<Vec<_>>());
            let (stone, before) = (board.side_to_move(), board.clone());
            board.play(placed);
            for direction in Direction::ALL {
                for sign in [1, -1] {
                    let steps = (1..=5).map(|n| (n * sign, placed.step(direction, -n * sign)));
                    let on_board = steps.take_while(|&(_, c)| before.stone(c) != Stone::Wall);
                    for (steps, c) in on_board {
                        for color in Color::ALL {
                            assert_eq!(
                                before.pattern_with(c, color, direction, (steps, stone)),
                                board.pattern(c, color, direction),
                                "{rule:?} {c:?} {direction:?} {steps}"
                            );
                        }
                    }
                }
            }
        }
    }
}
