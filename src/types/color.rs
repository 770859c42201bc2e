use std::ops::Not;

/// The two sides. Black makes the first move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The first player; under renju the one with forbidden moves.
    Black,
    /// The second player.
    White,
}

impl Color {
    /// Both sides, black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// 0 for black, 1 for white: for arrays with one entry per side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// English name, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Color;

    /// The opponent.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}
