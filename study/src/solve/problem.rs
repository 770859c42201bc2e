//! A problem as it is given.

use crate::standing;
use dolmen::board::{Outcome, PositionLine};
use dolmen::types::{Coord, parse_stones};

/// A position won for the side to move.
pub struct Problem {
    /// The name.
    pub id: String,
    /// The kind, `-` if not given.
    pub class: String,
    /// The position.
    pub request: PositionLine,
    /// First moves known to win. There may be others.
    pub accepted: Vec<Coord>,
}

impl Problem {
    /// Reads a line `RULE SIZE MOVES` or `id;rule;size;stones;side;class;mate;moves`; `number` is
    /// the id of the former.
    ///
    /// # Errors
    /// If the line is not like that, or the game is over.
    pub fn parse(line: &str, number: usize) -> Result<Problem, String> {
        let problem = if line.contains(';') {
            Problem::parse_fields(line)?
        } else {
            let request = line.parse::<PositionLine>().map_err(|error| error.to_string())?;
            let (id, class) = (number.to_string(), "-".to_string());
            Problem { id, class, request, accepted: Vec::new() }
        };
        match standing::outcome(&problem.request.board()) {
            Outcome::Open => Ok(problem),
            _ => Err("the game is over".to_string()),
        }
    }

    fn parse_fields(line: &str) -> Result<Problem, String> {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [id, rule, size, stones, side, class, _mate, accepted, ..] = fields[..] else {
            return Err(format!("expected 8 fields, found {}", fields.len()));
        };
        let request = format!("{rule} {size} {stones}").parse::<PositionLine>();
        let request = request.map_err(|error| error.to_string())?;
        let to_move = if request.moves.len() % 2 == 0 { "b" } else { "w" };
        if !side.to_lowercase().starts_with(to_move) {
            return Err(format!("side {side}, but {to_move} is to move after these stones"));
        }
        let accepted = parse_stones(&accepted.replace(',', "")).map_err(|e| e.to_string())?;
        Ok(Problem { id: id.to_string(), class: class.to_string(), request, accepted })
    }
}
