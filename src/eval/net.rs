//! A small net over lines and patterns that corrects the tables.
//!
//! ```text
//!   each empty cell, seen by black and by white:
//!     four lines, and what a stone of either side would make
//!     there -> rows of a table, added up, clipped               8 features a view
//!   sums of the features in each window of 6 x 6 cells           16
//!     -> units of the windows, ReLU                              32
//!     -> what they see in all windows, added up
//!   with the sums over the board, own view first,
//!   and the threats on the board
//!     -> hidden layer, ReLU                                      64
//!     -> correction of the value, and straight from the sums      1
//!   units of the windows around a block of 3 x 3 cells, hidden
//!     layer -> gates of the block                                8
//!   features of a cell, weighted by one set of weights and one
//!     for each gate -> correction of the likelihood of a move there
//! ```
//!
//! Features that come from whole lines by table, so that a stone changes few of them, are the idea
//! of the Mix nets of Rapfi (H. Jin and others, "Rapfi: distilling efficient neural network for
//! the game of gomoku", 2025); looking at all features from both sides that of NNUE (Y. Nasu,
//! 2018).

use std::sync::{Arc, OnceLock};

use super::blocks::Blocks;
use super::features::BlockSums;
use super::layout::{
    AROUND_SHIFT, CHANNELS, FEATURE_SCALE, GATE_SCALE, GATES, HIDDEN, HIDDEN_SCALE, Layout,
    MASK_BITS, POLICY_SCALE, POOL_SHIFT, SUM_SCALE, SUM_SHIFT, Sums, VALUE_SCALE, WEIGHT_SCALE,
    WIDTH, WINDOW, WINDOW_SCALE, WINDOW_SHIFT,
};
use super::lines::Lines;
use super::net_file::{self, FILES, NetFile};
use super::simd::{Pairs, SimdLevel};
use super::weights::Weights;
use crate::board::{ByCombination, PatternTable};
use crate::types::{Color, Rule, Size};

/// Sums that are inputs of the hidden layer.
const INPUTS: usize = WIDTH + WINDOW;

/// What follows the features, for one side to move, in whole numbers. Inputs are black's view,
/// then white's. The weights that are read as vectors come first, so that no vector crosses a cache
/// line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Head {
    window: [Pairs<WINDOW>; WIDTH / 2],
    window_bias: [i32; WINDOW],
    first: [Pairs<HIDDEN>; INPUTS / 2],
    threats: [[i32; HIDDEN]; MASK_BITS],
    first_bias: [i32; HIDDEN],
    second: [i32; HIDDEN],
    gated: [Pairs<WIDTH>; GATES / 2],
    window_gates: [Pairs<GATES>; WINDOW / 2],
    hidden_gates: [Pairs<GATES>; HIDDEN / 2],
    skip: [i16; WIDTH],
    policy: [i16; WIDTH],
    offset: i32,
}

/// What the units of a net make of a position.
#[derive(Clone)]
pub struct View {
    /// Who is to move.
    us: Color,
    /// The inputs of the hidden layer, without threats.
    inputs: [i16; INPUTS],
    /// Outputs of the hidden units, in steps of [`HIDDEN_SCALE`].
    hidden: [i32; HIDDEN],
    /// What the units of the windows see in each; nothing behind the last.
    seen: [[i32; WINDOW]; Blocks::MOST_WINDOWS + 1],
}

impl View {
    /// Of nothing.
    pub const NOTHING: View = View {
        us: Color::Black,
        inputs: [0; INPUTS],
        hidden: [0; HIDDEN],
        seen: [[0; WINDOW]; Blocks::MOST_WINDOWS + 1],
    };
}

impl Head {
    /// What the units see in each window; and in all together, more than on a board without stones.
    #[inline(always)]
    fn look(&self, level: impl SimdLevel, sums: &BlockSums, view: &mut View) -> [i32; WINDOW] {
        let windows = sums.blocks.windows();
        let mut pooled =
            self.window_bias.map(|bias| -(bias.max(0) >> WINDOW_SHIFT) * windows.len() as i32);
        // In two loops: in one, compilers take the sums apart while they are added up.
        let mut inputs = [[0; WIDTH]; Blocks::MOST_WINDOWS];
        for (input, window) in inputs.iter_mut().zip(windows) {
            let [a, b, c, d] = window.map(|block| &sums.sums[usize::from(block) % Blocks::MOST]);
            for i in 0..WIDTH {
                input[i] = a[i] + b[i] + c[i] + d[i];
            }
        }
        for (input, kept) in inputs.iter().zip(&mut view.seen).take(windows.len()) {
            let mut seen = self.window_bias;
            level.add_products(&mut seen, bytemuck::cast_ref(input), &self.window);
            let seen = seen.map(|seen| seen.max(0));
            pooled.iter_mut().zip(seen).for_each(|(p, seen)| *p += seen >> WINDOW_SHIFT);
            *kept = seen;
        }
        pooled
    }
}

