//! How games of gomoku and renju are opened: the names of renju's 26 openings, the rules by which
//! players share the first moves and change colours, and what the engine does by them.

pub mod course;
pub mod decide;
pub mod names;
pub mod rules;
