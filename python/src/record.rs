//! Files of games.

use dolmen::types::{Color, Rule};
use dolmen_records::{Format, GameResult, read, write};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::RecordError;
use crate::text;

/// Reads the games of a file, each as the keyword arguments of the class `Game`; one that cannot have
/// been played with what is wrong. `ending` is that of the file's name, for contents that do not tell
/// their format.
#[pyfunction]
pub fn read_games<'py>(
    py: Python<'py>,
    bytes: &[u8],
    ending: &str,
    size: &Bound<'_, PyAny>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let size = text::size_argument(Some(size))?;
    let fault = |error: dolmen_records::RecordError| RecordError::new_err(error.to_string());
    let hint = Format::from_name(ending);
    let (format, games) = py.detach(|| read(bytes, hint, size)).map_err(fault)?;
    let told = |game: &dolmen_records::Game| {
        // RenLib knows renju alone.
        let rule = game.rule.or((format == Format::Lib).then_some(Rule::Renju));
        let (result, fault) = match game.check(rule.unwrap_or(Rule::Freestyle)) {
            Ok(verdict) => (verdict.result(game), None),
            Err(error) => (game.result, Some(error.to_string())),
        };
        let result = result.map(|result| match result {
            GameResult::Won(Color::Black) => "black",
            GameResult::Won(Color::White) => "white",
            GameResult::Drawn => "draw",
        });
        let dict = PyDict::new(py);
        dict.set_item("format", format.name())?;
        dict.set_item("rule", rule.map(Rule::name))?;
        dict.set_item("size", game.size.get())?;
        dict.set_item("moves", text::names(game.moves.iter().copied()))?;
        dict.set_item("black", known(&game.black))?;
        dict.set_item("white", known(&game.white))?;
        dict.set_item("result", result)?;
        dict.set_item("opening", game.opened)?;
        dict.set_item("times", &game.times)?;
        dict.set_item("fault", fault)?;
        let left_out = PyDict::new(py);
        game.lost.iter().try_for_each(|(kind, count)| left_out.set_item(kind, count))?;
        dict.set_item("left_out", left_out)?;
        Ok(dict)
    };
    let games: PyResult<Vec<_>> = games.iter().map(told).collect();
    games.and_then(|games| match games.is_empty() {
        true => Err(RecordError::new_err("the file has no game")),
        false => Ok(games),
    })
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
}

impl Game<'_> {
    /// The game, which the referee has gone through.
    fn checked(self) -> PyResult<dolmen_records::Game> {
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
        let moves = text::moves(&self.moves)?;
        let game = dolmen_records::Game {
            rule,
            black: self.black.unwrap_or_default(),
            white: self.white.unwrap_or_default(),
            times: self.times,
            opened: self.opening.min(moves.len()),
            moves,
            result,
            ..dolmen_records::Game::new(text::size_argument(Some(&self.size))?)
        };
        let verdict = game.check(rule.unwrap_or(Rule::Freestyle));
        verdict.map_err(|error| RecordError::new_err(error.fault.to_string()))?;
        Ok(game)
    }
}

/// Writes a game in the format of this name.
#[pyfunction]
pub fn write_game<'py>(
    py: Python<'py>,
    game: Game<'py>,
    format: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let wrong =
        || format!("expected a format (psq, sgf, lib, pos, bare, offset), found '{format}'");
    let format = Format::from_name(format).ok_or_else(|| PyValueError::new_err(wrong()))?;
    let bytes = write(format, &[game.checked()?]);
    let bytes = bytes.map_err(|error| RecordError::new_err(error.fault.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}
