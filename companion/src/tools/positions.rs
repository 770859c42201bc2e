//! Positions as `explain` and `solve` read them: text lines, or the games of a file.

use std::fmt::Display;
use std::io::{self, BufRead, Cursor, Read};

use dolmen::types::{Rule, Size, trimmed};
use dolmen_records::points::write_pos;
use dolmen_records::{Format, Game, MOST_BYTES};

/// Positions, one after the other, and how many of them were invalid.
pub struct Positions<'a> {
    input: Box<dyn BufRead + 'a>,
    /// What a position is called in messages.
    unit: &'static str,
    /// The number of the last line or game that was read.
    number: usize,
    /// Lines that are neither empty nor comments.
    count: usize,
    invalid: usize,
    /// What was wrong with the first of these.
    first: Option<String>,
}

impl<'a> Positions<'a> {
    /// Text as it is; of games in psq, SGF or RenLib the final positions. The hint is from the name of
    /// the file, for contents that say nothing, as libraries of old times do.
    ///
    /// # Errors
    /// If the input cannot be read, or is a damaged game.
    pub fn open(mut input: impl BufRead + 'a, hint: Option<Format>) -> io::Result<Positions<'a>> {
        let (mut first, mut number) = (Vec::new(), 0);
        // A pipe may have less than a line at a time; SGF may have more than one line before its ;.
        while input.read_until(b'\n', &mut first)? > 0 {
            if is_nothing(&first) {
                first.clear();
                number += 1;
            } else if trimmed(&String::from_utf8_lossy(&first)) != "(" {
                break;
            }
        }
        let format = Format::detect(&first, hint);
        let input = Cursor::new(first).chain(input);
        let (unit, input): (_, Box<dyn BufRead>) = match format {
            Some(Format::Psq | Format::Sgf | Format::Lib) => {
                number = 0;
                ("game", Box::new(Cursor::new(final_positions(input, format)?)))
            }
            _ => ("line", Box::new(input)),
        };
        Ok(Positions { input, unit, number, count: 0, invalid: 0, first: None })
    }

    /// The next line that is neither empty nor a comment, and its number.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn read(&mut self) -> io::Result<Option<(usize, String)>> {
        let mut line = Vec::new();
        while self.input.read_until(b'\n', &mut line)? > 0 {
            self.number += 1;
            if !is_nothing(&line) {
                self.count += 1;
                let text = String::from_utf8_lossy(&line);
                return Ok(Some((self.number, trimmed(&text).to_string())));
            }
            line.clear();
        }
        Ok(None)
    }

    /// Counts the last position as invalid, and says which one it is and why.
    pub fn refuse(&mut self, reason: impl Display) -> String {
        self.invalid += 1;
        let told = format!("{} {}: {reason}", self.unit, self.number);
        self.first.get_or_insert_with(|| told.clone());
        told
    }

    /// After the last position.
    ///
    /// # Errors
    /// If any was invalid.
    pub fn finish(self) -> io::Result<()> {
        let Positions { unit, count, invalid, first, .. } = self;
        let Some(first) = first else { return Ok(()) };
        let text = match count {
            1 => first,
            _ => format!("invalid {unit}s: {invalid} of {count}, the first: {first}"),
        };
        Err(io::Error::new(io::ErrorKind::InvalidData, text))
    }
}

/// Whether a line is empty or a comment.
fn is_nothing(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let text = trimmed(&text);
    text.is_empty() || text.starts_with('#')
}

/// A line for each game.
fn final_positions(input: impl Read, format: Option<Format>) -> io::Result<String> {
    let default = super::game_files::default_rule(format);
    let mut bytes = Vec::new();
    // At most a byte more than readers take.
    input.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let (_, games) = dolmen_records::read(&bytes, format, Size::USUAL)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    let rule = |game: &Game| -> Rule { game.rule.unwrap_or(default) };
    let line = |game: Game| write_pos(&Game { rule: Some(rule(&game)), ..game });
    Ok(games.into_iter().map(line).collect())
}
