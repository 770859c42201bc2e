//! RenjuNet's collection of games: XML with tables of players, tournaments, rules and openings,
//! which the games refer to by number.

use std::collections::HashMap;
use std::str::FromStr;

use quick_xml::Reader;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesStart, Event};

use super::error::short;
use super::text::decode;
use super::{Budget, Fault, Game, GameResult, Losses, Place, RecordError};
use dolmen::types::{Color, Coord, Rule, Size, parse_moves};

/// What stands at the beginning of a collection, after the XML header.
pub(super) fn looks_like(mut text: &[u8]) -> bool {
    // Comments may have tags in them, and any length.
    while let Some(at) = text.iter().position(|&byte| byte == b'<') {
        let end: &[u8] = match &text[at + 1..] {
            [b'!', b'-', b'-', ..] => b"-->",
            [b'?', ..] => b"?>",
            [b'!', ..] => b">",
            tag => return tag.starts_with(b"database"),
        };
        text = &text[at..];
        let after = text.windows(end.len()).position(|part| part == end);
        text = after.map_or(&[], |after| &text[after + end.len()..]);
    }
    false
}

/// The name of the character set in the first line: `<?xml version="1.0" encoding="windows-1251"?>`.
pub(super) fn charset(bytes: &[u8]) -> Option<&[u8]> {
    let bytes = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    let line = bytes.split(|&byte| byte == b'>').next()?;
    let name = b"encoding";
    let at = line.windows(name.len()).position(|part| part == name)?;
    let mut parts = line[at + name.len()..].split(|byte| matches!(byte, b'"' | b'\''));
    (parts.next()?.trim_ascii() == b"=").then(|| parts.next())?
}

/// Attributes of an element.
type Row = HashMap<String, String>;

/// Reads all games; the tables must come before them, as they do.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Game>, RecordError> {
    let xml = decode(bytes);
    let mut reader = Reader::from_str(&xml);
    reader.config_mut().check_end_names = false;
    let mut collection = Collection::default();
    // An own count, as each byte is passed over once.
    let (mut line, mut counted) = (1, 0);
    loop {
        let event = reader.read_event();
        let at = usize::try_from(reader.buffer_position()).unwrap_or(counted);
        let at = at.clamp(counted, xml.len());
        line += xml.as_bytes()[counted..at].iter().filter(|&&byte| byte == b'\n').count();
        counted = at;
        let place = Place::Line(line);
        match event {
            Ok(Event::Start(tag)) => collection.open(&tag, place)?,
            Ok(Event::Empty(tag)) => {
                collection.open(&tag, place)?;
                collection.close(tag.name().as_ref(), place)?;
            }
            Ok(Event::Text(text)) => collection.text.push_str(&text),
            Ok(Event::CData(text)) => collection.text.push_str(&text),
            Ok(Event::GeneralRef(name)) => {
                collection.text.push_str(&plain(&format!("&{};", &*name)));
            }
            Ok(Event::End(tag)) => collection.close(tag.name().as_ref(), place)?,
            Ok(Event::Eof) => return collection.finish(place),
            Ok(_) => {}
            Err(error) => {
                return Err(place.fault(Fault::Expected("XML", short(&error.to_string()))));
            }
        }
    }
}

