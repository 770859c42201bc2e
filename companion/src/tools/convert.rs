//! `dolmen convert`: games from one format into another.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::game_files::{Assumed, GameFile, Names, is_folder, load_all};
use crate::files::{self, Existing};
use dolmen::board::Outcome;
use dolmen_records::{Fault, Format, Game};

/// What the command line asks for.
#[derive(Clone, Debug, Args)]
pub struct ConvertOptions {
    /// Files of games; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format to write.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub to: Format,
    /// Output file; or a folder (existing, or ending with /) for one file per input. Default:
    /// standard output.
    #[arg(long, value_name = "FILE|FOLDER")]
    pub output: Option<PathBuf>,
    /// Replace output files that exist.
    #[arg(long)]
    pub force: bool,
    /// What holds for games that do not say.
    #[command(flatten)]
    pub assumed: Assumed,
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(Format::name);
    PossibleValuesParser::new(names).try_map(|name| Format::from_name(&name).ok_or("no format"))
}

/// Reads the games of all files, has the referee go through them, and writes them. Remarks go to
/// `notes`.
///
/// # Errors
/// If a file cannot be read or written, or the format cannot hold the games; and, after all
/// others are written, if any game was left out.
pub fn run(
    options: &ConvertOptions,
    stdin: impl Read,
    mut output: impl Write,
    mut notes: impl Write,
) -> io::Result<()> {
    let mut files = load_all(&options.files, stdin, options.assumed, &mut notes)?;
    let mut lost = BTreeSet::new();
    for checked in files.iter_mut().flat_map(|file| &mut file.games) {
        checked.game.rule = checked.game.rule.or(options.assumed.rule);
        let is_decided = checked.verdict.outcome != Outcome::Open;
        let result = checked.verdict.result(&checked.game);
        checked.game.result = result.filter(|_| !is_decided);
        lost.extend(options.to.loses(&checked.game));
        checked.game.result = result;
        if options.to == Format::Pos {
            checked.game.rule = Some(checked.rule);
        }
    }
    if !lost.is_empty() {
        let lost: Vec<&str> = lost.into_iter().collect();
        writeln!(notes, "not kept by {}: {}", options.to.name(), lost.join(", "))?;
    }
    match &options.output {
        Some(path) if is_folder(path) => write_folder(path, options, &files)?,
        Some(path) => {
            let existing = Existing::with_force(options.force);
            files::write(path, joined(options.to, &files)?, existing)?;
        }
        None => {
            output.write_all(&joined(options.to, &files)?)?;
            output.flush()?;
        }
    }
    match files.iter().map(|file| file.refused).sum::<usize>() {
        0 => Ok(()),
        1 => Err(io::Error::other("one game was left out")),
        refused => Err(io::Error::other(format!("{refused} games were left out"))),
    }
}

fn games_of(file: &GameFile) -> Vec<Game> {
    file.games.iter().map(|checked| checked.game.clone()).collect()
}

/// All games in one file.
fn joined(to: Format, files: &[GameFile]) -> io::Result<Vec<u8>> {
    let games: Vec<Game> = files.iter().flat_map(games_of).collect();
    dolmen_records::write(to, &games).map_err(|error| {
        let advice = match error.fault {
            Fault::OneGameOnly => "; give --output a folder (ending with /) for several",
            _ => "",
        };
        let cannot = |file: &&GameFile| dolmen_records::write(to, &games_of(file)).is_err();
        // Files that are good alone are too many together.
        let second = || files.iter().filter(|file| !file.games.is_empty()).nth(1);
        let name = files.iter().find(cannot).or_else(second).map_or("", |file| &file.name);
        io::Error::other(format!("{name}: {error}{advice}"))
    })
}

/// A file for each that was read, or for each game if the format holds only one.
fn write_folder(folder: &Path, options: &ConvertOptions, files: &[GameFile]) -> io::Result<()> {
    let (to, existing) = (options.to, Existing::with_force(options.force));
    let mut names = Names::new(folder)?;
    let mut outputs = Vec::new();
    for file in files {
        let games = games_of(file);
        let parts: Vec<&[Game]> = match to {
            Format::Psq => games.chunks(1).collect(),
            _ => vec![&games[..]],
        };
        for (number, part) in (1..).zip(&parts) {
            let stem = match parts.len() {
                1 => file.stem.clone(),
                _ => format!("{}-{number:05}", file.stem),
            };
            let bytes = dolmen_records::write(to, part)
                .map_err(|error| io::Error::other(format!("{}: {error}", file.name)))?;
            outputs.push((names.give(&stem, to.name()), bytes));
        }
    }
    outputs.iter().try_for_each(|(path, _)| files::check_output(path, existing))?;
    outputs.iter().try_for_each(|(path, bytes)| files::write(path, bytes, existing))
}
