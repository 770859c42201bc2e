//! The command line of `convert`.

use companion::tools::convert;
use std::io;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use companion::files::Existing;
use companion::tools::convert::ConvertOptions;
use companion::tools::game_files::Assumed;
use dolmen::types::{Rule, Size};
use dolmen_records::Format;

/// `dolmen convert`.
#[derive(Clone, Debug, Args)]
pub struct ConvertArguments {
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
    /// Rule of games without one, by name or code. Default: renju for RenLib, else freestyle.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Board size of games without one.
    #[arg(long, default_value = "15")]
    pub size: Size,
}

impl ConvertArguments {
    pub fn run(&self) -> io::Result<()> {
        let (input, output) = (io::stdin().lock(), io::stdout().lock());
        convert::run(&self.to_options(), input, output, io::stderr())
    }

    /// As the tools take it.
    fn to_options(&self) -> ConvertOptions {
        ConvertOptions {
            files: self.files.clone(),
            to: self.to,
            output: self.output.clone(),
            existing: Existing::with_force(self.force),
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
  dolmen convert game.psq --to sgf --output game.sgf
  dolmen convert *.psq --to lib --output book.lib
  dolmen convert all.sgf --to psq --output games/
  echo h8i9h10 | dolmen convert - --to offset";
