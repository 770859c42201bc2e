//! Files of games.

use std::collections::BTreeMap;

use dolmen::types::{Color, Rule, Size};
use dolmen_records::{
    Format, GameResult, Place, RecordError as Fault, read, read_trees, sgf, write,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};

use crate::errors::RecordError;
use crate::text;

/// So many games are gone through at a time, without the interpreter; then it may end the reading.
const PART: usize = 256;

/// Reads the games of a file as objects of the class `Game`; one that cannot have been played with
/// what is wrong. `ending` is that of the file's name, for contents that do not tell their format.
#[pyfunction]
pub fn read_games<'py>(
    py: Python<'py>,
    bytes: &[u8],
    ending: &str,
    size: &Bound<'_, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "dolmen._results", "Game")?;
    let size = text::size_argument(Some(size))?;
    let hint = Format::from_name(ending);
    let fault = |error: Fault| RecordError::new_err(error.to_string());
    let (format, games) = py.detach(|| read_counted(bytes, hint, size)).map_err(fault)?;
    let (mut games, mut objects) = (games.into_iter(), Vec::new());
    while !games.as_slice().is_empty() {
        let check = |game| Checked::new(game, format);
        let part: Vec<_> = py.detach(|| games.by_ref().take(PART).map(check).collect());
        py.check_signals()?;
        for checked in part {
            objects.push(class.call((), Some(&checked.arguments(py, format)?))?);
        }
    }
    match objects.is_empty() {
        true => Err(RecordError::new_err("the file has no game")),
        false => Ok(objects),
    }
}

/// The games of a file. Those of trees are lines of moves: what else is in them is counted, of a
/// library, which is one tree, with its first game.
fn read_counted(
    bytes: &[u8],
    hint: Option<Format>,
    size: Size,
) -> Result<(Format, Vec<dolmen_records::Game>), Fault> {
    let (format, mut games) = read(bytes, hint, size)?;
    let unread = match read_trees(bytes, hint, size) {
        Ok(Some((_, (trees, faults)))) => {
            for (game, tree) in games.iter_mut().zip(&trees) {
                game.lost.add_tree(Format::Bare, tree, format == Format::Lib);
            }
            faults.len()
        }
        Ok(None) => 0,
        // Too much beside the main lines.
        Err(_) => 1,
    };
    if let Some(game) = games.first_mut() {
        game.lost.add("variations that cannot be read", unread);
    }
    Ok((format, games))
}

/// The rule of a game: RenLib knows renju alone.
fn rule_of(game: &dolmen_records::Game, format: Format) -> Option<Rule> {
    game.rule.or((format == Format::Lib).then_some(Rule::Renju))
}

/// A game that the referee has gone through.
struct Checked {
    game: dolmen_records::Game,
    result: Option<GameResult>,
    fault: Option<String>,
}

impl Checked {
    fn new(game: dolmen_records::Game, format: Format) -> Checked {
        let rule = rule_of(&game, format).unwrap_or(Rule::Freestyle);
        let (result, fault) = match game.check(rule) {
            Ok(verdict) => (verdict.result(&game), None),
            Err(error) => (game.result, Some(error.to_string())),
        };
        Checked { game, result, fault }
    }

    /// The keyword arguments of the class `Game`.
    fn arguments<'py>(&self, py: Python<'py>, format: Format) -> PyResult<Bound<'py, PyDict>> {
        let game = &self.game;
        let result = self.result.map(|result| match result {
            GameResult::Won(Color::Black) => "black",
            GameResult::Won(Color::White) => "white",
            GameResult::Drawn => "draw",
        });
        let details = PyDict::new(py);
        game.details.iter().try_for_each(|(name, value)| details.set_item(name, value))?;
        game.round.map(|round| details.set_item("RO", round.to_string())).transpose()?;
        let left_out = PyDict::new(py);
        game.lost.iter().try_for_each(|(kind, count)| left_out.set_item(kind, count))?;
        if game.code != 0 {
            left_out.set_item("the end code", 1)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("format", format.name())?;
        dict.set_item("rule", rule_of(game, format).map(Rule::name))?;
        dict.set_item("size", game.size.get())?;
        dict.set_item("moves", PyTuple::new(py, text::names(py, game.moves.iter().copied()))?)?;
        dict.set_item("black", known(&game.black))?;
        dict.set_item("white", known(&game.white))?;
        dict.set_item("result", result)?;
        dict.set_item("opening", game.opened)?;
        dict.set_item("times", PyTuple::new(py, &game.times)?)?;
        dict.set_item("details", details)?;
        dict.set_item("fault", self.fault.as_deref())?;
        dict.set_item("left_out", left_out)?;
        Ok(dict)
    }
}

