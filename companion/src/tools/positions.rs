//! Positions as `explain` and `solve` read them: text lines, or the games of a file.

use std::fmt::Display;
use std::io::{self, BufRead, Cursor, Read, Write};

use super::game_files::{Assumed, Remarks, after_pass, default_rule, read_all, unknown_rule};
use crate::files::read_line;
use dolmen::board::PositionLine;
use dolmen::protocol::LONGEST_LINE;
use dolmen::types::trimmed;
use dolmen_records::points::{self, write_pos};
use dolmen_records::{Format, Game, RecordError, check_length, from_utf16};

/// Positions, one after the other, and how many of them were invalid.
pub struct Positions<'a> {
    input: Box<dyn BufRead + 'a>,
    /// What a position is called in messages.
    unit: &'static str,
    row_one_on_top: bool,
    assumed: Assumed,
    /// The number of the last line or game that was read.
    number: usize,
    /// Lines that are neither empty nor comments.
    count: usize,
    invalid: usize,
    /// What was wrong with the first of these.
    first: Option<String>,
}

impl<'a> Positions<'a> {
    /// Text as it is; of games in other formats than lines of points the final positions. The hint is
    /// from the name of the file, for contents that say nothing, as libraries of old times do. Remarks on
    /// games go to `notes`.
    ///
    /// # Errors
    /// If the input cannot be read, or is a damaged game.
    pub fn open(
        mut input: impl BufRead + 'a,
        hint: Option<Format>,
        assumed: Assumed,
        notes: &mut impl Write,
    ) -> io::Result<Positions<'a>> {
        let (mut first, mut number) = (Vec::new(), 0);
        // A pipe may have less than a line at a time; SGF may have more than one line before its ;.
        loop {
            // What has this length is no line of a position, but may be a game.
            let line = read_line(&mut input, LONGEST_LINE - first.len())?;
            first.extend_from_slice(&line);
            if line.is_empty() {
                break;
            } else if first.len() < LONGEST_LINE && is_nothing(&first) {
                first.clear();
                number += 1;
            } else if trimmed(&String::from_utf8_lossy(&first)) != "(" {
                break;
            }
        }
        let mut input: Box<dyn BufRead + 'a> = match from_utf16(&first) {
            // A line may end within a letter.
            Some(_) => {
                let bytes = read_all(Cursor::new(first).chain(input))?;
                check_length(&bytes).map_err(invalid)?;
                let text = from_utf16(&bytes);
                first = text.unwrap_or_default().into_bytes();
                Box::new(io::empty())
            }
            None => Box::new(input),
        };
        // The first line of XML need not say of what.
        let text = String::from_utf8_lossy(&first);
        let is_xml =
            ["<?xml", "<!", "<database"].iter().any(|begin| trimmed(&text).starts_with(begin));
        let hint = hint.or(is_xml.then_some(Format::Rif));
        let format = Format::detect(&first, hint);
        input = Box::new(Cursor::new(first).chain(input));
        let (mut unit, mut row_one_on_top) = ("line", false);
        if !matches!(format, None | Some(Format::Pos | Format::Bare | Format::Offset)) {
            let lines = final_positions(input, format, assumed, notes)?;
            input = Box::new(Cursor::new(lines));
            (unit, number) = ("game", 0);
            row_one_on_top = format.is_some_and(Format::counts_from_top);
        }
        let (count, invalid, first) = (0, 0, None);
        Ok(Positions { input, unit, row_one_on_top, assumed, number, count, invalid, first })
    }

    /// Whether row 1 is expected at the top of their pictures.
    pub fn row_one_on_top(&self) -> bool {
        self.row_one_on_top
    }

    /// The next line that is neither empty nor a comment, and its number.
    ///
    /// # Errors
    /// If the input cannot be read, or is no text with lines.
    pub fn read(&mut self) -> io::Result<Option<(usize, String)>> {
        loop {
            let line = read_line(&mut self.input, LONGEST_LINE)?;
            if line.is_empty() {
                return Ok(None);
            }
            self.number += 1;
            if line.len() == LONGEST_LINE {
                let expected = format!("expected a position, found {LONGEST_LINE} bytes or more");
                let text = format!("{} {}: {expected}", self.unit, self.number);
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
            if !is_nothing(&line) {
                self.count += 1;
                let line = self.completed(trimmed(&String::from_utf8_lossy(&line)));
                return Ok(Some((self.number, line)));
            }
        }
    }

    /// A line with the rule and size that are assumed if it does not say them; problems in fields
    /// say both.
    fn completed(&self, line: &str) -> String {
        match PositionLine::split(line) {
            Ok((rule, size, moves)) if !line.contains(';') => {
                let rule = rule.or(self.assumed.rule).unwrap_or(default_rule(None));
                let size = size.unwrap_or(self.assumed.size);
                // As people write them; what is wrong is told of the line as it is.
                let points = points::parse(moves, size)
                    .map(|moves| moves.iter().map(ToString::to_string).collect::<String>());
                format!("{rule} {size} {}", points.as_deref().unwrap_or(moves))
            }
            _ => line.to_string(),
        }
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

fn invalid(error: RecordError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// A line for each game.
fn final_positions(
    input: impl Read,
    format: Option<Format>,
    assumed: Assumed,
    notes: &mut impl Write,
) -> io::Result<String> {
    let (_, games) =
        dolmen_records::read(&read_all(input)?, format, assumed.size).map_err(invalid)?;
    let (mut lines, mut remarks) = (String::new(), Remarks::default());
    for (number, game) in (1..).zip(games) {
        let rule = assumed.rule_of(&game, format);
        remarks.extend(unknown_rule(number, &game, assumed, rule));
        remarks.extend(after_pass(number, &game));
        lines += &write_pos(&Game { rule: Some(rule), ..game });
    }
    remarks.tell("", notes)?;
    Ok(lines)
}
