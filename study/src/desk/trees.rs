//! Games with their variations and comments.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::Answer;
use super::call::GameFields;
use super::games::{GameFile, MOST_GAMES, default_rule, tell};
use crate::phrase::Phrase;
use crate::query::position::{points, read_rule};
use dolmen::types::{Coord, Rule, Size};
use dolmen_records::{Format, Game, GameTree, NodeId, Note, Step, is_remark};

/// Most moves of a file that are told.
const MOST_NODES: usize = 100_000;

/// The games of a file, each with `nodes`: its moves, those of variations too. The rule is that of
/// games that name none.
pub fn read(bytes: &str, name: Option<&str>, rule: Option<&Value>) -> Answer {
    let file = GameFile::new(bytes, name)?;
    let rule = rule.map(|rule| read_rule(Some(rule))).transpose()?;
    let (format, trees, mut unread) = trees_of(&file)?;
    let mut room = MOST_NODES;
    let told = trees.into_iter().take(MOST_GAMES).map(|mut tree| {
        tree.head.rule = tree.head.rule.or(default_rule(format)).or(rule);
        let told = Told::new(tree, std::mem::take(&mut unread), room);
        room -= told.moves.len();
        told.json(format.counts_from_top())
    });
    Ok(told.collect())
}

/// The trees of a file, and the number of variations that could not be read.
fn trees_of(file: &GameFile) -> Result<(Format, Vec<GameTree>, usize), Phrase> {
    // A file whose variations are damaged still has main lines.
    let read = dolmen_records::read_trees(&file.bytes, file.hint, Size::USUAL);
    if let Ok(Some((format, (trees, faults)))) = read {
        return Ok((format, trees, faults.len()));
    }
    let (format, games) = file.games()?;
    Ok((format, games.iter().map(GameTree::from_line).collect(), 0))
}

/// A tree as it is told.
struct Told {
    /// The main line.
    game: Game,
    moves: Vec<ToldMove>,
    /// What is written at the start.
    comment: String,
    left_out: usize,
    /// Moves for which there was no room.
    cut: usize,
}

struct ToldMove {
    point: Coord,
    after: Option<usize>,
    comment: String,
}

impl Told {
    /// At most `room` moves of a tree. Passes and moves that cannot be played are left out with all
    /// that follows them.
    fn new(tree: GameTree, unread: usize, room: usize) -> Told {
        let (game, words) = tree.main_line_and_words();
        let nodes = tree.node_count();
        let verdict = tree.check(game.rule.unwrap_or(Rule::Freestyle));
        let passes = tree.walk().filter(|&node| tree.step(node) == Step::Pass);
        let unplayable = verdict.faults.iter().map(|&(node, _)| node);
        let unfit: HashSet<NodeId> = unplayable.chain(passes).collect();
        // Those of the main line come first in the tree, also in what is left of it.
        let words = words.into_iter().take_while(|(node, _)| !unfit.contains(node));
        let words: Vec<String> = words.map(|(_, words)| words.to_string()).collect();
        let tree = tree.without(&unfit);
        let left_out = unread + nodes - tree.node_count();
        let mut told = Told { game, moves: Vec::new(), comment: String::new(), left_out, cut: 0 };
        told.fill(&tree, &words, room);
        told
    }

    /// The times of the game, and which moves are its opening, are told with it, so that of the nodes
    /// of the main line only these words are.
    fn fill(&mut self, tree: &GameTree, words: &[String], room: usize) {
        // The nodes down to here, each with the last move there.
        let mut path: Vec<(NodeId, Option<usize>)> = Vec::new();
        for (i, node) in tree.walk().enumerate() {
            let parent = tree.parent(node);
            path.truncate(path.iter().rposition(|&(n, _)| Some(n) == parent).map_or(0, |n| n + 1));
            let after = path.last().and_then(|&(_, last)| last);
            let last = match tree.step(node) {
                Step::Stone(_) if self.moves.len() == room => {
                    self.cut = tree.node_count() - i;
                    return;
                }
                Step::Stone(point) => {
                    self.moves.push(ToldMove { point, after, comment: String::new() });
                    Some(self.moves.len() - 1)
                }
                _ => after,
            };
            path.push((node, last));
            self.write(last, words.get(i).map_or(tree.comment(node), String::as_str));
            let other = tree.notes(node).iter().filter(|note| !matches!(note, Note::Comment(_)));
            self.left_out += other.count();
        }
    }

    /// Writes something at a move or at the start, under what is there.
    fn write(&mut self, at: Option<usize>, text: &str) {
        let comment = at.map_or(&mut self.comment, |n| &mut self.moves[n].comment);
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    fn json(&self, row_one_on_top: bool) -> Value {
        let mut told = tell(&self.game, row_one_on_top);
        told["nodes"] = self.moves.iter().map(ToldMove::json).collect();
        if !self.comment.is_empty() {
            told["comment"] = self.comment.as_str().into();
        }
        for (name, count) in [("left_out", self.left_out), ("cut", self.cut)] {
            if count > 0 {
                told[name] = count.into();
            }
        }
        told
    }
}

impl ToldMove {
    fn json(&self) -> Value {
        let mut told = json!({"move": self.point.to_string()});
        if let Some(after) = self.after {
            told["after"] = after.into();
        }
        if !self.comment.is_empty() {
            told["comment"] = self.comment.as_str().into();
        }
        told
    }
}

impl GameFields {
    /// The tree of `nodes`, with this game as its main line.
    ///
    /// # Errors
    /// What is wrong with the nodes.
    pub fn tree(&self, game: &Game) -> Result<GameTree, Phrase> {
        let line = GameTree::from_line(game);
        let mut tree = GameTree::new(line.head.clone());
        write(&mut tree, NodeId::ROOT, &self.comment);
        let mut nodes = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let before = match node.after {
                None => NodeId::ROOT,
                Some(after) => *nodes.get(usize::from(after)).ok_or_else(|| {
                    format!("nodes: {i} is after {}, which is no node before it", u64::from(after))
                })?,
            };
            for c in points("nodes", &json!([node.point]))? {
                let node_id = tree.add(before, Step::Stone(c));
                write(&mut tree, node_id, &node.comment);
                nodes.push(node_id);
            }
        }
        let whole = GameTree::merged([line, tree]).unwrap_or_else(|| GameTree::from_line(game));
        let verdict = whole.check(game.rule.unwrap_or(Rule::Freestyle));
        match verdict.faults.into_iter().next() {
            Some((_, error)) => Err(error.fault.into()),
            None => Ok(whole),
        }
    }
}

fn write(tree: &mut GameTree, node: NodeId, comment: &str) {
    if !comment.is_empty() {
        // Or else it would be read as a time or a mark of the opening.
        let line = if is_remark(comment) { "\n" } else { "" };
        tree.note(node, Note::Comment(format!("{line}{comment}")));
    }
}
