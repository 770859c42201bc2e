//! `dolmen book`: databases of positions that grow by themselves.

mod stats;

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use dolmen::board::{Board, Outcome};
use dolmen::engine::{Engine, work_off};
use dolmen::protocol::parse_threads;
use dolmen::search::Control;
use dolmen::types::{Coord, Rule, Size, parse_stones};
use dolmen_records::Charset;
use dolmen_study::analyze::study::Effort;

use crate::arena::schedule::Shard;
use crate::database::graph::{renewed, with_value};
use crate::database::import::{self, Untold};
use crate::database::key::{Layout, Section};
use crate::database::rapfi;
use crate::database::store::{Access, Store, log_of};
use crate::database::text::{self, Written};
use crate::database::walk::Walk;
use crate::files::{self, Existing, fault, resolved};
use crate::tools::expansion::search::{Found, Job, first_moves};
use crate::tools::expansion::{Book, Growth};
use crate::tools::game_files::parse_charset;
use crate::tools::progress;

pub use stats::stats;

/// Positions that are chosen at a time, and searched in parallel: the same however many threads there
/// are, so that the book is the same.
const BATCH: usize = 8;
/// Memory of a searching engine: small, for it is emptied before each search.
const MEMORY: u64 = 32 << 20;

/// The position that a command is about.
#[derive(Clone, Debug, Args)]
pub struct Start {
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// The moves to the position where it begins, like h8i9. Default: none.
    #[arg(long, default_value = "", hide_default_value = true, value_name = "MOVES")]
    pub opening: String,
}

impl Start {
    fn moves(&self) -> io::Result<Vec<Coord>> {
        if self.opening.trim().is_empty() {
            return Ok(Vec::new());
        }
        parse_stones(&self.opening).map_err(|error| io::Error::other(format!("--opening: {error}")))
    }

    fn board(&self) -> io::Result<Board> {
        let mut board = Board::new(self.rule, self.size);
        for c in self.moves()? {
            board
                .try_play(c)
                .map_err(|error| io::Error::other(format!("--opening: {c}: {error}")))?;
        }
        match board.outcome() {
            Outcome::Open => Ok(board),
            _ => Err(io::Error::other("--opening: the game is over there")),
        }
    }
}

/// How a book is to grow.
#[derive(Clone, Debug, Args)]
pub struct BuildOptions {
    /// Where it begins.
    #[command(flatten)]
    pub start: Start,
    /// Expanded positions to have in the end in this database, with --shard those of the part; rounded
    /// up to a multiple of 8. Those of earlier runs are included.
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub positions: usize,
    /// Nodes to expand a position.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Moves of a position that get a value.
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=100))]
    pub width: u16,
    /// Winning chance in hundredths that a move may be worse for each ply that its line is shorter:
    /// more makes the book wider, less makes it deeper.
    #[arg(long, default_value_t = 4.0, value_name = "PERCENT", value_parser = parse_percent)]
    pub drop: f64,
    /// Expand part i of n only.
    #[arg(long, value_name = "i/n", default_value = "1/1")]
    pub shard: Shard,
    /// Searches at the same time, at most as many as the machine runs threads at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (0.1..=100.0).contains(percent));
    percent.ok_or_else(|| "expected 0.1 to 100".to_string())
}

/// Grows a book, which is written after every few positions, until `control` says stop, which `notes`
/// are told; the same run started again goes on.
///
/// # Errors
/// If the database cannot be opened, read or written, or the opening is none.
pub fn build(
    options: &BuildOptions,
    path: &Path,
    mut notes: impl Write,
    control: &Control,
) -> io::Result<()> {
    let board = options.start.board()?;
    let store = Store::open(path, Access::Write)?;
    let growth = Growth { drop: options.drop / 100.0, shard: options.shard };
    let mut book = Book::load(&store, Layout::of(&board), growth)?;
    let template = "{bar:40} {pos}/{len} positions, {per_sec}, {eta} left, {msg}";
    let wanted = options.positions.next_multiple_of(BATCH) as u64;
    let bar = progress::continued(wanted, book.expanded() as u64, template);
    while book.expanded() < options.positions {
        // Whole steps, which do not depend on where the last run ended: positions are chosen without
        // the values of those of the same step.
        let step = BATCH - book.expanded() % BATCH;
        let search = |jobs: &[Job]| {
            let found = search_all(options, jobs, control);
            if control.is_stopped() { vec![None; jobs.len()] } else { found }
        };
        if book.expand(&store, step, search)? == 0 {
            break;
        }
        bar.set_position(book.expanded() as u64);
        if let Some(value) = book.value() {
            bar.set_message(format!("value {value}"));
        }
    }
    bar.finish_and_clear();
    book.finish(&store, control)?;
    store.save()?;
    match control.is_stopped() {
        true => writeln!(notes, "{} positions, stopped", book.expanded()),
        false => Ok(()),
    }
}

