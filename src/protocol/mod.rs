//! Layer 5: text in, text out: the Gomocup line protocol.

mod command;
mod database;
mod info;
mod position;
mod reader;
pub mod recording;
mod reply;
mod room;
mod serve;
mod session;
mod settings;
mod worker;

pub use command::{Command, ParseError, Point, StoneEntry};
pub use database::{Database, DatabaseCommand, DatabaseVerb};
pub use info::Info;
pub use reader::{CommandReader, LONGEST_LINE, LineReader};
pub use recording::Recording;
pub use reply::{Reply, write_message};
pub use serve::serve;
pub use settings::{Settings, max_threads, parse_threads};
