//! A thread that searches, one query after another.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::query::SearchQuery;
use super::{JsonOptions, QueryEvent};
use dolmen::engine::{Engine, work_off};
use dolmen::search::{Clock, Control, Limits, Lines, Listener, Report, RootNews};

/// A query to be searched, and the handle that ends it.
pub struct QueryJob {
    /// What to search.
    pub search: Box<SearchQuery>,
    /// By which it is ended.
    pub control: Arc<Control>,
}

/// Processes jobs until the channel closes. A search that panics costs one answer.
pub fn work(
    number: usize,
    jobs: &Receiver<QueryJob>,
    options: &JsonOptions,
    send: impl Fn(QueryEvent) -> bool,
) {
    let new = |_: &QueryJob| Engine::new(options.memory << 20, options.search_threads);
    let progress = |lines: &[Report]| {
        send(QueryEvent::Progress(number, lines.to_vec()));
    };
    let search = |engine: &mut Engine, job: &QueryJob| search(engine, job, &progress);
    work_off(jobs, new, search, |_, result| send(QueryEvent::Finished(number, result)));
}

/// The lines found, the best first; none if there is no move. Nothing is remembered from one
/// query to the next, so that an answer does not depend on what else was asked.
fn search(engine: &mut Engine, job: &QueryJob, progress: &dyn Fn(&[Report])) -> Vec<Report> {
    let search = &job.search;
    let start = Instant::now();
    let clock = search.time.map(|ms| Clock {
        start,
        turn: Some(Duration::from_millis(ms)),
        left: None,
        increment: Duration::ZERO,
    });
    let limits = Limits {
        depth: search.depth,
        nodes: search.nodes,
        clock,
        excluded: search.exclude.clone(),
        multi_pv: search.lines,
        ..Limits::default()
    };
    let interval = search.progress.map(Duration::from_millis);
    let lines = Lines::default();
    let mut progress = Progress { lines, is_new: false, interval, last: start, progress };
    engine.clear();
    let last = engine.think(&search.position.board(), &limits, &job.control, &mut progress);
    let finish = |last| progress.lines.finish(Report { elapsed: start.elapsed(), ..last });
    last.map(finish).unwrap_or_default()
}

/// Gathers the lines, and now and then shows them.
struct Progress<'a> {
    lines: Lines,
    /// They have not been shown.
    is_new: bool,
    interval: Option<Duration>,
    last: Instant,
    progress: &'a dyn Fn(&[Report]),
}

impl Progress<'_> {
    fn show_if_due(&mut self) {
        let is_due = self.interval.is_some_and(|interval| self.last.elapsed() >= interval);
        if let Some(lines) = self.lines.complete().filter(|_| self.is_new && is_due) {
            (self.progress)(lines);
            self.last = Instant::now();
            self.is_new = false;
        }
    }
}

impl Listener for Progress<'_> {
    fn on_iteration(&mut self, report: &Report) {
        self.is_new |= self.lines.take(report);
        self.show_if_due();
    }

    fn on_root(&mut self, _news: RootNews) {
        self.show_if_due();
    }
}
