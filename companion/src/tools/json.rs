//! `dolmen json`: searches of many positions in parallel, by lines of JSON. The
//! schema is in `protocol.md`.

mod worker;

use std::collections::{HashSet, VecDeque};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use serde::Serialize;
use serde_json::Value;

use super::permits::Permits;
use dolmen::board::Outcome;
use dolmen::protocol::{LineReader, parse_threads};
use dolmen::search::{Control, Report};
use dolmen_study::query::answer::{self, QueryAnswer, Status};
use dolmen_study::query::{News, Request, parse};
use worker::{Found, QueryJob, Task};

/// News that may wait to be written. A reader that takes nothing stops the searches, too.
const NEWS: usize = 64;

/// What the searches may take.
#[derive(Clone, Copy, Debug, Args)]
pub struct JsonOptions {
    /// Queries searched at the same time, at most as many as the machine runs threads at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
    /// Threads for each search; with more than one, answers are not repeatable.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub search_threads: usize,
    /// Memory for each of the --threads, in MiB.
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = memory())]
    pub memory: u64,
    /// Nodes for a query without a limit of its own.
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Length of the queue; while it is full, nothing more is read.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = queue())]
    pub queue: usize,
}

fn memory() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(8..=1 << 20)
}

fn queue() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=1 << 20)
}

/// What happens.
enum QueryEvent {
    /// A line of input.
    Line(Vec<u8>),
    /// The input has ended, or cannot be read.
    Closed(io::Result<()>),
    /// What a worker knows so far.
    Progress(usize, Vec<Report>, News),
    /// What a worker found; `None` if its search failed by an error of ours.
    Finished(usize, Option<Found>),
}

/// Answers queries, one JSON object a line, as their searches finish, until the input has ended
/// and everything is answered, or the output fails.
///
/// Each search has a thread of its own, at most [`JsonOptions::threads`] at a time; the others
/// wait in order. While as many wait as are allowed, no further line is read. A thread may still
/// be reading the input when this returns with an error.
///
/// # Errors
/// If the output cannot be written, or the threads cannot be started.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    options: &JsonOptions,
) -> io::Result<()> {
    let (events, inbox) = sync_channel(NEWS);
    let (permits, permitted) = Permits::new();
    let mut workers = Vec::new();
    for number in 0..options.threads {
        let (jobs, job_inbox) = channel();
        let (events, options) = (events.clone(), *options);
        let send = move |event| events.send(event).is_ok();
        let work = move || worker::work(number, &job_inbox, &options, send);
        thread::Builder::new().name(format!("worker {number}")).spawn(work)?;
        workers.push(Worker { jobs, query: None });
    }
    let read = move || read(input, &events, &permitted);
    thread::Builder::new().name("reader".into()).spawn(read)?;
    let mut desk = Desk {
        output,
        options: *options,
        workers,
        waiting: VecDeque::new(),
        open: HashSet::new(),
        permits,
        closed: None,
    };
    desk.serve(&inbox)
}

