//! Every number of the search, with its unit. Scores are in the units of
//! [`Score`](crate::types::Score), depths in plies.

use std::time::Duration;

use crate::types::Depth;

/// Deepest iteration.
pub const MAX_DEPTH: Depth = Depth::new(200);
/// Deepest ply below the root, extensions included.
pub const MAX_PLY: usize = 240;
/// Nodes between two polls of the clock.
pub const POLL_INTERVAL: u64 = 256;
/// Positions of a search by fours that even a slow machine visits in a millisecond.
pub const NODES_PER_MS: u64 = 100;
/// Positions of a search that a fast machine visits in a millisecond.
pub const MOST_NODES_PER_MS: u64 = 1000;
/// A search to this depth or less hardly visits so many positions. One limit for all of them, as a
/// transposition table that grows forgets everything.
pub const SHALLOW_DEPTH: u32 = 10;
pub const SHALLOW_NODES: u64 = 1 << 20;
/// First depth with an aspiration window.
pub const ASPIRATION_DEPTH: Depth = Depth::new(4);
/// A side of the aspiration window that fails becomes this many times as wide.
pub const ASPIRATION_GROWTH: i32 = 3;
/// Half-width above which the failing side of the aspiration window is opened completely.
pub const WIDEST_ASPIRATION: i32 = 1000;
/// Iterations that look for the hardest defence once a loss is proven.
pub const LOSING_ITERATIONS: i32 = 4;
/// Moves searched at most in a node of the principal variation.
pub const WIDEST: usize = 30;
/// Bound on the magnitude of history values.
pub const HISTORY_LIMIT: i32 = 8192;
/// Bound on the history bonus of one move.
pub const HISTORY_BONUS_LIMIT: i32 = 1200;
/// Late move reduction (LMR): least depth of the node, and first move, counted from 0.
pub const LMR_DEPTH: Depth = Depth::new(3);
pub const LMR_INDEX: usize = 3;
/// Least depth at which moves after one that raised alpha are searched a ply less deep; for the
/// greatest see [`Params::raised_depth`].
pub const RAISED_LEAST_DEPTH: i32 = 3;
/// Correction history: depth from which a result gets no more weight.
pub const CORRECTION_DEPTH: i32 = 16;
/// Correction history: a result of depth 1 moves the stored error by one part in so many of the
/// difference, at a [`Params::correction_rate`] of 100.
pub const CORRECTION_INERTIA: i32 = 1024;
/// Fours in a row of the deep searches by fours inside the tree.
pub const DEEP_FOURS: i32 = 20;
/// Fours in a row of the first iterations of a search by fours, so that a short win is not missed
/// over a long line; only with at least [`VCF_DEEPENING_NODES`] positions to visit.
pub const VCF_DEEPENING: [u32; 3] = [4, 8, 12];
pub const VCF_DEEPENING_NODES: u64 = 500;
/// Entries of the table of failed searches by fours, a power of two: 128 KiB.
pub const VCF_TABLE_ENTRIES: usize = 1 << 14;
/// Transposition table: bytes before it has grown.
pub const SMALLEST_TABLE: usize = 8 << 20;
/// Transposition table: an entry of the search before counts this many plies less in replacement.
pub const AGE_PLIES: i32 = 8;
/// Transposition table: a bound replaces an entry of the same search unless that is deeper by more.
pub const KEEP_PLIES: i32 = 2;
/// Thread voting: added to the score of every thread, above the worst one.
pub const VOTE_BASE: i32 = 15;
/// Balancing: pairs of stones that are searched, those with the most even static evaluation.
pub const BALANCE_PAIRS: usize = 240;
/// Bonus in the order of moves at the root for those that were best in an earlier iteration, in units
/// of [`Position::move_values`](crate::eval::Position::move_values).
pub const FORMER_BEST_BONUS: i32 = 300;
/// The search by fours at the root, before anything else.
pub const ROOT_VCF: ForcingLimit = ForcingLimit { effort: 3, fours: 40, nodes: 20_000 };
/// The part of a node limit that it may take at most.
pub const ROOT_VCF_SHARE: u64 = 4;
/// Iterations with the same best move after which it counts as settled, if its score has changed by
/// no more than this in the last of them.
pub const SETTLED_ITERATIONS: usize = 6;
pub const SETTLED_SWING: i32 = 20;

