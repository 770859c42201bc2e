//! Layer 7: small tools that read lines and print lines, and the bench.

mod answers;
pub mod bench;
pub mod forbidden;
#[cfg(feature = "logging")]
pub mod logging;
pub mod net;
pub mod recording;
pub mod referee;

pub use answers::answer_lines;
