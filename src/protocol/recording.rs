//! Sessions on record: both directions with their times, one JSON object a line. Together with
//! what each search spent, that is enough to repeat a session that was limited by the clock.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::search::Report;

/// A line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Milliseconds since the session began.
    pub ms: f64,
    /// What happened then.
    #[serde(flatten)]
    pub event: Event,
}

/// What a session consists of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// The program and its command line: the first entry, and only that.
    Program(Program),
    /// A line was received.
    In(String),
    /// A line was sent.
    Out(String),
    /// A search ended.
    Spent(Spent),
}

/// The program that a record is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Version of the program.
    pub version: String,
    /// Code of the rule that it began with.
    pub rule: u8,
    /// MiB of the transposition table, if told.
    pub hash: Option<u64>,
    /// Threads that it began with.
    pub threads: usize,
    /// The net, unless that of the program: see
    /// [`NetChoice::name`](crate::eval::NetChoice::name).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
}

/// What a search spent, so that another one can spend the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Positions that it was expected to visit: they decide the size of the table.
    pub expected: u64,
    /// Where it ended; `None` if it was no plain search for a move.
    pub end: Option<End>,
}

/// Where a search for a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Positions visited.
    pub nodes: u64,
    /// Last iteration that was finished.
    pub depth: u32,
    /// Whether another one was begun.
    pub broken_off: bool,
}

impl From<&Report> for End {
    fn from(report: &Report) -> End {
        let Report { nodes, depth, broken_off, .. } = *report;
        End { nodes, depth, broken_off }
    }
}

/// What a session has to do with records.
#[derive(Default)]
pub struct Recording {
    /// Writes one.
    pub recorder: Option<Recorder>,
    /// Repeats one: each search spends what it did there, and nothing else ends it.
    pub repeated: VecDeque<Spent>,
}

/// Writes a record while a session goes on.
pub struct Recorder {
    start: Instant,
    /// `None` once it could not be written to.
    output: Option<Box<dyn Write + Send>>,
}

impl Recorder {
    /// Begins a record.
    pub fn new(output: impl Write + Send + 'static, program: Program) -> Recorder {
        let start = Instant::now();
        let mut recorder = Recorder { start, output: Some(Box::new(output)) };
        recorder.note(start, Event::Program(program));
        recorder
    }

    /// Adds an event. A record that cannot be written ends there: the game goes on.
    pub fn note(&mut self, at: Instant, event: Event) {
        let ms = at.saturating_duration_since(self.start).as_micros() as f64 / 1000.0;
        let Some(output) = &mut self.output else { return };
        let line = serde_json::to_string(&Entry { ms, event }).map_err(io::Error::other);
        let written =
            line.and_then(|line| writeln!(output, "{line}")).and_then(|()| output.flush());
        if let Err(error) = written {
            log::error!("the record ends here: {error}");
            self.output = None;
        }
    }
}

/// Reads a record. A last line that was cut short, as a crash leaves it, is passed over.
///
/// # Errors
/// If it cannot be read, or is not a record.
pub fn read_record(input: impl BufRead) -> io::Result<(Program, Vec<Entry>)> {
    let lines: Vec<String> = input.lines().collect::<io::Result<_>>()?;
    let mut entries = Vec::with_capacity(lines.len());
    for (number, line) in (1..).zip(&lines) {
        match serde_json::from_str::<Entry>(line) {
            Ok(entry) => entries.push(entry),
            Err(_) if number == lines.len() => {}
            Err(error) => return Err(io::Error::other(format!("line {number}: {error}"))),
        }
    }
    match entries.first().map(|entry| &entry.event) {
        Some(Event::Program(program)) => Ok((program.clone(), entries)),
        _ => Err(io::Error::other("not a record of a session")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    fn program() -> Program {
        Program { version: "1.2.3".into(), rule: 4, hash: None, threads: 1, net: None }
    }

    struct Pipe(Sender<Vec<u8>>);

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let end = End { nodes: 77, depth: 3, broken_off: true };
        let events = [
            Event::In("BOARD \"\u{4e94}\"".into()),
            Event::Spent(Spent { expected: 9, end: None }),
            Event::Spent(Spent { expected: u64::MAX, end: Some(end) }),
            Event::Out("7,7".into()),
        ];
        let (sender, bytes) = channel();
        let mut recorder = Recorder::new(Pipe(sender), program());
        events.iter().for_each(|event| recorder.note(Instant::now(), event.clone()));
        drop(recorder);
        let mut text: Vec<u8> = bytes.iter().flatten().collect();
        text.extend_from_slice(b"{\"ms\":9.1,\"ou");
        let (read, entries) = read_record(&text[..]).expect("a record");
        assert_eq!(read, program());
        let read: Vec<Event> = entries.into_iter().skip(1).map(|entry| entry.event).collect();
        assert_eq!(read, events);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let refused = |text: &str| read_record(text.as_bytes()).map_err(|error| error.to_string());
        let line = "{\"ms\":0.0,\"in\":\"START 15\"}\n";
        for text in ["", "START 15\n", line] {
            assert_eq!(refused(text), Err("not a record of a session".into()), "{text}");
        }
        for (text, number) in [("START 15\nEND\n".into(), 1), (format!("{line}END\n{line}"), 2)] {
            let error = refused(&text).expect_err("no record");
            assert!(error.starts_with(&format!("line {number}: ")), "{error}");
        }
    }

    #[test]
    fn times_are_milliseconds_since_the_beginning() {
        let (sender, bytes) = channel();
        let mut recorder = Recorder::new(Pipe(sender), program());
        recorder.note(recorder.start + Duration::from_micros(2500), Event::Out("OK".into()));
        drop(recorder);
        let text: Vec<u8> = bytes.iter().flatten().collect();
        let (_, entries) = read_record(&text[..]).expect("a record");
        assert_eq!(entries.iter().map(|entry| entry.ms).collect::<Vec<_>>(), [0.0, 2.5]);
    }

    #[test]
    fn a_record_that_cannot_be_written_is_given_up() {
        let (sender, bytes) = channel();
        drop(bytes);
        let mut recorder = Recorder::new(Pipe(sender), program());
        recorder.note(Instant::now(), Event::Out("OK".into()));
        assert!(recorder.output.is_none());
    }
}
