use std::sync::OnceLock;

use crate::board::{Board, ByCombination, PatternTable, Threat};
use crate::types::{Color, Coord, Rule, Score};

/// Trained weights for positions with one colour to move, see `nets/README.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Value of an empty cell by its combination of patterns for the side to move, in sixteenths
    /// of a score unit.
    pub own: Vec<i16>,
    /// The same by the patterns of the other side.
    pub other: Vec<i16>,
    /// Value of the threats on the board, by [`threat_mask`], in sixteenths.
    pub threats: Vec<i16>,
    /// Policy: log-probability of a move by the combination for the side to move, in units of
    /// [`Weights::POLICY_SCALE`].
    pub attack: Vec<i16>,
    /// The same by the patterns of the other side.
    pub defence: Vec<i16>,
    /// The same by the place relative to the last move, see [`nearness`], and to the last but one.
    pub near: [Vec<i16>; 2],
}

/// Begins a file of weights; the last byte is the version.
const MAGIC: &[u8; 8] = b"DOLEVAL\x01";

/// What a search looks up for one colour, in arrays whose index needs no check.
pub struct Lookup {
    /// Value of an empty cell by the combination of this colour's patterns: if this colour is to
    /// move, and if the other is.
    pub cells: ByCombination<[i16; 2]>,
    /// See [`Weights::attack`], for this colour to move.
    attack: ByCombination<i16>,
    /// See [`Weights::defence`], for this colour to move.
    defence: ByCombination<i16>,
    /// See [`Weights::threats`], for this colour to move.
    pub threats: [i16; THREAT_MASKS],
    /// See [`Weights::near`], for this colour to move: by the cell's index, from a place on that
    /// depends on the stone.
    near: [[i16; 4 * Coord::CELLS]; 2],
}

impl Lookup {
    /// By the weights for this colour to move, and for the other.
    fn new([to_move, waiting]: [&Weights; 2]) -> Lookup {
        let of = |table: &[i16], i: usize| table.get(i).copied().unwrap_or_default();
        Lookup {
            cells: std::array::from_fn(|i| [of(&to_move.own, i), of(&waiting.other, i)]),
            attack: std::array::from_fn(|i| of(&to_move.attack, i)),
            defence: std::array::from_fn(|i| of(&to_move.defence, i)),
            threats: std::array::from_fn(|i| of(&to_move.threats, i)),
            near: [0, 1].map(|back| {
                let class = |i: usize| NEARNESS.get(i).copied().unwrap_or_default();
                std::array::from_fn(|i| to_move.near[back][usize::from(class(i))])
            }),
        }
    }

    /// The embedded weights for black and for white; one for both if there is one set.
    pub fn of(rule: Rule) -> [&'static Lookup; 2] {
        static LOOKUPS: [OnceLock<Vec<Box<Lookup>>>; Rule::COUNT] =
            [const { OnceLock::new() }; Rule::COUNT];
        let lookups = LOOKUPS[rule as usize].get_or_init(|| {
            let sets = Weights::decode(Weights::FILES[rule as usize]);
            let sets = sets.unwrap_or_else(|| vec![Weights::zero()]);
            let pairs = sets.iter().zip(sets.iter().rev());
            // One by one: both at once would take much of a stack.
            pairs.map(|(to_move, waiting)| Box::new(Lookup::new([to_move, waiting]))).collect()
        });
        [&lookups[0], &lookups[lookups.len() - 1]]
    }

    /// Policy of this colour, by the cell and the combinations there, its own and the other side's.
    /// What all moves share is looked up once, here.
    pub fn move_values(&'static self, board: &Board) -> impl Fn(Coord, [usize; 2]) -> i32 + use<> {
        let near = [0, 1].map(|back| {
            let stone = board.last_move(back);
            let place = stone.map_or(2 * Coord::CELLS, |stone| Coord::CELLS - stone.coord.index());
            (&self.near[back], place)
        });
        move |c, [own, other]| {
            let near = near.map(|(values, place)| values[(place + c.index()) % values.len()]);
            i32::from(self.attack[own % self.attack.len()])
                + i32::from(self.defence[other % self.defence.len()])
                + i32::from(near[0])
                + i32::from(near[1])
        }
    }
}

impl Weights {
    /// The embedded files, by rule.
    pub const FILES: [&[u8]; Rule::COUNT] = [
        include_bytes!("../../nets/freestyle-0360777d.bin"),
        include_bytes!("../../nets/standard-37fc68e5.bin"),
        include_bytes!("../../nets/renju-4be75a6b.bin"),
        include_bytes!("../../nets/caro-86c631ce.bin"),
        include_bytes!("../../nets/caro-86c631ce.bin"),
    ];

