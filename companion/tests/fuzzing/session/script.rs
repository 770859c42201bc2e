//! What a session is sent, and the commands that it should make of it.

use dolmen::protocol::{Command, CommandReader, Info, ParseError};

use super::pipe::Input;

/// The commands that bytes make.
pub struct Script {
    pub commands: Vec<Result<Command, ParseError>>,
    /// The bytes themselves hold an `END`: it may come too late for the last search to answer.
    pub is_cut: bool,
}

/// Sent after the bytes: closes what is open, asks for two answers, and ends every search.
const CLOSING: [&str; 4] = ["DONE", "ABOUT", "STOP", "PLAY 0,0"];
/// By which the session is known to be done with all of that: it waits for the end of a search.
const LAST: &str = "ERROR nothing was suggested\n";

/// The input made of a fuzzer's bytes, and the commands that it holds.
///
/// An `END` among the bytes must end the session, whatever follows. Else it ends by one of ours,
/// or with its input, as the number of bytes is odd or even.
pub fn of(bytes: &[u8]) -> (Input, Script) {
    let mut reader = CommandReader::default();
    let mut commands = Vec::new();
    let mut sent = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let end = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r');
        let (line, tail) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        match reader.feed(&line[..end.unwrap_or(line.len())]) {
            // Slow, and nothing new.
            Some(Ok(Command::Info(Info::ThreadNum(4..)))) => {}
            Some(Ok(Command::End)) => {
                sent.extend(b"\nSTOP\n");
                sent.extend_from_slice(rest);
                let input = Input { first: sent, then: None };
                return (input, Script { commands, is_cut: true });
            }
            read => {
                commands.extend(read);
                sent.extend_from_slice(line);
            }
        }
        rest = tail;
    }
    for line in CLOSING {
        commands.extend(reader.feed(line.as_bytes()));
        sent.extend(format!("\n{line}").bytes());
    }
    sent.push(b'\n');
    let end: &[u8] = if bytes.len() % 2 == 1 { b"END\nABOUT\n" } else { b"" };
    let input = Input { first: sent, then: Some((LAST, end.to_vec())) };
    (input, Script { commands, is_cut: false })
}
