//! What a file of games was made with and what it holds: a small JSON file beside it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dolmen::tools::bench::SIGNATURE;
use serde::{Deserialize, Serialize};

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

    /// Checks the file with these games against the content of the manifest, if it has any.
    ///
    /// # Errors
    /// If it is not; the message begins with the name of the file.
    pub fn check(&self, path: &Path, games: &[CompactGame], bytes: &[u8]) -> io::Result<()> {
        match self.content.as_ref().is_none_or(|told| *told == Content::new(games, bytes)) {
            true => Ok(()),
            false => Err(fault(path, "does not match its manifest")),
        }
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
