//! The readable specification of line patterns: what a stone makes of its line.
//!
//! This is the slow truth: [`PatternTable`](super::PatternTable) asks it once for every shape
//! that a window of cells can hold, and the [splitter](super::splitter) for every group it cuts.

use std::cmp::Ordering;

use super::pattern::Pattern;
use crate::types::{Color, Rule};

/// A cell of a line, seen by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Free.
    Empty,
    /// A stone of this side.
    Own,
    /// A stone of the other side.
    Other,
    /// The edge of the board, or a dead stone.
    Edge,
}

/// The rule for the lines of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRule {
    overline_wins: bool,
    closed_five_is_nothing: bool,
    restricted: bool,
}

/// A maximal run of own stones: `first..=last`.
struct Run {
    first: usize,
    last: usize,
}

impl LineRule {
    /// The rule for the lines of one side.
    pub const fn new(rule: Rule, color: Color) -> LineRule {
        LineRule {
            overline_wins: rule.overline_wins(color),
            closed_five_is_nothing: rule.closed_five_is_nothing(),
            restricted: rule.restricts(color),
        }
    }

    /// What the own stone at `centre` makes of this line, when `next` tells what it is after one
    /// more stone. Cells beyond the slice are edge.
    ///
    /// Only fives through `centre` count, so four cells on each side decide, and a fifth where
    /// the rule looks at the ends of a five.
    fn pattern_with(
        self,
        cells: &mut [Cell],
        centre: usize,
        mut next: impl FnMut(&mut [Cell]) -> Pattern,
    ) -> Pattern {
        let run = run_through(cells, centre);
        if self.wins(cells, &run) {
            return Pattern::Five;
        }
        if run.len() > 5 {
            return Pattern::Overline;
        }
        match self.fives(cells, centre) {
            0 => {}
            1 => return Pattern::Four,
            _ if self.restricted => return straight_or_double(cells, centre),
            _ if self.survives_every_reply(cells, centre) => return Pattern::OpenFour,
            _ => return Pattern::Four,
        }
        // How many next stones make an open four, a four, an open three, ...
        let mut made = [0; Pattern::COUNT];
        for i in reach(cells, centre) {
            if cells[i] == Cell::Empty {
                cells[i] = Cell::Own;
                made[next(cells) as usize] += 1;
                cells[i] = Cell::Empty;
            }
        }
        let count = |pattern: Pattern| made[pattern as usize];
        let open_threes = count(Pattern::OpenThree) + count(Pattern::OpenThreeFree);
        let open_twos = Pattern::ALL.into_iter().filter(|p| p.is_open_two()).map(count).sum();
        match (count(Pattern::OpenFour), open_threes, open_twos) {
            (2.., ..) => Pattern::OpenThreeFree,
            (1, ..) => Pattern::OpenThree,
            _ if count(Pattern::Four) + count(Pattern::DoubleFour) > 0 => Pattern::Three,
            (_, 4.., _) => Pattern::OpenTwoFree,
            (_, 3, _) => Pattern::OpenTwoWide,
            (_, 1.., _) => Pattern::OpenTwo,
            _ if count(Pattern::Three) > 0 => Pattern::Two,
            (_, _, 1..) => Pattern::OpenOne,
            _ if count(Pattern::Two) > 0 => Pattern::One,
            _ => Pattern::Dead,
        }
    }

    /// Whether this run of own stones wins.
    fn wins(self, cells: &[Cell], run: &Run) -> bool {
        match run.len() {
            0..5 => false,
            5 if self.closed_five_is_nothing => {
                let closed = |end: Option<usize>| end.map(|i| cells[i]) == Some(Cell::Other);
                !(closed(run.before()) && closed(run.after(cells)))
            }
            5 => true,
            _ => self.overline_wins,
        }
    }

    /// Number of empty cells that make a winning run through `centre`.
    fn fives(self, cells: &mut [Cell], centre: usize) -> usize {
        reach(cells, centre).filter(|&i| self.makes_five(cells, centre, i)).count()
    }

    fn makes_five(self, cells: &mut [Cell], centre: usize, i: usize) -> bool {
        if cells[i] != Cell::Empty {
            return false;
        }
        cells[i] = Cell::Own;
        let run = run_through(cells, i);
        let five = (run.first..=run.last).contains(&centre) && self.wins(cells, &run);
        cells[i] = Cell::Empty;
        five
    }

    /// Whether five through `centre` stays possible wherever the other side plays on this line.
    /// (In caro a stone beside a five point can be an answer too, so counting is not enough.)
    fn survives_every_reply(self, cells: &mut [Cell], centre: usize) -> bool {
        let (low, high) = (centre.saturating_sub(5), (centre + 5).min(cells.len() - 1));
        (low..=high).all(|i| {
            if cells[i] != Cell::Empty {
                return true;
            }
            cells[i] = Cell::Other;
            let alive = self.fives(cells, centre) > 0;
            cells[i] = Cell::Empty;
            alive
        })
    }

