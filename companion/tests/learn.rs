//! Games for training and what is learned from them.
#![allow(missing_docs, clippy::unwrap_used)]

mod programs;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use companion::arena::compact::{CompactGame, OLD_MAGIC, decode, decode_prefix, encode};
use companion::files::sha256;
use companion::learn::branches::{BranchSettings, Branches};
use companion::learn::calibration::{Calibration, Calibrations};
use companion::learn::linear::Linear;
use companion::learn::manifest::Manifest;
use companion::learn::model::{Model, Workspace};
use companion::learn::net::NetTrainer;
use companion::learn::quality::{Meter, Quality};
use companion::learn::sample::{LabeledPosition, Labels};
use companion::learn::selfplay::SelfPlay;
use companion::learn::training::{Dataset, Learner, Progress, Training, train};
use dolmen::board::{Board, Outcome, Threat};
use dolmen::eval::layout::Layout;
use dolmen::eval::{self, CHANNELS, Classical, Net, NetChoice, NetError, NetFile, Weights};
use dolmen::types::{Color, Coord, Random, Rule, Size};
use programs::{COMPANION, ENGINE};

const TRAINING: Training = Training { epochs: 4, rate: 0.01, seed: 1, threads: 1, patience: 9 };

fn run(arguments: &[&str]) -> String {
    let output = Command::new(COMPANION).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What a command that must fail says.
fn fails(arguments: &[&str]) -> String {
    let output = Command::new(COMPANION).args(arguments).output().unwrap();
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for old in [&path, &Manifest::path(&path), &path.with_extension("svg")] {
        let _ = fs::remove_file(old);
    }
    path
}

/// Gives a file the manifest that this run had before it was finished.
fn write_begun(run: &Path, path: &Path) {
    let manifest = Manifest::read(run).unwrap().unwrap();
    Manifest { content: None, ..manifest }.write(path).unwrap();
}

fn datagen(path: &Path, more: &[&str]) {
    let fixed = ["--games", "10", "--nodes", "200", "--rule", "renju", "--seed", "7"];
    run(&[&["datagen", path.to_str().unwrap()], &fixed[..], more].concat());
}

/// A file of games as if no move in it had been searched.
fn without_scores(path: &Path) -> Vec<u8> {
    let mut games = decode(&fs::read(path).unwrap()).unwrap();
    games.iter_mut().flat_map(|game| &mut game.moves).for_each(|(_, score)| *score = None);
    encode(&games)
}

/// A few games, quickly.
fn games(rule: Rule, count: u64) -> Vec<CompactGame> {
    let (size, net) = (Size::new(15).unwrap(), NetChoice::Embedded);
    let play = SelfPlay { rule, size, nodes: 400, seed: 3, net, branches: None };
    let mut engine = play.engine();
    (0..count).map(|number| play.game(number, &mut engine).unwrap()).collect()
}

#[test]
fn an_opening_with_a_point_twice_is_damaged() {
    let at = |x| Coord::new(x, 0).unwrap();
    let read = |opening: [Coord; 2]| {
        let (rule, size) = (Rule::Freestyle, Size::new(15).unwrap());
        let opening = opening.to_vec();
        let game = CompactGame { rule, size, half_points: 1, opening, moves: Vec::new() };
        decode(&encode(&[game])).is_ok()
    };
    assert!(read([at(0), at(1)]));
    assert!(!read([at(1), at(1)]));
}

/// They were learned from until there.
#[test]
fn a_game_with_a_move_on_a_taken_point_is_damaged() {
    let at = |x| Coord::new(x, 0).unwrap();
    let read = |moves: [Coord; 2]| {
        let (rule, size) = (Rule::Freestyle, Size::new(15).unwrap());
        let moves = moves.map(|c| (c, Some(3))).to_vec();
        let game = CompactGame { rule, size, half_points: 1, opening: vec![at(0)], moves };
        decode(&encode(&[game]))
    };
    assert!(read([at(1), at(2)]).is_ok());
    for moves in [[at(0), at(2)], [at(1), at(1)]] {
        assert_eq!(read(moves).unwrap_err().to_string(), "game 0 is damaged, at byte 8");
    }
}

#[test]
fn games_do_not_depend_on_threads_interruptions_or_shards() {
    let (whole, cut) = (file("whole.games"), file("cut.games"));
    datagen(&whole, &["--threads", "2"]);
    let bytes = fs::read(&whole).unwrap();
    let all = decode(&bytes).unwrap();
    assert_eq!(all.len(), 10);
    // A kill in the middle of a game.
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    assert!(decode(&bytes[..bytes.len() / 2]).is_err());
    // Games that nobody vouches for are not gone on with.
    let refused = fails(&["datagen", cut.to_str().unwrap(), "--games", "10"]);
    assert!(refused.contains("no manifest"), "{refused}");
    write_begun(&whole, &cut);
    datagen(&cut, &[]);
    assert_eq!(fs::read(&cut).unwrap(), bytes);
    for shard in 1..=3 {
        let part = file(&format!("part{shard}.games"));
        datagen(&part, &["--shard", &format!("{shard}/3")]);
        let expected: Vec<CompactGame> = all.iter().skip(shard - 1).step_by(3).cloned().collect();
        assert_eq!(decode(&fs::read(&part).unwrap()).unwrap(), expected);
    }
}

/// It was finished with more games than were wanted, without a word.
#[test]
fn a_run_that_has_more_games_than_are_wanted_says_so() {
    let path = file("more.games");
    datagen(&path, &[]);
    write_begun(&path, &path);
    let name = path.to_str().unwrap();
    let fewer = ["--games", "4", "--nodes", "200", "--rule", "renju", "--seed", "7"];
    let output = Command::new(COMPANION).args(["datagen", name]).args(fewer).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let more = "has 10 games already, more than the 4 wanted; kept as finished";
    assert_eq!(told, format!("{name}: {more}\n"));
    assert!(output.status.success());
    assert_eq!(Manifest::read(&path).unwrap().unwrap().content.unwrap().games, 10);
}

/// All games behind the damage were played anew, without a word.
#[test]
fn a_file_that_is_damaged_in_the_middle_is_not_gone_on_with() {
    let path = file("damaged.games");
    datagen(&path, &[]);
    write_begun(&path, &path);
    let mut bytes = fs::read(&path).unwrap();
    // The rule of the second game.
    let second = encode(&decode(&bytes).unwrap()[..1]).len();
    bytes[second] = 77;
    fs::write(&path, &bytes).unwrap();
    let again = ["--games", "10", "--nodes", "200", "--rule", "renju", "--seed", "7"];
    let path = path.to_str().unwrap();
    let refused = fails(&[&["datagen", path][..], &again].concat());
    assert_eq!(refused, format!("dolmen: {path}: game 1 is damaged, at byte {second}\n"));
    assert_eq!(fs::read(path).unwrap(), bytes);
}

/// The manifest of what was to be played again was overwritten first: nothing told any more whether it
/// became the same.
#[test]
fn games_that_are_lost_are_checked_against_their_manifest_when_played_again() {
    let path = file("lost.games");
    datagen(&path, &[]);
    let (bytes, manifest) = (fs::read(&path).unwrap(), Manifest::path(&path));
    let told = fs::read_to_string(&manifest).unwrap();
    let name = path.to_str().unwrap();
    let others = ["--games", "9", "--nodes", "200", "--rule", "renju", "--seed", "7"];
    for left in [None, Some(0), Some(8), Some(bytes.len() / 2)] {
        match left {
            None => fs::remove_file(&path).unwrap(),
            Some(left) => fs::write(&path, &bytes[..left]).unwrap(),
        }
        let refused = fails(&[&["datagen", name][..], &others].concat());
        assert!(refused.contains("its manifest tells of 10 games, of which "), "{refused}");
        datagen(&path, &[]);
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(fs::read_to_string(&manifest).unwrap(), told);
    }
    let sum = sha256(&bytes);
    let other = told.replace(&sum, &sha256(b"other games"));
    fs::write(&manifest, &other).unwrap();
    fs::remove_file(&path).unwrap();
    let ten = [&["--games", "10"], &others[2..]].concat();
    let refused = fails(&[&["datagen", name][..], &ten].concat());
    let differs = format!("{name}: does not match its manifest: sha256 \"{sum}\", not ");
    assert!(refused.contains(&differs), "{refused}");
    assert_eq!(fs::read_to_string(&manifest).unwrap(), other);
}

/// It was not found there, so that nothing was checked.
#[test]
fn the_manifest_of_shipped_games_is_found_in_the_folder_of_manifests() {
    let folder = file("shipped");
    let _ = fs::remove_dir_all(&folder);
    for name in ["games", "manifests"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    let path = folder.join("games/renju-15-1.bin");
    datagen(&path, &[]);
    // Those for validation have a folder of their own.
    for name in ["games/validation", "manifests/validation"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    let validation = folder.join("games/validation/renju-15.bin");
    fs::copy(&path, &validation).unwrap();
    let manifest = folder.join("manifests/validation/renju-15.json");
    fs::copy(Manifest::path(&path), manifest).unwrap();
    let text = run(&["datagen", "stats", validation.to_str().unwrap()]);
    assert!(text.contains(&sha256(&fs::read(&path).unwrap())), "{text}");
    fs::rename(Manifest::path(&path), folder.join("manifests/renju-15-1.json")).unwrap();
    let stats = ["datagen", "stats", path.to_str().unwrap()];
    let text = run(&stats);
    assert!(text.contains(&sha256(&fs::read(&path).unwrap())), "{text}");
    fs::write(&path, encode(&[])).unwrap();
    assert!(fails(&stats).contains("does not match its manifest: games 0, not 10"));
}

/// It looked for one for ever.
#[test]
fn a_net_that_finds_no_opening_balanced_is_an_error() {
    let mut model = Model::new(Rule::Freestyle, 3);
    let head = model.layout.head(Color::Black);
    model.parameters[head + Layout::OFFSET] = 100.0;
    let net = Arc::new(Net::new(&NetFile::new(Rule::Freestyle, &model.parameters)));
    let name = net.name();
    let (rule, size, net) = (Rule::Freestyle, Size::new(15).unwrap(), NetChoice::Other(net));
    let play = SelfPlay { rule, size, nodes: 300, seed: 3, net, branches: None };
    let error = play.game(5, &mut play.engine()).unwrap_err().to_string();
    let expected = format!("game 5: none of 10000 openings is balanced, as net {name} values them");
    assert_eq!(error, expected);
}

/// `/dev/null.json` was left behind.
#[cfg(unix)]
#[test]
fn games_go_to_a_regular_file() {
    let error = fails(&["datagen", "/dev/null", "--games", "1"]);
    assert_eq!(error, "dolmen: /dev/null: not a regular file\n");
    assert!(!Path::new("/dev/null.json").exists());
}

/// The file was mixed with the report, or refused with the advice to name `/dev/stdout`.
#[cfg(target_os = "linux")]
#[test]
fn what_is_learned_from_and_what_comes_of_it_does_not_go_to_standard_output() {
    let (games, kept, weights) = (file("stdout.games"), file("stdout"), file("stdout.weights"));
    datagen(&games, &[]);
    let [games, weights] = [&games, &weights].map(|path| path.to_str().unwrap());
    for name in ["-", "/dev/stdout"] {
        for arguments in [
            &["datagen", name][..],
            &["datagen", "merge", name, games],
            &["train", games, "--output", name],
            &["train", games, "--output", weights, "--curve", name],
            &["train", games, "--output", weights, "--checkpoint", name],
        ] {
            let to = fs::File::create(&kept).unwrap();
            let output = Command::new(COMPANION).args(arguments).stdout(to).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            let refused = format!("dolmen: {name}: cannot be standard output; name a file\n");
            assert_eq!(told, refused, "{arguments:?}");
            assert_eq!(fs::read(&kept).unwrap(), b"");
        }
    }
}

#[test]
fn two_runs_do_not_write_to_the_same_file() {
    let path = file("locked.games");
    let other = fs::File::create(&path).unwrap();
    other.lock().unwrap();
    let refused = fails(&["datagen", path.to_str().unwrap(), "--games", "1"]);
    assert!(refused.contains("another run"), "{refused}");
    drop(other);
    datagen(&path, &[]);
}

#[test]
fn no_games_are_added_to_a_file_of_the_version_before() {
    let path = file("old.games");
    let bytes = [&OLD_MAGIC[..], &[0, 15, 1, 1, 2, 0, 112, 0, 113, 0, 5]].concat();
    fs::write(&path, &bytes).unwrap();
    let refused = fails(&["datagen", path.to_str().unwrap(), "--games", "2"]);
    assert!(refused.contains("older version"), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn shards_are_merged_into_what_one_machine_writes() {
    let (whole, merged) = (file("one.games"), file("merged.games"));
    datagen(&whole, &[]);
    let parts: Vec<PathBuf> = (1..=3).map(|i| file(&format!("shard{i}.games"))).collect();
    for (i, part) in parts.iter().enumerate() {
        datagen(part, &["--shard", &format!("{}/3", i + 1)]);
    }
    let [a, b, c] = [0, 1, 2].map(|i| parts[i].to_str().unwrap());
    let out = merged.to_str().unwrap();
    run(&["datagen", "merge", out, c, a, b]);
    assert_eq!(fs::read(&merged).unwrap(), fs::read(&whole).unwrap());
    assert_eq!(Manifest::read(&merged).unwrap(), Manifest::read(&whole).unwrap());
    let refused = |arguments: &[&str]| fails(&[&["datagen"], arguments].concat());
    assert!(refused(&["merge", out, a, b, c]).contains("exists already"));
    let other = file("other.games");
    let out = other.to_str().unwrap();
    assert!(refused(&["merge", out, a, b]).contains("shards are missing: 3\n"));
    // It would have been replaced by the file of all.
    assert!(refused(&["merge", a, a, b, c, "--force"]).contains("named twice"));
    assert!(refused(&["merge", out, a, b, b]).contains("duplicate shard"));
    assert!(
        refused(&["merge", out, a, b, whole.to_str().unwrap()])
            .contains("another run: of 1, not 3\n")
    );
    // What is complete stays as it is, other settings are refused, and so is damage.
    let again = [a, "--games", "10", "--nodes", "200", "--rule", "renju", "--shard", "1/3"];
    let written = || fs::metadata(Manifest::path(&parts[0])).unwrap().modified().unwrap();
    let before = written();
    run(&[&["datagen"], &again[..], &["--seed", "7"]].concat());
    assert_eq!(written(), before);
    assert!(
        refused(&[&again[..], &["--seed", "8"]].concat()).contains("manifest: seed 7, not 8\n")
    );
    let mut bytes = fs::read(a).unwrap();
    // The last score: still a game, but another one.
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(a, bytes).unwrap();
    assert!(refused(&["merge", out, a, b, c]).contains("does not match its manifest"));
    assert!(refused(&[&again[..], &["--seed", "7"]].concat()).contains("manifest"));
}

/// It filled the memory with the numbers of shards.
#[test]
fn a_manifest_with_any_number_of_shards_or_of_another_rule_is_refused() {
    let (part, all) = (file("crafted.games"), file("crafted-all.games"));
    datagen(&part, &["--shard", "1/2"]);
    let told = Manifest::read(&part).unwrap().unwrap();
    let [name, output] = [&part, &all].map(|path| path.to_str().unwrap());
    let refused = |change: &dyn Fn(&mut Manifest), arguments: &[&str]| {
        let mut manifest = told.clone();
        change(&mut manifest);
        manifest.write(&part).unwrap();
        fails(arguments)
    };
    let merge = ["datagen", "merge", output, name];
    let error = refused(&|manifest| manifest.settings.of = usize::MAX, &merge);
    let numbers: Vec<String> = (2..=21).map(|shard| shard.to_string()).collect();
    let missing = format!("{} and {} others", numbers.join(", "), usize::MAX - 21);
    assert_eq!(error, format!("dolmen: {output}: shards are missing: {missing}\n"));
    let error = refused(&|manifest| manifest.settings.shard = 3, &merge);
    assert_eq!(error, format!("dolmen: {name}: its manifest tells of shard 3/2\n"));
    // The games of a manifest of another rule were taken for what they are, with it.
    for content in [told.content.clone(), None] {
        let change = |manifest: &mut Manifest| {
            (manifest.settings.rule, manifest.content) = (0, content.clone());
        };
        let error = refused(&change, &["datagen", "dump", name]);
        assert_eq!(error, format!("dolmen: {name}: does not match its manifest: rule 4, not 0\n"));
    }
    let error = refused(&|manifest| manifest.settings.size = 16, &["datagen", "dump", name]);
    assert_eq!(error, format!("dolmen: {name}: does not match its manifest: size 15, not 16\n"));
}

#[test]
fn files_of_games_are_counted_and_printed() {
    let path = file("told.games");
    datagen(&path, &[]);
    let games = decode(&fs::read(&path).unwrap()).unwrap();
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    let text = run(&["datagen", "stats", path.to_str().unwrap()]);
    let scored = games.iter().flat_map(|game| &game.moves).filter(|m| m.1.is_some()).count();
    assert!((1..positions).contains(&scored));
    let counts = format!("renju 15, 10 games, {positions} positions, {scored} scored\n");
    assert!(text.contains(&counts), "{text}");
    let net = Net::embedded(Rule::Renju, Size::new(15).unwrap()).unwrap().name();
    assert!(text.contains(&format!("200 nodes, seed 7, net {net}, shard 1/1, ")), "{text}");
    let text = run(&["datagen", "dump", path.to_str().unwrap(), "--from", "3", "--games", "2"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    for (line, (number, game)) in lines.iter().zip(games.iter().enumerate().skip(3)) {
        let start = format!("{number} renju 15 {} ", game.half_points);
        assert!(line.starts_with(&start), "{line}");
        assert_eq!(line.split(' ').count(), 5 + game.moves.len());
    }
}

/// The first file with a fault hid those after it.
#[test]
fn all_files_are_checked_whatever_is_wrong_with_the_first() {
    let [bad, none, good] = ["no.games", "zero.games", "good.games"].map(file);
    fs::write(&bad, "").unwrap();
    fs::write(&none, encode(&[])).unwrap();
    datagen(&good, &[]);
    let [bad, none, good] = [&bad, &none, &good].map(|path| path.to_str().unwrap());
    let stats = ["datagen", "stats", bad, none, good, bad];
    let output = Command::new(COMPANION).args(stats).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with(&format!("{none}\n  0 games\n  no manifest\n{good}\n  renju 15, ")));
    let fault = format!("{bad}: expected games of datagen, version 1 or 3, found an empty file\n");
    let faults = String::from_utf8(output.stderr).unwrap();
    assert_eq!(faults, format!("{fault}{fault}dolmen: 2 files were left out\n"));
    assert!(!output.status.success());
    assert_eq!(run(&["datagen", "stats", none]), format!("{none}\n  0 games\n  no manifest\n"));
}

#[test]
fn branches_leave_games_by_a_likely_move_that_was_not_played() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let games = games(rule, 6);
        let net = NetChoice::Embedded;
        let place = (rule, Size::new(15).unwrap());
        let settings = BranchSettings { percent: 25, sha256: Vec::new() };
        let branches = Branches::new(games.clone(), settings).unwrap();
        let (mut random, mut plies, mut likeliest) = (Random::new(5), Vec::new(), 0);
        for _ in 0..300 {
            let Some(stones) = branches.opening(&mut random, &net) else { continue };
            let (&last, before) = stones.split_last().unwrap();
            let leaves = |game: &&CompactGame| {
                let moves: Vec<Coord> = game.on_paper().moves;
                before.len() >= game.opening.len()
                    && moves.starts_with(before)
                    && moves.get(before.len()).is_some_and(|&played| played != last)
            };
            let left = games.iter().find(leaves).expect("the game that it leaves");
            let played = left.on_paper().moves[before.len()];
            let board = Board::with_moves(rule, place.1, before);
            assert!(board.is_empty(last) && !board.is_forbidden(last));
            assert_eq!(Board::with_moves(rule, place.1, &stones).outcome(), Outcome::Open);
            let mut position = eval::Position::new(board.clone(), net.of(rule, board.size()));
            let value = position.move_values(&board.candidates());
            let candidates = board.candidates();
            let better = |c: Coord| value(c) > value(last) && c != played && !board.is_forbidden(c);
            likeliest += usize::from(!candidates.iter().any(better));
            plies.push(before.len() - left.opening.len());
        }
        let count = plies.len();
        assert!(count > 200, "{count}");
        // Chosen among dozens of moves.
        assert!((count / 5..count * 4 / 5).contains(&likeliest), "{likeliest} of {count}");
        assert!(plies.contains(&0) && plies.iter().any(|&ply| ply > 10));
        let chosen = (0..1000).filter(|_| branches.is_next(&mut random)).count();
        assert!((200..300).contains(&chosen), "{chosen} of 1,000 with a share of 25 %");
    }
}

#[test]
fn games_from_branches_depend_on_their_files_alone() {
    let [earlier, whole, part] = ["earlier.games", "branched.games", "branched2.games"].map(file);
    datagen(&earlier, &[]);
    let from = earlier.to_str().unwrap();
    datagen(&whole, &["--branch-from", from, "--branch-share", "100", "--threads", "2"]);
    let read = |path: &Path| decode(&fs::read(path).unwrap()).unwrap();
    let stones = |game: &CompactGame| game.on_paper().moves;
    let earlier_games: Vec<Vec<Coord>> = read(&earlier).iter().map(stones).collect();
    for game in read(&whole) {
        let (_, before) = game.opening.split_last().unwrap();
        assert!(earlier_games.iter().any(|stones| stones.starts_with(before)));
    }
    let branches = Manifest::read(&whole).unwrap().unwrap().settings.branches.unwrap();
    assert_eq!(branches.percent, 100);
    assert_eq!(branches.sha256, [sha256(&fs::read(&earlier).unwrap())]);
    let told = run(&["datagen", "stats", whole.to_str().unwrap()]);
    assert!(told.contains("100 % from branches"), "{told}");
    let shard = ["--shard", "2/3", "--branch-from", from, "--branch-share", "100"];
    datagen(&part, &shard);
    let expected: Vec<CompactGame> = read(&whole).into_iter().skip(1).step_by(3).collect();
    assert_eq!(read(&part), expected);

    let other = file("earlier2.games");
    datagen(&other, &["--shard", "1/2"]);
    let fixed = ["--games", "10", "--nodes", "200", "--rule", "renju", "--seed", "7"];
    let share = ["--branch-share", "100", "--branch-from", other.to_str().unwrap()];
    let refused = fails(&[&["datagen", whole.to_str().unwrap()], &fixed[..], &share].concat());
    assert!(refused.contains("other settings, see its manifest: branches "), "{refused}");
    let named = format!("; {} has changed since\n", other.display());
    assert!(refused.ends_with(&named), "{refused}");

    let unused = file("unbranched.games");
    let unused = unused.to_str().unwrap();
    let refused = fails(&["datagen", unused, "--branch-from", from]);
    let told = "--branch-from: expected games of freestyle on 15x15, found one of renju on 15x15";
    assert_eq!(refused, format!("dolmen: {from}: {told}\n"));
    let bare = file("bare-branches.games");
    let mut without = read(&earlier);
    without.iter_mut().for_each(|game| game.moves.clear());
    fs::write(&bare, encode(&without)).unwrap();
    let bare = bare.to_str().unwrap();
    let refused = fails(&["datagen", unused, "--rule", "renju", "--branch-from", bare]);
    let told = "--branch-from: expected games of renju on 15x15, found none with a move";
    assert_eq!(refused, format!("dolmen: {bare}: {told}\n"));
    let refused = fails(&["datagen", unused, "--branch-share", "50"]);
    assert!(refused.contains("--branch-from"), "{refused}");
    let refused = fails(&[&["datagen", whole.to_str().unwrap()], &fixed[..]].concat());
    assert!(refused.contains("other settings"), "{refused}");
}

/// What came of them could not be made again once the run had gone on.
#[test]
fn games_of_an_unfinished_run_are_not_built_upon() {
    let (begun, whole) = (file("begun.games"), file("ended.games"));
    let (branched, weights) = (file("begun-branched.games"), file("begun.weights"));
    datagen(&begun, &[]);
    datagen(&whole, &["--shard", "1/2"]);
    write_begun(&begun, &begun);
    let [begun, whole, branched, weights] =
        [&begun, &whole, &branched, &weights].map(|path| path.to_str().unwrap());
    for arguments in [
        &["datagen", branched, "--rule", "renju", "--games", "1", "--branch-from", begun][..],
        &["train", begun, "--output", weights],
        &["train", whole, "--validation", begun, "--output", weights],
        &["train", whole, "--older", begun, "--output", weights],
    ] {
        let refused = fails(arguments);
        assert!(refused.starts_with(&format!("dolmen: {begun}: unfinished, ")), "{refused}");
    }
    assert!(!Path::new(branched).exists());
}

#[test]
fn games_are_legal_and_end_as_they_say() {
    for rule in Rule::ALL {
        for game in games(rule, 4) {
            let mut board = Board::new(game.rule, game.size);
            game.opening.iter().for_each(|&c| board.try_play(c).unwrap());
            assert_eq!(board.outcome(), Outcome::Open);
            for (i, &(c, score)) in game.moves.iter().enumerate() {
                let us = board.side_to_move();
                assert!(!board.is_forbidden(c));
                board.try_play(c).unwrap();
                let proven = score.filter(|score| score.abs() == 127);
                assert!(proven.is_none() || i + 1 == game.moves.len());
                if let Some(score) = proven {
                    let black_wins = (score > 0) == (us == Color::Black);
                    assert_eq!(game.half_points, if black_wins { 2 } else { 0 });
                }
            }
        }
    }
}

#[test]
fn a_file_of_games_ends_where_it_is_damaged() {
    let games = games(Rule::Freestyle, 3);
    let bytes = encode(&games);
    assert!(bytes.starts_with(b"DOLGAME\x03"));
    assert_eq!(decode(&bytes).unwrap(), games);
    for cut in 8..bytes.len() {
        let (known, length) = decode_prefix(&bytes[..cut]).unwrap();
        assert!(length <= cut && known[..] == games[..known.len()]);
    }
    for (other, found) in [
        (&b"something else"[..], "another kind of file"),
        (b"DOLGAME", "another kind of file"),
        (b"DOLGAME\x04", "version 4"),
        (b"", "an empty file"),
    ] {
        let told = format!("expected games of datagen, version 1 or 3, found {found}");
        assert_eq!(decode_prefix(other).unwrap_err().to_string(), told);
    }
}

#[test]
fn scores_are_calibrated_by_results_for_each_size() {
    // Games of one move whose score says twice as much as the results on 15x15, less than they do
    // on 20x20, and leans to the mover.
    let truths = [(15, 0.5, 0.3), (20, 1.5, 0.1)];
    let truths =
        truths.map(|(n, slope, offset)| (Size::new(n).unwrap(), Calibration { slope, offset }));
    let mut random = Random::new(5);
    let c = Coord::new(7, 7).unwrap();
    let game = |i: usize| {
        let (size, truth) = truths[i % 2];
        let score = (random.between(0, 200) as i32 - 100) as i8;
        let won = (random.between(0, 999) as f64) < truth.chance(score) * 1000.0;
        let (rule, half_points) = (Rule::Freestyle, if won { 2 } else { 0 });
        CompactGame { rule, size, half_points, opening: vec![], moves: vec![(c, Some(score))] }
    };
    let games: Vec<CompactGame> = (0..40_000).map(game).collect();
    let calibrations = Calibrations::fit(&games);
    for (size, truth) in truths {
        let fitted = calibrations.of(size);
        assert!((fitted.slope - truth.slope).abs() < 0.05, "{fitted:?}");
        assert!((fitted.offset - truth.offset).abs() < 0.06, "{fitted:?}");
    }
    assert_eq!(calibrations.of(Size::new(19).unwrap()), Calibration::NONE);
}

static LABELS: Labels =
    Labels { calibrations: Calibrations::NONE, result_weight: 0.5, proven: true, td_lambda: 0.5 };

fn of(games: &[CompactGame]) -> Dataset<'_> {
    Dataset { games, labels: &LABELS, older: None, validation: None }
}

#[test]
fn training_learns_and_repeats_itself() {
    let games = games(Rule::Renju, 100);
    let training = Training { epochs: 60, rate: 0.001, patience: 60, ..TRAINING };
    let learn = || {
        let mut model = Linear::new(Rule::Renju, 0.1);
        let all: Vec<&CompactGame> = games.iter().collect();
        let before = model.quality(&all, &LABELS);
        train(&mut model, &of(&games), &training, Progress::default(), |_| Ok(())).unwrap();
        (before, model.quality(&all, &LABELS), model.weights())
    };
    let (before, after, weights) = learn();
    assert!(after.value_loss < before.value_loss * 0.9, "{before:?} {after:?}");
    assert!(after.policy_cross_entropy < before.policy_cross_entropy * 0.9, "{before:?} {after:?}");
    assert_eq!(weights.len(), 2, "black and white differ under renju");
    assert_eq!(learn().2, weights);
    let bytes = Weights::encode(&weights);
    assert_eq!(Weights::decode(&bytes), Some(weights));
    assert_eq!(Weights::decode(&bytes[..bytes.len() - 1]), None);
    assert_eq!(Weights::decode(b"DOLEVAL\x01\x07"), None);
    assert_eq!(Weights::decode(b""), None);
}

/// Positions that filled no batch were not learned from: of few, the tables stayed empty.
#[test]
fn few_positions_are_learned_from() {
    let games = games(Rule::Freestyle, 3);
    let all: Vec<&CompactGame> = games.iter().collect();
    let mut model = Linear::new(Rule::Freestyle, 0.1);
    let before = model.quality(&all, &LABELS);
    model.learn(&all, &LABELS, &|_| 0.01);
    let after = model.quality(&all, &LABELS);
    assert!(after.policy_cross_entropy < before.policy_cross_entropy, "{before:?} {after:?}");
}

/// Remembers what it is given to learn from, and is the worse the more it has seen.
#[derive(Default)]
struct Pupil {
    lessons: Vec<Vec<CompactGame>>,
    weights: Vec<f32>,
}

impl Learner for Pupil {
    const LEAST_RATE: f32 = 1.0;

    fn learn(&mut self, games: &[&CompactGame], labels: &Labels, _: &dyn Fn(f32) -> f32) {
        self.lessons.push(games.iter().copied().cloned().collect());
        self.weights.push(labels.result_weight);
    }

    fn quality(&self, _: &[&CompactGame], _: &Labels) -> Quality {
        Quality { value_loss: self.weights.len() as f64, ..Quality::default() }
    }

    fn state(&self) -> Vec<f32> {
        vec![self.weights.len() as f32]
    }

    fn restore(&mut self, _: &[f32]) {}
}

/// Older games in the first two epochs alone, with targets of their own; and the last epoch is kept,
/// though games kept apart prefer the first.
#[test]
fn older_games_are_learned_from_first() {
    let (newest, older) = (games(Rule::Freestyle, 20), games(Rule::Standard, 5));
    let older_labels = Labels { result_weight: 1.0, ..LABELS.clone() };
    let dataset = Dataset { older: Some((&older, &older_labels)), ..of(&newest) };
    let mut pupil = Pupil::default();
    let progress = train(&mut pupil, &dataset, &TRAINING, Progress::default(), |_| Ok(())).unwrap();
    assert_eq!(progress.best, TRAINING.epochs);
    let count = |rule: Rule| -> Vec<usize> {
        let of_rule =
            |games: &Vec<CompactGame>| games.iter().filter(|game| game.rule == rule).count();
        pupil.lessons.iter().map(of_rule).collect()
    };
    // One in twenty is kept apart.
    assert_eq!((count(Rule::Freestyle), count(Rule::Standard)), (vec![19; 4], vec![5, 5, 0, 0]));
    assert_eq!(pupil.weights, [1.0, 1.0, 0.5, 0.5]);
    assert_ne!(pupil.lessons[0], pupil.lessons[1]);
    let alone =
        train(&mut Pupil::default(), &of(&newest), &TRAINING, Progress::default(), |_| Ok(()));
    assert_eq!(alone.unwrap().best, 1);
}

/// A copy of a file, or a shard beside the merged file, taught what was to be measured.
#[test]
fn repeats_of_games_kept_for_validation_are_not_learned_from() {
    let games = games(Rule::Freestyle, 21);
    let twice = [&games[..], &games].concat();
    let kept = [&games[0]];
    let older = Dataset { older: Some((&twice, &LABELS)), ..of(&games) };
    let validation = Dataset { validation: Some((&games[..1], &LABELS)), ..of(&twice) };
    // Of 42 games, those with the numbers 0, 20 and 40 are kept: three, and each is there twice.
    for (dataset, learned) in [(of(&twice), 36), (older, 19 + 38), (validation, 40)] {
        let mut pupil = Pupil::default();
        train(&mut pupil, &dataset, &TRAINING, Progress::default(), |_| Ok(())).unwrap();
        assert_eq!(pupil.lessons[0].len(), learned);
        assert!(pupil.lessons.iter().flatten().all(|game| !kept.contains(&game)));
    }
}

#[test]
fn the_shipped_files_are_whole_and_named_by_their_hashes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nets");
    let (mut tables, mut nets) = (0, 0);
    let sizes = [17, 18].map(|side| Size::new(side).unwrap());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some((stem, extension)) = name.rsplit_once('.').filter(|(_, end)| *end != "md") else {
            continue;
        };
        let bytes = fs::read(&path).unwrap();
        let (rule, digits) = stem.split_once('-').unwrap();
        assert_eq!(digits, &sha256(&bytes)[..8], "{name}");
        let rule = Rule::ALL.into_iter().find(|known| known.name() == rule).unwrap();
        if extension == "net" {
            nets += 1;
            let net = NetFile::decode(&bytes).unwrap();
            assert_eq!(net.rule(), rule);
            let net = Some(Arc::new(Net::new(&net)));
            assert!(sizes.iter().any(|&size| Net::embedded(rule, size) == net), "{name}");
        } else {
            tables += 1;
            let weights = Weights::decode(&bytes).unwrap();
            assert_eq!(weights.len(), if rule == Rule::Renju { 2 } else { 1 }, "{name}");
            assert!(weights.iter().all(|set| set.own.iter().any(|&value| value != 0)));
        }
    }
    assert_eq!([tables, nets], [4, 5]);
    for rule in Rule::ALL {
        let [small, large] = sizes.map(|size| Net::embedded(rule, size));
        assert_eq!(small == large, rule != Rule::Freestyle);
        assert!(rule != Rule::CaroOverline || small == Net::embedded(Rule::Caro, sizes[0]));
    }
}

#[test]
fn trained_files_come_from_the_command_line() {
    let (games, weights) = (file("train.games"), file("train.weights"));
    datagen(&games, &[]);
    let (games, weights) = (games.to_str().unwrap(), weights.to_str().unwrap());
    let text = run(&["train", games, "--output", weights, "--epochs", "2"]);
    // That they are no net was all that was said of them.
    assert!(fails(&["net", weights]).contains("train.weights: tables, not a net: "));
    assert_eq!(text.lines().filter(|line| line.starts_with("epoch ")).count(), 3, "{text}");
    assert_eq!(Weights::decode(&fs::read(weights).unwrap()).unwrap().len(), 2);
    // The same again, interrupted after an epoch, with its curve.
    let (again, state, curve) = (file("again.weights"), file("train.state"), file("curve.csv"));
    let again_path = again.to_str().unwrap();
    let common = ["train", games, "--output", again_path, "--epochs", "2", "--force"];
    let more = ["--checkpoint", state.to_str().unwrap(), "--curve", curve.to_str().unwrap()];
    let text = run(&[&common[..], &more].concat());
    assert_eq!(fs::read(&again).unwrap(), fs::read(weights).unwrap());
    assert_eq!(run(&[&common[..], &more].concat()), text);
    for (other, differs) in [
        (["--seed", "5"], "seed 1, not 5"),
        (["--value-loss-weight", "0.5"], "what \"tables 1\", not \"tables 0.5\""),
    ] {
        let told = fails(&[&common[..], &more, &other].concat());
        assert!(told.ends_with(&format!("of another training run: {differs}\n")), "{told}");
    }
    // Started again without --force, by a batch system for example, it is as finished as before.
    assert_eq!(run(&[&common[..6], &more].concat()), text);
    fs::write(&again, "precious").unwrap();
    assert!(fails(&[&common[..6], &more].concat()).contains("exists already"));
    assert_eq!(fs::read(&again).unwrap(), b"precious");
    let mut kept: serde_json::Value = serde_json::from_slice(&fs::read(&state).unwrap()).unwrap();
    kept["progress"]["state"].as_array_mut().unwrap().pop();
    let mut unknown = kept.clone();
    unknown["progress"]["qualities"] = serde_json::json!([]);
    for kept in [kept, unknown] {
        fs::write(&state, kept.to_string()).unwrap();
        assert!(fails(&[&common[..], &more].concat()).contains("not the state of such a training"));
    }
    // Before anything is learned.
    for (options, why) in [
        (["--result-weight", "NaN"], "not a number from 0 to 1"),
        (["--td-lambda", "1.5"], "not a number from 0 to 1"),
        (["--rate", "0"], "not a number above 0"),
        (["--curve", "curve.svg"], "its own name"),
        (["--output", "/nowhere/at/all"], "no such folder"),
        (["--older", again_path], "more than 2 epochs"),
        // Fixed: these were found out once the training was over, or not at all.
        (["--checkpoint", again_path], "named twice"),
        (["--checkpoint", games], "named twice"),
        (["--curve", again_path], "named twice"),
        (["--validation", games], "named twice"),
        (["--seed=2", games], "named twice"),
    ] {
        let options: Vec<&str> = match options[0] {
            "--output" => [&["train", games][..], &options].concat(),
            _ => [&common[..], &options].concat(),
        };
        let told = fails(&options);
        assert!(told.contains(why), "{told}");
    }
    let table = fs::read_to_string(&curve).unwrap();
    assert_eq!(table.lines().count(), 4, "{table}");
    let picture = fs::read_to_string(curve.with_extension("svg")).unwrap();
    assert_eq!(picture.matches("<polyline").count(), 2);
}

/// There was none where all epochs were done.
#[test]
fn a_training_that_goes_on_draws_its_curve_at_once_and_over_nothing_else() {
    let (games, weights) = (file("drawn.games"), file("drawn.weights"));
    let (state, curve) = (file("drawn.state"), file("drawn.csv"));
    let picture = curve.with_extension("svg");
    datagen(&games, &[]);
    let [games, weights, state, path] =
        [&games, &weights, &state, &curve].map(|path| path.to_str().unwrap());
    run(&["train", games, "--output", weights, "--epochs", "1", "--checkpoint", state]);
    let again = file("drawn-again.weights");
    let again = again.to_str().unwrap();
    let goes_on = [
        "train",
        games,
        "--output",
        again,
        "--epochs",
        "1",
        "--checkpoint",
        state,
        "--curve",
        path,
    ];
    // Fixed: these had been replaced.
    for (kept, free) in [(&curve, &picture), (&picture, &curve)] {
        fs::write(kept, "precious").unwrap();
        let error = fails(&goes_on);
        assert_eq!(
            error,
            format!("dolmen: {}: exists already; --force replaces it\n", kept.display())
        );
        assert_eq!(fs::read_to_string(kept).unwrap(), "precious");
        assert!(!free.exists());
        fs::remove_file(kept).unwrap();
    }
    run(&goes_on);
    assert_eq!(fs::read_to_string(&curve).unwrap().lines().count(), 3);
    assert!(fs::read_to_string(&picture).unwrap().ends_with("</svg>\n"));
    // Its own it replaces, and one that lacks the last epoch or has one more.
    let own = fs::read_to_string(&curve).unwrap();
    let longer = own.clone() + "2,345,0.1,0.2,0.3\n";
    let shorter: String = own.lines().take(2).map(|line| line.to_string() + "\n").collect();
    for known in [&own, &longer, &shorter] {
        fs::write(&curve, known).unwrap();
        fs::remove_file(again).unwrap();
        run(&goes_on);
        assert_eq!(&fs::read_to_string(&curve).unwrap(), &own);
    }
    // That of another training had been replaced.
    let other = own.replace("\n1,", "\n1,9");
    let error = format!("dolmen: {path}: exists already; --force replaces it\n");
    for other in [&other, own.lines().next().unwrap()] {
        fs::write(&curve, other).unwrap();
        fs::remove_file(again).unwrap();
        assert_eq!(fails(&goes_on), error);
        assert_eq!(&fs::read_to_string(&curve).unwrap(), other);
        fs::write(again, "").unwrap();
    }
}

/// It had learned from nothing.
#[test]
fn a_training_needs_a_game_to_learn_from() {
    let (one, none, weights) = (file("one.game"), file("none.games"), file("one.weights"));
    datagen(&one, &["--shard", "10/10"]);
    fs::write(&none, encode(&[])).unwrap();
    let [one, none, weights] = [&one, &none, &weights].map(|path| path.to_str().unwrap());
    let train = ["train", "--output", weights, "--epochs", "1"];
    for (more, told) in [
        (&[one][..], format!("{one}: one game, which is needed for validation")),
        (&[one, none], format!("{one}, {none}: one game, ")),
        (&[none], format!("{none}: no games\n")),
        (&[one, "--validation", none], format!("{none}: no games\n")),
    ] {
        let error = fails(&[&train[..], more].concat());
        assert!(error.starts_with(&format!("dolmen: {told}")), "{error}");
    }
    let [other, another] = ["other.game", "another.game"].map(file);
    datagen(&other, &["--shard", "9/10"]);
    datagen(&another, &["--shard", "8/10"]);
    let [other, another] = [&other, &another].map(|path| path.to_str().unwrap());
    // The second file for validation was learned from.
    let told = run(&[&train[..], &[one, "--validation", other, another]].concat());
    assert!(told.starts_with("1 games, rule renju\n"), "{told}");
}

/// All epochs looked the same, and the last was said to be the best.
#[test]
fn a_training_needs_searched_positions_to_learn_from_and_to_validate_with() {
    let (searched, bare, weights) =
        (file("searched.games"), file("bare.games"), file("bare.weights"));
    datagen(&searched, &[]);
    fs::write(&bare, without_scores(&searched)).unwrap();
    let [searched, bare, weights] = [&searched, &bare, &weights].map(|path| path.to_str().unwrap());
    let found = |what: &str, count: usize| {
        let text = "expected a position that was searched and is not decided at once";
        format!("dolmen: {what}: {text}, found none in {count} games\n")
    };
    for (games, validation, error) in
        [(bare, searched, found("training", 10)), (searched, bare, found("validation", 10))]
    {
        let train = ["train", games, "--validation", validation, "--output", weights];
        assert_eq!(fails(&train), error);
    }
}

/// They were found out when the training was over, and its result was lost.
#[cfg(target_os = "linux")]
#[test]
fn outputs_that_cannot_be_written_are_found_out_before_the_training() {
    let (games, weights) = (file("unwritten.games"), file("unwritten.weights"));
    datagen(&games, &[]);
    let [games, weights] = [&games, &weights].map(|path| path.to_str().unwrap());
    for (options, place) in [
        (&["--output", "/proc/x.bin"][..], "/proc/x.bin"),
        (&["--output", "/sys/"], "/sys/"),
        (&["--output", weights, "--checkpoint", "/proc/x"], "/proc/x"),
        (&["--output", weights, "--curve", "/proc/x.csv"], "/proc/x.csv"),
    ] {
        let output = Command::new(COMPANION).args(["train", games]).args(options).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with(&format!("dolmen: {place}: ")), "{told}");
        assert!(!output.status.success() && output.stdout.is_empty(), "{told}");
    }
}

