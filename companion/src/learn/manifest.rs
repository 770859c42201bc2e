//! What a file of games was made with and what it holds: a small JSON file beside it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dolmen::tools::bench::SIGNATURE;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::branches::BranchSettings;
use super::selfplay::SelfPlay;
use crate::arena::compact::CompactGame;
use crate::arena::schedule::Shard;
use crate::files::{self, Existing, fault, sha256};

/// Of one file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// How the games came to be: with the same program, these settings give the same games.
    #[serde(flatten)]
    pub settings: DatagenSettings,
    /// Content of the finished file.
    #[serde(flatten)]
    pub content: Option<Content>,
}

/// What decides which games are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatagenSettings {
    /// Version of the program.
    pub program: String,
    /// The signature of its `bench`, which tells versions apart that play differently; the first
    /// versions did not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bench: Option<u64>,
    /// Protocol code of the rule.
    pub rule: u8,
    /// Board size.
    pub size: u8,
    /// Positions visited for each move.
    pub nodes: u64,
    /// Of the random numbers.
    pub seed: u64,
    /// What evaluated, see [`NetChoice::name_of`]; the first versions told it only if it was not
    /// the net of the program.
    ///
    /// [`NetChoice::name_of`]: dolmen::eval::NetChoice::name_of
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// Which earlier games some of these leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<BranchSettings>,
    /// Part of all games, from 1.
    pub shard: usize,
    /// Number of parts.
    pub of: usize,
}

/// What is in a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Games.
    pub games: usize,
    /// Moves that were thought about.
    pub positions: usize,
    /// Of the whole file, as `sha256sum` prints it.
    pub sha256: String,
}

impl DatagenSettings {
    /// Of a part of the games of these players.
    pub fn new(play: &SelfPlay, shard: Shard) -> DatagenSettings {
        DatagenSettings {
            program: env!("CARGO_PKG_VERSION").into(),
            bench: Some(SIGNATURE),
            rule: play.rule.code(),
            size: play.size.get(),
            nodes: play.nodes,
            seed: play.seed,
            net: Some(play.net.name_of(play.rule, play.size)),
            branches: play.branches.as_ref().map(|branches| branches.settings().clone()),
            shard: shard.number,
            of: shard.of,
        }
    }

    /// See [`difference`].
    pub fn difference(&self, other: &DatagenSettings) -> Option<String> {
        difference(&json!(self), &json!(other))
    }
}

/// The first member that is another in one JSON object than in a second, with both values: `seed 7,
/// not 8`.
pub fn difference(own: &Value, other: &Value) -> Option<String> {
    let keys =
        [own, other].into_iter().filter_map(Value::as_object).flat_map(|object| object.keys());
    let mut differing = keys.filter(|key| own.get(key) != other.get(key));
    let shown = |object: &Value, key: &str| object.get(key).map_or("none".into(), Value::to_string);
    differing.next().map(|key| format!("{key} {}, not {}", shown(own, key), shown(other, key)))
}

impl Content {
    /// Of a file with these games.
    pub fn new(games: &[CompactGame], bytes: &[u8]) -> Content {
        let positions = games.iter().map(|game| game.moves.len()).sum();
        Content { games: games.len(), positions, sha256: sha256(bytes) }
    }
}

impl Manifest {
    /// Where that of a file of games lies: its name with `.json` behind it.
    pub fn path(games: &Path) -> PathBuf {
        let mut path = OsString::from(games);
        path.push(".json");
        path.into()
    }

    /// That of a file of games, if it has one.
    ///
    /// # Errors
    /// If it cannot be read, or is none.
    pub fn read(games: &Path) -> io::Result<Option<Manifest>> {
        let path = Manifest::path(games);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| fault(&path, error))?,
        };
        serde_json::from_str(&text)
            .map(Some)
            .map_err(|error| fault(&path, format!("no manifest: {error}")))
    }

    /// That of a file of games, beside it or as those of the repository lie: `../manifests/NAME.json` for
    /// `NAME.bin`, `../../manifests/validation/NAME.json` for `validation/NAME.bin`.
    ///
    /// # Errors
    /// As [`Manifest::read`].
    pub fn find(games: &Path) -> io::Result<Option<Manifest>> {
        let known = Manifest::read(games)?;
        let Some(name) = games.file_stem().filter(|_| known.is_none()) else { return Ok(known) };
        let folder = files::folder_of(games);
        let known = Manifest::read(&folder.join("../manifests").join(name))?;
        match folder.ends_with("validation") && known.is_none() {
            true => Manifest::read(&folder.join("../../manifests/validation").join(name)),
            false => Ok(known),
        }
    }

    /// Checks the file with these games against rule and size of the manifest, and its content, if it has
    /// any.
    ///
    /// # Errors
    /// If it is not; the message begins with the name of the file.
    pub fn check(&self, path: &Path, games: &[CompactGame], bytes: &[u8]) -> io::Result<()> {
        let told = (self.settings.rule, self.settings.size);
        let mut places = games.iter().map(|game| (game.rule.code(), game.size.get()));
        let place = |(rule, size)| json!({"rule": rule, "size": size});
        let other = places.find(|place| *place != told);
        let other = other.and_then(|other| difference(&place(other), &place(told)));
        let content = |told| difference(&json!(Content::new(games, bytes)), &json!(told));
        match other.or_else(|| self.content.as_ref().and_then(content)) {
            None => Ok(()),
            Some(text) => Err(fault(path, format!("does not match its manifest: {text}"))),
        }
    }

    /// Whether it is that of a finished file of so many games.
    pub fn wants(&self, games: u64) -> bool {
        self.content.as_ref().is_some_and(|content| content.games as u64 == games)
    }

    /// Puts it beside its file of games, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, games: &Path) -> io::Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        files::write(&Manifest::path(games), text, Existing::Replace)
    }
}
