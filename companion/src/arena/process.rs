//! An engine as a running program.

mod talk;

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};

use super::spec::EngineSpec;
use crate::files::read_line;
use dolmen::protocol::LineReader;
use dolmen::search::Control;
use talk::{LONGEST_LOGGED, Talk};

/// A started engine, its output read by a thread of its own that stamps every line.
pub struct Process {
    child: Box<dyn ChildWrapper>,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    /// Lines that came before something was sent and are still to be received.
    waiting: VecDeque<(Instant, String)>,
    /// Disconnected once it has closed standard error, and all of that is noted.
    errors: Receiver<()>,
    /// How long it is left alone after a line of its own, and when the last one came.
    pause: Duration,
    heard: Option<Instant>,
    /// See [`Process::stood_still`].
    stood_still: Duration,
    /// Any of them ends the waiting for its lines.
    controls: Vec<Arc<Control>>,
    talk: Arc<Mutex<Talk>>,
}

/// Lines queued for reading. An engine that writes more blocks.
const MOST_WAITING: usize = 256;
/// How long it is waited for what happens at once unless the machine is busy: that a program whose
/// output is closed ends, and that the standard error of one that has ended is read.
const END_PATIENCE: Duration = Duration::from_secs(2);

/// How often it is seen whether waiting is to end.
const STOP_INTERVAL: Duration = Duration::from_millis(100);
/// So much later than asked for only a program that was stopped goes on.
const STANDSTILL: Duration = Duration::from_secs(1);

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The time is over.
    Timeout,
    /// The program has ended or closed its output, or nobody waits for it any more.
    Gone,
}

impl Process {
    /// Starts the program.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(spec: &EngineSpec, keep_log: bool) -> io::Result<Process> {
        let (program, arguments) =
            spec.command.split_first().ok_or_else(|| io::Error::other("no command"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        // What it has started ends with it.
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(JobObject);
        let started = command.spawn();
        let mut child = started.map_err(|error| io::Error::other(format!("{program}: {error}")))?;
        let pipes = child.stdin().take().zip(child.stdout().take()).zip(child.stderr().take());
        let ((input, output), stderr) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        let (sender, lines) = sync_channel(MOST_WAITING);
        std::thread::spawn(move || {
            let mut output = LineReader::new(BufReader::new(output));
            while let Ok(Some(line)) = output.next_line() {
                let text = String::from_utf8_lossy(&line).into_owned();
                if !text.trim().is_empty() && sender.send((Instant::now(), text)).is_err() {
                    break;
                }
            }
        });
        let talk = Arc::new(Mutex::new(Talk::new(keep_log)));
        let (open, errors) = channel();
        let noted = Arc::clone(&talk);
        std::thread::spawn(move || {
            note_errors(stderr, &noted);
            drop(open);
        });
        let input = Some(input);
        let pause = spec.pause();
        Ok(Process {
            child,
            input,
            lines,
            waiting: VecDeque::new(),
            errors,
            pause,
            heard: None,
            stood_still: Duration::ZERO,
            controls: Vec::new(),
            talk,
        })
    }

    /// Once this, or another that was given before, says stop, the program counts as gone.
    pub fn obey(&mut self, control: Arc<Control>) {
        self.controls.push(control);
    }

    /// Sends a line, not sooner after one of the engine than its [pause](EngineSpec::pause), and tells
    /// when. A program that has exited is noticed by its missing reply.
    pub fn send(&mut self, line: &str) -> Instant {
        self.rest();
        let now = Instant::now();
        self.note(now, '>', line);
        self.write(format!("{line}\n").as_bytes());
        now
    }

    /// Waits until the pause after its last line is over, also if nobody has asked for that line. One
    /// that never pauses is not waited for longer than twice that.
    fn rest(&mut self) {
        let latest = Instant::now() + 2 * self.pause;
        self.take_waiting();
        while let Some(end) = self.heard.map(|heard| latest.min(heard + self.pause))
            && Instant::now() < end
            && !self.is_stopped()
        {
            self.sleep_until(end);
            self.take_waiting();
        }
    }

    /// Sleeps, unless the match is stopped.
    fn sleep_until(&self, end: Instant) {
        while let left = end.saturating_duration_since(Instant::now())
            && !left.is_zero()
            && !self.is_stopped()
        {
            std::thread::sleep(left.min(STOP_INTERVAL));
        }
    }

    fn is_stopped(&self) -> bool {
        self.controls.iter().any(|control| control.is_stopped())
    }

    /// Sends bytes as they are.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        self.take_waiting();
        let text = bytes[..bytes.len().min(200)].escape_ascii().to_string();
        self.note(Instant::now(), '>', &text);
        self.write(bytes);
    }

