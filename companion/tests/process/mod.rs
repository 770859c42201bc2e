//! The program as a process: how the tests start it, talk to it, and what Linux says of it.

#![allow(dead_code)] // each test program uses its own part of this module

use std::fs;
use std::io::Write;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use companion::arena::process::{Process, Silence};
use companion::arena::spec::EngineSpec;
use dolmen::board::Board;
use dolmen::types::Coord;

/// The program under test.
pub use crate::programs::ENGINE as PROGRAM;

/// A busy machine is no fault of the program.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The program with these arguments.
pub fn engine(arguments: &[&str]) -> EngineSpec {
    let words = std::iter::once(&*PROGRAM).chain(arguments.iter().copied());
    EngineSpec::of_command(&words.map(|word| word.to_string()).collect::<Vec<_>>())
}

/// The program as a line of the shell starts it: `"$0"` stands for it, `"$1"` for `argument`. With
/// `exec` the process is the program itself.
pub fn by_shell(line: &str, argument: &str) -> EngineSpec {
    EngineSpec::of_command(&["sh", "-c", line, &PROGRAM, argument].map(str::to_string))
}

pub fn start(spec: &EngineSpec) -> Process {
    Process::start(spec, true).unwrap()
}

/// Sends several lines in one write.
pub fn send(process: &mut Process, lines: &str) {
    process.send_raw(format!("{lines}\n").as_bytes());
}

/// The next line that is an answer, and when it came.
pub fn answer(process: &mut Process, limit: Duration) -> Result<(Instant, String), Silence> {
    let end = Instant::now() + limit;
    loop {
        let (at, line) = process.receive(end.saturating_duration_since(Instant::now()))?;
        // The session goes on after a panic in a search.
        assert!(!line.starts_with("MESSAGE the search failed"), "{:#?}", process.take_log());
        if !["MESSAGE ", "INFO "].iter().any(|word| line.starts_with(word)) {
            return Ok((at, line));
        }
    }
}

/// The next answer must be this.
pub fn expect(process: &mut Process, text: &str) {
    let found = answer(process, PATIENCE);
    let said = found.as_ref().map(|(_, line)| line.as_str());
    assert_eq!(said, Ok(text), "{:#?}", process.take_log());
}

/// The next answer must be a move on a free point of the board; it is played there.
pub fn expect_move(process: &mut Process, board: &mut Board) -> Coord {
    let found = answer(process, PATIENCE);
    let coord = found.as_ref().ok().and_then(|(_, line)| point(line));
    let played = coord.filter(|&c| board.try_play(c).is_ok());
    played.unwrap_or_else(|| panic!("{found:?} is no move: {:#?}", process.take_log()))
}

/// The program must end by itself, with code 0, without another answer and with nothing said on
/// standard error.
pub fn expect_end(process: &mut Process) {
    let status = process.exit_status(PATIENCE);
    let status = status.unwrap_or_else(|| panic!("still alive: {:#?}", process.take_log()));
    assert!(status.success(), "{status}: {:#?}", process.take_log());
    assert_eq!(answer(process, PATIENCE), Err(Silence::Gone));
    assert_eq!(process.errors(PATIENCE).as_deref(), Some(""));
}

/// Lets the program end as a manager does.
pub fn end(mut process: Process) {
    process.send("END");
    expect_end(&mut process);
}

/// The point of a line that is exactly a move.
pub fn point(line: &str) -> Option<Coord> {
    let (x, y) = line.split_once(',')?;
    let c = Coord::new(x.parse().ok()?, y.parse().ok()?)?;
    (line == told(c)).then_some(c)
}

/// A point as the protocol writes it.
pub fn told(c: Coord) -> String {
    format!("{},{}", c.x(), c.y())
}

/// The question for a move in this position.
pub fn block(board: &Board) -> String {
    let field = |color| if color == board.side_to_move() { 1 } else { 2 };
    let stones = board.history().map(|m| format!("{},{}\n", told(m.coord), field(m.color)));
    format!("BOARD\n{}DONE", stones.collect::<String>())
}

/// The program with an output that nobody reads unless the test does. Killed when dropped.
pub struct Unread {
    pub child: Child,
    pub output: Option<ChildStdout>,
}

impl Unread {
    pub fn start() -> Unread {
        let mut command = Command::new(PROGRAM);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = child.stdout.take();
        Unread { child, output }
    }

    pub fn send(&mut self, lines: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    /// How long the program goes on before it ends by itself.
    pub fn wait_for_end(&mut self) -> Duration {
        let start = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "the program hangs");
            std::thread::sleep(Duration::from_millis(1));
        }
        start.elapsed()
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends signals without the delay of starting a program for each.
pub struct Signals(Child);

impl Signals {
    pub fn new() -> Signals {
        Signals(Command::new("sh").stdin(Stdio::piped()).spawn().unwrap())
    }

    pub fn send(&mut self, name: &str, id: u32) {
        writeln!(self.0.stdin.as_mut().unwrap(), "kill -{name} {id}").unwrap();
    }

    /// Stops a process; returns when it stands still, or has ended (`Z`).
    pub fn stop(&mut self, id: u32) {
        self.send("STOP", id);
        while !["T", "Z"].contains(&state(id).as_str()) {
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.0.stdin = None;
        let _ = self.0.wait();
    }
}

/// Number of a field in `/proc/PID/stat`, counted from the state, which is 0.
fn stat(id: u32, field: usize) -> String {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let fields = text.rsplit_once(')').unwrap().1;
    fields.split_whitespace().nth(field).unwrap().to_string()
}

/// `R`, `S`, `T` and so on.
fn state(id: u32) -> String {
    stat(id, 0)
}

/// Processor time used so far.
pub fn cpu_time(id: u32) -> Duration {
    let ticks: u64 = [11, 12].map(|field| stat(id, field).parse::<u64>().unwrap()).iter().sum();
    // Linux tells these in hundredths of a second on every common machine.
    Duration::from_millis(10 * ticks)
}

/// The sum of these lines of a file in `/proc/PID`, in bytes.
fn memory(id: u32, file: &str, keys: &[&str]) -> u64 {
    let text = fs::read_to_string(format!("/proc/{id}/{file}")).unwrap();
    let kib = |key: &&str| -> u64 {
        let value = text.lines().find_map(|line| line.strip_prefix(*key)).unwrap();
        value.trim().trim_end_matches(" kB").trim().parse().unwrap()
    };
    keys.iter().map(kib).sum::<u64>() << 10
}

/// What only this process uses: what the Gomocup judge counts.
pub fn unique_memory(id: u32) -> u64 {
    memory(id, "smaps_rollup", &["Private_Clean:", "Private_Dirty:"])
}

pub fn resident_memory(id: u32) -> u64 {
    memory(id, "status", &["VmRSS:"])
}

pub fn peak_memory(id: u32) -> u64 {
    memory(id, "status", &["VmHWM:"])
}

/// The value below which this share of all lie, in per cent.
pub fn percentile<T: Copy + Ord>(values: &[T], share: f64) -> T {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted[((sorted.len() - 1) as f64 * share / 100.0).round() as usize]
}
