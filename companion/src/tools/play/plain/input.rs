//! The lines of the line mode, read beside the game.

use std::io::{self, BufRead as _, BufReader, Read};
use std::sync::mpsc::Sender;
use std::thread::Builder;

use crate::files::read_line;
use crate::tools::permits::Permits;
use crate::tools::play::thinker::Thought;
use dolmen::protocol::LONGEST_LINE;
use dolmen::types::trimmed;

/// What the loop waits for.
pub enum PlainInput {
    /// Lines that came together.
    Lines(io::Result<Vec<String>>),
    /// What the engine has found.
    Thought(Thought),
}

/// While so many lines wait for the engine, no more are read: more than any game has.
pub const MOST_WAITING: usize = 1024;

/// Reads in a thread of its own, so that the engine's moves and the clock need not wait. The
/// end of the input is an error. Lines that come together are sent for each permit: those that are
/// not obeyed yet must not fill the memory.
pub fn read_lines(
    mut input: BufReader<impl Read + Send + 'static>,
    sender: Sender<PlainInput>,
) -> io::Result<Permits> {
    let (permits, permitted) = Permits::new();
    let read = move || {
        while permitted.recv().is_ok() {
            let lines = next_lines(&mut input);
            let last = lines.is_err();
            if sender.send(PlainInput::Lines(lines)).is_err() || last {
                break;
            }
        }
    };
    Builder::new().name("input".into()).spawn(read).map(|_| permits)
}

/// Lines that come together: typed ones come alone, those of a pipe as many as are there, within
/// reason.
fn next_lines(input: &mut BufReader<impl Read>) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    loop {
        let line = read_line(&mut *input, LONGEST_LINE)?;
        if line.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if line.len() == LONGEST_LINE && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        lines.push(trimmed(&String::from_utf8_lossy(&line)).to_string());
        if input.buffer().is_empty() || lines.len() == MOST_WAITING {
            return Ok(lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    /// A line without end, and lines faster than the engine, had filled the memory.
    #[test]
    fn lines_and_what_comes_together_are_limited() {
        let long = [&[b'x'; 3 * LONGEST_LINE][..], b"\nh8\r\nquit"].concat();
        let mut input = BufReader::with_capacity(long.len(), &long[..]);
        let lines = next_lines(&mut input).expect("lines");
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!(lines[1..], ["h8", "quit"]);
        assert!(next_lines(&mut input).is_err());
        let (sender, events) = mpsc::channel();
        let repeated = BufReader::new(b"undo\n".repeat(5000).leak() as &[u8]);
        let mut permits = read_lines(repeated, sender).expect("a thread");
        permits.give();
        let Ok(PlainInput::Lines(Ok(lines))) = events.recv() else { panic!("no lines") };
        assert_eq!(lines.len(), MOST_WAITING);
        assert!(events.recv_timeout(Duration::from_millis(100)).is_err());
    }
}
