//! Orders of stones in which a game may have placed them.

use dolmen::board::{Board, Outcome};
use dolmen::types::Coord;

/// Last moves that are tried on the way back: a few for each stone of the largest board.
const MOST_TRIED: usize = 1000;

/// Stones that alternate, the first one that of the side to move, in an order in which none of them
/// but the last ends the game, and none is a foul. Each side keeps its points, in the order given as
/// far as possible. `None` if no order was found: a five lies there too long, a point is taken, or no
/// game has so many moves.
pub fn order_of_play(start: &Board, stones: &[Coord]) -> Option<Vec<Coord>> {
    let mut order = stones.to_vec();
    let mut board = start.clone();
    let fit = order.len() <= start.moves_left() && order.iter().all(|&c| board.try_play(c).is_ok());
    let mut left = MOST_TRIED;
    (fit && trace(start, &mut order, true, &mut left)).then_some(order)
}

/// Puts stones in order from the last one back, until the others are in order as they are.
fn trace(start: &Board, order: &mut [Coord], is_last: bool, left: &mut usize) -> bool {
    if is_game(start, order, is_last) {
        return true;
    }
    let Some(last) = order.len().checked_sub(1) else { return false };
    // Of a five, one of its stones came last.
    let five = board_after(start, order).winning_line();
    for i in (0..=last).rev().step_by(2) {
        if !five.is_empty() && !five.contains(&order[i]) {
            continue;
        }
        if *left == 0 {
            return false;
        }
        *left -= 1;
        order.swap(i, last);
        if may_end(start, order, is_last) && trace(start, &mut order[..last], false, left) {
            return true;
        }
    }
    false
}

/// Whether no move but the last one, if at all, ends the game.
fn is_game(start: &Board, moves: &[Coord], is_last: bool) -> bool {
    let mut board = start.clone();
    (1..).zip(moves).all(|(number, &c)| {
        board.play(c);
        fits(&board, is_last && number == moves.len())
    })
}

/// Whether the last of these moves may be one, whatever the order of the others.
fn may_end(start: &Board, moves: &[Coord], is_last: bool) -> bool {
    let Some((&last, others)) = moves.split_last() else { return true };
    let mut board = board_after(start, others);
    if !board.winning_line().is_empty() {
        return false;
    }
    board.play(last);
    fits(&board, is_last)
}

fn board_after(start: &Board, moves: &[Coord]) -> Board {
    let mut board = start.clone();
    moves.iter().for_each(|&c| board.play(c));
    board
}

/// Whether the last stone of a board may be the last or an earlier move of a game.
fn fits(board: &Board, is_last: bool) -> bool {
    match board.outcome() {
        Outcome::Open => true,
        Outcome::Win(_) | Outcome::Draw => is_last,
        Outcome::Foul(_) => false,
    }
}
