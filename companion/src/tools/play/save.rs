//! Games as files: by default the line `RULE SIZE MOVES` that the other subcommands read too, with
//! settings in comments before it; or what the name of the file asks for.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use super::game::{GameEnd, GameSetup, OngoingGame, Player, Refusal, Spent, TimeControl};
use crate::tools::game_files::content::{SAVED, SPENT, is_record, parse};
use dolmen::board::PositionLine;
use dolmen::types::{Color, Coord, Rule};
use dolmen_records::{Format, GameResult};
use dolmen_study::openings::rules::Opening;

/// Longest file that can be a saved game.
pub const LONGEST: u64 = 1 << 20;

/// The game as text.
///
/// ```text
/// # A game of dolmen play; --resume goes on with it.
/// # black: human
/// # white: 3
/// # seed: 7
/// # opening: swap2 7 2
/// # spent in the opening: 21.5 3 8.0 0
/// # clock: 10+5
/// # seconds: 0.0 4.1 2.7
/// freestyle 15 h8i9h9
/// ```
pub fn write(game: &OngoingGame) -> String {
    let GameSetup { players: [black, white], time, seed, .. } = *game.setup();
    let mut text = format!("{SAVED}\n");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# black: {}\n# white: {}", player(black), player(white));
    let _ = writeln!(text, "# seed: {seed}");
    if let Some(TimeControl { base, increment }) = time {
        let (minutes, seconds) = (base.as_secs_f64() / 60.0, increment.as_secs_f64());
        let _ = writeln!(text, "# clock: {minutes}+{seconds}");
    }
    if !game.times().is_empty() {
        let times: Vec<String> =
            game.times().iter().map(|time| format!("{:.1}", time.as_secs_f64())).collect();
        let _ = writeln!(text, "# seconds: {}", times.join(" "));
    }
    if game.setup().opening.rule != Opening::of_rule(game.setup().rule).rule {
        let _ = writeln!(text, "# opening: {}", game.opening());
    }
    let opened = game.opened();
    if !game.opening().is_stones_only() || opened != [Spent::default(); 2] {
        // Seconds and stones of black, then of white: stones do not tell who placed them, and some thought
        // led to none.
        let spent = |Spent { time, stones }| format!("{:.1} {stones}", time.as_secs_f64());
        let _ = writeln!(text, "# {SPENT}: {}", opened.map(spent).join(" "));
    }
    match game.end() {
        Some(GameEnd::Resigned(color)) => drop(writeln!(text, "# resigned: {}", color.name())),
        Some(GameEnd::Time(color)) => drop(writeln!(text, "# out of time: {}", color.name())),
        Some(GameEnd::Board(_)) | None => {}
    }
    let _ = writeln!(text, "{}", position(game));
    text
}

/// The game as a file of this name: `.psq`, `.sgf` and `.lib` are what they are elsewhere, all else
/// is as [`write()`] has it.
///
/// # Errors
/// If the format cannot hold the game.
pub fn write_for(path: &Path, game: &OngoingGame) -> Result<Vec<u8>, String> {
    match foreign(path) {
        Some(format) => dolmen_records::write(format, &[on_paper(game)])
            .map_err(|error| error.fault.to_string()),
        None => Ok(write(game).into_bytes()),
    }
}

/// The format of other programs that a file's name asks for; none holds the state of an opening.
pub fn foreign(path: &Path) -> Option<Format> {
    let format = Format::from_name(path.extension()?.to_str()?)?;
    matches!(format, Format::Psq | Format::Sgf | Format::Lib).then_some(format)
}

fn on_paper(game: &OngoingGame) -> dolmen_records::Game {
    let GameSetup { rule, size, players: [black, white], .. } = *game.setup();
    let name = |player: Player| match player.level() {
        Some(level) => format!("Dolmen, level {}", level.number()),
        None => "human".to_string(),
    };
    let times = game.times().iter().map(|time| time.as_millis() as u64);
    let result = game.end().map(|end| match end.winner() {
        Some(color) => GameResult::Won(color),
        None => GameResult::Drawn,
    });
    dolmen_records::Game {
        rule: Some(rule),
        black: name(black),
        white: name(white),
        moves: game.moves(),
        times: times.collect(),
        opened: game.settled(),
        result,
        ..dolmen_records::Game::new(size)
    }
}

