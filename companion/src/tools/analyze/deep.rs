//! `dolmen analyze --deep`: one position for hours.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{AnalyzeOptions, ReportFormat};
use crate::arena::record::write_line;
use crate::files::{self, Existing, NamedFile, fault};
use crate::tools::game_files::load_all;
use dolmen::board::{Board, Outcome};
use dolmen::engine::Engine;
use dolmen::search::Control;
use dolmen::types::{Rule, Score, Size};
use dolmen_study::analyze::deep::{Candidate, DeepTree, Growth};
use dolmen_study::words::{name_list, names};

/// One position for hours, instead of all positions of games.
#[derive(Clone, Debug, Args)]
pub struct DeepOptions {
    /// Search the final position of one game on and on, until Ctrl-C. What is found is kept in this
    /// file after every search; the same command goes on with it.
    #[arg(long, value_name = "FILE")]
    pub deep: Option<PathBuf>,
    /// With --deep: moves that each search reports.
    #[arg(long, value_name = "N", default_value_t = 4, requires = "deep", value_parser = RangedU64ValueParser::<usize>::new().range(1..=32))]
    pub lines: usize,
    /// With --deep: end after so many searches.
    #[arg(long, value_name = "N", requires = "deep")]
    pub searches: Option<u64>,
    /// With --deep: end when the tree has so many positions, about 100 bytes each.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, requires = "deep")]
    pub positions: usize,
}

/// The first line of a state.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    dolmen_deep: u32,
    rule: u8,
    size: u8,
    moves: String,
}

/// A search: [`Growth`] as it is written.
#[derive(Serialize, Deserialize)]
struct Entry {
    node: usize,
    lines: Vec<(String, i32)>,
    depth: u32,
    #[serde(rename = "whole")]
    is_whole: bool,
}

/// Searches the final position of the game until `control` says stop, it is decided, or what the
/// options allow is spent, and prints the first moves with their values. The file of the state
/// gets a line after each search; the tree is built again from it.
///
/// # Errors
/// If there is not exactly one game, it is over, the state is of another position or damaged, or
/// something cannot be read or written.
pub fn run(
    options: &AnalyzeOptions,
    stdin: impl Read,
    mut output: impl Write,
    notes: impl Write,
    control: &Control,
) -> io::Result<()> {
    let Some(path) = &options.deep.deep else { return Ok(()) };
    let format = format(options)?;
    if let Some(file) = &options.output {
        files::check_output(file, Existing::with_force(options.force))?;
    }
    let board = position(options, stdin, notes)?;
    let mut file = NamedFile::resume(path)?;
    let mut tree = resume(&mut file, path, board)?;
    let mut engine = Engine::new(options.hash << 20, options.threads);
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{elapsed} {msg}").unwrap_or(ProgressStyle::default_spinner()),
    );
    let most = options.deep.searches.unwrap_or(u64::MAX);
    for _ in 0..most {
        let Some(next) = tree.next().filter(|_| tree.size() < options.deep.positions) else {
            break;
        };
        let effort = (options.effort(), options.deep.lines);
        let Some(growth) = tree.search(next, &mut engine, effort, control) else { break };
        write_line(&mut file, &Entry::new(&growth))?;
        tree.grow(&growth).map_err(|error| fault(path, error))?;
        bar.set_message(summary(&tree));
        bar.tick();
    }
    bar.finish_and_clear();
    let report = match format {
        ReportFormat::Json => format!("{}\n", json(&tree)),
        _ => text(&tree),
    };
    match &options.output {
        Some(file) => files::write(file, report, Existing::with_force(options.force)),
        None => output.write_all(report.as_bytes()).and_then(|()| output.flush()),
    }
}

fn format(options: &AnalyzeOptions) -> io::Result<ReportFormat> {
    let by_name = options.output.as_deref().and_then(ReportFormat::of_path);
    match options.format.or(by_name).unwrap_or(ReportFormat::Text) {
        format @ (ReportFormat::Text | ReportFormat::Json) => Ok(format),
        other => {
            let name = other.name();
            Err(io::Error::other(format!("--deep reports as text or json, not as {name}")))
        }
    }
}

/// The final position of the one game.
fn position(options: &AnalyzeOptions, stdin: impl Read, notes: impl Write) -> io::Result<Board> {
    let files = load_all(&options.files, stdin, options.assumed, notes)?;
    let games = files.iter().flat_map(|file| &file.games);
    let mut games = games.filter(|game| options.game.is_none_or(|number| number == game.number));
    let (Some(checked), None) = (games.next(), games.next()) else {
        let error = "--deep needs one game; choose it by --game";
        return Err(io::Error::other(error));
    };
    let board = Board::with_moves(checked.rule, checked.game.size, &checked.game.moves);
    match board.outcome() {
        Outcome::Open => Ok(board),
        _ => Err(io::Error::other("the game is over: there is nothing to search")),
    }
}

