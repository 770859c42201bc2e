//! A small net over lines and patterns, which corrects what the tables say.
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
//!   features of a cell -> correction of the likelihood of a move there
//! ```
//!
//! Features that come from whole lines by table, so that a stone changes few of them, are the idea
//! of the Mix nets of Rapfi (H. Jin and others, "Rapfi: distilling efficient neural network for
//! the game of gomoku", 2025); looking at all features from both sides that of NNUE (Y. Nasu,
//! 2018).

use std::sync::{Arc, OnceLock};

use super::blocks::Blocks;
use super::lines::Lines;
use super::net_file::NetFile;
use super::simd::{Level, Pairs};
use super::weights::THREAT_MASKS;
use crate::board::{ByCombination, PatternTable};
use crate::types::{Color, Rule};

/// Features of a cell for each of the two views.
pub const CHANNELS: usize = 8;
/// Features of a cell for both views.
pub const WIDTH: usize = 2 * CHANNELS;
/// Units that look at every window, see [`Blocks`].
pub const WINDOW: usize = 32;
/// Units of the hidden layer.
pub const HIDDEN: usize = 64;
/// Threats that the hidden layer is told of, see [`threat_mask`](super::threat_mask).
pub const MASK_BITS: usize = THREAT_MASKS.ilog2() as usize;

/// Steps in a unit of a feature.
const FEATURE_SCALE: f32 = 64.0;
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
/// Steps in a unit of what the hidden layer is told, which is cut to 16 bits.
const SUM_SCALE: f32 = FEATURE_SCALE * SHRINK / 2.0;
/// Steps in a unit of a sum over a window.
const WINDOW_SCALE: f32 = FEATURE_SCALE * WINDOW_SHRINK;
/// Steps in a unit of a weight.
const WEIGHT_SCALE: f32 = 256.0;
/// Largest weight on a sum: with all of them the sums of products still fit 32 bits.
const WEIGHT_TOP: f32 = 4.7;
/// Steps in a unit of what a hidden unit says.
const HIDDEN_SCALE: i32 = 256;
/// Units of move likelihood for a unit of log odds, as in
/// [`Weights::POLICY_SCALE`](super::Weights::POLICY_SCALE).
const POLICY_SCALE: f32 = 100.0;
/// Score units for one unit of log odds.
const VALUE_SCALE: i64 = 200;

/// Bits that sums lose from steps of features to those of what the hidden layer is told.
const SUM_SHIFT: u32 = ((FEATURE_SCALE * SHRINK / SUM_SCALE) as u32).ilog2();
/// Bits that what a unit sees in a window loses, so that sums over all windows fit 32 bits,
const WINDOW_SHIFT: u32 = 7;
/// and those that the sums lose then.
const POOL_SHIFT: u32 =
    ((WINDOW_SCALE * WEIGHT_SCALE * POOL_SHRINK / SUM_SCALE) as u32).ilog2() - WINDOW_SHIFT;

/// Sums of features, more than on a board without stones, by block.
pub type Sums = [[i16; WIDTH]; Blocks::MOST];

