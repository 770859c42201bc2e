//! What can be asked, as it is written.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::query::number::{Units, Whole};
use crate::query::object::object;
use crate::query::position::PositionFields;
use crate::query::{OpeningFields, Query, SearchQuery, fields};

/// A call, see [`Call::read`]. Unknown fields are errors.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Call {
    /// Search a position.
    Query(SearchCall),
    /// A position in words.
    Explain {
        /// Which.
        #[serde(deserialize_with = "object")]
        position: PositionFields,
        /// For each search.
        nodes: Option<Whole>,
    },
    /// A move with reasons.
    Hint {
        /// Where.
        #[serde(deserialize_with = "object")]
        position: PositionFields,
    },
    /// Judge every move of a game.
    Review(ReviewCall),
    /// Prove a win.
    Solve(SolveCall),
    /// Make a game even.
    Balance(BalanceCall),
    /// A move of a level.
    Level(LevelCall),
    /// Tell how an opening stands, and perhaps what the engine does.
    Opening(OpeningFields),
    /// The opening rules that fit a rule and a board.
    Openings {
        /// By name or code.
        rule: Option<Value>,
        /// Lines of the board.
        size: Option<Value>,
    },
    /// How a game stands.
    Rules {
        /// Which.
        #[serde(deserialize_with = "object")]
        position: PositionFields,
    },
    /// Draw a board.
    Picture {
        /// Which.
        #[serde(deserialize_with = "object")]
        position: PositionFields,
        /// Numbers on the stones.
        #[serde(default)]
        numbers: bool,
        /// Row 1 at the top.
        #[serde(default)]
        row_one_on_top: bool,
        /// For screen readers.
        title: Option<String>,
    },
    /// Read a file of games.
    Read {
        /// Base64.
        bytes: String,
        /// Of the file; its ending helps where the content says nothing.
        name: Option<String>,
        /// With variations and comments.
        #[serde(default)]
        trees: bool,
        /// Of trees that name none, by name or code.
        rule: Option<Value>,
    },
    /// Write a game.
    Write {
        /// The game.
        #[serde(deserialize_with = "object")]
        game: GameFields,
        /// See `types.ts`.
        format: String,
    },
    /// What the program is.
    Version {},
}

impl Call {
    /// Reads a call: its name in the field `call`, beside what it takes.
    ///
    /// # Errors
    /// What is wrong with it; the error names the field.
    pub fn read(mut object: Map<String, Value>) -> Result<Call, String> {
        let Some(Value::String(name)) = object.remove("call") else {
            return Err("a call is required".into());
        };
        let inside = format!("{name}.");
        let call = Map::from_iter([(name, Value::Object(object))]);
        let wrong = |error: String| error.strip_prefix(&inside).unwrap_or(&error).to_string();
        fields(call).map_err(wrong)
    }

    /// Whether it is answered without a search, in no time.
    pub fn is_quick(&self) -> bool {
        match self {
            Call::Rules { .. }
            | Call::Picture { .. }
            | Call::Read { .. }
            | Call::Write { .. }
            | Call::Openings { .. }
            | Call::Version {} => true,
            Call::Opening(fields) => !fields.choose,
            _ => false,
        }
    }
}

/// A search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchCall {
    /// Read when it is answered, so that an error names the field.
    #[serde(deserialize_with = "object")]
    query: Map<String, Value>,
    /// Of the search, in MiB.
    pub memory: Option<Whole>,
    /// Of the search.
    pub threads: Option<Whole>,
}

impl SearchCall {
    /// The search; `nodes` is the limit without another.
    pub fn search(&self, nodes: u64) -> Result<SearchQuery, String> {
        let query: Query = fields(self.query.clone())?;
        SearchQuery::new(query, nodes)
    }
}

/// A game to be judged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewCall {
    /// The game.
    #[serde(deserialize_with = "object")]
    pub game: GameFields,
    /// What it is called in the reports.
    pub name: Option<String>,
    /// For each position.
    pub nodes: Option<Whole>,
    /// Milliseconds for each position, instead of nodes.
    pub time: Option<Whole>,
    /// In MiB.
    pub memory: Option<Whole>,
    /// Of the searches.
    pub threads: Option<Whole>,
}

/// A position to be proved won.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveCall {
    /// Which.
    #[serde(deserialize_with = "object")]
    pub position: PositionFields,
    /// Of one search for an attack.
    pub nodes: Option<Whole>,
    /// Of one proof.
    pub proof_nodes: Option<Whole>,
    /// To look whether another first move wins.
    pub other_nodes: Option<Whole>,
}

/// A position to be made even.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BalanceCall {
    /// Which.
    #[serde(deserialize_with = "object")]
    pub position: PositionFields,
    /// One or two.
    pub stones: Whole,
    /// What the game is to be worth for the side to move.
    pub bias: Option<Units>,
    /// Of the search.
    pub nodes: Option<Whole>,
    /// Milliseconds.
    pub time: Option<Whole>,
    /// In MiB.
    pub memory: Option<Whole>,
}

/// A move of a level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelCall {
    /// Where.
    #[serde(deserialize_with = "object")]
    pub position: PositionFields,
    /// 1 to 10.
    pub level: Whole,
    /// Decides what it plays.
    pub seed: Option<Whole>,
    /// Milliseconds.
    pub time: Option<Whole>,
    /// In MiB.
    pub memory: Option<Whole>,
    /// Of the search.
    pub threads: Option<Whole>,
}

/// A recorded game.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GameFields {
    /// A name or a code.
    pub rule: Option<Value>,
    /// Lines of the board.
    pub size: Option<Value>,
    /// Black first.
    pub moves: Value,
    /// The player of the black stones.
    pub black: String,
    /// The player of the white stones.
    pub white: String,
    /// Milliseconds for each move.
    pub times: Vec<Whole>,
    /// First stones that are a given opening.
    pub opened: Whole,
    /// `black`, `white` or `draw`.
    pub result: Option<String>,
    /// Event, date and the like.
    pub details: Vec<(String, String)>,
    /// How its file counts rows.
    pub row_one_on_top: bool,
    /// What the referee had to say against it; ignored.
    pub fault: Option<String>,
    /// Moves with variations and comments, which only `write` heeds.
    pub nodes: Vec<NodeFields>,
    /// What is written at the start.
    pub comment: String,
    /// How much of its file was not told; ignored.
    pub left_out: Whole,
    /// How many moves of its file were not told; ignored.
    pub cut: Whole,
}

/// A move of a tree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeFields {
    /// Its point.
    #[serde(rename = "move")]
    pub point: Value,
    /// The index of the node before; `None` of a first move.
    pub after: Option<Whole>,
    /// What is written at it.
    #[serde(default)]
    pub comment: String,
}
