//! Conversations with an engine, written as text.
//!
//! ```text
//! == title            a new conversation with a new process; `== ? title`: a matter of choice
//! > line              send this line (`$m` stands for the engine's last move)
//! >> bytes            send these bytes: \r \n \t \xNN are understood, no line end is added
//! < pattern           the next line of output must be this, see below
//! < pattern @ 300     ... and come within 300 ms (and some tolerance for a slow machine)
//! ~ 300               no output for 300 ms
//! . 300               wait 300 ms
//! ! close             close the input
//! ! exit              the process ends by itself, with code 0 and without further output
//! ! kill STOP         send it this signal
//! ```
//!
//! `> S15` is short for a game on 15x15 with 300 ms a move. At the end of every conversation that
//! did not end the process, ABOUT is still answered; standard error is empty.
//!
//! Patterns: `MOVE`, a free point of the board, perhaps `MOVE in 1,2 3,4` or `MOVE not 1,2`;
//! `MOVES n`, n different free points; `ERR`, `UNK`, a line of that kind; `NAME`, the reply to
//! ABOUT; `text*`, a line that begins so; alternatives with ` | `; anything else literally.

use std::collections::HashSet;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::arena::is_message;
use crate::arena::process::{Process, Silence};
use crate::arena::spec::EngineSpec;
use dolmen::search::Control;

/// An engine that answers a request twice does so within this time.
const SECOND_ANSWER: Duration = Duration::from_secs(1);
/// Added to every time limit: a busy machine is not a fault of the program.
const TOLERANCE: Duration = Duration::from_millis(1500);

/// A program that was told to end, or has closed its output, ends within this time.
const EXIT_PATIENCE: Duration = Duration::from_millis(500).saturating_add(TOLERANCE);

/// One conversation of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialogue {
    /// What it is about, beginning with its number in the list it comes from, if it has one.
    pub title: String,
    /// Other engines may do otherwise without being wrong.
    pub is_choice: bool,
    /// What is sent and expected.
    pub steps: Vec<String>,
}

/// How a conversation went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// What was not as expected.
    pub fault: Option<String>,
    /// The fault loses games whatever the engine's author chose.
    pub is_grave: bool,
    /// What was said, see [`Process::take_log`].
    pub lines: Vec<String>,
    /// The last lines of standard error of a program that ended before it had said anything else.
    pub only_words: Option<String>,
}

/// Cuts a text into conversations. Lines before the first title are ignored.
pub fn parse(text: &str) -> Vec<Dialogue> {
    let mut dialogues: Vec<Dialogue> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix("== ") {
            let choice = title.strip_prefix("? ");
            dialogues.push(Dialogue {
                title: choice.unwrap_or(title).to_string(),
                is_choice: choice.is_some(),
                steps: Vec::new(),
            });
        } else if let Some(last) = dialogues.last_mut() {
            last.steps.push(line.to_string());
        }
    }
    dialogues
}

/// Holds a conversation with a new process, with some patience for replies that have no limit of
/// their own.
pub fn hold(spec: &EngineSpec, dialogue: &Dialogue, patience: Duration) -> Course {
    hold_until(spec, dialogue, patience, &Arc::default())
}

/// The same; once `control` says stop, the program counts as gone.
pub fn hold_until(
    spec: &EngineSpec,
    dialogue: &Dialogue,
    patience: Duration,
    control: &Arc<Control>,
) -> Course {
    let mut conversation = match Conversation::start(spec, patience) {
        Ok(conversation) => conversation,
        Err(error) => return Course { fault: Some(error), is_grave: true, ..Course::default() },
    };
    conversation.process.obey(Arc::clone(control));
    let result = dialogue.steps.iter().try_for_each(|step| conversation.step(step));
    let fault = result.and_then(|()| conversation.finish()).err();
    let Conversation { mut process, is_grave, has_spoken, has_ended, .. } = conversation;
    let errors = process.kill();
    let only_words = (has_ended && !has_spoken).then_some(errors);
    Course { fault, is_grave, lines: process.take_log(), only_words }
}

/// A running program and the state of its game. Every method returns the fault found.
pub struct Conversation {
    process: Process,
    patience: Duration,
    sent_at: Instant,
    size: i32,
    stones: HashSet<(i32, i32)>,
    in_block: bool,
    /// By `END`, or by the end of its input.
    is_told_to_end: bool,
    last_move: String,
    is_over: bool,
    is_grave: bool,
    has_spoken: bool,
    /// It ended where a reply was expected, or silence.
    has_ended: bool,
}

type Step = Result<(), String>;

impl Conversation {
    /// Starts a program; replies without a limit of their own must come within `patience`.
    ///
    /// # Errors
    /// If that fails.
    pub fn start(spec: &EngineSpec, patience: Duration) -> Result<Conversation, String> {
        let process = Process::start(spec, true).map_err(|error| error.to_string())?;
        Ok(Conversation {
            process,
            patience,
            sent_at: Instant::now(),
            size: 0,
            stones: HashSet::new(),
            in_block: false,
            is_told_to_end: false,
            last_move: String::new(),
            is_over: false,
            is_grave: false,
            has_spoken: false,
            has_ended: false,
        })
    }

