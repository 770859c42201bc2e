//! One node of the search. The steps are numbered in the order in which a node goes through them;
//! steps 6, 8, 9 and 11b have functions of their own in [`pruning`], step 11 below.
//!
//! Each step says what it is worth: Elo in freestyle at 20,000 to 40,000 nodes a move, of 300 games
//! or, if `screened`, of a factorial design (standard error 15). Intervals and other rules:
//! `docs/experiments.md`. `Not measured`: never tested alone, only tuned together with other steps.

mod pruning;

use super::RootNews;
use super::params::{MAX_PLY, WIDEST};
use super::picker::{Candidate, MovePicker};
use super::refutation::Refutation;
use super::selectivity::PvNode;
use super::thread::{Aborted, SearchThread};
use super::threats::{self, DOUBLE_THREAT_PLIES, FOUR_THREE_LOSS_PLIES, Situation};
use super::tt::TableEntry;
use crate::board::{CellSet, Outcome, Threat};
use crate::types::{Bound, Coord, Depth, Score, Window};

/// What steps of one node share.
struct Node {
    ply: usize,
    depth: Depth,
    is_pv: bool,
    /// It is, or was when the table entry was stored.
    was_pv: bool,
    is_root: bool,
    /// Static values outside end the search of this node at once.
    futility_bounds: Window,
    situation: Situation,
    /// Cells that can help against a four-three of the opponent, if there is one.
    answers: Option<CellSet>,
    /// What a pass would lose to.
    refutation: Option<Refutation>,
    /// Static evaluation, corrected by what searches of like positions found.
    eval: Score,
    /// The move of the transposition table.
    tt_move: Option<Coord>,
    /// See [`TableEntry::fours_tried`].
    fours_tried: u8,
}

impl Node {
    /// On the principal variation or next to the root: worth the deeper searches by fours.
    fn is_main(&self) -> bool {
        self.is_pv || self.ply == 1
    }
}

/// The best of the moves that were tried. A node where none was tried has no such value, and so
/// no score from its moves.
struct Best {
    coord: Coord,
    score: Score,
    bound: Bound,
}

/// How a move is searched.
struct Plan {
    /// Number of the move, from 0.
    index: usize,
    /// Of the node that it leads to.
    depth: Depth,
    /// Plies less at first.
    reduction: i32,
}

