//! Positions of a database that follow from each other. Transpositions make them a graph, not a tree;
//! every move adds a stone, so that it has no circles.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;

use dolmen::board::Board;
use dolmen::types::{Bound, Coord, Score};

use super::import::after;
use super::key::{Key, Layout};
use super::order::moves_to;
use super::record::{LOST, Record, Source, WON};
use super::store::{Child, Store};
use super::walk::Walk;

/// What becomes of a position when what follows from another is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is deleted, with all that follows from it and from no position that stays.
    Delete,
    /// It stays, and what follows from it is not looked at.
    Keep,
    /// It stays, and the same is asked of what follows from it.
    KeepAndLookOn,
}

/// Deletes positions that follow from one, but none that also follows from a position that stays:
/// `fate` decides about the others, and whether the first position keeps texts on points that lead to
/// nothing known. Forbidden points count: users may have made notes there. Returns how many.
///
/// # Errors
/// If the database cannot be read or written.
pub fn delete_after(
    store: &Store,
    layout: &Layout,
    fate: impl Fn(&Record) -> Fate,
) -> io::Result<usize> {
    let first = layout.placed().key;
    let mut walk = Walk::new(store);
    let mut deleted: HashSet<Key> = HashSet::new();
    // Positions whose moves are to be looked at, and whether they are deleted themselves.
    let mut level: BTreeMap<Key, bool> = BTreeMap::from([(first.clone(), false)]);
    while !level.is_empty() {
        let mut next = BTreeMap::new();
        for (key, is_deleted) in &level {
            let Some(layout) = key.layout() else { continue };
            for child in walk.children_anywhere(&layout)? {
                if next.get(&child.key) == Some(&true) {
                    continue;
                }
                let fate = if *is_deleted { Fate::Delete } else { fate(&child.record) };
                match fate {
                    Fate::Keep => {}
                    Fate::Delete => {
                        // What the filter asked for is not held by what it only looks on from.
                        let is_asked = |key: &Key| !is_deleted && level.get(key) == Some(&false);
                        let is_out = |key: &Key| deleted.contains(key) || is_asked(key);
                        if !follows_from_others(store, &child.key, is_out)? {
                            next.insert(child.key, true);
                        }
                    }
                    Fate::KeepAndLookOn => {
                        next.insert(child.key, false);
                    }
                }
            }
        }
        deleted.extend(next.iter().filter(|(_, is_out)| **is_out).map(|(key, _)| key.clone()));
        level = next;
    }
    store.remove(&deleted)?;
    remove_texts_to(store, deleted.iter().filter_map(Key::layout))?;
    if fate(&Record::default()) == Fate::Delete
        && store.get(&first)?.is_some_and(|record| !record.texts.is_empty())
    {
        let (placed, mut gone) = (layout.placed(), Vec::new());
        for c in layout.free() {
            if store.get(&layout.after(c).placed().key)?.is_none() {
                gone.push(placed.point(c));
            }
        }
        store.update([(&first, ())], |known, ()| {
            let mut record = known?;
            record.texts.retain(|point, _| !gone.contains(point));
            Some(record)
        })?;
    }
    Ok(deleted.len())
}

/// Removes the texts on the moves to positions.
///
/// # Errors
/// If the database cannot be read or written.
pub fn remove_texts_to(store: &Store, layouts: impl IntoIterator<Item = Layout>) -> io::Result<()> {
    let point_before = |(before, c): (Layout, Coord)| {
        let placed = before.placed();
        let point = placed.point(c);
        (placed.key, point)
    };
    let before = layouts
        .into_iter()
        .flat_map(|layout| layout.before().map(point_before).collect::<Vec<_>>());
    store.update(before, |known, point| {
        let mut record = known?;
        record.texts.remove(&point)?;
        Some(record)
    })
}

