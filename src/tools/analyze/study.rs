//! What the engine thinks of every position of a game.

use std::time::{Duration, Instant};

use crate::board::{Board, Outcome};
use crate::engine::Engine;
use crate::search::{Clock, Control, Limits, Report, Silent};
use crate::tools::game_files::CheckedGame;
use crate::types::{Color, Coord, Score};

/// What may be spent on each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Thinking time.
    Time(Duration),
    /// Positions visited; with one thread, the same game always gives the same report.
    Nodes(u64),
}

/// A move with what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// For the side that makes the first move.
    pub score: Score,
    /// The moves, at least one.
    pub moves: Vec<Coord>,
    /// The line ends with the five that the score claims: the referee has played it through.
    pub is_checked: bool,
}

/// What is thought of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// For the side to move. After the last move of a game that is over: its result.
    pub score: Score,
    /// The best move found; `None` if the game is over.
    pub best: Option<Line>,
    /// The best of the other moves; `None` if there is none, or none that is not forbidden.
    pub other: Option<Line>,
    /// Plies searched to the end for `best`.
    pub depth: u32,
}

impl Opinion {
    /// Black's winning chance, 0 to 1, in a position with this side to move.
    pub fn chance_of_black(&self, side: Color) -> f64 {
        match side {
            Color::Black => self.score.win_rate(),
            Color::White => 1.0 - self.score.win_rate(),
        }
    }
}

/// Part of the effort that goes into the best move; the rest is for the best of the others.
const SHARE_OF_BEST: f64 = 0.65;
/// Positions visited for each move by which a proven win is played on to its five.
const PROOF_NODES: u64 = 10_000;
/// Longest line that is shown.
const LONGEST_LINE: usize = 60;

/// Thinks about every position of a game, from the last to the first, so that what a move leads
/// to is known when it is judged. Entry `n` is the position after `n` moves. `done` is called
/// after each.
pub fn study(
    engine: &mut Engine,
    checked: &CheckedGame,
    effort: Effort,
    mut done: impl FnMut(),
) -> Vec<Opinion> {
    engine.clear();
    let moves = &checked.game.moves;
    let mut opinions: Vec<Opinion> = (0..=moves.len())
        .rev()
        .map(|n| {
            let board = Board::with_moves(checked.rule, checked.game.size, &moves[..n]);
            let is_last = n == moves.len();
            let opinion = result(&board).filter(|_| is_last);
            let opinion = opinion.unwrap_or_else(|| think(engine, &board, effort));
            done();
            opinion
        })
        .collect();
    opinions.reverse();
    carry_proofs(&mut opinions, moves);
    opinions
}

/// A position that a proved line leads to is decided as well, even if its own search could not
/// prove it again.
fn carry_proofs(opinions: &mut [Opinion], moves: &[Coord]) {
    for (n, &played) in moves.iter().enumerate() {
        let Some(best) = opinions[n].best.clone().filter(|best| best.score.is_decisive()) else {
            continue;
        };
        let Some((&first, rest)) = best.moves.split_first() else { continue };
        let next = &mut opinions[n + 1];
        let is_open = next.best.is_some() && !next.score.is_decisive();
        if first != played || rest.is_empty() || !is_open {
            continue;
        }
        let plies = best.score.distance().unwrap_or(1).saturating_sub(1);
        let score = match best.score.is_win() {
            true => Score::loss_in(plies),
            false => Score::win_in(plies),
        };
        let line = Line { score, moves: rest.to_vec(), is_checked: best.is_checked };
        let own = next.best.replace(line);
        next.score = score;
        if own.as_ref().is_some_and(|own| own.moves.first() != rest.first()) {
            next.other = own;
        }
    }
}

/// The result of a game that is over.
fn result(board: &Board) -> Option<Opinion> {
    let score = match board.outcome() {
        Outcome::Open => return None,
        Outcome::Win(_) => Score::loss_in(0),
        Outcome::Foul(_) => Score::win_in(0),
        Outcome::Draw => Score::DRAW,
    };
    Some(Opinion { score, best: None, other: None, depth: 0 })
}

