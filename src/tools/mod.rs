//! Layer 11: the subcommands of the command line.

pub mod analyze;
mod answers;
pub mod bench;
pub mod check;
pub mod convert;
mod curve;
pub mod datagen;
mod diagram;
pub mod explain;
pub mod forbidden;
pub mod game_files;
pub mod game_store;
pub mod json;
mod match_report;
pub mod matches;
pub mod minimax;
pub mod net;
pub mod openings;
#[cfg(feature = "play")]
pub mod play;
pub mod referee;
pub mod replay;
mod request;
pub mod solve;
mod story;
mod strip;
pub mod svg;
pub mod train;
#[cfg(feature = "tune")]
pub mod tune;
mod why;
mod words;

pub use crate::protocol::notation::rule_from;
pub use diagram::Diagram;
pub use request::{Request, RequestError};
