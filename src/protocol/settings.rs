use std::time::{Duration, Instant};

use super::info::Info;
use crate::eval::NetChoice;
use crate::search::{Clock, Limits};
use crate::types::{Coord, Rule};

/// What was told by `INFO` and the command line. Lives through `START` and `RESTART`.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rule, or the code of one that is not known.
    pub rule: Result<Rule, i64>,
    /// Bytes that the engine may take in all.
    pub memory: u64,
    /// Threads to search with.
    pub threads: usize,
    /// What is told while thinking.
    pub detail: Detail,
    /// Numbers of the search that were changed.
    pub tuned: Vec<(String, i32)>,
    /// Which net corrects the evaluation.
    pub net: NetChoice,
    /// Whether the engine thinks in the opponent's time.
    pub pondering: bool,
    /// Points not to play on.
    pub excluded: Vec<Coord>,
    max_memory: Option<u64>,
    /// Bytes of the transposition table, by the command line and by `INFO`.
    default_hash: Option<u64>,
    hash: Option<u64>,
    turn: Option<i64>,
    game: Option<i64>,
    left: Option<i64>,
    increment: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Time used in this game, for a manager that does not tell what is left.
    used: Duration,
}

/// What `INFO show_detail` asks to be told while thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// A line for every finished iteration, for people: any level above 0.
    pub iterations: bool,
    /// How it goes at the root, `MESSAGE REALTIME`: levels 1 and 3.
    pub realtime: bool,
    /// Iterations as numbers, `INFO PV` and so on: levels 2 and 3.
    pub numbers: bool,
}

/// What the Gomocup judge allows, and what Piskvork sends unless told otherwise.
const DEFAULT_MEMORY: u64 = 350 << 20;
/// Thinking time if nothing limits it.
const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// What managers send for "no limit" in a field of 31 bits.
const UNLIMITED: i64 = i32::MAX as i64;
/// Added to a table size to get the memory of the whole program.
const BESIDE_TABLE: u64 = 8 << 20;
/// Largest transposition table that boards are told of.
pub const LARGEST_TABLE: u64 = 16 << 30;
/// Most threads that `thread_num` is heard for.
pub const MAX_THREADS: usize = 256;

impl Settings {
    /// Before any `INFO`.
    pub fn new(rule: Rule, hash_mib: Option<u64>, threads: usize) -> Settings {
        let mut settings = Settings {
            rule: Ok(rule),
            memory: DEFAULT_MEMORY,
            threads,
            detail: Detail::default(),
            tuned: Vec::new(),
            net: NetChoice::default(),
            pondering: false,
            excluded: Vec::new(),
            max_memory: None,
            default_hash: hash_mib.map(|mib| mib.saturating_mul(1 << 20)),
            hash: None,
            turn: None,
            game: None,
            left: None,
            increment: Duration::ZERO,
            depth: None,
            nodes: None,
            used: Duration::ZERO,
        };
        settings.limit_memory();
        settings
    }

    /// Takes note of a setting. Impossible values change nothing.
    pub fn apply(&mut self, info: &Info) {
        let positive = |n: i64| u64::try_from(n).ok().filter(|&n| n > 0);
        match *info {
            Info::TimeoutTurn(ms) => self.turn = Some(ms),
            Info::TimeoutMatch(ms) => (self.game, self.left) = (Some(ms), None),
            Info::TimeLeft(ms) => self.left = Some(ms),
            Info::TimeIncrement(ms) => self.increment = millis(ms.max(0)),
            Info::MaxMemory(bytes) if bytes >= 0 => self.max_memory = positive(bytes),
            Info::HashSize(kib) if kib >= 0 => {
                self.hash = positive(kib).map(|kib| kib.saturating_mul(1 << 10));
            }
            Info::Rule(code) => self.rule = decode_rule(code),
            Info::ThreadNum(n) => {
                let threads = positive(n).map(|n| n.min(MAX_THREADS as u64) as usize);
                self.threads = threads.unwrap_or(self.threads);
            }
            Info::MaxDepth(plies) => {
                self.depth = positive(plies).map(|n| n.min(u64::from(u32::MAX)) as u32);
            }
            Info::MaxNode(nodes) => self.nodes = positive(nodes),
            Info::ShowDetail(level) => {
                let (realtime, numbers) = (level & 1 != 0, level & 2 != 0);
                self.detail = match level {
                    1.. => Detail { iterations: true, realtime, numbers },
                    _ => Detail::default(),
                };
            }
            #[cfg(feature = "tune")]
            Info::Tune(ref name, value) => {
                self.tuned.retain(|(other, _)| other != name);
                self.tuned.push((name.clone(), value));
            }
            Info::Pondering(value) => self.pondering = value > 0,
            Info::MaxMemory(_) | Info::HashSize(_) | Info::Other => {}
        }
        self.limit_memory();
    }

    /// The table's size if one was told (by `INFO`, else by the command line), and never more
    /// than `max_memory`.
    fn limit_memory(&mut self) {
        let limit = self.max_memory.unwrap_or(DEFAULT_MEMORY);
        let table = self.hash.or(self.default_hash);
        let wanted = table.map_or(limit, |bytes| bytes.saturating_add(BESIDE_TABLE));
        self.memory = self.max_memory.map_or(wanted, |limit| wanted.min(limit));
    }

    /// A new game begins: its clock is full again.
    pub fn new_game(&mut self) {
        self.left = None;
        self.used = Duration::ZERO;
    }

    /// A move of ours took this long.
    pub fn spend(&mut self, time: Duration) {
        self.used += time;
    }

    /// What a search may spend that was asked for at this moment.
    pub fn limits(&self, received: Instant) -> Limits {
        let turn = match self.turn {
            None => Some(DEFAULT_TURN),
            Some(ms) if ms < 0 => None,
            Some(ms) => Some(millis(ms)),
        };
        let left = match (self.left, self.game) {
            (Some(ms), _) if ms >= UNLIMITED => None,
            (Some(ms), game) if ms == -1 && game.is_none_or(|game| game <= 0) => None,
            (Some(ms), _) => Some(millis(ms.max(0))),
            (None, Some(ms)) if ms > 0 && ms < UNLIMITED => {
                Some(millis(ms).saturating_sub(self.used))
            }
            (None, _) => None,
        };
        let bounded = self.depth.is_some() || self.nodes.is_some();
        let turn =
            if turn.is_none() && left.is_none() && !bounded { Some(DEFAULT_TURN) } else { turn };
        let clock = Clock { start: received, turn, left, increment: self.increment };
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            clock: Some(clock),
            excluded: self.excluded.clone(),
            expected: None,
            lines: 1,
        }
    }
}

fn millis(ms: i64) -> Duration {
    Duration::from_millis(ms.unsigned_abs())
}

/// The rule for a code of the protocol; the code where there is none.
fn decode_rule(code: i64) -> Result<Rule, i64> {
    u8::try_from(code).ok().and_then(Rule::from_foreign_code).ok_or(code)
}
