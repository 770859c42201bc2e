//! Orders of moves that lead to a position.

use dolmen::board::Board;
use dolmen::types::Coord;
use dolmen_records::order_of_play;

use super::key::Layout;

/// Last moves that are tried on the way back to the empty board: a few for each stone.
const MOST_TRIED: usize = 1000;

/// Moves of a game that leads to a position: before its last move it is not over, and that one is no
/// foul. `None` if none was found: the stones do not alternate, or a five lies there already.
pub fn order_of(layout: &Layout) -> Option<Vec<Coord>> {
    let [black, white, dead] = &layout.groups;
    let mover = (!layout.side).index();
    if black.len() != white.len() + usize::from(mover == 0) || !dead.is_empty() {
        return None;
    }
    let by_rows: Vec<Coord> = (0..black.len() + white.len())
        .map(|i| if i % 2 == 0 { black[i / 2] } else { white[i / 2] })
        .collect();
    order_of_play(&Board::new(layout.rule, layout.size), &by_rows, &mut { MOST_TRIED })
}

/// Moves of a game that leads to the position of a board: its own, if black and white alternate, else
/// those of [`order_of`].
pub fn moves_to(board: &Board) -> Option<Vec<Coord>> {
    let moves: Vec<Coord> = board.history().map(|stone| stone.coord).collect();
    let game = Board::with_moves(board.rule(), board.size(), &moves);
    let layout = Layout::of(board);
    let is_game =
        Layout::of(&game).groups == layout.groups && game.side_to_move() == board.side_to_move();
    if is_game { Some(moves) } else { order_of(&layout) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::board::Outcome;
    use dolmen::types::{Rule, Size, parse_stones};

    /// Under each rule, stones in an order that ends too early or as no game does.
    #[test]
    fn an_order_ends_the_game_with_its_last_move_at_most() {
        let size = Size::new(15).expect("a size");
        for (rule, stones, outcome) in [
            (Rule::Freestyle, "a1a5b1c5c1e5d1g5e1i5o15", "black wins"),
            // A six in a row is none under standard, if it did not begin as a five.
            (Rule::Standard, "a1a5b1c5c1e5d1g5e1i5f1o15", "open"),
            // With h8 as the last move a double three.
            (Rule::Renju, "h6a1h7o1f8a15h8o15g8", "open"),
            (Rule::Renju, "f8a1g8a3h8a5i8a7h9a9h10a11j8", "black wins"),
            // A five between two white stones, which had to be there before it.
            (Rule::Caro, "b8a8c8g8d8a1e8c1f8e1o15", "open"),
        ] {
            let moves = parse_stones(stones).expect("points");
            let mut layout = Layout::of(&Board::new(rule, size));
            moves.iter().for_each(|&c| layout = layout.after(c));
            layout
                .groups
                .iter_mut()
                .for_each(|group| group.sort_unstable_by_key(|c| (c.y(), c.x())));
            let moves = order_of(&layout).unwrap_or_else(|| panic!("{rule:?} {stones}"));
            let mut board = Board::new(rule, size);
            for (i, &c) in moves.iter().enumerate() {
                assert!(i == 0 || board.outcome() == Outcome::Open, "{rule:?} {moves:?}");
                board.play(c);
            }
            let told = match board.outcome() {
                Outcome::Win(side) => format!("{} wins", side.name()),
                other => format!("{other:?}").to_lowercase(),
            };
            assert_eq!(told, outcome, "{rule:?} {moves:?}");
            assert_eq!(Layout::of(&board).placed().key, layout.placed().key);
        }
    }

    #[test]
    fn a_position_behind_a_five_has_no_order() {
        let size = Size::new(15).expect("a size");
        let mut layout = Layout::of(&Board::new(Rule::Freestyle, size));
        for c in parse_stones("a1a5b1c5c1e5d1g5e1i5").expect("points") {
            layout = layout.after(c);
        }
        assert_eq!(order_of(&layout), None);
    }
}