    /// All weights zero.
    fn zero() -> Weights {
        let [own, other, threats, attack, defence, last, before] =
            Weights::LENGTHS.map(|length| vec![0; length]);
        Weights { own, other, threats, attack, defence, near: [last, before] }
    }

    /// Fixed-point steps in a score unit.
    pub const FRACTION: i32 = 16;
    /// Those parts for one unit of log odds, which is 200 score units.
    pub const VALUE_SCALE: f64 = Weights::FRACTION as f64 * Score::UNITS_PER_LOGIT as f64;
    /// Policy units for one unit of log odds.
    pub const POLICY_SCALE: f64 = 100.0;

    /// How long each table is, in the order of the file.
    const LENGTHS: [usize; 7] = [
        PatternTable::COMBINATIONS,
        PatternTable::COMBINATIONS,
        THREAT_MASKS,
        PatternTable::COMBINATIONS,
        PatternTable::COMBINATIONS,
        NEARNESSES,
        NEARNESSES,
    ];

    fn tables(&self) -> [&[i16]; 7] {
        let [last, before] = &self.near;
        [&self.own, &self.other, &self.threats, &self.attack, &self.defence, last, before]
    }

    /// A file with weights for black to move and for white to move, or one set for both.
    pub fn encode(sets: &[Weights]) -> Vec<u8> {
        let numbers = sets.iter().flat_map(|set| set.tables().concat());
        let mut bytes = MAGIC.to_vec();
        bytes.push(sets.len() as u8);
        bytes.extend(numbers.flat_map(i16::to_le_bytes));
        bytes
    }

    /// Reads a file; `None` if it is damaged.
    pub fn decode(bytes: &[u8]) -> Option<Vec<Weights>> {
        let (&count, rest) = bytes.strip_prefix(MAGIC)?.split_first()?;
        let per_set: usize = Weights::LENGTHS.iter().sum();
        if !(1..=2).contains(&count) || rest.len() != 2 * per_set * usize::from(count) {
            return None;
        }
        let mut numbers = rest.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
        let set = |_| {
            let [own, other, threats, attack, defence, last, before] =
                Weights::LENGTHS.map(|length| numbers.by_ref().take(length).collect());
            Weights { own, other, threats, attack, defence, near: [last, before] }
        };
        Some((0..count).map(set).collect())
    }
}

/// The threats on the board as bits, those of the other side in the low half. Five, and an own open
/// four, decide the game and need no value.
const OTHER: [&[Threat]; 6] = [
    &[Threat::OpenFour],
    &[Threat::FourThree],
    &[Threat::FourPlus],
    &[Threat::Four],
    &[Threat::DoubleThree],
    &[Threat::OpenThreePlus, Threat::OpenThree],
];
const OWN: [&[Threat]; 6] = [
    &[Threat::FourThree],
    &[Threat::FourPlus],
    &[Threat::Four],
    &[Threat::DoubleThree],
    &[Threat::OpenThreePlus],
    &[Threat::OpenThree],
];

/// Number of threat masks.
pub const THREAT_MASKS: usize = 1 << (OTHER.len() + OWN.len());

/// Which threats are on the board, below [`THREAT_MASKS`].
pub fn threat_mask(board: &Board) -> usize {
    let us = board.side_to_move();
    let bits = |color: Color, threats: &[&[Threat]; 6]| {
        threats.iter().enumerate().fold(0, |mask, (bit, any)| {
            let present = any.iter().any(|&threat| board.threat_count(color, threat) > 0);
            mask | usize::from(present) << bit
        })
    };
    bits(!us, &OTHER) | bits(us, &OWN) << OTHER.len()
}

/// Number of classes of [`nearness`].
pub const NEARNESSES: usize = 21;
/// Cells this far apart do not interact.
const FAR: i32 = 5;

/// Where a cell lies relative to a stone, up to symmetry: 0 for far away, else a number
/// for each pair of larger and smaller distance along the axes.
pub fn nearness(c: Coord, stone: Coord) -> usize {
    usize::from(NEARNESS[Coord::CELLS + c.index() - stone.index()])
}

/// By difference of the cells' numbers, which is unique as far as it matters.
const NEARNESS: [u8; 2 * Coord::CELLS] = {
    let mut table = [0; 2 * Coord::CELLS];
    let mut y = -FAR;
    while y <= FAR {
        let mut x = -FAR;
        while x <= FAR {
            let (x_abs, y_abs) = (x.abs(), y.abs());
            let (large, small) = if x_abs > y_abs { (x_abs, y_abs) } else { (y_abs, x_abs) };
            let index = Coord::CELLS as i32 + 32 * y + x;
            if large > 0 {
                table[index as usize] = (large * (large + 1) / 2 + small) as u8;
            }
            x += 1;
        }
        y += 1;
    }
    table
};
