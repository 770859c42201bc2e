use std::io::{self, BufRead, Write};

use crate::types::{TextError, trimmed};

/// Answers each line of the input, in order and one at a time, until it ends. Blank lines and
/// those that begin with `#` are passed over. A line that cannot be answered gets one
/// `error: ...`, and the next one is read.
///
/// # Errors
/// If the input cannot be read or the output cannot be written; and, after all lines, if any of them
/// could not be answered.
pub fn answer_lines(
    mut input: impl BufRead,
    mut output: impl Write,
    answer: impl Fn(&str) -> Result<String, TextError>,
) -> io::Result<()> {
    let mut line = Vec::new();
    let (mut count, mut invalid) = (0, 0);
    while input.read_until(b'\n', &mut line)? > 0 {
        let reply = match std::str::from_utf8(&line).map(trimmed) {
            Ok(text) if text.is_empty() || text.starts_with('#') => None,
            Ok(text) => Some(answer(text)),
            Err(_) => Some(Err(TextError::Encoding)),
        };
        count += usize::from(reply.is_some());
        invalid += usize::from(matches!(reply, Some(Err(_))));
        let text = match reply {
            Some(Ok(text)) => text + "\n",
            Some(Err(error)) => format!("error: {error}\n"),
            None => String::new(),
        };
        output.write_all(text.as_bytes())?;
        output.flush()?;
        line.clear();
    }
    match invalid {
        0 => Ok(()),
        _ => {
            let text = format!("invalid lines: {invalid} of {count}");
            Err(io::Error::new(io::ErrorKind::InvalidData, text))
        }
    }
}
