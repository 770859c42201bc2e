//! Positions of games as a trainer sees them.

use super::calibration::{Calibration, Calibrations};
use crate::arena::compact::{CompactGame, PROVEN};
use dolmen::board::{Board, Threat};
use dolmen::eval::{nearness, threat_mask};
use dolmen::types::{Color, Coord};

/// A position without an immediate five, in which evaluation and policy matter.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Combinations of patterns of all empty cells, for the side to move and for the other.
    pub cells: Vec<[u16; 2]>,
    /// See [`threat_mask`].
    pub threats: usize,
    /// Cells worth a move: number in `cells`, nearness to the last move and to the last but one.
    pub candidates: Vec<(u16, [u8; 2])>,
    /// Which of the candidates was played.
    pub played: Option<usize>,
    /// See [`LabeledPosition::target`].
    pub target: Option<f32>,
    /// Who is to move.
    pub us: Option<Color>,
}

/// Turns the log odds of candidates into chances, which add up to 1 (softmax).
pub fn to_chances(odds: &mut [f32]) {
    let most = odds.iter().copied().fold(f32::MIN, f32::max);
    odds.iter_mut().for_each(|odds| *odds = (*odds - most).exp());
    let sum: f32 = odds.iter().sum();
    odds.iter_mut().for_each(|odds| *odds /= sum);
}

/// How targets are made.
#[derive(Clone, Debug)]
pub struct Labels {
    /// From scores to winning chances.
    pub calibrations: Calibrations,
    /// Weight of the result of the game; the rest is the score of the search.
    pub result_weight: f32,
    /// Whether proven wins and losses teach values, too.
    pub proven: bool,
    /// Weight of the opinion at the next move in that at this one, all that follow included
    /// (lambda in R. Sutton, "Learning to predict by the methods of temporal differences", 1988).
    pub td_lambda: f32,
}

impl Labels {
    /// Weight of the result unless it is told.
    pub const RESULT_WEIGHT: f32 = 0.3;
    /// Lambda for a net unless it is told.
    pub const NET_TD_LAMBDA: f32 = 0.5;

    /// For a net, unless anything else is told.
    pub fn of_net(calibrations: Calibrations) -> Labels {
        let (result_weight, td_lambda) = (Labels::RESULT_WEIGHT, Labels::NET_TD_LAMBDA);
        Labels { calibrations, result_weight, proven: true, td_lambda }
    }

    /// Winning chance of the mover at each move of a game; `None` where it is not to be learned.
    fn targets(&self, game: &CompactGame) -> Vec<Option<f32>> {
        let calibration = self.calibrations.of(game.size);
        let mut next = None;
        let mut targets: Vec<Option<f32>> = Vec::with_capacity(game.moves.len());
        for (i, &(_, score)) in game.moves.iter().enumerate().rev() {
            let result = game.points_of_mover(i);
            let later = next.unwrap_or(result);
            let now = score.map_or(later, |score| chance(calibration, score));
            let opinion = (1.0 - self.td_lambda) * now + self.td_lambda * later;
            next = Some(1.0 - opinion);
            let is_known = score.is_some_and(|score| self.proven || score.abs() < PROVEN);
            let target = (1.0 - self.result_weight) * opinion + self.result_weight * result;
            targets.push(is_known.then_some(target));
        }
        targets.reverse();
        targets
    }
}

/// Winning chance for a score, proven ones included.
fn chance(calibration: Calibration, score: i8) -> f32 {
    match score.abs() < PROVEN {
        true => calibration.chance(score) as f32,
        false if score > 0 => 1.0,
        false => 0.0,
    }
}

/// What is known of a position of a game.
#[derive(Clone, Copy, Debug)]
pub struct LabeledPosition {
    /// The move played.
    pub played: Coord,
    /// Winning chance of the side to move, as far as the game and the search tell; `None` where
    /// it is not to be learned.
    pub target: Option<f32>,
}

/// Calls back for each position of a game, so that what follows the board sees every move; with
/// what is known of it if it teaches something.
pub fn positions(
    game: &CompactGame,
    labels: &Labels,
    mut visit: impl FnMut(&Board, Option<LabeledPosition>),
) {
    let mut board = Board::with_moves(game.rule, game.size, &game.opening);
    for (&(c, score), target) in game.moves.iter().zip(labels.targets(game)) {
        let us = board.side_to_move();
        let has = |color, threat| board.threat_count(color, threat) > 0;
        let decided = has(us, Threat::Five) || has(!us, Threat::Five) || has(us, Threat::OpenFour);
        // A move that was not searched teaches nothing, neither a value nor a policy.
        let teaches = !decided && score.is_some();
        visit(&board, teaches.then_some(LabeledPosition { played: c, target }));
        if !board.is_empty(c) {
            break;
        }
        board.play(c);
    }
}

