//! Layer 5: text in, text out: the Gomocup line protocol.

pub mod notation;