/// Time kept back from every limit, for the way of the answer through a pipe and the manager's
/// scheduler: at least `MARGIN` (but at most half of the limit), of a long limit `MARGIN_SHARE`, at
/// most `LARGEST_MARGIN`.
pub const MARGIN: Duration = Duration::from_millis(30);
pub const MARGIN_SHARE: f64 = 0.05;
pub const LARGEST_MARGIN: Duration = Duration::from_millis(250);
/// Time kept back for each own move that may still come, less the increment: what a move costs
/// besides its search. Without it games of many moves are lost on time.
pub const RESERVE: Duration = Duration::from_millis(12);
/// If less than the reserve is left, a move takes one part in so many of an equal share.
pub const HURRY: u32 = 6;
/// Shortest time worth a search.
pub const LEAST_TIME: Duration = Duration::from_millis(1);
/// Share of the optimum after which a settled move is played.
pub const SETTLED_SHARE: f64 = 0.6;
/// Own moves among which the time left is shared at the start of a game, what each own move takes off
/// that, and the least: in decisive games 14 own moves take time on average, and after 30 of them
/// about six more.
pub const MOVES_TO_GO: f64 = 15.0;
pub const MOVES_TO_GO_DROP: f64 = 0.3;
pub const LEAST_MOVES_TO_GO: f64 = 10.0;
/// The whole turn is used while the time left is at least so many turns.
pub const AMPLE_TURNS: u32 = 60;
/// A move takes at most one part in so many of the time left.
pub const LARGEST_PART: u32 = 3;

/// How far a search by fours may go.
#[derive(Clone, Copy, Debug)]
pub struct ForcingLimit {
    /// Rank among the limits, from 1; stored in the table after a search without success.
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

            /// Changes one, within its bounds; `false` if there is none of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($least, $most),)*
                    _ => return false,
                }
                true
            }
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }
    };
}

tunables! {
    /// Half the width of the first aspiration window.
    aspiration: 25, 8 to 80;
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
    /// Late move pruning (LMP): moves searched at any depth.
    lmp_base: 2, 1 to 12;
    /// LMP: exponent of the depth for the moves searched besides, in hundredths.
    lmp_power: 120, 50 to 220;
    /// Policy pruning: the largest policy gap of a move that is searched, in units of
    /// [`Position::move_values`](crate::eval::Position::move_values).
    policy_gap_base: 340, 50 to 800;
    /// The same for each ply of depth.
    policy_gap_slope: 135, 0 to 300;
    /// Deepest node with policy pruning.
    policy_gap_depth: 7, 0 to 16;
    /// Late move reduction (LMR), in hundredths of a ply.
    lmr_base: 29, -100 to 200;
    /// The same for the product of the logarithms of depth and number of the move.
    lmr_slope: 56, 10 to 150;
    /// Units of gap that make a reduction of one ply.
    lmr_policy_gap: 258, 80 to 1000;
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
    /// On the principal variation, with a TT move: hundredths of a ply less for each ply that its
    /// search was shallower than this one.
    shallow_table: 28, 0 to 100;
    /// The most plies less for that.
    shallow_table_most: 3, 0 to 8;
    /// History bonus of a move that caused a cutoff, for each squared ply of depth.
    history_bonus: 10, 1 to 40;
    /// History units that weigh as much as one unit of
    /// [`Position::move_values`](crate::eval::Position::move_values).
    history_weight: 60, 16 to 400;
    /// Counter moves: bonus in the move order, in units of
    /// [`Position::move_values`](crate::eval::Position::move_values).
    counter_bonus: 110, 0 to 400;
    /// Correction history: how fast it learns, in hundredths.
    correction_rate: 100, 0 to 1000;
    /// Correction history: the most that it adds to a static evaluation, or takes from it.
    correction_limit: 60, 0 to 300;
    /// Fours in a row that a leaf may try.
    leaf_fours: 8, 1 to 20;
    /// Positions that it may visit for that.
    leaf_nodes: 17, 4 to 100;
    /// Fours in a row that an inner node may try.
    node_fours: 12, 1 to 30;
    /// Positions that it may visit for that.
    node_nodes: 178, 4 to 600;
    /// The least depth of such an inner node: just above the leaves it costs more than it finds.
    node_depth: 6, 1 to 12;
    /// Positions that it may visit where the search is deep, on the principal variation and next to
    /// the root.
    deep_nodes: 1000, 4 to 6000;
    /// The least depth of a deep search.
    deep_depth: 8, 1 to 30;
    /// Refutation of a pass: the least depth of a node where one is looked for as at an inner node.
    refutation_depth: 6, 1 to 20;
    /// The least depth where it is looked for as at a leaf.
    refutation_low_depth: 4, 1 to 20;
}

// Where they come from: `dolmen tune --openings tests/data/openings/freestyle-15.txt
// --nodes 6000 --pairs 5000 --threads 2`, rounded; better for the other rules as well. Later, for
// nets whose policy is mixed by gates, the three numbers of policy gaps were multiplied by 1.27,
// since gaps are wider, and `history_weight` was reduced from 88. `lmp_base`, `refutation_low_depth`,
// `counter_bonus`, `aspiration` and `policy_gap_depth` are from a factorial design of 22 x 150 games at
// 20,000 nodes: `docs/experiments.md`.
