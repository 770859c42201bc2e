//! Layer 2: evaluation and policy.

mod accumulator;
mod blocks;
mod classical;
mod features;
pub mod layout;
mod lines;
mod net;
mod net_choice;
mod net_file;
mod position;
mod simd;
mod weights;

pub use accumulator::Accumulator;
pub use blocks::Blocks;
pub use classical::Classical;
pub use layout::CHANNELS;
pub use lines::Lines;
pub use net::Net;
pub use net_choice::NetChoice;
pub use net_file::{NetError, NetFile};
pub use position::Position;
#[cfg(not(loom))]
pub(crate) use simd::prefer_large_pages;
pub(crate) use simd::prefetch;
pub use weights::{Lookup, NEARNESSES, THREAT_MASKS, Weights, nearness, threat_mask};
