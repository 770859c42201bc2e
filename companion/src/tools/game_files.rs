//! Files of games, as the subcommands read them.

pub mod content;

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::files::{self, fault};
use content::parse;
use dolmen::board::Fouls;
use dolmen::tools::referee::kinds;
use dolmen::types::{Coord, Rule, Size};
use dolmen_records::{Charset, Format, Game, GameTree, MOST_BYTES, NodeId, RecordError, Verdict};
use dolmen_study::checked::CheckedGame;

/// A file as it was read.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// What to call it.
    pub name: String,
    /// The name without folder and ending.
    pub stem: OsString,
    /// How it was written; `None` for records of matches and training.
    pub format: Option<Format>,
    /// The games that can have been played.
    pub games: Vec<CheckedGame>,
    /// How many others there were.
    pub refused: usize,
    /// How many games the file has, of both kinds.
    pub count: usize,
    /// Whether it cannot be read as games.
    pub is_unreadable: bool,
}

/// Defaults for games and positions without a rule or size.
#[derive(Clone, Copy, Debug, Args)]
pub struct Assumed {
    /// Rule where none is given, by name or code. Default: renju for RenLib, else freestyle.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Board size where none is given.
    #[arg(long, default_value = "15")]
    pub size: Size,
}

impl Assumed {
    /// The rule of a game in this format.
    pub fn rule_of(self, game: &Game, format: Option<Format>) -> Rule {
        game.rule.or(self.rule).unwrap_or(default_rule(format))
    }
}

/// Most lines of remarks about one file.
const MOST_NOTES: usize = 20;

/// What is to be said of a file: the first remarks, and how many there are.
#[derive(Debug, Default)]
pub struct Remarks {
    first: Vec<String>,
    count: usize,
}

impl Remarks {
    /// Adds one, which is not worded if there are enough.
    pub fn add(&mut self, remark: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < MOST_NOTES {
            self.first.push(remark());
        }
    }

    /// Adds one if there is one.
    pub fn extend(&mut self, remark: Option<String>) {
        if let Some(remark) = remark {
            self.add(|| remark);
        }
    }

    /// Writes the first remarks, each after `name`, and how many more there are.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn tell(&self, name: &str, notes: &mut impl Write) -> io::Result<()> {
        for remark in &self.first {
            writeln!(notes, "{name}{remark}")?;
        }
        match self.count - self.first.len() {
            0 => Ok(()),
            more => writeln!(notes, "{name}and {more} remarks more"),
        }
    }
}

/// The remark on a forbidden move: its number, its point, and why.
pub fn forbidden(game: usize, (number, c, fouls): (usize, Coord, Fouls)) -> String {
    format!("game {game}: move {number} ({c}) is forbidden ({})", kinds(fouls))
}

/// Reads files, `-` for `stdin`, and has the referee go through their games, as [`check_all`] does.
///
/// # Errors
/// If a file cannot be read, or the only one cannot be read as games; the message begins with its
/// name.
pub fn load_all(
    paths: &[PathBuf],
    charset: Option<Charset>,
    stdin: impl Read,
    assumed: Assumed,
    mut notes: impl Write,
) -> io::Result<Vec<GameFile>> {
    check_all(&read_inputs(paths, charset, stdin)?, assumed, &mut notes)
}

/// Has the referee go through the games of files. What is wrong or forbidden in single games goes to
/// `notes`, a line each, and so does a file among several that cannot be read as games.
///
/// # Errors
/// If the only file cannot be read as games; the message begins with its name.
pub fn check_all(
    inputs: &[Input],
    assumed: Assumed,
    notes: &mut impl Write,
) -> io::Result<Vec<GameFile>> {
    let check = |input: &Input| {
        let file = input.check(assumed, notes).and_then(|file| {
            let mut remarks = Remarks::default();
            file.games.iter().for_each(|one| remarks.extend(after_pass(one.number, &one.game)));
            input.tell(&remarks, notes)?;
            Ok(file)
        });
        let unreadable = || GameFile { is_unreadable: true, ..GameFile::empty(input) };
        Ok(among(inputs, file, notes)?.unwrap_or_else(unreadable))
    };
    inputs.iter().map(check).collect()
}

/// The content of one of these inputs; `None`, which is noted, if it is one of several and cannot be
/// read as games.
///
/// # Errors
/// If the only input cannot be read as games, or another error occurred.
pub fn among<T>(
    inputs: &[Input],
    content: io::Result<T>,
    notes: &mut impl Write,
) -> io::Result<Option<T>> {
    match content {
        Err(error) if error.kind() == io::ErrorKind::InvalidData && inputs.len() > 1 => {
            writeln!(notes, "{error}; file skipped")?;
            Ok(None)
        }
        content => content.map(Some),
    }
}

