//! Layer 1: the rules of the game. Stones, line patterns, threats, forbidden points.

mod cell_set;
mod forbidden;
pub mod line;
mod outcome;
mod pattern;
mod pattern_table;
mod position;
mod position_line;
pub mod splitter;
mod symmetry;
mod zobrist;

pub use cell_set::CellSet;
pub use outcome::{Fouls, IllegalMove, Move, Outcome, Stone};
pub use pattern::{Pattern, Threat};
pub use pattern_table::{ByCombination, PatternTable, combinations};
pub use position::{Board, Change};
pub use position_line::PositionLine;
pub use symmetry::{WAYS, same_points, turned};
