//! The databases of Yixin and Rapfi, read from their files. The form, as Rapfi's public sources tell
//! it (`Rapfi/database/yxdbstorage.cpp`, `dbtypes.h`), numbers with the low byte first:
//!
//! ```text
//! file    number of records (4 bytes), records; all of it may be in an LZ4 frame
//! record  length (2), key, length (2), values; without a key the length alone
//! key     rule (1: freestyle, standard, renju), width (1), height (1), points (2 each, x and y): the
//!         black ones, the white ones; of n points the first n/2, rounded up, are the black ones,
//!         and 255 255 among them is a pass, behind which a colour has no more stones
//! values  label (1), value (2), depth and bound (2: depth times 4, bound), text; the end may be missing
//! ```
//!
//! A record of a board of 0x0 says in its text that texts are UTF-8. Labels, values and bounds mean
//! what they do in [`Record`]. Rapfi's lines of text ([`csv`]) say the same.

pub mod csv;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use dolmen::types::{Bound, Color, Coord, Rule, Score, Size};
use dolmen_records::Charset;
use lz4_flex::frame::FrameDecoder;

use super::import::{Added, Batch, decoded};
use super::key::{Key, Layout};
use super::record::{LOST, NO_LABEL, Record, Source, WON};
use super::store::Store;
use crate::files::fault;

/// What an LZ4 frame begins with.
const LZ4: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];
/// What a text with texts on points begins with.
const POINTS: &str = "@BTXT@";
/// Separates texts on points from the comment.
const SEPARATOR: char = '\u{8}';
/// From here on a value is a win of which the plies are known.
const KNOWN_WIN: i16 = 29_500;
/// The greatest value.
const WIN: i16 = 30_000;
const PASS: [u8; 2] = [255, 255];

/// Adds the positions of a file of Yixin or Rapfi to a database; where both know one, what says more
/// is kept. Records of positions that no database of this program holds are left out; where the file
/// is damaged or cut off, what the records before that say is added.
///
/// # Errors
/// If nothing in the file can be used, which the error says with the number of the record, or
/// something cannot be read or written.
pub fn merge(path: &Path, charset: Option<Charset>, store: &Store) -> io::Result<Added> {
    let open = || -> io::Result<(File, bool)> {
        let mut start = Vec::new();
        File::open(path)?.take(LZ4.len() as u64).read_to_end(&mut start)?;
        Ok((File::open(path)?, start == LZ4))
    };
    let (file, is_compressed) = open().map_err(|error| fault(path, error))?;
    let file = BufReader::new(file);
    let merged = match is_compressed {
        true => merge_records(BufReader::new(FrameDecoder::new(file)), charset, store),
        false => merge_records(file, charset, store),
    };
    merged.map_err(|error| fault(path, error))
}

fn merge_records(
    mut file: impl Read,
    charset: Option<Charset>,
    store: &Store,
) -> io::Result<Added> {
    let mut added = Added::default();
    let mut batch = Batch::new(store);
    let mut read = || -> Result<(), Fault> {
        let count = u32::from_le_bytes(take(&mut file)?);
        for number in 1..=count {
            let record = read_record(&mut file).map_err(|fault| fault.at(number))?;
            match record.map_or(Ok(None), |[key, values]| position(&key, &values, charset)) {
                Ok(None) => {}
                Ok(Some((key, record, is_replaced))) => {
                    added.replaced += u64::from(is_replaced);
                    added.positions += 1;
                    batch.push(key, record).map_err(Fault::Io)?;
                }
                Err(reason) => added.leave_out(|| format!("record {number}: {reason}")),
            }
        }
        match file.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(Fault::Form(format!("bytes follow the {count} records"))),
        }
    };
    let result = read();
    batch.write()?;
    match result {
        Ok(()) => added.unless_useless(),
        Err(Fault::Io(error)) => Err(error),
        Err(Fault::Form(text)) => Added { damage: Some(text), ..added }.unless_useless(),
    }
}

/// Why a file cannot be read on.
#[derive(Debug)]
enum Fault {
    /// By the system.
    Io(io::Error),
    /// By what is in it.
    Form(String),
}

impl Fault {
    fn at(self, number: u32) -> Fault {
        match self {
            Fault::Form(text) => Fault::Form(format!("record {number}: {text}")),
            other => other,
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Form("the file ends".into()),
            // An error of the decoder.
            io::ErrorKind::Other | io::ErrorKind::InvalidData => Fault::Form(error.to_string()),
            _ => Fault::Io(error),
        }
    }
}

