//! The slow truth about a single line: what one stone of one colour is worth on it. Nothing but
//! trying: every stone that could be added, every reply, every run counted anew.
//!
//! All questions are about a line given as a slice of cells; what lies beyond its ends is edge.
//! `index` is an empty cell where `color` would play, unless the function says otherwise.

use std::collections::BTreeSet;
use std::ops::Range;

use dolmen::board::Stone;
use dolmen::types::{Color, Rule};

/// What lies on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    Empty,
    Black,
    White,
    /// The edge of the board, or a dead point.
    Wall,
}

impl Cell {
    pub fn of(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }

    pub fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Wall => None,
        }
    }
}

impl From<Cell> for Stone {
    fn from(cell: Cell) -> Stone {
        match cell {
            Cell::Empty => Stone::Empty,
            Cell::Black => Stone::Black,
            Cell::White => Stone::White,
            Cell::Wall => Stone::Wall,
        }
    }
}

/// The unbroken run of one colour around the stone at `index`.
pub fn run_through(line: &[Cell], index: usize) -> Range<usize> {
    let cell = line[index];
    assert!(cell.color().is_some(), "no stone at {index}");
    let mut run = index..index + 1;
    while run.start > 0 && line[run.start - 1] == cell {
        run.start -= 1;
    }
    while run.end < line.len() && line[run.end] == cell {
        run.end += 1;
    }
    run
}

/// Whether the run around the stone at `index` wins.
pub fn run_wins(rule: Rule, line: &[Cell], index: usize) -> bool {
    let run = run_through(line, index);
    let color = line[index].color().expect("a run is made of stones");
    let opponent = Cell::of(!color);
    let closed_before = run.start > 0 && line[run.start - 1] == opponent;
    let closed_after = run.end < line.len() && line[run.end] == opponent;
    let closed = closed_before && closed_after;
    match rule {
        Rule::Freestyle => run.len() >= 5,
        Rule::Standard => run.len() == 5,
        Rule::Renju if color == Color::Black => run.len() == 5,
        Rule::Renju => run.len() >= 5,
        Rule::CaroOverline => run.len() >= 6 || (run.len() == 5 && !closed),
        Rule::Caro => run.len() == 5 && !closed,
    }
}

/// Whether playing at `index` wins on this line.
pub fn makes_five(rule: Rule, color: Color, line: &[Cell], index: usize) -> bool {
    run_wins(rule, &played(line, index, color), index)
}

/// After playing at `index`: the cells where one more stone wins with a run through `index`.
pub fn five_points(rule: Rule, color: Color, line: &[Cell], index: usize) -> Vec<usize> {
    ways_to_five(rule, color, &mut played(line, index, color), &[index])
}

/// After playing at `index`: the single replies of the opponent on this line after which no
/// stone wins any more with a run through `index`. Every empty cell if there was no way to win.
pub fn stopping_points(rule: Rule, color: Color, line: &[Cell], index: usize) -> Vec<usize> {
    stops(rule, color, &mut played(line, index, color), &[index])
}

/// Whether playing at `index` makes a four that cannot be stopped on this line: there is a way
/// to win through this stone, and no single reply removes them all. For black under renju the
/// rules ask for more: a straight four.
pub fn makes_open_four(rule: Rule, color: Color, line: &[Cell], index: usize) -> bool {
    unstoppable(rule, color, &mut played(line, index, color), &[index])
}

/// Whether playing at `index` makes a line that one further stone turns into a four that cannot
/// be stopped and has both stones in it. The further stone must not make a five itself: then
/// `index` made a four. Whether `index` makes a four as well is not asked.
pub fn makes_open_three(rule: Rule, color: Color, line: &[Cell], index: usize) -> bool {
    let mut line = played(line, index, color);
    (0..line.len()).any(|k| {
        if line[k] != Cell::Empty {
            return false;
        }
        line[k] = Cell::of(color);
        let open = !run_wins(rule, &line, k) && unstoppable(rule, color, &mut line, &[index, k]);
        line[k] = Cell::Empty;
        open
    })
}

/// Renju: the fours that black's stone at `index` belongs to, counted as different sets of four
/// stones which one more stone turns into a run of exactly five.
pub fn exact_fours(line: &[Cell], index: usize) -> usize {
    let mut fours = BTreeSet::new();
    for start in index.saturating_sub(4)..=index {
        let five = start..start + 5;
        if five.end > line.len() {
            break;
        }
        let stones: Vec<usize> = five.clone().filter(|&k| line[k] == Cell::Black).collect();
        let gap = five.clone().find(|&k| line[k] == Cell::Empty);
        if let (4, Some(gap)) = (stones.len(), gap)
            && run_through(&played(line, gap, Color::Black), gap) == five
        {
            fours.insert(stones);
        }
    }
    fours.len()
}

/// Renju: whether these black stones lie in one run of four with two different points that each
/// complete a run of exactly five.
pub fn is_straight_four(line: &[Cell], stones: &[usize]) -> bool {
    let run = run_through(line, stones[0]);
    if run.len() != 4 || !stones.iter().all(|k| run.contains(k)) {
        return false;
    }
    let completes = |k: usize| {
        line.get(k) == Some(&Cell::Empty)
            && run_through(&played(line, k, Color::Black), k).len() == 5
    };
    run.start > 0 && completes(run.start - 1) && completes(run.end)
}

fn played(line: &[Cell], index: usize, color: Color) -> Vec<Cell> {
    assert_eq!(line[index], Cell::Empty, "cell {index} is taken");
    let mut line = line.to_vec();
    line[index] = Cell::of(color);
    line
}

/// The cells where one more stone wins with a run that holds all these stones. Changes the line
/// only while it looks.
fn ways_to_five(rule: Rule, color: Color, line: &mut [Cell], stones: &[usize]) -> Vec<usize> {
    let mut ways = Vec::new();
    for k in 0..line.len() {
        if line[k] != Cell::Empty {
            continue;
        }
        line[k] = Cell::of(color);
        let run = run_through(line, k);
        if run_wins(rule, line, k) && stones.iter().all(|stone| run.contains(stone)) {
            ways.push(k);
        }
        line[k] = Cell::Empty;
    }
    ways
}

fn stops(rule: Rule, color: Color, line: &mut [Cell], stones: &[usize]) -> Vec<usize> {
    let mut stops = Vec::new();
    for k in 0..line.len() {
        if line[k] != Cell::Empty {
            continue;
        }
        line[k] = Cell::of(!color);
        if ways_to_five(rule, color, line, stones).is_empty() {
            stops.push(k);
        }
        line[k] = Cell::Empty;
    }
    stops
}

fn unstoppable(rule: Rule, color: Color, line: &mut [Cell], stones: &[usize]) -> bool {
    if rule == Rule::Renju && color == Color::Black {
        return is_straight_four(line, stones);
    }
    !ways_to_five(rule, color, line, stones).is_empty()
        && stops(rule, color, line, stones).is_empty()
}
