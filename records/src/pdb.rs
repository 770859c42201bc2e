//! Games of the Palm program GoRenjer, which RenLib reads: a Palm database of creator `5Ren`.
//!
//! A header of 78 bytes, whose last two are the number of records, then 8 bytes for each record,
//! of which the first four are its offset. A record is two bytes of flags, the number of moves
//! shown, the number of moves, two bytes that say nothing here, two bytes for each move (column
//! and row from the top, four bits each; colour), then title, black, white, comment and date, each
//! ended by a zero, and perhaps row and column of the fifth move that was not chosen, a byte each.
//! All numbers have their high byte first.

use super::losses::DOUBTFUL;
use super::text::{Charset, Decoder};
use super::{Budget, Fault, Game, Place, RecordError};
use dolmen::types::{Coord, Rule, Size};

const HEADER: usize = 78;
const CREATOR: (usize, &[u8]) = (0x40, b"5Ren");
const ENTRY: usize = 8;
const RECORD_HEADER: usize = 6;
/// A problem, which has no game.
const IS_PROBLEM: usize = 0x4000;
/// Both flags of a game with a fifth move that was not chosen.
const HAS_FIFTH: usize = 0x0210;
/// No record of a Palm database is longer.
const LONGEST_RECORD: usize = 1 << 16;
const COLORS: [u8; 2] = [2, 1];

/// Whether a file is one of these.
pub(super) fn looks_like(bytes: &[u8]) -> bool {
    bytes.get(CREATOR.0..CREATOR.0 + CREATOR.1.len()) == Some(CREATOR.1)
}

pub(super) fn read(bytes: &[u8], charset: Option<Charset>) -> Result<Vec<Game>, RecordError> {
    let count = number(bytes, HEADER - 2, 2)?;
    let offset = |i: usize| number(bytes, HEADER + ENTRY * i, 4);
    let offsets = (0..count).map(offset).collect::<Result<Vec<usize>, _>>()?;
    let mut ends = [&offsets[..], &[bytes.len()]].concat();
    ends.sort_unstable();
    let mut texts = Decoder { charset, ..Decoder::default() };
    let mut games: Vec<Game> = Vec::new();
    let mut budget = Budget::default();
    for at in offsets {
        let next = ends.get(ends.partition_point(|&end| end <= at)).copied().unwrap_or(bytes.len());
        let end = next.min(at + LONGEST_RECORD).min(bytes.len());
        if let Some(game) = record(&bytes[..end], at, &mut texts)? {
            budget.spend_game(&game)?;
            games.push(game);
        }
    }
    if let Some(game) = games.first_mut() {
        game.lost.add(DOUBTFUL, texts.doubtful);
    }
    Ok(games)
}

/// A number of so many bytes.
fn number(bytes: &[u8], at: usize, length: usize) -> Result<usize, RecordError> {
    let ended = Place::Byte(bytes.len()).fault(Fault::Ended("its records"));
    let digits = at.checked_add(length).and_then(|end| bytes.get(at..end)).ok_or(ended)?;
    Ok(digits.iter().fold(0, |sum, &digit| sum << 8 | usize::from(digit)))
}

/// A game, or `None` for a problem.
fn record(bytes: &[u8], at: usize, texts: &mut Decoder) -> Result<Option<Game>, RecordError> {
    let place = Place::Byte(at);
    let size = Size::USUAL;
    let flags = number(bytes, at, 2)?;
    if flags & IS_PROBLEM != 0 {
        return Ok(None);
    }
    let count = number(bytes, at + 3, 1)?;
    let start = at + RECORD_HEADER;
    let mut game = Game { place, rule: Some(Rule::Renju), ..Game::new(size) };
    for i in 0..count {
        let (point, color) =
            (number(bytes, start + 2 * i, 1)?, number(bytes, start + 2 * i + 1, 1)?);
        let here = Place::Byte(start + 2 * i);
        if color != usize::from(COLORS[i % 2]) {
            return Err(here.fault(Fault::Turn(i + 1)));
        }
        let expected = || here.fault(Fault::Expected("a point", format!("{point:#04x}")));
        game.moves.push(coord(point >> 4, point & 15).ok_or_else(expected)?);
    }
    let mut rest = bytes.get(start + 2 * count..).unwrap_or_default();
    // The last record may end before its texts do.
    let mut text = || {
        let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
        let text = texts.decode(&rest[..end]);
        rest = rest.get(end + 1..).unwrap_or_default();
        text
    };
    let title = text();
    (game.black, game.white) = (text(), text());
    let (comment, date) = (text(), text());
    let fifth = match *rest {
        [row, column, ..] if flags & HAS_FIFTH == HAS_FIFTH => coord(column.into(), row.into()),
        _ => None,
    };
    game.add_detail("GN", &title);
    game.add_detail("DT", &date);
    game.add_detail("GC", &fifth.map(|c| format!("fifth offered: {c}")).unwrap_or_default());
    game.add_detail("GC", &comment);
    Ok(Some(game))
}

/// A point of the board; rows count from the top.
fn coord(column: usize, row: usize) -> Option<Coord> {
    let y = usize::from(Size::USUAL.get() - 1).checked_sub(row)?;
    let c = Coord::new(u8::try_from(column).ok()?, u8::try_from(y).ok()?)?;
    Size::USUAL.contains(c).then_some(c)
}
