//! The clock of the platform.

/// A point in time. In WebAssembly the standard library has no clock; there it is the page's.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;
