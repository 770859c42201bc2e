use std::io::{self, BufRead};

use super::command::{self, Command, Line, Opener, ParseError, Point, StoneEntry};
use super::database::DatabaseCommand;
use crate::types::MAX_SIZE;

/// Puts lines together to commands. Pure: what has been fed is all it knows.
#[derive(Debug, Default)]
pub struct CommandReader {
    state: State,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// Inside a block, until `DONE`.
    Block(Opener, Vec<StoneEntry>),
    /// The next line is the name of a file.
    Path,
    /// Inside a command for a database.
    Database(DatabaseCommand),
}

impl CommandReader {
    /// The next line of input, without its end. `None` while a command is incomplete, and for
    /// blank lines.
    ///
    /// Lines of a block that are no stones are passed over: a slip there must not turn the rest
    /// of the block into commands.
    pub fn feed(&mut self, line: &[u8]) -> Option<Result<Command, ParseError>> {
        let text = String::from_utf8_lossy(line);
        let whole = text.trim_end_matches('\0');
        let text = trim(&text);
        let is_text = matches!(&self.state, State::Database(command) if command.is_quoting());
        if text.is_empty() && !is_text {
            return None;
        }
        if command::is_end(text) && !is_text {
            self.state = State::Idle;
            return Some(Ok(Command::End));
        }
        match std::mem::take(&mut self.state) {
            State::Idle => self.begin(text),
            State::Path => None,
            State::Database(mut command) => {
                let is_complete = command.take_line(if is_text { whole } else { text });
                self.database(command, is_complete)
            }
            State::Block(opener, entries) => self.block(opener, entries, text),
        }
    }

    fn begin(&mut self, text: &str) -> Option<Result<Command, ParseError>> {
        match command::parse_line(text) {
            Ok(Line::Command(command)) => Some(Ok(command)),
            Ok(Line::Opens(opener, rest)) => self.block(opener, Vec::new(), &rest),
            Ok(Line::OpensPath) => {
                self.state = State::Path;
                None
            }
            Ok(Line::Database(mut command, rest)) => {
                let is_complete = command.take_rest(&rest);
                self.database(command, is_complete)
            }
            Err(error) => Some(Err(error)),
        }
    }

    fn database(
        &mut self,
        command: DatabaseCommand,
        is_complete: bool,
    ) -> Option<Result<Command, ParseError>> {
        if is_complete {
            return Some(Ok(Command::Database(command)));
        }
        self.state = State::Database(command);
        None
    }

    fn block(
        &mut self,
        opener: Opener,
        mut entries: Vec<StoneEntry>,
        text: &str,
    ) -> Option<Result<Command, ParseError>> {
        for word in words_of_block(text) {
            if command::is_done(word) {
                return Some(Ok(opener.close(entries)));
            }
            push_entry(&mut entries, word);
        }
        self.state = State::Block(opener, entries);
        None
    }
}

/// The words of a line of a block, which may hold several stones and `DONE`, apart by blanks; a
/// single stone may have blanks around its commas.
pub fn words_of_block(line: &str) -> impl Iterator<Item = &str> {
    let is_one = command::parse_entry(line).is_some();
    line.split(move |c: char| c.is_whitespace() && !is_one).filter(|word| !word.is_empty())
}

fn trim(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || c == '\0')
}

/// Adds a stone to a block. Of a block with more entries than any board has points, only stones
/// that a board may have are kept: those on points not named before. So memory is bounded and no
/// stone is lost.
pub fn push_entry(entries: &mut Vec<StoneEntry>, text: &str) {
    const MANY: usize = 2048;
    let points = 0..i64::from(MAX_SIZE);
    let may_count = |entry: &StoneEntry| {
        let Point { x, y } = entry.point;
        let is_new = || entries.iter().all(|other| other.point != entry.point);
        entries.len() < MANY || (points.contains(&x) && points.contains(&y) && is_new())
    };
    match command::parse_entry(text).filter(may_count) {
        Some(entry) => entries.push(entry),
        None => log::warn!("not a stone: {}", command::excerpt(text)),
    }
}

/// Bytes that are kept of a line.
pub const LONGEST_LINE: usize = 1 << 16;

/// Reads an input line by line.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    /// The last line ended with CR: an LF that follows belongs to it. It is not waited for, as some
    /// programs send CR alone.
    after_cr: bool,
}

impl<R: BufRead> LineReader<R> {
    /// At the beginning of a line.
    pub const fn new(input: R) -> LineReader<R> {
        LineReader { input, after_cr: false }
    }

