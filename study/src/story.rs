//! A forced win, explained move by move.

use serde_json::{Value, json};

use super::strip::{Panel, Strip};
use super::words::{QUIET, one_of, tell_move};
use dolmen::board::{Board, Outcome};
use dolmen::engine::Proof;
use dolmen::types::{Color, Coord};
use dolmen_records::svg::{BoardMark, MarkKind};

/// One move of a line, in words.
pub struct Step {
    /// The move.
    pub coord: Coord,
    /// Whose it is.
    pub color: Color,
    /// What it does.
    pub text: String,
}

/// The line against the longest defence, in words.
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
        let (side, point) = (step.color.name(), step.coord.to_string());
        format!("  {number} {side} {point:4} {}", step.text)
    };
    steps.iter().enumerate().map(line).collect()
}

/// The steps as JSON.
pub fn json(steps: &[Step]) -> Value {
    let step = |step: &Step| json!({"move": step.coord.to_string(), "color": step.color.name(), "text": step.text});
    steps.iter().map(step).collect()
}

/// The steps as pictures: the position, and the board after each move. Points that are forbidden
/// to black are crossed out, the line that wins is ringed.
pub fn draw(title: String, board: &Board, steps: &[Step]) -> Strip {
    let start = match board.outcome() {
        Outcome::Open => format!("{} to move", board.side_to_move().name()),
        _ => "the end".to_string(),
    };
    let mut first = panel(board, start);
    first.marks.extend(steps.first().map(|step| BoardMark {
        coord: step.coord,
        kind: MarkKind::Best,
        label: "1".to_string(),
    }));
    let mut panels = vec![first];
    let mut board = board.clone();
    for (n, step) in (1..).zip(steps) {
        board.play(step.coord);
        let caption = format!("{n}. {} {} {}", step.color.name(), step.coord, step.text);
        panels.push(panel(&board, caption));
    }
    Strip { title, size: board.size(), panels }
}

fn panel(board: &Board, caption: String) -> Panel {
    let forbidden = match board.outcome() {
        Outcome::Open => forbidden(board),
        // The last stone among them.
        Outcome::Foul(_) => forbidden(&before_last(board)),
        Outcome::Win(_) | Outcome::Draw => Vec::new(),
    };
    let cross = |coord| BoardMark { coord, kind: MarkKind::Forbidden, label: String::new() };
    Panel {
        stones: board.history().collect(),
        marks: forbidden.into_iter().map(cross).collect(),
        five: board.winning_line(),
        caption,
    }
}

/// Where black may not play, whoever is to move.
fn forbidden(board: &Board) -> Vec<Coord> {
    if !board.rule().restricts(Color::Black) {
        return Vec::new();
    }
    board.empty_cells().iter().filter(|&c| board.fouls(c).any()).collect()
}

/// The position before the last move.
pub fn before_last(board: &Board) -> Board {
    let mut before = board.clone();
    if board.ply() > 0 {
        before.undo();
    }
    before
}
