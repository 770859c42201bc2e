//! What a search is asked, and how it is carried out.

use std::time::{Duration, Instant};

use dolmen::board::Board;
use dolmen::engine::{Engine, Level};
use dolmen::search::{Clock, Control, Limits, Lines, Listener, Report, check_excluded};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::text;

/// The keyword arguments of a search.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Arguments<'py> {
    time: Bound<'py, PyAny>,
    nodes: Bound<'py, PyAny>,
    depth: Bound<'py, PyAny>,
    multipv: Bound<'py, PyAny>,
    exclude: Bound<'py, PyAny>,
    level: Bound<'py, PyAny>,
    seed: Bound<'py, PyAny>,
}

/// What is to be found out.
pub enum Question {
    /// The best lines.
    Lines(Limits),
    /// A move of a weaker level, by this seed, within this time.
    Move(Level, u64, Option<Duration>),
}

/// News of a search.
pub enum News {
    /// The lines of a finished iteration.
    Progress(Vec<Report>),
    /// The lines when the search is over.
    Lines(Vec<Report>),
    /// The move of a level, when the search is over.
    Move(dolmen::types::Coord),
    /// An error of ours.
    Failed,
}

/// Longer than anybody waits.
const LONGEST: f64 = 1e9;

impl Question {
    /// What the arguments ask for.
    ///
    /// # Errors
    /// If one of them is out of its range, or no move of the board is left; says what was expected.
    pub fn new(arguments: &Arguments, board: &Board) -> PyResult<Question> {
        let nodes = text::whole("nodes", &arguments.nodes)?;
        let depth = text::whole("depth", &arguments.depth)?;
        let multipv = text::whole("multipv", &arguments.multipv)?.unwrap_or(1);
        let time = text::number("time", &arguments.time)?.map(duration).transpose()?.flatten();
        let seed = text::seed(&arguments.seed)?;
        if let Some(level) = text::whole("level", &arguments.level)? {
            let wrong = format!("expected a level from 1 to 10, found {level}");
            let level = u8::try_from(level).ok().and_then(Level::new);
            let level = level.ok_or_else(|| PyValueError::new_err(wrong))?;
            if level < Level::FULL {
                let excludes = !text::points(&arguments.exclude)?.is_empty();
                if nodes.or(depth).is_some() || excludes {
                    let text = "level= below 10 takes time=, but no nodes=, depth= or exclude=";
                    return Err(PyTypeError::new_err(text));
                }
                return Ok(Question::Move(level, seed, time));
            }
        }
        let excluded = text::points(&arguments.exclude)?;
        check_excluded(board, &excluded).map_err(PyValueError::new_err)?;
        Ok(Question::Lines(Limits {
            nodes: nodes.map(|n| at_least_one("nodes", n)).transpose()?,
            depth: depth.map(|n| at_least_one("depth", n)).transpose()?.map(plies),
            clock: time.map(clock),
            multi_pv: at_least_one("multipv", multipv)?.min(1_000) as usize,
            excluded,
            ..Limits::default()
        }))
    }

    /// Finds it out; `send` hears of progress.
    pub fn answer(
        self,
        engine: &mut Engine,
        board: &Board,
        control: &Control,
        send: impl Fn(News),
    ) -> News {
        let start = Instant::now();
        match self {
            Question::Lines(mut limits) => {
                // What went by before the search began does not count.
                limits.clock = limits.clock.map(|clock| Clock { start, ..clock });
                let mut progress = Progress { lines: Lines::default(), send };
                let last = engine.think(board, &limits, control, &mut progress);
                let finish =
                    |last| progress.lines.finish(Report { elapsed: start.elapsed(), ..last });
                last.map_or(News::Failed, |last| News::Lines(finish(last)))
            }
            Question::Move(level, seed, time) => {
                let found = engine.play_at(board, level, seed, time.map(clock), control);
                found.map_or(News::Failed, News::Move)
            }
        }
    }
}

/// Tells of every finished iteration.
struct Progress<F> {
    lines: Lines,
    send: F,
}

impl<F: Fn(News)> Listener for Progress<F> {
    fn on_iteration(&mut self, report: &Report) {
        if self.lines.take(report)
            && let Some(lines) = self.lines.complete()
        {
            (self.send)(News::Progress(lines.to_vec()));
        }
    }
}

fn clock(turn: Duration) -> Clock {
    let (start, increment) = (Instant::now(), Duration::ZERO);
    Clock { start, turn: Some(turn), left: None, increment }
}

/// A time limit; `None` for one that no search reaches.
fn duration(seconds: f64) -> PyResult<Option<Duration>> {
    if seconds.is_nan() || seconds <= 0.0 {
        let text = format!("expected time of more than 0 seconds, found {seconds}");
        return Err(PyValueError::new_err(text));
    }
    Ok((seconds < LONGEST).then(|| Duration::from_secs_f64(seconds)))
}

fn at_least_one(name: &str, number: i64) -> PyResult<u64> {
    let text = || format!("expected {name} of at least 1, found {number}");
    let number = u64::try_from(number).ok().filter(|&number| number > 0);
    number.ok_or_else(|| PyValueError::new_err(text()))
}

fn plies(depth: u64) -> u32 {
    u32::try_from(depth).unwrap_or(u32::MAX)
}
