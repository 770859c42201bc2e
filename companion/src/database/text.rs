//! Databases as other files: one JSON object a line, lines of moves, RenLib's libraries.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};

use dolmen::types::{Bound, Color, Coord, Rule, Score, Size, parse_stones};
use dolmen_records::{
    Charset, Format, Game, GameTree, NodeId, Note, Step, read_trees_in, write_trees,
};
use serde::{Deserialize, Serialize};

use super::import::{Added, Batch};
use super::key::{Key, Layout, Section, point_of};
use super::order::order_of;
use super::record::{LOST, NO_LABEL, Record, Source, WON, score};
use super::store::{Child, Store};
use super::walk::Walk;

/// Nodes of a library that is written at most.
const MOST_NODES: usize = 1_000_000;

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Positions.
    pub positions: u64,
    /// Positions that the form cannot hold.
    pub left_out: u64,
}

/// A record as a line of text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    rule: String,
    size: u8,
    black: String,
    white: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    dead: String,
    to_move: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<char>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bound: Option<String>,
    #[serde(default)]
    depth: u8,
    source: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    expanded: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    texts: BTreeMap<String, String>,
}

const BOUNDS: [(Bound, &str); 3] =
    [(Bound::Upper, "upper"), (Bound::Lower, "lower"), (Bound::Exact, "exact")];

impl Line {
    fn new(layout: &Layout, record: &Record) -> Line {
        let names = |group: &[Coord]| group.iter().map(Coord::to_string).collect::<String>();
        let [black, white, dead] = &layout.groups;
        let text = |(point, text): (&u16, &String)| {
            let c = point_of(usize::from(*point), layout.size)?;
            Some((c.to_string(), text.clone()))
        };
        let bound = record.bound.and_then(|bound| BOUNDS.iter().find(|(b, _)| *b == bound));
        Line {
            rule: layout.rule.name().to_string(),
            size: layout.size.get(),
            black: names(black),
            white: names(white),
            dead: names(dead),
            to_move: layout.side.name().to_string(),
            label: (record.label > 0).then_some(char::from(record.label as u8)),
            score: record.bound.map(|_| record.score.value()),
            bound: bound.map(|(_, name)| (*name).to_string()),
            depth: record.depth,
            source: record.source.name().to_string(),
            expanded: record.is_expanded,
            comment: record.comment.clone(),
            texts: record.texts.iter().filter_map(text).collect(),
        }
    }

    fn read(&self) -> Result<(Key, Record), String> {
        let rule = self.rule.parse::<Rule>().map_err(|_| expected("a rule", &self.rule))?;
        let size = Size::new(self.size);
        let size = size.ok_or_else(|| expected("a size", &self.size.to_string()))?;
        let stones = |text: &str| parse_stones(text).map_err(|_| expected("points", text));
        let groups = [stones(&self.black)?, stones(&self.white)?, stones(&self.dead)?];
        let side = Color::ALL.into_iter().find(|side| side.name() == self.to_move);
        let side = side.ok_or_else(|| expected("black or white to move", &self.to_move))?;
        let all = groups.concat();
        if let Some(c) = all.iter().find(|c| !size.contains(**c)) {
            return Err(format!("{c} is off a board of {size}x{size}"));
        }
        if all.iter().collect::<HashSet<_>>().len() < all.len() {
            return Err("two stones at a point".into());
        }
        let placed = Layout { rule, size, side, groups }.placed();
        let known = |name: &String| {
            let known = BOUNDS.iter().find(|(_, known)| known == name);
            known.map(|(bound, _)| *bound).ok_or_else(|| expected("a bound", name))
        };
        let letter = |label: char| match label.is_ascii_graphic() {
            true => Ok(label as i8),
            false => Err(expected("a label", &label.to_string())),
        };
        let value = self.score.unwrap_or_default();
        let source = Source::ALL.into_iter().find(|source| source.name() == self.source);
        let mut record = Record {
            label: self.label.map_or(Ok(NO_LABEL), letter)?,
            score: score(value).ok_or_else(|| expected("a score", &value.to_string()))?,
            bound: self.bound.as_ref().map(known).transpose()?,
            depth: self.depth,
            source: source.ok_or_else(|| expected("a source", &self.source))?,
            is_expanded: self.expanded,
            comment: self.comment.clone(),
            texts: BTreeMap::new(),
        };
        for (name, text) in &self.texts {
            let c = stones(name)?.first().copied().filter(|c| size.contains(*c));
            record.set_text(placed.point(c.ok_or_else(|| expected("a point", name))?), text);
        }
        Ok((placed.key, record))
    }
}

