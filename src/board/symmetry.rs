use super::{Board, Stone};
use crate::types::{Coord, Size};

/// Ways to turn or mirror a board; way 0 leaves it as it is.
pub const WAYS: usize = 8;

/// A point of the board turned or mirrored in one of [`WAYS`] ways.
pub fn turned(c: Coord, way: usize, size: Size) -> Coord {
    let last = size.get() - 1;
    let (mut x, mut y) = (c.x(), c.y());
    if way & 1 != 0 {
        x = last - x;
    }
    if way & 2 != 0 {
        y = last - y;
    }
    if way & 4 != 0 {
        (x, y) = (y, x);
    }
    Coord::new(x, y).unwrap_or(c)
}

/// Whether a stone on either point gives the same position but for a turn of the board.
pub fn is_same_point(board: &Board, a: Coord, b: Coord) -> bool {
    own_ways(board).any(|way| turned(a, way, board.size()) == b)
}

/// One of each set of empty points that a turn of the board makes the same.
pub fn distinct_points(board: &Board) -> Vec<Coord> {
    let ways: Vec<usize> = own_ways(board).collect();
    let first = |c: Coord| ways.iter().map(|&way| turned(c, way, board.size())).min();
    board.empty_cells().iter().filter(|&c| first(c) == Some(c)).collect()
}

/// The ways that leave the stones as they are.
fn own_ways(board: &Board) -> impl Iterator<Item = usize> + '_ {
    let size = board.size();
    (0..WAYS).filter(move |&way| {
        let is_same = |c: Coord| board.stone(c) == board.stone(turned(c, way, size));
        size.coords().filter(|&c| board.stone(c) != Stone::Empty).all(is_same)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Rule, parse_stones};

    fn board(stones: &str) -> Board {
        let size = Size::new(15).expect("a size");
        Board::with_moves(Rule::Renju, size, &parse_stones(stones).expect("points"))
    }

    #[test]
    fn symmetric_points_are_one() {
        // Symmetric to column h.
        let column = board("h8h9h7h10");
        let at = |text: &str| parse_stones(text).expect("points")[0];
        assert!(is_same_point(&column, at("g8"), at("i8")));
        assert!(!is_same_point(&column, at("g8"), at("g7")));
        assert_eq!(distinct_points(&column).len(), 7 * 15 + 11);
        let none = board("h8h9i7c3");
        assert_eq!(distinct_points(&none).len(), 225 - 4);
        assert_eq!(distinct_points(&board("")).len(), 36);
        // Black and white must stay what they are.
        assert_eq!(distinct_points(&board("h8i8g8")).len(), 7 * 15 + 12);
    }
}
