//! `pbrain-dolmen openings`: balanced openings for matches.

use std::collections::HashSet;
use std::io::{self, Write};

use indicatif::ProgressBar;

use crate::arena::opening;
use crate::board::{Board, Outcome};
use crate::engine::Engine;
use crate::search::threats::{Situation, situation};
use crate::search::{Control, Limits, Silent};
use crate::types::{Coord, Rule, Size};

/// What openings to make.
#[derive(Clone, Copy, Debug)]
pub struct OpeningOptions {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// How many.
    pub count: usize,
    /// Another number gives other openings; the same one gives the same.
    pub seed: u64,
    /// Positions that the search visits to judge an opening.
    pub nodes: u64,
    /// Largest score, for either side, that counts as balanced.
    pub balance: i32,
}

/// Fewest and most stones.
const STONES: (usize, usize) = (3, 7);
/// Smallest and largest side of the square that the stones lie in.
const WINDOW: (usize, usize) = (5, 8);
/// One opening in so many lies anywhere on the board, the others near the middle.
const ANYWHERE: usize = 5;
/// Tries after which no more openings are expected to exist.
const PATIENCE: usize = 100_000;

/// Prints openings, one a line in points (`h8i9`): random stones in a small square, neither side
/// threatening anything, judged even by a search; no two alike under the symmetries of the board.
///
/// # Errors
/// If the output cannot be written, or no more openings are found.
pub fn run(options: &OpeningOptions, mut output: impl Write) -> io::Result<()> {
    let mut random = Random(options.seed);
    let mut seen = HashSet::new();
    let mut engine = Engine::new(24 << 20, 1);
    let bar = ProgressBar::new(options.count as u64);
    let mut misses = 0;
    while seen.len() < options.count {
        if misses > PATIENCE {
            return Err(io::Error::other(format!("only {} openings found", seen.len())));
        }
        misses += 1;
        let Some(stones) = draw(&mut random, options) else { continue };
        let key = opening::canonical(&stones, options.size);
        if seen.contains(&key) || !is_balanced(&stones, options, &mut engine) {
            continue;
        }
        misses = 0;
        seen.insert(key);
        writeln!(output, "{}", opening::format(&stones))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    output.flush()
}

/// Random stones; `None` if they are no opening.
fn draw(random: &mut Random, options: &OpeningOptions) -> Option<Vec<Coord>> {
    let size = usize::from(options.size.get());
    let window = random.between(WINDOW.0, WINDOW.1).min(size);
    let count = random.between(STONES.0, STONES.1);
    let corner = |random: &mut Random, anywhere: bool| {
        if anywhere {
            return random.between(0, size - window);
        }
        let middle = (size - window) / 2;
        random.between(middle.saturating_sub(1), (middle + 1).min(size - window))
    };
    let anywhere = random.between(1, ANYWHERE) == 1;
    let (left, top) = (corner(random, anywhere), corner(random, anywhere));
    let mut board = Board::new(options.rule, options.size);
    while board.ply() < count {
        let x = left + random.between(0, window - 1);
        let y = top + random.between(0, window - 1);
        let c = Coord::new(x as u8, y as u8)?;
        if !board.is_empty(c) {
            continue;
        }
        if board.is_forbidden(c) {
            return None;
        }
        board.play(c);
        if board.outcome() != Outcome::Open {
            return None;
        }
    }
    for _ in 0..2 {
        if situation(&mut board) != Situation::Free {
            return None;
        }
        board.set_side_to_move(!board.side_to_move());
    }
    Some(board.history().map(|m| m.coord).collect())
}

fn is_balanced(stones: &[Coord], options: &OpeningOptions, engine: &mut Engine) -> bool {
    let mut board = Board::new(options.rule, options.size);
    stones.iter().for_each(|&c| board.play(c));
    engine.clear();
    let mut judge = |nodes: u64| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = engine.think(&board, &limits, &Control::new(), &mut Silent);
        report.is_some_and(|report| report.score.value().abs() <= options.balance)
    };
    // Most are out of balance, and a short search tells.
    judge(options.nodes / 10) && judge(options.nodes)
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: usize, high: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        low + ((z ^ (z >> 31)) % (high - low + 1) as u64) as usize
    }
}
