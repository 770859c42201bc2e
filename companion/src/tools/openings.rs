//! `dolmen openings`: balanced openings for matches.

use std::collections::HashSet;
use std::io::{self, Write};

use clap::Args;
use indicatif::ProgressBar;

use crate::arena::opening::{self, random_opening};
use dolmen::board::{Board, Outcome};
use dolmen::engine::Engine;
use dolmen::search::{Control, Limits, Report, Silent};
use dolmen::types::{Color, Coord, Random, Rule, Size};

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
    #[arg(long, default_value_t = 20_000)]
    pub nodes: u64,
    /// Largest score that counts as balanced (200 is a winning chance of 73 %).
    #[arg(long, default_value_t = 60)]
    pub balance: i32,
    /// Engine games from each opening; it is dropped if one colour wins them all.
    #[arg(long, default_value_t = 0)]
    pub games: usize,
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
        if seen.contains(&key)
            || !is_balanced(&stones, options, &mut engine)
            || is_decided_by_colour(&stones, options, &mut engine)
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

/// Judges by longer and longer searches: for most openings a short one shows that they are
/// unbalanced.
fn is_balanced(stones: &[Coord], options: &OpeningOptions, engine: &mut Engine) -> bool {
    let board = Board::with_moves(options.rule, options.size, stones);
    engine.clear();
    [(100, 3), (10, 2), (1, 1)].into_iter().all(|(part, tolerance)| {
        let report = search(engine, &board, options.nodes / part);
        report.is_some_and(|report| report.score.value().abs() <= options.balance * tolerance)
    })
}

/// Nodes a move of the games.
const GAME_NODES: u64 = 10_000;

/// Whether the same colour wins every game.
fn is_decided_by_colour(stones: &[Coord], options: &OpeningOptions, engine: &mut Engine) -> bool {
    let mut winners = (0..options.games).map(|game| play(stones, game, options, engine));
    let Some(first) = winners.next() else { return false };
    first.is_some() && winners.all(|winner| winner == first)
}

/// The winner of a game of the engine with itself. Games of one opening differ by its orientation
/// and a little by the length of the searches.
fn play(
    stones: &[Coord],
    game: usize,
    options: &OpeningOptions,
    engine: &mut Engine,
) -> Option<Color> {
    let turned = opening::transformed(stones, game % 8, options.size);
    let mut board = Board::with_moves(options.rule, options.size, &turned);
    let nodes = GAME_NODES + GAME_NODES / 10 * game as u64;
    engine.clear();
    while board.outcome() == Outcome::Open {
        let us = board.side_to_move();
        let report = search(engine, &board, nodes)?;
        match report.score {
            score if score.is_win() => return Some(us),
            score if score.is_loss() => return Some(!us),
            _ => board.play(report.best),
        };
    }
    board.outcome().winner()
}

fn search(engine: &mut Engine, board: &Board, nodes: u64) -> Option<Report> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.think(board, &limits, &Control::new(), &mut Silent)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black to move makes a four and a three at once.
    #[test]
    fn an_opening_that_one_colour_always_wins_is_dropped() {
        let size = Size::new(15).expect("a board size");
        let options = |games: usize| OpeningOptions {
            rule: Rule::Freestyle,
            size,
            count: 1,
            seed: 1,
            nodes: 1000,
            balance: 1000,
            games,
        };
        let mut engine = Engine::new(1 << 20, 1);
        let won = opening::parse("h8a1i8a15j8o1h9o15", size).expect("an opening");
        assert_eq!(play(&won, 3, &options(4), &mut engine), Some(Color::Black));
        assert!(is_decided_by_colour(&won, &options(4), &mut engine));
        assert!(!is_decided_by_colour(&won, &options(0), &mut engine));
    }
}
