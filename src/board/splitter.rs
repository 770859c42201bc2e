//! The splitter: cuts a line of stones into groups, and writes each group with the cells that
//! matter to it. What a person sees in a line, as `dolmen explain` shows it.
//!
//! Cutting a line into groups with spare (`S`) and unusable (`X`) cells, and filtering away outer
//! cells that add nothing, are ideas of the design note on an Omok player that this engine grew
//! from.

use std::ops::Range;

use super::line::{Cell, Classifier};
use super::pattern::Pattern;

/// How much a cell matters to the group it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `1`: an own stone.
    Stone,
    /// `0`: a cell that matters.
    Free,
    /// `S`: usable, but the gap inside the group is better.
    Spare,
    /// `X`: unusable: edge, other colour, or an overline that does not win.
    Blocked,
}

impl Mark {
    /// Its letter in listings.
    pub const fn letter(self) -> char {
        match self {
            Mark::Stone => '1',
            Mark::Free => '0',
            Mark::Spare => 'S',
            Mark::Blocked => 'X',
        }
    }
}

/// Some stones of one line that can share a five, with the cells that matter to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Index in the line of the first mark; one below the line for an `X` of the edge.
    pub start: isize,
    /// The group as it is written: `S1101S`.
    pub marks: Vec<Mark>,
    /// The best shape that its stones have now.
    pub pattern: Pattern,
}

impl Classifier {
    /// Cuts a whole line into groups.
    ///
    /// The loop of the design note: take the next group from the source (the next stone, and
    /// those within five cells of it), give it the free cells around it that matter, go on with
    /// the remainder. Stones that can never be part of a five are left out.
    ///
    /// `0011010011110001010` becomes `0011010`, `011110`, `001010`; where six does not win,
    /// `011101011110` becomes `011101X`, `11110`.
    pub fn split(&mut self, cells: &[Cell]) -> Vec<Group> {
        let blocked = self.blocked(cells);
        let clusters = clusters(cells, &blocked);
        let mut groups = Vec::new();
        let mut taken = 0;
        for (n, cluster) in clusters.iter().enumerate() {
            let (low, high) = territory(cells, &blocked, cluster, taken, clusters.get(n + 1));
            let mut marks: Vec<Mark> = (low..=high).map(|i| plain_mark(cells[i])).collect();
            let mut start = low as isize;
            // Close the group where it cannot grow, unless the group before shows that cell.
            if low == cluster.start && low.checked_sub(1).is_none_or(|i| i >= taken && blocked[i]) {
                marks.insert(0, Mark::Blocked);
                start -= 1;
            }
            taken = high + 1;
            if high + 1 == cluster.end && blocked.get(high + 1).is_none_or(|&b| b) {
                marks.push(Mark::Blocked);
                taken += 1;
            }
            let stones = cluster.clone().filter(|&i| cells[i] == Cell::Own);
            let pattern = stones.map(|i| self.pattern(cells, i)).max();
            if let Some(pattern) = pattern.filter(|&p| p != Pattern::Dead) {
                groups.push(Group { start, marks, pattern });
            }
        }
        groups
    }

    /// Filters a group: where the gap inside is the best cell, those at the ends are spare, and
    /// cells farther out (or all of them, if the gap makes five) add nothing and are dropped.
    ///
    /// `001101100` becomes `11011`, `0101110` becomes `10111`, `010110` becomes `S1011S`.
    pub fn filter(&mut self, cells: &[Cell], group: &Group) -> Group {
        let worth: Vec<Option<Pattern>> = (group.start..)
            .zip(&group.marks)
            .map(|(i, mark)| (*mark == Mark::Free).then(|| self.pattern(cells, i as usize)))
            .collect();
        let is_stone = |mark: &Mark| *mark == Mark::Stone;
        let first = group.marks.iter().position(is_stone).unwrap_or(0);
        let last = group.marks.iter().rposition(is_stone).unwrap_or(0);
        let inside = worth[first..=last].iter().max().copied().flatten();
        let ends = worth[..first].iter().chain(&worth[last + 1..]).max().copied().flatten();
        if inside <= ends {
            return group.clone();
        }
        let margin = usize::from(inside != Some(Pattern::Five));
        let (from, to) = (first.saturating_sub(margin), (last + margin).min(worth.len() - 1));
        let mut marks = group.marks[from..=to].to_vec();
        for (i, mark) in (from..).zip(&mut marks) {
            if *mark == Mark::Free && !(first..=last).contains(&i) {
                *mark = Mark::Spare;
            }
        }
        Group { start: group.start + from as isize, marks, pattern: group.pattern }
    }

    /// The cells that no five of this side can use.
    fn blocked(&self, cells: &[Cell]) -> Vec<bool> {
        let mut cells = cells.to_vec();
        (0..cells.len())
            .map(|i| match cells[i] {
                Cell::Own => false,
                Cell::Empty => self.rule().is_overline(&mut cells, i),
                Cell::Other | Cell::Edge => true,
            })
            .collect()
    }
}

fn plain_mark(cell: Cell) -> Mark {
    match cell {
        Cell::Own => Mark::Stone,
        Cell::Empty => Mark::Free,
        Cell::Other | Cell::Edge => Mark::Blocked,
    }
}

