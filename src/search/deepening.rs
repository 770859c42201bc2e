use std::time::Duration;

use super::params::{
    ASPIRATION_DEPTH, ASPIRATION_GROWTH, ForcingLimit, LOSING_ITERATIONS, NODES_PER_MS, ROOT_VCF,
    ROOT_VCF_SHARE, SETTLED_ITERATIONS, SETTLED_SWING, WIDEST_ASPIRATION,
};
use super::thread::{Aborted, SearchThread};
use super::threats::{self, Situation};
use super::{CutOffs, Limits, Report, RootNews};
use crate::board::{Board, CellSet, Threat};
use crate::types::{Bound, Coord, Depth, Score, Window};

/// The moves to choose from, in no particular order: without forbidden ones and, if any other is
/// left, without the excluded ones. If all are forbidden, one of them, as each of them loses.
pub fn root_moves(board: &mut Board, limits: &Limits) -> Vec<Coord> {
    let free = board.empty_cells();
    let legal: Vec<Coord> = free.iter().filter(|&c| !board.is_forbidden(c)).collect();
    if legal.is_empty() {
        return free.iter().take(1).collect();
    }
    let is_wanted = |c: &Coord| !limits.excluded.contains(c);
    let wanted: Vec<Coord> = legal.iter().copied().filter(is_wanted).collect();
    let legal = if wanted.is_empty() { legal } else { wanted };
    let candidates = board.candidates();
    let mut near: Vec<Coord> = legal.iter().copied().filter(|&c| candidates.contains(c)).collect();
    let urgent = urgent_moves(board, &legal, limits.multi_pv);
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
    if board.ply() == 0 && limits.multi_pv <= 1 {
        near.truncate(1);
    }
    near
}

/// Those of the legal moves that win at sight, one of them, or that keep the opponent from it; none
/// if there is no hurry.
fn urgent_moves(board: &mut Board, legal: &[Coord], multi_pv: usize) -> Vec<Coord> {
    let urgent = match threats::situation(board) {
        Situation::Won { plies, .. } if multi_pv <= 1 => {
            // Not any that wins will do: it may be excluded.
            match winner(board, legal, plies) {
                Some(by) => vec![by],
                None => threats::answers_to_five(board),
            }
        }
        Situation::Forced(answers) => answers,
        _ => Vec::new(),
    };
    urgent.into_iter().filter(|c| legal.contains(c)).collect()
}

/// One of the moves that wins at sight in so many plies.
fn winner(board: &Board, moves: &[Coord], plies: usize) -> Option<Coord> {
    let us = board.side_to_move();
    moves.iter().copied().find(|&c| board.threat(c, us) == winning(plies))
}

/// What a move makes that wins at sight in so many plies.
fn winning(plies: usize) -> Threat {
    if plies == 1 { Threat::Five } else { Threat::OpenFour }
}

