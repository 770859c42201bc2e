//! Layer 8: engines against engines. Runs matches between programs that speak the protocol,
//! judges them, and evaluates the results.

pub mod compact;
mod game;
pub mod opening;
pub mod process;
pub mod record;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod statistics;

pub use game::{Ending, Finished, PlayedMove, Terms, is_message};
