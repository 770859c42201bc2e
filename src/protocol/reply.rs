use std::fmt;
use std::io::{self, Write};

use crate::search::{Report, RootNews};
use crate::types::Coord;

/// A line of output, or several that belong together.
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
    /// `INFO PV i` to `INFO PV DONE`: the same in numbers, one line for each.
    Numbers(Report),
    /// `MESSAGE REALTIME ...`: how it goes at the root.
    Realtime(RootNews),
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
            Reply::Numbers(report) => numbers(f, report),
            Reply::Realtime(news) => realtime(f, *news),
        }
    }
}

/// Begins with a lower-case `name=`, which is how managers recognise it; no comma inside values.
const ABOUT: &str = concat!(
    "name=\"Dolmen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"The Dolmen contributors\", country=\"KOR\""
);

/// The form that pygomo-lib reads and users of other engines know. Lines after the best one say
/// which they are.
fn progress(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    let ms = report.elapsed.as_millis().max(1);
    let rate = u128::from(report.nodes) / ms;
    f.write_str("MESSAGE ")?;
    if report.rank > 0 {
        write!(f, "multipv {} ", report.rank + 1)?;
    }
    write!(f, "depth {}-{}", report.depth, report.selective_depth)?;
    write!(f, " ev {} n {} n/ms {rate} tm {ms} pv", report.score, report.nodes)?;
    report.pv.iter().try_for_each(|&c| write!(f, " {}", c))
}

/// The form that Rapfi's Yixin-Board and gomocalc read. `WINRATE` is from 0 to 1.
fn numbers(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    let Report { rank, multi_pv, depth, selective_depth, nodes, score, .. } = report;
    let ms = report.elapsed.as_millis().max(1);
    let rate = u128::from(*nodes) * 1000 / ms;
    writeln!(f, "INFO PV {rank}\nINFO NUMPV {multi_pv}")?;
    writeln!(f, "INFO DEPTH {depth}\nINFO SELDEPTH {selective_depth}")?;
    writeln!(f, "INFO NODES {nodes}\nINFO TOTALNODES {nodes}")?;
    writeln!(f, "INFO TOTALTIME {ms}\nINFO SPEED {rate}")?;
    writeln!(f, "INFO EVAL {score}\nINFO WINRATE {:.4}", score.win_rate())?;
    f.write_str("INFO BESTLINE")?;
    report.pv.iter().try_for_each(|c| write!(f, " {},{}", c.x(), c.y()))?;
    f.write_str("\nINFO PV DONE")
}

fn realtime(f: &mut fmt::Formatter<'_>, news: RootNews) -> fmt::Result {
    let (word, c) = match news {
        RootNews::Iteration => return f.write_str("MESSAGE REALTIME REFRESH"),
        RootNews::Trying(c) => ("POS", c),
        RootNews::Tried(c) => ("DONE", c),
        RootNews::Best(c) => ("BEST", c),
        RootNews::Lost(c) => ("LOST", c),
    };
    write!(f, "MESSAGE REALTIME {word} {},{}", c.x(), c.y())
}

/// Writes a reply as whole lines and flushes it: managers read whatever has arrived, and some
/// drop a line that comes in pieces.
///
/// # Errors
/// If the output is closed.
pub fn write_reply(output: &mut impl Write, text: &str) -> io::Result<()> {
    log::debug!("> {text}");
    output.write_all(format!("{text}\n").as_bytes())?;
    output.flush()
}

/// Informs the manager of something outside a session, by a `MESSAGE` of one line.
///
/// # Errors
/// If the output is closed.
pub fn write_message(output: &mut impl Write, text: &str) -> io::Result<()> {
    let line = text.replace(char::is_control, " ");
    write_reply(output, &Reply::Message(line).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::CutOffs;
    use crate::types::Score;
    use std::time::Duration;

    fn point(x: u8, y: u8) -> Coord {
        Coord::new(x, y).expect("a point")
    }

    fn report(rank: usize) -> Report {
        Report {
            rank,
            multi_pv: 3,
            best: point(7, 8),
            score: Score::eval(0),
            depth: 9,
            interrupted: false,
            selective_depth: 21,
            nodes: 5000,
            cut_offs: CutOffs::default(),
            elapsed: Duration::from_micros(4900),
            pv: vec![point(7, 8), point(0, 14)],
        }
    }

    #[test]
    fn words() {
        assert_eq!(Reply::Unknown("FOO".into()).to_string(), "UNKNOWN FOO");
        assert_eq!(Reply::Unknown(String::new()).to_string(), "UNKNOWN command");
        assert_eq!(Reply::Moves(vec![point(7, 8), point(0, 14)]).to_string(), "7,8 0,14");
        assert_eq!(Reply::Forbid(vec![point(7, 8), point(0, 14)]).to_string(), "FORBID 07080014.");
    }

    #[test]
    fn reports() {
        let rest = "depth 9-21 ev 0 n 5000 n/ms 1250 tm 4 pv h9 a15";
        assert_eq!(Reply::Progress(report(0)).to_string(), format!("MESSAGE {rest}"));
        assert_eq!(Reply::Progress(report(1)).to_string(), format!("MESSAGE multipv 2 {rest}"));
        let numbers = [
            "PV 1",
            "NUMPV 3",
            "DEPTH 9",
            "SELDEPTH 21",
            "NODES 5000",
            "TOTALNODES 5000",
            "TOTALTIME 4",
            "SPEED 1250000",
            "EVAL 0",
            "WINRATE 0.5000",
            "BESTLINE 7,8 0,14",
            "PV DONE",
        ];
        let told = Reply::Numbers(report(1)).to_string();
        assert_eq!(told, numbers.map(|line| format!("INFO {line}")).join("\n"));
    }
}
