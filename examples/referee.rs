//! The rules by themselves: is a move legal, is it forbidden, who has won?
//!
//! `cargo run --example referee`

use std::error::Error;
use std::io::{self, Write};

use dolmen::board::{Board, Outcome};
use dolmen::types::parse_stones;
use dolmen::types::{Rule, Size};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

/// Plays a short game of renju that ends with a forbidden move.
pub fn run(output: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let size = Size::new(15).ok_or("not a size")?;
    let mut board = Board::new(Rule::Renju, size);
    for c in parse_stones("h6a1h7a3f8a5g8a7")? {
        board.try_play(c)?;
    }
    // An occupied point is refused; nothing changes.
    let taken = parse_stones("h6")?[0];
    if let Err(error) = board.try_play(taken) {
        writeln!(output, "{}: {error}", taken)?;
    }
    // A forbidden point is not refused: black may play there, and loses.
    for c in board.empty_cells().iter() {
        let fouls = board.fouls(c);
        if fouls.any() {
            writeln!(output, "{} is forbidden: {fouls:?}", c)?;
        }
    }
    board.try_play(parse_stones("h8")?[0])?;
    match board.outcome() {
        Outcome::Open => writeln!(output, "the game goes on")?,
        Outcome::Draw => writeln!(output, "a draw")?,
        Outcome::Win(side) => writeln!(output, "{side:?} has five")?,
        Outcome::Foul(_) => writeln!(output, "a foul: white wins")?,
    }
    Ok(())
}
