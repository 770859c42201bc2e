//! The report as SGF: the game with a comment at every move, and the better line and the refutation
//! as variations where a move has a name.

use std::fmt::Write as _;

use super::judgement::{Analysis, JudgedMove, Kind};
use super::study::Line;
use super::words::{facts, first_move, first_move_with_depth, line, percent, reasons, remark};
use dolmen::types::{Color, Coord};
use dolmen_records::sgf::{escaped, point, write_root};

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
        for _ in variations(analysis, judged) {
            text.push_str("\n(");
        }
        write_move(&mut text, analysis, judged);
    }
    // All that follows a move belongs to it, so that variations come after the end of the game,
    // the last one first.
    for judged in analysis.moves.iter().rev() {
        for variation in variations(analysis, judged) {
            text.push_str(")\n(");
            write_line(&mut text, judged.color, &variation);
            text.push(')');
        }
    }
    text + ")\n"
}

/// A line that the game could have gone instead of a move.
struct Variation<'a> {
    name: &'static str,
    line: &'a Line,
}

/// What is shown instead of a move: the refutation of the one before it, and what was better.
fn variations<'a>(analysis: &'a Analysis, judged: &'a JudgedMove) -> Vec<Variation<'a>> {
    let before = judged.number.checked_sub(2).and_then(|n| analysis.moves.get(n));
    let refutation = before.filter(|before| before.kind.is_some());
    let refutation = refutation.and_then(|before| before.reply.as_ref());
    let better = judged.best.as_ref().filter(|_| judged.kind.is_some());
    let mut lines = Vec::new();
    for (name, line) in [("refutation", refutation), ("better", better)] {
        let Some(line) = line else { continue };
        let is_shown = |shown: &Variation| shown.line.moves.first() == line.moves.first();
        let is_game = line.moves.first() == Some(&judged.coord);
        if !line.moves.is_empty() && !is_game && !lines.iter().any(is_shown) {
            lines.push(Variation { name, line });
        }
    }
    lines
}

fn stone(text: &mut String, color: Color, c: Coord) {
    let letter = if color == Color::Black { 'B' } else { 'W' };
    let _ = write!(text, ";{letter}[{}]", point(c));
}

fn write_move(text: &mut String, analysis: &Analysis, judged: &JudgedMove) {
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
        for reason in reasons(analysis, judged) {
            let _ = write!(comment, "\n{reason}");
        }
        if let Some(reply) = &judged.reply {
            let _ = write!(comment, "\nRefutation: {}", line(reply));
        }
    }
    if let Some(best) = judged.best.as_ref().filter(|_| !judged.is_opening) {
        let _ = write!(comment, "\nBest: {}", first_move_with_depth(best, judged.depth));
    }
    if let Some(other) = judged.other.as_ref().filter(|_| !judged.is_opening) {
        let _ = write!(comment, ", other: {}", first_move(other));
    }
    let _ = write!(text, "C[{}]", escaped(&comment));
}

fn write_line(text: &mut String, color: Color, variation: &Variation) {
    let Variation { name, line: shown } = variation;
    let mut side = color;
    for (i, &c) in shown.moves.iter().enumerate() {
        stone(text, side, c);
        if i == 0 {
            let comment = format!("{name}: {}: {}", first_move(shown), line(shown));
            let _ = write!(text, "C[{}]", escaped(&comment));
        }
        side = !side;
    }
}
