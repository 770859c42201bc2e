//! One position, explained.

mod data;

use std::fmt::{self, Write as _};

use crate::story::{self, Step};
use crate::strip::Strip;
use crate::why::tell_fouls;
use crate::words::{LineShape, QUIET, names, one_of, tell_move};
use dolmen::board::{Board, Outcome, Threat};
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
/// Number of candidates shown.
const CANDIDATES: usize = 5;
/// Moves of a line that is not forced.
const LINE: usize = 8;

/// What there is to say of a position.
pub struct Lesson<'a> {
    board: &'a Board,
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
    /// Looks for forced wins of either side, and for the best move if there is none; each search
    /// visits at most this many positions.
    pub fn new(board: &'a Board, nodes: u64, control: &Control) -> Lesson<'a> {
        let mut lesson = Lesson { board, win: None, threat: None, report: None, answers: None };
        if board.outcome() != Outcome::Open {
            return lesson;
        }
        let mut engine = Engine::new(MEMORY, 1);
        let limits = ProofLimits { search: nodes, total: nodes.saturating_mul(SEARCHES) };
        lesson.win = engine.prove(board, None, &limits, control);
        if lesson.win.is_none() {
            let mut passed = board.clone();
            passed.set_side_to_move(!board.side_to_move());
            lesson.threat = engine.prove(&passed, None, &limits, control);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            lesson.report = engine.think(board, &limits, control, &mut Silent);
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
        if self.board.outcome() != Outcome::Open {
            return write_end(text, self.board);
        }
        let us = self.board.side_to_move();
        for color in [us, !us] {
            self.write_shapes(text, color)?;
        }
        self.write_situation(text)?;
        if self.board.rule() == Rule::Renju {
            self.write_fouls(text)?;
        }
        self.write_best(text)?;
        self.write_candidates(text)
    }

    /// Threes and fours that lie on the board.
    fn write_shapes(&self, text: &mut String, color: Color) -> fmt::Result {
        let shapes = shapes_on(self.board, color);
        if shapes.is_empty() {
            return writeln!(text, "{} has no three and no four", color.name());
        }
        writeln!(text, "{} has", color.name())?;
        for shape in shapes {
            let Some(article) = shape.article() else { continue };
            let next = match (shape.pattern.is_open_three(), shape.next.is_empty()) {
                (_, true) => String::new(),
                (true, _) => format!("; {} would make an open four", one_of(&shape.next)),
                (false, _) => format!("; {} would make five", one_of(&shape.next)),
            };
            writeln!(text, "  {article}: {}{next}", shape.place())?;
        }
        Ok(())
    }

    /// What must be answered at once.
    fn write_situation(&self, text: &mut String) -> fmt::Result {
        let mut board = self.board.clone();
        let (us, them) = (board.side_to_move().name(), (!board.side_to_move()).name());
        match threats::situation(&mut board) {
            Situation::Won { .. } | Situation::Free => Ok(()),
            Situation::Lost => writeln!(text, "{them} makes five next, nothing stops all of it"),
            Situation::Forced(answers) => {
                writeln!(text, "{them} threatens five: {us} must play {}", one_of(&answers))
            }
            Situation::Threatened(_) => self.write_answers(text, them),
        }
    }

    /// How the threat of an open four can be answered, as far as a search sees.
    fn write_answers(&self, text: &mut String, them: &str) -> fmt::Result {
        let Some(Answers { holding, losing, nodes }) = &self.answers else { return Ok(()) };
        write!(text, "{them} threatens an open four: ")?;
        match holding.is_empty() {
            true => writeln!(text, "every answer loses by force")?,
            false => writeln!(text, "only {} can help", one_of(holding))?,
        }
        if !losing.is_empty() && !holding.is_empty() {
            let lose = if losing.len() == 1 { "loses" } else { "lose" };
            writeln!(
                text,
                "  {} {lose} by force all the same (at most {nodes} positions searched for each)",
                names(losing)
            )?;
        }
        Ok(())
    }

    /// Under renju: where black may not play, or may though it does not look so.
    fn write_fouls(&self, text: &mut String) -> fmt::Result {
        let points = self.board.empty_cells().iter();
        let told: Vec<String> =
            points.filter_map(|c| tell_fouls(self.board, c)).flatten().collect();
        if told.is_empty() {
            return writeln!(text, "nothing is forbidden to black");
        }
        told.iter().try_for_each(|line| writeln!(text, "{line}"))
    }

    fn write_best(&self, text: &mut String) -> fmt::Result {
        let (us, them) = (self.board.side_to_move(), !self.board.side_to_move());
        if let Some(proof) = &self.win {
            let moves = match proof.plies().div_ceil(2) {
                1 => "1 move".to_string(),
                moves => format!("{moves} moves at most"),
            };
            writeln!(text, "{} wins by force, in {moves}:", us.name())?;
            return write_steps(text, &story::tell(self.board, proof));
        }
        writeln!(text, "no forced win of {} was found", us.name())?;
        if let Some(proof) = &self.threat {
            let mut passed = self.board.clone();
            passed.set_side_to_move(them);
            let (us, them) = (us.name(), them.name());
            writeln!(text, "{us} must watch out: if {us} does nothing about it, {them} wins by")?;
            write_steps(text, &story::tell(&passed, proof))?;
        }
        if let Some(report) = &self.report {
            let (best, chance) = (report.best, 100.0 * report.score.win_rate());
            let told = tell_move(self.board, report.best);
            let why = if told == QUIET { String::new() } else { format!(": it {told}") };
            writeln!(text, "the best move found is {best}{why}")?;
            let result = match report.score.distance() {
                Some(plies) if report.score.is_loss() => {
                    format!("it loses in {plies} plies all the same")
                }
                _ => format!("winning chance {chance:.0} %"),
            };
            writeln!(
                text,
                "  {result} after {} positions; then {}",
                report.nodes,
                names(&report.pv)
            )?;
        }
        Ok(())
    }

    /// The most likely moves with their purpose; against a threat only defences.
    fn write_candidates(&self, text: &mut String) -> fmt::Result {
        let (board, moves) = (self.board, self.candidates());
        if moves.is_empty() {
            return Ok(());
        }
        writeln!(text, "moves that come to mind first, by the evaluation alone:")?;
        for &c in moves.iter().take(CANDIDATES) {
            writeln!(text, "  {:4} {}{}", c.to_string(), tell_move(board, c), takes(board, c))?;
        }
        Ok(())
    }

    /// The likely moves, the most likely first; none where a win is known or an answer is forced.
    fn candidates(&self) -> Vec<Coord> {
        let board = self.board;
        let mut position = Position::new(board.clone(), Net::embedded(board.rule()));
        let value = position.move_values();
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
                let chance = 100.0 * report.score.win_rate();
                (format!("{us} to move, winning chance {chance:.0} %"), self.likely_line(report))
            }
            (None, None) => (format!("the game is over: {}", end(self.board)), Vec::new()),
        };
        story::draw(format!("{rule} {size}: {result}"), self.board, &steps)
    }

    /// The line of a search, as far as it is worth showing.
    fn likely_line(&self, report: &Report) -> Vec<Step> {
        let mut board = self.board.clone();
        let mut steps = Vec::new();
        for &coord in report.pv.iter().take(LINE) {
            let (color, text) = (board.side_to_move(), tell_move(&board, coord));
            if board.try_play(coord).is_err() {
                break;
            }
            steps.push(Step { coord, color, text });
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
fn write_end(text: &mut String, board: &Board) -> fmt::Result {
    writeln!(text, "the game is over: {}", end(board))?;
    let (Outcome::Foul(_), Some(last)) = (board.outcome(), board.last_move(0)) else {
        return Ok(());
    };
    let reasons = tell_fouls(&story::before_last(board), last.coord).unwrap_or_default();
    reasons.iter().try_for_each(|line| writeln!(text, "{line}"))
}

/// Who has won, and by what.
fn end(board: &Board) -> String {
    match (board.outcome(), board.last_move(0)) {
        (Outcome::Win(color), _) => {
            format!("{} wins by the line {}", color.name(), names(&board.winning_line()))
        }
        (Outcome::Foul(fouls), Some(last)) => {
            let (c, kinds) = (last.coord, kinds(fouls));
            format!("white wins, black's {c} was forbidden ({kinds})")
        }
        (Outcome::Draw, _) if board.empty_cells().is_empty() => "a draw, the board is full".into(),
        (Outcome::Draw, _) => format!("a draw after {} stones", board.ply()),
        (outcome, _) => outcome_name(outcome),
    }
}

fn write_steps(text: &mut String, steps: &[Step]) -> fmt::Result {
    story::write(steps).iter().try_for_each(|line| writeln!(text, "{line}"))
}

/// The strong point of the other side that a move takes.
fn takes(board: &Board, c: Coord) -> &'static str {
    match board.threat(c, !board.side_to_move()) {
        Threat::FourThree => "; takes the point of a four and an open three",
        Threat::DoubleThree => "; takes the point of two open threes",
        Threat::OpenThree | Threat::OpenThreePlus => "; takes the point of an open three",
        _ => "",
    }
}

/// The threes and fours of one side that lie on the board, the best first, each once.
fn shapes_on(board: &Board, color: Color) -> Vec<LineShape> {
    let stones = board.history().filter(|stone| stone.color == color);
    let mut all: Vec<LineShape> =
        stones.flat_map(|stone| LineShape::all(board, stone.coord, color)).collect();
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
