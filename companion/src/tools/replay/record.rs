//! Reading the records of sessions; [`Recorder`](dolmen::protocol::recording::Recorder) writes
//! them.

use std::io::{self, BufRead};
use std::time::Duration;

use crate::files::read_line;
use dolmen::engine::{LARGEST_TABLE, MOST_THREADS};
use dolmen::protocol::LONGEST_LINE;
use dolmen::protocol::recording::{Program, RecordEntry, RecordEvent, SearchEnd, Spent};
use dolmen::types::{Rule, trimmed};
use serde::Deserialize;

/// [`RecordEntry`] as it is written.
#[derive(Deserialize)]
struct Line {
    ms: f64,
    #[serde(flatten)]
    event: LineEvent,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum LineEvent {
    Program(LineProgram),
    In(String),
    Out(String),
    Spent(LineSpent),
}

#[derive(Deserialize)]
struct LineProgram {
    version: String,
    rule: u8,
    hash: Option<u64>,
    threads: usize,
    #[serde(default)]
    net: Option<String>,
    #[serde(default)]
    seed: u64,
}

#[derive(Deserialize)]
struct LineSpent {
    expected: u64,
    end: Option<LineEnd>,
}

#[derive(Deserialize)]
struct LineEnd {
    nodes: u64,
    depth: u32,
    #[serde(alias = "broken_off")]
    interrupted: bool,
}

/// An entry of a record; `None` if the line is none.
fn read_entry(line: &str) -> Option<RecordEntry> {
    let Line { ms, event } = serde_json::from_str(trimmed(line)).ok()?;
    let event = match event {
        LineEvent::In(line) => RecordEvent::In(line),
        LineEvent::Out(line) => RecordEvent::Out(line),
        LineEvent::Program(LineProgram { version, rule, hash, threads, net, seed }) => {
            RecordEvent::Program(Program { version, rule, hash, threads, net, seed })
        }
        LineEvent::Spent(LineSpent { expected, end }) => {
            let end = end.map(|LineEnd { nodes, depth, interrupted }| SearchEnd {
                nodes,
                depth,
                interrupted,
            });
            RecordEvent::Spent(Spent { expected, end })
        }
    };
    Some(RecordEntry { ms, event })
}

/// Longest line of a record, in bytes: more than a line of the protocol with all of it escaped.
const LONGEST_ENTRY: usize = 16 * LONGEST_LINE;

/// Reads a record. An incomplete last line, as after a crash, is ignored.
///
/// # Errors
/// If it cannot be read, is not a record, or has impossible entries.
pub fn read_record(mut input: impl BufRead) -> io::Result<(Program, Vec<RecordEntry>)> {
    let mut entries: Vec<RecordEntry> = Vec::new();
    let wrong = |number: usize, what: &str| Err(super::invalid(format!("line {number}: {what}")));
    for number in 1.. {
        let line = read_line(&mut input, LONGEST_ENTRY)?;
        if line.is_empty() {
            break;
        }
        let Some(entry) = str::from_utf8(&line).ok().and_then(read_entry) else {
            if number > 1 && input.fill_buf()?.is_empty() {
                break;
            }
            return wrong(number, "expected an entry of a session record");
        };
        if let Some(what) = impossible(&entry, entries.first()) {
            return wrong(number, what);
        }
        entries.push(entry);
    }
    match entries.first().map(|entry| &entry.event) {
        Some(RecordEvent::Program(program)) => Ok((program.clone(), entries)),
        _ => Err(super::invalid("not a record of a session")),
    }
}

/// Longest session that is repeated.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);
/// More positions than a thread visits in a millisecond.
const MOST_NODES_PER_MS: f64 = 20_000.0;

/// What no session can have contained, so that repeating it would take more
/// threads, memory or time than the session did; `first` is the entry of the program.
fn impossible(entry: &RecordEntry, first: Option<&RecordEntry>) -> Option<&'static str> {
    if !(0.0..=LONGEST.as_millis() as f64).contains(&entry.ms) {
        return Some("expected ms from 0 to 2592000000 (30 days)");
    }
    match &entry.event {
        RecordEvent::Program(_) if first.is_some() => {
            Some("expected one program entry, as a record has one session")
        }
        RecordEvent::Program(program) => {
            if !(1..=MOST_THREADS).contains(&program.threads) {
                return Some("expected threads from 1 to 256");
            }
            if program.hash.is_some_and(|mib| !(1..=LARGEST_TABLE >> 20).contains(&mib)) {
                return Some("expected hash from 1 to 16384 MiB");
            }
            Rule::from_code(program.rule).is_none().then_some("expected the code of a rule")
        }
        RecordEvent::Spent(Spent { end: Some(end), .. }) => {
            let threads = match first.map(|first| &first.event) {
                // More may have been asked for by INFO thread_num.
                Some(RecordEvent::Program(_)) => MOST_THREADS as f64,
                _ => 1.0,
            };
            let most = (entry.ms + 1000.0) * MOST_NODES_PER_MS * threads;
            (end.nodes as f64 > most).then_some("expected no more positions than the time allows")
        }
        RecordEvent::In(_) | RecordEvent::Out(_) | RecordEvent::Spent(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::protocol::recording::Recorder;
    use std::io::{Read, Seek};
    use std::time::Instant;

    fn program() -> Program {
        Program { version: "1.2.3".into(), rule: 4, hash: None, threads: 1, net: None, seed: 7 }
    }

    /// What a recorder writes.
    fn recorded(record: impl FnOnce(&mut Recorder)) -> Vec<u8> {
        let mut file = tempfile::tempfile().expect("a file");
        record(&mut Recorder::new(file.try_clone().expect("a handle"), program()));
        let mut text = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut text)).expect("the record");
        text
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let end = SearchEnd { nodes: 77, depth: 3, interrupted: true };
        let events = [
            RecordEvent::In("BOARD \"\u{4e94}\"".into()),
            RecordEvent::Spent(Spent { expected: 9, end: None }),
            RecordEvent::Spent(Spent { expected: u64::MAX, end: Some(end) }),
            RecordEvent::Out("7,7".into()),
        ];
        let mut text = recorded(|recorder| {
            events.iter().for_each(|event| recorder.note(Instant::now(), event.clone()));
        });
        text.extend_from_slice(b"{\"ms\":9.1,\"ou");
        let (read, entries) = read_record(&text[..]).expect("a record");
        assert_eq!(read, program());
        let read: Vec<RecordEvent> = entries.into_iter().skip(1).map(|entry| entry.event).collect();
        assert_eq!(read, events);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let refused = |text: &str| read_record(text.as_bytes()).map_err(|error| error.to_string());
        let line = "{\"ms\":0.0,\"in\":\"START 15\"}\n";
        for text in ["", line] {
            assert_eq!(refused(text), Err("not a record of a session".into()), "{text}");
        }
        for (text, number) in [
            ("START 15\n".into(), 1),
            ("START 15\nEND\n".into(), 1),
            (format!("{line}END\n{line}"), 2),
        ] {
            let error = refused(&text).expect_err("no record");
            assert_eq!(error, format!("line {number}: expected an entry of a session record"));
        }
    }

