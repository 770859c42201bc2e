//! `dolmen analyze`: what the engine thinks of the moves of a game.

pub mod deep;

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use indicatif::ProgressBar;

use super::game_files::{
    Assumed, GameFile, Input, Names, Remarks, check_all, is_folder, left_out, needs_ending,
    parse_charset, read_inputs, stem_of_game, unreadable, without_faults,
};
use crate::files::{self, Existing, NamedFile};
use deep::DeepOptions;
use dolmen::engine::Engine;
use dolmen::protocol::parse_threads;
use dolmen::search::Control;
use dolmen_records::{Charset, Format, GameTree};
use dolmen_study::analyze::judgement::Analysis;
use dolmen_study::analyze::study::{Effort, study};
use dolmen_study::analyze::{json, page, text, tree};
use dolmen_study::checked::CheckedGame;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// Lines for a terminal.
    Text,
    /// A page for a browser, one game each.
    Html,
    /// The game with comments and variations.
    Sgf,
    /// Lines of JSON.
    Json,
}

impl ReportFormat {
    /// All of them.
    pub const ALL: [ReportFormat; 4] =
        [ReportFormat::Text, ReportFormat::Html, ReportFormat::Sgf, ReportFormat::Json];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            ReportFormat::Text => "text",
            ReportFormat::Html => "html",
            ReportFormat::Sgf => "sgf",
            ReportFormat::Json => "json",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<ReportFormat> {
        ReportFormat::ALL.into_iter().find(|format| format.name() == name)
    }

    /// What a file's name asks for.
    pub fn of_path(path: &Path) -> Option<ReportFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(ReportFormat::Html),
            "sgf" => Some(ReportFormat::Sgf),
            "json" | "jsonl" => Some(ReportFormat::Json),
            "txt" => Some(ReportFormat::Text),
            _ => None,
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            ReportFormat::Text => "txt",
            other => other.name(),
        }
    }

    /// The report, as SGF in the tree that the game comes from if there is one.
    fn write(self, analysis: &Analysis, given: Option<GameTree>) -> String {
        match self {
            ReportFormat::Text => text::report(analysis),
            ReportFormat::Html => page::report(analysis),
            ReportFormat::Sgf => match given {
                Some(given) => tree::report_in(analysis, given),
                None => tree::report(analysis),
            },
            ReportFormat::Json => json::report(analysis),
        }
    }
}

/// What the command line asks for.
#[derive(Clone, Debug, Args)]
pub struct AnalyzeOptions {
    /// Files of games, as convert reads them; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Output file; or a folder (existing, or ending with /) for one file per game. Default:
    /// standard output.
    #[arg(long, value_name = "FILE|FOLDER")]
    pub output: Option<PathBuf>,
    /// Replace output files that exist.
    #[arg(long)]
    pub force: bool,
    /// Go on with an output folder: games that have a file there already are left out.
    #[arg(long, requires = "output", conflicts_with_all = ["force", "deep"])]
    pub resume: bool,
    /// Output format. Default: by the name of the output (.html, .sgf, .json, .txt), html for
    /// folders, text for standard output.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub format: Option<ReportFormat>,
    /// Search time for each position in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub time: u64,
    /// Nodes for each position instead of --time. With one thread the report is then repeatable.
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search threads, at most as many as the machine runs at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub threads: usize,
    /// Memory for the search, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(8..=1_048_576))]
    pub hash: u64,
    /// Only this game of each file.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub game: Option<usize>,
    /// Character set of texts that are not UTF-8, like gb18030, shift_jis or windows-1251. Default: what
    /// the file names, else windows-1252.
    #[arg(long, value_name = "NAME", value_parser = parse_charset)]
    pub charset: Option<Charset>,
    /// What holds for games that do not say.
    #[command(flatten)]
    pub assumed: Assumed,
    /// One position instead.
    #[command(flatten)]
    pub deep: DeepOptions,
}

impl AnalyzeOptions {
    /// What may be spent on each position.
    fn effort(&self) -> Effort {
        let time = Effort::Time(Duration::from_millis(self.time));
        self.nodes.map_or(time, Effort::Nodes)
    }

    /// What is asked for by name or by the name of the output.
    ///
    /// # Errors
    /// If that must say it but does not.
    fn named_format(&self) -> io::Result<Option<ReportFormat>> {
        let path = self.output.as_deref();
        let by_name = path.filter(|path| !is_folder(path)).and_then(ReportFormat::of_path);
        let format = self.format.or(by_name);
        match path.filter(|path| format.is_none() && needs_ending(path)) {
            Some(path) => Err(files::fault(
                path,
                "unknown kind of report: end the name with .html, .sgf, .json or .txt, that of a \
                 folder with /, or give --format",
            )),
            None => Ok(format),
        }
    }
}