/// Reads a game from bytes of any format that `convert` reads. Settings that are missing are as
/// in `otherwise`; `rule` is that of a file that does not say it.
///
/// # Errors
/// What is wrong with it, and where; or that its rule is another one.
pub fn read_any(
    bytes: &[u8],
    path: &Path,
    otherwise: &GameSetup,
    rule: Option<Rule>,
) -> Result<OngoingGame, String> {
    let game = read_with_rule(bytes, path, otherwise, rule)?;
    let own = game.setup().rule;
    match rule.filter(|&rule| rule != own) {
        Some(rule) => Err(format!("a game of {}, not of {}", own.name(), rule.name())),
        None => Ok(game),
    }
}

fn read_with_rule(
    bytes: &[u8],
    path: &Path,
    otherwise: &GameSetup,
    rule: Option<Rule>,
) -> Result<OngoingGame, String> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let hint = ending.and_then(Format::from_name);
    let text = || std::str::from_utf8(bytes).map_err(|_| "no UTF-8 text".to_string());
    if !is_record(bytes) && matches!(Format::detect(bytes, hint), None | Some(Format::Pos)) {
        return read(text()?, otherwise);
    }
    let (format, mut games) =
        parse(bytes, None, hint, otherwise.size).map_err(|error| error.to_string())?;
    let (Some(record), true) = (games.pop(), games.is_empty()) else {
        return Err(format!("{} games; play continues files with one game", games.len() + 1));
    };
    let default = if format == Some(Format::Lib) { Rule::Renju } else { otherwise.rule };
    let rule = record.rule.or(rule).unwrap_or(default);
    let opening = Opening::of_rule(rule);
    let setup = GameSetup { rule, size: record.size, opening, ..*otherwise };
    let times: Vec<Duration> =
        record.times.iter().map(|&time| Duration::from_millis(time)).collect();
    let mut game = OngoingGame::resume(setup, &record.moves, &times)
        .map_err(|(n, refusal)| refused(record.moves[n - 1], n, refusal))?;
    if let (Some(GameResult::Won(winner)), false) = (record.result, game.is_over()) {
        game.conclude(GameEnd::Resigned(!winner));
    }
    Ok(game)
}

fn refused(c: Coord, number: usize, refusal: Refusal) -> String {
    let why = match refusal {
        Refusal::Over => "comes after the end of the game",
        _ => "is not possible",
    };
    format!("move {number} ({}) {why}", c)
}

/// The game as one line.
pub fn position(game: &OngoingGame) -> String {
    let GameSetup { rule, size, .. } = game.setup();
    let moves: String = game.board().history().map(|m| m.coord.to_string()).collect();
    format!("{} {} {moves}", rule.name(), size.get()).trim_end().to_string()
}

fn player(player: Player) -> String {
    player.level().map_or("human".to_string(), |level| level.number().to_string())
}

fn color(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == text)
}

/// Reads what [`write()`] wrote. Settings that are missing are as in `otherwise`; any line with a
/// position will do.
///
/// # Errors
/// What is wrong, with the number of the line.
pub fn read(text: &str, otherwise: &GameSetup) -> Result<OngoingGame, String> {
    let (mut players, mut time, mut seed) = (otherwise.players, otherwise.time, otherwise.seed);
    let (mut times, mut ended, mut opening, mut position) = (Vec::new(), None, None, None);
    let mut spent = None;
    // In a file of another kind it is only by chance that a comment looks like a setting.
    let is_own = text.starts_with(SAVED);
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |what: &str| format!("line {number}: {what}");
        let line = line.trim();
        let Some(comment) = line.strip_prefix('#') else {
            if !line.is_empty() {
                let request =
                    line.parse::<PositionLine>().map_err(|error| wrong(&error.to_string()))?;
                if position.replace((number, request)).is_some() {
                    return Err(wrong("more than one game"));
                }
            }
            continue;
        };
        let Some((key, value)) = comment.split_once(':').filter(|_| is_own) else { continue };
        let (key, value) = (key.trim(), value.trim());
        let or = |expected: &str| {
            wrong(&format!("{key}: expected {expected}, found '{}'", short(value)))
        };
        let side = || color(value).ok_or_else(|| or("black or white"));
        match key {
            "black" => players[0] = Player::parse(value).ok_or_else(|| or(Player::EXPECTED))?,
            "white" => players[1] = Player::parse(value).ok_or_else(|| or(Player::EXPECTED))?,
            "seed" => seed = value.parse().map_err(|_| or("a whole number"))?,
            "clock" => {
                let read = TimeControl::parse(value);
                time = Some(read.ok_or_else(|| or(TimeControl::EXPECTED))?);
            }
            "seconds" => times = seconds(value).ok_or_else(|| or("seconds for each move"))?,
            "opening" => {
                let read = Opening::parse(value);
                opening = Some(read.ok_or_else(|| or("an opening rule and how it stands"))?);
            }
            SPENT => {
                let read = spent_by_both(value);
                spent = Some(read.ok_or_else(|| or("seconds and stones of black, then white"))?);
            }
            "resigned" => ended = Some(GameEnd::Resigned(side()?)),
            "out of time" => ended = Some(GameEnd::Time(side()?)),
            _ => {}
        }
    }
    let (number, PositionLine { rule, size, moves }) = position.ok_or("contains no game")?;
    let opened = opening.unwrap_or(Opening::of_rule(rule));
    let setup = GameSetup { rule, size, players, time, seed, opening: Opening::new(opened.rule) };
    let mut game = OngoingGame::resume(setup, &moves, &times)
        .map_err(|(n, refusal)| format!("line {number}: {}", refused(moves[n - 1], n, refusal)))?;
    if opening.is_some() || spent.is_some() {
        // More stones than there are: the game was shortened by hand.
        let is_possible = |spent: &[Spent; 2]| spent[0].stones + spent[1].stones <= moves.len();
        game.set_opening(opened, spent.filter(is_possible));
    }
    if let Some(end) = ended {
        game.conclude(end);
    }
    Ok(game)
}

