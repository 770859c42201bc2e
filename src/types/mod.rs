//! Layer 0: plain values. Imports nothing else of the crate.

mod color;
mod coord;
mod direction;
mod random;
mod rule;
mod score;

pub use color::Color;
pub use coord::{Coord, MAX_SIZE, MIN_SIZE, Size};
pub use direction::Direction;
pub use random::Random;
pub use rule::Rule;
pub use score::{Bound, Score};