/// It ended the training, before the checkpoint was written.
#[cfg(target_os = "linux")]
#[test]
fn a_training_goes_on_without_its_curve() {
    let (games, weights, state) = (file("full.games"), file("full.weights"), file("full.state"));
    datagen(&games, &[]);
    let [games, output, kept] = [&games, &weights, &state].map(|path| path.to_str().unwrap());
    let train = ["train", games, "--output", output, "--checkpoint", kept, "--epochs", "1"];
    let told = run(&[&train[..], &["--curve", "/dev/full"]].concat());
    assert!(told.contains("\nno curve: /dev/full: "), "{told}");
    assert!(weights.exists() && state.exists());
}

/// It ended the training, and what was learned so far was lost.
#[cfg(target_os = "linux")]
#[test]
fn a_training_goes_on_without_its_checkpoint() {
    let (games, net, state) = (file("large.games"), file("large.net"), file("large.state"));
    datagen(&games, &[]);
    // Files of at most 1,000 blocks: that is enough for the net.
    let limited = "trap '' XFSZ; ulimit -f 1000; exec \"$@\"";
    let mut program = Command::new("sh");
    program.args(["-c", limited, "sh", COMPANION, "train", "--net", "--epochs", "1"]).arg(&games);
    let output =
        program.arg("--checkpoint").arg(&state).arg("--output").arg(&net).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        told.matches(&format!("\nno checkpoint: {}: ", state.display())).count(),
        2,
        "{told}"
    );
    assert!(net.exists() && !state.exists());
}

