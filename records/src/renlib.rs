//! RenLib's library of lines, a tree on a board of 15x15.
//!
//! After a header of 20 bytes each node is a point and a byte of flags, parents before their
//! children and children before the next sibling. A point is `row << 4 | column + 1` with row 0
//! at the top, where RenLib shows row 15; 0 is no stone, as at the root. Texts follow the flags:
//! a comment, whose first line a byte 8 ends, and the text on the point while the node before it is
//! shown. Such a text is a [`Note::Label`] of the node before; where there is no move to carry it,
//! the file has a leaf with [`NO_MOVE`].
//!
//! RenLib saves the way to a position without the mark of a leaf and with that of siblings which it
//! does not save, and reads to the end of the file: that ends a tree between two nodes.

use std::collections::{HashMap, VecDeque};

use super::losses::{AFTER_PASS, DOUBTFUL};
use super::text::{Charset, Decoder};
use super::tree::{GameTree, NodeId, Note, Shape, Step};
use super::{Budget, Fault, Game, Limit, Losses, MOST_GAMES, Place, RecordError};
use dolmen::types::{Coord, Rule, Size};

/// How every library begins.
pub(super) const MAGIC: &[u8] = b"\xFFRenLib\xFF";
/// Magic, version 3.4, and what is kept free.
const HEADER: [u8; 20] = *b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
/// The first byte of a library of old times, which has no header: the stone on h8.
pub(super) const HEADLESS: u8 = 0x78;
const SIDE: u8 = 15;

const HAS_SIBLING: u8 = 0x80;
const IS_LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const START: u8 = 0x04;
const NO_MOVE: u8 = 0x02;
const EXTENSION: u8 = 0x01;
/// In the second byte of an extension.
const BOARD_TEXT: u8 = 0x01;
/// Stands between the first line of a comment and the others.
const FIRST_LINE_ENDS: char = '\u{8}';

/// Of a library that is read as games.
const LINES: Limit = Limit {
    most: MOST_GAMES,
    unit: "lines, each of them a game; SGF and RenLib keep them as one tree",
};

/// Reads each path from the root to a leaf as a game. A path ends where a side passes.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Game>, RecordError> {
    let mut places = Vec::new();
    let tree = read_tree(bytes, None, |place| places.push(place))?;
    let mut games = Vec::new();
    let mut budget = Budget::default();
    // The stones and passes down to the node, and how many there are: nodes without either may be
    // any number.
    let mut path: Vec<Step> = Vec::new();
    let mut plies = vec![0_usize; tree.node_count()];
    for node in tree.walk() {
        path.truncate(tree.parent(node).map_or(0, |parent| plies[parent.index()]));
        path.extend(Some(tree.step(node)).filter(|&step| step != Step::None));
        plies[node.index()] = path.len();
        if tree.children(node).next().is_some() {
            continue;
        }
        let place = places.get(node.index()).copied().unwrap_or(Place::Byte(0));
        let stones = path.iter().map_while(|step| match step {
            Step::Stone(c) => Some(*c),
            _ => None,
        });
        let moves: Vec<Coord> = stones.collect();
        if games.len() == LINES.most {
            return Err(place.fault(Fault::TooMuch(LINES)));
        }
        budget.spend(moves.len(), place)?;
        let is_stone = |step: &&Step| matches!(step, Step::Stone(_));
        let mut lost = Losses::default();
        lost.add(AFTER_PASS, path[moves.len()..].iter().filter(is_stone).count());
        games.push(Game { place, moves, lost, ..Game::new(tree.head.size) });
    }
    Ok(games)
}

/// Reads all that is in a library.
pub(super) fn tree(bytes: &[u8], charset: Option<Charset>) -> Result<GameTree, RecordError> {
    let mut tree = read_tree(bytes, charset, |_| ())?;
    tree.head.rule = Some(Rule::Renju);
    Ok(tree)
}

