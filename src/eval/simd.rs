//! Vector instructions, selected at run time, and hints about memory: the only `unsafe` code. All
//! vectors are integer arithmetic with exactly the results of the plain loops in [`plain`].
#![allow(unsafe_code)]

/// Pairs of numbers, as one instruction multiplies and adds them.
pub type Pairs<const N: usize> = [[i16; 2]; N];

/// An instruction set; a value of this type proves that the processor has it.
pub trait SimdLevel: Copy {
    /// Adds to each of the sums the products of the inputs with its weights: `weights` holds for
    /// each pair of inputs those of all sums.
    fn add_products<const N: usize, const H: usize>(
        self,
        sums: &mut [i32; H],
        inputs: &Pairs<N>,
        weights: &[Pairs<H>; N],
    );
}

/// Code to be compiled for several instruction sets.
pub trait Work {
    /// Its result.
    type Result;

    /// The code: to be `#[inline(always)]`, and what it calls as well.
    fn work(self, level: impl SimdLevel) -> Self::Result;
}

/// Runs code compiled for the best instruction set of this processor.
pub fn accelerated<W: Work>(work: W) -> W::Result {
    #[cfg(all(target_arch = "x86_64", not(feature = "scalar")))]
    if let Some(level) = x86::Avx512::of_this_processor() {
        // SAFETY: the processor has all of these, else there were no `level`.
        return unsafe { x86::with_avx512(work, level) };
    }
    #[cfg(all(target_arch = "x86_64", not(feature = "scalar")))]
    if let Some(level) = x86::Avx2::of_this_processor() {
        // SAFETY: the processor has AVX2, else there were no `level`.
        return unsafe { x86::with_avx2(work, level) };
    }
    #[cfg(all(target_arch = "aarch64", not(feature = "scalar")))]
    let level = arm::Neon;
    #[cfg(all(target_feature = "simd128", not(feature = "scalar")))]
    let level = web::Simd128;
    #[cfg(any(feature = "scalar", not(any(target_arch = "aarch64", target_feature = "simd128"))))]
    let level = plain::Plain;
    work.work(level)
}

/// Prefetches memory. No other effect.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(all(target_arch = "x86_64", not(feature = "scalar")))]
    x86::prefetch(place);
    #[cfg(all(target_arch = "aarch64", not(feature = "scalar")))]
    arm::prefetch(place);
    let _ = place;
}

/// Asks the system for large pages in this memory, best before it is touched: where it is read at
/// random, addresses are translated faster. No other effect, and none where they cannot be had.
pub fn prefer_large_pages<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    linux::prefer_large_pages(memory);
    let _ = memory;
}

/// The reference loops.
pub mod plain {
    use super::{Pairs, SimdLevel};

    /// Without vector instructions.
    #[derive(Clone, Copy, Debug)]
    pub struct Plain;

