//! How a game stands.

use dolmen::board::{Board, Outcome};

/// How it stands whichever stone came last: a line that wins may lie there since an earlier move, or
/// because it was set up. Otherwise as [`Board::outcome`] has it.
pub fn outcome(board: &Board) -> Outcome {
    let winner = board.winning_line().first().and_then(|&c| board.stone(c).color());
    winner.map_or_else(|| board.outcome(), Outcome::Win)
}
