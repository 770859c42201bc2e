use super::RootNews;
use super::params::{ForcingLimit, MAX_PLY, WIDEST};
use super::picker::{Candidate, MovePicker};
use super::thread::{Aborted, SearchThread};
use super::threats::{self, Situation, Vcf};
use super::tt::Entry;
use crate::types::{Bound, Coord, Score};

/// What one node knows of itself while its moves are tried.
struct Node {
    ply: usize,
    depth: i32,
    is_pv: bool,
    is_root: bool,
    /// Static values outside end the search of this node at once.
    open_window: (Score, Score),
    situation: Situation,
    eval: Score,
    best_known: Option<Coord>,
    /// See [`Entry::fours_tried`].
    fours_tried: u8,
}

impl SearchThread<'_> {
    /// The score of the position for the side to move, exact between `alpha` and `beta`, a bound
    /// outside. Alpha-beta with the principal variation searched first (Marsland and Campbell's
    /// PVS); `depth` counts plies to the leaves, `ply` those from the root.
    pub(super) fn search(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Aborted> {
        let is_root = ply == 0;
        self.clear_line(ply);

        // Step 1. Count the node; stop if a limit is reached.
        self.visit(ply)?;

        // Step 2. Draw: the board is full, or the rule ends the game here.
        if self.is_draw() {
            return Ok(Score::DRAW);
        }

        // Step 3. Won or lost at sight: five, or an open four that nobody can forestall.
        let situation = threats::situation(&mut self.board);
        if let Some(score) = threats::score(&situation, ply).filter(|_| !is_root) {
            if let Situation::Won { by, .. } = situation {
                self.clear_line(ply + 1);
                self.extend_line(ply, by);
            }
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.eval.evaluate(&self.board));
        }

        // Step 4. Mate distance: no line from here can beat a shorter win found elsewhere.
        if !is_root {
            alpha = alpha.max(Score::loss_in(ply + 2));
            beta = beta.min(Score::win_in(ply + 3));
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let is_pv = beta > alpha + 1;

        // Step 5. Transposition table.
        let hash = self.board.hash();
        let entry = self.table.probe(hash);
        // On the principal variation only what is proven: the line is to be shown in full.
        if let Some(score) = entry.and_then(|entry| usable(entry, alpha, beta, depth, ply))
            && (!is_pv || (score.is_decisive() && !is_root))
        {
            return Ok(score);
        }

        // Step 6. Leaf: quiet evaluation after a search by fours. A forced reply is no leaf.
        let is_forced = matches!(situation, Situation::Forced(_));
        if depth <= 0 && !is_forced {
            return Ok(self.leaf(entry, (alpha, beta), ply));
        }

        // Step 7. Static evaluation; before a forced reply it tells nothing.
        let open_window = if is_pv || alpha.is_decisive() || beta.is_decisive() {
            (-Score::INFINITE, Score::INFINITE)
        } else {
            self.selectivity.open_window(depth, (alpha, beta))
        };
        let doubt = self.selectivity.params().net_doubt;
        let eval = match entry {
            Some(entry) => entry.eval,
            None if is_forced => Score::DRAW,
            None => self.eval.evaluate_within(&self.board, open_window, doubt),
        };
        let best_known = entry.and_then(|entry| entry.best).filter(|&c| self.board.is_empty(c));
        let fours_tried = entry.map_or(0, |entry| entry.fours_tried);
        let mut node = Node {
            ply,
            depth,
            is_pv,
            is_root,
            open_window,
            situation,
            eval,
            best_known,
            fours_tried,
        };

        // Steps 8 to 10. Pruning by the evaluation, and a win by fours.
        if !is_forced && let Some(score) = self.prune(&mut node) {
            return Ok(score);
        }

        // Steps 11 to 14. The moves.
        let (best, score, bound) = self.try_moves(&node, alpha, beta)?;

        // Step 15. Remember the result.
        let Node { eval, fours_tried, .. } = node;
        // Not that of a search that may not play the best.
        if is_root && (self.is_restricted || !self.reported.is_empty()) {
            return Ok(score);
        }
        let score_there = score.to_table(ply);
        let entry = Entry { best, score: score_there, bound, depth, eval, fours_tried };
        self.table.store(hash, entry);
        Ok(score)
    }

    pub(super) fn is_draw(&self) -> bool {
        let board = &self.board;
        board.ply() >= board.rule().draw_after(board.size()) || board.empty_cells().is_empty()
    }

    /// The value of a position at the end of the main search: at least what it stands at, and a
    /// win if continuous fours lead to one.
    fn leaf(&mut self, entry: Option<Entry>, window: (Score, Score), ply: usize) -> Score {
        let doubt = self.selectivity.params().net_doubt;
        let eval = match entry {
            Some(entry) => entry.eval,
            None => self.eval.evaluate_leaf(&self.board, window, doubt),
        };
        let beta = window.1;
        let mut fours_tried = entry.map_or(0, |entry| entry.fours_tried);
        let (mut best, mut score, mut bound) = (None, eval, Bound::Exact);
        if eval >= beta {
            bound = Bound::Lower;
        } else if let Some((first, win)) =
            self.win_by_fours(self.selectivity.leaf_vcf(), &mut fours_tried, ply)
        {
            (best, score, bound) = (Some(first), win, Bound::Lower);
        }
        let score_there = score.to_table(ply);
        let entry = Entry { best, score: score_there, bound, depth: 0, eval, fours_tried };
        self.table.store(self.board.hash(), entry);
        score
    }

    /// The first move and the score of a win by continuous fours, if one is found. `tried` tells
    /// how hard that was tried before.
    fn win_by_fours(
        &mut self,
        limit: ForcingLimit,
        tried: &mut u8,
        ply: usize,
    ) -> Option<(Coord, Score)> {
        if *tried >= limit.effort || self.board.fours(self.board.side_to_move()).is_empty() {
            return None;
        }
        *tried = limit.effort;
        let (win, visited) = Vcf::search(&mut self.board, limit);
        self.nodes += visited;
        let (first, plies) = win?;
        self.clear_line(ply + 1);
        self.extend_line(ply, first);
        Some((first, Score::win_in(ply + plies)))
    }

    /// The score of a node whose moves need not be looked at.
    fn prune(&mut self, node: &mut Node) -> Option<Score> {
        let threatened = matches!(node.situation, Situation::Threatened(_));
        let (low, high) = node.open_window;
        // Step 8. Reverse futility pruning: far above beta already.
        if node.eval >= high && !threatened {
            return Some(node.eval);
        }
        // Step 9. Win by continuous fours.
        if !node.is_root
            && let Some(limit) = self.selectivity.node_vcf(node.depth)
            && let Some((_, win)) = self.win_by_fours(limit, &mut node.fours_tried, node.ply)
        {
            return Some(win);
        }
        // Step 10. Razoring: far below alpha, and no fours that win.
        (node.eval < low).then_some(node.eval)
    }

    /// The best move with its score, and what kind of bound that is.
    fn try_moves(
        &mut self,
        node: &Node,
        mut alpha: Score,
        beta: Score,
    ) -> Result<(Option<Coord>, Score, Bound), Aborted> {
        let us = self.board.side_to_move();
        let weight = self.selectivity.params().history_weight;
        let mut picker = MovePicker::new(&self.board, &node.situation, node.best_known);
        if node.is_root {
            picker.retain(|c| self.root_moves.contains(&c) && !self.reported.contains(&c));
        }
        // Without a legal move the opponent's next one decides.
        let mut best = (None, Score::loss_in(node.ply + 2), Bound::Upper);
        let mut tried = Vec::with_capacity(16);
        while let Some(Candidate { coord: c, gap }) =
            picker.next(&self.board, &mut self.eval, (&self.history, weight))
        {
            // Step 11. Only now is it worth asking whether the move is allowed.
            if self.board.is_forbidden(c) {
                continue;
            }
            let index = tried.len();
            let threat = self.board.threat(c, us);
            let is_quiet = !threat.is_four() && !threat.is_three();
            // Step 12. Late moves, and unlikely ones, are not looked at.
            let hopeless = if node.is_pv {
                index >= WIDEST
            } else {
                index >= self.selectivity.late_limit(node.depth)
                    || (index > 0 && gap > self.selectivity.gap_limit(node.depth))
            };
            if hopeless && is_quiet && !node.is_root && !best.1.is_loss() {
                break;
            }
            // Step 13. Search it: the first with the full window, the others by a null window
            // and, if late, less deep, unless they prove better than expected.
            let raised = best.2 == Bound::Exact;
            let depth =
                self.selectivity.next_depth(&node.situation, node.depth, node.is_pv, raised);
            let reduction = if is_quiet {
                self.selectivity.reduction(node.depth, index, gap, node.is_pv)
            } else {
                0
            };
            if node.is_root {
                self.listener.on_root(RootNews::Trying(c));
            }
            self.play(c);
            let child = self.child(node, index, alpha, beta, (depth, reduction));
            self.undo();
            let score = child?;
            tried.push(c);
            if node.is_root {
                self.tell_of(c, score, score > best.1);
            }
            // Step 14. Keep the best.
            if score > best.1 || best.0.is_none() {
                best = (Some(c), score.max(best.1), Bound::Upper);
                if score > alpha || (node.is_root && index == 0) {
                    self.extend_line(node.ply, c);
                }
                if score > alpha {
                    alpha = score;
                    best.2 = Bound::Exact;
                }
                if score >= beta {
                    best.2 = Bound::Lower;
                    self.cut_offs.all += 1;
                    self.cut_offs.first += u64::from(index == 0);
                    self.reward(c, &tried, node.depth);
                    break;
                }
            }
        }
        Ok(best)
    }

    fn tell_of(&mut self, c: Coord, score: Score, is_best: bool) {
        self.listener.on_root(RootNews::Tried(c));
        if score.is_loss() {
            self.listener.on_root(RootNews::Lost(c));
        } else if is_best {
            self.listener.on_root(RootNews::Best(c));
        }
    }

    fn child(
        &mut self,
        node: &Node,
        index: usize,
        alpha: Score,
        beta: Score,
        (depth, reduction): (i32, i32),
    ) -> Result<Score, Aborted> {
        let ply = node.ply + 1;
        if index == 0 {
            return Ok(-self.search(-beta, -alpha, depth, ply)?);
        }
        let mut score = -self.search(-(alpha + 1), -alpha, depth - reduction, ply)?;
        if score > alpha && reduction > 0 {
            score = -self.search(-(alpha + 1), -alpha, depth, ply)?;
        }
        if score > alpha && score < beta && node.is_pv {
            score = -self.search(-beta, -alpha, depth, ply)?;
        }
        Ok(score)
    }

    /// Learns from a cut-off: the move was good, those tried before it were not.
    fn reward(&mut self, good: Coord, tried: &[Coord], depth: i32) {
        let us = self.board.side_to_move();
        let bonus = self.selectivity.history_bonus(depth);
        for &c in tried {
            self.history.update(us, c, if c == good { bonus } else { -bonus });
        }
    }
}

/// The score of a table entry, if it answers the question asked here.
fn usable(entry: Entry, alpha: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
    let score = entry.score.from_table(ply);
    let answers = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    // A proven win or loss is true at any depth.
    ((entry.depth >= depth || entry.is_proven()) && answers).then_some(score)
}
