//! Layer 9: growing an evaluation from the engine's own games.

mod adam;
pub mod branches;
pub mod calibration;
mod gates;
pub mod linear;
pub mod manifest;
pub mod model;
pub mod net;
pub mod net_sample;
pub mod quality;
pub mod sample;
pub mod selfplay;
pub mod training;
mod windows;
