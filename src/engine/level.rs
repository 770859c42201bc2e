//! Opponents of every strength, from a beginner to full strength.
//!
//! Weak levels imitate human errors instead of adding random moves. They overlook lines with some
//! probability, diagonals more often than rows, threes more often than fours; they draw a move from
//! the policy over what they see; and they search only a share of their moves.

use super::Engine;
use crate::board::{Board, Pattern, PatternTable};
use crate::eval::{Lookup, Weights};
use crate::search::{Clock, Control, Limits, Silent};
use crate::types::{Color, Coord, Direction, Random};

/// Strength of an opponent: [`Level::LEAST`] to [`Level::FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Handicaps of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// Probability of noticing a three or less in a row or column; fours and fives are noticed more
    /// often, see [`Habits::notices`]. 1 = nothing is overlooked.
    pub attention: f64,
    /// Temperature of the policy, in units of [`Weights::POLICY_SCALE`]. Zero always plays the most
    /// likely move; of several equally likely ones, one by chance.
    pub temperature: f64,
    /// Share of the moves that are searched; the others are drawn from the policy.
    pub calculates: f64,
    /// Positions of a search: 50 to 150 % of this.
    pub nodes: u64,
}

/// By level, the weakest first; full strength has none. The distances were tuned by games, see
/// `tests/levels.rs`.
const HABITS: [Habits; Level::FULL.0 as usize - 1] = [
    at_sight_with(0.15, 4.0),
    at_sight_with(0.27, 3.0),
    at_sight_with(0.38, 2.3),
    at_sight_with(0.52, 1.75),
    at_sight_with(0.7, 1.25),
    at_sight_with(0.9, 0.7),
    Habits { attention: 1.0, temperature: 0.4, calculates: 0.3, nodes: 1_000 },
    Habits { attention: 1.0, temperature: 0.3, calculates: 0.6, nodes: 3_000 },
    Habits { attention: 1.0, temperature: 0.2, calculates: 0.9, nodes: 10_000 },
];

/// Levels that never search.
const fn at_sight_with(attention: f64, temperature: f64) -> Habits {
    Habits { attention, temperature, calculates: 0.0, nodes: 0 }
}

/// What an open four adds to the likelihood of a move: the weights were learned where nobody could
/// make one.
const OPEN_FOUR: i32 = 800;
/// How much less likely a move becomes with each step away from the nearest stone, after the first,
/// and from the nearer of the last two; natural logarithms.
const AWAY_FROM_STONES: f64 = 2.5;
const AWAY_FROM_LAST: f64 = 0.3;
/// Least temperature to reckon with: the values of moves are whole numbers, and differ by much more.
const COLDEST: f64 = 1e-6;
/// Attention to a diagonal relative to a row.
const DIAGONAL: f64 = 0.85;

impl Level {
    /// The weakest level.
    pub const LEAST: Level = Level(1);
    /// Full strength within the time limit.
    pub const FULL: Level = Level(10);

    /// `None` outside 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Level::LEAST.0 && number <= Level::FULL.0 { Some(Level(number)) } else { None }
    }

    /// 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::LEAST.0..=Level::FULL.0).map(Level)
    }

    /// Its handicaps; `None` for full strength.
    pub fn habits(self) -> Option<&'static Habits> {
        HABITS.get(usize::from(self.0) - 1)
    }
}

impl Habits {
    /// The chance to notice what a stone would make of a line.
    pub fn notices(&self, pattern: Pattern, direction: Direction) -> f64 {
        let diagonal = matches!(direction, Direction::Diagonal | Direction::AntiDiagonal);
        let attention = match diagonal && self.attention < 1.0 {
            true => self.attention * DIAGONAL,
            false => self.attention,
        };
        // As if it looked again at what stands out.
        let looks = match pattern {
            Pattern::Five => 4,
            Pattern::OpenFour | Pattern::DoubleFour | Pattern::Four => 2,
            _ => 1,
        };
        1.0 - (0..looks).fold(1.0, |missed, _| missed * (1.0 - attention))
    }
}

impl Engine {
    /// A move of this level; `None` if the board is full. `clock` limits the search besides.
    ///
    /// Below full strength, with one thread and as long as the clock does not intervene, the move
    /// depends on the position, the level and the seed alone. Full strength needs a clock or a
    /// stop.
    pub fn play_at(
        &mut self,
        board: &Board,
        level: Level,
        seed: u64,
        clock: Option<Clock>,
        control: &Control,
    ) -> Option<Coord> {
        match level.habits() {
            Some(habits) => self.play_with(board, habits, seed, clock, control),
            None => {
                let limits = Limits { clock, ..Limits::default() };
                Some(self.think(board, &limits, control, &mut Silent)?.best)
            }
        }
    }

    /// The same for given handicaps.
    pub fn play_with(
        &mut self,
        board: &Board,
        habits: &Habits,
        seed: u64,
        clock: Option<Clock>,
        control: &Control,
    ) -> Option<Coord> {
        let mut random = Random::new(Random::mix(seed) ^ board.hash());
        if board.ply() == 0 || random.fraction() >= habits.calculates {
            return at_sight(board, habits, &mut random);
        }
        self.clear();
        // Now more and now less, so that not every game goes the same way.
        let nodes = Some((habits.nodes as f64 * (0.5 + random.fraction())) as u64);
        let limits = Limits { nodes, clock, ..Limits::default() };
        Some(self.think(board, &limits, control, &mut Silent)?.best)
    }
}

