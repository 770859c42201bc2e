use crate::types::Coord;

/// A set of cells of the padded board, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSet([u64; WORDS]);

const WORDS: usize = Coord::CELLS / 64;

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// Puts a cell in.
    pub fn insert(&mut self, c: Coord) {
        self.0[c.index() / 64] |= 1 << (c.index() % 64);
    }

    /// Takes a cell out.
    pub fn remove(&mut self, c: Coord) {
        self.0[c.index() / 64] &= !(1 << (c.index() % 64));
    }

    /// Puts in what was out and takes out what was in.
    pub(super) fn toggle(&mut self, index: usize) {
        self.0[index / 64 % WORDS] ^= 1 << (index % 64);
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, c: Coord) -> bool {
        self.0[c.index() / 64] >> (c.index() % 64) & 1 != 0
    }

    /// Whether no cell is.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Cells in both sets.
    pub fn and(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Cells in either set.
    pub fn or(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Cells of this set that are not in the other.
    pub fn without(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Adds the candidate cells around a stone: the square of seven by seven, and
    /// the fourth cell in each of the eight directions.
    ///
    /// ```text
    ///   #  .  .  .  #  .  .  .  #
    ///   .  #  #  #  #  #  #  #  .
    ///   .  #  #  #  #  #  #  #  .
    ///   .  #  #  #  #  #  #  #  .
    ///   #  #  #  #  o  #  #  #  #
    ///   ...
    /// ```
    ///
    /// Cells of the wall are added too: intersect with the free cells.
    pub(super) fn insert_around(&mut self, c: Coord) {
        const FAR: u32 = 0b1_0001_0001;
        const NEAR: u32 = 0b0_1111_1110;
        const LINE: u32 = 0b1_1111_1111;
        let (row, shift) = (c.index() / 32, c.index() % 32 - 4);
        for (dy, mask) in
            [FAR, NEAR, NEAR, NEAR, LINE, NEAR, NEAR, NEAR, FAR].into_iter().enumerate()
        {
            let y = row + dy - 4;
            self.0[y / 2 % WORDS] |= u64::from(mask << shift) << (32 * (y % 2));
        }
    }

    /// The cells in the order of their indices: row by row.
    pub fn iter(&self) -> impl Iterator<Item = Coord> + '_ {
        Cells { words: &self.0, index: 0, rest: self.0[0] }
    }
}

/// The cells of a set that are still to come.
struct Cells<'a> {
    words: &'a [u64; WORDS],
    /// The current word, and those of its bits that are left.
    index: usize,
    rest: u64,
}

impl Iterator for Cells<'_> {
    type Item = Coord;

    fn next(&mut self) -> Option<Coord> {
        while self.rest == 0 {
            self.index += 1;
            self.rest = *self.words.get(self.index)?;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(Coord::from_index(self.index * 64 + bit))
    }
}
impl FromIterator<Coord> for CellSet {
    fn from_iter<I: IntoIterator<Item = Coord>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|c| set.insert(c));
        set
    }
}
