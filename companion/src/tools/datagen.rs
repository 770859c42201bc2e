//! `dolmen datagen`: games for training.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;

use clap::{Args, value_parser};

use super::{game_store, progress};
use crate::arena::compact::{CompactGame, OLD_MAGIC, decode, decode_prefix, encode};
use crate::arena::schedule::Shard;
use crate::files::{self, NamedFile, fault};
use crate::learn::branches::{BranchSettings, Branches};
use crate::learn::manifest::{Content, DatagenSettings, Manifest};
use crate::learn::selfplay::SelfPlay;
use dolmen::eval::NetChoice;
use dolmen::protocol::parse_threads;
use dolmen::tools::net::choose;
use dolmen::types::{Rule, Size};

/// How many games, and by whom.
#[derive(Clone, Debug, Args)]
pub struct DatagenOptions {
    /// The rule, by name or code.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Board size.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// Games, all shards together.
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Nodes for each move. With 100 or fewer, most moves have no score, and teach nothing.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Play part i of n only.
    #[arg(long, value_name = "i/n", default_value = "1/1")]
    pub shard: Shard,
    /// Games at the same time, at most as many as the machine runs threads at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,
    /// Replace the embedded net with this file; `none` disables it.
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
    /// Begin some games at positions of the games in this file, with another move than was played
    /// there, drawn from the policy; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub branch_from: Vec<PathBuf>,
    /// How many games in a hundred do so.
    #[arg(long, default_value_t = 25, value_name = "PERCENT", requires = "branch_from",
          value_parser = value_parser!(u8).range(1..=100))]
    pub branch_share: u8,
}

impl DatagenOptions {
    /// The games, with the net and the branches read from their files.
    fn self_play(&self) -> io::Result<SelfPlay> {
        let &DatagenOptions { rule, size, nodes, seed, .. } = self;
        let (net, branches) = (choose(self.net.as_deref())?, self.branches()?);
        if let (NetChoice::Other(net), Some(path)) = (&net, &self.net)
            && net.rule() != rule
        {
            let [expected, found] = [rule, net.rule()].map(Rule::name);
            return Err(fault(path, format!("expected a net of {expected}, found one of {found}")));
        }
        Ok(SelfPlay { rule, size, nodes, seed, net, branches })
    }

    fn branches(&self) -> io::Result<Option<Branches>> {
        if self.branch_from.is_empty() {
            return Ok(None);
        }
        let (mut games, mut sha256) = (Vec::new(), Vec::new());
        for path in &self.branch_from {
            let (some, bytes) = game_store::read_finished(path)?;
            let place = |rule: Rule, size: Size| format!("{} on {1}x{1}", rule.name(), size.get());
            let is_other = |game: &&CompactGame| (game.rule, game.size) != (self.rule, self.size);
            let found = match some.iter().find(is_other) {
                Some(game) => format!("one of {}", place(game.rule, game.size)),
                None if some.iter().all(|game| game.moves.is_empty()) => "none with a move".into(),
                None => String::new(),
            };
            if !found.is_empty() {
                let expected = place(self.rule, self.size);
                let text = format!("--branch-from: expected games of {expected}, found {found}");
                return Err(fault(path, text));
            }
            games.extend(some);
            sha256.push(files::sha256(&bytes));
        }
        let settings = BranchSettings { percent: self.branch_share, sha256 };
        Ok(Branches::new(games, settings))
    }

    /// What is different in the settings of a file; of files to branch from, which one.
    fn difference(&self, known: &Manifest, settings: &DatagenSettings) -> Option<String> {
        let text = known.settings.difference(settings)?;
        let sums = |settings: &DatagenSettings| {
            settings.branches.as_ref().map_or(Vec::new(), |branches| branches.sha256.clone())
        };
        let (old, new) = (sums(&known.settings), sums(settings));
        let mut files = self.branch_from.iter().zip(&new);
        match files.find(|(_, sum)| !old.is_empty() && !old.contains(sum)) {
            Some((path, _)) => Some(format!("{text}; {} has changed since", path.display())),
            None => Some(text),
        }
    }
}

