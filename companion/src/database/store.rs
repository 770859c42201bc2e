//! The file of a database: an SQLite table of keys and records.
//!
//! Chosen by measurement, see `docs/experiments.md`. Writes go to a log beside the file
//! (`FILE-wal`), which the next program that opens the file reads, so that a killed program loses
//! nothing. Many programs can read and write the file at once.

mod connection;

use std::borrow::Borrow;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dolmen::board::Board;
use dolmen::search::{Known, PositionStore};
use dolmen::types::{Coord, Score};
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};

use self::connection::{CACHE, GLANCE, PATIENCE};
use super::key::{Key, Layout, Section};
use super::record::{BLOCKED, FORCED, Record};
use crate::files::{Existing, check_output, fault};

/// Memory of an open database: SQLite takes as much as for pages for everything else.
pub const MEMORY: u64 = 2 * CACHE;

/// What may be done with a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read a file that exists.
    Read,
    /// Read and write; the file is created if it does not exist.
    Write,
    /// The same, but a file that cannot be written is read.
    Either,
}

/// A position that a move leads to, as a database knows it.
#[derive(Clone, Debug)]
pub struct Child {
    /// The move.
    pub coord: Coord,
    /// The position after it.
    pub key: Key,
    /// What is known of it.
    pub record: Record,
}

/// An open database.
pub struct Store {
    path: PathBuf,
    connection: Mutex<Connection>,
    /// The file cannot be written.
    is_fixed: bool,
    is_read_only: AtomicBool,
    /// What [`Store::for_each`] has passed over.
    unreadable: AtomicU64,
    /// See [`Store::contradictions`].
    contradictions: AtomicU64,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({})", self.path.display())
    }
}

impl Store {
    /// Opens a database.
    ///
    /// # Errors
    /// If the file does not exist (to be read) or cannot be created, is a link, is no database of
    /// this program or of a newer version of it; the error names it.
    pub fn open(path: &Path, access: Access) -> io::Result<Store> {
        match access {
            // SQLite's own error would not say so.
            Access::Read => drop(std::fs::File::open(path).map_err(|error| fault(path, error))?),
            _ => check_output(path, Existing::Replace)?,
        }
        let (connection, is_fixed) = connection::open(path, access)?;
        let is_read_only = AtomicBool::new(access == Access::Read || is_fixed);
        let connection = Mutex::new(connection);
        let (path, unreadable, contradictions) = (path.to_path_buf(), 0.into(), 0.into());
        Ok(Store { path, connection, is_fixed, is_read_only, unreadable, contradictions })
    }

    /// The name of its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether [`PositionStore::learn`] and the commands of users leave it as it is.
    pub fn is_read_only(&self) -> bool {
        self.is_read_only.load(Ordering::Relaxed)
    }

