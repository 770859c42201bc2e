//! Placements for swap2 that deep searches found even; `dolmen openings swap2` makes the tables.

use crate::board::{Board, Stone, WAYS, turned};
use crate::types::{Coord, Random, Rule, Size, parse_stones};

/// Three stones of a swap2 opening, and two more. The game is even after the three and after all five.
///
/// In a game of equals the second player gets at least half of the points from any three stones, as
/// he may take either colour. If white wins with chance `w`, he gets
///
/// ```text
/// max(w, 1 - w, max over pairs of min(w', 1 - w'))     w': after two more stones
/// ```
///
/// The last part, where the first player chooses, is never more than half. So three stones are the
/// better, for who proposes them, the nearer `w` is to half; two more are the better, for who adds
/// them, the nearer `w'` is to half. A placement is balanced if both are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Black, white, black; white is to move.
    pub three: [Coord; 3],
    /// White, black; white is to move again.
    pub two: [Coord; 2],
}

/// The side of the board that the table for a rule and a size was made for, and the table: five points
/// a line, the stones in turn.
const fn table(rule: Rule, size: Size) -> (u8, &'static str) {
    match rule {
        Rule::Freestyle if size.get() > 17 => (20, include_str!("freestyle-20.txt")),
        Rule::Freestyle => (15, include_str!("freestyle-15.txt")),
        Rule::Standard => (15, include_str!("standard-15.txt")),
        Rule::Renju => (15, include_str!("renju-15.txt")),
        Rule::Caro | Rule::CaroOverline => (15, include_str!("caro-15.txt")),
    }
}

impl Placement {
    /// Those of the table that fit on the board, as far from the nearer edges as on the board that the
    /// table was made for; at least one.
    pub fn known(rule: Rule, size: Size) -> impl Iterator<Item = Placement> {
        let (side, lines) = table(rule, size);
        let placements = lines.lines().filter_map(Placement::parse);
        placements.filter_map(move |placement| placement.moved(side, size))
    }

    /// The same stones on a board of another size, as far from the edges that their middle is nearer
    /// to. `None` if they do not fit.
    fn moved(self, side: u8, size: Size) -> Option<Placement> {
        let stones = self.stones();
        let shift = |coordinate: fn(Coord) -> u8| {
            let sum: usize = stones.iter().map(|&c| usize::from(coordinate(c))).sum();
            let is_past = 2 * sum > stones.len() * usize::from(side - 1);
            if is_past { size.get() as i8 - side as i8 } else { 0 }
        };
        let (right, down) = (shift(Coord::x), shift(Coord::y));
        let point = |c: &Coord| {
            let (x, y) = (c.x().checked_add_signed(right)?, c.y().checked_add_signed(down)?);
            Coord::new(x, y).filter(|&c| size.contains(c))
        };
        Placement::of(&stones.iter().map(point).collect::<Option<Vec<Coord>>>()?)
    }

    /// Reads five points, `h8i9k7j6g5`.
    pub fn parse(line: &str) -> Option<Placement> {
        Placement::of(&parse_stones(line).ok()?)
    }

    fn of(stones: &[Coord]) -> Option<Placement> {
        let &[a, b, c, d, e] = stones else { return None };
        Some(Placement { three: [a, b, c], two: [d, e] })
    }

    /// All five stones in turn.
    pub const fn stones(&self) -> [Coord; 5] {
        let ([a, b, c], [d, e]) = (self.three, self.two);
        [a, b, c, d, e]
    }

    /// Three stones to propose, chosen and turned by chance.
    pub fn proposed(rule: Rule, size: Size, seed: u64) -> Option<[Coord; 3]> {
        let mut random = Random::new(Random::mix(seed));
        let last = Placement::known(rule, size).count().checked_sub(1)?;
        let placement = Placement::known(rule, size).nth(random.between(0, last))?;
        let way = random.between(0, WAYS - 1);
        Some(placement.three.map(|c| turned(c, way, size)))
    }

