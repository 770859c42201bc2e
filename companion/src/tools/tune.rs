//! `dolmen tune`: better numbers for the search, by games. Built with the feature `tune`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::train::parse_positive;
use crate::arena::opening;
use crate::files::{self, Existing, fault, sha256};
use crate::learn::manifest::difference;
use crate::learn::selfplay::play_out;
use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::eval::NetChoice;
use dolmen::protocol::parse_threads;
use dolmen::search::{Control, Limits, Params, Silent, Tunable};
use dolmen::tools::bench::SIGNATURE;
use dolmen::types::{Color, Coord, Random, Rule, Size};

/// What to tune, and by how many games.
#[derive(Clone, Debug, Args)]
pub struct TuneOptions {
    /// File of the state, JSON.
    #[arg(long)]
    pub state: PathBuf,
    /// Openings, one a line.
    #[arg(long, value_name = "FILE")]
    pub openings: PathBuf,
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// Nodes for each move.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Pairs of games.
    #[arg(long, default_value_t = 10_000)]
    pub pairs: usize,
    /// Pairs at the same time, at most as many as the machine runs threads at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    // Of the last steps: share of the spread by which one won pair moves a number.
    /// Step size.
    #[arg(long, default_value_t = 0.006, value_parser = parse_positive::<f64>)]
    pub rate: f64,
    /// Names of the numbers, separated by commas. Default: all.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
}

/// What decides the result, but for the number of pairs, which may be raised.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Settings {
    /// Version of the program.
    program: String,
    /// The signature of its `bench`, which tells versions apart that play differently.
    bench: u64,
    /// What evaluates, see [`NetChoice::name_of`].
    net: String,
    rule: u8,
    size: u8,
    nodes: u64,
    seed: u64,
    /// As text, which is the same when it is read again.
    rate: String,
    /// Checksum of the file.
    openings: String,
    names: Vec<String>,
}

/// How far a run has come.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    settings: Settings,
    pairs: usize,
    /// Of the names in the settings.
    values: Vec<f64>,
}

impl State {
    /// Of a run that begins.
    fn new(options: &TuneOptions, tunables: &[&Tunable]) -> io::Result<State> {
        let &TuneOptions { rule, size, nodes, seed, rate, .. } = options;
        let bytes = fs::read(&options.openings).map_err(|error| fault(&options.openings, error))?;
        let settings = Settings {
            program: env!("CARGO_PKG_VERSION").into(),
            bench: SIGNATURE,
            net: NetChoice::Embedded.name_of(rule, size),
            rule: rule.code(),
            size: size.get(),
            nodes,
            seed,
            rate: rate.to_string(),
            openings: sha256(&bytes),
            names: tunables.iter().map(|t| t.name.to_string()).collect(),
        };
        let values = tunables.iter().map(|t| f64::from(t.default)).collect();
        Ok(State { settings, pairs: 0, values })
    }
}

/// Pairs between two steps, independent of the number of threads, so that the result is too.
const BATCH: usize = 8;
const MEMORY: u64 = 16 << 20;
/// A number is first tried this share of its range up and down.
const SPREAD: f64 = 0.05;
/// Decay of step and spread as Spall recommends, and as chess engines do.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Tunes numbers of the search by simultaneous perturbation (SPSA, Spall 1992): each pair of
/// games is played between values moved at random to either side, and moves them a little
/// towards the winner. Prints the values at the end.
///
/// # Errors
/// If a file cannot be read or written, a name is unknown or there twice, or the state is of other
/// settings or written by another run.
pub fn run(options: &TuneOptions, mut output: impl Write) -> io::Result<()> {
    let tunables = select(&options.only)?;
    let openings = opening::read_all(&options.openings, options.rule, options.size)?;
    let path = &options.state;
    files::check_output(path, Existing::Replace)?;
    let mut state = State::new(options, &tunables)?;
    let mut kept = written(path)?;
    if let Some(bytes) = &kept {
        let known: State = serde_json::from_slice(bytes)
            .map_err(|error| fault(path, format!("not the state of a tuning: {error}")))?;
        if let Some(text) = difference(&json!(known.settings), &json!(state.settings)) {
            return Err(fault(path, format!("started with other settings: {text}")));
        }
        let (expected, found) = (state.values.len(), known.values.len());
        if found != expected {
            return Err(fault(path, format!("expected {expected} values, found {found}")));
        }
        state = known;
    }
    let bar = ProgressBar::new(options.pairs as u64);
    while state.pairs < options.pairs {
        bar.set_position(state.pairs as u64);
        let results = play_batch(options, &tunables, &state.values, state.pairs, &openings);
        for (number, result) in results {
            for (i, t) in tunables.iter().enumerate() {
                let step = result * sign(options.seed, number, i) * step(options, t, number);
                let value = state.values[i] + step;
                state.values[i] = value.clamp(f64::from(t.least), f64::from(t.most));
            }
        }
        state.pairs += BATCH;
        kept = Some(replace(path, kept, serde_json::to_vec_pretty(&state)?)?);
    }
    bar.finish_and_clear();
    for (t, value) in tunables.iter().zip(&state.values) {
        writeln!(output, "{:24} {:5} -> {value:7.1}", t.name, t.default)?;
    }
    output.flush()
}

