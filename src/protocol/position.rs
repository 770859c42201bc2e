use super::command::{Entry, Point};
use crate::board::{Board, Stone};
use crate::types::{Color, Coord, Rule, Size};

/// The point of a board that a pair of numbers means.
pub fn on_board(point: Point, size: Size) -> Option<Coord> {
    let (x, y) = (u8::try_from(point.x).ok()?, u8::try_from(point.y).ok()?);
    Coord::new(x, y).filter(|&c| size.contains(c))
}

/// The position that a block of stones describes, with the receiver ("own", field 1) to move.
///
/// Stones may come in any order. Those off the board or on another stone are passed over, and a
/// stone without a valid field too. The receiver is black if both have the same number of
/// stones, white if the opponent has one more, and otherwise black if the first stone is its own.
pub fn from_entries(rule: Rule, size: Size, entries: &[Entry]) -> Board {
    let mut stones: Vec<(Coord, i64)> = Vec::new();
    for entry in entries {
        let coord = on_board(entry.point, size);
        let field = entry.field.filter(|field| (1..=3).contains(field));
        match (coord, field) {
            (Some(c), Some(field)) if !stones.iter().any(|&(other, _)| other == c) => {
                stones.push((c, field));
            }
            _ => log::warn!("stone passed over: {entry:?}"),
        }
    }
    let count = |wanted| stones.iter().filter(|&&(_, field)| field == wanted).count();
    let (own, other) = (count(1), count(2));
    let own_is_first = stones.iter().find(|&&(_, field)| field != 3).is_none_or(|&(_, f)| f == 1);
    let us = match own {
        _ if own == other => Color::Black,
        _ if own + 1 == other => Color::White,
        _ if own_is_first => Color::Black,
        _ => Color::White,
    };
    let dead: Vec<Coord> = stones.iter().filter(|&&(_, f)| f == 3).map(|&(c, _)| c).collect();
    let mut board = Board::with_dead(rule, size, &dead);
    for (c, field) in stones {
        match field {
            1 => board.place(c, us),
            2 => board.place(c, !us),
            _ => {}
        }
    }
    board.set_side_to_move(us);
    board
}

/// The stones of an opening, told in playing order with or without fields: black and white in
/// turn. `None` if one is off the board or on another.
pub fn from_opening(rule: Rule, size: Size, entries: &[Entry]) -> Option<Board> {
    let mut board = Board::new(rule, size);
    for entry in entries {
        board.try_play(on_board(entry.point, size)?).ok()?;
    }
    Some(board)
}

/// The same stones under another rule.
pub fn with_rule(board: &Board, rule: Rule) -> Board {
    let is_dead = |c: &Coord| board.stone(*c) == Stone::Wall;
    let dead: Vec<Coord> = board.size().coords().filter(is_dead).collect();
    let mut copy = Board::with_dead(rule, board.size(), &dead);
    for stone in board.history() {
        copy.place(stone.coord, stone.color);
    }
    copy.set_side_to_move(board.side_to_move());
    copy
}
