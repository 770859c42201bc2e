//! What the web page asks: one object in JSON, one answer, and news on the way. The page's worker
//! and `dolmen serve` pass the messages on; `web/package/src/types.ts` describes them.
//!
//! ```
//! use dolmen::search::Control;
//! use dolmen_study::desk::{Allowed, Call, Desk};
//!
//! let text = r#"{"call": "rules", "position": {"moves": "h8i9"}}"#;
//! let call = Call::read(serde_json::from_str(text).unwrap()).unwrap();
//! assert!(call.is_quick());
//! let mut desk = Desk::new(Allowed { threads: 1, memory: 64, engine: "native" });
//! let answer = desk.answer(&call, &Control::new(), &mut |_| {}).unwrap();
//! assert_eq!(answer["to_move"], "black");
//! ```

mod call;
mod games;
mod review;
mod rules;
mod trees;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

pub use call::Call;
use call::{BalanceCall, LevelCall, ReviewCall, SearchCall, SolveCall};

use crate::hint::{self, Reason};
use crate::lesson::{self, Lesson};
use crate::phrase::Phrase;
use crate::query::answer::{QueryAnswer, Status, version};
use crate::query::number::Whole;
use crate::query::position::{PositionFields, QueryPosition};
use crate::query::{News, OpeningFields, OpeningQuery, search};
use crate::solve::solution::SolveEffort;
use crate::solve::{Problem, show, solution};
use crate::story;
use crate::words::name_list as names;
use dolmen::board::{Outcome, PositionLine};
use dolmen::engine::{Engine, Level};
use dolmen::search::{Clock, Control, Helpers, Limits, Report, SystemThreads};
use dolmen::types::{Color, Instant};

/// What a search may take, and what is told of the program.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// Most threads.
    pub threads: usize,
    /// Most memory, in MiB.
    pub memory: u64,
    /// The kind of the program.
    pub engine: &'static str,
}

/// Memory of a search that asks for none, in MiB; as in `dolmen json`.
const MEMORY: u64 = 64;
/// Positions of a search without a limit.
const NODES: u64 = 100_000;
/// Positions of each search of a lesson.
const LESSON_NODES: u64 = 30_000;
/// Milliseconds of a move of full strength.
const TURN: u64 = 1000;

/// Answers calls, one at a time, with an engine that is made when it is needed.
pub struct Desk {
    allowed: Allowed,
    helpers: Arc<dyn Helpers>,
    engine: Option<(u64, usize, Engine)>,
}

/// The result of a call; an error is for people.
pub type Answer = Result<Value, Phrase>;

/// An answer as a message: `{"result": ..}`, or `{"error": ".."}`, with a `phrase` where there is
/// more than the text.
pub fn message(answer: Answer) -> Value {
    match answer {
        Ok(result) => json!({"result": result}),
        Err(Phrase::Other { text }) => json!({"error": text}),
        Err(error) => json!({"error": error.to_string(), "phrase": error.json()}),
    }
}

impl Desk {
    /// Without an engine so far.
    pub fn new(allowed: Allowed) -> Desk {
        Desk::with_helpers(allowed, Arc::new(SystemThreads))
    }

    /// The same where other than the system's threads help in searches.
    pub fn with_helpers(allowed: Allowed, helpers: Arc<dyn Helpers>) -> Desk {
        Desk { allowed, helpers, engine: None }
    }