/// The reason why something else than expected cannot be read.
pub(super) fn expected(what: &str, found: &str) -> String {
    format!("expected {what}, found {:?}", found.chars().take(40).collect::<String>())
}

/// Writes the records of a section, one JSON object a line. Returns how many.
///
/// # Errors
/// If the database cannot be read or the output fails.
pub fn write_text(store: &Store, section: Section, output: &mut impl Write) -> io::Result<u64> {
    let mut count = 0;
    store.for_each_in(section, |key, record| {
        let Some(layout) = key.layout() else { return Ok(()) };
        serde_json::to_writer(&mut *output, &Line::new(&layout, &record))?;
        output.write_all(b"\n")?;
        count += 1;
        Ok(())
    })?;
    Ok(count)
}

/// Adds records from lines that [`write_text`] wrote. Lines that are no records are left out.
///
/// # Errors
/// If no line is one, or the database cannot be read or written.
pub fn read_text(store: &Store, text: &str) -> io::Result<Added> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    // Without the place inside the line.
    let told = |error: serde_json::Error| match error.to_string().split_once(" at line ") {
        Some((what, _)) => what.to_string(),
        None => error.to_string(),
    };
    add_lines(store, lines, |line| serde_json::from_str::<Line>(line).map_err(told)?.read())
}

/// Adds the records of numbered lines, as [`read_text`] does.
pub(super) fn add_lines<'a>(
    store: &Store,
    lines: impl Iterator<Item = (usize, &'a str)>,
    read: impl Fn(&str) -> Result<(Key, Record), String>,
) -> io::Result<Added> {
    let (mut batch, mut added) = (Batch::new(store), Added::default());
    for (number, line) in lines {
        match read(line) {
            Ok((key, record)) => {
                added.positions += 1;
                batch.push(key, record)?;
            }
            Err(reason) => added.leave_out(|| format!("line {number}: {reason}")),
        }
    }
    batch.write()?;
    added.unless_useless()
}

/// Writes the positions of a section as lines `RULE SIZE MOVES`, those that a game without passes and
/// fouls leads to; others are left out.
///
/// # Errors
/// If the database cannot be read or the output fails.
pub fn write_positions(
    store: &Store,
    section: Section,
    output: &mut impl Write,
) -> io::Result<Written> {
    let mut written = Written::default();
    store.for_each_in(section, |key, _| {
        let Some(layout) = key.layout() else { return Ok(()) };
        let Some(moves) = order_of(&layout) else {
            written.left_out += 1;
            return Ok(());
        };
        let moves: String = moves.iter().map(Coord::to_string).collect();
        written.positions += 1;
        writeln!(output, "{} {} {moves}", layout.rule.name(), layout.size.get())
    })?;
    Ok(written)
}

