//! What a stone makes, in the words of players.

use crate::words::LineShape;
use dolmen::board::{Board, Pattern, Threat};
use dolmen::types::{Color, Coord, Direction};

/// What a stone makes of the lines through it, weak to strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// `_OO_`
    OpenTwo,
    /// Two open twos at once.
    DoubleTwo,
    /// `XOOO_`: one more makes a four.
    Three,
    /// `_OOO_`: one more makes an open four.
    OpenThree,
    /// Two open threes at once.
    DoubleThree,
    /// `XOOOO_`: one more makes five.
    Four,
    /// A four and an open three at once.
    FourThree,
    /// Two fours at once.
    DoubleFour,
    /// `_OOOO_`: five cannot be prevented.
    OpenFour,
    /// The move wins.
    Five,
}

impl Shape {
    /// All, weak to strong.
    pub const ALL: [Shape; 10] = [
        Shape::OpenTwo,
        Shape::DoubleTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::DoubleThree,
        Shape::Four,
        Shape::FourThree,
        Shape::DoubleFour,
        Shape::OpenFour,
        Shape::Five,
    ];

    /// The name: `open four`.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::OpenTwo => "open two",
            Shape::DoubleTwo => "double two",
            Shape::Three => "three",
            Shape::OpenThree => "open three",
            Shape::DoubleThree => "double three",
            Shape::Four => "four",
            Shape::FourThree => "four three",
            Shape::DoubleFour => "double four",
            Shape::OpenFour => "open four",
            Shape::Five => "five",
        }
    }

    /// Who can make it has as good as won, unless the opponent is faster.
    pub const fn wins(self) -> bool {
        !matches!(
            self,
            Shape::OpenTwo | Shape::DoubleTwo | Shape::Three | Shape::OpenThree | Shape::Four
        )
    }
}

/// The best that a stone of this side makes on an empty point; `None` if it makes nothing with a
/// name, or the point is forbidden to it.
pub fn made(board: &Board, c: Coord, color: Color) -> Option<Shape> {
    let lines = Direction::ALL.map(|direction| board.pattern(c, color, direction));
    let has_open_four = lines.contains(&Pattern::OpenFour);
    // Under renju, what looks like an open three may be none.
    let with_three = |real, otherwise| {
        let shapes = LineShape::real(board, c, color);
        let has_three = shapes.iter().any(|shape| shape.pattern.is_open_three());
        Some(if has_three { real } else { otherwise })
    };
    match board.threat(c, color) {
        Threat::None => None,
        Threat::OpenTwo => Some(Shape::OpenTwo),
        Threat::DoubleTwo => Some(Shape::DoubleTwo),
        Threat::Three | Threat::ThreeTwo => Some(Shape::Three),
        Threat::OpenThree | Threat::OpenThreePlus => with_three(Shape::OpenThree, Shape::Three),
        Threat::DoubleThree => Some(Shape::DoubleThree),
        Threat::Four | Threat::FourPlus => Some(Shape::Four),
        Threat::FourThree => with_three(Shape::FourThree, Shape::Four),
        Threat::OpenFour if has_open_four => Some(Shape::OpenFour),
        Threat::OpenFour => Some(Shape::DoubleFour),
        Threat::Five => Some(Shape::Five),
        Threat::Forbidden if board.fouls(c).any() => None,
        // Of the threes that meet here, one at most is real.
        Threat::Forbidden if has_open_four => Some(Shape::OpenFour),
        Threat::Forbidden if lines.contains(&Pattern::Four) => {
            with_three(Shape::FourThree, Shape::Four)
        }
        Threat::Forbidden => with_three(Shape::OpenThree, Shape::Three),
    }
}

/// Where a side, if it were to move, would make five or a shape that wins; strongest first.
pub fn threats(board: &Board, color: Color) -> Vec<(Shape, Vec<Coord>)> {
    let points: Vec<(Shape, Coord)> = board
        .empty_cells()
        .iter()
        .filter_map(|c| Some((made(board, c, color)?, c)))
        .filter(|(shape, _)| shape.wins())
        .collect();
    let of = |shape: Shape| {
        let same = points.iter().filter(|point| point.0 == shape);
        (shape, same.map(|point| point.1).collect::<Vec<Coord>>())
    };
    Shape::ALL.into_iter().rev().map(of).filter(|(_, points)| !points.is_empty()).collect()
}
