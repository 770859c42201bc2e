//! One position, explained.

mod data;

use std::fmt::{self, Write as _};

use crate::phrase::{OneOf, Padded, Phrase, Row, Sentence};
use crate::shape::{self, Shape};
use crate::story::{self, Step};
use crate::strip::Strip;
use crate::why::tell_fouls;
use crate::words::{LineShape, percent, tell_move};
use dolmen::board::{Board, Outcome};
use dolmen::engine::{Engine, Proof, ProofLimits};
use dolmen::eval::{Net, Position};
use dolmen::search::threats::{self, Situation};
use dolmen::search::{Control, Limits, Report, Silent};
use dolmen::tools::referee::{kinds, outcome_name};
use dolmen::types::{Color, Coord, Rule};

/// Memory of the engine.
const MEMORY: u64 = 64 << 20;
/// Searches that a proof may take.
const SEARCHES: u64 = 20;
/// How many times as many, once a win is known.
const PATIENCE: u64 = 10;
/// Number of candidates shown.
const CANDIDATES: usize = 5;
/// Moves of a line that is not forced.
const LINE: usize = 8;

/// What there is to say of a position.
pub struct Lesson<'a> {
    board: &'a Board,
    outcome: Outcome,
    /// The side to move wins.
    win: Option<Proof>,
    /// The other side would win, if it were to move.
    threat: Option<Proof>,
    /// Result of a search without a forced win.
    report: Option<Report>,
    /// The answers to an open four that the other side threatens, if it does.
    answers: Option<Answers>,
}

/// Answers to a threat, searched one by one.
#[derive(Default)]
struct Answers {
    /// No forced loss was found after these.
    holding: Vec<Coord>,
    /// The other side wins by force after these.
    losing: Vec<Coord>,
    /// Positions visited for each at most.
    nodes: u64,
}

