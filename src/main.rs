//! The program `pbrain-dolmen`.

fn main() {}
