//! Layer 7: positions with what is known of them, kept in a file.
//!
//! | module | what it holds |
//! |---|---|
//! | [`key`] | a position, the same under the eight symmetries, as bytes |
//! | [`record`] | what is known of a position, as bytes |
//! | [`store`] | the file, an SQLite database |
//! | [`walk`] | what follows from many positions |
//! | [`graph`] | positions that follow from each other: deletion, copies, values from below |
//! | [`import`] | what files of all kinds add |
//! | [`filter`] | which positions a deletion is about |
//! | [`order`] | orders of moves that lead to a position |
//! | [`rapfi`] | the files and the text of Yixin and Rapfi |
//! | [`text`] | positions as lines of text, RenLib's libraries |
//! | [`yixin`] | the commands of Yixin-Board and Rapfi |

pub mod filter;
pub mod graph;
pub mod import;
pub mod key;
pub mod order;
pub mod rapfi;
pub mod record;
pub mod store;
pub mod text;
pub mod walk;
pub mod yixin;
