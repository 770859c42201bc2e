//! What an engine and the runner say to each other.

use std::collections::VecDeque;
use std::time::Instant;

/// Lines of a conversation that are kept, the last ones, and characters of each.
pub(super) const MOST_LOGGED: usize = 20_000;
pub(super) const LONGEST_LOGGED: usize = 1000;
/// The last lines said, and those written to standard error, of which a fault is told.
const TAIL: usize = 12;

/// A line: `>` sent, `<` received, `!` written to standard error.
#[derive(Clone, Debug)]
struct Said {
    at: Instant,
    direction: char,
    line: String,
}

/// The last lines, noted by the threads that hear them.
#[derive(Debug)]
pub(super) struct Talk {
    started: Instant,
    /// Of both directions.
    tail: VecDeque<Said>,
    /// Of standard error.
    errors: VecDeque<Said>,
    /// All of them, if they are kept, and how many before them are not.
    log: Option<VecDeque<Said>>,
    left_out: usize,
}

/// Appends to lines of which this many are kept, and tells whether one had to go.
fn push(lines: &mut VecDeque<Said>, said: Said, most: usize) -> bool {
    let is_full = lines.len() == most;
    if is_full {
        lines.pop_front();
    }
    lines.push_back(said);
    is_full
}

impl Talk {
    pub(super) fn new(keep_log: bool) -> Talk {
        Talk {
            started: Instant::now(),
            tail: VecDeque::with_capacity(TAIL),
            errors: VecDeque::new(),
            log: keep_log.then(VecDeque::new),
            left_out: 0,
        }
    }

    pub(super) fn note(&mut self, at: Instant, direction: char, text: &str) {
        // Several lines may be sent at once.
        for line in text.lines() {
            let said = Said { at, direction, line: line.chars().take(LONGEST_LOGGED).collect() };
            if let Some(log) = &mut self.log {
                self.left_out += usize::from(push(log, said.clone(), MOST_LOGGED));
            }
            let last = if direction == '!' { &mut self.errors } else { &mut self.tail };
            push(last, said, TAIL);
        }
    }

    /// Since the start.
    pub(super) fn milliseconds(&self, at: Instant) -> u128 {
        at.saturating_duration_since(self.started).as_millis()
    }

    /// Lines with milliseconds since the start, in the order in which they came: they may have been
    /// heard later.
    fn in_order(&self, lines: impl IntoIterator<Item = Said>) -> Vec<String> {
        let mut lines = Vec::from_iter(lines);
        lines.sort_by_key(|said| said.at);
        let text = |said: Said| {
            format!("{:7} {} {}", self.milliseconds(said.at), said.direction, said.line)
        };
        lines.into_iter().map(text).collect()
    }

    pub(super) fn tail(&self) -> Vec<String> {
        self.in_order(self.tail.iter().chain(&self.errors).cloned())
    }

    /// The last lines of standard error.
    pub(super) fn errors(&self) -> String {
        self.errors.iter().map(|said| format!("{}\n", said.line)).collect()
    }

    pub(super) fn take_log(&mut self) -> Vec<String> {
        let left_out = std::mem::take(&mut self.left_out);
        let gap = (left_out > 0).then(|| format!("        ({left_out} lines left out)"));
        let log = self.log.as_mut().map(std::mem::take).unwrap_or_default();
        gap.into_iter().chain(self.in_order(log)).collect()
    }
}
