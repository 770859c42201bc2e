//! Smart Game Format.
//!
//! Own code, because a tree of nodes that owns its children, as libraries build it, can be so
//! deep that dropping it overflows the stack.

mod head;
mod read;
mod setup;
mod write;

pub use write::{write, write_tree};

pub(super) use read::{main_lines, trees};

use super::error::short;
use super::tree::{Note, Shape};
use super::{Fault, GameResult};
use dolmen::types::{Color, Coord, Rule, parse_stones};

/// Properties about a whole game that are kept as they are.
pub const DETAILS: [&str; 20] = [
    "AN", "AP", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "ON", "OT", "PC", "RE", "RO", "RU", "SO",
    "ST", "TM", "US", "WR",
];
/// Those of them that say nothing of the game, or that have a name of their own among what is lost.
pub(super) const COUNTED: [&str; 5] = ["AP", "RE", "RO", "RU", "ST"];

const SHAPES: [(&str, Shape); 5] = [
    ("MA", Shape::Cross),
    ("CR", Shape::Circle),
    ("SQ", Shape::Square),
    ("TR", Shape::Triangle),
    ("SL", Shape::Selected),
];

/// Beginnings of names for renju and its opening rules, in lower case.
const RENJU: [&str; 9] = [
    "renju",
    "rif",
    "sakata",
    "soosorv",
    "soosyrv",
    "soosõrv",
    "taraguchi",
    "tarannikov",
    "yamaguchi",
];
/// Names for freestyle beside its own, in lower case.
const FREESTYLE: [&str; 3] = ["gomoku", "free style", "free-style"];

/// The rule that `RU` names.
pub(super) fn rule(value: &str) -> Option<Rule> {
    let lower = value.to_lowercase();
    let is_renju = || RENJU.iter().any(|name| lower.starts_with(name)).then_some(Rule::Renju);
    let is_free = || FREESTYLE.contains(&&lower[..]).then_some(Rule::Freestyle);
    value.parse().ok().or_else(is_renju).or_else(is_free)
}

fn result(value: &str) -> Option<GameResult> {
    let is_draw =
        ["0", "=", "draw", "B+draw", "W+draw"].iter().any(|draw| value.eq_ignore_ascii_case(draw));
    match value.as_bytes() {
        _ if is_draw => Some(GameResult::Drawn),
        [b'B' | b'b', b'+', ..] => Some(GameResult::Won(Color::Black)),
        [b'W' | b'w', b'+', ..] => Some(GameResult::Won(Color::White)),
        _ => None,
    }
}

/// Whether the words for a result say none that is known.
pub(super) fn is_no_result(value: &str) -> bool {
    result(value).is_none()
}

/// What is written for a result of which no more is known.
pub(super) const fn result_code(result: GameResult) -> &'static str {
    match result {
        GameResult::Won(Color::Black) => "B+1",
        GameResult::Won(Color::White) => "W+1",
        GameResult::Drawn => "0",
    }
}

/// No name of a character set is longer.
const LONGEST_CHARSET: usize = 40;

/// The names of character sets that `CA` gives. The file is not taken apart for that, as in some
/// sets a bracket may be half a letter.
pub(super) fn charsets(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let begins = bytes.windows(3).enumerate().filter(|(_, part)| part == b"CA[");
    begins.filter_map(|(at, _)| {
        let name = &bytes[at + 3..];
        name[..name.len().min(LONGEST_CHARSET)].split(|&byte| byte == b']').next()
    })
}

/// Old files spell names out, where only the capitals count. Other names are as they are written.
fn property_name(written: &[u8]) -> String {
    let is_old =
        written.iter().any(u8::is_ascii_uppercase) && written.iter().all(u8::is_ascii_alphabetic);
    let letters = written.iter().filter(|byte| !is_old || byte.is_ascii_uppercase());
    letters.take(32).map(|&byte| char::from(byte)).collect()
}

/// A point as SGF writes it: `hh`.
fn point(c: Coord) -> String {
    [c.x(), c.y()].map(|n| char::from(b'a' + n)).iter().collect()
}

/// `hh:text`.
fn label(value: &str) -> Option<Note> {
    let (c, text) = value.split_once(':')?;
    Some(Note::Label(coord(c.trim()).ok()?, text.to_string()))
}

/// A point, or two opposite corners of a rectangle of points: `hh`, `gg:ii`.
fn points(value: &str) -> Result<impl Iterator<Item = Coord> + use<>, Fault> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let (from, to) = (coord(from.trim())?, coord(to.trim())?);
    let rows = from.y().min(to.y())..=from.y().max(to.y());
    let columns = from.x().min(to.x())..=from.x().max(to.x());
    Ok(rows.flat_map(move |y| columns.clone().filter_map(move |x| Coord::new(x, y))))
}

/// `hh`, or `h8` as some programs write.
fn coord(value: &str) -> Result<Coord, Fault> {
    let letters = match value.as_bytes() {
        &[x @ b'a'..=b'z', y @ b'a'..=b'z'] => Coord::new(x - b'a', y - b'a'),
        _ => None,
    };
    let named = || match parse_stones(value).ok()?[..] {
        [c] => Some(c),
        _ => None,
    };
    letters.or_else(named).ok_or_else(|| Fault::Expected("a point", short(value)))
}
