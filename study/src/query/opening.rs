//! An opening asked about: how it stands, and what the engine does.

use serde::Deserialize;
use serde_json::{Value, json};

use super::VERSION;
use super::answer::Status;
use super::number::{Positive, Whole};
use super::position::{read_rule, read_size};
use crate::openings::course::{Act, Course};
use crate::openings::decide::decide;
use crate::openings::rules::{Ask, OpeningRule, Zone};
use crate::words::name_list;
use dolmen::engine::Engine;
use dolmen::search::Control;
use dolmen::types::{Color, Coord, Rule, Size};

/// An opening as far as it has come. A thousand of these may wait, and a
/// [`Board`](dolmen::board::Board) is large.
#[derive(Clone, Debug)]
pub struct OpeningQuery {
    rule: Rule,
    size: Size,
    opening: OpeningRule,
    acts: Vec<Act>,
    /// Whether the engine is to choose what to do.
    pub choose: bool,
    nodes: u64,
    seed: u64,
}

/// The fields as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningFields {
    rule: Option<Value>,
    size: Option<Value>,
    opening: String,
    #[serde(default)]
    acts: Vec<String>,
    /// Whether the engine is to choose what to do.
    #[serde(default)]
    pub choose: bool,
    nodes: Option<Positive>,
    seed: Option<Whole>,
}

impl OpeningQuery {
    /// Reads the fields; `nodes` is the limit of a query without one of its own.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    pub fn new(fields: &OpeningFields, nodes: u64) -> Result<OpeningQuery, String> {
        let size = read_size(fields.size.as_ref())?;
        let opening = OpeningRule::from_name(&fields.opening).ok_or_else(|| {
            let names = OpeningRule::ALL.map(|(_, name)| name).join(", ");
            format!("unknown opening '{}', expected one of {names}", fields.opening)
        })?;
        let acts = fields
            .acts
            .iter()
            .zip(1..)
            .map(|(text, n)| text.parse::<Act>().map_err(|error| format!("act {n}: {error}")));
        let query = OpeningQuery {
            rule: read_rule(fields.rule.as_ref())?,
            size,
            opening,
            acts: acts.collect::<Result<_, _>>()?,
            choose: fields.choose,
            nodes: fields.nodes.map_or(nodes, u64::from),
            seed: fields.seed.map_or(0, u64::from),
        };
        query.course().map(|_| query)
    }

    /// The opening after all that was done.
    fn course(&self) -> Result<Course, String> {
        let mut course = Course::new(self.rule, self.size, self.opening)?;
        for (act, n) in self.acts.iter().zip(1..) {
            if course.opening().ask() == Ask::Over {
                return Err(format!("act {n} ({act}) comes after the end of the opening"));
            }
            course.act(*act).map_err(|error| format!("act {n} ({act}): {error}"))?;
        }
        Ok(course)
    }

    /// What the engine does now; nothing if the opening is over. Depends on nothing else that was
    /// asked.
    pub fn decide(&self, engine: &mut Engine, control: &Control) -> Vec<Act> {
        let Ok(course) = self.course() else { return Vec::new() };
        engine.clear();
        decide(engine, (course.board(), *course.opening()), self.seed, self.nodes, control)
    }

    /// The answer to a line.
    pub fn answer(&self, id: &Value, status: Status, acts: Option<&[Act]>) -> Value {
        let mut answer = self.standing(acts);
        answer["version"] = VERSION.into();
        answer["id"] = id.clone();
        answer["status"] = json!(status);
        answer["action"] = "opening".into();
        answer
    }

    /// How it stands; with `acts`, what the engine does.
    pub fn standing(&self, acts: Option<&[Act]>) -> Value {
        let Ok(course) = self.course() else { return Value::Null };
        let opening = course.opening();
        let player = |color: Color| if color == course.first() { "first" } else { "second" };
        let names = |points: Vec<Coord>| name_list(&points);
        let texts = |acts: &[Act]| -> Vec<String> { acts.iter().map(Act::to_string).collect() };
        let choices: Vec<Act> = course.choices().into_iter().map(Act::Choose).collect();
        let mut answer = json!({
            "ask": name(opening.ask()),
            "player": opening.actor().map(player),
            "colour": opening.actor().map(Color::name),
            "black": player(Color::Black),
            "moves": names(course.board().history().map(|stone| stone.coord).collect()),
            "offered": names(opening.offered().collect()),
            "choices": texts(&choices),
            "points": names(course.points()),
        });
        match opening.ask() {
            Ask::Stone(Zone::Within(lines)) => answer["within"] = lines.into(),
            Ask::Stone(Zone::Beyond(lines)) => answer["beyond"] = lines.into(),
            Ask::Offer => answer["fifths"] = opening.fifths().into(),
            _ => {}
        }
        if let Some(acts) = acts {
            answer["acts"] = texts(acts).into();
        }
        answer
    }
}

const fn name(ask: Ask) -> &'static str {
    match ask {
        Ask::Stone(_) => "stone",
        Ask::Colour => "colour",
        Ask::ColourOrTwo => "colour or two",
        Ask::ColourOrTen => "colour or ten",
        Ask::Number(_) => "number",
        Ask::Offer => "offer",
        Ask::Pick => "pick",
        Ask::Over => "over",
    }
}