fn format_parser() -> impl TypedValueParser<Value = ReportFormat> {
    let names = ReportFormat::ALL.map(ReportFormat::name);
    PossibleValuesParser::new(names)
        .try_map(|name| ReportFormat::from_name(&name).ok_or("no format"))
}

/// Reads the games, thinks about every position of each, and writes the reports. Progress is
/// shown on standard error if that is a terminal; remarks go to `notes`.
///
/// # Errors
/// If a file cannot be read or written, several games are to become one page, or there is no
/// game at all; and, after all others, if any game or file was left out.
pub fn run(
    options: &AnalyzeOptions,
    stdin: impl Read,
    mut output: impl Write,
    mut notes: impl Write,
) -> io::Result<()> {
    let inputs = read_inputs(&options.files, options.charset, stdin)?;
    let mut files = check_all(&inputs, options.assumed, &mut notes)?;
    for file in &mut files {
        file.games.retain(|game| options.game.is_none_or(|number| number == game.number));
    }
    let count = files.iter().map(|file| file.games.len()).sum();
    let refused = match options.game {
        None => files.iter().map(|file| file.refused).sum(),
        Some(_) => 0,
    };
    if count == 0 {
        return Err(io::Error::other(nothing(&files, options.game)));
    }
    let mut target = Target::new(options, count)?;
    target.check(&options.files, &files)?;
    let bar = progress(&files);
    let (mut engine, control) = (Engine::new(options.hash << 20, options.threads), Control::new());
    for (input, file) in inputs.iter().zip(&files) {
        let has_tree = target.format == ReportFormat::Sgf && file.format == Some(Format::Sgf);
        let mut given = match has_tree {
            true => bar.suspend(|| trees(input, file, options.assumed, &mut notes))?,
            false => HashMap::new(),
        };
        for checked in &file.games {
            let stem = stem_of_game(&file.stem, checked.number, file.count);
            let Some(page) = target.next(&stem) else {
                bar.inc(checked.game.moves.len() as u64 + 1);
                continue;
            };
            bar.set_message(file.stem.to_string_lossy().into_owned());
            let opinions = study(&mut engine, checked, options.effort(), &control, || bar.inc(1));
            let analysis = Analysis {
                name: name(file, checked),
                effort: effort(options),
                row_one_on_top: file.format.is_some_and(|format| format.counts_from_top()),
                ..Analysis::judge(checked.clone(), opinions)
            };
            target.write(&analysis, given.remove(&checked.number), page, &mut output)?;
        }
    }
    bar.finish_and_clear();
    left_out(refused, unreadable(&files))
}

/// The trees of the games by their numbers, without the branches that cannot be played; those go to
/// `notes`, and so does why there is no tree.
fn trees(
    input: &Input,
    file: &GameFile,
    assumed: Assumed,
    notes: &mut impl Write,
) -> io::Result<HashMap<usize, GameTree>> {
    let (mut trees, mut remarks) = (HashMap::new(), Remarks::default());
    let mut read: HashMap<usize, GameTree> = match input.trees(assumed, notes) {
        Ok(read) => (1..).zip(read.map_or(Vec::new(), |(_, file)| file.trees)).collect(),
        Err(error) => {
            writeln!(notes, "{error}; comments and variations left out")?;
            HashMap::new()
        }
    };
    for CheckedGame { number, game, rule, .. } in &file.games {
        let Some(tree) = read.remove(number) else { continue };
        if tree.main_line().moves == game.moves {
            let faults = tree.check(*rule).faults;
            trees.insert(*number, without_faults(tree, &faults, &mut remarks));
        } else {
            remarks.add(|| format!("game {number}: comments and variations left out"));
        }
    }
    input.tell(&remarks, notes)?;
    Ok(trees)
}

/// Why there is nothing to analyse.
fn nothing(files: &[GameFile], game: Option<usize>) -> String {
    let mut readable = files.iter().filter(|file| !file.is_unreadable);
    let short = readable.find_map(|file| Some((file, game.filter(|&game| game > file.count)?)));
    match short {
        Some((GameFile { name, count: 1, .. }, game)) => format!("{name} has one game, not {game}"),
        Some((GameFile { name, count, .. }, game)) => {
            format!("{name} has {count} games, not {game}")
        }
        None => "there is no game to analyse".into(),
    }
}