/// Adds the positions of a library of RenLib (or a game tree in another format), under the rule and on
/// boards of the size that are given, or else of the file: a text `W12` or `L12` on a move says that it
/// wins or loses by move 12, `v34` is its score; `W` and `L` alone say so too, unless other moves there
/// have letters. Other texts and comments are kept. Returns the number of positions.
///
/// # Errors
/// If it is no such file, a size is another, no rule is told, or the database cannot be read or written.
pub fn read_library(
    store: &Store,
    bytes: &[u8],
    charset: Option<Charset>,
    rule: impl Into<Option<Rule>>,
    size: impl Into<Option<Size>>,
) -> io::Result<u64> {
    let (rule, size) = (rule.into(), size.into());
    // Libraries of old times have no header, only the stone on h8.
    let hint = bytes.starts_with(b"\x78").then_some(Format::Lib);
    let read = read_trees_in(bytes, charset, hint, size.unwrap_or(Size::USUAL))
        .map_err(io::Error::other)?;
    let unknown = || io::Error::other("neither a library of RenLib nor SGF");
    let (_, (trees, errors)) = read.ok_or_else(unknown)?;
    if let Some(error) = errors.into_iter().next() {
        return Err(io::Error::other(error.to_string()));
    }
    let empty = |tree: &GameTree| {
        let untold = || io::Error::other("does not tell its rule: --rule does");
        let (rule, own) = (rule.or(tree.head.rule).ok_or_else(untold)?, tree.head.size);
        if size.is_some_and(|size| size != own) {
            return Err(io::Error::other(format!("for boards of {own}x{own}")));
        }
        Ok(Layout { rule, size: own, side: Color::Black, groups: Default::default() })
    };
    // All or nothing: before the first position is written.
    let starts = trees.iter().map(empty).collect::<io::Result<Vec<_>>>()?;
    let mut batch = Batch::new(store);
    let mut count = 0;
    for (tree, empty) in trees.into_iter().zip(starts) {
        let words: HashMap<NodeId, &str> = tree.main_line_and_words().1.into_iter().collect();
        // The position at each node from the root on.
        let mut path: Vec<(NodeId, Option<Layout>)> = vec![(tree.root(), Some(empty))];
        for node in tree.walk() {
            let Some(layout) = follow(&tree, node, &mut path) else { continue };
            let (mut record, results) = read_notes(&layout, tree.notes(node));
            if let Some(words) = words.get(&node) {
                record.comment = told(words);
            }
            batch.push(layout.placed().key, record)?;
            results.into_iter().try_for_each(|(key, record)| batch.push(key, record))?;
            count += 1;
        }
    }
    batch.write()?;
    Ok(count)
}

/// The position at the next node of a walk, of which the path has those before it; `None` at and
/// behind a move that cannot be made.
fn follow(
    tree: &GameTree,
    node: NodeId,
    path: &mut Vec<(NodeId, Option<Layout>)>,
) -> Option<Layout> {
    let Some(parent) = tree.parent(node) else { return path.first()?.1.clone() };
    while path.last()?.0 != parent {
        path.pop();
    }
    let is_free = |layout: &Layout, c| {
        layout.size.contains(c) && !layout.groups.iter().any(|group| group.contains(&c))
    };
    let layout = path.last()?.1.as_ref().and_then(|before| match tree.step(node) {
        Step::Stone(c) => is_free(before, c).then(|| before.after(c)),
        Step::Pass => Some(Layout { side: !before.side, ..before.clone() }),
        Step::None => Some(before.clone()),
    });
    path.push((node, layout.clone()));
    layout
}

/// A comment as a database has it.
fn told(comment: &str) -> String {
    comment.replace("\r\n", "\n")
}

/// What notes say of a position, and of those that its moves lead to.
fn read_notes(layout: &Layout, notes: &[Note]) -> (Record, Vec<(Key, Record)>) {
    let mut record = Record::default();
    let mut results = Vec::new();
    let placed = layout.placed();
    let stones = layout.groups[0].len() + layout.groups[1].len();
    let is_lettered = notes.iter().any(|note| match note {
        Note::Label(_, text) => is_letter(text) && !matches!(&text[..], "W" | "L"),
        _ => false,
    });
    for note in notes {
        match note {
            Note::Comment(text) => record.comment = told(text),
            Note::Label(c, text) if layout.size.contains(*c) => {
                match read_result(text, stones + 1).filter(|_| !(is_lettered && is_letter(text))) {
                    Some(result) if !layout.groups.iter().any(|group| group.contains(c)) => {
                        results.push((layout.after(*c).placed().key, result));
                    }
                    _ => {
                        record.set_text(placed.point(*c), text);
                    }
                }
            }
            _ => {}
        }
    }
    (record, results)
}

/// Whether a text is one of the letters that name moves.
fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// What a text on a move says of the position after it, which has so many stones.
fn read_result(text: &str, stones: usize) -> Option<Record> {
    let (first, rest) = (text.chars().next()?, text.get(1..)?);
    let plies = rest.parse::<usize>().ok().and_then(|last| last.checked_sub(stones));
    let plies = plies.filter(|plies| (1..500).contains(plies));
    if !(rest.is_empty() || rest == "*" || rest.parse::<i32>().is_ok()) {
        return None;
    }
    let record = match (first, plies) {
        ('W', Some(plies)) => Record::proof(Score::loss_in(plies)),
        ('L', Some(plies)) => Record::proof(Score::win_in(plies)),
        ('W', None) => Record { label: WON, ..Record::default() },
        ('L', None) => Record { label: LOST, ..Record::default() },
        ('v', _) => {
            let score = Score::eval(rest.parse::<i32>().ok()?.checked_neg()?);
            Record { score, bound: Some(Bound::Exact), ..Record::default() }
        }
        _ => return None,
    };
    Some(Record { source: Source::Import, ..record })
}

