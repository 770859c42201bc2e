//! Solving one problem: which first moves win, how fast, and a proof of it.

use dolmen::board::{Board, Outcome, Threat};
use dolmen::engine::{Engine, Proof, ProofLimits};
use dolmen::search::threats::{self, Situation};
use dolmen::search::{Control, Limits, Silent};
use dolmen::types::Coord;

/// What may be spent on a problem.
#[derive(Clone, Copy, Debug)]
pub struct SolveEffort {
    /// Positions of one search for an attack.
    pub search: u64,
    /// Positions for one proof.
    pub proof: u64,
    /// Positions to look whether another first move wins.
    pub other: u64,
}

/// A first move that wins.
pub struct Win {
    /// The move.
    pub first: Coord,
    /// Plies to the five: by the proof, or as the search reports it.
    pub plies: usize,
    /// What to play against every answer; `None` if that was not found.
    pub proof: Option<Proof>,
}

/// The first moves that were found to win: those with a proof first, then the shortest. Once
/// `control` says stop, only what was found so far.
pub fn solve(board: &Board, effort: &SolveEffort, memory: u64, control: &Control) -> Vec<Win> {
    let mut engine = Engine::new(memory, 1);
    let limits = ProofLimits { search: effort.search, total: effort.proof };
    let mut wins = Vec::new();
    if let Some(proof) = engine.prove(board, None, &limits, control) {
        let first = proof.attack(proof.root()).play;
        wins.push(Win { first, plies: proof.plies(), proof: Some(proof) });
    }
    let mut others: Vec<Coord> = board.candidates().iter().collect();
    others.retain(|&c| !board.is_forbidden(c) && wins.iter().all(|win| win.first != c));
    for first in others {
        if control.is_stopped() {
            break;
        }
        let found = wins_by(&mut engine, board, first, effort.other, control);
        let Some(plies) = found else { continue };
        let proof = engine.prove(board, Some(first), &limits, control);
        let plies = proof.as_ref().map_or(plies, Proof::plies);
        wins.push(Win { first, plies, proof });
    }
    wins.sort_by_key(|win| (win.proof.is_none(), win.plies));
    wins
}

/// Plies to the five if searches say that this move wins; `None` if one of them was ended.
fn wins_by(
    engine: &mut Engine,
    board: &Board,
    first: Coord,
    nodes: u64,
    control: &Control,
) -> Option<usize> {
    let mut board = board.clone();
    let attacker = board.side_to_move();
    board.play(first);
    match board.outcome() {
        Outcome::Win(_) => return Some(1),
        Outcome::Open if board.threat_count(!attacker, Threat::Five) == 0 => {}
        _ => return None,
    }
    let mut search = |board: &Board| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = engine.think(board, &limits, control, &mut Silent);
        report.filter(|_| !control.is_stopped()).map(|report| report.score)
    };
    // An only answer is played without a search.
    let Situation::Forced(answers) = threats::situation(&mut board) else {
        let score = search(&board).filter(|score| score.is_loss())?;
        return Some(score.distance()? + 1);
    };
    let mut longest = 0;
    for answer in answers {
        board.play(answer);
        let score = search(&board).filter(|score| score.is_win());
        board.undo();
        longest = longest.max(score?.distance()? + 2);
    }
    Some(longest)
}
