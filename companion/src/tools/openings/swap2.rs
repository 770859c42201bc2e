//! `dolmen openings swap2`: tables of [`Placement`]s.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use clap::Args;
use serde::{Deserialize, Serialize};

use super::judge::{Judge, ROUGHLY};
use crate::arena::opening;
use crate::arena::record::write_line;
use crate::files::{NamedFile, fault};
use crate::tools::progress;
use dolmen::board::Board;
use dolmen::engine::{Engine, Placement};
use dolmen::protocol::parse_threads;
use dolmen::search::{Control, Limits};
use dolmen::types::{Coord, Random, Rule, Size};

/// What table to make.
#[derive(Clone, Debug, Args)]
pub struct PlacementOptions {
    /// File of the state: what was found, a JSON line each. An interrupted run continues with it.
    #[arg(long, value_name = "FILE")]
    pub state: PathBuf,
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// Number of placements.
    #[arg(long, default_value_t = 200)]
    pub count: usize,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Nodes to judge a position, and to look for the two stones.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Largest score that counts as balanced (25 is a winning chance of 53 %).
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(i32).range(0..))]
    pub balance: i32,
    /// Engine games from each position, none or at least 2; the placement is dropped if one colour wins
    /// all of those from three stones, or gets more than 5/8 of the points after five.
    #[arg(long, default_value_t = 8, value_parser = super::parse_games)]
    pub games: usize,
    /// Placements judged at the same time, at most as many as the machine runs threads at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
}

/// The first line of a state: all that decides what is found.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Settings {
    dolmen_swap2: u32,
    rule: u8,
    size: u8,
    seed: u64,
    nodes: u64,
    balance: i32,
    games: usize,
}

/// A placement that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Found {
    /// The number of the draw.
    draw: u64,
    /// Five points.
    stones: String,
    /// Scores for the side to move after three and after five stones.
    three: i32,
    five: i32,
}

/// Bytes for each thread: they decide the results.
const MEMORY: u64 = 64 << 20;
/// For three stones: the second player may take either colour. When twice the balance was allowed with
/// a tenth of the nodes, an engine with as many took a colour in 117 of 400 games and won 66 % of them.
const STRICTLY: [i32; 3] = [3, 1, 1];
/// Draws without a placement after which no more are expected.
const PATIENCE: u64 = 100_000;

/// Draws three stones at random, looks for two more that even the game, and keeps what deep searches
/// and games find balanced; no two alike under the symmetries of the board. A draw depends only on
/// its number and the seed, so that the table is the same whatever the number of threads, and
/// however often the run was interrupted. Prints the table, five points a line.
///
/// # Errors
/// If the state cannot be read or written or is of another table, the output cannot be written, or
/// no more placements are found.
pub fn run(options: &PlacementOptions, mut output: impl Write) -> io::Result<()> {
    let path = &options.state;
    let mut file = NamedFile::resume(path)?;
    let mut found = resume(&mut file, path, &options.settings())?;
    if found.len() < options.count {
        search(options, &mut file, &mut found)?;
    }
    let PlacementOptions { rule, size, seed, nodes, balance, games, .. } = options;
    writeln!(
        output,
        "# dolmen openings swap2 --rule {rule} --size {size} --seed {seed} --nodes {nodes} \
         --balance {balance} --games {games}"
    )?;
    found.iter().take(options.count).try_for_each(|found| writeln!(output, "{}", found.stones))?;
    output.flush()
}

impl PlacementOptions {
    const fn settings(&self) -> Settings {
        let &PlacementOptions { rule, size, seed, nodes, balance, games, .. } = self;
        let (rule, size) = (rule.code(), size.get());
        Settings { dolmen_swap2: 3, rule, size, seed, nodes, balance, games }
    }
}

