//! The architecture of the net: numbers of features and units, fixed-point scales, and the layout
//! of the parameters.

use super::blocks::Blocks;
use super::lines::Lines;
use super::weights::THREAT_MASKS;
use crate::board::PatternTable;
use crate::types::{Color, Rule, Score};

/// Features of a cell for each of the two views.
pub const CHANNELS: usize = 8;
/// Features of a cell for both views.
pub const WIDTH: usize = 2 * CHANNELS;
/// Units over every window, see [`Blocks`].
pub const WINDOW: usize = 32;
/// Units of the hidden layer.
pub const HIDDEN: usize = 64;
/// Sets of policy weights that are mixed for each block, see [`Net`](super::Net).
pub const GATES: usize = 8;
/// Threats that are inputs of the hidden layer, see [`threat_mask`](super::threat_mask).
pub const MASK_BITS: usize = THREAT_MASKS.ilog2() as usize;

/// Steps in a unit of a feature.
pub(super) const FEATURE_SCALE: f32 = 64.0;
/// Largest value of a feature, in steps.
pub const FEATURE_TOP: i16 = 127;
/// Largest value of a feature, in units.
pub const TOP: f32 = FEATURE_TOP as f32 / FEATURE_SCALE;
/// Sums of features over the board are divided by this before anything else.
pub const SHRINK: f32 = 16.0;
/// So are those over a window by this,
pub const WINDOW_SHRINK: f32 = 4.0;
/// and sums over all windows by this.
pub const POOL_SHRINK: f32 = 4.0;
/// Fixed-point steps of the inputs of the hidden layer, which are clipped to 16 bits.
pub(super) const SUM_SCALE: f32 = FEATURE_SCALE * SHRINK / 2.0;
/// Steps in a unit of a sum over a window.
pub(super) const WINDOW_SCALE: f32 = FEATURE_SCALE * WINDOW_SHRINK;
/// Steps in a unit of a weight.
pub(super) const WEIGHT_SCALE: f32 = 256.0;
/// Largest weight on a sum: with all of them the sums of products still fit 32 bits.
pub(super) const WEIGHT_TOP: f32 = 4.7;
/// Fixed-point steps of the outputs of hidden units.
pub(super) const HIDDEN_SCALE: i32 = 256;
/// Steps in a unit of a policy weight: eight for each of
/// [`Weights::POLICY_SCALE`](super::Weights::POLICY_SCALE).
pub(super) const POLICY_SCALE: f32 = 800.0;
/// Largest policy weight that is multiplied by a gate, and
pub(super) const GATED_TOP: f32 = 8.0;
/// largest weight of a gate: as [`WEIGHT_TOP`], for more products.
pub(super) const GATE_TOP: f32 = 2.3;
/// Steps of the inputs of gates and of the gates, which are clipped to 16 bits.
pub(super) const GATE_SCALE: i32 = 256;
/// Sums over the windows around a block are divided by this.
pub const AROUND_SHRINK: f32 = 4.0;
/// Score units for one unit of log odds.
pub(super) const VALUE_SCALE: i64 = Score::UNITS_PER_LOGIT as i64;

/// Bits that sums lose from the steps of features to those of hidden-layer inputs.
pub(super) const SUM_SHIFT: u32 = ((FEATURE_SCALE * SHRINK / SUM_SCALE) as u32).ilog2();
/// Bits that what a unit sees in a window loses, so that sums over all windows fit 32 bits,
pub(super) const WINDOW_SHIFT: u32 = 7;
/// and those that the sums lose then.
pub(super) const POOL_SHIFT: u32 =
    ((WINDOW_SCALE * WEIGHT_SCALE * POOL_SHRINK / SUM_SCALE) as u32).ilog2() - WINDOW_SHIFT;
/// Bits that sums over the windows around a block lose.
pub(super) const AROUND_SHIFT: u32 =
    ((WINDOW_SCALE * WEIGHT_SCALE * AROUND_SHRINK) as u32 / GATE_SCALE as u32).ilog2();

/// Sums of features, more than on a board without stones, by block.
pub type Sums = [[i16; WIDTH]; Blocks::MOST];

