//! Readers of games take time in proportion to what they read.
#![cfg(unix)]
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::time::Duration;

use companion::arena::compact::{self, CompactGame};
use companion::arena::record::{self, GameRecord, MatchHeader, MatchRecord, write_line};
use companion::arena::{Ending, PlayedMove};
use dolmen::types::{Coord, Random, Rule, Size};
use dolmen_records::{Format, Game, MOST_BYTES, read, write};
use rustix::time::{ClockId, clock_gettime};

const STONES: usize = 40;

/// Stones on points that are all different, each game another way.
fn moves(random: &mut Random) -> Vec<Coord> {
    let mut cells: Vec<usize> = (0..225).collect();
    let mut next = |n| cells.swap_remove(random.between(0, n - 1));
    let cells = (0..STONES).map(|i| next(225 - i));
    cells.map(|cell| Coord::new((cell % 15) as u8, (cell / 15) as u8).unwrap()).collect()
}

fn games(count: usize) -> Vec<Vec<Coord>> {
    let mut random = Random::new(9);
    (0..count).map(|_| moves(&mut random)).collect()
}

fn on_paper(format: Format, count: usize) -> Vec<u8> {
    let game = |moves: Vec<Coord>| Game {
        rule: Some(Rule::Standard),
        times: vec![12; moves.len()],
        black: "first".into(),
        white: "second".into(),
        moves,
        ..Game::new(Size::new(15).unwrap())
    };
    let games: Vec<Game> = games(count).into_iter().map(game).collect();
    write(format, &games).unwrap()
}

fn match_record(count: usize) -> Vec<u8> {
    let header = MatchHeader {
        dolmen_match: 1,
        rule: 0,
        size: 15,
        engines: vec!["a".into(), "b".into()],
        games: count,
        terms: "x".into(),
    };
    let game = |(index, moves): (usize, Vec<Coord>)| GameRecord {
        index,
        black: index % 2,
        white: 1 - index % 2,
        opening: String::new(),
        moves: moves.iter().map(|c| PlayedMove { x: c.x(), y: c.y(), ms: 9, eval: None }).collect(),
        points: 0.5,
        ending: Ending::MoveLimit,
        proposer: None,
    };
    let mut bytes = Vec::new();
    write_line(&mut bytes, &header).unwrap();
    let games = games(count).into_iter().enumerate().map(game);
    games.for_each(|game| write_line(&mut bytes, &game).unwrap());
    bytes
}

fn binary(count: usize) -> Vec<u8> {
    let game = |moves: Vec<Coord>| CompactGame {
        rule: Rule::Standard,
        size: Size::new(15).unwrap(),
        half_points: 1,
        opening: Vec::new(),
        moves: moves.into_iter().map(|c| (c, Some(3))).collect(),
    };
    compact::encode(&games(count).into_iter().map(game).collect::<Vec<_>>())
}

/// Writes so many games, and reads them back; returns how many.
struct Kind {
    name: &'static str,
    write: fn(usize) -> Vec<u8>,
    read: fn(&[u8]) -> usize,
}

fn read_paper(bytes: &[u8]) -> usize {
    read(bytes, None, Size::new(15).unwrap()).unwrap().1.len()
}

fn read_record(bytes: &[u8]) -> usize {
    let record: MatchRecord = record::read(bytes).unwrap();
    record.on_paper_all().len()
}

const KINDS: [Kind; 7] = [
    Kind { name: "sgf", write: |n| on_paper(Format::Sgf, n), read: read_paper },
    Kind { name: "pos", write: |n| on_paper(Format::Pos, n), read: read_paper },
    Kind { name: "bare", write: |n| on_paper(Format::Bare, n), read: read_paper },
    Kind { name: "offset", write: |n| on_paper(Format::Offset, n), read: read_paper },
    Kind { name: "lib", write: |n| on_paper(Format::Lib, n), read: read_paper },
    Kind { name: "match record", write: match_record, read: read_record },
    Kind { name: "binary", write: binary, read: |bytes| compact::decode(bytes).unwrap().len() },
];

/// Processor time of this thread: other programs do not count.
fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The shortest of some runs.
fn time(kind: &Kind, bytes: &[u8], count: usize, runs: usize) -> Duration {
    let run = |_| {
        let start = used();
        assert_eq!((kind.read)(bytes), count, "{}", kind.name);
        used() - start
    };
    (0..runs).map(run).min().unwrap()
}

/// 4,000 games of SGF took 3 s, and the records of 60,000 games 8 s: each game had been looked for
/// from the beginning.
#[test]
fn sixteen_times_the_games_take_about_sixteen_times_as_long() {
    const FEW: usize = 400;
    for kind in KINDS {
        let (few, many) = ((kind.write)(FEW), (kind.write)(16 * FEW));
        let (few, many) = (time(&kind, &few, FEW, 5), time(&kind, &many, 16 * FEW, 5));
        println!("{}: {few:?}, {many:?}", kind.name);
        // Quadratic time would be 256 times as long.
        assert!(many < 40 * few + Duration::from_millis(5), "{}: {few:?}, {many:?}", kind.name);
    }
}

/// `cargo test --release --test linear -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn speed_of_readers() {
    for kind in KINDS {
        // As many as a file may have, by bytes or by games.
        let each = (kind.write)(1000).len() / 1000;
        let count = (MOST_BYTES / (each + each / 8)).min(100_000);
        let bytes = (kind.write)(count);
        let took = time(&kind, &bytes, count, 3);
        let size = bytes.len() as f64 / 1e6;
        let rate = size / took.as_secs_f64();
        println!("{:12} {count:6} games, {size:5.1} MB: {rate:6.1} MB/s, {took:?}", kind.name);
    }
}
