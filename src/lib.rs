//! Dolmen: a gomoku engine for the Gomocup line protocol, and the rules of gomoku as a library.
//!
//! * [`Board`](board::Board) is a position under one of five [rules](types::Rule), with the exact
//!   forbidden points of renju and the [outcome](board::Outcome) of the game.
//! * [`Engine`](engine::Engine) searches one within [`Limits`](search::Limits); a
//!   [`Listener`](search::Listener) hears of every iteration, a [`Control`](search::Control) ends
//!   the search from another thread.
//! * [`Engine::prove`](engine::Engine::prove) shows a forced win against every answer.
//!
//! ```
//! use dolmen::board::{Board, Outcome};
//! use dolmen::engine::Engine;
//! use dolmen::types::parse_stones;
//! use dolmen::search::{Control, Limits, Silent};
//! use dolmen::types::{Rule, Size};
//!
//! let size = Size::new(15).unwrap();
//! let moves = parse_stones("h8a1i8a3j8a5k8").unwrap();
//! let mut board = Board::with_moves(Rule::Renju, size, &moves);
//! assert_eq!(board.outcome(), Outcome::Open);
//!
//! // White stops one end of the four; black makes five at the other.
//! let limits = Limits { nodes: Some(1_000), ..Limits::default() };
//! let mut engine = Engine::new(16 << 20, 1);
//! for winner in [None, Some(board.side_to_move())] {
//!     let report = engine.think(&board, &limits, &Control::new(), &mut Silent).unwrap();
//!     board.try_play(report.best).unwrap();
//!     assert_eq!(board.outcome().winner(), winner.map(|side| !side));
//! }
//! let named = board.last_move(0).unwrap().coord.to_string();
//! assert!(named == "g8" || named == "l8");
//! ```
//!
//! The folder `examples` has whole programs: a referee, an analysis that is watched and stopped,
//! a game of the engine with itself.
//!
//! Nothing is global but tables that are computed once for each rule and never change: any number
//! of boards and engines live beside each other, in any threads. Nothing is read or written but
//! what is given. Errors of the caller are returned as `Result` and `Option`, or by a panic where the
//! documentation says so.
//!
//! # What is stable
//!
//! [`types`], [`engine`]; of [`board`] the [`Board`](board::Board), the line of a position, and what
//! tells of moves and outcomes; of [`search`] what a call of the engine takes and gives: `Limits`,
//! `Clock`, `Control`, `Listener`, `Report`, `RootNews`, `Silent`. These change only with the
//! first part of the version that is not zero, and the changelog says so. Structs may get new
//! fields: build [`Limits`](search::Limits) with `..Limits::default()`. Which move is found, and
//! what the score of a position is, may change with every version. All else is public because the
//! program and its tests need it, and may change at any time.
//!
//! # The layers
//!
//! Layers, each of which uses only those above it:
//!
//! | layer | what it holds |
//! |---|---|
//! | [`types`] | plain values: colours, points, rules, scores |
//! | [`board`] | the rules of the game: stones, line patterns, threats, forbidden points |
//! | [`eval`] | how good a position is |
//! | [`search`] | what to play; no text in or out |
//! | [`engine`] | the façade over all of it |
//! | [`protocol`] | text in, text out |
//! | [`tools`] | small tools that read lines and print lines |

pub mod board;
pub mod engine;
pub mod eval;
pub mod protocol;
pub mod search;
pub mod tools;
pub mod types;