/// Reads a state, and begins one in an empty file; half a line, as a kill leaves it, is cut off.
fn resume(file: &mut NamedFile, path: &Path, board: Board) -> io::Result<DeepTree> {
    let (rule, size) = (board.rule(), board.size());
    let moves = board.history().map(|stone| stone.coord.to_string()).collect();
    let header = Header { dolmen_deep: 1, rule: rule.code(), size: size.get(), moves };
    let bytes = file.read_lines()?;
    let mut tree = DeepTree::new(board);
    let mut lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let first = lines.next().map_or(&[][..], |(_, line)| line);
    if bytes.is_empty() {
        file.cut(0)?;
        write_line(file, &header)?;
        return Ok(tree);
    }
    match serde_json::from_slice::<Header>(first) {
        Ok(known) if known == header => {}
        Ok(known) => return Err(fault(path, format!("the state of another position: {known}"))),
        Err(_) => return Err(fault(path, "not the state of a deep analysis")),
    }
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let wrong = |error: String| fault(path, format!("line {number}: {error}"));
        let entry: Entry =
            serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
        let growth = entry.growth().ok_or_else(|| wrong("no moves with scores".into()))?;
        tree.grow(&growth).map_err(wrong)?;
    }
    file.cut(bytes.len() as u64)?;
    Ok(tree)
}

/// `renju 15 h8i9`.
impl std::fmt::Display for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rule = Rule::from_code(self.rule).map_or("?", Rule::name);
        let size = Size::new(self.size).map_or(0, Size::get);
        write!(f, "{rule} {size} {}", self.moves)
    }
}

impl Entry {
    fn new(growth: &Growth) -> Entry {
        let &Growth { node, depth, is_whole, .. } = growth;
        let lines = growth.lines.iter().map(|(c, score)| (c.to_string(), score.value())).collect();
        Entry { node, lines, depth, is_whole }
    }

    fn growth(&self) -> Option<Growth> {
        let line = |(name, score): &(String, i32)| {
            let possible = Score::LEAST.value()..=Score::INFINITE.value();
            let c = name.parse().ok()?;
            possible.contains(score).then(|| (c, Score::from_value(*score)))
        };
        let lines = self.lines.iter().map(line).collect::<Option<Vec<_>>>()?;
        Some(Growth { node: self.node, lines, depth: self.depth, is_whole: self.is_whole })
    }
}

fn summary(tree: &DeepTree) -> String {
    let best = tree.candidates().into_iter().next();
    let best =
        best.map_or(String::new(), |best| format!(", {} {}", best.moves[0], worth(best.score)));
    format!("{} searches, {} positions{best}", tree.searches(), tree.size())
}

/// `53.4 %`, `wins in 7 plies`.
fn worth(score: Score) -> String {
    match score.distance() {
        Some(plies) if score.is_win() => format!("wins in {plies}"),
        Some(plies) => format!("loses in {plies}"),
        None => format!("{:.1} %", 100.0 * score.win_rate()),
    }
}

/// The first moves, a line each, the best first.
fn text(tree: &DeepTree) -> String {
    let board = tree.board();
    let mut text = format!(
        "{} to move, {} searches, {} positions{}\n",
        board.side_to_move().name(),
        tree.searches(),
        tree.size(),
        if tree.next().is_none() { "; decided" } else { "" }
    );
    for Candidate { moves, score, searches, depth } in tree.candidates() {
        let line = names(&moves);
        let value = worth(score);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{value:>12}  {searches:>8} searches, depth {depth:>2}  {line}");
    }
    text
}

fn json(tree: &DeepTree) -> Value {
    let candidate = |one: &Candidate| {
        json!({
            "move": one.moves[0].to_string(), "score": one.score.value(),
            "win_rate": (one.score.win_rate() * 10_000.0).round() / 10_000.0,
            "win_in": one.score.distance().filter(|_| one.score.is_win()),
            "loss_in": one.score.distance().filter(|_| one.score.is_loss()),
            "searches": one.searches, "depth": one.depth, "pv": name_list(&one.moves),
        })
    };
    json!({
        "version": 1, "to_move": tree.board().side_to_move().name(),
        "searches": tree.searches(), "positions": tree.size(), "decided": tree.next().is_none(),
        "lines": tree.candidates().iter().map(candidate).collect::<Vec<_>>(),
    })
}
