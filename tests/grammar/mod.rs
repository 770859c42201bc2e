//! What a line of the program's output means, and what its readers take it for: our own grammar,
//! and for each manager and GUI the little that it looks at. A line is good if all who may see it
//! take it for what was meant.

mod readers;

use readers::{READERS, Taken, Use};

/// What a line was meant as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ok,
    /// So many stones, one to three.
    Stones(usize),
    Swap,
    Error,
    Unknown,
    About,
    Forbid,
    /// `MESSAGE text`.
    Message,
    /// `INFO ...`, the numbers of an iteration.
    Numbers,
}

/// Longer lines do not fit the buffers of all readers.
const LONGEST: usize = 2000;

/// The meaning of a line, without its end.
///
/// # Errors
/// Tells what is wrong with it, or who would take it for something else.
pub fn check(line: &str) -> Result<Kind, String> {
    let kind = meaning(line).ok_or_else(|| format!("no reply of ours: {line:?}"))?;
    for reader in &READERS {
        let taken = (reader.reads)(line);
        let is_good = match (reader.uses)(kind) {
            Use::Understands => taken == Taken::As(kind),
            Use::PassesOver => taken == Taken::As(kind) || taken == Taken::Nothing,
            Use::NeverSees => true,
        };
        if !is_good {
            return Err(format!("{} takes {line:?} for {taken:?}", reader.name));
        }
    }
    Ok(kind)
}

/// The grammar of our replies.
fn meaning(line: &str) -> Option<Kind> {
    let is_printable = line.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
    if !is_printable || line.len() > LONGEST || line.trim() != line {
        return None;
    }
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "OK" => rest.is_empty().then_some(Kind::Ok),
        "SWAP" => rest.is_empty().then_some(Kind::Swap),
        "ERROR" => (!rest.is_empty()).then_some(Kind::Error),
        "UNKNOWN" => (!rest.is_empty()).then_some(Kind::Unknown),
        "FORBID" => points_of_forbid(line).map(|_| Kind::Forbid),
        "MESSAGE" => is_message(rest).then_some(Kind::Message),
        "INFO" => is_number(rest).then_some(Kind::Numbers),
        _ if line.starts_with("name=") => is_about(line).then_some(Kind::About),
        _ => stones(line).map(|stones| Kind::Stones(stones.len())),
    }
}

/// The stones of a line of one to three: `7,8`, apart by one blank.
pub fn stones(line: &str) -> Option<Vec<(i64, i64)>> {
    let stones: Option<Vec<_>> = line.split(' ').map(point).collect();
    stones.filter(|stones| stones.len() <= 3)
}

/// `7,8`: digits only, at most two, nothing else.
fn point(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    Some((plain_number(x, 2)?, plain_number(y, 2)?))
}

fn plain_number(text: &str, longest: usize) -> Option<i64> {
    let is_plain = text.len() <= longest && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

/// The points of `FORBID 0707.`: the blank and the dot are always there.
pub fn points_of_forbid(line: &str) -> Option<Vec<(i64, i64)>> {
    let digits = line.strip_prefix("FORBID ")?.strip_suffix('.')?.as_bytes();
    let pair = |four: &[u8]| {
        let text = std::str::from_utf8(four).ok()?;
        Some((plain_number(text.get(..2)?, 2)?, plain_number(text.get(2..)?, 2)?))
    };
    digits.chunks(4).map(pair).collect()
}

/// `name="...", version="..."`, each key at most once, without the separators inside of values.
fn is_about(line: &str) -> bool {
    const KEYS: [&str; 6] = ["name", "version", "author", "country", "www", "email"];
    let mut keys = Vec::new();
    for part in line.split(", ") {
        let Some((key, value)) = part.split_once('=') else { return false };
        let inner = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        if inner.is_none_or(|inner| inner.contains(['"', ',', '='])) || keys.contains(&key) {
            return false;
        }
        keys.push(key);
    }
    keys.starts_with(&["name", "version", "author"]) && keys.iter().all(|key| KEYS.contains(key))
}

/// Text for people, or one of the forms that GUIs read.
fn is_message(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        [""] => false,
        ["REALTIME", "REFRESH"] => true,
        ["REALTIME", "POS" | "DONE" | "BEST" | "LOST", at] => point(at).is_some(),
        ["REALTIME", ..] => false,
        ["INFO", "MAX_THREAD_NUM" | "MAX_HASH_SIZE", n] => plain_number(n, 9).is_some(),
        ["INFO", ..] => false,
        ["SWAP2", "SWAP1" | "SWAP2", "YES" | "NO"] => true,
        ["SWAP2", "MOVE1" | "MOVE2" | "MOVE3" | "MOVE4" | "MOVE5", x, y] => {
            plain_number(x, 2).is_some() && plain_number(y, 2).is_some()
        }
        ["SWAP2", ..] => false,
        _ => true,
    }
}

/// What follows `INFO` in the numbers of an iteration.
fn is_number(text: &str) -> bool {
    let (key, value) = text.split_once(' ').unwrap_or((text, ""));
    match key {
        "PV" => value == "DONE" || plain_number(value, 9).is_some(),
        "NUMPV" | "DEPTH" | "SELDEPTH" | "NODES" | "TOTALNODES" | "TOTALTIME" | "SPEED" => {
            plain_number(value, 18).is_some()
        }
        "EVAL" => {
            let digits = value.trim_start_matches(['+', '-']).trim_start_matches('M');
            plain_number(digits, 5).is_some() && value.len() <= digits.len() + 2
        }
        "WINRATE" => value.parse::<f64>().is_ok_and(|rate| (0.0..=1.0).contains(&rate)),
        "BESTLINE" => value.split(' ').all(|at| at.is_empty() || point(at).is_some()),
        _ => false,
    }
}