    /// Reads up to the next line end, which may be LF, CR or CRLF, and gives the line without it.
    /// `None` at the end of the input; a last line without an end counts. Of a line longer than
    /// [`LONGEST_LINE`] only the beginning is kept. A byte order mark, which some programs write
    /// before a text, is left out.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        const MARK: &[u8] = "\u{FEFF}".as_bytes();
        let mut line = self.next_bytes()?;
        if let Some(line) = line.as_mut().filter(|line| line.starts_with(MARK)) {
            line.drain(..MARK.len());
        }
        Ok(line)
    }

    fn next_bytes(&mut self) -> io::Result<Option<Vec<u8>>> {
        let LineReader { input, after_cr } = self;
        let mut line = Vec::new();
        let mut any = false;
        loop {
            let buffer = match input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => result?,
            };
            if buffer.is_empty() {
                return Ok(any.then_some(line));
            }
            if std::mem::take(after_cr) && buffer[0] == b'\n' {
                input.consume(1);
                continue;
            }
            any = true;
            let end = buffer.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            *after_cr = end.is_some_and(|end| buffer[end] == b'\r');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
            let used = end.map_or(buffer.len(), |end| end + 1);
            input.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use io::ErrorKind;

    #[test]
    fn zeros_around_a_line_are_passed_over() {
        let mut reader = CommandReader::default();
        assert_eq!(reader.feed(b"\0 ABOUT\0\r"), Some(Ok(Command::About)));
        assert_eq!(reader.feed(b" \0"), None);
    }

    /// Stones after the first on a line, and a `DONE` behind them, were lost.
    #[test]
    fn lines_of_a_block_hold_any_number_of_stones() {
        let expected: Vec<_> = ["7,7,1", "8,8,2", "9,9,1"].map(command::parse_entry).into();
        for text in [
            "BOARD\n7,7,1\n8,8,2\n9,9,1\nDONE",
            "BOARD 7,7,1\n8,8,2 9,9,1 DONE",
            "BOARD\n7,7,1 8,8,2\n9 , 9 , 1\nDONE",
            "BOARD 7,7,1 8,8,2 nonsense\nFOO 9,9,1 done",
        ] {
            let mut reader = CommandReader::default();
            let commands: Vec<_> = text.lines().map(|line| reader.feed(line.as_bytes())).collect();
            let (last, before) = commands.split_last().expect("lines");
            assert!(before.iter().all(Option::is_none), "{text}");
            match last {
                Some(Ok(Command::Board(entries))) => {
                    assert!(entries.iter().copied().map(Some).eq(expected.clone()), "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    /// It ended the program, and what came after it was lost.
    #[test]
    fn end_is_a_line_of_a_comment_like_others() {
        let mut reader = CommandReader::default();
        for line in ["YXEDITTEXTDATABASE \"first", "END", "end", "last\" 7,7"] {
            assert_eq!(reader.feed(line.as_bytes()), None);
        }
        match reader.feed(b"done") {
            Some(Ok(Command::Database(command))) => {
                assert_eq!(command.argument, "first\nEND\nend\nlast");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(reader.feed(b"BOARD"), None);
        assert_eq!(reader.feed(b"END"), Some(Ok(Command::End)));
    }

    /// The line after it, such as `TURN`, was taken for the name and got no answer.
    #[test]
    fn a_file_name_may_stand_on_the_line_of_its_command() {
        let mut reader = CommandReader::default();
        assert_eq!(reader.feed(b"YXHASHDUMP a file"), Some(Ok(Command::Ignored)));
        assert_eq!(reader.feed(b"YXHASHLOAD"), None);
        assert_eq!(reader.feed(b"a file"), None);
        assert_eq!(reader.feed(b"BEGIN"), Some(Ok(Command::Begin)));
    }

    /// `UNKNOWN START`, with an invisible mark in it.
    #[test]
    fn a_byte_order_mark_is_left_out() {
        let mut input = LineReader::new("\u{FEFF}START 15\r\n".as_bytes());
        let line = input.next_line().expect("memory can be read");
        assert_eq!(line.as_deref(), Some(&b"START 15"[..]));
    }

    /// A block took 2,048 entries, and what came after them was lost.
    #[test]
    fn a_long_block_is_bounded_and_loses_no_stone() {
        let mut reader = CommandReader::default();
        let flood = std::iter::repeat_n("7,7,1", 3000).chain(std::iter::repeat_n("99,0,1", 3000));
        let lines = std::iter::once("BOARD").chain(flood).chain(["8,8,2"]);
        assert!(lines.map(str::as_bytes).all(|line| reader.feed(line).is_none()));
        match reader.feed(b"DONE") {
            Some(Ok(Command::Board(entries))) => {
                assert_eq!(entries.len(), 2049);
                assert_eq!(entries.last(), command::parse_entry("8,8,2").as_ref());
            }
            other => panic!("{other:?}"),
        }
    }

    /// An input that fails once before it gives its text.
    struct Failing(Option<ErrorKind>, &'static [u8]);

    impl io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            unreachable!("only the buffer is asked")
        }
    }

    impl BufRead for Failing {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            self.0.take().map_or(Ok(self.1), |kind| Err(kind.into()))
        }

        fn consume(&mut self, amount: usize) {
            self.1 = &self.1[amount..];
        }
    }

    #[test]
    fn only_an_interruption_is_tried_again() {
        let read = |kind| {
            let mut input = LineReader::new(Failing(Some(kind), b"END\n"));
            input.next_line().map_err(|error| error.kind())
        };
        assert_eq!(read(ErrorKind::Interrupted), Ok(Some(b"END".to_vec())));
        assert_eq!(read(ErrorKind::TimedOut), Err(ErrorKind::TimedOut));
    }

    #[test]
    fn lines_end_with_either_mark_and_keep_64_kib() {
        let long = "x".repeat(LONGEST_LINE + 100);
        let text = format!("a\rb\nc\r\n{long}\nd");
        // In pieces, so that lines go over their ends.
        assert_eq!(lengths(&text, 1000), [1, 1, 1, 65536, 1]);
    }

    /// LF after CR was a line of its own: every save of a comment for a database doubled the line
    /// breaks in it.
    #[test]
    fn crlf_ends_one_line() {
        for piece in [1, 2, 100] {
            assert_eq!(lengths("a\r\n\r\nb\r\r\n\n\rc\r\n", piece), [1, 0, 1, 0, 0, 0, 1]);
        }
    }

    /// Of the lines of a text that is read in pieces of so many bytes.
    fn lengths(text: &str, piece: usize) -> Vec<usize> {
        let mut input = LineReader::new(io::BufReader::with_capacity(piece, text.as_bytes()));
        let next = || input.next_line().expect("memory can be read");
        std::iter::from_fn(next).map(|line| line.len()).collect()
    }
}
