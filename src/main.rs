//! The program `pbrain-dolmen`: reads the command line and connects standard input and output.

mod cli;

use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use cli::{Cli, Tool};
use dolmen::files::Fault;
use dolmen::protocol::{self, Settings};
use dolmen::tools;

fn main() -> ExitCode {
    let cli = Cli::read();
    if let Some(error) = cli.unknown_tool() {
        let _ = writeln!(io::stderr(), "pbrain-dolmen: {error}");
        return ExitCode::from(2);
    }
    let fault = Fault::default();
    let started = tools::logging::start(cli.log.as_deref(), &fault);
    let result = started.and_then(|()| run(&cli, &fault)).and_then(|()| fault.check());
    // A search may still be running in its thread; the process does not wait for it.
    match result {
        Err(error) if !is_hang_up(&error) => {
            let _ = writeln!(io::stderr(), "pbrain-dolmen: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Whether nobody reads the output any more. Windows has an error for it that the standard library
/// does not count as such: `ERROR_PIPE_NOT_CONNECTED`.
fn is_hang_up(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(233)
}

fn run(cli: &Cli, fault: &Fault) -> io::Result<()> {
    let (input, output) = (io::stdin(), io::stdout());
    match &cli.tool {
        None | Some(Tool::Other(_)) => serve(cli, fault),
        Some(Tool::Bench) => tools::bench::run(output.lock(), io::stderr()),
        Some(Tool::Referee) => tools::referee::run(input.lock(), output.lock()),
        Some(Tool::Forbidden) => tools::forbidden::run(input.lock(), output.lock()),
    }
}

/// Runs the protocol.
fn serve(cli: &Cli, fault: &Fault) -> io::Result<()> {
    let mut settings = Settings::new(cli.rule, cli.hash, cli.threads);
    settings.net = tools::net::choose_or_tell(cli.net.as_deref(), io::stdout())?;
    let recording = tools::recording::start(cli.record.as_deref(), &settings, fault, io::stdout())?;
    protocol::serve(BufReader::new(io::stdin()), io::stdout(), settings, recording, None)
}
