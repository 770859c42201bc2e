//! `dolmen match`: engines against engines.

mod export;
mod header;
mod sprt;

use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;

use super::match_report::{MatchReport, with_interval};
use super::progress::{self, Minutes};
use crate::arena::process::Process;
use crate::arena::record::{self, GameRecord, MatchHeader, MatchRecord, write_line};
use crate::arena::runner::{Match, Observer, Standing};
use crate::arena::schedule::{Pairing, Schedule, Shard};
use crate::arena::spec::{EngineSpec, MoveBudget};
use crate::arena::statistics::{Sprt, Tally};
use crate::arena::{Terms, opening};
use crate::files::{self, Existing, NamedFile, check_named_once, fault};
use dolmen::search::Control;
use dolmen::types::{Rule, Size};
pub use export::Export;
use header::header;

/// What the command line asks for.
#[derive(Clone, Debug, Args)]
pub struct MatchOptions {
    /// An engine, at least two: name=..,cmd=..,tc=GAME/TURN+INCREMENT,nodes=..,depth=..,pause=MS,
    /// option.KEY=VALUE.
    #[arg(long = "engine", value_name = "SPEC")]
    pub engines: Vec<String>,
    /// Limits and options for every engine: tc=..,nodes=..,depth=..,pause=MS,option.KEY=VALUE.
    #[arg(long, value_name = "SPEC")]
    pub each: Option<String>,
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// Games of each pairing, two for each opening: an odd number is rounded up; at most 1000000.
    #[arg(long, default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub games: usize,
    /// The first engine plays all others; default: round robin.
    #[arg(long)]
    pub gauntlet: bool,
    /// Openings, one a line: points h8i9 or offsets from the centre 0,0, 1,1. Default: the empty
    /// board, on which engines that repeat themselves play the same two games again and again.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Rotate and mirror repeated openings.
    #[arg(long)]
    pub transform: bool,
    /// Let the engines choose the openings by swap2.
    #[arg(long, conflicts_with = "openings")]
    pub swap2: bool,
    /// Games at the same time.
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    pub concurrency: usize,
    /// Keep the engines running between games.
    #[arg(long = "keep")]
    pub keep_engines: bool,
    /// How late a reply may be, in milliseconds.
    #[arg(long, default_value_t = 100, value_name = "MS")]
    pub tolerance: u64,
    /// Adjudicate a draw at this many stones.
    #[arg(long, value_name = "STONES", value_parser = at_least_one())]
    pub move_limit: Option<usize>,
    /// Adjudicate a win that both engines have claimed for this many moves.
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub agree: Option<u32>,
    /// Stop when a sequential test (SPRT) is decided: elo0=0,elo1=10; optionally alpha, beta (0.05)
    /// and model=normalised for normalised Elo. Bounds are at most 1000, of normalised Elo 200.
    #[arg(long, value_name = "BOUNDS")]
    pub sprt: Option<String>,
    /// Ask for scores (INFO show_detail 1) and record them.
    #[arg(long)]
    pub evals: bool,
    /// Write each finished game to this file, a JSON line each.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Continue the match of --record.
    #[arg(long, requires = "record")]
    pub resume: bool,
    /// Play part i of n only; `match merge` joins the records.
    #[arg(long, value_name = "i/n", default_value = "1/1")]
    pub shard: Shard,
    /// Write the lines exchanged to this file, of each game the last 20000 with each engine.
    #[arg(long, value_name = "FILE")]
    pub talk: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    pub json: bool,
    /// Files in other formats.
    #[command(flatten)]
    pub export: Export,
}

fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

fn wrong(text: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, text.into())
}

