//! The file of a database: an SQLite table of keys and records.
//!
//! Chosen by measurement, see `docs/experiments.md`. Writes go to a log beside the file
//! (`FILE-wal`), which the next program that opens the file reads, so that a killed program loses
//! nothing. Many programs can read and write the file at once.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dolmen::board::Board;
use dolmen::search::{Known, PositionStore};
use dolmen::types::{Coord, Score};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::key::{Key, Layout, Section};
use super::record::{BLOCKED, FORCED, Record};
use crate::files::{Existing, check_output, fault};

/// What SQLite's header says of the kind of file: `Dolm`.
const APPLICATION: i32 = 0x446f_6c6d;
/// The version of keys and records.
const VERSION: i32 = 1;
/// Bytes that SQLite may take for pages of the file, and about as much again for everything else.
const CACHE: u64 = 4 << 20;
/// Memory of an open database.
pub const MEMORY: u64 = 2 * CACHE;
/// How long to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(5);

const CREATE: &str = "CREATE TABLE IF NOT EXISTS positions \
    (key BLOB NOT NULL PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID";

/// What may be done with a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read a file that exists.
    Read,
    /// Read and write; the file is created if it does not exist.
    Write,
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
    is_read_only: AtomicBool,
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
        let flags = match access {
            Access::Read => {
                // SQLite's own error would not say so.
                std::fs::File::open(path).map_err(|error| fault(path, error))?;
                OpenFlags::SQLITE_OPEN_READ_WRITE
            }
            Access::Write => {
                check_output(path, Existing::Replace)?;
                OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
            }
        };
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || -> rusqlite::Result<Connection> {
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(PATIENCE)?;
            Ok(connection)
        };
        let connection = open().map_err(|error| fault(path, error))?;
        Store::prepare(path, &connection, access)?;
        let is_read_only = AtomicBool::new(access == Access::Read);
        Ok(Store { path: path.to_path_buf(), connection: Mutex::new(connection), is_read_only })
    }

    /// Checks the kind of the file, and makes it one of this kind if it is new.
    fn prepare(path: &Path, connection: &Connection, access: Access) -> io::Result<()> {
        let number = |name: &str| {
            let read = connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
            read.map_err(|error| match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::NotADatabase) => fault(path, "no database of positions"),
                _ => fault(path, error),
            })
        };
        let tables =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0));
        let (application, version): (i32, i32) =
            (number("application_id")?, number("user_version")?);
        let is_empty = tables.is_ok_and(|count: i64| count == 0);
        let is_new = access == Access::Write && application == 0 && is_empty;
        if !is_new && application != APPLICATION {
            return Err(fault(path, "no database of positions"));
        }
        if version > VERSION {
            return Err(fault(path, "written by a newer version of the program"));
        }
        let settings = format!(
            "PRAGMA cache_size = -{}; PRAGMA synchronous = NORMAL; PRAGMA journal_mode = WAL;",
            CACHE >> 10
        );
        let first = format!(
            "BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; \
             {CREATE}; COMMIT;"
        );
        let prepared = connection.execute_batch(&settings).and_then(|()| match is_new {
            true => connection.execute_batch(&first),
            false => Ok(()),
        });
        prepared.map_err(|error| fault(path, error))
    }

    /// The name of its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether [`PositionStore::learn`] and the commands of users leave it as it is.
    pub fn is_read_only(&self) -> bool {
        self.is_read_only.load(Ordering::Relaxed)
    }

    /// Sets that.
    pub fn set_read_only(&self, is_read_only: bool) {
        self.is_read_only.store(is_read_only, Ordering::Relaxed);
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn named<T>(&self, result: rusqlite::Result<T>) -> io::Result<T> {
        result.map_err(|error| fault(&self.path, error))
    }

    /// What is known of a position.
    ///
    /// # Errors
    /// If the file cannot be read. A record that is none counts as not there.
    pub fn get(&self, key: &Key) -> io::Result<Option<Record>> {
        let connection = self.connection();
        let read = || -> rusqlite::Result<Option<Vec<u8>>> {
            let mut select =
                connection.prepare_cached("SELECT record FROM positions WHERE key = ?1")?;
            select.query_row([key.bytes()], |row| row.get(0)).optional()
        };
        Ok(self.named(read())?.and_then(|bytes| Record::from_bytes(&bytes)))
    }

    /// The moves that lead to known positions. Moves that a symmetry makes equal are all there.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn children(&self, layout: &Layout) -> io::Result<Vec<Child>> {
        let mut found = Vec::new();
        for coord in layout.moves() {
            let key = layout.after(coord).placed().key;
            if let Some(record) = self.get(&key)? {
                found.push(Child { coord, key, record });
            }
        }
        Ok(found)
    }

    /// Writes records, all or none.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put<'a>(
        &self,
        records: impl IntoIterator<Item = (&'a Key, &'a Record)>,
    ) -> io::Result<()> {
        let mut connection = self.connection();
        let write = || -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            let mut insert = transaction
                .prepare_cached("INSERT OR REPLACE INTO positions (key, record) VALUES (?1, ?2)")?;
            for (key, record) in records {
                insert.execute(params![key.bytes(), record.to_bytes()])?;
            }
            drop(insert);
            transaction.commit()
        };
        self.named(write())
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

    /// Passes all records to a function, in the order of their keys; with a prefix only keys that
    /// begin so. Bytes that are no record are passed over.
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
                if let Some(record) = record {
                    visit(key, record)?;
                }
            }
            if is_last {
                return Ok(());
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
            if !self.scan(&prefix, None, 1)?.is_empty() {
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

    /// Writes the log into the file and everything to the disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn save(&self) -> io::Result<()> {
        let connection = self.connection();
        self.named(connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)"))
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
        let learn = || -> io::Result<()> {
            let mut records = Vec::new();
            for (board, score) in proofs {
                let key = Key::of(board);
                let mut record = self.get(&key)?.unwrap_or_default();
                let proof = Record::proof(*score);
                if record.is_bettered_by(&proof) {
                    record.merge(&proof);
                    records.push((key, record));
                }
            }
            self.put(records.iter().map(|(key, record)| (key, record)))
        };
        if let Err(error) = learn() {
            log::error!("{error}");
        }
    }
}
