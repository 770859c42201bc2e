//! The slow, obvious truth: a referee on a plain grid, written from the text of the rules. It
//! shares nothing with the engine's board but the types of points, colours and rules.
#![allow(dead_code, missing_docs)]

use dolmen::board::{Fouls, Outcome};
use dolmen::types::{Color, Coord, Rule, Size};

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(Clone)]
pub struct Grid {
    rule: Rule,
    size: Size,
    cells: Vec<Option<Color>>,
    stones: usize,
}

type Point = (i32, i32);

impl Grid {
    pub fn new(rule: Rule, size: Size) -> Grid {
        Grid { rule, size, cells: vec![None; size.area()], stones: 0 }
    }

    fn index(&self, (x, y): Point) -> Option<usize> {
        let n = i32::from(self.size.get());
        ((0..n).contains(&x) && (0..n).contains(&y)).then_some((y * n + x) as usize)
    }

    fn at(&self, p: Point) -> Option<Color> {
        self.index(p).and_then(|i| self.cells[i])
    }

    fn is_free(&self, p: Point) -> bool {
        self.index(p).is_some_and(|i| self.cells[i].is_none())
    }

    fn set(&mut self, p: Point, stone: Option<Color>) {
        let i = self.index(p).expect("on the board");
        self.cells[i] = stone;
    }

    pub fn place(&mut self, c: Coord, color: Color) {
        self.set(point(c), Some(color));
        self.stones += 1;
    }

    pub fn remove(&mut self, c: Coord) {
        self.set(point(c), None);
        self.stones -= 1;
    }

    pub fn color_at(&self, c: Coord) -> Option<Color> {
        self.at(point(c))
    }

    /// First and last point of the run of this colour through `p`, which has its stone.
    fn run(&self, p: Point, step: Point, color: Color) -> (Point, Point, usize) {
        let walk = |sign: i32| {
            let mut q = p;
            while self.at((q.0 + sign * step.0, q.1 + sign * step.1)) == Some(color) {
                q = (q.0 + sign * step.0, q.1 + sign * step.1);
            }
            q
        };
        let (first, last) = (walk(-1), walk(1));
        let length = (last.0 - first.0).abs().max((last.1 - first.1).abs()) + 1;
        (first, last, length as usize)
    }

    /// Whether the run through `p` wins, by the table of the rules.
    fn run_wins(&self, p: Point, step: Point, color: Color) -> bool {
        let (first, last, length) = self.run(p, step, color);
        let before = self.at((first.0 - step.0, first.1 - step.1));
        let after = self.at((last.0 + step.0, last.1 + step.1));
        let closed = before == Some(!color) && after == Some(!color);
        match self.rule {
            Rule::Freestyle => length >= 5,
            Rule::Standard => length == 5,
            Rule::Renju if color == Color::White => length >= 5,
            Rule::Renju => length == 5,
            Rule::CaroOverline => length >= 6 || length == 5 && !closed,
            Rule::Caro => length == 5 && !closed,
        }
    }

    fn makes_five(&self, p: Point, color: Color) -> bool {
        STEPS.iter().any(|&step| self.run_wins(p, step, color))
    }

    /// How the game stands when `last` is the last stone.
    pub fn outcome(&self, last: Coord) -> Outcome {
        let p = point(last);
        let color = self.at(p).expect("a stone");
        if self.makes_five(p, color) {
            return Outcome::Win(color);
        }
        if self.rule == Rule::Renju && color == Color::Black {
            let fouls = self.fouls_of_stone(p);
            if fouls.any() {
                return Outcome::Foul(fouls);
            }
        }
        let n = self.size.area();
        let limit = if self.rule == Rule::Renju && n > 25 { n - 25 } else { n };
        if self.stones >= limit { Outcome::Draw } else { Outcome::Open }
    }

    /// The fouls of black on a free point.
    pub fn fouls(&mut self, c: Coord) -> Fouls {
        if self.rule != Rule::Renju {
            return Fouls::NONE;
        }
        let p = point(c);
        self.set(p, Some(Color::Black));
        let fouls = self.fouls_of_stone(p);
        self.set(p, None);
        fouls
    }

    /// RIF 9.2 and 9.3, for a black stone that lies on `p`.
    fn fouls_of_stone(&self, p: Point) -> Fouls {
        if self.makes_five(p, Color::Black) {
            return Fouls::NONE;
        }
        let fours: usize = STEPS.iter().map(|&step| self.fours(p, step)).sum();
        let threes = STEPS.iter().filter(|&&step| self.is_three(p, step)).count();
        Fouls {
            overline: STEPS.iter().any(|&step| self.run(p, step, Color::Black).2 >= 6),
            double_four: fours >= 2,
            double_three: threes >= 2,
        }
    }

    /// Fours through `p` in one line: sets of four stones to which one more can be added to make
    /// exactly five.
    fn fours(&self, p: Point, step: Point) -> usize {
        let mut sets: Vec<Vec<Point>> = Vec::new();
        for shift in -4..=0 {
            let five: Vec<Point> = (0..5).map(|k| along(p, step, shift + k)).collect();
            let stones: Vec<Point> =
                five.iter().copied().filter(|&q| self.at(q) == Some(Color::Black)).collect();
            let free: Vec<Point> = five.iter().copied().filter(|&q| self.is_free(q)).collect();
            if let ([q], 4) = (&free[..], stones.len()) {
                let mut next = self.clone();
                next.set(*q, Some(Color::Black));
                let exact = next.run(*q, step, Color::Black).2 == 5;
                if exact && !sets.contains(&stones) {
                    sets.push(stones);
                }
            }
        }
        sets.len()
    }

