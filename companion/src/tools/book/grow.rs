//! Growing a book by best-first expansion: drop-out expansion (Lincke, "Strategies for the automatic
//! construction of opening books", Computers and Games 2000).
//!
//! The value of an expanded position is that of its best next move. A line costs a ply for each move,
//! and as many plies more as the move is worse than the best one of its position; the leaf at the end
//! of the cheapest line is expanded next: a search gives its best moves their values.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;

use dolmen::board::{Board, distinct_points};
use dolmen::engine::{Engine, work_off};
use dolmen::search::{Control, LastLines, Limits, Report};
use dolmen::types::{Bound, Coord, Score, fnv1a};

use crate::arena::schedule::Shard;
use crate::database::graph::from_below;
use crate::database::key::{Key, Layout};
use crate::database::record::{BLOCKED, DRAWN, Record, Source};
use crate::database::store::Store;

/// Positions that are chosen at a time, and searched in parallel: the same however many threads there
/// are, so that the book is the same.
pub const BATCH: usize = 8;
/// Plies below the first position that shards have in common; there the parts begin.
const COMMON_PLIES: usize = 2;
/// Memory of a searching engine: small, for it is emptied before each search.
const MEMORY: u64 = 32 << 20;

/// How a book grows.
#[derive(Clone, Debug)]
pub struct Growth {
    /// Positions visited to expand one.
    pub nodes: u64,
    /// First moves that get a value.
    pub width: usize,
    /// Winning chance, 0 to 1, that counts as much as a ply.
    pub drop: f64,
    /// The part of the positions that is expanded.
    pub shard: Shard,
    /// Searches at a time.
    pub threads: usize,
}

struct Node {
    key: Key,
    record: Record,
    children: Vec<usize>,
    parents: Vec<usize>,
    /// Of the cheapest line from here to a leaf; infinite if there is none.
    cost: f64,
    /// It is being searched.
    is_pending: bool,
}

impl Node {
    /// Whether a move to it may be played in a line: it has a value, and no user has ruled it out.
    fn is_playable(&self) -> bool {
        self.record.label != BLOCKED && self.record.value().is_some()
    }

    /// Winning chance of the side that moved to it.
    fn chance(&self) -> f64 {
        self.record.value().map_or(0.0, |value| (-value).win_rate())
    }
}

/// A book in memory, below one position.
pub struct Book {
    growth: Growth,
    nodes: Vec<Node>,
    by_key: HashMap<Key, usize>,
    first_stones: usize,
}

