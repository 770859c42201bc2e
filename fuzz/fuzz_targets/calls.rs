#![no_main]
#[path = "../../companion/tests/fuzzing/mod.rs"]
mod fuzzing;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzing::calls::run(bytes));
