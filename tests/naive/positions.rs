//! Random positions of the engine's board.

use dolmen::board::{Board, Outcome};
use dolmen::types::{Rule, Size};

use super::random::Random;

/// An undecided position of a few stones, not far from each other.
pub fn random_position(random: &mut Random, rule: Rule, size: Size) -> Board {
    loop {
        let mut board = Board::new(rule, size);
        let stones = 4 + random.below(14);
        while board.ply() < stones && board.outcome() == Outcome::Open {
            let near = board.last_move(random.below(2)).map(|m| m.coord);
            let c = random.point(size, near);
            if board.is_empty(c) && !board.is_forbidden(c) {
                board.play(c);
            }
        }
        if board.outcome() == Outcome::Open {
            return board;
        }
    }
}

/// Such positions under every rule in turn, on both sizes; with the number of the rule.
pub fn random_positions(seed: u64, count: usize) -> impl Iterator<Item = (usize, Board)> {
    let mut random = Random::new(seed);
    (0..count).map(move |n| {
        let rule = n % Rule::ALL.len();
        let size = Size::new([15, 20][n / Rule::ALL.len() % 2]).unwrap();
        (rule, random_position(&mut random, Rule::ALL[rule], size))
    })
}