/// The first step of the cut: stones that can share a five with the first of them.
fn clusters(cells: &[Cell], blocked: &[bool]) -> Vec<Range<usize>> {
    let mut clusters = Vec::new();
    let mut i = 0;
    while i < cells.len() {
        if cells[i] != Cell::Own {
            i += 1;
            continue;
        }
        let end = (i..cells.len().min(i + 5)).take_while(|&j| !blocked[j]).last().unwrap_or(i);
        let mut last = (i..=end).rfind(|&j| cells[j] == Cell::Own).unwrap_or(i);
        // A run is never cut in two.
        while cells.get(last + 1) == Some(&Cell::Own) {
            last += 1;
        }
        clusters.push(i..last + 1);
        i = last + 1;
    }
    clusters
}

/// The cells that belong to a cluster: on each side as many free ones as it lacks stones for a
/// five, but between two clusters each leaves the other its half.
fn territory(
    cells: &[Cell],
    blocked: &[bool],
    cluster: &Range<usize>,
    taken: usize,
    next: Option<&Range<usize>>,
) -> (usize, usize) {
    let lacks = |range: &Range<usize>| {
        5usize.saturating_sub(range.clone().filter(|&i| cells[i] == Cell::Own).count())
    };
    let (first, last) = (cluster.start, cluster.end - 1);
    let room_left = (taken..first).rev().take_while(|&i| !blocked[i]).count();
    let limit = next.map_or(cells.len(), |n| n.start);
    let room_right = (last + 1..limit).take_while(|&i| !blocked[i]).count();
    let shared = next.filter(|n| room_right == n.start - last - 1);
    let right = match shared {
        Some(next) => room_right.saturating_sub(lacks(next)).max(room_right.div_ceil(2)),
        None => room_right,
    };
    (first - room_left.min(lacks(cluster)), last + right.min(lacks(cluster)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Color, Rule};

    /// Reads a line as the design note writes it; what it does not show is free.
    fn line(text: &str) -> Vec<Cell> {
        let shown = text.chars().map(|c| match c {
            '1' => Cell::Own,
            'X' => Cell::Other,
            _ => Cell::Empty,
        });
        let around = |open: bool| vec![if open { Cell::Empty } else { Cell::Edge }; 5];
        let mut cells = around(!text.starts_with('X'));
        cells.extend(shown);
        cells.extend(around(!text.ends_with('X')));
        cells
    }

    fn write(group: &Group) -> String {
        group.marks.iter().map(|mark| mark.letter()).collect()
    }

    fn split(rule: Rule, text: &str) -> Vec<String> {
        // A whole line: nothing but edge around it.
        let cells = &line(text)[5..5 + text.len()];
        Classifier::new(rule, Color::Black).split(cells).iter().map(write).collect()
    }

    fn filter(text: &str) -> String {
        let cells = line(text);
        let mut classifier = Classifier::new(Rule::Freestyle, Color::Black);
        let groups = classifier.split(&cells);
        assert_eq!(groups.len(), 1, "{text}");
        write(&classifier.filter(&cells, &groups[0]))
    }

    fn shape(text: &str) -> Pattern {
        let groups = Classifier::new(Rule::Standard, Color::Black).split(&line(text));
        groups.iter().map(|group| group.pattern).max().unwrap_or(Pattern::Dead)
    }

    #[test]
    fn long_tangles_are_cut_as_in_the_note() {
        let long = split(Rule::Standard, "0011010011110001010");
        assert_eq!(long, ["0011010", "011110", "001010"]);
        assert_eq!(split(Rule::Standard, "011101011110"), ["011101X", "11110"]);
    }

    #[test]
    fn outer_cells_that_add_nothing_are_filtered() {
        for (from, to) in [
            ("011010", "S1101S"),
            ("001101100", "11011"),
            ("0101110", "10111"),
            ("010110", "S1011S"),
            ("0101010", "S10101S"),
        ] {
            assert_eq!(filter(from), to, "{from}");
        }
        assert_eq!(filter("0011100"), "0011100");
    }

    #[test]
    fn shapes_compare_as_in_the_note() {
        use std::cmp::Ordering::{Equal, Greater, Less};
        for (one, order, other) in [
            ("01110", Greater, "X1110"),
            ("011010", Equal, "01110"),
            ("01110", Greater, "0110"),
            ("011110", Greater, "X11110"),
            ("X11110", Greater, "01110"),
            ("X1111X", Less, "X1110"),
            ("X1111X", Equal, "X111X"),
        ] {
            assert_eq!(shape(one).compare(shape(other)), order, "{one} {other}");
        }
    }

    #[test]
    fn shapes_have_the_names_of_the_field() {
        for (text, pattern) in [
            ("0111110", Pattern::Five),
            ("011110", Pattern::OpenFour),
            ("X11110", Pattern::Four),
            ("11011", Pattern::Four),
            ("0011100", Pattern::OpenThreeFree),
            ("X011100", Pattern::OpenThree),
            ("X01110X", Pattern::Three),
            ("011010", Pattern::OpenThree),
            ("X1110", Pattern::Three),
            ("10101", Pattern::Three),
            ("0011000", Pattern::OpenTwoFree),
            ("X1100", Pattern::Two),
            ("1111101", Pattern::Five),
            ("111111", Pattern::Overline),
        ] {
            assert_eq!(shape(text), pattern, "{text}");
        }
    }
}