    /// The error was that of a stream, without a line; a character cut off at the end was one, too.
    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_line() {
        let read = |bytes: &[u8]| {
            let mut text = recorded(|_| ());
            text.extend_from_slice(bytes);
            read_record(&text[..]).map(drop).map_err(|error| error.to_string())
        };
        let error = "line 2: expected an entry of a session record";
        assert_eq!(read(b"\xFF\xFE\n\xFF\n"), Err(error.into()));
        assert_eq!(read(b"{\"ms\":9.1,\"out\":\"\xE4"), Ok(()));
    }

    #[test]
    fn times_are_milliseconds_since_the_beginning() {
        let text = recorded(|recorder| {
            recorder.note(Instant::now() + Duration::from_secs(9), RecordEvent::Out("OK".into()));
        });
        let (_, entries) = read_record(&text[..]).expect("a record");
        let times: Vec<f64> = entries.iter().map(|entry| entry.ms).collect();
        assert!(times[0] == 0.0 && (9_000.0..60_000.0).contains(&times[1]), "{times:?}");
    }

    /// 100,000 threads, a depth of 65,535 and endless times were taken at their word.
    #[test]
    fn what_no_session_can_have_done_is_refused() {
        let read = |program: &str, entry: &str| {
            let text = format!(
                "{{\"ms\":0.0,\"program\":{{\"version\":\"1\",{program}}}}}\n{entry}\n{{\"ms\":1"
            );
            read_record(text.as_bytes()).map(drop).map_err(|error| error.to_string())
        };
        let fine = "\"rule\":4,\"hash\":null,\"threads\":2";
        let spent = |ms: &str, nodes: &str| {
            let end = format!("{{\"nodes\":{nodes},\"depth\":65535,\"interrupted\":false}}");
            format!("{{\"ms\":{ms},\"spent\":{{\"expected\":1,\"end\":{end}}}}}")
        };
        assert_eq!(read(fine, &spent("5.0", "100000")), Ok(()));
        for (program, entry, line) in [
            (fine, spent("5.0", "18446744073709551615"), 2),
            (fine, spent("1e300", "1"), 2),
            (fine, spent("-1.0", "1"), 2),
            ("\"rule\":4,\"hash\":null,\"threads\":100000", spent("5.0", "1"), 1),
            ("\"rule\":4,\"hash\":null,\"threads\":0", spent("5.0", "1"), 1),
            ("\"rule\":4,\"hash\":0,\"threads\":1", spent("5.0", "1"), 1),
            ("\"rule\":4,\"hash\":99999999999,\"threads\":1", spent("5.0", "1"), 1),
            ("\"rule\":77,\"hash\":null,\"threads\":1", spent("5.0", "1"), 1),
            (fine, format!("{{\"ms\":0.0,\"program\":{{\"version\":\"1\",{fine}}}}}"), 2),
        ] {
            let error = read(program, &entry).expect_err(&entry);
            assert!(error.starts_with(&format!("line {line}: expected ")), "{error}");
        }
    }

    /// All of it was read first, and filled the memory.
    #[test]
    fn input_without_end_is_refused_at_its_first_line() {
        let endless = io::BufReader::new(io::repeat(0));
        let error = read_record(endless).map(drop).map_err(|error| error.to_string());
        assert_eq!(error, Err("line 1: expected an entry of a session record".into()));
    }
}