    /// Whether a stone on this empty cell would make an overline that wins nothing.
    pub(super) fn is_overline(self, cells: &mut [Cell], i: usize) -> bool {
        cells[i] = Cell::Own;
        let run = run_through(cells, i);
        cells[i] = Cell::Empty;
        run.len() > 5 && !self.overline_wins
    }
}

impl Run {
    fn len(&self) -> usize {
        self.last + 1 - self.first
    }

    fn before(&self) -> Option<usize> {
        self.first.checked_sub(1)
    }

    fn after(&self, cells: &[Cell]) -> Option<usize> {
        Some(self.last + 1).filter(|&i| i < cells.len())
    }
}

/// The run of own stones that holds cell `i`, itself an own stone.
fn run_through(cells: &[Cell], i: usize) -> Run {
    let own = |&&cell: &&Cell| cell == Cell::Own;
    Run {
        first: i - cells[..i].iter().rev().take_while(own).count(),
        last: i + cells[i + 1..].iter().take_while(own).count(),
    }
}

/// The cells that can lie in one five with `centre`.
fn reach(cells: &[Cell], centre: usize) -> std::ops::RangeInclusive<usize> {
    centre.saturating_sub(4)..=(centre + 4).min(cells.len() - 1)
}

/// Two ways to five for a side that must make exactly five: a straight four is a run of four
/// with both ends free; anything else is two fours at once.
fn straight_or_double(cells: &[Cell], centre: usize) -> Pattern {
    if run_through(cells, centre).len() == 4 { Pattern::OpenFour } else { Pattern::DoubleFour }
}

/// Names the shapes of one side's lines, and remembers them: recursion over next stones meets
/// the same few thousand shapes again and again.
pub struct Classifier {
    rule: LineRule,
    /// Shape -> pattern number, or [`UNKNOWN`].
    memo: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;
/// Cells that matter on each side of a stone.
const SIDE: usize = 5;
/// Where the stone is in its window.
const CENTRE: usize = SIDE;

/// Eleven cells around a stone.
type LineWindow = [Cell; 2 * SIDE + 1];

/// What lies on one side of a stone, as far as it matters: a bit for each cell up to the first that
/// is of no use, the nearest lowest, set for an own stone; a one above them; and whether a stone of
/// the other side is what ends them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flank(u8);

/// The bit of a [`Flank`] for a stone at its end.
const CLOSED: u8 = 2 << SIDE;
/// More than any [`Flank`].
const FLANKS: usize = 2 * CLOSED as usize;

impl Classifier {
    /// For the lines of one side under a rule.
    pub fn new(rule: Rule, color: Color) -> Classifier {
        Classifier { rule: LineRule::new(rule, color), memo: vec![UNKNOWN; FLANKS * FLANKS] }
    }

    /// The rule it was made for.
    pub const fn rule(&self) -> LineRule {
        self.rule
    }

    /// What an own stone at `centre` makes of its line. Cells beyond the slice are edge.
    pub fn pattern(&mut self, cells: &[Cell], centre: usize) -> Pattern {
        let left = self.flank(cells[..centre].iter().rev().copied());
        let right = self.flank(cells[centre + 1..].iter().copied());
        self.pattern_between(left, right)
    }

    /// One side of a stone, from the nearest cell outwards; beyond the last one is edge.
    ///
    /// Cells behind the first unusable one are as good as edge, and where the rule does not ask
    /// who closes a five, so is that one itself.
    pub fn flank(&self, cells: impl Iterator<Item = Cell>) -> Flank {
        let (mut own, mut end) = (0, 1);
        for cell in cells.take(SIDE) {
            match cell {
                Cell::Empty => {}
                Cell::Own => own |= end,
                Cell::Other if self.rule.closed_five_is_nothing => {
                    return Flank(own | end | CLOSED);
                }
                Cell::Other | Cell::Edge => break,
            }
            end <<= 1;
        }
        Flank(own | end)
    }

    /// What an own stone with these two sides makes of its line.
    pub fn pattern_between(&mut self, left: Flank, right: Flank) -> Pattern {
        let shape = usize::from(left.0) * FLANKS + usize::from(right.0);
        if self.memo[shape] == UNKNOWN {
            self.memo[shape] = self.classify(left, right) as u8;
        }
        Pattern::from_index(self.memo[shape])
    }

    fn classify(&mut self, left: Flank, right: Flank) -> Pattern {
        let mut window: LineWindow = [Cell::Own; 2 * SIDE + 1];
        for k in 0..SIDE {
            window[CENTRE - 1 - k] = left.cell(k);
            window[CENTRE + 1 + k] = right.cell(k);
        }
        let rule = self.rule;
        rule.pattern_with(&mut window, CENTRE, |cells| self.pattern(cells, CENTRE))
    }
}

impl Flank {
    fn cell(self, k: usize) -> Cell {
        let length = (self.0 % CLOSED).ilog2() as usize;
        match k.cmp(&length) {
            Ordering::Less if self.0 >> k & 1 == 1 => Cell::Own,
            Ordering::Less => Cell::Empty,
            Ordering::Equal if self.0 & CLOSED != 0 => Cell::Other,
            _ => Cell::Edge,
        }
    }
}
