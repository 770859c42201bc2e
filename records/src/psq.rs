//! Piskvork's games: `Piskvorky 15x15, 11:11, 0`, then `column,row,milliseconds` from 1 for each
//! move, then the names of the players, except in games that its window saved, and the end code.

use std::fmt::Write as _;
use std::str::FromStr;

use super::error::short;
use super::text::{decode, one_line};
use super::{Fault, Game, Place, RecordError};
use dolmen::types::{Coord, Size};

/// What stands for the names of players who are unknown.
const NAMELESS: [&str; 2] = ["black", "white"];

pub(super) fn read(bytes: &[u8]) -> Result<Game, RecordError> {
    let text = decode(bytes);
    let mut lines = (1..).map(Place::Line).zip(text.trim_start_matches('\u{FEFF}').lines());
    let is_blank = |line: &str| line.trim().is_empty();
    let (place, header) =
        lines.by_ref().find(|(_, line)| !is_blank(line)).unwrap_or((Place::Line(1), ""));
    let (size, black_is_second) = read_header(header.trim(), place)?;
    let mut game = Game { place, ..Game::new(size) };
    let (mut rest, mut is_after_moves) = (Vec::new(), false);
    for (place, line) in lines {
        let line = line.trim();
        match read_move(line) {
            Some((x, y, ms)) if !is_after_moves => {
                let number = game.moves.len() + 1;
                let expected = || place.fault(Fault::Expected("a point of the board", short(line)));
                let c = Coord::new(x.wrapping_sub(1), y.wrapping_sub(1)).ok_or_else(expected)?;
                if !size.contains(c) || number > size.area() {
                    return Err(place.fault(Fault::OffBoard(number, c)));
                }
                game.moves.push(c);
                game.times.push(ms);
                rest.clear();
            }
            // A move that was damaged is no name, and no moves come after the names.
            None if !is_after_moves && is_almost_move(line) => {
                return Err(place.fault(Fault::Expected("column,row,time", short(line))));
            }
            Some(_) if line.split(',').count() == 3 => {
                return Err(place.fault(Fault::Expected("no move after the names", short(line))));
            }
            _ => {
                is_after_moves |= !line.is_empty();
                // Of blank lines after the moves no more are kept than may stand for names.
                if is_after_moves || rest.len() < 2 {
                    rest.push(line);
                }
            }
        }
    }
    let mut ends = text.lines().rev();
    let fields = |line: &str| line.split(',').count();
    // Without the time that the move before has, a move at the end may be half a number.
    if rest.is_empty()
        && game.moves.len() > 1
        && let (Some(last), Some(before)) = (ends.next(), ends.next())
        && !text.ends_with('\n')
        && fields(last) < fields(before)
    {
        return Err(Place::Line(ends.count() + 2).fault(Fault::Ended("the last move")));
    }
    ([game.black, game.white], game.code) = read_end(&rest);
    if black_is_second {
        std::mem::swap(&mut game.black, &mut game.white);
    }
    if game.times.iter().all(|&ms| ms == 0) {
        game.times.clear();
    }
    Ok(game)
}

/// The board, and whether the second player began.
fn read_header(line: &str, place: Place) -> Result<(Size, bool), RecordError> {
    let expected = || place.fault(Fault::Expected("Piskvorky WIDTHxHEIGHT", short(line)));
    let rest = line.split_once(char::is_whitespace).ok_or_else(expected)?;
    let is_name = rest.0.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("piskvork"));
    let mut parts = rest.1.split(',').map(str::trim);
    let board = parts.next().filter(|_| is_name).ok_or_else(expected)?;
    let (width, height) = board.split_once(['x', 'X']).ok_or_else(expected)?;
    let size = width.trim().parse().ok().and_then(Size::new);
    let size = size.filter(|_| width.trim() == height.trim());
    let size = size.ok_or_else(|| place.fault(Fault::Size(short(board))))?;
    Ok((size, parts.nth(1) == Some("1")))
}

/// The names and the end code, from the lines after the moves. A name may be blank, or both may be
/// missing.
fn read_end(lines: &[&str]) -> ([String; 2], i32) {
    let code = |n: usize, lines: &[&str]| lines.get(n).and_then(|line| line.parse().ok());
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let mut lines = &lines[..end];
    // A blank line that stands for a name has the code two lines below; others say nothing.
    while let ["", after @ ..] = lines
        && code(2, lines).is_none()
    {
        lines = after;
    }
    if let (1, Some(code)) = (lines.len(), code(0, lines)) {
        return (Default::default(), code);
    }
    let name = |n: usize| lines.get(n).filter(|&&line| line != NAMELESS[n]);
    (
        [0, 1].map(|n| name(n).map_or_else(String::new, ToString::to_string)),
        code(2, lines).unwrap_or(0),
    )
}

fn read_move(line: &str) -> Option<(u8, u8, u64)> {
    let mut parts = line.split(',').map(str::trim);
    let (x, y) = (number(parts.next()?)?, number(parts.next()?)?);
    let ms = parts.next().map_or(Some(0), number)?;
    parts.next().is_none().then_some((x, y, ms))
}

/// A number without a sign.
fn number<T: FromStr>(digits: &str) -> Option<T> {
    digits.parse().ok().filter(|_| digits.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_almost_move(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(',')
}

/// The whole file.
pub fn write(game: &Game) -> String {
    let mut text = format!("Piskvorky {0}x{0}, 11:11, 0\n", game.size.get());
    for (i, c) in game.moves.iter().enumerate() {
        let ms = game.times.get(i).copied().unwrap_or(0);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{},{ms}", c.x() + 1, c.y() + 1);
    }
    let name = |name: &str, nameless: &str| match name_line(name) {
        name if name.is_empty() => nameless.to_string(),
        name => name,
    };
    let (Game { black, white, code, .. }, [no_black, no_white]) = (game, NAMELESS);
    let _ = writeln!(text, "{}\n{}\n{code}", name(black, no_black), name(white, no_white));
    text
}

/// A name must stay one line that cannot be taken for a move.
fn name_line(name: &str) -> String {
    let name = one_line(name);
    if is_almost_move(&name) { name.replace(',', " ") } else { name }
}
