//! Vector instructions, chosen when the program runs: the only place with `unsafe` code. All of
//! it is arithmetic on whole numbers with results that are the same, to the bit, as those of the
//! plain loops in [`plain`].
#![allow(unsafe_code)]

/// Pairs of numbers, as one instruction multiplies and adds them.
pub type Pairs<const N: usize> = [[i16; 2]; N];

/// Plain code that gains from the best instructions that a processor has.
pub trait Work {
    /// What comes of it.
    type Result;

    /// The code: to be `#[inline(always)]`, and what it calls as well.
    fn work(self) -> Self::Result;
}

/// Runs plain code, compiled for the best instructions that this processor has.
pub fn accelerated<W: Work>(work: W) -> W::Result {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, as was asked just before.
        return unsafe { x86::with_avx2(work) };
    }
    work.work()
}

/// Asks the processor to have a place at hand soon. Changes nothing else.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    x86::prefetch(place);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Adds to each of the sums the products of the inputs with its weights: `weights` holds for
/// each pair of inputs those of all sums.
#[inline(always)]
pub fn add_products<const N: usize, const H: usize>(
    sums: &mut [i32; H],
    inputs: &Pairs<N>,
    weights: &[Pairs<H>; N],
) {
    #[cfg(target_arch = "x86_64")]
    if H.is_multiple_of(8) && is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, as was asked just before.
        return unsafe { x86::add_products(sums, inputs, weights) };
    }
    plain::add_products(sums, inputs, weights);
}

/// The loops that everything here must agree with.
pub mod plain {
    use super::Pairs;

    /// See [`add_products`](super::add_products).
    pub fn add_products<const N: usize, const H: usize>(
        sums: &mut [i32; H],
        inputs: &Pairs<N>,
        weights: &[Pairs<H>; N],
    ) {
        for (input, weights) in inputs.iter().zip(weights) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                let products = [0, 1].map(|i| i32::from(input[i]) * i32::from(weight[i]));
                *sum = sum.wrapping_add(products[0].wrapping_add(products[1]));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m256i, _MM_HINT_T0, _mm_prefetch, _mm256_add_epi32, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_set1_epi32, _mm256_storeu_si256,
    };

    use super::{Pairs, Work};

    #[inline(always)]
    pub fn prefetch<T>(place: &T) {
        // SAFETY: a hint, which every such processor takes; it reads nothing, and the place is one
        // that could be read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }

    #[target_feature(enable = "avx2")]
    pub fn with_avx2<W: Work>(work: W) -> W::Result {
        work.work()
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn add_products<const N: usize, const H: usize>(
        sums: &mut [i32; H],
        inputs: &Pairs<N>,
        weights: &[Pairs<H>; N],
    ) {
        for (eight, sums) in sums.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let place: *mut __m256i = sums.as_mut_ptr().cast();
            // SAFETY: eight numbers of 32 bits are there to be read, wherever they begin.
            let mut sum = unsafe { _mm256_loadu_si256(place) };
            for (input, weights) in inputs.iter().zip(weights) {
                let input = _mm256_set1_epi32(bytemuck::cast(*input));
                let weights: *const __m256i = weights.as_chunks::<8>().0[eight].as_ptr().cast();
                // SAFETY: so are eight pairs of 16 bits.
                let weights = unsafe { _mm256_loadu_si256(weights) };
                sum = _mm256_add_epi32(sum, _mm256_madd_epi16(input, weights));
            }
            // SAFETY: what was read there can be written there.
            unsafe { _mm256_storeu_si256(place, sum) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Random;

    #[test]
    fn vectors_agree_with_plain_loops() {
        let mut random = Random::new(7);
        for round in 0..1000 {
            // Now and then the extremes.
            let mut number = || match (round % 4, random.between(0, 2)) {
                (0, 0) => i16::MIN,
                (0, 1) => i16::MAX,
                _ => random.next() as i16,
            };
            let inputs: Pairs<16> = std::array::from_fn(|_| [number(), number()]);
            let weights: [Pairs<32>; 16] =
                std::array::from_fn(|_| std::array::from_fn(|_| [number(), number()]));
            let mut sums: [i32; 32] = std::array::from_fn(|_| i32::from(number()) << 8);
            let mut expected = sums;
            add_products(&mut sums, &inputs, &weights);
            plain::add_products(&mut expected, &inputs, &weights);
            assert_eq!(sums, expected);
        }
    }
}
