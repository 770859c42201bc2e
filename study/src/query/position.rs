//! A position in the fields of a JSON object.

use serde::Deserialize;
use serde_json::Value;

use super::object::optional;
use crate::phrase::Phrase;
use crate::standing;
use dolmen::board::{Board, Move, Outcome, Stone};
use dolmen::types::{Color, Coord, MAX_SIZE, MIN_SIZE, Rule, Size, TextError, parse_moves};

/// The stones that make a position. A thousand of these may wait, and a [`Board`] is large.
#[derive(Clone, Debug)]
pub struct QueryPosition {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Blocked points.
    pub dead: Vec<Coord>,
    /// The stones of both sides in the order in which they were placed.
    pub stones: Vec<Move>,
    /// Who is to move.
    pub side: Color,
}

impl QueryPosition {
    /// The position, to be searched.
    pub fn board(&self) -> Board {
        let mut board = Board::with_dead(self.rule, self.size, &self.dead);
        self.stones.iter().for_each(|stone| board.place(stone.coord, stone.color));
        board.set_side_to_move(self.side);
        board
    }

    /// Whether it is a game on an empty board: stones placed in turn, black first, and no point
    /// blocked.
    pub fn is_game(&self) -> bool {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let placed = self.stones.iter().map(|stone| stone.color).chain([self.side]);
        self.dead.is_empty() && placed.zip(colors).all(|(color, turn)| color == turn)
    }
}

/// The fields of a position as they are written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PositionFields {
    /// A name or a code.
    pub rule: Option<Value>,
    /// Lines of the board.
    pub size: Option<Value>,
    /// See [`points`].
    pub moves: Value,
    /// What lies there before them.
    #[serde(deserialize_with = "optional")]
    pub stones: Option<Stones>,
    /// Who makes the first of them: `black` or `white`.
    pub first: Option<Value>,
}

impl PositionFields {
    /// The position, and how the game stands.
    ///
    /// # Errors
    /// What is wrong with the fields, in words.
    pub fn read(&self) -> Result<(QueryPosition, Outcome), Phrase> {
        let rule = read_rule(self.rule.as_ref())?;
        let size = read_size(self.size.as_ref())?;
        let none = Stones::default();
        let stones = self.stones.as_ref().unwrap_or(&none);
        let dead = points("dead", &stones.dead)?;
        if let Some(&c) = dead.iter().find(|&&c| !size.contains(c)) {
            return Err(format!("stones: {c} is off the board").into());
        }
        let mut board = Board::with_dead(rule, size, &dead);
        let mut outcome = set_up(&mut board, stones)?;
        if let Some(side) = &self.first {
            board.set_side_to_move(read_side(side)?);
        }
        for (n, c) in (1..).zip(points("moves", &self.moves)?) {
            // Players miss fouls, so that the game may have gone on after one.
            if matches!(outcome, Outcome::Win(_) | Outcome::Draw) {
                let text = format!("move {n} ({c}) comes after the end of the game");
                return Err(Phrase::AfterTheEnd { number: n, point: c, text });
            }
            board.try_play(c).map_err(|error| format!("move {n} ({c}): {error}"))?;
            outcome = board.outcome();
        }
        let (stones, side) = (board.history().collect(), board.side_to_move());
        Ok((QueryPosition { rule, size, dead, stones, side }, outcome))
    }
}

/// Stones that lie there before the moves.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stones {
    black: Value,
    white: Value,
    dead: Value,
}

/// A rule by its name or code; freestyle without one.
///
/// # Errors
/// If there is no such rule.
pub fn read_rule(value: Option<&Value>) -> Result<Rule, String> {
    let rule = match value {
        None => return Ok(Rule::Freestyle),
        Some(Value::String(name)) => name.parse(),
        Some(code) => code.to_string().parse(),
    };
    rule.map_err(|error: TextError| format!("rule: {error}"))
}

/// The size of the board, 15 unless given.
///
/// # Errors
/// What was expected.
pub fn read_size(value: Option<&Value>) -> Result<Size, String> {
    let Some(value) = value else { return Ok(Size::USUAL) };
    let size = value.as_u64().and_then(|size| u8::try_from(size).ok()).and_then(Size::new);
    let wrong = || format!("size: {value} is not a whole number from {MIN_SIZE} to {MAX_SIZE}");
    size.ok_or_else(wrong)
}

fn read_side(value: &Value) -> Result<Color, String> {
    let side = Color::ALL.into_iter().find(|side| value == side.name());
    side.ok_or_else(|| format!("first: {value} is not \"black\" or \"white\""))
}

/// Places the stones, and returns whether all of them together are a game that is over already; none
/// of them is a foul. Whose turn it is follows from their numbers: white's if black has more.
fn set_up(board: &mut Board, stones: &Stones) -> Result<Outcome, String> {
    let (black, white) = (points("black", &stones.black)?, points("white", &stones.white)?);
    for (color, points) in [(Color::Black, &black), (Color::White, &white)] {
        for &c in points {
            match board.stone(c) {
                Stone::Empty => board.place(c, color),
                _ if board.size().contains(c) => {
                    return Err(format!("stones: {} is given twice", c));
                }
                _ => return Err(format!("stones: {} is off the board", c)),
            }
        }
    }
    board.set_side_to_move(if black.len() > white.len() { Color::White } else { Color::Black });
    Ok(match standing::outcome(board) {
        Outcome::Foul(_) => Outcome::Open,
        outcome => outcome,
    })
}

/// Points as text, `"h8i9"`, or as a list of `"h8"` and `[7,7]`; `name` is that of the field.
///
/// # Errors
/// What is no point.
pub fn points(name: &str, value: &Value) -> Result<Vec<Coord>, String> {
    let wrong = |value: &Value| format!("{name}: {value} in a list is not like \"h8\" or [7,7]");
    match value {
        Value::Null => Ok(Vec::new()),
        Value::String(text) => parse_moves(text).map_err(|error| format!("{name}: {error}")),
        Value::Array(list) => list.iter().map(|v| point(v).ok_or_else(|| wrong(v))).collect(),
        _ => Err(format!("{name}: {value} is not like \"h8i9\" or [\"h8\",[7,7]]")),
    }
}

fn point(value: &Value) -> Option<Coord> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Array(pair) => match &pair[..] {
            [x, y] => Coord::new(u8::try_from(x.as_u64()?).ok()?, u8::try_from(y.as_u64()?).ok()?),
            _ => None,
        },
        _ => None,
    }
}
