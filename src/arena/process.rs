//! An engine as a running program.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::spec::EngineSpec;
use crate::protocol::read_line;

/// A started engine, its output read by a thread of its own that stamps every line.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    /// What it wrote to standard error, once it has closed that.
    errors: Receiver<String>,
    /// Both directions, if they are kept: `>` sent, `<` received, with times.
    log: Option<Vec<String>>,
    started: Instant,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The time is over.
    Timeout,
    /// The program has ended or closed its output.
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
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take()).zip(child.stderr.take());
        let ((input, output), mut stderr) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = read_line(&mut output) {
                let text = String::from_utf8_lossy(&line).into_owned();
                if !text.trim().is_empty() && sender.send((Instant::now(), text)).is_err() {
                    break;
                }
            }
        });
        let (sender, errors) = channel();
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
        });
        let log = keep_log.then(Vec::new);
        let input = Some(input);
        Ok(Process { child, input, lines, errors, log, started: Instant::now() })
    }

    /// Sends a line. A program that is gone is noticed by its silence.
    pub fn send(&mut self, line: &str) {
        self.note('>', line);
        self.write(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        self.note('>', &bytes[..bytes.len().min(200)].escape_ascii().to_string());
        self.write(bytes);
    }

    fn write(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.note('>', "(closed)");
        self.input = None;
    }

    /// What it wrote to standard error, if it closes that in time: usually by ending.
    pub fn errors(&mut self, limit: Duration) -> Option<String> {
        self.errors.recv_timeout(limit).ok()
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
        let received = self.lines.recv_timeout(limit);
        if let Ok((_, line)) = &received {
            let line = line.clone();
            self.note('<', &line);
        }
        received.map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Timeout,
            RecvTimeoutError::Disconnected => Silence::Gone,
        })
    }

    fn note(&mut self, direction: char, line: &str) {
        let ms = self.started.elapsed().as_millis();
        if let Some(log) = &mut self.log {
            log.push(format!("{ms:7} {direction} {line}"));
        }
    }

    /// What was said since the start or the last call.
    pub fn take_log(&mut self) -> Vec<String> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Asks the program to end, and makes it after the grace of a tournament manager.
    pub fn end(mut self) {
        self.send("END");
        let patience = Instant::now() + Duration::from_millis(500);
        while Instant::now() < patience {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The exit code, once the program has ended.
    pub fn exit_status(&mut self) -> Option<std::process::ExitStatus> {
        self.child.try_wait().ok().flatten()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
