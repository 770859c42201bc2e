//! The report as SGF: the game with a comment at every move, and the better line and the refutation
//! as variations where a move has a name.

use std::fmt::Write as _;

use super::judgement::{Analysis, JudgedMove, Kind};
use super::study::Line;
use super::words::{facts, first_move, first_move_with_depth, line, percent, reasons, remark};
use dolmen::types::Color;
use dolmen_records::sgf::write_tree;
use dolmen_records::{Game, GameTree, NodeId, Note, Step};

/// The whole tree.
pub fn report(analysis: &Analysis) -> String {
    let game = Game { times: Vec::new(), opened: 0, ..analysis.checked.game.clone() };
    report_in(analysis, GameTree::from_line(&game))
}

/// The report in the tree of which the game is the main line. What is written there stays and comes
/// first.
pub fn report_in(analysis: &Analysis, mut tree: GameTree) -> String {
    tree.head.rule = Some(analysis.checked.rule);
    tree.head.result = analysis.result();
    tree.head.details.retain(|(name, _)| name != "AP");
    tree.head.details.push(("AP".into(), format!("Dolmen:{}", env!("CARGO_PKG_VERSION"))));
    // Viewers differ in how they number rows.
    let points = "in comments h8 is column h, row 8 from the top";
    let mut comment = format!("{}\n{}; {points}\n", facts(analysis), analysis.effort);
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
    for (name, line) in [("refutation", refutation), ("better", better)] {
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
    // A move has only one of them.
    if let Some((name, value)) = mark.filter(|_| !tree.notes(node).iter().any(is_mark)) {
        tree.note(node, Note::Property(name.into(), vec![value.into()]));
    }
    let mut comment = format!("Black wins: {}", percent(judged.black));
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
            if !tree.comment(at).lines().any(|line| line == comment) {
                tree.note(at, Note::Comment(comment));
            }
        }
    }
}
