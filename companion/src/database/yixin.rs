//! The commands for databases of Yixin-Board and Rapfi.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dolmen::board::Board;
use dolmen::protocol::{Database, DatabaseCommand, DatabaseVerb, Info};
use dolmen::search::PositionStore;
use dolmen::types::{Bound, Coord};

use super::filter::Filter;
use super::graph::{contradicts_itself, copy_branch, delete_after, remove_texts_to};
use super::import::{self, Added, Untold};
use super::key::{Key, Layout, Section};
use super::order::moves_to;
use super::rapfi::csv;
use super::record::{FORCED, NO_LABEL, Record, Source, score};
use super::store::{Access, Store};
use super::text::{self, Written};
use crate::files::{self, Existing, fault};

/// The texts of `MESSAGE`s, or that of an `ERROR`.
type Answer = Result<Vec<String>, String>;

/// The database of a session. Without a file, until `YXSETDATABASE` names one.
#[derive(Debug, Default)]
pub struct Keeper {
    store: Option<Arc<Store>>,
    is_unused: bool,
    is_read_only: bool,
}

impl Keeper {
    /// With this database, or none yet.
    pub fn new(store: Option<Store>) -> Keeper {
        Keeper { store: store.map(Arc::new), is_unused: false, is_read_only: false }
    }

    fn open(&mut self, name: &str) -> Answer {
        let store = Store::open(Path::new(name), Access::Either).map_err(text_of)?;
        store.set_read_only(self.is_read_only);
        self.store = Some(Arc::new(store));
        Ok(vec![format!("DATABASE LOAD START {name}"), "DATABASE LOAD DONE".into()])
    }
}

impl Drop for Keeper {
    /// Closes the file: a search may hold it still when the program ends, and its log would stay.
    fn drop(&mut self) {
        if let Some(store) = &self.store {
            store.close();
        }
    }
}

fn text_of(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Database for Keeper {
    fn answer(&mut self, command: &DatabaseCommand, board: Option<&Board>) -> Answer {
        let DatabaseCommand { verb, argument, .. } = command;
        if !verb.has_moves() {
            check_name(argument)?;
        }
        if *verb == DatabaseVerb::Open {
            return self.open(argument);
        }
        let Some(store) = self.store.as_deref() else {
            return match verb.is_query() {
                true => Ok(Vec::new()),
                false => Err("no database is open: YXSETDATABASE opens one".into()),
            };
        };
        if verb.is_query() && self.is_unused {
            return Ok(Vec::new());
        }
        if is_change(*verb) && store.is_read_only() {
            return Err(format!("{} would change the database, which is read-only", verb.word()));
        }
        let Some(board) = board else { return Err("no game has been started".into()) };
        let desk = Desk { store, board, layout: Layout::of(board) };
        desk.answer(*verb, argument)
    }

    fn store(&self) -> Option<Arc<dyn PositionStore>> {
        let store = self.store.as_ref().filter(|_| !self.is_unused)?;
        Some(Arc::clone(store) as Arc<dyn PositionStore>)
    }

    fn set(&mut self, info: &Info) {
        match *info {
            Info::UseDatabase(value) => self.is_unused = value <= 0,
            Info::DatabaseReadOnly(value) => {
                self.is_read_only = value > 0;
                if let Some(store) = &self.store {
                    store.set_read_only(self.is_read_only);
                }
            }
            _ => {}
        }
    }
}

/// Refuses names of other files than were meant, and pipes: until they end, nothing else is answered,
/// not even `END`.
fn check_name(name: &str) -> Result<(), String> {
    match name.contains(char::REPLACEMENT_CHARACTER) {
        true => Err("the name of a file must be UTF-8".into()),
        false => files::check_regular(Path::new(name)).map_err(text_of),
    }
}

/// Whether a command changes the database that is open.
fn is_change(verb: DatabaseVerb) -> bool {
    use DatabaseVerb::{
        ClearBest, DeleteMoves, DeletePosition, EditLabel, EditText, EditValues, Fix, Merge,
        ReadLibrary, ReadText, SetBest,
    };
    let edits = [EditValues, EditLabel, EditText, SetBest, ClearBest];
    let others = [DeletePosition, DeleteMoves, ReadText, ReadLibrary, Merge, Fix];
    edits.contains(&verb) || others.contains(&verb)
}

/// A database and the position that a command is about.
struct Desk<'a> {
    store: &'a Store,
    board: &'a Board,
    layout: Layout,
}