/// Whether a position follows from a known one that is not out.
fn follows_from_others(
    store: &Store,
    key: &Key,
    is_out: impl Fn(&Key) -> bool,
) -> io::Result<bool> {
    let Some(layout) = key.layout() else { return Ok(false) };
    for (before, c) in layout.before() {
        let parent = before.placed().key;
        if !is_out(&parent) && store.get(&parent)?.is_some() && before.allows(c) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Copies the position, those on the way to it, and all that follows from it. Returns how many were
/// not there.
///
/// # Errors
/// If a database cannot be read or written.
pub fn copy_branch(from: &Store, to: &Store, board: &Board) -> io::Result<usize> {
    let mut keys: HashSet<Key> = HashSet::new();
    let mut records = Vec::new();
    let mut path = match moves_to(board) {
        Some(moves) => Board::with_moves(board.rule(), board.size(), &moves),
        None => board.clone(),
    };
    while path.ply() > 0 {
        let key = Key::of(&path);
        if let Some(record) = from.get(&key)?
            && keys.insert(key.clone())
        {
            records.push((key, record));
        }
        path.undo();
    }
    let mut walk = Walk::new(from);
    let mut open = vec![Layout::of(board)];
    while let Some(layout) = open.pop() {
        for child in walk.children(&layout)? {
            if keys.insert(child.key.clone()) {
                open.push(layout.after(child.coord));
                records.push((child.key, child.record));
            }
        }
    }
    let mut count = 0;
    to.update(records, |known, record| {
        count += usize::from(known.is_none());
        Some(merged(to, known, record))
    })?;
    Ok(count)
}

/// Adds all records of a database to another; where both know a position, what says more is kept, and
/// the texts of both. Returns how many were added or changed.
///
/// # Errors
/// If a database cannot be read or written.
pub fn merge(from: &Store, to: &Store) -> io::Result<u64> {
    const BATCH: usize = 4096;
    let mut batch: Vec<(Key, Record)> = Vec::new();
    let mut count = 0;
    let mut write = |batch: &mut Vec<(Key, Record)>| -> io::Result<()> {
        let written = count;
        let updated = to.update(batch.drain(..), |known, record| {
            let before = known.clone();
            let record = merged(to, known, record);
            let is_news = before.as_ref() != Some(&record);
            count += u64::from(is_news);
            is_news.then_some(record)
        });
        updated.map_err(|error| after(written, error))
    };
    from.for_each(&[], |key, record| {
        batch.push((key, record));
        if batch.len() < BATCH { Ok(()) } else { write(&mut batch) }
    })?;
    write(&mut batch)?;
    Ok(count)
}

/// What a database knows of a position, and a record adds to that.
pub(super) fn merged(store: &Store, known: Option<Record>, record: Record) -> Record {
    let Some(mut known) = known else { return record };
    store.count_contradiction(known.contradicts(&record));
    known.merge(&record);
    known
}

/// The values of a position whose next moves a book has searched: those of the best of them, for the
/// side to move. `None` without a move that has a value and that no user has ruled out. That a move is
/// labelled as the only one to consider changes no value: other positions lead to where it leads, too.
pub fn from_below<'a>(children: impl IntoIterator<Item = &'a Record>) -> Option<Record> {
    let playable = children.into_iter().filter(|child| child.is_playable());
    let valued = playable.filter_map(|child| child.value().map(|value| (value, child)));
    // Of equal ones the deepest: the order of the moves must not matter.
    let (value, child) = valued.min_by_key(|(value, child)| (*value, Reverse(child.depth)))?;
    let score = value.one_ply_earlier();
    // A book searches some of the moves only: that they lose is no proof.
    let record = match score.is_win() && child.is_decided() {
        true => Record::proof(score),
        false => {
            let (score, bound) = (Score::eval(score.value()), Some(Bound::Exact));
            Record { score, bound, ..Record::default() }
        }
    };
    let (depth, source) = (child.depth.saturating_add(1), Source::Book);
    Some(Record { depth, source, is_expanded: true, ..record })
}

/// An expanded position with the value that these next ones give it; `None` if that is the one it has.
pub fn renewed(record: &Record, children: &[Child]) -> Option<Record> {
    let mut new = record.clone();
    new.take_value(&from_below(children.iter().map(|child| &child.record))?);
    Some(new).filter(|new| new != record)
}

/// A record that is in the file, with a value that was computed for it. A proof that another program
/// has written meanwhile stays.
pub fn with_value(mut record: Record, new: &Record) -> Record {
    if !record.is_decided() || record.is_bettered_by(new) {
        record.take_value(new);
    }
    record
}

/// Computes the values of expanded positions that these follow from, and so on, but of none that
/// `is_done` names.
///
/// # Errors
/// If the database cannot be read or written.
pub fn back_up_before(
    store: &Store,
    mut open: BTreeSet<Key>,
    is_done: impl Fn(&Key) -> bool,
) -> io::Result<()> {
    // Those with most stones first.
    while let Some(key) = open.pop_last() {
        for (before, c) in key.layout().iter().flat_map(Layout::before) {
            let key = before.placed().key;
            if is_done(&key) {
                continue;
            }
            let known = store.get(&key)?.filter(|known| known.is_expanded && !known.is_decided());
            // Of renju this takes a board: only for positions that are known.
            let Some(known) = known.filter(|_| before.allows(c)) else { continue };
            if let Some(new) = renewed(&known, &store.children(&before)?) {
                store.update([(&key, new)], |known, new| Some(with_value(known?, &new)))?;
                open.insert(key);
            }
        }
    }
    Ok(())
}

/// Whether what a record says of the end of the game is so: a label against its score.
pub fn contradicts_itself(record: &Record) -> bool {
    let has = |test: fn(Score) -> bool| record.bound.is_some() && test(record.score);
    match record.label {
        WON => has(Score::is_win),
        LOST => has(Score::is_loss),
        _ => false,
    }
}
