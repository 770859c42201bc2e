//! Rules, sizes and points as Python code gives them.

use std::fmt;

use dolmen::board::{Board, Outcome};
use dolmen::types::{Coord, MAX_SIZE, MIN_SIZE, Rule, Size, parse_moves};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFrozenSet, PyInt, PySet, PyString};

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

/// A seed: all 64 bits, with a sign or without.
pub fn seed(argument: &Bound<'_, PyAny>) -> PyResult<u64> {
    argument.extract().or_else(|_| {
        let signed = whole("seed", argument)?.map(i64::cast_unsigned);
        signed.ok_or_else(|| wrong("seed", "whole number of 64 bits", argument))
    })
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

/// What is said of an argument that is none of what was expected.
type Words<'a> = &'a dyn Fn(&Bound<'_, PyAny>) -> String;

/// `h8`, or `(7, 7)`: column and row from zero. `None` beyond the largest board.
pub fn place(argument: &Bound<'_, PyAny>) -> PyResult<Option<Coord>> {
    place_or(argument, &no_point)
}

fn place_or(argument: &Bound<'_, PyAny>, words: Words<'_>) -> PyResult<Option<Coord>> {
    if let Ok(text) = argument.cast::<PyString>() {
        let text = text.to_cow()?;
        let is_place = text
            .strip_prefix(|letter: char| letter.is_ascii_alphabetic())
            .is_some_and(|row| !row.is_empty() && row.bytes().all(|digit| digit.is_ascii_digit()));
        let wrong = || PyValueError::new_err(words(argument));
        return is_place.then(|| text.parse().ok()).ok_or_else(wrong);
    }
    if is_no_sequence(argument) {
        return Err(PyTypeError::new_err(words(argument)));
    }
    // Rows of an array are pairs as well. A third item is one too many.
    let items = argument.try_iter().map_err(|error| retold(argument, error, words))?;
    let items = items.take(3).collect::<PyResult<Vec<_>>>()?;
    let [x, y] = &items[..] else {
        return Err(PyTypeError::new_err(words(argument)));
    };
    let line = |item: &Bound<'_, PyAny>| match item.extract::<u8>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(item.py()) => Ok(None),
        found => found.map(Some).map_err(|error| retold(argument, error, words)),
    };
    Ok(line(x)?.zip(line(y)?).and_then(|(x, y)| Coord::new(x, y)))
}

/// A `TypeError`, by which Python says that an argument is of another kind, in our words; other errors,
/// which are those of a caller's code, and interrupts as they are.
fn retold(argument: &Bound<'_, PyAny>, error: PyErr, words: Words<'_>) -> PyErr {
    match error.is_instance_of::<PyTypeError>(argument.py()) {
        true => PyTypeError::new_err(words(argument)),
        false => error,
    }
}

/// Bytes would be numbers, and sets have no order.
fn is_no_sequence(argument: &Bound<'_, PyAny>) -> bool {
    argument.is_instance_of::<PyBytes>()
        || argument.is_instance_of::<PyByteArray>()
        || argument.is_instance_of::<PySet>()
        || argument.is_instance_of::<PyFrozenSet>()
        || argument.is_instance_of::<PyDict>()
}

fn no_point(argument: &Bound<'_, PyAny>) -> String {
    format!("expected a point like 'h8' or (7, 7), found {}", short_repr(argument))
}

/// `h8i9` or `h8 i9`, or several points, in their order.
pub fn moves(argument: &Bound<'_, PyAny>) -> PyResult<Vec<Coord>> {
    match is_no_sequence(argument) {
        true => Err(PyTypeError::new_err(no_points(argument))),
        false => numbered("move", argument),
    }
}

/// `h8i9` or `h8 i9`, or several points, in any order.
pub fn points(argument: &Bound<'_, PyAny>) -> PyResult<Vec<Coord>> {
    numbered("point", argument)
}

/// Several points; `kind` is what each is called, with its number, in an error.
fn numbered(kind: &str, argument: &Bound<'_, PyAny>) -> PyResult<Vec<Coord>> {
    if let Ok(text) = argument.cast::<PyString>() {
        let points = parse_moves(&text.to_cow()?);
        return points.map_err(|error| PyValueError::new_err(error.to_string()));
    }
    let items = argument.try_iter().map_err(|error| retold(argument, error, &no_points))?;
    let mut points = Vec::new();
    for item in items {
        if points.len() == MOST_POINTS {
            return Err(PyValueError::new_err(format!("expected {MOST_POINTS} points at most")));
        }
        let (item, number) = (item?, points.len() + 1);
        let words = |item: &Bound<'_, PyAny>| format!("{kind} {number}: {}", no_point(item));
        let place = place_or(&item, &words)?;
        points.push(place.ok_or_else(|| PyValueError::new_err(words(&item)))?);
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

/// The names of points. Python has each of them once, as a long file has millions.
pub fn names<'py>(
    py: Python<'py>,
    coords: impl IntoIterator<Item = Coord>,
) -> Vec<Bound<'py, PyString>> {
    static NAMES: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();
    let rows = || (0..MAX_SIZE).flat_map(|y| (0..MAX_SIZE).filter_map(move |x| Coord::new(x, y)));
    let name = |c: Coord| PyString::intern(py, &c.to_string()).unbind();
    let names = NAMES.get_or_init(py, || rows().map(name).collect());
    let index = |c: Coord| usize::from(c.y()) * usize::from(MAX_SIZE) + usize::from(c.x());
    coords.into_iter().map(|c| names[index(c)].bind(py).clone()).collect()
}

/// Places a stone of the side to move. A game goes on after a foul that nobody has noticed. An error
/// begins with the text `before`.
pub fn play(board: &mut Board, c: Coord, before: fmt::Arguments<'_>) -> PyResult<()> {
    if let Outcome::Win(_) = board.outcome() {
        return Err(GameOverError::new_err(format!("{before}{}", told(board.outcome()))));
    }
    board.try_play(c).map_err(|error| match board.size().contains(c) {
        true => IllegalMoveError::new_err(format!("{before}{c} cannot be played: {error}")),
        false => off_board(board, format_args!("{before}{c}")),
    })
}

/// For a move on a point that the board does not have.
pub fn off_board(board: &Board, point: impl fmt::Display) -> PyErr {
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
