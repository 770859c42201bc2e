use std::sync::OnceLock;

use super::line::{Cell, Classifier, Flank};
use super::pattern::{Pattern, Threat};
use crate::types::{Color, Rule};

/// The longest look of any rule: four cells of a five, and one behind its end.
pub const MAX_RADIUS: usize = 5;

/// Line key -> pattern, for one rule; and four patterns -> threat.
///
/// A line key describes what lies around a cell in one direction, up to `radius` cells each way
/// or to the edge. One side of it is a number in base three (0 free, 1 black, 2 white; the
/// nearest cell is the lowest digit) added to an offset that tells how far the edge is:
///
/// ```text
///   side = (3^l - 1) / 2 + sum of digit(d) * 3^(d-1),   d = 1..=l,  l = min(radius, cells to the edge)
///   key  = left side * SIDES + right side,              SIDES = (3^(radius+1) - 1) / 2
/// ```
///
/// So the keys have no holes, the table stays small (132 KB; 15 KB for freestyle, whose fives
/// need no look behind their ends) and a stone changes a key by adding a constant.
///
/// Tables are built on first use: about two milliseconds a rule, against a larger program or a
/// build script.
pub struct PatternTable {
    radius: usize,
    /// What a stone at distance `1 + i` to the left of a cell adds to its key, per side.
    left: KeyWeights,
    /// The same to the right.
    right: KeyWeights,
    /// Pattern of black in the low half of the byte, of white in the high half.
    patterns: Vec<u8>,
    /// Four packed patterns -> number of their combination: the same for all rules.
    codes: &'static [u16; 1 << 16],
    /// That number -> threat, per side.
    threats: [ByCombination<Threat>; 2],
}

/// An entry for each combination of four patterns, and more: as many as a power of two, so that an
/// index needs no check.
pub type ByCombination<T> = [T; PatternTable::COMBINATIONS.next_power_of_two()];

/// By side and distance.
type KeyWeights = [[u32; MAX_RADIUS]; 2];

/// The patterns of one side in the four lines through a cell, four bits each.
pub type Packed = u16;

impl PatternTable {
    /// The table of a rule, built when first asked for.
    pub fn get(rule: Rule) -> &'static PatternTable {
        static TABLES: [OnceLock<PatternTable>; Rule::COUNT] =
            [const { OnceLock::new() }; Rule::COUNT];
        TABLES[rule as usize].get_or_init(|| PatternTable::build(rule))
    }

    fn build(rule: Rule) -> PatternTable {
        let looks_behind_ends = rule != Rule::Freestyle;
        let radius = if looks_behind_ends { MAX_RADIUS } else { MAX_RADIUS - 1 };
        let sides = offset(radius + 1);
        let weights = |unit: u32| {
            [1, 2].map(|digit| std::array::from_fn(|d| unit * digit * 3u32.pow(d as u32)))
        };
        let [black, white] = Color::ALL.map(|color| side_patterns(rule, color, radius));
        let patterns = black.iter().zip(&white).map(|(b, w)| b | w << 4).collect();
        let combinations = combinations();
        let threats = Color::ALL.map(|color| {
            let threat = |&lines| Threat::combine(lines, rule.restricts(color));
            std::array::from_fn(|code| combinations.get(code).map_or(Threat::None, threat))
        });
        let (left, right, codes) = (weights(sides), weights(1), codes());
        PatternTable { radius, left, right, patterns, codes, threats }
    }

    /// Cells that a key covers on each side.
    pub const fn radius(&self) -> usize {
        self.radius
    }

    /// How many different sides of a cell there are: a key is `left side * sides + right side`.
    pub fn sides(&self) -> usize {
        offset(self.radius + 1) as usize
    }

    /// The cells of a side as black sees them, the nearest first.
    pub fn side(number: usize) -> Vec<Cell> {
        cells_of(number as u32, Color::Black)
    }

    /// Key of a cell with nothing around it but the edge, `left` and `right` cells away.
    pub fn empty_key(&self, left: usize, right: usize) -> u32 {
        offset(left.min(self.radius)) * offset(self.radius + 1) + offset(right.min(self.radius))
    }

    /// What a stone adds to the key of a cell that has it one, two, ... cells to its left.
    /// Those beyond the radius are not to be added.
    pub fn left_weights(&self, color: Color) -> &[u32; MAX_RADIUS] {
        &self.left[color.index()]
    }

    /// What a stone adds to the key of a cell that has it one, two, ... cells to its right.
    pub fn right_weights(&self, color: Color) -> &[u32; MAX_RADIUS] {
        &self.right[color.index()]
    }

    /// Both sides' patterns for a key: black in the low half of the byte, white in the high half.
    pub fn both(&self, key: u32) -> u8 {
        self.patterns[key as usize]
    }

    /// What a stone of this side would make of a line with this key.
    pub fn pattern(&self, key: u32, color: Color) -> Pattern {
        Pattern::from_index(self.both(key) >> (4 * color.index()) & 15)
    }

    /// Number of the combination of four patterns, in any order: below
    /// [`PatternTable::COMBINATIONS`].
    pub fn code(&self, packed: Packed) -> usize {
        self.codes[packed as usize] as usize
    }

    /// What a stone with these patterns in its four lines would threaten.
    pub fn threat(&self, packed: Packed, color: Color) -> Threat {
        let threats = &self.threats[color.index()];
        threats[self.code(packed) % threats.len()]
    }

    /// Ways to choose four patterns, order ignored.
    pub const COMBINATIONS: usize = {
        let n = Pattern::COUNT;
        n * (n + 1) * (n + 2) * (n + 3) / 24
    };
}

