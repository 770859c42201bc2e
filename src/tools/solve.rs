//! `pbrain-dolmen solve`: how many won positions the engine sees through.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use super::request::Request;
use crate::engine::Engine;
use crate::protocol::notation::{Named, parse_stones};
use crate::search::{Clock, Control, Limits, Report, Silent};
use crate::types::Coord;

/// What the engine may spend on each position.
#[derive(Clone, Copy, Debug)]
pub struct SolveOptions {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Thinking time.
    pub time: Option<Duration>,
    /// Print a line for each position that is not solved.
    pub verbose: bool,
}

/// Memory of the engine, so that the result does not depend on the machine's.
const MEMORY: u64 = 64 << 20;

/// A position won for the side to move.
struct Problem {
    id: String,
    class: String,
    request: Request,
    /// First moves known to win. There may be others.
    accepted: Vec<Coord>,
}

/// How many problems of a class.
#[derive(Clone, Copy, Default)]
struct Tally {
    problems: usize,
    /// A known move, or a forced win reported.
    solved: usize,
    /// A known move.
    known: usize,
    /// A forced win reported.
    proven: usize,
}

/// Searches each position of `input`, lines `id;rule;size;stones;side;class;mate;moves` of which
/// the last field lists the first moves known to win, and prints a table by class. A position is
/// solved by one of these moves, or by any other with which the engine reports a forced win.
///
/// # Errors
/// If the input is not like that, or the output cannot be written.
pub fn run(input: impl BufRead, mut output: impl Write, options: &SolveOptions) -> io::Result<()> {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for (number, line) in (1..).zip(input.lines()) {
        let line = line?;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(problem) = Problem::parse(&line) else {
            return Err(io::Error::other(format!("line {number} is not a problem")));
        };
        let Some(report) = search(&problem.request, options) else { continue };
        let known = problem.accepted.contains(&report.best);
        let proven = report.score.is_win();
        if options.verbose && !(known || proven) {
            let Problem { id, class, .. } = &problem;
            let Report { best, score, depth, .. } = report;
            writeln!(output, "{id} {class}: {} score {score} depth {depth}", Named(best))?;
        }
        let tally = tallies.entry(problem.class).or_default();
        tally.problems += 1;
        tally.solved += usize::from(known || proven);
        tally.known += usize::from(known);
        tally.proven += usize::from(proven);
    }
    writeln!(output, "class  problems  solved          known move  win reported")?;
    for (class, tally) in tallies {
        let Tally { problems, solved, known, proven } = tally;
        let percent = 100.0 * solved as f64 / problems.max(1) as f64;
        writeln!(
            output,
            "{class:6} {problems:8}  {solved:6} ({percent:3.0} %)  {known:10}  {proven:12}"
        )?;
    }
    output.flush()
}

impl Problem {
    fn parse(line: &str) -> Option<Problem> {
        let mut fields = line.split(';');
        let mut next = || fields.next().map(str::trim);
        let (id, rule, size, stones) = (next()?, next()?, next()?, next()?);
        let (_side, class, _mate, accepted) = (next()?, next()?, next()?, next()?);
        let request = Request::parse(&format!("{rule} {size} {stones}")).ok()?;
        let accepted = parse_stones(&accepted.replace(',', "")).ok()?;
        Some(Problem { id: id.to_string(), class: class.to_string(), request, accepted })
    }
}

fn search(request: &Request, options: &SolveOptions) -> Option<Report> {
    let clock = options.time.map(|turn| Clock {
        start: Instant::now(),
        turn: Some(turn),
        left: None,
        increment: Duration::ZERO,
    });
    let limits = Limits { nodes: options.nodes, clock, ..Limits::default() };
    Engine::new(MEMORY, 1).think(&request.board(), &limits, &Control::new(), &mut Silent)
}
