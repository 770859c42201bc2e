//! Game trees: what SGF and RenLib hold beside the moves of one line.
//!
//! The nodes lie in one list and point at each other by number, so that reading, copying and
//! dropping a tree of any depth needs no recursion.

use std::collections::{HashMap, HashSet};

use super::losses::AFTER_PASS;
use super::remark::read_comment;
use super::{Game, Place};
use dolmen::types::{Coord, Size};

/// The number of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of any tree.
    pub const ROOT: NodeId = NodeId(0);
    const NONE: NodeId = NodeId(u32::MAX);

    fn some(self) -> Option<NodeId> {
        (self != NodeId::NONE).then_some(self)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node does on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Nothing: it only holds notes.
    None,
    /// The side to move passes.
    Pass,
    /// The side to move places a stone.
    Stone(Coord),
}

/// A shape drawn on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Of the marks of RenLib this one, on the stone of the node itself.
    Cross,
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A selected point.
    Selected,
}

/// What is written at a node, apart from its move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// Text. RenLib shows its first line beside the moves.
    Comment(String),
    /// A mark on a point.
    Mark(Shape, Coord),
    /// A text on a point.
    Label(Coord, String),
    /// A property of SGF without a meaning here: its name and values.
    Property(String, Vec<String>),
    /// Flags and point of a node of RenLib that say more than the rest of the node.
    Flags(u8, u8),
    /// A label of RenLib without a point.
    Text(String),
}

#[derive(Clone, Debug)]
struct Node {
    step: Step,
    parent: NodeId,
    first: NodeId,
    last: NodeId,
    next: NodeId,
    notes: Vec<Note>,
}

/// A game with variations. The root has no move; a child is a way to go on, the first one the main
/// line. Black moves first, and moves and passes alternate.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// What holds for the whole game. Its moves, times and opened stones are those of no line:
    /// empty.
    pub head: Game,
    nodes: Vec<Node>,
}

impl GameTree {
    /// The root alone.
    pub fn new(head: Game) -> GameTree {
        let mut tree = GameTree { head, nodes: Vec::new() };
        tree.push(NodeId::NONE, Step::None);
        tree
    }

