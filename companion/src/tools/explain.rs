//! `dolmen explain`: a position in words: shapes, forbidden points, wins, each with reasons.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

use clap::Args;

use super::game_files::Assumed;
use super::groups;
use super::positions::Positions;
use dolmen::board::{Board, PositionLine};
use dolmen::search::Control;
use dolmen::types::{Coord, Rule};
use dolmen_records::{Diagram, Format};
use dolmen_study::lesson::Lesson;
use dolmen_study::openings::names::RenjuOpening;
use dolmen_study::standing;
use dolmen_study::strip::{Strip, Strips};

/// Options of `explain`.
#[derive(Clone, Copy, Debug, Args)]
pub struct ExplainOptions {
    /// Draw the line move by move: one SVG picture for all positions.
    #[arg(long)]
    pub svg: bool,
    /// Print how the engine classifies the position: the groups of every line (1 stone, 0 free, S
    /// spare, X unusable) with the names of their shapes, ranked candidates, double threes.
    #[arg(long, conflicts_with = "svg")]
    pub groups: bool,
    /// Nodes for each search.
    #[arg(long, default_value_t = 30_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// What holds for positions that do not say.
    #[command(flatten)]
    pub assumed: Assumed,
}

/// Reads lines `RULE SIZE MOVES`, or games in the formats of other programs, and explains each
/// position; `error: ...` for a line that cannot be read. As a picture there is one for all lines, at
/// the end of the input. The hint is the format that the name of the input says. Remarks go to `notes`.
///
/// # Errors
/// If the input cannot be read or the output cannot be written; and, after all others are
/// explained, if any line was invalid.
pub fn run(
    input: impl BufRead,
    hint: Option<Format>,
    mut output: impl Write,
    mut notes: impl Write,
    options: &ExplainOptions,
) -> io::Result<()> {
    let mut positions = Positions::open(input, hint, options.assumed, &mut notes)?;
    let row_one_on_top = positions.row_one_on_top();
    let mut strips: Vec<Strip> = Vec::new();
    while let Some((_, line)) = positions.read()? {
        match line.parse::<PositionLine>().map_err(|reason| positions.refuse(reason)) {
            Ok(request) if options.svg => {
                let board = request.board();
                strips.push(lesson(&board, options.nodes).draw());
            }
            Ok(request) => {
                writeln!(output, "{}", explained(&request.board(), row_one_on_top, options))?;
            }
            Err(_) if options.svg => {}
            Err(told) => writeln!(output, "error: {told}")?,
        }
        output.flush()?;
    }
    if options.svg {
        write!(output, "{}", Strips { strips: &strips, row_one_on_top })?;
    }
    output.flush()?;
    positions.finish()
}

fn explained(board: &Board, row_one_on_top: bool, options: &ExplainOptions) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_position(&mut text, board, row_one_on_top).and_then(|()| match options.groups {
        true => groups::write(&mut text, board),
        false => write_lesson(&mut text, board, options.nodes),
    });
    text
}

/// The board, and whose move it is.
fn write_position(text: &mut String, board: &Board, row_one_on_top: bool) -> std::fmt::Result {
    let us = board.side_to_move().name();
    writeln!(text, "{} {}, {us} to move", board.rule().name(), board.size().get())?;
    write!(text, "{}", Diagram::with_remark(board, row_one_on_top))
}

fn write_lesson(text: &mut String, board: &Board, nodes: u64) -> std::fmt::Result {
    let moves: Vec<Coord> = board.history().map(|stone| stone.coord).collect();
    let opening = RenjuOpening::of(&moves, board.size());
    if let Some(opening) = opening.filter(|_| board.rule() == Rule::Renju) {
        writeln!(text, "opening: {opening}")?;
    }
    lesson(board, nodes).write(text)
}

fn lesson(board: &Board, nodes: u64) -> Lesson<'_> {
    Lesson::new(board, standing::outcome(board), nodes, &Control::new())
}
