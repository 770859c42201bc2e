use super::Color;

/// The rules of the Gomocup family. What wins, for a run of own stones made by the last move:
///
/// | rule | black | white |
/// |---|---|---|
/// | `Freestyle` | five or more | five or more |
/// | `Standard` | exactly five | exactly five |
/// | `Renju` | exactly five; double three, double four and overline lose | five or more |
/// | `CaroOverline` | six or more, or five not closed at both ends | same |
/// | `Caro` | exactly five, not closed at both ends | same |
///
/// In caro only a stone of the other colour closes an end; the edge does not.
///
/// ```
/// use dolmen::types::{Color, Rule};
///
/// assert_eq!(Rule::from_code(4), Some(Rule::Renju));
/// assert!(Rule::Renju.overline_wins(Color::White) && !Rule::Renju.overline_wins(Color::Black));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Protocol code 0.
    Freestyle,
    /// Protocol code 1.
    Standard,
    /// Protocol code 4.
    Renju,
    /// Protocol code 8.
    CaroOverline,
    /// Protocol code 9: the rule of the Gomocup league.
    Caro,
}

impl Rule {
    /// How many there are: for arrays with one entry per rule.
    pub const COUNT: usize = 5;

    /// All rules, in the order of their protocol codes.
    pub const ALL: [Rule; Rule::COUNT] =
        [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::CaroOverline, Rule::Caro];

    /// The number that stands for the rule in `INFO rule`.
    pub const fn code(self) -> u8 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::CaroOverline => 8,
            Rule::Caro => 9,
        }
    }

    /// The rule with exactly this code.
    pub fn from_code(code: u8) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.code() == code)
    }

    /// The rule that a program means by a code: exactly it, or 2, which is the renju of Yixin-Board
    /// and gomocalc.
    pub fn from_foreign_code(code: u8) -> Option<Rule> {
        if code == 2 { Some(Rule::Renju) } else { Rule::from_code(code) }
    }

    /// English name, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::CaroOverline => "caro-overline",
            Rule::Caro => "caro",
        }
    }

    /// Whether a run of six or more wins for this side.
    pub const fn overline_wins(self, color: Color) -> bool {
        match self {
            Rule::Freestyle | Rule::CaroOverline => true,
            Rule::Standard | Rule::Caro => false,
            Rule::Renju => matches!(color, Color::White),
        }
    }

    /// Whether a five with a stone of the other colour at both ends is worth nothing.
    pub const fn closed_five_is_nothing(self) -> bool {
        matches!(self, Rule::CaroOverline | Rule::Caro)
    }

    /// Whether this side has forbidden moves.
    pub const fn restricts(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }

    /// Stones on the board that end an undecided game as a draw: a full board, and under renju
    /// 25 points earlier, as the Gomocup judge counts (200 moves on 15x15).
    pub const fn draw_after(self, size: super::Size) -> usize {
        let area = size.area();
        match self {
            Rule::Renju if area > 25 => area - 25,
            _ => area,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Size;

    #[test]
    fn only_renju_draws_before_the_board_is_full() {
        let stones = |rule: Rule, n| rule.draw_after(Size::new(n).expect("a legal size"));
        assert_eq!([5, 6, 15, 20].map(|n| stones(Rule::Renju, n)), [25, 11, 200, 375]);
        for rule in Rule::ALL.into_iter().filter(|&rule| rule != Rule::Renju) {
            assert_eq!([5, 15].map(|n| stones(rule, n)), [25, 225]);
        }
    }
}
