//! The steps of a node that spare the search of its moves, or of some of them: static values and wins
//! by fours, the opponent's after a pass as well.

use super::Node;
use crate::board::Threat;
use crate::search::params::ForcingLimit;
use crate::search::refutation::Refutation;
use crate::search::thread::SearchThread;
use crate::search::threats::Situation;
use crate::search::tt::TableEntry;
use crate::types::{Bound, Coord, Depth, Score, Window};

impl SearchThread<'_> {
    /// Step 6: the value of a leaf: its static evaluation, or a win by continuous fours.
    pub(super) fn leaf(&mut self, entry: Option<TableEntry>, window: Window, ply: usize) -> Score {
        let eval = match entry {
            Some(entry) => entry.eval,
            None => self.position.evaluate_leaf(),
        };
        let mut fours_tried = entry.map_or(0, |entry| entry.fours_tried);
        let (mut best, mut score, mut bound) = (None, eval, Bound::Exact);
        if eval >= window.beta {
            bound = Bound::Lower;
        } else if let Some((first, win)) =
            self.win_by_fours(self.selectivity.leaf_vcf(), &mut fours_tried, ply)
        {
            (best, score, bound) = (Some(first), win, Bound::Lower);
        }
        let score_there = score.to_table(ply);
        let entry = TableEntry {
            best,
            score: score_there,
            bound,
            depth: Depth::ZERO,
            eval,
            fours_tried,
            was_pv: false,
        };
        self.table.store(self.board().hash(), entry);
        score
    }

    /// Step 8: the win by fours that the opponent would have after a pass.
    pub(super) fn find_refutation(&mut self, node: &Node) -> Option<Refutation> {
        self.refutation(self.selectivity.refutation(node.depth, node.is_main())?)
    }

    /// Step 9: the score of a node that needs no search of its moves.
    pub(super) fn prune(&mut self, node: &mut Node) -> Option<Score> {
        let threatened = matches!(node.situation, Situation::Threatened(_));

        // Step 9a. Reverse futility pruning (RFP): far above beta (not measured).
        if node.eval >= node.futility_bounds.beta && !threatened {
            return Some(node.eval);
        }

        // Step 9b. Win by continuous fours (VCF; not measured as a whole, its table of failures and
        // its deeper limits: +17, at 100,000 nodes +42).
        if !node.is_root
            && let Some(limit) = self.selectivity.node_vcf(node.depth, node.is_main())
            && let Some((_, win)) = self.win_by_fours(limit, &mut node.fours_tried, node.ply)
        {
            return Some(win);
        }

        // Step 9c. Razoring: far below alpha, and no win by fours (not measured).
        (node.eval < node.futility_bounds.alpha).then_some(node.eval)
    }

    /// Step 11b: the most that a move is worth if it does not stop the refutation of a pass.
    pub(super) fn refuted(&mut self, node: &Node, c: Coord) -> Option<Score> {
        let refutation = node.refutation.as_ref()?;
        let plies = self.position.look_ahead(|board| refutation.plies_after(board, c))?;
        Some(Score::loss_in(node.ply + plies))
    }

    /// The first move and the score of a win by continuous fours, if one is found. `tried` is the
    /// effort of an earlier search without success.
    fn win_by_fours(
        &mut self,
        limit: ForcingLimit,
        tried: &mut u8,
        ply: usize,
    ) -> Option<(Coord, Score)> {
        let (board, us) = (self.board(), self.board().side_to_move());
        let is_there = |threat| board.threat_count(us, threat) > 0;
        // A leaf does not try fours alone: without threes they seldom go on (+11 screened). In renju
        // the answer to one may be forbidden.
        let goes_on = limit.effort > 1
            || board.rule().restricts(!us)
            || [Threat::FourPlus, Threat::FourThree, Threat::DoubleThree].into_iter().any(is_there);
        if *tried >= limit.effort || board.fours(us).is_empty() || !goes_on {
            return None;
        }
        *tried = limit.effort;
        let (first, plies) = self.vcf(limit)?;
        Some((first, self.won(ply, first, plies)))
    }

    /// The score of a node that a move wins in `plies`; the move becomes the principal variation.
    pub(super) fn won(&mut self, ply: usize, first: Coord, plies: usize) -> Score {
        self.clear_line(ply + 1);
        self.extend_line(ply, first);
        Score::win_in(ply + plies)
    }
}
