//! Every number of the search, with its unit. Scores are in the units of
//! [`Score`](crate::types::Score), depths in plies.

use crate::types::{Depth, Rule};

/// Deepest iteration.
pub const MAX_DEPTH: Depth = Depth::new(200);
/// Deepest ply below the root, extensions included.
pub const MAX_PLY: usize = 240;
/// Nodes between two looks at the clock.
pub const POLL_INTERVAL: u64 = 256;
/// Positions of a search by fours that even a slow machine visits in a millisecond.
pub const NODES_PER_MS: u64 = 100;
/// Positions of a search that a fast machine visits in a millisecond.
pub const MOST_NODES_PER_MS: u64 = 1000;
/// First depth with an aspiration window.
pub const ASPIRATION_DEPTH: Depth = Depth::new(4);
/// An aspiration window that has grown wider than this to one side is open there.
pub const WIDEST_ASPIRATION: i32 = 1000;
/// Iterations that look for the hardest defence once a loss is proven.
pub const LOSING_ITERATIONS: i32 = 4;
/// Moves looked at on the principal variation, ranked by the candidates' order.
pub const WIDEST: usize = 30;
/// Bound on the magnitude of history values.
pub const HISTORY_LIMIT: i32 = 8192;
/// The search by fours at the root, before anything else.
pub const ROOT_VCF: ForcingLimit = ForcingLimit { effort: 3, fours: 40, nodes: 20_000 };
/// The part of a node limit that it may take at most.
pub const ROOT_VCF_SHARE: u64 = 4;
/// Iterations with the same best move after which it counts as settled, if its score has changed by
/// no more than this in the last of them.
pub const SETTLED_ITERATIONS: usize = 6;
pub const SETTLED_SWING: i32 = 20;

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

/// A number that a tuner may change, and between what bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name in [`Params`].
    pub name: &'static str,
    /// Unless tuned.
    pub default: i32,
    /// Least value that makes sense.
    pub least: i32,
    /// Greatest value that makes sense.
    pub most: i32,
}

macro_rules! tunables {
    ($($(#[$about:meta])* $name:ident: $default:literal, $least:literal to $most:literal;)*) => {
        /// The numbers that are matters of taste, and so of measurement.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$about])* pub $name: i32,)*
        }

        impl Params {
            /// All of them, in a fixed order.
            pub const ALL: &'static [Tunable] = &[$(Tunable {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
            },)*];

            const DEFAULT: Params = Params { $($name: $default,)* };

            /// Changes one, within its bounds; `false` if there is none of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($least, $most),)*
                    _ => return false,
                }
                true
            }

            /// The value of one; `None` if there is none of that name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

tunables! {
    /// Lazy evaluation: how far outside the window the value of the tables has to be for the net not
    /// to be asked.
    lazy_eval_margin: 200, 0 to 2000;
    /// Half the width of the first aspiration window.
    aspiration: 30, 8 to 80;
    /// Reverse futility pruning (RFP): margin for each ply of depth.
    rfp_margin: 24, 15 to 120;
    /// Deepest node where it applies.
    rfp_depth: 9, 2 to 16;
    /// Razoring: margin.
    razor_base: 143, 0 to 400;
    /// Razoring: margin for each ply of depth.
    razor_slope: 88, 0 to 200;
    /// Deepest node where it applies.
    razor_depth: 1, 0 to 5;
    /// Late move pruning (LMP): how many are looked at whatever the depth.
    lmp_base: 3, 1 to 12;
    /// LMP: exponent of the depth for those that are looked at besides, in hundredths.
    lmp_power: 120, 50 to 220;
    /// Policy pruning: how much less likely than the likeliest a move may be, in the units of
    /// [`Position::move_values`](crate::eval::Position::move_values).
    policy_gap_base: 268, 50 to 800;
    /// The same for each ply of depth.
    policy_gap_slope: 106, 0 to 300;
    /// Deepest node where unlikely moves are not looked at.
    policy_gap_depth: 6, 0 to 16;
    /// Late move reduction (LMR), in hundredths of a ply.
    lmr_base: 29, -100 to 200;
    /// The same for the product of the logarithms of depth and number of the move.
    lmr_slope: 56, 10 to 150;
    /// Units of gap that make a reduction of one ply.
    lmr_policy_gap: 203, 80 to 1000;
    /// Hundredths of a ply less on the principal variation.
    lmr_pv: 73, 0 to 250;
    /// The same where it led through earlier.
    lmr_former_pv: 90, 0 to 200;
    /// Deepest node where the answers to a threatened open four cost no depth.
    three_extension: 3, 0 to 10;
    /// Fail-high reduction: margin above beta for each ply of depth, from which the moves are
    /// searched a ply less deep.
    fail_high_margin: 15, 0 to 100;
    /// The same on top where the opponent threatens an open four.
    fail_high_threatened: 87, 0 to 300;
    /// Deepest node on the principal variation where, once a move has raised alpha, the others
    /// are searched a ply less deep.
    raised_depth: 11, 2 to 20;
    /// On the principal variation, where the table knows a move: hundredths of a ply less for each ply
    /// that it was searched less deep than now.
    shallow_table: 28, 0 to 100;
    /// The most plies less for that.
    shallow_table_most: 3, 0 to 8;
    /// History bonus of a move that refuted its node, for each squared ply of depth.
    history_bonus: 10, 1 to 40;
    /// History units that weigh as much as one unit of
    /// [`Position::move_values`](crate::eval::Position::move_values).
    history_weight: 88, 16 to 400;
    /// Counter moves: what the last answer that refuted the same move is worth, in units of
    /// [`Position::move_values`](crate::eval::Position::move_values).
    counter_bonus: 80, 0 to 400;
    /// Correction history: how fast it learns, in hundredths.
    correction_rate: 100, 0 to 1000;
    /// Correction history: the most that it adds to a static evaluation, or takes from it.
    correction_limit: 60, 0 to 300;
    /// Fours in a row that a leaf may try.
    leaf_fours: 8, 1 to 20;
    /// Positions that it may visit for that.
    leaf_nodes: 17, 4 to 200;
    /// Fours in a row that an inner node may try.
    node_fours: 12, 1 to 30;
    /// Positions that it may visit for that.
    node_nodes: 178, 4 to 600;
    /// The least depth of such an inner node: just above the leaves it costs more than it finds.
    node_depth: 6, 1 to 12;
    /// Positions that it may visit where the search is deep, on the principal variation and next to
    /// the root.
    deep_nodes: 1000, 4 to 20000;
    /// The least depth of a deep search.
    deep_depth: 8, 1 to 30;
}

// Where they come from: `dolmen tune --openings tests/data/openings/freestyle-15.txt
// --nodes 6000 --pairs 5000 --threads 2`, rounded; better for the other rules as well.

impl Params {
    /// The numbers for a rule.
    pub fn of(_rule: Rule) -> Params {
        Params::DEFAULT
    }
}
