//! Layer 5: text in, text out: the Gomocup line protocol.

mod command;
mod info;
pub mod notation;
mod position;
mod reader;
mod reply;
mod session;
mod settings;
mod worker;

pub use command::{Command, Entry, ParseError, Point};
pub use info::Info;
pub use reader::{CommandReader, read_line};
pub use reply::Reply;
pub use session::serve;
pub use settings::Settings;
