//! What is to be said of each move: how much it lost, and whether that has a name.

use super::study::{Line, Opinion};
use crate::checked::CheckedGame;
use dolmen::board::Board;
use dolmen::types::{Color, Coord, Score};
use dolmen_records::{Diagram, GameResult};

/// Kinds of bad moves, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A forbidden move.
    Foul,
    /// A proven win that is none after the move.
    MissedWin,
    /// After the move the opponent has a proven win, before it there was none.
    LosingMove,
    /// Loses at least [`BLUNDER`].
    Blunder,
    /// Loses at least [`MISTAKE`].
    Mistake,
    /// Loses at least [`INACCURACY`].
    Inaccuracy,
}

/// Loss of winning chance from which a move is a blunder.
pub const BLUNDER: f64 = 0.30;
/// Loss of winning chance from which a move is a mistake.
pub const MISTAKE: f64 = 0.20;
/// Loss of winning chance from which a move is an inaccuracy. No smaller loss has a name.
pub const INACCURACY: f64 = 0.10;

impl Kind {
    /// All of them, the worst first.
    pub const ALL: [Kind; 6] = [
        Kind::Foul,
        Kind::MissedWin,
        Kind::LosingMove,
        Kind::Blunder,
        Kind::Mistake,
        Kind::Inaccuracy,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Foul => "forbidden move",
            Kind::MissedWin => "missed win",
            Kind::LosingMove => "losing move",
            Kind::Blunder => "blunder",
            Kind::Mistake => "mistake",
            Kind::Inaccuracy => "inaccuracy",
        }
    }

    /// What the name means.
    pub fn meaning(self) -> String {
        let percent =
            |share: f64| format!("loses at least {:.0} % of winning chance", share * 100.0);
        match self {
            Kind::Foul => "black may not play there under renju".into(),
            Kind::MissedWin => format!(
                "the search had proved a win, after the move it has none, and the move {}",
                percent(INACCURACY)
            ),
            Kind::LosingMove => format!(
                "the opponent has a proven win after it and had none before, and the move {}",
                percent(INACCURACY)
            ),
            Kind::Blunder => percent(BLUNDER),
            Kind::Mistake => percent(MISTAKE),
            Kind::Inaccuracy => percent(INACCURACY),
        }
    }
}

/// A move of the game, judged.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// From 1.
    pub number: usize,
    /// The side that played it.
    pub color: Color,
    /// Where.
    pub coord: Coord,
    /// Part of a given opening: it is not judged.
    pub is_opening: bool,
    /// Winning chance of the side that moved if it had played the best move, 0 to 1.
    pub before: f64,
    /// Its winning chance after the move.
    pub after: f64,
    /// Black's winning chance after the move.
    pub black: f64,
    /// The score after the move, for the side that moved.
    pub score: Score,
    /// What should have been played.
    pub best: Option<Line>,
    /// The best of the other moves.
    pub other: Option<Line>,
    /// The opponent's best reply: the refutation of a bad move.
    pub reply: Option<Line>,
    /// Plies searched to the end before the move.
    pub depth: u32,
    /// The name of what is wrong with it.
    pub kind: Option<Kind>,
}

impl JudgedMove {
    /// Winning chance that the move lost.
    pub fn loss(&self) -> f64 {
        (self.before - self.after).max(0.0)
    }

    /// Whether the move is the engine's own choice.
    pub fn is_best(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.moves.first() == Some(&self.coord))
    }
}

/// A game with all that is to be said of it.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Name of the file, and the number of the game if there are several.
    pub name: String,
    /// The game.
    pub checked: CheckedGame,
    /// Its moves.
    pub moves: Vec<JudgedMove>,
    /// The analysis of the last position.
    pub last: Opinion,
    /// Black's winning chance before the first move.
    pub start: f64,
    /// How the engine searched, in words.
    pub effort: String,
    /// Pictures with row 1 at the top.
    pub row_one_on_top: bool,
}

