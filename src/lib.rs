//! Dolmen: a gomoku engine for the Gomocup line protocol, and the rules of gomoku as a library.
//!
//! * [`Board`](board::Board) is a position under one of five [rules](types::Rule), with the exact
//!   forbidden points of renju and the [outcome](board::Outcome) of the game.
//! * [`Engine`](engine::Engine) searches one within [`Limits`](search::Limits); a
//!   [`Listener`](search::Listener) receives every iteration, a [`Control`](search::Control) ends
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
//! The folder `examples` has complete programs: a referee, an analysis with progress and stop, a
//! game of the engine against itself.
//!
//! The only global state is tables that are computed once for each rule and never change: any
//! number of boards and engines can be used in any threads. The library does no input or output of
//! its own. Errors of the caller are returned as `Result` and `Option`, or panic where documented.
//!
//! # What is stable
//!
//! [`types`], [`engine`]; of [`board`] the [`Board`](board::Board), the line of a position, and what
//! describes moves and outcomes; of [`search`] the arguments and results of the engine: `Limits`,
//! `Clock`, `Control`, `Lines`, `Listener`, `Report`, `RootNews`, `Silent`. They change only with the
//! first nonzero part of the version, announced in the changelog. Structs may get new
//! fields, but not `Clock` and `ProofLimits`: build [`Limits`](search::Limits) with
//! `..Limits::default()`. Which move is found, and what the score of a position is, may change with
//! every version. Everything else is public for the programs and tests, and may change at any time,
//! so also what uses its types: `set_net`, `set_store` and `set_helpers` of the
//! [`Engine`](engine::Engine), and `cut_offs` of the `Report`.
//!
//! # The layers
//!
//! Each layer uses only those above it:
//!
//! | layer | what it holds |
//! |---|---|
//! | [`types`] | plain values: colours, points, rules, scores |
//! | [`board`] | the rules of the game: stones, line patterns, threats, forbidden points |
//! | [`eval`] | evaluation and policy |
//! | [`search`] | search; no text in or out |
//! | [`engine`] | façade over board, evaluation and search |
//! | [`files`] | what lies behind the name of a file |
//! | [`protocol`] | the line protocol |
//! | [`tools`] | small tools that read and print lines |

pub mod board;
pub mod engine;
pub mod eval;
pub mod files;
pub mod protocol;
pub mod search;
pub mod tools;
pub mod types;
