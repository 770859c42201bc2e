//! The threads around a session: one reads, one thinks, one answers.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use super::command::Command;
use super::database::Database;
use super::reader::{CommandReader, LineReader};
use super::recording::Recording;
use super::room::{ROOM, Room};
use super::session::{Line, Session, SessionInput};
use super::settings::Settings;
use super::worker;
use crate::types::Instant;

/// A reader that takes nothing any more may hold the session up for so long once the input has
/// ended.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait for the threads to end, in all.
const JOIN_TIMEOUT: Duration = Duration::from_millis(100);

/// How the threads of a session signal its end.
enum Ending {
    /// No more input will be heard.
    Input,
    /// The session is over.
    Session(io::Result<()>),
}

/// An output that knows whether it is blocked.
struct Watched<W> {
    output: W,
    /// Grows by one before and after each call: odd while the output takes its time.
    calls: Arc<AtomicU64>,
}

impl<W> Watched<W> {
    fn call<T>(&mut self, call: impl FnOnce(&mut W) -> T) -> T {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let result = call(&mut self.output);
        self.calls.fetch_add(1, Ordering::Relaxed);
        result
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.call(|output| output.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.call(Write::flush)
    }
}

/// Speaks the protocol until `END`, the end of the input, or a closed output. A search may still
/// be running in another thread then, or the output be stuck: end the process without waiting.
/// Commands for databases go to `database`.
///
/// # Errors
/// If the output fails; that it was closed is [`io::ErrorKind::BrokenPipe`].
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    settings: Settings,
    recording: Recording,
    database: Option<Box<dyn Database>>,
) -> io::Result<()> {
    let (events, inbox) = channel();
    let (jobs, job_inbox) = channel();
    let (endings, ended) = channel();
    let answering = events.clone();
    let send = move |answer| answering.send(SessionInput::Answer(answer)).is_ok();
    let calls = Arc::new(AtomicU64::new(0));
    let output = Watched { output, calls: Arc::clone(&calls) };
    let mut session = Session::new(output, jobs, settings, recording, database);
    let start = |name: &str, run: Box<dyn FnOnce() + Send>| {
        std::thread::Builder::new().name(name.into()).spawn(run)
    };
    let input_ended = endings.clone();
    let search = start("search", Box::new(move || worker::work(&job_inbox, send)))?;
    let answers = start(
        "session",
        Box::new(move || {
            // What the session has open is closed then, while the process still waits.
            let result = catch_unwind(AssertUnwindSafe(move || session.run(&inbox)));
            let failed = || Err(io::Error::other("the session failed"));
            let _ = endings.send(Ending::Session(result.unwrap_or_else(|_| failed())));
        }),
    )?;
    let reader = start(
        "reader",
        Box::new(move || {
            read(input, &events);
            let _ = input_ended.send(Ending::Input);
        }),
    )?;
    let mut ending = ended.recv().ok();
    if let Some(Ending::Input) = ending {
        ending = wait_unless_stuck(&ended, &calls, PATIENCE);
    }
    join_finished([search, answers, reader], JOIN_TIMEOUT);
    match ending {
        Some(Ending::Session(result)) => result,
        Some(Ending::Input) | None => Ok(()),
    }
}

/// Waits for threads that are about to end, but not for one that is busy or stuck: a process that
/// ends in the same moment as one of its threads may crash (wine 8).
fn join_finished(threads: [JoinHandle<()>; 3], patience: Duration) {
    let start = Instant::now();
    for thread in threads {
        while !thread.is_finished() && start.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
        if thread.is_finished() {
            let _ = thread.join();
        }
    }
}

/// What comes next; `None` if the output is stuck in one and the same call for so long.
fn wait_unless_stuck(
    ended: &Receiver<Ending>,
    calls: &AtomicU64,
    patience: Duration,
) -> Option<Ending> {
    loop {
        let before = calls.load(Ordering::Relaxed);
        match ended.recv_timeout(patience) {
            Ok(ending) => return Some(ending),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let is_writing = before % 2 == 1;
        if is_writing && calls.load(Ordering::Relaxed) == before {
            return None;
        }
    }
}

/// Stamps and passes on every line, up to the end. The input waits only while a [`ROOM`] full of it
/// waits to be carried out.
fn read(input: impl BufRead, events: &Sender<SessionInput>) {
    let (room, mut reader) = (Room::new(ROOM), CommandReader::default());
    let mut input = LineReader::new(input);
    loop {
        let text = input.next_line().ok().flatten();
        let last = text.as_ref().is_none_or(|text| reader.feed(text) == Some(Ok(Command::End)));
        let at = Instant::now();
        let place = room.take(text.as_ref().map_or(0, Vec::len));
        if events.send(SessionInput::Line(Line::new(at, text, place))).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::reply::write_reply;
    use crate::types::Rule;

    #[test]
    fn replies_do_not_stay_in_a_buffer() {
        let output = io::BufWriter::new(Vec::new());
        let mut watched = Watched { output, calls: Arc::default() };
        write_reply(&mut watched, "OK").expect("memory does not fail");
        assert_eq!(watched.output.get_ref(), b"OK\n");
    }

    /// It ended at a line `END` of a comment.
    #[test]
    fn the_input_is_read_up_to_the_command_end() {
        let (sender, events) = channel();
        read("YXEDITTEXTDATABASE \"a\nEND\nb\"\nDONE\nABOUT\nend\nABOUT\n".as_bytes(), &sender);
        drop(sender);
        assert_eq!(events.iter().count(), 6);
    }

    /// Closes late.
    struct Slow(Arc<AtomicU64>);

    impl Drop for Slow {
        fn drop(&mut self) {
            std::thread::sleep(2 * JOIN_TIMEOUT);
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The log of a database stayed beside it.
    #[test]
    fn what_the_session_has_open_is_closed_at_its_end() {
        let (closed, settings) = (Arc::default(), Settings::new(Rule::Freestyle, None, 1));
        let output = Slow(Arc::clone(&closed));
        serve("END".as_bytes(), output, settings, Recording::default(), None).expect("no output");
        assert_eq!(closed.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn only_an_output_that_is_stuck_is_not_waited_for() {
        let patience = Duration::from_millis(1);
        let (sender, ended) = channel();
        assert!(wait_unless_stuck(&ended, &AtomicU64::new(3), patience).is_none());
        std::thread::spawn(move || {
            std::thread::sleep(patience * 50);
            let _ = sender.send(Ending::Input);
        });
        assert!(wait_unless_stuck(&ended, &AtomicU64::new(2), patience).is_some());
    }

    #[test]
    fn threads_about_to_end_are_waited_for_and_stuck_ones_are_not() {
        let ended = Arc::new(AtomicU64::new(0));
        let threads = [10, 20, 30].map(|milliseconds| {
            let ended = Arc::clone(&ended);
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(milliseconds));
                ended.fetch_add(1, Ordering::Relaxed);
            })
        });
        join_finished(threads, Duration::from_secs(60));
        assert_eq!(ended.load(Ordering::Relaxed), 3);
        // They end when the sender is dropped, after the wait.
        let (sender, receiver) = channel::<()>();
        let receiver = Arc::new(std::sync::Mutex::new(receiver));
        let threads = [(); 3].map(|()| {
            let receiver = Arc::clone(&receiver);
            std::thread::spawn(move || drop(receiver.lock().map(|inbox| inbox.recv())))
        });
        join_finished(threads, Duration::from_millis(1));
        drop(sender);
    }
}
