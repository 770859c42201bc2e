use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use super::info::Info;
use super::recording::Program;
use crate::engine::{MOST_THREADS, table_limit};
use crate::eval::NetChoice;
use crate::search::{Clock, Limits};
use crate::types::{Coord, Instant, Rule};

/// Settings from `INFO` and the command line. They outlive `START` and `RESTART`.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rule, or the code of one that is not known.
    pub rule: Result<Rule, i64>,
    /// Whether the manager is Piskvork or one like it: no others send the type of a game.
    is_piskvork: bool,
    /// Threads to search with.
    pub threads: usize,
    /// What is reported while thinking.
    pub detail: Detail,
    /// Numbers of the search that were changed.
    pub tuned: Vec<(String, i32)>,
    /// Which net corrects the evaluation.
    pub net: NetChoice,
    /// Whether the engine thinks in the opponent's time.
    pub pondering: bool,
    /// Points not to play on.
    pub excluded: Vec<Coord>,
    /// Decides among equal openings, together with the number of games begun.
    pub seed: u64,
    games: u64,
    max_memory: Option<u64>,
    /// Bytes that the program needs beside the search.
    pub reserved: u64,
    /// Bytes of the transposition table, by the command line and by `INFO`.
    default_hash: Option<u64>,
    hash: Option<u64>,
    turn: Option<i64>,
    game: Option<i64>,
    left: Option<i64>,
    /// Whether a move was made since the manager said what is left.
    left_is_old: bool,
    increment: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Time used in this game, for a manager that sends no `time_left`.
    used: Duration,
    /// Increments of the game so far.
    credit: Duration,
}

/// What `INFO show_detail` asks to be reported while thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// A line for every finished iteration, for people: any level above 0.
    pub iterations: bool,
    /// How it goes at the root, `MESSAGE REALTIME`: levels 1 and 3.
    pub realtime: bool,
    /// Iterations as numbers, `INFO PV` and so on: levels 2 and 3.
    pub numbers: bool,
}

/// What the Gomocup judge allows, and what Piskvork sends by default.
const DEFAULT_MEMORY: u64 = 350 << 20;
/// Thinking time if nothing limits it.
const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// What managers send for "no limit" in a field of 31 bits.
const UNLIMITED: i64 = i32::MAX as i64;

/// Most threads to search with: as many as the machine runs at once. More would only wait for each
/// other, and move late.
pub fn max_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS)
}

/// A number of threads from a command line.
///
/// # Errors
/// If it is not between 1 and [`max_threads`].
pub fn parse_threads(text: &str) -> Result<usize, String> {
    let most = max_threads();
    let threads = text.parse().ok().filter(|threads| (1..=most).contains(threads));
    threads.ok_or_else(|| format!("expected 1 to {most}, as many as this machine runs at once"))
}

impl Settings {
    /// Before any `INFO`. There are at most [`max_threads`].
    pub fn new(rule: Rule, hash_mib: Option<u64>, threads: usize) -> Settings {
        Settings {
            rule: Ok(rule),
            is_piskvork: false,
            threads: threads.clamp(1, max_threads()),
            detail: Detail::default(),
            tuned: Vec::new(),
            net: NetChoice::default(),
            pondering: false,
            excluded: Vec::new(),
            // The standard library's hash maps are seeded by the system.
            seed: RandomState::new().hash_one(0) >> 32,
            games: 0,
            max_memory: None,
            reserved: 0,
            default_hash: hash_mib.map(|mib| mib.saturating_mul(1 << 20)),
            hash: None,
            turn: None,
            game: None,
            left: None,
            left_is_old: false,
            increment: Duration::ZERO,
            depth: None,
            nodes: None,
            used: Duration::ZERO,
            credit: Duration::ZERO,
        }
    }

