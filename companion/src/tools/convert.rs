//! `dolmen convert`: games from one format into another.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::game_files::{
    Assumed, Input, Names, Remarks, among, before, contradiction, default_rule, forbidden,
    format_of_name, is_folder, left_out, parse_charset, read_inputs, stem_of_game, unknown_rule,
    without_faults,
};
use crate::files::{self, Existing};
use dolmen::types::Size;
use dolmen_records::{
    Charset, Fault, Format, Game, GameTree, Losses, NodeId, RecordError, TreeVerdict, Verdict,
};

/// What the command line asks for.
#[derive(Clone, Debug, Args)]
pub struct ConvertOptions {
    /// Files of games; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format to write. Default: by the name of the output (.psq, .sgf, .lib, .pos, .bare,
    /// .offset).
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), required_unless_present = "output")]
    pub to: Option<Format>,
    /// Output file; or a folder (existing, or ending with /) for one file per input. Default, or -:
    /// standard output.
    #[arg(long, value_name = "FILE|FOLDER")]
    pub output: Option<PathBuf>,
    /// Refuse to write if the format cannot hold all that the files have, or a game or variation of
    /// them cannot be played.
    #[arg(long)]
    pub strict: bool,
    /// Replace output files that exist.
    #[arg(long)]
    pub force: bool,
    /// Character set of texts that are not UTF-8, like gb18030, shift_jis or windows-1251. Default: what
    /// the file names, else windows-1252.
    #[arg(long, value_name = "NAME", value_parser = parse_charset)]
    pub charset: Option<Charset>,
    /// What holds for games that do not say.
    #[command(flatten)]
    pub assumed: Assumed,
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = Format::WRITTEN.map(Format::name);
    PossibleValuesParser::new(names).try_map(|name| Format::from_name(&name).ok_or("no format"))
}

impl ConvertOptions {
    /// The format to write.
    fn format(&self) -> io::Result<Format> {
        let output = self.output.as_deref().unwrap_or(Path::new("-"));
        let by_name = format_of_name(output)
            .filter(|format| Format::WRITTEN.contains(format) && !is_folder(output));
        self.to.or(by_name).ok_or_else(|| {
            let expected = "unknown format: end the name with .psq, .sgf, .lib, .pos, .bare or \
                            .offset, or give --to";
            files::fault(output, expected)
        })
    }

    /// Whether outputs can be written, and none of them over what is read.
    fn check<'a>(&self, outputs: impl IntoIterator<Item = &'a Path> + Clone) -> io::Result<()> {
        let existing = Existing::with_force(self.force);
        outputs.clone().into_iter().try_for_each(|path| files::check_output(path, existing))?;
        files::check_named_once(self.files.iter().map(PathBuf::as_path), outputs)
    }
}

/// Reads the games of all files, has the referee go through them, and writes them. What the format
/// cannot hold is counted in `notes`.
///
/// # Errors
/// If a file cannot be read or written, or the format cannot hold the games, or anything would be
/// lost that must not; and, after all others are written, if any game or file was left out.
pub fn run(
    options: &ConvertOptions,
    stdin: impl Read,
    mut output: impl Write,
    mut notes: impl Write,
) -> io::Result<()> {
    let to = options.format()?;
    let mut work = Work { options, to, losses: Losses::default(), cut: 0 };
    let inputs = read_inputs(&options.files, options.charset, stdin)?;
    let mut sources = Vec::with_capacity(inputs.len());
    for input in &inputs {
        let source = work.source(input, &mut notes);
        let Some(source) = among(&inputs, source, &mut notes)? else { continue };
        if source.is_empty() && source.refused == 0 {
            writeln!(notes, "{}: there is no game", source.name)?;
        }
        sources.push(source);
    }
    let unreadable = inputs.len() - sources.len();
    if to == Format::Lib {
        work.take_remarks(&mut sources);
    }
    let Work { losses, cut, .. } = work;
    if !losses.is_empty() {
        writeln!(notes, "not kept by {}: {losses}", to.name())?;
    }
    let refused: usize = sources.iter().map(|source| source.refused).sum();
    if options.strict && (cut + refused + unreadable > 0 || !losses.is_empty()) {
        return Err(io::Error::other("nothing is written: --strict keeps all or nothing"));
    }
    // A file of which nothing is left does not empty an output.
    let sources: Vec<Source> = sources.into_iter().filter(|source| !source.is_empty()).collect();
    if sources.is_empty() {
        let reason = if refused + unreadable > 0 { "no game is left" } else { "there is no game" };
        return Err(io::Error::other(format!("{reason}: nothing is written")));
    }
    let existing = Existing::with_force(options.force);
    match options.output.as_deref().filter(|path| path.as_os_str() != "-") {
        Some(path) if is_folder(path) => write_folder(options, path, to, &sources)?,
        Some(path) => {
            options.check([path])?;
            files::write(path, joined(to, &sources)?, existing)?;
        }
        None => {
            output.write_all(&joined(to, &sources)?)?;
            output.flush()?;
        }
    }
    left_out(refused, unreadable)
}

