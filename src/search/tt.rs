use super::params::{AGE_PLIES, KEEP_PLIES, SMALLEST_TABLE};
use super::sync::{AtomicU64, Ordering, zeros};
use crate::eval::prefetch;
use crate::types::{Bound, Coord, Depth, Score, Window};

/// The transposition table: results of earlier visits to positions, shared by all threads.
///
/// Each entry is two words: the data, and the position's hash XOR the data. Two threads that
/// write at once can leave a word of each; such an entry fits no position and is simply not
/// found (Hyatt and Mann, "A lockless transposition-table implementation", 2002). A wrong hit
/// needs two positions with equal hashes, and a move from it is checked before it is played.
///
/// It is no larger than the searches need: a table that fits the processor's caches makes a short
/// search half as fast again as one of hundreds of megabytes.
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// Bytes that it may take.
    limit: usize,
    /// Bytes requested; the system may have given less.
    reserved: usize,
    generation: u8,
}

/// A decoded entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// Best move, or the move that caused the cutoff.
    pub best: Option<Coord>,
    /// Score as seen from the position itself, see [`Score::from_table`].
    pub score: Score,
    /// How `score` relates to the true one.
    pub bound: Bound,
    /// Plies searched below the position.
    pub depth: Depth,
    /// Static evaluation.
    pub eval: Score,
    /// Effort of the searches by continuous fours that found no win: 0 none, up to 3.
    pub fours_tried: u8,
    /// Whether it was on the principal variation.
    pub was_pv: bool,
}

impl TableEntry {
    /// The score, if depth and bound suffice for a cutoff at a node `ply` plies below the root.
    pub fn cutoff(&self, window: Window, depth: Depth, ply: usize) -> Option<Score> {
        let score = self.score.from_table(ply);
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        // A proven win or loss is true at any depth.
        ((self.depth >= depth || self.is_proven()) && answers).then_some(score)
    }

    /// Whether the position is a proven win, or a proven loss.
    pub fn is_proven(&self) -> bool {
        match self.bound {
            Bound::Lower => self.score.is_win(),
            Bound::Upper => self.score.is_loss(),
            Bound::Exact => self.score.is_decisive(),
        }
    }
}

/// Entries that compete for a place: one cache line.
const BUCKET: usize = 4;
const WORDS_PER_ENTRY: usize = 2;
const BUCKET_BYTES: usize = BUCKET * WORDS_PER_ENTRY * 8;
/// Bytes for each position that a search is expected to visit at most. It visits fewer, and not all
/// of them are remembered.
const BYTES_EACH: usize = WORDS_PER_ENTRY * 8;

/// Empty buckets of at most this many bytes. If the system refuses, half as many are requested, and
/// so on: a small table is better than no game.
fn words(bytes: usize) -> Box<[AtomicU64]> {
    let mut buckets = (bytes / BUCKET_BYTES).max(1);
    loop {
        match zeros(buckets * BUCKET * WORDS_PER_ENTRY) {
            Ok(words) => return words,
            Err(()) if buckets > 1 => buckets /= 2,
            Err(()) => return (0..BUCKET * WORDS_PER_ENTRY).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl TranspositionTable {
    /// A table of at most this many bytes, and of at least one bucket.
    pub fn new(limit: usize) -> TranspositionTable {
        let reserved = limit.min(SMALLEST_TABLE);
        TranspositionTable { words: words(reserved), limit, reserved, generation: 0 }
    }

    /// Bytes that it may take.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.reserved <= SMALLEST_TABLE {
            self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
            self.generation = 0;
        } else {
            *self = TranspositionTable::new(self.limit);
        }
    }

    /// Makes room for the positions of a search, as far as the limit and the system allow. A table
    /// that has to grow forgets what it knew: with both in memory it would exceed the limit.
    pub fn reserve(&mut self, positions: u64) {
        let wanted = usize::try_from(positions).unwrap_or(usize::MAX).saturating_mul(BYTES_EACH);
        let wanted = wanted.checked_next_power_of_two().unwrap_or(usize::MAX).min(self.limit);
        if wanted > self.reserved {
            self.words = Box::default();
            self.words = words(wanted);
            self.reserved = wanted;
        }
    }

    /// Call before each search: entries of earlier ones give way first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % 64;
    }

    /// Prefetches the bucket of a position that is about to be probed.
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.bucket(hash)[0]);
    }

    /// What is known of the position with this hash.
    pub fn probe(&self, hash: u64) -> Option<TableEntry> {
        self.bucket(hash).chunks_exact(WORDS_PER_ENTRY).find_map(|words| {
            let data = words[1].load(Ordering::Relaxed);
            let found = words[0].load(Ordering::Relaxed) ^ data == hash && data != 0;
            found.then(|| decode(data))
        })
    }

    /// Stores an entry in place of the least valuable one of its bucket.
    pub fn store(&self, hash: u64, entry: TableEntry) {
        let bucket = self.bucket(hash);
        let mut place = 0;
        let mut least = i32::MAX;
        let mut entry = entry;
        for (i, words) in bucket.chunks_exact(WORDS_PER_ENTRY).enumerate() {
            let data = words[1].load(Ordering::Relaxed);
            if words[0].load(Ordering::Relaxed) ^ data == hash && data != 0 {
                let old = decode(data);
                // A shallow bound does not replace a deep entry of the same search.
                let keep = entry.bound != Bound::Exact
                    && old.depth > entry.depth + KEEP_PLIES
                    && generation_of(data) == self.generation;
                if keep {
                    return;
                }
                entry.best = entry.best.or(old.best);
                entry.fours_tried = entry.fours_tried.max(old.fours_tried);
                place = i;
                break;
            }
            let age = (64 + self.generation - generation_of(data)) % 64;
            let worth = if data == 0 {
                i32::MIN
            } else {
                depth_of(data).plies() - AGE_PLIES * i32::from(age)
            };
            if worth < least {
                (place, least) = (i, worth);
            }
        }
        let data = encode(entry, self.generation);
        bucket[WORDS_PER_ENTRY * place].store(hash ^ data, Ordering::Relaxed);
        bucket[WORDS_PER_ENTRY * place + 1].store(data, Ordering::Relaxed);
    }

    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let buckets = self.words.len() / (BUCKET * WORDS_PER_ENTRY);
        // The high half of the product spreads the hash over any number of buckets.
        let bucket = ((u128::from(hash) * buckets as u128) >> 64) as usize;
        &self.words[bucket * BUCKET * WORDS_PER_ENTRY..][..BUCKET * WORDS_PER_ENTRY]
    }
}