    /// Takes note of a setting. Impossible values change nothing.
    pub fn apply(&mut self, info: &Info) {
        let positive = |n: i64| u64::try_from(n).ok().filter(|&n| n > 0);
        match *info {
            Info::TimeoutTurn(ms) => self.turn = Some(ms),
            Info::TimeoutMatch(ms) => (self.game, self.left) = (Some(ms), None),
            Info::TimeLeft(ms) => (self.left, self.left_is_old) = (Some(ms), false),
            Info::TimeIncrement(ms) => self.increment = millis(ms.max(0)),
            Info::MaxMemory(bytes) if bytes >= 0 => self.max_memory = positive(bytes),
            Info::HashSize(kib) if kib >= 0 => {
                self.hash = positive(kib).map(|kib| kib.saturating_mul(1 << 10));
            }
            Info::GameType => self.is_piskvork = true,
            // Its sum with the bit for games that go on after a five; elsewhere 2 is renju.
            Info::Rule(2) if self.is_piskvork => self.rule = Err(2),
            Info::Rule(code) => self.rule = decode_rule(code),
            Info::ThreadNum(n) => {
                let wanted = positive(n).map(|n| usize::try_from(n).unwrap_or(usize::MAX));
                self.threads = wanted.map_or(self.threads, |wanted| wanted.min(max_threads()));
            }
            Info::MaxDepth(plies) => {
                self.depth = positive(plies).map(|n| n.min(u64::from(u32::MAX)) as u32);
            }
            Info::MaxNode(nodes) => self.nodes = positive(nodes),
            Info::ShowDetail(level) => {
                let (realtime, numbers) = (level & 1 != 0, level & 2 != 0);
                let detail = Detail { iterations: true, realtime, numbers };
                self.detail = if level > 0 { detail } else { Detail::default() };
            }
            #[cfg(feature = "tune")]
            Info::Tune(ref name, value) => {
                self.tuned.retain(|(other, _)| other != name);
                self.tuned.push((name.clone(), value));
            }
            Info::Pondering(value) => self.pondering = value > 0,
            Info::Seed(value) => self.seed = value as u64,
            Info::MaxMemory(_) | Info::HashSize(_) | Info::Other => {}
            Info::UseDatabase(_) | Info::DatabaseReadOnly(_) => {}
        }
    }

    /// What a record says of a program that begins with these settings.
    pub(crate) fn program(&self) -> Program {
        Program {
            version: env!("CARGO_PKG_VERSION").into(),
            rule: self.rule.map_or(0, Rule::code),
            hash: self.default_hash.map(|bytes| bytes >> 20),
            threads: self.threads,
            net: self.net.name(),
            seed: self.seed,
        }
    }

    /// Bytes of the transposition table: as set by `INFO`, else by the command line, within
    /// `max_memory`.
    pub fn table(&self) -> u64 {
        let memory = self.max_memory.unwrap_or(DEFAULT_MEMORY).saturating_sub(self.reserved);
        let most = table_limit(memory, self.threads);
        match (self.hash.or(self.default_hash), self.max_memory) {
            (Some(table), None) => table,
            (Some(table), Some(_)) => table.min(most),
            (None, _) => most,
        }
    }

    /// A new game begins: its clock is full again, unless the manager has said what is left of it.
    pub fn new_game(&mut self) {
        self.games += 1;
        self.left = self.left.filter(|_| !self.left_is_old);
        self.used = Duration::ZERO;
        self.credit = Duration::ZERO;
    }

    /// The seed of this game.
    pub const fn seed_of_game(&self) -> u64 {
        self.seed.wrapping_add(self.games)
    }

