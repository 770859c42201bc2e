use super::TurnGame;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimaxResult<M> {
    /// The move of the greatest value, the first of equals; `None` at the end of a game.
    pub best: Option<M>,
    /// For the side to move: a win is [`TurnGame::WIN`] and the moves that were left to look ahead,
    /// so that the sooner one is worth more, and a loss the negative of that.
    pub value: i32,
    /// Positions visited.
    pub nodes: usize,
}

/// A visited position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit<M> {
    /// The position before; `None` at the root.
    pub parent: Option<usize>,
    /// What was played there.
    pub played: Option<M>,
    /// Whether the side that values refer to is to move.
    pub is_max: bool,
    /// Moves left to look ahead.
    pub depth: u32,
    /// For the side to move at the root. With cut-offs it may be a bound.
    pub value: i32,
}

/// Minimax over all moves to a depth, with alpha-beta cut-offs or without.
#[derive(Clone, Debug)]
pub struct Minimax<M> {
    cuts: bool,
    /// The visited positions in order, if requested.
    pub visits: Option<Vec<Visit<M>>>,
    nodes: usize,
}

impl<M: Copy + PartialEq> Minimax<M> {
    /// Every position to the depth.
    pub fn plain() -> Minimax<M> {
        Minimax { cuts: false, visits: None, nodes: 0 }
    }

    /// The same value from fewer positions (alpha-beta, Knuth and Moore 1975): a move that the
    /// opponent has reason to avoid need not be seen through.
    pub fn alpha_beta() -> Minimax<M> {
        Minimax { cuts: true, ..Minimax::plain() }
    }

    /// Keeps the visited positions.
    #[must_use]
    pub fn traced(self) -> Minimax<M> {
        Minimax { visits: Some(Vec::new()), ..self }
    }

    /// Looks `depth` moves ahead.
    pub fn run<G: TurnGame<Move = M>>(&mut self, game: &G, depth: u32) -> MinimaxResult<M> {
        self.nodes = 0;
        if let Some(visits) = &mut self.visits {
            visits.clear();
        }
        let window = (-i32::MAX, i32::MAX);
        let (value, best) = self.visit(game, depth, window, true, (None, None));
        MinimaxResult { best, value, nodes: self.nodes }
    }

    /// The value for the side to move at the root, which is to move here if `is_max`, and the move
    /// that gets it. `from`: the position before, and what was played there.
    fn visit<G: TurnGame<Move = M>>(
        &mut self,
        game: &G,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        is_max: bool,
        from: (Option<usize>, Option<M>),
    ) -> (i32, Option<M>) {
        let number = self.nodes;
        self.nodes += 1;
        if let Some(visits) = &mut self.visits {
            visits.push(Visit { parent: from.0, played: from.1, is_max, depth, value: 0 });
        }
        let side = game.side_to_move();
        let us = if is_max { side } else { !side };
        let moves = game.moves();
        let mut best = None;
        let value = if let Some(winner) = game.winner() {
            let value = G::WIN + depth as i32;
            if winner == us { value } else { -value }
        } else if moves.is_empty() {
            0
        } else if depth == 0 {
            game.judge(us)
        } else {
            let mut value = if is_max { -i32::MAX } else { i32::MAX };
            for played in moves {
                let from = (Some(number), Some(played));
                let window = (alpha, beta);
                let (next, _) = self.visit(&game.after(played), depth - 1, window, !is_max, from);
                if best.is_none() || if is_max { next > value } else { next < value } {
                    (value, best) = (next, Some(played));
                }
                match is_max {
                    true => alpha = alpha.max(value),
                    false => beta = beta.min(value),
                }
                if self.cuts && alpha >= beta {
                    break;
                }
            }
            value
        };
        if let Some(visits) = &mut self.visits {
            visits[number].value = value;
        }
        (value, best)
    }
}
