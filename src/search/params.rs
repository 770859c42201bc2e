//! Every constant of the search, with its unit. Scores are in the units of
//! [`Score`](crate::types::Score), depths in plies.

/// Deepest iteration.
pub const MAX_DEPTH: i32 = 200;
/// Deepest ply below the root, extensions included.
pub const MAX_PLY: usize = 240;
/// Nodes between two looks at the clock.
pub const POLL_INTERVAL: u64 = 256;

/// First depth with an aspiration window, and half its first width.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Half the width of the first aspiration window.
pub const ASPIRATION_WIDTH: i32 = 30;

/// Fours in a row that a leaf may try, and positions it may visit for that.
pub const LEAF_VCF: ForcingLimit = ForcingLimit { effort: 1, fours: 8, nodes: 48 };
/// The same at an inner node.
pub const NODE_VCF: ForcingLimit = ForcingLimit { effort: 2, fours: 12, nodes: 160 };
/// The least depth of such an inner node: just above the leaves it costs more than it finds.
pub const NODE_VCF_DEPTH: i32 = 2;
/// The same at the root, before anything else.
pub const ROOT_VCF: ForcingLimit = ForcingLimit { effort: 3, fours: 40, nodes: 20_000 };

/// Positions of a search by fours that even a slow machine visits in a millisecond.
pub const NODES_PER_MS: u64 = 100;

/// How far a search by fours may go.
#[derive(Clone, Copy, Debug)]
pub struct ForcingLimit {
    /// Rank among the limits, from 1: what a search in vain is remembered by.
    pub effort: u8,
    /// Attacker's moves in a row.
    pub fours: u32,
    /// Positions.
    pub nodes: u64,
}

/// Reverse futility: a position this much above beta is not expected to fall below it.
pub fn reverse_futility_margin(depth: i32) -> Option<i32> {
    (depth <= 9).then_some(60 * depth)
}

/// Razoring: a position this much below alpha is left to the leaf search.
pub fn razor_margin(depth: i32) -> Option<i32> {
    (depth <= 2).then_some(120 + 80 * depth)
}

/// Moves looked at before the rest is taken for hopeless, at nodes off the principal variation.
pub fn move_count_limit(depth: i32) -> usize {
    4 + f64::from(depth.max(1)).powf(1.2) as usize
}

/// Moves less likely than the likeliest one by more than this are taken for hopeless, in the units
/// of [`Candidate::gap`](super::picker::Candidate::gap); deep down, none is.
pub fn gap_limit(depth: i32) -> i32 {
    if depth <= 6 { 250 + 100 * depth } else { i32::MAX }
}

/// Moves looked at on the principal variation, ranked by the candidates' order.
pub const WIDEST: usize = 30;

/// Late move reduction in plies, for the `index`-th move (from zero), which is less likely than the
/// likeliest one by `gap`, see [`Candidate`](super::picker::Candidate).
pub fn reduction(depth: i32, index: usize, gap: i32, is_pv: bool) -> i32 {
    if depth < 3 || index < 3 {
        return 0;
    }
    let plies = 0.5 + f64::from(depth).ln() * (index as f64).ln() * 0.5 + f64::from(gap) / 250.0
        - if is_pv { 0.8 } else { 0.0 };
    (plies as i32).clamp(0, depth - 2)
}

/// Bonus of a move that refuted its node.
pub fn history_bonus(depth: i32) -> i32 {
    (depth * depth * 8).min(1200)
}

/// Bound on the magnitude of history values.
pub const HISTORY_LIMIT: i32 = 8192;
/// History units for one unit of [`Evaluator::move_value`](crate::eval::Evaluator::move_value).
pub const HISTORY_WEIGHT: i32 = 96;
