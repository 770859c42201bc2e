//! What there is to say of gomoku games and positions: every move judged, threats and wins in words,
//! proofs, each as text, JSON or pictures. No input or output of its own: the programs of Dolmen and
//! its web page share it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`phrase`] | all that is said, in English and as data |
//! | [`standing`] | how a game stands, whichever stone came last |
//! | [`words`], [`shape`], [`why`] | shapes, moves and forbidden points in words |
//! | [`openings`] | names and rules of openings |
//! | [`story`], [`strip`] | lines move by move, in words and pictures |
//! | [`lesson`], [`hint`] | a position explained; a move with reasons |
//! | [`solve`] | winning moves with proofs |
//! | [`analyze`] | a game with every move judged, and its reports |
//! | [`query`] | searches asked for in JSON |
//! | [`desk`] | all of this as messages in JSON, for the web page |
//!
//! It is public for the programs and their tests, and may change with every version.

pub mod analyze;
pub mod checked;
pub mod desk;
pub mod hint;
pub mod lesson;
pub mod openings;
pub mod phrase;
pub mod query;
pub mod shape;
pub mod solve;
pub mod standing;
pub mod story;
pub mod strip;
pub mod why;
pub mod words;
