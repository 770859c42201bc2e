//! The log of both programs.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use log::LevelFilter;

use crate::files::{Fault, is_stream};

/// Starts the log: at the level named by `target` on standard error, or at every level into the
/// file of that name. Without a target `RUST_LOG` decides; by default nothing is logged, since a
/// manager may read standard error together with the answers. Panics are logged as errors. What goes
/// wrong with the file later is a fault.
///
/// # Errors
/// If the file cannot be opened.
pub fn start(target: Option<&str>, fault: &Fault) -> io::Result<()> {
    let mut builder = env_logger::Builder::new();
    builder.filter_level(LevelFilter::Off).format_timestamp_millis();
    match target.map(|text| (text, text.parse::<LevelFilter>())) {
        None => builder.parse_default_env(),
        Some((_, Ok(level))) => builder.filter_level(level),
        Some((path, Err(_))) => {
            let file = Box::new(fault.watch(path.as_ref(), open(path)?));
            builder.filter_level(LevelFilter::Trace).target(env_logger::Target::Pipe(file))
        }
    };
    builder.init();
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    Ok(())
}

/// Appends to the file; like all outputs it is not written through a symbolic link, unless that leads
/// to a pipe or a device.
fn open(path: &str) -> io::Result<File> {
    let named = |error: &dyn std::fmt::Display| io::Error::other(format!("{path}: {error}"));
    if Path::new(path).is_symlink() && !is_stream(Path::new(path)) {
        return Err(named(&"a symbolic link; name the file that it leads to"));
    }
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.map_err(|error| named(&error))
}