/// What was read of a file.
struct Source {
    name: String,
    stem: OsString,
    content: Content,
    /// How many games the file has.
    count: usize,
    refused: usize,
}

enum Content {
    /// Each with its number in the file.
    Games(Vec<(usize, Game)>),
    Trees(Vec<GameTree>),
}

impl Source {
    fn is_empty(&self) -> bool {
        match &self.content {
            Content::Games(games) => games.is_empty(),
            Content::Trees(trees) => trees.is_empty(),
        }
    }
}

struct Work<'a> {
    options: &'a ConvertOptions,
    to: Format,
    losses: Losses,
    /// Variations that could not be read.
    cut: usize,
}

impl Work<'_> {
    fn source(&mut self, input: &Input, notes: &mut impl Write) -> io::Result<Source> {
        let (name, stem) = (input.name.clone(), input.stem.clone());
        let (to, assumed) = (self.to, self.options.assumed);
        if let Some((format, trees)) = input.trees(assumed, notes)? {
            self.cut += trees.cut;
            if to.has_variations() {
                let rule = default_rule(Some(format));
                let (mut kept, mut refused, mut remarks) = (Vec::new(), 0, Remarks::default());
                for (number, mut tree) in (1..).zip(trees.trees) {
                    remarks.extend(unknown_rule(number, &tree.head, assumed, rule));
                    // A library says no rule: what its reader gives is a guess.
                    tree.head.rule = match format {
                        Format::Lib => assumed.rule.or(tree.head.rule),
                        _ => tree.head.rule.or(assumed.rule),
                    };
                    match self.tree(tree, number, format, &mut remarks) {
                        Some(tree) => kept.push(tree),
                        None => refused += 1,
                    }
                }
                input.tell(&remarks, notes)?;
                let count = kept.len() + refused;
                return Ok(Source { name, stem, content: Content::Trees(kept), count, refused });
            }
            let leaves = format == Format::Lib;
            trees.trees.iter().for_each(|tree| self.losses.add_tree(to, tree, leaves));
        }
        let file = input.check(assumed, notes)?;
        // RenLib knows renju alone, and says no rule.
        let says_rule = to == Format::Pos && file.format == Some(Format::Lib);
        let games = file.games.into_iter().map(|mut checked| {
            self.add_game(&mut checked.game, &checked.verdict);
            if says_rule {
                checked.game.rule = Some(checked.rule);
            }
            (checked.number, checked.game)
        });
        let content = Content::Games(games.collect());
        Ok(Source { name, stem, content, count: file.count, refused: file.refused })
    }

    /// Has the referee go through a tree. Branches that cannot be played are left out; `None` if the
    /// main line cannot.
    fn tree(
        &mut self,
        mut tree: GameTree,
        number: usize,
        format: Format,
        remarks: &mut Remarks,
    ) -> Option<GameTree> {
        let rule = tree.head.rule.unwrap_or(default_rule(Some(format)));
        let verdict = match tree.main_line().check(rule) {
            Ok(verdict) => verdict,
            Err(error) => {
                remarks.add(|| format!("game {number}, {error}; skipped"));
                return None;
            }
        };
        let TreeVerdict { faults, fouls } = tree.check(rule);
        let main: HashSet<NodeId> = tree.main_nodes().collect();
        for (node, foul) in fouls {
            remarks.add(|| match main.contains(&node) {
                true => forbidden(number, foul),
                false => format!("{}, after {}", forbidden(number, foul), before(&tree, node)),
            });
        }
        self.cut += faults.len();
        tree = without_faults(tree, &faults, remarks);
        self.losses.add_tree(self.to, &tree, false);
        remarks.extend(contradiction(number, &tree.head, &verdict));
        self.add_game(&mut tree.head, &verdict);
        Some(tree)
    }

    /// Takes times and marks of the opening off games that become one tree, where they would be told
    /// of no game, and counts them.
    fn take_remarks(&mut self, sources: &mut [Source]) {
        let trees = |content: &Content| match content {
            Content::Games(games) => games.len(),
            Content::Trees(trees) => trees.len(),
        };
        let is_alone = self.options.output.as_deref().is_some_and(is_folder);
        let all: usize = sources.iter().map(|source| trees(&source.content)).sum();
        for source in sources {
            let count = if is_alone { trees(&source.content) } else { all };
            let Content::Trees(trees) = &mut source.content else { continue };
            for tree in trees.iter_mut().filter(|_| count > 1) {
                let Game { times, opened, .. } = tree.take_remarks();
                let remarks = Game { times, opened, ..Game::new(Size::USUAL) };
                self.losses.add_game(Format::Lib, &remarks);
            }
        }
    }

    /// Counts what is lost of a game, and gives it the result that the board shows, which is not
    /// lost in any format; but what the record says against it is.
    fn add_game(&mut self, game: &mut Game, verdict: &Verdict) {
        if verdict.contradiction(game).is_some() {
            self.losses.add("the result", 1);
            game.details.retain(|(name, _)| name != "RE");
            game.result = None;
        }
        let (shown, result) = (verdict.shown(game), verdict.result(game));
        game.result = result.filter(|_| shown.is_none());
        self.losses.add_game(self.to, game);
        game.result = result;
    }
}