/// A checkpoint was refused where calibrations differ in the last digit, and taken where the program has
/// other tables.
#[test]
fn a_checkpoint_tells_program_and_tables_and_nothing_that_a_processor_rounds() {
    let (games, net, state) = (file("terms.games"), file("terms.net"), file("terms.state"));
    datagen(&games, &[]);
    let [games, output, kept] = [&games, &net, &state].map(|path| path.to_str().unwrap());
    run(&["train", "--net", games, "--output", output, "--checkpoint", kept, "--epochs", "1"]);
    let kept: serde_json::Value = serde_json::from_slice(&fs::read(&state).unwrap()).unwrap();
    let terms: serde_json::Value = kept["terms"].as_str().unwrap().parse().unwrap();
    let tables = sha256(include_bytes!("../../nets/renju-4be75a6b.bin"));
    assert_eq!(terms["tables"], tables);
    assert_eq!(terms["bench"], dolmen::tools::bench::SIGNATURE);
    assert!(terms.get("calibrations").is_none());
    let net = NetFile::decode(&fs::read(&net).unwrap()).unwrap();
    assert!(net.note().contains(", tables 4be75a6b, "), "{}", net.note());
}

/// On boards that no older game has, scores were taken for what they say.
#[test]
fn older_games_leave_the_scores_of_other_boards_calibrated() {
    let [small, large, older] = ["small.games", "large.games", "older.games"].map(file);
    let weights = file("older.weights");
    datagen(&small, &[]);
    datagen(&large, &["--size", "17"]);
    datagen(&older, &["--shard", "1/2"]);
    let [small, large, older, weights] =
        [&small, &large, &older, &weights].map(|path| path.to_str().unwrap());
    let train = ["train", small, large, "--older", older, "--output", weights, "--epochs", "3"];
    let told = run(&train);
    let line = |begin: &str| told.lines().find_map(|line| line.strip_prefix(begin));
    assert_eq!(line("older scores on 17x17: "), line("scores on 17x17: "));
    assert!(line("older scores on 17x17: ").is_some(), "{told}");
    assert_ne!(line("older scores on 15x15: "), line("scores on 15x15: "));
    // Which file is of another rule was not said.
    let other = file("other-rule.games");
    fs::write(&other, encode(&games(Rule::Standard, 2))).unwrap();
    let other = other.to_str().unwrap();
    let error = fails(&["train", small, "--validation", other, "--output", weights, "--force"]);
    let told = "games of different rules: expected renju, found standard";
    assert_eq!(error, format!("dolmen: {other}: {told}\n"));
}

