//! The report as plain text.

use std::fmt::Write as _;

use super::judgement::{Analysis, JudgedMove, Kind};
use super::words::{
    facts, first_move, first_move_with_depth, line, percent, points, reasons, remark,
};
use dolmen::types::Color;
use dolmen_records::Diagram;

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
    writeln!(text, "{}; {}", facts(analysis), analysis.effort)?;
    writeln!(text, "{}\n", analysis.rows())?;
    let start = percent(analysis.start);
    writeln!(text, "   # move  black wins                   loss  best move (and another)")?;
    writeln!(text, "   0       {start:>5} |{}|", bar(analysis.start))?;
    for judged in &analysis.moves {
        row(text, judged)?;
    }
    writeln!(text)?;
    summary(text, analysis)?;
    for judged in analysis.moments() {
        moment(text, analysis, judged)?;
    }
    if let Some(best) = &analysis.last.best {
        let first = first_move_with_depth(best, analysis.last.depth);
        writeln!(text, "\nnext: {first}: {}", line(best))?;
    }
    let five = analysis.five();
    if !five.is_empty() {
        writeln!(text, "\nwinning line: {}", points(&five))?;
    }
    let board = analysis.board(analysis.moves.len());
    writeln!(text, "\n{}", Diagram::with_rows(&board, analysis.row_one_on_top))
}

fn row(text: &mut String, judged: &JudgedMove) -> std::fmt::Result {
    let side = if judged.color == Color::Black { 'x' } else { 'o' };
    let (name, black) = (judged.coord.to_string(), percent(judged.black));
    let bar = bar(judged.black);
    write!(text, "{:4} {side} {name:4}{black:>5} |{bar}|", judged.number)?;
    match judged.loss() {
        loss if loss < 0.005 => write!(text, "       ")?,
        loss => write!(text, " {:>6}", percent(loss))?,
    }
    if judged.is_opening {
        write!(text, "  opening")?;
    } else if let Some(best) = &judged.best {
        write!(text, "  {}", first_move_with_depth(best, judged.depth))?;
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

fn moment(text: &mut String, analysis: &Analysis, judged: &JudgedMove) -> std::fmt::Result {
    let kind = judged.kind.map_or("", Kind::name);
    let (number, side, name) = (judged.number, judged.color.name(), judged.coord);
    writeln!(text, "\nmove {number}, {side} {name}: {kind}. {}", remark(judged))?;
    for reason in reasons(analysis, judged) {
        writeln!(text, "  {reason}")?;
    }
    if let Some(reply) = &judged.reply {
        writeln!(text, "  refutation: {}", line(reply))?;
    }
    match &judged.best {
        Some(best) if !judged.is_best() => writeln!(text, "  better: {}", line(best)),
        _ => Ok(()),
    }
}
