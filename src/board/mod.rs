//! Layer 1: the rules of the game.

mod board_stub;
mod outcome;
pub use board_stub::Board;
pub use outcome::{Fouls, IllegalMove, Move, Outcome, Stone};
