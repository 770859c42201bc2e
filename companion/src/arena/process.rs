//! An engine as a running program.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::time::{Duration, Instant};

#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};

use super::spec::EngineSpec;
use dolmen::protocol::LineReader;
use dolmen::search::Control;

/// A started engine, its output read by a thread of its own that stamps every line.
pub struct Process {
    child: Box<dyn ChildWrapper>,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    /// Lines that came before something was sent and are still to be received.
    waiting: VecDeque<(Instant, String)>,
    /// The end of what it wrote to standard error, once it has closed that.
    errors: Receiver<String>,
    /// How long it is left alone after a line of its own, and when the last one came.
    pause: Duration,
    heard: Option<Instant>,
    /// See [`Process::stood_still`].
    stood_still: Duration,
    /// Any of them ends the waiting for its lines.
    controls: Vec<Arc<Control>>,
    /// The last lines of both directions.
    tail: VecDeque<String>,
    /// Both directions, if they are kept: `>` sent, `<` received, with times; and how many lines before
    /// them are not.
    log: Option<VecDeque<String>>,
    left_out: usize,
    started: Instant,
}

/// Lines queued for reading. An engine that writes more blocks.
const MOST_WAITING: usize = 256;
/// Bytes of standard error that are kept, the last ones.
const MOST_ERRORS: usize = 4096;
/// Lines of standard error of a program that has ended, and how long they are waited for.
const MOST_ERROR_LINES: usize = 12;
const ERRORS_PATIENCE: Duration = Duration::from_millis(300);
/// Lines of a conversation that are kept, the last ones, and characters of each.
const MOST_LOGGED: usize = 20_000;
const LONGEST_LOGGED: usize = 1000;
/// Lines of [`Process::tail`].
const TAIL: usize = 12;

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
        let (sender, errors) = channel();
        std::thread::spawn(move || {
            let _ = sender.send(end_of(stderr));
        });
        let log = keep_log.then(VecDeque::new);
        let input = Some(input);
        let (started, tail) = (Instant::now(), VecDeque::with_capacity(TAIL));
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
            tail,
            log,
            left_out: 0,
            started,
        })
    }

    /// Once this says stop, the program counts as gone.
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

    /// What it wrote to standard error, if it closes that in time: usually by ending.
    pub fn errors(&mut self, limit: Duration) -> Option<String> {
        self.errors.recv_timeout(limit).ok()
    }

    /// What it wrote to standard error if it has ended, the last lines.
    pub fn error_lines(&mut self) -> Vec<String> {
        let text = self.errors(ERRORS_PATIENCE).unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(MOST_ERROR_LINES)..];
        last.iter().map(|&line| line.into()).collect()
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
        let ms = at.saturating_duration_since(self.started).as_millis();
        // Several lines may be sent at once.
        for line in text.lines() {
            let line: String = line.chars().take(LONGEST_LOGGED).collect();
            let line = format!("{ms:7} {direction} {line}");
            if let Some(log) = &mut self.log {
                if log.len() == MOST_LOGGED {
                    log.pop_front();
                    self.left_out += 1;
                }
                log.push_back(line.clone());
            }
            if self.tail.len() == TAIL {
                self.tail.pop_front();
            }
            self.tail.push_back(line);
        }
    }

    /// The last lines that were said, with their times since the start in milliseconds: `>` sent,
    /// `<` received.
    pub fn tail(&self) -> Vec<String> {
        self.tail.iter().cloned().collect()
    }

    /// What was said since the start or the last call: the last lines, and before them how many are left
    /// out.
    pub fn take_log(&mut self) -> Vec<String> {
        let left_out = std::mem::take(&mut self.left_out);
        let gap = (left_out > 0).then(|| format!("        ({left_out} lines left out)"));
        gap.into_iter().chain(self.log.iter_mut().flat_map(std::mem::take)).collect()
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

/// The end of what is written until it is closed: all of it is read, so that the writer does not
/// block.
fn end_of(mut stream: impl Read) -> String {
    let (mut kept, mut part) = (VecDeque::new(), [0; 1024]);
    while let Ok(count @ 1..) = stream.read(&mut part) {
        kept.extend(&part[..count]);
        let surplus = kept.len().saturating_sub(MOST_ERRORS);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(kept.make_contiguous()).into_owned()
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
