//! Drop-out expansion (Lincke, "Strategies for the automatic construction of opening books", Computers
//! and Games 2000): positions of a database below a first one grow where it matters most.
//!
//! The value of an expanded position is that of its best next move. A line costs a ply for each move,
//! and as many plies more as the move is worse than the best one of its position; the leaf at the end
//! of the cheapest line is expanded next: a search gives its best moves their values. An expanded
//! position whose known moves all lose is a leaf again, for its other moves, and one where a user has
//! since labelled a move as the only one.

pub mod candidates;
pub mod search;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::io;

use dolmen::search::{Control, PositionStore};
use dolmen::types::{Bound, Coord, Score, fnv1a};

use crate::arena::schedule::Shard;
use crate::database::graph::{back_up_before, from_below, with_value};
use crate::database::key::{Key, Layout};
use crate::database::record::{DRAWN, FORCED, Record, Source};
use crate::database::store::{Child, Store};
use crate::database::walk::Walk;
use search::{Found, Job};

/// Plies below the first position that shards have in common; there the parts begin.
const COMMON_PLIES: usize = 2;

/// How positions grow.
#[derive(Clone, Debug)]
pub struct Growth {
    /// Winning chance, 0 to 1, that counts as much as a ply.
    pub drop: f64,
    /// The part of the positions that is expanded.
    pub shard: Shard,
}

struct Node {
    key: Key,
    /// Without texts.
    record: Record,
    children: Vec<u32>,
    parents: Vec<u32>,
    /// Of the cheapest line from here to a leaf; infinite if there is none.
    cost: f64,
    /// It is being searched.
    is_pending: bool,
    /// A search found none of its moves.
    is_barren: bool,
}

impl Node {
    /// See [`Record::is_playable`].
    fn is_playable(&self) -> bool {
        self.record.is_playable()
    }

    /// Winning chance of the side that moved to it.
    fn chance(&self) -> f64 {
        self.record.value().map_or(0.0, |value| (-value).win_rate())
    }
}

/// What a database has below one position, in memory. Its nodes are what expanded positions lead to,
/// whichever of them was there first, so that it makes no difference when it was read.
pub struct Book {
    growth: Growth,
    first: Layout,
    nodes: Vec<Node>,
    by_key: HashMap<Key, u32>,
    expanded: usize,
    /// From this one on nodes are not in the database yet.
    unwritten: usize,
    /// Nodes that have changed since they were written.
    changed: BTreeSet<usize>,
}

