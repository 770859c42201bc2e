use super::error::short;
use super::sgf::result_code;
use super::{Fault, Game, GameResult, GameTree, NodeId, RecordError, Step};
use dolmen::board::{Board, Fouls, IllegalMove, Outcome};
use dolmen::types::{Coord, Rule};

/// The verdict of the referee on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How it stands after the last move.
    pub outcome: Outcome,
    /// Forbidden moves of black: number, point, kinds. Players miss them, so the game may go on.
    pub fouls: Vec<(usize, Coord, Fouls)>,
}

impl Verdict {
    /// The winner: by the board, else by the record, as after a resignation.
    pub fn result(&self, game: &Game) -> Option<GameResult> {
        self.shown(game).or(game.result)
    }

    /// The result that the board shows. Against the record a win counts only under a rule that the
    /// game tells, and a draw never: at 200 stones Gomocup calls renju one, but others play on.
    pub fn shown(&self, game: &Game) -> Option<GameResult> {
        let agrees = |shown| game.recorded().is_none() || game.result == Some(shown);
        match self.outcome.winner().map(GameResult::Won) {
            Some(won) => Some(won).filter(|&won| game.rule.is_some() || agrees(won)),
            None if self.outcome == Outcome::Draw => Some(GameResult::Drawn).filter(|&d| agrees(d)),
            None => None,
        }
    }

    /// Says so if the board shows another result than the record, which does not count then.
    pub fn contradiction(&self, game: &Game) -> Option<String> {
        let shown = self.shown(game).filter(|&shown| game.result != Some(shown))?;
        let (recorded, shown) = (short(game.recorded()?), result_code(shown));
        Some(format!("the record says {recorded}, the board shows {shown}"))
    }
}

impl Game {
    /// Plays the game through.
    ///
    /// # Errors
    /// At a move off the board, on a stone, or after a win. A forbidden move is told, not
    /// refused, and so are moves after the number of stones at which renju is a draw.
    pub fn check(&self, rule: Rule) -> Result<Verdict, RecordError> {
        let mut board = Board::new(rule, self.size);
        let mut fouls = Vec::new();
        for (number, &c) in (1..).zip(&self.moves) {
            fouls.extend(play(&mut board, number, c).map_err(|fault| self.place.fault(fault))?);
        }
        Ok(Verdict { outcome: board.outcome(), fouls })
    }
}

/// Plays a move, unless the game has been won; tells it if it is forbidden.
fn play(
    board: &mut Board,
    number: usize,
    c: Coord,
) -> Result<Option<(usize, Coord, Fouls)>, Fault> {
    if let Outcome::Win(_) = board.outcome() {
        return Err(Fault::AfterTheEnd(number, c));
    }
    board.try_play(c).map_err(|error| match error {
        IllegalMove::Occupied => Fault::Occupied(number, c),
        _ => Fault::OffBoard(number, c),
    })?;
    Ok(match board.outcome() {
        Outcome::Foul(kinds) => Some((number, c, kinds)),
        _ => None,
    })
}

/// The verdict of the referee on a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeVerdict {
    /// The first node of each branch that cannot be played, and what is wrong there; what follows it
    /// is not looked at.
    pub faults: Vec<(NodeId, RecordError)>,
    /// Forbidden moves of black, as in [`Verdict`], with their nodes.
    pub fouls: Vec<(NodeId, (usize, Coord, Fouls))>,
}

impl GameTree {
    /// Plays all branches through, as [`Game::check`] does a game.
    pub fn check(&self, rule: Rule) -> TreeVerdict {
        let mut board = Board::new(rule, self.head.size);
        let mut verdict = TreeVerdict::default();
        // The nodes from the root to the last one that was played.
        let mut path: Vec<NodeId> = Vec::new();
        let mut is_cut = vec![false; self.node_count()];
        for node in self.walk() {
            let parent = self.parent(node);
            if parent.is_some_and(|parent| is_cut[parent.index()]) {
                is_cut[node.index()] = true;
                continue;
            }
            while path.last().copied() != parent
                && let Some(last) = path.pop()
            {
                match self.step(last) {
                    Step::Stone(_) => drop(board.undo()),
                    Step::Pass => board.set_side_to_move(!board.side_to_move()),
                    Step::None => {}
                }
            }
            let played = match self.step(node) {
                Step::Stone(c) => {
                    let number = board.ply() + 1;
                    play(&mut board, number, c)
                }
                Step::Pass => {
                    board.set_side_to_move(!board.side_to_move());
                    Ok(None)
                }
                Step::None => Ok(None),
            };
            match played {
                Ok(foul) => {
                    verdict.fouls.extend(foul.map(|foul| (node, foul)));
                    path.push(node);
                }
                Err(fault) => {
                    is_cut[node.index()] = true;
                    verdict.faults.push((node, self.head.place.fault(fault)));
                }
            }
        }
        verdict
    }
}
