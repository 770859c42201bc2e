//! `dolmen stats`: what a collection of games says: results, openings, players, and with a search
//! of every position the mistakes in each part of the game.

mod count;
mod report;

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use super::game_files::{Assumed, left_out, load_all, needs_ending, parse_charset, unreadable};
use crate::files::{self, Existing};
pub use count::{Collection, Tally};
use dolmen::engine::Engine;
use dolmen::protocol::parse_threads;
use dolmen::search::Control;
use dolmen_records::Charset;
use dolmen_study::analyze::judgement::Analysis;
use dolmen_study::analyze::study::{Effort, study};
use dolmen_study::checked::CheckedGame;

/// How statistics are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// Tables for a terminal.
    Text,
    /// One object of JSON.
    Json,
    /// A page for a browser.
    Html,
}

impl StatsFormat {
    /// What a file's name asks for.
    fn of_path(path: &Path) -> Option<StatsFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(StatsFormat::Html),
            "json" => Some(StatsFormat::Json),
            "txt" => Some(StatsFormat::Text),
            _ => None,
        }
    }
}

/// What the command line asks for.
#[derive(Clone, Debug, Args)]
pub struct StatsOptions {
    /// Files of games, as convert reads them; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Search every position with so many nodes, and count mistakes. Default: no search.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Most rows of a table, the most frequent first.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub top: usize,
    /// Output format. Default: by the name of the output (.html, .json, .txt), text for standard
    /// output.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub format: Option<StatsFormat>,
    /// Output file. Default: standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace an output file that exists.
    #[arg(long)]
    pub force: bool,
    /// Games that are searched at the same time, at most as many as the machine runs threads at once.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "nodes", value_parser = parse_threads)]
    pub threads: usize,
    /// Memory for the search of a game, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, requires = "nodes", value_parser = clap::value_parser!(u64).range(8..=1_048_576))]
    pub hash: u64,
    /// Character set of texts that are not UTF-8, like gb18030, shift_jis or windows-1251. Default: what
    /// the file names, else windows-1252.
    #[arg(long, value_name = "NAME", value_parser = parse_charset)]
    pub charset: Option<Charset>,
    /// What holds for games that do not say.
    #[command(flatten)]
    pub assumed: Assumed,
}

fn format_parser() -> impl TypedValueParser<Value = StatsFormat> {
    PossibleValuesParser::new(["text", "json", "html"])
        .try_map(|name| StatsFormat::from_str(&name, false))
}

impl StatsOptions {
    fn format(&self) -> io::Result<StatsFormat> {
        let by_name = self.output.as_deref().and_then(StatsFormat::of_path);
        let unknown = self.output.as_deref().filter(|path| needs_ending(path));
        match (self.format.or(by_name), unknown) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(StatsFormat::Text),
            (None, Some(path)) => Err(files::fault(
                path,
                "unknown kind of statistics: end the name with .html, .json or .txt, or give \
                 --format",
            )),
        }
    }
}

/// Reads the games, counts, and writes the statistics. Remarks go to `notes`.
///
/// # Errors
/// If a file cannot be read or written, or there is no game at all; and, after the statistics are
/// written, if any game or file was left out, or `control` stopped the search of positions.
pub fn run(
    options: &StatsOptions,
    stdin: impl Read,
    mut output: impl Write,
    notes: impl Write,
    control: &Control,
) -> io::Result<()> {
    let format = options.format()?;
    if let Some(path) = &options.output {
        files::check_output(path, Existing::with_force(options.force))?;
    }
    let files = load_all(&options.files, options.charset, stdin, options.assumed, notes)?;
    let refused = files.iter().map(|file| file.refused).sum();
    let mut collection = Collection::new(refused);
    let games = || files.iter().flat_map(|file| &file.games);
    games().for_each(|checked| collection.add(checked));
    if collection.games == 0 {
        return Err(io::Error::other("there is no game to count"));
    }
    if let Some(nodes) = options.nodes {
        collection.nodes = Some(nodes);
        judge(&mut collection, &games().collect::<Vec<_>>(), options, control);
    }
    let text = match format {
        StatsFormat::Text => report::text(&collection, options.top),
        StatsFormat::Html => report::html(&collection, options.top),
        StatsFormat::Json => serde_json::to_string_pretty(&collection)? + "\n",
    };
    match &options.output {
        Some(path) => files::write(path, text, Existing::with_force(options.force))?,
        None => {
            output.write_all(text.as_bytes())?;
            output.flush()?;
        }
    }
    if let Some(searched) = collection.searched.filter(|searched| *searched < collection.games) {
        let games = collection.games;
        let error = format!("stopped: {searched} of {games} games were searched");
        return Err(io::Error::new(io::ErrorKind::Interrupted, error));
    }
    left_out(refused, unreadable(&files))
}

/// Searches games, each in one thread from an empty memory, and counts their mistakes in the order of
/// the games, so that no sum depends on the number of threads. Games that a stop interrupts are left
/// out.
fn judge(
    collection: &mut Collection,
    games: &[&CheckedGame],
    options: &StatsOptions,
    control: &Control,
) {
    let effort = Effort::Nodes(collection.nodes.unwrap_or_default());
    let positions = games.iter().map(|checked| checked.game.moves.len() + 1).sum::<usize>();
    let bar = progress(positions as u64);
    let next = AtomicUsize::new(0);
    let work = |found: Sender<(usize, Analysis)>| {
        let mut engine = Engine::new(options.hash << 20, 1);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(&checked) = games.get(i) else { return };
            let opinions = study(&mut engine, checked, effort, control, || bar.inc(1));
            let analysis = Analysis::judge(checked.clone(), opinions);
            if control.is_stopped() || found.send((i, analysis)).is_err() {
                return;
            }
        }
    };
    let mut searched = 0;
    std::thread::scope(|scope| {
        let (sender, found) = channel();
        for _ in 0..options.threads.min(games.len()) {
            let (work, sender) = (&work, sender.clone());
            scope.spawn(move || work(sender));
        }
        drop(sender);
        // Those that came before their turn.
        let mut early = BTreeMap::new();
        for (i, analysis) in found {
            early.insert(i, analysis);
            while let Some(analysis) = early.remove(&searched) {
                collection.judge(&analysis);
                searched += 1;
            }
        }
        searched += early.len();
        early.values().for_each(|analysis| collection.judge(analysis));
    });
    collection.searched = Some(searched);
    bar.finish_and_clear();
}

fn progress(positions: u64) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} positions, {elapsed} (left {eta})";
    super::progress::bar(positions, template)
}
