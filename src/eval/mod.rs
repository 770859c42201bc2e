//! Layer 2: how good a position is.

mod classical;
mod weights;

pub use classical::Evaluator;
pub use weights::{NEARNESSES, THREAT_MASKS, Weights, nearness, threat_mask};