/// Searches positions in parallel; each result depends on its position alone.
fn search_all(options: &BuildOptions, jobs: &[Job], control: &Control) -> Vec<Option<Vec<Found>>> {
    let threads = options.threads.clamp(1, jobs.len().max(1));
    let limits = (Effort::Nodes(options.nodes), usize::from(options.width));
    let mut found = vec![None; jobs.len()];
    std::thread::scope(|scope| {
        let work = |part: usize| {
            let own = jobs.iter().enumerate().skip(part).step_by(threads);
            let mut results = Vec::new();
            let search = |engine: &mut Engine, (_, job): &(usize, &Job)| {
                engine.clear();
                first_moves(engine, job, limits, control)
            };
            let take = |(i, _): (usize, &Job), lines: Option<Option<_>>| {
                results.push((i, lines.flatten()));
                true
            };
            work_off(own, |_| Engine::new(MEMORY, 1), search, take);
            results
        };
        let workers: Vec<_> = (0..threads).map(|part| scope.spawn(move || work(part))).collect();
        for (i, lines) in workers.into_iter().filter_map(|worker| worker.join().ok()).flatten() {
            found[i] = lines;
        }
    });
    found
}

/// What to join.
#[derive(Clone, Debug, Args)]
pub struct MergeOptions {
    /// The database to write.
    pub output: PathBuf,
    /// Databases, also those of Yixin and Rapfi, what `book export` writes as JSON, csv and lib, and SGF.
    #[arg(required = true)]
    pub parts: Vec<PathBuf>,
    /// The rule of the positions of libraries, which do not tell theirs, and of SGF, by name or code.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Character set of texts that are not UTF-8, like gb18030, shift_jis or windows-1251. Default:
    /// windows-1252 in libraries; databases of Yixin and Rapfi get them replaced, JSON and csv are refused.
    #[arg(long, value_name = "NAME", value_parser = parse_charset)]
    pub charset: Option<Charset>,
    /// Replace the output if it exists.
    #[arg(long)]
    pub force: bool,
}

/// Joins databases into one, also those of Yixin and Rapfi, and other forms of them: of two records of
/// a position the one that says more, texts of both. What each adds goes to `notes`.
/// The values of a book are computed anew from below.
///
/// # Errors
/// If the output exists and is to be kept, or one cannot be read or written; the error names it. If one
/// is cut off or damaged, after all that can be read is joined.
pub fn merge(options: &MergeOptions, notes: impl Write) -> io::Result<()> {
    let (output, existing) = (&options.output, Existing::with_force(options.force));
    files::check_output(output, existing)?;
    let log = log_of(output);
    if log.exists() {
        // SQLite would take the log of the old file for that of the new one.
        drop(Store::open(output, Access::Read)?);
        if log.exists() {
            return Err(fault(output, "is open in another program"));
        }
    }
    // A folder takes along what SQLite leaves beside a file that a full disk keeps it from closing.
    let folder = tempfile::Builder::new().prefix(".dolmen-").tempdir_in(files::folder_of(output));
    let folder = folder.map_err(|error| fault(output, error))?;
    let temporary = files::temporary(&folder.path().join("book"))?;
    let (hidden, shown) = (temporary.path().display().to_string(), output.display().to_string());
    let damaged = fill(temporary.path(), options, notes).map_err(|error| {
        io::Error::new(error.kind(), error.to_string().replace(&hidden, &shown))
    })?;
    files::persist(temporary, output, existing).map_err(|error| fault(output, error))?;
    match damaged {
        0 => Ok(()),
        n => Err(io::Error::other(format!("{n} damaged, of which only a part was joined"))),
    }
}

/// Writes what databases know into another. Returns how many are damaged.
fn fill(path: &Path, options: &MergeOptions, mut notes: impl Write) -> io::Result<usize> {
    let store = Store::open(path, Access::Write)?;
    let untold = Untold { rule: options.rule, charset: options.charset };
    let mut damaged = 0;
    for part in &options.parts {
        let added = import::add(part, &store, untold)?;
        writeln!(notes, "{}: {added}", part.display())?;
        damaged += usize::from(added.damage.is_some());
    }
    if let Some(contradictions) = store.contradictions() {
        writeln!(notes, "{contradictions}")?;
    }
    back_up(&store)?;
    store.save().map(|_| damaged)
}

