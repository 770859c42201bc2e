//! `dolmen datagen merge`, `stats` and `dump`: tools for files of training games.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::game_files::left_out;
use crate::arena::compact::{CompactGame, PROVEN, chance, decode, encode};
use crate::arena::opening;
use crate::files::{self, Existing, check_named_once, fault};
use crate::learn::manifest::{Content, DatagenSettings, Manifest};

/// Reads a file of games; if it has a manifest with its content, they must agree.
///
/// # Errors
/// If it cannot be read, is none, or differs from its manifest; the message begins with its name.
pub(super) fn read(path: &Path) -> io::Result<(Vec<CompactGame>, Vec<u8>, Option<Manifest>)> {
    let bytes = fs::read(path).map_err(|error| fault(path, error))?;
    let games = decode(&bytes).map_err(|error| fault(path, error))?;
    let manifest = Manifest::find(path)?;
    manifest.as_ref().map_or(Ok(()), |manifest| manifest.check(path, &games, &bytes))?;
    Ok((games, bytes, manifest))
}

/// The games of a file that will stay as it is, to be learned or played from, and its bytes.
///
/// # Errors
/// As [`read`], or if its run is unfinished.
pub(super) fn read_finished(path: &Path) -> io::Result<(Vec<CompactGame>, Vec<u8>)> {
    if Manifest::find(path)?.is_some_and(|manifest| manifest.content.is_none()) {
        let text = "unfinished, and another file once datagen goes on; let it end, with a lower --games \
                    if these are enough";
        return Err(fault(path, text));
    }
    let (games, bytes, _) = read(path)?;
    Ok((games, bytes))
}

/// So many of the shards that are missing are named.
const NAMED: usize = 20;

/// Puts the shards of a run together, in any order: the file, and its manifest, that one machine
/// would have written.
///
/// # Errors
/// If a shard is missing, unfinished or damaged, or they are not of one run; or if files cannot
/// be read or written.
pub fn merge(output: &Path, parts: &[PathBuf], existing: Existing) -> io::Result<()> {
    files::check_regular(output)?;
    files::check_output(output, existing)?;
    files::check_output(&Manifest::path(output), existing)?;
    check_named_once(parts.iter().map(PathBuf::as_path), [output])?;
    let mut shards: BTreeMap<usize, Vec<CompactGame>> = BTreeMap::new();
    let mut whole: Option<DatagenSettings> = None;
    for path in parts {
        let (games, _, manifest) = read(path)?;
        let Some(Manifest { settings, content: Some(_) }) = manifest else {
            return Err(fault(path, "no manifest of a finished shard beside it"));
        };
        let shard = settings.shard;
        if !(1..=settings.of).contains(&shard) {
            return Err(fault(
                path,
                format!("its manifest tells of shard {shard}/{}", settings.of),
            ));
        }
        let settings = DatagenSettings { shard: 1, ..settings };
        let first = whole.get_or_insert_with(|| settings.clone());
        if let Some(text) = settings.difference(first) {
            return Err(fault(path, format!("a shard of another run: {text}")));
        }
        if shards.insert(shard, games).is_some() {
            return Err(fault(path, "duplicate shard"));
        }
    }
    let Some(settings) = whole else { return Err(fault(output, "no shards")) };
    let missing = (1..=settings.of).filter(|shard| !shards.contains_key(shard)).take(NAMED);
    let missing: Vec<String> = missing.map(|shard| shard.to_string()).collect();
    if !missing.is_empty() {
        let others = settings.of - shards.len() - missing.len();
        let others = if others > 0 { format!(" and {others} others") } else { String::new() };
        return Err(fault(output, format!("shards are missing: {}{others}", missing.join(", "))));
    }
    let games = interleaved(shards.into_values().collect())
        .ok_or_else(|| fault(output, "shards of runs with different numbers of games"))?;
    let bytes = encode(&games);
    files::write(output, &bytes, existing)?;
    let content = Some(Content::new(&games, &bytes));
    Manifest { settings: DatagenSettings { of: 1, ..settings }, content }.write(output)
}

/// The first games of all shards, then the second ones, and so on; `None` if that leaves a gap.
fn interleaved(shards: Vec<Vec<CompactGame>>) -> Option<Vec<CompactGame>> {
    let total: usize = shards.iter().map(Vec::len).sum();
    let count = shards.len();
    let mut shards: Vec<_> = shards.into_iter().map(Vec::into_iter).collect();
    (0..total).map(|i| shards[i % count].next()).collect()
}

