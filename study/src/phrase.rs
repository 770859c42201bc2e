//! What is said, as data: each phrase has a code and values, and one English wording. The programs
//! print the English; the web page words codes and values in the language of its visitor.
//!
//! A phrase may hold others: `makes {shapes}` the shapes, `It allows {point}, which {does}.` what
//! the move does. In JSON it is
//! `{"code": "must answer", "values": {"points": ["h8"], "opponent": "white"}}`.

mod fault;
mod value;

use std::fmt;

use serde_json::{Map, Value, json};

use dolmen::board::Fouls;
use dolmen::types::{Color, Coord};
use value::Worded;
pub use value::{All, OneOf, Padded, Row};

/// Lines `Name { values } = "code": "English";`. A second English text is that for a `count` other
/// than 1.
macro_rules! phrases {
    ($(
        $name:ident $({ $($value:ident: $type:ty),+ })? = $code:literal:
            $english:literal $(| $many:literal)?;
    )+) => {
        /// What can be said. Displayed in English.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Phrase {
            $( #[doc = $english] $name $({ $($value: $type),+ })?, )+
        }

        impl Phrase {
            /// Codes of all phrases, each with the names of its values.
            pub const ALL: &[(&str, &[&str])] = &[ $( ($code, &[$($(stringify!($value)),+)?]), )+ ];

            /// What it is called in JSON.
            pub const fn code(&self) -> &'static str {
                match self { $( Phrase::$name { .. } => $code, )+ }
            }

            fn values(&self) -> Map<String, Value> {
                let mut values = Map::new();
                match self {
                    $( Phrase::$name $({ $($value),+ })? => {
                        $( $( values.insert(stringify!($value).into(), $value.json()); )+ )?
                    } )+
                }
                values
            }
        }

        impl fmt::Display for Phrase {
            // English need not tell all.
            #[allow(unused_variables)]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $( Phrase::$name $({ $($value),+ })? => {
                        $( if self.is_many() { return write!(f, $many); } )?
                        write!(f, $english)
                    } )+
                }
            }
        }
    };
}

