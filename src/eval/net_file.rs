//! How a net is kept in a file, and the files that are part of the program.

use std::fmt;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_slice_iter_to_slice;

use super::layout::{CHANNELS, GATES, HIDDEN, Layout, WINDOW};
use crate::types::{Rule, Size, fnv1a};

/// What a file of a net holds: its parameters as whole numbers, and where they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetFile {
    rule: Rule,
    note: String,
    /// In the order of [`Layout`], a byte each for the table and two for the others, the low one
    /// first.
    numbers: Vec<u8>,
}

/// Why something is no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetError {
    /// The magic bytes are missing.
    NoNet,
    /// Of another shape or for another version.
    Shape,
    /// Cut off, or changed since it was written.
    Damaged,
    /// Its note would be longer than 65,535 bytes.
    LongNote,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NetError::NoNet => "not a net of this engine",
            NetError::Shape => "a net of another shape than this version uses",
            NetError::Damaged => "a damaged net",
            NetError::LongNote => "a note of more than 65,535 bytes",
        })
    }
}

impl std::error::Error for NetError {}

/// Begins a file.
const MAGIC: &[u8; 7] = b"DOLNETS";
/// Of the file and of the shape of what is in it.
const VERSION: u8 = 5;
/// Numbers in each layer.
const SHAPE: [u8; 4] = [CHANNELS as u8, WINDOW as u8, HIDDEN as u8, GATES as u8];
/// How hard the compressor tries: it takes its time once, when a net is written.
const BEST: u8 = 10;

/// The nets that are part of the program.
pub(super) const FILES: [&[u8]; 5] = [
    include_bytes!("../../nets/freestyle-0bfb9ebe.net"),
    include_bytes!("../../nets/freestyle-61a98be5.net"),
    include_bytes!("../../nets/standard-f9aff9e6.net"),
    include_bytes!("../../nets/renju-489ee012.net"),
    include_bytes!("../../nets/caro-3b00dd96.net"),
];

/// Which of [`FILES`] is for a rule and a board: what a net learned on 15x15 does not hold on 20x20.
pub(super) const fn number(rule: Rule, size: Size) -> usize {
    match rule {
        Rule::Freestyle if size.get() <= 17 => 0,
        Rule::Freestyle => 1,
        Rule::Standard => 2,
        Rule::Renju => 3,
        Rule::Caro | Rule::CaroOverline => 4,
    }
}

impl NetFile {
    /// Of parameters as [`Layout`] orders them, rounded; without a note.
    ///
    /// # Panics
    /// If the number of parameters is wrong.
    pub fn new(rule: Rule, parameters: &[f32]) -> NetFile {
        let layout = Layout::of(rule);
        assert_eq!(parameters.len(), layout.length(), "parameters of another shape");
        let mut numbers = Vec::new();
        for (i, &x) in parameters.iter().enumerate() {
            let (scale, limit, bytes) = layout.steps(i);
            let rounded = (x * scale).round().clamp(-limit, limit) as i16;
            numbers.extend(&rounded.to_le_bytes()[..bytes]);
        }
        NetFile { rule, note: String::new(), numbers }
    }

    /// The rule it was trained for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// For people: where it comes from.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The parameters in the order of [`Layout`], in steps, see [`Layout::steps`].
    pub fn numbers(&self) -> impl Iterator<Item = i16> + '_ {
        let (rows, others) = self.numbers.split_at(Layout::BIAS);
        let others = others.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        rows.iter().map(|&byte| i16::from(byte as i8)).chain(others)
    }

    /// Whether all numbers of two bytes are as small as [`NetFile::new`] makes them: sums of others
    /// would not fit.
    fn is_bounded(&self) -> bool {
        let layout = Layout::of(self.rule);
        self.numbers().enumerate().skip(Layout::BIAS).all(|(i, number)| {
            let (_, limit, _) = layout.steps(i);
            f32::from(number).abs() <= limit
        })
    }

    /// The same with another note.
    ///
    /// # Errors
    /// If the note is too long.
    pub fn with_note(self, note: String) -> Result<NetFile, NetError> {
        u16::try_from(note.len()).map_err(|_| NetError::LongNote)?;
        Ok(NetFile { note, ..self })
    }

    /// A checksum of its parameters and rule.
    pub fn checksum(&self) -> u64 {
        fnv1a([self.rule.code()].iter().chain(&self.numbers))
    }

    /// The file: magic, version, rule, shape, length of the note, note, numbers compressed by
    /// deflate, checksum of all that.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.rule.code()]);
        bytes.extend(SHAPE);
        bytes.extend((self.note.len() as u16).to_le_bytes());
        bytes.extend(self.note.as_bytes());
        bytes.extend(compress_to_vec(&self.numbers, BEST));
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not one of this shape, or not as it was written.
    pub fn decode(bytes: &[u8]) -> Result<NetFile, NetError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetError::NoNet)?;
        rest.strip_prefix(&[VERSION]).ok_or(NetError::Shape)?;
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(NetError::Damaged)?;
        if u64::from_le_bytes(*sum) != fnv1a(body) {
            return Err(NetError::Damaged);
        }
        let rest = body.get(MAGIC.len() + 1..).ok_or(NetError::Damaged)?;
        let ([rule, shape @ .., low, high], rest) =
            rest.split_first_chunk::<7>().ok_or(NetError::Damaged)?;
        if *shape != SHAPE {
            return Err(NetError::Shape);
        }
        let rule = Rule::from_code(*rule).ok_or(NetError::Shape)?;
        let (note, compressed) = rest
            .split_at_checked(usize::from(u16::from_le_bytes([*low, *high])))
            .ok_or(NetError::Damaged)?;
        let note = String::from_utf8(note.to_vec()).map_err(|_| NetError::Damaged)?;
        let mut numbers = vec![0; 2 * Layout::of(rule).length() - Layout::BIAS];
        match decompress_slice_iter_to_slice(&mut numbers, [compressed].into_iter(), false, false) {
            Ok(length) if length == numbers.len() => {
                let file = NetFile { rule, note, numbers };
                if file.is_bounded() { Ok(file) } else { Err(NetError::Damaged) }
            }
            _ => Err(NetError::Damaged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of such numbers would not fit their places.
    #[test]
    fn numbers_that_training_does_not_write_are_damage() {
        let mut file =
            NetFile::new(Rule::Freestyle, &vec![1.0; Layout::of(Rule::Freestyle).length()]);
        assert_eq!(NetFile::decode(&file.encode()).as_ref(), Ok(&file));
        file.numbers[Layout::BIAS..][..2].copy_from_slice(&i16::MAX.to_le_bytes());
        assert_eq!(NetFile::decode(&file.encode()), Err(NetError::Damaged));
    }
}
