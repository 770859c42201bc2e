//! Conversations with the real program, written as text.
//!
//! ```text
//! == title            a new conversation with a new process
//! > line              send this line (`$m` stands for the engine's last move)
//! >> bytes            send these bytes: \r \n \t \xNN are understood, no line end is added
//! < pattern           the next line of output must be this, see `matches`
//! < pattern @ 300     ... and come within 300 ms (and some tolerance for a slow machine)
//! ~ 300               no output for 300 ms
//! . 300               wait 300 ms
//! ! close             close the input
//! ! exit              the process ends by itself, with code 0 and without further output
//! ! kill STOP         send it this signal
//! ```
//!
//! `> S15` is short for a game on 15x15 with 300 ms a move. At the end of every conversation that
//! did not end the process, ABOUT is still answered; standard error is always empty.
#![allow(dead_code, missing_docs)]

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Added to every time limit: a busy machine is not a fault of the program.
const TOLERANCE: Duration = Duration::from_millis(1500);
/// For replies without a limit of their own.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Dialogue {
    pub title: String,
    pub steps: Vec<String>,
}

/// Cuts a text into conversations.
pub fn parse(text: &str) -> Vec<Dialogue> {
    let mut dialogues: Vec<Dialogue> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("== ") {
            Some(title) => {
                dialogues.push(Dialogue { title: title.to_string(), steps: Vec::new() });
            }
            None => {
                let last = dialogues.last_mut().expect("a title comes first");
                last.steps.push(line.to_string());
            }
        }
    }
    dialogues
}

/// One running program with what is known of its game.
pub struct Conversation {
    title: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    errors: Receiver<String>,
    sent_at: Instant,
    size: i32,
    stones: HashSet<(i32, i32)>,
    in_block: bool,
    said_end: bool,
    last_move: String,
    over: bool,
}

