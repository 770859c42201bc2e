//! What comes in: one line of JSON, read into something that can be done.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{JsonOptions, VERSION};
use dolmen::board::{Board, Move, Outcome, Stone};
use dolmen::protocol::LONGEST_LINE;
use dolmen::types::{Color, Coord, MAX_SIZE, MIN_SIZE, Rule, Size};
use dolmen::types::{parse_moves, parse_stones};

/// What a line asks for.
#[derive(Debug)]
pub enum Request {
    /// Search a position.
    Search(Box<SearchQuery>),
    /// End the search with this id, running or waiting.
    Cancel(Value),
    /// End all of them.
    CancelAll,
    /// Return the version.
    Version,
}

/// The stones that make a position. A thousand of these may wait, and a [`Board`] is large.
#[derive(Clone, Debug)]
pub struct QueryPosition {
    rule: Rule,
    size: Size,
    dead: Vec<Coord>,
    stones: Vec<Move>,
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
}

/// A position and what may be spent on it.
#[derive(Clone, Debug)]
pub struct SearchQuery {
    /// What is searched.
    pub position: QueryPosition,
    /// How the game stands; nothing is searched unless it is open.
    pub outcome: Outcome,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Milliseconds, counted from the beginning of the search.
    pub time: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// How many first moves to report.
    pub lines: usize,
    /// Least milliseconds between two reports of progress; `None`: no such reports.
    pub progress: Option<u64>,
    /// Points that are not to be played at the root.
    pub exclude: Vec<Coord>,
}

/// A line that was read: its id, if that could be read, and what it asks for.
pub type Parsed = (Option<Value>, Result<Request, String>);

/// Reads a line; `None` for a blank one.
pub fn parse(line: &[u8], options: &JsonOptions) -> Option<Parsed> {
    if line.iter().all(u8::is_ascii_whitespace) {
        return None;
    }
    if line.len() >= LONGEST_LINE {
        return Some((None, Err(format!("the line has {LONGEST_LINE} bytes or more"))));
    }
    let mut object = match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return Some((None, Err("not a JSON object".into()))),
        Err(error) => return Some((None, Err(format!("not JSON: {error}")))),
    };
    let id = object.remove("id").filter(|id| !id.is_null());
    if !id.as_ref().is_none_or(|id| id.is_string() || id.is_u64() || id.is_i64()) {
        return Some((None, Err("the id is neither text nor a whole number".into())));
    }
    let request = read(id.as_ref(), object, options);
    Some((id, request))
}

fn read(
    id: Option<&Value>,
    mut object: Map<String, Value>,
    options: &JsonOptions,
) -> Result<Request, String> {
    if let Some(version) = object.remove("version")
        && version != VERSION
    {
        return Err(format!("version {version} is not supported, only {VERSION}"));
    }
    let action = object.remove("action").unwrap_or("search".into());
    let needed = || id.cloned().ok_or("an id is required");
    let request = match action.as_str() {
        Some("search") => {
            needed()?;
            let query = serde_json::from_value(Value::Object(object)).map_err(|e| e.to_string())?;
            return SearchQuery::new(query, options)
                .map(|search| Request::Search(Box::new(search)));
        }
        Some("cancel") => Request::Cancel(needed()?),
        Some("cancel_all") => Request::CancelAll,
        Some("version") => Request::Version,
        _ => return Err(format!("unknown action {action}")),
    };
    match object.keys().next() {
        Some(key) => Err(format!("unknown field `{key}` for this action")),
        None => Ok(request),
    }
}

/// The fields of a search as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Query {
    rule: Option<Value>,
    size: Option<u8>,
    #[serde(default)]
    moves: Value,
    stones: Option<Stones>,
    first: Option<Side>,
    nodes: Option<NonZeroU64>,
    time: Option<NonZeroU64>,
    depth: Option<NonZeroU32>,
    lines: Option<NonZeroUsize>,
    progress: Option<u64>,
    #[serde(default)]
    exclude: Value,
}

/// Stones that lie there before the moves.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Stones {
    black: Value,
    white: Value,
    dead: Value,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

