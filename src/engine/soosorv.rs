use super::Engine;
use crate::board::{Board, same_points};
use crate::search::{Clock, Control, LastLines, Limits};
use crate::types::{Coord, Score};

/// Most fifth moves that the Soosyrv-8 opening lets white ask for.
pub const MOST_FIFTHS: usize = 8;
/// Stones before the fifth move.
const BEFORE_FIFTH: usize = 4;
/// The opening that is proposed, counted from the middle: Chosei (I1). Of the 26 it is the most
/// even one: after white's best fourth move black's second to fourth fifth moves are worth less
/// than 10 to either side (150,000 nodes a search).
const PROPOSED: [(i8, i8); 3] = [(0, 0), (1, 1), (2, 2)];

/// A decision in a Soosyrv-8 opening of renju.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Soosorv {
    /// The first three stones.
    Open([Coord; 3]),
    /// Whether to change colours.
    Swap(bool),
    /// The fourth stone, and how many fifth moves black is to offer.
    Fourth(Coord, usize),
    /// The fifth moves that black offers, the best first.
    Offer(Vec<Coord>),
    /// The fifth move that white chooses among them.
    Choose(Coord),
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoosorvStep {
    /// The first three stones, on the empty board.
    Open,
    /// White, whether to change colours after three stones.
    SwapAfterThree,
    /// White, the fourth stone and the number of fifth moves.
    Fourth,
    /// Black, whether to change colours before offering so many fifth moves.
    SwapAfterFour(usize),
    /// Black, so many fifth moves.
    Offer(usize),
    /// White, one of the fifth moves; they follow the four stones on the board.
    Choose,
}

impl SoosorvStep {
    /// Whether there are as many stones on the board as it needs.
    pub fn fits(self, board: &Board) -> bool {
        match self {
            SoosorvStep::Open => board.ply() == 0,
            SoosorvStep::SwapAfterThree | SoosorvStep::Fourth => board.ply() == 3,
            SoosorvStep::SwapAfterFour(n) | SoosorvStep::Offer(n) => {
                board.ply() == BEFORE_FIFTH && (1..=MOST_FIFTHS).contains(&n)
            }
            SoosorvStep::Choose => board.ply() > BEFORE_FIFTH,
        }
    }
}

impl Engine {
    /// Decides on a Soosyrv-8 opening; `None` if the step does not fit the board, or there is no
    /// room.
    pub fn soosorv(
        &mut self,
        board: &Board,
        step: SoosorvStep,
        limits: &Limits,
        control: &Control,
    ) -> Option<Soosorv> {
        if !step.fits(board) {
            return None;
        }
        match step {
            SoosorvStep::Open => proposed(board).map(Soosorv::Open),
            SoosorvStep::SwapAfterThree | SoosorvStep::Fourth => {
                let (first, second) = halves(limits);
                let fourth = *self.balance(board, 1, 0, &first, control).first()?;
                let mut after = board.clone();
                after.play(fourth);
                // What black's best fifth moves are worth to it, from the best down.
                let fifths = self.fifths(&after, MOST_FIFTHS, &second, control);
                if step == SoosorvStep::SwapAfterThree {
                    // If white cannot even the game with all that it may ask for, black is better.
                    let worst = fifths.last();
                    return Some(Soosorv::Swap(worst.is_some_and(|worst| worst.1 > Score::DRAW)));
                }
                let uneven = |n: &usize| fifths[*n].1.value().abs();
                let number = (0..fifths.len()).min_by_key(uneven).map_or(1, |n| n + 1);
                Some(Soosorv::Fourth(fourth, number))
            }
            SoosorvStep::SwapAfterFour(n) => {
                let fifths = self.fifths(board, n, limits, control);
                Some(Soosorv::Swap(fifths.last().is_some_and(|last| last.1 < Score::DRAW)))
            }
            SoosorvStep::Offer(n) => {
                let fifths = self.fifths(board, n, limits, control);
                Some(Soosorv::Offer(fifths.into_iter().map(|(c, _)| c).collect()))
            }
            SoosorvStep::Choose => {
                let moves: Vec<Coord> = board.history().map(|stone| stone.coord).collect();
                let (four, offered) = moves.split_at(BEFORE_FIFTH);
                let four = Board::with_moves(board.rule(), board.size(), four);
                self.choose_fifth(&four, offered, limits, control).map(Soosorv::Choose)
            }
        }
    }

