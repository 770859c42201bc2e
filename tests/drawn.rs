//! The tricky cases of the rules, drawn. `x` black, `o` white, `.` empty, `*` the stone asked
//! about, `|` the left edge. Each picture is tried in all eight positions of the board, by the
//! slow referee and by the engine's board.

#![allow(clippy::unwrap_used)]

mod naive;

use dolmen::board::{Board, Fouls, Outcome};
use dolmen::types::{Color, Coord, Rule, Size};
use naive::judge::Judge;
use naive::line::{
    five_points, makes_five, makes_open_four, makes_open_three, run_wins, stopping_points,
};
use naive::{Cell, Referee};

const SIDE: u8 = 15;

/// What becomes of the stone at `*`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Allowed,
    DoubleThree,
    DoubleFour,
    Overline,
    OverlineAndFours,
    Wins,
}

use Verdict::{Allowed, DoubleFour, DoubleThree, Overline, OverlineAndFours, Wins};

impl Verdict {
    fn fouls(self) -> Fouls {
        Fouls {
            double_three: self == DoubleThree,
            double_four: matches!(self, DoubleFour | OverlineAndFours),
            overline: matches!(self, Overline | OverlineAndFours),
        }
    }

    fn outcome(self, color: Color) -> Outcome {
        match self {
            Wins => Outcome::Win(color),
            Allowed => Outcome::Open,
            _ => Outcome::Foul(self.fouls()),
        }
    }
}