    /// Answers a call. What is known on the way goes to `progress`; once `control` says stop, the
    /// answer comes at once, with what was found so far.
    ///
    /// # Errors
    /// What is wrong with the call, in words.
    pub fn answer(
        &mut self,
        call: &Call,
        control: &Control,
        progress: &mut dyn FnMut(Value),
    ) -> Answer {
        match call {
            Call::Query(call) => self.query(call, control, progress),
            Call::Explain { position, nodes } => {
                self.engine = None;
                let (position, outcome) = position.read()?;
                let nodes = nodes.map_or(LESSON_NODES, u64::from);
                Ok(Lesson::new(&position.board(), outcome, nodes, control).json())
            }
            Call::Hint { position } => self.hint(position, control),
            Call::Review(call) => self.review(call, control, progress),
            Call::Solve(call) => self.solve(call, control),
            Call::Balance(call) => self.balance(call, control),
            Call::Level(call) => self.level(call, control),
            Call::Opening(fields) => self.opening(fields, control),
            Call::Openings { rule, size } => rules::openings(rule.as_ref(), size.as_ref()),
            Call::Rules { position } => rules::rules(position),
            Call::Picture { position, numbers, row_one_on_top, title } => {
                rules::picture(position, *numbers, *row_one_on_top, title.as_deref())
            }
            Call::Read { bytes, name, trees, rule } => match trees {
                true => trees::read(bytes, name.as_deref(), rule.as_ref()),
                false => games::read(bytes, name.as_deref()),
            },
            Call::Write { game, format } => games::write(game, format),
            Call::Version {} => Ok(self.version()),
        }
    }

    fn version(&self) -> Value {
        let Allowed { threads, memory, engine } = self.allowed;
        let mut answer = version(None);
        answer["engine"] = engine.into();
        answer["threads"] = threads.into();
        answer["memory"] = memory.into();
        answer
    }

    /// The engine with this memory and these threads, as far as they are allowed; what it
    /// remembers is kept as long as they stay the same.
    fn engine(&mut self, memory: Option<Whole>, threads: Option<Whole>) -> &mut Engine {
        let memory = memory.map_or(MEMORY, u64::from).clamp(8, self.allowed.memory.max(8));
        let threads = threads.map_or(1, usize::from).clamp(1, self.allowed.threads);
        let is_same = self.engine.as_ref().is_some_and(|(m, t, _)| (*m, *t) == (memory, threads));
        if !is_same {
            // First the old table goes.
            self.engine = None;
        }
        let new = || {
            let mut engine = Engine::new(memory << 20, threads);
            engine.set_helpers(Arc::clone(&self.helpers));
            (memory, threads, engine)
        };
        &mut self.engine.get_or_insert_with(new).2
    }

    fn query(
        &mut self,
        call: &SearchCall,
        control: &Control,
        progress: &mut dyn FnMut(Value),
    ) -> Answer {
        let query = call.search(NODES)?;
        let (outcome, side) = (query.outcome, query.position.side);
        let told =
            |status, lines: &[Report]| QueryAnswer::new(Value::Null, status, outcome, side, lines);
        if outcome != Outcome::Open {
            return Ok(json!(told(Status::Done, &[])));
        }
        let mut show = |lines: &[Report], news: &News| {
            progress(json!(told(Status::Progress, lines).with_news(news)));
        };
        let engine = self.engine(call.memory, call.threads);
        let lines = search(engine, &query, control, &mut show);
        let status = if control.is_stopped() { Status::Cancelled } else { Status::Done };
        Ok(json!(told(status, &lines)))
    }

    fn hint(&mut self, position: &PositionFields, control: &Control) -> Answer {
        let board = open(position)?.board();
        let engine = self.engine(None, None);
        engine.clear();
        let hint = hint::find(engine, &board, control).ok_or("the board is full")?;
        Ok(json!({
            "move": hint.coord.to_string(),
            "reasons": hint.reasons.iter().map(reason).collect::<Vec<_>>(),
            "line": names(&hint.line),
        }))
    }

    fn review(
        &mut self,
        call: &ReviewCall,
        control: &Control,
        progress: &mut dyn FnMut(Value),
    ) -> Answer {
        let engine = self.engine(call.memory, call.threads);
        review::review(engine, call, control, progress)
    }

