//! What all reports say in the same words.

use super::judgement::{Analysis, JudgedMove, Kind};
use super::study::Line;
use crate::protocol::notation::Named;
use crate::tools::game_files::result_name;
use crate::types::{Coord, Score};

/// `h8 i9 h10`.
pub fn points(moves: &[Coord]) -> String {
    moves.iter().map(|&c| Named(c).to_string()).collect::<Vec<String>>().join(" ")
}

/// A winning chance in whole percents; 0 and 100 only for what is proved.
pub fn percent(chance: f64) -> String {
    let whole = match chance {
        chance if chance <= 0.0 => 0.0,
        chance if chance >= 1.0 => 100.0,
        chance => (chance * 100.0).clamp(1.0, 99.0),
    };
    format!("{whole:.0} %")
}

/// `73 %`, or `wins in 7` and `loses in 4`: plies to the five.
pub fn value(score: Score) -> String {
    match score.distance() {
        Some(0) => "the game is over".into(),
        Some(plies) if score.is_win() => format!("wins in {}", plies.div_ceil(2)),
        Some(plies) => format!("loses in {}", plies.div_ceil(2)),
        None => percent(score.win_rate()),
    }
}

/// `h10 (wins in 4)`.
pub fn first_move(line: &Line) -> String {
    let first = line.moves.first().map(|&c| Named(c).to_string()).unwrap_or_default();
    format!("{first} ({})", value(line.score))
}

/// `freestyle 15x15, 23 moves, black wins`.
pub fn facts(analysis: &Analysis) -> String {
    let game = &analysis.checked.game;
    let (side, count) = (game.size.get(), game.moves.len());
    let moves = if count == 1 { "move" } else { "moves" };
    let result = result_name(analysis.result());
    format!("{} {side}x{side}, {count} {moves}, {result}", analysis.checked.rule.name())
}

/// One sentence or two on a move with a name; empty for others.
pub fn remark(judged: &JudgedMove) -> String {
    let Some(kind) = judged.kind else { return String::new() };
    let (before, after) = (percent(judged.before), percent(judged.after));
    let best = judged.best.as_ref().filter(|best| !best.moves.is_empty());
    let better = best.map(|best| Named(best.moves[0]).to_string()).unwrap_or_default();
    let win = best.filter(|best| best.score.is_win());
    let plies = win.and_then(|best| best.score.distance()).unwrap_or(0).div_ceil(2);
    let moves = if plies == 1 { "move" } else { "moves" };
    match kind {
        Kind::Foul => "Black may not play there; by the rule the game is lost.".into(),
        Kind::MissedWin => {
            let then = match judged.score.is_loss() {
                true => format!("; now the opponent {}", value(-judged.score)),
                false => format!("; now the winning chance is {after}"),
            };
            format!("{better} wins in {plies} {moves}{then}.")
        }
        Kind::LosingMove => {
            let then = value(-judged.score);
            format!("The opponent {then} now; {better} would have left {before}.")
        }
        _ => format!("From {before} to {after}; {better} was better."),
    }
}

/// How a line is told: `h10 i9 j8`, and whether it is proved to the end.
pub fn line(line: &Line) -> String {
    let note = match (line.is_checked, line.score.is_decisive()) {
        (true, _) => " (played out to the five)",
        (false, true) => " ...",
        _ => "",
    };
    format!("{}{note}", points(&line.moves))
}