/// A file before it is understood.
#[derive(Debug)]
pub struct Input {
    /// What to call it.
    pub name: String,
    /// The name without folder and ending.
    pub stem: OsString,
    hint: Option<Format>,
    charset: Option<Charset>,
    bytes: Vec<u8>,
}

/// The trees of a file.
#[derive(Debug)]
pub struct TreeFile {
    /// The trees.
    pub trees: Vec<GameTree>,
    /// How many variations could not be read.
    pub cut: usize,
}

/// The character set of an option.
pub fn parse_charset(name: &str) -> Result<Charset, String> {
    Charset::from_name(name.as_bytes()).ok_or_else(|| {
        "expected utf-8, or another character set in which ASCII is as it is, like gb18030, shift_jis \
         or windows-1251; a text in UTF-16 is known by its byte order mark"
            .into()
    })
}

/// Reads files, `-` for `stdin`. Their texts that are not UTF-8 are in this character set.
///
/// # Errors
/// If a file cannot be read; the message begins with its name.
pub fn read_inputs(
    paths: &[PathBuf],
    charset: Option<Charset>,
    mut stdin: impl Read,
) -> io::Result<Vec<Input>> {
    let read = |path: &PathBuf| {
        let is_stdin = path.as_os_str() == "-";
        let name = if is_stdin { "standard input".into() } else { path.display().to_string() };
        let bytes = match is_stdin {
            true => read_all(&mut stdin),
            false => File::open(path).and_then(read_all),
        };
        let bytes =
            bytes.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
        let stem = path.file_stem().filter(|_| !is_stdin);
        let stem = stem.map_or("games".into(), OsStr::to_os_string);
        Ok(Input { name, stem, hint: format_of_name(path), charset, bytes })
    };
    paths.iter().map(read).collect()
}

/// The format that the ending of a file's name says.
pub fn format_of_name(path: &Path) -> Option<Format> {
    path.extension().and_then(|ending| Format::from_name(ending.to_str()?))
}

/// The rule of games in this format that do not tell theirs.
pub fn default_rule(format: Option<Format>) -> Rule {
    if format == Some(Format::Lib) { Rule::Renju } else { Rule::Freestyle }
}

/// The remark on a game with a rule that nobody knows, unless `--rule` says which one it is.
pub fn unknown_rule(number: usize, game: &Game, assumed: Assumed, rule: Rule) -> Option<String> {
    let name = game.unknown_rule().filter(|_| assumed.rule.is_none())?;
    let name: String = name.chars().take(30).collect();
    Some(format!("game {number}: unknown rule '{name}', taken for {rule}; --rule sets it"))
}

/// The remark on a game that goes on after a pass.
pub fn after_pass(number: usize, game: &Game) -> Option<String> {
    let count = game.lost.after_pass();
    let moves = if count == 1 { "move is" } else { "moves are" };
    (count > 0).then(|| format!("game {number}: ends before a pass; {count} {moves} left out"))
}

/// The remark on a game whose board shows another result than its record.
pub fn contradiction(number: usize, game: &Game, verdict: &Verdict) -> Option<String> {
    verdict.contradiction(game).map(|told| format!("game {number}: {told}"))
}

impl GameFile {
    fn empty(input: &Input) -> GameFile {
        GameFile {
            name: input.name.clone(),
            stem: input.stem.clone(),
            format: None,
            games: Vec::new(),
            refused: 0,
            count: 0,
            is_unreadable: false,
        }
    }
}

impl Input {
    fn invalid(&self, error: &dyn fmt::Display) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", self.name))
    }

    /// The trees of SGF and RenLib, `None` of other formats. Variations that cannot be read go to
    /// `notes`.
    ///
    /// # Errors
    /// If the file is damaged; the message begins with its name.
    pub fn trees(
        &self,
        assumed: Assumed,
        notes: &mut impl Write,
    ) -> io::Result<Option<(Format, TreeFile)>> {
        let read =
            dolmen_records::read_trees_in(&self.bytes, self.charset, self.hint, assumed.size);
        let Some((format, (trees, faults))) = read.map_err(|error| self.invalid(&error))? else {
            return Ok(None);
        };
        let mut remarks = Remarks::default();
        faults.iter().for_each(|fault| remarks.add(|| format!("{fault}; variation left out")));
        self.tell(&remarks, notes)?;
        Ok(Some((format, TreeFile { trees, cut: faults.len() })))
    }

    /// Has the referee go through the games. What is wrong or forbidden in single games goes to
    /// `notes`, a line each.
    ///
    /// # Errors
    /// If it cannot be read as games; the message begins with its name.
    pub fn check(&self, assumed: Assumed, notes: &mut impl Write) -> io::Result<GameFile> {
        let (format, games) = parse(&self.bytes, self.charset, self.hint, assumed.size)
            .map_err(|error| self.invalid(&error))?;
        let (mut checked, mut refused, mut remarks) = (Vec::new(), 0, Remarks::default());
        let count = games.len();
        for (number, mut game) in (1..).zip(games) {
            let rule = assumed.rule_of(&game, format);
            remarks.extend(unknown_rule(number, &game, assumed, rule));
            game.rule = game.rule.or(assumed.rule);
            match game.check(rule) {
                Ok(verdict) => {
                    remarks.extend(contradiction(number, &game, &verdict));
                    verdict.fouls.iter().for_each(|&foul| remarks.add(|| forbidden(number, foul)));
                    checked.push(CheckedGame { number, game, rule, verdict });
                }
                Err(error) => {
                    refused += 1;
                    remarks.add(|| format!("game {number}, {error}; skipped"));
                }
            }
        }
        self.tell(&remarks, notes)?;
        Ok(GameFile { format, games: checked, refused, count, ..GameFile::empty(self) })
    }

    /// Writes remarks on this file.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn tell(&self, remarks: &Remarks, notes: &mut impl Write) -> io::Result<()> {
        remarks.tell(&format!("{}: ", self.name), notes)
    }
}