/// The state in a file, if it is there.
fn written(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        bytes => bytes.map(Some).map_err(|error| fault(path, error)),
    }
}

/// Writes a state over the one that was read or written before. A lock on that would end with it.
fn replace(path: &Path, kept: Option<Vec<u8>>, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    match written(path)? == kept {
        true => files::write(path, &bytes, Existing::Replace).map(|()| bytes),
        false => Err(fault(path, "is being written by another run")),
    }
}

fn select(only: &[String]) -> io::Result<Vec<&'static Tunable>> {
    if only.is_empty() {
        return Ok(Params::ALL.iter().collect());
    }
    let find = |(i, name): (usize, &String)| {
        if only[..i].contains(name) {
            return Err(io::Error::other(format!("parameter '{name}' is named twice")));
        }
        let found = Params::ALL.iter().find(|t| t.name == name);
        found.ok_or_else(|| io::Error::other(format!("unknown parameter '{name}'")))
    };
    only.iter().enumerate().map(find).collect()
}

/// Plays the next pairs; the results (in points won by the values moved up, less those lost)
/// with the numbers of the pairs, in order.
fn play_batch(
    options: &TuneOptions,
    tunables: &[&Tunable],
    values: &[f64],
    first: usize,
    openings: &[Vec<Coord>],
) -> Vec<(usize, f64)> {
    let next = AtomicUsize::new(first);
    let results = Mutex::new(Vec::new());
    let work = || {
        let mut engines = [Engine::new(MEMORY, 1), Engine::new(MEMORY, 1)];
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= first + BATCH {
                break;
            }
            for (engine, side) in engines.iter_mut().zip([1.0, -1.0]) {
                let moved = |(i, t): (usize, &&Tunable)| {
                    let shift = sign(options.seed, number, i) * spread(options, t, number);
                    (t.name.to_string(), (values[i] + side * shift).round() as i32)
                };
                engine.tune(&tunables.iter().enumerate().map(moved).collect::<Vec<_>>());
            }
            let mut random = Random::new(Random::mix(options.seed ^ Random::mix(number as u64)));
            let stones = &openings[random.between(0, openings.len() - 1)];
            let stones = opening::transformed(stones, random.between(0, 7), options.size);
            let mut result = 0.0;
            for up in Color::ALL {
                result += play(options, &mut engines, up, &stones);
            }
            if let Ok(mut results) = results.lock() {
                results.push((number, result));
            }
        }
    };
    std::thread::scope(|scope| {
        (0..options.threads.max(1)).for_each(|_| drop(scope.spawn(work)));
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|&(number, _)| number);
    results
}

/// One game in which the first engine has the colour `up`: 1 if it wins, -1 if it loses.
fn play(options: &TuneOptions, engines: &mut [Engine; 2], up: Color, stones: &[Coord]) -> f64 {
    engines.iter_mut().for_each(Engine::clear);
    let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
    let board = Board::with_moves(options.rule, options.size, stones);
    let winner = play_out(board, |board| {
        let engine = &mut engines[usize::from(board.side_to_move() != up)];
        engine.think(board, &limits, &Control::new(), &mut Silent)
    });
    winner.map_or(0.0, |winner| if winner == up { 1.0 } else { -1.0 })
}

/// Up or down, for a pair and the `i`-th number.
fn sign(seed: u64, pair: usize, i: usize) -> f64 {
    let bits = Random::mix(Random::mix(seed ^ 0x5350_5341) ^ Random::mix((pair * 256 + i) as u64));
    if bits & 1 == 0 { 1.0 } else { -1.0 }
}