/// Plays a match and prints its result; what engines say at their start goes to `notes`, and a line a
/// minute where no bar can be drawn. If `control` says stop before the end, or an error ends it, the
/// result is that of the finished games. Files in other formats are not written then if there is a
/// record, which can be continued.
///
/// # Errors
/// If the options make no sense, an engine cannot be started, a file cannot be read or written, or
/// games are left since `control` says stop.
pub fn run(
    options: &MatchOptions,
    control: &Arc<Control>,
    output: impl Write,
    mut notes: impl Write + Send + 'static,
) -> io::Result<()> {
    let plan = plan(options, control)?;
    let header = header(&plan);
    let others = [&options.openings, &options.record, &options.talk];
    let others = others.into_iter().flatten().map(PathBuf::as_path);
    options.export.check(others, (0..header.games).filter(|game| plan.shard.has(game / 2)))?;
    if let Some(path) = &options.talk {
        let existing = if options.resume { Existing::Replace } else { options.export.existing() };
        files::check_output(path, existing)?;
    }
    // An engine that cannot be started is no reason to begin files.
    plan.engines.iter().try_for_each(|engine| Process::start(engine, false).map(Process::end))?;
    let (file, done) = match &options.record {
        None => (None, Vec::new()),
        Some(path) => {
            let (file, done) = start_record(path, &header, options)?;
            (Some(file), done)
        }
    };
    let log = options.talk.as_ref().map(|path| {
        let file = match options.resume {
            true => NamedFile::append(path),
            false => NamedFile::create(path, options.export.existing()),
        };
        file.map(BufWriter::new)
    });
    let wanted = 2 * plan.shard.share(plan.schedule.pairs() as u64);
    let bar = started_bar(wanted, done.len() as u64);
    let one_sided = plan.engines.len() == 2 || options.gauntlet;
    let log = log.transpose()?;
    let (rounds, different) = plan.schedule.rounds();
    if different < rounds && !plan.swap2 {
        let again = "engines that repeat themselves play the same games again";
        writeln!(notes, "different openings: {different} for {rounds} rounds; {again}")?;
    }
    let notes = Box::new(notes);
    let minutes = Minutes::default();
    let mut keeper = Keeper { file, log, notes, bar, minutes, one_sided, sprt: plan.sprt };
    let (standing, outcome) = plan.run(done, &mut keeper);
    keeper.bar.finish_and_clear();
    let played = standing.games.len() as u64;
    if played == 0 && outcome.is_err() {
        return outcome;
    }
    let is_stopped = outcome.is_err() || control.is_stopped();
    let is_cut = is_stopped && played < wanted && !plan.is_decided(&standing);
    let mut games: Vec<GameRecord> = standing.games.values().cloned().collect();
    games.sort_by_key(|game| game.index);
    let record = MatchRecord { header, games };
    let result = MatchReport { record: &record, standing: Some(&standing), sprt: plan.sprt };
    let goes_on = is_cut && options.record.is_some();
    let published = publish(&result, options.json, (!goes_on).then_some(&options.export), output);
    outcome.and(published)?;
    match is_cut {
        true => Err(io::Error::other(format!("interrupted after {played} of {wanted} games"))),
        false => Ok(()),
    }
}

/// Prints the result and writes the files in other formats, whatever becomes of the output: it may
/// be closed.
fn publish(
    result: &MatchReport<'_>,
    json: bool,
    export: Option<&Export>,
    mut output: impl Write,
) -> io::Result<()> {
    let text = if json { result.json() } else { result.text() };
    let printed = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    // Last: what fails here takes nothing of the result along.
    export.map_or(Ok(()), |export| export.write(result.record)).and(printed)
}

/// Joins the records of parts of one match and prints the result of all.
///
/// # Errors
/// If a file is no record, or of another match, or is to be written in another format, or the joined
/// record cannot be written.
pub fn merge(
    files: &[PathBuf],
    joined: Option<&Path>,
    export: &Export,
    json: bool,
    output: impl Write,
) -> io::Result<()> {
    if let Some(path) = joined {
        files::check_output(path, export.existing())?;
    }
    // The joined record may replace one of them: it has all their games.
    check_named_once(files.iter().map(PathBuf::as_path), export.files())?;
    let mut whole: Option<MatchRecord> = None;
    for path in files {
        let part = record::read(BufReader::new(files::open(path)?));
        let part = part.map_err(|error| fault(path, error))?;
        match &mut whole {
            None => whole = Some(part),
            Some(whole) => {
                check_header(path, &part.header, &whole.header)?;
                whole.games.extend(part.games);
            }
        }
    }
    let mut whole = whole.ok_or_else(|| wrong("no files to merge"))?;
    whole.games = record::each_once(whole.games).map_err(|game| {
        wrong(format!("game {game} is in two of the files, with different moves"))
    })?;
    export.check(joined, whole.games.iter().map(|game| game.index))?;
    if let Some(path) = joined {
        let mut lines = Vec::new();
        write_line(&mut lines, &whole.header)?;
        whole.games.iter().try_for_each(|game| write_line(&mut lines, game))?;
        files::write(path, lines, export.existing())?;
    }
    let result = MatchReport { record: &whole, standing: None, sprt: None };
    publish(&result, json, Some(export), output)
}

