//! Positions of games as a trainer sees them.

use super::calibration::Calibration;
use crate::arena::compact::{CompactGame, PROVEN};
use crate::board::{Board, Threat};
use crate::eval::{nearness, threat_mask};
use crate::types::{Color, Coord};

/// A position in which it is worth evaluating or choosing a move: nobody can make five.
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
    /// Winning chance of the side to move, as far as the game and the search tell; `None` where
    /// threats decide, not shapes.
    pub target: Option<f32>,
    /// Who is to move.
    pub us: Option<Color>,
}

/// How targets are made.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    /// From scores to winning chances.
    pub calibration: Calibration,
    /// Weight of the search's opinion; the rest is the result of the game.
    pub trust: f32,
}

/// What is known of a position of a game.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The move played.
    pub played: Coord,
    /// Winning chance of the side to move, as far as the game and the search tell; `None` where
    /// threats decide, not shapes.
    pub target: Option<f32>,
}

/// Calls back for each position of a game that teaches something, and lets `follow` know of every
/// move.
pub fn positions(
    game: &CompactGame,
    labels: &Labels,
    mut visit: impl FnMut(&Board, Option<Position>),
) {
    let mut board = Board::with_moves(game.rule, game.size, &game.opening);
    for &(c, score) in &game.moves {
        let us = board.side_to_move();
        let has = |color, threat| board.threat_count(color, threat) > 0;
        let decided = has(us, Threat::Five) || has(!us, Threat::Five) || has(us, Threat::OpenFour);
        let result = f32::from(game.half_points) / 2.0;
        let result = if us == Color::Black { result } else { 1.0 - result };
        let target = score.filter(|score| score.abs() < PROVEN).map(|score| {
            let chance = labels.calibration.chance(score) as f32;
            labels.trust * chance + (1.0 - labels.trust) * result
        });
        visit(&board, (!decided).then_some(Position { played: c, target }));
        if !board.is_empty(c) {
            break;
        }
        board.play(c);
    }
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