// Layout of the data word, from the low bit: score 16, eval 16, move 12, depth 9, on the principal
// variation 1, bound 2 (never 0, so that no entry is 0), generation 6, fours tried 2.

/// Added to depths, so that they are stored as positive numbers.
const DEPTH_OFFSET: i32 = 64;

fn encode(entry: TableEntry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let best = entry.best.map_or(0, Coord::index) as u64;
    let depth = (entry.depth.plies() + DEPTH_OFFSET).clamp(0, 511) as u64;
    u64::from(entry.score.value() as i16 as u16)
        | u64::from(entry.eval.value() as i16 as u16) << 16
        | best << 32
        | depth << 44
        | u64::from(entry.was_pv) << 53
        | bound << 54
        | u64::from(generation) << 56
        | u64::from(entry.fours_tried & 3) << 62
}

fn decode(data: u64) -> TableEntry {
    let best = (data >> 32 & 0xFFF) as usize % Coord::CELLS;
    TableEntry {
        best: (best != 0).then(|| Coord::from_index(best)),
        score: Score::from_value(i32::from(data as u16 as i16)),
        bound: match data >> 54 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: depth_of(data),
        eval: Score::from_value(i32::from((data >> 16) as u16 as i16)),
        fours_tried: (data >> 62) as u8,
        was_pv: data >> 53 & 1 != 0,
    }
}

fn depth_of(data: u64) -> Depth {
    Depth::new((data >> 44 & 0x1FF) as i32 - DEPTH_OFFSET)
}

fn generation_of(data: u64) -> u8 {
    (data >> 56 & 63) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, bound: Bound, value: i32) -> TableEntry {
        let best = Coord::new(7, 3);
        let (score, eval) = (Score::from_value(value), Score::eval(-value));
        let fours_tried = depth as u8 & 3;
        TableEntry {
            best,
            score,
            bound,
            depth: Depth::new(depth),
            eval,
            fours_tried,
            was_pv: depth & 4 != 0,
        }
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = TranspositionTable::new(1 << 16);
        for (i, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            for (depth, value) in [(-3, 0), (0, -19_000), (40, 29_990), (300, -29_999)] {
                let hash = (i as u64 + 1) << 40 | (depth + 10) as u64;
                let mut stored = entry(depth, bound, value.clamp(-19_000, 19_000));
                stored.score = Score::from_value(value);
                table.store(hash, stored);
                assert_eq!(table.probe(hash), Some(stored));
                assert_eq!(table.probe(hash ^ 1), None);
            }
        }
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.bytes(), BUCKET_BYTES);
        for hash in 1..=BUCKET as u64 + 1 {
            table.store(hash, entry(10 - hash as i32, Bound::Lower, 0));
        }
        let kept: Vec<u64> = (1..=5).filter(|&hash| table.probe(hash).is_some()).collect();
        assert_eq!(kept, [1, 2, 3, 5]);
    }

    #[test]
    fn a_table_grows_as_far_as_it_may() {
        let mut table = TranspositionTable::new(24 << 20);
        assert_eq!(table.bytes(), SMALLEST_TABLE);
        for (positions, bytes) in
            [(1000, SMALLEST_TABLE), (800_000, 16 << 20), (100, 16 << 20), (u64::MAX, 24 << 20)]
        {
            table.store(7, entry(3, Bound::Exact, 5));
            let before = table.bytes();
            table.reserve(positions);
            assert_eq!(table.bytes(), bytes);
            assert_eq!(table.probe(7).is_some(), before == bytes);
        }
        let mut tiny = TranspositionTable::new(100);
        tiny.reserve(u64::MAX);
        assert_eq!(tiny.bytes(), BUCKET_BYTES);
    }

    #[test]
    fn a_shallow_bound_keeps_a_deep_entry_of_the_same_search() {
        let mut table = TranspositionTable::new(1);
        table.store(9, entry(12, Bound::Lower, 5));
        table.store(9, entry(2, Bound::Upper, 6));
        assert_eq!(table.probe(9).map(|e| e.depth.plies()), Some(12));
        table.age();
        table.store(9, entry(2, Bound::Upper, 6));
        assert_eq!(table.probe(9).map(|e| e.depth.plies()), Some(2));
        table.clear();
        assert_eq!(table.probe(9), None);
    }
}