/// Code of the combinations at a cell without stones in its lines: they carry no information there.
pub const NO_CODE: u16 = PatternTable::COMBINATIONS as u16;

/// Where the parameters of a net in training stand: the table, [`CHANNELS`] numbers for each row,
/// the biases, and the heads. The table has a row for each of the [`Lines`], and one for each
/// combination of patterns, see [`Board::code`](crate::board::Board::code), own ones first. A rule
/// that treats the colours differently has two heads, black's first; the table is for both alike.
pub struct Layout {
    /// Number of heads.
    pub heads: usize,
}

impl Layout {
    /// That of a rule.
    pub fn of(rule: Rule) -> Layout {
        Layout { heads: if rule.restricts(Color::Black) { 2 } else { 1 } }
    }

    /// Where the head of a colour begins.
    pub fn head(&self, us: Color) -> usize {
        Layout::HEADS + us.index().min(self.heads - 1) * Layout::HEAD
    }

    /// In how many steps a unit of a parameter is divided, most steps, and bytes for them.
    pub fn steps(&self, parameter: usize) -> (f32, f32, usize) {
        if parameter < Layout::BIAS {
            return (FEATURE_SCALE, f32::from(i8::MAX), 1);
        }
        if parameter < Layout::HEADS {
            return (FEATURE_SCALE, f32::from(i8::MAX), 2);
        }
        match (parameter - Layout::HEADS) % Layout::HEAD {
            i if i < Layout::FIRST_BIAS => (WEIGHT_SCALE, WEIGHT_TOP * WEIGHT_SCALE, 2),
            i if i < Layout::POLICY => (WEIGHT_SCALE, f32::from(i16::MAX), 2),
            i if i < Layout::GATED => (POLICY_SCALE, f32::from(i16::MAX), 2),
            i if i < Layout::GATE => (POLICY_SCALE, GATED_TOP * POLICY_SCALE, 2),
            _ => (WEIGHT_SCALE, GATE_TOP * WEIGHT_SCALE, 2),
        }
    }

    /// Row of the table for a combination, of the viewer's own patterns or of the other side's.
    pub fn code_row(is_own: bool, code: usize) -> usize {
        Lines::COUNT + code + if is_own { 0 } else { PatternTable::COMBINATIONS }
    }

    /// Number of parameters.
    pub fn length(&self) -> usize {
        Layout::HEADS + self.heads * Layout::HEAD
    }

    /// Where the biases begin, after the table.
    pub const BIAS: usize = Layout::ROWS * CHANNELS;
    /// Where the rows of the combinations begin.
    pub const CODES: usize = Lines::COUNT * CHANNELS;
    /// Rows of the table.
    pub const ROWS: usize = Lines::COUNT + 2 * PatternTable::COMBINATIONS;
    /// Where the heads begin.
    pub const HEADS: usize = Layout::BIAS + CHANNELS;
    /// In a head: weights of the sums straight to the value begin it.
    pub const SKIP: usize = 0;
    /// Biases of the units of the windows, and for each sum the weights of all units.
    pub const WINDOW: usize = Layout::SKIP + WIDTH;
    /// Weights of the hidden layer: for each sum, each unit of the windows and each threat, those
    /// of all its units.
    pub const FIRST: usize = Layout::WINDOW + (1 + WIDTH) * WINDOW;
    /// Biases of the hidden layer.
    pub const FIRST_BIAS: usize = Layout::FIRST + (WIDTH + WINDOW + MASK_BITS) * HIDDEN;
    /// Output weights of the hidden units for the value.
    pub const SECOND: usize = Layout::FIRST_BIAS + HIDDEN;
    /// Added to the value.
    pub const OFFSET: usize = Layout::SECOND + HIDDEN;
    /// Policy weights of the features of a cell.
    pub const POLICY: usize = Layout::OFFSET + 1;
    /// What each gate adds to them.
    pub const GATED: usize = Layout::POLICY + WIDTH;
    /// For each unit of the windows and each hidden unit, the weights of all gates.
    pub const GATE: usize = Layout::GATED + GATES * WIDTH;
    /// Numbers in a head.
    pub const HEAD: usize = Layout::GATE + (WINDOW + HIDDEN) * GATES;
}