impl Book {
    /// What a database has of a book below this position.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn load(store: &Store, first: &Layout, growth: Growth) -> io::Result<Book> {
        let key = first.placed().key;
        let record = store.get(&key)?.unwrap_or_default();
        let first_stones = key.stones();
        let mut book = Book { growth, nodes: Vec::new(), by_key: HashMap::new(), first_stones };
        book.add(key, record, None);
        let mut next = 0;
        while next < book.nodes.len() {
            if book.nodes[next].record.is_expanded
                && let Some(layout) = book.nodes[next].key.layout()
            {
                for child in store.children(&layout)? {
                    book.add(child.key, child.record, Some(next));
                }
            }
            next += 1;
        }
        let all: Vec<usize> = (0..book.nodes.len()).collect();
        book.back_up(&all);
        Ok(book)
    }

    /// Adds a position, or another way to a known one.
    fn add(&mut self, key: Key, record: Record, parent: Option<usize>) -> usize {
        let new = self.nodes.len();
        let id = *self.by_key.entry(key.clone()).or_insert(new);
        if id == new {
            let (children, parents) = (Vec::new(), Vec::new());
            self.nodes.push(Node { key, record, children, parents, cost: 0.0, is_pending: false });
        }
        if let Some(parent) = parent
            && !self.nodes[id].parents.contains(&parent)
        {
            self.nodes[id].parents.push(parent);
            self.nodes[parent].children.push(id);
        }
        id
    }

    /// Links a position that was just expanded with all known ones a move later, and its children with
    /// all expanded ones a move before: as [`Book::load`] finds them, so that a book that was
    /// interrupted grows as any other.
    fn link(&mut self, id: usize, children: &[usize]) {
        let layout = self.nodes[id].key.layout();
        let after = |layout: &Layout| -> Vec<Key> {
            layout.free().into_iter().map(|c| layout.after(c).placed().key).collect()
        };
        for key in layout.iter().flat_map(after) {
            if self.by_key.contains_key(&key) {
                self.add(key, Record::default(), Some(id));
            }
        }
        for &child in children {
            let Some(layout) = self.nodes[child].key.layout() else { continue };
            for key in layout.before().map(|(before, _)| before.placed().key) {
                let parent = self.by_key.get(&key).copied();
                if let Some(parent) = parent.filter(|&p| self.nodes[p].record.is_expanded) {
                    self.add(self.nodes[child].key.clone(), Record::default(), Some(parent));
                }
            }
        }
    }

    /// Number of expanded positions.
    pub fn expanded(&self) -> usize {
        self.nodes.iter().filter(|node| node.record.is_expanded).count()
    }

    /// The value of the first position, for its side to move.
    pub fn value(&self) -> Option<Score> {
        self.nodes[0].record.value()
    }

    /// Whether this shard expands a position.
    fn is_own(&self, key: &Key) -> bool {
        let Shard { number, of } = self.growth.shard;
        key.stones() != self.first_stones + COMMON_PLIES
            || fnv1a(key.bytes()) % of as u64 == number as u64 - 1
    }

    /// Computes values and costs of these nodes and all from which they follow, those with most
    /// stones first. Returns the nodes whose values changed.
    fn back_up(&mut self, ids: &[usize]) -> BTreeSet<usize> {
        let mut open: BTreeSet<(usize, usize)> =
            ids.iter().map(|&id| (self.nodes[id].key.stones(), id)).collect();
        let mut changed = BTreeSet::new();
        while let Some((_, id)) = open.pop_last() {
            let (value, cost) = (self.nodes[id].record.clone(), self.nodes[id].cost);
            self.compute(id);
            let node = &self.nodes[id];
            let is_other = node.record != value;
            if is_other {
                changed.insert(id);
            }
            if is_other || node.cost.to_bits() != cost.to_bits() {
                open.extend(node.parents.iter().map(|&p| (self.nodes[p].key.stones(), p)));
            }
        }
        changed
    }

    /// The value and the cost of one node, from its children.
    fn compute(&mut self, id: usize) {
        let node = &self.nodes[id];
        let candidates: Vec<&Node> = node
            .children
            .iter()
            .map(|&child| &self.nodes[child])
            .filter(|child| child.is_playable())
            .collect();
        let mut record = node.record.clone();
        if record.is_expanded && !record.is_decided() {
            take_value(&mut record, from_below(candidates.iter().map(|child| &child.record)));
        }
        let is_done = record.is_decided() || node.is_pending || !self.is_own(&node.key);
        let best = candidates.iter().map(|child| child.chance()).fold(0.0, f64::max);
        let line = |child: &&Node| child.cost + 1.0 + (best - child.chance()) / self.growth.drop;
        let cost = match (is_done, record.is_expanded) {
            (true, _) => f64::INFINITY,
            (false, false) => 0.0,
            (false, true) => candidates.iter().map(line).fold(f64::INFINITY, f64::min),
        };
        (self.nodes[id].record, self.nodes[id].cost) = (record, cost);
    }

    /// The leaf at the end of the cheapest line.
    fn choose(&self) -> Option<usize> {
        let mut id = 0;
        loop {
            let node = &self.nodes[id];
            if node.cost.is_infinite() {
                return None;
            }
            if !node.record.is_expanded {
                return Some(id);
            }
            let usable = node.children.iter().copied().filter(|&c| self.nodes[c].cost.is_finite());
            let line = |c: usize| self.nodes[c].cost - self.nodes[c].chance() / self.growth.drop;
            let cheaper = |a: &usize, b: &usize| {
                line(*a)
                    .total_cmp(&line(*b))
                    .then_with(|| self.nodes[*a].key.cmp(&self.nodes[*b].key))
            };
            id = usable.filter(|&c| self.nodes[c].is_playable()).min_by(cheaper)?;
        }
    }

    /// Expands up to `most` positions, and writes what changed by it. Returns how many; none if
    /// nothing is left to expand.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn expand(&mut self, store: &Store, most: usize) -> io::Result<usize> {
        let mut chosen = Vec::new();
        while chosen.len() < most.min(BATCH)
            && let Some(id) = self.choose()
        {
            self.nodes[id].is_pending = true;
            self.back_up(&[id]);
            chosen.push(id);
        }
        let jobs: Vec<(usize, Board)> =
            chosen.iter().filter_map(|&id| Some((id, self.nodes[id].key.board()?))).collect();
        let found = search_all(&self.growth, &jobs);
        let mut changed: BTreeSet<usize> = BTreeSet::new();
        for (id, board) in jobs {
            let lines = found.get(&id).map_or(&[][..], Vec::as_slice);
            changed.extend(self.take(id, &board, lines));
        }
        for &id in &chosen {
            self.nodes[id].is_pending = false;
        }
        changed.extend(self.back_up(&chosen));
        changed.extend(&chosen);
        let records = changed.iter().map(|&id| (&self.nodes[id].key, &self.nodes[id].record));
        store.put(records)?;
        Ok(chosen.len())
    }

    /// Takes over what a search found; the nodes that are new or changed.
    fn take(&mut self, id: usize, board: &Board, lines: &[Report]) -> Vec<usize> {
        let mut changed = Vec::new();
        let record = &mut self.nodes[id].record;
        record.is_expanded = true;
        match lines.first() {
            // There is no move: the board is full.
            None => (record.label, record.source) = (DRAWN, Source::Book),
            Some(best) if best.score.is_decisive() => record.merge(&Record::proof(best.score)),
            Some(_) => {}
        }
        for line in lines {
            let mut next = board.clone();
            next.play(line.best);
            let found = child_record(line);
            let child = self.add(Key::of(&next), Record::default(), Some(id));
            self.nodes[child].record.merge(&found);
            changed.push(child);
        }
        self.link(id, &changed);
        // What was merged is no change any more where it is computed, but one for all above.
        let parents = changed.iter().flat_map(|&child| self.nodes[child].parents.clone());
        let touched: Vec<usize> = parents.chain(changed.iter().copied()).collect();
        let above = self.back_up(&touched);
        changed.extend(above);
        changed
    }
}