phrases! {
    // Shapes of stones in a line, and where they lie.
    LongFive = "long five": "six or more in a row, which wins";
    Five = "five": "five in a row";
    OpenFour = "open four": "an open four";
    TwoFours = "two fours": "two fours in one line";
    Four = "four": "a four";
    BrokenFour = "broken four": "a broken four";
    OpenThree = "open three": "an open three";
    BrokenThree = "broken three": "a broken three";
    ClosedThree = "closed three": "a closed three";
    Overline = "overline": "an overline";
    InRow { stones: Row } = "in row": "{stones} in the row";
    InColumn { stones: Row } = "in column": "{stones} in the column";
    Rising { stones: Row } = "rising": "{stones} on the rising diagonal";
    Falling { stones: Row } = "falling": "{stones} on the falling diagonal";
    Placed { shape: Box<Phrase>, place: Box<Phrase> } = "placed": "{shape} ({place})";

    // What a move does; the move is the subject.
    Quiet = "quiet": "makes no threat by itself";
    MakesFive = "makes five": "makes five";
    Makes { shapes: All } = "makes": "makes {shapes}";
    MakesAtOnce { shapes: All } = "makes at once": "makes {shapes} at once";
    StopsFive { opponent: Color } = "stops five": "stops the five of {opponent}";
    StopsOpenFour { opponent: Color } = "stops open four": "stops the open four of {opponent}";
    And { first: Box<Phrase>, second: Box<Phrase> } = "and": "{first}, and {second}";
    Then { first: Box<Phrase>, second: Box<Phrase> } = "then": "{first}; {second}";
    FivesFollow { points: OneOf, opponent: Color } = "fives follow":
        "five follows at {points}, {opponent} can only stop one";
    FiveAndMore { points: OneOf, opponent: Color } = "five and more":
        "{opponent} must stop the five at {points}, and can only stop one";
    MustAnswer { points: OneOf, opponent: Color } = "must answer":
        "{opponent} must answer at {points}";
    MayNotStop { points: OneOf, opponent: Color } = "may not stop":
        "{opponent} may not stop the five at {points}";
    StopsOne { opponent: Color } = "stops one": "{opponent} can only stop one";
    OpenFourNext { points: OneOf } = "open four next": "it threatens an open four at {points}";
    TakesFourThree = "takes four three": "takes the point of a four and an open three";
    TakesDoubleThree = "takes double three": "takes the point of two open threes";
    TakesOpenThree = "takes open three": "takes the point of an open three";

    // Moves of a forced win.
    QuietThreat { point: Coord } = "quiet threat": "is quiet, and threatens {point}";
    TooLate { points: OneOf } = "too late": "other answers than {points} are too late";
    AskForMore { count: usize } = "ask for more": "{count} answers ask for more than that";
    Anywhere = "anywhere": "or anywhere else: nothing helps any more";
    HoldsLongest = "holds longest": "holds out longest";
    Step { number: String, color: Color, point: Padded, does: Box<Phrase> } = "step":
        "{number} {color} {point} {does}";

    // Why black may or may not play somewhere under renju.
    DoubleThree = "double three": "a double three";
    DoubleFour = "double four": "a double four";
    AllowedFive { point: Coord } = "allowed five":
        "{point} is allowed: it makes five, which is never forbidden";
    AllowedThrees { point: Coord } = "allowed threes":
        "{point} is allowed: of the threes that meet there, not two are real";
    Forbidden { point: Coord, kinds: String, fouls: All } = "forbidden":
        "{point} is forbidden ({kinds}): {fouls}";
    FiveAt { shape: Box<Phrase>, place: Box<Phrase>, points: OneOf } = "five at":
        "{shape}, {place}: five at {points}";
    TooLong { shape: Box<Phrase>, place: Box<Phrase> } = "too long":
        "{shape}, {place}: more than five in a row do not win";
    RealThree { shape: Box<Phrase>, place: Box<Phrase>, points: OneOf } = "real three":
        "{shape}, {place}: a straight four by {points}";
    NoThree { shape: Box<Phrase>, place: Box<Phrase>, points: OneOf } = "no three":
        "{place} looks like {shape} and is none: the straight four needs {points}";
    FiveInstead { point: Coord } = "five instead": "{point} would make five instead";
    ForbiddenThen { point: Coord, kinds: String, fouls: All } = "forbidden then":
        "{point} would be forbidden itself then ({kinds})";

    // Why a move of a game is bad.
    Allows { point: Coord, does: Box<Phrase> } = "allows": "It allows {point}, which {does}.";
    AllowsQuietWin { point: Coord } = "allows quiet win":
        "It allows {point}, which makes no threat at once and still wins.";
    Misses { point: Coord, does: Box<Phrase> } = "misses": "It misses {point}, which {does}.";
    MissesQuietWin { point: Coord } = "misses quiet win":
        "It misses {point}, which makes no threat at once and still wins.";
    Leaves { point: Coord } = "leaves":
        "It leaves {point} to the opponent: no threat yet, the lines show what follows.";
    AllowsAndMisses { allowed: Coord, missed: Coord } = "allows and misses":
        "It allows {allowed} and misses {missed}: no threat yet, the lines show what follows.";
    OnlyAllows { point: Coord } = "only allows":
        "It allows {point}: no threat yet, the lines show what follows.";
    OnlyMisses { point: Coord } = "only misses":
        "It misses {point}: no threat yet, the lines show what follows.";

    // A position.
    NoShapes { color: Color } = "no shapes": "{color} has no three and no four";
    Shapes { color: Color } = "shapes": "{color} has";
    Shape { shape: Box<Phrase>, place: Box<Phrase> } = "shape": "{shape}: {place}";
    ShapeToFour { shape: Box<Phrase>, place: Box<Phrase>, points: OneOf } = "shape to four":
        "{shape}: {place}; {points} would make an open four";
    ShapeToFive { shape: Box<Phrase>, place: Box<Phrase>, points: OneOf } = "shape to five":
        "{shape}: {place}; {points} would make five";
    Lost { opponent: Color } = "lost": "{opponent} makes five next, nothing stops all of it";
    Forced { color: Color, opponent: Color, points: OneOf } = "forced":
        "{opponent} threatens five: {color} must play {points}";
    Hopeless { opponent: Color } = "hopeless":
        "{opponent} threatens an open four: every answer loses by force";
    Threatened { opponent: Color, points: OneOf } = "threatened":
        "{opponent} threatens an open four: only {points} can help";
    AnswersLose { count: usize, points: Row, nodes: u64 } = "answers lose":
        "{points} loses by force all the same (at most {nodes} positions searched for each)"
        | "{points} lose by force all the same (at most {nodes} positions searched for each)";
    NothingForbidden = "nothing forbidden": "nothing is forbidden to black";
    Wins { color: Color, count: usize } = "wins": "{color} wins by force, in {count} move:"
        | "{color} wins by force, in {count} moves at most:";
    NoWin { color: Color } = "no win": "no forced win of {color} was found";
    WatchOut { color: Color, opponent: Color } = "watch out":
        "{color} must watch out: if {color} does nothing about it, {opponent} wins by";
    Best { point: Coord } = "best": "the best move found is {point}";
    BestDoes { point: Coord, does: Box<Phrase> } = "best does":
        "the best move found is {point}: it {does}";
    LosesAnyway { plies: usize, nodes: u64, line: Row } = "loses anyway":
        "it loses in {plies} plies all the same after {nodes} positions; then {line}";
    WinsSoon { plies: usize, nodes: u64, line: Row } = "wins soon":
        "it wins in {plies} plies after {nodes} positions; then {line}";
    Chance { percent: u64, nodes: u64, line: Row } = "chance":
        "winning chance {percent} % after {nodes} positions; then {line}";
    FirstMoves = "first moves": "moves that come to mind first, by the evaluation alone:";
    FirstMove { point: Padded, does: Box<Phrase> } = "first move": "{point} {does}";

    // The end of a game.
    Over { result: Box<Phrase> } = "over": "the game is over: {result}";
    WinsByLine { color: Color, stones: Row } = "wins by line": "{color} wins by the line {stones}";
    LostByFoul { point: Coord, kinds: String, fouls: All } = "lost by foul":
        "white wins, black's {point} was forbidden ({kinds})";
    FullBoard = "full board": "a draw, the board is full";
    Draw { count: usize } = "draw": "a draw after {count} stones";

    // Why a game was not read. The English is that of the reader.
    Unread { place: Box<Phrase>, fault: Box<Phrase>, text: String } = "unread": "{text}";
    AtLine { number: usize } = "at line": "line {number}";
    AtByte { number: usize } = "at byte": "byte {number}";
    NoRecord { text: String } = "no record": "{text}";
    Unexpected { found: String, text: String } = "unexpected": "{text}";
    EndsEarly { text: String } = "ends early": "{text}";
    BadSize { found: String, text: String } = "bad size": "{text}";
    OtherGame { text: String } = "other game": "{text}";
    WrongTurn { number: usize, text: String } = "wrong turn": "{text}";
    BadSetUp { black: usize, white: usize, text: String } = "bad set-up": "{text}";
    LateSetUp { text: String } = "late set-up": "{text}";
    StonesTakenAway { text: String } = "stones taken away": "{text}";
    OffBoard { number: usize, point: Coord, text: String } = "off board": "{text}";
    Occupied { number: usize, point: Coord, text: String } = "occupied": "{text}";
    AfterTheEnd { number: usize, point: Coord, text: String } = "after the end": "{text}";
    OneGameOnly { text: String } = "one game only": "{text}";
    ReadOnly { text: String } = "read only": "{text}";
    TooLarge { text: String } = "too large": "{text}";
    Other { text: String } = "other": "{text}";
}

