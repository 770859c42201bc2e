//! The report as SGF: the game with a comment at every move, and the better line as a variation
//! where a move has a name.

use std::fmt::Write as _;

use super::judgement::{Analysis, JudgedMove, Kind};
use super::study::Line;
use super::words::{facts, first_move, line, percent, remark};
use crate::records::sgf::{escaped, point, write_root};
use crate::types::{Color, Coord};

/// The whole tree.
pub fn report(analysis: &Analysis) -> String {
    let mut game = analysis.checked.game.clone();
    game.rule = Some(analysis.checked.rule);
    game.result = analysis.result();
    let mut text = write_root(&game);
    // Viewers differ in how they number rows.
    let points = "in comments h8 is column h, row 8 from the top";
    let mut comment = format!("{}\n{}; {points}\n", facts(analysis), analysis.effort);
    for color in Color::ALL {
        if let Some(average) = analysis.average_loss(color) {
            let side = color.name();
            let _ = writeln!(comment, "{side}: {:.1} % lost a move on average", average * 100.0);
        }
    }
    let _ = write!(text, "AP[Dolmen:{}]C[{}]", env!("CARGO_PKG_VERSION"), escaped(comment.trim()));
    for judged in &analysis.moves {
        if better(judged).is_some() {
            text.push_str("\n(");
        }
        write_move(&mut text, judged);
    }
    // All that follows a move belongs to it, so that variations come after the end of the game,
    // the last one first.
    for judged in analysis.moves.iter().rev() {
        if let Some(better) = better(judged) {
            text.push_str(")\n(");
            write_line(&mut text, judged.color, better);
            text.push(')');
        }
    }
    text + ")\n"
}

/// The line to be shown instead of a move.
fn better(judged: &JudgedMove) -> Option<&Line> {
    judged.best.as_ref().filter(|_| judged.kind.is_some() && !judged.is_best())
}

fn stone(text: &mut String, color: Color, c: Coord) {
    let letter = if color == Color::Black { 'B' } else { 'W' };
    let _ = write!(text, ";{letter}[{}]", point(c));
}

fn write_move(text: &mut String, judged: &JudgedMove) {
    stone(text, judged.color, judged.coord);
    // The format's own marks: a bad move, a very bad one, a doubtful one.
    text.push_str(match judged.kind {
        Some(Kind::Foul | Kind::MissedWin | Kind::LosingMove | Kind::Blunder) => "BM[2]",
        Some(Kind::Mistake) => "BM[1]",
        Some(Kind::Inaccuracy) => "DO[]",
        None => "",
    });
    let mut comment = format!("Black wins: {}", percent(judged.black));
    if let Some(kind) = judged.kind {
        let _ = write!(comment, "\n{}: {}", kind.name(), remark(judged));
    }
    if let Some(best) = judged.best.as_ref().filter(|_| !judged.is_opening) {
        let _ = write!(comment, "\nBest: {}", first_move(best));
    }
    if let Some(other) = judged.other.as_ref().filter(|_| !judged.is_opening) {
        let _ = write!(comment, ", other: {}", first_move(other));
    }
    let _ = write!(text, "C[{}]", escaped(&comment));
}

fn write_line(text: &mut String, color: Color, better: &Line) {
    let mut side = color;
    for (i, &c) in better.moves.iter().enumerate() {
        stone(text, side, c);
        if i == 0 {
            let comment = format!("{}: {}", first_move(better), line(better));
            let _ = write!(text, "C[{}]", escaped(&comment));
        }
        side = !side;
    }
}
