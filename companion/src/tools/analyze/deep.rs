//! `dolmen analyze --deep`: one position for hours.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::{AnalyzeOptions, ReportFormat};
use crate::arena::schedule::Shard;
use crate::database::key::Layout;
use crate::database::record::UNKNOWN_PLIES;
use crate::database::store::{Access, Store};
use crate::files::{self, Existing, check_named_once};
use crate::tools::expansion::candidates::Candidate;
use crate::tools::expansion::search::{Found, Job, first_moves};
use crate::tools::expansion::{Book, Growth};
use crate::tools::game_files::load_all;
use dolmen::board::{Board, Outcome};
use dolmen::engine::Engine;
use dolmen::search::Control;
use dolmen::types::Score;
use dolmen_study::analyze::study::Effort;
use dolmen_study::analyze::words::ending;
use dolmen_study::words::{name_list, names};

/// What a ply costs: going one ply deeper is worth as much as looking at a move that loses 2.5 % of
/// winning chance.
const DROP: f64 = 0.025;

/// One position for hours, instead of all positions of games.
#[derive(Clone, Debug, Args)]
pub struct DeepOptions {
    /// Search the final position of one game on and on, until Ctrl-C. What is found is kept in this
    /// database of positions after every search; the same command goes on with it (with --output, add
    /// --force).
    #[arg(long, value_name = "DATABASE")]
    pub deep: Option<PathBuf>,
    /// With --deep: moves that each search reports.
    #[arg(long, value_name = "N", default_value_t = 4, requires = "deep", value_parser = RangedU64ValueParser::<usize>::new().range(1..=32))]
    pub lines: usize,
    /// With --deep: end after so many searches.
    #[arg(long, value_name = "N", requires = "deep")]
    pub searches: Option<u64>,
    /// With --deep: end when so many positions are known, about 400 bytes of memory each.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "deep", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000_000))]
    pub positions: usize,
}

/// Searches the final position of the game until `control` says stop, it is decided, or what the
/// options allow is spent, and prints the first moves with their values. What a search finds is
/// written to the database before the next one begins, or later if another program writes.
///
/// # Errors
/// If there is not exactly one game, it is over, a file is named twice, or something cannot be read or
/// written.
pub fn run(
    options: &AnalyzeOptions,
    stdin: impl Read,
    mut output: impl Write,
    mut notes: impl Write,
    control: &Control,
) -> io::Result<()> {
    let Some(path) = &options.deep.deep else { return Ok(()) };
    let format = format(options)?;
    let games = options.files.iter().map(PathBuf::as_path);
    check_named_once(games, options.output.as_deref().into_iter().chain([&**path]))?;
    if let Some(file) = &options.output {
        files::check_output(file, Existing::with_force(options.force))?;
    }
    let board = position(options, stdin, &mut notes)?;
    // Without a search nothing is written, and a name that was mistyped makes no file.
    let access = if options.deep.searches == Some(0) { Access::Read } else { Access::Write };
    let store = Store::open(path, access)?;
    let growth = Growth { drop: DROP, shard: Shard { number: 1, of: 1 } };
    let mut book = Book::load(&store, Layout::of(&board), growth)?;
    // The report is worth hours: it is printed whatever happened to the database.
    let grown = match access {
        Access::Write => expand(options, &store, &mut book, control)
            .and_then(|()| book.finish(&store, control))
            .and_then(|()| store.save().map(drop)),
        _ => Ok(()),
    };
    let DeepOptions { positions, searches, .. } = options.deep;
    if book.size() >= positions && searches != Some(0) {
        writeln!(notes, "{} positions: ended by --positions {positions}", book.size())?;
    }
    let report = match format {
        ReportFormat::Json => format!("{}\n", json(&board, &book)),
        _ => text(&board, &book),
    };
    match &options.output {
        Some(file) => files::write(file, report, Existing::with_force(options.force)),
        None => output.write_all(report.as_bytes()).and_then(|()| output.flush()),
    }?;
    grown
}

