//! What the positions below a first one say of it and its moves.

use std::cmp::Reverse;
use std::collections::HashSet;

use dolmen::types::{Coord, Score};

use super::Book;
use crate::database::key::Layout;

/// A first move with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The best line from it, as far as the positions go.
    pub moves: Vec<Coord>,
    /// For the side that plays it.
    pub score: Score,
    /// Expanded positions after it.
    pub searches: usize,
    /// Plies: the length of the line and of the search at its end.
    pub depth: usize,
}

impl Book {
    /// Number of expanded positions.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// Number of positions.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The value of the first position, for its side to move.
    pub fn value(&self) -> Option<Score> {
        self.nodes[0].record.value()
    }

    /// Whether it is known how the game ends.
    pub fn is_decided(&self) -> bool {
        self.nodes[0].record.is_decided()
    }

    /// The best first move and its score.
    pub fn best(&self) -> Option<(Coord, Score)> {
        let (c, id) = self.best_of(0, &self.first)?;
        Some((c, self.score_of_move(id)))
    }

    /// The first moves, the best first. Of moves that a symmetry makes equal, one.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut moves = self.moves(0, &self.first);
        let mut seen = HashSet::new();
        moves.retain(|(_, id)| self.nodes[*id].is_playable() && seen.insert(*id));
        let mut candidates: Vec<Candidate> =
            moves.into_iter().map(|(c, id)| self.candidate(c, id)).collect();
        candidates.sort_by_key(|one| (Reverse(one.score), Reverse(one.searches)));
        candidates
    }

    fn candidate(&self, first: Coord, id: usize) -> Candidate {
        let (mut moves, mut last) = (vec![first], id);
        let mut layout = self.first.after(first);
        while let Some((c, id)) = self.best_of(last, &layout) {
            moves.push(c);
            (layout, last) = (layout.after(c), id);
        }
        let depth = moves.len() + usize::from(self.nodes[last].record.depth);
        let searches = self.expanded_from(id);
        Candidate { moves, score: self.score_of_move(id), searches, depth }
    }

    /// The best move of a node, which lies so.
    fn best_of(&self, id: usize, layout: &Layout) -> Option<(Coord, usize)> {
        let mut moves = self.moves(id, layout);
        moves.retain(|(_, child)| self.nodes[*child].is_playable());
        let order = |id: usize| (self.nodes[id].record.value(), &self.nodes[id].key);
        moves.into_iter().min_by(|(_, a), (_, b)| order(*a).cmp(&order(*b)))
    }

    /// For the side that moves to the node.
    fn score_of_move(&self, id: usize) -> Score {
        self.nodes[id].record.value().unwrap_or(Score::DRAW).one_ply_earlier()
    }

    /// Expanded positions that a node leads to, itself included.
    fn expanded_from(&self, id: usize) -> usize {
        let mut is_seen = vec![false; self.nodes.len()];
        let (mut open, mut count) = (vec![id], 0);
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut is_seen[id], true) {
                count += usize::from(self.nodes[id].record.is_expanded);
                open.extend(self.nodes[id].children.iter().map(|&child| child as usize));
            }
        }
        count
    }
}