/// Computes the values of all expanded positions from below.
fn back_up(store: &Store) -> io::Result<()> {
    let mut expanded = Vec::new();
    store.for_each(&[], |key, record| {
        if record.is_expanded && !record.is_decided() {
            expanded.push(key);
        }
        Ok(())
    })?;
    // Of each rule and size, those with most stones first.
    let mut walk = Walk::new(store);
    for keys in expanded.rchunks(256) {
        let mut changed = BTreeMap::new();
        for key in keys.iter().rev() {
            let (Some(layout), Some(record)) = (key.layout(), store.get(key)?) else { continue };
            let mut below = walk.children(&layout)?;
            for child in &mut below {
                if let Some(record) = changed.get(&child.key) {
                    child.record.clone_from(record);
                }
            }
            if let Some(new) = renewed(&record, &below) {
                changed.insert(key.clone(), new);
            }
        }
        store.update(changed, |known, new| Some(with_value(known?, &new)))?;
    }
    Ok(())
}

/// A form to export a database in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// Everything, one JSON object a line.
    Json,
    /// The positions, as lines RULE SIZE MOVES.
    Pos,
    /// The text of Rapfi, without what it cannot hold.
    Csv,
    /// A library of RenLib with what follows from --opening; 15x15 only.
    Lib,
}

/// What to export.
#[derive(Clone, Debug, Args)]
pub struct ExportOptions {
    /// The form.
    #[arg(long, value_enum, default_value_t = ExportFormat::Json)]
    pub to: ExportFormat,
    /// Only positions of this rule, by name or code. Default: all; with --to lib freestyle.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Only positions of this board size. Default: all; with --to lib 15.
    #[arg(long)]
    pub size: Option<Size>,
    /// With --to lib: the moves to the position where it begins, like h8i9. Default: none.
    #[arg(long, value_name = "MOVES")]
    pub opening: Option<String>,
    /// The file to write. Default: standard output; required with --to lib.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the output if it exists.
    #[arg(long)]
    pub force: bool,
}

impl ExportOptions {
    fn section(&self) -> Section {
        Section { rule: self.rule, size: self.size }
    }

    /// Where a library begins.
    fn start(&self) -> Start {
        let opening = self.opening.clone().unwrap_or_default();
        let size = self.size.unwrap_or(Size::USUAL);
        Start { rule: self.rule.unwrap_or(Rule::Freestyle), size, opening }
    }
}

/// Writes a database in another form; how many positions it cannot hold goes to `notes`.
///
/// # Errors
/// If the database cannot be read, nothing in it is wanted, the output exists or cannot be written,
/// or a library cannot hold the positions. If only some records cannot be read, the others are written.
pub fn export(
    options: &ExportOptions,
    path: &Path,
    mut stdout: impl Write,
    mut notes: impl Write,
) -> io::Result<()> {
    let store = Store::open(path, Access::Read)?;
    let existing = Existing::with_force(options.force);
    if options.output.as_deref().is_some_and(|output| resolved(output) == resolved(path)) {
        return Err(fault(path, "is the database that is exported"));
    }
    if options.to == ExportFormat::Lib {
        let Some(output) = &options.output else {
            return Err(io::Error::other("--to lib needs --output FILE"));
        };
        return files::write(output, library(&store, &options.start())?, existing);
    }
    if options.opening.is_some() {
        return Err(io::Error::other("--opening is for --to lib only"));
    }
    let section = options.section();
    let is_limited = section.rule.is_some() || section.size.is_some();
    if is_limited && !store.has_any(section)? {
        return Err(fault(path, "no position of this --rule and --size"));
    }
    let Written { left_out, .. } = match &options.output {
        None => write_lines(options.to, &store, section, &mut BufWriter::new(&mut stdout)),
        Some(output) => files::write_with(output, existing, |file| {
            write_lines(options.to, &store, section, &mut BufWriter::new(file))
        }),
    }?;
    if left_out > 0 {
        let form = options.to.to_possible_value();
        let form = form.as_ref().map_or("", |value| value.get_name());
        writeln!(notes, "left out {left_out} positions that --to {form} cannot hold")?;
    }
    store.check_read()
}

/// The bytes of a library with what follows from a position, of which something must be known.
fn library(store: &Store, start: &Start) -> io::Result<Vec<u8>> {
    let board = start.board()?;
    let layout = Layout::of(&board);
    if store.get(&layout.placed().key)?.is_none() && store.children(&layout)?.is_empty() {
        let (rule, size) = (start.rule.name(), start.size);
        let error = format!("no position of {rule} {size}x{size} where the library is to begin");
        return Err(fault(store.path(), error));
    }
    let empty = Layout::of(&Board::new(board.rule(), board.size()));
    Ok(text::write_library(store, &start.moves()?, &empty)?.0)
}

fn write_lines(
    to: ExportFormat,
    store: &Store,
    section: Section,
    output: &mut impl Write,
) -> io::Result<Written> {
    let written = match to {
        ExportFormat::Pos => text::write_positions(store, section, output),
        ExportFormat::Csv => rapfi::csv::write(store, section, output),
        _ => text::write_text(store, section, output)
            .map(|positions| Written { positions, left_out: 0 }),
    }?;
    output.flush()?;
    Ok(written)
}