/// `seen` is told the place of each node.
fn read_tree(
    bytes: &[u8],
    charset: Option<Charset>,
    mut seen: impl FnMut(Place),
) -> Result<GameTree, RecordError> {
    let at = if bytes.starts_with(MAGIC) { HEADER.len() } else { 0 };
    let mut reader = Reader { bytes, at, texts: Decoder { charset, ..Decoder::default() } };
    let size = Size::new(SIDE).ok_or(Place::Byte(0).fault(Fault::Unknown))?;
    let mut tree = GameTree::new(Game { place: Place::Byte(at), ..Game::new(size) });
    // The nodes down to the last one, each with the stones and passes up to there; for each of them
    // with a sibling still to come, how long the path is there.
    let mut path: Vec<(NodeId, usize)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    loop {
        let place = Place::Byte(reader.at);
        if !path.is_empty() && reader.at == bytes.len() {
            break;
        }
        let raw = reader.node()?;
        let is_leaf = raw.flags & IS_LEAF != 0;
        let is_root = path.is_empty() && raw.byte == 0;
        if path.is_empty() && !is_root {
            // A library may begin with its first stone.
            path.push((tree.root(), 0));
            seen(place);
        }
        if raw.flags & HAS_SIBLING != 0 && !is_root {
            open.push(path.len());
        }
        let (parent, before) = path.last().copied().unwrap_or((tree.root(), 0));
        let here = if is_root { Some(tree.root()) } else { raw.add_to(&mut tree, parent) };
        if let Some(here) = here {
            seen(place);
            path.push((here, before + usize::from(tree.step(here) != Step::None)));
            raw.write_at(&mut tree, here, (!is_root).then_some(parent));
        }
        // Nodes without a move make no line longer.
        let plies = path.last().map_or(0, |&(_, plies)| plies);
        for (count, limit) in [(plies, Limit::MOVES), (tree.node_count(), Limit::NODES)] {
            if count > limit.most {
                return Err(place.fault(Fault::TooMuch(limit)));
            }
        }
        if !is_leaf {
            continue;
        }
        match open.pop() {
            Some(length) => path.truncate(length),
            None => break,
        }
    }
    tree.head.lost.add(DOUBTFUL, reader.texts.doubtful);
    Ok(tree)
}

/// A node as it stands in the file.
struct Raw {
    byte: u8,
    flags: u8,
    point: Option<Coord>,
    comment: Option<String>,
    label: Option<String>,
}

impl Raw {
    /// A child for it, unless it is only there for its label.
    fn add_to(&self, tree: &mut GameTree, parent: NodeId) -> Option<NodeId> {
        let is_label_alone = self.flags & NO_MOVE != 0
            && self.flags & IS_LEAF != 0
            && self.flags & (MARK | START) == 0
            && self.comment.is_none();
        if let (true, Some(c), Some(label)) = (is_label_alone, self.point, &self.label) {
            tree.note(parent, Note::Label(c, label.clone()));
            return None;
        }
        let step = match self.point {
            _ if self.flags & NO_MOVE != 0 => Step::None,
            Some(c) => Step::Stone(c),
            None => Step::Pass,
        };
        Some(tree.add(parent, step))
    }