impl Analysis {
    /// Judges every move; `opinions` are those of [`study`](super::study::study).
    pub fn judge(checked: CheckedGame, opinions: Vec<Opinion>) -> Analysis {
        let colors = Color::ALL.into_iter().cycle();
        let pairs = opinions.iter().zip(opinions.iter().skip(1));
        let moves = (1..).zip(colors).zip(checked.game.moves.iter().zip(pairs));
        let moves = moves
            .map(|((number, color), (&coord, (before, after)))| {
                judge(&checked, number, color, coord, before, after)
            })
            .collect();
        let start = opinions.first().map_or(0.5, |first| first.chance_of_black(Color::Black));
        let over = Opinion { score: Score::DRAW, best: None, other: None, depth: 0 };
        let last = opinions.into_iter().last().unwrap_or(over);
        let (name, effort) = (String::new(), String::new());
        Analysis { name, checked, moves, last, start, effort, row_one_on_top: false }
    }

    /// How many moves of a side have this name.
    pub fn count(&self, color: Color, kind: Kind) -> usize {
        self.moves.iter().filter(|m| m.color == color && m.kind == Some(kind)).count()
    }

    /// The winning chance that a move of this side lost on average; `None` without moves.
    pub fn average_loss(&self, color: Color) -> Option<f64> {
        let judged = self.moves.iter().filter(|m| m.color == color && !m.is_opening);
        let losses: Vec<f64> = judged.map(JudgedMove::loss).collect();
        (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
    }

    /// The board after this many moves.
    pub fn board(&self, moves: usize) -> Board {
        let game = &self.checked.game;
        Board::with_moves(self.checked.rule, game.size, &game.moves[..moves.min(game.moves.len())])
    }

    /// The stones of the five that ended the game; none if it ended otherwise.
    pub fn five(&self) -> Vec<Coord> {
        self.board(self.moves.len()).winning_line()
    }

    /// How rows are counted in all views of the game, in words.
    pub const fn rows(&self) -> &'static str {
        Diagram::rows(self.row_one_on_top)
    }

    /// Moves with a name.
    pub fn moments(&self) -> impl Iterator<Item = &JudgedMove> {
        self.moves.iter().filter(|m| m.kind.is_some())
    }

    /// The result, by the board or by the record.
    pub fn result(&self) -> Option<GameResult> {
        self.checked.verdict.result(&self.checked.game)
    }

    /// The name of a player.
    pub fn player(&self, color: Color) -> &str {
        let (name, otherwise) = match color {
            Color::Black => (&self.checked.game.black, "Black"),
            Color::White => (&self.checked.game.white, "White"),
        };
        if name.is_empty() { otherwise } else { name }
    }
}

fn judge(
    checked: &CheckedGame,
    number: usize,
    color: Color,
    coord: Coord,
    before: &Opinion,
    after: &Opinion,
) -> JudgedMove {
    let score = -after.score;
    let mut judged = JudgedMove {
        number,
        color,
        coord,
        is_opening: number <= checked.game.opened,
        before: before.score.win_rate(),
        after: score.win_rate(),
        black: after.chance_of_black(!color),
        score,
        best: before.best.clone(),
        other: before.other.clone(),
        reply: after.best.clone(),
        depth: before.depth,
        kind: None,
    };
    let is_foul = checked.verdict.fouls.iter().any(|foul| foul.0 == number);
    // In whole percents, as it is shown.
    judged.kind = match (judged.loss() * 100.0).round() / 100.0 {
        _ if is_foul => Some(Kind::Foul),
        _ if judged.is_opening => None,
        loss if loss < INACCURACY => None,
        _ if before.score.is_win() && !score.is_win() => Some(Kind::MissedWin),
        _ if score.is_loss() && !before.score.is_loss() => Some(Kind::LosingMove),
        loss if loss >= BLUNDER => Some(Kind::Blunder),
        loss if loss >= MISTAKE => Some(Kind::Mistake),
        _ => Some(Kind::Inaccuracy),
    };
    judged
}