    /// A game without variations. Its times, and which moves are the opening, become comments.
    pub fn from_line(game: &Game) -> GameTree {
        let mut head = game.clone();
        (head.moves, head.times, head.opened) = (Vec::new(), Vec::new(), 0);
        let mut tree = GameTree::new(head);
        let mut at = tree.root();
        for (i, &c) in game.moves.iter().enumerate() {
            at = tree.add(at, Step::Stone(c));
            if i < game.opened {
                tree.note(at, Note::Comment("opening".into()));
            } else if let Some(ms) = game.times.get(i) {
                tree.note(at, Note::Comment(format!("{ms}ms")));
            }
        }
        tree
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// Number of nodes, at least one.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    fn push(&mut self, parent: NodeId, step: Step) -> NodeId {
        let none = NodeId::NONE;
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node {
            step,
            parent,
            first: none,
            last: none,
            next: none,
            notes: Vec::new(),
        });
        id
    }

    /// Adds a child behind those that there are.
    pub fn add(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = self.push(parent, step);
        match self.nodes[parent.index()].last.some() {
            Some(last) => self.nodes[last.index()].next = id,
            None => self.nodes[parent.index()].first = id,
        }
        self.nodes[parent.index()].last = id;
        id
    }

    /// Gives a node without a move one.
    pub(super) fn set_step(&mut self, node: NodeId, step: Step) {
        self.nodes[node.index()].step = step;
    }

    /// What the node does.
    pub fn step(&self, node: NodeId) -> Step {
        self.nodes[node.index()].step
    }

    /// The node before; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent.some()
    }

    /// The ways to go on, the main one first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.nodes[node.index()].first.some();
        std::iter::successors(first, |child| self.nodes[child.index()].next.some())
    }

    /// The child with this step.
    pub fn child(&self, node: NodeId, step: Step) -> Option<NodeId> {
        self.children(node).find(|&child| self.step(child) == step)
    }

    /// What is written at a node.
    pub fn notes(&self, node: NodeId) -> &[Note] {
        &self.nodes[node.index()].notes
    }

    /// Writes something at a node. The comment comes first; a second one is put under it.
    pub fn note(&mut self, node: NodeId, note: Note) {
        let notes = &mut self.nodes[node.index()].notes;
        // Most nodes have no second one.
        if notes.is_empty() {
            notes.reserve_exact(1);
        }
        match (note, notes.first_mut()) {
            (Note::Comment(text), Some(Note::Comment(first))) => {
                if !first.is_empty() {
                    first.push('\n');
                }
                first.push_str(&text);
            }
            (Note::Comment(text), _) => notes.insert(0, Note::Comment(text)),
            (note, _) => notes.push(note),
        }
    }

    /// Puts another comment, or none, in the place of the one of a node.
    fn set_comment(&mut self, node: NodeId, text: String) {
        let notes = &mut self.nodes[node.index()].notes;
        notes.retain(|note| !matches!(note, Note::Comment(_)));
        notes.splice(..0, (!text.is_empty()).then_some(Note::Comment(text)));
    }

    /// Takes away what is written at a node without a move, but at the root, which may say it of the
    /// game, not properties without a meaning here.
    pub(super) fn take_notes(&mut self, node: NodeId) -> Vec<Note> {
        let is_root = node == self.root();
        let Node { step, notes, .. } = &mut self.nodes[node.index()];
        let is_taken = |note: &mut Note| !is_root || !matches!(note, Note::Property(..));
        match step {
            Step::None => notes.extract_if(.., is_taken).collect(),
            _ => Vec::new(),
        }
    }

    /// The comment of a node, or nothing.
    pub fn comment(&self, node: NodeId) -> &str {
        match self.notes(node).first() {
            Some(Note::Comment(text)) => text,
            _ => "",
        }
    }

    /// All nodes, each before its children, these in their order.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&node| self.following(node))
    }

    /// The node after this one in [`GameTree::walk`].
    fn following(&self, node: NodeId) -> Option<NodeId> {
        let first = self.nodes[node.index()].first;
        let up = |node: NodeId| self.nodes[node.index()].parent.some();
        let beside = |node: NodeId| self.nodes[node.index()].next.some();
        first.some().or_else(|| std::iter::successors(Some(node), |&n| up(n)).find_map(beside))
    }

    /// The root and the first child of each node after it.
    pub fn main_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |node| self.nodes[node.index()].first.some())
    }

    /// The main line up to its end or to a pass.
    pub fn main_line(&self) -> Game {
        self.main_line_and_remarks().0
    }

    /// The main line, and the nodes whose comments are times or marks of the opening there, in order.
    pub(super) fn main_line_and_remarks(&self) -> (Game, Vec<NodeId>) {
        let (game, words) = self.main_line_and_words();
        let is_remark =
            |&(node, words): &(NodeId, &str)| words.is_empty() && !self.comment(node).is_empty();
        (game, words.into_iter().filter(is_remark).map(|(node, _)| node).collect())
    }

    /// The main line, and what is written at its nodes beside the times and marks of the opening that
    /// the game has, up to its end or to a pass.
    pub fn main_line_and_words(&self) -> (Game, Vec<(NodeId, &str)>) {
        let mut game = self.head.clone();
        let mut words = Vec::new();
        let mut nodes = self.main_nodes();
        for node in nodes.by_ref() {
            match self.step(node) {
                Step::Stone(c) => game.moves.push(c),
                Step::Pass => break,
                Step::None => {}
            }
            let comment = self.comment(node);
            words.push((node, read_comment(&mut game, comment).unwrap_or(comment)));
        }
        let is_stone = |node: &NodeId| matches!(self.step(*node), Step::Stone(_));
        game.lost.add(AFTER_PASS, nodes.filter(is_stone).count());
        if !game.times.is_empty() {
            game.times.resize(game.moves.len(), 0);
        }
        (game, words)
    }

    /// Takes the times and marks of the opening off the main line, and returns the game that has them.
    pub fn take_remarks(&mut self) -> Game {
        let (game, words) = self.main_line_and_words();
        let own = |(node, words): (NodeId, &str)| (node, words.to_string());
        let words: Vec<(NodeId, String)> = words.into_iter().map(own).collect();
        words.into_iter().for_each(|(node, words)| self.set_comment(node, words));
        game
    }

    /// The stones from the root to a node.
    pub fn path(&self, node: NodeId) -> Vec<Coord> {
        let up = std::iter::successors(Some(node), |&node| self.parent(node));
        let stone = |node| match self.step(node) {
            Step::Stone(c) => Some(c),
            _ => None,
        };
        let mut path: Vec<Coord> = up.filter_map(stone).collect();
        path.reverse();
        path
    }

    /// Whether a node, not the root, has neither a move nor a note.
    pub fn is_blank(&self, node: NodeId) -> bool {
        node != self.root() && self.step(node) == Step::None && self.notes(node).is_empty()
    }

    /// The tree without these nodes and all that follows them.
    pub fn without(mut self, nodes: &HashSet<NodeId>) -> GameTree {
        if nodes.is_empty() {
            return self;
        }
        let mut kept = GameTree::new(self.head.clone());
        let mut own: Vec<Option<NodeId>> = vec![None; self.nodes.len()];
        let order: Vec<NodeId> = self.walk().collect();
        for node in order.into_iter().filter(|node| !nodes.contains(node)) {
            let here = match self.parent(node) {
                None => Some(kept.root()),
                Some(parent) => own[parent.index()].map(|p| kept.add(p, self.step(node))),
            };
            let Some(here) = here else { continue };
            kept.nodes[here.index()].step = self.step(node);
            kept.nodes[here.index()].notes = std::mem::take(&mut self.nodes[node.index()].notes);
            own[node.index()] = Some(here);
        }
        kept
    }

    /// Number of nodes without children.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.first.some().is_none()).count()
    }

    /// Whether the board holds all stones and notes.
    pub(super) fn fits(&self, size: Size) -> bool {
        self.nodes.iter().all(|node| match node.step {
            Step::Stone(c) => size.contains(c),
            _ => true,
        })
    }
}

