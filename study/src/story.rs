//! A forced win, explained move by move.

use serde_json::{Value, json};

use super::strip::{Panel, Strip};
use super::words::tell_move;
use crate::phrase::{OneOf, Padded, Phrase, Sentence};
use crate::standing;
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
    pub does: Phrase,
}

/// The line against the longest defence, in words.
pub fn tell(board: &Board, proof: &Proof) -> Vec<Step> {
    let mut board = board.clone();
    let attacker = board.side_to_move();
    let mut steps = Vec::new();
    for (number, answer) in proof.longest(&board) {
        let attack = proof.attack(number);
        let mut does = tell_move(&board, attack.play);
        if let Some(next) = attack.otherwise.map(|next| proof.attack(next)) {
            if does == Phrase::Quiet {
                does = Phrase::QuietThreat { point: next.play };
            }
            let answers: Vec<Coord> = attack.answers.iter().map(|&(answer, _)| answer).collect();
            does = match answers.len() {
                0 | 1 => does,
                2..=TOLD => does.then(Phrase::TooLate { points: OneOf(answers) }),
                count => does.then(Phrase::AskForMore { count }),
            };
        }
        steps.push(Step { coord: attack.play, color: attacker, does });
        board.play(attack.play);
        let Some(answer) = answer else { break };
        let is_named = attack.answers.iter().any(|&(named, _)| named == answer);
        let does = match tell_move(&board, answer) {
            _ if !is_named => Phrase::Anywhere,
            Phrase::Quiet => Phrase::HoldsLongest,
            does => does,
        };
        steps.push(Step { coord: answer, color: !attacker, does });
        board.play(answer);
    }
    steps
}

/// Answers that are named one by one.
const TOLD: usize = 6;

/// The steps as sentences, with the numbers of the attacker's moves.
pub fn write(steps: &[Step]) -> Vec<Sentence> {
    let sentence = |(n, step): (usize, &Step)| {
        let number = if n % 2 == 0 { format!("{:2}.", n / 2 + 1) } else { "   ".to_string() };
        let (color, point, does) = (step.color, Padded(step.coord), Box::new(step.does.clone()));
        Sentence::new(1, Phrase::Step { number, color, point, does })
    };
    steps.iter().enumerate().map(sentence).collect()
}

/// The steps as JSON.
pub fn json(steps: &[Step]) -> Value {
    let step = |step: &Step| {
        json!({
            "move": step.coord.to_string(),
            "color": step.color.name(),
            "text": step.does.to_string(),
            "phrase": step.does.json(),
        })
    };
    steps.iter().map(step).collect()
}

/// The steps as pictures: the position, and the board after each move. Points that are forbidden
/// to black are crossed out, the line that wins is ringed.
pub fn draw(title: String, board: &Board, outcome: Outcome, steps: &[Step]) -> Strip {
    let start = match outcome {
        Outcome::Open => format!("{} to move", board.side_to_move().name()),
        _ => "the end".to_string(),
    };
    let mut first = panel(board, outcome, start);
    first.marks.extend(steps.first().map(|step| BoardMark {
        coord: step.coord,
        kind: MarkKind::Best,
        label: "1".to_string(),
    }));
    let mut panels = vec![first];
    let mut board = board.clone();
    for (n, step) in (1..).zip(steps) {
        board.play(step.coord);
        let caption = format!("{n}. {} {} {}", step.color.name(), step.coord, step.does);
        panels.push(panel(&board, standing::outcome(&board), caption));
    }
    Strip { title, size: board.size(), panels }
}

fn panel(board: &Board, outcome: Outcome, caption: String) -> Panel {
    let forbidden = match outcome {
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