    /// Notes what has come so far, so that the notes keep the order in which it was said.
    fn take_waiting(&mut self) {
        // An engine that writes without end is not followed for ever.
        for _ in 0..MOST_WAITING {
            let Ok((at, line)) = self.lines.try_recv() else { break };
            self.note(at, '<', &line);
            self.waiting.push_back((at, line));
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.take_waiting();
        self.note(Instant::now(), '>', "(closed)");
        self.input = None;
    }

    /// The last lines that it wrote to standard error, if it closes that in time: usually by ending.
    pub fn errors(&mut self, limit: Duration) -> Option<String> {
        let is_closed = self.errors.recv_timeout(limit) == Err(RecvTimeoutError::Disconnected);
        is_closed.then(|| lock(&self.talk).errors())
    }

    /// Ends the program, with what it has started: the last lines that it wrote to standard error.
    pub fn kill(&mut self) -> String {
        let _ = self.child.start_kill();
        let _ = self.child.wait();
        let _ = self.errors(END_PATIENCE);
        lock(&self.talk).errors()
    }

    /// What has become of a program that is [gone](Silence::Gone).
    pub fn fate(&mut self) -> String {
        let patience = if self.is_stopped() { Duration::ZERO } else { END_PATIENCE };
        match self.exit_status(patience) {
            Some(status) => format!("the program has ended ({status})"),
            None => "the program has closed its output, but still runs".into(),
        }
    }

    /// Number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The next line, with the moment it came.
    ///
    /// # Errors
    /// If none comes in time.
    pub fn receive(&mut self, limit: Duration) -> Result<(Instant, String), Silence> {
        if let Some(waiting) = self.waiting.pop_front() {
            return Ok(waiting);
        }
        let (at, line) = self.wait(limit)?;
        self.note(at, '<', &line);
        Ok((at, line))
    }

    fn wait(&mut self, limit: Duration) -> Result<(Instant, String), Silence> {
        let mut start = Instant::now();
        loop {
            if self.is_stopped() {
                return Err(Silence::Gone);
            }
            let left = limit.saturating_sub(start.elapsed());
            let (begin, part) = (Instant::now(), left.min(STOP_INTERVAL));
            let received = self.lines.recv_timeout(part);
            let took = begin.elapsed();
            let stood_still = took > part + STANDSTILL;
            if stood_still {
                self.stood_still += took;
                start += took;
            }
            match received {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
                Err(RecvTimeoutError::Timeout) if left <= STOP_INTERVAL && !stood_still => {
                    return Err(Silence::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How long this program was stopped, as by Ctrl-Z, while it waited for lines: to a tenth of a second,
    /// and nothing of less than a second.
    pub fn stood_still(&self) -> Duration {
        self.stood_still
    }

    /// The next line that came until then, however many came before it. While this program is stopped
    /// the time stands still.
    ///
    /// # Errors
    /// If none came in time.
    pub fn receive_until(&mut self, deadline: Instant) -> Result<(Instant, String), Silence> {
        let before = self.stood_still;
        let (at, line) = self.receive(deadline.saturating_duration_since(Instant::now()))?;
        let deadline = deadline + (self.stood_still - before);
        if at > deadline { Err(Silence::Timeout) } else { Ok((at, line)) }
    }

    fn note(&mut self, at: Instant, direction: char, text: &str) {
        if direction == '<' {
            self.heard = Some(at);
        }
        lock(&self.talk).note(at, direction, text);
    }

    /// The last lines that were said, and the last ones of standard error, with their times since the
    /// start in milliseconds: `>` sent, `<` received, `!` written to standard error.
    pub fn tail(&self) -> Vec<String> {
        lock(&self.talk).tail()
    }

    /// What was said since the start or the last call: the last lines, as [`Process::tail`] has them, and
    /// before them how many are left out.
    pub fn take_log(&mut self) -> Vec<String> {
        lock(&self.talk).take_log()
    }

    /// Asks the program to end, and makes it after the grace of a tournament manager.
    pub fn end(mut self) {
        self.send("END");
        self.exit_status(Duration::from_millis(500));
    }

    /// The exit code, if the program ends in time. It is known only a moment after the program's output
    /// was closed.
    pub fn exit_status(&mut self, limit: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                status => return status.ok().flatten(),
            }
        }
    }
}

/// On Windows: what this process starts from now on ends with it, even if it is killed. Elsewhere an
/// engine has to notice that its input is closed.
pub fn end_children_with_this_process() {
    #[cfg(windows)]
    {
        let mut limits = win32job::ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = win32job::Job::create_with_limit_info(&limits)
            .and_then(|job| job.assign_current_process().map(|()| job));
        match job {
            // The system closes the handle when this process has ended: closing it ends the process.
            Ok(job) => std::mem::forget(job),
            Err(error) => log::warn!("engines may outlive this process if it is killed: {error}"),
        }
    }
}

fn lock(talk: &Mutex<Talk>) -> MutexGuard<'_, Talk> {
    talk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes what is written until it is closed: all of it is read, so that the writer does not block.
fn note_errors(stream: impl Read, talk: &Mutex<Talk>) {
    let mut stream = BufReader::new(stream);
    // Of a line that is too long no part is lost: its end may tell most.
    while let Ok(line) = read_line(&mut stream, LONGEST_LOGGED)
        && !line.is_empty()
    {
        lock(talk).note(Instant::now(), '!', &String::from_utf8_lossy(&line));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The whole group, also if the program itself has ended.
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests;