/// A net ready for play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    rule: Rule,
    checksum: u64,
    /// By row as black sees it.
    rows: Box<[[i8; WIDTH]; Lines::COUNT.next_power_of_two()]>,
    /// By colour and combination.
    codes: [Box<ByCombination<[i8; WIDTH]>>; 2],
    bias: [i16; WIDTH],
    heads: Box<[Head; 2]>,
}

impl Net {
    /// The rule that it was trained for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The net that is part of the program for a rule and a board.
    pub fn embedded(rule: Rule, size: Size) -> Option<Arc<Net>> {
        static NETS: [OnceLock<Option<Arc<Net>>>; FILES.len()] =
            [const { OnceLock::new() }; FILES.len()];
        let number = net_file::number(rule, size);
        let read = || NetFile::decode(FILES[number]).ok().map(|file| Arc::new(Net::new(&file)));
        NETS[number].get_or_init(read).clone()
    }

    /// The net of a file.
    pub fn new(file: &NetFile) -> Net {
        let (rule, checksum) = (file.rule(), file.checksum());
        let layout = Layout::of(rule);
        let numbers: Vec<i16> = file.numbers().collect();
        let (rows, others) = numbers.split_at(Layout::BIAS);
        let lines = Lines::get(rule);
        let row = |seen: [usize; 2]| -> [i8; WIDTH] {
            std::array::from_fn(|i| rows[seen[i / CHANNELS] * CHANNELS + i % CHANNELS] as i8)
        };
        let codes = Color::ALL.map(|color| {
            let view = |us: Color, code| Layout::code_row(us == color, code);
            let seen = |code| row(Color::ALL.map(|us| view(us, code)));
            table((0..PatternTable::COMBINATIONS).map(seen))
        });
        let bias = std::array::from_fn(|i| others[i % CHANNELS]);
        let heads = Color::ALL.map(|us| {
            // In training the view of the side to move comes first.
            let place = |i: usize| if us == Color::Black { i } else { (i + CHANNELS) % WIDTH };
            let input = |i: usize| if i < WIDTH { place(i) } else { i };
            let p = &others[layout.head(us) - Layout::BIAS..];
            let gate_weight = |input: usize, gate: usize| p[Layout::GATE + input * GATES + gate];
            Head {
                skip: std::array::from_fn(|i| p[Layout::SKIP + place(i)]),
                window: pairs(|i, unit| p[Layout::WINDOW + (1 + place(i)) * WINDOW + unit]),
                window_bias: scaled(&p[Layout::WINDOW..], WINDOW_SCALE as i32),
                first: pairs(|i, unit| p[Layout::FIRST + input(i) * HIDDEN + unit]),
                threats: std::array::from_fn(|bit| {
                    scaled(&p[Layout::FIRST + (INPUTS + bit) * HIDDEN..], SUM_SCALE as i32)
                }),
                first_bias: scaled(&p[Layout::FIRST_BIAS..], SUM_SCALE as i32),
                second: scaled(&p[Layout::SECOND..], 1),
                offset: i32::from(p[Layout::OFFSET]) * HIDDEN_SCALE,
                policy: std::array::from_fn(|i| p[Layout::POLICY + place(i)]),
                gated: pairs(|gate, i| p[Layout::GATED + gate * WIDTH + place(i)]),
                window_gates: pairs(gate_weight),
                hidden_gates: pairs(|unit, gate| gate_weight(WINDOW + unit, gate)),
            }
        });
        let rows = table((0..Lines::COUNT).map(|number| row([number, lines.exchanged(number)])));
        Net { rule, checksum, rows, codes, bias, heads: Box::new(heads) }
    }

    /// What it is called: [`NetFile::checksum`] in hexadecimal digits.
    pub fn name(&self) -> String {
        format!("{:016x}", self.checksum)
    }

    /// Features that a cell has without lines.
    pub(super) fn bias(&self) -> &[i16; WIDTH] {
        &self.bias
    }

