//! A solved problem as text, as JSON and as a picture.

use std::fmt::{self, Write};

use serde_json::{Value, json};

use super::Problem;
use super::solution::{SolveEffort, Win};
use crate::story;
use crate::strip::{Panel, Strip};
use crate::words::names;
use dolmen::board::{Board, Outcome};
use dolmen::engine::Proof;
use dolmen::types::Coord;
use dolmen_records::Diagram;

/// Version of the JSON: another one is written if a field changes its meaning or goes.
const VERSION: u32 = 1;

/// Everything about one problem, for people; the board with row 1 at the top if `row_one_on_top`.
pub fn text(problem: &Problem, row_one_on_top: bool, wins: &[Win], effort: &SolveEffort) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(&mut text, problem, row_one_on_top, wins, effort);
    text
}

fn write_text(
    text: &mut String,
    problem: &Problem,
    row_one_on_top: bool,
    wins: &[Win],
    effort: &SolveEffort,
) -> fmt::Result {
    let board = problem.request.board();
    writeln!(text, "{}", title(problem, &board, wins))?;
    write!(text, "{}", Diagram::with_remark(&board, row_one_on_top))?;
    let proven = wins.first().and_then(|win| win.proof.as_ref());
    if let Some(proof) = proven {
        for line in story::write(&story::tell(&board, proof)) {
            writeln!(text, "{line}")?;
        }
    }
    match wins {
        [] => {}
        [only] => writeln!(
            text,
            "only {} wins: no other move does as far as {} positions for each tell",
            only.first, effort.other
        )?,
        [_, others @ ..] => {
            let list: Vec<String> = others.iter().map(name_win).collect();
            writeln!(text, "other first moves that win: {}", list.join(", "))?;
        }
    }
    if let Some(proof) = proven {
        writeln!(
            text,
            "proof, {} attacks; what is not named loses to `else`:",
            proof.attacks().len()
        )?;
        let mut is_told = vec![false; proof.attacks().len()];
        write!(text, "  ")?;
        write_attack(text, proof, proof.root(), 1, &mut is_told)?;
    }
    writeln!(text)
}

fn name_win(win: &Win) -> String {
    let doubt = if win.proof.is_some() { "" } else { ", no proof found" };
    format!("{} (in {}{doubt})", win.first, win.plies)
}

fn title(problem: &Problem, board: &Board, wins: &[Win]) -> String {
    let (rule, size) = (board.rule().name(), board.size().get());
    let us = board.side_to_move().name();
    let result = match wins.first() {
        None => "no win found".to_string(),
        Some(Win { plies, proof: Some(_), .. }) => format!("wins in {plies} plies"),
        Some(Win { plies, first, .. }) => {
            format!("seems to win in {plies} plies by {}, no proof found", *first)
        }
    };
    format!("{} ({}, {rule} {size}): {us} {result}", problem.id, problem.class)
}

/// The tree below an attack; attacks that were printed before are only named.
fn write_attack(
    text: &mut String,
    proof: &Proof,
    number: usize,
    depth: usize,
    is_told: &mut [bool],
) -> fmt::Result {
    let attack = proof.attack(number);
    let play = attack.play;
    let Some(otherwise) = attack.otherwise else { return writeln!(text, "{play} five") };
    if std::mem::replace(&mut is_told[number], true) {
        return writeln!(text, "{play} as in #{number}");
    }
    writeln!(text, "{play} #{number}")?;
    let indent = "  ".repeat(depth + 1);
    for &(answer, next) in &attack.answers {
        write!(text, "{indent}{}: ", answer)?;
        write_attack(text, proof, next, depth + 1, is_told)?;
    }
    write!(text, "{indent}else: ")?;
    write_attack(text, proof, otherwise, depth + 1, is_told)
}

/// Everything about one problem, for programs.
pub fn json(problem: &Problem, board: &Board, wins: &[Win]) -> Value {
    let best = wins.first();
    let proof = best.and_then(|win| win.proof.as_ref());
    let list =
        |points: &[Coord]| -> Vec<String> { points.iter().map(|&c| c.to_string()).collect() };
    let win = |win: &Win| {
        let is_proven = win.proof.is_some();
        json!({"move": win.first.to_string(), "win_in": win.plies, "proven": is_proven})
    };
    json!({
        "version": VERSION,
        "id": problem.id,
        "class": problem.class,
        "rule": board.rule().name(),
        "size": board.size().get(),
        "moves": names(&problem.request.moves).replace(' ', ""),
        "to_move": board.side_to_move().name(),
        "win_in": proof.map(Proof::plies),
        "unique": (!wins.is_empty()).then_some(wins.len() == 1),
        "wins": wins.iter().map(win).collect::<Vec<_>>(),
        "line": proof.map(|proof| list(&proof.line(board))),
        "proof": proof.map(proof_json),
    })
}

/// What a line gets that is no problem.
pub fn json_error(told: &str) -> Value {
    json!({"version": VERSION, "error": told})
}

/// Attacks by number, each with the numbers of those that follow it.
fn proof_json(proof: &Proof) -> Value {
    let attacks: Vec<Value> = proof
        .attacks()
        .iter()
        .map(|attack| {
            let answers: serde_json::Map<String, Value> = attack
                .answers
                .iter()
                .map(|&(answer, next)| (answer.to_string(), next.into()))
                .collect();
            let play = attack.play.to_string();
            json!({"move": play, "win_in": attack.plies, "answers": answers, "otherwise": attack.otherwise})
        })
        .collect();
    json!({"root": proof.root(), "attacks": attacks})
}

/// The line drawn move by move.
pub fn strip(problem: &Problem, board: &Board, wins: &[Win]) -> Strip {
    let title = title(problem, board, wins);
    match wins.first().and_then(|win| win.proof.as_ref()) {
        Some(proof) => story::draw(title, board, Outcome::Open, &story::tell(board, proof)),
        None => {
            let stones = board.history().collect();
            let caption = format!("{} to move", board.side_to_move().name());
            let panels = vec![Panel { stones, marks: Vec::new(), five: Vec::new(), caption }];
            Strip { title, size: board.size(), panels }
        }
    }
}
