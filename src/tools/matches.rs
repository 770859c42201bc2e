//! `pbrain-dolmen match`: engines against engines.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use super::match_report::{MatchReport, plus_minus};
use crate::arena::record::{self, GameRecord, MatchHeader, MatchRecord, write_line};
use crate::arena::runner::{Match, Observer, Standing};
use crate::arena::schedule::{Format, Schedule, Shard};
use crate::arena::spec::{Budget, EngineSpec};
use crate::arena::statistics::{EloModel, Sprt, Tally};
use crate::arena::{Terms, opening};
use crate::files::{fault, write_atomically};
use crate::types::{Rule, Size};

/// What the command line asks for.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Descriptions of the engines.
    pub engines: Vec<String>,
    /// Limits and settings for all of them.
    pub each: Option<String>,
    /// The rule.
    pub rule: Rule,
    /// The board size.
    pub size: Size,
    /// Games of each pairing.
    pub games: usize,
    /// The first engine meets all others.
    pub gauntlet: bool,
    /// File of openings, one a line.
    pub openings: Option<PathBuf>,
    /// Openings that come again are turned.
    pub transform: bool,
    /// The engines choose the openings by swap2.
    pub swap2: bool,
    /// Games at the same time.
    pub concurrency: usize,
    /// Engines live on from game to game.
    pub keep_engines: bool,
    /// Milliseconds that a reply may be late.
    pub tolerance: u64,
    /// Stones after which a game is drawn.
    pub move_limit: Option<usize>,
    /// Claims in a row by both engines that end a game.
    pub agree: Option<u32>,
    /// `elo0=..,elo1=..`, perhaps with alpha, beta and model.
    pub sprt: Option<String>,
    /// Scores are asked for and recorded.
    pub evals: bool,
    /// JSON lines, one for each game.
    pub record: Option<PathBuf>,
    /// Goes on with the match of that file.
    pub resume: bool,
    /// The part to play.
    pub shard: Shard,
    /// Where to write the games in other formats.
    pub export: Export,
    /// Where to write what was said.
    pub log: Option<PathBuf>,
    /// The result as JSON.
    pub json: bool,
}

/// Files in other formats, written at the end.
#[derive(Clone, Debug, Default)]
pub struct Export {
    /// One file of SGF games.
    pub sgf: Option<PathBuf>,
    /// A folder of Piskvork files.
    pub psq: Option<PathBuf>,
    /// One file of PGN results.
    pub pgn: Option<PathBuf>,
    /// One compact file for training.
    pub binary: Option<PathBuf>,
}

fn wrong(text: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, text.into())
}

/// Plays a match and prints its result.
///
/// # Errors
/// If the options make no sense, an engine cannot be started, or a file cannot be read or
/// written.
pub fn run(options: &MatchOptions, mut output: impl Write) -> io::Result<()> {
    let plan = plan(options)?;
    let header = header(&plan);
    let mut done = Vec::new();
    if let (Some(path), true) = (&options.record, options.resume)
        && path.exists()
    {
        done = resume(path, &header)?;
    }
    let file = match &options.record {
        None => None,
        Some(path) if path.exists() && !options.resume => {
            return Err(fault(path, "exists already: use --resume"));
        }
        Some(path) => Some(start_record(path, &header, &done)?),
    };
    let log = options.log.as_ref().map(|path| File::create(path).map(BufWriter::new));
    let parts = (0..plan.schedule.pairs()).filter(|&pair| plan.shard.has(pair)).count();
    let bar = ProgressBar::new(2 * parts as u64).with_style(progress_style());
    bar.set_position(done.len() as u64);
    let mut keeper = Keeper { file, log: log.transpose()?, bar, sprt: plan.sprt };
    let standing = plan.run(done, &mut keeper)?;
    keeper.bar.finish_and_clear();
    let mut games: Vec<GameRecord> = standing.games.values().cloned().collect();
    games.sort_by_key(|game| game.index);
    let record = MatchRecord { header, games };
    options.export.write(&record)?;
    let result = MatchReport { record: &record, standing: Some(&standing), sprt: plan.sprt };
    output.write_all(if options.json { result.json() } else { result.text() }.as_bytes())?;
    output.flush()
}

