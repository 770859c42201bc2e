//! The program `dolmen`: reads the command line and connects standard input and output.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

use cli::Cli;
use dolmen::files::Fault;
use dolmen::tools::logging;

fn main() -> ExitCode {
    let cli = Cli::read();
    let fault = Fault::default();
    let started = logging::start(cli.log.as_deref(), &fault);
    let result = started.and_then(|()| cli.tool.run()).and_then(|()| fault.check());
    // A search may still be running in its thread; the process does not wait for it.
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "dolmen: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
