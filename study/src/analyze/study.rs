//! What the engine thinks of every position of a game.

use std::time::Duration;

use crate::checked::CheckedGame;
use crate::openings::course::outside_middle;
use dolmen::board::{Board, Outcome};
use dolmen::engine::Engine;
use dolmen::search::{Clock, Control, LastLines, Limits, Report};
use dolmen::types::{Color, Coord, Instant, Score};

/// What may be spent on each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Thinking time.
    Time(Duration),
    /// Positions visited; with one thread, the same game always gives the same report.
    Nodes(u64),
}

impl Effort {
    /// The limits of a search of so many lines, from now on, without these first moves.
    pub fn limits(self, multi_pv: usize, excluded: Vec<Coord>) -> Limits {
        let limits = Limits { multi_pv, excluded, ..Limits::default() };
        match self {
            Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..limits },
            Effort::Time(time) => {
                let (start, increment) = (Instant::now(), Duration::ZERO);
                let clock = Some(Clock { start, turn: Some(time), left: None, increment });
                Limits { clock, ..limits }
            }
        }
    }
}

/// A move with what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// For the side that makes the first move.
    pub score: Score,
    /// The moves, at least one.
    pub moves: Vec<Coord>,
    /// The line ends with the five that the score claims: the referee has played it through.
    pub is_checked: bool,
}

/// The analysis of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// For the side to move. After the last move of a game that is over: its result.
    pub score: Score,
    /// The best move found; `None` if the game is over.
    pub best: Option<Line>,
    /// The best of the other moves; `None` if there is none, or none that is not forbidden.
    pub other: Option<Line>,
    /// Plies searched to the end for `best`.
    pub depth: u32,
}

impl Opinion {
    /// Black's winning chance, 0 to 1, in a position with this side to move.
    pub fn chance_of_black(&self, side: Color) -> f64 {
        match side {
            Color::Black => self.score.win_rate(),
            Color::White => 1.0 - self.score.win_rate(),
        }
    }
}

/// Part of the effort that goes into the search for a win by force; the rest is for the search of
/// the two best moves, from which all scores come that are not proven.
const SHARE_OF_PROOF: f64 = 0.35;
/// Positions visited for each move by which a proven win is played on to its five.
const PROOF_NODES: u64 = 10_000;
/// Longest line that is shown.
const LONGEST_LINE: usize = 60;

/// Thinks about every position of a game, from the last to the first, so that what a move leads
/// to is known when it is judged. Entry `n` is the position after `n` moves. `done` is called
/// after each. Once `control` says stop, the rest is looked at in no time.
pub fn study(
    engine: &mut Engine,
    checked: &CheckedGame,
    effort: Effort,
    control: &Control,
    mut done: impl FnMut(),
) -> Vec<Opinion> {
    let engine = &mut Study { engine, control };
    engine.engine.clear();
    let moves = &checked.game.moves;
    let mut opinions: Vec<Opinion> = (0..=moves.len())
        .rev()
        .map(|n| {
            let board = Board::with_moves(checked.rule, checked.game.size, &moves[..n]);
            let is_last = n == moves.len();
            let opinion = result(&board).filter(|_| is_last);
            let opinion = opinion.unwrap_or_else(|| think(engine, &board, effort));
            done();
            opinion
        })
        .collect();
    opinions.reverse();
    carry_proofs(&mut opinions, moves);
    let fouls: Vec<usize> = checked.verdict.fouls.iter().map(|foul| foul.0).collect();
    settle(&mut opinions, moves, &fouls);
    opinions
}

/// A position that a proved line leads to is decided as well, even if its own search could not
/// prove it again.
fn carry_proofs(opinions: &mut [Opinion], moves: &[Coord]) {
    for (n, &played) in moves.iter().enumerate() {
        let Some(best) = opinions[n].best.clone().filter(|best| best.score.is_decisive()) else {
            continue;
        };
        let Some((&first, rest)) = best.moves.split_first() else { continue };
        let next = &mut opinions[n + 1];
        let is_open = next.best.is_some() && !next.score.is_decisive();
        if first != played || rest.is_empty() || !is_open {
            continue;
        }
        let plies = best.score.distance().unwrap_or(1).saturating_sub(1);
        let score = match best.score.is_win() {
            true => Score::loss_in(plies),
            false => Score::win_in(plies),
        };
        let line = Line { score, moves: rest.to_vec(), is_checked: best.is_checked };
        let own = next.best.replace(line);
        next.score = score;
        if own.as_ref().is_some_and(|own| own.moves.first() != rest.first()) {
            next.other = own;
        }
    }
}

