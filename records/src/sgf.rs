//! Smart Game Format.
//!
//! Own code, because a tree of nodes that owns its children, as libraries build it, can be so
//! deep that dropping it overflows the stack.

mod read;
mod write;

pub use write::{write, write_tree};

pub(super) use read::{main_lines, trees};

use super::GameResult;
use super::tree::Shape;
use dolmen::types::{Color, Coord};

/// Properties about a whole game that are kept as they are.
const DETAILS: [&str; 20] = [
    "AN", "AP", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "ON", "OT", "PC", "RE", "RO", "RU", "SO",
    "ST", "TM", "US", "WR",
];
/// Those of them that say nothing of the game, or what other formats hold as well.
pub(super) const TECHNICAL: [&str; 5] = ["AP", "RE", "RO", "RU", "ST"];

const SHAPES: [(&str, Shape); 5] = [
    ("MA", Shape::Cross),
    ("CR", Shape::Circle),
    ("SQ", Shape::Square),
    ("TR", Shape::Triangle),
    ("SL", Shape::Selected),
];

fn result(value: &str) -> Option<GameResult> {
    match value.as_bytes() {
        [b'B', b'+', ..] => Some(GameResult::Won(Color::Black)),
        [b'W', b'+', ..] => Some(GameResult::Won(Color::White)),
        [b'0'] | [b'D' | b'd', ..] => Some(GameResult::Drawn),
        _ => None,
    }
}

/// What is written for a result of which no more is known.
const fn result_code(result: GameResult) -> &'static str {
    match result {
        GameResult::Won(Color::Black) => "B+1",
        GameResult::Won(Color::White) => "W+1",
        GameResult::Drawn => "0",
    }
}

/// A point as SGF writes it: `hh`.
fn point(c: Coord) -> String {
    [c.x(), c.y()].map(|n| char::from(b'a' + n)).iter().collect()
}
