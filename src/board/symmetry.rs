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

/// The points, this one among them, where a stone gives the same position but for a turn of the
/// stones: where they lie on the board makes no difference.
pub fn same_points(board: &Board, c: Coord) -> Vec<Coord> {
    let size = board.size();
    let stones: Vec<Coord> = size.coords().filter(|&c| board.stone(c) != Stone::Empty).collect();
    let image = |c: Coord, way: usize| {
        // Shifted so that the first of the turned stones comes where the first stone lies.
        let first = stones.iter().map(|&c| turned(c, way, size)).min();
        let (from, to) = first.zip(stones.first().copied()).unwrap_or((c, c));
        let c = turned(c, way, size);
        let (x, y) = ((c.x() + to.x()).checked_sub(from.x())?, c.y() + to.y());
        Coord::new(x, y.checked_sub(from.y())?).filter(|&c| size.contains(c))
    };
    let is_same = |c: Coord, way| image(c, way).is_some_and(|i| board.stone(i) == board.stone(c));
    let ways = (0..WAYS).filter(|&way| stones.iter().all(|&c| is_same(c, way)));
    ways.filter_map(|way| image(c, way)).collect()
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
        let same = |stones: &str, c: &str| {
            let point = parse_stones(c).expect("a point")[0];
            let mut points = same_points(&board(stones), point);
            points.sort_unstable();
            points.dedup();
            points.iter().map(Coord::to_string).collect::<String>()
        };
        // Symmetric to column h, of which no turn of the board tells.
        assert_eq!(same("h8h9h7h10", "g8"), "g8i8");
        assert_eq!(same("g8g9g7g10", "f8"), "f8h8");
        assert_eq!(same("h8h9i7c3", "g8"), "g8");
        // Four points that are one, and what lies off the board.
        assert_eq!(same("h8h9h7h6", "g8"), "g7i7g8i8");
        assert_eq!(same("h8h9h7h6", "h14"), "h1h14");
        assert_eq!(same("h8h9h7h6", "h15"), "h15");
        // Black and white must stay what they are.
        assert_eq!(same("h8i8g8", "h9"), "h7h9");
        assert_eq!(same("", "a2"), "b1n1a2o2a14o14b15n15");
    }
}
