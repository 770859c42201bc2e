//! The report as plain text.

use std::fmt::Write as _;

use super::judgement::{Analysis, JudgedMove, Kind};
use super::words::{facts, first_move, line, percent, remark};
use crate::board::Board;
use crate::protocol::notation::Named;
use crate::tools::Diagram;
use crate::types::Color;

/// Cells of the bar that shows black's winning chance.
const BAR: usize = 20;

/// The whole report: what was played, a line for each move, the moves with a name, the board.
pub fn report(analysis: &Analysis) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(analysis, &mut text);
    text
}

fn write(analysis: &Analysis, text: &mut String) -> std::fmt::Result {
    let (black, white) = (analysis.player(Color::Black), analysis.player(Color::White));
    writeln!(text, "{}: {black} (black, x) against {white} (white, o)", analysis.name)?;
    writeln!(text, "{}; {}\n", facts(analysis), analysis.effort)?;
    let start = percent(analysis.start);
    writeln!(text, "   # move  black wins                   loss  best move (and another)")?;
    writeln!(text, "   0       {start:>5} |{}|", bar(analysis.start))?;
    for judged in &analysis.moves {
        row(text, judged)?;
    }
    writeln!(text)?;
    summary(text, analysis)?;
    for judged in analysis.moments() {
        moment(text, judged)?;
    }
    if let Some(best) = &analysis.last.best {
        writeln!(text, "\nnext: {}: {}", first_move(best), line(best))?;
    }
    let game = &analysis.checked.game;
    let board = Board::with_moves(analysis.checked.rule, game.size, &game.moves);
    writeln!(text, "\n{}", Diagram(&board))
}

fn row(text: &mut String, judged: &JudgedMove) -> std::fmt::Result {
    let side = if judged.color == Color::Black { 'x' } else { 'o' };
    let (name, black) = (Named(judged.coord).to_string(), percent(judged.black));
    let bar = bar(judged.black);
    write!(text, "{:4} {side} {name:4}{black:>5} |{bar}|", judged.number)?;
    match judged.loss() {
        loss if loss < 0.005 => write!(text, "       ")?,
        loss => write!(text, " {:>6}", percent(loss))?,
    }
    if judged.is_opening {
        write!(text, "  opening")?;
    } else if let Some(best) = &judged.best {
        write!(text, "  {}", first_move(best))?;
        if let Some(other) = &judged.other {
            write!(text, ", {}", first_move(other))?;
        }
    }
    if let Some(kind) = judged.kind {
        write!(text, "  {}", kind.name().to_uppercase())?;
    }
    writeln!(text)
}

fn bar(chance: f64) -> String {
    let full = (chance * BAR as f64).round() as usize;
    format!("{}{}", "#".repeat(full), ".".repeat(BAR - full.min(BAR)))
}

fn summary(text: &mut String, analysis: &Analysis) -> std::fmt::Result {
    for color in Color::ALL {
        let Some(average) = analysis.average_loss(color) else { continue };
        write!(text, "{}: {:.1} % lost a move on average", color.name(), average * 100.0)?;
        for kind in Kind::ALL {
            let count = analysis.count(color, kind);
            if count > 0 {
                write!(text, ", {count} x {}", kind.name())?;
            }
        }
        writeln!(text)?;
    }
    Ok(())
}

fn moment(text: &mut String, judged: &JudgedMove) -> std::fmt::Result {
    let kind = judged.kind.map_or("", Kind::name);
    let (number, side, name) = (judged.number, judged.color.name(), Named(judged.coord));
    writeln!(text, "\nmove {number}, {side} {name}: {kind}. {}", remark(judged))?;
    match &judged.best {
        Some(best) if !judged.is_best() => writeln!(text, "  {}", line(best)),
        _ => Ok(()),
    }
}
