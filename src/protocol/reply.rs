use std::fmt;
use std::io::{self, Write};

use super::notation::Named;
use crate::search::Report;
use crate::types::Coord;

/// A line of output.
#[derive(Clone, Debug)]
pub enum Reply {
    /// `OK`.
    Ok,
    /// `7,8`; several with a blank between.
    Moves(Vec<Coord>),
    /// `SWAP`.
    Swap,
    /// `ERROR text`.
    Error(String),
    /// `UNKNOWN word`.
    Unknown(String),
    /// Who we are.
    About,
    /// `FORBID 0707.`: column and row of each point, two digits each.
    Forbid(Vec<Coord>),
    /// `MESSAGE text`.
    Message(String),
    /// `MESSAGE depth ...`: how far a search has come.
    Progress(Report),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("OK"),
            Reply::Moves(coords) => {
                for (i, c) in coords.iter().enumerate() {
                    let blank = if i == 0 { "" } else { " " };
                    write!(f, "{blank}{},{}", c.x(), c.y())?;
                }
                Ok(())
            }
            Reply::Swap => f.write_str("SWAP"),
            Reply::Error(text) => write!(f, "ERROR {text}"),
            Reply::Unknown(word) if word.is_empty() => f.write_str("UNKNOWN command"),
            Reply::Unknown(word) => write!(f, "UNKNOWN {word}"),
            Reply::About => f.write_str(ABOUT),
            Reply::Forbid(coords) => {
                f.write_str("FORBID ")?;
                coords.iter().try_for_each(|c| write!(f, "{:02}{:02}", c.x(), c.y()))?;
                f.write_str(".")
            }
            Reply::Message(text) => write!(f, "MESSAGE {text}"),
            Reply::Progress(report) => progress(f, report),
        }
    }
}

/// Begins with a lower-case `name=`, which is how managers recognise it; no comma inside values.
const ABOUT: &str = concat!(
    "name=\"Dolmen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"The Dolmen contributors\", country=\"KOR\", www=\"\", email=\"\""
);

/// The form that pygomo-lib reads and users of other engines know.
fn progress(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    let ms = report.elapsed.as_millis().max(1);
    let rate = u128::from(report.nodes) / ms;
    write!(f, "MESSAGE depth {}-{}", report.depth, report.selective_depth)?;
    write!(f, " ev {} n {} n/ms {rate} tm {ms} pv", report.score, report.nodes)?;
    report.pv.iter().try_for_each(|&c| write!(f, " {}", Named(c)))
}

/// Writes a reply as one whole line and flushes it: managers read whatever has arrived, and some
/// drop a line that comes in pieces.
///
/// # Errors
/// If the output is closed.
pub fn write_reply(output: &mut impl Write, reply: &Reply) -> io::Result<()> {
    let line = format!("{reply}\n");
    log::debug!("> {}", line.trim_end());
    output.write_all(line.as_bytes())?;
    output.flush()
}