impl Phrase {
    /// `{"code": "quiet"}`, with `values` if there are any.
    pub fn json(&self) -> Value {
        match self.values() {
            values if values.is_empty() => json!({"code": self.code()}),
            values => json!({"code": self.code(), "values": values}),
        }
    }

    fn is_many(&self) -> bool {
        self.values().get("count").is_some_and(|count| *count != 1)
    }

    /// `THIS, and SECOND`.
    #[must_use]
    pub fn and(self, second: Phrase) -> Phrase {
        Phrase::And { first: Box::new(self), second: Box::new(second) }
    }

    /// `THIS; SECOND`.
    #[must_use]
    pub fn then(self, second: Phrase) -> Phrase {
        Phrase::Then { first: Box::new(self), second: Box::new(second) }
    }

    /// The kinds of a foul.
    pub fn fouls(fouls: Fouls) -> All {
        let kinds = [
            (fouls.double_three, Phrase::DoubleThree),
            (fouls.double_four, Phrase::DoubleFour),
            (fouls.overline, Phrase::Overline),
        ];
        All(kinds.into_iter().filter_map(|(holds, kind)| holds.then_some(kind)).collect())
    }
}

/// Says why something failed that has no code of its own.
impl From<String> for Phrase {
    fn from(text: String) -> Phrase {
        Phrase::Other { text }
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Phrase {
        Phrase::Other { text: text.into() }
    }
}

/// A phrase that stands alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// 0, or deeper for a reason within a reason, and for what belongs to the line above.
    pub depth: usize,
    /// What it says.
    pub phrase: Phrase,
}

