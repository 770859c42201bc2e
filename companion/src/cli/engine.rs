//! The command line of `engine`.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use companion::database::store::{Access, MEMORY, Store};
use companion::database::yixin::{Keeper, beside};
use dolmen::engine::LARGEST_TABLE;
use dolmen::files::Fault;
use dolmen::protocol::{Settings, parse_threads, serve, write_message};
use dolmen::tools::{net, recording};
use dolmen::types::Rule;

/// The variable that names the database of a program that is started without arguments.
const VARIABLE: &str = "DOLMEN_DATABASE";

/// `dolmen engine`.
#[derive(Clone, Debug, Args)]
pub struct EngineArguments {
    /// The database; it is created if it does not exist. Default: that of the environment variable
    /// DOLMEN_DATABASE, or else the file beside this program with its name and .db, if there is one.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Search threads, at most as many as the machine runs at once. INFO thread_num overrides it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_threads)]
    threads: usize,
    /// Largest transposition table in MiB. Default: what INFO max_memory allows.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=LARGEST_TABLE >> 20))]
    hash: Option<u64>,
    /// Rule, by name or code. INFO rule overrides it.
    #[arg(long, default_value = "freestyle", value_name = "RULE")]
    rule: Rule,
    /// Replace the embedded net of one rule with this file; `none` disables all nets.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Record the session, both directions with times, in this file; if it exists, with -2, -3 and
    /// so on before its extension. `dolmen replay` repeats it, but without the database.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Default for EngineArguments {
    /// What no arguments mean.
    fn default() -> EngineArguments {
        let (rule, threads) = (Rule::Freestyle, 1);
        EngineArguments { database: None, threads, hash: None, rule, net: None, record: None }
    }
}

impl EngineArguments {
    /// Speaks the protocol.
    pub fn run(&self) -> io::Result<()> {
        let mut settings = Settings::new(self.rule, self.hash, self.threads);
        settings.net = net::choose_or_tell(self.net.as_deref(), io::stdout())?;
        settings.reserved = MEMORY;
        let keeper = match &self.database {
            Some(path) => Keeper::new(Some(Store::open(path, Access::Either)?)),
            None => Keeper::new(default_path().as_deref().map(open_or_tell).transpose()?.flatten()),
        };
        let (input, fault) = (BufReader::new(io::stdin()), Fault::default());
        let record = self.record.as_deref();
        let recording = recording::start(record, &settings, &fault, io::stdout())?;
        serve(input, io::stdout(), settings, recording, Some(Box::new(keeper)))?;
        fault.check()
    }
}

fn default_path() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    named.or_else(|| std::env::current_exe().ok().as_deref().and_then(beside))
}

/// A database that nobody asked for on the command line and that cannot be used is no reason to
/// leave a board without an engine.
fn open_or_tell(path: &Path) -> io::Result<Option<Store>> {
    Store::open(path, Access::Either).map(Some).or_else(|error| {
        log::error!("{error}");
        write_message(&mut io::stdout(), &format!("no database: {error}")).map(|()| None)
    })
}

/// Whether the program is started as an engine: under a name that boards and managers give to
/// engines, its own or that of a link to it, without arguments but the one that Rapfi's Yixin-Board
/// gives on Windows.
pub fn is_started_as_engine() -> bool {
    let mut arguments = std::env::args_os();
    let names = [arguments.next().map(PathBuf::from), std::env::current_exe().ok()];
    let is_engine = |name: &PathBuf| {
        let stem = name.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
        stem.is_some_and(|stem| stem == "engine" || stem.starts_with("pbrain"))
    };
    arguments.all(|argument| argument == "--force-utf8") && names.iter().flatten().any(is_engine)
}

/// Shown by `engine --help`.
pub const ENGINE_EXAMPLES: &str = "\
Examples:
  dolmen engine --database renju.db
For Yixin-Board: copy this program as engine.exe into its folder; then its menu opens databases, and
engine.db in that folder is opened by itself.";