    fn write_at(self, tree: &mut GameTree, here: NodeId, parent: Option<NodeId>) {
        let mut rest = self.flags & START;
        match tree.step(here) {
            Step::Stone(c) if self.flags & MARK != 0 => {
                tree.note(here, Note::Mark(Shape::Cross, c));
            }
            _ => rest |= self.flags & MARK,
        }
        let point = if tree.step(here) == Step::None { self.byte } else { 0 };
        if rest != 0 || point != 0 {
            tree.note(here, Note::Flags(rest, point));
        }
        if let Some(comment) = self.comment {
            tree.note(here, Note::Comment(comment));
        }
        let Some(label) = self.label else { return };
        match (parent, self.point) {
            (Some(parent), Some(c)) => tree.note(parent, Note::Label(c, label)),
            _ => tree.note(here, Note::Text(label)),
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    texts: Decoder,
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, RecordError> {
        let ended = Place::Byte(self.bytes.len()).fault(Fault::Ended("the last node of its tree"));
        let byte = self.bytes.get(self.at).copied().ok_or(ended)?;
        self.at += 1;
        Ok(byte)
    }

    fn node(&mut self) -> Result<Raw, RecordError> {
        let place = Place::Byte(self.at);
        let (byte, flags) = (self.byte()?, self.byte()?);
        let mut has_label = false;
        if flags & EXTENSION != 0 {
            self.byte()?;
            has_label = self.byte()? & BOARD_TEXT != 0;
        }
        let comment = match flags {
            _ if flags & OLD_COMMENT != 0 => Some(self.old_text()?),
            _ if flags & COMMENT != 0 => Some(self.text()?),
            _ => None,
        };
        let comment = comment.map(|text| text.replacen(FIRST_LINE_ENDS, "\n", 1));
        let label = if has_label { Some(self.text()?) } else { None };
        let (column, row) = (byte & 15, byte >> 4);
        let point = SIDE.checked_sub(row + 1).zip(column.checked_sub(1));
        let point = point.and_then(|(y, x)| Coord::new(x, y));
        if point.is_none() && byte != 0 && flags & NO_MOVE == 0 {
            return Err(place.fault(Fault::Expected("a point", format!("{byte:#04x}"))));
        }
        Ok(Raw { byte, flags, point, comment, label })
    }

    /// A text ends with a zero, and takes an even number of bytes.
    fn text(&mut self) -> Result<String, RecordError> {
        let start = self.at;
        while self.byte()? != 0 {}
        let end = self.at - 1;
        self.pad(start)?;
        Ok(self.texts.decode(&self.bytes[start..end]))
    }

    /// The last letter of an old text has its highest bit set.
    fn old_text(&mut self) -> Result<String, RecordError> {
        let start = self.at;
        while self.byte()? < 0x80 {}
        let end = self.at;
        self.pad(start)?;
        let letters: Vec<u8> = self.bytes[start..end].iter().map(|&byte| byte & 0x7F).collect();
        Ok(self.texts.decode(&letters))
    }

    fn pad(&mut self, start: usize) -> Result<(), RecordError> {
        if (self.at - start) % 2 == 1 {
            self.byte()?;
        }
        Ok(())
    }
}

/// Writes games as one tree. A game that others go on from is a node inside it, and no line of
/// its own when it is read again.
pub(super) fn write(games: &[Game]) -> Result<Vec<u8>, RecordError> {
    let board = Size::new(SIDE);
    if let Some(wrong) = games.iter().find(|game| Some(game.size) != board) {
        return Err(wrong_size(wrong));
    }
    let lines = games.iter().map(|game| {
        let moves = game.moves.clone();
        GameTree::from_line(&Game { moves, place: game.place, ..Game::new(game.size) })
    });
    let nothing = || board.map(|size| GameTree::new(Game::new(size)));
    GameTree::merged(lines).or_else(nothing).map_or(Ok(Vec::new()), |tree| write_tree(&tree))
}

/// Whether a library can hold the stones of a tree.
pub(super) fn check(tree: &GameTree) -> Result<(), RecordError> {
    match tree.head.size.get() == SIDE && tree.fits(tree.head.size) {
        true => Ok(()),
        false => Err(wrong_size(&tree.head)),
    }
}

fn wrong_size(game: &Game) -> RecordError {
    let side = game.size.get();
    game.place.fault(Fault::OtherSize(format!("{side}x{side}"), SIDE))
}

/// Writes a tree. Marks and labels that it has no place for are left out, see
/// [`GameTree::losses`].
///
/// # Errors
/// If the board is not 15x15, or a stone lies outside it.
pub(super) fn write_tree(tree: &GameTree) -> Result<Vec<u8>, RecordError> {
    check(tree)?;
    let mut bytes = HEADER.to_vec();
    let mut waiting = vec![Item { node: Some(tree.root()), point: 0, label: None, flags: 0 }];
    while let Some(item) = waiting.pop() {
        let first = waiting.len();
        if let Some(node) = item.node {
            add_children(tree, node, &mut waiting);
            waiting[first..].reverse();
            if let Some(last) = waiting[first..].first_mut() {
                last.flags &= !HAS_SIBLING;
            }
        }
        let leaf = if waiting.len() == first { IS_LEAF } else { 0 };
        item.write(tree, leaf, &mut bytes);
    }
    Ok(bytes)
}

/// What is still to be written: a node, or a label without a move.
struct Item<'a> {
    node: Option<NodeId>,
    point: u8,
    label: Option<&'a str>,
    flags: u8,
}

/// The children of a node, each with the label on its point, then the other labels.
fn add_children<'a>(tree: &'a GameTree, node: NodeId, waiting: &mut Vec<Item<'a>>) {
    let labels = tree.notes(node).iter().filter_map(|note| match note {
        Note::Label(c, text) => Some((point(*c)?, &text[..])),
        _ => None,
    });
    let mut labels: Vec<Option<(u8, &str)>> = labels.map(Some).collect();
    let mut of_point: HashMap<u8, VecDeque<usize>> = HashMap::new();
    for (i, label) in labels.iter().enumerate() {
        if let Some((point, _)) = label {
            of_point.entry(*point).or_default().push_back(i);
        }
    }
    for child in tree.children(node) {
        let point = match tree.step(child) {
            Step::Stone(c) => point(c).unwrap_or(0),
            _ => 0,
        };
        let own = of_point.get_mut(&point).and_then(VecDeque::pop_front);
        let label = own.and_then(|i| labels[i].take()).map(|(_, text)| text);
        waiting.push(Item { node: Some(child), point, label, flags: HAS_SIBLING });
    }
    waiting.extend(labels.into_iter().flatten().map(|(point, text)| {
        let flags = HAS_SIBLING | NO_MOVE;
        Item { node: None, point, label: Some(text), flags }
    }));
}

