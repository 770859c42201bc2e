//! Layer 0: plain values. Imports nothing else of the crate.

mod color;
mod coord;
mod depth;
mod direction;
mod draw;
mod instant;
mod random;
mod rule;
mod score;
mod text;
mod window;

pub use color::Color;
pub use coord::{Coord, MAX_SIZE, MIN_SIZE, Size};
pub use depth::Depth;
pub use direction::Direction;
pub use instant::Instant;
pub use random::{Random, fnv1a};
pub use rule::Rule;
pub use score::{Bound, Score};
pub use text::{TextError, parse_moves, parse_stones, trimmed};
pub use window::Window;