fn expand(
    options: &AnalyzeOptions,
    store: &Store,
    book: &mut Book,
    control: &Control,
) -> io::Result<()> {
    let effort = options.effort();
    let mut engine = Engine::new(options.hash << 20, options.threads);
    let mut search = |jobs: &[Job]| -> Vec<Option<Vec<Found>>> {
        let one = |job| {
            // So that nothing depends on what was searched before.
            if let Effort::Nodes(_) = effort {
                engine.clear();
            }
            first_moves(&mut engine, job, (effort, options.deep.lines), control)
        };
        jobs.iter().map(one).collect()
    };
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{elapsed} {msg}").unwrap_or(ProgressStyle::default_spinner()),
    );
    let mut left = options.deep.searches.unwrap_or(u64::MAX);
    while left > 0 && book.size() < options.deep.positions {
        if book.expand(store, 1, &mut search)? == 0 {
            break;
        }
        left -= 1;
        bar.set_message(summary(book));
        bar.tick();
    }
    bar.finish_and_clear();
    Ok(())
}

fn format(options: &AnalyzeOptions) -> io::Result<ReportFormat> {
    match options.named_format()?.unwrap_or(ReportFormat::Text) {
        format @ (ReportFormat::Text | ReportFormat::Json) => Ok(format),
        other => {
            let name = other.name();
            Err(io::Error::other(format!("--deep reports as text or json, not as {name}")))
        }
    }
}

/// The final position of the one game.
fn position(options: &AnalyzeOptions, stdin: impl Read, notes: impl Write) -> io::Result<Board> {
    let files = load_all(&options.files, options.charset, stdin, options.assumed, notes)?;
    let games = files.iter().flat_map(|file| &file.games);
    let mut games = games.filter(|game| options.game.is_none_or(|number| number == game.number));
    let checked = match (games.next(), games.next()) {
        (Some(game), None) => game,
        (None, _) => return Err(io::Error::other(super::nothing(&files, options.game))),
        _ => return Err(io::Error::other("--deep needs one game; choose it by --game")),
    };
    let board = Board::with_moves(checked.rule, checked.game.size, &checked.game.moves);
    match board.outcome() {
        Outcome::Open => Ok(board),
        _ => Err(io::Error::other("the game is over: there is nothing to search")),
    }
}

fn summary(book: &Book) -> String {
    let best = book.best().map_or(String::new(), |(c, score)| format!(", {c} {}", worth(score)));
    format!("{} searches, {} positions{best}", book.expanded(), book.size())
}

/// `53.4 %`, `wins in 4`, `wins` where a database tells no more; never 0 or 100 %, since what is proved
/// is said in words.
fn worth(score: Score) -> String {
    match (ending(score), plies(score)) {
        (Some(_), None) => if score.is_win() { "wins" } else { "loses" }.into(),
        (Some(ending), _) => ending,
        (None, _) => format!("{:.1} %", (100.0 * score.win_rate()).clamp(0.1, 99.9)),
    }
}

/// Plies to the end of a decided game, if that is known.
fn plies(score: Score) -> Option<usize> {
    score.distance().filter(|&plies| plies < UNKNOWN_PLIES)
}

/// The first moves, a line each, the best first.
fn text(board: &Board, book: &Book) -> String {
    let mut text = format!(
        "{} to move, {} searches, {} positions{}\n",
        board.side_to_move().name(),
        book.expanded(),
        book.size(),
        if book.is_decided() { "; decided" } else { "" }
    );
    for Candidate { moves, score, searches, depth } in book.candidates() {
        let line = names(&moves);
        let value = worth(score);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{value:>12}  {searches:>8} searches, depth {depth:>2}  {line}");
    }
    text
}

fn json(board: &Board, book: &Book) -> Value {
    let candidate = |one: &Candidate| {
        json!({
            "move": one.moves[0].to_string(), "score": one.score.value(),
            "win_rate": (one.score.win_rate() * 10_000.0).round() / 10_000.0,
            "win_in": plies(one.score).filter(|_| one.score.is_win()),
            "loss_in": plies(one.score).filter(|_| one.score.is_loss()),
            "searches": one.searches, "depth": one.depth, "pv": name_list(&one.moves),
        })
    };
    json!({
        "version": 1, "to_move": board.side_to_move().name(),
        "searches": book.expanded(), "positions": book.size(), "decided": book.is_decided(),
        "lines": book.candidates().iter().map(candidate).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_proved_is_certain() {
        let worths = [4000, 0, -4000].map(|value| worth(Score::from_value(value)));
        assert_eq!(worths, ["99.9 %", "50.0 %", "0.1 %"]);
        assert_eq!(worth(Score::win_in(7)), "wins in 4");
        // It said "wins in 451" of a bare label in a database.
        let bare = Score::win_in(UNKNOWN_PLIES + 1);
        assert_eq!((worth(bare), worth(-bare)), ("wins".into(), "loses".into()));
    }
}
