//! Black's winning chance over the moves, drawn.

use std::fmt::Write as _;

use super::judgement::{Analysis, JudgedMove, Kind};
use super::words::percent;
use dolmen_records::svg::Escaped;

/// Size of the picture, in its own units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 220.0;
/// Room at the left, right, above and below the curve.
const LEFT: f64 = 44.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 26.0;

/// The picture, to stand inline in a page that has its style.
pub fn graph(analysis: &Analysis) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = draw(analysis, &mut text);
    text
}

fn x(analysis: &Analysis, number: usize) -> f64 {
    let span = WIDTH - LEFT - RIGHT;
    LEFT + span * number as f64 / analysis.moves.len().max(1) as f64
}

fn y(chance: f64) -> f64 {
    TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance)
}

fn draw(analysis: &Analysis, text: &mut String) -> std::fmt::Result {
    let points = std::iter::once((0, analysis.start));
    let points: Vec<(usize, f64)> =
        points.chain(analysis.moves.iter().map(|m| (m.number, m.black))).collect();
    write!(
        text,
        "<svg class=\"graph\" id=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-labelledby=\"graph-title\" aria-describedby=\"graph-desc\" \
         data-left=\"{LEFT}\" data-span=\"{}\"><title id=\"graph-title\">Winning chance of black \
         after each move</title><desc id=\"graph-desc\">",
        WIDTH - LEFT - RIGHT
    )?;
    describe(analysis, text)?;
    text.push_str("</desc>");
    for (chance, name) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
        let y = y(chance);
        write!(
            text,
            "<path class=\"rule\" d=\"M{LEFT} {y:.1}H{}\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{name}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0
        )?;
    }
    let step = [1, 2, 5, 10, 20, 50].into_iter().find(|step| points.len() / step <= 14);
    for number in (0..points.len()).step_by(step.unwrap_or(100)) {
        let (x, y) = (x(analysis, number), HEIGHT - 8.0);
        write!(text, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{number}</text>")?;
    }
    let mut curve = String::new();
    for (i, &(number, chance)) in points.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        write!(curve, "{letter}{:.1} {:.1}", x(analysis, number), y(chance))?;
    }
    let bottom = y(0.0);
    write!(text, "<path class=\"area\" d=\"{curve}V{bottom:.1}H{LEFT}Z\"/>")?;
    write!(text, "<path class=\"curve\" d=\"{curve}\"/>")?;
    analysis.moments().try_for_each(|judged| sign(analysis, text, judged))?;
    write!(text, "<path class=\"cursor\" id=\"cursor\" d=\"M0 {TOP}V{bottom:.1}\"/></svg>")
}

/// A move with a name: its form tells how grave it is, for those who see no colours.
fn sign(analysis: &Analysis, text: &mut String, judged: &JudgedMove) -> std::fmt::Result {
    let (x, y) = (x(analysis, judged.number), y(judged.black));
    let class = class(judged.kind);
    match judged.kind {
        Some(Kind::Foul | Kind::MissedWin | Kind::LosingMove) => write!(
            text,
            "<path class=\"sign {class}\" d=\"M{:.1} {:.1}l6 -6 6 6 -6 6z\"/>",
            x - 6.0,
            y
        ),
        Some(Kind::Blunder | Kind::Mistake) => write!(
            text,
            "<rect class=\"sign {class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\"/>",
            x - 4.0,
            y - 4.0
        ),
        _ => write!(text, "<circle class=\"sign {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
    }
}

/// The class of a kind in the page's style: three degrees.
pub const fn class(kind: Option<Kind>) -> &'static str {
    match kind {
        None => "fine",
        Some(Kind::Foul | Kind::MissedWin | Kind::LosingMove) => "grave",
        Some(Kind::Blunder | Kind::Mistake) => "bad",
        Some(Kind::Inaccuracy) => "slight",
    }
}

fn describe(analysis: &Analysis, text: &mut String) -> std::fmt::Result {
    write!(text, "At the start {}.", percent(analysis.start))?;
    for judged in analysis.moments() {
        let (name, kind) = (judged.coord.to_string(), judged.kind.map_or("", Kind::name));
        let chance = percent(judged.black);
        write!(text, " Move {}, {}: {kind}, {chance}.", judged.number, Escaped(&name))?;
    }
    if let Some(last) = analysis.moves.last() {
        write!(text, " At the end {}.", percent(last.black))?;
    }
    text.push_str(" The table of moves has all numbers.");
    Ok(())
}
