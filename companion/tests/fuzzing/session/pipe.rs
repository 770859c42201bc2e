//! The two ends of a session in memory.

use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// What the session reads: a text, and another that comes only after an answer has been seen.
pub struct Pipe {
    first: io::Cursor<Vec<u8>>,
    /// The line to wait for, and what comes then.
    then: Option<(&'static str, Vec<u8>)>,
    output: Output,
}

/// What is sent.
pub struct Input {
    pub first: Vec<u8>,
    pub then: Option<(&'static str, Vec<u8>)>,
}

/// What the session writes.
#[derive(Clone, Default)]
pub struct Output(Arc<(Mutex<Vec<u8>>, Condvar)>);

/// A session that has not answered by now hangs. Far more than any case needs.
const PATIENCE: Duration = Duration::from_secs(30);

impl Pipe {
    pub fn new(input: Input) -> (Pipe, Output) {
        let output = Output::default();
        let first = io::Cursor::new(input.first);
        (Pipe { first, then: input.then, output: output.clone() }, output)
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.first.read(buffer)?;
        match self.then.take() {
            Some((line, rest)) if count == 0 => {
                self.output.wait_for(line);
                self.first = io::Cursor::new(rest);
                self.first.read(buffer)
            }
            then => {
                self.then = then;
                Ok(count)
            }
        }
    }
}

impl Output {
    pub fn text(&self) -> String {
        let bytes = self.0.0.lock().expect("no panic while writing");
        String::from_utf8(bytes.clone()).expect("output is text")
    }

    /// Returns at the latest when patience is at an end: the answer is found missing later.
    fn wait_for(&self, line: &str) {
        let (bytes, written) = &*self.0;
        let missing = |bytes: &mut Vec<u8>| !bytes.ends_with(line.as_bytes());
        let bytes = bytes.lock().expect("no panic while writing");
        drop(written.wait_timeout_while(bytes, PATIENCE, missing));
    }
}

impl Write for Output {
    /// Managers drop lines that come in pieces.
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        assert!(buffer.ends_with(b"\n"), "a piece of a line: {buffer:?}");
        let (bytes, written) = &*self.0;
        bytes.lock().expect("no panic while writing").extend_from_slice(buffer);
        written.notify_all();
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