/// Takes over the value, and leaves texts and labels of users.
pub fn take_value(record: &mut Record, value: Option<Record>) {
    let Some(value) = value else { return };
    (record.score, record.bound) = (value.score, value.bound);
    (record.depth, record.source) = (value.depth, value.source);
    if value.is_decided() {
        record.label = value.label;
    }
}

/// What a line says of the position after its first move.
fn child_record(line: &Report) -> Record {
    if line.score.is_decisive() {
        return Record::proof(line.score.one_ply_later());
    }
    Record {
        score: -line.score,
        bound: Some(Bound::Exact),
        depth: u8::try_from(line.depth.saturating_sub(1)).unwrap_or(u8::MAX),
        source: Source::Book,
        ..Record::default()
    }
}

/// Searches positions in parallel; each result depends on its position alone.
fn search_all(growth: &Growth, jobs: &[(usize, Board)]) -> BTreeMap<usize, Vec<Report>> {
    let threads = growth.threads.clamp(1, jobs.len().max(1));
    let found = std::thread::scope(|scope| {
        let work = |part: usize| {
            let own = jobs.iter().skip(part).step_by(threads);
            let mut results = Vec::new();
            work_off(
                own,
                |_| Engine::new(MEMORY, 1),
                |engine, (_, board)| lines_of(engine, board, growth),
                |(id, _), lines| {
                    results.push((*id, lines.unwrap_or_default()));
                    true
                },
            );
            results
        };
        let workers: Vec<_> = (0..threads).map(|part| scope.spawn(move || work(part))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect::<Vec<_>>()
    });
    found.into_iter().collect()
}

/// The best first moves with their values. Of moves that a symmetry makes equal, one is searched.
fn lines_of(engine: &mut Engine, board: &Board, growth: &Growth) -> Vec<Report> {
    let distinct = distinct_points(board);
    let excluded: Vec<Coord> =
        board.empty_cells().iter().filter(|c| !distinct.contains(c)).collect();
    let (nodes, multi_pv) = (Some(growth.nodes), growth.width);
    let limits = Limits { nodes, multi_pv, excluded, ..Limits::default() };
    let mut lines = LastLines::default();
    engine.clear();
    let report = engine.think(board, &limits, &Control::new(), &mut lines);
    let complete = lines.complete();
    if complete.is_empty() { report.into_iter().collect() } else { complete }
}
