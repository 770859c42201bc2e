use std::sync::OnceLock;

use crate::board::{Pattern, PatternTable, Threat, combinations};
use crate::types::{Color, Rule};

/// Values of an empty cell for one side, by the combination of its four patterns.
pub struct SideValues {
    cell: Vec<i16>,
    attack: Vec<i16>,
    defence: Vec<i16>,
}

impl SideValues {
    /// The values for one side, built when first asked for. Only forbidden moves make a
    /// difference between rules and sides: the patterns themselves know the rest.
    pub fn get(rule: Rule, color: Color) -> &'static SideValues {
        static VALUES: [OnceLock<SideValues>; 2] = [const { OnceLock::new() }; 2];
        let restricted = rule.restricts(color);
        VALUES[usize::from(restricted)].get_or_init(|| SideValues::build(restricted))
    }

    fn build(restricted: bool) -> SideValues {
        let combinations = combinations();
        let table = |value: fn([Pattern; 4], Threat) -> i16| {
            let worth = |&lines: &[Pattern; 4]| value(lines, Threat::combine(lines, restricted));
            combinations.iter().map(worth).collect()
        };
        SideValues {
            cell: table(cell_value),
            attack: table(|lines, threat| attack_value(threat) + line_sum(lines)),
            defence: table(|lines, threat| defence_value(threat) + line_sum(lines) * 3 / 4),
        }
    }

    /// What the cell adds to its side's sum.
    pub fn cell(&self, code: usize) -> i32 {
        i32::from(self.cell[code % PatternTable::COMBINATIONS])
    }

    /// What playing there is worth to the side.
    pub fn attack(&self, code: usize) -> i32 {
        i32::from(self.attack[code % PatternTable::COMBINATIONS])
    }

    /// What keeping the side from playing there is worth to the other.
    pub fn defence(&self, code: usize) -> i32 {
        i32::from(self.defence[code % PatternTable::COMBINATIONS])
    }
}

fn cell_value(lines: [Pattern; 4], threat: Threat) -> i16 {
    let potential = line_sum(lines);
    match threat {
        Threat::Forbidden => 0,
        Threat::DoubleTwo => potential + 2,
        Threat::OpenThreePlus => potential + 4,
        Threat::DoubleThree => potential + 10,
        Threat::FourPlus => potential + 4,
        Threat::FourThree => potential + 16,
        Threat::OpenFour => potential + 8,
        _ => potential,
    }
}

fn line_sum(lines: [Pattern; 4]) -> i16 {
    lines.into_iter().map(line_value).sum()
}

fn line_value(pattern: Pattern) -> i16 {
    match pattern {
        Pattern::Dead | Pattern::Overline => 0,
        Pattern::One => 1,
        Pattern::OpenOne => 2,
        Pattern::Two => 3,
        Pattern::OpenTwo => 6,
        Pattern::OpenTwoWide => 7,
        Pattern::OpenTwoFree => 8,
        Pattern::Three => 8,
        Pattern::OpenThree => 14,
        Pattern::OpenThreeFree => 17,
        Pattern::Four => 12,
        Pattern::DoubleFour => 0,
        Pattern::OpenFour => 32,
        Pattern::Five => 40,
    }
}

fn attack_value(threat: Threat) -> i16 {
    match threat {
        Threat::None | Threat::Forbidden => 0,
        Threat::OpenTwo => 4,
        Threat::Three => 5,
        Threat::DoubleTwo => 12,
        Threat::ThreeTwo => 14,
        Threat::OpenThree => 25,
        Threat::OpenThreePlus => 38,
        Threat::DoubleThree => 90,
        Threat::Four => 22,
        Threat::FourPlus => 45,
        Threat::FourThree => 300,
        Threat::OpenFour => 500,
        Threat::Five => 1000,
    }
}

fn defence_value(threat: Threat) -> i16 {
    match threat {
        Threat::None | Threat::Forbidden => 0,
        Threat::OpenTwo => 2,
        Threat::Three => 3,
        Threat::DoubleTwo => 8,
        Threat::ThreeTwo => 10,
        Threat::OpenThree => 16,
        Threat::OpenThreePlus => 26,
        Threat::DoubleThree => 60,
        Threat::Four => 14,
        Threat::FourPlus => 30,
        Threat::FourThree => 200,
        Threat::OpenFour => 400,
        Threat::Five => 900,
    }
}
