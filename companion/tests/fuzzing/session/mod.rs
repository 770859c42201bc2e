//! Bytes as the input of a whole session: it must end, and say what its commands ask for, in lines
//! that every reader takes for what they are.

mod pipe;
mod script;
mod twin;

use std::io::BufReader;

use dolmen::protocol::{Recording, Settings, serve};
use dolmen::types::Rule;

use super::grammar;
use pipe::Pipe;
use script::Script;

pub fn run(bytes: &[u8]) {
    let (input, script) = script::of(bytes);
    let (input, output) = Pipe::new(input);
    // A small table is quick to clear.
    let settings = Settings::new(Rule::Freestyle, Some(1), 1);
    let recording = Recording::default();
    serve(BufReader::new(input), output.clone(), settings, recording, None)
        .expect("memory does not fail");
    check(&output.text(), &script);
}

fn check(text: &str, script: &Script) {
    assert!(text.is_empty() || text.ends_with('\n'), "a line without an end: {text:?}");
    let lines: Vec<&str> = text.split_terminator('\n').collect();
    for line in &lines {
        if let Err(fault) = grammar::check(line) {
            panic!("{fault}");
        }
    }
    twin::compare(script, &lines);
}