    /// The best moves for the side to move, the best first, no two of which give the same position
    /// but for a turn of the stones. Fewer than asked for only if there are no more; those that the
    /// search did not report come last with the score of the last one reported.
    pub fn fifths(
        &mut self,
        board: &Board,
        count: usize,
        limits: &Limits,
        control: &Control,
    ) -> Vec<(Coord, Score)> {
        let is_first = |c: &Coord| same_points(board, *c).iter().min() == Some(c);
        let is_one = |c: &Coord| !board.is_forbidden(*c) && is_first(c);
        let points: Vec<Coord> = board.empty_cells().iter().filter(is_one).collect();
        let count = count.min(points.len());
        if count == 0 {
            return Vec::new();
        }
        let mut fifths = self.values(board, &points, count, limits, control);
        let worst = fifths.last().map_or(Score::DRAW, |last| last.1);
        let middle = i32::from(board.size().get() / 2);
        let mut rest: Vec<Coord> =
            points.into_iter().filter(|c| fifths.iter().all(|(known, _)| known != c)).collect();
        let far = |n: u8| (i32::from(n) - middle).abs();
        rest.sort_by_key(|c| far(c.x()).max(far(c.y())));
        let missing = count.saturating_sub(fifths.len());
        fifths.extend(rest.into_iter().take(missing).map(|c| (c, worst)));
        fifths
    }

    /// Of the fifth moves that black offers the one that is worth least to it.
    pub fn choose_fifth(
        &mut self,
        board: &Board,
        offered: &[Coord],
        limits: &Limits,
        control: &Control,
    ) -> Option<Coord> {
        let offered: Vec<Coord> = offered.iter().copied().filter(|&c| board.is_empty(c)).collect();
        let values = self.values(board, &offered, offered.len(), limits, control);
        // What the search did not come to is no good move of black.
        let unseen = offered.iter().find(|c| values.iter().all(|(seen, _)| seen != *c));
        let worst = values.iter().min_by_key(|(_, score)| *score).map(|(c, _)| *c);
        unseen.copied().or(worst)
    }

    /// The values of the best of these points, the best first; of all others nothing is said.
    fn values(
        &mut self,
        board: &Board,
        points: &[Coord],
        count: usize,
        limits: &Limits,
        control: &Control,
    ) -> Vec<(Coord, Score)> {
        let others = board.empty_cells().iter().filter(|c| !points.contains(c));
        let limits = Limits {
            multi_pv: count.max(1),
            excluded: others.chain(limits.excluded.iter().copied()).collect(),
            ..limits.clone()
        };
        let mut last = LastLines::default();
        let report = self.think(board, &limits, control, &mut last);
        let lines = match last.complete() {
            lines if lines.is_empty() => report.into_iter().collect(),
            lines => lines,
        };
        let mut values: Vec<(Coord, Score)> =
            lines.iter().map(|line| (line.best, line.score)).collect();
        values.retain(|(c, _)| points.contains(c));
        values.sort_by_key(|value| std::cmp::Reverse(value.1));
        values
    }
}

/// Limits of two searches for one decision: half of the positions for each. The clock runs from the
/// same start for both, and so the second has what the first leaves of the whole.
fn halves(limits: &Limits) -> (Limits, Limits) {
    let clock = limits.clock.map(|clock| Clock {
        turn: clock.turn.map(|turn| turn / 2),
        left: clock.left.map(|left| left / 2),
        ..clock
    });
    let second = Limits { nodes: limits.nodes.map(|nodes| nodes / 2), ..limits.clone() };
    (Limits { clock, ..second.clone() }, second)
}

fn proposed(board: &Board) -> Option<[Coord; 3]> {
    let middle = i16::from(board.size().get() / 2);
    let axis = |offset: i8| u8::try_from(middle + i16::from(offset)).ok();
    let mut stones = PROPOSED.into_iter().map(|(x, y)| Coord::new(axis(x)?, axis(y)?));
    Some([stones.next()??, stones.next()??, stones.next()??])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Rule, Size};
    use std::time::{Duration, Instant};

    /// Both had half of the clock from the same start, and so the second nothing: a swap was never
    /// wanted, and one fifth move was always enough.
    #[test]
    fn the_second_search_of_a_decision_has_time_left() {
        let second = Duration::from_secs(1);
        let clock = Clock {
            start: Instant::now(),
            turn: Some(2 * second),
            left: Some(20 * second),
            increment: Duration::ZERO,
        };
        let limits = Limits { clock: Some(clock), nodes: Some(1000), ..Limits::default() };
        let (first, rest) = halves(&limits);
        let half = Clock { turn: Some(second), left: Some(10 * second), ..clock };
        assert_eq!((first.clock, first.nodes), (Some(half), Some(500)));
        assert_eq!((rest.clock, rest.nodes), (Some(clock), Some(500)));
    }

    #[test]
    fn no_fifth_moves_are_none() {
        let board = Board::new(Rule::Renju, Size::USUAL);
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        let fifths = Engine::new(1 << 20, 1).fifths(&board, 0, &limits, &Control::new());
        assert_eq!(fifths, []);
    }
}
