//! Bytes as the input of a session, up to the commands that they make.

use std::io::BufReader;

use dolmen::protocol::{Command, CommandReader, LineReader, ParseError, StoneEntry};
use dolmen::types::parse_stones;

/// The first byte says in what pieces the others arrive.
pub fn run(bytes: &[u8]) {
    let Some((&piece, bytes)) = bytes.split_first() else { return };
    let lines = lines_in_pieces(bytes, usize::from(piece) + 1);
    assert_eq!(lines, lines_at_once(bytes));
    let (mut reader, mut reader_of_lower_case) =
        (CommandReader::default(), CommandReader::default());
    for line in &lines {
        let read = reader.feed(line);
        let same = reader_of_lower_case.feed(&line.to_ascii_lowercase());
        match (&read, &same) {
            (Some(Err(error)), Some(Err(_))) => check_error(error),
            _ => assert_eq!(lower(&read), lower(&same), "upper and lower case differ"),
        }
        if let Some(Ok(command)) = &read {
            check_command(command);
        }
        check_points(&String::from_utf8_lossy(line));
    }
    // Wherever the bytes have led: this is the end of a text, of a block, a file name or an unknown word.
    reader.feed(b"\"DONE");
    reader.feed(b"DONE");
    assert_eq!(reader.feed(b"ABOUT"), Some(Ok(Command::About)));
}

/// What has been read, with the texts, names of files and words that are no moves in lower case.
fn lower(read: &Option<Result<Command, ParseError>>) -> Option<Result<Command, ParseError>> {
    let mut read = read.clone();
    if let Some(Ok(Command::Database(command))) = &mut read {
        command.argument.make_ascii_lowercase();
        command.stray.iter_mut().for_each(|word| word.make_ascii_lowercase());
    }
    read
}

fn lines_in_pieces(bytes: &[u8], piece: usize) -> Vec<Vec<u8>> {
    let mut input = LineReader::new(BufReader::with_capacity(piece, bytes));
    std::iter::from_fn(|| input.next_line().expect("memory can be read")).collect()
}

/// The same by the definition of a line.
fn lines_at_once(bytes: &[u8]) -> Vec<Vec<u8>> {
    let (mut lines, mut rest) = (Vec::new(), bytes);
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| b"\r\n".contains(byte)).unwrap_or(rest.len());
        let width = if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
        lines.push(&rest[..end]);
        rest = rest.get(end + width..).unwrap_or_default();
    }
    let kept = lines.into_iter().map(|line| &line[..line.len().min(1 << 16)]);
    let mark = "\u{FEFF}".as_bytes();
    kept.map(|line| line.strip_prefix(mark).unwrap_or(line).to_vec()).collect()
}

/// What an answer repeats of the input must be short and of one line.
fn check_error(error: &ParseError) {
    let text = error.to_string();
    assert!(text.chars().count() <= 100, "{text:?}");
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// A command written in the plainest way is read as the same command.
fn check_command(command: &Command) {
    let block = |word: &str, entries: &[StoneEntry]| {
        assert!(entries.len() <= 2048, "{} stones", entries.len());
        let stone = |entry: &StoneEntry| match entry.field {
            Some(field) => format!("{},{},{field} ", entry.point.x, entry.point.y),
            None => format!("{},{} ", entry.point.x, entry.point.y),
        };
        format!("{word} {}DONE", entries.iter().map(stone).collect::<String>())
    };
    let plain = match command {
        Command::Start(width, height) => format!("START {width} {height}"),
        Command::Turn(point) => format!("TURN {},{}", point.x, point.y),
        Command::Play(point) => format!("PLAY {},{}", point.x, point.y),
        Command::Takeback(point) => format!("TAKEBACK {},{}", point.x, point.y),
        Command::Board(entries) => block("BOARD", entries),
        Command::YxBoard(entries) => block("YXBOARD", entries),
        Command::Swap2Board(entries) => block("SWAP2BOARD", entries),
        Command::Block(entries) => block("YXBLOCK", entries),
        Command::BlockUndo(entries) => block("YXBLOCKUNDO", entries),
        Command::Nbest(lines) => format!("YXNBEST {lines}"),
        Command::Balance(1, bias) => format!("YXBALANCEONE {bias}"),
        Command::Balance(2, bias) => format!("YXBALANCETWO {bias}"),
        _ => return,
    };
    assert_eq!(CommandReader::default().feed(plain.as_bytes()), Some(Ok(command.clone())));
}

/// Stones as text come back, but for the case of letters and leading zeros.
fn check_points(text: &str) {
    if let Ok(stones) = parse_stones(text) {
        let written: String = stones.iter().map(|&stone| stone.to_string()).collect();
        assert_eq!(parse_stones(&written), Ok(stones));
    }
}