/// Whether any position of a game teaches something.
pub fn teaches(game: &CompactGame, labels: &Labels) -> bool {
    let mut any = false;
    positions(game, labels, |_, position| any |= position.is_some());
    any
}

/// Calls back for each position of a game that teaches something.
pub fn replay(
    game: &CompactGame,
    labels: &Labels,
    sample: &mut Sample,
    mut learn: impl FnMut(&Sample),
) {
    positions(game, labels, |board, position| {
        if let Some(position) = position {
            look(board, position.played, sample);
            sample.target = position.target;
            learn(sample);
        }
    });
}

fn look(board: &Board, played: Coord, sample: &mut Sample) {
    let us = board.side_to_move();
    let near = board.candidates();
    let [last, before] = [0, 1].map(|back| board.last_move(back).map(|m| m.coord));
    sample.cells.clear();
    sample.candidates.clear();
    sample.played = None;
    sample.us = Some(us);
    sample.threats = threat_mask(board);
    for c in board.empty_cells().iter() {
        let number = sample.cells.len() as u16;
        sample.cells.push([board.code(c, us) as u16, board.code(c, !us) as u16]);
        if near.contains(c) && board.threat(c, us) != Threat::Forbidden {
            if c == played {
                sample.played = Some(sample.candidates.len());
            }
            let distance = |stone: Option<Coord>| stone.map_or(0, |stone| nearness(c, stone)) as u8;
            sample.candidates.push((number, [distance(last), distance(before)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::{Rule, Size};

    const LABELS: Labels = Labels {
        calibrations: Calibrations::NONE,
        result_weight: 0.0,
        proven: true,
        td_lambda: 0.0,
    };

    /// Black begins and wins; these are the scores of the moves.
    fn game<const N: usize>(scores: [Option<i8>; N]) -> CompactGame {
        let moves = (0..).zip(scores).filter_map(|(i, score)| Some((Coord::new(i, i)?, score)));
        CompactGame {
            rule: Rule::Freestyle,
            size: Size::new(15).expect("a legal size"),
            half_points: 2,
            opening: Vec::new(),
            moves: moves.collect(),
        }
    }

    /// Targets in percent.
    fn rounded<const N: usize>(labels: &Labels, scores: [Option<i8>; N]) -> Vec<Option<i32>> {
        let targets = labels.targets(&game(scores)).into_iter();
        targets.map(|target| target.map(|t| (100.0 * t).round() as i32)).collect()
    }

    // 63 is a chance of 75 percent.
    #[test]
    fn proven_scores_teach_what_they_prove_if_at_all() {
        let scores = [Some(63), None, Some(-PROVEN), Some(0), Some(PROVEN)];
        let taught = [Some(75), None, Some(0), Some(50), Some(100)];
        assert_eq!(rounded(&LABELS, scores), taught);
        let untaught = [Some(75), None, None, Some(50), None];
        assert_eq!(rounded(&Labels { proven: false, ..LABELS }, scores), untaught);
    }

    #[test]
    fn the_result_has_its_share() {
        let labels = Labels { result_weight: 0.5, ..LABELS };
        assert_eq!(rounded(&labels, [Some(0), Some(0)]), [Some(75), Some(25)]);
    }

    #[test]
    fn opinions_look_ahead_to_those_of_later_moves() {
        let labels = Labels { td_lambda: 0.5, ..LABELS };
        // Black: all is won, half of white's 50 percent, half of what that leaves.
        let scores = [Some(0), Some(0), Some(PROVEN)];
        assert_eq!(rounded(&labels, scores), [Some(63), Some(25), Some(100)]);
        // A move without a score has the opinion of the next one.
        assert_eq!(rounded(&labels, [Some(0), None, Some(PROVEN)]), [Some(75), None, Some(100)]);
        assert_eq!(
            rounded(&Labels { td_lambda: 1.0, ..LABELS }, [Some(0); 2]),
            [Some(100), Some(0)]
        );
    }
}
