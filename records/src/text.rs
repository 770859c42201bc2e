//! Bytes of files as text.

use std::borrow::Cow;

#[cfg(feature = "charsets")]
use encoding_rs::{Encoding, UTF_8};

use super::Place;
use dolmen::types::trimmed;

/// What windows-1252 has where Latin-1 has control characters.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{FFFD}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{FFFD}', 'Ž',
    '\u{FFFD}', '\u{FFFD}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{FFFD}',
    'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    let letter = byte.checked_sub(0x80).and_then(|n| WINDOWS_1252.get(usize::from(n)));
    letter.copied().unwrap_or(char::from(byte))
}

/// UTF-8 if the bytes are that, else windows-1252, which has what Latin-1 has. Line ends become
/// `\n`.
pub(super) fn decode(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect(),
    };
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => text,
    }
}

/// The text of a file that begins with the byte order mark of UTF-16; `None` of other files.
pub fn from_utf16(bytes: &[u8]) -> Option<String> {
    let read: fn([u8; 2]) -> u16 = match bytes {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let units = bytes[2..].as_chunks().0.iter().map(|&unit| read(unit));
    Some(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// Bytes that are not UTF-8 are decoded if all of these names of character sets that are known
/// mean the same one; else they stay as they are.
#[cfg(feature = "charsets")]
pub(super) fn in_utf8<'a>(bytes: &'a [u8], names: impl Iterator<Item = &'a [u8]>) -> Cow<'a, [u8]> {
    if std::str::from_utf8(bytes).is_ok() {
        return Cow::Borrowed(bytes);
    }
    let mut encodings = names.filter_map(Encoding::for_label);
    let first = encodings.next().filter(|first| *first != UTF_8 && first.is_ascii_compatible());
    match first.filter(|&first| encodings.all(|encoding| encoding == first)) {
        Some(encoding) => {
            let (text, _) = encoding.decode_without_bom_handling(bytes);
            Cow::Owned(text.into_owned().into_bytes())
        }
        None => Cow::Borrowed(bytes),
    }
}

/// Without their tables no character sets are known.
#[cfg(not(feature = "charsets"))]
pub(super) fn in_utf8<'a>(bytes: &'a [u8], _: impl Iterator<Item = &'a [u8]>) -> Cow<'a, [u8]> {
    Cow::Borrowed(bytes)
}

/// A text of one line: a blank for everything that ends lines or steers terminals.
pub(super) fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.trim().to_string()
}

/// The lines that are neither empty nor comments, without the blanks around them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (Place, &str)> {
    let lines = (1..).map(Place::Line).zip(text.lines().map(trimmed));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The text from its first line on that is neither empty nor a comment.
pub(super) fn content(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    for line in rest.split_inclusive(|&byte| byte == b'\n') {
        if !matches!(line.trim_ascii(), [] | [b'#', ..]) {
            break;
        }
        rest = &rest[line.len()..];
    }
    rest
}

/// Counts lines as far as they have been asked for, so that every byte is counted once.
pub(super) struct Lines {
    /// Bytes that were counted.
    seen: usize,
    /// The line of the byte after them.
    number: usize,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines { seen: 0, number: 1 }
    }
}

impl Lines {
    /// The line of a byte, which must not lie before one asked for earlier.
    pub(super) fn place_of(&mut self, bytes: &[u8], at: usize) -> Place {
        let at = at.clamp(self.seen, bytes.len());
        self.number += bytes[self.seen..at].iter().filter(|&&byte| byte == b'\n').count();
        self.seen = at;
        Place::Line(self.number)
    }
}