impl SearchQuery {
    fn new(query: Query, options: &JsonOptions) -> Result<SearchQuery, String> {
        let rule = read_rule(query.rule.as_ref())?;
        let size = Size::new(query.size.unwrap_or(15))
            .ok_or_else(|| format!("the size is not a number from {MIN_SIZE} to {MAX_SIZE}"))?;
        let stones = query.stones.unwrap_or_default();
        let dead = points("dead", &stones.dead)?;
        if let Some(&c) = dead.iter().find(|&&c| !size.contains(c)) {
            return Err(format!("stones: {} is off the board", c));
        }
        let mut board = Board::with_dead(rule, size, &dead);
        let mut outcome = set_up(&mut board, &stones)?;
        if let Some(side) = query.first {
            board.set_side_to_move(match side {
                Side::Black => Color::Black,
                Side::White => Color::White,
            });
        }
        for (n, c) in (1..).zip(points("moves", &query.moves)?) {
            if outcome != Outcome::Open {
                return Err(format!("move {n} ({}) comes after the end of the game", c));
            }
            board.try_play(c).map_err(|error| format!("move {n} ({}): {error}", c))?;
            outcome = board.outcome();
        }
        let exclude = points("exclude", &query.exclude)?;
        if let Some(&c) = exclude.iter().find(|&&c| !size.contains(c)) {
            return Err(format!("exclude: {} is off the board", c));
        }
        let (nodes, time, depth) = (query.nodes, query.time, query.depth);
        let is_unlimited = nodes.is_none() && time.is_none() && depth.is_none();
        let (stones, side) = (board.history().collect(), board.side_to_move());
        Ok(SearchQuery {
            position: QueryPosition { rule, size, dead, stones, side },
            outcome,
            nodes: nodes.map(NonZeroU64::get).or(is_unlimited.then_some(options.nodes)),
            time: time.map(NonZeroU64::get),
            depth: depth.map(NonZeroU32::get),
            lines: query.lines.map_or(1, NonZeroUsize::get).min(size.area()),
            progress: query.progress,
            exclude,
        })
    }
}

fn read_rule(value: Option<&Value>) -> Result<Rule, String> {
    let rule = match value {
        None => Some(Rule::Freestyle),
        Some(Value::String(name)) => name.parse().ok(),
        Some(code) => code.to_string().parse().ok(),
    };
    rule.ok_or_else(|| format!("unknown rule {}", value.unwrap_or(&Value::Null)))
}

/// Places the stones, and returns whether they are a won game already. Whose turn
/// it is follows from their numbers: white's if black has more.
fn set_up(board: &mut Board, stones: &Stones) -> Result<Outcome, String> {
    let mut outcome = Outcome::Open;
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
            if let Outcome::Win(_) = board.outcome() {
                outcome = board.outcome();
            }
        }
    }
    board.set_side_to_move(if black.len() > white.len() { Color::White } else { Color::Black });
    let is_draw = outcome == Outcome::Open && board.outcome() == Outcome::Draw;
    Ok(if is_draw { Outcome::Draw } else { outcome })
}

/// Points as text, `"h8i9"`, or as a list of `"h8"` and `[7,7]`.
fn points(name: &str, value: &Value) -> Result<Vec<Coord>, String> {
    let wrong = |value: &Value| format!("{name}: {value} is not like \"h8i9\" or [\"h8\",[8,8]]");
    match value {
        Value::Null => Ok(Vec::new()),
        Value::String(text) => parse_moves(text).map_err(|error| format!("{name}: {error}")),
        Value::Array(list) => list.iter().map(|v| point(v).ok_or_else(|| wrong(v))).collect(),
        _ => Err(wrong(value)),
    }
}

fn point(value: &Value) -> Option<Coord> {
    match value {
        Value::String(text) => match parse_stones(text).ok()?[..] {
            [c] => Some(c),
            _ => None,
        },
        Value::Array(pair) => match &pair[..] {
            [x, y] => Coord::new(u8::try_from(x.as_u64()?).ok()?, u8::try_from(y.as_u64()?).ok()?),
            _ => None,
        },
        _ => None,
    }
}
