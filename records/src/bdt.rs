//! Lists of games that RenLib reads, one a line:
//! `tournament=[black,white,+,889978...,J9,R,remark]`.
//!
//! The result is `+`, `-` or `=` for black. A move is two digits in base 16, column and row from
//! 1; `00` is a pass. Then come the fifth move that was not chosen, whether the players changed
//! colours, and a remark.

use super::error::short;
use super::text::{decode, lines};
use super::{Budget, Fault, Game, GameResult, Losses, Place, RecordError};
use dolmen::types::{Color, Coord, Rule, Size};

/// Whether a line is one of these.
pub(super) fn looks_like(line: &str) -> bool {
    fields(line).is_some()
}

fn fields(line: &str) -> Option<(&str, Vec<&str>)> {
    let (event, rest) = line.split_once("=[")?;
    // A remark may have brackets of its own.
    let (game, _) = rest.rsplit_once(']')?;
    let fields: Vec<&str> = game.splitn(7, ',').map(str::trim).collect();
    (fields.len() >= 4).then_some((event.trim(), fields))
}

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Game>, RecordError> {
    let size = Size::USUAL;
    let mut games = Vec::new();
    let mut budget = Budget::default();
    for (place, line) in lines(&decode(bytes)) {
        let expected = || Fault::Expected("EVENT=[BLACK,WHITE,RESULT,MOVES,..]", short(line));
        let (event, fields) = fields(line).ok_or_else(|| place.fault(expected()))?;
        let field = |n: usize| fields.get(n).copied().unwrap_or_default();
        let mut lost = Losses::default();
        let mut game = Game {
            place,
            rule: Some(Rule::Renju),
            black: field(0).to_string(),
            white: field(1).to_string(),
            result: match field(2) {
                "+" => Some(GameResult::Won(Color::Black)),
                "-" => Some(GameResult::Won(Color::White)),
                "=" => Some(GameResult::Drawn),
                _ => None,
            },
            moves: moves(field(3), place, &mut lost)?,
            lost,
            ..Game::new(size)
        };
        let alternative = fifth(field(4)).unwrap_or_default();
        let swap = if field(5).eq_ignore_ascii_case("r") { "swap: R" } else { "" };
        let remarks = [alternative, swap.to_string(), field(6).to_string()];
        game.add_detail("EV", if event == "," { "" } else { event });
        remarks.iter().for_each(|text| game.add_detail("GC", text));
        budget.spend_game(&game)?;
        games.push(game);
    }
    Ok(games)
}

/// Columns of these files have letters without I.
fn fifth(text: &str) -> Option<String> {
    let (letter, row) = (text.chars().next()?.to_ascii_lowercase(), text.get(1..)?);
    let letter = match letter {
        'a'..='h' => letter,
        'j'..='p' => char::from(letter as u8 - 1),
        _ => return None,
    };
    row.parse::<u8>().ok().map(|row| format!("fifth offered: {letter}{row}"))
}

/// Moves until one side passes.
fn moves(text: &str, place: Place, lost: &mut Losses) -> Result<Vec<Coord>, RecordError> {
    let wrong = |pair: &[u8]| {
        let pair = String::from_utf8_lossy(pair);
        place.fault(Fault::Expected("two digits in base 16 for each move", short(&pair)))
    };
    let mut moves = Vec::new();
    for pair in lost.cut_at_pass(text.as_bytes().chunks(2), |pair| pair == b"00") {
        let digit = |n: usize| char::from(*pair.get(n)?).to_digit(16)?.checked_sub(1);
        let point = digit(0).zip(digit(1));
        let c = point.and_then(|(x, y)| Coord::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?));
        moves.push(c.ok_or_else(|| wrong(pair))?);
    }
    Ok(moves)
}
