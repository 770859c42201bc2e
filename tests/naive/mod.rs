//! A slow and obvious referee: a plain grid, whole lines, definitions taken word for word from
//! the rules of the game. It shares nothing with the engine's board but plain values, so that an
//! error would have to be made twice to stay hidden.

#![allow(dead_code)] // each test program uses its own part of this module

pub mod judge;
pub mod line;
pub mod positions;
pub mod random;

use dolmen::board::{Fouls, Outcome};
use dolmen::types::{Color, Coord, Direction, Rule, Size};
pub use line::Cell;

/// The board as a grid, `rows[y][x]`, and the stones in the order they were placed.
#[derive(Clone)]
pub struct Referee {
    rule: Rule,
    size: Size,
    rows: Vec<Vec<Cell>>,
    moves: Vec<(Coord, Color)>,
}

impl Referee {
    pub fn new(rule: Rule, size: Size) -> Referee {
        Referee::with_dead(rule, size, &[])
    }

    /// A board with points that belong to nobody and where nobody may play.
    pub fn with_dead(rule: Rule, size: Size, dead: &[Coord]) -> Referee {
        let n = usize::from(size.get());
        let mut rows = vec![vec![Cell::Empty; n]; n];
        for c in dead {
            rows[usize::from(c.y())][usize::from(c.x())] = Cell::Wall;
        }
        Referee { rule, size, rows, moves: Vec::new() }
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn moves(&self) -> &[(Coord, Color)] {
        &self.moves
    }

    pub fn at(&self, c: Coord) -> Cell {
        self.rows[usize::from(c.y())][usize::from(c.x())]
    }

    /// Every empty point, row by row.
    pub fn empty_points(&self) -> Vec<Coord> {
        self.size.coords().filter(|&c| self.at(c) == Cell::Empty).collect()
    }

    pub fn place(&mut self, c: Coord, color: Color) {
        assert_eq!(self.at(c), Cell::Empty);
        self.set(c, Cell::of(color));
        self.moves.push((c, color));
    }

    pub fn undo(&mut self) -> Option<(Coord, Color)> {
        let (c, color) = self.moves.pop()?;
        self.set(c, Cell::Empty);
        Some((c, color))
    }

    /// How the game stands after the last stone; only the lines through that stone count.
    pub fn outcome(&mut self) -> Outcome {
        let Some(&(last, color)) = self.moves.last() else { return Outcome::Open };
        if self.stone_wins(last) {
            return Outcome::Win(color);
        }
        if self.rule == Rule::Renju && color == Color::Black {
            let fouls = self.fouls_of_stone(last);
            if fouls.any() {
                return Outcome::Foul(fouls);
            }
        }
        if self.moves.len() >= self.rule.draw_after(self.size) || self.empty_points().is_empty() {
            return Outcome::Draw;
        }
        Outcome::Open
    }

    /// Whether a stone of this colour at this empty point would win at once.
    pub fn makes_five(&mut self, c: Coord, color: Color) -> bool {
        self.with_stone(c, color, |referee| referee.stone_wins(c))
    }

    /// What black would do wrong at this empty point; nothing under all rules but renju.
    pub fn fouls(&mut self, c: Coord) -> Fouls {
        if self.rule != Rule::Renju {
            return Fouls::NONE;
        }
        self.with_stone(c, Color::Black, |referee| referee.fouls_of_stone(c))
    }

    /// The whole line through a point, from edge to edge, and where on it the point lies.
    pub fn line(&self, c: Coord, direction: Direction) -> (Vec<Cell>, usize) {
        let points = self.points_of_line(c, direction);
        let index = points.iter().position(|&p| p == c).expect("a line holds its own point");
        (points.into_iter().map(|p| self.at(p)).collect(), index)
    }

    /// The points of the line through a point, from edge to edge, in the line's direction.
    pub fn points_of_line(&self, c: Coord, direction: Direction) -> Vec<Coord> {
        let (dx, dy) = match direction {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::AntiDiagonal => (-1, 1),
        };
        let n = i32::from(self.size.get());
        let on_board = |x: i32, y: i32| (0..n).contains(&x) && (0..n).contains(&y);
        (-n..=n)
            .map(|k| (i32::from(c.x()) + k * dx, i32::from(c.y()) + k * dy))
            .filter(|&(x, y)| on_board(x, y))
            .map(|(x, y)| Coord::new(x as u8, y as u8).expect("a point of the board"))
            .collect()
    }

    fn set(&mut self, c: Coord, cell: Cell) {
        self.rows[usize::from(c.y())][usize::from(c.x())] = cell;
    }

    /// Puts a stone down, asks, and takes it up again.
    fn with_stone<T>(&mut self, c: Coord, color: Color, ask: impl FnOnce(&mut Self) -> T) -> T {
        assert_eq!(self.at(c), Cell::Empty);
        self.set(c, Cell::of(color));
        let answer = ask(self);
        self.set(c, Cell::Empty);
        answer
    }

    /// Whether the stone lying here is part of a winning run; one is enough.
    fn stone_wins(&self, c: Coord) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let (cells, index) = self.line(c, direction);
            line::run_wins(self.rule, &cells, index)
        })
    }

    /// The fouls of a black stone that lies on the board already.
    fn fouls_of_stone(&mut self, c: Coord) -> Fouls {
        if self.stone_wins(c) {
            return Fouls::NONE; // a five is never forbidden, whatever else it makes
        }
        let mut overline = false;
        let mut fours = 0;
        for direction in Direction::ALL {
            let (cells, index) = self.line(c, direction);
            overline |= line::run_through(&cells, index).len() >= 6;
            fours += line::exact_fours(&cells, index);
        }
        let threes = Direction::ALL.into_iter().filter(|&d| self.is_three(c, d)).count();
        Fouls { double_three: threes >= 2, double_four: fours >= 2, overline }
    }

    /// Whether the black stone here belongs to a three on this line: one more stone, which makes
    /// no five and is not forbidden itself, turns it into a straight four.
    fn is_three(&mut self, c: Coord, direction: Direction) -> bool {
        let points = self.points_of_line(c, direction);
        let (mut cells, index) = self.line(c, direction);
        for (k, &extension) in points.iter().enumerate() {
            if cells[k] != Cell::Empty {
                continue;
            }
            cells[k] = Cell::Black;
            let straight = line::is_straight_four(&cells, &[index, k]);
            cells[k] = Cell::Empty;
            // The stone under test stays on the board while the deeper point is judged.
            let usable = straight
                && self.with_stone(extension, Color::Black, |referee| {
                    !referee.stone_wins(extension) && !referee.fouls_of_stone(extension).any()
                });
            if usable {
                return true;
            }
        }
        false
    }
}
