//! Orders of stones in which a game may have placed them.

use dolmen::board::{Board, Outcome};
use dolmen::types::Coord;

/// Stones that alternate, the first one that of the side to move, in an order in which none of them
/// but the last ends the game, and none is a foul. Each side keeps its points, in the order given as
/// far as possible. Each last move that is tried on the way back takes one of `left`. `None` if no
/// order was found: a five lies there too long, a point is taken, or no game has so many moves.
pub fn order_of_play(start: &Board, stones: &[Coord], left: &mut usize) -> Option<Vec<Coord>> {
    let mut board = start.clone();
    let fit =
        stones.len() <= start.moves_left() && stones.iter().all(|&c| board.try_play(c).is_ok());
    if fit { trace(start, stones, true, left) } else { None }
}

/// Puts stones in order from the last one back, until the others are in order as they are.
fn trace(start: &Board, stones: &[Coord], is_last: bool, left: &mut usize) -> Option<Vec<Coord>> {
    if is_game(start, stones, is_last) {
        return Some(stones.to_vec());
    }
    let last = stones.len().checked_sub(1)?;
    // Of a five, one of its stones came last.
    let five = board_after(start, stones).winning_line();
    for i in (0..=last).rev().step_by(2) {
        if !five.is_empty() && !five.contains(&stones[i]) {
            continue;
        }
        *left = left.checked_sub(1)?;
        let mut order = stones.to_vec();
        order.swap(i, last);
        if may_end(start, &order, is_last)
            && let Some(mut moves) = trace(start, &order[..last], false, left)
        {
            moves.push(stones[i]);
            return Some(moves);
        }
    }
    None
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
