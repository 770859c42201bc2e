//! The program `dolmen`: reads the command line and connects standard input and output.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser as _;
use cli::Cli;
use companion::files::NamedFile;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = start_log(cli.log.as_deref()).and_then(|()| cli.tool.run());
    // A search may still be running in its thread; the process does not wait for it.
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "dolmen: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Silent unless asked: a manager may read standard error together with the answers.
fn start_log(target: Option<&str>) -> io::Result<()> {
    let mut builder = env_logger::Builder::new();
    builder.filter_level(log::LevelFilter::Off).format_timestamp_millis();
    match target.map(|text| (text, text.parse::<log::LevelFilter>())) {
        None => {
            builder.parse_default_env();
        }
        Some((_, Ok(level))) => {
            builder.filter_level(level);
        }
        Some((path, Err(_))) => {
            let file = NamedFile::append(path.as_ref())?;
            builder.filter_level(log::LevelFilter::Trace);
            builder.target(env_logger::Target::Pipe(Box::new(file)));
        }
    }
    builder.init();
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    Ok(())
}
