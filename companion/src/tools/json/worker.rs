//! A thread that searches, one query after another.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::query::SearchQuery;
use super::{JsonOptions, QueryEvent};
use dolmen::engine::{Engine, work_off};
use dolmen::search::{Clock, Control, Limits, Listener, Report, RootNews};

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
    let new = |_: &QueryJob| Engine::new(options.memory, options.search_threads);
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
    let (current, before) = (Vec::new(), Vec::new());
    let mut lines = Lines { current, before, is_new: false, interval, last: start, progress };
    engine.clear();
    let last = engine.think(&search.position.board(), &limits, &job.control, &mut lines);
    last.map(|report| lines.finish(report, start.elapsed())).unwrap_or_default()
}

/// Gathers the lines of the last finished iteration, and now and then shows them.
struct Lines<'a> {
    current: Vec<Report>,
    /// Those of the iteration before it.
    before: Vec<Report>,
    /// They have not been shown.
    is_new: bool,
    interval: Option<Duration>,
    last: Instant,
    progress: &'a dyn Fn(&[Report]),
}

impl Lines<'_> {
    fn show_if_due(&mut self) {
        let is_complete = self.current.first().is_some_and(|r| self.current.len() >= r.multi_pv);
        let is_due = self.interval.is_some_and(|interval| self.last.elapsed() >= interval);
        if self.is_new && is_complete && is_due {
            (self.progress)(&self.current);
            self.last = Instant::now();
            self.is_new = false;
        }
    }

    /// All lines, when the search is over: the move it chose, and the others as they were known
    /// last.
    fn finish(mut self, mut last: Report, elapsed: Duration) -> Vec<Report> {
        last.elapsed = elapsed;
        let count = last.multi_pv;
        let mut lines = vec![last];
        for report in self.current.drain(..).chain(self.before) {
            if lines.len() < count && lines.iter().all(|line| line.best != report.best) {
                lines.push(report);
            }
        }
        lines
    }
}

impl Listener for Lines<'_> {
    fn on_iteration(&mut self, report: &Report) {
        // The final report comes once more: it is passed on by itself.
        let again = self.current.first().is_some_and(|first| first.depth == report.depth);
        if report.rank == 0 && !again {
            self.before = std::mem::take(&mut self.current);
        }
        if report.rank == self.current.len() {
            self.current.push(report.clone());
            self.is_new = true;
        }
        self.show_if_due();
    }

    fn on_root(&mut self, _news: RootNews) {
        self.show_if_due();
    }
}
