//! What goes out: each answer is one object on one line.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use super::{News, VERSION};
use dolmen::board::Outcome;
use dolmen::search::Report;
use dolmen::tools::referee::outcome_name;
use dolmen::types::{Color, MAX_SIZE, MIN_SIZE, Rule};

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// More answers follow.
    Progress,
    /// It is over.
    Done,
    /// It was ended, or never begun, by request.
    Cancelled,
}

/// The result of a search, or what is known so far.
#[derive(Debug, Serialize)]
pub struct QueryAnswer {
    version: u32,
    id: Value,
    status: Status,
    outcome: String,
    to_move: &'static str,
    nodes: u64,
    time: u64,
    lines: Vec<Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    searching: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    losing: Vec<String>,
}

/// A first move with its best line.
#[derive(Debug, Serialize)]
pub struct Line {
    #[serde(rename = "move")]
    first: String,
    score: i32,
    win_rate: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_in: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss_in: Option<usize>,
    depth: u32,
    selective_depth: u32,
    pv: Vec<String>,
}

impl QueryAnswer {
    /// An answer on a game that stands so, with these lines, the best first. Positions and time
    /// are those of the best one.
    pub fn new(
        id: Value,
        status: Status,
        outcome: Outcome,
        side: Color,
        reports: &[Report],
    ) -> QueryAnswer {
        let best = reports.first();
        QueryAnswer {
            version: VERSION,
            id,
            status,
            outcome: outcome_name(outcome),
            to_move: side.name(),
            nodes: reports.iter().map(|report| report.nodes).max().unwrap_or(0),
            time: best.map_or(Duration::ZERO, |report| report.elapsed).as_millis() as u64,
            lines: reports.iter().map(Line::new).collect(),
            searching: None,
            losing: Vec::new(),
        }
    }

    /// With what happens at the root.
    pub fn with_news(mut self, news: &News) -> QueryAnswer {
        self.searching = news.searching.map(|c| c.to_string());
        self.losing = news.losing.iter().map(|c| c.to_string()).collect();
        self
    }
}

impl Line {
    /// The line of a report.
    pub fn new(report: &Report) -> Line {
        let score = report.score;
        Line {
            first: report.best.to_string(),
            score: score.value(),
            win_rate: (score.win_rate() * 10_000.0).round() / 10_000.0,
            win_in: score.distance().filter(|_| score.is_win()),
            loss_in: score.distance().filter(|_| score.is_loss()),
            depth: report.depth,
            selective_depth: report.selective_depth,
            pv: report.pv.iter().map(|&c| c.to_string()).collect(),
        }
    }
}

/// A query that cannot be answered; the id if it is known.
pub fn error(id: Option<&Value>, text: &str) -> Value {
    match id {
        Some(id) => json!({"version": VERSION, "id": id, "status": "error", "error": text}),
        None => json!({"version": VERSION, "status": "error", "error": text}),
    }
}

/// How many searches were cancelled.
pub fn cancelled(id: Option<&Value>, action: &str, count: usize) -> Value {
    let mut answer =
        json!({"version": VERSION, "status": "ok", "action": action, "cancelled": count});
    if let Some(id) = id {
        answer["id"] = id.clone();
    }
    answer
}

/// What this program is.
pub fn version(id: Option<&Value>) -> Value {
    let mut answer = json!({
        "version": VERSION, "status": "ok", "action": "version",
        "name": "Dolmen", "program": env!("CARGO_PKG_VERSION"),
        "rules": Rule::ALL.map(Rule::name), "sizes": [MIN_SIZE, MAX_SIZE],
    });
    if let Some(id) = id {
        answer["id"] = id.clone();
    }
    answer
}