/// Forwards lines on request, so that at most one waits.
fn read(input: impl BufRead, events: &SyncSender<QueryEvent>, permitted: &Receiver<()>) {
    let mut input = LineReader::new(input);
    while permitted.recv().is_ok() {
        let event = match input.next_line() {
            Ok(Some(line)) => QueryEvent::Line(line),
            Ok(None) => QueryEvent::Closed(Ok(())),
            Err(error) => QueryEvent::Closed(Err(error)),
        };
        let is_last = matches!(event, QueryEvent::Closed(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// A requested search.
struct Query {
    id: Value,
    task: Task,
    control: Arc<Control>,
}

/// An answer to a query.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Search(QueryAnswer),
    Opening(Value),
}

impl Query {
    /// The answer with what was found.
    fn answer(self, status: Status, found: &Found) -> Answer {
        match self.task {
            Task::Search(search) => {
                let side = search.position.side;
                let lines = &found.lines;
                Answer::Search(QueryAnswer::new(self.id, status, Outcome::Open, side, lines))
            }
            Task::Opening(query) => {
                Answer::Opening(query.answer(&self.id, status, Some(&found.acts)))
            }
        }
    }
}

struct Worker {
    jobs: Sender<QueryJob>,
    /// What it is at.
    query: Option<Query>,
}

/// Where everything comes together: lines go in, searches to the workers, answers out.
struct Desk<W> {
    output: W,
    options: JsonOptions,
    workers: Vec<Worker>,
    waiting: VecDeque<Query>,
    /// Ids of the queries that are not answered.
    open: HashSet<Value>,
    /// Requests the next line from the reader.
    permits: Permits,
    /// Why there is no next line.
    closed: Option<io::Result<()>>,
}

impl<W: Write> Desk<W> {
    fn serve(&mut self, inbox: &Receiver<QueryEvent>) -> io::Result<()> {
        loop {
            self.distribute();
            let is_idle = self.workers.iter().all(|worker| worker.query.is_none());
            if let Some(closed) = self.closed.take_if(|_| is_idle) {
                return closed;
            }
            if self.waiting.len() < self.options.queue {
                self.permits.give();
            }
            let Ok(event) = inbox.recv() else { return Ok(()) };
            match event {
                QueryEvent::Closed(closed) => self.closed = Some(closed),
                QueryEvent::Line(line) => {
                    self.permits.used();
                    self.take(&line)?;
                }
                QueryEvent::Progress(number, lines, news) => self.report(number, &lines, &news)?,
                QueryEvent::Finished(number, lines) => self.finish(number, lines)?,
            }
        }
    }

    fn write(&mut self, answer: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        self.output.write_all(&line)?;
        self.output.flush()
    }

    /// Gives waiting queries to workers that have nothing to do.
    fn distribute(&mut self) {
        for worker in self.workers.iter_mut().filter(|worker| worker.query.is_none()) {
            let Some(query) = self.waiting.pop_front() else { return };
            let (task, control) = (query.task.clone(), Arc::clone(&query.control));
            // A worker lives as long as this.
            let _ = worker.jobs.send(QueryJob { task, control });
            worker.query = Some(query);
        }
    }

    /// A line of input.
    fn take(&mut self, line: &[u8]) -> io::Result<()> {
        let Some((id, request)) = parse(line, self.options.nodes) else { return Ok(()) };
        let id = id.as_ref();
        match request {
            Err(error) => self.write(&answer::error(id, &error)),
            Ok(Request::Version) => self.write(&answer::version(id)),
            Ok(Request::Cancel(wanted)) => {
                let count = self.cancel(|id| *id == wanted)?;
                self.write(&answer::cancelled(id, "cancel", count))
            }
            Ok(Request::CancelAll) => {
                let count = self.cancel(|_| true)?;
                self.write(&answer::cancelled(id, "cancel_all", count))
            }
            Ok(Request::Search(search)) => {
                let id = id.cloned().unwrap_or_default();
                if search.outcome == Outcome::Open {
                    return self.ask(id, Task::Search(search));
                }
                let side = search.position.side;
                self.write(&QueryAnswer::new(id, Status::Done, search.outcome, side, &[]))
            }
            Ok(Request::Opening(query)) => {
                let id = id.cloned().unwrap_or_default();
                match query.choose {
                    true => self.ask(id, Task::Opening(query)),
                    false => self.write(&query.answer(&id, Status::Done, None)),
                }
            }
        }
    }

    fn ask(&mut self, id: Value, task: Task) -> io::Result<()> {
        if !self.open.insert(id.clone()) {
            return self.write(&answer::error(Some(&id), "a query with this id is not finished"));
        }
        let control = Arc::new(Control::new());
        self.waiting.push_back(Query { id, task, control });
        Ok(())
    }

    /// Ends searches; those that have not begun are answered at once. Returns how many, without those
    /// that were cancelled before.
    fn cancel(&mut self, is_meant: impl Fn(&Value) -> bool) -> io::Result<usize> {
        let running = self.workers.iter().filter_map(|worker| worker.query.as_ref());
        let is_new = |query: &&Query| is_meant(&query.id) && !query.control.is_stopped();
        let running: Vec<_> = running.filter(is_new).collect();
        running.iter().for_each(|query| query.control.stop());
        let running = running.len();
        let (meant, kept): (VecDeque<_>, VecDeque<_>) =
            std::mem::take(&mut self.waiting).into_iter().partition(|query| is_meant(&query.id));
        self.waiting = kept;
        let count = running + meant.len();
        for query in meant {
            self.open.remove(&query.id);
            self.write(&query.answer(Status::Cancelled, &Found::default()))?;
        }
        Ok(count)
    }

    fn report(&mut self, number: usize, lines: &[Report], news: &News) -> io::Result<()> {
        let Some(query) = &self.workers[number].query else { return Ok(()) };
        let Task::Search(search) = &query.task else { return Ok(()) };
        let (id, side) = (query.id.clone(), search.position.side);
        let answer = QueryAnswer::new(id, Status::Progress, Outcome::Open, side, lines);
        self.write(&answer.with_news(news))
    }

    fn finish(&mut self, number: usize, found: Option<Found>) -> io::Result<()> {
        let Some(query) = self.workers[number].query.take() else { return Ok(()) };
        self.open.remove(&query.id);
        let Some(found) = found else {
            return self.write(&answer::error(Some(&query.id), "the search failed"));
        };
        let stopped = query.control.is_stopped();
        let status = if stopped { Status::Cancelled } else { Status::Done };
        self.write(&query.answer(status, &found))
    }
}

impl<W> Drop for Desk<W> {
    /// Stops the searches that are still running.
    fn drop(&mut self) {
        let running = self.workers.iter().filter_map(|worker| worker.query.as_ref());
        running.for_each(|query| query.control.stop());
    }
}
