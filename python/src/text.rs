//! Rules, sizes and points as Python code gives them.

use dolmen::board::{Board, Outcome};
use dolmen::types::{Coord, MAX_SIZE, MIN_SIZE, Rule, Size, parse_moves};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::errors::{GameOverError, IllegalMoveError};

/// Points of the largest board: an iterator may give more, without end.
const MOST_POINTS: usize = (MAX_SIZE as usize).pow(2);

/// A rule by its name or its code.
pub fn rule(text: &str) -> PyResult<Rule> {
    text.parse().map_err(|error: dolmen::types::TextError| PyValueError::new_err(error.to_string()))
}

/// A rule as an argument: a text or a number.
pub fn rule_argument(argument: &Bound<'_, PyAny>) -> PyResult<Rule> {
    rule(&argument.str()?.to_cow()?)
}

/// The size of a board; 15 by default.
pub fn size_argument(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Size> {
    size(argument.map(|n| whole("size", n)).transpose()?.flatten().unwrap_or(15))
}

/// The size of a board.
fn size(number: i64) -> PyResult<Size> {
    let size = u8::try_from(number).ok().and_then(Size::new);
    let wrong = || format!("expected a board size from {MIN_SIZE} to {MAX_SIZE}, found {number}");
    size.ok_or_else(|| PyValueError::new_err(wrong()))
}

/// A whole number, or `None`.
pub fn whole(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    argument.extract().map_err(|_| wrong(name, "whole number of 64 bits", argument))
}

/// A number, or `None`.
pub fn number(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    argument.extract().map_err(|_| wrong(name, "number", argument))
}

/// For an argument of another kind, and for an integer that is too large.
fn wrong(name: &str, kind: &str, argument: &Bound<'_, PyAny>) -> PyErr {
    let text = format!("expected {name} as a {kind}, found {}", short_repr(argument));
    match argument.is_instance_of::<PyInt>() {
        true => PyValueError::new_err(text),
        false => PyTypeError::new_err(text),
    }
}

/// A point of some board.
pub fn point(argument: &Bound<'_, PyAny>) -> PyResult<Coord> {
    place(argument)?.ok_or_else(|| PyValueError::new_err(no_point(argument)))
}

/// `h8`, or `(7, 7)`: column and row from zero. `None` beyond the largest board.
pub fn place(argument: &Bound<'_, PyAny>) -> PyResult<Option<Coord>> {
    if let Ok(text) = argument.cast::<PyString>() {
        let text = text.to_cow()?;
        let is_place = text
            .strip_prefix(|letter: char| letter.is_ascii_alphabetic())
            .is_some_and(|row| !row.is_empty() && row.bytes().all(|digit| digit.is_ascii_digit()));
        let wrong = || PyValueError::new_err(no_point(argument));
        return is_place.then(|| text.parse().ok()).ok_or_else(wrong);
    }
    // Rows of an array are pairs as well. A third item is one too many.
    let items = argument.try_iter().map_err(|error| retold(argument, error, no_point))?;
    let items = items.take(3).collect::<PyResult<Vec<_>>>()?;
    let [x, y] = &items[..] else {
        return Err(PyTypeError::new_err(no_point(argument)));
    };
    let line = |item: &Bound<'_, PyAny>| match item.extract::<u8>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(item.py()) => Ok(None),
        found => found.map(Some).map_err(|error| retold(argument, error, no_point)),
    };
    Ok(line(x)?.zip(line(y)?).and_then(|(x, y)| Coord::new(x, y)))
}

/// A `TypeError`, by which Python says that an argument is of another kind, in our words; other errors,
/// which are those of a caller's code, and interrupts as they are.
fn retold(
    argument: &Bound<'_, PyAny>,
    error: PyErr,
    words: impl Fn(&Bound<'_, PyAny>) -> String,
) -> PyErr {
    match error.is_instance_of::<PyTypeError>(argument.py()) {
        true => PyTypeError::new_err(words(argument)),
        false => error,
    }
}

fn no_point(argument: &Bound<'_, PyAny>) -> String {
    format!("expected a point like 'h8' or (7, 7), found {}", short_repr(argument))
}

/// `h8i9` or `h8 i9`, or several points.
pub fn points(argument: &Bound<'_, PyAny>) -> PyResult<Vec<Coord>> {
    if let Ok(text) = argument.cast::<PyString>() {
        let points = parse_moves(&text.to_cow()?);
        return points.map_err(|error| PyValueError::new_err(error.to_string()));
    }
    let items = argument.try_iter().map_err(|error| retold(argument, error, no_points))?;
    let mut points = Vec::new();
    for item in items {
        if points.len() == MOST_POINTS {
            return Err(PyValueError::new_err(format!("expected {MOST_POINTS} points at most")));
        }
        points.push(point(&item?)?);
    }
    Ok(points)
}

fn no_points(argument: &Bound<'_, PyAny>) -> String {
    let found = short_repr(argument);
    format!("expected points like 'h8i9' or ['h8', (8, 8)], found {found}")
}

/// As much of a value as a message should repeat.
pub fn short_repr(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map(|repr| repr.to_string());
    text.unwrap_or_else(|_| "something else".into()).chars().take(40).collect()
}

/// The names of points.
pub fn names(coords: impl IntoIterator<Item = Coord>) -> Vec<String> {
    coords.into_iter().map(|c| c.to_string()).collect()
}

/// Places a stone of the side to move. A game goes on after a foul that nobody has noticed.
pub fn play(board: &mut Board, c: Coord) -> PyResult<()> {
    if let Outcome::Win(_) = board.outcome() {
        return Err(GameOverError::new_err(told(board.outcome())));
    }
    board.try_play(c).map_err(|error| match board.size().contains(c) {
        true => IllegalMoveError::new_err(format!("{c} cannot be played: {error}")),
        false => off_board(board, &c.to_string()),
    })
}

/// For a move on a point that the board does not have.
pub fn off_board(board: &Board, point: &str) -> PyErr {
    let size = board.size().get();
    let last = char::from(b'a' + size - 1);
    IllegalMoveError::new_err(format!("{point} cannot be played: the board has a1 to {last}{size}"))
}

/// Why nothing can be played or searched.
pub fn told(outcome: Outcome) -> String {
    match outcome {
        Outcome::Open => "the game is open".into(),
        Outcome::Draw => "the game is over: a draw".into(),
        Outcome::Win(color) => format!("the game is over: {color} has won"),
        Outcome::Foul(_) => {
            "the game is over: white has won, because black's last move was forbidden".into()
        }
    }
}
