//! A forced win told move by move.

use super::strip::{Panel, Strip};
use super::svg::{Mark, MarkKind};
use super::words::{QUIET, one_of, tell_move};
use crate::board::{Board, Move};
use crate::engine::Proof;
use crate::protocol::notation::Named;
use crate::types::{Color, Coord};

/// One move of a line, in words.
pub struct Step {
    /// The move.
    pub coord: Coord,
    /// Whose it is.
    pub color: Color,
    /// What it does.
    pub text: String,
}

/// The line against the longest defence, told.
pub fn tell(board: &Board, proof: &Proof) -> Vec<Step> {
    let mut board = board.clone();
    let attacker = board.side_to_move();
    let mut steps = Vec::new();
    for (number, answer) in proof.longest(&board) {
        let attack = proof.attack(number);
        let mut text = tell_move(&board, attack.play);
        if let Some(next) = attack.otherwise.map(|next| proof.attack(next)) {
            let next_moves = [next.play];
            if text == QUIET {
                text = format!("is quiet, and threatens {}", one_of(&next_moves));
            }
            let answers: Vec<Coord> = attack.answers.iter().map(|&(answer, _)| answer).collect();
            if answers.len() > 1 && answers.len() <= TOLD {
                text = format!("{text}; other answers than {} are too late", one_of(&answers));
            } else if answers.len() > TOLD {
                text = format!("{text}; {} answers ask for more than that", answers.len());
            }
        }
        steps.push(Step { coord: attack.play, color: attacker, text });
        board.play(attack.play);
        let Some(answer) = answer else { break };
        let is_named = attack.answers.iter().any(|&(named, _)| named == answer);
        let text = match tell_move(&board, answer) {
            _ if !is_named => "or anywhere else: nothing helps any more".to_string(),
            text if text == QUIET => "holds out longest".to_string(),
            text => text,
        };
        steps.push(Step { coord: answer, color: !attacker, text });
        board.play(answer);
    }
    steps
}

/// Answers that are named one by one.
const TOLD: usize = 6;

/// The steps as lines of text, with the numbers of the attacker's moves.
pub fn write(steps: &[Step]) -> Vec<String> {
    let line = |(n, step): (usize, &Step)| {
        let number = if n % 2 == 0 { format!("{:2}.", n / 2 + 1) } else { "   ".to_string() };
        let (side, point) = (step.color.name(), Named(step.coord).to_string());
        format!("  {number} {side} {point:4} {}", step.text)
    };
    steps.iter().enumerate().map(line).collect()
}

/// The steps as pictures: the position, and the board after each move.
pub fn draw(title: String, board: &Board, steps: &[Step]) -> Strip {
    let mut stones: Vec<Move> = board.history().collect();
    let start = format!("{} to move", board.side_to_move().name());
    let first = steps.first().map(|step| Mark {
        coord: step.coord,
        kind: MarkKind::Best,
        label: "1".to_string(),
    });
    let marks = first.into_iter().collect();
    let mut panels = vec![Panel { stones: stones.clone(), marks, caption: start }];
    for (n, step) in (1..).zip(steps) {
        stones.push(Move { coord: step.coord, color: step.color });
        let caption = format!("{n}. {} {} {}", step.color.name(), Named(step.coord), step.text);
        panels.push(Panel { stones: stones.clone(), marks: Vec::new(), caption });
    }
    Strip { title, size: board.size(), panels }
}
