use super::{Listener, Report};

/// Gathers the lines of a search from the reports that a [`Listener`](super::Listener) hears: one
/// for each line of an iteration, and the final one.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    current: Vec<Report>,
    /// Those of the iteration before it.
    before: Vec<Report>,
}

impl Lines {
    /// Takes a report; `true` if the lines of its iteration are complete by it.
    pub fn take(&mut self, report: &Report) -> bool {
        // The final report comes once more: it belongs to `finish`.
        let again = self.current.first().is_some_and(|first| first.depth == report.depth);
        if report.rank == 0 && !again {
            self.before = std::mem::take(&mut self.current);
        }
        let is_new = report.rank == self.current.len();
        if is_new {
            self.current.push(report.clone());
        }
        is_new && self.complete().is_some()
    }

    /// The lines of the last iteration that was heard of, the best first, if all are there.
    pub fn complete(&self) -> Option<&[Report]> {
        let count = self.current.first()?.multi_pv;
        (self.current.len() >= count).then_some(&self.current)
    }

    /// All lines, when the search is over: `last`, which holds the move it chose, and the others as
    /// they were known last.
    pub fn finish(self, last: Report) -> Vec<Report> {
        let count = last.multi_pv;
        let mut lines = vec![last];
        for report in self.current.into_iter().chain(self.before) {
            if lines.len() < count && lines.iter().all(|line| line.best != report.best) {
                lines.push(report);
            }
        }
        lines
    }
}

/// A listener that remembers the lines of the last complete iteration.
#[derive(Clone, Debug, Default)]
pub struct LastLines {
    lines: Vec<Report>,
    complete: Vec<Report>,
}

impl LastLines {
    /// The lines, the best first; none if no iteration was completed.
    pub fn complete(self) -> Vec<Report> {
        self.complete
    }
}

impl Listener for LastLines {
    fn on_iteration(&mut self, report: &Report) {
        if report.rank == 0 {
            self.lines.clear();
        }
        self.lines.push(report.clone());
        if self.lines.len() == report.multi_pv {
            self.complete = std::mem::take(&mut self.lines);
        }
    }
}