impl Book {
    /// What a database has below this position.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn load(store: &Store, first: Layout, growth: Growth) -> io::Result<Book> {
        let key = first.placed().key;
        let known = store.get(&key)?;
        let is_new = known.is_none();
        let (nodes, by_key) = (Vec::new(), HashMap::new());
        let (expanded, unwritten, changed) = (0, 0, BTreeSet::new());
        let mut book = Book { growth, first, nodes, by_key, expanded, unwritten, changed };
        book.add(key, known.unwrap_or_default());
        // Another run may have expanded what follows.
        book.changed = book.load_from(&mut Walk::new(store), 0)?;
        book.unwritten = if is_new { 0 } else { book.nodes.len() };
        Ok(book)
    }

    /// Adds what follows from the nodes from this one on, and computes their values.
    fn load_from(&mut self, walk: &mut Walk, from: usize) -> io::Result<BTreeSet<usize>> {
        let (unwritten, mut next) = (self.unwritten..self.nodes.len(), from);
        while next < self.nodes.len() {
            if self.nodes[next].record.is_expanded {
                self.expanded += 1;
                self.link_children(walk, next)?;
            }
            next += 1;
        }
        // Those that the walk cannot find.
        unwritten.for_each(|id| self.link_parents(id));
        let new: Vec<usize> = (from..self.nodes.len()).collect();
        Ok(self.back_up(&new))
    }

    /// Adds a position, or finds it.
    fn add(&mut self, key: Key, mut record: Record) -> usize {
        let new = self.nodes.len();
        let id = *self.by_key.entry(key.clone()).or_insert(new as u32) as usize;
        if id == new {
            (record.comment, record.texts) = Default::default();
            let (children, parents) = (Vec::new(), Vec::new());
            let (cost, is_pending, is_barren) = (0.0, false, false);
            self.nodes.push(Node { key, record, children, parents, cost, is_pending, is_barren });
        }
        id
    }

    fn link(&mut self, parent: usize, child: usize) {
        if !self.nodes[child].parents.contains(&(parent as u32)) {
            self.nodes[child].parents.push(parent as u32);
            self.nodes[parent].children.push(child as u32);
        }
    }

    /// Adds the moves of an expanded position that the database knows.
    fn link_children(&mut self, walk: &mut Walk, id: usize) -> io::Result<()> {
        let Some(layout) = self.nodes[id].key.layout() else { return Ok(()) };
        for Child { key, record, .. } in walk.children(&layout)? {
            if let Some(&child) = self.by_key.get(&key) {
                self.link(id, child as usize);
            } else {
                let child = self.add(key, record);
                self.link_parents(child);
            }
        }
        Ok(())
    }

    /// Makes a new position a move of all expanded ones before it.
    fn link_parents(&mut self, id: usize) {
        let Some(layout) = self.nodes[id].key.layout() else { return };
        for (before, c) in layout.before() {
            if let Some(&parent) = self.by_key.get(&before.placed().key)
                && self.nodes[parent as usize].record.is_expanded
                && before.allows(c)
            {
                self.link(parent as usize, id);
            }
        }
    }

    /// Whether this shard expands a position.
    fn is_own(&self, key: &Key) -> bool {
        let Shard { number, of } = self.growth.shard;
        key.stones() != self.nodes[0].key.stones() + COMMON_PLIES
            || fnv1a(key.bytes()) % of as u64 == number as u64 - 1
    }

    /// Computes values and costs of these nodes, of those from which they follow, and on as long as
    /// something changes, those with most stones first. Returns the nodes whose values changed.
    fn back_up(&mut self, ids: &[usize]) -> BTreeSet<usize> {
        let mut open: BTreeSet<(usize, usize)> =
            ids.iter().map(|&id| (self.nodes[id].key.stones(), id)).collect();
        // Their own records may have been changed before.
        let given: BTreeSet<usize> = ids.iter().copied().collect();
        let mut changed = BTreeSet::new();
        while let Some((_, id)) = open.pop_last() {
            let (value, cost) = (self.nodes[id].record.clone(), self.nodes[id].cost);
            self.compute(id);
            let node = &self.nodes[id];
            let is_other = node.record != value;
            if is_other {
                changed.insert(id);
            }
            if is_other || given.contains(&id) || node.cost.to_bits() != cost.to_bits() {
                let parents = node.parents.iter().map(|&parent| parent as usize);
                open.extend(parents.map(|p| (self.nodes[p].key.stones(), p)));
            }
        }
        changed
    }

    /// All known positions after a node.
    fn below(&self, id: usize) -> impl Iterator<Item = &Node> {
        self.nodes[id].children.iter().map(|&child| &self.nodes[child as usize])
    }

    /// Those of them that are labelled as the only ones to consider, or else all, ruled out or not.
    fn children(&self, id: usize) -> Vec<usize> {
        let children = self.nodes[id].children.iter().map(|&child| child as usize);
        let is_forced = |child: usize| self.nodes[child].record.label == FORCED;
        let has_forced = children.clone().any(is_forced);
        children.filter(|&child| !has_forced || is_forced(child)).collect()
    }

    /// The value and the cost of one node, from its children.
    fn compute(&mut self, id: usize) {
        let node = &self.nodes[id];
        let children = self.children(id);
        let children = children.iter().map(|&child| &self.nodes[child]);
        let candidates = children.filter(|child| child.is_playable());
        let mut record = node.record.clone();
        if record.is_expanded
            && !record.is_decided()
            && let Some(value) = from_below(self.below(id).map(|child| &child.record))
        {
            record.take_value(&value);
        }
        // The moves of the first position are wanted even if its value is known.
        let is_decided = record.is_decided() && (record.is_expanded || id != 0);
        let is_done = is_decided || node.is_pending || !self.is_own(&node.key);
        let is_leaf = !record.is_expanded || self.is_open(id) || self.has_new_forced(id);
        let best = candidates.clone().map(Node::chance).fold(0.0, f64::max);
        let line = |child: &Node| child.cost + 1.0 + (best - child.chance()) / self.growth.drop;
        let cost = match (is_done, is_leaf) {
            (true, _) => f64::INFINITY,
            (false, true) => 0.0,
            (false, false) => candidates.map(line).fold(f64::INFINITY, f64::min),
        };
        (self.nodes[id].record, self.nodes[id].cost) = (record, cost);
    }

    /// Whether the known moves of an expanded position that is not decided are all decided: others
    /// may be better. Where a user has ruled on moves, no others are looked for.
    fn is_open(&self, id: usize) -> bool {
        let is_open = |child: &Node| child.is_playable() && !child.record.is_decided();
        !self.below(id).any(|child| is_open(child) || child.record.is_ruled())
    }

    /// Whether a user has labelled a move as the only one since the position was searched, so that it
    /// has no value.
    fn has_new_forced(&self, id: usize) -> bool {
        let is_new = |r: &Record| r.label == FORCED && r.value().is_none();
        !self.nodes[id].is_barren && self.below(id).any(|child| is_new(&child.record))
    }

    /// The leaf at the end of the cheapest line.
    fn choose(&self) -> Option<usize> {
        let mut id = 0;
        loop {
            let node = &self.nodes[id];
            if node.cost.is_infinite() {
                return None;
            }
            if node.cost == 0.0 {
                return Some(id);
            }
            let line = |child: &Node| child.cost - child.chance() / self.growth.drop;
            let cheaper = |&a: &usize, &b: &usize| {
                let (a, b) = (&self.nodes[a], &self.nodes[b]);
                line(a).total_cmp(&line(b)).then_with(|| a.key.cmp(&b.key))
            };
            let usable = self
                .children(id)
                .into_iter()
                .filter(|&c| self.nodes[c].cost.is_finite() && self.nodes[c].is_playable());
            id = usable.min_by(cheaper)?;
        }
    }

    /// What is to be searched at a node.
    fn job(&self, store: &Store, node: usize) -> Option<Job> {
        let layout = self.nodes[node].key.layout()?;
        let board = layout.board();
        let moves = self.moves(node, &layout);
        let known = moves.iter().filter(|(_, child)| self.nodes[*child].is_playable());
        let known = known.map(|(c, _)| *c);
        // What users have ruled is in the file before the position is expanded.
        let excluded = known.chain(store.excluded(&board)).collect();
        Some(Job { node, board, excluded })
    }

    /// The moves to the children of a node, which lies so; of moves that a symmetry makes equal, all.
    fn moves(&self, id: usize, layout: &Layout) -> Vec<(Coord, usize)> {
        let children = self.children(id);
        if children.is_empty() {
            return Vec::new();
        }
        let child = |c: Coord| {
            let child = *self.by_key.get(&layout.after(c).placed().key)? as usize;
            children.contains(&child).then_some((c, child))
        };
        layout.moves().into_iter().filter_map(child).collect()
    }

    /// Expands up to `most` positions, and writes what changed by it. `search` gives the first moves
    /// of each job, as [`first_moves`](search::first_moves) does, or `None` if it was stopped. Returns how many were
    /// searched; none if nothing is left to expand. What cannot be written because another program
    /// writes for seconds is written the next time, at the latest by [`Book::finish`].
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn expand(
        &mut self,
        store: &Store,
        most: usize,
        search: impl FnOnce(&[Job]) -> Vec<Option<Vec<Found>>>,
    ) -> io::Result<usize> {
        let mut jobs = Vec::new();
        while jobs.len() < most
            && let Some(job) = self.choose().and_then(|id| self.job(store, id))
        {
            self.nodes[job.node].is_pending = true;
            self.back_up(&[job.node]);
            jobs.push(job);
        }
        let found = search(&jobs);
        for job in &jobs {
            self.nodes[job.node].is_pending = false;
        }
        let mut searched = 0;
        for (job, lines) in jobs.iter().zip(found) {
            if let Some(lines) = lines {
                let changed = self.take(store, job, &lines)?;
                self.changed.extend(changed);
                searched += 1;
            }
        }
        let nodes: Vec<usize> = jobs.iter().map(|job| job.node).collect();
        let changed = self.back_up(&nodes);
        self.changed.extend(changed);
        match self.write(store) {
            Err(error) if is_busy(&error) => log::warn!("{error}; written later"),
            result => result?,
        }
        Ok(searched)
    }

    /// Writes what is not written yet, as soon as no other program writes; at once or not at all if
    /// `control` says stop.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn finish(&mut self, store: &Store, control: &Control) -> io::Result<()> {
        loop {
            match self.write(store) {
                Err(error) if is_busy(&error) && !control.is_stopped() => log::warn!("{error}"),
                result => return result,
            }
        }
    }

    /// Takes over what a search found; the nodes that are new or changed.
    fn take(&mut self, store: &Store, job: &Job, lines: &[Found]) -> io::Result<BTreeSet<usize>> {
        let (id, before) = (job.node, self.nodes.len());
        let mut changed = BTreeSet::from([id]);
        for line in lines {
            let mut next = job.board.clone();
            next.play(line.coord);
            let key = Key::of(&next);
            let child = match self.by_key.get(&key) {
                Some(&child) => child as usize,
                None => {
                    let known = store.get(&key)?.unwrap_or_default();
                    let child = self.add(key, known);
                    self.link_parents(child);
                    child
                }
            };
            self.nodes[child].record.merge(&line.record());
            changed.insert(child);
        }
        self.nodes[id].is_barren = lines.is_empty();
        let is_new = !std::mem::replace(&mut self.nodes[id].record.is_expanded, true);
        let mut walk = Walk::new(store);
        if is_new {
            self.expanded += 1;
            self.link_children(&mut walk, id)?;
        }
        changed.extend(self.load_from(&mut walk, before)?);
        match lines.first() {
            Some(best) if best.score.is_win() => {
                self.nodes[id].record.merge(&Record::proof(best.score));
            }
            Some(best) if !best.score.is_loss() => {}
            _ => self.conclude(id),
        }
        let ids: Vec<usize> = changed.iter().copied().collect();
        changed.extend(self.back_up(&ids));
        Ok(changed)
    }

    /// Decides a position, all moves of which beside the known ones lose, if these are decided.
    fn conclude(&mut self, id: usize) {
        if !self.is_open(id) {
            return;
        }
        let children = self.children(id);
        let values = children.iter().filter_map(|&child| self.nodes[child].record.value());
        match values.map(Score::one_ply_earlier).max() {
            Some(best) if best.is_decisive() => {
                self.nodes[id].record.merge(&Record::proof(best));
            }
            // Without any move the board is full.
            _ => {
                let record = &mut self.nodes[id].record;
                (record.score, record.bound) = (Score::DRAW, Some(Bound::Exact));
                (record.label, record.source) = (DRAWN, Source::Book);
            }
        }
    }

    /// Writes the values of nodes that changed. What users do meanwhile stays: texts, labels
    /// that are no results, and that a position is deleted.
    fn write(&mut self, store: &Store) -> io::Result<()> {
        if self.changed.is_empty() {
            return Ok(());
        }
        let nodes = self.changed.iter().map(|&id| {
            let Node { key, record, .. } = &self.nodes[id];
            (key, (record, id < self.unwritten))
        });
        store.update(nodes, |known, (own, was_there)| {
            if was_there && known.is_none() {
                return None;
            }
            let mut record = known.unwrap_or_default();
            record.is_expanded |= own.is_expanded;
            Some(with_value(record, own))
        })?;
        // What other runs have expanded may lead here.
        let keys = self.changed.iter().map(|&id| self.nodes[id].key.clone());
        back_up_before(store, keys.collect(), |key| self.by_key.contains_key(key))?;
        self.changed.clear();
        self.unwritten = self.nodes.len();
        Ok(())
    }
}

fn is_busy(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::ResourceBusy
}
