use crate::types::{Color, Coord, Rule, Size};

/// Random numbers for the hash of a position: one for each stone on each cell. The same in every
/// run, so that searches repeat.
static STONES: [[u64; Coord::CELLS]; 2] = keys();

/// Mixed into the hash when white is to move.
pub const WHITE_TO_MOVE: u64 = mix(0);

/// The number of a stone on a cell.
pub fn stone(c: Coord, color: Color) -> u64 {
    STONES[color.index()][c.index()]
}

/// The hash of an empty board: positions under different rules, on boards of different sizes or
/// with different dead stones, do not mix.
pub fn empty_board(rule: Rule, size: Size, dead: &[Coord]) -> u64 {
    let kind = u64::from(rule.code()) << 8 | u64::from(size.get());
    dead.iter().fold(mix(1 << 32 | kind), |hash, &c| {
        hash ^ stone(c, Color::Black) ^ stone(c, Color::White)
    })
}

const fn keys() -> [[u64; Coord::CELLS]; 2] {
    let mut keys = [[0; Coord::CELLS]; 2];
    let mut i = 0;
    while i < Coord::CELLS {
        keys[0][i] = mix(1 + 2 * i as u64);
        keys[1][i] = mix(2 + 2 * i as u64);
        i += 1;
    }
    keys
}

/// SplitMix64 (Steele, Lea, Flood 2014): the n-th number of a sequence that needs no state.
const fn mix(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