impl Conversation {
    pub fn start(title: &str) -> Conversation {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-dolmen"))
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (line_sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        std::thread::spawn(move || {
            for line in output.split(b'\n') {
                let text = String::from_utf8_lossy(&line.unwrap_or_default()).into_owned();
                let _ = line_sender.send((Instant::now(), text));
            }
        });
        let (error_sender, errors) = channel();
        let mut stderr = child.stderr.take().expect("piped");
        std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            let _ = error_sender.send(text);
        });
        Conversation {
            title: title.to_string(),
            input: child.stdin.take(),
            child,
            lines,
            errors,
            sent_at: Instant::now(),
            size: 0,
            stones: HashSet::new(),
            in_block: false,
            said_end: false,
            last_move: String::new(),
            over: false,
        }
    }

    pub fn step(&mut self, step: &str) {
        let (kind, rest) = step.split_once(' ').unwrap_or((step, ""));
        match kind {
            ">" if rest == "S15" => {
                for line in ["START 15", "INFO timeout_turn 300", "INFO timeout_match 0"] {
                    self.send_line(line);
                }
                self.expect("OK");
            }
            ">" => self.send_line(&rest.replace("$m", &self.last_move)),
            ">>" => {
                let bytes = unescape(rest);
                let text = String::from_utf8_lossy(&bytes).into_owned();
                text.split(['\r', '\n']).for_each(|line| self.note(line));
                self.send(&bytes);
            }
            "<" => self.expect(rest),
            "~" => self.expect_silence(milliseconds(rest)),
            "." => std::thread::sleep(milliseconds(rest)),
            "!" if rest == "close" => self.input = None,
            "!" if rest == "exit" => self.expect_exit(),
            "!" => self.signal(rest.strip_prefix("kill ").expect("a signal")),
            _ => panic!("{}: cannot read '{step}'", self.title),
        }
    }

    /// The end: the program is alive and has said nothing on standard error.
    pub fn finish(mut self) {
        if self.said_end && !self.over {
            self.expect_exit();
        } else if !self.over {
            self.send_line("STOP");
            self.send_line("ABOUT");
            loop {
                let line = self.next_line(PATIENCE);
                if line.starts_with("name=\"") {
                    break;
                }
            }
            self.send_line("END");
            self.expect_exit();
        }
        let errors = self.errors.recv_timeout(PATIENCE).expect("standard error is closed");
        assert_eq!(errors, "", "{}: standard error", self.title);
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("open");
        input.write_all(bytes).expect("the program reads");
        input.flush().expect("the program reads");
        self.sent_at = Instant::now();
    }

    pub fn send_line(&mut self, line: &str) {
        self.note(line);
        self.send(format!("{line}\n").as_bytes());
    }

    /// Keeps track of the stones that the program is told of.
    fn note(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let line = line.trim();
        let word = words.first().map(|w| w.to_ascii_uppercase()).unwrap_or_default();
        match word.as_str() {
            "START" => {
                if let Some(Ok(size)) = words.get(1).map(|w| w.parse::<i32>())
                    && (5..=22).contains(&size)
                {
                    self.size = size;
                    self.stones.clear();
                }
            }
            "RESTART" => self.stones.clear(),
            "END" => self.said_end = true,
            "BOARD" | "YXBOARD" => {
                self.stones.clear();
                self.in_block = true;
                self.stones.extend(words[1..].iter().filter_map(|w| point(w)));
            }
            "DONE" => self.in_block = false,
            "TURN" => self.stones.extend(point(&line[4..])),
            _ if self.in_block => self.stones.extend(point(line)),
            _ => {}
        }
        if words.last().is_some_and(|w| w.eq_ignore_ascii_case("DONE")) {
            self.in_block = false;
        }
    }

    fn next_line(&mut self, limit: Duration) -> String {
        match self.lines.recv_timeout(limit) {
            Ok((_, line)) => line,
            Err(RecvTimeoutError::Timeout) => panic!("{}: no reply in {limit:?}", self.title),
            Err(RecvTimeoutError::Disconnected) => panic!("{}: the program ended", self.title),
        }
    }

    pub fn expect(&mut self, pattern: &str) {
        let (pattern, limit) = match pattern.split_once(" @ ") {
            Some((pattern, ms)) => (pattern, milliseconds(ms) + TOLERANCE),
            None => (pattern, PATIENCE),
        };
        let line = loop {
            let left = limit.saturating_sub(self.sent_at.elapsed());
            let line = self.next_line(left.max(Duration::from_millis(1)));
            // What is told before an answer is not the answer.
            if pattern.starts_with("MESSAGE") || !line.starts_with("MESSAGE ") {
                break line;
            }
        };
        let fits = pattern.split(" | ").any(|pattern| self.matches(pattern, &line));
        assert!(fits, "{}: expected {pattern}, got '{line}'", self.title);
    }

    /// `MOVE`: a free point of the board, perhaps `MOVE in 1,2 3,4` or `MOVE not 1,2`;
    /// `MOVES n`: n different free points; `ERR`, `UNK`: a line of that kind; `NAME`: the reply
    /// to ABOUT; `text*`: a line that begins so; anything else is meant literally.
    fn matches(&mut self, pattern: &str, line: &str) -> bool {
        let words: Vec<&str> = pattern.split(' ').collect();
        match words[..] {
            ["MOVE"] => self.is_move(line),
            ["MOVE", "in", ..] => words[2..].contains(&line) && self.is_move(line),
            ["MOVE", "not", ..] => !words[2..].contains(&line) && self.is_move(line),
            ["MOVES", n] => {
                let points: HashSet<_> = line.split(' ').filter_map(point).collect();
                points.len() == n.parse::<usize>().expect("a number")
                    && line.split(' ').count() == points.len()
                    && points.iter().all(|p| self.is_free(*p))
            }
            ["ERR"] => line.starts_with("ERROR ") && line.len() < 200,
            ["UNK"] => line.starts_with("UNKNOWN") && line.len() < 200,
            ["NAME"] => {
                line.starts_with("name=\"")
                    && line.contains("version=\"")
                    && line.contains("author=\"")
            }
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

    fn expect_silence(&mut self, time: Duration) {
        if let Ok((_, line)) = self.lines.recv_timeout(time) {
            panic!("{}: expected silence, got '{line}'", self.title);
        }
    }

    fn expect_exit(&mut self) {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(500) + TOLERANCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success(), "{}: {status}", self.title);
                if let Ok((_, line)) = self.lines.recv_timeout(Duration::from_millis(200)) {
                    panic!("{}: '{line}' at the end", self.title);
                }
                self.over = true;
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("{}: the program does not end", self.title);
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(status.expect("kill runs").success());
    }

    pub fn process_id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs every conversation of a text, two at a time, and reports all that fail.
pub fn run_all(dialogues: &[Dialogue]) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let failed = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(dialogue) =
                    dialogues.get(next.fetch_add(1, std::sync::atomic::Ordering::SeqCst))
                {
                    let run = || {
                        let mut conversation = Conversation::start(&dialogue.title);
                        dialogue.steps.iter().for_each(|step| conversation.step(step));
                        conversation.finish();
                    };
                    if std::panic::catch_unwind(run).is_err() {
                        failed.lock().expect("unpoisoned").push(dialogue.title.clone());
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().expect("unpoisoned");
    assert!(failed.is_empty(), "failed: {failed:#?}");
}

fn milliseconds(text: &str) -> Duration {
    Duration::from_millis(text.trim().parse().expect("milliseconds"))
}

fn point(text: &str) -> Option<(i32, i32)> {
    let mut numbers = text.split(',').map(|n| n.trim().parse::<i32>());
    match (numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y))) => Some((x, y)),
        _ => None,
    }
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
                bytes.push(u8::from_str_radix(&hex, 16).expect("two hex digits"));
            }
            (c, _) => bytes.extend(c.to_string().into_bytes()),
        }
    }
    bytes
}
