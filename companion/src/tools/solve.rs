//! `dolmen solve`: won positions: how many the engine solves, or for each the winning first moves, the
//! shortest line found and a proof.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::game_files::Assumed;
use super::positions::Positions;
use dolmen::board::PositionLine;
use dolmen::engine::Engine;
use dolmen::search::{Clock, Control, Limits, Report, Silent};
use dolmen_records::Format;
use dolmen_study::solve::solution::SolveEffort;
use dolmen_study::solve::{Problem, show, solution};
use dolmen_study::strip::Strips;

/// Options of `solve`.
#[derive(Clone, Copy, Debug, Args)]
pub struct SolveOptions {
    /// Output format.
    #[arg(long, default_value = "table", value_enum)]
    pub format: SolveFormat,
    /// Nodes for each search, unless --time is given.
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Search time for each position in milliseconds (table only).
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    pub time: Option<u64>,
    /// List the positions that were not solved (table only).
    #[arg(long)]
    pub verbose: bool,
    /// Nodes for one proof (not for the table). Default: 3000000.
    #[arg(long, value_name = "N")]
    pub proof_nodes: Option<u64>,
    /// Nodes to search each other first move (not for the table). Default: 5000.
    #[arg(long, value_name = "N")]
    pub other_nodes: Option<u64>,
    /// What holds for positions that do not say.
    #[command(flatten)]
    pub assumed: Assumed,
}

/// Usual nodes for one proof.
const PROOF_NODES: u64 = 3_000_000;
/// Usual nodes for each other first move.
const OTHER_NODES: u64 = 5_000;

impl SolveOptions {
    /// Whether the options go together.
    ///
    /// # Errors
    /// If an option for the table is given with another format, or one for the others with it.
    pub fn check(&self) -> io::Result<()> {
        let (given, formats) = match self.format {
            SolveFormat::Table => (
                [("--proof-nodes", self.proof_nodes), ("--other-nodes", self.other_nodes)]
                    .map(|(name, nodes)| (name, nodes.is_some())),
                "text, json or svg",
            ),
            _ => ([("--time", self.time.is_some()), ("--verbose", self.verbose)], "table"),
        };
        match given.into_iter().find(|&(_, is_given)| is_given) {
            Some((name, _)) => Err(io::Error::other(format!("{name} is for --format {formats}"))),
            None => Ok(()),
        }
    }

    /// For all formats but the table.
    fn effort(&self) -> SolveEffort {
        let proof = self.proof_nodes.unwrap_or(PROOF_NODES);
        SolveEffort { search: self.nodes, proof, other: self.other_nodes.unwrap_or(OTHER_NODES) }
    }
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    /// Counts by class.
    Table,
    /// The line in words, the other first moves, the proof.
    Text,
    /// The same as one line of JSON for each position.
    Json,
    /// One picture: the line of each position, move by move.
    Svg,
}

/// Memory of the engine, so that the result does not depend on the machine's.
const MEMORY: u64 = 64 << 20;

/// How many problems of a class.
#[derive(Clone, Copy, Default)]
struct SolveTally {
    problems: usize,
    /// A known move, or a forced win reported.
    solved: usize,
    /// A known move.
    known: usize,
    /// A forced win reported.
    proven: usize,
}

