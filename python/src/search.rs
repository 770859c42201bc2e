//! The class `Search`: a search that runs, as seen from Python.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dolmen::search::{Control, Report};
use pyo3::prelude::*;

use crate::errors::SearchFailedError;
use crate::question::News;

/// How often a waiting thread looks for a signal, such as Ctrl-C.
const SIGNALS: Duration = Duration::from_millis(50);

/// A search that runs. It ends when this is dropped.
#[pyclass(module = "dolmen._native", frozen)]
pub struct Search {
    control: Arc<Control>,
    news: Mutex<Receiver<News>>,
    /// The process that it runs in: a fork has its object, but not its thread.
    process: u32,
}

/// Moves, score, winning chance, plies to a proven win or loss, depth, selective depth.
type Line = (Vec<String>, i32, f64, Option<usize>, Option<usize>, u32, u32);
/// Whether the search is over, lines, nodes, seconds.
type Lines = (bool, Vec<Line>, u64, f64);

/// What a search has found.
#[derive(IntoPyObject)]
pub enum Found {
    /// Lines, the best first.
    Lines(Lines),
    /// The move of a level.
    Move(String),
}

impl Search {
    pub fn new(control: Arc<Control>, news: Receiver<News>) -> Search {
        Search { control, news: Mutex::new(news), process: std::process::id() }
    }
}

#[pymethods]
impl Search {
    /// Waits for the next news; `None` after the last ones.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Found>> {
        if self.process != std::process::id() {
            let text = "the search runs in the process that this one was forked from";
            return Err(SearchFailedError::new_err(text));
        }
        loop {
            // The lock is taken and given back without the interpreter, so that threads which
            // wait for it do not stop others.
            let received = py.detach(|| {
                let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
                news.recv_timeout(SIGNALS)
            });
            match received {
                Ok(News::Progress(lines)) => return Ok(Some(found(false, &lines))),
                Ok(News::Lines(lines)) => return Ok(Some(found(true, &lines))),
                Ok(News::Move(c)) => return Ok(Some(Found::Move(c.to_string()))),
                Ok(News::Failed) => {
                    let text = "the search failed: this is an error in Dolmen, please report it";
                    return Err(SearchFailedError::new_err(text));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.control.stop())?;
                }
            }
        }
    }

    fn stop(&self) {
        self.control.stop();
    }

    #[getter]
    fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop();
    }
}

fn found(is_final: bool, reports: &[Report]) -> Found {
    let nodes = reports.iter().map(|report| report.nodes).max().unwrap_or(0);
    let seconds = reports.first().map_or(0.0, |report| report.elapsed.as_secs_f64());
    Found::Lines((is_final, reports.iter().map(line).collect(), nodes, seconds))
}

fn line(report: &Report) -> Line {
    let score = report.score;
    let win_in = score.distance().filter(|_| score.is_win());
    let loss_in = score.distance().filter(|_| score.is_loss());
    let moves = report.pv.iter().map(ToString::to_string).collect();
    let (depth, selective) = (report.depth, report.selective_depth);
    (moves, score.value(), score.win_rate(), win_in, loss_in, depth, selective)
}