fn seconds(text: &str) -> Option<Vec<Duration>> {
    text.split_whitespace().map(one_time).collect()
}

fn one_time(word: &str) -> Option<Duration> {
    let seconds: f64 = word.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs() < 1 << 32)
}

fn spent_by_both(text: &str) -> Option<[Spent; 2]> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[black, first, white, second] = words.as_slice() else { return None };
    let spent = |time, stones: &str| {
        let stones: u16 = stones.parse().ok()?;
        Some(Spent { time: one_time(time)?, stones: stones.into() })
    };
    Some([spent(black, first)?, spent(white, second)?])
}

fn short(word: &str) -> String {
    word.chars().filter(|c| !c.is_control()).take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::Size;

    fn setup() -> GameSetup {
        let size = Size::new(15).expect("a size");
        let players = [Player::Human, Player::Human];
        let opening = Opening::of_rule(Rule::Freestyle);
        GameSetup { rule: Rule::Freestyle, size, players, time: None, seed: 1, opening }
    }

    #[test]
    fn files_say_what_is_wrong_with_them() {
        let level = "expected human or a level from 1 to 10, found";
        let clock = "expected minutes (above 0, at most 1440), or minutes+seconds (at most 3600)";
        let each = "expected seconds for each move, found";
        for (setting, error) in [
            ("black: 11", format!("{level} '11'")),
            ("white: Bob", format!("{level} 'Bob'")),
            ("seed: x", "expected a whole number, found 'x'".into()),
            ("clock: -1", format!("{clock}, found '-1'")),
            ("clock: nan+inf", format!("{clock}, found 'nan+inf'")),
            ("seconds: 1 x", format!("{each} '1 x'")),
            ("seconds: 1e300", format!("{each} '1e300'")),
            ("resigned: red", "expected black or white, found 'red'".into()),
        ] {
            let (key, _) = setting.split_once(':').expect("a setting");
            let text = format!("# {setting}\nfreestyle 15");
            let error = format!("line 2: {key}: {error}");
            assert_eq!(read(&format!("{SAVED}\n{text}"), &setup()).err(), Some(error));
            // In a file of somebody else it is a remark.
            assert!(read(&text, &setup()).is_ok(), "{text}");
        }
        for (text, error) in [
            ("", "contains no game"),
            (
                "\nchess 8",
                "line 2: expected a rule (freestyle or 0, standard or 1, renju or 4, caro-overline \
                 or 8, caro or 9), found 'chess'",
            ),
            ("freestyle 15 h8h8", "line 1: move 2 (h8) is on an occupied point"),
            ("freestyle 15 h8\nfreestyle 15 h8", "line 2: more than one game"),
            (
                "freestyle 15 h8h9i8i9j8j9k8k9l8a1",
                "line 1: move 10 (a1) comes after the end of the game",
            ),
        ] {
            assert_eq!(read(text, &setup()).err().as_deref(), Some(error), "{text}");
        }
    }

    #[test]
    fn a_bare_position_is_a_game_too() {
        let game = read("renju 19 k10l11\n# a remark: of no importance", &setup());
        let game = game.expect("a game");
        assert_eq!((game.board().ply(), game.setup().rule), (2, Rule::Renju));
        assert_eq!(position(&game), "renju 19 k10l11");
    }
}
