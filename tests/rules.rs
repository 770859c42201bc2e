//! Who wins, and what is forbidden: the test data and random positions, asked of the slow referee
//! and of the engine's board.

#![allow(clippy::unwrap_used)]

mod naive;

use dolmen::board::{Board, Fouls, Outcome};
use dolmen::types::parse_stones;
use dolmen::types::{Color, Coord, Direction, Rule, Size};
use naive::Referee;
use naive::judge::Judge;
use naive::random::Random;

const FORBIDDEN: &str = include_str!("data/renju_forbidden_dev.txt");
const WINS: &str = include_str!("data/win_dev.txt");

fn size(n: u8) -> Size {
    Size::new(n).unwrap()
}

fn records(text: &str) -> impl Iterator<Item = Vec<&str>> + Clone {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(';').collect())
}

fn alternating(stones: &str) -> Vec<(Coord, Color)> {
    let colors = Color::ALL.into_iter().cycle();
    parse_stones(stones).unwrap().into_iter().zip(colors).collect()
}

fn kinds(text: &str) -> Fouls {
    let mut fouls = Fouls::NONE;
    for kind in text.split('+') {
        match kind {
            "33" => fouls.double_three = true,
            "44" => fouls.double_four = true,
            "6" => fouls.overline = true,
            _ => panic!("unknown kind of foul: {kind}"),
        }
    }
    fouls
}

/// Every empty point of every position: exactly the recorded fouls, and fives are allowed.
fn check_forbidden_file<J: Judge>() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for record in records(FORBIDDEN) {
        let [id, _, stones, side, forbidden, fives, ..] = record[..] else {
            panic!("too few fields: {record:?}")
        };
        assert_eq!(side, "b");
        let stones = alternating(stones);
        let mut judge = J::start(Rule::Renju, size(15));
        for &(c, color) in &stones {
            judge.put(c, color);
        }
        let forbidden: Vec<(Coord, Fouls)> = forbidden
            .split(',')
            .filter(|entry| !entry.is_empty())
            .map(|entry| entry.split_once(':').unwrap())
            .map(|(point, text)| (parse_stones(point).unwrap()[0], kinds(text)))
            .collect();
        let fives: Vec<Coord> =
            fives.split(',').flat_map(|point| parse_stones(point).unwrap()).collect();
        assert!(fives.iter().all(|five| forbidden.iter().all(|(c, _)| c != five)), "{id}");
        for c in size(15).coords().filter(|c| stones.iter().all(|(stone, _)| stone != c)) {
            let expected =
                forbidden.iter().find(|&&(point, _)| point == c).map_or(Fouls::NONE, |&(_, f)| f);
            let found = judge.fouls_at(c);
            checked += 1;
            if found != expected {
                wrong.push(format!("{id} {}: {found:?}, not {expected:?}", c));
            }
        }
        // The same stone played out: a five wins, whatever else it makes.
        if let Some(&five) = fives.first() {
            judge.put(five, Color::Black);
            if judge.outcome_now() != Outcome::Win(Color::Black) {
                wrong.push(format!("{id} {}: no win for the five", five));
            }
        }
    }
    assert!(checked > 300_000, "only {checked} points in the file");
    report(&wrong);
}

/// Every game under every rule: undecided up to the last move, and then as recorded.
fn check_win_file<J: Judge>() {
    let columns = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroOverline];
    let mut wrong = Vec::new();
    let mut checked = 0;
    for record in records(WINS) {
        let [id, pattern, n, moves] = record[..4] else { panic!("too few fields: {record:?}") };
        for (rule, &result) in columns.into_iter().zip(&record[4..]) {
            if result == "x" {
                continue;
            }
            let moves = alternating(moves);
            let mut judge = J::start(rule, size(n.parse().unwrap()));
            checked += 1;
            for (i, &(c, color)) in moves.iter().enumerate() {
                judge.put(c, color);
                let last = i + 1 == moves.len();
                let expected = if last { recorded(result) } else { Outcome::Open };
                let found = judge.outcome_now();
                if found != expected {
                    let place = format!("{id} ({pattern}), {}, move {}", rule.name(), i + 1);
                    wrong.push(format!("{place}: {found:?}, not {expected:?}"));
                    break;
                }
            }
        }
    }
    assert!(checked > 1000, "only {checked} games in the file");
    report(&wrong);
}