#[derive(Default)]
struct Collection {
    tables: HashMap<(&'static str, String), Row>,
    games: Vec<Game>,
    /// The game whose element is open, and the text of the element inside it.
    current: Option<Game>,
    text: String,
    budget: Budget,
    is_complete: bool,
}

const TABLES: [&str; 6] = ["country", "city", "rule", "opening", "player", "tournament"];

impl Collection {
    fn open(&mut self, tag: &BytesStart, place: Place) -> Result<(), RecordError> {
        let name = tag.name();
        let name: &str = name.as_ref();
        let table = TABLES.into_iter().find(|table| *table == name);
        if let Some(table) = table {
            let row = row(tag);
            let id = row.get("id").cloned().unwrap_or_default();
            self.tables.insert((table, id), row);
            return Ok(());
        }
        match name {
            "game" if self.current.is_some() => {
                return Err(place.fault(Fault::Expected("</game>", "<game>".into())));
            }
            "game" => self.current = Some(self.game(&row(tag), place, Size::USUAL)),
            "move" | "info" => self.text.clear(),
            // Other elements are parts of the text around them.
            "br" => self.text.push('\n'),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, name: &str, place: Place) -> Result<(), RecordError> {
        match (name, &mut self.current) {
            ("database", _) => self.is_complete = true,
            ("game", current) => {
                let Some(game) = current.take() else { return Ok(()) };
                self.budget.spend_game(&game)?;
                self.games.push(game);
            }
            ("move", Some(game)) => {
                let text = std::mem::take(&mut self.text);
                game.moves.extend(moves(&text, place, &mut game.lost)?);
            }
            ("info", Some(game)) => game.add_detail("GC", std::mem::take(&mut self.text).trim()),
            _ => {}
        }
        Ok(())
    }

    /// The game of its attributes, without the moves.
    fn game(&self, row: &Row, place: Place, size: Size) -> Game {
        let value = |name: &str| row.get(name).map_or("", |value| &value[..]);
        let find = |table, key: &str| self.tables.get(&(table, key.to_string()));
        let of = |table, key: &str, name: &str| {
            find(table, key).and_then(|row| row.get(name)).cloned().unwrap_or_default()
        };
        let player = |name: &str| self.player(value(name));
        let mut game = Game {
            place,
            rule: Some(Rule::Renju),
            black: player("black"),
            white: player("white"),
            result: match value("bresult") {
                "1" | "1.0" => Some(GameResult::Won(Color::Black)),
                "0" | "0.0" => Some(GameResult::Won(Color::White)),
                "0.5" => Some(GameResult::Drawn),
                _ => None,
            },
            round: usize::from_str(value("round")).ok(),
            ..Game::new(size)
        };
        let event = value("tournament");
        let of_event = |name: &str| of("tournament", event, name);
        let rule = Some(value("rule")).filter(|rule| !rule.is_empty()).map(str::to_string);
        let rule = of("rule", &rule.unwrap_or_else(|| of_event("rule")), "name");
        let date = [of_event("start"), of_event("year")];
        let country = of("country", &of_event("country"), "name");
        let city = of("city", &of_event("city"), "name");
        let places: Vec<String> = [city, country].into_iter().filter(|s| !s.is_empty()).collect();
        game.add_detail("EV", &of_event("name"));
        game.add_detail("DT", date.iter().find(|d| !d.is_empty()).map_or("", |d| d));
        game.add_detail("PC", &places.join(", "));
        if game.round.is_none() {
            game.add_detail("RO", value("round"));
        }
        game.add_detail("ON", &of("opening", value("opening"), "abbr"));
        game.add_detail("SO", &join("RenjuNet ", value("id")));
        let time = |name| Some(value(name)).filter(|&time| time != "0").unwrap_or_default();
        for (name, value) in [
            ("opening rule: ", &rule[..]),
            ("fifth offered: ", value("alt")),
            ("swap: ", value("swap")),
            ("black's time: ", time("btime")),
            ("white's time: ", time("wtime")),
        ] {
            game.add_detail("GC", &join(name, value));
        }
        game
    }

    fn player(&self, id: &str) -> String {
        let Some(row) = self.tables.get(&("player", id.to_string())) else { return String::new() };
        let names = ["name", "surname"].map(|name| row.get(name).map_or("", |name| name.trim()));
        names.join(" ").trim().to_string()
    }

    fn finish(self, place: Place) -> Result<Vec<Game>, RecordError> {
        match self.is_complete && self.current.is_none() {
            true => Ok(self.games),
            false => Err(place.fault(Fault::Ended("</database>"))),
        }
    }
}

fn join(name: &str, value: &str) -> String {
    if value.is_empty() { String::new() } else { format!("{name}{value}") }
}

/// Points, until a side passes.
fn moves(text: &str, place: Place, lost: &mut Losses) -> Result<Vec<Coord>, RecordError> {
    let is_pass = |word: &str| matches!(word, "-" | "pass" | "--");
    let words = lost.cut_at_pass(text.split_whitespace(), is_pass);
    let wrong = |word: &str| place.fault(Fault::Expected("a point of the board", short(word)));
    let mut moves = Vec::with_capacity(words.len());
    for word in words {
        let found =
            parse_moves(word).ok().filter(|found| found.iter().all(|&c| Size::USUAL.contains(c)));
        moves.extend(found.ok_or_else(|| wrong(word))?);
    }
    Ok(moves)
}

/// All attributes; what is no valid one is left out.
fn row(tag: &BytesStart) -> Row {
    let mut attributes = tag.attributes();
    let attributes = attributes.with_checks(false).flatten();
    let pair = |attribute: Attribute| {
        let key: &str = attribute.key.as_ref();
        (key.to_string(), plain(&attribute.value))
    };
    attributes.map(pair).collect()
}

/// Text with its entities replaced; those that XML does not know stay as they are.
fn plain(text: &str) -> String {
    let unknown = || text.to_string();
    quick_xml::escape::unescape(text).map_or_else(|_| unknown(), |text| text.into_owned())
}
