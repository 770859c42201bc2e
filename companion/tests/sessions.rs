//! Whole sessions of random commands to the program, most of them while it thinks: it stays alive,
//! obeys its limits, says nothing but what managers understand, and keeps to its memory.
#![cfg(target_os = "linux")]
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "../../tests/grammar/mod.rs"]
mod grammar;
#[path = "../../tests/naive/mod.rs"]
mod naive;
mod process;
mod programs;

use std::time::{Duration, Instant};

use companion::arena::process::{Process, Silence};
use naive::random::Random;
use process::{PATIENCE, end, engine, peak_memory, send, start};

const MEMORY: u64 = 80 << 20;
/// What the program may take in addition: its code, its nets and what waits.
const MARGIN: u64 = 16 << 20;

struct Talker {
    random: Random,
    size: usize,
}

impl Talker {
    fn point(&mut self) -> String {
        // Now and then beside the board.
        let limit = self.size + usize::from(self.random.percent(3));
        format!("{},{}", self.random.below(limit), self.random.below(limit))
    }

    fn block(&mut self, word: &str) -> String {
        let mut lines = vec![word.to_string()];
        for _ in 0..self.random.below(20) {
            let field = self.random.pick(&[1, 1, 1, 2, 2, 2, 3]);
            lines.push(format!("{},{field}", self.point()));
        }
        lines.push("DONE".into());
        lines.join("\n")
    }

    /// A command that starts a game, moves or asks for something that takes a search.
    fn question(&mut self) -> String {
        match self.random.below(15) {
            0 => {
                self.size = self.random.pick(&[15, 15, 15, 20, 20, 5, 9, 22]);
                format!("START {}", self.size)
            }
            1 => self.random.pick(&["BEGIN", "RESTART", "YXSEARCHDEFEND"]).into(),
            2..5 => format!("TURN {}", self.point()),
            5 => format!("TAKEBACK {}", self.point()),
            6 => format!("YXNBEST {}", 1 + self.random.below(5)),
            7 => format!("YXBALANCEONE {}", self.random.below(200)),
            8 | 9 => format!("YXBALANCETWO {}", self.random.below(200)),
            10 => self.block("BOARD"),
            11 => self.block("YXBOARD"),
            12 => self.block("SWAP2BOARD"),
            13 => format!("YXSWAP2STEP{}", 1 + self.random.below(3)),
            _ => format!("PLAY {}", self.point()),
        }
    }

    /// A command that a search goes on over, except for those that end it.
    fn remark(&mut self) -> String {
        match self.random.below(12) {
            0 => self.random.pick(&["STOP", "YXSTOP"]).into(),
            1 => "ABOUT".into(),
            2 => self.random.pick(&["YXSHOWFORBID", "YXSHOWINFO", "YXHASHCLEAR"]).into(),
            3 => {
                let word = self.random.pick(&["YXQUERYDATABASEALL", "YXQUERYDATABASEONE"]);
                self.block(word)
            }
            4 => self.block("YXBLOCK"),
            5 => self.random.pick(&["YXBLOCKRESET", "YXSETDATABASE\n/nowhere/x.db"]).into(),
            6 => format!("INFO timeout_turn {}", self.random.pick(&[0, 10, 30, 60])),
            7 => format!("INFO rule {}", self.random.pick(&[0, 1, 4, 8, 9, 77])),
            8 => format!("INFO show_detail {}", self.random.below(4)),
            9 => format!("INFO pondering {}", self.random.below(2)),
            10 => format!("INFO time_left {}", self.random.pick(&[5, 500, 10_000])),
            _ => self.random.pick(&["HELLO", "INFO", "TURN", "TURN a,b", "7,7", "", "DONE"]).into(),
        }
    }
}

/// Reads what has been said; it must be lines of the protocol.
fn listen(process: &mut Process, limit: Duration, until: &str) -> usize {
    let deadline = Instant::now() + limit;
    let mut lines = 0;
    loop {
        match process.receive(deadline.saturating_duration_since(Instant::now())) {
            Ok((_, line)) => {
                lines += 1;
                if let Err(fault) = grammar::check(&line) {
                    panic!("{fault}: {:#?}", process.take_log());
                }
                if !until.is_empty() && line.starts_with(until) {
                    return lines;
                }
            }
            Err(Silence::Timeout) if until.is_empty() => return lines,
            Err(silence) => panic!("{silence:?} before '{until}': {:#?}", process.take_log()),
        }
    }
}

/// Talks for so long, in sessions of some seconds; the largest memory and the longest wait for an
/// answer to `ABOUT`, which is answered at once whatever goes on.
fn talk(total: Duration, seed: u64) {
    let begin = Instant::now();
    let mut random = Random::new(seed);
    let (mut sessions, mut commands, mut replies) = (0, 0, 0);
    let (mut most, mut longest) = (0, Duration::ZERO);
    while begin.elapsed() < total {
        let mut process = start(&engine(&[]));
        let mut talker = Talker { random: Random::new(random.next()), size: 15 };
        let threads = talker.random.pick(&[1, 1, 2]);
        send(&mut process, &format!("INFO max_memory {MEMORY}\nINFO thread_num {threads}"));
        send(&mut process, "START 15\nINFO timeout_turn 50");
        for _ in 0..60 {
            let mut lines = vec![talker.question()];
            lines.extend((0..talker.random.below(6)).map(|_| talker.remark()));
            commands += lines.len();
            send(&mut process, &lines.join("\n"));
            let wait = talker.random.pick(&[0, 0, 5, 20, 60]);
            replies += listen(&mut process, Duration::from_millis(wait), "");
        }
        // Whatever block is open and whatever is being thought about.
        send(&mut process, "DONE\nABOUT");
        let asked = Instant::now();
        replies += listen(&mut process, PATIENCE, "name=");
        longest = longest.max(asked.elapsed());
        most = most.max(peak_memory(process.id()));
        assert!(most <= MEMORY + MARGIN, "{most} bytes: {:#?}", process.take_log());
        // Nothing more may be said to END.
        send(&mut process, "STOP\nINFO pondering 0");
        listen(&mut process, Duration::from_millis(300), "");
        end(process);
        sessions += 1;
    }
    println!(
        "{sessions} sessions, {commands} commands, {replies} replies: at most {:.1} MB, ABOUT \
         answered after {longest:?} at most",
        most as f64 / 1e6
    );
}

#[test]
fn random_sessions_keep_to_protocol_and_memory() {
    talk(Duration::from_secs(5), 1);
}

/// `cargo test --release --test sessions -- --ignored --nocapture`; `SECONDS_OF_SESSIONS`: so long.
#[test]
#[ignore = "takes half an hour"]
fn half_an_hour_of_random_sessions() {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok());
    let seconds = std::env::var("SECONDS_OF_SESSIONS").map_or(1800, |text| text.parse().unwrap());
    talk(Duration::from_secs(seconds), seed.unwrap_or(2));
}
