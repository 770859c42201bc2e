use std::time::Duration;

use super::params::{
    ASPIRATION_DEPTH, ASPIRATION_WIDTH, ForcingLimit, MAX_DEPTH, NODES_PER_MS, ROOT_VCF,
};
use super::thread::{Aborted, SearchThread};
use super::threats::{self, Situation, Vcf};
use super::{Control, Limits, Listener, Report, TranspositionTable};
use crate::board::Board;
use crate::types::{Coord, Score};

/// Searches a position by iterative deepening and reports each finished iteration; the last
/// report holds the move to play. `None` if the board is full.
///
/// A move is always found, however little time there is. It is an allowed one unless black has
/// nothing but forbidden points left.
pub fn run(
    board: &Board,
    limits: &Limits,
    control: &Control,
    table: &TranspositionTable,
    listener: &mut dyn Listener,
) -> Option<Report> {
    let mut thread = SearchThread::new(board, limits, control, table);
    let root_moves = root_moves(&mut thread.board, &limits.excluded);
    let first = *root_moves.first()?;
    thread.root_moves = root_moves;
    let mut best = thread.at_sight(first);
    if !best.score.is_decisive() && thread.root_moves.len() > 1 {
        thread.deepen(limits.depth.map_or(MAX_DEPTH, |d| d as i32), listener, &mut best);
    }
    best.nodes = thread.nodes;
    best.elapsed = thread.time.elapsed();
    listener.on_iteration(&best);
    Some(best)
}

/// The moves to choose from, in no particular order: without the excluded ones and, if any other
/// is left, without forbidden ones.
fn root_moves(board: &mut Board, excluded: &[Coord]) -> Vec<Coord> {
    let free: Vec<Coord> = board.empty_cells().iter().collect();
    let wanted: Vec<Coord> = free.iter().copied().filter(|c| !excluded.contains(c)).collect();
    let wanted = if wanted.is_empty() { free } else { wanted };
    let legal: Vec<Coord> = wanted.iter().copied().filter(|&c| !board.is_forbidden(c)).collect();
    let legal = if legal.is_empty() { wanted } else { legal };
    let candidates = board.candidates();
    let mut near: Vec<Coord> = legal.iter().copied().filter(|&c| candidates.contains(c)).collect();
    let urgent = match threats::situation(board) {
        Situation::Won { by, .. } => vec![by],
        Situation::Forced(answers) => answers,
        _ => Vec::new(),
    };
    let urgent: Vec<Coord> = urgent.into_iter().filter(|c| legal.contains(c)).collect();
    if !urgent.is_empty() {
        return urgent;
    }
    if near.is_empty() {
        near = legal;
    }
    // The first one is played if there is no time at all: near the centre is never absurd.
    let middle = i32::from(board.size().get()) / 2;
    let off_centre = |c: &Coord| {
        let (x, y) = (i32::from(c.x()) - middle, i32::from(c.y()) - middle);
        (x * x + y * y, c.index())
    };
    near.sort_by_key(off_centre);
    if board.ply() == 0 {
        near.truncate(1);
    }
    near
}

impl SearchThread<'_> {
    /// What is known before the search: a win or the only moves, or the best by static rank.
    fn at_sight(&mut self, first: Coord) -> Report {
        let mut report = Report {
            best: first,
            score: Score::DRAW,
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            pv: vec![first],
        };
        match threats::situation(&mut self.board) {
            Situation::Won { by, plies } if by == first => {
                report.score = Score::win_in(plies);
            }
            Situation::Lost => {
                report.score = Score::loss_in(2);
                report.best = self.block_something(first);
                report.pv = vec![report.best];
            }
            Situation::Forced(_) | Situation::Won { .. } => {}
            Situation::Threatened(_) | Situation::Free => {
                let rank = |&c: &Coord| (self.eval.move_value(&self.board, c), c.index());
                report.best = self.root_moves.iter().copied().max_by_key(rank).unwrap_or(first);
                report.pv = vec![report.best];
                // That search does not look at the clock.
                let affordable = self.time.milliseconds_left().saturating_mul(NODES_PER_MS);
                let nodes = ROOT_VCF.nodes.min(affordable);
                let limit = ForcingLimit { nodes, ..ROOT_VCF };
                let (win, visited) = Vcf::search(&mut self.board, limit);
                self.nodes += visited;
                if let Some((c, plies)) = win.filter(|(c, _)| self.root_moves.contains(c)) {
                    report.best = c;
                    report.pv = vec![c];
                    report.score = Score::win_in(plies);
                }
            }
        }
        report
    }

    /// In a lost position, at least one of the opponent's fives is stopped: opponents err.
    fn block_something(&self, otherwise: Coord) -> Coord {
        let them = !self.board.side_to_move();
        let threat = |c: &Coord| self.board.threat(*c, them);
        let best = self.root_moves.iter().copied().max_by_key(|c| (threat(c), c.index()));
        best.unwrap_or(otherwise)
    }

    fn deepen(&mut self, max_depth: i32, listener: &mut dyn Listener, best: &mut Report) {
        let mut stability = 0;
        let mut losing = 0;
        for depth in 1..=max_depth {
            self.deepest = 0;
            if self.must_stop() || !self.time.may_deepen(stability) {
                break;
            }
            let result = self.iterate(depth, best.score);
            // An iteration that was broken off still knows its first moves.
            if let Some(&first) = self.lines[0].first().filter(|_| result.is_ok() || depth > 1) {
                stability = if first == best.best { stability + 1 } else { 0 };
                best.best = first;
                best.pv.clone_from(&self.lines[0]);
            }
            let Ok(score) = result else { break };
            best.score = score;
            best.depth = depth as u32;
            best.selective_depth = self.deepest.max(depth as usize) as u32;
            best.nodes = self.nodes;
            best.elapsed = self.time.elapsed();
            // A win is played; a loss is looked at a little longer, for the hardest defence.
            losing += i32::from(score.is_loss());
            if score.is_win() || losing > 4 {
                break;
            }
            listener.on_iteration(best);
        }
    }

    /// One iteration, with a window around the score of the one before that grows as needed.
    fn iterate(&mut self, depth: i32, expected: Score) -> Result<Score, Aborted> {
        if depth < ASPIRATION_DEPTH {
            return self.search(-Score::INFINITE, Score::INFINITE, depth, 0);
        }
        let mut width = ASPIRATION_WIDTH;
        let (mut alpha, mut beta) = (expected - width, expected + width);
        loop {
            let score = self.search(alpha, beta, depth, 0)?;
            if score > alpha && score < beta {
                return Ok(score);
            }
            width *= 3;
            let (low, high) = (expected - width, expected + width);
            if score <= alpha {
                alpha = if width > 1000 { -Score::INFINITE } else { low };
            } else {
                beta = if width > 1000 { Score::INFINITE } else { high };
            }
        }
    }
}
