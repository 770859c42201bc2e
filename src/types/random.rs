use std::borrow::Borrow;

/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

/// Distance of two states.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    /// Each seed begins another sequence.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        let number = Random::mix(self.0);
        self.0 = self.0.wrapping_add(GOLDEN);
        number
    }

    /// A number from `low` to `high`, both included.
    pub const fn between(&mut self, low: usize, high: usize) -> usize {
        low + (self.next() % (high - low + 1) as u64) as usize
    }

    /// A number from 0 to less than 1.
    pub const fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The first number of the sequence with this seed: a good hash of it.
    pub const fn mix(seed: u64) -> u64 {
        let z = seed.wrapping_add(GOLDEN);
        let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// The n-th number, from 0, of the sequence with seed 0.
    pub const fn nth(n: u64) -> u64 {
        Random::mix(n.wrapping_mul(GOLDEN))
    }
}

/// A number that almost surely changes if any byte does, the same on every machine: FNV-1a of
/// Fowler, Noll and Vo.
pub fn fnv1a(bytes: impl IntoIterator<Item: Borrow<u8>>) -> u64 {
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| mix(sum, *byte.borrow()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // First numbers of the authors' program for seed 1234567.
        let mut random = Random::new(1_234_567);
        let numbers: [u64; 3] = std::array::from_fn(|_| random.next());
        assert_eq!(numbers, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
        assert_eq!(Random::nth(0), Random::new(0).next());
    }
}