/// They had been read for ever.
#[cfg(unix)]
#[test]
fn a_checkpoint_is_a_regular_file() {
    let (games, weights, pipe) = (file("pipe.games"), file("pipe.weights"), file("pipe"));
    datagen(&games, &[]);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let [games, weights, pipe] = [&games, &weights, &pipe].map(|path| path.to_str().unwrap());
    for state in [pipe, "/dev/zero"] {
        let error = fails(&["train", games, "--output", weights, "--checkpoint", state]);
        assert_eq!(error, format!("dolmen: {state}: not a regular file\n"));
    }
}

/// NaN counted as a chance of 1e-9: the figures looked fine, and the net was written.
#[test]
fn a_training_that_diverges_is_an_error() {
    let games = games(Rule::Freestyle, 4);
    let training = Training { rate: f32::NAN, ..TRAINING };
    let mut trainer = NetTrainer::new(Rule::Freestyle, 8.0, &training);
    let mut told = 0;
    let after = |_: &Progress| {
        told += 1;
        Ok(())
    };
    let ended = train(&mut trainer, &of(&games), &training, Progress::default(), after);
    let error = ended.err().unwrap().to_string();
    assert!(error.starts_with("epoch 1: the training diverged, "), "{error}");
    assert_eq!(told, 1, "only what was before is kept");
    let mut meter = Meter::default();
    meter.value(Some(0.5), f32::NAN);
    meter.moves(Some(0), &[f32::NAN]);
    let quality = meter.quality();
    assert!(quality.value_loss.is_nan() && quality.policy_cross_entropy.is_nan(), "{quality:?}");
}

