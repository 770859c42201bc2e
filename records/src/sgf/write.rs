//! Trees as SGF.

use std::fmt::Write as _;

use super::{SHAPES, point, result, result_code, rule};
use crate::Game;
use crate::tree::{GameTree, NodeId, Note, Step};

/// Text that can stand between `[` and `]`.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// A game as a tree without variations.
pub fn write(game: &Game) -> String {
    write_tree(&GameTree::from_line(game))
}

/// What comes next.
enum Part {
    Node(NodeId, usize),
    Open,
    Close,
}

/// The whole tree. Flags of RenLib are left out.
pub fn write_tree(tree: &GameTree) -> String {
    let mut text = String::from("(");
    let mut waiting = vec![Part::Close, Part::Node(tree.root(), 0)];
    while let Some(part) = waiting.pop() {
        match part {
            Part::Open => text.push_str("\n("),
            Part::Close => text.push(')'),
            Part::Node(node, plies) => {
                write_node(&mut text, tree, node, plies);
                let plies = plies + usize::from(tree.step(node) != Step::None);
                let first = waiting.len();
                let mut children = tree.children(node).peekable();
                let Some(main) = children.next() else { continue };
                let is_branch = children.peek().is_some();
                for child in std::iter::once(main).chain(children) {
                    let one = [Part::Open, Part::Node(child, plies), Part::Close];
                    waiting.extend(
                        one.into_iter().filter(|p| is_branch || matches!(p, Part::Node(..))),
                    );
                }
                waiting[first..].reverse();
            }
        }
    }
    text + "\n"
}

fn write_node(text: &mut String, tree: &GameTree, node: NodeId, plies: usize) {
    text.push(';');
    if tree.parent(node).is_none() {
        write_head(text, &tree.head);
    }
    let letter = if plies.is_multiple_of(2) { 'B' } else { 'W' };
    match tree.step(node) {
        Step::Stone(c) => text.extend([letter, '[', sgf_letter(c.x()), sgf_letter(c.y()), ']']),
        Step::Pass => text.extend([letter, '[', ']']),
        Step::None => {}
    }
    let notes = tree.notes(node);
    for note in notes {
        if let Note::Property(name, values) = note {
            text.push_str(name);
            values.iter().for_each(|value| value_of(text, value));
        }
    }
    for note in notes {
        if let Note::Comment(comment) = note {
            text.push('C');
            value_of(text, comment);
        }
    }
    for (name, shape) in SHAPES {
        let points = notes.iter().filter_map(|note| match note {
            Note::Mark(own, c) if *own == shape => Some(point(*c)),
            _ => None,
        });
        list(text, name, points);
    }
    let labels = notes.iter().filter_map(|note| match note {
        Note::Label(c, label) => Some(format!("{}:{label}", point(*c))),
        _ => None,
    });
    list(text, "LB", labels);
}

fn sgf_letter(n: u8) -> char {
    char::from(b'a' + n)
}

fn value_of(text: &mut String, value: &str) {
    text.push('[');
    match value.contains(['\\', ']']) {
        true => text.push_str(&escaped(value)),
        false => text.push_str(value),
    }
    text.push(']');
}

fn list(text: &mut String, name: &str, values: impl Iterator<Item = String>) {
    for (i, value) in values.enumerate() {
        if i == 0 {
            text.push_str(name);
        }
        value_of(text, &value);
    }
}

fn write_head(text: &mut String, game: &Game) {
    let _ = write!(text, "FF[4]GM[4]CA[UTF-8]SZ[{}]", game.size.get());
    let mut own: Vec<(&str, String)> = Vec::new();
    let named = game.detail("RU").filter(|named| rule(named) == game.rule);
    if named.is_none() {
        own.extend(game.rule.map(|rule| ("RU", rule.code().to_string())));
    }
    own.extend(game.round.map(|round| ("RO", round.to_string())));
    own.extend((!game.black.is_empty()).then(|| ("PB", game.black.clone())));
    own.extend((!game.white.is_empty()).then(|| ("PW", game.white.clone())));
    let told = game.detail("RE").filter(|told| result(told) == game.result);
    if told.is_none() {
        own.extend(game.result.map(|result| ("RE", result_code(result).to_string())));
    }
    for (name, value) in &own {
        text.push_str(name);
        value_of(text, value);
    }
    for (name, value) in &game.details {
        let is_stale = name == "RE" && told.is_none();
        if !is_stale && own.iter().all(|(known, _)| known != name) {
            text.push_str(name);
            value_of(text, value);
        }
    }
}
