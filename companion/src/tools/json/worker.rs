//! A thread that searches, one query after another.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::{JsonOptions, QueryEvent};
use dolmen::engine::{Engine, work_off};
use dolmen::search::{Control, Report};
use dolmen_study::query::{News, SearchQuery, search};

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
    let search = |engine: &mut Engine, job: &QueryJob| {
        let mut progress = |lines: &[Report], news: &News| {
            send(QueryEvent::Progress(number, lines.to_vec(), news.clone()));
        };
        search(engine, &job.search, &job.control, &mut progress)
    };
    work_off(jobs, new, search, |_, result| send(QueryEvent::Finished(number, result)));
}
