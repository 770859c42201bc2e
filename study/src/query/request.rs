//! What comes in: one line of JSON, read into something that can be done.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::VERSION;
use super::number::{Positive, Whole};
use super::object::optional;
use super::opening::OpeningQuery;
use super::position::{PositionFields, QueryPosition, Stones, points};
use dolmen::board::Outcome;
use dolmen::protocol::LONGEST_LINE;
use dolmen::search::check_excluded;
use dolmen::types::Coord;

/// What a line asks for.
#[derive(Debug)]
pub enum Request {
    /// Search a position.
    Search(Box<SearchQuery>),
    /// Tell how an opening stands, and perhaps what the engine does.
    Opening(Box<OpeningQuery>),
    /// End the search with this id, running or waiting.
    Cancel(Value),
    /// End all of them.
    CancelAll,
    /// Return the version.
    Version,
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
    /// Progress also tells which first move is being searched, and which ones lose.
    pub live: bool,
    /// Points that are not to be played at the root.
    pub exclude: Vec<Coord>,
}

/// A line that was read: its id, if that could be read, and what it asks for.
pub type Parsed = (Option<Value>, Result<Request, String>);

/// Reads a line; `None` for a blank one. `nodes` is the limit of a search without one of its own.
pub fn parse(line: &[u8], nodes: u64) -> Option<Parsed> {
    if line.len() >= LONGEST_LINE {
        // Cut off there: what came after is not known, even if blanks are all that is left.
        return Some((None, Err(format!("the line has {LONGEST_LINE} bytes or more"))));
    }
    if line.iter().all(u8::is_ascii_whitespace) {
        return None;
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
    let request = read(id.as_ref(), object, nodes);
    Some((id, request))
}

fn read(id: Option<&Value>, mut object: Map<String, Value>, nodes: u64) -> Result<Request, String> {
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
            let query = fields(object).map_err(with_common)?;
            return SearchQuery::new(query, nodes).map(|search| Request::Search(Box::new(search)));
        }
        Some("opening") => {
            needed()?;
            let fields = fields(object).map_err(with_common)?;
            return OpeningQuery::new(&fields, nodes)
                .map(|query| Request::Opening(Box::new(query)));
        }
        Some("cancel") => Request::Cancel(needed()?),
        Some("cancel_all") => Request::CancelAll,
        Some("version") => Request::Version,
        _ => {
            let expected = "expected search, opening, cancel, cancel_all or version";
            return Err(format!("action: {expected}, found {action}"));
        }
    };
    match object.keys().next() {
        Some(key) => Err(format!("unknown field `{key}` for this action")),
        None => Ok(request),
    }
}

/// An error that lists the fields, with those of all requests, which are taken out before.
fn with_common(error: String) -> String {
    // Both kinds of a request begin so, and nothing inside them.
    let first = "expected one of `rule`";
    error.replacen(first, "expected one of `id`, `version`, `action`, `rule`", 1)
}

/// The fields of an object; an error names the field.
///
/// # Errors
/// What is wrong with a field.
pub fn fields<T: DeserializeOwned>(object: Map<String, Value>) -> Result<T, String> {
    serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
        let (path, inner) = (error.path().to_string(), error.inner());
        // An unknown field, and a missing one, is named by the error itself.
        if path == "." { inner.to_string() } else { format!("{path}: {inner}") }
    })
}

/// The fields of a search as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    rule: Option<Value>,
    size: Option<Value>,
    #[serde(default)]
    moves: Value,
    #[serde(default, deserialize_with = "optional")]
    stones: Option<Stones>,
    first: Option<Value>,
    nodes: Option<Positive>,
    time: Option<Positive>,
    depth: Option<Positive>,
    lines: Option<Positive>,
    progress: Option<Whole>,
    #[serde(default)]
    live: bool,
    #[serde(default)]
    exclude: Value,
}

impl SearchQuery {
    /// Reads the fields; `nodes` is the limit of a query without one of its own.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    pub fn new(query: Query, nodes: u64) -> Result<SearchQuery, String> {
        let Query { rule, size, moves, stones, first, .. } = query;
        let fields = PositionFields { rule, size, moves, stones, first };
        let (position, outcome) = fields.read().map_err(|fault| fault.to_string())?;
        let exclude = points("exclude", &query.exclude)?;
        if outcome == Outcome::Open {
            check_excluded(&position.board(), &exclude)?;
        }
        let default = nodes;
        let [nodes, time, depth] = [query.nodes, query.time, query.depth].map(|n| n.map(u64::from));
        let is_unlimited = nodes.is_none() && time.is_none() && depth.is_none();
        Ok(SearchQuery {
            lines: query.lines.map_or(1, usize::from).min(position.size.area()),
            position,
            outcome,
            nodes: nodes.or(is_unlimited.then_some(default)),
            time,
            depth: depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            progress: query.progress.map(u64::from),
            live: query.live,
            exclude,
        })
    }
}
