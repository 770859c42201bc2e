//! Sessions on record: both directions with their times, one JSON object a line. Together with
//! what each search spent, that is enough to repeat a session that was limited by the clock.

use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::files::is_stream;
use crate::search::Report;
use crate::types::Instant;

/// A line of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordEntry {
    /// Milliseconds since the session began.
    pub ms: f64,
    /// What happened then.
    pub event: RecordEvent,
}

/// What a session consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordEvent {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Version of the program.
    pub version: String,
    /// Code of the rule that it began with.
    pub rule: u8,
    /// MiB of the transposition table, if given.
    pub hash: Option<u64>,
    /// Threads that it began with.
    pub threads: usize,
    /// The net, unless that of the program: see
    /// [`NetChoice::name`](crate::eval::NetChoice::name).
    pub net: Option<String>,
    /// What its choices by chance depend on.
    pub seed: u64,
}

/// What a search spent, so that another one can spend the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Positions that it was expected to visit: they decide the size of the table.
    pub expected: u64,
    /// Where it ended; `None` if it was no plain search for a move.
    pub end: Option<SearchEnd>,
}

/// Where a search for a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchEnd {
    /// Positions visited.
    pub nodes: u64,
    /// Last iteration that was finished.
    pub depth: u32,
    /// Whether another one was begun.
    pub interrupted: bool,
}

impl From<&Report> for SearchEnd {
    fn from(report: &Report) -> SearchEnd {
        let Report { nodes, depth, interrupted, .. } = *report;
        SearchEnd { nodes, depth, interrupted }
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

/// Creates a file for a record: under this name or, where that is taken, with `-2`, `-3` and so on
/// before the extension. No file is written over, and no two sessions share one; a pipe or a device
/// is written to.
///
/// # Errors
/// If no file can be created there, or the name is that of a folder.
pub fn create_numbered(path: &Path) -> io::Result<File> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if is_stream(path) {
        return File::options().write(true).open(path);
    }
    let mut next = path.to_path_buf();
    for number in 2_u64.. {
        match File::create_new(&next) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result,
        }
        let mut name = path.file_stem().unwrap_or_default().to_os_string();
        name.push(format!("-{number}"));
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push(extension);
        }
        next.set_file_name(name);
    }
    Err(io::ErrorKind::AlreadyExists.into())
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
        recorder.note(start, RecordEvent::Program(program));
        recorder
    }

    /// Adds an event. A record that cannot be written ends there: the game goes on.
    pub fn note(&mut self, at: Instant, event: RecordEvent) {
        let ms = at.saturating_duration_since(self.start).as_micros() as f64 / 1000.0;
        let Some(output) = &mut self.output else { return };
        let written =
            writeln!(output, "{}", RecordEntry { ms, event }).and_then(|()| output.flush());
        if let Err(error) = written {
            log::error!("the record ends here: {error}");
            self.output = None;
        }
    }
}

/// An entry as JSON: `{"ms":2.5,"in":"START 15"}`.
impl fmt::Display for RecordEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\"ms\":{:?},", self.ms)?;
        match &self.event {
            RecordEvent::In(line) => write!(f, "\"in\":{}", Quoted(line))?,
            RecordEvent::Out(line) => write!(f, "\"out\":{}", Quoted(line))?,
            RecordEvent::Spent(Spent { expected, end }) => {
                write!(f, "\"spent\":{{\"expected\":{expected},\"end\":")?;
                match end {
                    None => f.write_str("null")?,
                    Some(SearchEnd { nodes, depth, interrupted }) => write!(
                        f,
                        "{{\"nodes\":{nodes},\"depth\":{depth},\"interrupted\":{interrupted}}}"
                    )?,
                }
                f.write_str("}")?;
            }
            RecordEvent::Program(Program { version, rule, hash, threads, net, seed }) => {
                let hash = hash.map_or("null".to_string(), |mib| mib.to_string());
                write!(
                    f,
                    "\"program\":{{\"version\":{},\"rule\":{rule},\"hash\":{hash},\"threads\":{threads}",
                    Quoted(version)
                )?;
                if let Some(net) = net {
                    write!(f, ",\"net\":{}", Quoted(net))?;
                }
                write!(f, ",\"seed\":{seed}}}")?;
            }
        }
        f.write_str("}")
    }
}

