//! Files of games.

use dolmen::types::{Color, Rule};
use dolmen_records::{Format, Game, GameResult, read};
use pyo3::prelude::*;
use pyo3::types::PyDict;

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
    let told = |game: &Game| {
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