    /// Takes one step, as written in a text.
    ///
    /// # Errors
    /// If something else than expected happens.
    pub fn step(&mut self, step: &str) -> Step {
        let (kind, rest) = step.split_once(' ').unwrap_or((step, ""));
        match kind {
            ">" if rest == "S15" => {
                for line in ["START 15", "INFO timeout_turn 300", "INFO timeout_match 0"] {
                    self.send_line(line);
                }
                self.expect("OK")?;
            }
            ">" => self.send_line(&rest.replace("$m", &self.last_move)),
            ">>" => {
                let bytes = unescape(rest);
                let text = String::from_utf8_lossy(&bytes).into_owned();
                text.split(['\r', '\n']).for_each(|line| self.note(line));
                self.process.send_raw(&bytes);
                self.sent_at = Instant::now();
            }
            "<" => self.expect(rest)?,
            "~" => self.expect_silence(milliseconds(rest)?)?,
            "." => std::thread::sleep(milliseconds(rest)?),
            "!" if rest == "close" => {
                self.is_told_to_end = true;
                self.process.close_input();
            }
            "!" if rest == "exit" => self.expect_exit()?,
            "!" => self.signal(rest.trim_start_matches("kill "))?,
            _ => return Err(format!("cannot read the step '{step}'")),
        }
        Ok(())
    }

    /// The end: the program is alive (unless asked to end) and has said nothing on standard error.
    ///
    /// # Errors
    /// If not.
    pub fn finish(&mut self) -> Step {
        if self.is_told_to_end && !self.is_over {
            self.expect_exit()?;
        } else if !self.is_over {
            self.send_line("STOP");
            self.send_line("ABOUT");
            let deadline = self.sent_at + self.patience;
            while !is_about(&self.next_line(deadline)?) {}
            self.send_line("END");
            // A search that was still on its way may have its say.
            self.wait_for_exit()?;
        }
        match self.process.errors(self.patience) {
            Some(text) if text.is_empty() => Ok(()),
            Some(text) => Err(format!("standard error: {}", text.lines().next().unwrap_or(""))),
            None => Err("standard error stays open".to_string()),
        }
    }

    /// Sends a line.
    pub fn send_line(&mut self, line: &str) {
        self.note(line);
        self.process.send(line);
        self.sent_at = Instant::now();
    }

