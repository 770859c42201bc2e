//! What a fuzzer does with its bytes, one module for each target of `fuzz/`. Each has a function
//! `run`, which panics if the bytes show a fault. The tests replay the committed inputs with it;
//! the fuzzer looks for others:
//!
//! ```text
//! cargo +nightly fuzz run session -s none -- -dict=fuzz/protocol.dict -timeout=10 -max_len=4096
//! ```

#![allow(dead_code)] // each target uses one of the modules

#[path = "../anew/mod.rs"]
mod anew;
#[path = "../../../tests/grammar/mod.rs"]
pub mod grammar;
#[path = "../../../tests/naive/mod.rs"]
mod naive;

pub mod board;
pub mod calls;
pub mod lines;
pub mod records;
pub mod session;