/// Where reports go.
struct Target {
    format: ReportFormat,
    /// A folder, in which each gets a file.
    names: Option<Names>,
    /// One file for all, to be begun by the first.
    file: Option<PathBuf>,
    is_begun: bool,
    existing: Existing,
    /// Whether files that are there stay, and are no error.
    resume: bool,
}

impl Target {
    fn new(options: &AnalyzeOptions, count: usize) -> io::Result<Target> {
        let path = options.output.as_deref();
        let folder = path.filter(|path| is_folder(path));
        // In a folder, pages are what people look for.
        let otherwise = if folder.is_some() { ReportFormat::Html } else { ReportFormat::Text };
        let format = options.named_format()?.unwrap_or(otherwise);
        if format == ReportFormat::Html && count > 1 && folder.is_none() {
            return Err(io::Error::other(format!(
                "a page holds one game, these are {count}: give --output a folder (ending with /), \
                 or choose one by --game"
            )));
        }
        if let Some(path) = path.filter(|_| options.resume && folder.is_none()) {
            return Err(files::fault(path, "expected a folder (ending with /) for --resume"));
        }
        let names = folder.map(Names::new).transpose()?;
        let file = path.filter(|path| !is_folder(path)).map(Path::to_path_buf);
        Ok(Target {
            format,
            names,
            file,
            is_begun: false,
            existing: Existing::with_force(options.force),
            resume: options.resume,
        })
    }

    /// Whether all reports can be written, and none of them over what is read.
    fn check(&self, inputs: &[PathBuf], files: &[GameFile]) -> io::Result<()> {
        let mut paths: Vec<PathBuf> = self.file.iter().cloned().collect();
        if let Some(mut names) = self.names.clone() {
            let games =
                files.iter().flat_map(|file| file.games.iter().map(move |game| (file, game)));
            let stems = games.map(|(file, game)| stem_of_game(&file.stem, game.number, file.count));
            paths.extend(stems.map(|stem| names.give(&stem, self.format.ending())));
        }
        let mut new = paths.iter().filter(|path| !(self.resume && path.is_file()));
        new.try_for_each(|path| files::check_output(path, self.existing))?;
        let [inputs, outputs] = [inputs, &paths].map(|paths| paths.iter().map(PathBuf::as_path));
        files::check_named_once(inputs, outputs)
    }

    /// The file of the next game, if each gets one; `None` if the game has one from an earlier run.
    fn next(&mut self, stem: &OsStr) -> Option<Option<PathBuf>> {
        let page = self.names.as_mut().map(|names| names.give(stem, self.format.ending()));
        // A file appears whole or not at all.
        let is_done = self.resume && page.as_ref().is_some_and(|page| page.is_file());
        (!is_done).then_some(page)
    }

    fn write(
        &mut self,
        analysis: &Analysis,
        given: Option<GameTree>,
        page: Option<PathBuf>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let text = self.format.write(analysis, given);
        if let Some(page) = page {
            return files::write(&page, text, self.existing);
        }
        match &self.file {
            Some(path) if self.is_begun => {
                NamedFile::append(path)?.write_all(text.as_bytes())?;
            }
            Some(path) => files::write(path, text, self.existing)?,
            None => {
                output.write_all(text.as_bytes())?;
                output.flush()?;
            }
        }
        self.is_begun = true;
        Ok(())
    }
}

fn name(file: &GameFile, checked: &CheckedGame) -> String {
    match file.count {
        1 => file.name.clone(),
        _ => format!("{}, game {}", file.name, checked.number),
    }
}

/// How the engine searches, in words.
fn effort(options: &AnalyzeOptions) -> String {
    let spent = match options.effort() {
        Effort::Time(time) => format!("{:.1} s", time.as_secs_f64()),
        Effort::Nodes(nodes) => format!("{nodes} nodes"),
    };
    let threads = if options.threads == 1 { "thread" } else { "threads" };
    format!("{spent} a position, {} {threads}", options.threads)
}

fn progress(files: &[GameFile]) -> ProgressBar {
    let games = files.iter().flat_map(|file| &file.games);
    let positions: usize = games.map(|checked| checked.game.moves.len() + 1).sum();
    let template = "{bar:30} {pos}/{len} positions, {elapsed} (left {eta}) {msg}";
    super::progress::bar(positions as u64, template)
}
