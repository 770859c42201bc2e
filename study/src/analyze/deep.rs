//! A position searched for hours: a tree that grows where it matters most.
//!
//! Every search of a leaf gives it its best moves as children. The next leaf is chosen by drop-out
//! expansion (T. R. Lincke, "Strategies for the automatic construction of opening books", 2000): the
//! one that costs least, where each ply costs the same and a move that is worse than the best one of
//! its node costs in proportion.

use dolmen::board::{Board, Outcome};
use dolmen::engine::Engine;
use dolmen::search::{Control, LastLines};
use dolmen::types::{Coord, Score};

use super::study::Effort;

/// What a ply costs, in thousandths of a winning chance: going one ply deeper is worth as much as
/// looking at a move that loses 2.5 % of it.
const PLY: u32 = 25;
/// The cost of a node under which there is nothing to search.
const CLOSED: u32 = u32::MAX;

/// The position after a move, as far as it is known.
#[derive(Clone, Debug)]
struct Node {
    parent: usize,
    coord: Option<Coord>,
    children: Vec<usize>,
    /// For the side to move here.
    score: Score,
    /// Cost of the cheapest leaf under it, see [`PLY`].
    cost: u32,
    /// Searches under it, with its own.
    searches: u32,
    /// Plies of the last search of it or of its parent.
    depth: u32,
    /// Whether all moves beside the children lose.
    is_whole: bool,
}

/// What a search of a leaf found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The leaf.
    pub node: usize,
    /// New moves with their scores for the side that plays them, the best first.
    pub lines: Vec<(Coord, Score)>,
    /// Plies that were searched to the end.
    pub depth: u32,
    /// Whether all other moves lose, or there are none.
    pub is_whole: bool,
}

/// A first move with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The best line from it, as far as the tree goes.
    pub moves: Vec<Coord>,
    /// For the side that plays it.
    pub score: Score,
    /// Searches of positions after it.
    pub searches: u32,
    /// Plies: the length of the line and of the search at its end.
    pub depth: u32,
}

/// The tree. Its nodes have the numbers in which they came, the root 0.
#[derive(Clone)]
pub struct DeepTree {
    board: Board,
    nodes: Vec<Node>,
}

impl DeepTree {
    /// The position alone.
    pub fn new(board: Board) -> DeepTree {
        let root = Node::new(0, None, Score::DRAW, 0);
        DeepTree { board, nodes: vec![root] }
    }

    /// The position at the root.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Number of nodes.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Searches so far.
    pub fn searches(&self) -> u32 {
        self.nodes[0].searches
    }

    /// What the position is worth for the side to move.
    pub fn score(&self) -> Score {
        self.nodes[0].score
    }