/// Joins the records of parts of one match and prints the result of all.
///
/// # Errors
/// If a file is no record, or of another match, or the joined record cannot be written.
pub fn merge(
    files: &[PathBuf],
    joined: Option<&Path>,
    export: &Export,
    json: bool,
    mut output: impl Write,
) -> io::Result<()> {
    let mut whole: Option<MatchRecord> = None;
    for path in files {
        let part = record::read(BufReader::new(File::open(path)?))?;
        match &mut whole {
            None => whole = Some(part),
            Some(whole) if whole.header == part.header => whole.games.extend(part.games),
            Some(_) => return Err(fault(path, "of another match")),
        }
    }
    let mut whole = whole.ok_or_else(|| wrong("no files to merge"))?;
    whole.games.sort_by_key(|game| game.index);
    whole.games.dedup_by_key(|game| game.index);
    if let Some(path) = joined {
        let mut file = BufWriter::new(File::create(path)?);
        write_line(&mut file, &whole.header)?;
        whole.games.iter().try_for_each(|game| write_line(&mut file, game))?;
    }
    export.write(&whole)?;
    let result = MatchReport { record: &whole, standing: None, sprt: None };
    output.write_all(if json { result.json() } else { result.text() }.as_bytes())?;
    output.flush()
}

/// Makes sense of the options.
fn plan(options: &MatchOptions) -> io::Result<Match> {
    let size = options.size;
    let each = match &options.each {
        // A description without a command.
        Some(text) => Some(EngineSpec::parse(&format!("cmd=-,{text}")).map_err(spec_error)?),
        None => None,
    };
    let mut engines = Vec::new();
    for text in &options.engines {
        let mut spec = EngineSpec::parse(text).map_err(spec_error)?;
        if let Some(each) = &each {
            spec.budget = spec.budget.or(each.budget);
            let own: Vec<&String> = spec.options.iter().map(|(key, _)| key).collect();
            let more: Vec<(String, String)> =
                each.options.iter().filter(|(key, _)| !own.contains(&key)).cloned().collect();
            spec.options.splice(0..0, more);
        }
        if !spec.budget.is_limited() {
            let mut default = Budget::default();
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
    let sprt = options.sprt.as_deref().map(parse_sprt).transpose()?;
    if sprt.is_some() && engines.len() != 2 {
        return Err(wrong("a sequential test needs two engines"));
    }
    let format = if options.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    let openings = read_openings(options, size)?;
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
    })
}

fn spec_error(error: crate::arena::spec::SpecError) -> io::Error {
    wrong(error.to_string())
}

fn read_openings(options: &MatchOptions, size: Size) -> io::Result<Vec<Vec<crate::types::Coord>>> {
    let Some(path) = &options.openings else { return Ok(Vec::new()) };
    let text = std::fs::read_to_string(path).map_err(|error| fault(path, error))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    lines
        .map(|(line, n)| {
            opening::parse(line, size)
                .map_err(|error| wrong(format!("{}:{n}: {error}", path.display())))
        })
        .collect()
}

/// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic|normalised`.
fn parse_sprt(text: &str) -> io::Result<Sprt> {
    let mut sprt =
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    for part in text.split(',') {
        let (key, value) = part.split_once('=').ok_or_else(|| wrong("--sprt needs key=value"))?;
        let number = || value.trim().parse::<f64>().map_err(|_| wrong("--sprt needs numbers"));
        match key.trim() {
            "elo0" => sprt.elo0 = number()?,
            "elo1" => sprt.elo1 = number()?,
            "alpha" => sprt.alpha = number()?,
            "beta" => sprt.beta = number()?,
            "model" if value.starts_with("norm") => sprt.model = EloModel::Normalised,
            "model" if value.starts_with("log") => sprt.model = EloModel::Logistic,
            key => return Err(wrong(format!("--sprt knows no '{key}={value}'"))),
        }
    }
    let open = 0.0..0.5;
    let sensible = sprt.elo0 < sprt.elo1 && open.contains(&sprt.alpha) && open.contains(&sprt.beta);
    if sensible && sprt.alpha > 0.0 && sprt.beta > 0.0 {
        Ok(sprt)
    } else {
        Err(wrong("--sprt needs elo0 < elo1, and alpha and beta between 0 and 0.5"))
    }
}

fn header(plan: &Match) -> MatchHeader {
    let terms = format!(
        "{:?} {:?} {:?} {} {:?}",
        plan.engines.iter().map(|e| (&e.budget, &e.options)).collect::<Vec<_>>(),
        plan.terms,
        plan.schedule,
        plan.swap2,
        plan.keep_engines,
    );
    // FNV-1a: short, and the same everywhere.
    let hash = terms.bytes().fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    MatchHeader {
        dolmen_match: 1,
        rule: plan.terms.rule.code(),
        size: plan.terms.size.get(),
        engines: plan.engines.iter().map(|engine| engine.name.clone()).collect(),
        games: plan.schedule.games(),
        terms: format!("{hash:016x}"),
    }
}

fn resume(path: &Path, header: &MatchHeader) -> io::Result<Vec<GameRecord>> {
    let record = record::read(BufReader::new(File::open(path)?))?;
    if record.header != *header {
        return Err(fault(path, "the record of another match"));
    }
    Ok(record.games)
}

/// Opens the record for the games to come. What is known is written anew, so that a line that
/// was cut off does not stay.
fn start_record(path: &Path, header: &MatchHeader, done: &[GameRecord]) -> io::Result<File> {
    let mut known = Vec::new();
    write_line(&mut known, header)?;
    done.iter().try_for_each(|game| write_line(&mut known, game))?;
    write_atomically(path, known)?;
    OpenOptions::new().append(true).open(path)
}

impl Export {
    fn write(&self, record: &MatchRecord) -> io::Result<()> {
        if let Some(path) = &self.sgf {
            std::fs::write(path, record.sgf())?;
        }
        if let Some(path) = &self.pgn {
            std::fs::write(path, record.pgn())?;
        }
        if let Some(path) = &self.binary {
            std::fs::write(path, record.binary())?;
        }
        if let Some(folder) = &self.psq {
            std::fs::create_dir_all(folder)?;
            for game in &record.games {
                let name = format!("game-{:05}.psq", game.index + 1);
                std::fs::write(folder.join(name), record.psq(game))?;
            }
        }
        Ok(())
    }
}

/// Writes the record and moves the bar.
struct Keeper {
    file: Option<File>,
    log: Option<BufWriter<File>>,
    bar: ProgressBar,
    sprt: Option<Sprt>,
}

fn progress_style() -> ProgressStyle {
    let template = "{bar:30} {pos}/{len} games, {elapsed} (left {eta}) {msg}";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Observer for Keeper {
    fn on_game(&mut self, game: &GameRecord, standing: &Standing) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            write_line(file, game)?;
        }
        let Tally { wins, draws, losses, .. } = standing.tally;
        let elo = standing.tally.elo();
        let mut text = format!("+{wins} ={draws} -{losses} {}", plus_minus(elo));
        if let Some(sprt) = &self.sprt {
            text += &format!(" LLR {:.2}", sprt.llr(&standing.tally));
        }
        self.bar.set_message(text);
        self.bar.inc(1);
        Ok(())
    }

    fn on_log(&mut self, game: usize, name: &str, lines: &[String]) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        lines.iter().try_for_each(|line| writeln!(log, "{game:5} {name:12} {line}"))
    }

    fn wants_log(&self) -> bool {
        self.log.is_some()
    }
}
