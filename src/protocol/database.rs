//! The commands for databases of positions, as Yixin-Board and the boards of Rapfi send them: words,
//! payload, and who carries them out.

use std::sync::Arc;

use super::command::{StoneEntry, excerpt, is_done, parse_entry, split_word};
use super::info::Info;
use super::reader::{LONGEST_LINE, push_entry, words_of_block};
use crate::board::Board;
use crate::search::PositionStore;

/// What a command for databases does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseVerb {
    /// `YXSETDATABASE`: opens the file.
    Open,
    /// `YXSAVEDATABASE`: writes everything to the disk.
    Save,
    /// `YXQUERYDATABASEALL`: what is known of all next moves.
    QueryMoves,
    /// `YXQUERYDATABASEONE`: what is known of the position.
    QueryPosition,
    /// `YXQUERYDATABASETEXT`: the comment.
    QueryText,
    /// `YXQUERYDATABASEALLT`: next moves and comment.
    QueryMovesAndText,
    /// `YXEDITTVDDATABASE mask label value depth`.
    EditValues,
    /// `YXEDITLABELDATABASE x,y text`: the text on a point.
    EditLabel,
    /// `YXEDITTEXTDATABASE "text"`: the comment.
    EditText,
    /// `YXSETBESTMOVEDATABASE`: the last move is the one to play.
    SetBest,
    /// `YXCLEARBESTMOVEDATABASE`: it is no longer.
    ClearBest,
    /// `YXDELETEDATABASEONE`: removes the position.
    DeletePosition,
    /// `YXDELETEDATABASEALL filter`: removes what follows from it.
    DeleteMoves,
    /// `YXDBTOTXT`: writes the positions of the rule and size as text.
    WriteText,
    /// `YXDBTOTXTALL`: writes all positions as text.
    WriteAllText,
    /// `YXTXTTODB`: reads such a text.
    ReadText,
    /// `YXDBTOPOS`: writes positions as lines of moves.
    WritePositions,
    /// `YXLIBTODB`: reads a library of RenLib.
    ReadLibrary,
    /// `YXDBTOLIB`: writes one.
    WriteLibrary,
    /// `YXDBSPLIT`: copies the position and what follows to another database.
    Split,
    /// `YXDBMERGE`: adds another database.
    Merge,
    /// `YXDBCHECK`: looks for errors.
    Check,
    /// `YXDBFIX`: removes them.
    Fix,
}

/// What follows the word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Payload {
    Nothing,
    /// The name of a file.
    File,
    /// The moves of a position, up to `DONE`.
    Moves,
    /// Words on the line of the command, and such moves there or on the next lines.
    WordsAndMoves,
    /// A text to the end of the line, then such moves; if the line ends with `DONE`, all is on it.
    LineAndMoves,
    /// A text in quotation marks, of any number of lines, then such moves.
    QuotationAndMoves,
}

const WORDS: [(&str, DatabaseVerb, Payload); 23] = [
    ("YXSETDATABASE", DatabaseVerb::Open, Payload::File),
    ("YXSAVEDATABASE", DatabaseVerb::Save, Payload::Nothing),
    ("YXQUERYDATABASEALL", DatabaseVerb::QueryMoves, Payload::Moves),
    ("YXQUERYDATABASEONE", DatabaseVerb::QueryPosition, Payload::Moves),
    ("YXQUERYDATABASETEXT", DatabaseVerb::QueryText, Payload::Moves),
    ("YXQUERYDATABASEALLT", DatabaseVerb::QueryMovesAndText, Payload::Moves),
    ("YXEDITTVDDATABASE", DatabaseVerb::EditValues, Payload::WordsAndMoves),
    ("YXEDITLABELDATABASE", DatabaseVerb::EditLabel, Payload::LineAndMoves),
    ("YXEDITTEXTDATABASE", DatabaseVerb::EditText, Payload::QuotationAndMoves),
    ("YXSETBESTMOVEDATABASE", DatabaseVerb::SetBest, Payload::Moves),
    ("YXCLEARBESTMOVEDATABASE", DatabaseVerb::ClearBest, Payload::Moves),
    ("YXDELETEDATABASEONE", DatabaseVerb::DeletePosition, Payload::Moves),
    ("YXDELETEDATABASEALL", DatabaseVerb::DeleteMoves, Payload::WordsAndMoves),
    ("YXDBTOTXT", DatabaseVerb::WriteText, Payload::File),
    ("YXDBTOTXTALL", DatabaseVerb::WriteAllText, Payload::File),
    ("YXTXTTODB", DatabaseVerb::ReadText, Payload::File),
    ("YXDBTOPOS", DatabaseVerb::WritePositions, Payload::File),
    ("YXLIBTODB", DatabaseVerb::ReadLibrary, Payload::File),
    ("YXDBTOLIB", DatabaseVerb::WriteLibrary, Payload::File),
    ("YXDBSPLIT", DatabaseVerb::Split, Payload::File),
    ("YXDBMERGE", DatabaseVerb::Merge, Payload::File),
    ("YXDBCHECK", DatabaseVerb::Check, Payload::Nothing),
    ("YXDBFIX", DatabaseVerb::Fix, Payload::Nothing),
];

