use crate::types::{Color, Coord, Random, Rule, Size};

/// Random numbers for the hash of a position: one for each stone on each cell. The same in every
/// run, so that searches repeat.
static STONES: [[u64; Coord::CELLS]; 2] = keys();

/// Mixed into the hash when white is to move.
pub const WHITE_TO_MOVE: u64 = Random::nth(0);

/// The number of a stone on a cell.
pub fn stone(c: Coord, color: Color) -> u64 {
    STONES[color.index()][c.index()]
}

/// The hash of an empty board: positions under different rules, on boards of different sizes or
/// with different dead stones, do not mix.
pub fn empty_board(rule: Rule, size: Size, dead: &[Coord]) -> u64 {
    let kind = u64::from(rule.code()) << 8 | u64::from(size.get());
    dead.iter().fold(Random::nth(1 << 32 | kind), |hash, &c| {
        hash ^ stone(c, Color::Black) ^ stone(c, Color::White)
    })
}

const fn keys() -> [[u64; Coord::CELLS]; 2] {
    let mut keys = [[0; Coord::CELLS]; 2];
    let mut i = 0;
    while i < Coord::CELLS {
        keys[0][i] = Random::nth(1 + 2 * i as u64);
        keys[1][i] = Random::nth(2 + 2 * i as u64);
        i += 1;
    }
    keys
}
