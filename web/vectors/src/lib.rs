//! The engine's vector code alone, for a test in Node: `web/package/tests/module.test.mjs`. The unit
//! tests of the engine run on the processor only.

use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(test)]
#[allow(dead_code)]
#[path = "../../../src/types/random.rs"]
mod random;
#[allow(dead_code)]
#[path = "../../../src/eval/simd.rs"]
mod simd;
#[cfg(test)]
mod types {
    pub use crate::random::Random;
}

use simd::plain::Plain;
use simd::{Pairs, SimdLevel, Work, accelerated};

/// Sums computed twice.
struct Comparison<'a, const H: usize> {
    sums: [i32; H],
    inputs: &'a Pairs<16>,
    weights: &'a [Pairs<H>; 16],
}

impl<const H: usize> Work for Comparison<'_, H> {
    type Result = bool;

    #[inline(always)]
    fn work(self, level: impl SimdLevel) -> bool {
        let (mut sums, mut expected) = (self.sums, self.sums);
        level.add_products(&mut sums, self.inputs, self.weights);
        Plain.add_products(&mut expected, self.inputs, self.weights);
        sums == expected
    }
}

/// How many of so many random sums differ between vectors and plain loops: sums of 8, of 20, which
/// are left to plain loops, and of 32.
#[wasm_bindgen]
pub fn differences(rounds: u32) -> u32 {
    let mut numbers = Numbers(7);
    (0..rounds)
        .map(|round| {
            let is_extreme = round % 4 == 0;
            let same = [
                same::<8>(&mut numbers, is_extreme),
                same::<20>(&mut numbers, is_extreme),
                same::<32>(&mut numbers, is_extreme),
            ];
            same.into_iter().filter(|same| !same).count() as u32
        })
        .sum()
}

/// Whether this module has vectors: without them nothing is compared.
#[wasm_bindgen]
pub fn has_vectors() -> bool {
    cfg!(target_feature = "simd128")
}

fn same<const H: usize>(numbers: &mut Numbers, is_extreme: bool) -> bool {
    let mut pair = || [numbers.next(is_extreme), numbers.next(is_extreme)];
    let inputs: Pairs<16> = std::array::from_fn(|_| pair());
    let weights: [Pairs<H>; 16] = std::array::from_fn(|_| std::array::from_fn(|_| pair()));
    let sums = std::array::from_fn(|_| i32::from(pair()[0]) << 8);
    accelerated(Comparison { sums, inputs: &inputs, weights: &weights })
}

/// A xorshift.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, is_extreme: bool) -> i16 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        match (is_extreme, self.0 >> 62) {
            (true, 0) => i16::MIN,
            (true, 1) => i16::MAX,
            _ => (self.0 >> 20) as i16,
        }
    }
}
