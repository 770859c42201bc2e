//! How the file of a database is opened.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{Access, Store, log_of};
use crate::files::fault;

/// What SQLite's header says of the kind of file: `Dolm`.
const APPLICATION: i32 = 0x446f_6c6d;
/// The version of keys and records.
const VERSION: i32 = 1;
/// Bytes that SQLite may take for pages of the file.
pub(super) const CACHE: u64 = 4 << 20;
/// How long to wait for another program that writes.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// The same where a move may be due.
pub(super) const GLANCE: Duration = Duration::from_millis(20);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(20);

const NO_DATABASE: &str = "no database of positions";
const CREATE: &str = "CREATE TABLE IF NOT EXISTS positions \
    (key BLOB NOT NULL PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID";

/// Opens a database, and says whether its file cannot be written.
pub(super) fn open(path: &Path, access: Access) -> io::Result<(Connection, bool)> {
    // Whatever it is called: SQLite takes `:memory:` and `file:x?mode=memory` for no files.
    let name = std::path::absolute(path).map_err(|error| fault(path, error))?;
    let (opened, is_fixed) = match patiently(|| connect(&name, access)) {
        Err(error) if access != Access::Write && is_of_writing(&error) => {
            (connect_fixed(&name).or(Err(error)), true)
        }
        opened => (opened, false),
    };
    let (connection, header) = opened.map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            let remedy = format!("`dolmen book merge NEW.db {}` or YXDBMERGE", path.display());
            fault(path, format!("{NO_DATABASE}; {remedy} adds one of Yixin or Rapfi to another"))
        }
        _ => fault(path, error),
    })?;
    match header.fault(if is_fixed { Access::Read } else { access }) {
        Some(what) => Err(fault(path, what)),
        None => Ok((connection, is_fixed)),
    }
}

impl Store {
    /// Closes the file, whoever still holds the store: they find it empty.
    pub fn close(&self) {
        self.set_read_only(true);
        if let Ok(nothing) = Connection::open_in_memory() {
            *self.connection() = nothing;
        }
    }
}

/// What a file says of its kind.
struct Header {
    application: i32,
    version: i32,
    is_empty: bool,
}

impl Header {
    fn read(connection: &Connection) -> rusqlite::Result<Header> {
        let number = |query: &str| connection.query_row(query, [], |row| row.get(0));
        let tables = number("SELECT count(*) FROM sqlite_schema");
        let (application, version) =
            (number("PRAGMA application_id")?, number("PRAGMA user_version")?);
        Ok(Header { application, version, is_empty: tables.is_ok_and(|count: i32| count == 0) })
    }

    fn is_new(&self, access: Access) -> bool {
        access != Access::Read && self.application == 0 && self.is_empty
    }

    /// Why it cannot be used.
    fn fault(&self, access: Access) -> Option<&'static str> {
        match self {
            _ if !self.is_new(access) && self.application != APPLICATION => Some(NO_DATABASE),
            _ if self.version > VERSION => Some("written by a newer version of the program"),
            _ => None,
        }
    }
}

/// Opens a file, and makes it a database if it is new.
fn connect(path: &Path, access: Access) -> rusqlite::Result<(Connection, Header)> {
    let create = match access {
        Access::Read => OpenFlags::empty(),
        _ => OpenFlags::SQLITE_OPEN_CREATE,
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    let header = Header::read(&connection)?;
    if header.fault(access).is_none() {
        connection.execute_batch(&format!(
            "PRAGMA cache_size = -{}; PRAGMA synchronous = NORMAL; PRAGMA journal_mode = WAL;",
            CACHE >> 10
        ))?;
        if header.is_new(access) {
            connection.execute_batch(&format!(
                "BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; \
                 PRAGMA user_version = {VERSION}; {CREATE}; COMMIT;"
            ))?;
        }
    }
    Ok((connection, header))
}

/// Opens a file that cannot be written. Without a log beside it no other program has it open, and
/// none can be made.
fn connect_fixed(path: &Path) -> rusqlite::Result<(Connection, Header)> {
    let escaped = |byte: &u8| match byte {
        b'/' | b'.' | b'-' | b'_' => char::from(*byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(*byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    let name: String = path.as_os_str().as_encoded_bytes().iter().map(escaped).collect();
    let is_immutable = u8::from(!log_of(path).exists());
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let name = format!("file:{name}?immutable={is_immutable}");
    let connection = Connection::open_with_flags(name, flags)?;
    connection.busy_timeout(PATIENCE)?;
    let header = Header::read(&connection)?;
    Ok((connection, header))
}

fn is_of_writing(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

/// Tries again while another program makes the same file a database: for that switch SQLite does not
/// wait by itself.
fn patiently<T>(mut open: impl FnMut() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let begun = Instant::now();
    loop {
        match open() {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && begun.elapsed() < PATIENCE =>
            {
                std::thread::sleep(PAUSE);
            }
            opened => return opened,
        }
    }
}