impl Desk<'_> {
    fn answer(&self, verb: DatabaseVerb, argument: &str) -> Answer {
        match verb {
            DatabaseVerb::Open => Ok(Vec::new()),
            DatabaseVerb::Save => {
                let name = self.store.path().display().to_string();
                if !self.store.save().map_err(text_of)? {
                    return Err(format!("{name}: another program reads it; try again"));
                }
                Ok(vec![format!("DATABASE SAVE START {name}"), "DATABASE SAVE DONE".into()])
            }
            DatabaseVerb::QueryMoves => self.moves(),
            DatabaseVerb::QueryPosition => self.position(),
            DatabaseVerb::QueryText => self.comment(),
            DatabaseVerb::QueryMovesAndText => Ok([self.moves()?, self.comment()?].concat()),
            DatabaseVerb::EditValues => self.edit_values(argument),
            DatabaseVerb::EditLabel => self.edit_label(argument),
            DatabaseVerb::EditText => self.edit(|record| {
                record.comment = argument.replace("\r\n", "\n").trim().to_string();
            }),
            DatabaseVerb::SetBest => self.edit(|record| record.label = FORCED),
            DatabaseVerb::ClearBest => self.edit(|record| {
                if record.label == FORCED {
                    record.label = NO_LABEL;
                }
            }),
            DatabaseVerb::DeletePosition => self.delete_position(),
            DatabaseVerb::DeleteMoves => self.delete_moves(argument),
            DatabaseVerb::Check | DatabaseVerb::Fix => self.check(verb == DatabaseVerb::Fix),
            _ => {
                let lines = self.transfer(verb, argument);
                // Taken also after an error: the next command counts its own.
                let contradictions = self.store.contradictions();
                Ok(lines.map_err(text_of)?.into_iter().chain(contradictions).collect())
            }
        }
    }

    fn record(&self) -> Result<Option<Record>, String> {
        self.store.get(&self.layout.placed().key).map_err(text_of)
    }

    /// Changes the record of the position, a new one if there is none.
    fn edit(&self, change: impl Fn(&mut Record)) -> Answer {
        let edited = self.store.update([(self.layout.placed().key, ())], |known, ()| {
            let mut record = known.unwrap_or_default();
            change(&mut record);
            Some(record)
        });
        edited.map(|()| Vec::new()).map_err(text_of)
    }

    /// `DATABASE x y tag value depth bound has-comment text` for each move of which something is
    /// known; the tag is what to show, four ASCII letters in a number. A position that is looked at
    /// is known from then on, as these boards expect. Forbidden points are no exception: boards can
    /// make notes there.
    fn moves(&self) -> Answer {
        let placed = self.layout.placed();
        let record = self.record()?;
        let texts = record.as_ref().map(|record| record.texts.clone()).unwrap_or_default();
        let free = self.layout.free();
        let known = self.store.children_at(&self.layout, free.clone()).map_err(text_of)?;
        let mut lines = vec!["DATABASE REFRESH".to_string()];
        for c in free {
            let child = known.iter().find(|child| child.coord == c).map(|child| &child.record);
            let text = texts.get(&placed.point(c));
            if child.is_none() && text.is_none() {
                continue;
            }
            let nothing = Record::default();
            let record = child.unwrap_or(&nothing);
            let (tag, value, depth) = (tag(&record.display()), record.score.value(), record.depth);
            let (bound, has_comment) = (record.bound_code(), u8::from(!record.comment.is_empty()));
            let text = text.map_or("", String::as_str);
            let place = format!("DATABASE {} {}", c.x(), c.y());
            lines.push(format!("{place} {tag} {value} {depth} {bound} {has_comment} {text}"));
        }
        lines.push("DATABASE DONE".into());
        if record.is_none() && self.board.ply() > 0 && !self.store.is_read_only() {
            let is_new = |known: Option<Record>, ()| known.is_none().then(Record::default);
            if let Err(error) = self.store.update_in_passing([(&placed.key, ())], is_new) {
                log::warn!("{error}");
            }
        }
        Ok(lines)
    }

    fn position(&self) -> Answer {
        let line = match self.record()? {
            None => "DATABASE ONE 0 0 0 0".to_string(),
            Some(record) => {
                let (label, value, depth) = (record.label, record.score.value(), record.depth);
                let (bound, display) = (record.bound_code(), record.display());
                format!("DATABASE ONE {label} {value} {depth} {bound} {display}")
            }
        };
        Ok(vec![line])
    }

    fn comment(&self) -> Answer {
        let comment = self.record()?.map(|record| record.comment).unwrap_or_default();
        let quoted = comment.replace('\\', "\\\\").replace('"', "\\\"");
        Ok(vec![format!("DATABASE TEXT \"{quoted}\"")])
    }

    fn edit_values(&self, argument: &str) -> Answer {
        let numbers: Option<Vec<i32>> =
            argument.split_whitespace().map(|word| word.parse().ok()).collect();
        let Some(&[mask, label, value, depth]) = numbers.as_deref() else {
            return Err("YXEDITTVDDATABASE needs four numbers: mask label value depth".into());
        };
        let label = match u8::try_from(label).map(|label| label.to_ascii_lowercase()) {
            Ok(letter) if letter.is_ascii_graphic() => Some(letter as i8),
            _ if label == -1 || label == 0 => Some(NO_LABEL),
            _ => None,
        };
        let (Some(label), Some(score), Ok(depth)) = (label, score(value), u8::try_from(depth))
        else {
            return Err("a label is the code of a letter or -1, a value from -30000 to 30000, \
                        a depth from 0 to 255"
                .into());
        };
        self.edit(|record| {
            if mask & 1 != 0 {
                record.label = label;
            }
            if mask & 2 != 0 {
                (record.score, record.bound) = (score, Some(Bound::Exact));
            }
            if mask & 4 != 0 {
                record.depth = depth;
                record.bound = Some(Bound::Exact);
            }
            record.source = Source::User;
        })?;
        self.position()
    }

    /// `x,y text` at the position, or `text` for the last move. Without a text, it is removed.
    fn edit_label(&self, argument: &str) -> Answer {
        let (word, rest) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
        let free = |c: &Coord| self.layout.size.contains(*c) && self.board.is_empty(*c);
        let (layout, c, text) = match (point(word), self.board.last_move(0)) {
            (Some(c), _) if free(&c) => (self.layout.clone(), c, rest),
            (Some(_), _) => return Err("point is off the board or occupied".into()),
            (None, _) if is_pair(word) => return Err("point is off the board or occupied".into()),
            (None, Some(last)) => {
                let mut before = self.board.clone();
                before.undo();
                (Layout::of(&before), last.coord, argument)
            }
            (None, None) => return Err("YXEDITLABELDATABASE needs a point x,y and a text".into()),
        };
        let placed = layout.placed();
        // A move with a text is one of the database from now on.
        let next = layout.after(c).placed().key;
        let mut has_text = false;
        let edited = self.store.update([(&placed.key, true), (&next, false)], |known, is_here| {
            let is_new = known.is_none();
            let mut record = known.unwrap_or_default();
            if is_here {
                record.set_text(placed.point(c), text);
                has_text = record.texts.contains_key(&placed.point(c));
            }
            (is_here || is_new && has_text).then_some(record)
        });
        edited.map(|()| Vec::new()).map_err(text_of)
    }

    /// Removes the position, and the texts on the moves to it.
    fn delete_position(&self) -> Answer {
        let delete = || -> io::Result<()> {
            self.store.remove([&self.layout.placed().key])?;
            remove_texts_to(self.store, [self.layout.clone()])
        };
        delete().map(|()| Vec::new()).map_err(text_of)
    }

    fn delete_moves(&self, argument: &str) -> Answer {
        let filter = Filter::parse(argument)?;
        let fate = |record: &Record| filter.fate(record);
        let count = delete_after(self.store, &self.layout, fate).map_err(text_of)?;
        Ok([vec![format!("deleted {count} positions")], self.moves()?].concat())
    }

    /// Counts what is no record or contradicts itself; `fix` removes the first and the score of the
    /// second.
    fn check(&self, fix: bool) -> Answer {
        let check = || -> io::Result<Vec<String>> {
            let mut lines = self.store.faults()?;
            let (mut total, mut broken, mut wrong) = (0_u64, Vec::new(), Vec::new());
            let mut after: Option<Key> = None;
            loop {
                let batch = self.store.scan(&[], after.as_ref(), 4096)?;
                let Some((last, _)) = batch.last() else { break };
                after = Some(last.clone());
                for (key, record) in batch {
                    total += 1;
                    let is_key = key.layout().is_some_and(|layout| layout.placed().key == key);
                    match record.filter(|_| is_key) {
                        None => broken.push(key),
                        Some(record) if contradicts_itself(&record) => wrong.push((key, ())),
                        Some(_) => {}
                    }
                }
            }
            let (unreadable, contradictory) = (broken.len(), wrong.len());
            lines.push(format!(
                "{total} positions, {unreadable} unreadable, {contradictory} with a label against \
                 their value"
            ));
            if fix {
                self.store.remove(&broken)?;
                self.store.update(wrong, |known, ()| {
                    let record = known.filter(contradicts_itself)?;
                    Some(Record { bound: None, ..record })
                })?;
                lines.push(format!("fixed {}", unreadable + contradictory));
            }
            Ok(lines)
        };
        check().map_err(text_of)
    }

    /// The commands with files.
    fn transfer(&self, verb: DatabaseVerb, name: &str) -> io::Result<Vec<String>> {
        let path = Path::new(name);
        let section = Section { rule: Some(self.layout.rule), size: Some(self.layout.size) };
        let told = |count: u64, done: &str| Ok(vec![format!("{done} {count} positions: {name}")]);
        let added = |added: Added, done: &str| match added.damage {
            Some(_) => Err(fault(path, format!("{done} {added}"))),
            None => Ok(vec![format!("{done} {added}: {name}")]),
        };
        let wrote = |Written { positions, left_out }: Written| {
            let left_out = match left_out {
                0 => String::new(),
                _ => format!(" and left out {left_out} that this text cannot hold"),
            };
            Ok(vec![format!("wrote {positions} positions{left_out}: {name}")])
        };
        match verb {
            DatabaseVerb::WriteText | DatabaseVerb::WriteAllText => {
                let is_all = verb == DatabaseVerb::WriteAllText;
                let section = if is_all { Section::default() } else { section };
                wrote(write_file(path, |out| csv::write(self.store, section, out))?)
            }
            DatabaseVerb::WritePositions => {
                wrote(write_file(path, |out| text::write_positions(self.store, section, out))?)
            }
            DatabaseVerb::ReadText => added(import::read_lines(path, None, self.store)?, "read"),
            DatabaseVerb::ReadLibrary => {
                let Layout { rule, size, .. } = self.layout;
                added(import::read_library(path, None, self.store, rule, size)?, "read")
            }
            DatabaseVerb::WriteLibrary => {
                let moves = moves_to(self.board).ok_or_else(|| {
                    io::Error::other("no order of moves leads to the position on the board")
                })?;
                let start = Layout::of(&Board::new(self.layout.rule, self.layout.size));
                let (bytes, count) = text::write_library(self.store, &moves, &start)?;
                write_file(path, |file| file.write_all(&bytes))?;
                told(count as u64, "wrote")
            }
            DatabaseVerb::Split => {
                let other = Store::open(path, Access::Write)?;
                let count = copy_branch(self.store, &other, self.board)?;
                other.save()?;
                told(count as u64, "copied")
            }
            DatabaseVerb::Merge => {
                let untold = Untold { rule: Some(self.layout.rule), charset: None };
                added(import::add(path, self.store, untold)?, "merged")
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// A file that exists is kept: a slip in a dialog must not cost a file.
fn write_file<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<T>,
) -> io::Result<T> {
    if path.is_file() {
        return Err(fault(path, "exists already; choose another name"));
    }
    files::write_with(path, Existing::Keep, |file| {
        let mut output = BufWriter::new(file);
        let written = write(&mut output)?;
        output.flush().map(|()| written)
    })
}

/// Up to four ASCII letters as a number, the first one in the highest byte; -1 for none.
fn tag(display: &str) -> i32 {
    match display.is_empty() {
        true => -1,
        false => display.bytes().take(4).fold(0, |tag, letter| tag << 8 | i32::from(letter)),
    }
}

/// Whether these are two numbers, as points are written.
fn is_pair(word: &str) -> bool {
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    word.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y))
}

fn point(word: &str) -> Option<Coord> {
    let (x, y) = word.split_once(',')?;
    Coord::new(x.parse().ok()?, y.parse().ok()?)
}

/// Where a program that a board starts without arguments finds its database: beside itself, under its
/// own name with `.db`, if there is such a file.
pub fn beside(program: &Path) -> Option<PathBuf> {
    Some(program.with_extension("db")).filter(|path| path.is_file())
}