    /// Whether the stone on `p` is part of a three in this line: one more stone, which makes no
    /// five and is not forbidden, makes a straight four of it.
    fn is_three(&self, p: Point, step: Point) -> bool {
        (-4..=4).any(|k| {
            let q = along(p, step, k);
            if !self.is_free(q) {
                return false;
            }
            let mut next = self.clone();
            next.set(q, Some(Color::Black));
            next.is_straight_four(p, q, step)
                && !next.makes_five(q, Color::Black)
                && !next.fouls_of_stone(q).any()
        })
    }

    /// Whether `p` and `q` lie in an unbroken row of four that becomes exactly five at both ends.
    fn is_straight_four(&self, p: Point, q: Point, step: Point) -> bool {
        let (first, last, length) = self.run(p, step, Color::Black);
        let in_run = (0..length as i32).any(|k| along(first, step, k) == q);
        let completes = |end: Point| {
            self.is_free(end) && {
                let mut next = self.clone();
                next.set(end, Some(Color::Black));
                next.run(end, step, Color::Black).2 == 5
            }
        };
        length == 4
            && in_run
            && completes(along(first, step, -1))
            && completes(along(last, step, 1))
    }

    // What follows is the slow truth about line patterns.

    /// Points of one line through `p` where one more stone of this colour makes a winning run
    /// that contains `p`, which has a stone already.
    fn five_points(&self, p: Point, step: Point, color: Color) -> Vec<Point> {
        (-4..=4)
            .map(|k| along(p, step, k))
            .filter(|&q| self.is_free(q))
            .filter(|&q| {
                let mut next = self.clone();
                next.set(q, Some(color));
                let (first, _, length) = next.run(q, step, color);
                (0..length as i32).any(|k| along(first, step, k) == p)
                    && next.run_wins(q, step, color)
            })
            .collect()
    }

    /// What a stone of this colour on the free point `c` makes of one line, as a word of the
    /// field: the strongest of `five`, `overline`, `open four`, `double four`, `four`,
    /// `open three`, `three`, or nothing.
    pub fn shape(&mut self, c: Coord, direction: usize, color: Color) -> &'static str {
        let p = point(c);
        self.set(p, Some(color));
        let shape = self.shape_of_stone(p, STEPS_IN_ORDER[direction], color);
        self.set(p, None);
        shape
    }

    fn shape_of_stone(&self, p: Point, step: Point, color: Color) -> &'static str {
        let now = self.four_of_stone(p, step, color);
        if !now.is_empty() {
            return now;
        }
        let next: Vec<&str> = (-4..=4)
            .map(|k| along(p, step, k))
            .filter(|&q| self.is_free(q))
            .map(|q| {
                let mut next = self.clone();
                next.set(q, Some(color));
                next.four_of_stone(p, step, color)
            })
            .collect();
        if next.contains(&"open four") {
            "open three"
        } else if next.contains(&"four") || next.contains(&"double four") {
            "three"
        } else {
            ""
        }
    }

    /// The shapes from four on.
    fn four_of_stone(&self, p: Point, step: Point, color: Color) -> &'static str {
        if self.run_wins(p, step, color) {
            return "five";
        }
        if self.run(p, step, color).2 >= 6 {
            return "overline";
        }
        let fives = self.five_points(p, step, color);
        let restricted = self.rule == Rule::Renju && color == Color::Black;
        if !fives.is_empty() {
            if restricted {
                return match self.fours(p, step) {
                    2 if self.run(p, step, color).2 != 4 => "double four",
                    _ if fives.len() == 2 => "open four",
                    _ => "four",
                };
            }
            let every_reply_fails = (-5..=5).all(|k| {
                let q = along(p, step, k);
                if !self.is_free(q) {
                    return true;
                }
                let mut next = self.clone();
                next.set(q, Some(!color));
                !next.five_points(p, step, color).is_empty()
            });
            return if every_reply_fails { "open four" } else { "four" };
        }
        ""
    }
}

/// The steps in the order of `Direction::ALL`.
const STEPS_IN_ORDER: [Point; 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

fn along(p: Point, step: Point, k: i32) -> Point {
    (p.0 + k * step.0, p.1 + k * step.1)
}

fn point(c: Coord) -> Point {
    (i32::from(c.x()), i32::from(c.y()))
}

/// A small seeded generator: SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A random game, or rather a random walk of stones: mostly near others, so that lines arise.
pub fn random_point(random: &mut Random, size: Size, free: &[Coord], last: Option<Coord>) -> Coord {
    let near: Vec<Coord> = free
        .iter()
        .copied()
        .filter(|c| last.is_some_and(|l| l.x().abs_diff(c.x()) <= 3 && l.y().abs_diff(c.y()) <= 3))
        .collect();
    let _ = size;
    if near.is_empty() || random.below(5) == 0 { random.pick(free) } else { random.pick(&near) }
}
