//! The module `dolmen._native`: what the Python package `dolmen` needs of the engine. The classes
//! that users meet are documented in `lib/dolmen/_native.pyi` and in the Python sources.

mod board;
mod engine;
mod errors;
mod question;
mod record;
mod search;
mod text;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::record::read_games;
    #[pymodule_export]
    use super::search::Search;
    #[pymodule_export]
    use super::serve;

    use dolmen::types::Rule;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("RULES", Rule::ALL.map(Rule::name))?;
        module.add("MOST_BYTES", dolmen_records::MOST_BYTES)
    }
}

/// Speaks the line protocol on standard input and output until its end.
#[pyfunction]
fn serve(py: Python<'_>, rule: &str, hash: Option<u64>, threads: usize) -> PyResult<()> {
    use dolmen::protocol::{Recording, Settings};
    use std::io::{self, BufReader};

    let settings = Settings::new(text::rule(rule)?, hash, threads);
    let input = BufReader::new(io::stdin());
    let serve =
        move || dolmen::protocol::serve(input, io::stdout(), settings, Recording::default(), None);
    Ok(py.detach(serve)?)
}
