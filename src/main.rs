//! The program `pbrain-dolmen`: reads the command line and connects standard input and output.

mod cli;

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use cli::{Cli, Tool};
use dolmen::protocol::recording::{Program, Recorder, create_numbered};
use dolmen::protocol::{self, Recording, Settings, write_message};
use dolmen::tools;

fn main() -> ExitCode {
    let cli = Cli::read();
    if let Some(error) = cli.unknown_tool() {
        let _ = writeln!(io::stderr(), "pbrain-dolmen: {error}");
        return ExitCode::from(2);
    }
    let result = tools::logging::start(cli.log.as_deref()).and_then(|()| run(&cli));
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

fn run(cli: &Cli) -> io::Result<()> {
    let (input, output) = (io::stdin(), io::stdout());
    match &cli.tool {
        None | Some(Tool::Other(_)) => serve(cli),
        Some(Tool::Bench) => tools::bench::run(output.lock(), io::stderr()),
        Some(Tool::Referee) => tools::referee::run(input.lock(), output.lock()),
        Some(Tool::Forbidden) => tools::forbidden::run(input.lock(), output.lock()),
    }
}

/// Runs the protocol.
fn serve(cli: &Cli) -> io::Result<()> {
    let mut settings = Settings::new(cli.rule, cli.hash, cli.threads);
    settings.net = tools::net::choose_or_tell(cli.net.as_deref(), io::stdout())?;
    let fault = Arc::new(OnceLock::new());
    let start = |path| start_record(path, cli, &settings, Arc::clone(&fault));
    let recorder = cli.record.as_deref().map(start).transpose()?.flatten();
    let recording = Recording { recorder, ..Recording::default() };
    protocol::serve(BufReader::new(io::stdin()), io::stdout(), settings, recording, None)?;
    fault.get().map_or(Ok(()), |fault: &String| Err(io::Error::other(fault.clone())))
}

/// Creates a record under a new name: managers start the program again with the same command line.
/// If that is impossible, a `MESSAGE` informs the manager and the game goes on without a record.
fn start_record(
    path: &Path,
    cli: &Cli,
    settings: &Settings,
    fault: Arc<OnceLock<String>>,
) -> io::Result<Option<Recorder>> {
    let program = Program {
        version: env!("CARGO_PKG_VERSION").into(),
        rule: cli.rule.code(),
        hash: cli.hash,
        threads: cli.threads,
        net: settings.net.name(),
        seed: settings.seed,
    };
    let name = path.display().to_string();
    match create_numbered(path) {
        Ok(file) => Ok(Some(Recorder::new(RecordFile { name, file, fault }, program))),
        Err(error) => {
            let text = format!("{name}: {error}; the session is not recorded");
            log::error!("{text}");
            write_message(&mut io::stdout(), &text)?;
            Ok(None)
        }
    }
}

/// The file of a record. The game goes on without it if it cannot be written; that is told at the
/// end.
struct RecordFile {
    name: String,
    file: File,
    fault: Arc<OnceLock<String>>,
}

impl Write for RecordFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        match &written {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.fault.get_or_init(|| named(&self.name, error).to_string());
            }
            _ => {}
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn named(name: &str, error: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("{name}: {error}"))
}