    /// The leaf to be searched next; `None` if the position is decided.
    pub fn next(&self) -> Option<usize> {
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            match node.cost {
                CLOSED => return None,
                0 => return Some(at),
                _ => {
                    let cheapest = node.children.iter().min_by_key(|&&child| self.cost(at, child));
                    at = *cheapest?;
                }
            }
        }
    }

    /// The cost of the cheapest leaf under a child, seen from its parent.
    fn cost(&self, at: usize, child: usize) -> u32 {
        let (node, child) = (&self.nodes[at], &self.nodes[child]);
        let lost = node.score.win_rate() - child.score.one_ply_earlier().win_rate();
        match child.cost {
            CLOSED => CLOSED,
            cost => cost.saturating_add(PLY + (lost.max(0.0) * 1000.0) as u32).min(CLOSED - 1),
        }
    }

    /// Searches a leaf; `None` if that was stopped.
    pub fn search(
        &self,
        node: usize,
        engine: &mut Engine,
        (effort, lines): (Effort, usize),
        control: &Control,
    ) -> Option<Growth> {
        let board = self.position(node);
        let known: Vec<Coord> = self.moves_of(node).collect();
        let nothing = Growth { node, lines: Vec::new(), depth: 0, is_whole: true };
        let is_full = board.empty_cells().iter().all(|c| known.contains(&c));
        if is_full || board.outcome() != Outcome::Open {
            return Some(nothing);
        }
        let mut last = LastLines::default();
        let limits = effort.limits(lines, known.clone());
        let Some(report) = engine.think(&board, &limits, control, &mut last) else {
            return Some(nothing);
        };
        if control.is_stopped() {
            return None;
        }
        let is_decisive = report.score.is_decisive();
        let mut reports = last.complete();
        // The last search may have found more than the last complete iteration knew.
        if reports.is_empty() || is_decisive {
            reports.retain(|line| line.best != report.best);
            reports.insert(0, report);
        }
        reports.retain(|line| !known.contains(&line.best) && board.is_empty(line.best));
        reports.sort_by_key(|line| std::cmp::Reverse(line.score));
        let best = reports.first();
        Some(Growth {
            node,
            depth: best.map_or(0, |best| best.depth),
            is_whole: best.is_none_or(|best| best.score.is_loss()),
            lines: reports.iter().map(|line| (line.best, line.score)).collect(),
        })
    }

    /// Adds what a search found.
    ///
    /// # Errors
    /// If it is none of this tree, in words.
    pub fn grow(&mut self, growth: &Growth) -> Result<(), String> {
        let Growth { node, depth, .. } = *growth;
        if node >= self.nodes.len() {
            return Err(format!("there is no node {node}"));
        }
        let board = self.position(node);
        for &(c, score) in &growth.lines {
            let is_new = board.size().contains(c) && self.moves_of(node).all(|known| known != c);
            if !is_new || !board.is_empty(c) {
                return Err(format!("{c} is no new move of node {node}"));
            }
            let child = self.nodes.len();
            self.nodes.push(Node::new(
                node,
                Some(c),
                score.one_ply_later(),
                depth.saturating_sub(1),
            ));
            self.nodes[node].children.push(child);
        }
        self.nodes[node].is_whole |= growth.is_whole;
        self.nodes[node].depth = depth;
        if board.outcome() == Outcome::Draw {
            self.nodes[node].score = Score::DRAW;
        }
        let mut at = node;
        loop {
            self.nodes[at].searches += 1;
            self.settle(at);
            if at == 0 {
                return Ok(());
            }
            at = self.nodes[at].parent;
        }
    }

    /// Computes score and cost of a node from its children.
    fn settle(&mut self, at: usize) {
        let node = &self.nodes[at];
        let scores = node.children.iter().map(|&child| self.nodes[child].score.one_ply_earlier());
        if let Some(best) = scores.max() {
            self.nodes[at].score = best;
        }
        let node = &self.nodes[at];
        // Moves that were not among the best may still save a game in which those lose.
        let is_decided = node.score.is_win() || node.is_whole && node.score.is_loss();
        let costs = node.children.iter().map(|&child| self.cost(at, child));
        let cost = match costs.min() {
            _ if is_decided => CLOSED,
            Some(CLOSED) | None if node.is_whole => CLOSED,
            Some(CLOSED) | None => 0,
            Some(cost) => cost,
        };
        self.nodes[at].cost = cost;
    }

    /// The first moves, the best first.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> =
            self.nodes[0].children.iter().map(|&child| self.candidate(child)).collect();
        candidates
            .sort_by_key(|one| (std::cmp::Reverse(one.score), std::cmp::Reverse(one.searches)));
        candidates
    }

    fn candidate(&self, child: usize) -> Candidate {
        let best = |&at: &usize| {
            let children = self.nodes[at].children.iter().copied();
            children.max_by_key(|&child| self.nodes[child].score.one_ply_earlier())
        };
        let line: Vec<usize> = std::iter::successors(Some(child), best).collect();
        let last = line.last().map_or(0, |&last| self.nodes[last].depth);
        Candidate {
            moves: line.iter().filter_map(|&at| self.nodes[at].coord).collect(),
            score: self.nodes[child].score.one_ply_earlier(),
            searches: self.nodes[child].searches,
            depth: line.len() as u32 + last,
        }
    }

    fn moves_of(&self, node: usize) -> impl Iterator<Item = Coord> + '_ {
        self.nodes[node].children.iter().filter_map(|&child| self.nodes[child].coord)
    }

    fn position(&self, node: usize) -> Board {
        let up = |&at: &usize| (at != 0).then(|| self.nodes[at].parent);
        let path: Vec<usize> = std::iter::successors(Some(node), up).collect();
        let mut board = self.board.clone();
        path.iter().rev().filter_map(|&at| self.nodes[at].coord).for_each(|c| board.play(c));
        board
    }
}

