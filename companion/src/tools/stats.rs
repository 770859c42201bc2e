//! `dolmen stats`: what a collection of games says: results, openings, players, and with a search
//! of every position the mistakes in each part of the game.

mod count;
mod report;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use super::game_files::{Assumed, left_out, load_all, needs_ending, parse_charset, unreadable};
use crate::files::{self, Existing};
pub use count::{Collection, Tally};
use dolmen::engine::Engine;
use dolmen::search::Control;
use dolmen_records::Charset;
use dolmen_study::analyze::judgement::Analysis;
use dolmen_study::analyze::study::{Effort, study};

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
    /// Memory for the search, in MiB.
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
/// If a file cannot be read or written, or there is no game at all; and, after all others are counted,
/// if any game or file was left out.
pub fn run(
    options: &StatsOptions,
    stdin: impl Read,
    mut output: impl Write,
    notes: impl Write,
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
        let positions = games().map(|checked| checked.game.moves.len() + 1).sum::<usize>();
        let bar = progress(positions as u64);
        let (mut engine, control) = (Engine::new(options.hash << 20, 1), Control::new());
        for checked in games() {
            let effort = Effort::Nodes(nodes);
            let opinions = study(&mut engine, checked, effort, &control, || bar.inc(1));
            collection.judge(&Analysis::judge(checked.clone(), opinions));
        }
        collection.nodes = Some(nodes);
        bar.finish_and_clear();
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
    left_out(refused, unreadable(&files))
}

fn progress(positions: u64) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} positions, {elapsed} (left {eta})";
    super::progress::bar(positions, template)
}
