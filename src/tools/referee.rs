//! `pbrain-dolmen referee`: how games stand.

use std::io::{self, BufRead, Write};

use super::answers::answer_lines;
use crate::board::{Board, Fouls, Outcome, PositionLine};
use crate::types::TextError;

/// Reads lines `RULE SIZE MOVES` and prints for each how the game stands after its last move:
/// `open`, `black`, `white`, `draw`, `foul` with the kinds, or `error: ...`.
///
/// # Errors
/// If the input cannot be read or the output cannot be written; and, after all lines, if any of them
/// is invalid.
pub fn run(input: impl BufRead, output: impl Write) -> io::Result<()> {
    answer_lines(input, output, |line| judge(&line.parse()?))
}

fn judge(request: &PositionLine) -> Result<String, TextError> {
    let mut board = Board::new(request.rule, request.size);
    let mut outcome = Outcome::Open;
    for (n, &c) in (1..).zip(&request.moves) {
        if outcome != Outcome::Open {
            return Err(TextError::AfterTheEnd(n, c));
        }
        board.play(c);
        outcome = board.outcome();
    }
    Ok(outcome_name(outcome))
}

/// `open`, `black`, `white`, `draw`, or `foul` with the kinds.
pub fn outcome_name(outcome: Outcome) -> String {
    match outcome {
        Outcome::Open => "open".to_string(),
        Outcome::Win(color) => color.name().to_string(),
        Outcome::Draw => "draw".to_string(),
        Outcome::Foul(fouls) => format!("foul {}", kinds(fouls)),
    }
}

/// `33`, `44`, `6`, joined with `+` if several hold.
pub fn kinds(fouls: Fouls) -> String {
    fouls.names(["33", "44", "6"]).join("+")
}