/// Makes sense of the options.
fn plan(options: &MatchOptions, control: &Arc<Control>) -> io::Result<Match> {
    let size = options.size;
    let each = options.each.as_deref().map(EngineSpec::parse_each).transpose();
    let each = each.map_err(|error| wrong(format!("--each: {error}")))?;
    let mut engines = Vec::new();
    for text in &options.engines {
        let mut spec = EngineSpec::parse(text).map_err(spec_error)?;
        if let Some(each) = &each {
            spec.budget = spec.budget.or(each.budget);
            spec.wanted_pause = spec.wanted_pause.or(each.wanted_pause);
            let own: Vec<&String> = spec.options.iter().map(|(key, _)| key).collect();
            let more: Vec<(String, String)> =
                each.options.iter().filter(|(key, _)| !own.contains(&key)).cloned().collect();
            spec.options.splice(0..0, more);
        }
        if !spec.budget.is_limited() {
            let mut default = MoveBudget::default();
            default.set_time("10+0.1").map_err(spec_error)?;
            spec.budget = default;
        }
        let known = |spec: &EngineSpec| engines.iter().any(|e: &EngineSpec| e.name == spec.name);
        let name = spec.name.clone();
        for n in 2.. {
            if !known(&spec) {
                break;
            }
            spec.name = format!("{name}-{n}");
        }
        engines.push(spec);
    }
    if engines.len() < 2 {
        return Err(wrong("a match needs at least two --engine"));
    }
    let sprt = options.sprt.as_deref().map(sprt::parse).transpose()?;
    if sprt.is_some() && engines.len() != 2 {
        return Err(wrong("a sequential test needs two engines"));
    }
    if sprt.is_some() && options.shard.of > 1 {
        return Err(wrong("--sprt needs all games of a match, not a --shard"));
    }
    let format = if options.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
    let openings =
        options.openings.as_deref().map(|path| opening::read_all(path, options.rule, size));
    let openings = openings.transpose()?.unwrap_or_default();
    let schedule =
        Schedule::new(engines.len(), format, options.games, openings, options.transform, size);
    let terms = Terms {
        rule: options.rule,
        size,
        tolerance: std::time::Duration::from_millis(options.tolerance),
        move_limit: options.move_limit,
        agreement: options.agree,
        evals: options.evals,
    };
    Ok(Match {
        engines,
        terms,
        schedule,
        shard: options.shard,
        concurrency: options.concurrency,
        keep_engines: options.keep_engines,
        swap2: options.swap2,
        sprt,
        control: Arc::clone(control),
    })
}

fn spec_error(error: crate::arena::spec::SpecError) -> io::Error {
    wrong(error.to_string())
}

/// The header of a record must be that of the match.
fn check_header(path: &Path, header: &MatchHeader, expected: &MatchHeader) -> io::Result<()> {
    match header.difference(expected) {
        None => Ok(()),
        Some(text) => Err(fault(path, format!("the record of another match: {text}"))),
    }
}

/// Opens the record for the games to come, with those that it has already.
fn start_record(
    path: &Path,
    header: &MatchHeader,
    options: &MatchOptions,
) -> io::Result<(NamedFile, Vec<GameRecord>)> {
    if !options.resume {
        let existing = options.export.existing();
        if existing == Existing::Keep && path.is_file() {
            return Err(fault(path, "exists already: --resume continues it, --force replaces it"));
        }
        files::check_output(path, existing)?;
    }
    let mut file = NamedFile::resume(path)?;
    let bytes = if options.resume { file.read_lines()? } else { Vec::new() };
    let mut games = Vec::new();
    if !bytes.is_empty() {
        let record = record::read(&bytes[..]).map_err(|error| fault(path, error))?;
        check_header(path, &record.header, header)?;
        games = record.games;
        if games.iter().any(|game| !options.shard.has(game.index / 2)) {
            return Err(fault(path, "holds games of another shard"));
        }
    }
    file.cut(bytes.len() as u64)?;
    if bytes.is_empty() {
        write_line(&mut file, header)?;
    }
    Ok((file, games))
}

/// Writes the record and tells how far the match is.
struct Keeper {
    file: Option<NamedFile>,
    log: Option<BufWriter<NamedFile>>,
    notes: Box<dyn Write + Send>,
    bar: ProgressBar,
    minutes: Minutes,
    /// The first engine plays in every game, and the score is its.
    one_sided: bool,
    sprt: Option<Sprt>,
}

/// A bar for a match that goes on after `done` games.
fn started_bar(wanted: u64, done: u64) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} games, {elapsed} (left {eta}) {msg}";
    progress::continued(wanted, done, template)
}

impl Observer for Keeper {
    fn on_game(&mut self, game: &GameRecord, standing: &Standing) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            write_line(file, game)?;
        }
        let mut text = String::new();
        if self.one_sided {
            let Tally { wins, draws, losses, .. } = standing.tally;
            let elo = standing.tally.elo();
            text = format!("+{wins} ={draws} -{losses} {}", with_interval(elo));
            if let Some(sprt) = &self.sprt {
                text += &format!(" LLR {:.2}", sprt.llr(&standing.tally));
            }
        }
        let Keeper { bar, notes, minutes, .. } = self;
        bar.inc(1);
        let (done, wanted) = (bar.position(), bar.length().unwrap_or(0));
        minutes.tell(bar, notes, format!("{done} of {wanted} games {text}").trim_end());
        bar.set_message(text);
        Ok(())
    }

    fn on_log(&mut self, game: usize, name: &str, lines: &[String]) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        lines.iter().try_for_each(|line| writeln!(log, "{:5} {name:12} {line}", game + 1))?;
        log.flush()
    }

    fn on_remarks(&mut self, name: &str, lines: &[String]) {
        let Keeper { bar, notes, .. } = self;
        bar.suspend(|| lines.iter().for_each(|line| drop(writeln!(notes, "{name}: {line}"))));
    }

    fn wants_log(&self) -> bool {
        self.log.is_some()
    }
}

#[cfg(test)]
mod tests;