/// Prints what is in files of games; what is wrong with one of them goes to `notes`.
///
/// # Errors
/// If printing fails; and, after all others are printed, if a file cannot be read, is none, or does not
/// match its manifest.
pub fn stats(paths: &[PathBuf], mut output: impl Write, mut notes: impl Write) -> io::Result<()> {
    let mut unreadable = 0;
    for path in paths {
        match read(path) {
            Ok((games, bytes, manifest)) => {
                writeln!(output, "{}", path.display())?;
                write_counts(&games, bytes.len(), &mut output)?;
                write_manifest(manifest, &mut output)?;
            }
            Err(error) => {
                unreadable += 1;
                writeln!(notes, "{error}")?;
            }
        }
    }
    left_out(0, unreadable)
}

fn write_counts(games: &[CompactGame], bytes: usize, mut output: impl Write) -> io::Result<()> {
    let Some(first) = games.first() else { return writeln!(output, "  0 games") };
    let one = games.iter().all(|game| (game.rule, game.size) == (first.rule, first.size));
    let place = match one {
        true => format!("{} {}", first.rule.name(), first.size.get()),
        false => "mixed".into(),
    };
    let moves = || games.iter().flat_map(|game| &game.moves);
    let (positions, scored) = (moves().count(), moves().filter(|m| m.1.is_some()).count());
    let count = games.len() as f64;
    let share = |n: usize| 100.0 * n as f64 / count;
    let with = |points: u8| share(games.iter().filter(|g| g.half_points == points).count());
    let proven = |game: &&CompactGame| {
        game.moves.last().and_then(|m| m.1).is_some_and(|score| score.abs() == PROVEN)
    };
    let distinct: HashSet<_> = games.iter().map(|game| (&game.opening, &game.moves)).collect();
    let stones: usize = games.iter().map(|game| game.opening.len()).sum();
    writeln!(output, "  {place}, {} games, {positions} positions, {scored} scored", games.len())?;
    writeln!(
        output,
        "  {:.1} moves a game after {:.1} stones of opening, {:.2} bytes a position",
        positions as f64 / count,
        stones as f64 / count,
        bytes as f64 / positions.max(1) as f64
    )?;
    writeln!(
        output,
        "  black wins {:.1} %, white {:.1} %, drawn {:.1} %; ended by proof {:.1} %; twice {}",
        with(2),
        with(0),
        with(1),
        share(games.iter().filter(proven).count()),
        games.len() - distinct.len()
    )
}

fn write_manifest(manifest: Option<Manifest>, mut output: impl Write) -> io::Result<()> {
    let Some(Manifest { settings, content }) = manifest else {
        return writeln!(output, "  no manifest");
    };
    let DatagenSettings { nodes, seed, net, branches, shard, of, .. } = settings;
    let state = content.map_or("unfinished".into(), |content| content.sha256);
    let net = net.map_or(String::new(), |net| format!("net {net}, "));
    let branches = branches
        .map_or(String::new(), |branches| format!("{} % from branches, ", branches.percent));
    writeln!(output, "  {nodes} nodes, seed {seed}, {net}{branches}shard {shard}/{of}, {state}")
}

/// Prints games, one a line: number, rule, size, half points of black, opening, then each move
/// with the winning chance of its side in hundredths (`+` proven win, `-` proven loss).
///
/// # Errors
/// If the file cannot be read or is none, or if printing fails.
pub fn dump(path: &Path, from: usize, count: usize, mut output: impl Write) -> io::Result<()> {
    let (games, _, _) = read(path)?;
    for (number, game) in games.iter().enumerate().skip(from).take(count) {
        let CompactGame { rule, size, half_points, opening, moves } = game;
        let opening = opening::format(opening);
        let (rule, size) = (rule.name(), size.get());
        write!(output, "{number} {rule} {size} {half_points} {opening}")?;
        for &(c, score) in moves {
            write!(output, " {}", c)?;
            match score {
                Some(PROVEN) => write!(output, ":+")?,
                Some(score) if score == -PROVEN => write!(output, ":-")?,
                Some(score) => write!(output, ":{:.0}", 100.0 * chance(score))?,
                None => {}
            }
        }
        writeln!(output)?;
    }
    Ok(())
}
