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
        let what = "points like h8 i9, or offsets like 0,0, 1,1";
        let expected = || place.fault(Fault::Expected(what, short(stones)));
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
    Some(match (is_offsets(rest), rule.is_some() || size.is_some()) {
        (true, _) => Format::Offset,
        (false, true) => Format::Pos,
        (false, false) => Format::Bare,
    })
}

/// Rule, size and the rest of a line. Before offsets, which are numbers too, stand both or none.
fn head(line: &str) -> (Option<Rule>, Option<Size>, &str) {
    let none = (None, None, line);
    match PositionLine::split(line).unwrap_or(none) {
        (rule, size, rest) if is_offsets(rest) && (rule.is_none() || size.is_none()) => none,
        head => head,
    }
}

/// Whether a text is numbers, and no points with commas between them.
fn is_offsets(text: &str) -> bool {
    text.contains(',') && !text.contains(|c: char| c.is_ascii_alphabetic())
}

/// Points as people write them: `h8i9`, `h8, i9`, `h8;i9`, `h8-i9`, `1. h8 i9 2.j10`, or as the end of
/// a web address.
fn parse_points(line: &str) -> Option<Vec<Coord>> {
    let mut moves = Vec::new();
    for word in line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')) {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let points = match word.split_once('.') {
            // Of the move, or of the pair of moves: otherwise some are missing.
            Some((number, points)) if is_number(number) => {
                let count = moves.len();
                let next = [count + 1, count / 2 + 1];
                number.parse().ok().filter(|number| next.contains(number))?;
                points.trim_start_matches('.')
            }
            _ => word,
        };
        let is_address = points.contains("://");
        for part in points.split(|c| c == '-' && !is_address) {
            // A hyphen that is not between points may be a pass.
            if part.is_empty() && points.contains('-') {
                return None;
            }
            moves.extend(parse_moves(part).ok()?);
        }
    }
    Some(moves).filter(|moves| !moves.is_empty() || parse_moves(line).is_ok())
}

/// Reads points, as [`parse_moves`] does or as people write them with `1.` before and `,`, `;` or `-`
/// between them, or pairs `0,0, 1,1` counted from the middle of the board. `None` if the text is
/// neither, or an offset leads beyond every board.
pub fn parse(line: &str, size: Size) -> Option<Vec<Coord>> {
    if !is_offsets(line) {
        return parse_points(line);
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