impl<'a> Lesson<'a> {
    /// In an open game looks for forced wins of either side, and for the best move if there is none;
    /// each search visits at most this many positions. The outcome is the caller's to tell: how
    /// stones that were set up are judged, the board does not know.
    pub fn new(board: &'a Board, outcome: Outcome, nodes: u64, control: &Control) -> Lesson<'a> {
        let (win, threat, report, answers) = (None, None, None, None);
        let mut lesson = Lesson { board, outcome, win, threat, report, answers };
        if outcome != Outcome::Open {
            return lesson;
        }
        let mut engine = Engine::new(MEMORY, 1);
        let limits = ProofLimits { search: nodes, total: nodes.saturating_mul(SEARCHES) };
        lesson.win = engine.prove(board, None, &limits, control);
        if lesson.win.is_none() {
            let mut passed = board.clone();
            passed.set_side_to_move(!board.side_to_move());
            lesson.threat = engine.prove(&passed, None, &limits, control);
            let once = Limits { nodes: Some(nodes), ..Limits::default() };
            lesson.report = engine.think(board, &once, control, &mut Silent);
            // Seen by one search, the win is worth more of them to be shown.
            if lesson.report.as_ref().is_some_and(|report| report.score.is_win()) {
                let limits = ProofLimits { total: limits.total.saturating_mul(PATIENCE), ..limits };
                lesson.win = engine.prove(board, None, &limits, control);
            }
        }
        if let Situation::Threatened(answers) = threats::situation(&mut board.clone()) {
            let defences = threats::defences(board, &answers);
            let defences = defences.iter().filter(|&c| !board.is_forbidden(c));
            lesson.answers = Some(try_answers(&mut engine, board, defences, nodes, control));
        }
        lesson
    }

    /// All of it as text.
    ///
    /// # Errors
    /// If the text cannot be written.
    pub fn write(&self, text: &mut String) -> fmt::Result {
        self.sentences().iter().try_for_each(|sentence| writeln!(text, "{sentence}"))
    }

    /// All of it.
    pub fn sentences(&self) -> Vec<Sentence> {
        if self.outcome != Outcome::Open {
            return tell_end(self.board, self.outcome);
        }
        let us = self.board.side_to_move();
        let mut told: Vec<Sentence> =
            [us, !us].into_iter().flat_map(|color| tell_shapes(self.board, color)).collect();
        told.extend(self.tell_situation());
        if self.board.rule() == Rule::Renju {
            told.extend(self.tell_fouls());
        }
        match &self.win {
            Some(proof) => {
                let count = proof.plies().div_ceil(2);
                told.push(Sentence::new(0, Phrase::Wins { color: us, count }));
                told.extend(story::write(&story::tell(self.board, proof)));
            }
            None => told.extend(self.tell_best()),
        }
        told.extend(self.tell_candidates());
        told
    }

    /// What must be answered at once.
    fn tell_situation(&self) -> Vec<Sentence> {
        let (color, opponent) = (self.board.side_to_move(), !self.board.side_to_move());
        let phrase = match threats::situation(&mut self.board.clone()) {
            Situation::Won { .. } | Situation::Free => return Vec::new(),
            Situation::Lost => Phrase::Lost { opponent },
            Situation::Forced(answers) => {
                Phrase::Forced { color, opponent, points: OneOf(answers.to_vec()) }
            }
            Situation::Threatened(_) => return self.tell_answers(opponent),
        };
        vec![Sentence::new(0, phrase)]
    }

    /// How the threat of an open four can be answered, as far as a search sees.
    fn tell_answers(&self, opponent: Color) -> Vec<Sentence> {
        let Some(Answers { holding, losing, nodes }) = &self.answers else { return Vec::new() };
        if holding.is_empty() {
            return vec![Sentence::new(0, Phrase::Hopeless { opponent })];
        }
        let points = OneOf(holding.clone());
        let mut told = vec![Sentence::new(0, Phrase::Threatened { opponent, points })];
        if !losing.is_empty() {
            let (count, points, nodes) = (losing.len(), Row(losing.clone()), *nodes);
            told.push(Sentence::new(1, Phrase::AnswersLose { count, points, nodes }));
        }
        told
    }

    /// Under renju: where black may not play, or may though it does not look so.
    fn tell_fouls(&self) -> Vec<Sentence> {
        let points = self.board.empty_cells().iter();
        let told: Vec<Sentence> =
            points.filter_map(|c| tell_fouls(self.board, c)).flatten().collect();
        match told.is_empty() {
            true => vec![Sentence::new(0, Phrase::NothingForbidden)],
            false => told,
        }
    }

    /// What to play, and what is to be feared, where no win was found.
    fn tell_best(&self) -> Vec<Sentence> {
        let (color, opponent) = (self.board.side_to_move(), !self.board.side_to_move());
        let is_won = self.report.as_ref().is_some_and(|report| report.score.is_win());
        let no_win = Sentence::new(0, Phrase::NoWin { color });
        let mut told: Vec<Sentence> = (!is_won).then_some(no_win).into_iter().collect();
        if let Some(proof) = &self.threat {
            let mut passed = self.board.clone();
            passed.set_side_to_move(opponent);
            told.push(Sentence::new(0, Phrase::WatchOut { color, opponent }));
            told.extend(story::write(&story::tell(&passed, proof)));
        }
        if let Some(report) = &self.report {
            let point = report.best;
            let best = match tell_move(self.board, point) {
                Phrase::Quiet => Phrase::Best { point },
                does => Phrase::BestDoes { point, does: Box::new(does) },
            };
            let (nodes, line) = (report.nodes, Row(report.pv.clone()));
            let result = match report.score.distance() {
                Some(plies) if report.score.is_loss() => Phrase::LosesAnyway { plies, nodes, line },
                Some(plies) => Phrase::WinsSoon { plies, nodes, line },
                None => {
                    let percent = percent(report.score.win_rate()).into();
                    Phrase::Chance { percent, nodes, line }
                }
            };
            told.extend([Sentence::new(0, best), Sentence::new(1, result)]);
        }
        told
    }

    /// The most likely moves with their purpose; against a threat only defences.
    fn tell_candidates(&self) -> Vec<Sentence> {
        let moves = self.candidates();
        let purpose = |&c: &Coord| {
            let does = tell_move(self.board, c);
            let does = match takes(self.board, c) {
                Some(takes) => does.then(takes),
                None => does,
            };
            Sentence::new(1, Phrase::FirstMove { point: Padded(c), does: Box::new(does) })
        };
        let head = (!moves.is_empty()).then_some(Sentence::new(0, Phrase::FirstMoves));
        head.into_iter().chain(moves.iter().take(CANDIDATES).map(purpose)).collect()
    }

    /// The likely moves, the most likely first; none where a win is known or an answer is forced.
    fn candidates(&self) -> Vec<Coord> {
        let board = self.board;
        let mut position = Position::new(board.clone(), Net::embedded(board.rule(), board.size()));
        let value = position.move_values(&board.candidates());
        let wanted = match threats::situation(&mut board.clone()) {
            _ if self.win.is_some() => return Vec::new(),
            Situation::Won { .. } | Situation::Lost | Situation::Forced(_) => return Vec::new(),
            Situation::Threatened(_) => match &self.answers {
                Some(answers) => answers.holding.clone(),
                None => return Vec::new(),
            },
            Situation::Free => board.candidates().iter().collect(),
        };
        let mut moves: Vec<Coord> =
            wanted.into_iter().filter(|&c| !board.is_forbidden(c)).collect();
        moves.sort_by_key(|&c| (std::cmp::Reverse(value(c)), c));
        moves
    }

    /// The forced line move by move, or the line that the search found.
    pub fn draw(&self) -> Strip {
        let us = self.board.side_to_move().name();
        let (rule, size) = (self.board.rule().name(), self.board.size().get());
        let (result, steps) = match (&self.win, &self.report) {
            (Some(proof), _) => {
                let steps = story::tell(self.board, proof);
                (format!("{us} wins in {} plies", proof.plies()), steps)
            }
            (None, Some(report)) => {
                let chance = percent(report.score.win_rate());
                let told = match report.score.distance() {
                    Some(plies) if report.score.is_win() => format!("{us} wins in {plies} plies"),
                    Some(plies) => format!("{us} loses in {plies} plies"),
                    None => format!("{us} to move, winning chance {chance} %"),
                };
                (told, self.likely_line(report))
            }
            (None, None) => {
                (format!("the game is over: {}", end(self.board, self.outcome)), Vec::new())
            }
        };
        story::draw(format!("{rule} {size}: {result}"), self.board, self.outcome, &steps)
    }

    /// The line of a search, as far as it is worth showing.
    fn likely_line(&self, report: &Report) -> Vec<Step> {
        let mut board = self.board.clone();
        let mut steps = Vec::new();
        for &coord in report.pv.iter().take(LINE) {
            let (color, does) = (board.side_to_move(), tell_move(&board, coord));
            if board.try_play(coord).is_err() {
                break;
            }
            steps.push(Step { coord, color, does });
        }
        steps
    }
}

/// Searches the position after each answer.
fn try_answers(
    engine: &mut Engine,
    board: &Board,
    answers: impl Iterator<Item = Coord>,
    nodes: u64,
    control: &Control,
) -> Answers {
    let mut tried = Answers { nodes, ..Answers::default() };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    for c in answers {
        let mut after = board.clone();
        after.play(c);
        let is_open = after.outcome() == Outcome::Open;
        let report = engine.think(&after, &limits, control, &mut Silent);
        match is_open && report.is_some_and(|report| report.score.is_win()) {
            true => tried.losing.push(c),
            false => tried.holding.push(c),
        }
    }
    tried
}

/// Why the game is over: the winning line, or the reasons of the foul.
fn tell_end(board: &Board, outcome: Outcome) -> Vec<Sentence> {
    let over = over(board, outcome);
    let is_foul = matches!(outcome, Outcome::Foul(_));
    let foul = board.last_move(0).filter(|_| is_foul);
    let reasons = foul.and_then(|last| tell_fouls(&story::before_last(board), last.coord));
    std::iter::once(Sentence::new(0, over)).chain(reasons.into_iter().flatten()).collect()
}

/// That the game is over, and how it ended.
pub fn over(board: &Board, outcome: Outcome) -> Phrase {
    Phrase::Over { result: Box::new(end(board, outcome)) }
}

/// Who has won, and by what.
fn end(board: &Board, outcome: Outcome) -> Phrase {
    match (outcome, board.last_move(0)) {
        (Outcome::Win(color), _) => Phrase::WinsByLine { color, stones: Row(board.winning_line()) },
        (Outcome::Foul(fouls), Some(last)) => {
            let (point, kinds) = (last.coord, kinds(fouls));
            Phrase::LostByFoul { point, kinds, fouls: Phrase::fouls(fouls) }
        }
        (Outcome::Draw, _) if board.empty_cells().is_empty() => Phrase::FullBoard,
        (Outcome::Draw, _) => Phrase::Draw { count: board.ply() },
        (outcome, _) => outcome_name(outcome).into(),
    }
}

/// The strong point of the other side that a move takes.
fn takes(board: &Board, c: Coord) -> Option<Phrase> {
    match shape::made(board, c, !board.side_to_move())? {
        Shape::FourThree => Some(Phrase::TakesFourThree),
        Shape::DoubleThree => Some(Phrase::TakesDoubleThree),
        Shape::OpenThree => Some(Phrase::TakesOpenThree),
        _ => None,
    }
}

/// Threes and fours of one side that lie on the board.
fn tell_shapes(board: &Board, color: Color) -> Vec<Sentence> {
    let shapes = shapes_on(board, color);
    if shapes.is_empty() {
        return vec![Sentence::new(0, Phrase::NoShapes { color })];
    }
    let tell = |line: LineShape| {
        let (shape, place) = (Box::new(line.name()?), Box::new(line.place()));
        let points = OneOf(line.next);
        let phrase = match (line.pattern.is_open_three(), points.0.is_empty()) {
            (_, true) => Phrase::Shape { shape, place },
            (true, _) => Phrase::ShapeToFour { shape, place, points },
            (false, _) => Phrase::ShapeToFive { shape, place, points },
        };
        Some(Sentence::new(1, phrase))
    };
    let head = Sentence::new(0, Phrase::Shapes { color });
    std::iter::once(head).chain(shapes.into_iter().filter_map(tell)).collect()
}

/// The threes and fours of one side that lie on the board, the best first, each once.
fn shapes_on(board: &Board, color: Color) -> Vec<LineShape> {
    let stones = board.history().filter(|stone| stone.color == color);
    let mut all: Vec<LineShape> =
        stones.flat_map(|stone| LineShape::real(board, stone.coord, color)).collect();
    all.sort_by_key(|shape| std::cmp::Reverse((shape.pattern, shape.stones.len())));
    let mut kept: Vec<LineShape> = Vec::new();
    for shape in all {
        let is_part = |other: &LineShape| {
            other.direction == shape.direction
                && shape.stones.iter().all(|stone| other.stones.contains(stone))
        };
        if !kept.iter().any(is_part) {
            kept.push(shape);
        }
    }
    kept
}
