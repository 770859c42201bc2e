//! What all reports say in the same words.

use super::judgement::{Analysis, JudgedMove, Kind};
use super::study::Line;
use crate::checked::{CheckedGame, result_name};
use crate::openings::names::RenjuOpening;
use crate::phrase::{Phrase, Sentence};
use crate::why::tell_fouls;
use crate::words::{self, tell_move};
use dolmen::board::Board;
use dolmen::types::{Coord, Rule, Score};

/// `h8 i9 h10`.
pub fn points(moves: &[Coord]) -> String {
    moves.iter().map(|&c| c.to_string()).collect::<Vec<String>>().join(" ")
}

/// A winning chance: `73 %`.
pub fn percent(chance: f64) -> String {
    format!("{} %", words::percent(chance))
}

/// `73 %`, or what [`ending`] says.
pub fn value(score: Score) -> String {
    ending(score).unwrap_or_else(|| percent(score.win_rate()))
}

/// `wins in 7` or `loses in 4`, in moves of the winner to the five, if that is proved.
pub fn ending(score: Score) -> Option<String> {
    Some(match score.distance()? {
        0 => "the game is over".into(),
        plies if score.is_win() => format!("wins in {}", plies.div_ceil(2)),
        plies => format!("loses in {}", plies.div_ceil(2)),
    })
}

/// `h10 (wins in 4)`.
pub fn first_move(line: &Line) -> String {
    let first = line.moves.first().map(|&c| c.to_string()).unwrap_or_default();
    format!("{first} ({})", value(line.score))
}

/// `h10 (wins in 4)`, with the depth of its search where nothing is proven: `h10 (73 %, depth 12)`.
pub fn first_move_with_depth(line: &Line, depth: u32) -> String {
    match line.score.is_decisive() {
        true => first_move(line),
        false => {
            let first = line.moves.first().map(|&c| c.to_string()).unwrap_or_default();
            format!("{first} ({}, depth {depth})", value(line.score))
        }
    }
}

/// The opening of a game of renju.
pub fn opening(analysis: &Analysis) -> Option<&'static RenjuOpening> {
    let CheckedGame { game, rule, .. } = &analysis.checked;
    RenjuOpening::of(&game.moves, game.size).filter(|_| *rule == Rule::Renju)
}

/// `freestyle 15x15, 23 moves, black wins`.
pub fn facts(analysis: &Analysis) -> String {
    let game = &analysis.checked.game;
    let (side, count) = (game.size.get(), game.moves.len());
    let moves = if count == 1 { "move" } else { "moves" };
    let result = result_name(analysis.result());
    let rule = analysis.checked.rule;
    let opening = opening(analysis).map_or(String::new(), |opening| format!(", opening {opening}"));
    format!("{} {side}x{side}{opening}, {count} {moves}, {result}", rule.name())
}

/// One sentence or two on a move with a name; empty for others.
pub fn remark(judged: &JudgedMove) -> String {
    let Some(kind) = judged.kind else { return String::new() };
    let (before, after) = (percent(judged.before), percent(judged.after));
    let depth = judged.depth;
    let best = judged.best.as_ref().filter(|best| !best.moves.is_empty());
    let better = best.map(|best| best.moves[0].to_string()).unwrap_or_default();
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
            format!("The opponent {then} now; {better} would have left {before} (depth {depth}).")
        }
        _ => format!("From {before} to {after} (depth {depth}); {better} was better."),
    }
}

/// Why a move with a name is bad, in the words of `explain`: what it allows and what it misses, a
/// sentence each where there is a threat to tell of, else one for both.
pub fn reasons(analysis: &Analysis, judged: &JudgedMove) -> Vec<Sentence> {
    let before = analysis.board(judged.number - 1);
    if judged.kind == Some(Kind::Foul) {
        return tell_fouls(&before, judged.coord).unwrap_or_default();
    }
    let after = analysis.board(judged.number);
    let better = judged.best.as_ref().filter(|_| !judged.is_best());
    let better = better.and_then(|line| Some((*line.moves.first()?, line)));
    let reply = judged.reply.as_ref().and_then(|line| Some((*line.moves.first()?, line)));
    // A threat that the move makes, `None` if it wins without one.
    let deed = |board: &Board, (point, line): (Coord, &Line)| match tell_move(board, point) {
        Phrase::Quiet => line.score.is_win().then_some((point, None)),
        does => Some((point, Some(Box::new(does)))),
    };
    let allows = reply.and_then(|reply| deed(&after, reply)).map(|(point, does)| match does {
        Some(does) => Phrase::Allows { point, does },
        None => Phrase::AllowsQuietWin { point },
    });
    let misses = better.and_then(|better| deed(&before, better)).map(|(point, does)| match does {
        Some(does) => Phrase::Misses { point, does },
        None => Phrase::MissesQuietWin { point },
    });
    let mut told: Vec<Phrase> = allows.into_iter().chain(misses).collect();
    if told.is_empty() {
        told.extend(match (reply, better) {
            (None, None) => None,
            (Some((point, _)), Some((missed, _))) if point == missed => {
                Some(Phrase::Leaves { point })
            }
            (Some((allowed, _)), Some((missed, _))) => {
                Some(Phrase::AllowsAndMisses { allowed, missed })
            }
            (Some((point, _)), None) => Some(Phrase::OnlyAllows { point }),
            (None, Some((point, _))) => Some(Phrase::OnlyMisses { point }),
        });
    }
    told.into_iter().map(|phrase| Sentence::new(0, phrase)).collect()
}

/// A line as text: `h10 i9 j8`, and whether it is proved to the end.
pub fn line(line: &Line) -> String {
    let note = match (line.is_checked, line.score.is_decisive()) {
        (true, _) => " (played out to the five)",
        (false, true) => " ...",
        _ => "",
    };
    format!("{}{note}", points(&line.moves))
}