    fn solve(&mut self, call: &SolveCall, control: &Control) -> Answer {
        self.engine = None;
        let position = open(&call.position)?;
        let board = position.board();
        let effort = SolveEffort {
            search: call.nodes.map_or(100_000, u64::from),
            proof: call.proof_nodes.map_or(3_000_000, u64::from),
            other: call.other_nodes.map_or(5_000, u64::from),
        };
        let is_game = position.is_game();
        let stones = if is_game { &position.stones[..] } else { &[] };
        let moves = stones.iter().map(|stone| stone.coord).collect();
        let request = PositionLine { rule: board.rule(), size: board.size(), moves };
        let problem = Problem { id: "1".into(), class: "-".into(), request, accepted: Vec::new() };
        let wins = solution::solve(&board, &effort, MEMORY << 20, control);
        let proof = wins.first().and_then(|win| win.proof.as_ref());
        let steps = proof.map(|proof| story::json(&story::tell(&board, proof)));
        let mut answer = show::json(&problem, &board, &wins);
        if !is_game {
            let of = |color| {
                let stones = position.stones.iter().filter(move |stone| stone.color == color);
                names(&stones.map(|stone| stone.coord).collect::<Vec<_>>())
            };
            let (black, white) = (of(Color::Black), of(Color::White));
            let dead = names(&position.dead);
            answer["stones"] = json!({"black": black, "white": white, "dead": dead});
            answer["first"] = position.side.name().into();
        }
        answer["steps"] = steps.unwrap_or_else(|| json!([]));
        answer["status"] = if control.is_stopped() { "cancelled" } else { "done" }.into();
        Ok(answer)
    }

    fn balance(&mut self, call: &BalanceCall, control: &Control) -> Answer {
        let board = open(&call.position)?.board();
        let stones = usize::from(call.stones);
        if !matches!(stones, 1 | 2) {
            return Err(format!("{stones} stones: one or two can be balanced").into());
        }
        let clock = call.time.map(turn);
        let nodes = call.nodes.map(u64::from).or(clock.is_none().then_some(NODES));
        let limits = Limits { nodes, clock, ..Limits::default() };
        let engine = self.engine(call.memory, None);
        engine.clear();
        let moves =
            engine.balance(&board, stones, call.bias.map_or(0, i32::from), &limits, control);
        Ok(json!({"moves": names(&moves)}))
    }

    fn level(&mut self, call: &LevelCall, control: &Control) -> Answer {
        let board = open(&call.position)?.board();
        let number = u64::from(call.level);
        let level = u8::try_from(number).ok().and_then(Level::new);
        let level = level.ok_or_else(|| format!("there is no level {number}, only 1 to 10"))?;
        let full = (level == Level::FULL).then_some(TURN);
        let clock = call.time.map(u64::from).or(full).map(turn);
        let engine = self.engine(call.memory, call.threads);
        let found = engine.play_at(&board, level, call.seed.map_or(0, u64::from), clock, control);
        Ok(json!({"move": found.map(|c| c.to_string())}))
    }

    fn opening(&mut self, fields: &OpeningFields, control: &Control) -> Answer {
        let query = OpeningQuery::new(fields, NODES)?;
        let acts = query.choose.then(|| query.decide(self.engine(None, None), control));
        Ok(query.standing(acts.as_deref()))
    }
}

/// A position of a game that goes on.
fn open(position: &PositionFields) -> Result<QueryPosition, Phrase> {
    let (position, outcome) = position.read()?;
    if outcome == Outcome::Open {
        return Ok(position);
    }
    Err(lesson::over(&position.board(), outcome))
}

/// So many milliseconds from now.
fn turn(ms: impl Into<u64>) -> Clock {
    let turn = Some(Duration::from_millis(ms.into()));
    Clock { start: Instant::now(), turn, left: None, increment: Duration::ZERO }
}

fn reason(reason: &Reason) -> Value {
    match reason {
        Reason::Wins => json!({"kind": "wins"}),
        Reason::WinsIn(moves) => json!({"kind": "wins in", "moves": moves}),
        Reason::LosesIn(moves) => json!({"kind": "loses in", "moves": moves}),
        Reason::OnlyMove => json!({"kind": "only move"}),
        Reason::StopsFive => json!({"kind": "stops five"}),
        Reason::StopsOpenFour => json!({"kind": "stops open four"}),
        Reason::Makes(shape) => json!({"kind": "makes", "shape": shape.name()}),
        Reason::Denies(color, shape) => {
            json!({"kind": "denies", "color": color.name(), "shape": shape.name()})
        }
        Reason::Chance(percent) => json!({"kind": "chance", "percent": percent}),
    }
}