/// Solves the positions of `input`: lines `RULE SIZE MOVES`, games in the formats of other programs,
/// or lines `id;rule;size;stones;side;class;mate;moves` of which the last field lists the first moves
/// known to win.
///
/// The table counts as solved what is answered by one of these moves, or by any other with which
/// the engine reports a forced win. In the other formats a problem is solved by a proof.
///
/// What is no such position gets an `error: ...`, and the next one is read. The hint is the format
/// that the name of the input says. Remarks go to `notes`.
///
/// # Errors
/// If the input cannot be read or the output cannot be written; and, after all others are solved,
/// if any position was invalid.
pub fn run(
    input: impl BufRead,
    hint: Option<Format>,
    mut output: impl Write,
    mut notes: impl Write,
    options: &SolveOptions,
) -> io::Result<()> {
    let effort = options.effort();
    let mut tallies = BTreeMap::new();
    let mut strips = Vec::new();
    let mut positions = Positions::open(input, hint, options.assumed, &mut notes)?;
    let row_one_on_top = positions.row_one_on_top();
    while let Some((number, line)) = positions.read()? {
        let problem = match Problem::parse(&line, number) {
            Ok(problem) => problem,
            Err(reason) => {
                let told = positions.refuse(format!("invalid problem: {reason}"));
                refuse(options.format, &told, &mut output)?;
                continue;
            }
        };
        if options.format == SolveFormat::Table {
            count(&problem, &mut output, options, &mut tallies)?;
            continue;
        }
        let board = problem.request.board();
        let wins = solution::solve(&board, &effort, MEMORY, &Control::new());
        match options.format {
            SolveFormat::Table => {}
            SolveFormat::Text => {
                let text = show::text(&problem, row_one_on_top, &wins, &effort);
                output.write_all(text.as_bytes())?;
            }
            SolveFormat::Json => writeln!(output, "{}", show::json(&problem, &board, &wins))?,
            SolveFormat::Svg => strips.push(show::strip(&problem, &board, &wins)),
        }
        output.flush()?;
    }
    match options.format {
        SolveFormat::Table => write_table(&tallies, &mut output)?,
        SolveFormat::Svg => write!(output, "{}", Strips { strips: &strips, row_one_on_top })?,
        SolveFormat::Text | SolveFormat::Json => {}
    }
    output.flush()?;
    positions.finish()
}

/// Answers a position that is no problem; a picture has no place for that.
fn refuse(format: SolveFormat, told: &str, output: &mut impl Write) -> io::Result<()> {
    match format {
        SolveFormat::Table | SolveFormat::Text => writeln!(output, "error: {told}")?,
        SolveFormat::Json => writeln!(output, "{}", show::json_error(told))?,
        SolveFormat::Svg => {}
    }
    output.flush()
}

/// Searches one position and counts how well that went.
fn count(
    problem: &Problem,
    output: &mut impl Write,
    options: &SolveOptions,
    tallies: &mut BTreeMap<String, SolveTally>,
) -> io::Result<()> {
    let Some(report) = search(&problem.request, options) else { return Ok(()) };
    let known = problem.accepted.contains(&report.best);
    let proven = report.score.is_win();
    if options.verbose && !(known || proven) {
        let Problem { id, class, .. } = &problem;
        let Report { best, score, depth, .. } = report;
        writeln!(output, "{id} {class}: {} score {score} depth {depth}", best)?;
    }
    let tally = tallies.entry(problem.class.clone()).or_default();
    tally.problems += 1;
    tally.solved += usize::from(known || proven);
    tally.known += usize::from(known);
    tally.proven += usize::from(proven);
    Ok(())
}

fn write_table(tallies: &BTreeMap<String, SolveTally>, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "class  problems  solved          known move  win reported")?;
    for (class, tally) in tallies {
        let &SolveTally { problems, solved, known, proven } = tally;
        let percent = 100.0 * solved as f64 / problems.max(1) as f64;
        writeln!(
            output,
            "{class:6} {problems:8}  {solved:6} ({percent:3.0} %)  {known:10}  {proven:12}"
        )?;
    }
    Ok(())
}

fn search(request: &PositionLine, options: &SolveOptions) -> Option<Report> {
    let nodes = options.time.is_none().then_some(options.nodes);
    let clock = options.time.map(|time| Clock {
        start: Instant::now(),
        turn: Some(Duration::from_millis(time)),
        left: None,
        increment: Duration::ZERO,
    });
    let limits = Limits { nodes, clock, ..Limits::default() };
    Engine::new(MEMORY, 1).think(&request.board(), &limits, &Control::new(), &mut Silent)
}