type Case = (&'static str, Verdict, &'static [&'static str]);

const THREES: &[Case] = &[
    ("plain", DoubleThree, &["...x...", "...x...", ".xx*...", "......."]),
    ("split", DoubleThree, &["...x....", "........", "...x....", ".x.*x..."]),
    ("no straight four in the row", Allowed, &["....x..", "....x..", "o.xx*.o"]),
    ("half open", DoubleThree, &["....x...", "....x...", "o.xx*...", "........"]),
    ("spread: two stones are missing", Allowed, &[".....x...", ".....x...", ".x.x.*..."]),
    (
        "overlines on both sides kill the three",
        Allowed,
        &[".....x...", ".....x...", "x..xx*..x", "........."],
    ),
    ("an overline on one side only", DoubleThree, &[".....x...", ".....x...", "x..xx*..."]),
    ("edge: the four b-e is open", DoubleThree, &["|.....x..", "|....x...", "|.xx*...."]),
    ("edge: only the four b-e, closed", Allowed, &["|.....x..", "|....x...", "|.xx*.o.."]),
    ("edge: the row is dead", Allowed, &["|....x..", "|...x...", "|xx*...."]),
];

const FOURS: &[Case] = &[
    ("two lines", DoubleFour, &["....o..", "....x..", "....x..", "....x..", "oxxx*.."]),
    ("one line, gap of one each", DoubleFour, &[".xxx.*.xxx."]),
    ("one line, pairs", DoubleFour, &[".xx.*x.xx."]),
    ("one line, split", DoubleFour, &[".x.xx*.x."]),
    ("one line, split otherwise", DoubleFour, &[".x.x*x.x."]),
    ("a straight four is one four", Allowed, &[".xxx*.."]),
    ("a straight four is one four, inside", Allowed, &[".xx*x.."]),
    ("each gap makes six", Allowed, &[".xx.x*x.xx."]),
    (
        "the gap of the row makes six",
        Allowed,
        &["......o.", "......x.", "......x.", "......x.", ".xx.xx*."],
    ),
    ("x.xxxx is one four", Allowed, &["x.xxx*."]),
    (
        "x.xxxx with another four",
        DoubleFour,
        &[".....o.", ".....x.", ".....x.", ".....x.", "x.xxx*."],
    ),
    ("oxxxx.x is no four", Allowed, &["....o..", "....x..", "....x..", "....x..", "oxxx*.x"]),
    ("a dead four", Allowed, &["....o..", "....x..", "....x..", "....x..", "oxxx*o."]),
    ("four and three", Allowed, &["....o..", "....x..", "....x..", "....x..", "..xx*.."]),
    (
        "four and two threes",
        DoubleThree,
        &["....o...", "....x...", "....x.x.", "....xx..", "..xx*..."],
    ),
    (
        "two fours and a three",
        DoubleFour,
        &["....o...", "....x...", "....x.x.", "....xx..", "oxxx*..."],
    ),
];

const PRECEDENCE: &[Case] = &[
    (
        "five and six",
        Wins,
        &[".....x..", ".....x..", ".....x..", "oxxxx*..", ".....x..", ".....x.."],
    ),
    (
        "five and two fours",
        Wins,
        &[".....o..o", ".....x.x.", ".....xx..", "oxxxx*...", "....xx...", "........."],
    ),
    ("five and two threes", Wins, &[".....x.x.", ".....xx..", "oxxxx*...", "........."]),
    ("six", Overline, &[".xxx*xx."]),
    ("seven", Overline, &[".xxx*xxx."]),
    ("eight", Overline, &[".xxxx*xxx."]),
    ("nine", Overline, &[".xxxx*xxxx."]),
    (
        "six and two fours",
        OverlineAndFours,
        &["...o...o.", "...x..x..", "...x.x...", "...xx....", "xxx*xx..."],
    ),
];

const FALSE_THREES: &[Case] = &[
    (
        "the extension makes six",
        Allowed,
        &["..x.x..", "..x.x..", "..x....", ".x.x*..", "..x....", "..x...."],
    ),
    (
        "the extension makes two fours",
        Allowed,
        &["..o....", "..x....", "..x.x..", "..x.x..", ".x.x*..", "......."],
    ),
    (
        "the extension makes two threes",
        Allowed,
        &["....x.x..", "....x.x..", "...x.x*..", "...x.....", "..x......"],
    ),
    (
        "the extension makes a five",
        Allowed,
        &["..x......", "..x.x....", "..x.x....", "..x......", ".x.x*...."],
    ),
    (
        "three levels deep",
        DoubleThree,
        &[".......", "...x...", "..xxx..", ".......", "..x*.x.", ".....x."],
    ),
];

/// The stones of a picture and the point asked about, as `(x, y)` on the board.
struct Scene {
    stones: Vec<(i32, i32, Color)>,
    star: (i32, i32),
}

impl Scene {
    fn new(rows: &[&str]) -> Scene {
        let (mut stones, mut star) = (Vec::new(), None);
        for (row, text) in rows.iter().enumerate() {
            let left = if text.starts_with('|') { 0 } else { 3 };
            for (column, letter) in text.trim_start_matches('|').chars().enumerate() {
                let (x, y) = (left + column as i32, 11 - row as i32);
                match letter {
                    'x' => stones.push((x, y, Color::Black)),
                    'o' => stones.push((x, y, Color::White)),
                    '*' => assert_eq!(star.replace((x, y)), None, "two stars"),
                    _ => assert_eq!(letter, '.'),
                }
            }
        }
        Scene { stones, star: star.expect("a star") }
    }
}

/// The point after one of the eight symmetries of the board.
fn turned(symmetry: usize, x: i32, y: i32) -> Coord {
    let last = i32::from(SIDE) - 1;
    let x = if symmetry & 1 == 0 { x } else { last - x };
    let y = if symmetry & 2 == 0 { y } else { last - y };
    let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
    Coord::new(x as u8, y as u8).unwrap()
}

/// The board with the picture on it, colours exchanged if white asks, and the point of `*`.
fn set_up<J: Judge>(rule: Rule, asks: Color, rows: &[&str], symmetry: usize) -> (J, Coord) {
    let scene = Scene::new(rows);
    let mut judge = J::start(rule, Size::new(SIDE).unwrap());
    for (x, y, color) in scene.stones {
        judge.put(turned(symmetry, x, y), if asks == Color::Black { color } else { !color });
    }
    (judge, turned(symmetry, scene.star.0, scene.star.1))
}

fn check_renju<J: Judge>(cases: &[Case]) {
    for &(name, verdict, rows) in cases {
        for symmetry in 0..8 {
            let (mut judge, star) = set_up::<J>(Rule::Renju, Color::Black, rows, symmetry);
            assert_eq!(judge.fouls_at(star), verdict.fouls(), "{name}, symmetry {symmetry}");
            judge.put(star, Color::Black);
            let outcome = verdict.outcome(Color::Black);
            assert_eq!(judge.outcome_now(), outcome, "{name}, symmetry {symmetry}");
        }
        // White may do all of this, and wins with six or more as well.
        let (mut judge, star) = set_up::<J>(Rule::Renju, Color::White, rows, 0);
        judge.put(star, Color::White);
        let wins = matches!(verdict, Wins | Overline | OverlineAndFours);
        let outcome = if wins { Outcome::Win(Color::White) } else { Outcome::Open };
        assert_eq!(judge.outcome_now(), outcome, "{name}, by white");
    }
}

fn check_all_renju<J: Judge>() {
    for cases in [THREES, FOURS, PRECEDENCE, FALSE_THREES] {
        check_renju::<J>(cases);
    }
}

#[test]
fn referee_knows_the_renju_cases() {
    check_all_renju::<Referee>();
}

#[test]
fn board_knows_the_renju_cases() {
    check_all_renju::<Board>();
}

/// A run in one line, the last stone anywhere in it: does it win under freestyle, standard, caro
/// and caro with overlines?
const RUNS: &[(&str, [bool; 4])] = &[
    ("..xxxxx..", [true, true, true, true]),
    ("..oxxxxx.", [true, true, true, true]),
    ("..oxxxxxo", [true, true, false, false]),
    ("|xxxxxo..", [true, true, true, true]),
    ("|xxxxx...", [true, true, true, true]),
    ("o.xxxxx.o", [true, true, true, true]),
    (".xxxxxx..", [true, false, false, true]),
    (".oxxxxxxo", [true, false, false, true]),
    ("|xxxxxxo.", [true, false, false, true]),
    ("oxxxxxxxo", [true, false, false, true]),
    ("..xxxx...", [false, false, false, false]),
    ("xxxx.xxxx", [false, false, false, false]),
];

fn check_runs<J: Judge>() {
    let rules = [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroOverline];
    for &(row, wins) in RUNS {
        for (i, _) in row.match_indices('x') {
            let row = format!("{}*{}", &row[..i], &row[i + 1..]);
            for (rule, wins) in rules.into_iter().zip(wins) {
                check_win::<J>(rule, &[&row], wins);
            }
        }
    }
}

fn check_win<J: Judge>(rule: Rule, rows: &[&str], wins: bool) {
    for symmetry in 0..8 {
        for asks in Color::ALL {
            let (mut judge, star) = set_up::<J>(rule, asks, rows, symmetry);
            judge.put(star, asks);
            let expected = if wins { Outcome::Win(asks) } else { Outcome::Open };
            assert_eq!(judge.outcome_now(), expected, "{}: {rows:?}", rule.name());
        }
    }
}

/// Two runs with one stone, of which one wins and the other does not.
fn check_two_runs<J: Judge>() {
    let five_and_six = [".....x..", ".....x..", ".xxx*xx.", "........"];
    for rule in [Rule::Standard, Rule::Caro] {
        check_win::<J>(rule, &five_and_six, false);
    }
    let six_and_five = ["....x...", "....x...", "....x...", ".xxx*xx.", "....x...", "....o..."];
    let closed_and_open = ["....x...", "....x...", "....x...", "oxxx*xo.", "....x...", "....o..."];
    for rule in [Rule::Standard, Rule::Caro, Rule::CaroOverline] {
        check_win::<J>(rule, &six_and_five, true);
        check_win::<J>(rule, &closed_and_open, true);
    }
    // Blocks must touch the run, and own stones further on do not matter.
    for rule in Rule::ALL {
        check_win::<J>(rule, &["ox.xx*xx.xo"], true);
    }
    // A four whose gap makes six, and a five with whatever next to it.
    check_win::<J>(Rule::Standard, &[".xxx*xx."], false);
    check_win::<J>(Rule::Standard, &[".xx*xxx."], false);
    check_win::<J>(Rule::Standard, &[".oxx*xxo."], true);
    check_win::<J>(Rule::Standard, &[".xx*xx."], true);
}

/// Caro: a run is judged when one of its own stones is placed, never later.
fn check_late_stones<J: Judge>() {
    for rule in [Rule::Caro, Rule::CaroOverline] {
        // Closing a finished five does not undo it, and opens nothing for white either.
        let (mut judge, star) = set_up::<J>(rule, Color::Black, &[".oxxxxx*."], 0);
        judge.put(star, Color::White);
        assert_eq!(judge.outcome_now(), Outcome::Open);
        // A closed five is neither a win nor a foul: the game goes on, and so does black.
        let rows = ["x........", ".oxxxx*o."];
        let (mut judge, star) = set_up::<J>(rule, Color::Black, &rows, 0);
        judge.put(star, Color::Black);
        assert_eq!(judge.outcome_now(), Outcome::Open);
        judge.put(Coord::new(0, 0).unwrap(), Color::White);
        assert_eq!(judge.outcome_now(), Outcome::Open);
    }
}

#[test]
fn referee_knows_the_runs() {
    check_runs::<Referee>();
    check_two_runs::<Referee>();
    check_late_stones::<Referee>();
}

#[test]
fn board_knows_the_runs() {
    check_runs::<Board>();
    check_two_runs::<Board>();
    check_late_stones::<Board>();
}

fn cells(text: &str) -> Vec<Cell> {
    text.chars()
        .map(|letter| match letter {
            'x' => Cell::Black,
            'o' => Cell::White,
            '|' => Cell::Wall,
            _ => Cell::Empty,
        })
        .collect()
}

fn star(text: &str) -> usize {
    text.find('*').unwrap()
}

#[test]
fn caro_fours_have_their_own_answers() {
    // Five points, and the single white stones that stop everything.
    let fours: [(&str, &[usize], &[usize]); 6] = [
        ("..xx*x..", &[1, 6], &[]),
        (".o.x*xx...", &[2, 7], &[7]),
        (".o.x*xx.o.", &[2, 7], &[2, 7]),
        ("ox*xx...", &[5], &[5, 6]),
        ("oxx*.x..", &[4], &[4, 6]),
        ("..x*x.x..", &[5], &[5]),
    ];
    for rule in [Rule::Caro, Rule::CaroOverline] {
        for (text, fives, stops) in fours {
            let (line, at) = (cells(text), star(text));
            assert_eq!(five_points(rule, Color::Black, &line, at), fives, "{text}");
            assert_eq!(stopping_points(rule, Color::Black, &line, at), stops, "{text}");
            assert_eq!(makes_open_four(rule, Color::Black, &line, at), stops.is_empty(), "{text}");
        }
        let text = "ox*xx.o";
        assert_eq!(five_points(rule, Color::Black, &cells(text), star(text)), [0; 0]);
    }
}

#[test]
fn lines_are_worth_what_the_rules_say() {
    let fives = |rule, text| five_points(rule, Color::Black, &cells(text), star(text));
    assert_eq!(fives(Rule::Freestyle, "..x.x*xx.."), [3, 8]);
    assert_eq!(fives(Rule::Standard, "..x.x*xx.."), [8]);
    assert_eq!(fives(Rule::Freestyle, ".xx.xx*.."), [3]);
    assert_eq!(fives(Rule::Standard, ".xx.xx*.."), [0; 0]);
    assert_eq!(fives(Rule::Renju, "..x.xx*.x.."), [3, 7]);

    let open_four = |rule, text| makes_open_four(rule, Color::Black, &cells(text), star(text));
    assert!(open_four(Rule::Freestyle, "..xx*x.x"));
    assert!(!open_four(Rule::Standard, "..xx*x.x"));
    assert!(open_four(Rule::Standard, "..xx*x.."));
    assert!(!open_four(Rule::Standard, "|.xx*xo"));
    // Two different fours on one line: unstoppable, but no straight four and a foul under renju.
    assert!(open_four(Rule::Standard, "..x.xx*.x.."));
    assert!(!open_four(Rule::Renju, "..x.xx*.x.."));

    let open_three = |rule, text| makes_open_three(rule, Color::Black, &cells(text), star(text));
    for rule in Rule::ALL {
        assert!(open_three(rule, "..xx*..."));
        assert!(open_three(rule, "..x.x*.."));
        assert!(!open_three(rule, "o.xx*.o"));
        assert!(!open_three(rule, "..x*...."));
        assert!(!open_three(rule, "|xx*...."));
    }
    assert!(open_three(Rule::Freestyle, "x..xx*..x"));
    assert!(!open_three(Rule::Standard, "x..xx*..x"));
    // Caro: with white close by on either side, one five point would be closed twice.
    assert!(open_three(Rule::Standard, ".o.xx*..o."));
    assert!(!open_three(Rule::Caro, ".o.xx*..o."));

    let five = |rule, text| makes_five(rule, Color::Black, &cells(text), star(text));
    assert!(five(Rule::Standard, "oxx*xxo"));
    assert!(!five(Rule::Caro, "oxx*xxo"));
    assert!(run_wins(Rule::Renju, &cells("oooooo"), 2));
    assert!(!run_wins(Rule::Renju, &cells("xxxxxx"), 2));
}
