//! Bytes of files as text.

use std::borrow::Cow;

#[cfg(feature = "charsets")]
use encoding_rs::{Encoding, UTF_8};

use super::{Format, Place};
use dolmen::types::trimmed;

/// What windows-1252 has where Latin-1 has control characters. Five of them stay, so that no byte is
/// lost.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    let letter = byte.checked_sub(0x80).and_then(|n| WINDOWS_1252.get(usize::from(n)));
    letter.copied().unwrap_or(char::from(byte))
}

#[cfg(feature = "charsets")]
type Table = &'static Encoding;
/// Without their tables no character sets are known.
#[cfg(not(feature = "charsets"))]
type Table = std::convert::Infallible;

/// The character set of texts that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset(Table);

impl Charset {
    /// The one that web pages call so, like `gb18030`, `Shift_JIS` or `latin1`; none in which ASCII is not
    /// what it is.
    #[cfg(feature = "charsets")]
    pub fn from_name(name: &[u8]) -> Option<Charset> {
        Encoding::for_label(name).filter(|table| table.is_ascii_compatible()).map(Charset)
    }

    /// Without their tables no character sets are known.
    #[cfg(not(feature = "charsets"))]
    pub fn from_name(_: &[u8]) -> Option<Charset> {
        None
    }

    /// `Some(None)` for a known one that is not taken where a text names it: UTF-8, which it is not, or
    /// one that is not a superset of ASCII.
    #[cfg(feature = "charsets")]
    fn known(name: &[u8]) -> Option<Option<Charset>> {
        Encoding::for_label(name)?;
        Some(Charset::from_name(name).filter(|charset| charset.0 != UTF_8))
    }

    /// Without their tables no character sets are known.
    #[cfg(not(feature = "charsets"))]
    fn known(_: &[u8]) -> Option<Option<Charset>> {
        None
    }

    /// The text, and whether all of it is of this character set; what is not becomes U+FFFD.
    #[cfg(feature = "charsets")]
    pub fn decode(self, bytes: &[u8]) -> (String, bool) {
        let (text, has_errors) = self.0.decode_without_bom_handling(bytes);
        (text.into_owned(), !has_errors)
    }

    /// Without their tables no character sets are known.
    #[cfg(not(feature = "charsets"))]
    pub fn decode(self, _: &[u8]) -> (String, bool) {
        match self.0 {}
    }

    /// The one that a text names, by `CA` in SGF, in the first line of XML; `None` if it names
    /// different ones.
    pub(super) fn declared(format: Format, bytes: &[u8]) -> Option<Charset> {
        let names: Vec<&[u8]> = match format {
            Format::Sgf => super::sgf::charsets(bytes).collect(),
            Format::Rif => super::rif::charset(bytes).into_iter().collect(),
            _ => Vec::new(),
        };
        let mut charsets = names.into_iter().filter_map(Charset::known);
        let first = charsets.next()?;
        first.filter(|_| charsets.all(|charset| charset == first))
    }
}

/// Decodes the texts of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Decoder {
    /// What they are if they are not UTF-8.
    pub charset: Option<Charset>,
    /// How many are neither UTF-8 nor of the character set.
    pub doubtful: usize,
}

impl Decoder {
    /// UTF-8 if the bytes are that, else in the character set. Line ends become `\n`.
    pub(super) fn decode(&mut self, bytes: &[u8]) -> String {
        let known = self.charset.filter(|_| std::str::from_utf8(bytes).is_err());
        let Some((text, is_sure)) = known.map(|charset| charset.decode(bytes)) else {
            self.doubtful += usize::from(std::str::from_utf8(bytes).is_err());
            return decode(bytes);
        };
        self.doubtful += usize::from(!is_sure);
        with_line_feeds(text)
    }
}

/// UTF-8 if the bytes are that, else windows-1252, which has what Latin-1 has. Line ends become
/// `\n`.
pub(super) fn decode(bytes: &[u8]) -> String {
    with_line_feeds(match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect(),
    })
}

fn with_line_feeds(text: String) -> String {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => text,
    }
}

/// The text of a file that begins with the byte order mark of UTF-16; `None` of other files.
pub fn from_utf16(bytes: &[u8]) -> Option<String> {
    decode_utf16(bytes).map(|(text, _)| text)
}

/// As [`from_utf16`]; and whether all of it is UTF-16. What is not becomes U+FFFD.
pub(super) fn decode_utf16(bytes: &[u8]) -> Option<(String, bool)> {
    let read: fn([u8; 2]) -> u16 = match bytes {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (units, half) = bytes[2..].as_chunks();
    let mut is_sure = half.is_empty();
    let letters = char::decode_utf16(units.iter().map(|&unit| read(unit))).map(|letter| {
        is_sure &= letter.is_ok();
        letter.unwrap_or(char::REPLACEMENT_CHARACTER)
    });
    Some((letters.collect(), is_sure))
}

/// A text as UTF-8 if its character set is known, else as it is; and how many there are in doubt.
pub(super) fn in_utf8(bytes: &[u8], charset: Option<Charset>) -> (Cow<'_, [u8]>, usize) {
    if std::str::from_utf8(bytes).is_ok() {
        return (Cow::Borrowed(bytes), 0);
    }
    let Some(charset) = charset else { return (Cow::Borrowed(bytes), 1) };
    let (text, is_sure) = charset.decode(bytes);
    (Cow::Owned(text.into_bytes()), usize::from(!is_sure))
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