impl Sentence {
    /// A sentence of this depth.
    pub const fn new(depth: usize, phrase: Phrase) -> Sentence {
        Sentence { depth, phrase }
    }

    /// In English and as data.
    pub fn json(&self) -> Value {
        json!({"text": self.phrase.to_string(), "phrase": self.phrase.json(), "depth": self.depth})
    }
}

/// In English, indented.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:1$}{2}", "", 2 * self.depth, self.phrase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    /// The tests of the page compare its texts with this list. A stale one is written anew, and
    /// fails once.
    #[test]
    fn the_page_knows_all_phrases() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/page/tests/unit/phrases.json");
        let quoted = |text: &&str| format!("\"{text}\"");
        let line = |(code, values): &(&str, &[&str])| {
            let values: Vec<String> = values.iter().map(quoted).collect();
            format!("  {}: [{}]", quoted(code), values.join(", "))
        };
        let lines: Vec<String> = Phrase::ALL.iter().map(line).collect();
        let list = format!("{{\n{}\n}}\n", lines.join(",\n"));
        let known = fs::read_to_string(file).unwrap_or_default();
        if known != list {
            fs::write(file, list).expect("the list can be written");
            panic!("{file} was stale and is written anew: commit it with the texts of the page");
        }
    }

    #[test]
    fn codes_are_different() {
        let codes: BTreeSet<&str> = Phrase::ALL.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes.len(), Phrase::ALL.len());
    }

    #[test]
    fn phrases_hold_phrases() {
        let h8 = Coord::new(7, 7).expect("a point");
        let makes = Phrase::Makes { shapes: All(vec![Phrase::Four, Phrase::OpenThree]) };
        let phrase =
            makes.then(Phrase::MustAnswer { points: OneOf(vec![h8]), opponent: Color::White });
        assert_eq!(phrase.to_string(), "makes a four and an open three; white must answer at h8");
        let shapes = json!([{"code": "four"}, {"code": "open three"}]);
        let first = json!({"code": "makes", "values": {"shapes": shapes}});
        let second =
            json!({"code": "must answer", "values": {"points": ["h8"], "opponent": "white"}});
        assert_eq!(
            phrase.json(),
            json!({"code": "then", "values": {"first": first, "second": second}})
        );
        assert_eq!(Sentence::new(2, Phrase::Quiet).to_string(), "    makes no threat by itself");
        let wins = |count| Phrase::Wins { color: Color::Black, count }.to_string();
        assert_eq!(wins(1), "black wins by force, in 1 move:");
        assert_eq!(wins(3), "black wins by force, in 3 moves at most:");
    }
}