/// Plays games and appends them to a file, in order: the same file whatever the number of
/// threads, and however often it was interrupted. A [`Manifest`] beside it describes it. Where no bar
/// can be drawn, `notes` get a line a minute.
///
/// # Errors
/// If the file cannot be read or written, is no file of games, was started with other settings, or
/// does not match its manifest; or if the net cannot be read, is for another rule or finds no opening
/// balanced.
pub fn run(options: &DatagenOptions, path: &Path, mut notes: impl Write) -> io::Result<()> {
    let self_play = options.self_play()?;
    files::check_regular(path)?;
    let settings = DatagenSettings::new(&self_play, options.shard);
    let known = Manifest::read(path)?;
    if let Some(text) = known.as_ref().and_then(|known| options.difference(known, &settings)) {
        return Err(fault(path, format!("started with other settings, see its manifest: {text}")));
    }
    let mut file = NamedFile::resume(path)?;
    let wanted = options.shard.share(options.games);
    let Some(done) = resume(&mut file, path, known.as_ref(), wanted)? else { return Ok(()) };
    if done > wanted {
        let text =
            format!("has {done} games already, more than the {wanted} wanted; kept as finished");
        writeln!(notes, "{}: {text}", path.display())?;
    }
    // What was finished once, and is lost, is to become the same again.
    let told = known.filter(|known| known.wants(wanted));
    if told.is_none() {
        Manifest { settings: settings.clone(), content: None }.write(path)?;
    }
    play(options, &self_play, done..wanted, &mut file, notes)?;
    drop(file);
    let bytes = fs::read(path).map_err(|error| fault(path, error))?;
    let games = decode(&bytes).map_err(|error| fault(path, error))?;
    match told {
        Some(told) => told.check(path, &games, &bytes),
        None => Manifest { settings, content: Some(Content::new(&games, &bytes)) }.write(path),
    }
}

/// Plays these games of the shard.
fn play(
    options: &DatagenOptions,
    self_play: &SelfPlay,
    games: Range<u64>,
    file: &mut NamedFile,
    mut notes: impl Write,
) -> io::Result<()> {
    let (part, parts) = (options.shard.number as u64 - 1, options.shard.of as u64);
    let template = "{bar:40} {pos}/{len} games, {per_sec}, {eta} left, {msg}";
    let bar = progress::continued(games.end, games.start, template);
    let next = AtomicU64::new(games.start);
    let (sender, receiver) = channel::<(u64, io::Result<CompactGame>)>();
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut engine = self_play.engine();
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= games.end {
                        break;
                    }
                    let game = self_play.game(part + i * parts, &mut engine);
                    if sender.send((i, game)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Games come in any order and are written in theirs.
        let mut waiting = BTreeMap::new();
        let (mut written, mut positions) = (games.start, 0);
        let mut minutes = progress::Minutes::default();
        for (i, game) in receiver {
            waiting.insert(i, game?);
            let mut bytes = Vec::new();
            while let Some(game) = waiting.remove(&written) {
                game.encode(&mut bytes);
                positions += game.moves.len();
                written += 1;
            }
            file.write_all(&bytes)?;
            bar.set_position(written);
            let rate = positions as f64 / bar.elapsed().as_secs_f64().max(1e-9);
            bar.set_message(format!("{rate:.0} positions/s"));
            let text = format!("{written} of {} games, {rate:.0} positions/s", games.end);
            minutes.tell(&bar, &mut notes, &text);
        }
        bar.finish_and_clear();
        Ok(())
    })
}

/// Cuts off the game that a kill left unfinished and tells how many there are; `None` if the file is
/// finished, with all that are wanted.
fn resume(
    file: &mut NamedFile,
    path: &Path,
    manifest: Option<&Manifest>,
    wanted: u64,
) -> io::Result<Option<u64>> {
    let mut bytes = file.read()?;
    if bytes.is_empty() {
        bytes = encode(&[]);
        file.write_all(&bytes)?;
    }
    let (games, length) = decode_prefix(&bytes).map_err(|error| fault(path, error))?;
    let done = games.len() as u64;
    if let Some((manifest, content)) = manifest.and_then(|m| m.content.as_ref().map(|c| (m, c))) {
        if games.len() >= content.games {
            manifest.check(path, &games, &bytes)?;
            if done >= wanted {
                return Ok(None);
            }
        } else if !manifest.wants(wanted) {
            let text = format!(
                "its manifest tells of {} games, of which {done} are here, and",
                content.games
            );
            return Err(fault(path, format!("{text} {wanted} are wanted")));
        }
    }
    if bytes.starts_with(OLD_MAGIC) {
        return Err(fault(path, "started by an older version of the program"));
    }
    // Whose games are these?
    if done > 0 && manifest.is_none() {
        return Err(fault(path, "contains games but has no manifest"));
    }
    file.cut(length as u64)?;
    Ok(Some(done))
}
