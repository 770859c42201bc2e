//! What match programs write as comments of moves: times, and which moves are the opening.

use super::Game;

/// What match programs write as the comment of a move.
enum Remark {
    /// It is one of the opening.
    Opening,
    /// Its time in milliseconds.
    Time(u64),
}

impl Remark {
    /// `opening`, with c-gomoku-cli `opening move`, or `12ms`; `None` of any other comment.
    fn of(text: &str) -> Option<Remark> {
        let time =
            || text.strip_suffix("ms").filter(|ms| ms.starts_with(|c: char| c.is_ascii_digit()));
        match text {
            "opening" | "opening move" => Some(Remark::Opening),
            _ => time().and_then(|ms| ms.parse().ok()).map(Remark::Time),
        }
    }
}

/// Whether the first line of a comment would be read as the time of its move or as a mark of the opening.
pub fn is_remark(text: &str) -> bool {
    text.lines().next().is_some_and(|first| Remark::of(first).is_some())
}

/// Gives the game the remark on its last move if the first line of the comment is one, and returns the
/// rest of the comment.
pub(super) fn read_comment<'a>(game: &mut Game, text: &'a str) -> Option<&'a str> {
    let number = game.moves.len();
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match Remark::of(first) {
        Some(Remark::Opening) if game.opened + 1 == number => game.opened = number,
        Some(Remark::Time(ms)) if number > 0 => {
            game.times.resize(number - 1, 0);
            game.times.push(ms);
        }
        _ => return None,
    }
    Some(rest)
}
