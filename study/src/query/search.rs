//! A query is searched.

use std::time::Duration;

use super::SearchQuery;
use dolmen::engine::Engine;
use dolmen::search::{Clock, Control, Limits, Lines, Listener, Report, RootNews};
use dolmen::types::{Coord, Instant};

/// The lines found, the best first; none if there is no move. Nothing is remembered from one
/// query to the next, so that an answer does not depend on what else was asked.
pub fn search(
    engine: &mut Engine,
    search: &SearchQuery,
    control: &Control,
    progress: &mut dyn FnMut(&[Report], &News),
) -> Vec<Report> {
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
    let live = search.live.then(News::default);
    let mut progress = Progress { lines, is_new: false, interval, last: start, live, progress };
    engine.clear();
    let last = engine.think(&search.position.board(), &limits, control, &mut progress);
    let finish = |last| progress.lines.finish(Report { elapsed: start.elapsed(), ..last });
    last.map(finish).unwrap_or_default()
}

/// What happens at the root of a running search.
#[derive(Clone, Debug, Default)]
pub struct News {
    /// The first move that is being searched.
    pub searching: Option<Coord>,
    /// First moves that lose by force.
    pub losing: Vec<Coord>,
}

/// Gathers the lines, and now and then shows them.
struct Progress<'a> {
    lines: Lines,
    /// They have not been shown.
    is_new: bool,
    interval: Option<Duration>,
    last: Instant,
    /// `None` if nobody asked.
    live: Option<News>,
    progress: &'a mut dyn FnMut(&[Report], &News),
}

impl Progress<'_> {
    fn show_if_due(&mut self) {
        let is_due = self.interval.is_some_and(|interval| self.last.elapsed() >= interval);
        if let Some(lines) = self.lines.complete().filter(|_| self.is_new && is_due) {
            (self.progress)(lines, self.live.as_ref().unwrap_or(&News::default()));
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

    fn on_root(&mut self, news: RootNews) {
        if let Some(live) = &mut self.live {
            match news {
                RootNews::Iteration => live.losing.clear(),
                RootNews::Trying(c) => live.searching = Some(c),
                RootNews::Lost(c) if !live.losing.contains(&c) => live.losing.push(c),
                RootNews::Lost(_) | RootNews::Tried(_) | RootNews::Best(_) => {}
            }
            self.is_new = true;
        }
        self.show_if_due();
    }
}