/// A text as a string of JSON (RFC 8259, section 7).
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for letter in self.0.chars() {
            match letter {
                '"' | '\\' => write!(f, "\\{letter}")?,
                '\0'..='\u{1f}' => write!(f, "\\u{:04x}", u32::from(letter))?,
                letter => write!(f, "{letter}")?,
            }
        }
        f.write_str("\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::mpsc::{Sender, channel};

    fn program() -> Program {
        Program { version: "1.2.3".into(), rule: 4, hash: None, threads: 1, net: None, seed: 7 }
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
    fn entries_are_lines_of_json() {
        let entry = |event| RecordEntry { ms: 2.5, event }.to_string();
        assert_eq!(
            entry(RecordEvent::In("a \"\\\u{1}\u{4e94}".into())),
            r#"{"ms":2.5,"in":"a \"\\\u0001五"}"#
        );
        let end = Some(SearchEnd { nodes: 77, depth: 3, interrupted: true });
        assert_eq!(
            entry(RecordEvent::Spent(Spent { expected: 9, end })),
            r#"{"ms":2.5,"spent":{"expected":9,"end":{"nodes":77,"depth":3,"interrupted":true}}}"#
        );
        let start = RecordEntry { ms: 0.0, event: RecordEvent::Program(program()) };
        assert_eq!(
            start.to_string(),
            r#"{"ms":0.0,"program":{"version":"1.2.3","rule":4,"hash":null,"threads":1,"seed":7}}"#
        );
    }

    #[test]
    fn a_record_that_cannot_be_written_is_given_up() {
        let (sender, bytes) = channel();
        drop(bytes);
        let mut recorder = Recorder::new(Pipe(sender), program());
        recorder.note(Instant::now(), RecordEvent::Out("OK".into()));
        assert!(recorder.output.is_none());
    }

    #[test]
    fn every_session_gets_a_record_of_its_own() {
        let folder = std::env::temp_dir().join(format!("dolmen-records-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for name in ["talk.jsonl", "talk.jsonl", "talk.jsonl", "plain", "plain"] {
            create_numbered(&folder.join(name)).expect("a new file");
        }
        for name in ["talk.jsonl", "talk-2.jsonl", "talk-3.jsonl", "plain", "plain-2"] {
            assert!(folder.join(name).is_file(), "{name}");
        }
        fs::remove_dir_all(&folder).expect("no folder");
        assert!(create_numbered(&folder.join("talk.jsonl")).is_err());
    }

    /// `--record folder/` wrote `folder-2`.
    #[test]
    fn a_folder_is_no_record_and_a_pipe_is_written_to() {
        let folder = std::env::temp_dir().join(format!("dolmen-no-record-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).expect("a folder");
        for name in ["inner", "inner/", "inner/.", "new/"] {
            assert!(create_numbered(&folder.join(name)).is_err(), "{name}");
        }
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        #[cfg(target_os = "linux")]
        {
            use std::io::Read;
            let pipe = folder.join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status();
            assert!(made.is_ok_and(|status| status.success()));
            // Both ends, so that nobody waits for the other.
            let mut reader = File::options().read(true).write(true).open(&pipe).expect("a pipe");
            create_numbered(&pipe).and_then(|mut pipe| pipe.write_all(b"line")).expect("written");
            let mut read = [0; 4];
            reader.read_exact(&mut read).expect("four bytes");
            assert_eq!((&read, fs::read_dir(&folder).expect("a folder").count()), (b"line", 2));
        }
        fs::remove_dir_all(&folder).expect("no folder");
    }
}