    impl SimdLevel for Plain {
        #[inline(always)]
        fn add_products<const N: usize, const H: usize>(
            self,
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
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux {
    use std::ffi::{c_int, c_void};

    const LARGE_PAGE: usize = 2 << 20;
    const MADV_HUGEPAGE: c_int = 14;

    // SAFETY: as the system's C library, which the standard library links, declares it.
    unsafe extern "C" {
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }

    pub fn prefer_large_pages<T>(memory: &mut [T]) {
        let place = memory.as_mut_ptr().cast::<u8>();
        let skipped = place.align_offset(LARGE_PAGE);
        let length = size_of_val(memory).saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
        // SAFETY: a hint, which changes no content; the pages lie within `memory`, or there are none.
        unsafe { madvise(place.wrapping_add(skipped).cast(), length, MADV_HUGEPAGE) };
    }
}

#[cfg(all(target_arch = "x86_64", not(feature = "scalar")))]
mod x86 {
    use std::arch::x86_64::{
        __m256i, __m512i, _MM_HINT_T0, _mm_prefetch, _mm256_add_epi32, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_set1_epi32, _mm256_storeu_si256, _mm512_dpwssd_epi32,
        _mm512_loadu_si512, _mm512_set1_epi32, _mm512_storeu_si512,
    };

    use super::plain::Plain;
    use super::{Pairs, SimdLevel, Work};

    #[inline(always)]
    pub fn prefetch<T>(place: &T) {
        // SAFETY: a hint, which every such processor takes; it reads nothing, and the place is one
        // that could be read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }

    /// AVX2.
    #[derive(Clone, Copy, Debug)]
    pub struct Avx2(());

    impl Avx2 {
        #[inline(always)]
        pub fn of_this_processor() -> Option<Avx2> {
            is_x86_feature_detected!("avx2").then_some(Avx2(()))
        }
    }

    impl SimdLevel for Avx2 {
        #[inline(always)]
        fn add_products<const N: usize, const H: usize>(
            self,
            sums: &mut [i32; H],
            inputs: &Pairs<N>,
            weights: &[Pairs<H>; N],
        ) {
            if H.is_multiple_of(8) {
                // SAFETY: the processor has AVX2, else there were no `self`.
                return unsafe { add_by_eight(sums, inputs, weights) };
            }
            Plain.add_products(sums, inputs, weights);
        }
    }

    /// AVX-512 with the instructions for nets, on processors that do not slow down by them (Ice
    /// Lake, Zen 4, and later).
    #[derive(Clone, Copy, Debug)]
    pub struct Avx512(Avx2);

    impl Avx512 {
        #[inline(always)]
        pub fn of_this_processor() -> Option<Avx512> {
            let has_all = is_x86_feature_detected!("avx512vnni")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("bmi2");
            Avx2::of_this_processor().filter(|_| has_all).map(Avx512)
        }
    }

    impl SimdLevel for Avx512 {
        #[inline(always)]
        fn add_products<const N: usize, const H: usize>(
            self,
            sums: &mut [i32; H],
            inputs: &Pairs<N>,
            weights: &[Pairs<H>; N],
        ) {
            if H.is_multiple_of(16) {
                // SAFETY: the processor has AVX-512 and VNNI, else there were no `self`.
                return unsafe { add_by_sixteen(sums, inputs, weights) };
            }
            self.0.add_products(sums, inputs, weights);
        }
    }

    #[target_feature(enable = "avx2")]
    pub fn with_avx2<W: Work>(work: W, level: Avx2) -> W::Result {
        work.work(level)
    }

    #[target_feature(enable = "avx512vnni,avx512bw,avx512vl,bmi2")]
    pub fn with_avx512<W: Work>(work: W, level: Avx512) -> W::Result {
        work.work(level)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn add_by_eight<const N: usize, const H: usize>(
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

    #[inline]
    #[target_feature(enable = "avx512f,avx512vnni")]
    fn add_by_sixteen<const N: usize, const H: usize>(
        sums: &mut [i32; H],
        inputs: &Pairs<N>,
        weights: &[Pairs<H>; N],
    ) {
        for (sixteen, sums) in sums.as_chunks_mut::<16>().0.iter_mut().enumerate() {
            let place: *mut __m512i = sums.as_mut_ptr().cast();
            // SAFETY: sixteen numbers of 32 bits are there to be read, wherever they begin.
            let mut sum = unsafe { _mm512_loadu_si512(place) };
            for (input, weights) in inputs.iter().zip(weights) {
                let input = _mm512_set1_epi32(bytemuck::cast(*input));
                let weights: *const __m512i = weights.as_chunks::<16>().0[sixteen].as_ptr().cast();
                // SAFETY: so are sixteen pairs of 16 bits.
                let weights = unsafe { _mm512_loadu_si512(weights) };
                sum = _mm512_dpwssd_epi32(sum, input, weights);
            }
            // SAFETY: what was read there can be written there.
            unsafe { _mm512_storeu_si512(place, sum) };
        }
    }
}

#[cfg(all(target_arch = "aarch64", not(feature = "scalar")))]
mod arm {
    use std::arch::aarch64::{
        int16x8x2_t, vdupq_n_s16, vget_low_s16, vld1q_s32, vld2q_s16, vmlal_high_s16, vmlal_s16,
        vst1q_s32,
    };

    use super::plain::Plain;
    use super::{Pairs, SimdLevel};

    #[inline(always)]
    pub fn prefetch<T>(place: &T) {
        // SAFETY: a hint; it reads nothing and changes no register.
        unsafe {
            std::arch::asm!(
                "prfm pldl1keep, [{0}]",
                in(reg) std::ptr::from_ref(place),
                options(nostack, preserves_flags, readonly)
            );
        }
    }

    /// NEON, which every 64-bit processor of ARM has.
    #[derive(Clone, Copy, Debug)]
    pub struct Neon;

    impl SimdLevel for Neon {
        #[inline(always)]
        fn add_products<const N: usize, const H: usize>(
            self,
            sums: &mut [i32; H],
            inputs: &Pairs<N>,
            weights: &[Pairs<H>; N],
        ) {
            if H.is_multiple_of(8) {
                // SAFETY: NEON is part of the architecture that this is compiled for.
                return unsafe { add_by_eight(sums, inputs, weights) };
            }
            Plain.add_products(sums, inputs, weights);
        }
    }

    #[inline]
    #[target_feature(enable = "neon")]
    fn add_by_eight<const N: usize, const H: usize>(
        sums: &mut [i32; H],
        inputs: &Pairs<N>,
        weights: &[Pairs<H>; N],
    ) {
        for (eight, sums) in sums.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let (low, high) = sums.split_at_mut(4);
            // SAFETY: four numbers of 32 bits are there to be read, wherever they begin.
            let (mut first, mut last) =
                unsafe { (vld1q_s32(low.as_ptr()), vld1q_s32(high.as_ptr())) };
            for (input, weights) in inputs.iter().zip(weights) {
                let eight = weights.as_chunks::<8>().0[eight].as_flattened();
                // SAFETY: eight pairs of 16 bits are there; the load separates first and second numbers.
                let int16x8x2_t(even, odd) = unsafe { vld2q_s16(eight.as_ptr()) };
                for (weights, input) in [(even, input[0]), (odd, input[1])] {
                    let input = vdupq_n_s16(input);
                    first = vmlal_s16(first, vget_low_s16(weights), vget_low_s16(input));
                    last = vmlal_high_s16(last, weights, input);
                }
            }
            // SAFETY: what was read there can be written there.
            unsafe {
                vst1q_s32(low.as_mut_ptr(), first);
                vst1q_s32(high.as_mut_ptr(), last);
            }
        }
    }
}

#[cfg(all(target_feature = "simd128", not(feature = "scalar")))]
mod web {
    use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128, v128_load, v128_store};

    use super::plain::Plain;
    use super::{Pairs, SimdLevel};

    /// The vectors of WebAssembly; `web/vectors` compares them with the plain loops. A module that
    /// has them does not load where they are missing.
    #[derive(Clone, Copy, Debug)]
    pub struct Simd128;

    impl SimdLevel for Simd128 {
        #[inline(always)]
        fn add_products<const N: usize, const H: usize>(
            self,
            sums: &mut [i32; H],
            inputs: &Pairs<N>,
            weights: &[Pairs<H>; N],
        ) {
            if H.is_multiple_of(8) {
                return add_by_eight(sums, inputs, weights);
            }
            Plain.add_products(sums, inputs, weights);
        }
    }

    #[inline(always)]
    fn add_by_eight<const N: usize, const H: usize>(
        sums: &mut [i32; H],
        inputs: &Pairs<N>,
        weights: &[Pairs<H>; N],
    ) {
        for (eight, sums) in sums.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let (low, high) = sums.split_at_mut(4);
            let (low, high): (*mut v128, *mut v128) =
                (low.as_mut_ptr().cast(), high.as_mut_ptr().cast());
            // SAFETY: four numbers of 32 bits are there to be read, wherever they begin.
            let (mut first, mut last) = unsafe { (v128_load(low), v128_load(high)) };
            for (input, weights) in inputs.iter().zip(weights) {
                let input = i32x4_splat(bytemuck::cast(*input));
                let (left, right) = weights.as_chunks::<8>().0[eight].split_at(4);
                // SAFETY: so are four pairs of 16 bits.
                let left = unsafe { v128_load(left.as_ptr().cast()) };
                // SAFETY: the same.
                let right = unsafe { v128_load(right.as_ptr().cast()) };
                first = i32x4_add(first, i32x4_dot_i16x8(input, left));
                last = i32x4_add(last, i32x4_dot_i16x8(input, right));
            }
            // SAFETY: what was read there can be written there.
            unsafe {
                v128_store(low, first);
                v128_store(high, last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::plain::Plain;
    use super::*;
    use crate::types::Random;

    /// Sums of 8, which AVX-512 leaves to AVX2, of 20, which both leave to plain loops, and of 32.
    fn agrees_with_plain_loops(level: impl SimdLevel) {
        agrees::<8>(level);
        agrees::<20>(level);
        agrees::<32>(level);
    }

    fn agrees<const H: usize>(level: impl SimdLevel) {
        let mut random = Random::new(7);
        for round in 0..1000 {
            // Now and then the extremes.
            let mut number = || match (round % 4, random.between(0, 2)) {
                (0, 0) => i16::MIN,
                (0, 1) => i16::MAX,
                _ => random.next() as i16,
            };
            let inputs: Pairs<16> = std::array::from_fn(|_| [number(), number()]);
            let weights: [Pairs<H>; 16] =
                std::array::from_fn(|_| std::array::from_fn(|_| [number(), number()]));
            let mut sums: [i32; H] = std::array::from_fn(|_| i32::from(number()) << 8);
            let mut expected = sums;
            level.add_products(&mut sums, &inputs, &weights);
            Plain.add_products(&mut expected, &inputs, &weights);
            assert_eq!(sums, expected);
        }
    }

    #[test]
    fn large_pages_hold_what_was_there() {
        for bytes in [0, 1, 5_000_000] {
            let mut memory: Vec<u8> = (0..bytes).map(|i| i as u8).collect();
            prefer_large_pages(&mut memory);
            assert!(memory.iter().enumerate().all(|(i, &byte)| byte == i as u8));
        }
    }

    /// With what this processor has.
    #[test]
    #[cfg(all(target_arch = "x86_64", not(feature = "scalar")))]
    fn vectors_agree_with_plain_loops() {
        x86::Avx2::of_this_processor().into_iter().for_each(agrees_with_plain_loops);
        x86::Avx512::of_this_processor().into_iter().for_each(agrees_with_plain_loops);
    }

    /// `make arm` runs it on other machines too.
    #[test]
    #[cfg(all(target_arch = "aarch64", not(feature = "scalar")))]
    fn neon_agrees_with_plain_loops() {
        agrees_with_plain_loops(arm::Neon);
    }
}
