//! Smart Game Format: the main line of each game of a collection.
//!
//! Own code, because a tree of nodes that owns its children, as libraries build it, can be so
//! deep that dropping it overflows the stack; here the tree is never built.

use std::fmt::Write as _;

use super::error::short;
use super::{Budget, Fault, Game, GameResult, Place, RecordError};
use dolmen::types::parse_stones;
use dolmen::types::{Color, Coord, Size};

/// Reads the main line of every game: at each branch the first variation. The others are read
/// over; what cannot be understood in them does no harm as long as the brackets match.
pub(super) fn read(bytes: &[u8], size: Size) -> Result<Vec<Game>, RecordError> {
    let mut reader = Reader { bytes, at: 0, lines: Lines { seen: 0, number: 1 } };
    let mut games = Vec::new();
    let mut budget = Budget::default();
    while reader.next_game() {
        let game = reader.game(size)?;
        budget.spend(game.moves.len(), game.place)?;
        games.push(game);
    }
    match games.is_empty() {
        true => Err(reader.fault(Fault::Ended("a game"))),
        false => Ok(games),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    lines: Lines,
}

/// Counts lines as far as they have been asked for, so that every byte is counted once.
struct Lines {
    /// Bytes that were counted.
    seen: usize,
    /// The line of the byte after them.
    number: usize,
}

impl Lines {
    /// The line of a byte, which must not lie before one asked for earlier.
    fn place_of(&mut self, bytes: &[u8], at: usize) -> Place {
        let at = at.clamp(self.seen, bytes.len());
        self.number += bytes[self.seen..at].iter().filter(|&&byte| byte == b'\n').count();
        self.seen = at;
        Place::Line(self.number)
    }
}

/// The main line of a game while it is read.
struct Draft {
    game: Game,
    /// Stones set up before the first move, in the order of the file.
    setup: [Vec<Coord>; 2],
    /// Size and stones may come in any order.
    size_is_told: bool,
}

impl Reader<'_> {
    fn fault(&mut self, fault: Fault) -> RecordError {
        self.lines.place_of(self.bytes, self.at).fault(fault)
    }

    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Finds the next `(` that begins a game; text between games is allowed.
    fn next_game(&mut self) -> bool {
        while let Some(offset) = self.bytes[self.at..].iter().position(|&byte| byte == b'(') {
            self.at += offset;
            let start = self.at;
            self.at += 1;
            if self.peek() == Some(b';') {
                self.at = start;
                return true;
            }
        }
        self.at = self.bytes.len();
        false
    }

    /// Reads a game from its `(` to the matching `)`.
    fn game(&mut self, size: Size) -> Result<Game, RecordError> {
        let place = self.lines.place_of(self.bytes, self.at);
        let mut draft = Draft {
            game: Game { place, ..Game::new(size) },
            setup: [Vec::new(), Vec::new()],
            size_is_told: false,
        };
        let mut depth = 0_usize;
        let mut is_main = true;
        loop {
            let Some(byte) = self.peek() else {
                return Err(self.fault(Fault::Ended("the ) of a game")));
            };
            match byte {
                b'(' => depth += 1,
                b')' => {
                    // The first leaf ends the main line.
                    is_main = false;
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return draft.finish();
                    }
                }
                b';' => {}
                b'A'..=b'Z' | b'a'..=b'z' => {
                    self.property(is_main.then_some(&mut draft))?;
                    continue;
                }
                _ => {
                    let found = short(&String::from_utf8_lossy(&self.bytes[self.at..][..1]));
                    return Err(self.fault(Fault::Expected("a property", found)));
                }
            }
            self.at += 1;
        }
    }

    /// Reads a name and its values.
    fn property(&mut self, mut draft: Option<&mut Draft>) -> Result<(), RecordError> {
        // Old files spell names out, where only the capitals count.
        let mut name = String::new();
        while let Some(&byte) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_alphabetic()) {
            if byte.is_ascii_uppercase() && name.len() < 3 {
                name.push(char::from(byte));
            }
            self.at += 1;
        }
        if self.peek() != Some(b'[') {
            return Err(self.fault(Fault::Ended("the value of a property")));
        }
        while self.peek() == Some(b'[') {
            let start = self.at;
            let value = self.value(draft.is_some())?;
            if let Some(draft) = &mut draft {
                draft
                    .take(&name, &value)
                    .map_err(|fault| self.lines.place_of(self.bytes, start).fault(fault))?;
            }
        }
        Ok(())
    }

    /// Reads `[...]`; the text is kept only on request.
    fn value(&mut self, wanted: bool) -> Result<String, RecordError> {
        self.at += 1;
        let mut text = Vec::new();
        let mut is_escaped = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b']' if !is_escaped => return Ok(String::from_utf8_lossy(&text).into_owned()),
                b'\\' if !is_escaped => {
                    is_escaped = true;
                    continue;
                }
                // An escaped end of line is none.
                b'\n' | b'\r' if is_escaped => {}
                _ if wanted => text.push(byte),
                _ => {}
            }
            is_escaped = false;
        }
        Err(self.fault(Fault::Ended("the ] of a value")))
    }
}

impl Draft {
    fn take(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let value = value.trim();
        match name {
            "GM" if value.parse() != Ok(4) => return Err(Fault::OtherGame(short(value))),
            "SZ" => {
                let (width, height) = value.split_once(':').unwrap_or((value, value));
                let size = width.trim().parse().ok().and_then(Size::new);
                let size = size.filter(|_| width.trim() == height.trim());
                self.game.size = size.ok_or_else(|| Fault::Size(short(value)))?;
                self.size_is_told = true;
            }
            "RU" => self.game.rule = value.parse().ok(),
            "RO" => self.game.round = value.parse().ok(),
            "PB" => self.game.black = value.to_string(),
            "PW" => self.game.white = value.to_string(),
            "RE" => self.game.result = result(value),
            "AB" => self.set_up(Color::Black, value)?,
            "AW" => self.set_up(Color::White, value)?,
            "B" => self.play(Color::Black, value)?,
            "W" => self.play(Color::White, value)?,
            "C" => self.comment(value),
            _ => {}
        }
        Ok(())
    }