impl SearchThread<'_> {
    /// The score of the position for the side to move, exact inside the window, a bound outside.
    /// Principal variation search (Marsland and Campbell 1982); `depth` counts plies to the leaves,
    /// `ply` those from the root.
    #[allow(clippy::too_many_lines)] // one node, its steps in order
    pub(super) fn search(
        &mut self,
        mut window: Window,
        mut depth: Depth,
        ply: usize,
    ) -> Result<Score, Aborted> {
        let is_root = ply == 0;
        self.clear_line(ply);

        // Step 1. Count the node; stop if a limit is reached.
        self.visit(ply)?;

        // Step 2. The end: a five, which elsewhere is found before it is played (step 3), or a draw, as
        // the board is full or the rule ends the game here.
        if ply == 1 && matches!(self.board().outcome(), Outcome::Win(_)) {
            return Ok(Score::loss_in(ply));
        }
        if self.is_draw() {
            return Ok(Score::DRAW);
        }

        // Step 3. Immediate win or loss: a five, an open four or a double threat that cannot be
        // prevented (double threats with exact defences: -1; with threes in step 11c: +35; four-threes
        // against fours of the opponent as well, unless the answer is one: +14 screened).
        let situation = self.situation();
        if let Some(score) = threats::score(&situation, ply).filter(|_| !is_root) {
            if let Situation::Won { by, plies } = situation {
                return Ok(self.won(ply, by, plies));
            }
            return Ok(score);
        }
        let is_free = situation == Situation::Free;
        let is_forced = matches!(situation, Situation::Forced(_));
        if !is_forced
            && !is_root
            && let Some(by) = threats::double_threat(self.board())
        {
            return Ok(self.won(ply, by, DOUBLE_THREAT_PLIES));
        }
        if ply >= MAX_PLY {
            return Ok(self.position.evaluate());
        }

        // Step 4. Mate distance pruning: no line from here can beat a shorter win found elsewhere
        // (not measured).
        if !is_root {
            window.alpha = window.alpha.max(Score::loss_in(ply + 2));
            window.beta = window.beta.min(Score::win_in(ply + 3));
            if window.alpha >= window.beta {
                return Ok(window.alpha);
            }
        }
        let is_pv = !window.is_null();

        // Step 5. Cutoff by a store of positions, near the root, or by the transposition table: on the
        // principal variation by proven scores only, so that the line is shown in full (not measured).
        if let Some(score) = self.near_root.score(self.position.board(), window, depth, ply) {
            return Ok(score);
        }
        let hash = self.board().hash();
        let entry = self.table.probe(hash);
        if let Some(score) = entry.and_then(|entry| entry.cutoff(window, depth, ply))
            && (!is_pv || (score.is_decisive() && !is_root))
        {
            return Ok(score);
        }

        // Step 6. Leaf: static evaluation after a search by fours (VCF). A forced reply is no leaf
        // (not measured).
        if depth <= Depth::ZERO && !is_forced {
            return Ok(self.leaf(entry, window, ply));
        }

        // Step 7. Static evaluation, adjusted by correction history (+23 screened). Before a forced
        // reply it is meaningless.
        let is_decided = window.alpha.is_decisive() || window.beta.is_decisive();
        let futility_bounds = match is_pv || is_decided {
            true => Window::FULL,
            false => self.selectivity.futility_bounds(depth, window),
        };
        let static_eval = match entry {
            Some(entry) => entry.eval,
            None if is_forced => Score::DRAW,
            None => self.position.evaluate(),
        };
        let root_first = self.root_first.filter(|_| is_root);
        let known = root_first.or(entry.and_then(|entry| entry.best));
        let tt_move = known.filter(|&c| self.board().is_empty(c));
        let fours_tried = entry.map_or(0, |entry| entry.fours_tried);
        let mut node = Node {
            ply,
            depth,
            is_pv,
            was_pv: is_pv || entry.is_some_and(|entry| entry.was_pv),
            is_root,
            futility_bounds,
            situation,
            answers: None,
            refutation: None,
            eval: if is_forced { static_eval } else { self.corrected(static_eval) },
            tt_move,
            fours_tried,
        };

        // Step 8. Null-move threat detection: if the opponent wins by fours after a pass, the static
        // evaluation means little, and neither RFP nor razoring applies (-5 to +50; standard +30).
        if !is_forced && !is_root {
            node.refutation = self.find_refutation(&node);
            if node.refutation.is_some() {
                node.futility_bounds = Window::FULL;
            }
        }

        // Step 9. RFP, VCF, razoring.
        if !is_forced && let Some(score) = self.prune(&mut node) {
            return Ok(score);
        }

        // Step 10. On the principal variation, search less deep if the TT move comes from a much
        // shallower search (+13 screened; related to internal iterative reduction).
        if let Some(entry) = entry.filter(|_| is_pv && !is_root && tt_move.is_some()) {
            depth = self.selectivity.depth_over_table(depth, entry.depth);
            node.depth = depth;
        }

        // Step 11. The moves. Against a four-three only the exact defences (worth: see step 3).
        if is_free && !is_root {
            node.answers = threats::answers_to_four_three(self.board());
        }
        let tried = self.try_moves(&node, window)?;
        // All others lose to the four-three, but no sooner.
        let slowest = Score::loss_in(ply + FOUR_THREE_LOSS_PLIES);
        let tried = tried.filter(|best| node.answers.is_none() || best.score >= slowest);
        let lost = |plies| (None, Score::loss_in(ply + plies), Bound::Upper);
        let (best, score, bound) = match tried {
            Some(Best { coord, score, bound }) => (Some(coord), score, bound),
            // There is no defence against the opponent's threat, or every one is forbidden.
            None if matches!(node.situation, Situation::Forced(_)) => lost(2),
            None if matches!(node.situation, Situation::Threatened(_)) => lost(4),
            None if node.answers.is_some() => lost(FOUR_THREE_LOSS_PLIES),
            // Black's next move loses; its length is that of other losses: the opponent moves last.
            None if !self.board().has_allowed_move() => lost(2),
            None => return Ok(self.position.evaluate()),
        };

        // Step 12. Store the result, unless moves were excluded from the search. The best of upper
        // bounds is no better than any other move: an earlier entry's best move stays (+44 screened).
        if is_root && (self.is_restricted || !self.reported.is_empty()) {
            return Ok(score);
        }
        let is_news = match bound {
            Bound::Exact => true,
            Bound::Lower => score > node.eval,
            Bound::Upper => score < node.eval,
        };
        if is_news && !is_forced {
            self.learn_correction(static_eval, score, depth);
        }
        let Node { fours_tried, was_pv, .. } = node;
        let score_there = score.to_table(ply);
        let entry = TableEntry {
            best: best.filter(|_| bound != Bound::Upper),
            score: score_there,
            bound,
            depth,
            eval: static_eval,
            fours_tried,
            was_pv,
        };
        self.table.store(hash, entry);
        Ok(score)
    }

    /// Step 11: the best move, its score and the kind of bound; `None` if no move was tried.
    fn try_moves(&mut self, node: &Node, mut window: Window) -> Result<Option<Best>, Aborted> {
        let us = self.board().side_to_move();
        let pv = match (node.is_pv, node.was_pv) {
            (true, _) => PvNode::Now,
            (false, true) => PvNode::Formerly,
            (false, false) => PvNode::Never,
        };
        let mut picker =
            MovePicker::new(self.board(), &node.situation, node.answers.as_ref(), node.tt_move);
        if node.is_root {
            let moves = self.root_moves.iter().copied().filter(|c| !self.reported.contains(c));
            picker.choose_from(moves, self.former_best);
        }
        let fails_high = !node.is_pv
            && self.selectivity.fails_high(&node.situation, node.depth, node.eval, window);
        let mut best: Option<Best> = None;
        let mut tried = Vec::with_capacity(16);
        while let Some(Candidate { coord: c, policy_gap }) =
            picker.next(&mut self.position, &self.history, self.selectivity.params())
        {
            // Step 11a. Forbidden points are checked late: most candidates are never reached.
            if self.board().is_forbidden(c) {
                continue;
            }

            // Step 11b. Moves that do not stop the refutation of a pass lose to it (see step 8).
            if let Some(score) = self.refuted(node, c).filter(|&score| score <= window.alpha) {
                if best.as_ref().is_none_or(|best| score > best.score) {
                    best = Some(Best { coord: c, score, bound: Bound::Upper });
                }
                continue;
            }
            let index = tried.len();
            let threat = self.board().threat(c, us);
            let is_quiet = threat < Threat::FourThree;

            // Step 11c. Late move pruning (LMP), and pruning by policy gap (not measured; of threes
            // and plain fours as well: +35 together with step 3).
            let is_hopeless = self.is_hopeless(node, index, policy_gap);
            let is_holding = best.as_ref().is_some_and(|best| !best.score.is_loss());
            if is_hopeless && is_quiet && !node.is_root && is_holding {
                break;
            }

            // Step 11d. Late move reduction (LMR; not measured, on former PV nodes 0.9 plies less:
            // +13 screened), fail-high reduction (+13), extension of forced replies (not measured).
            let raised =
                best.as_ref().is_some_and(|b| b.bound == Bound::Exact && !b.score.is_loss());
            let depth =
                self.selectivity.next_depth(&node.situation, node.depth, node.is_pv, raised)
                    - i32::from(fails_high && !threat.is_four());
            let reduction = match is_quiet {
                true => self.selectivity.reduction(node.depth, index, policy_gap, pv),
                false => 0,
            };

            // Step 11e. Principal variation search (PVS; not measured).
            if node.is_root {
                self.listener.on_root(RootNews::Trying(c));
            }
            self.play(c);
            let child = self.child(node, window, &Plan { index, depth, reduction });
            self.undo();
            let score = child?;
            tried.push(c);
            // No line loses sooner than by the opponent's next move.
            let value = score.max(Score::loss_in(node.ply + 2));
            let is_best = best.as_ref().is_none_or(|best| value > best.score);
            if node.is_root {
                self.report_root_move(c, score, is_best, window.beta);
            }

            // Step 11f. Update the best move; a beta cutoff ends the loop and updates history (not
            // measured) and counter moves (+24 screened).
            if !is_best {
                continue;
            }
            let was_lost = || best.as_ref().is_none_or(|best| best.score.is_loss());
            if score > window.alpha || (node.is_root && was_lost()) {
                self.extend_line(node.ply, c);
            }
            let bound = match score {
                _ if score >= window.beta => Bound::Lower,
                _ if score > window.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            window.alpha = window.alpha.max(score);
            best = Some(Best { coord: c, score: value, bound });
            if bound == Bound::Lower {
                self.cut_offs.all += 1;
                self.cut_offs.first += u64::from(index == 0);
                self.reward(c, &tried, node.depth);
                break;
            }
        }
        Ok(best)
    }

    /// Whether late move pruning or policy pruning skips a move.
    fn is_hopeless(&self, node: &Node, index: usize, policy_gap: i32) -> bool {
        if node.is_pv {
            return index >= WIDEST;
        }
        index >= self.selectivity.lmp_count(node.depth)
            || (index > 0 && policy_gap > self.selectivity.policy_gap_limit(node.depth))
    }

    /// Step 11e: the first move with the full window; the others with a null window, reduced if
    /// late, and again at full depth and with the full window if they exceed alpha.
    fn child(&mut self, node: &Node, window: Window, plan: &Plan) -> Result<Score, Aborted> {
        let &Plan { index, depth, reduction } = plan;
        let ply = node.ply + 1;
        if index == 0 {
            return Ok(-self.search(-window, depth, ply)?);
        }
        let null = Window::null(window.alpha);
        let mut score = -self.search(-null, depth - reduction, ply)?;
        if score > window.alpha && reduction > 0 {
            score = -self.search(-null, depth, ply)?;
        }
        if window.contains(score) && node.is_pv {
            score = -self.search(-window, depth, ply)?;
        }
        Ok(score)
    }
}
