//! What is forced: five and how to stop it, open fours and double threats, and the cells that could
//! help against them.

use crate::board::{Board, CellSet, Pattern, Stone, Threat};
use crate::types::{Color, Coord, Direction, Score};

/// What the threats on the board say before any search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Situation {
    /// The side to move wins by this move, `plies` from now.
    Won {
        /// The move.
        by: Coord,
        /// Plies to the five, the move included.
        plies: usize,
    },
    /// The opponent makes five next, whatever is played.
    Lost,
    /// The opponent threatens five: only these moves prevent it.
    Forced(Vec<Coord>),
    /// The opponent threatens an open four: only these cells, and own fours, can prevent it.
    Threatened(CellSet),
    /// None of these.
    Free,
}

/// The immediate threats of both sides, of those for which the board has room: where a rule ends the
/// game before the board is full, a five may come too late. The game must not be over.
pub fn situation(board: &mut Board) -> Situation {
    let us = board.side_to_move();
    let count = |color, threat| board.threat_count(color, threat);
    if count(us, Threat::Five) > 0
        && let Some(by) = first_with(board, Threat::Five)
    {
        return Situation::Won { by, plies: 1 };
    }
    if count(!us, Threat::Five) > 0 && room(board) >= 2 {
        let answers = answers_to_five(board);
        return if answers.is_empty() { Situation::Lost } else { Situation::Forced(answers) };
    }
    // The open four itself, the answer, the five.
    if count(us, Threat::OpenFour) > 0
        && room(board) >= 3
        && let Some(by) = first_with(board, Threat::OpenFour)
    {
        return Situation::Won { by, plies: 3 };
    }
    if count(!us, Threat::OpenFour) > 0 && room(board) >= 4 {
        return Situation::Threatened(answers_to_open_four(board));
    }
    Situation::Free
}

/// The first cell where the side to move makes this threat.
fn first_with(board: &Board, threat: Threat) -> Option<Coord> {
    let us = board.side_to_move();
    board.fours(us).iter().find(|&c| board.threat(c, us) == threat)
}

/// The moves of the side to move after which the opponent cannot make five at once. Empty if
/// there are none, or none allowed.
///
/// Under most rules that is the one point where five would be made. In caro a stone behind a
/// five may stop it as well, if its other end is closed already.
pub fn answers_to_five(board: &mut Board) -> Vec<Coord> {
    let them = !board.side_to_move();
    let fives: Vec<Coord> =
        board.fours(them).iter().filter(|&c| board.threat(c, them) == Threat::Five).collect();
    if board.rule().closed_five_is_nothing() {
        return caro_answers(board, &fives);
    }
    match fives[..] {
        [only] if !board.is_forbidden(only) => fives,
        _ => Vec::new(),
    }
}

fn caro_answers(board: &mut Board, fives: &[Coord]) -> Vec<Coord> {
    let them = !board.side_to_move();
    let mut near = CellSet::EMPTY;
    for &five in fives {
        near.insert(five);
        for direction in Direction::ALL {
            if board.pattern(five, them, direction) == Pattern::Five {
                ends_of_run(board, five, direction, them).for_each(|c| near.insert(c));
            }
        }
    }
    near.iter()
        .filter(|&c| {
            board.play(c);
            let stopped = board.threat_count(them, Threat::Five) == 0;
            board.undo();
            stopped
        })
        .collect()
}

/// The empty cells just behind the run that a stone on a cell would make or extend.
fn ends_of_run(
    board: &Board,
    c: Coord,
    direction: Direction,
    color: Color,
) -> impl Iterator<Item = Coord> {
    let end = move |sign| {
        let mut at = c.step(direction, sign);
        while board.stone(at) == Stone::from(color) {
            at = at.step(direction, sign);
        }
        at
    };
    [1, -1].into_iter().map(end).filter(|&end| board.stone(end) == Stone::Empty)
}

