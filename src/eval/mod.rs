//! Layer 2: how good a position is.

mod accumulator;
mod blocks;
mod classical;
mod evaluator;
mod lines;
pub mod net;
mod net_file;
mod simd;
mod weights;

pub use accumulator::Accumulator;
pub use blocks::Blocks;
pub use classical::Classical;
pub use evaluator::Evaluator;
pub use lines::Lines;
pub use net::{CHANNELS, Net, NetChoice};
pub use net_file::{NetError, NetFile};
pub use simd::prefetch;
pub use weights::{Lookup, NEARNESSES, THREAT_MASKS, Weights, nearness, threat_mask};
