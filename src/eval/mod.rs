//! Layer 2: how good a position is.

mod classical;
mod values;

pub use classical::Evaluator;