/// Gives each position one value, so that no two numbers of a report contradict each other: the
/// move that was played is worth what the next position is, as that search looked further, and
/// the best move is the best of all that have a score. Of a forbidden move, whose number is among
/// `fouls`, there is no line.
///
/// ```text
/// search of position 6:  best h8 62 %, other j9 55 %      played: h8
/// value of position 7:   48 % for the side that played
/// settled position 6:    best j9 55 %, other h8 48 %
/// ```
fn settle(opinions: &mut [Opinion], moves: &[Coord], fouls: &[usize]) {
    for (n, &played) in moves.iter().enumerate().rev() {
        let next = &opinions[n + 1];
        let score = next.score.one_ply_earlier();
        let rest = next.best.iter().flat_map(|line| line.moves.iter().copied());
        let is_checked = score.is_decisive() && next.best.as_ref().is_none_or(|b| b.is_checked);
        let moves: Vec<Coord> = std::iter::once(played).chain(rest).take(LONGEST_LINE).collect();
        let (line, depth) = (Line { score, moves, is_checked }, next.depth + 1);

        let opinion = &mut opinions[n];
        let (best, other) = (opinion.best.take(), opinion.other.take());
        let is_played = |line: &Line| line.moves.first() == Some(&played);
        // A proof stands, even if the next search could not find it again.
        let stands = !score.is_decisive()
            && best.as_ref().is_some_and(|best| best.score.is_decisive() && is_played(best));
        let found = [best, other].into_iter().flatten().filter(|line| stands || !is_played(line));
        let mut lines: Vec<(Line, u32)> = found.map(|line| (line, opinion.depth)).collect();
        if !stands && !fouls.contains(&(n + 1)) {
            lines.push((line, depth));
        }
        // Of equals the search's own choice comes first.
        lines.sort_by_key(|(line, _)| std::cmp::Reverse(line.score));
        lines.truncate(2);
        let mut lines = lines.into_iter();
        if let Some((best, depth)) = lines.next() {
            (opinion.score, opinion.depth) = (best.score, depth);
            opinion.best = Some(best);
        }
        opinion.other = lines.next().map(|(line, _)| line);
    }
}

/// The result of a game that is over.
fn result(board: &Board) -> Option<Opinion> {
    let score = match board.outcome() {
        Outcome::Open => return None,
        Outcome::Win(_) => Score::loss_in(0),
        Outcome::Foul(_) => Score::win_in(0),
        Outcome::Draw => Score::DRAW,
    };
    Some(Opinion { score, best: None, other: None, depth: 0 })
}

/// Who thinks, and who may end it.
struct Study<'a> {
    engine: &'a mut Engine,
    control: &'a Control,
}

/// A first search looks for a win by force alone, a second one for the two best moves: their
/// scores, which come from one search of one depth, can be compared.
fn think(engine: &mut Study, board: &Board, effort: Effort) -> Opinion {
    let (proof, rest) = (share(effort, SHARE_OF_PROOF), share(effort, 1.0 - SHARE_OF_PROOF));
    let mut found = search(engine, board, proof, 1);
    let proven = found.first().is_some_and(|first| first.score.is_decisive());
    let two = search(engine, board, rest, 2);
    if !proven {
        found.clear();
    }
    for report in two {
        let is_new = found.iter().all(|known| known.best != report.best);
        // All moves lose: nothing that says otherwise is worth showing beside it.
        let fits =
            found.first().is_none_or(|first| first.score >= report.score || first.score.is_win());
        if is_new && fits && !board.is_forbidden(report.best) {
            found.push(report);
        }
    }
    found.sort_by_key(|report| std::cmp::Reverse(report.score));
    let mut found = found.into_iter().map(|report| (report.depth, line(engine, board, report)));
    let Some((depth, best)) = found.next() else {
        return Opinion { score: Score::DRAW, best: None, other: None, depth: 0 };
    };
    let other = found.next().map(|(_, line)| line);
    Opinion { score: best.score, best: Some(best), other, depth }
}

fn share(effort: Effort, share: f64) -> Effort {
    match effort {
        Effort::Time(time) => Effort::Time(time.mul_f64(share)),
        Effort::Nodes(nodes) => Effort::Nodes((nodes as f64 * share).ceil() as u64),
    }
}

/// The best moves, at most `count`, the best first.
fn search(study: &mut Study, board: &Board, effort: Effort, multi_pv: usize) -> Vec<Report> {
    let limits = effort.limits(multi_pv, outside_middle(board));
    let mut last = LastLines::default();
    let report = study.engine.think(board, &limits, study.control, &mut last);
    match last.complete() {
        lines if multi_pv > 1 && !lines.is_empty() => lines,
        _ => report.into_iter().collect(),
    }
}

/// The line of a report. One that wins by force is played on until the five lies on the board.
fn line(engine: &mut Study, board: &Board, report: Report) -> Line {
    let winner = match report.score {
        score if score.is_win() => Some(board.side_to_move()),
        score if score.is_loss() => Some(!board.side_to_move()),
        _ => None,
    };
    let mut board = board.clone();
    let mut moves = Vec::new();
    for &c in report.pv.iter().take(LONGEST_LINE) {
        if is_over(&board, &moves) || board.try_play(c).is_err() {
            break;
        }
        moves.push(c);
    }
    if winner.is_some() {
        play_on(engine, &mut board, &mut moves);
    }
    // A line that is longer than its score claims is not the one that was proved.
    let is_checked = report.score.distance().is_some_and(|plies| moves.len() <= plies)
        && is_over(&board, &moves)
        && board.outcome().winner() == winner;
    Line { score: report.score, moves, is_checked }
}