/// Cells that might stop every open four the opponent could make: for each of them the cell
/// itself, or one on the lines that make it. Fours of one's own are not among them.
///
/// ```text
///   . * A A A * .     the two ends of a three with room on both sides
///   D * A A A * *     one more where a side is closed
/// ```
fn answers_to_open_four(board: &Board) -> CellSet {
    let them = !board.side_to_move();
    let mut answers: Option<CellSet> = None;
    let mut narrow = |cells: CellSet| {
        answers = Some(answers.as_ref().map_or(cells, |before| before.and(&cells)));
    };
    for c in board.fours(them).iter().filter(|&c| board.threat(c, them) == Threat::OpenFour) {
        let lines = |wanted: Pattern| {
            Direction::ALL.into_iter().filter(move |&d| board.pattern(c, them, d) == wanted)
        };
        let mut open = lines(Pattern::OpenFour).peekable();
        // Each open four by itself must be stopped; of simple fours it takes two, and of any two
        // one must be stopped.
        if open.peek().is_some() {
            open.for_each(|direction| narrow(stops(board, c, direction)));
            continue;
        }
        let mut fours = lines(Pattern::Four);
        if let (Some(one), Some(other)) = (fours.next(), fours.next()) {
            narrow(stops(board, c, one).or(&stops(board, c, other)));
        }
    }
    answers.unwrap_or(CellSet::EMPTY)
}

/// The cells of a line where a stone of the side to move lowers the pattern that the opponent
/// would make on `c`, with that cell itself.
fn stops(board: &Board, c: Coord, direction: Direction) -> CellSet {
    let us = board.side_to_move();
    let grade = board.pattern(c, !us, direction).grade();
    let mut cells = CellSet::EMPTY;
    cells.insert(c);
    for (steps, at) in along(board, c, direction) {
        if board.pattern_with(c, !us, direction, (steps, us)).grade() < grade {
            cells.insert(at);
        }
    }
    cells
}

/// The empty cells within five steps on a line, up to the wall, each with its signed distance.
fn along(board: &Board, c: Coord, direction: Direction) -> impl Iterator<Item = (i16, Coord)> + '_ {
    let side = move |sign: i16| {
        let steps = (1..=5).map(move |n| (sign * n, c.step(direction, sign * n)));
        steps.take_while(|&(_, at)| board.stone(at) != Stone::Wall)
    };
    side(1).chain(side(-1)).filter(|&(_, at)| board.stone(at) == Stone::Empty)
}

/// Plies to the five of [`double_threat`], its first move included.
pub const DOUBLE_THREAT_PLIES: usize = 5;

/// A move after which the side to move has an open four next, whatever the opponent plays, and
/// the opponent has nothing faster: a four that is also an open three, if the answer to the four is
/// no four, or two open threes, while the opponent has no cell for a four.
///
/// Only where [`situation`] is [`Situation::Free`] or [`Situation::Threatened`]. Not asked for black
/// in renju, whose next move might be forbidden. In caro a four has several answers: there the
/// opponent must have no cell for a four in either case.
pub fn double_threat(board: &Board) -> Option<Coord> {
    let us = board.side_to_move();
    let is_there = |threat: &Threat| board.threat_count(us, *threat) > 0;
    let threat = [Threat::FourThree, Threat::DoubleThree].into_iter().find(is_there)?;
    if board.rule().restricts(us) || room(board) < DOUBLE_THREAT_PLIES {
        return None;
    }
    let asks_answer = threat == Threat::FourThree && !board.rule().closed_five_is_nothing();
    if !asks_answer && (!board.fours(!us).is_empty() || hides_four(board, !us)) {
        return None;
    }
    let wins = |c: Coord| !asks_answer || quiet_answer(board, c, us).is_some();
    board.candidates().iter().find(|&c| board.threat(c, us) == threat && wins(c))
}

/// Plies that can still be played.
pub(super) fn room(board: &Board) -> usize {
    board.moves_left().min(board.empty_cells().len())
}

