//! `pbrain-dolmen forbidden`: where black may not play under renju.

use std::io::{self, BufRead, Write};

use super::answers::answer_lines;
use super::referee::kinds;
use crate::board::{Board, PositionLine};
use crate::types::Rule;

/// Reads lines `RULE SIZE MOVES`, by default renju and 15, and prints for each the points forbidden
/// to black with their kinds, row by row from row 1: `f10:33 h12:33+44`, or `none`, or `error:
/// ...`. The stones, black and white in turn, need not be a legal game.
///
/// # Errors
/// If the input cannot be read or the output cannot be written; and, after all lines, if any of them
/// is invalid.
pub fn run(input: impl BufRead, output: impl Write) -> io::Result<()> {
    answer_lines(input, output, |line| {
        let request = PositionLine::parse_or(Rule::Renju, line)?;
        let points = forbidden_points(&request.board());
        Ok(if points.is_empty() { "none".to_string() } else { points.join(" ") })
    })
}

/// `f10:33` for each point, row by row.
pub fn forbidden_points(board: &Board) -> Vec<String> {
    let points = board.empty_cells().iter().map(|c| (c, board.fouls(c)));
    let forbidden = points.filter(|(_, fouls)| fouls.any());
    forbidden.map(|(c, fouls)| format!("{}:{}", c, kinds(fouls))).collect()
}
