//! The opposite of a search for the best move: one or two stones after which the game is even.

use super::deepening::root_moves;
use super::parallel::Shared;
use super::params::BALANCE_PAIRS;
use super::thread::{Aborted, SearchThread};
use super::{Control, Limits, Setup, Silent, TranspositionTable};
use crate::board::{Board, Outcome};
use crate::types::{Coord, Depth, Score, Window};

/// Stones to place, after how uneven the game looks with them.
type Rated = (i32, Vec<Coord>);

/// What [`balance`] looks for.
#[derive(Clone, Copy, Debug)]
pub struct BalanceGoal {
    /// Stones to place, one or two, by the sides in turn.
    pub count: usize,
    /// What the game is to be worth for the side to move now.
    pub bias: i32,
}

/// The stones after which a search judges the game nearest to the goal. Empty if there is no room
/// for them, or for another count.
///
/// Each iteration searches every choice with a window as wide as the best one so far is uneven, so
/// that all others only fail. The limits are obeyed as in any search; one thread works.
pub fn balance(
    board: &Board,
    goal: BalanceGoal,
    limits: &Limits,
    control: &Control,
    table: &TranspositionTable,
    setup: &Setup,
) -> Vec<Coord> {
    let BalanceGoal { count, bias } = goal;
    let shared = Shared::new(control, setup);
    let mut silent = Silent;
    let mut thread = SearchThread::new(board, limits, &shared, table, &mut silent);
    let choices = thread.choices(count, bias, limits);
    thread.most_even(choices, bias, limits)
}

impl SearchThread<'_> {
    /// All ways to place that many stones without an immediate decision, the most even by static
    /// evaluation first.
    fn choices(&mut self, count: usize, bias: i32, limits: &Limits) -> Vec<Vec<Coord>> {
        // As for several lines: no move is forced on us.
        let limits = Limits { multi_pv: 2, ..limits.clone() };
        let mut rated: Vec<Rated> = Vec::new();
        for first in self.position.look_ahead(|board| root_moves(board, &limits)) {
            self.play(first);
            if count == 1 {
                self.rate(vec![first], bias, &mut rated);
            } else if count == 2 && self.board().outcome() == Outcome::Open {
                self.rate_pairs(first, bias, &limits, &mut rated);
            }
            self.undo();
            if !rated.is_empty() && self.must_stop() {
                break;
            }
        }
        rated.sort();
        if count > 1 {
            rated.truncate(BALANCE_PAIRS);
        }
        rated.into_iter().map(|(_, stones)| stones).collect()
    }

    /// Rates what follows a stone that has been placed; on a large board that alone may take longer
    /// than the limits allow, and ends then.
    fn rate_pairs(&mut self, first: Coord, bias: i32, limits: &Limits, rated: &mut Vec<Rated>) {
        for second in self.position.look_ahead(|board| root_moves(board, limits)) {
            self.play(second);
            self.rate(vec![first, second], bias, rated);
            self.undo();
            if !rated.is_empty() && self.visit(2).is_err() {
                break;
            }
        }
    }

    /// Notes how uneven the position is by its looks, after these stones, unless it is over.
    fn rate(&mut self, stones: Vec<Coord>, bias: i32, rated: &mut Vec<Rated>) {
        if self.board().outcome() != Outcome::Open {
            return;
        }
        let theirs = self.position.evaluate().value();
        let ours = if stones.len() == 1 { -theirs } else { theirs };
        rated.push(((ours - bias).abs(), stones));
    }

    fn most_even(
        &mut self,
        mut choices: Vec<Vec<Coord>>,
        bias: i32,
        limits: &Limits,
    ) -> Vec<Coord> {
        for depth in (1..=limits.max_depth().plies()).map(Depth::new) {
            if !self.may_deepen(false) {
                break;
            }
            let mut best: Option<(i32, usize)> = None;
            for (index, stones) in choices.iter().enumerate() {
                let width = best.map_or(Score::INFINITE.value(), |(off, _)| off);
                let Ok(off) = self.unevenness(stones, bias, width, depth) else {
                    return choices.swap_remove(best.map_or(0, |(_, index)| index));
                };
                if off < width {
                    best = Some((off, index));
                }
            }
            // The best one is searched first next time, and so sets a narrow window.
            if let Some((_, index)) = best {
                choices[..=index].rotate_right(1);
            }
        }
        choices.into_iter().next().unwrap_or_default()
    }

    /// How far from `bias` the game is after these stones; at least `width` if not nearer.
    fn unevenness(
        &mut self,
        stones: &[Coord],
        bias: i32,
        width: i32,
        depth: Depth,
    ) -> Result<i32, Aborted> {
        let limit = Score::INFINITE.value();
        let at = |value: i32| Score::from_value(value.clamp(-limit, limit));
        let window = Window { alpha: at(bias - width), beta: at(bias + width) };
        stones.iter().for_each(|&c| self.play(c));
        let score = match stones.len() {
            1 => self.search(-window, depth, 1).map(|score| -score),
            _ => self.search(window, depth, 2),
        };
        stones.iter().for_each(|_| self.undo());
        Ok((score?.value() - bias).abs())
    }
}