/// How far a number is moved for a pair of games: at least so that rounding does not undo it.
fn spread(options: &TuneOptions, tunable: &Tunable, pair: usize) -> f64 {
    let last = (f64::from(tunable.most - tunable.least) * SPREAD).max(0.5);
    last * (options.pairs as f64 / (pair + 1) as f64).powf(GAMMA)
}

/// How far a pair of games won by one point moves a number for good.
fn step(options: &TuneOptions, tunable: &Tunable, pair: usize) -> f64 {
    let (all, early) = (options.pairs as f64, options.pairs as f64 * 0.1);
    let decay = ((early + all) / (early + (pair + 1) as f64)).powf(ALPHA);
    let last = (f64::from(tunable.most - tunable.least) * SPREAD).max(0.5);
    // Spall's gain over spread: a wider trial says less about each unit.
    let widening = spread(options, tunable, pair) / last;
    options.rate * last * decay / widening
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// They had been taken as if they were the same, and what other names had come to was lost.
    #[test]
    fn a_tuning_goes_on_with_the_same_settings_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let (state, openings) = (folder.path().join("state"), folder.path().join("openings"));
        fs::write(&openings, "h8i9\n").expect("a file");
        let names: Vec<String> = Params::ALL.iter().map(|t| t.name.to_string()).collect();
        let options = TuneOptions {
            state: state.clone(),
            openings: openings.clone(),
            rule: Rule::Freestyle,
            size: Size::USUAL,
            nodes: 10,
            pairs: 1,
            threads: 1,
            seed: 1,
            rate: 0.006,
            only: names[..2].to_vec(),
        };
        run(&options, Vec::new()).expect("a state");
        let begun = fs::read(&state).expect("a state");
        run(&options, Vec::new()).expect("the same");
        let refused = |options: &TuneOptions| {
            let error = run(options, Vec::new()).expect_err("another tuning").to_string();
            assert!(error.contains("started with other settings: "), "{error}");
            assert_eq!(fs::read(&state).expect("a state"), begun);
        };
        let more = TuneOptions { pairs: 9, ..options };
        for other in [
            TuneOptions { rule: Rule::Renju, ..more.clone() },
            TuneOptions { size: Size::new(16).expect("a size"), ..more.clone() },
            TuneOptions { nodes: 11, ..more.clone() },
            TuneOptions { seed: 2, ..more.clone() },
            TuneOptions { rate: 0.007, ..more.clone() },
            TuneOptions { only: names[..1].to_vec(), ..more.clone() },
        ] {
            refused(&other);
        }
        // An engine that plays differently went on with the state, too.
        for member in ["program", "bench", "net"] {
            let mut known: Value = serde_json::from_slice(&begun).expect("a state");
            known["settings"][member] = match member {
                "bench" => 1.into(),
                _ => "another".into(),
            };
            fs::write(&state, known.to_string()).expect("a file");
            let error = run(&more, Vec::new()).expect_err("another engine").to_string();
            assert!(error.contains(&format!("other settings: {member} ")), "{error}");
        }
        fs::write(&state, &begun).expect("a file");
        fs::write(&openings, "h8i10\n").expect("a file");
        refused(&more);
        fs::write(&openings, "h8i9\n").expect("a file");
        run(&more, Vec::new()).expect("more pairs");
        assert_ne!(fs::read(&state).expect("a state"), begun);
    }

    /// Each wrote over what the other had learned.
    #[test]
    fn two_tunings_do_not_write_the_same_state() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        let begun = replace(&path, None, b"begun".into()).expect("a state");
        let error = replace(&path, None, b"other".into()).expect_err("another run").to_string();
        assert!(error.ends_with("is being written by another run"), "{error}");
        let more = replace(&path, Some(begun.clone()), b"more".into()).expect("a state");
        assert!(replace(&path, Some(begun), b"other".into()).is_err());
        assert_eq!(fs::read(&path).expect("a state"), more);
    }

    /// It got two signs, and one of them moved it.
    #[test]
    fn a_parameter_is_named_once() {
        let name = Params::ALL[0].name.to_string();
        let error = select(&[name.clone(), name.clone()]).err().map(|error| error.to_string());
        assert_eq!(error, Some(format!("parameter '{name}' is named twice")));
    }
}