/// Moves of a branch that are named; of a longer one these last ones.
const MOST_NAMED: usize = 20;

/// The end of the line of moves before a node.
pub fn before(tree: &GameTree, node: NodeId) -> String {
    let moves = tree.parent(node).map(|node| tree.path(node)).unwrap_or_default();
    let rest = moves.len().saturating_sub(MOST_NAMED);
    let names = moves[rest..].iter().map(ToString::to_string);
    std::iter::once("...".to_string()).filter(|_| rest > 0).chain(names).collect()
}

/// The tree without the branches that cannot be played, with a remark on each.
pub fn without_faults(
    tree: GameTree,
    faults: &[(NodeId, RecordError)],
    remarks: &mut Remarks,
) -> GameTree {
    for (node, error) in faults {
        remarks.add(|| format!("{error}, after {}; variation left out", before(&tree, *node)));
    }
    tree.without(&faults.iter().map(|&(node, _)| node).collect())
}

/// How many of them cannot be read as games.
pub fn unreadable(files: &[GameFile]) -> usize {
    files.iter().filter(|file| file.is_unreadable).count()
}

/// The error of a command that has done all but these games and files.
///
/// # Errors
/// If there are any.
pub fn left_out(games: usize, files: usize) -> io::Result<()> {
    let counted = |count: usize, unit: &str| match count {
        0 => None,
        1 => Some(format!("one {unit}")),
        _ => Some(format!("{count} {unit}s")),
    };
    let what: Vec<String> =
        [counted(games, "game"), counted(files, "file")].into_iter().flatten().collect();
    let verb = if games + files == 1 { "was" } else { "were" };
    match what.is_empty() {
        true => Ok(()),
        false => Err(io::Error::other(format!("{} {verb} left out", what.join(" and ")))),
    }
}

/// At most a byte more than readers take.
pub fn read_all(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The stem of a game's own file; `count` is the number of games in the file that it comes from.
pub fn stem_of_game(stem: &OsStr, number: usize, count: usize) -> OsString {
    if count == 1 { stem.to_os_string() } else { followed(stem, &format!("-{number:05}")) }
}

/// A name need not be UTF-8.
fn followed(name: &OsStr, rest: &str) -> OsString {
    let mut name = name.to_os_string();
    name.push(rest);
    name
}

/// Gives files in a folder names, no two alike.
#[derive(Clone)]
pub struct Names {
    folder: PathBuf,
    given: HashSet<PathBuf>,
}

impl Names {
    /// For a folder, which is created.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new(folder: &Path) -> io::Result<Names> {
        // Without the separator at its end.
        let plain = folder.components().as_path();
        if plain.exists() && !plain.is_dir() {
            return Err(fault(plain, "a file, not a folder"));
        }
        std::fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
        Ok(Names { folder: folder.to_path_buf(), given: HashSet::new() })
    }

    /// `FOLDER/STEM.ENDING`, or `FOLDER/STEM-2.ENDING` if that was given before.
    pub fn give(&mut self, stem: &OsStr, ending: &str) -> PathBuf {
        let named = |rest: String| self.folder.join(followed(stem, &rest));
        let mut path = named(format!(".{ending}"));
        for n in 2.. {
            if self.given.insert(path.clone()) {
                break;
            }
            path = named(format!("-{n}.{ending}"));
        }
        path
    }
}

/// Whether a path for output means a folder: it is one, or ends like one.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || files::is_named_folder(path)
}

/// Whether the ending of a path for output says what is written there: it is no folder, no device
/// and not standard output.
pub fn needs_ending(path: &Path) -> bool {
    !is_folder(path) && !files::is_stdout(path) && (path.is_file() || !path.exists())
}
