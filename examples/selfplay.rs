//! The engine plays a game against itself.
//!
//! `cargo run --release --example selfplay`

use std::error::Error;
use std::io::{self, Write};

use dolmen::board::{Board, Outcome};
use dolmen::engine::Engine;
use dolmen::search::{Control, Limits, Silent};
use dolmen::types::{Coord, Rule, Size};

fn main() -> Result<(), Box<dyn Error>> {
    play(Rule::Standard, 20_000, &mut io::stdout().lock()).map(drop)
}

/// Plays a game under a rule, with so many positions for each move, and writes its moves.
pub fn play(rule: Rule, nodes: u64, output: &mut impl Write) -> Result<Outcome, Box<dyn Error>> {
    let size = Size::new(15).ok_or("not a size")?;
    let mut board = Board::new(rule, size);
    // One engine for each side: what one thought is none of the other's business.
    let mut players = [Engine::new(32 << 20, 1), Engine::new(32 << 20, 1)];
    // Off the centre, or the game is always the same long one.
    board.try_play(Coord::new(5, 4).ok_or("not a point")?)?;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    while board.outcome() == Outcome::Open {
        let player = &mut players[board.ply() % 2];
        let report = player.think(&board, &limits, &Control::new(), &mut Silent);
        let best = report.ok_or("no move left")?.best;
        board.try_play(best)?;
        write!(output, "{} ", best)?;
    }
    writeln!(output, "{:?}", board.outcome())?;
    Ok(board.outcome())
}
