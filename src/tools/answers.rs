use std::io::{self, BufRead, Write};

use crate::types::TextError;

/// Answers each line of the input, in order and one at a time, until it ends. Blank lines and
/// those that begin with `#` are passed over. A line that cannot be answered gets one
/// `error: ...`, and the next one is read.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn answer_lines(
    mut input: impl BufRead,
    mut output: impl Write,
    answer: impl Fn(&str) -> Result<String, TextError>,
) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let reply = match std::str::from_utf8(&line)
            .map(|text| text.trim_start_matches('\u{FEFF}').trim())
        {
            Ok(text) if text.is_empty() || text.starts_with('#') => None,
            Ok(text) => Some(answer(text)),
            Err(_) => Some(Err(TextError::Encoding)),
        };
        let text = match reply {
            Some(Ok(text)) => text + "\n",
            Some(Err(error)) => format!("error: {error}\n"),
            None => String::new(),
        };
        output.write_all(text.as_bytes())?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
