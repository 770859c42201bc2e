//! Layer 8: growing an evaluation from the engine's own games.

pub mod calibration;
pub mod linear;
pub mod sample;
pub mod selfplay;
