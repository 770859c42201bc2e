//! Layer 10: small games that a full search can see through, and that search in its plainest form:
//! where the big engine comes from, and an oracle for it.

mod connect_four;
mod minimax;
mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use minimax::{Minimax, MinimaxResult, Visit};
pub use tic_tac_toe::TicTacToe;

use std::fmt::{Debug, Display};

use dolmen::types::Color;

/// A game of two who move in turn and know everything.
pub trait TurnGame: Clone {
    /// What a player may do, numbered from 1 for people.
    type Move: Copy + Debug + Display + PartialEq;

    /// What a win is worth at least; more than any judgement of an unfinished game.
    const WIN: i32;

    /// Who moves next; black begins.
    fn side_to_move(&self) -> Color;

    /// The possible moves, in the order in which a search tries them. None at the end of a game.
    fn moves(&self) -> Vec<Self::Move>;

    /// The game after a possible move.
    fn after(&self, played: Self::Move) -> Self;

    /// Who has won.
    fn winner(&self) -> Option<Color>;

    /// How good an unfinished game looks for a side: 0 is even.
    fn judge(&self, side: Color) -> i32;
}

/// `X` begins.
fn letter(stone: Option<Color>) -> char {
    match stone {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    }
}
