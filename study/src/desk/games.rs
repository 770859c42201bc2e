//! Games read from files and written.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::Answer;
use super::call::GameFields;
use crate::phrase::Phrase;
use crate::query::position::{points, read_rule, read_size};
use crate::words::name_list as names;
use dolmen::types::{Color, Coord, Rule, Size, parse_moves};
use dolmen_records::{Fault, Format, Game, GameResult, sgf};

/// Most games of a file that are told.
pub const MOST_GAMES: usize = 10_000;

/// The games of a file.
pub fn read(bytes: &str, name: Option<&str>) -> Answer {
    let (format, games) = GameFile::new(bytes, name)?.games()?;
    let told = games.into_iter().take(MOST_GAMES).map(|mut game| {
        game.rule = game.rule.or(default_rule(format));
        tell(&game, format.counts_from_top())
    });
    Ok(told.collect())
}

/// The rule of games that name none.
pub fn default_rule(format: Format) -> Option<Rule> {
    (format == Format::Lib).then_some(Rule::Renju)
}

/// A file that a page sends.
pub struct GameFile {
    /// Its content.
    pub bytes: Vec<u8>,
    /// The format that its name tells.
    pub hint: Option<Format>,
}

impl GameFile {
    /// From base64 and the name.
    ///
    /// # Errors
    /// If it is not base64.
    pub fn new(bytes: &str, name: Option<&str>) -> Result<GameFile, Phrase> {
        let bytes = STANDARD.decode(bytes).map_err(|error| format!("bytes: {error}"))?;
        let ending = name.and_then(|name| name.rsplit_once('.'));
        let hint = ending.and_then(|(_, ending)| Format::from_name(ending));
        Ok(GameFile { bytes, hint })
    }

    /// The lines of all games in it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn games(&self) -> Result<(Format, Vec<Game>), Phrase> {
        match address(&self.bytes, Size::USUAL) {
            Some(game) => Ok((Format::Bare, vec![game])),
            None => Ok(dolmen_records::read(&self.bytes, self.hint, Size::USUAL)?),
        }
    }
}

/// The game of a web address that ends with its points, or of one of Renju Portal.
fn address(bytes: &[u8], size: Size) -> Option<Game> {
    let text = std::str::from_utf8(bytes).ok()?.trim();
    let is_address = text.contains("://") && !text.contains(char::is_whitespace);
    let moves = portal(text, size).or_else(|| parse_moves(text).ok()).filter(|_| is_address)?;
    Some(Game { moves, ..Game::new(size) })
}

/// The moves in `https://renjuportal.com/board?mvs=7786` or `https://v1.renjuportal.com/board/?mv=7786`,
/// as two free programs write and read these: a hexadecimal digit each for the column from the left
/// and the row from the top, from 0.
fn portal(address: &str, size: Size) -> Option<Vec<Coord>> {
    let (_, query) = address.split_once("renjuportal.com/")?.1.split_once('?')?;
    let mut values = query.split(['&', '#']).filter_map(|pair| pair.split_once('='));
    let (_, digits) = values.find(|(name, _)| ["mv", "mvs"].contains(name))?;
    let digit = |byte: &u8| u8::try_from(char::from(*byte).to_digit(16)?).ok();
    let point = |pair: &[u8]| match pair {
        [column, row] => {
            let row = size.get().checked_sub(1 + digit(row)?)?;
            Coord::new(digit(column)?, row).filter(|&c| size.contains(c))
        }
        _ => None,
    };
    digits.as_bytes().chunks(2).map(point).collect()
}

/// A game as the page knows it.
pub fn tell(game: &Game, row_one_on_top: bool) -> Value {
    let rule = game.rule.unwrap_or(Rule::Freestyle);
    let (result, fault) = match game.check(rule) {
        Ok(verdict) => (verdict.result(game), None),
        Err(error) => (game.result, Some(error.fault.to_string())),
    };
    let round = game.round.map(|round| ("RO".to_string(), round.to_string()));
    let details: Vec<_> = game.details.iter().cloned().chain(round).collect();
    let mut told = json!({
        "size": game.size.get(),
        "moves": names(&game.moves),
        "black": game.black,
        "white": game.white,
        "times": game.times,
        "opened": game.opened,
        "details": details,
        "row_one_on_top": row_one_on_top,
    });
    let result = result.map(|result| match result {
        GameResult::Won(color) => color.name(),
        GameResult::Drawn => "draw",
    });
    let known = [
        ("rule", game.rule.map(|rule| rule.name().to_string())),
        ("result", result.map(str::to_string)),
        ("fault", fault),
    ];
    for (name, value) in known {
        if let Some(value) = value {
            told[name] = value.into();
        }
    }
    told
}

impl GameFields {
    /// The game.
    ///
    /// # Errors
    /// What is wrong with the fields.
    pub fn game(&self) -> Result<Game, String> {
        let size = read_size(self.size.as_ref())?;
        let result = match self.result.as_deref() {
            None => None,
            Some("draw") => Some(GameResult::Drawn),
            Some(name) => {
                let side = name.parse::<Color>();
                let wrong = |_| format!("result: {name} is not black, white or draw");
                Some(GameResult::Won(side.map_err(wrong)?))
            }
        };
        let odd = self.details.iter().find(|(name, _)| !sgf::DETAILS.contains(&name.as_str()));
        if let Some((name, _)) = odd {
            return Err(format!("details: {name} is none of {}", sgf::DETAILS.join(", ")));
        }
        let moves = points("moves", &self.moves)?;
        // One for each move, or none.
        let times = self.times.iter().filter(|_| self.times.len() == moves.len());
        Ok(Game {
            rule: self.rule.as_ref().map(|rule| read_rule(Some(rule))).transpose()?,
            black: self.black.clone(),
            white: self.white.clone(),
            times: times.map(|&ms| ms.into()).collect(),
            opened: usize::from(self.opened).min(moves.len()),
            moves,
            result,
            details: self.details.clone(),
            ..Game::new(size)
        })
    }
}

/// A game as a file.
pub fn write(fields: &GameFields, format: &str) -> Answer {
    let game = fields.game()?;
    game.check(game.rule.unwrap_or(Rule::Freestyle)).map_err(|error| error.fault)?;
    let tree = fields.tree(&game)?;
    let known = match format {
        "renlib" => Some(Format::Lib),
        "text" => Some(Format::Pos),
        "points" | "url" => Some(Format::Bare),
        name => Format::from_name(name),
    };
    let known = known.ok_or_else(|| format!("there is no format {format}"))?;
    if let Some(fault) = unfit(&game, known) {
        return Err(fault);
    }
    let mut bytes = dolmen_records::write_trees(known, vec![tree]).map_err(|error| error.fault)?;
    if format == "url" {
        bytes.splice(..0, *b"https://gomocalc.com/#/");
        bytes.truncate(bytes.trim_ascii_end().len());
    }
    Ok(json!({"bytes": STANDARD.encode(bytes)}))
}

/// Why a format does not hold a game: it would be read back as another one.
fn unfit(game: &Game, format: Format) -> Option<Phrase> {
    match format {
        Format::Bare | Format::Offset if game.size != Size::USUAL => {
            let (side, usual) = (game.size.get(), Size::USUAL.get());
            Some(Fault::OtherSize(format!("{side}x{side}"), usual).into())
        }
        Format::Lib => {
            let rule = game.rule.filter(|&rule| rule != Rule::Renju)?;
            Some(format!("rule '{rule}' is not renju, the only one that this format holds").into())
        }
        _ => None,
    }
}