/// Reads a state, and begins one in an empty file; half a line, as a kill leaves it, is cut off.
fn resume(file: &mut NamedFile, path: &Path, settings: &Settings) -> io::Result<Vec<Found>> {
    let bytes = file.read_lines()?;
    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let mut lines = lines.filter(|(_, line)| !line.is_empty());
    let Some((_, first)) = lines.next() else {
        file.cut(0)?;
        write_line(file, settings)?;
        return Ok(Vec::new());
    };
    match serde_json::from_slice::<Settings>(first) {
        Ok(known) if known == *settings => {}
        Ok(_) => return Err(fault(path, "started with other options")),
        Err(_) => return Err(fault(path, "not the state of a swap2 table")),
    }
    let read = |(number, line): (usize, &[u8])| {
        let found = String::from_utf8_lossy(&line[..line.len().min(40)]);
        let wrong = |_| format!("line {number}: expected a placement, found {found:?}");
        serde_json::from_slice(line).map_err(|error| fault(path, wrong(error)))
    };
    let found = lines.map(read).collect::<io::Result<_>>()?;
    file.cut(bytes.len() as u64)?;
    Ok(found)
}

fn search(
    options: &PlacementOptions,
    file: &mut NamedFile,
    found: &mut Vec<Found>,
) -> io::Result<()> {
    let mut seen = HashSet::new();
    for known in &*found {
        is_new(known, options, &mut seen);
    }
    let first = found.last().map_or(0, |found| found.draw + 1);
    let (next, stop) = (AtomicU64::new(first), AtomicBool::new(false));
    let (sender, receiver) = channel();
    let template = "{bar:30} {pos}/{len} placements, {elapsed} (left {eta}) {msg}";
    let bar = progress::continued(options.count as u64, found.len() as u64, template);
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || work(options, next, stop, &sender));
        }
        drop(sender);
        // Results come in any order and are taken in theirs.
        let (mut waiting, mut draw, mut misses) = (BTreeMap::new(), first, 0);
        for (number, result) in receiver {
            waiting.insert(number, result);
            while found.len() < options.count
                && let Some(result) = waiting.remove(&draw)
            {
                draw += 1;
                misses += 1;
                bar.set_message(format!("draw {draw}"));
                let Some(new) = result.filter(|new| is_new(new, options, &mut seen)) else {
                    continue;
                };
                misses = 0;
                if let Err(error) = write_line(file, &new) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                found.push(new);
                bar.inc(1);
            }
            if found.len() >= options.count || misses > PATIENCE {
                stop.store(true, Ordering::Relaxed);
                break;
            }
        }
        bar.finish_and_clear();
        match found.len() < options.count {
            true => Err(io::Error::other(format!("only {} placements found", found.len()))),
            false => Ok(()),
        }
    })
}

/// Whether no placement before has the same three stones in any view of the board.
fn is_new(
    found: &Found,
    options: &PlacementOptions,
    seen: &mut HashSet<Vec<(usize, Coord)>>,
) -> bool {
    let PlacementOptions { size, .. } = *options;
    opening::parse(&found.stones, size)
        .is_ok_and(|stones| seen.insert(opening::canonical(&stones[..stones.len().min(3)], size)))
}

fn work(
    options: &PlacementOptions,
    next: &AtomicU64,
    stop: &AtomicBool,
    sender: &Sender<(u64, Option<Found>)>,
) {
    let PlacementOptions { nodes, balance, games, .. } = *options;
    let mut judge = Judge { engine: Engine::new(MEMORY, 1), nodes, balance, games };
    while !stop.load(Ordering::Relaxed) {
        let draw = next.fetch_add(1, Ordering::Relaxed);
        if sender.send((draw, try_draw(options, draw, &mut judge))).is_err() {
            return;
        }
    }
}