/// Cells that might stop every four-three of the opponent; `None` if there is no such threat, or
/// none that is known to win. Without one of them, or an own four, the opponent plays it, the four
/// is answered, and the three becomes an open four.
///
/// Only where [`situation`] is [`Situation::Free`]. Not asked in caro, where a four has several
/// answers, nor against black in renju, whose moves may be forbidden.
pub fn answers_to_four_three(board: &Board) -> Option<CellSet> {
    let them = !board.side_to_move();
    if board.threat_count(them, Threat::FourThree) == 0
        || board.rule().closed_five_is_nothing()
        || board.rule().restricts(them)
        || room(board) < FOUR_THREE_LOSS_PLIES
    {
        return None;
    }
    let is_it = |&c: &Coord| board.threat(c, them) == Threat::FourThree;
    let cells = board.fours(them).iter().filter(is_it);
    cells.filter_map(|c| answers_to_one(board, c)).reduce(|all, one| all.and(&one))
}

/// Plies to the five that [`answers_to_four_three`] cannot prevent, from any other move on.
pub const FOUR_THREE_LOSS_PLIES: usize = 6;

/// The line of the four that a side would make on a cell, and the answer to it, which must not be a
/// four as well.
fn quiet_answer(board: &Board, c: Coord, color: Color) -> Option<(Direction, Coord)> {
    let is_four = |&d: &Direction| board.pattern(c, color, d) == Pattern::Four;
    let four = Direction::ALL.into_iter().find(is_four)?;
    let makes_five = |&(steps, at): &(i16, Coord)| {
        board.pattern_with(at, color, four, (-steps, color)) == Pattern::Five
    };
    let (_, answer) = along(board, c, four).find(makes_five)?;
    let threat = board.threat(answer, !color);
    (!threat.is_four() && threat != Threat::Forbidden).then_some((four, answer))
}

/// [`answers_to_four_three`] for one of them; `None` if the answer to its four is a four as well.
fn answers_to_one(board: &Board, c: Coord) -> Option<CellSet> {
    let us = board.side_to_move();
    let (four, reply) = quiet_answer(board, c, !us)?;
    let mut cells = stops(board, c, four);
    let is_three = |&d: &Direction| board.pattern(c, !us, d).is_open_three();
    let mut threes = Direction::ALL.into_iter().filter(is_three);
    if let (Some(three), None) = (threes.next(), threes.next()) {
        cells = cells.or(&stops(board, c, three));
    }
    // Stones that make the forced reply a four.
    for direction in Direction::ALL {
        for (steps, at) in along(board, reply, direction) {
            if board.pattern_with(reply, us, direction, (steps, us)) >= Pattern::Four {
                cells.insert(at);
            }
        }
    }
    Some(cells)
}

/// Whether a cell that looks forbidden to a side may be a four that is not.
fn hides_four(board: &Board, color: Color) -> bool {
    let may_be = |c: Coord| {
        board.threat(c, color) == Threat::Forbidden
            && Direction::ALL.into_iter().any(|d| board.pattern(c, color, d) >= Pattern::Four)
    };
    board.threat_count(color, Threat::Forbidden) > 0 && board.candidates().iter().any(may_be)
}

/// All moves that can help against open fours which the opponent threatens to make: the cells
/// that stop them, and own fours. In renju some of them may be forbidden.
pub fn defences(board: &Board, answers: &CellSet) -> CellSet {
    let us = board.side_to_move();
    let mut cells = answers.or(board.fours(us));
    // A four may be among what looks forbidden and is not.
    if board.threat_count(us, Threat::Forbidden) > 0 {
        let unclear = |c: &Coord| board.threat(*c, us) == Threat::Forbidden;
        board.candidates().iter().filter(unclear).for_each(|c| cells.insert(c));
    }
    cells
}

/// Empty cells within five steps on a line.
pub fn line_around(board: &Board, c: Coord, direction: Direction) -> CellSet {
    along(board, c, direction).map(|(_, at)| at).collect()
}

/// The score of a situation that needs no search, `ply` plies below the root.
pub fn score(situation: &Situation, ply: usize) -> Option<Score> {
    match situation {
        Situation::Won { plies, .. } => Some(Score::win_in(ply + plies)),
        Situation::Lost => Some(Score::loss_in(ply + 2)),
        Situation::Forced(_) | Situation::Threatened(_) | Situation::Free => None,
    }
}