impl Item<'_> {
    fn write(&self, tree: &GameTree, leaf: u8, bytes: &mut Vec<u8>) {
        let (mut point, mut flags, mut label) = (self.point, self.flags | leaf, self.label);
        let notes = self.node.map_or(&[][..], |node| tree.notes(node));
        let step = self.node.map(|node| tree.step(node));
        if step == Some(Step::None) && self.node != Some(tree.root()) {
            flags |= NO_MOVE;
        }
        for note in notes {
            match note {
                Note::Mark(Shape::Cross, c) if step == Some(Step::Stone(*c)) => flags |= MARK,
                Note::Flags(own, at) => {
                    flags |= own & (MARK | START);
                    let is_free = step == Some(Step::None) && self.node != Some(tree.root());
                    point = if is_free { *at } else { point };
                }
                Note::Text(text) => label = label.or(Some(text)),
                _ => {}
            }
        }
        let comment = self.node.map(|node| tree.comment(node)).filter(|text| !text.is_empty());
        flags |= if comment.is_some() { COMMENT } else { 0 };
        flags |= if label.is_some() { EXTENSION } else { 0 };
        bytes.extend([point, flags]);
        if label.is_some() {
            bytes.extend([0, BOARD_TEXT]);
        }
        if let Some(comment) = comment {
            let (first, rest) = comment
                .split_once('\n')
                .map_or((comment, None), |(first, rest)| (first, Some(rest.replace('\n', "\r\n"))));
            let rest = rest.map(|rest| format!("{FIRST_LINE_ENDS}{}", plain(&rest)));
            text(bytes, &(plain(first) + rest.as_deref().unwrap_or_default()));
        }
        if let Some(label) = label {
            text(bytes, &plain(label));
        }
    }
}

/// A text that nothing ends before its time.
fn plain(text: &str) -> String {
    text.replace(['\0', FIRST_LINE_ENDS], " ")
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend(text.as_bytes());
    bytes.push(0);
    if text.len().is_multiple_of(2) {
        bytes.push(0);
    }
}

/// The byte of a point.
fn point(c: Coord) -> Option<u8> {
    let row = (SIDE - 1).checked_sub(c.y())?;
    (c.x() < SIDE).then_some(row << 4 | (c.x() + 1))
}
