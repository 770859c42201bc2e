//! What follows from many positions of a database.

use std::collections::{BTreeMap, HashMap};
use std::io;

use dolmen::types::fnv1a;

use super::key::{Key, Layout};
use super::store::{Child, Store};

/// Positions whose predecessors are found in the time that looking for the successors of one takes: a
/// stone can go to some 200 points, but only half of the stones there can be the last one.
const PRICE: usize = 32;

/// A way through a database. Of a number of stones that many positions are asked for, it reads all
/// keys once and remembers what they follow from; positions that come into the file after that are
/// not seen.
#[derive(Debug)]
pub struct Walk<'a> {
    store: &'a Store,
    /// By what their keys begin with.
    levels: HashMap<Vec<u8>, Level>,
}

/// The positions with a number of stones.
#[derive(Debug, Default)]
struct Level {
    /// Positions that were looked for one by one.
    asked: usize,
    index: Option<Index>,
}

#[derive(Debug)]
struct Index {
    keys: Vec<Key>,
    /// Sorted: the hash of a key that comes before one of those, and the number of that.
    before: Vec<(u64, u32)>,
}

impl<'a> Walk<'a> {
    /// A new one.
    pub fn new(store: &'a Store) -> Walk<'a> {
        Walk { store, levels: HashMap::new() }
    }

    /// What [`Store::children`] finds.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn children(&mut self, layout: &Layout) -> io::Result<Vec<Child>> {
        let mut children = self.children_anywhere(layout)?;
        if layout.rule.restricts(layout.side) && !children.is_empty() {
            let board = layout.board();
            children.retain(|child| !board.is_forbidden(child.coord));
        }
        Ok(children)
    }

    /// The same, forbidden points included.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn children_anywhere(&mut self, layout: &Layout) -> io::Result<Vec<Child>> {
        let prefix = layout.prefix_after();
        let level = self.levels.entry(prefix.clone()).or_default();
        if level.index.is_none() {
            level.asked += 1;
            if level.asked.is_power_of_two() {
                level.index = Index::read(self.store, &prefix, PRICE * level.asked)?;
            }
        }
        match &level.index {
            Some(index) => index.children(self.store, layout),
            None => self.store.children_at(layout, layout.free()),
        }
    }
}

impl Index {
    /// `None` if there are more keys than `most`.
    fn read(store: &Store, prefix: &[u8], most: usize) -> io::Result<Option<Index>> {
        let keys = store.keys(prefix, most + 1)?;
        if keys.len() > most {
            return Ok(None);
        }
        let mut before = Vec::new();
        for (number, key) in (0..).zip(&keys) {
            let Some(layout) = key.layout() else { continue };
            let hash = |(layout, _): (Layout, _)| fnv1a(layout.placed().key.bytes());
            before.extend(layout.before().map(|position| (hash(position), number)));
        }
        before.sort_unstable();
        before.dedup();
        Ok(Some(Index { keys, before }))
    }

    fn children(&self, store: &Store, layout: &Layout) -> io::Result<Vec<Child>> {
        let placed = layout.placed();
        let hash = fnv1a(placed.key.bytes());
        let first = self.before.partition_point(|(other, _)| *other < hash);
        let mut by_point = BTreeMap::new();
        for (_, number) in self.before[first..].iter().take_while(|(other, _)| *other == hash) {
            let key = &self.keys[*number as usize];
            for (before, c) in key.layout().iter().flat_map(Layout::before) {
                let before = before.placed();
                if before.key == placed.key {
                    by_point.insert(before.point(c), key);
                }
            }
        }
        let mut children = Vec::new();
        if by_point.is_empty() {
            return Ok(children);
        }
        for coord in layout.free() {
            if let Some(&key) = by_point.get(&placed.point(coord))
                && let Some(record) = store.get(key)?
            {
                children.push(Child { coord, key: key.clone(), record });
            }
        }
        Ok(children)
    }
}
