//! How games of gomoku and renju are opened: the names of renju's 26 openings, and the
//! rules by which players share the first moves and change colours.

pub mod names;
pub mod rules;
