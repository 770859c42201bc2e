//! Searches asked for in JSON; the schema is in `protocol.md`.

pub mod answer;
pub mod number;
pub mod object;
mod opening;
pub mod position;
mod request;
mod search;

pub use opening::{OpeningFields, OpeningQuery};
pub use request::{Parsed, Query, Request, SearchQuery, fields, parse};
pub use search::{News, search};

/// Version of the schema: another one is written, and asked for, if a field changes its meaning
/// or goes. New fields may come without.
pub const VERSION: u32 = 1;