/// Several contents in one file.
fn write(to: Format, contents: &[&Content]) -> Result<Vec<u8>, RecordError> {
    let games = contents.iter().map(|content| match content {
        Content::Games(games) => Some(games.iter().map(|(_, game)| game.clone())),
        Content::Trees(_) => None,
    });
    if let Some(games) = games.collect::<Option<Vec<_>>>() {
        return dolmen_records::write(to, &games.into_iter().flatten().collect::<Vec<Game>>());
    }
    let tree = |(_, game): &(usize, Game)| match to {
        // As games alone are written there.
        Format::Lib => GameTree::from_line(&Game { times: Vec::new(), opened: 0, ..game.clone() }),
        _ => GameTree::from_line(game),
    };
    let trees = contents.iter().flat_map(|content| match content {
        Content::Games(games) => games.iter().map(tree).collect(),
        Content::Trees(trees) => trees.clone(),
    });
    dolmen_records::write_trees(to, trees.collect())
}

/// All games in one file.
fn joined(to: Format, sources: &[Source]) -> io::Result<Vec<u8>> {
    let contents: Vec<&Content> = sources.iter().map(|source| &source.content).collect();
    write(to, &contents).map_err(|error| {
        let advice = match error.fault {
            Fault::OneGameOnly => "; give --output a folder (ending with /) for several",
            _ => "",
        };
        let cannot = |source: &&Source| write(to, &[&source.content]).is_err();
        // Files that are good alone are too many together.
        let second = || sources.iter().filter(|source| !source.is_empty()).nth(1);
        let name = sources.iter().find(cannot).or_else(second).map_or("", |source| &source.name);
        io::Error::other(format!("{name}: {error}{advice}"))
    })
}

/// A file for each that was read, or for each game if the format holds only one.
fn write_folder(
    options: &ConvertOptions,
    folder: &Path,
    to: Format,
    sources: &[Source],
) -> io::Result<()> {
    let mut names = Names::new(folder)?;
    let mut outputs = Vec::new();
    for Source { name, stem, content, count, .. } in sources {
        let parts = match content {
            Content::Games(games) if to == Format::Psq => {
                let part = |(number, game): &(usize, Game)| {
                    let written = dolmen_records::write(to, std::slice::from_ref(game));
                    (stem_of_game(stem, *number, *count), written)
                };
                games.iter().map(part).collect()
            }
            content => vec![(stem.clone(), write(to, &[content]))],
        };
        for (stem, part) in parts {
            let bytes = part.map_err(|error| io::Error::other(format!("{name}: {error}")))?;
            outputs.push((names.give(&stem, to.name()), bytes));
        }
    }
    options.check(outputs.iter().map(|(path, _)| path.as_path()))?;
    let existing = Existing::with_force(options.force);
    outputs.iter().try_for_each(|(path, bytes)| files::write(path, bytes, existing))
}
