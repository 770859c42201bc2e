//! The class `Board`.

use std::hash::{DefaultHasher, Hash, Hasher};

use dolmen::board::{Fouls, Outcome, Stone};
use dolmen::types::{Color, Coord};
use dolmen_records::Diagram;
use dolmen_records::svg::{BoardMark, BoardPicture, MarkKind};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple, PyType};

use crate::errors::IllegalMoveError;
use crate::text;

/// What the disc of a mark has room for.
const LONGEST_LABEL: usize = 4;

/// A position with its moves, under one rule.
///
/// ``moves`` are those of the game so far, black first: ``"h8 i9"``, or several points. A point is
/// ``"h8"``, column letter and row number, or ``(7, 7)``, column and row from zero. ``rule`` is
/// ``"freestyle"``, ``"standard"``, ``"renju"``, ``"caro-overline"``, ``"caro"`` or its code in the
/// line protocol; ``size`` is 5 to 22. By default they are
/// freestyle and 15.
///
/// Boards are equal if rule, stones and side to move are. They can be pickled.
#[pyclass(module = "dolmen", eq)]
#[derive(Clone)]
pub struct Board {
    pub inner: dolmen::board::Board,
}

impl PartialEq for Board {
    /// The same stones on the same board under the same rule, and the same side to move.
    fn eq(&self, other: &Board) -> bool {
        let (one, two) = (&self.inner, &other.inner);
        (one.rule(), one.size(), one.side_to_move()) == (two.rule(), two.size(), two.side_to_move())
            && one.size().coords().all(|c| one.stone(c) == two.stone(c))
    }
}

/// The names of a move's fouls.
fn kinds(fouls: Fouls) -> Vec<&'static str> {
    let Fouls { double_three, double_four, overline } = fouls;
    [("double-three", double_three), ("double-four", double_four), ("overline", overline)]
        .into_iter()
        .filter_map(|(name, holds)| holds.then_some(name))
        .collect()
}

impl Board {
    fn forbidden_points(&self) -> Vec<Coord> {
        let board = &self.inner;
        board.empty_cells().iter().filter(|&c| board.is_forbidden(c)).collect()
    }

    /// A point of this board; `None` for others.
    fn on_board(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<Coord>> {
        Ok(text::place(point)?.filter(|&c| self.inner.size().contains(c)))
    }

    fn move_text(&self) -> String {
        self.inner.history().map(|stone| stone.coord.to_string()).collect()
    }

    /// What the signs on the points of a picture are: a label for each, the first being the best;
    /// and a cross on forbidden points.
    fn marks(&self, labels: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<BoardMark>> {
        let cross = |coord| BoardMark { coord, kind: MarkKind::Forbidden, label: String::new() };
        let mut marks: Vec<BoardMark> = self.forbidden_points().into_iter().map(cross).collect();
        for (number, (key, label)) in labels.into_iter().flatten().enumerate() {
            let label = label.str()?.to_string();
            if label.chars().count() > LONGEST_LABEL {
                let text =
                    format!("expected labels of {LONGEST_LABEL} letters at most, found {label:?}");
                return Err(PyValueError::new_err(text));
            }
            let kind = if number == 0 { MarkKind::Best } else { MarkKind::Other };
            marks.push(BoardMark {
                coord: self.on_board(&key)?.ok_or_else(|| off_board(&key))?,
                kind,
                label,
            });
        }
        Ok(marks)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (moves = None, *, rule = None, size = None))]
    fn new(
        moves: Option<&Bound<'_, PyAny>>,
        rule: Option<&Bound<'_, PyAny>>,
        size: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Board> {
        let rule = rule.map(text::rule_argument).transpose()?;
        let rule = rule.unwrap_or(dolmen::types::Rule::Freestyle);
        let mut inner = dolmen::board::Board::new(rule, text::size_argument(size)?);
        let coords = moves.map(text::moves).transpose()?.unwrap_or_default();
        for (number, c) in (1..).zip(coords) {
            text::play(&mut inner, c, format_args!("move {number}: "))?;
        }
        Ok(Board { inner })
    }

    /// For pickles of all protocols: the two oldest know no arguments by name but by this function.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let named = PyDict::new(py);
        named.set_item("rule", self.rule())?;
        named.set_item("size", self.size())?;
        let arguments = (py.get_type::<Board>(), (self.move_text(),), named);
        Ok((py.import("copyreg")?.getattr("__newobj_ex__")?, arguments.into_pyobject(py)?))
    }

    /// The name of the rule.
    #[getter]
    fn rule(&self) -> &'static str {
        self.inner.rule().name()
    }

    /// Points of one side.
    #[getter]
    fn size(&self) -> u8 {
        self.inner.size().get()
    }

