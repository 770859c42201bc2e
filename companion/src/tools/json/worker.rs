//! A thread that searches, one query after another.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::{JsonOptions, QueryEvent};
use dolmen::engine::{Engine, work_off};
use dolmen::search::{Control, Report};
use dolmen_study::openings::course::Act;
use dolmen_study::query::{News, OpeningQuery, SearchQuery, search};

/// What is to be searched.
#[derive(Clone)]
pub enum Task {
    /// A position.
    Search(Box<SearchQuery>),
    /// What to do in an opening.
    Opening(Box<OpeningQuery>),
}

/// What was found: of the kind that was asked for.
#[derive(Default)]
pub struct Found {
    /// The lines of a position, the best first.
    pub lines: Vec<Report>,
    /// What to do in an opening, in this order.
    pub acts: Vec<Act>,
}

/// A query to be searched, and the handle that ends it.
pub struct QueryJob {
    /// What to search.
    pub task: Task,
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
    let find = |engine: &mut Engine, job: &QueryJob| match &job.task {
        Task::Search(query) => {
            let mut progress = |lines: &[Report], news: &News| {
                send(QueryEvent::Progress(number, lines.to_vec(), news.clone()));
            };
            let lines = search(engine, query, &job.control, &mut progress);
            Found { lines, ..Found::default() }
        }
        Task::Opening(query) => {
            Found { acts: query.decide(engine, &job.control), ..Found::default() }
        }
    };
    work_off(jobs, new, find, |_, result| send(QueryEvent::Finished(number, result)));
}
