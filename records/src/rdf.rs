//! Games that RenLib reads, one a line: `...:RDFA...:01HH02HI...A5ij!`. A move is its number and
//! two letters, column and row from the top; `A5` is the fifth move that was not chosen.

use super::error::short;
use super::text::{decode, lines};
use super::{Budget, Fault, Game, Limit, Place, RecordError};
use dolmen::types::{Coord, Rule, Size};

/// Whether a line is such a game.
pub(super) fn looks_like(line: &str) -> bool {
    line.contains(":RDFA")
}

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Game>, RecordError> {
    let mut budget = Budget::default();
    let read = |(place, line)| {
        let game = game(line, place)?;
        budget.spend_game(&game)?;
        Ok(game)
    };
    lines(&decode(bytes)).map(read).collect()
}

fn game(line: &str, place: Place) -> Result<Game, RecordError> {
    let expected = || place.fault(Fault::Expected(":RDFA..:MOVES!", short(line)));
    let (_, rest) = line.split_once(":RDFA").ok_or_else(expected)?;
    let (_, moves) = rest.split_once(':').ok_or_else(expected)?;
    let (moves, _) = moves.split_once('!').ok_or(place.fault(Fault::Ended("the ! of a game")))?;
    let size = Size::USUAL;
    let mut game = Game { place, rule: Some(Rule::Renju), ..Game::new(size) };
    // As many moves and fifth moves as there are points.
    if moves.len() > 2 * 4 * size.area() {
        let limit = Limit { most: 2 * size.area(), unit: "moves and fifth moves in a game" };
        return Err(place.fault(Fault::TooMuch(limit)));
    }
    for word in moves.as_bytes().chunks(4) {
        let found = String::from_utf8_lossy(word).into_owned();
        let wrong = || place.fault(Fault::Expected("a number and two letters", short(&found)));
        let point = |x: u8, y: u8| {
            let row = (size.get() - 1).checked_sub(y)?;
            Coord::new(x, row).filter(|&c| size.contains(c))
        };
        match *word {
            [b'A', b'5', x @ b'a'..=b'o', y @ b'a'..=b'o'] => {
                let c = point(x - b'a', y - b'a').ok_or_else(wrong)?;
                game.add_detail("GC", &format!("fifth offered: {c}"));
            }
            [_, _, x @ b'A'..=b'O', y @ b'A'..=b'O'] => {
                game.moves.push(point(x - b'A', y - b'A').ok_or_else(wrong)?);
            }
            _ => return Err(wrong()),
        }
        if game.moves.len() > size.area() {
            let limit = Limit { most: size.area(), unit: "moves in a game" };
            return Err(place.fault(Fault::TooMuch(limit)));
        }
    }
    Ok(game)
}
