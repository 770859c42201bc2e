//! How a game is opened: by free choice, in the middle as renju asks, or by swap2.

use std::fmt;

use dolmen::types::{Color, Coord, Rule, Size};

/// How a game is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Anywhere.
    Free,
    /// The first three moves of renju: on the middle point, at most one line from it, at most two.
    Middle,
    /// One player places three stones; the other one takes a colour, or places two more and leaves
    /// the choice to the first.
    Swap2(Phase),
}

/// Where a swap2 opening stands. The first player is the one who has black at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first player places black, white, black.
    Three,
    /// The second player chooses a colour or [`Choice::Two`].
    Choose,
    /// The second player places white and black.
    Two,
    /// The first player chooses a colour.
    ChooseAgain,
    /// The opening is over.
    Done,
}

/// A choice in a swap2 opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This colour.
    Take(Color),
    /// To place two more stones and leave the choice to the other one.
    Two,
}

impl Opening {
    /// Reads what [`fmt::Display`] writes, and `swap2` for one that begins.
    pub fn parse(text: &str) -> Option<Opening> {
        match text.split_once(' ').unwrap_or((text, "three")) {
            ("swap2", phase) => Phase::from_name(phase).map(Opening::Swap2),
            _ if text == "free" => Some(Opening::Free),
            _ if text == "middle" => Some(Opening::Middle),
            _ => None,
        }
    }

    /// The same opening before the first stone.
    pub const fn from_the_start(self) -> Opening {
        match self {
            Opening::Swap2(_) => Opening::Swap2(Phase::Three),
            other => other,
        }
    }

    /// What a rule asks for, unless the players agree otherwise.
    pub const fn of_rule(rule: Rule) -> Opening {
        match rule {
            Rule::Renju => Opening::Middle,
            _ => Opening::Free,
        }
    }

    /// Lines from the middle within which a move must lie; `None` if it may lie anywhere.
    pub fn reach(self, ply: usize) -> Option<u8> {
        u8::try_from(ply).ok().filter(|&ply| self == Opening::Middle && ply < 3)
    }

    /// The player who has to act, as the colour that he has at the beginning; `None` if that is
    /// the side to move.
    pub const fn actor(self) -> Option<Color> {
        match self {
            Opening::Swap2(Phase::Three | Phase::ChooseAgain) => Some(Color::Black),
            Opening::Swap2(Phase::Choose | Phase::Two) => Some(Color::White),
            Opening::Free | Opening::Middle | Opening::Swap2(Phase::Done) => None,
        }
    }

    /// Whether a colour has to be chosen before the next stone.
    pub const fn waits_for_choice(self) -> bool {
        matches!(self, Opening::Swap2(Phase::Choose | Phase::ChooseAgain))
    }

    /// What comes after a stone, with this many on the board.
    pub const fn after_stone(self, ply: usize) -> Opening {
        match (self, ply) {
            (Opening::Swap2(Phase::Three), 3..) => Opening::Swap2(Phase::Choose),
            (Opening::Swap2(Phase::Two), 5..) => Opening::Swap2(Phase::ChooseAgain),
            (other, _) => other,
        }
    }

    /// What comes after a choice, and whether the players change colours by it. `None` if there
    /// is nothing like that to choose.
    pub fn after_choice(self, choice: Choice) -> Option<(Opening, bool)> {
        let done = Opening::Swap2(Phase::Done);
        match (self, choice) {
            (Opening::Swap2(Phase::Choose), Choice::Two) => {
                Some((Opening::Swap2(Phase::Two), false))
            }
            (Opening::Swap2(Phase::Choose | Phase::ChooseAgain), Choice::Take(color)) => {
                Some((done, self.actor() != Some(color)))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opening::Free => f.write_str("free"),
            Opening::Middle => f.write_str("middle"),
            Opening::Swap2(phase) => write!(f, "swap2 {}", phase.name()),
        }
    }
}

impl Phase {
    const ALL: [(Phase, &str); 5] = [
        (Phase::Three, "three"),
        (Phase::Choose, "choose"),
        (Phase::Two, "two"),
        (Phase::ChooseAgain, "choose-again"),
        (Phase::Done, "done"),
    ];

    fn name(self) -> &'static str {
        Phase::ALL.iter().find(|(phase, _)| *phase == self).map_or("done", |(_, name)| name)
    }

    fn from_name(name: &str) -> Option<Phase> {
        Phase::ALL.iter().find(|(_, other)| *other == name).map(|(phase, _)| *phase)
    }
}

/// The middle of a board; of an even one the upper right of the four.
pub fn middle(size: Size) -> Coord {
    let half = size.get() / 2;
    Coord::new(half, half).unwrap_or(Coord::from_index(Coord::CELLS / 2))
}

/// Whether a point lies so near to the middle.
pub fn is_within(c: Coord, size: Size, reach: u8) -> bool {
    let middle = middle(size);
    c.x().abs_diff(middle.x()).max(c.y().abs_diff(middle.y())) <= reach
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swap2_goes_its_three_ways() {
        let opening = Opening::parse("swap2").expect("an opening");
        assert_eq!((opening.actor(), opening.after_stone(2)), (Some(Color::Black), opening));
        let choose = opening.after_stone(3);
        assert!(choose.waits_for_choice() && choose.actor() == Some(Color::White));
        let done = Opening::Swap2(Phase::Done);
        let take = |opening: Opening, color| opening.after_choice(Choice::Take(color));
        assert_eq!(take(choose, Color::White), Some((done, false)));
        assert_eq!(take(choose, Color::Black), Some((done, true)));
        let (two, swapped) = choose.after_choice(Choice::Two).expect("a choice");
        assert!(!swapped && two.actor() == Some(Color::White) && !two.waits_for_choice());
        let again = two.after_stone(4).after_stone(5);
        assert_eq!((again.actor(), again.after_choice(Choice::Two)), (Some(Color::Black), None));
        assert_eq!(take(again, Color::Black), Some((done, false)));
        assert_eq!(take(again, Color::White), Some((done, true)));
        assert_eq!((done.actor(), take(done, Color::White)), (None, None));
        for (phase, name) in Phase::ALL {
            let opening = Opening::Swap2(phase);
            assert_eq!(opening.to_string(), format!("swap2 {name}"));
            assert_eq!(Opening::parse(&opening.to_string()), Some(opening));
        }
    }

    #[test]
    fn renju_begins_in_the_middle() {
        let size = Size::new(15).expect("a size");
        assert_eq!(
            [0, 1, 2, 3].map(|ply| Opening::Middle.reach(ply)),
            [Some(0), Some(1), Some(2), None]
        );
        assert_eq!(Opening::Free.reach(0), None);
        let at = |x, y| Coord::new(x, y).expect("a point");
        assert!(is_within(at(7, 7), size, 0) && !is_within(at(8, 7), size, 0));
        assert!(is_within(at(9, 5), size, 2) && !is_within(at(10, 7), size, 2));
    }
}