/// A move to be written in a library, and the position after it.
struct Open {
    parent: NodeId,
    child: Child,
    layout: Layout,
}

/// The moves of a game and what the database knows to follow, as a library of RenLib. What follows
/// from a position is written where it comes first. Returns its bytes and the number of positions.
///
/// # Errors
/// If the board is not 15x15, the positions are more than a library should have, or the database
/// cannot be read.
pub fn write_library(
    store: &Store,
    moves: &[Coord],
    start: &Layout,
) -> io::Result<(Vec<u8>, usize)> {
    let mut tree = GameTree::new(Game { rule: Some(start.rule), ..Game::new(start.size) });
    let (mut at, mut layout) = (tree.root(), start.clone());
    for &c in moves {
        at = tree.add(at, Step::Stone(c));
        layout = layout.after(c);
    }
    let mut seen = HashSet::from([layout.placed().key]);
    let record = store.get(&layout.placed().key)?.unwrap_or_default();
    let stones = layout.groups[0].len() + layout.groups[1].len();
    if let (Some(before), Some(&c), Some(text)) =
        (tree.parent(at), moves.last(), result_text(&record, stones))
    {
        tree.note(before, Note::Label(c, text));
    }
    let mut walk = Walk::new(store);
    let mut open = write_node(&mut walk, &mut tree, at, &layout, &record)?;
    while let Some(Open { parent, child, layout }) = open.pop() {
        let node = tree.add(parent, Step::Stone(child.coord));
        if tree.node_count() > MOST_NODES {
            let text = format!("more than {MOST_NODES} positions follow: too many for a library");
            return Err(io::Error::other(text));
        }
        if seen.insert(child.key.clone()) {
            open.extend(write_node(&mut walk, &mut tree, node, &layout, &child.record)?);
        }
    }
    let positions = seen.len();
    let bytes = write_trees(Format::Lib, vec![tree]).map_err(io::Error::other)?;
    Ok((bytes, positions))
}

/// Writes what is known of a position and its next moves; those that are to follow, the last first.
fn write_node(
    walk: &mut Walk,
    tree: &mut GameTree,
    node: NodeId,
    layout: &Layout,
    record: &Record,
) -> io::Result<Vec<Open>> {
    if !record.comment.is_empty() {
        tree.note(node, Note::Comment(record.comment.clone()));
    }
    let placed = layout.placed();
    let stones = layout.groups[0].len() + layout.groups[1].len();
    // Of moves that a symmetry makes equal, one is enough.
    let mut keys = HashSet::new();
    let mut open = Vec::new();
    for child in walk.children(layout)? {
        if keys.insert(child.key.clone()) {
            if let Some(text) = result_text(&child.record, stones + 1) {
                tree.note(node, Note::Label(child.coord, text));
            }
            open.push(Open { parent: node, layout: layout.after(child.coord), child });
        }
    }
    let mut texts: BTreeMap<u16, &String> = record.texts.iter().map(|(p, t)| (*p, t)).collect();
    for c in layout.free() {
        if let Some(text) = texts.remove(&placed.point(c)) {
            tree.note(node, Note::Label(c, text.clone()));
        }
    }
    open.reverse();
    Ok(open)
}

/// The inverse of [`read_result`].
fn result_text(record: &Record, stones: usize) -> Option<String> {
    let letter = match record.label {
        WON => 'W',
        LOST => 'L',
        _ if record.bound == Some(Bound::Exact) => {
            return Some(format!("v{}", (-record.score).value()));
        }
        _ => return None,
    };
    let plies = record.score.distance().filter(|_| record.bound.is_some());
    Some(plies.map_or(format!("{letter}*"), |plies| format!("{letter}{}", stones + plies)))
}