/// The placement of a draw, if its three stones and two more are balanced.
fn try_draw(options: &PlacementOptions, draw: u64, judge: &mut Judge) -> Option<Found> {
    let PlacementOptions { rule, size, seed, nodes, .. } = *options;
    let mut random = Random::new(Random::mix(seed ^ Random::mix(draw)));
    let three = draw_three(&mut random, size)?;
    let mut board = Board::with_moves(rule, size, &three);
    let after_three = judge.even(&board, STRICTLY)?;
    if judge.is_decided_by_colour(&board) {
        return None;
    }
    judge.engine.clear();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let two: [Coord; 2] =
        judge.engine.balance(&board, 2, 0, &limits, &Control::new()).try_into().ok()?;
    two.into_iter().try_for_each(|c| board.try_play(c)).ok()?;
    let after_five = judge.even(&board, ROUGHLY)?;
    if !judge.is_shared(&board) {
        return None;
    }
    let stones = opening::format(&Placement { three, two }.stones());
    Some(Found { draw, stones, three: after_three.value(), five: after_five.value() })
}

/// Smallest side of the square in which the stones lie.
const SMALLEST: usize = 4;

/// Three stones in a square anywhere on the board, small squares more often than large ones.
fn draw_three(random: &mut Random, size: Size) -> Option<[Coord; 3]> {
    let side = usize::from(size.get());
    let [a, b] = [(); 2].map(|()| random.between(SMALLEST, side));
    let window = a.min(b);
    let (left, top) = (random.between(0, side - window), random.between(0, side - window));
    let mut point = || {
        let (x, y) = (left + random.between(0, window - 1), top + random.between(0, window - 1));
        Coord::new(x as u8, y as u8)
    };
    let three = [point()?, point()?, point()?];
    let [a, b, c] = three;
    (a != b && b != c && a != c).then_some(three)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn options(state: &Path) -> PlacementOptions {
        PlacementOptions {
            state: state.into(),
            rule: Rule::Freestyle,
            size: Size::new(15).expect("a size"),
            count: 3,
            seed: 5,
            nodes: 300,
            balance: 60,
            games: 0,
            threads: 1,
        }
    }

    fn table(options: &PlacementOptions) -> String {
        let mut output = Vec::new();
        run(options, &mut output).expect("a table");
        String::from_utf8(output).expect("text")
    }

    /// Killed in the middle of a line, and on two threads: the same table.
    #[test]
    fn a_table_depends_on_nothing_but_its_settings() {
        let folder = tempfile::tempdir().expect("a folder");
        let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
        let text = table(&options(&whole));
        assert_eq!(text.lines().filter_map(Placement::parse).count(), 3, "{text}");
        let state = fs::read_to_string(&whole).expect("a state");
        let second = state.match_indices('\n').nth(2).expect("three lines").0;
        fs::write(&cut, &state[..second - 5]).expect("a file");
        let threads = dolmen::protocol::max_threads().min(2);
        let resumed = PlacementOptions { threads, ..options(&cut) };
        assert_eq!(table(&resumed), text);
        assert_eq!(fs::read_to_string(&cut).expect("a state"), state);
        let other = PlacementOptions { seed: 6, ..options(&cut) };
        let error = run(&other, Vec::new()).expect_err("another table").to_string();
        assert!(error.ends_with("started with other options"), "{error}");
    }

    /// It was called line 1, whichever it was.
    #[test]
    fn a_damaged_line_of_a_state_has_its_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        table(&options(&path));
        let state = fs::read_to_string(&path).expect("a state");
        let last = state.lines().last().expect("a line");
        fs::write(&path, state.replace(last, "{bad")).expect("a file");
        let error = run(&options(&path), Vec::new()).expect_err("damaged").to_string();
        assert!(error.ends_with("line 4: expected a placement, found \"{bad\""), "{error}");
    }

    /// A slip in the name of the state costs nobody a file, whether or not it ends with a line end.
    #[test]
    fn a_file_that_is_no_state_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("notes");
        for text in ["notes without a line end", "notes\nand half a line", "{\"name\": 1}"] {
            fs::write(&path, text).expect("a file");
            assert!(run(&options(&path), Vec::new()).is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        // What is left of a state whose first line was being written is begun anew.
        fs::write(&path, "{\"dolmen_sw").expect("a file");
        table(&options(&path));
    }
}
