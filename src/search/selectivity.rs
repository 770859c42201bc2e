use super::params::{
    DEEP_FOURS, ForcingLimit, HISTORY_BONUS_LIMIT, LMR_DEPTH, LMR_INDEX, Params, RAISED_LEAST_DEPTH,
};
use super::threats::Situation;
use crate::types::{Depth, Score, Window};

/// Reductions, extensions and pruning: the formulas over [`Params`].
pub struct Selectivity {
    params: Params,
    /// Natural logarithms of 0 (as of 1), 1, 2 and so on.
    ln: [f32; TABLE],
    /// Late move pruning count, by depth.
    lmp: [usize; TABLE],
}

/// Whether a node lies on the principal variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PvNode {
    Now,
    /// It did when it was searched before.
    Formerly,
    Never,
}

/// Depths, and numbers of moves, with a row of their own in the tables; greater ones use the last.
const TABLE: usize = 64;

impl Selectivity {
    /// By these numbers.
    pub fn new(params: Params) -> Selectivity {
        let power = params.lmp_power as f32 / 100.0;
        // By libm, so that every platform has the same numbers.
        let lmp = |depth: usize| {
            params.lmp_base as usize + libm::powf(depth.max(1) as f32, power) as usize
        };
        let ln = |n: usize| libm::logf(n.max(1) as f32);
        Selectivity { ln: std::array::from_fn(ln), lmp: std::array::from_fn(lmp), params }
    }

    /// The numbers behind it.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Fours that a leaf may try.
    pub fn leaf_vcf(&self) -> ForcingLimit {
        let Params { leaf_fours, leaf_nodes, .. } = self.params;
        ForcingLimit { effort: 1, fours: leaf_fours as u32, nodes: leaf_nodes as u64 }
    }

    /// Fours that an inner node of this depth may try: more where the search is deep, and on the
    /// principal variation or next to the root (`is_main`).
    pub fn node_vcf(&self, depth: Depth, is_main: bool) -> Option<ForcingLimit> {
        let Params { node_fours, node_nodes, node_depth, deep_nodes, deep_depth, .. } = self.params;
        let (effort, fours, nodes) = match depth.plies() {
            depth if depth < node_depth => return None,
            depth if is_main || depth >= deep_depth => (3, DEEP_FOURS, deep_nodes),
            _ => (2, node_fours, node_nodes),
        };
        Some(ForcingLimit { effort, fours: fours as u32, nodes: nodes as u64 })
    }

    /// Fours that the opponent may try after a pass in a node of this depth.
    pub fn refutation(&self, depth: Depth, is_main: bool) -> Option<ForcingLimit> {
        let Params { refutation_depth, refutation_low_depth, node_depth, .. } = self.params;
        match depth.plies() {
            plies if plies >= refutation_depth => {
                self.node_vcf(depth.max(Depth::new(node_depth)), is_main)
            }
            plies if plies >= refutation_low_depth => Some(self.leaf_vcf()),
            _ => None,
        }
    }

    /// Futility bounds: a quiet node with a static value outside is not searched. At most `alpha`:
    /// razoring. At least `beta`: reverse futility pruning (RFP).
    pub fn futility_bounds(&self, depth: Depth, window: Window) -> Window {
        let Params { razor_base, razor_slope, razor_depth, rfp_margin, rfp_depth, .. } =
            self.params;
        let depth = depth.plies();
        let low = window.alpha - (razor_base + razor_slope * depth);
        let high = window.beta + rfp_margin * depth;
        Window {
            alpha: if depth <= razor_depth { low } else { Score::LEAST },
            beta: if depth <= rfp_depth { high } else { Score::INFINITE },
        }
    }

    /// Late move pruning (LMP): moves searched in a node off the principal variation.
    pub fn lmp_count(&self, depth: Depth) -> usize {
        self.lmp[row(depth)]
    }

    /// Policy pruning: the largest policy gap of a move that is searched.
    pub fn policy_gap_limit(&self, depth: Depth) -> i32 {
        let Params { policy_gap_base, policy_gap_slope, policy_gap_depth, .. } = self.params;
        let depth = depth.plies();
        match depth <= policy_gap_depth {
            true => policy_gap_base + policy_gap_slope * depth,
            false => i32::MAX,
        }
    }

    /// Late move reduction (LMR) in plies, for the `index`-th move (from zero), with its policy
    /// gap.
    pub fn reduction(&self, depth: Depth, index: usize, gap: i32, pv: PvNode) -> i32 {
        if depth < LMR_DEPTH || index < LMR_INDEX {
            return 0;
        }
        let Params { lmr_base, lmr_slope, lmr_policy_gap, lmr_pv, lmr_former_pv, .. } = self.params;
        let product = self.ln[row(depth)] * self.ln[index.min(TABLE - 1)];
        let hundredths = lmr_base as f32
            + product * lmr_slope as f32
            + gap as f32 * 100.0 / lmr_policy_gap as f32
            - match pv {
                PvNode::Now => lmr_pv as f32,
                PvNode::Formerly => lmr_former_pv as f32,
                PvNode::Never => 0.0,
            };
        ((hundredths / 100.0) as i32).clamp(0, depth.plies() - 2)
    }

    /// Depth of a node on the principal variation with a table entry of depth `known`: with a TT
    /// move from a much shallower search it is reduced.
    pub fn depth_over_table(&self, depth: Depth, known: Depth) -> Depth {
        let Params { shallow_table, shallow_table_most, .. } = self.params;
        let less = (depth.plies() - known.plies()) * shallow_table / 100;
        let less = less.clamp(0, shallow_table_most).min(depth.plies() - 1);
        depth - less.max(0)
    }

    /// Depth at which the moves of a node are searched: forced replies cost no depth, nor do, near
    /// the leaves, the answers to an open three. `raised`: another move has raised alpha.
    pub fn next_depth(
        &self,
        situation: &Situation,
        depth: Depth,
        is_pv: bool,
        raised: bool,
    ) -> Depth {
        let Params { three_extension, raised_depth, .. } = self.params;
        let next = match situation {
            Situation::Forced(_) => return depth,
            Situation::Threatened(_) if depth.plies() <= three_extension => depth,
            _ => depth - 1,
        };
        let less = is_pv && raised && (RAISED_LEAST_DEPTH..=raised_depth).contains(&depth.plies());
        next - i32::from(less)
    }

    /// Fail-high reduction: whether the static value makes a beta cutoff so likely that a search
    /// one ply less deep suffices (after Rapfi's fail-high guess).
    pub fn fails_high(
        &self,
        situation: &Situation,
        depth: Depth,
        eval: Score,
        window: Window,
    ) -> bool {
        let Params { fail_high_margin, fail_high_threatened, .. } = self.params;
        let extra = match situation {
            Situation::Forced(_) => return false,
            Situation::Threatened(_) => fail_high_threatened,
            _ => 0,
        };
        depth > Depth::new(1) && eval >= window.beta + fail_high_margin * depth.plies() + extra
    }

    /// History bonus of a move that caused a beta cutoff.
    pub fn history_bonus(&self, depth: Depth) -> i32 {
        let depth = depth.plies();
        (depth * depth * self.params.history_bonus).min(HISTORY_BONUS_LIMIT)
    }
}

/// The place of a depth in a table.
fn row(depth: Depth) -> usize {
    (depth.plies().max(0) as usize).min(TABLE - 1)
}