/// Whether the moves of a line have ended the game. What the game's own last move was, a foul that was
/// played on or one behind the draw, ends no line.
pub(super) fn is_over(board: &Board, line: &[Coord]) -> bool {
    !line.is_empty() && board.outcome() != Outcome::Open
}

fn play_on(engine: &mut Study, board: &mut Board, moves: &mut Vec<Coord>) {
    while !is_over(board, moves) && moves.len() < LONGEST_LINE {
        let effort = Effort::Nodes(PROOF_NODES);
        let Some(report) = search(engine, board, effort, 1).pop() else { return };
        if !report.score.is_decisive() || board.try_play(report.best).is_err() {
            return;
        }
        moves.push(report.best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::parse_stones;

    #[test]
    fn what_is_proved_stays_proved_along_its_line() {
        let moves = parse_stones("a1b1c1").expect("points");
        let line = |score, moves: &str| {
            let moves = parse_stones(moves).expect("points");
            Some(Line { score, moves, is_checked: false })
        };
        let even =
            Opinion { score: Score::DRAW, best: line(Score::DRAW, "e5"), other: None, depth: 3 };
        let win = Score::win_in(5);
        let proved = Opinion { score: win, best: line(win, "a1b1d1e1"), ..even.clone() };
        let mut opinions = vec![proved, even.clone(), even.clone(), even.clone()];
        carry_proofs(&mut opinions, &moves);
        assert_eq!((opinions[1].score, opinions[2].score), (Score::loss_in(4), Score::win_in(3)));
        assert_eq!(opinions[2].best, line(Score::win_in(3), "d1e1"));
        assert_eq!(opinions[2].other, even.best);
        // The third move leaves the line.
        assert_eq!(opinions[3], even);
    }

    fn known(score: i32, moves: &str) -> Option<Line> {
        let moves = parse_stones(moves).expect("points");
        Some(Line { score: Score::eval(score), moves, is_checked: false })
    }

    /// The table said 51 %, the sentence 41 %, and a move of 81 % stood beside the best one of 78.
    #[test]
    fn numbers_of_one_position_do_not_contradict_each_other() {
        let moves = parse_stones("a1b1").expect("points");
        let opinion =
            |score, best, other, depth| Opinion { score: Score::eval(score), best, other, depth };
        let mut opinions = vec![
            opinion(90, known(90, "a1b1"), known(50, "c3"), 7),
            opinion(-80, known(-80, "d4"), known(-100, "e5"), 8),
            opinion(120, known(120, "f6g7"), None, 9),
        ];
        settle(&mut opinions, &moves, &[]);
        // Neither d4 nor e5 was played: b1 is worth what the last position is.
        assert_eq!(opinions[1].best, known(-80, "d4"));
        assert_eq!(opinions[1].other, known(-100, "e5"));
        // a1 turned out to be worth 80.
        assert_eq!(opinions[0].best, known(80, "a1d4"));
        assert_eq!((opinions[0].score, opinions[0].depth), (Score::eval(80), 9));
        assert_eq!(opinions[0].other, known(50, "c3"));
        let mut opinions = vec![
            opinion(90, known(90, "a1b1"), known(50, "c3"), 7),
            opinion(-20, known(-20, "d4"), None, 8),
            opinion(-300, known(-300, "f6g7"), None, 9),
        ];
        settle(&mut opinions, &moves, &[]);
        // The move that was played is the best one known after all, and then so for the other side.
        assert_eq!(opinions[1].best, known(300, "b1f6g7"));
        assert_eq!(
            (opinions[0].best.clone(), opinions[0].score),
            (known(50, "c3"), Score::eval(50))
        );
        assert_eq!(opinions[0].other, known(-300, "a1b1f6g7"));
    }

    /// A move that black may not play was the best one, and refuted the move before it.
    #[test]
    fn a_forbidden_move_that_was_played_has_no_line() {
        let moves = parse_stones("a1b1").expect("points");
        let opinion =
            |score, best| Opinion { score: Score::eval(score), best, other: None, depth: 7 };
        let mut opinions = vec![
            opinion(0, known(0, "a1")),
            opinion(-50, known(-50, "c3")),
            opinion(-200, known(-200, "d4")),
        ];
        settle(&mut opinions, &moves, &[2]);
        assert_eq!((opinions[1].best.clone(), opinions[1].other.clone()), (known(-50, "c3"), None));
        assert_eq!(opinions[0].best, known(50, "a1c3"));
    }

    /// A line of three moves was called played out beside a win in one.
    #[test]
    fn a_line_that_is_longer_than_its_win_is_not_the_proof() {
        let board: dolmen::board::PositionLine =
            "freestyle 15 h8a1i8a3j8a5".parse().expect("a position");
        let board = board.board();
        let (engine, control) = (&mut Engine::new(16 << 20, 1), &Control::new());
        let study = &mut Study { engine, control };
        let report = search(study, &board, Effort::Nodes(500), 1).pop().expect("a report");
        assert!(line(study, &board, report.clone()).is_checked);
        let short = Report { score: Score::win_in(1), ..report };
        assert!(!line(study, &board, short).is_checked);
    }
}
