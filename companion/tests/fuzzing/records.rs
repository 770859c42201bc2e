//! Bytes as what is read from files and command lines: games of other programs, openings, engines, match records, records of
//! sessions, games for training, weights.

use std::io::Write as _;

use std::str::from_utf8;

use companion::arena::compact::{CompactGame, MAGIC, decode, decode_prefix, encode};
use companion::arena::opening;
use companion::arena::record::{self, MatchRecord, write_line};
use companion::arena::spec::EngineSpec;
use companion::learn::calibration::Calibrations;
use companion::learn::sample::{Labels, Sample, replay};
use companion::tools::replay::read_record;
use dolmen::eval::Weights;
use dolmen::types::{MAX_SIZE, MIN_SIZE, Rule, Size};
use dolmen_records::{Format, GameTree, MOST_GAMES, read_trees, write_trees};

/// The first byte is the reader that gets the others.
pub fn run(bytes: &[u8]) {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    match first {
        b'o' => from_utf8(bytes).into_iter().for_each(openings),
        b'e' => from_utf8(bytes).into_iter().for_each(engine),
        b'r' => match_record(bytes),
        b's' => session_record(bytes),
        b'g' => games(&[MAGIC, bytes].concat()),
        b'G' => games(bytes),
        b'p' => {
            games_on_paper(bytes);
            trees_on_paper(bytes);
        }
        b'w' => drop(Weights::decode(bytes)),
        _ => {}
    }
}

/// Each line an opening, on boards of all sizes. What was read comes back from its text, and has
/// the same normal form however the board is turned.
fn openings(text: &str) {
    for (line, n) in text.lines().zip((MIN_SIZE..=MAX_SIZE).cycle()) {
        let size = Size::new(n).expect("a legal size");
        let Ok(stones) = opening::parse(line, size) else { continue };
        assert!(stones.iter().all(|&c| size.contains(c)));
        assert!((1..stones.len()).all(|i| !stones[..i].contains(&stones[i])));
        assert_eq!(opening::parse(&opening::format(&stones), size), Ok(stones.clone()));
        let normal = opening::canonical(&stones, size);
        for way in 0..8 {
            let turned = opening::transformed(&stones, way, size);
            assert_eq!(opening::canonical(&turned, size), normal);
        }
    }
}

fn engine(text: &str) {
    if let Ok(spec) = EngineSpec::parse(text) {
        assert!(!spec.command.is_empty());
        assert_eq!(EngineSpec::parse(text), Ok(spec));
    }
}

/// What was read comes back from its own lines.
fn session_record(bytes: &[u8]) {
    let Ok((program, entries)) = read_record(bytes) else { return };
    let mut written = Vec::new();
    for entry in &entries {
        writeln!(written, "{entry}").expect("memory does not fail");
    }
    let (again, same) = read_record(&written[..]).expect("a record");
    assert_eq!(again, program);
    assert!(same.iter().zip(&entries).all(|(a, b)| a.event == b.event));
    assert_eq!(same.len(), entries.len());
}

/// What was read can be told in every form, and comes back from its own lines.
fn match_record(bytes: &[u8]) {
    let Ok(read) = record::read(bytes) else { return };
    let mut written = Vec::new();
    write_line(&mut written, &read.header).expect("memory does not fail");
    for game in &read.games {
        write_line(&mut written, game).expect("memory does not fail");
    }
    assert_eq!(record::read(&written[..]).expect("a record"), read);
    let MatchRecord { games, .. } = &read;
    assert_eq!(read.sgf().matches("(;FF[4]").count(), games.len());
    assert_eq!(read.pgn().matches("[Round ").count(), games.len());
    games.iter().for_each(|game| assert!(read.psq(game).starts_with("Piskvorky ")));
    // But for those with moves on taken points.
    assert!(decode(&read.binary()).expect("our own games").len() <= games.len());
}

/// What was read comes back from its bytes, and can be learned from.
fn games(bytes: &[u8]) {
    let Ok((games, length)) = decode_prefix(bytes) else { return };
    assert!(length <= bytes.len());
    assert_eq!(decode(&bytes[..length]).expect("read before"), games);
    assert_eq!(decode(&encode(&games)).expect("our own games"), games);
    let calibrations = Calibrations::fit(&games);
    let labels = Labels { calibrations, result_weight: 0.5, proven: true, td_lambda: 0.5 };
    games.iter().for_each(|game| learn(game, &labels));
}

/// What was read can be judged, and what can be written comes back.
fn games_on_paper(bytes: &[u8]) {
    let size = Size::new(15).expect("a legal size");
    for hint in Format::ALL.map(Some).into_iter().chain([None]) {
        let Ok((_, read)) = dolmen_records::read(bytes, hint, size) else { continue };
        assert!(read.len() <= MOST_GAMES);
        for game in read.iter().take(50) {
            let Ok(verdict) = game.check(Rule::Renju) else { continue };
            assert!(verdict.fouls.iter().all(|foul| foul.0 <= game.moves.len()));
            for format in Format::ALL {
                // A line of text cannot hold a game without moves, nor a library another board.
                let Ok(bytes) = dolmen_records::write(format, std::slice::from_ref(game)) else {
                    continue;
                };
                let again = dolmen_records::read(&bytes, Some(format), game.size);
                let moves = again.iter().flat_map(|(_, games)| games).map(|game| &game.moves);
                let is_back = moves.eq([&game.moves]);
                assert!(is_back || game.moves.is_empty(), "{}", format.name());
            }
        }
    }
}

/// Trees come back from both formats that hold them; what one drops, the other does not get back.
fn trees_on_paper(bytes: &[u8]) {
    let size = Size::new(15).expect("a legal size");
    for hint in [Some(Format::Sgf), Some(Format::Lib)] {
        let Ok(Some((format, (trees, _)))) = read_trees(bytes, hint, size) else { continue };
        let written = write_trees(format, trees.clone());
        let written = written.expect("the format that they came from");
        let (_, (again, _)) = read_trees(&written, hint, size).expect("our own").expect("trees");
        let nodes = |trees: &[GameTree]| trees.iter().map(GameTree::node_count).sum::<usize>();
        assert_eq!(nodes(&again), nodes(&trees));
        assert_eq!(write_trees(format, again).expect("read before"), written);
        if let Ok(library) = write_trees(Format::Lib, trees) {
            assert!(read_trees(&library, Some(Format::Lib), size).is_ok_and(|read| read.is_some()));
        }
    }
}

fn learn(game: &CompactGame, labels: &Labels) {
    let mut positions = 0;
    replay(game, labels, &mut Sample::default(), |sample| {
        assert!(sample.candidates.iter().all(|&(cell, _)| usize::from(cell) < sample.cells.len()));
        assert!(sample.played.is_none_or(|played| played < sample.candidates.len()));
        assert!(sample.target.is_none_or(|target| (0.0..=1.0).contains(&target)));
        positions += 1;
    });
    assert!(positions <= game.moves.len());
}
