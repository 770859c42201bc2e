//! Layer 5: the subcommands of the command line.

pub mod analyze;
pub mod book;
pub mod check;
pub mod convert;
mod curve;
pub mod datagen;
mod expansion;
pub mod explain;
pub mod game_files;
pub mod game_store;
mod groups;
pub mod json;
mod match_report;
pub mod matches;
pub mod minimax;
pub mod net;
pub mod openings;
mod permits;
#[cfg(feature = "play")]
pub mod play;
mod positions;
mod progress;
pub mod replay;
pub mod serve;
pub mod solve;
pub mod stats;
pub mod train;
#[cfg(feature = "tune")]
pub mod tune;
