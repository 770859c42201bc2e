//! The report as SGF: the game with a comment at every move, and the better line and the refutation
//! as variations where a move has a name.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::judgement::{Analysis, JudgedMove, Kind};
use super::study::Line;
use super::words::{facts, first_move, first_move_with_depth, line, percent, reasons, remark};
use dolmen::types::Color;
use dolmen_records::sgf::write_tree;
use dolmen_records::{Game, GameTree, NodeId, Note, Step};

/// The property of SGF with the program that wrote the file.
const PROGRAM: &str = "AP";
/// The end of the first line on the game. Viewers differ in how they number rows.
const POINTS: &str = "; in comments h8 is column h, row 8 from the top";
/// Begins the comment on a move.
const CHANCE: &str = "Black wins: ";
const REFUTATION: &str = "refutation";
const BETTER: &str = "better";

/// The whole tree.
pub fn report(analysis: &Analysis) -> String {
    let game = Game { times: Vec::new(), opened: 0, ..analysis.checked.game.clone() };
    report_in(analysis, GameTree::from_line(&game))
}

/// The report in the tree of which the game is the main line. What is written there stays and comes
/// first, except an earlier report.
pub fn report_in(analysis: &Analysis, tree: GameTree) -> String {
    let mut tree = if is_report(&tree) { without_report(tree) } else { tree };
    tree.head.rule = Some(analysis.checked.rule);
    tree.head.result = analysis.result();
    tree.head.details.retain(|(name, _)| name != PROGRAM);
    tree.head.details.push((PROGRAM.into(), format!("Dolmen:{}", env!("CARGO_PKG_VERSION"))));
    let mut comment = format!("{}{POINTS}\n{}\n", analysis.effort, facts(analysis));
    for color in Color::ALL {
        if let Some(average) = analysis.average_loss(color) {
            let side = color.name();
            let _ = writeln!(comment, "{side}: {:.1} % lost a move on average", average * 100.0);
        }
    }
    tree.note(tree.root(), Note::Comment(comment.trim().to_string()));
    let is_stone = |&node: &NodeId| matches!(tree.step(node), Step::Stone(_));
    let stones: Vec<NodeId> = tree.main_nodes().filter(is_stone).collect();
    for (judged, &node) in analysis.moves.iter().zip(&stones) {
        let before = tree.parent(node).unwrap_or(tree.root());
        write_move(&mut tree, node, analysis, judged);
        variations(analysis, judged).iter().for_each(|shown| write_line(&mut tree, before, shown));
    }
    write_tree(&tree)
}

fn is_report(tree: &GameTree) -> bool {
    let mut details = tree.head.details.iter();
    details.any(|(name, value)| name == PROGRAM && value.starts_with("Dolmen:"))
}

/// Of the comments what stands above the report, and none of its variations and marks.
fn without_report(mut tree: GameTree) -> GameTree {
    let begins = |line: &&str| line.starts_with(CHANCE) || line.ends_with(POINTS);
    let mut variations = HashSet::new();
    for node in tree.main_nodes().collect::<Vec<NodeId>>() {
        let comment = tree.comment(node).to_string();
        let lines: Vec<&str> = comment.lines().collect();
        let (own, report) = lines.split_at(lines.iter().position(begins).unwrap_or(lines.len()));
        let names = |line: &&str| Kind::ALL.iter().any(|kind| line.starts_with(kind.name()));
        let is_judged = report.get(1).is_some_and(names);
        tree.retain_notes(node, |note| match note {
            Note::Comment(_) => false,
            note => !is_judged || !is_mark(note),
        });
        if !own.is_empty() {
            tree.note(node, Note::Comment(own.join("\n")));
        }
        let is_shown = |&child: &NodeId| {
            let comment = tree.comment(child);
            [REFUTATION, BETTER].iter().any(|name| comment.starts_with(&format!("{name}: ")))
        };
        variations.extend(tree.children(node).skip(1).filter(is_shown));
    }
    tree.without(&variations)
}

/// A line that the game could have gone instead of a move.
struct Variation<'a> {
    name: &'static str,
    line: &'a Line,
}

/// What is shown instead of a move: the refutation of the one before it, and what was better.
fn variations<'a>(analysis: &'a Analysis, judged: &'a JudgedMove) -> Vec<Variation<'a>> {
    let before = judged.number.checked_sub(2).and_then(|n| analysis.moves.get(n));
    let refutation = before.filter(|before| before.kind.is_some());
    let refutation = refutation.and_then(|before| before.reply.as_ref());
    let better = judged.best.as_ref().filter(|_| judged.kind.is_some());
    let mut lines = Vec::new();
    for (name, line) in [(REFUTATION, refutation), (BETTER, better)] {
        let Some(line) = line else { continue };
        let is_shown = |shown: &Variation| shown.line.moves.first() == line.moves.first();
        let is_game = line.moves.first() == Some(&judged.coord);
        if !line.moves.is_empty() && !is_game && !lines.iter().any(is_shown) {
            lines.push(Variation { name, line });
        }
    }
    lines
}

/// The properties of SGF that judge a move.
const MARKS: [&str; 4] = ["BM", "DO", "IT", "TE"];

fn is_mark(note: &Note) -> bool {
    matches!(note, Note::Property(name, _) if MARKS.contains(&name.as_str()))
}

fn write_move(tree: &mut GameTree, node: NodeId, analysis: &Analysis, judged: &JudgedMove) {
    // The format's own marks: a bad move, a very bad one, a doubtful one.
    let mark = match judged.kind {
        Some(Kind::Foul | Kind::MissedWin | Kind::LosingMove | Kind::Blunder) => Some(("BM", "2")),
        Some(Kind::Mistake) => Some(("BM", "1")),
        Some(Kind::Inaccuracy) => Some(("DO", "")),
        None => None,
    };
    if let Some((name, value)) = mark {
        // A move has only one of them.
        tree.retain_notes(node, |note| !is_mark(note));
        tree.note(node, Note::Property(name.into(), vec![value.into()]));
    }
    let mut comment = format!("{CHANCE}{}", percent(judged.black));
    if let Some(kind) = judged.kind {
        let _ = write!(comment, "\n{}: {}", kind.name(), remark(judged));
        for reason in reasons(analysis, judged) {
            let _ = write!(comment, "\n{reason}");
        }
        if let Some(reply) = &judged.reply {
            let _ = write!(comment, "\nRefutation: {}", line(reply));
        }
    }
    if let Some(best) = judged.best.as_ref().filter(|_| !judged.is_opening) {
        let _ = write!(comment, "\nBest: {}", first_move_with_depth(best, judged.depth));
    }
    if let Some(other) = judged.other.as_ref().filter(|_| !judged.is_opening) {
        let _ = write!(comment, ", other: {}", first_move(other));
    }
    tree.note(node, Note::Comment(comment));
}

fn write_line(tree: &mut GameTree, at: NodeId, variation: &Variation) {
    let Variation { name, line: shown } = variation;
    let mut at = at;
    for (i, &c) in shown.moves.iter().enumerate() {
        let step = Step::Stone(c);
        at = tree.child(at, step).unwrap_or_else(|| tree.add(at, step));
        if i == 0 {
            let comment = format!("{name}: {}: {}", first_move(shown), line(shown));
            tree.note(at, Note::Comment(comment));
        }
    }
}
