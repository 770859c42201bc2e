//! The program `dolmen`: reads the command line and connects standard input and output.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

use cli::Cli;
use dolmen::tools::logging;

fn main() -> ExitCode {
    let cli = Cli::read();
    let result = logging::start(cli.log.as_deref()).and_then(|()| cli.tool.run());
    // A search may still be running in its thread; the process does not wait for it.
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "dolmen: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
