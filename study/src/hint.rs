//! What to play, and why: reasons that can be put into words.

use super::shape::{self, Shape};
use super::words::percent;
use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::search::threats::{Situation, situation};
use dolmen::search::{Control, Limits, Silent};
use dolmen::types::{Color, Coord, Score};

/// A move to play, with reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub coord: Coord,
    /// Why, the most important first.
    pub reasons: Vec<Reason>,
    /// How the game may go on, this move first.
    pub line: Vec<Coord>,
}

/// Why a move is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It wins now.
    Wins,
    /// Forced win in n own moves, this one counted.
    WinsIn(usize),
    /// All moves lose by force, this one after n moves of the opponent.
    LosesIn(usize),
    /// The opponent would make five, and nothing else stops it.
    OnlyMove,
    /// It stops a five that the opponent would make.
    StopsFive,
    /// It answers a threat to make an open four.
    StopsOpenFour,
    /// What it makes.
    Makes(Shape),
    /// What the opponent, this side, would have made here.
    Denies(Color, Shape),
    /// Winning chance in per cent.
    Chance(u8),
}

/// Positions that are searched for a hint.
const NODES: u64 = 200_000;

/// Looks for the best move as strongly as a second or so allows. `None` if the board is full.
pub fn find(engine: &mut Engine, board: &Board, control: &Control) -> Option<Hint> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let report = engine.think(board, &limits, control, &mut Silent)?;
    let reasons = reasons(board, report.best, report.score);
    Some(Hint { coord: report.best, reasons, line: report.pv })
}

/// Why a move that a search values so is a good one.
fn reasons(board: &Board, c: Coord, score: Score) -> Vec<Reason> {
    let us = board.side_to_move();
    let (made, denied) = (shape::made(board, c, us), shape::made(board, c, !us));
    if made == Some(Shape::Five) {
        return vec![Reason::Wins];
    }
    let mut reasons = Vec::new();
    let moves = score.distance().map(|plies| plies.div_ceil(2));
    match moves {
        Some(n) if score.is_win() => reasons.push(Reason::WinsIn(n)),
        Some(n) => reasons.push(Reason::LosesIn(n.max(1))),
        None => {}
    }
    match situation(&mut board.clone()) {
        Situation::Forced(answers) if answers == [c] => reasons.push(Reason::OnlyMove),
        Situation::Forced(_) => reasons.push(Reason::StopsFive),
        Situation::Threatened(cells) if cells.contains(c) => reasons.push(Reason::StopsOpenFour),
        _ => {}
    }
    reasons.extend(made.map(Reason::Makes));
    let named = |shape: &Shape| !reasons.contains(&Reason::OnlyMove) || *shape != Shape::Five;
    reasons.extend(denied.filter(named).map(|shape| Reason::Denies(!us, shape)));
    if moves.is_none() {
        reasons.push(Reason::Chance(percent(score.win_rate())));
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::board::PositionLine;

    fn why(position: &str) -> (String, Vec<Reason>) {
        let board = position.parse::<PositionLine>().expect("a position").board();
        let hint = find(&mut Engine::new(16 << 20, 1), &board, &Control::new()).expect("a move");
        (hint.coord.to_string(), hint.reasons)
    }

    #[test]
    fn reasons_tell_what_a_move_does() {
        let (point, reasons) = why("freestyle 15 h8a1i8a3j8a5k8a7");
        assert!(["g8", "l8"].contains(&point.as_str()) && reasons == [Reason::Wins], "{reasons:?}");
        let (point, reasons) = why("freestyle 15 h8g8i8a3j8a5k8");
        assert_eq!((point.as_str(), reasons[0]), ("l8", Reason::OnlyMove));
        let (_, reasons) = why("freestyle 15 h8a1i8a3j8a5");
        assert_eq!(reasons[..2], [Reason::WinsIn(2), Reason::Makes(Shape::OpenFour)]);
        let (_, reasons) = why("freestyle 15 h8a1i8a3j8");
        assert!(reasons.contains(&Reason::StopsOpenFour), "{reasons:?}");
        let (_, reasons) = why("freestyle 15 h8a1i8a3j8a5k8");
        assert!(matches!(reasons[0], Reason::LosesIn(1)), "{reasons:?}");
        let (_, reasons) = why("renju 15 h8i9");
        assert!(matches!(reasons.last(), Some(Reason::Chance(1..=99))), "{reasons:?}");
    }

    #[test]
    fn a_chance_that_is_not_proved_is_not_certain() {
        let board = "renju 15 h8i9".parse::<PositionLine>().expect("a position").board();
        let corner = Coord::new(0, 0).expect("a point");
        let told = |units| reasons(&board, corner, Score::eval(units)).pop();
        assert_eq!(told(4_000), Some(Reason::Chance(99)));
        assert_eq!(told(-4_000), Some(Reason::Chance(1)));
    }
}