fn think(engine: &mut Engine, board: &Board, effort: Effort) -> Opinion {
    let full = Opinion { score: Score::DRAW, best: None, other: None, depth: 0 };
    let Some(first) = search(engine, board, share(effort, SHARE_OF_BEST), Vec::new()) else {
        return full;
    };
    let excluded = vec![first.best];
    let second = search(engine, board, share(effort, 1.0 - SHARE_OF_BEST), excluded);
    let is_another =
        |report: &Report| report.best != first.best && !board.is_forbidden(report.best);
    let mut best = (first.depth, line(engine, board, first.clone()));
    let mut other =
        second.filter(is_another).map(|report| (report.depth, line(engine, board, report)));
    // Scores of two searches hardly compare, but a proven win is one.
    if let Some(other) = &mut other
        && other.1.score > best.1.score
        && (other.1.score.is_win() || best.1.score.is_loss())
    {
        std::mem::swap(other, &mut best);
    }
    Opinion {
        score: best.1.score,
        best: Some(best.1),
        other: other.map(|(_, line)| line),
        depth: best.0,
    }
}

fn share(effort: Effort, share: f64) -> Effort {
    match effort {
        Effort::Time(time) => Effort::Time(time.mul_f64(share)),
        Effort::Nodes(nodes) => Effort::Nodes((nodes as f64 * share).ceil() as u64),
    }
}

fn search(
    engine: &mut Engine,
    board: &Board,
    effort: Effort,
    excluded: Vec<Coord>,
) -> Option<Report> {
    let limits = match effort {
        Effort::Nodes(nodes) => Limits { nodes: Some(nodes), excluded, ..Limits::default() },
        Effort::Time(time) => {
            let (start, increment) = (Instant::now(), Duration::ZERO);
            let clock = Some(Clock { start, turn: Some(time), left: None, increment });
            Limits { clock, excluded, ..Limits::default() }
        }
    };
    engine.think(board, &limits, &Control::new(), &mut Silent)
}

/// The line of a report. One that wins by force is played on until the five lies on the board.
fn line(engine: &mut Engine, board: &Board, report: Report) -> Line {
    let winner = match report.score {
        score if score.is_win() => Some(board.side_to_move()),
        score if score.is_loss() => Some(!board.side_to_move()),
        _ => None,
    };
    let mut board = board.clone();
    let mut moves = Vec::new();
    for &c in report.pv.iter().take(LONGEST_LINE) {
        if board.outcome() != Outcome::Open || board.try_play(c).is_err() {
            break;
        }
        moves.push(c);
    }
    if winner.is_some() {
        play_on(engine, &mut board, &mut moves);
    }
    let is_checked = winner.is_some() && board.outcome().winner() == winner;
    Line { score: report.score, moves, is_checked }
}

fn play_on(engine: &mut Engine, board: &mut Board, moves: &mut Vec<Coord>) {
    while board.outcome() == Outcome::Open && moves.len() < LONGEST_LINE {
        let effort = Effort::Nodes(PROOF_NODES);
        let Some(report) = search(engine, board, effort, Vec::new()) else { return };
        if !report.score.is_decisive() || board.try_play(report.best).is_err() {
            return;
        }
        moves.push(report.best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::notation::parse_stones;

    #[test]
    fn what_is_proved_stays_proved_along_its_line() {
        let moves = parse_stones("a1b1c1").expect("points");
        let line = |score, moves: &str| {
            let moves = parse_stones(moves).expect("points");
            Some(Line { score, moves, is_checked: false })
        };
        let even =
            Opinion { score: Score::DRAW, best: line(Score::DRAW, "e5"), other: None, depth: 3 };
        let win = Score::win_in(5);
        let proved = Opinion { score: win, best: line(win, "a1b1d1e1"), ..even.clone() };
        let mut opinions = vec![proved, even.clone(), even.clone(), even.clone()];
        carry_proofs(&mut opinions, &moves);
        assert_eq!((opinions[1].score, opinions[2].score), (Score::loss_in(4), Score::win_in(3)));
        assert_eq!(opinions[2].best, line(Score::win_in(3), "d1e1"));
        assert_eq!(opinions[2].other, even.best);
        // The third move leaves the line.
        assert_eq!(opinions[3], even);
    }
}