fn recorded(result: &str) -> Outcome {
    match result {
        "-" => Outcome::Open,
        "d" => Outcome::Draw,
        "b" => Outcome::Win(Color::Black),
        "w" => Outcome::Win(Color::White),
        _ => Outcome::Foul(kinds(result.strip_prefix("w!").unwrap())),
    }
}

fn report(wrong: &[String]) {
    let first = wrong[..wrong.len().min(5)].join("\n");
    assert!(wrong.is_empty(), "{} differences, the first:\n{first}", wrong.len());
}

#[test]
fn referee_answers_the_forbidden_points() {
    check_forbidden_file::<Referee>();
}

#[test]
fn referee_answers_the_wins() {
    check_win_file::<Referee>();
}

#[test]
fn board_answers_the_forbidden_points() {
    check_forbidden_file::<Board>();
}

#[test]
fn board_answers_the_wins() {
    check_win_file::<Board>();
}

const SIZES: [u8; 10] = [15, 20, 15, 20, 5, 6, 9, 13, 19, 22];

/// The board and the referee side by side.
struct Pair {
    board: Board,
    referee: Referee,
    dead: Vec<Coord>,
}

impl Pair {
    fn new(rule: Rule, size: Size) -> Pair {
        Pair::with_dead(rule, size, Vec::new())
    }

    fn with_dead(rule: Rule, size: Size, dead: Vec<Coord>) -> Pair {
        let board = Board::with_dead(rule, size, &dead);
        let referee = Referee::with_dead(rule, size, &dead);
        Pair { board, referee, dead }
    }

    fn place(&mut self, c: Coord, color: Color) {
        self.board.place(c, color);
        self.referee.place(c, color);
    }

    fn undo(&mut self) {
        let undone = self.board.undo().map(|m| (m.coord, m.color));
        assert_eq!(undone, self.referee.undo());
    }

    /// The outcome, on which both must agree.
    fn outcome(&mut self) -> Outcome {
        let expected = self.referee.outcome();
        assert_eq!(self.board.outcome(), expected, "{}", self.picture());
        expected
    }

    /// The fouls at every empty point; returns how many points are forbidden.
    fn fouls(&mut self) -> usize {
        let mut forbidden = 0;
        for c in self.referee.empty_points() {
            let expected = self.referee.fouls(c);
            forbidden += usize::from(expected.any());
            assert_eq!(self.board.fouls(c), expected, "{}: {}", c, self.picture());
        }
        forbidden
    }

    /// Everything needed to see the position again.
    fn picture(&self) -> String {
        let (rule, size) = (self.referee.rule(), self.referee.size());
        let mut text = format!("{} {}", rule.name(), size.get());
        for &(c, color) in self.referee.moves() {
            let letter = if color == Color::Black { 'x' } else { 'o' };
            text += &format!(" {letter}{}", c);
        }
        for &c in &self.dead {
            text += &format!(" #{}", c);
        }
        text
    }
}

/// Games as they are played: colours alternate, the first decision ends them. A winning move is
/// sometimes taken back, so that games grow long.
fn random_games(seed: u64, games: usize) {
    let mut random = Random::new(seed);
    let mut decided = 0;
    for game in 0..games {
        let rule = Rule::ALL[game % Rule::ALL.len()];
        let mut pair = Pair::new(rule, size(SIZES[game / Rule::ALL.len() % SIZES.len()]));
        let reluctance = random.below(100);
        let mut last = None;
        loop {
            let near = last.filter(|_| random.percent(85));
            let mut c = random.point(pair.referee.size(), near);
            if pair.referee.at(c) != naive::Cell::Empty {
                c = random.pick(&pair.referee.empty_points());
            }
            pair.place(c, pair.board.side_to_move());
            last = Some(c);
            match pair.outcome() {
                Outcome::Open => {}
                Outcome::Win(_) | Outcome::Foul(_) if random.percent(reluctance) => {
                    pair.undo();
                    pair.outcome();
                }
                _ => break,
            }
        }
        decided += usize::from(pair.outcome() != Outcome::Draw);
    }
    assert!(decided * 4 > games, "too few of the games were decided");
}