/// Stands for the combinations at a cell that has no stone in its lines: they tell nothing there.
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

    /// Where the head begins that speaks for a colour.
    pub fn head(&self, us: Color) -> usize {
        Layout::HEADS + us.index().min(self.heads - 1) * Layout::HEAD
    }

    /// In how many steps a unit of a parameter is divided, most steps, and bytes for them.
    pub(super) fn steps(&self, parameter: usize) -> (f32, f32, usize) {
        if parameter < Layout::BIAS {
            return (FEATURE_SCALE, f32::from(i8::MAX), 1);
        }
        if parameter < Layout::HEADS {
            return (FEATURE_SCALE, f32::from(i8::MAX), 2);
        }
        match (parameter - Layout::HEADS) % Layout::HEAD {
            i if i < Layout::FIRST_BIAS => (WEIGHT_SCALE, WEIGHT_TOP * WEIGHT_SCALE, 2),
            i if i < Layout::POLICY => (WEIGHT_SCALE, f32::from(i16::MAX), 2),
            _ => (POLICY_SCALE, f32::from(i16::MAX), 2),
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
    /// What the hidden units mean for the value.
    pub const SECOND: usize = Layout::FIRST_BIAS + HIDDEN;
    /// Added to the value.
    pub const OFFSET: usize = Layout::SECOND + HIDDEN;
    /// Weights of the features of a cell for a move there.
    pub const POLICY: usize = Layout::OFFSET + 1;
    /// Numbers in a head.
    pub const HEAD: usize = Layout::POLICY + WIDTH;
}

/// Sums that the hidden layer is told of.
const INPUTS: usize = WIDTH + WINDOW;

/// What follows the features, for one side to move, in whole numbers. Inputs are black's view,
/// then white's.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    skip: [i16; WIDTH],
    window: [Pairs<WINDOW>; WIDTH / 2],
    window_bias: [i32; WINDOW],
    first: [Pairs<HIDDEN>; INPUTS / 2],
    threats: [[i32; HIDDEN]; MASK_BITS],
    first_bias: [i32; HIDDEN],
    second: [i32; HIDDEN],
    offset: i32,
    policy: [i16; WIDTH],
}

