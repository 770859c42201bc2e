use super::params::{ForcingLimit, Params};
use super::threats::Situation;
use crate::types::Score;

/// What to look at less deeply, or not at all: the formulas over [`Params`].
pub struct Selectivity {
    params: Params,
    /// Natural logarithms of the numbers from 0 (taken for 1) up.
    ln: [f32; TABLE],
    /// Late moves looked at, by depth.
    late: [usize; TABLE],
}

const TABLE: usize = 64;

impl Selectivity {
    /// By these numbers.
    pub fn new(params: Params) -> Selectivity {
        let power = params.late_power as f32 / 100.0;
        let late =
            |depth: usize| params.late_base as usize + (depth.max(1) as f32).powf(power) as usize;
        let ln = |n: usize| (n.max(1) as f32).ln();
        Selectivity { ln: std::array::from_fn(ln), late: std::array::from_fn(late), params }
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

    /// Fours that an inner node of this depth may try.
    pub fn node_vcf(&self, depth: i32) -> Option<ForcingLimit> {
        let Params { node_fours, node_nodes, node_depth, .. } = self.params;
        let limit = ForcingLimit { effort: 2, fours: node_fours as u32, nodes: node_nodes as u64 };
        (depth >= node_depth).then_some(limit)
    }

    /// Values outside this window end the search of a quiet node at once. Below it is left to the
    /// leaf search (razoring); above it is not expected to fall below beta (reverse futility).
    pub fn open_window(&self, depth: i32, (alpha, beta): (Score, Score)) -> (Score, Score) {
        let Params { razor_base, razor_slope, razor_depth, .. } = self.params;
        let Params { reverse_futility, reverse_futility_depth, .. } = self.params;
        let low = alpha - (razor_base + razor_slope * depth);
        let high = beta + reverse_futility * depth;
        (
            if depth <= razor_depth { low } else { -Score::INFINITE },
            if depth <= reverse_futility_depth { high } else { Score::INFINITE },
        )
    }

    /// Moves looked at before the rest is taken for hopeless, off the principal variation.
    pub fn late_limit(&self, depth: i32) -> usize {
        self.late[(depth.max(0) as usize).min(TABLE - 1)]
    }

    /// Moves less likely than the likeliest one by more than this are taken for hopeless.
    pub fn gap_limit(&self, depth: i32) -> i32 {
        let Params { gap_base, gap_slope, gap_depth, .. } = self.params;
        if depth <= gap_depth { gap_base + gap_slope * depth } else { i32::MAX }
    }

    /// Late move reduction in plies, for the `index`-th move (from zero), which is less likely
    /// than the likeliest one by `gap`.
    pub fn reduction(&self, depth: i32, index: usize, gap: i32, is_pv: bool) -> i32 {
        if depth < 3 || index < 3 {
            return 0;
        }
        let Params { reduction_base, reduction_slope, reduction_gap, reduction_pv, .. } =
            self.params;
        let product = self.ln[(depth as usize).min(TABLE - 1)] * self.ln[index.min(TABLE - 1)];
        let hundredths = reduction_base as f32
            + product * reduction_slope as f32
            + gap as f32 * 100.0 / reduction_gap as f32
            - if is_pv { reduction_pv as f32 } else { 0.0 };
        ((hundredths / 100.0) as i32).clamp(0, depth - 2)
    }

    /// Depth at which the moves of a node are searched: a single answer costs nothing, nor do, near
    /// the leaves, the few answers to an open three. `raised`: another move was good already.
    pub fn next_depth(&self, situation: &Situation, depth: i32, is_pv: bool, raised: bool) -> i32 {
        let Params { three_extension, raised_depth, .. } = self.params;
        let next = match situation {
            Situation::Forced(_) => return depth,
            Situation::Threatened(_) if depth <= three_extension => depth,
            _ => depth - 1,
        };
        let less = is_pv && raised && depth > 2 && depth <= raised_depth;
        next - i32::from(less)
    }

    /// Bonus of a move that refuted its node.
    pub fn history_bonus(&self, depth: i32) -> i32 {
        (depth * depth * self.params.history_bonus).min(1200)
    }
}
