//! `dolmen openings`: balanced openings for matches.

use std::collections::HashSet;
use std::io::{self, Write};

use indicatif::ProgressBar;

use crate::arena::opening::{self, random_opening};
use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::search::{Control, Limits, Silent};
use dolmen::types::{Coord, Random, Rule, Size};

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

/// Tries after which no more openings are expected to exist.
const PATIENCE: usize = 100_000;

/// Prints openings, one a line in points (`h8i9`): random stones in a small square, neither side
/// threatening anything, judged even by a search; no two alike under the symmetries of the board.
///
/// # Errors
/// If the output cannot be written, or no more openings are found.
pub fn run(options: &OpeningOptions, mut output: impl Write) -> io::Result<()> {
    let mut random = Random::new(options.seed);
    let mut seen = HashSet::new();
    let mut engine = Engine::new(24 << 20, 1);
    let bar = ProgressBar::new(options.count as u64);
    let mut misses = 0;
    while seen.len() < options.count {
        if misses > PATIENCE {
            return Err(io::Error::other(format!("only {} openings found", seen.len())));
        }
        misses += 1;
        let drawn = random_opening(&mut random, options.rule, options.size);
        let Some(stones) = drawn else { continue };
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

fn is_balanced(stones: &[Coord], options: &OpeningOptions, engine: &mut Engine) -> bool {
    let board = Board::with_moves(options.rule, options.size, stones);
    engine.clear();
    let mut judge = |nodes: u64| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = engine.think(&board, &limits, &Control::new(), &mut Silent);
        report.is_some_and(|report| report.score.value().abs() <= options.balance)
    };
    // Most are out of balance, and a short search tells.
    judge(options.nodes / 10) && judge(options.nodes)
}