impl Head {
    /// What the units see in all windows together, more than on a board without stones.
    #[inline(always)]
    fn look(&self, level: impl Level, map: &Blocks, blocks: &Sums) -> [i32; WINDOW] {
        let windows = map.windows();
        let mut pooled =
            self.window_bias.map(|bias| -(bias.max(0) >> WINDOW_SHIFT) * windows.len() as i32);
        // In two loops: in one, compilers take the sums apart while they are added up.
        let mut inputs = [[0; WIDTH]; Blocks::MOST_WINDOWS];
        for (input, window) in inputs.iter_mut().zip(windows) {
            let [a, b, c, d] = window.map(|block| &blocks[usize::from(block) % Blocks::MOST]);
            for i in 0..WIDTH {
                input[i] = a[i] + b[i] + c[i] + d[i];
            }
        }
        for input in inputs.iter().take(windows.len()) {
            let mut seen = self.window_bias;
            level.add_products(&mut seen, bytemuck::cast_ref(input), &self.window);
            pooled.iter_mut().zip(seen).for_each(|(p, seen)| *p += seen.max(0) >> WINDOW_SHIFT);
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

/// Which net corrects what the tables say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetChoice {
    /// That of the program.
    #[default]
    Embedded,
    /// This one, under its rule.
    Other(Arc<Net>),
    /// None: the tables alone.
    Tables,
}

impl NetChoice {
    /// What it is called in records: nothing if it is that of the program, `none` for the tables
    /// alone, else the checksum of the net.
    pub fn name(&self) -> Option<String> {
        match self {
            NetChoice::Embedded => None,
            NetChoice::Tables => Some("none".into()),
            NetChoice::Other(net) => Some(net.name()),
        }
    }

    /// The net for a game under this rule, if there is one.
    pub fn of(&self, rule: Rule) -> Option<Arc<Net>> {
        match self {
            NetChoice::Other(net) if net.rule == rule => Some(net.clone()),
            NetChoice::Tables => None,
            _ => Net::embedded(rule),
        }
    }

    /// The same as it is called in records, whether part of the program or not.
    pub fn name_of(&self, rule: Rule) -> String {
        self.of(rule).map_or("none".into(), |net| net.name())
    }

    /// Whether it is a net that plays under another rule.
    pub fn is_foreign(&self, rule: Rule) -> bool {
        matches!(self, NetChoice::Other(net) if net.rule != rule)
    }
}

impl Net {
    /// The net that is part of the program for a rule.
    pub fn embedded(rule: Rule) -> Option<Arc<Net>> {
        static NETS: [OnceLock<Option<Arc<Net>>>; 5] = [const { OnceLock::new() }; 5];
        let read = || NetFile::embedded(rule).map(|file| Arc::new(Net::new(&file)));
        NETS[rule as usize].get_or_init(read).clone()
    }

    /// The net of a file.
    pub fn new(file: &NetFile) -> Net {
        let (rule, checksum, numbers) = (file.rule(), file.checksum(), file.numbers());
        let layout = Layout::of(rule);
        let (rows, others) = numbers.split_at(Layout::BIAS);
        let others: Vec<i16> =
            others.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect();
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
            let (window_bias, window) = p[Layout::WINDOW..].split_at(WINDOW);
            let first = |input: usize, unit: usize| p[Layout::FIRST + input * HIDDEN + unit];
            let large = SUM_SCALE as i32;
            Head {
                skip: std::array::from_fn(|i| p[Layout::SKIP + place(i)]),
                window: std::array::from_fn(|pair| {
                    std::array::from_fn(|unit| {
                        [0, 1].map(|i| window[place(2 * pair + i) * WINDOW + unit])
                    })
                }),
                window_bias: std::array::from_fn(|unit| {
                    i32::from(window_bias[unit]) * WINDOW_SCALE as i32
                }),
                first: std::array::from_fn(|pair| {
                    std::array::from_fn(|unit| [0, 1].map(|i| first(input(2 * pair + i), unit)))
                }),
                threats: std::array::from_fn(|bit| {
                    std::array::from_fn(|unit| i32::from(first(INPUTS + bit, unit)) * large)
                }),
                first_bias: std::array::from_fn(|unit| {
                    i32::from(p[Layout::FIRST_BIAS + unit]) * large
                }),
                second: std::array::from_fn(|unit| p[Layout::SECOND + unit].into()),
                offset: i32::from(p[Layout::OFFSET]) * HIDDEN_SCALE,
                policy: std::array::from_fn(|i| p[Layout::POLICY + place(i)]),
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

    /// What a combination of this side's patterns adds; nothing for [`NO_CODE`].
    #[inline(always)]
    pub(super) fn code(&self, color: usize, code: usize) -> &[i8; WIDTH] {
        let codes = &self.codes[color];
        &codes[code % codes.len()]
    }

    /// What the net adds to the value, in score units, by the sums of features in blocks.
    #[inline(always)]
    pub(super) fn value(
        &self,
        level: impl Level,
        us: Color,
        map: &Blocks,
        blocks: &Sums,
        threats: usize,
    ) -> i32 {
        let head = &self.heads[us.index()];
        let mut inputs = [0; INPUTS];
        let (of_sums, of_pooled) = inputs.split_at_mut(WIDTH);
        narrow(&total(&blocks[..map.count()]), SUM_SHIFT, of_sums);
        narrow(&head.look(level, map, blocks), POOL_SHIFT, of_pooled);
        let mut hidden = head.first_bias;
        for bit in (0..MASK_BITS).filter(|bit| threats >> bit & 1 == 1) {
            hidden.iter_mut().zip(&head.threats[bit]).for_each(|(h, t)| *h += t);
        }
        level.add_products(&mut hidden, bytemuck::cast_ref(&inputs), &head.first);
        // All in `HIDDEN_SCALE * WEIGHT_SCALE` steps.
        let straight = dot(&inputs[..WIDTH], &head.skip) / (SUM_SCALE as i32 / HIDDEN_SCALE);
        let hidden = hidden.map(|h| h.max(0) / SUM_SCALE as i32);
        let bent: i64 =
            hidden.iter().zip(&head.second).map(|(&h, &w)| i64::from(h) * i64::from(w)).sum();
        let sum = i64::from(head.offset) + i64::from(straight) + bent;
        (sum * VALUE_SCALE / (i64::from(HIDDEN_SCALE) * WEIGHT_SCALE as i64)) as i32
    }

    /// What the net adds to the likelihood of a move on a cell with these features, clipped.
    pub(super) fn move_value(&self, us: Color, features: &[i16; WIDTH]) -> i32 {
        dot(features, &self.heads[us.index()].policy) / FEATURE_SCALE as i32
    }
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