    /// Sets that; a file that cannot be written stays so.
    pub fn set_read_only(&self, is_read_only: bool) {
        self.is_read_only.store(is_read_only || self.is_fixed, Ordering::Relaxed);
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn named<T>(&self, result: rusqlite::Result<T>) -> io::Result<T> {
        result.map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy) => {
                let text = format!("{}: {error}", self.path.display());
                io::Error::new(io::ErrorKind::ResourceBusy, text)
            }
            _ => fault(&self.path, error),
        })
    }

    /// What is known of a position.
    ///
    /// # Errors
    /// If the file cannot be read. A record that is none counts as not there.
    pub fn get(&self, key: &Key) -> io::Result<Option<Record>> {
        self.named(known(&self.connection(), key))
    }

    /// The moves that lead to known positions. Moves that a symmetry makes equal are all there.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn children(&self, layout: &Layout) -> io::Result<Vec<Child>> {
        self.children_at(layout, layout.moves())
    }

    /// The same for these points without a stone, whether or not they are forbidden.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn children_at(&self, layout: &Layout, points: Vec<Coord>) -> io::Result<Vec<Child>> {
        let mut found = Vec::new();
        for coord in points {
            let key = layout.after(coord).placed().key;
            if let Some(record) = self.get(&key)? {
                found.push(Child { coord, key, record });
            }
        }
        Ok(found)
    }

    /// Writes records, all or none, over what is known; see [`Store::update`].
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put<'a>(
        &self,
        records: impl IntoIterator<Item = (&'a Key, &'a Record)>,
    ) -> io::Result<()> {
        self.update(records, |_, record: &Record| Some(record.clone()))
    }

    /// Changes records, all or none, and no other program writes meanwhile: `change` gets what is
    /// known of a position and what comes with its key, and says what to write; `None` leaves it.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn update<K: Borrow<Key>, T>(
        &self,
        changes: impl IntoIterator<Item = (K, T)>,
        change: impl FnMut(Option<Record>, T) -> Option<Record>,
    ) -> io::Result<()> {
        self.update_within(PATIENCE, changes, change)
    }

    /// The same for what nobody asked for: other programs that write are hardly waited for.
    ///
    /// # Errors
    /// As [`Store::update`].
    pub fn update_in_passing<K: Borrow<Key>, T>(
        &self,
        changes: impl IntoIterator<Item = (K, T)>,
        change: impl FnMut(Option<Record>, T) -> Option<Record>,
    ) -> io::Result<()> {
        self.update_within(GLANCE, changes, change)
    }

    fn update_within<K: Borrow<Key>, T>(
        &self,
        patience: Duration,
        changes: impl IntoIterator<Item = (K, T)>,
        mut change: impl FnMut(Option<Record>, T) -> Option<Record>,
    ) -> io::Result<()> {
        let mut connection = self.connection();
        let write = || -> rusqlite::Result<()> {
            connection.busy_timeout(patience)?;
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut insert = transaction
                .prepare_cached("INSERT OR REPLACE INTO positions (key, record) VALUES (?1, ?2)")?;
            for (key, news) in changes {
                let key = key.borrow();
                if let Some(record) = change(known(&transaction, key)?, news) {
                    insert.execute(params![key.bytes(), record.to_bytes()])?;
                }
            }
            drop(insert);
            transaction.commit()
        };
        let written = write();
        self.named(written.and(connection.busy_timeout(PATIENCE)))
    }

    /// Remembers whether a result that was to be written contradicts the known one, which stays.
    pub(super) fn count_contradiction(&self, is_one: bool) {
        self.contradictions.fetch_add(u64::from(is_one), Ordering::Relaxed);
    }

    /// How many such results there were since this was asked, in words; `None` without any.
    pub fn contradictions(&self) -> Option<String> {
        let count = self.contradictions.swap(0, Ordering::Relaxed);
        (count > 0).then(|| format!("results against known ones, which stay: {count}"))
    }

    /// Removes positions, all or none.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn remove<'a>(&self, keys: impl IntoIterator<Item = &'a Key>) -> io::Result<()> {
        let mut connection = self.connection();
        let write = || -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            let mut delete = transaction.prepare_cached("DELETE FROM positions WHERE key = ?1")?;
            for key in keys {
                delete.execute([key.bytes()])?;
            }
            drop(delete);
            transaction.commit()
        };
        self.named(write())
    }

    /// Up to `most` records in the order of their keys, those behind `after`; with a prefix only
    /// keys that begin so. Bytes that are no record come as `None`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn scan(
        &self,
        prefix: &[u8],
        after: Option<&Key>,
        most: usize,
    ) -> io::Result<Vec<(Key, Option<Record>)>> {
        let connection = self.connection();
        let read = || -> rusqlite::Result<Vec<(Key, Option<Record>)>> {
            let mut select = connection.prepare_cached(
                "SELECT key, record FROM positions WHERE key > ?1 ORDER BY key LIMIT ?2",
            )?;
            let after = after.map_or(prefix, Key::bytes);
            let rows = select.query_map(params![after, most as i64], |row| {
                let key = Key::from_bytes(row.get_ref(0)?.as_blob()?);
                Ok((key, Record::from_bytes(row.get_ref(1)?.as_blob()?)))
            })?;
            let is_wanted = |row: &rusqlite::Result<(Key, Option<Record>)>| {
                row.as_ref().map_or(true, |(key, _)| key.bytes().starts_with(prefix))
            };
            rows.take_while(is_wanted).collect()
        };
        self.named(read())
    }

    /// Up to `most` keys that begin so, in their order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn keys(&self, prefix: &[u8], most: usize) -> io::Result<Vec<Key>> {
        let connection = self.connection();
        let read = || -> rusqlite::Result<Vec<Key>> {
            let mut select = connection
                .prepare_cached("SELECT key FROM positions WHERE key > ?1 ORDER BY key LIMIT ?2")?;
            let keys = select.query_map(params![prefix, most as i64], |row| {
                Ok(Key::from_bytes(row.get_ref(0)?.as_blob()?))
            })?;
            let is_wanted = |key: &rusqlite::Result<Key>| {
                key.as_ref().map_or(true, |key| key.bytes().starts_with(prefix))
            };
            keys.take_while(is_wanted).collect()
        };
        self.named(read())
    }

    /// Passes all records to a function, in the order of their keys; with a prefix only keys that
    /// begin so. Bytes that are no key or no record are passed over: see [`Store::check_read`].
    ///
    /// # Errors
    /// If the file cannot be read, or the function fails.
    pub fn for_each(
        &self,
        prefix: &[u8],
        mut visit: impl FnMut(Key, Record) -> io::Result<()>,
    ) -> io::Result<()> {
        const BATCH: usize = 4096;
        let mut after: Option<Key> = None;
        loop {
            let batch = self.scan(prefix, after.as_ref(), BATCH)?;
            let is_last = batch.len() < BATCH;
            after = batch.last().map(|(key, _)| key.clone());
            for (key, record) in batch {
                match record.filter(|_| key.layout().is_some()) {
                    Some(record) => visit(key, record)?,
                    None => drop(self.unreadable.fetch_add(1, Ordering::Relaxed)),
                }
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Whether all that [`Store::for_each`] came across could be read.
    ///
    /// # Errors
    /// If not; the error says how much.
    pub fn check_read(&self) -> io::Result<()> {
        match self.unreadable.load(Ordering::Relaxed) {
            0 => Ok(()),
            count => {
                let advice = "(YXDBCHECK counts, YXDBFIX removes them)";
                Err(fault(&self.path, format!("unreadable records left out: {count} {advice}")))
            }
        }
    }

    /// Passes the records of a section to a function, as [`Store::for_each`] does.
    ///
    /// # Errors
    /// If the file cannot be read, or the function fails.
    pub fn for_each_in(
        &self,
        section: Section,
        mut visit: impl FnMut(Key, Record) -> io::Result<()>,
    ) -> io::Result<()> {
        section.prefixes().iter().try_for_each(|prefix| self.for_each(prefix, &mut visit))
    }

    /// Whether there is a position of a section.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn has_any(&self, section: Section) -> io::Result<bool> {
        for prefix in section.prefixes() {
            if !self.keys(&prefix, 1)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Number of positions.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self) -> io::Result<u64> {
        let connection = self.connection();
        let count = connection.query_row("SELECT count(*) FROM positions", [], |row| row.get(0));
        self.named(count.map(|count: i64| count.unsigned_abs()))
    }

    /// Writes the log into the file and everything to the disk; whether that was done. It is not
    /// while another program reads the file, for which it waits some seconds.
    ///
    /// # Errors
    /// If that fails.
    pub fn save(&self) -> io::Result<bool> {
        let connection = self.connection();
        let is_busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
        self.named(is_busy.map(|is_busy: bool| !is_busy))
    }

    /// What is wrong with the file, as SQLite finds it; nothing if it is sound.
    ///
    /// # Errors
    /// If it cannot be read at all.
    pub fn faults(&self) -> io::Result<Vec<String>> {
        let connection = self.connection();
        let check = || -> rusqlite::Result<Vec<String>> {
            let mut check = connection.prepare("PRAGMA integrity_check(10)")?;
            check.query_map([], |row| row.get(0))?.collect()
        };
        let found = self.named(check())?;
        Ok(found.into_iter().filter(|text| text != "ok").collect())
    }
}

/// See [`Store::get`].
fn known(connection: &Connection, key: &Key) -> rusqlite::Result<Option<Record>> {
    let mut select = connection.prepare_cached("SELECT record FROM positions WHERE key = ?1")?;
    let bytes: Option<Vec<u8>> = select.query_row([key.bytes()], |row| row.get(0)).optional()?;
    Ok(bytes.and_then(|bytes| Record::from_bytes(&bytes)))
}

/// The log of a database, a file beside it.
pub fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

impl PositionStore for Store {
    fn look_up(&self, board: &Board) -> Option<Known> {
        self.get(&Key::of(board)).unwrap_or_default()?.known()
    }

    fn excluded(&self, board: &Board) -> Vec<Coord> {
        let known = self.children(&Layout::of(board)).unwrap_or_default();
        let with = |label: i8| -> Vec<Coord> {
            let labelled = known.iter().filter(|child| child.record.label == label);
            labelled.map(|child| child.coord).collect()
        };
        let forced = with(FORCED);
        match forced.is_empty() {
            true => with(BLOCKED),
            false => board.empty_cells().iter().filter(|c| !forced.contains(c)).collect(),
        }
    }

    fn learn(&self, proofs: &[(Board, Score)]) {
        if proofs.is_empty() || self.is_read_only() {
            return;
        }
        let proofs = proofs.iter().map(|(board, score)| (Key::of(board), Record::proof(*score)));
        let is_news = |(key, proof): &(Key, Record)| {
            // What is wrong with the file is told below.
            let known = self.get(key).unwrap_or_default().unwrap_or_default();
            known.is_bettered_by(proof)
        };
        let news: Vec<(Key, Record)> = proofs.filter(is_news).collect();
        if news.is_empty() {
            return;
        }
        let learned = self.update_in_passing(news, |known, proof| {
            let mut record = known.unwrap_or_default();
            record.is_bettered_by(&proof).then(|| {
                record.merge(&proof);
                record
            })
        });
        if let Err(error) = learned {
            log::error!("{error}");
        }
    }
}
