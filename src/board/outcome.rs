use std::error::Error;
use std::fmt;

use crate::types::{Color, Coord};

/// What lies on a cell of the padded board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    /// Nothing.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// The edge, or a dead stone of neither side.
    Wall,
}

impl Stone {
    /// The side that owns the stone.
    pub const fn color(self) -> Option<Color> {
        match self {
            Stone::Black => Some(Color::Black),
            Stone::White => Some(Color::White),
            Stone::Empty | Stone::Wall => None,
        }
    }
}

impl From<Color> for Stone {
    fn from(color: Color) -> Stone {
        match color {
            Color::Black => Stone::Black,
            Color::White => Stone::White,
        }
    }
}

/// One stone of the game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where it was placed.
    pub coord: Coord,
    /// Whose stone it is.
    pub color: Color,
}

/// The ways in which a black move is forbidden under renju; several can hold at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fouls {
    /// Two or more threes that can really become straight fours.
    pub double_three: bool,
    /// Two or more fours.
    pub double_four: bool,
    /// A run of six or more.
    pub overline: bool,
}

impl Fouls {
    /// The move is allowed.
    pub const NONE: Fouls = Fouls { double_three: false, double_four: false, overline: false };

    /// Whether any of them holds.
    pub const fn any(self) -> bool {
        self.double_three || self.double_four || self.overline
    }

    /// Of the names given for double three, double four and overline, those of the fouls that hold.
    pub fn names(self, [three, four, overline]: [&str; 3]) -> Vec<&str> {
        [(self.double_three, three), (self.double_four, four), (self.overline, overline)]
            .into_iter()
            .filter_map(|(holds, name)| holds.then_some(name))
            .collect()
    }
}

/// How a game stands after its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game is not over.
    Open,
    /// The last move won.
    Win(Color),
    /// No winner and no more moves.
    Draw,
    /// Black's last move was forbidden: white wins.
    Foul(Fouls),
}

impl Outcome {
    /// Who has won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color) => Some(color),
            Outcome::Foul(_) => Some(Color::White),
            Outcome::Open | Outcome::Draw => None,
        }
    }
}

/// Why a stone cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The point is not on this board.
    OffBoard,
    /// A stone lies there already.
    Occupied,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalMove::OffBoard => "point is off the board",
            IllegalMove::Occupied => "point is occupied",
        })
    }
}

impl Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_belong_to_their_side() {
        assert!([Color::Black, Color::White].iter().all(|&c| Stone::from(c).color() == Some(c)));
        assert_eq!((Stone::Empty.color(), Stone::Wall.color()), (None, None));
    }

    #[test]
    fn a_foul_of_black_wins_for_white() {
        assert_eq!(Outcome::Win(Color::Black).winner(), Some(Color::Black));
        assert_eq!(Outcome::Win(Color::White).winner(), Some(Color::White));
        assert_eq!(Outcome::Foul(Fouls::NONE).winner(), Some(Color::White));
        assert_eq!((Outcome::Open.winner(), Outcome::Draw.winner()), (None, None));
    }
}
