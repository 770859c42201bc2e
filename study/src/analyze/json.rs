//! The report as JSON lines: one object for the game, one for each move, one for the end.

use serde_json::{Value, json};

use super::judgement::{Analysis, JudgedMove, Kind};
use super::study::Line;
use super::words::{opening, points, reasons};
use dolmen::types::{Color, Score};
use dolmen_records::GameResult;

/// Version of the form; it grows when a name changes its meaning or goes.
const VERSION: u32 = 1;

/// The lines, each with its end.
pub fn report(analysis: &Analysis) -> String {
    let moves = analysis.moves.iter().map(|judged| one_move(analysis, judged));
    let lines = std::iter::once(head(analysis)).chain(moves).chain([end(analysis)]);
    lines.map(|value| format!("{value}\n")).collect()
}

fn head(analysis: &Analysis) -> Value {
    let game = &analysis.checked.game;
    let winner = match analysis.result() {
        Some(GameResult::Won(color)) => json!(color.name()),
        Some(GameResult::Drawn) => json!("nobody"),
        None => Value::Null,
    };
    json!({
        "dolmen_analysis": VERSION,
        "program": concat!("dolmen ", env!("CARGO_PKG_VERSION")),
        "name": analysis.name,
        "rule": analysis.checked.rule.name(),
        "size": game.size.get(),
        "black": game.black,
        "white": game.white,
        "opening": opening(analysis).map(|opening| opening.code),
        "winner": winner,
        "moves": game.moves.len(),
        "effort": analysis.effort,
        "black_chance": rounded(analysis.start),
    })
}

fn one_move(analysis: &Analysis, judged: &JudgedMove) -> Value {
    let tell = || reasons(analysis, judged).iter().map(ToString::to_string).collect::<Vec<_>>();
    let why = judged.kind.map(|_| tell());
    let refutation = judged.reply.as_ref().filter(|_| judged.kind.is_some());
    json!({
        "number": judged.number,
        "color": judged.color.name(),
        "move": judged.coord.to_string(),
        "opening": judged.is_opening,
        "black_chance": rounded(judged.black),
        "before": rounded(judged.before),
        "after": rounded(judged.after),
        "loss": rounded(judged.loss()),
        "score": score(judged.score),
        "name": judged.kind.map(Kind::name),
        "depth": judged.depth,
        "best": judged.best.as_ref().map(line),
        "other": judged.other.as_ref().map(line),
        "why": why,
        "refutation": refutation.map(line),
    })
}

fn end(analysis: &Analysis) -> Value {
    let side = |color| {
        let counts = Kind::ALL.map(|kind| (kind.name().to_string(), analysis.count(color, kind)));
        let mut object: serde_json::Map<String, Value> =
            counts.into_iter().map(|(name, count)| (name, json!(count))).collect();
        object.insert("average_loss".into(), json!(analysis.average_loss(color).map(rounded)));
        object
    };
    json!({
        "black": side(Color::Black),
        "white": side(Color::White),
        "next": analysis.last.best.as_ref().map(line),
        "winning_line": points(&analysis.five()),
    })
}

fn line(line: &Line) -> Value {
    json!({
        "score": score(line.score),
        "chance": rounded(line.score.win_rate()),
        "line": points(&line.moves),
        "played_out": line.is_checked,
    })
}

/// `34`, or the plies to a proven five, `+M5` and `-M4`.
fn score(score: Score) -> Value {
    match score.is_decisive() {
        true => json!(score.to_string()),
        false => json!(score.value()),
    }
}

fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}
