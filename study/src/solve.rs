//! Won positions: the winning first moves, the shortest line found and a proof.

mod problem;
pub mod show;
pub mod solution;

pub use problem::Problem;
