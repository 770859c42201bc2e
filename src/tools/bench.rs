//! `pbrain-dolmen bench`: the same work every time, for speed and as a signature.

use std::io::{self, Write};
use std::time::Duration;

use crate::board::PositionLine;
use crate::engine::Engine;
use crate::search::{Control, CutOffs, Limits, Report, Silent};
use crate::types::{Instant, Random};

/// Positions over all rules and the sizes of the leagues, from games of the engine with itself.
const POSITIONS: [&str; 12] = [
    "freestyle 15 h8i9h10",
    "freestyle 15 h8i9h10i7g9f10g7",
    "freestyle 20 h8i9h10i7g9f10g7",
    "freestyle 20 k10l11m10",
    "standard 15 h8h9i7g9j9f10e10",
    "standard 15 h8i9h10",
    "standard 15 h8i9h10i7g9f10g7",
    "renju 15 h8i9h10i7g9f10g7",
    "renju 15 h8h9i7g9j9f10e10",
    "renju 15 h8i9h10",
    "caro 15 h8i9h10i7g9f10g7",
    "caro-overline 15 h8h9i7g9j9f10e10",
];

/// Plies of each search.
const DEPTH: u32 = 10;
/// Memory of the engine, so that the result does not depend on the machine's.
const MEMORY: u64 = 32 << 20;

/// What `bench` prints as its signature: it changes with any change of play, and with nothing else.
/// A test compares it.
pub const SIGNATURE: u64 = 2_539_072_363;

/// Searches twelve fixed positions to a fixed depth with one thread, and prints a table to
/// `progress` as it goes. The last two lines of `output` are `Bench: N`, which mixes node counts
/// and root values and changes with any change of play, and `N nodes M nps`.
///
/// # Errors
/// If the output cannot be written.
pub fn run(mut output: impl Write, mut progress: impl Write) -> io::Result<()> {
    let (mut nodes, mut elapsed, mut signature) = (0, Duration::ZERO, 0);
    let mut cut_offs = CutOffs::default();
    for position in POSITIONS {
        let start = Instant::now();
        let Some(report) = search(position) else { continue };
        let time = start.elapsed();
        nodes += report.nodes;
        elapsed += time;
        cut_offs.all += report.cut_offs.all;
        cut_offs.first += report.cut_offs.first;
        signature =
            Random::mix(signature ^ Random::mix(report.nodes) ^ report.score.value() as u64);
        let rate = per_second(report.nodes, time);
        let name = position.rsplit_once(' ').map_or(position, |(name, _)| name);
        let Report { nodes, score, .. } = report;
        writeln!(progress, "{name:16} {nodes:9} nodes {rate:8} nps  score {score}")?;
    }
    let first = 100.0 * cut_offs.first as f64 / cut_offs.all.max(1) as f64;
    writeln!(progress, "first-move cutoff rate: {first:.1} % of {} cutoffs", cut_offs.all)?;
    let rate = per_second(nodes, elapsed);
    write!(output, "Bench: {}\n{nodes} nodes {rate} nps\n", signature >> 32)?;
    output.flush()
}

fn search(position: &str) -> Option<Report> {
    let request: PositionLine = position.parse().ok()?;
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    Engine::new(MEMORY, 1).think(&request.board(), &limits, &Control::new(), &mut Silent)
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}