    /// Number of the process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Keeps track of the stones that the program is sent.
    fn note(&mut self, line: &str) {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let word = words.first().map(|w| w.to_ascii_uppercase()).unwrap_or_default();
        match word.as_str() {
            "START" => {
                let size = words.get(1).and_then(|w| w.parse::<i32>().ok());
                if let Some(size) = size.filter(|size| (5..=22).contains(size)) {
                    self.size = size;
                    self.stones.clear();
                }
            }
            "RESTART" => self.stones.clear(),
            "END" => self.is_told_to_end = true,
            "BOARD" | "YXBOARD" => {
                self.stones.clear();
                self.in_block = true;
                self.stones.extend(words[1..].iter().filter_map(|w| stone(w)));
            }
            "DONE" => self.in_block = false,
            "TURN" => self.stones.extend(point(&line[4..])),
            _ if self.in_block => self.stones.extend(stone(line)),
            _ => {}
        }
        if words.last().is_some_and(|w| w.eq_ignore_ascii_case("DONE")) {
            self.in_block = false;
        }
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, Silence> {
        let received = self.process.receive_until(deadline);
        self.has_spoken |= received.is_ok();
        if matches!(received, Err(Silence::Gone)) {
            self.has_ended = true;
            self.is_grave |= !self.is_told_to_end;
        }
        received.map(|(_, line)| line)
    }

    fn next_line(&mut self, deadline: Instant) -> Result<String, String> {
        self.receive(deadline).map_err(|silence| match silence {
            Silence::Timeout => "no reply in time".to_string(),
            Silence::Gone => self.process.fate(),
        })
    }

    /// The next line must fit a pattern.
    ///
    /// # Errors
    /// If it does not, or does not come.
    pub fn expect(&mut self, pattern: &str) -> Step {
        let (pattern, limit) = match pattern.split_once(" @ ") {
            Some((pattern, ms)) => (pattern, milliseconds(ms)? + TOLERANCE),
            None => (pattern, self.patience),
        };
        let deadline = self.sent_at + limit;
        let line = loop {
            let line = self
                .next_line(deadline)
                .map_err(|error| format!("expected {}: {error}", in_words(pattern)))?;
            // What is reported before an answer is not the answer; and how much is reported of the
            // root depends on the speed of the machine.
            let is_news = line.starts_with("MESSAGE REALTIME ");
            let is_awaited = line.split(' ').next().is_some_and(|word| pattern.starts_with(word));
            if is_awaited && !is_news || !is_message(&line) {
                break line;
            }
        };
        if pattern.split(" | ").any(|pattern| self.matches(pattern, &line)) {
            return Ok(());
        }
        let mut fault = format!("expected {}, got '{line}'", in_words(pattern));
        if pattern.contains("MOVE") {
            if let Some(p) = point(&line).filter(|p| !self.is_free(*p)) {
                self.is_grave = true;
                fault += &format!("; {},{} is not free", p.0, p.1);
            } else if line.starts_with("ERROR")
                && let Some(second) = self.second_answer()
            {
                self.is_grave = true;
                fault += &format!("; and then a move, {second}");
            }
        }
        Err(fault)
    }

    /// A move that comes although the answer was an error.
    fn second_answer(&mut self) -> Option<String> {
        let end = Instant::now() + SECOND_ANSWER;
        let mut next = || self.next_line(end).ok();
        std::iter::from_fn(&mut next).find(|line| point(line).is_some())
    }

    fn matches(&mut self, pattern: &str, line: &str) -> bool {
        let words: Vec<&str> = pattern.split(' ').collect();
        match words[..] {
            ["MOVE"] => self.is_move(line),
            ["MOVE", "in", ..] => words[2..].contains(&line) && self.is_move(line),
            ["MOVE", "not", ..] => !words[2..].contains(&line) && self.is_move(line),
            ["MOVES", n] => {
                let points: HashSet<_> = line.split(' ').filter_map(point).collect();
                n.parse() == Ok(points.len())
                    && line.split(' ').count() == points.len()
                    && points.iter().all(|p| self.is_free(*p))
            }
            ["ERR"] => line.starts_with("ERROR") && line.len() < 200,
            ["UNK"] => line.starts_with("UNKNOWN") && line.len() < 200,
            ["NAME"] => is_about(line),
            _ if pattern.ends_with('*') => line.starts_with(pattern.trim_end_matches('*')),
            _ => line == pattern,
        }
    }

    fn is_move(&mut self, line: &str) -> bool {
        let Some(p) = point(line).filter(|p| self.is_free(*p)) else { return false };
        let exact = line == format!("{},{}", p.0, p.1);
        self.stones.insert(p);
        self.last_move = line.to_string();
        exact
    }

    fn is_free(&self, p: (i32, i32)) -> bool {
        let on_board = |n: i32| (0..self.size).contains(&n);
        on_board(p.0) && on_board(p.1) && !self.stones.contains(&p)
    }

    /// No answer: a report beside the game is none.
    fn expect_silence(&mut self, time: Duration) -> Step {
        let end = Instant::now() + time;
        loop {
            match self.receive(end) {
                Ok(line) if is_message(&line) => {}
                Ok(line) => return Err(format!("expected silence, got '{line}'")),
                Err(Silence::Timeout) => return Ok(()),
                Err(Silence::Gone) => return Err(self.process.fate()),
            }
        }
    }

    fn expect_exit(&mut self) -> Step {
        self.wait_for_exit()?;
        let end = Instant::now() + Duration::from_millis(200);
        // A report may have come before.
        while let Ok((_, line)) = self.process.receive_until(end) {
            if !is_message(&line) {
                return Err(format!("'{line}' at the end"));
            }
        }
        Ok(())
    }

    fn wait_for_exit(&mut self) -> Step {
        self.is_over = true;
        match self.process.exit_status(EXIT_PATIENCE) {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("the program ended with {status}")),
            None => Err("the program does not end".to_string()),
        }
    }

    fn signal(&self, name: &str) -> Step {
        let id = self.process.id().to_string();
        let status = Command::new("kill").args([&format!("-{name}"), &id]).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            _ => Err(format!("cannot send the signal {name}")),
        }
    }
}

/// The reply to ABOUT, whose keys have no order.
fn is_about(line: &str) -> bool {
    ["name=\"", "version=\"", "author=\""].iter().all(|key| line.contains(key))
}

/// A pattern as a report shows it.
fn in_words(pattern: &str) -> String {
    let shown = |one| match one {
        "ERR" => "ERROR ...",
        "UNK" => "UNKNOWN ...",
        "NAME" => "name=\"...\"",
        _ => one,
    };
    pattern.split(" | ").map(shown).collect::<Vec<_>>().join(" | ")
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let ms = text.trim().parse().map_err(|_| format!("expected milliseconds, found '{text}'"))?;
    Ok(Duration::from_millis(ms))
}

fn point(text: &str) -> Option<(i32, i32)> {
    let mut numbers = text.split(',').map(|n| n.trim().parse::<i32>().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// The point of a line of a block, if its third number says whose stone is there.
fn stone(text: &str) -> Option<(i32, i32)> {
    let owner = text.split(',').nth(2)?.trim().parse::<u8>().ok()?;
    point(text).filter(|_| (1..=3).contains(&owner))
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('r')) => bytes.push(b'\r'),
            ('\\', Some('n')) => bytes.push(b'\n'),
            ('\\', Some('t')) => bytes.push(b'\t'),
            ('\\', Some('x')) => {
                let hex: String = chars.by_ref().take(2).collect();
                bytes.extend(u8::from_str_radix(&hex, 16));
            }
            (c, next) => {
                bytes.extend(String::from_iter([Some(c), next].into_iter().flatten()).into_bytes())
            }
        }
    }
    bytes
}

#[cfg(all(test, unix))]
mod tests;
