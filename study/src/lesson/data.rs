//! A lesson as data, for the web page.

use serde_json::{Value, json};

use super::{Answers, CANDIDATES, Lesson, shapes_on};
use crate::phrase::{Phrase, Sentence};
use crate::query::answer::Line;
use crate::shape;
use crate::story;
use crate::strip::Strips;
use crate::why::tell_fouls;
use crate::words::{LineShape, name_list as names, tell_move};
use dolmen::board::{Board, Outcome, Pattern};
use dolmen::engine::Proof;
use dolmen::search::threats::{self, Situation};
use dolmen::tools::referee::{kinds, outcome_name};
use dolmen::types::{Color, Coord, Direction, Rule};

impl Lesson<'_> {
    /// All of it; `types.ts` describes the fields.
    pub fn json(&self) -> Value {
        let board = self.board;
        let us = board.side_to_move();
        let outcome = self.outcome;
        let (situation, answers) = self.situation();
        let losing = self.answers.as_ref().map(|answers| names(&answers.losing));
        let groups = [us, !us].into_iter().flat_map(|color| {
            shapes_on(board, color).into_iter().map(move |shape| group(&shape, color))
        });
        let mut told = json!({
            "outcome": outcome_name(outcome),
            "to_move": us.name(),
            "sentences": self.sentences().iter().map(Sentence::json).collect::<Vec<_>>(),
            "groups": groups.collect::<Vec<_>>(),
            "threats": if outcome == Outcome::Open { threats_of(board) } else { json!([]) },
            "forbidden": forbidden(board),
            "situation": situation,
            "answers": answers,
            "losing": losing.unwrap_or_default(),
            "candidates": self.candidates_json(),
            "svg": Strips { strips: &[self.draw()], row_one_on_top: false }.to_string(),
        });
        if let Some(win) = &self.win {
            told["win"] = proof(board, win);
        }
        if let Some(threat) = &self.threat {
            let mut passed = board.clone();
            passed.set_side_to_move(!us);
            told["threat"] = proof(&passed, threat);
        }
        if let Some(report) = &self.report {
            told["best"] = json!(Line::new(report));
            let does = tell_move(board, report.best);
            told["best"]["text"] = does.to_string().into();
            told["best"]["phrase"] = does.json();
        }
        told
    }

    fn situation(&self) -> (&'static str, Vec<String>) {
        if self.outcome != Outcome::Open {
            return ("over", Vec::new());
        }
        match threats::situation(&mut self.board.clone()) {
            Situation::Won { by, .. } => ("wins", names(&[by])),
            Situation::Lost => ("lost", Vec::new()),
            Situation::Forced(answers) => ("forced", names(&answers)),
            Situation::Threatened(_) => {
                let none = Answers::default();
                ("threatened", names(&self.answers.as_ref().unwrap_or(&none).holding))
            }
            Situation::Free => ("free", Vec::new()),
        }
    }

    fn candidates_json(&self) -> Value {
        if self.outcome != Outcome::Open {
            return json!([]);
        }
        let tell = |c: Coord| {
            let does = tell_move(self.board, c);
            json!({"move": c.to_string(), "text": does.to_string(), "phrase": does.json()})
        };
        self.candidates().into_iter().take(CANDIDATES).map(tell).collect()
    }
}

fn proof(board: &Board, proof: &Proof) -> Value {
    json!({"plies": proof.plies(), "steps": story::json(&story::tell(board, proof))})
}

fn group(shape: &LineShape, color: Color) -> Value {
    let name = match shape.pattern {
        Pattern::Five => "five",
        Pattern::OpenFour => "open four",
        Pattern::DoubleFour => "double four",
        Pattern::Four => "four",
        Pattern::OpenThree | Pattern::OpenThreeFree => "open three",
        Pattern::Overline => "overline",
        _ => "three",
    };
    let direction = match shape.direction {
        Direction::Row => "row",
        Direction::Column => "column",
        Direction::Diagonal => "rising",
        Direction::AntiDiagonal => "falling",
    };
    json!({
        "color": color.name(),
        "name": shape.name().map_or(name.into(), |phrase: Phrase| phrase.to_string()),
        "shape": name,
        "broken": shape.is_broken(),
        "direction": direction,
        "stones": names(&shape.stones),
        "next": names(&shape.next),
    })
}

fn threats_of(board: &Board) -> Value {
    let us = board.side_to_move();
    let of = |color: Color| {
        shape::threats(board, color).into_iter().map(move |(shape, points)| {
            json!({"color": color.name(), "shape": shape.name(), "points": names(&points)})
        })
    };
    of(us).chain(of(!us)).collect()
}

/// Points that are forbidden, or look so.
fn forbidden(board: &Board) -> Value {
    if board.rule() != Rule::Renju {
        return json!([]);
    }
    let told = board.empty_cells().iter().filter_map(|c| {
        let why: Vec<Value> = tell_fouls(board, c)?.iter().map(Sentence::json).collect();
        Some(json!({"point": c.to_string(), "kind": kinds(board.fouls(c)), "why": why}))
    });
    told.collect()
}
