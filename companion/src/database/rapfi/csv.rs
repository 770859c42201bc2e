//! The text that Rapfi writes of a database (`databaseToCSVFile` in `Rapfi/database/dbutils.cpp`):
//!
//! ```text
//! index,key,label,value,depth,bound,text
//! 0,r-15-15-h8-h9-b,(none),-12,9,exact,"@BTXT@45A\nhere\bcomment"
//! ```
//!
//! The key has rule, width, height, black and white stones, and the side to move; of the eight ways
//! to see a position it shows the one with the smallest points. `(none)` is no label. The text is as
//! in [`rapfi`](super)'s files, with `\n` for the end of a line and `\b` before the comment.

use std::io::{self, Write};

use dolmen::board::{WAYS, turned};
use dolmen::types::{Color, Coord, Rule, Size, parse_stones};

use super::{BOUNDS, Entry, POINTS, SEPARATOR};
use crate::database::import::Added;
use crate::database::key::{Key, Layout, Section, point_of};
use crate::database::record::{NO_LABEL, Record};
use crate::database::store::Store;
use crate::database::text::{Written, add_lines, expected};

/// The first line.
const HEADER: &str = "index,key,label,value,depth,bound,text";
/// The letters of the rules that it knows.
const RULES: [(Rule, &str); 3] =
    [(Rule::Freestyle, "f"), (Rule::Standard, "s"), (Rule::Renju, "r")];

/// Whether a text is one of these.
pub fn is_csv(text: &str) -> bool {
    text.starts_with(HEADER)
}

/// Writes the records of a section. Left out are positions under other rules, or with dead points.
///
/// # Errors
/// If the database cannot be read or the output fails.
pub fn write(store: &Store, section: Section, output: &mut impl Write) -> io::Result<Written> {
    let mut written = Written::default();
    writeln!(output, "{HEADER}")?;
    store.for_each_in(section, |key, record| {
        match key.layout().and_then(|layout| line(&layout, &record)) {
            Some(line) => {
                writeln!(output, "{},{line}", written.positions)?;
                written.positions += 1;
            }
            None => written.left_out += 1,
        }
        Ok(())
    })?;
    Ok(written)
}

/// A position, which lies as its key has it, behind the index.
fn line(layout: &Layout, record: &Record) -> Option<String> {
    let (_, rule) = RULES.iter().find(|(rule, _)| *rule == layout.rule)?;
    let [black, white, dead] = &layout.groups;
    if !dead.is_empty() {
        return None;
    }
    let size = layout.size;
    let seen = |way: usize| {
        let order = |group: &[Coord]| {
            let mut group: Vec<Coord> = group.iter().map(|&c| turned(c, way, size)).collect();
            group.sort_unstable_by_key(|c| (c.x(), c.y()));
            group
        };
        (order(black), order(white), way)
    };
    let points = |group: &[Coord]| group.iter().map(|c| (c.x(), c.y())).collect::<Vec<_>>();
    let smaller = |(black, white, way): &(Vec<Coord>, Vec<Coord>, usize)| {
        (points(black), points(white), *way)
    };
    let (black, white, way) = (0..WAYS).map(seen).min_by_key(smaller)?;
    let names = |group: &[Coord]| group.iter().map(Coord::to_string).collect::<String>();
    let side = if layout.side == Color::Black { 'b' } else { 'w' };
    let key = format!("{rule}-{size}-{size}-{}-{}-{side}", names(&black), names(&white));
    let label = match u8::try_from(record.label) {
        Ok(letter) if letter.is_ascii_graphic() => char::from(letter).to_string(),
        _ => "(none)".into(),
    };
    let value = if record.bound.is_some() { record.score.value() } else { 0 };
    let (_, bound) = BOUNDS.iter().find(|(bound, _)| *bound == record.bound)?;
    let text = quoted(&text_of(record, way, size));
    Some(format!("{key},{label},{value},{},{bound},{text}", record.depth))
}

