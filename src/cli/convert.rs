//! The command line of `convert`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use dolmen::records::Format;
use dolmen::tools::convert::ConvertOptions;
use dolmen::tools::game_files::Assumed;
use dolmen::types::{Rule, Size};

use super::{parse_rule, parse_size};

/// `pbrain-dolmen convert`.
#[derive(Clone, Debug, Args)]
pub struct ConvertArguments {
    /// Files of games; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format to write.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub to: Format,
    /// Write this file; or, if it is a folder or ends with /, a file there for each one read.
    /// Standard output unless told.
    #[arg(long, value_name = "FILE|FOLDER")]
    pub output: Option<PathBuf>,
    /// The rule of games that do not say, by name or code; renju for RenLib, else freestyle.
    #[arg(long, value_parser = parse_rule)]
    pub rule: Option<Rule>,
    /// The board of games that do not say.
    #[arg(long, default_value = "15", value_parser = parse_size)]
    pub size: Size,
}

impl ConvertArguments {
    /// As the tools take it.
    pub fn to_options(&self) -> ConvertOptions {
        ConvertOptions {
            files: self.files.clone(),
            to: self.to,
            output: self.output.clone(),
            assumed: Assumed { rule: self.rule, size: self.size },
        }
    }
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(Format::name);
    PossibleValuesParser::new(names).try_map(|name| Format::from_name(&name).ok_or("no format"))
}

/// Shown by `convert --help`.
pub const EXAMPLES: &str = "\
Examples:
  pbrain-dolmen convert game.psq --to sgf --output game.sgf
  pbrain-dolmen convert *.psq --to lib --output book.lib
  pbrain-dolmen convert all.sgf --to psq --output games/
  echo h8i9h10 | pbrain-dolmen convert - --to offset";