/// What a merged tree has.
#[derive(Default)]
struct Known {
    /// The children of all nodes by their steps.
    children: HashMap<(NodeId, Step), NodeId>,
    /// What is written at the nodes, comments as they were before they became one.
    notes: HashSet<(NodeId, Note)>,
}

impl GameTree {
    /// One tree with the nodes and notes of all, and the head of the first. Equal moves of one node
    /// become one; what is written at both is written once if it is the same. `None` of none.
    pub fn merged(trees: impl IntoIterator<Item = GameTree>) -> Option<GameTree> {
        let mut trees = trees.into_iter();
        let first = trees.next()?;
        let mut all = GameTree::new(first.head.clone());
        let mut known = Known::default();
        all.merge(first, &mut known);
        trees.for_each(|tree| all.merge(tree, &mut known));
        Some(all)
    }

    fn merge(&mut self, mut other: GameTree, known: &mut Known) {
        let mut own = vec![self.root(); other.nodes.len()];
        let order: Vec<NodeId> = other.walk().collect();
        for node in order {
            if let Some(parent) = other.parent(node) {
                let key = (own[parent.index()], other.step(node));
                let child = known.children.entry(key);
                own[node.index()] = *child.or_insert_with(|| self.add(key.0, key.1));
            }
            let here = own[node.index()];
            for note in std::mem::take(&mut other.nodes[node.index()].notes) {
                if known.notes.insert((here, note.clone())) {
                    self.note(here, note);
                }
            }
        }
    }

    /// Where in its file the game begins.
    pub fn place(&self) -> Place {
        self.head.place
    }
}

/// Two trees are equal if their nodes are, in the order of [`GameTree::walk`].
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let depths = |tree: &GameTree| -> Vec<u32> {
            let mut depths = vec![0; tree.nodes.len()];
            tree.walk()
                .map(|node| {
                    let depth = tree.parent(node).map_or(0, |p| depths[p.index()] + 1);
                    depths[node.index()] = depth;
                    depth
                })
                .collect()
        };
        let is_same = |(a, b): (NodeId, NodeId)| {
            self.step(a) == other.step(b) && self.notes(a) == other.notes(b)
        };
        let heads = (Game { place: Place::Line(1), ..self.head.clone() })
            == (Game { place: Place::Line(1), ..other.head.clone() });
        heads
            && self.nodes.len() == other.nodes.len()
            && self.walk().zip(other.walk()).all(is_same)
            && depths(self) == depths(other)
    }
}
