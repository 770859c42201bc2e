use super::command::{Point, StoneEntry};
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
pub fn from_entries(rule: Rule, size: Size, entries: &[StoneEntry]) -> Board {
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
    let is_white = own + 1 == other || own != other && !own_is_first;
    let us = if is_white { Color::White } else { Color::Black };
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

/// The moves of a game, with or without fields: black and white in turn.
///
/// # Errors
/// Which point is off the board or has a stone.
pub fn from_moves(rule: Rule, size: Size, entries: &[StoneEntry]) -> Result<Board, String> {
    let mut board = Board::new(rule, size);
    for &StoneEntry { point, .. } in entries {
        let played = on_board(point, size).and_then(|c| board.try_play(c).ok());
        played.ok_or_else(|| format!("{},{} is off the board or occupied", point.x, point.y))?;
    }
    Ok(board)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::command::parse_entry;

    fn entries(text: &str) -> Vec<StoneEntry> {
        text.split_whitespace().map(|word| parse_entry(word).expect("a stone")).collect()
    }

    fn board(text: &str) -> Board {
        from_entries(Rule::Renju, Size::new(15).expect("a legal size"), &entries(text))
    }

    #[test]
    fn the_stones_tell_which_side_is_to_move() {
        for (text, us) in [
            ("", Color::Black),
            ("7,7,1 8,8,2", Color::Black),
            ("8,8,2 7,7,1", Color::Black),
            ("7,7,2", Color::White),
            ("7,7,2 8,8,1 9,9,2", Color::White),
            ("8,8,1 7,7,2 9,9,2", Color::White),
            ("7,7,1", Color::Black),
            ("7,7,1 9,9,2 8,8,1", Color::Black),
            ("9,9,2 7,7,1 8,8,1", Color::White),
            ("7,7,2 9,9,2", Color::White),
            ("3,3,1 7,7,2 8,8,2 9,9,2", Color::Black),
            ("0,0,3 9,9,2 7,7,1 8,8,1", Color::White),
            ("0,0,3 7,7,1 9,9,2 8,8,1", Color::Black),
            // Passed over: off the board, occupied, no field.
            ("15,7,1 7,7,1 7,7,2 8,8,4 8,8,0 8,8 9,9,2", Color::Black),
        ] {
            let board = board(text);
            assert_eq!(board.side_to_move(), us, "{text}");
            for stone in board.history() {
                let field = if stone.color == us { 1 } else { 2 };
                let told = format!("{},{},{field}", stone.coord.x(), stone.coord.y());
                assert!(text.contains(&told), "{told} is not in {text}");
            }
        }
    }

    #[test]
    fn stones_of_a_block_lie_where_they_were_told() {
        let board = board("7,7,1 7,7,2 0,0,3 8,8,2 1,1,4 1,1,0 1,1 15,7,1 -1,0,2");
        let at = |x, y| board.stone(Coord::new(x, y).expect("a point"));
        assert_eq!(at(7, 7), Stone::Black);
        assert_eq!(at(8, 8), Stone::White);
        assert_eq!(at(0, 0), Stone::Wall);
        assert_eq!((board.ply(), board.empty_cells().iter().count()), (2, 225 - 3));
    }

    #[test]
    fn another_rule_leaves_stones_and_turn_as_they_are() {
        let renju = board("0,0,3 7,7,2 9,9,2");
        let standard = with_rule(&renju, Rule::Standard);
        assert_eq!(standard.rule(), Rule::Standard);
        assert_eq!(standard.side_to_move(), renju.side_to_move());
        assert!(standard.history().eq(renju.history()));
        assert!(standard.size().coords().all(|c| standard.stone(c) == renju.stone(c)));
    }
}
