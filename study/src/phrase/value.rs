//! The values of phrases.

use std::fmt;

use serde_json::{Value, json};

use super::Phrase;
use dolmen::types::{Color, Coord};

/// A value of a phrase. Displayed in English.
pub trait Worded: fmt::Display {
    /// As data.
    fn json(&self) -> Value;
}

/// Points of which one is meant: `f8, g8 or h8`; a list in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOf(pub Vec<Coord>);

/// Points one after another: `f8 g8 h8`; the same text in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub Vec<Coord>);

/// Phrases that all hold: `a four, a broken three and an open three`; a list in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct All(pub Vec<Phrase>);

/// A point in a column of points: filled up to four letters in English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Padded(pub Coord);

impl Worded for OneOf {
    fn json(&self) -> Value {
        json!(texts(&self.0))
    }
}

impl Worded for Row {
    fn json(&self) -> Value {
        self.to_string().into()
    }
}

impl Worded for All {
    fn json(&self) -> Value {
        self.0.iter().map(Phrase::json).collect()
    }
}

impl Worded for Padded {
    fn json(&self) -> Value {
        self.0.to_string().into()
    }
}

impl Worded for Box<Phrase> {
    fn json(&self) -> Value {
        Phrase::json(self)
    }
}

impl Worded for Coord {
    fn json(&self) -> Value {
        self.to_string().into()
    }
}

impl Worded for Color {
    fn json(&self) -> Value {
        self.name().into()
    }
}

impl Worded for String {
    fn json(&self) -> Value {
        self.trim().into()
    }
}

impl Worded for usize {
    fn json(&self) -> Value {
        (*self).into()
    }
}

impl Worded for u64 {
    fn json(&self) -> Value {
        (*self).into()
    }
}

impl fmt::Display for OneOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_empty() {
            true => f.write_str("nowhere"),
            false => f.write_str(&listed(&texts(&self.0), "or")),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&texts(&self.0).join(" "))
    }
}

impl fmt::Display for All {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(&texts(&self.0), "and"))
    }
}

impl fmt::Display for Padded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:4}", self.0.to_string())
    }
}

fn texts(values: &[impl fmt::Display]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// `a, b or c`.
fn listed(texts: &[String], word: &str) -> String {
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} {word} {last}", others.join(", ")),
    }
}