impl DatabaseVerb {
    /// Whether boards send it by themselves, again and again.
    pub fn is_query(self) -> bool {
        self.word().starts_with("YXQUERY")
    }

    /// Whether moves of a position come with it; else it is about the game on the board.
    pub fn has_moves(self) -> bool {
        !matches!(self.payload(), Payload::Nothing | Payload::File)
    }

    /// Its word in the protocol.
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|(_, verb, _)| *verb == self).map_or("", |(word, ..)| word)
    }

    fn payload(self) -> Payload {
        let row = WORDS.iter().find(|(_, verb, _)| *verb == self);
        row.map_or(Payload::Nothing, |(.., payload)| *payload)
    }
}

/// A complete command for databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseCommand {
    /// What it does.
    pub verb: DatabaseVerb,
    /// Words or text behind it, or the name of a file.
    pub argument: String,
    /// The moves of its position, in playing order.
    pub moves: Vec<StoneEntry>,
    /// The first word that stands where a move should, and is none: an error.
    pub stray: Option<String>,
    /// Inside the quotation marks of its text.
    is_quoting: bool,
}

impl DatabaseCommand {
    /// The command that a word (in capitals) begins; `None` if it is none of these.
    pub(super) fn begin(word: &str) -> Option<DatabaseCommand> {
        let (_, verb, _) = *WORDS.iter().find(|(name, ..)| *name == word)?;
        let (argument, moves, stray, is_quoting) = (String::new(), Vec::new(), None, false);
        Some(DatabaseCommand { verb, argument, moves, stray, is_quoting })
    }

    /// Takes what follows the word on its line; whether the command is complete.
    pub(super) fn take_rest(&mut self, rest: &str) -> bool {
        let is_whole = words_of_block(rest).last().is_some_and(is_done);
        match (self.verb.payload(), rest.strip_prefix('"')) {
            (Payload::Nothing, _) => true,
            (Payload::Moves, _) => self.take_words(rest, 0),
            (Payload::WordsAndMoves, _) => self.take_words(rest, usize::MAX),
            (Payload::LineAndMoves, _) if is_whole => {
                let (first, others) = split_word(rest);
                self.argument = first.to_string();
                // A point has its text behind it.
                self.take_words(others, usize::from(parse_entry(first).is_some())) || is_done(first)
            }
            (Payload::QuotationAndMoves, Some(text)) => {
                self.is_quoting = true;
                self.take_quoted(text)
            }
            // A text without quotation marks, as people type it.
            (Payload::QuotationAndMoves, None) if is_whole => self.take_words(rest, usize::MAX),
            (payload, _) => {
                self.argument = rest.to_string();
                payload == Payload::File && !rest.is_empty()
            }
        }
    }

    /// Takes a line after the first; whether the command is complete.
    pub(super) fn take_line(&mut self, line: &str) -> bool {
        if self.is_quoting {
            self.push('\n');
            return self.take_quoted(line);
        }
        if self.verb.payload() == Payload::File && !line.is_empty() {
            self.argument = line.trim().to_string();
            return true;
        }
        self.take_words(line, 0)
    }

    /// Whether the next line belongs to a text as it is.
    pub(super) fn is_quoting(&self) -> bool {
        self.is_quoting
    }

    /// Text up to the closing quotation mark; a backslash keeps the character after it from being
    /// one. Of a text longer than a line may be, only the beginning is kept.
    fn take_quoted(&mut self, text: &str) -> bool {
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let letter = match letter {
                '"' => {
                    self.is_quoting = false;
                    return self.take_words(letters.as_str(), 0);
                }
                '\\' => letters.next().unwrap_or('\\'),
                letter => letter,
            };
            self.push(letter);
        }
        false
    }

    fn push(&mut self, letter: char) {
        if self.argument.len() < LONGEST_LINE {
            self.argument.push(letter);
        }
    }

    /// Words that are moves, up to `DONE`; of others, so many are arguments.
    fn take_words(&mut self, words: &str, mut arguments: usize) -> bool {
        for word in words_of_block(words) {
            match parse_entry(word) {
                _ if is_done(word) => return true,
                Some(_) => push_entry(&mut self.moves, word),
                None if arguments > 0 => {
                    arguments -= 1;
                    self.argument.extend([if self.argument.is_empty() { "" } else { " " }, word]);
                }
                None => self.stray = self.stray.take().or_else(|| Some(excerpt(word))),
            }
        }
        false
    }
}