#[test]
fn a_training_that_makes_it_worse_is_said_to() {
    let (games, net) = (file("worse.games"), file("worse.net"));
    datagen(&games, &[]);
    let [games, output] = [&games, &net].map(|path| path.to_str().unwrap());
    let train = ["train", "--net", games, "--output", output, "--epochs", "1", "--rate", "1e30"];
    let told = run(&train);
    assert!(told.contains("kept: epoch 1\nthat is worse than epoch 0: loss "), "{told}");
}

/// What was measured was not what was written.
#[test]
fn no_parameter_leaves_what_a_file_holds() {
    let games = games(Rule::Freestyle, 4);
    let all: Vec<&CompactGame> = games.iter().collect();
    let mut trainer = NetTrainer::new(Rule::Freestyle, 8.0, &TRAINING);
    (0..3).for_each(|_| trainer.learn(&all, &LABELS, &|_| 1e4));
    let layout = Layout::of(Rule::Freestyle);
    for (i, x) in trainer.state().into_iter().take(layout.length()).enumerate() {
        let (scale, limit, _) = layout.steps(i);
        assert!(x.abs() <= limit / scale, "parameter {i} is {x}");
    }
}

/// Nothing was written, and the program ended well.
#[test]
fn a_training_whose_output_is_closed_is_not_lost() {
    let (games, weights) = (file("closed.games"), file("closed.weights"));
    datagen(&games, &[]);
    let (reader, closed) = std::io::pipe().unwrap();
    drop(reader);
    let mut program = Command::new(COMPANION);
    program.args(["train", "--epochs", "1", "--output"]).args([&weights, &games]).stdout(closed);
    program.status().unwrap();
    assert!(Weights::decode(&fs::read(&weights).unwrap()).is_some());
}