/// Stones thrown on the board without regard to turns or to wins on the way: long runs, closed
/// fives and several runs at once.
fn random_positions(seed: u64, positions: usize) {
    let mut random = Random::new(seed);
    for i in 0..positions {
        let rule = Rule::ALL[i % Rule::ALL.len()];
        let mut pair = Pair::new(rule, size(SIZES[i / Rule::ALL.len() % SIZES.len()]));
        let blacks = 20 + random.below(61);
        let share = 20 + random.below(81);
        for c in shuffled(&mut random, pair.referee.empty_points(), share) {
            let color = if random.percent(blacks) { Color::Black } else { Color::White };
            pair.place(c, color);
            pair.outcome();
        }
    }
}

/// Renju positions with much black, judged at every empty point; some points of every third one
/// are dead.
fn random_fouls(seed: u64, positions: usize) {
    let mut random = Random::new(seed);
    let mut forbidden = 0;
    for i in 0..positions {
        let size = size(SIZES[i % SIZES.len()]);
        let share = if i % 3 == 0 { 3 + random.below(10) } else { 0 };
        let dead = shuffled(&mut random, size.coords().collect(), share);
        let mut pair = Pair::with_dead(Rule::Renju, size, dead);
        let blacks = 50 + random.below(46);
        let share = 8 + random.below(45);
        for c in shuffled(&mut random, pair.referee.empty_points(), share) {
            let color = if random.percent(blacks) { Color::Black } else { Color::White };
            pair.place(c, color);
        }
        forbidden += pair.fouls();
        // What was added and taken away again must leave no trace.
        for _ in 0..pair.board.ply().min(10) {
            pair.undo();
        }
        forbidden += pair.fouls();
    }
    assert!(forbidden > 5 * positions, "only {forbidden} forbidden points");
}

/// The recorded positions, where forbidden points hang on one another, with points made dead.
fn fouls_among_dead_points(seed: u64, rounds: usize) {
    let mut random = Random::new(seed);
    for record in records(FORBIDDEN).cycle().take(rounds * records(FORBIDDEN).count()) {
        let stones = alternating(record[2]);
        let is_free = |c: &Coord| stones.iter().all(|(stone, _)| stone != c);
        let free: Vec<Coord> = size(15).coords().filter(is_free).collect();
        let share = 2 + random.below(30);
        let dead = shuffled(&mut random, free, share);
        let mut pair = Pair::with_dead(Rule::Renju, size(15), dead);
        stones.into_iter().for_each(|(c, color)| pair.place(c, color));
        pair.fouls();
    }
}

/// This share of the points, in per cent, in random order.
fn shuffled(random: &mut Random, mut points: Vec<Coord>, share: usize) -> Vec<Coord> {
    let keep = points.len() * share / 100;
    for i in 0..keep {
        let j = i + random.below(points.len() - i);
        points.swap(i, j);
    }
    points.truncate(keep);
    points
}

#[test]
fn random_games_end_alike() {
    random_games(1, 500);
}

#[test]
fn random_positions_are_judged_alike() {
    random_positions(2, 500);
}

#[test]
fn random_fouls_are_found_alike() {
    random_fouls(3, 300);
}

#[test]
fn fouls_among_dead_points_are_found_alike() {
    fouls_among_dead_points(4, 1);
}

#[test]
fn a_run_ends_at_the_wall() {
    let point = |x, y| Coord::new(x, y).unwrap();
    let board = Board::with_moves(Rule::Freestyle, Size::USUAL, &[point(14, 3), point(0, 0)]);
    assert_eq!(board.run(point(14, 3), Direction::Row), [point(14, 3)]);
    assert_eq!(board.run(point(3, 14), Direction::Row).len(), 15);
    for direction in Direction::ALL {
        assert_eq!(board.run(point(15, 3), direction), []);
    }
}

#[test]
#[ignore = "some minutes"]
fn random_positions_at_length() {
    for round in 0..40 {
        random_games(1000 + round, 1000);
        random_positions(2000 + round, 1000);
        random_fouls(3000 + round, 1000);
        fouls_among_dead_points(4000 + round, 3);
    }
}
