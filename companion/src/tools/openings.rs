//! `dolmen openings`: balanced openings for matches, and tables of placements for swap2.

mod judge;
pub mod swap2;

use std::collections::HashSet;
use std::io::{self, Write};

use clap::Args;
use indicatif::ProgressBar;

use crate::arena::opening::{self, random_opening};
use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::types::{Random, Rule, Size};
use judge::{Judge, ROUGHLY};

/// What openings to make.
#[derive(Clone, Copy, Debug, Args)]
pub struct OpeningOptions {
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// Number of openings.
    #[arg(long, default_value_t = 200)]
    pub count: usize,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Nodes to judge an opening.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Largest score that counts as balanced (200 is a winning chance of 73 %).
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(i32).range(0..))]
    pub balance: i32,
    /// Engine games from each opening, none or at least 2; it is dropped if one colour wins them all.
    #[arg(long, default_value_t = 0, value_parser = parse_games)]
    pub games: usize,
}

/// A single game that is not drawn is all of one colour.
fn parse_games(text: &str) -> Result<usize, String> {
    let games = text.parse().ok().filter(|&games| games != 1);
    games.ok_or_else(|| "expected 0 or at least 2 games".to_string())
}

/// Tries after which no more openings are expected to exist.
const PATIENCE: usize = 100_000;

/// Prints openings, one a line in points (`h8i9`): random stones in a small square, neither side
/// threatening anything, judged even by a search, and not decided by the colour; no two alike under
/// the symmetries of the board.
///
/// # Errors
/// If the output cannot be written, or no more openings are found.
pub fn run(options: &OpeningOptions, mut output: impl Write) -> io::Result<()> {
    let mut random = Random::new(options.seed);
    let mut seen = HashSet::new();
    let OpeningOptions { rule, size, nodes, balance, games, .. } = *options;
    let mut judge = Judge { engine: Engine::new(24 << 20, 1), nodes, balance, games };
    let bar = ProgressBar::new(options.count as u64);
    let mut misses = 0;
    while seen.len() < options.count {
        if misses > PATIENCE {
            return Err(io::Error::other(format!("only {} openings found", seen.len())));
        }
        misses += 1;
        let drawn = random_opening(&mut random, rule, size);
        let Some(stones) = drawn else { continue };
        let key = opening::canonical(&stones, size);
        let board = Board::with_moves(rule, size, &stones);
        if seen.contains(&key)
            || judge.even(&board, ROUGHLY).is_none()
            || judge.is_decided_by_colour(&board)
        {
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