#[test]
fn what_is_trained_into_a_folder_is_named_by_its_hash() {
    let (taught, others, folder) = (file("named.games"), file("others.games"), file("named"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let names = || -> Vec<String> {
        let entries = fs::read_dir(&folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let is_named = |names: &[String]| {
        let sum = |name: &String| sha256(&fs::read(folder.join(name)).unwrap());
        matches!(names, [name] if *name == format!("renju-{}.net", &sum(name)[..8]))
    };
    datagen(&taught, &[]);
    fs::write(&others, encode(&games(Rule::Renju, 8))).unwrap();
    let [taught, others, into] = [&taught, &others, &folder].map(|path| path.to_str().unwrap());
    let train = ["train", "--net", taught, "--output", into, "--epochs", "1"];
    let told = run(&[&train[..], &["--validation", others]].concat());
    let path = told.lines().last().and_then(|line| line.strip_prefix("written: ")).unwrap();
    assert!(is_named(&names()) && path.ends_with(&names()[0]), "{told}");
    let positions = told.split("epoch 1: ").nth(1).and_then(|rest| rest.split(' ').next());
    // Without games for it, validation would be one game of the ten.
    assert!(positions.unwrap().parse::<usize>().unwrap() > 50, "{told}");
    let before = names();
    run(&["net", path, "--measured", "+1 +- 2"]);
    assert!(is_named(&names()) && names() != before);
}

#[test]
fn a_net_learns_and_repeats_itself_with_any_number_of_threads() {
    let games = games(Rule::Renju, 16);
    let learn = |threads: usize| {
        let mut trainer = NetTrainer::new(Rule::Renju, 8.0, &Training { threads, ..TRAINING });
        let all: Vec<&CompactGame> = games.iter().collect();
        let before = trainer.quality(&all, &LABELS);
        (0..150).for_each(|_| trainer.learn(&all, &LABELS, &|_| 0.01));
        (before, trainer.quality(&all, &LABELS), trainer.net())
    };
    let (before, after, net) = learn(1);
    assert!(after.value_loss < before.value_loss * 0.9, "{before:?} {after:?}");
    assert!(after.policy_cross_entropy < before.policy_cross_entropy * 0.9, "{before:?} {after:?}");
    assert_eq!(net.rule(), Rule::Renju);
    assert!(learn(3).2 == net);
}

/// Trains until `stop` epochs are done, then goes on from there.
fn in_two_parts<L: Learner>(
    make: impl Fn() -> L,
    dataset: &Dataset,
    training: &Training,
    stop: usize,
) -> Vec<f32> {
    let mut kept = Progress::default();
    let mut learner = make();
    let until_then = |progress: &Progress| {
        kept = progress.clone();
        if progress.epochs() < stop { Ok(()) } else { Err(std::io::Error::other("enough")) }
    };
    train(&mut learner, dataset, training, Progress::default(), until_then).unwrap_err();
    let text = serde_json::to_string(&kept).unwrap();
    let mut learner = make();
    let start = serde_json::from_str(&text).unwrap();
    train(&mut learner, dataset, training, start, |_| Ok(())).unwrap();
    learner.state()
}

#[test]
fn an_interrupted_training_ends_as_a_whole_one() {
    let games = games(Rule::Renju, 50);
    let dataset = of(&games);
    let tables = || Linear::new(Rule::Renju, 0.1);
    let from = |stop| in_two_parts(tables, &dataset, &TRAINING, stop);
    assert!(from(0) == from(3));
    let net = || NetTrainer::new(Rule::Renju, 8.0, &TRAINING);
    let from = |stop| in_two_parts(net, &dataset, &TRAINING, stop);
    assert!(from(0) == from(2));
    let (older, newest) = games.split_at(20);
    let dataset = Dataset { older: Some((older, &LABELS)), ..of(newest) };
    let from = |stop| in_two_parts(tables, &dataset, &TRAINING, stop);
    assert!(from(0) == from(1) && from(0) == from(3));
}

#[test]
fn training_ends_when_it_gets_no_better_and_keeps_the_best() {
    let games = games(Rule::Freestyle, 40);
    // Steps so long that few games are learned by heart at once.
    let training = Training { epochs: 300, rate: 0.1, patience: 2, ..TRAINING };
    let mut trainer = NetTrainer::new(Rule::Freestyle, 8.0, &training);
    let mut states = Vec::new();
    let loss = |quality: &Quality| quality.loss(8.0);
    let progress = train(&mut trainer, &of(&games), &training, Progress::default(), |progress| {
        states.push(loss(&progress.qualities[progress.epochs()]));
        Ok(())
    })
    .unwrap();
    assert!(progress.epochs() < 300 && progress.epochs() == progress.best + 2);
    let least = states[1..].iter().copied().fold(f64::INFINITY, f64::min);
    assert!(states[progress.best] < least + 1e-4);
    let kept: Vec<&CompactGame> = games.iter().step_by(20).collect();
    assert_eq!(loss(&trainer.quality(&kept, &LABELS)), states[progress.best]);
}

/// A net whose features and hidden units matter.
fn some_net(rule: Rule) -> (Model, NetFile) {
    let mut model = Model::new(rule, 3);
    let mut random = Random::new(4);
    for p in &mut model.parameters[CHANNELS..] {
        *p += random.between(0, 1000) as f32 / 5000.0 - 0.1;
    }
    let net = NetFile::new(rule, &model.parameters).with_note("some".into()).unwrap();
    (model, net)
}

/// How likely the moves worth considering are.
fn policy(board: &Board, net: &Arc<Net>) -> Vec<f32> {
    let us = board.side_to_move();
    let mut position = eval::Position::new(board.clone(), Some(net.clone()));
    let value = position.move_values(&board.candidates());
    let is_free = |&c: &Coord| board.threat(c, us) != Threat::Forbidden;
    let near = board.empty_cells().iter().filter(|&c| board.candidates().contains(c));
    let odds: Vec<f32> = near.filter(is_free).map(|c| (value(c) as f32 / 100.0).exp()).collect();
    let total: f32 = odds.iter().sum();
    odds.iter().map(|odds| odds / total).collect()
}

#[test]
fn the_net_for_play_says_what_the_net_in_training_says() {
    for (rule, size) in Rule::ALL.into_iter().zip([15, 20, 15, 20, 15]) {
        let size = Size::new(size).unwrap();
        let (model, net) = some_net(rule);
        let net = Arc::new(Net::new(&net));
        let mut random = Random::new(9);
        let mut spread = 0;
        for _ in 0..20 {
            let mut board = Board::new(rule, size);
            board.play(Coord::new(size.get() / 2, size.get() / 2).unwrap());
            for _ in 0..random.between(3, 30) {
                let free: Vec<Coord> = board.candidates().iter().collect();
                board.play(free[random.between(0, free.len() - 1)]);
            }
            let mut work = Workspace::default();
            let played = board.candidates().iter().next().unwrap();
            let position = LabeledPosition { played, target: None };
            work.sample.look(&board, &Classical::new(&board), &position);
            model.forward(&mut work);
            let value = |net| eval::Position::new(board.clone(), net).evaluate().win_rate();
            let (chance, alone) = (value(Some(net.clone())), value(None));
            assert!((chance - f64::from(work.chance)).abs() < 0.02, "{chance} {}", work.chance);
            spread += usize::from((chance - alone).abs() > 0.02);
            let policy = policy(&board, &net);
            let worst =
                policy.iter().zip(&work.policy).map(|(a, b)| (a - b).abs()).fold(0., f32::max);
            assert_eq!(policy.len(), work.policy.len());
            assert!(worst < 0.02, "{policy:?} {:?}", work.policy);
        }
        assert!(spread > 10, "the net says too little to tell");
    }
}

/// The sum did not fit its place, and came out with any sign.
#[test]
fn a_net_of_the_largest_numbers_has_a_value() {
    let mut model = Model::new(Rule::Freestyle, 3);
    model.parameters.fill(1e9);
    model.parameters[Layout::BIAS..Layout::HEADS].fill(-1e9);
    let net = Arc::new(Net::new(&NetFile::new(Rule::Freestyle, &model.parameters)));
    let mut board = Board::new(Rule::Freestyle, Size::new(15).unwrap());
    for c in ["h8", "i9", "j8", "h10", "k12", "c3", "d9", "m4"] {
        board.play(c.parse().unwrap());
        let mut position = eval::Position::new(board.clone(), Some(net.clone()));
        assert!(position.evaluate().win_rate() > 0.99, "{c}");
    }
}

/// A terminal would have obeyed them.
#[test]
fn the_note_of_a_net_is_printed_without_control_characters() {
    let path = file("escape.net");
    let (_, net) = some_net(Rule::Renju);
    fs::write(&path, net.with_note("a\x1b[31mb\nc".into()).unwrap().encode()).unwrap();
    let told = run(&["net", path.to_str().unwrap()]);
    assert!(told.ends_with("note      a [31mb c\n"), "{told}");
}

#[test]
fn the_losses_of_a_net_on_games_are_printed() {
    let (games, net) = (file("losses.games"), file("losses.net"));
    datagen(&games, &[]);
    let [games, net] = [&games, &net].map(|path| path.to_str().unwrap());
    let training = ["--validation", games, "--epochs", "1", "--output", net];
    let (others, standard) = (file("losses-others.games"), file("losses-standard.games"));
    let [others, standard] = [&others, &standard].map(|path| path.to_str().unwrap());
    for (path, rule) in [(others, "renju"), (standard, "standard")] {
        let few = ["--games", "2", "--nodes", "50", "--seed", "8", "--rule", rule];
        run(&[&["datagen", path], &few[..]].concat());
    }
    let text = run(&[&["train", "--net", others], &training[..]].concat());
    let trained = text.lines().find_map(|line| line.strip_prefix("epoch 1: ")).unwrap();
    let told = run(&["net", net, "--games", games]);
    let losses = told.lines().find_map(|line| line.strip_prefix("losses    10 games, ")).unwrap();
    // Parameters are rounded in the file.
    let numbers = |text: &str| -> Vec<f64> {
        text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect()
    };
    let (trained, losses) = (numbers(trained), numbers(losses));
    assert_eq!((trained.len(), trained[0]), (4, losses[0]));
    assert!(
        trained.iter().zip(&losses).all(|(a, b)| (a - b).abs() < 0.02 * a),
        "{losses:?} {trained:?}"
    );
    let refused = fails(&["net", net, "--games", standard]);
    assert!(
        refused.ends_with("games of different rules: expected renju, found standard\n"),
        "{refused}"
    );
    let bare = file("losses-bare.games");
    fs::write(&bare, without_scores(Path::new(games))).unwrap();
    let refused = fails(&["net", net, "--games", bare.to_str().unwrap()]);
    assert!(refused.contains("--games: expected a position that was searched"), "{refused}");
}

#[test]
fn a_net_comes_back_from_its_file_and_damage_is_seen() {
    for rule in [Rule::Standard, Rule::Renju] {
        let (_, net) = some_net(rule);
        let bytes = net.encode();
        assert_eq!(net.note(), "some");
        assert!(NetFile::decode(&bytes).unwrap() == net);
        assert!(NetFile::new(rule, &Model::of(&net).parameters).checksum() == net.checksum());
        let mut random = Random::new(2);
        for _ in 0..300 {
            let cut = random.between(0, bytes.len() - 1);
            assert!(NetFile::decode(&bytes[..cut]).is_err());
            let mut changed = bytes.clone();
            changed[cut] ^= 1 << random.between(0, 7);
            assert!(NetFile::decode(&changed).is_err(), "byte {cut}");
        }
        let mut older = bytes.clone();
        older[7] -= 1;
        assert_eq!(NetFile::decode(&older), Err(NetError::Shape));
        assert_eq!(NetFile::decode(b"something else"), Err(NetError::NoNet));
        assert_eq!(NetFile::decode(b""), Err(NetError::NoNet));
    }
}

#[test]
fn nets_come_from_the_command_line_and_are_used_or_refused() {
    let (games, net) = (file("net.games"), file("renju.net"));
    datagen(&games, &[]);
    let (games, path) = (games.to_str().unwrap(), net.to_str().unwrap());
    let text = run(&["train", "--net", games, "--output", path, "--epochs", "2"]);
    assert_eq!(text.lines().filter(|line| line.starts_with("epoch ")).count(), 3, "{text}");
    let play = |net: &str| {
        let mut engine = Command::new(ENGINE)
            .args(["--log", "error", "--rule", "renju", "--net", net])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = b"START 15\nINFO max_node 300\nTURN 3,4\nEND\n";
        engine.stdin.take().unwrap().write_all(input).unwrap();
        let output = engine.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let is_move = |line: &str| line.split(',').all(|n| n.parse::<u8>().is_ok());
        assert!(text.lines().any(is_move), "{text}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.starts_with(&format!("MESSAGE {net}: ")), !told.is_empty(), "{text}");
        told
    };
    assert_eq!(play(path), "");
    let played = file("played-with.games");
    datagen(&played, &["--net", path]);
    assert_ne!(fs::read(&played).unwrap(), fs::read(games).unwrap());
    let named = Manifest::read(&played).unwrap().unwrap().settings.net;
    let checksum = NetFile::decode(&fs::read(&net).unwrap()).unwrap().checksum();
    assert_eq!(named, Some(format!("{checksum:016x}")));
    let text = run(&["datagen", "stats", played.to_str().unwrap()]);
    assert!(text.contains(&format!("seed 7, net {checksum:016x}, shard 1/1")), "{text}");
    let unused = file("unused.games");
    let refused = fails(&["datagen", unused.to_str().unwrap(), "--net", games]);
    assert!(refused.contains("not a net") && !unused.exists(), "{refused}");
    let refused = fails(&["datagen", unused.to_str().unwrap(), "--net", path]);
    assert_eq!(
        refused,
        format!("dolmen: {path}: expected a net of freestyle, found one of renju\n")
    );
    assert!(!unused.exists());
    let told = run(&["net", path]);
    assert!(told.contains("renju") && told.contains("10 games (sha256 "), "{told}");
    for result in ["-3 +- 2", "+1 +- 2"] {
        let told = run(&["net", path, "--measured", result]);
        assert!(told.ends_with(&format!("; measured: {result}\n")), "{told}");
        assert_eq!(told.matches("measured").count(), 1);
        assert_eq!(run(&["net", path]), told);
    }
    fails(&["net", path, "--measured", &"x".repeat(70_000)]);
    fails(&["net", games]);
    assert_eq!(play(path), "");
    assert_eq!(play("none"), "");
    fs::write(&net, &fs::read(&net).unwrap()[..1000]).unwrap();
    assert!(play(path).contains("a damaged net; using the embedded net"));
    assert!(play("/nowhere/at-all.net").contains("using the embedded net"));
}