/// Keeps a database and answers the commands for it. The engine's own package has none: a program
/// that has one passes it to [`serve`](super::serve()).
pub trait Database: Send {
    /// Carries out a command for a position, that of its moves or else of the game; there is none
    /// before the first game. Returns the texts of the `MESSAGE`s to answer.
    ///
    /// # Errors
    /// The text of an `ERROR`.
    fn answer(
        &mut self,
        command: &DatabaseCommand,
        board: Option<&Board>,
    ) -> Result<Vec<String>, String>;

    /// What searches read and write; `None` without an open database, or while it is not to be used.
    fn store(&self) -> Option<Arc<dyn PositionStore>>;

    /// Takes note of `INFO usedatabase`, whether searches and queries use it, and `INFO
    /// database_readonly`, whether it must stay as it is; of all else nothing.
    fn set(&mut self, info: &Info);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Option<DatabaseCommand> {
        let (word, rest) = super::super::command::split_word(lines[0]);
        let mut command = DatabaseCommand::begin(&word.to_ascii_uppercase())?;
        let mut is_complete = command.take_rest(rest);
        for line in &lines[1..] {
            assert!(!is_complete, "{lines:?}");
            is_complete = command.take_line(line);
        }
        is_complete.then_some(command)
    }

    #[test]
    fn each_word_takes_its_payload() {
        for (lines, argument, moves) in [
            (&["yxsavedatabase"][..], "", 0),
            (&["yxsetdatabase", " C:\\x y.db "], "C:\\x y.db", 0),
            (&["yxsetdatabase x.db"], "x.db", 0),
            (&["yxquerydatabaseall", "7,7 8,8", "9 , 9 ", "done"], "", 3),
            (&["yxquerydatabaseall", "7,7 8,8 done"], "", 2),
            (&["yxquerydatabaseall 7,7 8,8 done"], "", 2),
            (&["yxedittvddatabase 1 119 0 0", "7,7", "done"], "1 119 0 0", 1),
            (&["yxdeletedatabaseall wlinstep 5", "done"], "wlinstep 5", 0),
            (&["yxeditlabeldatabase 7,8 A b", "7,7", "done"], "7,8 A b", 1),
            (&["yxeditlabeldatabase 7,8 ", "done"], "7,8", 0),
            (&["yxeditlabeldatabase 7,8 A 7,7 8,8 done"], "7,8 A", 2),
            (&["yxeditlabeldatabase 7,8 7,7 done"], "7,8", 1),
            (&["yxeditlabeldatabase A 7,7 done"], "A", 1),
            (&["yxeditlabeldatabase done"], "done", 0),
            (&["yxedittextdatabase \"a \\\"b\\\" \\\\\"7,7", "done"], "a \"b\" \\", 1),
            (&["yxedittextdatabase \"a", "", " done", "8,8\"7,7", "done"], "a\n\n done\n8,8", 1),
            (&["yxedittextdatabase \"\"done"], "", 0),
            // The commands that followed were taken for its moves.
            (&["yxedittextdatabase a b 7,7 done"], "a b", 1),
            (&["yxedittextdatabase a b", "7,7", "done"], "a b", 1),
        ] {
            let command = read(lines).expect("a complete command");
            assert_eq!((command.argument.as_str(), command.moves.len()), (argument, moves));
            assert_eq!(command.stray, None);
        }
        assert_eq!(read(&["yxquerydatabaseall", "7,7"]), None);
    }

    /// They were passed over: the command was about another position, and edited or deleted that.
    #[test]
    fn words_that_are_no_moves_do_not_go_unnoticed() {
        for lines in [
            &["yxquerydatabaseall", "7,7", "7;7", "8;8", "done"][..],
            &["yxdeletedatabaseone 7;7 done"],
            &["yxdeletedatabaseall w 7,7", "7;7", "done"],
            &["yxeditlabeldatabase 7,8 A", "7;7", "done"],
            &["yxeditlabeldatabase 7,8 A 7;7 done"],
            &["yxeditlabeldatabase A 7;7 done"],
            &["yxedittextdatabase \"a\" 7;7 done"],
        ] {
            let command = read(lines).expect("a complete command");
            assert_eq!(command.stray.as_deref(), Some("7;7"), "{lines:?}");
        }
    }

    #[test]
    fn a_text_without_an_end_is_bounded() {
        let mut command = DatabaseCommand::begin("YXEDITTEXTDATABASE").expect("a word");
        assert!(!command.take_rest("\"a"));
        assert!((0..2 * LONGEST_LINE).all(|_| !command.take_line("")));
        assert_eq!(command.argument.len(), LONGEST_LINE);
        assert!(command.take_line("\"done"));
    }

    #[test]
    fn every_verb_has_its_word() {
        for (word, verb, _) in WORDS {
            assert_eq!(verb.word(), word);
            assert_eq!(DatabaseCommand::begin(word).map(|command| command.verb), Some(verb));
        }
    }
}