fn take<const N: usize>(file: &mut impl Read) -> Result<[u8; N], Fault> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A length of two bytes, and as many bytes.
fn take_block(file: &mut impl Read) -> Result<Vec<u8>, Fault> {
    let mut bytes = vec![0; usize::from(u16::from_le_bytes(take(file)?))];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The key and the values of the next record; `None` if it has no key.
fn read_record(file: &mut impl Read) -> Result<Option<[Vec<u8>; 2]>, Fault> {
    let key = take_block(file)?;
    if key.is_empty() {
        return Ok(None);
    }
    let values = take_block(file)?;
    Ok(Some([key, values]))
}

/// What a record says of a position, and whether letters of it were replaced; `None` if it is of no
/// position. The error says why no database of this program holds it.
fn position(
    key: &[u8],
    values: &[u8],
    charset: Option<Charset>,
) -> Result<Option<(Key, Record, bool)>, String> {
    match key.split_first_chunk() {
        Some((&[_, 0, 0], _)) => Ok(None),
        Some((&[rule, width, height], points)) => {
            let layout = layout_of(rule, (width, height), points)?;
            let (entry, is_whole) = Entry::from_bytes(values, charset);
            Ok(Some((layout.placed().key, entry.record(&layout)?, !is_whole)))
        }
        None => Err(format!("a key of {} bytes", key.len())),
    }
}

fn layout_of(rule: u8, (width, height): (u8, u8), points: &[u8]) -> Result<Layout, String> {
    let rule = match rule {
        0 => Rule::Freestyle,
        1 => Rule::Standard,
        2 => Rule::Renju,
        _ => return Err(format!("rule {rule}")),
    };
    let size = Size::new(width).filter(|_| width == height);
    let size = size.ok_or_else(|| format!("a board of {width}x{height}"))?;
    let (points, rest) = points.as_chunks::<2>();
    if !rest.is_empty() || points.len() > size.area() + 1 {
        return Err(format!("{} bytes of points", 2 * points.len() + rest.len()));
    }
    let (black, white) = points.split_at(points.len().div_ceil(2));
    let side = if black.len() == white.len() { Color::Black } else { Color::White };
    let stones = |part: &[[u8; 2]]| -> Result<Vec<Coord>, String> {
        let stone = |&[x, y]: &[u8; 2]| {
            let c = Coord::new(x, y).filter(|c| size.contains(*c));
            c.ok_or_else(|| format!("a stone at {x},{y}"))
        };
        part.iter().take_while(|point| **point != PASS).map(stone).collect()
    };
    let layout = Layout { rule, size, side, groups: [stones(black)?, stones(white)?, Vec::new()] };
    let mut all = layout.groups.concat();
    all.sort_unstable();
    match all.is_sorted_by(|a, b| a < b) {
        true => Ok(layout),
        false => Err("two stones at a point".into()),
    }
}

/// What a record says, in the terms of Rapfi.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    label: i8,
    value: i16,
    depth: i16,
    bound: Option<Bound>,
    /// Texts on points and the comment.
    text: String,
}

/// The bounds with their codes and names.
const BOUNDS: [(Option<Bound>, &str); 4] = [
    (None, "none"),
    (Some(Bound::Upper), "upper"),
    (Some(Bound::Lower), "lower"),
    (Some(Bound::Exact), "exact"),
];

impl Entry {
    /// And whether no letter of the text was replaced.
    fn from_bytes(bytes: &[u8], charset: Option<Charset>) -> (Entry, bool) {
        let byte = |i: usize| bytes.get(i).copied();
        let number =
            |i| byte(i).zip(byte(i + 1)).map_or(0, |(low, high)| i16::from_le_bytes([low, high]));
        let depth = number(3);
        let (text, is_whole) = decoded(bytes.get(5..).unwrap_or_default(), charset);
        let entry = Entry {
            label: byte(0).unwrap_or_default() as i8,
            value: number(1),
            depth: depth >> 2,
            bound: BOUNDS[usize::from(depth.to_le_bytes()[0] & 3)].0,
            text,
        };
        (entry, is_whole)
    }

    /// As a record of ours, about a position that lies as in the file.
    fn record(&self, layout: &Layout) -> Result<Record, String> {
        let placed = layout.placed();
        let label = (self.label as u8).to_ascii_lowercase();
        let mut record = Record {
            label: if label.is_ascii_graphic() { label as i8 } else { NO_LABEL },
            depth: self.depth.clamp(0, i16::from(u8::MAX)) as u8,
            ..Record::default()
        };
        // A result may have its plies without a bound.
        let is_plies = (KNOWN_WIN + 1..=WIN).contains(&self.value.saturating_abs());
        let bound = match (record.label, self.value > 0) {
            (WON, false) if is_plies => Some(Bound::Upper),
            (LOST, true) if is_plies => Some(Bound::Lower),
            _ if record.is_decided() => None,
            _ => self.bound.filter(|_| (-WIN..=WIN).contains(&self.value)),
        };
        if bound.is_some() {
            (record.score, record.bound) = (Score::from_value(i32::from(self.value)), bound);
        }
        if record != Record::default() {
            record.source = Source::Import;
        }
        let (points, comment) = split_text(&self.text);
        record.comment = comment.replace(SEPARATOR, "\n");
        for (c, text) in points {
            let c = c.filter(|c| layout.size.contains(*c));
            let c = c.ok_or_else(|| format!("a text {text:?} on no point"))?;
            record.set_text(placed.point(c), text);
        }
        Ok(record)
    }
}

/// The texts on points, and the comment. Old programs wrote zeros at the end of some.
fn split_text<'a>(text: &'a str) -> (Vec<(Option<Coord>, &'a str)>, &'a str) {
    let Some(rest) = text.strip_prefix(POINTS) else {
        return (Vec::new(), text.trim_end_matches('\0'));
    };
    let (points, comment) = rest.split_once(SEPARATOR).unwrap_or((rest, ""));
    let digit = |c: char| match c {
        '0'..='9' => Some(c as u8 - b'0'),
        'A'..='Z' => Some(c as u8 - b'A' + 10),
        _ => None,
    };
    let point = |text: &str| -> Option<(Option<Coord>, usize)> {
        let mut letters = text.chars();
        let (x, y) = (letters.next()?, letters.next()?);
        let start = x.len_utf8() + y.len_utf8();
        let c = digit(x).zip(digit(y)).and_then(|(x, y)| Coord::new(x, y));
        (text.len() > start).then_some((c, start))
    };
    let pairs = points.split('\n').map(|text| text.trim_end_matches('\0'));
    let read = |text: &'a str| point(text).map(|(c, start)| (c, &text[start..]));
    (pairs.filter_map(read).collect(), comment.trim_end_matches('\0'))
}