/// A name, if there is one.
fn known(name: &str) -> Option<&str> {
    (!name.is_empty()).then_some(name)
}

/// What is written of an object of the class `Game`; its name is told with a field of a wrong kind.
#[derive(FromPyObject)]
pub struct Game<'py> {
    rule: Option<Bound<'py, PyAny>>,
    size: Bound<'py, PyAny>,
    moves: Bound<'py, PyAny>,
    black: Option<String>,
    white: Option<String>,
    result: Option<String>,
    opening: usize,
    times: Vec<u64>,
    details: BTreeMap<String, String>,
}

impl Game<'_> {
    /// The game, which the referee has gone through, with the result that the board shows.
    fn checked(self, format: Format) -> PyResult<dolmen_records::Game> {
        let rule = self.rule.as_ref().map(text::rule_argument).transpose()?;
        let result = match self.result.as_deref() {
            None => None,
            Some("draw") => Some(GameResult::Drawn),
            Some(name) => {
                let wrong =
                    || format!("expected result 'black', 'white' or 'draw', found '{name}'");
                let side = name.parse().map_err(|_| PyValueError::new_err(wrong()))?;
                Some(GameResult::Won(side))
            }
        };
        // Others would be read as something else, such as moves.
        if let Some(name) = self.details.keys().find(|name| !sgf::DETAILS.contains(&&name[..])) {
            let names = sgf::DETAILS.join(", ");
            let text = format!("expected details of these names: {names}; found '{name}'");
            return Err(PyValueError::new_err(text));
        }
        let moves = text::moves(&self.moves)?;
        let mut game = dolmen_records::Game {
            rule,
            black: self.black.unwrap_or_default(),
            white: self.white.unwrap_or_default(),
            times: self.times,
            opened: self.opening.min(moves.len()),
            moves,
            result,
            details: self.details.into_iter().collect(),
            ..dolmen_records::Game::new(text::size_argument(Some(&self.size))?)
        };
        let verdict = game.check(rule_of(&game, format).unwrap_or(Rule::Freestyle));
        let verdict = verdict.map_err(|error| RecordError::new_err(error.fault.to_string()))?;
        if let Some(told) = verdict.contradiction(&game) {
            return Err(RecordError::new_err(told));
        }
        game.result = verdict.result(&game);
        match game.rule.filter(|&rule| format == Format::Lib && rule != Rule::Renju) {
            Some(rule) => Err(RecordError::new_err(format!(
                "expected renju, the only rule that RenLib knows, found {rule}"
            ))),
            None => Ok(game),
        }
    }
}

/// Writes games in the format of this name.
#[pyfunction]
pub fn write_games<'py>(
    py: Python<'py>,
    games: Vec<Bound<'py, PyAny>>,
    format: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let wrong =
        || format!("expected a format (psq, sgf, lib, pos, bare, offset), found '{format}'");
    let format = Format::from_name(format).ok_or_else(|| PyValueError::new_err(wrong()))?;
    // Of several games the wrong one is told; errors of a caller's code are as they are.
    let numbered = |error: PyErr, number: usize| {
        let (kind, is_one) = (error.get_type(py), games.len() == 1);
        let is_ours = kind.is(py.get_type::<PyValueError>())
            || kind.is(py.get_type::<PyTypeError>())
            || error.is_instance_of::<RecordError>(py);
        match is_ours && !is_one {
            true => PyErr::from_type(kind, format!("game {number}: {}", error.value(py))),
            false => error,
        }
    };
    let mut checked = Vec::with_capacity(games.len());
    for (number, object) in (1..).zip(&games) {
        py.check_signals()?;
        let game = object.extract::<Game<'_>>().and_then(|game| game.checked(format));
        let game = game.map_err(|error| numbered(error, number))?;
        checked.push(dolmen_records::Game { place: Place::Line(number), ..game });
    }
    let bytes = py.detach(|| write(format, &checked)).map_err(|Fault { place, fault }| {
        let error = RecordError::new_err(fault.to_string());
        match place {
            Place::Line(number) => numbered(error, number),
            Place::Byte(_) => error,
        }
    })?;
    Ok(PyBytes::new(py, &bytes))
}
