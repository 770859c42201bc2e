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
    use super::record::{read_games, write_games};
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
fn serve(
    py: Python<'_>,
    rule: &str,
    hash: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
) -> PyResult<()> {
    use dolmen::protocol::Recording;
    use std::io::{self, BufReader};

    let threads = text::whole("threads", threads)?.unwrap_or(1);
    let settings = engine::settings(text::rule(rule)?, text::whole("hash", hash)?, threads)?;
    let input = BufReader::new(io::stdin());
    let serve =
        move || dolmen::protocol::serve(input, io::stdout(), settings, Recording::default(), None);
    Ok(py.detach(serve)?)
}
