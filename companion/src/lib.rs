//! The companion of the engine Dolmen: what is done with an engine beside playing by it.
//!
//! Layers, each of which uses only the engine and those above it:
//!
//! | layer | what it holds |
//! |---|---|
//! | [`files`] | files that are there as a whole or not at all |
//! | [`database`] | positions with what is known of them |
//! | [`arena`] | engines against engines |
//! | [`learn`] | growing an evaluation from the engine's own games |
//! | [`games`] | small games and plain minimax |
//! | [`tools`] | the subcommands of `dolmen` |
//!
//! It is public because the program and its tests need it, and may change with every version.

pub mod arena;
pub mod database;
pub mod files;
pub mod games;
pub mod learn;
pub mod tools;