/// The texts of a position that is turned this way from how its key has it.
fn text_of(record: &Record, way: usize, size: Size) -> String {
    let digit = |n: u8| char::from_digit(u32::from(n), 36).map_or('0', |c| c.to_ascii_uppercase());
    let point = |(number, text): (&u16, &String)| {
        let c = turned(point_of(usize::from(*number), size)?, way, size);
        let text: String = text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
        (!text.is_empty()).then(|| format!("{}{}{text}", digit(c.x()), digit(c.y())))
    };
    let points: Vec<String> = record.texts.iter().filter_map(point).collect();
    let comment = record.comment.replace(SEPARATOR, "");
    match (points.is_empty(), comment.is_empty()) {
        (true, _) => comment,
        (false, true) => format!("{POINTS}{}", points.join("\n")),
        (false, false) => format!("{POINTS}{}{SEPARATOR}{comment}", points.join("\n")),
    }
}

/// Letters that are written with a backslash, and what stands behind it.
const ESCAPES: [(char, char); 4] = [('\\', '\\'), ('"', '"'), ('\n', 'n'), (SEPARATOR, 'b')];

fn quoted(text: &str) -> String {
    let mut line = String::from('"');
    for letter in text.chars() {
        match ESCAPES.iter().find(|(plain, _)| *plain == letter) {
            Some((_, escaped)) => line.extend(['\\', *escaped]),
            None => line.push(letter),
        }
    }
    line.push('"');
    line
}

/// The inverse of [`quoted`].
fn unquoted(line: &str) -> Option<String> {
    let inner = line.strip_prefix('"')?.strip_suffix('"')?;
    let (mut text, mut letters) = (String::new(), inner.chars());
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => {
                let next = letters.next()?;
                ESCAPES.iter().find(|(_, escaped)| *escaped == next)?.0
            }
            '"' => return None,
            other => other,
        });
    }
    Some(text)
}

/// Adds the positions of such a text to a database; where both know one, what says more is kept.
/// Lines that are no positions of a database are left out.
///
/// # Errors
/// If no line is one, or the database cannot be read or written.
pub fn read(store: &Store, text: &str) -> io::Result<Added> {
    let lines = (1..).zip(text.lines()).skip(1).filter(|(_, line)| !line.is_empty());
    add_lines(store, lines, read_line)
}

fn read_line(line: &str) -> Result<(Key, Record), String> {
    let fields = fields(line).ok_or_else(|| expected(&format!("the fields {HEADER}"), line))?;
    let (key, label, [value, depth, bound, text]) = fields;
    let number = |text: &str| text.parse::<i16>().map_err(|_| expected("a number", text));
    let known = BOUNDS.iter().find(|(_, name)| *name == bound);
    let entry = Entry {
        label,
        value: number(value)?,
        depth: number(depth)?,
        bound: known.ok_or_else(|| expected("a bound", bound))?.0,
        text: unquoted(text).ok_or_else(|| expected("a text in quotation marks", text))?,
    };
    let layout = layout_of(key).ok_or_else(|| expected("a position", key))?;
    Ok((layout.placed().key, entry.record(&layout)?))
}

/// The fields behind the index: key, label, and the others as they are written.
fn fields(line: &str) -> Option<(&str, i8, [&str; 4])> {
    let (_, rest) = line.split_once(',')?;
    let (key, rest) = rest.split_once(',')?;
    // A label may be a comma.
    let (label, rest) = match rest.as_bytes() {
        [b'(', next, ..] if *next != b',' => {
            let (name, rest) = rest.split_once(')')?;
            let label = match name.strip_prefix('(')? {
                "null" | "none" => NO_LABEL,
                number => number.parse().ok()?,
            };
            (label, rest)
        }
        [letter, ..] if letter.is_ascii_graphic() => (*letter as i8, rest.get(1..)?),
        _ => return None,
    };
    let mut fields = rest.strip_prefix(',')?.splitn(4, ',');
    let mut next = || fields.next();
    Some((key, label, [next()?, next()?, next()?, next()?]))
}

fn layout_of(key: &str) -> Option<Layout> {
    let parts: Vec<&str> = key.split('-').collect();
    let &[rule, width, height, black, white, side] = parts.as_slice() else { return None };
    let (rule, _) = *RULES.iter().find(|(_, letter)| *letter == rule)?;
    let size = Size::new(width.parse().ok()?).filter(|_| width == height)?;
    let side = match side {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let groups = [parse_stones(black).ok()?, parse_stones(white).ok()?, Vec::new()];
    let mut all = groups.concat();
    all.sort_unstable();
    let is_sound = all.iter().all(|c| size.contains(*c)) && all.is_sorted_by(|a, b| a < b);
    is_sound.then_some(Layout { rule, size, side, groups })
}