    /// Who moves next.
    #[getter]
    fn turn(&self) -> &'static str {
        self.inner.side_to_move().name()
    }

    /// The moves so far.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        text::names(py, self.inner.history().map(|stone| stone.coord))
    }

    /// Where the side to move may play: free and not forbidden. None once the game is over.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        if self.inner.outcome() != Outcome::Open {
            return Vec::new();
        }
        let free = self.inner.empty_cells().iter();
        text::names(py, free.filter(|&c| !self.inner.is_forbidden(c)))
    }

    /// Places a stone of the side to move.
    ///
    /// A forbidden point is not refused: black may play there, and loses; and as players miss
    /// that, the game may go on. After a five it may not: ``GameOverError``. A point off the board
    /// or with a stone raises ``IllegalMoveError``.
    fn play(board: &Bound<'_, Board>, point: &Bound<'_, PyAny>) -> PyResult<()> {
        // A point may be an object that looks at the board while it is read.
        let place = text::place(point)?;
        let inner = &mut board.try_borrow_mut()?.inner;
        match place {
            Some(c) => text::play(inner, c, format_args!("")),
            None => Err(text::off_board(inner, text::short_repr(point))),
        }
    }

    /// Takes the last move back and returns it.
    fn undo(&mut self) -> PyResult<String> {
        let Some(last) = self.inner.last_move(0) else {
            return Err(IllegalMoveError::new_err("there is no move to take back"));
        };
        self.inner.undo();
        Ok(last.coord.to_string())
    }

    /// Whether the side to move may play there.
    fn is_legal(&self, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (board, c) = (&self.inner, self.on_board(point)?);
        let is_allowed = |c| board.is_empty(c) && !board.is_forbidden(c);
        Ok(c.is_some_and(is_allowed) && board.outcome() == Outcome::Open)
    }

    /// How the game has ended; ``None`` while it goes on.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let outcome = self.inner.outcome();
        let (reason, fouls) = match outcome {
            Outcome::Open => return Ok(None),
            Outcome::Win(_) => ("five", Vec::new()),
            Outcome::Draw => ("draw", Vec::new()),
            Outcome::Foul(fouls) => ("foul", kinds(fouls)),
        };
        let winner = outcome.winner().map(Color::name);
        let line = PyTuple::new(py, text::names(py, self.inner.winning_line()))?;
        let fouls = PyTuple::new(py, fouls)?;
        let class = CLASS.import(py, "dolmen._results", "Outcome")?;
        class.call1((winner, reason, line, fouls)).map(Some)
    }

    /// Where the side to move may not play under renju, with the fouls it would commit.
    fn forbidden<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let points = PyDict::new(py);
        for c in self.forbidden_points() {
            points.set_item(c.to_string(), PyTuple::new(py, kinds(self.inner.fouls(c)))?)?;
        }
        Ok(points)
    }

    /// Another board with the same moves.
    fn copy(&self) -> Board {
        self.clone()
    }

    /// A byte for each point, row by row from row 1: 0 free, 1 black, 2 white.
    ///
    /// ``numpy.frombuffer(board.cells(), numpy.uint8).reshape(board.size, board.size)`` is indexed
    /// by row and column.
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let board = &self.inner;
        let number = |c| match board.stone(c) {
            Stone::Black => 1,
            Stone::White => 2,
            Stone::Empty | Stone::Wall => 0,
        };
        PyBytes::new(py, &board.size().coords().map(number).collect::<Vec<u8>>())
    }

    /// Python would iterate over, and search in, whatever has `__getitem__`.
    #[classattr]
    fn __iter__() -> Option<bool> {
        None
    }

    #[classattr]
    fn __contains__() -> Option<bool> {
        None
    }

    /// The stone on a point.
    fn __getitem__(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let Some(c) = self.on_board(point)? else {
            return Err(off_board(point));
        };
        Ok(self.inner.stone(c).color().map(Color::name))
    }

    fn __str__(&self) -> String {
        Diagram::new(&self.inner).to_string().trim_end().to_string()
    }

    fn __repr__(&self) -> String {
        let (moves, rule, size) = (self.move_text(), self.rule(), self.size());
        format!("Board('{moves}', rule='{rule}', size={size})")
    }

    /// A picture: stones with their ``numbers``, forbidden points crossed, and ``marks``, labels
    /// by point, the first one in the colour of the best move. A label has four letters at most.
    #[pyo3(signature = (*, numbers = true, marks = None))]
    fn svg(&self, numbers: bool, marks: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let board = &self.inner;
        let stones: Vec<_> = board.history().collect();
        let marks = self.marks(marks)?;
        let title = match board.outcome() {
            Outcome::Open => format!("{}, {} to move", board.rule(), board.side_to_move()),
            outcome => format!("{}, {}", board.rule(), text::told(outcome)),
        };
        let five = board.winning_line();
        let picture = BoardPicture {
            numbers,
            marks: &marks,
            five: &five,
            standalone: true,
            ..BoardPicture::new("", &title, board.size(), &stones)
        };
        // Two pictures of a page share their ids only if they are the same.
        let mut hasher = DefaultHasher::new();
        picture.to_string().hash(&mut hasher);
        let id = format!("dolmen-{:x}", hasher.finish());
        Ok(BoardPicture { id: &id, ..picture }.to_string())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(true, None)
    }
}

fn off_board(point: &Bound<'_, PyAny>) -> PyErr {
    PyIndexError::new_err(format!("{} is off the board", text::short_repr(point)))
}
