//! Layer 6: engines against engines. Runs matches between programs that speak the protocol,
//! judges them, and says what the results are worth.

pub mod statistics;
