//! The program `pbrain-dolmen`: reads the command line and connects standard input and output.

mod cli;

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use cli::{Cli, MatchAction, Tool};
use dolmen::eval::NetChoice;
use dolmen::protocol::recording::{Program, Recorder};
use dolmen::protocol::{self, Recording, Settings};
use dolmen::tools;
use dolmen::tools::minimax::MinimaxOptions;
use dolmen::tools::openings::OpeningOptions;

fn main() -> ExitCode {
    let cli = Cli::read();
    let result = start_log(cli.log.as_deref()).and_then(|()| run(&cli));
    // A search may still be running in its thread; the process does not wait for it.
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "pbrain-dolmen: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

fn run(cli: &Cli) -> io::Result<()> {
    let output = io::stdout();
    match &cli.tool {
        None => {
            let mut settings = Settings::new(cli.rule, cli.hash, cli.threads);
            settings.net = tools::net::choose_for_play(cli.net.as_deref(), &output)?;
            let recorder = cli.record.as_deref().map(|path| start_record(path, cli, &settings.net));
            let recorder = recorder.transpose()?;
            let recording = Recording { recorder, ..Recording::default() };
            protocol::serve(BufReader::new(io::stdin()), output, settings, recording)
        }
        Some(Tool::Replay { file }) => {
            let record = BufReader::new(File::open(file)?);
            let net = tools::net::choose(cli.net.as_deref())?;
            match tools::replay::run(record, net, output.lock())? {
                true => Ok(()),
                false => Err(io::Error::other("the session went differently")),
            }
        }
        Some(Tool::Bench) => tools::bench::run(output.lock(), io::stderr()),
        Some(Tool::Referee) => tools::referee::run(io::stdin().lock(), output.lock()),
        Some(Tool::Forbidden) => tools::forbidden::run(io::stdin().lock(), output.lock()),
        Some(Tool::Explain(arguments)) => {
            tools::explain::run(io::stdin().lock(), output.lock(), &arguments.to_options())
        }
        Some(Tool::Json(arguments)) => {
            let input = BufReader::new(io::stdin());
            tools::json::run(input, output.lock(), &arguments.to_options())
        }
        &Some(Tool::Completions { shell }) => cli::pages::completions(shell, output.lock()),
        Some(Tool::Man { dir }) => cli::pages::manual(dir.as_deref(), output.lock()),
        #[cfg(feature = "play")]
        Some(Tool::Play(arguments)) => play(arguments, cli),
        Some(Tool::Minimax { game, depth, plain, first, moves, trace }) => {
            let options = MinimaxOptions {
                game: (*game).into(),
                depth: *depth,
                plain: *plain,
                first: *first,
                moves: moves.clone(),
                trace: *trace,
            };
            tools::minimax::run(&options, io::stdin().lock(), output.lock())
        }
        Some(Tool::Check { json, patience, command }) => {
            let patience = Duration::from_secs(*patience);
            match tools::check::run(command, patience, *json, output.lock())? {
                true => Ok(()),
                false => Err(io::Error::other("the engine failed the check")),
            }
        }
        Some(Tool::Solve(arguments)) => {
            let options = arguments.to_options();
            match arguments.file.as_os_str() == "-" {
                true => tools::solve::run(io::stdin().lock(), output.lock(), &options),
                false => {
                    let input = BufReader::new(File::open(&arguments.file)?);
                    tools::solve::run(input, output.lock(), &options)
                }
            }
        }
        &Some(Tool::Openings { rule, size, count, seed, nodes, balance }) => {
            let options = OpeningOptions { rule, size, count, seed, nodes, balance };
            tools::openings::run(&options, output.lock())
        }
        Some(Tool::Datagen(arguments)) => arguments.run(output.lock()),
        Some(Tool::Train(arguments)) if arguments.net => {
            tools::train::net(&arguments.to_options(), output.lock())
        }
        Some(Tool::Train(arguments)) => {
            tools::train::tables(&arguments.to_options(), output.lock())
        }
        Some(Tool::Net { file, measured }) => {
            tools::net::run(file, measured.as_deref(), output.lock())
        }
        #[cfg(feature = "tune")]
        Some(Tool::Tune {
            state,
            openings,
            rule,
            size,
            nodes,
            pairs,
            threads,
            seed,
            rate,
            only,
        }) => {
            let (rule, size, nodes, pairs, threads) = (*rule, *size, *nodes, *pairs, *threads);
            let (seed, rate, only) = (*seed, *rate, only.clone());
            let (openings, state) = (openings.clone(), state.clone());
            let options = tools::tune::TuneOptions {
                rule,
                size,
                openings,
                nodes,
                pairs,
                threads,
                seed,
                rate,
                only,
                state,
            };
            tools::tune::run(&options, output.lock())
        }
        Some(Tool::Analyze(arguments)) => {
            let options = arguments.to_options();
            tools::analyze::run(&options, io::stdin().lock(), output.lock(), io::stderr())
        }
        Some(Tool::Convert(arguments)) => {
            let options = arguments.to_options();
            tools::convert::run(&options, io::stdin().lock(), output.lock(), io::stderr())
        }
        Some(Tool::Match(arguments)) => match &arguments.action {
            None => tools::matches::run(&arguments.to_options(), output.lock()),
            Some(MatchAction::Merge { files, record, json, export }) => {
                let export = export.to_export();
                tools::matches::merge(files, record.as_deref(), &export, *json, output.lock())
            }
        },
    }
}

#[cfg(feature = "play")]
fn play(arguments: &cli::PlayArguments, cli: &Cli) -> io::Result<()> {
    use std::io::IsTerminal as _;

    let options = arguments.to_options(cli.hash, cli.threads);
    if arguments.plain {
        return tools::play::run_plain(&options, BufReader::new(io::stdin()), io::stdout());
    }
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    if dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        cli::wrong_use("play draws on a terminal, and this is none: use play --plain");
    }
    tools::play::run_screen(&options, io::stdout())
}

/// A record must not be written over another one.
fn start_record(path: &Path, cli: &Cli, net: &NetChoice) -> io::Result<Recorder> {
    let program = Program {
        version: env!("CARGO_PKG_VERSION").into(),
        rule: cli.rule.code(),
        hash: cli.hash,
        threads: cli.threads,
        net: net.name(),
    };
    Ok(Recorder::new(File::create_new(path)?, program))
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
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            builder.filter_level(log::LevelFilter::Trace);
            builder.target(env_logger::Target::Pipe(Box::new(file)));
        }
    }
    builder.init();
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    Ok(())
}
