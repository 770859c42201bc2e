//! Dolmen: a gomoku engine for the Gomocup line protocol.
//!
//! Layers, each of which uses only those above it:
//!
//! | layer | what it holds |
//! |---|---|
//! | [`types`] | plain values: colours, points, rules, scores |
//! | [`board`] | the rules of the game: stones, line patterns, threats, forbidden points |
//! | [`eval`] | how good a position is |
//! | [`search`] | what to play; knows no text |
//! | [`engine`] | the façade over all of it |
//! | [`protocol`] | text in, text out |
//! | [`records`] | games as other programs keep them |
//! | [`arena`] | engines against engines |
//! | [`learn`] | growing an evaluation from the engine's own games |
//! | [`games`] | small games and plain minimax |
//! | [`tools`] | the command line's subcommands |

pub mod arena;
pub mod board;
pub mod engine;
pub mod eval;
pub mod games;
pub mod learn;
pub mod protocol;
pub mod records;
pub mod search;
pub mod tools;
pub mod types;
