use super::{Fault, Game, GameResult, RecordError};
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
        match (self.outcome, self.outcome.winner()) {
            (_, Some(winner)) => Some(GameResult::Won(winner)),
            (Outcome::Draw, None) => Some(GameResult::Drawn),
            (_, None) => game.result,
        }
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
            if let Outcome::Win(_) = board.outcome() {
                return Err(self.place.fault(Fault::AfterTheEnd(number, c)));
            }
            board.try_play(c).map_err(|error| {
                self.place.fault(match error {
                    IllegalMove::Occupied => Fault::Occupied(number, c),
                    _ => Fault::OffBoard(number, c),
                })
            })?;
            if let Outcome::Foul(kinds) = board.outcome() {
                fouls.push((number, c, kinds));
            }
        }
        Ok(Verdict { outcome: board.outcome(), fouls })
    }
}