/// Keys of one side with fewer than `cells` cells to the edge: (3^cells - 1) / 2.
const fn offset(cells: usize) -> u32 {
    (3u32.pow(cells as u32) - 1) / 2
}

/// The pattern number of one side for every key.
fn side_patterns(rule: Rule, color: Color, radius: usize) -> Vec<u8> {
    let mut classifier = Classifier::new(rule, color);
    // A side ends where the rule stops looking, which is not an edge: but no cell beyond can
    // matter, so it may be taken for one.
    let sides: Vec<Flank> = (0..offset(radius + 1))
        .map(|side| classifier.flank(cells_of(side, color).into_iter()))
        .collect();
    let mut patterns = Vec::with_capacity(sides.len() * sides.len());
    for &left in &sides {
        patterns.extend(sides.iter().map(|&right| classifier.pattern_between(left, right) as u8));
    }
    patterns
}

/// One side of a key as cells, the nearest first.
fn cells_of(side: u32, color: Color) -> Vec<Cell> {
    let length = (0..).find(|&l| side < offset(l + 1)).unwrap_or(0);
    let mut digits = side - offset(length);
    let mut cells = Vec::with_capacity(length);
    for _ in 0..length {
        cells.push(match digits % 3 {
            0 => Cell::Empty,
            digit if digit as usize == color.index() + 1 => Cell::Own,
            _ => Cell::Other,
        });
        digits /= 3;
    }
    cells
}

/// Every multiset of four patterns, in the order of [`PatternTable::code`].
pub fn combinations() -> Vec<[Pattern; 4]> {
    let mut all = Vec::with_capacity(PatternTable::COMBINATIONS);
    for (a, &first) in Pattern::ALL.iter().enumerate() {
        for (b, &second) in Pattern::ALL.iter().enumerate().skip(a) {
            for (c, &third) in Pattern::ALL.iter().enumerate().skip(b) {
                all.extend(Pattern::ALL[c..].iter().map(|&fourth| [first, second, third, fourth]));
            }
        }
    }
    all
}

/// Packed patterns in any order -> number of their combination.
fn codes() -> &'static [u16; 1 << 16] {
    const ORDERS: [[usize; 4]; 24] = orders();
    static CODES: OnceLock<Box<[u16; 1 << 16]>> = OnceLock::new();
    CODES.get_or_init(|| {
        let mut codes = Box::new([0; 1 << 16]);
        for (number, lines) in combinations().iter().enumerate() {
            for order in ORDERS {
                codes[pack(order.map(|i| lines[i])) as usize] = number as u16;
            }
        }
        codes
    })
}

/// The 24 orders of four things.
const fn orders() -> [[usize; 4]; 24] {
    let mut orders = [[0; 4]; 24];
    let (mut found, mut i) = (0, 0);
    while i < 64 {
        let (a, b, c) = (i / 16, i / 4 % 4, i % 4);
        if a != b && a != c && b != c {
            orders[found] = [a, b, c, 6 - a - b - c];
            found += 1;
        }
        i += 1;
    }
    orders
}

/// Four patterns in four bits each.
pub fn pack(lines: [Pattern; 4]) -> Packed {
    lines.iter().rev().fold(0, |packed, &pattern| packed << 4 | pattern as Packed)
}