impl Node {
    fn new(parent: usize, coord: Option<Coord>, score: Score, depth: u32) -> Node {
        let cost = if score.is_decisive() { CLOSED } else { 0 };
        let children = Vec::new();
        Node { parent, coord, children, score, cost, searches: 0, depth, is_whole: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::{Rule, Size, parse_stones};

    fn tree(moves: &str) -> DeepTree {
        let size = Size::new(15).expect("a size");
        DeepTree::new(Board::with_moves(
            Rule::Freestyle,
            size,
            &parse_stones(moves).expect("points"),
        ))
    }

    fn growth(node: usize, lines: &[(&str, i32)], is_whole: bool) -> Growth {
        let line = |&(name, score): &(&str, i32)| {
            (parse_stones(name).expect("a point")[0], Score::from_value(score))
        };
        Growth { node, lines: lines.iter().map(line).collect(), depth: 9, is_whole }
    }

    #[test]
    fn the_tree_grows_where_it_costs_least() {
        let mut tree = tree("h8");
        assert_eq!(tree.next(), Some(0));
        tree.grow(&growth(0, &[("h9", 20), ("i9", 10), ("a1", -300)], false)).expect("new");
        assert_eq!((tree.next(), tree.score()), (Some(1), Score::eval(20)));
        // h9 turns out to be worse than i9.
        tree.grow(&growth(1, &[("g7", 90)], false)).expect("new");
        assert_eq!((tree.next(), tree.score(), tree.searches()), (Some(2), Score::eval(10), 2));
        // An answer as good as that is looked at before the best line has gone very deep.
        tree.grow(&growth(2, &[("g7", -10), ("g8", -12)], false)).expect("new");
        let order: Vec<usize> = (0..12)
            .map(|i| {
                let next = tree.next().expect("open");
                let c = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "d1", "d2", "d3", "d4", "d5"][i];
                let value = tree.nodes[next].score.value();
                tree.grow(&growth(next, &[(c, value)], false)).expect("new");
                next
            })
            .collect();
        assert!(order.contains(&5) && order.contains(&6), "{order:?}");
        assert!(!order.contains(&3), "{order:?}");
        let best = &tree.candidates()[0];
        assert_eq!((best.score, best.moves[0].to_string().as_str()), (Score::eval(10), "i9"));
        assert_eq!(best.depth as usize, best.moves.len() + 8);
        let known = tree.searches();
        for wrong in
            [growth(99, &[], true), growth(0, &[("h9", 1)], true), growth(0, &[("h8", 1)], true)]
        {
            assert!(tree.grow(&wrong).is_err());
        }
        assert_eq!(tree.searches(), known);
    }

    /// A position is lost only when all moves lose, not only the best ones of a search.
    #[test]
    fn a_lost_position_has_no_other_moves() {
        let mut tree = tree("h8");
        tree.grow(&growth(0, &[("h9", 20)], false)).expect("new");
        let win = Score::win_in(5).value();
        tree.grow(&growth(1, &[("g7", win)], false)).expect("new");
        assert_eq!((tree.score(), tree.next()), (Score::loss_in(6), Some(0)));
        tree.grow(&growth(0, &[("i9", -50)], false)).expect("new");
        assert_eq!((tree.score(), tree.next()), (Score::eval(-50), Some(3)));
        tree.grow(&growth(3, &[("g7", win)], false)).expect("new");
        assert_eq!(tree.next(), Some(0));
        tree.grow(&growth(0, &[("j9", Score::loss_in(4).value())], true)).expect("new");
        assert_eq!((tree.score(), tree.next()), (Score::loss_in(6), None));
    }

    #[test]
    fn searches_prove_a_win_and_a_loss() {
        let mut engine = Engine::new(8 << 20, 1);
        let effort = (Effort::Nodes(2000), 2);
        for (moves, is_win) in [("h8a1i8a3j8a5", true), ("h8a1i8a3j8a5k8", false)] {
            let mut tree = tree(moves);
            for _ in 0..100 {
                let Some(next) = tree.next() else { break };
                let found = tree.search(next, &mut engine, effort, &Control::new());
                tree.grow(&found.expect("nothing stops it")).expect("new");
            }
            assert_eq!((tree.next(), tree.score().is_win()), (None, is_win), "{moves}");
            assert!(tree.score().is_decisive());
        }
        let stopped = Control::new();
        stopped.stop();
        assert_eq!(tree("h8").search(0, &mut engine, effort, &stopped), None);
    }
}
