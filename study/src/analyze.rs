//! A game with every move judged, and the reports on it.

mod graph;
pub mod json;
pub mod judgement;
mod lines;
pub mod page;
pub mod study;
pub mod text;
pub mod tree;
pub mod words;