    /// A move of ours took this long; the increment comes after it.
    pub fn spend(&mut self, time: Duration) {
        self.used += time;
        self.left_is_old = true;
        self.credit += self.increment;
        // Not down to 0, which may mean no limit.
        if let Some(left @ 1..UNLIMITED) = self.left {
            let left = (millis(left) + self.increment).saturating_sub(time);
            self.left = Some((left.min(millis(UNLIMITED - 1)).as_millis() as i64).max(1));
        }
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
            (Some(-1), None) => None,
            // Managers without a limit for games.
            (Some(-1 | 0), Some(game)) if game <= 0 => None,
            (Some(ms), _) => Some(millis(ms.max(0))),
            (None, Some(ms)) if ms > 0 && ms < UNLIMITED => {
                Some((millis(ms) + self.credit).saturating_sub(self.used))
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
            multi_pv: 1,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings after these lines, each what follows `INFO`.
    fn told(lines: &[&str]) -> Settings {
        let mut settings = Settings::new(Rule::Freestyle, None, 1);
        lines.iter().for_each(|line| settings.apply(&Info::parse(line)));
        settings
    }

    /// Milliseconds for the move, and left of the game.
    fn times(settings: &Settings) -> (Option<u128>, Option<u128>) {
        let clock = settings.limits(Instant::now()).clock.expect("there is always a clock");
        (clock.turn.map(|time| time.as_millis()), clock.left.map(|time| time.as_millis()))
    }

    #[test]
    fn times_are_those_of_the_documentation() {
        let cases: [(&[&str], _); 23] = [
            (&[], (Some(5000), None)),
            (&["timeout_turn 300"], (Some(300), None)),
            (&["timeout_turn 0"], (Some(0), None)),
            // Without any limit it is 5 seconds again.
            (&["timeout_turn -1"], (Some(5000), None)),
            (&["timeout_turn -1", "max_depth 9"], (None, None)),
            (&["timeout_turn -1", "max_node 9"], (None, None)),
            (&["timeout_turn -1", "max_depth 9", "max_node 9"], (None, None)),
            (&["timeout_turn -1", "time_left 800"], (None, Some(800))),
            (&["timeout_turn 300", "max_depth 9"], (Some(300), None)),
            (&["timeout_match 9000"], (Some(5000), Some(9000))),
            (&["timeout_match 1"], (Some(5000), Some(1))),
            (&["timeout_match 0"], (Some(5000), None)),
            (&["timeout_match -1"], (Some(5000), None)),
            (&["timeout_match 2147483646"], (Some(5000), Some(2147483646))),
            (&["timeout_match 2147483647"], (Some(5000), None)),
            (&["time_left 1"], (Some(5000), Some(1))),
            (&["time_left 0"], (Some(5000), Some(0))),
            (&["time_left -50"], (Some(5000), Some(0))),
            (&["time_left 2147483646"], (Some(5000), Some(2147483646))),
            (&["time_left 2147483647"], (Some(5000), None)),
            (&["timeout_match 9000", "time_left 700"], (Some(5000), Some(700))),
            (&["time_left 700", "timeout_match 9000"], (Some(5000), Some(9000))),
            (&["timeout_match 9000", "time_left 2147483647"], (Some(5000), None)),
        ];
        for (lines, expected) in cases {
            assert_eq!(times(&told(lines)), expected, "{lines:?}");
        }
    }

    /// Managers that know no match time say -1, or 0, for both.
    #[test]
    fn time_left_of_minus_one_or_nothing_is_no_limit_in_a_game_without_one() {
        for (lines, left) in [
            (&["time_left -1"][..], None),
            (&["timeout_match 0", "time_left -1"], None),
            (&["timeout_match -1", "time_left -1"], None),
            (&["timeout_match 1", "time_left -1"], Some(0)),
            (&["timeout_match 0", "time_left 0"], None),
            (&["timeout_match -1", "time_left 0"], None),
            (&["timeout_match 1", "time_left 0"], Some(0)),
            (&["time_left 0"], Some(0)),
            (&["timeout_match 0", "time_left 1"], Some(1)),
            (&["timeout_match 0", "time_left -2"], Some(0)),
        ] {
            assert_eq!(times(&told(lines)).1, left, "{lines:?}");
        }
    }

    /// Increments were not credited: with `timeout_match` used up, every move had one millisecond.
    #[test]
    fn the_account_of_the_game_is_kept() {
        let mut settings = told(&["timeout_match 9000", "time_increment 40"]);
        settings.spend(Duration::from_millis(2000));
        settings.spend(Duration::from_millis(500));
        assert_eq!(times(&settings).1, Some(6580));
        settings.apply(&Info::TimeLeft(700));
        assert_eq!(times(&settings).1, Some(700));
        settings.spend(Duration::from_millis(500));
        settings.new_game();
        assert_eq!(times(&settings).1, Some(9000));
        let clock = settings.limits(Instant::now()).clock.expect("there is always a clock");
        assert_eq!(clock.increment, Duration::from_millis(40));
    }

    /// Yixin-Board sends `time_left`, then `start` and the position, for each move: the engine took
    /// itself to have all its time again.
    #[test]
    fn time_left_before_start_holds_for_that_game() {
        let mut settings = told(&["timeout_match 9000", "time_left 700"]);
        for left in [700, 0] {
            settings.apply(&Info::TimeLeft(left));
            settings.new_game();
            assert_eq!(times(&settings).1, Some(left as u128));
            settings.spend(Duration::from_millis(300));
        }
        settings.new_game();
        assert_eq!(times(&settings).1, Some(9000));
    }

    /// One `time_left` kept the clock where it was for the rest of the game, which was lost on time.
    #[test]
    fn time_left_is_counted_down_until_the_next_one() {
        for game in ["timeout_match 0", "timeout_match 9000"] {
            let mut settings = told(&[game, "time_left 3000", "time_increment 40"]);
            settings.new_game();
            settings.spend(Duration::from_millis(2000));
            assert_eq!(times(&settings).1, Some(1040), "{game}");
            settings.spend(Duration::from_millis(2000));
            assert_eq!(times(&settings).1, Some(1), "{game}");
            settings.apply(&Info::TimeLeft(700));
            assert_eq!(times(&settings).1, Some(700), "{game}");
        }
        let mut settings = told(&["timeout_match 9000", "time_left 2147483647"]);
        settings.spend(Duration::from_millis(2000));
        assert_eq!(times(&settings).1, None);
    }

    #[test]
    fn memory_is_that_of_the_documentation() {
        const MIB: u64 = 1 << 20;
        let cases: [(&[&str], _); 8] = [
            (&[], table_limit(350 * MIB, 1)),
            (&["max_memory 83886080"], table_limit(80 * MIB, 1)),
            (&["max_memory 83886080", "max_memory -1"], table_limit(80 * MIB, 1)),
            (&["max_memory 83886080", "max_memory 0"], table_limit(350 * MIB, 1)),
            (&["hash_size 65536"], 64 * MIB),
            (&["hash_size 65536", "hash_size -1"], 64 * MIB),
            (&["hash_size 65536", "hash_size 0"], table_limit(350 * MIB, 1)),
            (&["hash_size 1048576", "max_memory 83886080"], table_limit(80 * MIB, 1)),
        ];
        for (lines, expected) in cases {
            assert_eq!(told(lines).table(), expected, "{lines:?}");
        }
        assert_eq!(Settings::new(Rule::Freestyle, Some(64), 1).table(), 64 * MIB);
        assert!((60 * MIB..72 * MIB).contains(&table_limit(80 * MIB, 1)));
    }

    #[test]
    fn other_settings_are_those_of_the_documentation() {
        let limits = |line| told(&["max_depth 9", "max_node 8", line]).limits(Instant::now());
        let bounds = |line| (limits(line).depth, limits(line).nodes);
        assert_eq!(bounds(""), (Some(9), Some(8)));
        assert_eq!(bounds("max_depth 0"), (None, Some(8)));
        assert_eq!(bounds("max_node 0"), (Some(9), None));
        let threads = |lines: &[&str]| told(lines).threads;
        assert_eq!(threads(&["thread_num 2", "thread_num 0"]), max_threads().min(2));
        let pondering = |line| told(&[line]).pondering;
        assert!(pondering("pondering 1") && !pondering("pondering 0"));
        let detail = |line| {
            let Detail { iterations, realtime, numbers } = told(&[line]).detail;
            (iterations, realtime, numbers)
        };
        assert_eq!(detail("show_detail 0"), (false, false, false));
        assert_eq!(detail("show_detail 1"), (true, true, false));
        assert_eq!(detail("show_detail 2"), (true, false, true));
        assert_eq!(detail("show_detail 3"), (true, true, true));
        assert_eq!(detail("show_detail -1"), (false, false, false));
        assert_eq!(told(&["rule 2"]).rule, Ok(Rule::Renju));
        assert_eq!(told(&["rule 3"]).rule, Err(3));
        assert_eq!(told(&["game_type 1", "rule 2"]).rule, Err(2));
    }

    /// 256 threads on two processors answered a turn of 100 ms after 7 s.
    #[test]
    fn there_are_no_more_threads_than_the_machine_runs_at_once() {
        let parallelism = std::thread::available_parallelism().map_or(1, usize::from);
        assert!(told(&["thread_num 256"]).threads <= parallelism);
        assert_eq!(told(&["thread_num 1000000"]).threads, max_threads());
        assert_eq!(Settings::new(Rule::Freestyle, None, 1000).threads, max_threads());
    }

    #[cfg(feature = "tune")]
    #[test]
    fn numbers_of_the_search_are_heard_and_can_be_changed() {
        let [one, other] = [0, 1].map(|i| crate::search::Params::ALL[i].name);
        let lines = [(one, 3), (other, 4), (one, 5), ("no_such_number", 6)];
        let lines = lines.map(|(name, value)| format!("{name} {value}"));
        let told = told(&lines.each_ref().map(String::as_str));
        assert_eq!(told.tuned, [(other.to_string(), 4), (one.to_string(), 5)]);
    }
}