/// One of the moves; one more unit makes a move `e` times as likely.
fn choose(moves: Vec<(Coord, f64)>, random: &mut Random) -> Option<Coord> {
    let values: Vec<f64> = moves.iter().map(|m| m.1).collect();
    random.weighted(&values).map(|index| moves[index].0)
}

/// A move without search, drawn from the policy over the lines noticed.
fn at_sight(board: &Board, habits: &Habits, random: &mut Random) -> Option<Coord> {
    let free = match board.ply() {
        0 => around_the_middle(board),
        _ => board.candidates().iter().collect(),
    };
    let all: Vec<Coord> = board.empty_cells().iter().collect();
    let allowed = |moves: &[Coord]| -> Vec<Coord> {
        moves.iter().copied().filter(|&c| !board.is_forbidden(c)).collect()
    };
    let choices = [allowed(&free), allowed(&all), all];
    let moves = choices.into_iter().find(|moves| !moves.is_empty())?;
    let us = board.side_to_move();
    let value = Lookup::of(board.rule())[us.index()].move_values(board);
    let sight = Sight { board, habits, seed: random.next() };
    // Who sees a five makes it, or stops it.
    for color in [us, !us] {
        let fives =
            moves.iter().copied().filter(|&c| sight.lines(c, color).contains(&Pattern::Five));
        if let Some(c) = choose(fives.map(|c| (c, 0.0)).collect(), random) {
            return Some(c);
        }
    }
    // Zero, negative or no number: as close to zero as division allows.
    let scale = Weights::POLICY_SCALE * habits.temperature.max(COLDEST);
    let valued = moves
        .into_iter()
        .map(|c| (c, f64::from(sight.value(c, &value)) / scale + closeness(board, c)));
    choose(valued.collect(), random)
}

/// Bonus in the policy for moves near the stones and near the last moves. Without it levels that
/// notice little play all over the board.
fn closeness(board: &Board, c: Coord) -> f64 {
    let distance = |other: Coord| other.x().abs_diff(c.x()).max(other.y().abs_diff(c.y()));
    let nearest = board.history().map(|stone| distance(stone.coord)).min();
    let last = (0..2).filter_map(|back| board.last_move(back)).map(|m| distance(m.coord)).min();
    let beyond_one = |distance: Option<u8>| f64::from(distance.unwrap_or(1).max(1) - 1);
    -AWAY_FROM_STONES * beyond_one(nearest) - AWAY_FROM_LAST * beyond_one(last)
}

/// The nine middle points: where games begin.
fn around_the_middle(board: &Board) -> Vec<Coord> {
    let middle = board.size().get() / 2;
    let near = |v: u8| v.abs_diff(middle) <= 1;
    board.empty_cells().iter().filter(|c| near(c.x()) && near(c.y())).collect()
}

/// The board without the lines that are overlooked, the same ones for the whole move.
struct Sight<'a> {
    board: &'a Board,
    habits: &'a Habits,
    seed: u64,
}

impl Sight<'_> {
    /// Policy value of a move, in the units of
    /// [`Position::move_values`](crate::eval::Position::move_values); `value` maps the combinations
    /// seen, see [`Lookup::move_values`].
    fn value(&self, c: Coord, value: &impl Fn(Coord, [usize; 2]) -> i32) -> i32 {
        let us = self.board.side_to_move();
        let lines = self.lines(c, us);
        let decides = if lines.contains(&Pattern::OpenFour) { OPEN_FOUR } else { 0 };
        value(c, [self.code(lines), self.code(self.lines(c, !us))]) + decides
    }

    /// The patterns noticed of the four lines through a point: none where a line is overlooked.
    fn lines(&self, c: Coord, color: Color) -> [Pattern; 4] {
        Direction::ALL.map(|direction| {
            let pattern = self.board.pattern(c, color, direction);
            let overlooked = pattern > Pattern::OpenOne && !self.sees(c, color, direction, pattern);
            if overlooked { Pattern::OpenOne } else { pattern }
        })
    }

    /// The number of a combination of patterns.
    fn code(&self, lines: [Pattern; 4]) -> usize {
        let packed = lines.into_iter().fold(0, |packed, pattern| packed << 4 | pattern as u16);
        PatternTable::get(self.board.rule()).code(packed)
    }

    fn sees(&self, c: Coord, color: Color, direction: Direction, pattern: Pattern) -> bool {
        let (x, y) = (u64::from(c.x()), u64::from(c.y()));
        let line = match direction {
            Direction::Row => y,
            Direction::Column => x,
            Direction::Diagonal => 32 + x - y,
            Direction::AntiDiagonal => x + y,
        };
        let name = (line * 4 + direction.index() as u64) * 2 + color.index() as u64;
        Random::new(self.seed ^ name).fraction() < self.habits.notices(pattern, direction)
    }
}