impl SearchThread<'_> {
    /// What is known before the search: a win or the only moves, or the best by static rank. With
    /// several lines to report, scores are left to the search.
    pub fn at_sight(&mut self, first: Coord, limits: &Limits) -> Report {
        let (multi_pv, us) = (limits.multi_pv, self.board().side_to_move());
        let mut report = Report {
            rank: 0,
            multi_pv: multi_pv.clamp(1, self.root_moves.len()),
            best: first,
            score: Score::DRAW,
            depth: 0,
            interrupted: false,
            selective_depth: 0,
            nodes: 0,
            cut_offs: CutOffs::default(),
            elapsed: Duration::ZERO,
            pv: vec![first],
        };
        // Then all are.
        if self.board().is_forbidden(first) {
            report.score = Score::loss_in(2);
            return report;
        }
        match self.situation() {
            situation if multi_pv > 1 => {
                let by = match situation {
                    Situation::Won { plies, .. } => winner(self.board(), &self.root_moves, plies),
                    _ => None,
                };
                report.best = by.or_else(|| self.likeliest()).unwrap_or(first);
                report.pv = vec![report.best];
            }
            Situation::Won { plies, .. } if self.board().threat(first, us) == winning(plies) => {
                report.score = Score::win_in(plies);
            }
            Situation::Lost => {
                report.score = Score::loss_in(2);
                report.best = self.block_something(first);
                report.pv = vec![report.best];
            }
            Situation::Forced(_) if self.root_moves.len() == 1 => {
                report.score = self.glance(first);
            }
            Situation::Forced(_) | Situation::Won { .. } => {}
            Situation::Threatened(_) | Situation::Free => {
                report.best = self.likeliest().unwrap_or(first);
                report.pv = vec![report.best];
                // That search does not check the clock.
                let left = self.time.map_or(u64::MAX, |time| time.milliseconds_left());
                let affordable = left.saturating_mul(NODES_PER_MS);
                // Most of a node limit is for the search proper.
                let allowed = limits.nodes.map_or(u64::MAX, |nodes| nodes / ROOT_VCF_SHARE);
                let nodes = ROOT_VCF.nodes.min(affordable).min(allowed);
                let limit = ForcingLimit { nodes, ..ROOT_VCF };
                if let Some((c, plies)) =
                    self.vcf(limit).filter(|(c, _)| self.root_moves.contains(c))
                {
                    report.best = c;
                    report.pv = vec![c];
                    report.score = Score::win_in(plies);
                }
            }
        }
        report
    }

    /// What a move leads to, as far as that is known without a search: the only answer to a four
    /// costs no time, and still gets a score.
    fn glance(&mut self, c: Coord) -> Score {
        self.play(c);
        let score = if self.is_draw() {
            Score::DRAW
        } else {
            let situation = self.situation();
            let known = self.table.probe(self.board().hash());
            let exact = known.filter(|entry| entry.bound == Bound::Exact || entry.is_proven());
            threats::score(&situation, 1)
                .or(exact.map(|entry| entry.score.from_table(1)))
                .unwrap_or_else(|| self.position.evaluate())
        };
        self.undo();
        -score
    }

    /// The best by static rank of the moves at the root that have no line yet and are not known to
    /// lose. Against an open four only what may prevent it: the search tries nothing else.
    fn likeliest(&mut self) -> Option<Coord> {
        let is_out = |c: &Coord| self.lost.contains(*c) || self.reported.contains(c);
        // The policy has learned nothing of the empty board. These begin at the centre.
        if self.board().ply() == 0 {
            return self.root_moves.iter().copied().find(|c| !is_out(c));
        }
        let mut moves: CellSet = self.root_moves.iter().copied().filter(|c| !is_out(c)).collect();
        if let Situation::Threatened(answers) = self.situation() {
            moves = moves.and(&threats::defences(self.board(), &answers));
        }
        let value = self.position.move_values(&moves);
        moves.iter().max_by_key(|&c| (value(c), c.index()))
    }

    /// In a lost position, at least one of the opponent's fives is stopped: opponents err.
    fn block_something(&self, otherwise: Coord) -> Coord {
        let them = !self.board().side_to_move();
        let threat = |c: &Coord| self.board().threat(*c, them);
        let best = self.root_moves.iter().copied().max_by_key(|c| (threat(c), c.index()));
        best.unwrap_or(otherwise)
    }

    /// Time since the request for the move.
    pub fn elapsed(&self) -> Duration {
        self.time.map_or(Duration::ZERO, |time| time.elapsed())
    }

    /// Searches deeper and deeper; `best` is always the move to play so far.
    pub fn deepen(&mut self, limits: &Limits, best: &mut Report) {
        let mut lines = vec![best.clone()];
        let (mut stability, mut is_settled) = (0, false);
        let mut losing = 0;
        for depth in (1..=limits.max_depth().plies()).map(Depth::new) {
            let taken = self.shared.is_taken(depth);
            if !self.may_deepen(is_settled) {
                break;
            }
            if taken && self.time.is_none() {
                continue;
            }
            self.listener.on_root(RootNews::Iteration);
            let before = (best.best, best.score);
            let finished = self.iterate_lines(depth, &mut lines);
            best.clone_from(&lines[0]);
            self.former_best.insert(best.best);
            stability = if best.best == before.0 { stability + 1 } else { 0 };
            let swing = (best.score.value() - before.1.value()).abs();
            is_settled = stability >= SETTLED_ITERATIONS && swing <= SETTLED_SWING;
            best.interrupted = !finished;
            if !finished {
                break;
            }
            self.listener.on_root(RootNews::Best(best.best));
            lines.iter().for_each(|line| self.listener.on_iteration(line));
            // A win ends the search; a loss is searched a little longer, for the longest defence.
            losing += i32::from(best.score.is_loss());
            if lines.iter().all(|line| line.score.is_win()) || losing > LOSING_ITERATIONS {
                break;
            }
        }
    }

    /// One iteration for each multi-PV line; `false` if it was interrupted.
    fn iterate_lines(&mut self, depth: Depth, lines: &mut Vec<Report>) -> bool {
        self.reported.clear();
        self.deepest = 0;
        let mut finished = true;
        for rank in 0..lines[0].multi_pv {
            if rank == lines.len() {
                lines.push(Report { rank, ..lines[0].clone() });
            }
            self.root_first = (depth > Depth::new(1)).then_some(lines[rank].best);
            let result = self.iterate(depth, lines[rank].score);
            let line = &mut lines[rank];
            // An interrupted iteration still has its first moves, or the one that failed high.
            let raised = self.root_first.filter(|&first| result.is_err() && first != line.best);
            if let Some(&first) =
                self.pv[0].first().filter(|_| result.is_ok() || depth > Depth::new(1))
            {
                line.best = first;
                line.pv.clone_from(&self.pv[0]);
            } else if let Some(first) = raised {
                (line.best, line.pv) = (first, vec![first]);
            }
            // It was found to lose, and no other was searched in time. In a position that was lost
            // already it is the longest defence.
            let is_lost = result.is_err() && self.lost.contains(line.best) && !line.score.is_loss();
            if is_lost && let Some(other) = self.likeliest() {
                (line.best, line.pv) = (other, vec![other]);
            }
            finished = result.is_ok();
            let Ok(score) = result else { break };
            line.score = score;
            line.depth = depth.plies() as u32;
            line.selective_depth = line.depth.max(self.deepest as u32);
            line.nodes = self.total_nodes();
            line.elapsed = self.elapsed();
            self.reported.push(line.best);
        }
        // Scores of different iterations do not compare.
        lines[..self.reported.len()].sort_by_key(|line| std::cmp::Reverse(line.score));
        lines.iter_mut().enumerate().for_each(|(rank, line)| line.rank = rank);
        finished
    }

    /// Tells the listener how a move at the root did. The best of the moves without the first line is
    /// not the best one.
    pub(super) fn report_root_move(&mut self, c: Coord, score: Score, is_best: bool, beta: Score) {
        self.listener.on_root(RootNews::Tried(c));
        if score.is_loss() {
            self.lost.insert(c);
            self.listener.on_root(RootNews::Lost(c));
            // From beta on, it may be worth more.
            if score < beta {
                self.listener.on_lost(c, score);
            }
        } else if is_best && self.reported.is_empty() {
            self.listener.on_root(RootNews::Best(c));
        }
    }

    /// One iteration, with a window around the score of the one before that grows as needed.
    fn iterate(&mut self, depth: Depth, expected: Score) -> Result<Score, Aborted> {
        if depth < ASPIRATION_DEPTH {
            return self.search(Window::FULL, depth, 0);
        }
        let mut width = self.selectivity.params().aspiration;
        let mut window = Window { alpha: expected - width, beta: expected + width };
        loop {
            let score = self.search(window, depth, 0)?;
            if window.contains(score) {
                return Ok(score);
            }
            width *= ASPIRATION_GROWTH;
            let is_wide = width > WIDEST_ASPIRATION;
            if score <= window.alpha {
                window.alpha = if is_wide { Score::LEAST } else { expected - width };
            } else {
                window.beta = if is_wide { Score::INFINITE } else { expected + width };
                self.root_first = self.pv[0].first().copied();
            }
        }
    }
}
