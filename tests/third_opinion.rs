//! The slow referee and the engine's board against the crate `figrid-board`, written by others:
//! wins under the four rules it knows, and renju's forbidden points, on 15x15.

#![allow(clippy::unwrap_used)]

mod naive;

use dolmen::board::{Board, Fouls, Outcome};
use dolmen::types::{Color, Coord, Rule, Size};
use figrid_board::renju::{self, Foul};
use figrid_board::{BitBoard, RuleSet, to_idx};
use naive::Referee;
use naive::random::Random;

fn fifteen() -> Size {
    Size::new(15).unwrap()
}

fn cell(c: Coord) -> usize {
    to_idx(usize::from(c.y()), usize::from(c.x()))
}

fn rule_set(rule: Rule) -> Option<RuleSet> {
    match rule {
        Rule::Freestyle => Some(RuleSet::Freestyle),
        Rule::Standard => Some(RuleSet::Standard),
        Rule::Renju => Some(RuleSet::Renju),
        Rule::Caro => Some(RuleSet::Caro),
        Rule::CaroOverline => None,
    }
}

/// The one kind that it reports of several: double four before double three before overline.
fn foremost(fouls: Fouls) -> Foul {
    match fouls {
        Fouls { double_four: true, .. } => Foul::DoubleFour,
        Fouls { double_three: true, .. } => Foul::DoubleThree,
        Fouls { overline: true, .. } => Foul::Overline,
        Fouls { .. } => Foul::None,
    }
}

/// Plays random games past their end, so that runs grow and get closed; `judge` says whether
/// the last stone wins.
fn compare_wins(seed: u64, games: usize, judge: impl Fn(Rule, &[(Coord, Color)]) -> bool) {
    let mut random = Random::new(seed);
    let mut wins = 0;
    for game in 0..games {
        let rule = Rule::ALL[game % Rule::ALL.len()];
        let Some(rule_set) = rule_set(rule) else { continue };
        let mut other = figrid_board::Board::new();
        other.set_rule_set(rule_set);
        let mut moves: Vec<(Coord, Color)> = Vec::new();
        while moves.len() < 150 {
            let color = Color::ALL[moves.len() % 2];
            // Next to the last stone of the same colour: this makes long runs.
            let near = moves.iter().rev().nth(1).map(|m| m.0).filter(|_| random.percent(80));
            let mut c = random.point(fifteen(), near);
            while moves.iter().any(|m| m.0 == c) {
                c = random.point(fifteen(), None);
            }
            moves.push((c, color));
            other.make_move(cell(c));
            let expected = other.check_win(cell(c));
            wins += usize::from(expected);
            assert_eq!(judge(rule, &moves), expected, "{} {moves:?}", rule.name());
        }
    }
    assert!(wins > games / 4, "only {wins} wins");
}

/// Random positions with much black; `judge` gives the fouls at the listed points.
fn compare_fouls(
    seed: u64,
    positions: usize,
    judge: impl Fn(&[(Coord, Color)], &[Coord]) -> Vec<Fouls>,
) {
    let mut random = Random::new(seed);
    let mut forbidden = 0;
    for _ in 0..positions {
        let (mut black, mut white) = (BitBoard::EMPTY, BitBoard::EMPTY);
        let (share, blacks) = (10 + random.below(40), 50 + random.below(46));
        let (mut stones, mut empty) = (Vec::new(), Vec::new());
        for c in fifteen().coords() {
            if !random.percent(share) {
                empty.push(c);
            } else if random.percent(blacks) {
                black.set(cell(c));
                stones.push((c, Color::Black));
            } else {
                white.set(cell(c));
                stones.push((c, Color::White));
            }
        }
        for (&c, found) in empty.iter().zip(judge(&stones, &empty)) {
            let expected = match renju::foul(&black, &white, cell(c)) {
                Foul::Five => Foul::None,
                foul => foul,
            };
            forbidden += usize::from(expected != Foul::None);
            assert_eq!(foremost(found), expected, "{c:?} of {stones:?}");
        }
    }
    assert!(forbidden > 5 * positions, "only {forbidden} forbidden points");
}

fn referee_wins(rule: Rule, moves: &[(Coord, Color)]) -> bool {
    let mut referee = Referee::new(rule, fifteen());
    moves.iter().for_each(|&(c, color)| referee.place(c, color));
    matches!(referee.outcome(), Outcome::Win(_))
}

fn board_wins(rule: Rule, moves: &[(Coord, Color)]) -> bool {
    let mut board = Board::new(rule, fifteen());
    moves.iter().for_each(|&(c, color)| board.place(c, color));
    matches!(board.outcome(), Outcome::Win(_))
}

fn referee_fouls(stones: &[(Coord, Color)], points: &[Coord]) -> Vec<Fouls> {
    let mut referee = Referee::new(Rule::Renju, fifteen());
    stones.iter().for_each(|&(c, color)| referee.place(c, color));
    points.iter().map(|&c| referee.fouls(c)).collect()
}

fn board_fouls(stones: &[(Coord, Color)], points: &[Coord]) -> Vec<Fouls> {
    let mut board = Board::new(Rule::Renju, fifteen());
    stones.iter().for_each(|&(c, color)| board.place(c, color));
    points.iter().map(|&c| board.fouls(c)).collect()
}

#[test]
fn referee_agrees_on_wins() {
    compare_wins(11, 100, referee_wins);
}

#[test]
fn board_agrees_on_wins() {
    compare_wins(12, 100, board_wins);
}

#[test]
fn referee_agrees_on_fouls() {
    compare_fouls(13, 200, referee_fouls);
}

#[test]
fn board_agrees_on_fouls() {
    compare_fouls(14, 200, board_fouls);
}

#[test]
#[ignore = "some minutes"]
fn agreement_at_length() {
    compare_wins(111, 5000, referee_wins);
    compare_wins(112, 5000, board_wins);
    compare_fouls(113, 20_000, referee_fouls);
    compare_fouls(114, 20_000, board_fouls);
}
