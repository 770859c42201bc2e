//! What files of all kinds add to a database.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use dolmen::types::{Rule, Size};
use dolmen_records::Charset;

use super::graph::{self, merged};
use super::key::Key;
use super::rapfi::{self, csv};
use super::record::Record;
use super::store::{Access, Store};
use super::text;
use crate::files::fault;

/// What an SQLite database begins with.
const SQLITE: &[u8] = b"SQLite format 3\0";
/// What a library of RenLib begins with.
const LIBRARY: &[u8] = b"\xFFRenLib\xFF";
/// What may stand before a text in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a file added to a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Positions.
    pub positions: u64,
    /// Texts with letters of another character set, which were replaced.
    pub replaced: u64,
    /// Records that no database of this program holds.
    pub left_out: u64,
    /// What is wrong with the first of them.
    pub reason: Option<String>,
    /// What of the file cannot be read: where it breaks off, or how many records.
    pub damage: Option<String>,
}

/// What files do not tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Untold {
    /// The rule of the positions of a library.
    pub rule: Option<Rule>,
    /// The character set of texts that are not UTF-8.
    pub charset: Option<Charset>,
}

impl Added {
    /// So many positions, and nothing else.
    pub fn of(positions: u64) -> Added {
        Added { positions, ..Added::default() }
    }

    pub(super) fn leave_out(&mut self, reason: impl FnOnce() -> String) {
        self.left_out += 1;
        self.reason.get_or_insert_with(reason);
    }

    /// An error if there is nothing but what cannot be used.
    pub(super) fn unless_useless(self) -> io::Result<Added> {
        match self.reason.as_ref().or(self.damage.as_ref()).filter(|_| self.positions == 0) {
            Some(reason) => {
                Err(io::Error::other(format!("no database of positions, or damaged: {reason}")))
            }
            None => Ok(self),
        }
    }
}

impl fmt::Display for Added {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions", self.positions)?;
        if self.replaced > 0 {
            write!(f, ", {} with letters of another character set", self.replaced)?;
        }
        if let Some(reason) = &self.reason {
            write!(f, ", {} left out ({reason})", self.left_out)?;
        }
        match &self.damage {
            Some(damage) => write!(f, ", damaged: {damage}"),
            None => Ok(()),
        }
    }
}

/// Records on their way into a database.
pub(super) struct Batch<'a> {
    store: &'a Store,
    records: Vec<(Key, Record)>,
    written: u64,
}

impl Batch<'_> {
    pub(super) const fn new(store: &Store) -> Batch<'_> {
        Batch { store, records: Vec::new(), written: 0 }
    }

    /// Adds a record; many are written at a time.
    pub(super) fn push(&mut self, key: Key, record: Record) -> io::Result<()> {
        self.records.push((key, record));
        if self.records.len() < 4096 { Ok(()) } else { self.write() }
    }

    /// Merges what has not been written into the database.
    pub(super) fn write(&mut self) -> io::Result<()> {
        let Batch { store, records, written } = self;
        // As the table is sorted, and stable: the order of records of one position stays.
        records.sort_by(|(a, _), (b, _)| a.cmp(b));
        let count = records.len() as u64;
        let merge = |known, record| Some(merged(store, known, record));
        store.update(records.drain(..), merge).map_err(|error| after(*written, error))?;
        *written += count;
        Ok(())
    }
}

/// An error that came when so many positions had been added: they stay.
pub(super) fn after(positions: u64, error: io::Error) -> io::Error {
    match positions {
        0 => error,
        _ => io::Error::new(error.kind(), format!("{error}, after {positions} positions")),
    }
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// A database of this program, or one that is being created.
    Own,
    /// A database of Yixin or Rapfi.
    Foreign,
    /// Lines of text.
    Text,
    /// A library of RenLib.
    Library,
    /// Games with variations.
    Sgf,
}

impl Content {
    fn of(path: &Path) -> io::Result<Content> {
        let mut start = Vec::new();
        let mut open = || File::open(path)?.take(SQLITE.len() as u64).read_to_end(&mut start);
        open().map_err(|error| fault(path, error))?;
        let text = start.strip_prefix(MARK).unwrap_or(&start).trim_ascii_start();
        // As a number of records, four letters would be more than 150 million.
        let mut letters = start.strip_prefix(MARK).unwrap_or(&start).iter().take(4);
        let is_text = letters.all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
        Ok(match &start[..] {
            [] | SQLITE => Content::Own,
            start if start.starts_with(LIBRARY) => Content::Library,
            _ if is_text && text.starts_with(b"(") => Content::Sgf,
            _ if is_text => Content::Text,
            _ => Content::Foreign,
        })
    }
}

/// Adds the positions of a database of this program, Yixin or Rapfi, of the lines of text that
/// [`read_lines`] takes, of a library of RenLib, or of SGF.
///
/// # Errors
/// If nothing in the file can be used, a library has no rule, or something cannot be read or written.
pub fn add(path: &Path, store: &Store, untold: Untold) -> io::Result<Added> {
    let Untold { rule, charset } = untold;
    match Content::of(path)? {
        Content::Own => {
            let part = Store::open(path, Access::Read)?;
            let added = Added::of(graph::merge(&part, store)?);
            Ok(Added { damage: part.check_read().err().map(|error| error.to_string()), ..added })
        }
        Content::Foreign => rapfi::merge(path, charset, store),
        Content::Text => read_lines(path, charset, store),
        Content::Library => {
            let unknown = || fault(path, "a library does not tell its rule: --rule does");
            let rule = rule.ok_or_else(unknown)?;
            read_library(path, charset, store, rule, Size::USUAL)
        }
        Content::Sgf => read_library(path, charset, store, rule, None),
    }
}

/// Adds the positions of Rapfi's lines of text or of the lines of JSON that this program writes.
///
/// # Errors
/// If no line is a position, or something cannot be read or written; the error names the file.
pub fn read_lines(path: &Path, charset: Option<Charset>, store: &Store) -> io::Result<Added> {
    let read = || {
        let bytes = fs::read(path)?;
        let (lines, is_whole) = decoded(&bytes, charset);
        if !is_whole && charset.is_none() {
            let error = "letters that are not UTF-8: `dolmen book merge --charset NAME` reads them";
            return Err(io::Error::other(error));
        }
        let lines = lines.trim_start_matches('\u{FEFF}');
        let added = match csv::is_csv(lines) {
            true => csv::read(store, lines),
            false => text::read_text(store, lines),
        }?;
        Ok(Added { replaced: u64::from(!is_whole), ..added })
    };
    read().map_err(|error| fault(path, error))
}

/// Adds the positions of a library of RenLib, or SGF, under this rule on boards of this size; what is
/// not given is as the file has it.
///
/// # Errors
/// If it is none, a board has another size, no rule is told, or something cannot be read or written;
/// the error names the file.
pub fn read_library(
    path: &Path,
    charset: Option<Charset>,
    store: &Store,
    rule: impl Into<Option<Rule>>,
    size: impl Into<Option<Size>>,
) -> io::Result<Added> {
    let read = || text::read_library(store, &fs::read(path)?, charset, rule, size);
    read().map(Added::of).map_err(|error| fault(path, error))
}

/// UTF-8 if the bytes are that, else in this character set; and whether no letter was replaced.
pub(super) fn decoded(bytes: &[u8], charset: Option<Charset>) -> (String, bool) {
    match (str::from_utf8(bytes), charset) {
        (Ok(text), _) => (text.to_string(), true),
        (Err(_), Some(charset)) => charset.decode(bytes),
        (Err(_), None) => (String::from_utf8_lossy(bytes).into_owned(), false),
    }
}
