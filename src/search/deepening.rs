use std::time::Duration;

use super::params::{ASPIRATION_DEPTH, ForcingLimit, NODES_PER_MS, ROOT_VCF};
use super::thread::{Aborted, SearchThread};
use super::threats::{self, Situation, Vcf};
use super::{CutOffs, Limits, Report, RootNews};
use crate::board::{Board, Threat};
use crate::types::{Bound, Coord, Score};

/// The moves to choose from, in no particular order: without the excluded ones and, if any other
/// is left, without forbidden ones.
pub fn root_moves(board: &mut Board, limits: &Limits) -> Vec<Coord> {
    let excluded = &limits.excluded;
    let free: Vec<Coord> = board.empty_cells().iter().collect();
    let wanted: Vec<Coord> = free.iter().copied().filter(|c| !excluded.contains(c)).collect();
    let wanted = if wanted.is_empty() { free } else { wanted };
    let legal: Vec<Coord> = wanted.iter().copied().filter(|&c| !board.is_forbidden(c)).collect();
    let legal = if legal.is_empty() { wanted } else { legal };
    let candidates = board.candidates();
    let mut near: Vec<Coord> = legal.iter().copied().filter(|&c| candidates.contains(c)).collect();
    let urgent = urgent_moves(board, &legal, limits.lines);
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
    if board.ply() == 0 && limits.lines <= 1 {
        near.truncate(1);
    }
    near
}

/// Those of the legal moves that win at sight, one of them, or that keep the opponent from it; none
/// if there is no hurry.
fn urgent_moves(board: &mut Board, legal: &[Coord], lines: usize) -> Vec<Coord> {
    let urgent = match threats::situation(board) {
        Situation::Won { plies, .. } if lines <= 1 => {
            // Not any that wins will do: it may be excluded.
            let us = board.side_to_move();
            let winning = if plies == 1 { Threat::Five } else { Threat::OpenFour };
            match legal.iter().find(|&&c| board.threat(c, us) == winning) {
                Some(&by) => vec![by],
                None => threats::answers_to_five(board),
            }
        }
        Situation::Forced(answers) => answers,
        _ => Vec::new(),
    };
    urgent.into_iter().filter(|c| legal.contains(c)).collect()
}

impl SearchThread<'_> {
    /// What is known before the search: a win or the only moves, or the best by static rank.
    /// With several lines to report, all of them are left to the search.
    pub fn at_sight(&mut self, first: Coord, lines: usize) -> Report {
        let mut report = Report {
            rank: 0,
            lines: lines.clamp(1, self.root_moves.len()),
            best: first,
            score: Score::DRAW,
            depth: 0,
            broken_off: false,
            selective_depth: 0,
            nodes: 0,
            cut_offs: CutOffs::default(),
            elapsed: Duration::ZERO,
            pv: vec![first],
        };
        match threats::situation(&mut self.board) {
            _ if lines > 1 => {}
            Situation::Won { by, plies } if by == first => {
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
                // That search does not look at the clock.
                let left = self.time.map_or(u64::MAX, |time| time.milliseconds_left());
                let affordable = left.saturating_mul(NODES_PER_MS);
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

    /// What a move leads to, as far as that is known without a search: the only answer to a four
    /// costs no time, and still tells how the game stands.
    fn glance(&mut self, c: Coord) -> Score {
        self.play(c);
        let score = if self.is_draw() {
            Score::DRAW
        } else {
            let situation = threats::situation(&mut self.board);
            let known = self.table.probe(self.board.hash());
            let exact = known.filter(|entry| entry.bound == Bound::Exact || entry.is_proven());
            threats::score(&situation, 1)
                .or(exact.map(|entry| entry.score.from_table(1)))
                .unwrap_or_else(|| self.eval.evaluate(&self.board))
        };
        self.undo();
        -score
    }

    /// The best of the moves at the root by static rank.
    fn likeliest(&mut self) -> Option<Coord> {
        let value = self.eval.move_values(&self.board);
        self.root_moves.iter().copied().max_by_key(|&c| (value(c), c.index()))
    }

    /// In a lost position, at least one of the opponent's fives is stopped: opponents err.
    fn block_something(&self, otherwise: Coord) -> Coord {
        let them = !self.board.side_to_move();
        let threat = |c: &Coord| self.board.threat(*c, them);
        let best = self.root_moves.iter().copied().max_by_key(|c| (threat(c), c.index()));
        best.unwrap_or(otherwise)
    }

    /// Time since the move was asked for.
    pub fn elapsed(&self) -> Duration {
        self.time.map_or(Duration::ZERO, |time| time.elapsed())
    }

    /// Searches deeper and deeper; `best` is always the move to play so far.
    pub fn deepen(&mut self, limits: &Limits, best: &mut Report) {
        let mut lines = vec![best.clone()];
        let mut stability = 0;
        let mut losing = 0;
        for depth in 1..=limits.max_depth() {
            let taken = self.shared.is_taken(depth);
            if !self.may_deepen(stability) {
                break;
            }
            if taken && self.time.is_none() {
                continue;
            }
            self.listener.on_root(RootNews::Iteration);
            let before = best.best;
            let finished = self.iterate_lines(depth, &mut lines);
            best.clone_from(&lines[0]);
            stability = if best.best == before { stability + 1 } else { 0 };
            best.broken_off = !finished;
            if !finished {
                break;
            }
            lines.iter().for_each(|line| self.listener.on_iteration(line));
            // A win is played; a loss is looked at a little longer, for the hardest defence.
            losing += i32::from(best.score.is_loss());
            if lines.iter().all(|line| line.score.is_win()) || losing > 4 {
                break;
            }
        }
    }

    /// One iteration for each line asked for; `false` if it was broken off.
    fn iterate_lines(&mut self, depth: i32, lines: &mut Vec<Report>) -> bool {
        self.reported.clear();
        self.deepest = 0;
        let mut finished = true;
        for rank in 0..lines[0].lines {
            if rank == lines.len() {
                lines.push(Report { rank, ..lines[0].clone() });
            }
            let result = self.iterate(depth, lines[rank].score);
            let line = &mut lines[rank];
            // An iteration that was broken off still knows its first moves.
            if let Some(&first) = self.lines[0].first().filter(|_| result.is_ok() || depth > 1) {
                line.best = first;
                line.pv.clone_from(&self.lines[0]);
            }
            finished = result.is_ok();
            let Ok(score) = result else { break };
            line.score = score;
            line.depth = depth as u32;
            line.selective_depth = self.deepest.max(depth as usize) as u32;
            line.nodes = self.total_nodes();
            line.elapsed = self.elapsed();
            self.reported.push(line.best);
        }
        // Scores of different iterations do not compare.
        lines[..self.reported.len()].sort_by_key(|line| std::cmp::Reverse(line.score));
        lines.iter_mut().enumerate().for_each(|(rank, line)| line.rank = rank);
        finished
    }

    /// One iteration, with a window around the score of the one before that grows as needed.
    fn iterate(&mut self, depth: i32, expected: Score) -> Result<Score, Aborted> {
        if depth < ASPIRATION_DEPTH {
            return self.search(-Score::INFINITE, Score::INFINITE, depth, 0);
        }
        let mut width = self.selectivity.params().aspiration;
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
