//! The class `Engine`: one search at a time, each in a thread of its own. No thread is there
//! between searches, so that a process may fork then.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use dolmen::board::Outcome;
use dolmen::engine::MOST_THREADS;
use dolmen::protocol::Settings;
use dolmen::search::Control;
use dolmen::types::Rule;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{EngineBusyError, EngineClosedError, GameOverError};
use crate::question::{Arguments, News, Question};
use crate::search::Search;
use crate::text;

/// Largest table that can be asked for, in MiB.
const LARGEST_HASH: i64 = (dolmen::engine::LARGEST_TABLE >> 20) as i64;

const DEFAULT_HASH: i64 = 64;

/// Where an engine waits for its next search.
#[derive(Default)]
struct Garage {
    state: Mutex<State>,
    came_back: Condvar,
}

#[derive(Default)]
struct State {
    /// `None` before the first search, while one runs, and after one that failed.
    engine: Option<dolmen::engine::Engine>,
    /// By which the running search can be ended.
    running: Option<Arc<Control>>,
    /// The process whose thread searches. A child that was forked meanwhile has no such thread.
    process: u32,
    is_closed: bool,
}

/// Why there is no engine to be had.
enum Refusal {
    Busy,
    Closed,
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> PyErr {
        match refusal {
            Refusal::Busy => EngineBusyError::new_err(
                "this engine is thinking: wait for it, call stop(), or use another Engine",
            ),
            Refusal::Closed => EngineClosedError::new_err("this engine was closed"),
        }
    }
}

impl Garage {
    fn state(&self) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.process != std::process::id() {
            // The engine of a search of the parent is the parent's.
            state.running = None;
            state.process = std::process::id();
        }
        state
    }

    /// Takes the engine for a search that this control ends. One that was told to end is waited for.
    fn take(&self, control: &Arc<Control>) -> Result<Option<dolmen::engine::Engine>, Refusal> {
        let mut state = self.state();
        loop {
            match &state.running {
                _ if state.is_closed => return Err(Refusal::Closed),
                None => break,
                Some(running) if !running.is_stopped() => return Err(Refusal::Busy),
                Some(_) => {
                    state = self.came_back.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
        state.running = Some(Arc::clone(control));
        Ok(state.engine.take())
    }

    fn bring_back(&self, engine: Option<dolmen::engine::Engine>) {
        let mut state = self.state();
        state.running = None;
        state.engine = engine.filter(|_| !state.is_closed);
        self.came_back.notify_all();
    }

    fn stop(&self) {
        if let Some(control) = &self.state().running {
            control.stop();
        }
    }
}

/// What the program would make of these numbers, checked; `hash` in MiB.
pub fn settings(rule: Rule, hash: Option<i64>, threads: i64) -> PyResult<Settings> {
    let most = MOST_THREADS as i64;
    if !(1..=most).contains(&threads) {
        let text = format!("expected threads from 1 to {most}, found {threads}");
        return Err(PyValueError::new_err(text));
    }
    if let Some(hash) = hash.filter(|hash| !(1..=LARGEST_HASH).contains(hash)) {
        let text = format!("expected hash from 1 to {LARGEST_HASH} MiB, found {hash}");
        return Err(PyValueError::new_err(text));
    }
    Ok(Settings::new(rule, hash.map(|hash| hash as u64), threads as usize))
}

/// The engine with its table.
#[pyclass(module = "dolmen._native", frozen)]
pub struct Engine {
    garage: Arc<Garage>,
    threads: usize,
    hash: i64,
    table: u64,
    keep: bool,
}

#[pymethods]
impl Engine {
    #[new]
    fn new(threads: &Bound<'_, PyAny>, hash: &Bound<'_, PyAny>, keep: bool) -> PyResult<Engine> {
        let threads = text::whole("threads", threads)?.unwrap_or(1);
        let hash = text::whole("hash", hash)?.unwrap_or(DEFAULT_HASH);
        // The table and the threads that the program would take.
        let settings = settings(Rule::Freestyle, Some(hash), threads)?;
        let (table, threads) = (settings.table(), settings.threads);
        Ok(Engine { garage: Arc::default(), threads, hash, table, keep })
    }

    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    #[getter]
    fn hash(&self) -> i64 {
        self.hash
    }

    #[getter]
    fn is_thinking(&self) -> bool {
        self.garage.state().running.is_some()
    }

    /// Begins a search.
    fn start(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        arguments: Arguments,
    ) -> PyResult<Search> {
        let board = board.inner.clone();
        if board.outcome() != Outcome::Open {
            return Err(GameOverError::new_err(text::told(board.outcome())));
        }
        let question = Question::new(&arguments, &board)?;
        let control = Arc::new(Control::new());
        let engine = py.detach(|| self.garage.take(&control))?;
        let (table, threads, keep) = (self.table, self.threads, self.keep);
        let (garage, stop) = (Arc::clone(&self.garage), Arc::clone(&control));
        let (send, news) = channel();
        let work = move || {
            let progress = send.clone();
            // Nobody may be there to hear it.
            let tell = move |news| drop(progress.send(news));
            let found = catch_unwind(AssertUnwindSafe(|| {
                let new = || dolmen::engine::Engine::with_table(table, threads);
                let mut engine = engine.unwrap_or_else(new);
                if !keep {
                    engine.clear();
                }
                let answer = question.answer(&mut engine, &board, &stop, tell);
                (engine, answer)
            }));
            // Back before the answer: whoever has that may ask again.
            let (engine, answer) = found.map_or((None, News::Failed), |(e, a)| (Some(e), a));
            garage.bring_back(engine);
            let _ = send.send(answer);
        };
        let spawned = thread::Builder::new().name("dolmen".into()).spawn(work);
        spawned.inspect_err(|_| self.garage.bring_back(None))?;
        Ok(Search::new(control, news))
    }

    fn stop(&self) {
        self.garage.stop();
    }

    /// Forgets what earlier searches found. Waits for a search that was told to end.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let control = Arc::new(Control::new());
        let engine = py.detach(|| self.garage.take(&control))?;
        py.detach(|| {
            let clear = |mut engine: dolmen::engine::Engine| {
                engine.clear();
                engine
            };
            self.garage.bring_back(engine.map(clear));
        });
        Ok(())
    }

    /// Ends the running search and gives the memory back.
    fn close(&self) {
        let mut state = self.garage.state();
        state.is_closed = true;
        state.engine = None;
        if let Some(control) = &state.running {
            control.stop();
        }
        self.garage.came_back.notify_all();
    }
}
