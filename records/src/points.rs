//! Games as lines of text: points, or distances from the middle.

use super::error::short;
use super::text::{decode, lines};
use super::{Budget, Fault, Format, Game, RecordError};
use dolmen::board::PositionLine;
use dolmen::types::{Coord, MAX_SIZE, Rule, Size, parse_moves};

/// Reads the games of a text, one a line; empty lines and those that begin with `#` are passed
/// over. A line may begin with rule and size, see [`PositionLine`].
pub(super) fn read(bytes: &[u8], size: Size) -> Result<Vec<Game>, RecordError> {
    let mut games = Vec::new();
    let mut budget = Budget::default();
    for (place, text) in lines(&decode(bytes)) {
        let (rule, own_size, stones) = head(text);
        let mut game = Game { place, rule, ..Game::new(own_size.unwrap_or(size)) };
        let expected = || place.fault(Fault::Expected("points or offsets", short(stones)));
        game.moves = parse(stones, game.size).ok_or_else(expected)?;
        budget.spend(game.moves.len(), place)?;
        games.push(game);
    }
    Ok(games)
}

/// Whether a line is one of these, on some board.
pub(super) fn looks_like(line: &str) -> Option<Format> {
    let (rule, size, rest) = head(line);
    parse(rest, Size::new(MAX_SIZE)?)?;
    Some(match (line.contains(','), rule.is_some() || size.is_some()) {
        (true, _) => Format::Offset,
        (false, true) => Format::Pos,
        (false, false) => Format::Bare,
    })
}

/// Rule, size and the rest of a line. Before offsets, which are numbers too, stand both or none.
fn head(line: &str) -> (Option<Rule>, Option<Size>, &str) {
    let none = (None, None, line);
    match PositionLine::split(line).unwrap_or(none) {
        (rule, size, _) if line.contains(',') && (rule.is_none() || size.is_none()) => none,
        head => head,
    }
}

/// Reads points `h8i9` as [`parse_moves`] does, or pairs `0,0, 1,1` counted from the
/// middle of the board. `None` if the text is neither, or an offset leads beyond every board.
pub fn parse(line: &str, size: Size) -> Option<Vec<Coord>> {
    if !line.contains(',') {
        return parse_moves(line).ok();
    }
    let numbers: Result<Vec<i32>, _> =
        line.split([',', ' ', '\t']).filter(|part| !part.is_empty()).map(str::parse).collect();
    let numbers = numbers.ok().filter(|numbers| numbers.len() % 2 == 0)?;
    let middle = i32::from(size.get()) / 2;
    let on_axis = |offset: i32| u8::try_from(offset.checked_add(middle)?).ok();
    let coord = |pair: &[i32]| Coord::new(on_axis(pair[0])?, on_axis(pair[1])?);
    numbers.chunks(2).map(coord).collect()
}

/// `renju 15 h8i9h10`, or `15 h8i9h10` if nobody knows the rule.
pub fn write_pos(game: &Game) -> String {
    let rule = game.rule.map_or(String::new(), |rule| format!("{rule} "));
    format!("{rule}{} {}", game.size.get(), write_bare(game))
}

/// `h8i9h10`.
pub fn write_bare(game: &Game) -> String {
    let mut text: String = game.moves.iter().map(|&c| c.to_string()).collect();
    text.push('\n');
    text
}

/// `0,0, 1,1, 0,2`.
pub fn write_offset(game: &Game) -> String {
    let middle = i32::from(game.size.get()) / 2;
    let pair = |c: &Coord| format!("{},{}", i32::from(c.x()) - middle, i32::from(c.y()) - middle);
    game.moves.iter().map(pair).collect::<Vec<String>>().join(", ") + "\n"
}