    fn set_up(&mut self, color: Color, value: &str) -> Result<(), Fault> {
        if self.game.moves.len() > self.game.opened {
            return Err(Fault::Turn(self.game.moves.len() + 1));
        }
        let stones = &mut self.setup[color.index()];
        if stones.len() >= usize::from(dolmen::types::MAX_SIZE).pow(2) {
            return Err(Fault::TooMuch);
        }
        stones.push(coord(value)?);
        Ok(())
    }

    /// Puts the stones set up before the moves, in turn.
    fn settle(&mut self) -> Result<(), Fault> {
        let [black, white] = std::mem::take(&mut self.setup);
        if black.is_empty() && white.is_empty() {
            return Ok(());
        }
        if black.len() != white.len() && black.len() != white.len() + 1 {
            return Err(Fault::Turn(self.game.moves.len() + 1));
        }
        let mut white = white.into_iter();
        for c in black {
            self.game.moves.push(c);
            self.game.moves.extend(white.next());
        }
        self.game.opened = self.game.moves.len();
        Ok(())
    }

    fn play(&mut self, color: Color, value: &str) -> Result<(), Fault> {
        self.settle()?;
        let number = self.game.moves.len() + 1;
        let is_pass = value.is_empty() || (value == "tt" && self.game.size.get() < 20);
        if is_pass || color != Color::ALL[(number - 1) % 2] {
            return Err(Fault::Turn(number));
        }
        if number > usize::from(dolmen::types::MAX_SIZE).pow(2) {
            return Err(Fault::TooMuch);
        }
        self.game.moves.push(coord(value)?);
        Ok(())
    }

    /// Match programs write the time of a move as its comment, and which moves are the opening.
    fn comment(&mut self, text: &str) {
        let number = self.game.moves.len();
        if text.starts_with("opening") && self.game.opened + 1 == number {
            self.game.opened = number;
        }
        let ms = text.strip_suffix("ms").and_then(|ms| ms.parse().ok());
        if let Some(ms) = ms.filter(|_| number > 0) {
            self.game.times.resize(number - 1, 0);
            self.game.times.push(ms);
        }
    }

    fn finish(mut self) -> Result<Game, RecordError> {
        let place = self.game.place;
        self.settle().map_err(|fault| place.fault(fault))?;
        if !self.game.times.is_empty() {
            self.game.times.resize(self.game.moves.len(), 0);
        }
        // Boards that nobody tells are at least as large as their stones need.
        let largest = self.game.moves.iter().map(|c| c.x().max(c.y()) + 1).max().unwrap_or(0);
        if !self.size_is_told && largest > self.game.size.get() {
            self.game.size = Size::new(largest).unwrap_or(self.game.size);
        }
        Ok(self.game)
    }
}

/// `hh`, or `h8` as some programs write.
fn coord(value: &str) -> Result<Coord, Fault> {
    let letters = match value.as_bytes() {
        &[x @ b'a'..=b'z', y @ b'a'..=b'z'] => Coord::new(x - b'a', y - b'a'),
        _ => None,
    };
    let named = || match parse_stones(value).ok()?[..] {
        [c] => Some(c),
        _ => None,
    };
    letters.or_else(named).ok_or_else(|| Fault::Expected("a point", short(value)))
}

fn result(value: &str) -> Option<GameResult> {
    match value.as_bytes() {
        [b'B', b'+', ..] => Some(GameResult::Won(Color::Black)),
        [b'W', b'+', ..] => Some(GameResult::Won(Color::White)),
        [b'0'] | [b'D' | b'd', ..] => Some(GameResult::Drawn),
        _ => None,
    }
}

/// A point as SGF writes it: `hh`.
pub fn point(c: Coord) -> String {
    [c.x(), c.y()].map(|n| char::from(b'a' + n)).iter().collect()
}

/// Text that can stand between `[` and `]`.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// `(;FF[4]GM[4]...` up to the first move.
pub fn write_root(game: &Game) -> String {
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]SZ[{}]", game.size.get());
    if let Some(rule) = game.rule {
        let _ = write!(text, "RU[{}]", rule.code());
    }
    if let Some(round) = game.round {
        let _ = write!(text, "RO[{round}]");
    }
    for (key, name) in [("PB", &game.black), ("PW", &game.white)] {
        if !name.is_empty() {
            let _ = write!(text, "{key}[{}]", escaped(name));
        }
    }
    let result = match game.result {
        Some(GameResult::Won(Color::Black)) => "B+1",
        Some(GameResult::Won(Color::White)) => "W+1",
        Some(GameResult::Drawn) => "0",
        None => return text,
    };
    text + &format!("RE[{result}]")
}

/// The whole game tree, a line without variations.
pub fn write(game: &Game) -> String {
    let mut text = write_root(game);
    for (i, &c) in game.moves.iter().enumerate() {
        let color = if i % 2 == 0 { 'B' } else { 'W' };
        let _ = write!(text, ";{color}[{}]", point(c));
        if i < game.opened {
            text.push_str("C[opening]");
        } else if let Some(ms) = game.times.get(i) {
            let _ = write!(text, "C[{ms}ms]");
        }
    }
    text + ")\n"
}