    /// What a line adds to the features of a cell.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &[i8; WIDTH] {
        &self.rows[row % self.rows.len()]
    }

    /// What a combination of this side's patterns adds; nothing for
    /// [`NO_CODE`](super::layout::NO_CODE).
    #[inline(always)]
    pub(super) fn code(&self, color: usize, code: usize) -> &[i8; WIDTH] {
        let codes = &self.codes[color];
        &codes[code % codes.len()]
    }

    /// Looks at a position by the sums of features in blocks.
    #[inline(always)]
    pub(super) fn look(
        &self,
        level: impl SimdLevel,
        us: Color,
        sums: &BlockSums,
        threats: usize,
        view: &mut View,
    ) {
        let (head, blocks) = (&self.heads[us.index()], &sums.sums[..sums.blocks.count()]);
        view.us = us;
        let pooled = head.look(level, sums, view);
        let (of_sums, of_pooled) = view.inputs.split_at_mut(WIDTH);
        narrow(&total(blocks), SUM_SHIFT, of_sums);
        narrow(&pooled, POOL_SHIFT, of_pooled);
        let mut hidden = head.first_bias;
        for bit in (0..MASK_BITS).filter(|bit| threats >> bit & 1 == 1) {
            hidden.iter_mut().zip(&head.threats[bit]).for_each(|(h, t)| *h += t);
        }
        level.add_products(&mut hidden, bytemuck::cast_ref(&view.inputs), &head.first);
        view.hidden = hidden.map(|h| h.max(0) / SUM_SCALE as i32);
    }

    /// What the net adds to the value, in score units.
    #[inline(always)]
    pub(super) fn value(&self, view: &View) -> i32 {
        let head = &self.heads[view.us.index()];
        // All in `HIDDEN_SCALE * WEIGHT_SCALE` steps.
        let straight = dot(&view.inputs[..WIDTH], &head.skip) / (SUM_SCALE as i32 / HIDDEN_SCALE);
        let hidden = view.hidden.iter().zip(&head.second);
        let bent: i64 = hidden.map(|(&h, &w)| i64::from(h) * i64::from(w)).sum();
        let sum = (i64::from(head.offset) + i64::from(straight) + bent) * VALUE_SCALE;
        // No trained net comes near: what the tables say is added.
        (sum / (i64::from(HIDDEN_SCALE) * WEIGHT_SCALE as i64)).clamp(-1 << 30, 1 << 30) as i32
    }

    /// Weights of the likelihood of moves, by block, for the blocks of `wanted`, a bit each.
    #[inline(always)]
    pub(super) fn policy(
        &self,
        level: impl SimdLevel,
        map: &Blocks,
        view: &View,
        wanted: u64,
        policy: &mut Sums,
    ) {
        let head = &self.heads[view.us.index()];
        let mut inputs = [0; HIDDEN];
        narrow(&view.hidden, 0, &mut inputs);
        let mut of_hidden = [0; GATES];
        level.add_products(&mut of_hidden, bytemuck::cast_ref(&inputs), &head.hidden_gates);
        for (block, (weights, around)) in policy.iter_mut().zip(map.around()).enumerate() {
            if wanted >> block & 1 == 0 {
                continue;
            }
            let [a, b, c, d] =
                around.map(|window| &view.seen[usize::from(window) % view.seen.len()]);
            let sums: [i32; WINDOW] = std::array::from_fn(|i| a[i] + b[i] + c[i] + d[i]);
            let mut inputs = [0; WINDOW];
            narrow(&sums, AROUND_SHIFT, &mut inputs);
            let mut sums = of_hidden;
            level.add_products(&mut sums, bytemuck::cast_ref(&inputs), &head.window_gates);
            let mut gates = [0; GATES];
            narrow(&sums, (WEIGHT_SCALE as u32).ilog2(), &mut gates);
            let mut sums = head.policy.map(|weight| i32::from(weight) * GATE_SCALE);
            level.add_products(&mut sums, bytemuck::cast_ref(&gates), &head.gated);
            narrow(&sums, GATE_SCALE.ilog2(), weights);
        }
    }
}

/// What the net adds to the likelihood of a move on a cell with these features, clipped, with the
/// weights of its block, see [`Net::policy`].
pub fn move_value(features: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    dot(features, weights) / (FEATURE_SCALE * POLICY_SCALE / Weights::POLICY_SCALE as f32) as i32
}

/// The weight or bias of each unit, for an input of so many steps.
fn scaled<const N: usize>(weights: &[i16], steps: i32) -> [i32; N] {
    std::array::from_fn(|unit| i32::from(weights[unit]) * steps)
}

/// Weights by input and unit, as [`SimdLevel::add_products`] takes them.
fn pairs<const N: usize, const H: usize>(weight: impl Fn(usize, usize) -> i16) -> [Pairs<H>; N] {
    std::array::from_fn(|pair| {
        std::array::from_fn(|unit| [0, 1].map(|i| weight(2 * pair + i, unit)))
    })
}

/// Rows from the first on; the others are zero.
fn table<const N: usize>(rows: impl Iterator<Item = [i8; WIDTH]>) -> Box<[[i8; WIDTH]; N]> {
    let mut table = vec![[0; WIDTH]; N];
    table.iter_mut().zip(rows).for_each(|(place, row)| *place = row);
    table.try_into().unwrap_or_else(|_| unreachable!())
}

/// Sums of features over some blocks.
#[inline(always)]
fn total(blocks: &[[i16; WIDTH]]) -> [i32; WIDTH] {
    let mut sums = [0; WIDTH];
    for block in blocks {
        sums.iter_mut().zip(block).for_each(|(sum, &f)| *sum += i32::from(f));
    }
    sums
}

/// Cuts sums to 16 bits, when they have lost some of the lowest.
#[inline(always)]
fn narrow(sums: &[i32], shift: u32, to: &mut [i16]) {
    for (to, sum) in to.iter_mut().zip(sums) {
        *to = (sum >> shift).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    }
}

#[inline(always)]
fn dot(a: &[i16], b: &[i16; WIDTH]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}