    /// The two stones that the table adds to the three on the board, in any turn of it.
    pub fn added(board: &Board) -> Option<[Coord; 2]> {
        let size = board.size();
        let colours = [Stone::Black, Stone::White, Stone::Black];
        let lies = |(c, stone): (Coord, Stone)| board.stone(c) == stone;
        let is_on_board = |three: [Coord; 3]| three.into_iter().zip(colours).all(lies);
        Placement::known(board.rule(), size).find_map(|Placement { three, two }| {
            let way = (0..WAYS).find(|&way| is_on_board(three.map(|c| turned(c, way, size))))?;
            Some(two.map(|c| turned(c, way, size)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Outcome;
    use crate::types::{MAX_SIZE, MIN_SIZE};
    use std::collections::HashSet;

    /// Every line is a placement, its stones lie on different points, nobody has won, and no two
    /// give the same position.
    #[test]
    fn tables_hold_different_placements() {
        for (rule, side) in Rule::ALL.into_iter().flat_map(|rule| [(rule, 15), (rule, 20)]) {
            let size = Size::new(side).expect("a size");
            let lines = table(rule, size).1.lines().filter(|line| !line.starts_with('#')).count();
            let placements: Vec<Placement> = Placement::known(rule, size).collect();
            assert_eq!(placements.len(), lines);
            assert!(!placements.is_empty());
            let mut seen = HashSet::new();
            for placement in &placements {
                let mut board = Board::new(rule, size);
                for c in placement.stones() {
                    board.try_play(c).expect("a free point");
                    assert_eq!(board.outcome(), Outcome::Open);
                }
                for way in 0..WAYS {
                    let three = placement.three.map(|c| turned(c, way, size));
                    let [a, b, c] = three;
                    let board = Board::with_moves(rule, size, &[c, b, a]);
                    let two = placement.two.map(|c| turned(c, way, size));
                    // A placement that is its own mirror image may add the mirrored stones.
                    let added = Placement::added(&board).expect("a known one");
                    let after = |two: [Coord; 2]| {
                        let mut board = board.clone();
                        two.into_iter().for_each(|c| board.play(c));
                        (0..WAYS).map(|way| image(&board, way)).min()
                    };
                    assert_eq!(after(added), after(two));
                }
                let board = Board::with_moves(rule, size, &placement.three);
                assert!(seen.insert((0..WAYS).map(|way| image(&board, way)).min()));
            }
        }
    }

    fn image(board: &Board, way: usize) -> Vec<(bool, Coord)> {
        let turned = |m: crate::board::Move| {
            (m.color == crate::types::Color::Black, turned(m.coord, way, board.size()))
        };
        let mut stones: Vec<(bool, Coord)> = board.history().map(turned).collect();
        stones.sort_unstable();
        stones
    }

    #[test]
    fn proposals_differ_and_are_known() {
        let size = Size::new(15).expect("a size");
        let propose = |seed| Placement::proposed(Rule::Freestyle, size, seed).expect("a table");
        let proposals: HashSet<[Coord; 3]> = (0..50).map(propose).collect();
        assert!(proposals.len() > 10, "{}", proposals.len());
        assert_eq!(propose(7), propose(7));
        for three in proposals {
            assert!(Placement::added(&Board::with_moves(Rule::Freestyle, size, &three)).is_some());
        }
    }

    #[test]
    fn every_rule_and_board_has_a_proposal() {
        for rule in Rule::ALL {
            for size in (MIN_SIZE..=MAX_SIZE).filter_map(Size::new) {
                let three = Placement::proposed(rule, size, 1).expect("a proposal");
                let board = Board::with_moves(rule, size, &three);
                assert_eq!(board.ply(), 3);
                assert!(Placement::added(&board).is_some(), "{rule} {size:?}");
            }
        }
    }

    /// Each coordinate keeps its distance from the edge that the middle of the stones is nearer to.
    #[test]
    fn placements_move_with_the_nearer_edges() {
        let moved = |line, to| {
            let placement = Placement::parse(line).expect("five points");
            let placement = placement.moved(15, Size::new(to).expect("a size"))?;
            Some(placement.stones().map(|c| c.to_string()).concat())
        };
        assert_eq!(moved("b5c2c11b7g2", 20).as_deref(), Some("b5c2c11b7g2"));
        assert_eq!(moved("h13f9f8g11g8", 20).as_deref(), Some("h18f14f13g16g13"));
        assert_eq!(moved("l14m13k14h13g13", 20).as_deref(), Some("q19r18p19m18l18"));
        assert_eq!(moved("l14m13k14h13g13", 9).as_deref(), Some("f8g7e8b7a7"));
        assert_eq!(moved("l14m13k14h13g13", 8), None);
        assert_eq!(moved("b5c2c11b7g2", 10), None);
    }
}
