//! Games on paper: one JSON line each, and the formats of others.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

use super::compact::{self, CompactGame, MOST_OPENED, quantised};
use super::game::{Ending, PlayedMove};
use super::opening;
use dolmen::types::{Color, Coord, Rule, Score, Size};
use dolmen_records::{Game, GameResult, Losses};

/// How Piskvork marks a game that was lost on time.
const TIMEOUT: i32 = 15;

/// The first line of a record: which match it belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// Version of the format.
    pub dolmen_match: u32,
    /// Protocol code of the rule.
    pub rule: u8,
    /// Board size.
    pub size: u8,
    /// Names in order.
    pub engines: Vec<String>,
    /// Games of the whole match.
    pub games: usize,
    /// A checksum of everything else that decides what is played: openings, limits, pairings.
    pub terms: String,
}

impl MatchHeader {
    /// What is another in a match than here, with its value here and there.
    pub fn difference(&self, other: &MatchHeader) -> Option<String> {
        let rule = |header: &MatchHeader| {
            let rule = Rule::from_code(header.rule);
            rule.map_or(header.rule.to_string(), |rule| rule.name().to_string())
        };
        let (names, others) = (self.engines.join(", "), other.engines.join(", "));
        let differences = [
            ("version", self.dolmen_match.to_string(), other.dolmen_match.to_string()),
            ("rule", rule(self), rule(other)),
            ("size", self.size.to_string(), other.size.to_string()),
            ("engines", names, others),
            ("games", self.games.to_string(), other.games.to_string()),
        ];
        if let Some((what, own, other)) = differences.into_iter().find(|(_, a, b)| a != b) {
            return Some(format!("{what} {own}, not {other}"));
        }
        (self != other).then(|| "other openings, limits, options or pairings".to_string())
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number in the schedule.
    pub index: usize,
    /// Who had black.
    pub black: usize,
    /// Who had white.
    pub white: usize,
    /// Stones on the board at the start, `h8i9`.
    pub opening: String,
    /// What was played then.
    pub moves: Vec<PlayedMove>,
    /// Points of black.
    pub points: f64,
    /// How it ended.
    pub ending: Ending,
    /// Who proposed the opening, if the engines chose it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub proposer: Option<usize>,
}

/// A record as read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRecord {
    /// The match.
    pub header: MatchHeader,
    /// Its games, each once, in the order of the schedule.
    pub games: Vec<GameRecord>,
}

/// Reads a record. A last line without an end, cut off, is ignored, as are empty ones.
///
/// # Errors
/// If the file cannot be read, is no record, or has two different games of one number.
pub fn read(mut input: impl BufRead) -> io::Result<MatchRecord> {
    let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidData, text);
    let mut line = String::new();
    input.read_line(&mut line)?;
    // Editors may have written a byte order mark.
    let header = line.strip_prefix('\u{FEFF}').unwrap_or(&line);
    let header: MatchHeader =
        serde_json::from_str(header).map_err(|_| invalid("not the record of a match".into()))?;
    if Size::new(header.size).is_none() || Rule::from_code(header.rule).is_none() {
        return Err(invalid("not the record of a match: there is no such rule or board".into()));
    }
    let mut games = Vec::new();
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            break;
        }
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<GameRecord>(&line) {
            Ok(game) if game.fits(&header) => games.push(game),
            _ if !line.ends_with('\n') => {}
            Ok(GameRecord { index, .. }) => {
                let number = index.saturating_add(1);
                return Err(invalid(format!("game {number} is none of this match")));
            }
            Err(error) => return Err(invalid(format!("a line is no game: {error}"))),
        }
    }
    let twice = |number| invalid(format!("game {number} is there twice, with different moves"));
    Ok(MatchRecord { header, games: each_once(games).map_err(twice)? })
}

/// Games in the order of the schedule, without copies.
///
/// # Errors
/// The number, from 1, of a game of which there are two different ones.
pub fn each_once(mut games: Vec<GameRecord>) -> Result<Vec<GameRecord>, usize> {
    games.sort_by_key(|game| game.index);
    games.dedup();
    match games.windows(2).find(|two| two[0].index == two[1].index) {
        Some(two) => Err(two[0].index + 1),
        None => Ok(games),
    }
}

/// Writes a line of a record, whole.
///
/// # Errors
/// If it cannot be written.
pub fn write_line(output: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    output.write_all(text.as_bytes())?;
    output.flush()
}

impl GameRecord {
    /// Whether the game is possible in a match.
    fn fits(&self, header: &MatchHeader) -> bool {
        let Some(size) = Size::new(header.size) else { return false };
        let Ok(opening) = opening::parse(&self.opening, size) else { return false };
        let is_on_board = |m: &PlayedMove| Coord::new(m.x, m.y).is_some_and(|c| size.contains(c));
        self.index < header.games
            && self.black.max(self.white) < header.engines.len()
            && self.black != self.white
            && self.proposer.is_none_or(|one| [self.black, self.white].contains(&one))
            && [0.0, 0.5, 1.0].contains(&self.points)
            && opening.len() <= MOST_OPENED
            && opening.len() + self.moves.len() <= size.area()
            && self.moves.iter().all(is_on_board)
    }
}

impl MatchRecord {
    fn size(&self) -> Option<Size> {
        Size::new(self.header.size)
    }

    /// Opening and moves of a game.
    fn stones(&self, game: &GameRecord) -> Vec<Coord> {
        let opening = self.size().and_then(|size| opening::parse(&game.opening, size).ok());
        let played = game.moves.iter().filter_map(|m| Coord::new(m.x, m.y));
        opening.unwrap_or_default().into_iter().chain(played).collect()
    }

    /// The game as others keep it.
    fn on_paper(&self, game: &GameRecord) -> Option<Game> {
        let names = &self.header.engines;
        let moves = self.stones(game);
        let opened = moves.len() - game.moves.len().min(moves.len());
        let opening_took_nothing = std::iter::repeat_n(0, opened);
        let mut lost = Losses::default();
        lost.add("scores", game.moves.iter().filter(|m| m.eval.is_some()).count());
        lost.add("who proposed the opening", usize::from(game.proposer.is_some()));
        let code = if game.ending == Ending::Time { TIMEOUT } else { 0 };
        let is_kept = game.ending.is_on_board() || code != 0;
        lost.add("how the game ended", usize::from(!is_kept));
        Some(Game {
            rule: Rule::from_code(self.header.rule),
            black: names[game.black].clone(),
            white: names[game.white].clone(),
            times: opening_took_nothing.chain(game.moves.iter().map(|m| m.ms)).collect(),
            opened,
            moves,
            result: Some(match game.points {
                p if p > 0.75 => GameResult::Won(Color::Black),
                p if p < 0.25 => GameResult::Won(Color::White),
                _ => GameResult::Drawn,
            }),
            code,
            round: Some(game.index + 1),
            lost,
            ..Game::new(self.size()?)
        })
    }

    /// All games, as they can be converted and analysed.
    pub fn on_paper_all(&self) -> Vec<Game> {
        self.games.iter().filter_map(|game| self.on_paper(game)).collect()
    }

    /// All games as SGF, game type 4, with the time of each move as a comment.
    pub fn sgf(&self) -> String {
        self.on_paper_all().iter().map(dolmen_records::sgf::write).collect()
    }

    /// One game as Piskvork keeps it.
    pub fn psq(&self, game: &GameRecord) -> String {
        self.on_paper(game).map(|game| dolmen_records::psq::write(&game)).unwrap_or_default()
    }

    /// The results as games of chess without moves, for rating tools that know nothing else.
    /// Black has the first move here, so it stands as White there.
    pub fn pgn(&self) -> String {
        let mut text = String::new();
        for game in &self.games {
            let result = match game.points {
                p if p > 0.75 => "1-0",
                p if p < 0.25 => "0-1",
                _ => "1/2-1/2",
            };
            let name = |i: usize| self.header.engines[i].replace('\\', r"\\").replace('"', "'");
            let _ = write!(
                text,
                "[Round \"{}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n\n{result}\n\n",
                game.index + 1,
                name(game.black),
                name(game.white)
            );
        }
        text
    }

    /// All games that can have been played, for training; read back by [`compact::decode`].
    pub fn binary(&self) -> Vec<u8> {
        let games: Vec<_> = self.games.iter().filter_map(|game| self.compact(game)).collect();
        compact::encode(&games)
    }

    fn compact(&self, game: &GameRecord) -> Option<CompactGame> {
        let stones = self.stones(game);
        let mut taken = HashSet::new();
        if !stones.iter().all(|&c| taken.insert(c)) {
            return None;
        }
        let opened = stones.len() - game.moves.len().min(stones.len());
        let score = |m: &PlayedMove| m.eval.map(|eval| quantised(Score::from_value(eval)));
        let (opening, played) = stones.split_at(opened);
        Some(CompactGame {
            rule: Rule::from_code(self.header.rule)?,
            size: self.size()?,
            half_points: (game.points * 2.0).round() as u8,
            opening: opening.to_vec(),
            moves: played.iter().copied().zip(game.moves.iter().map(score)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> MatchRecord {
        let header = MatchHeader {
            dolmen_match: 1,
            rule: 4,
            size: 15,
            engines: vec!["a]".into(), "b".into()],
            games: 2,
            terms: "x".into(),
        };
        let m = |x, y, eval| PlayedMove { x, y, ms: 12, eval };
        let moves = vec![m(6, 6, Some(35)), m(9, 9, None), m(0, 14, Some(29_990))];
        let game = |index, points| GameRecord {
            index,
            black: index,
            white: 1 - index,
            opening: "h8i9".into(),
            moves: moves.clone(),
            points,
            ending: Ending::Five,
            proposer: None,
        };
        MatchRecord { header, games: vec![game(0, 1.0), game(1, 0.5)] }
    }

    #[test]
    fn json_lines_come_back() {
        let record = record();
        let mut bytes = Vec::new();
        write_line(&mut bytes, &record.header).expect("memory");
        for game in record.games.iter().rev() {
            write_line(&mut bytes, game).expect("memory");
        }
        assert_eq!(read(&bytes[..]).expect("a record"), record);
        let marked = ["\u{FEFF}".as_bytes(), &bytes].concat();
        assert_eq!(read(&marked[..]).expect("a record"), record);
        // A kill in the middle of a line loses that game only.
        let cut = read(&bytes[..bytes.len() - 20]).expect("a record");
        assert_eq!(cut.games, record.games[1..]);
        bytes.splice(200..203, *b"\n{\n");
        assert!(read(&bytes[..]).is_err());
        assert!(read(&b"nonsense\n"[..]).is_err());
    }

    #[test]
    fn two_different_games_of_one_number_are_refused() {
        let record = record();
        let read_with = |more: &GameRecord| {
            let mut bytes = Vec::new();
            write_line(&mut bytes, &record.header).expect("memory");
            let games = record.games.iter().chain([more]);
            games.for_each(|game| write_line(&mut bytes, game).expect("memory"));
            read(&bytes[..])
        };
        assert_eq!(read_with(&record.games[1]).expect("a copy"), record);
        let other = GameRecord { points: 0.5, ..record.games[0].clone() };
        let error = read_with(&other).expect_err("two games");
        assert_eq!(error.to_string(), "game 1 is there twice, with different moves");
    }

    /// Whether the record with such a change cannot be read.
    fn refused(spoil: fn(&mut MatchRecord)) -> bool {
        let mut record = record();
        spoil(&mut record);
        let mut bytes = Vec::new();
        write_line(&mut bytes, &record.header).expect("memory");
        record.games.iter().for_each(|game| write_line(&mut bytes, game).expect("memory"));
        read(&bytes[..]).is_err()
    }

    /// It had counted, as a point for and against the engine.
    #[test]
    fn a_game_of_an_engine_with_itself_is_refused() {
        assert!(refused(|record| record.games[0].white = record.games[0].black));
    }

    /// It was left out, and the record could not be read once a game had been added.
    #[test]
    fn a_broken_last_line_with_its_end_is_refused() {
        assert!(refused(|record| record.games[1].white = 2));
        let record = record();
        let mut bytes = Vec::new();
        write_line(&mut bytes, &record.header).expect("memory");
        write_line(&mut bytes, &GameRecord { index: 2, ..record.games[0].clone() })
            .expect("memory");
        let error = read(&bytes[..]).expect_err("two games in all");
        assert_eq!(error.to_string(), "game 3 is none of this match");
        bytes.pop();
        assert!(read(&bytes[..]).expect("a record that was cut off").games.is_empty());
    }

    #[test]
    fn games_that_cannot_be_of_the_match_are_refused() {
        assert!(!refused(|_| ()));
        assert!(refused(|record| record.header.size = 3));
        assert!(refused(|record| record.header.rule = 3));
        assert!(refused(|record| record.games[0].index = usize::MAX));
        assert!(refused(|record| record.games[0].white = 2));
        assert!(refused(|record| record.games[0].points = 2.0));
        assert!(refused(|record| record.games[0].opening = "p16".into()));
        assert!(refused(|record| record.games[0].moves[0].x = 20));
        assert!(refused(|record| record.games[0].moves = [record.games[0].moves[0]; 300].into()));
    }

    #[test]
    fn binary_comes_back_small() {
        let bytes = record().binary();
        let games = compact::decode(&bytes).expect("a record");
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].half_points, games[1].half_points), (2, 1));
        assert_eq!(opening::format(&games[0].opening), "h8i9");
        let evals: Vec<Option<i8>> = games[0].moves.iter().map(|m| m.1).collect();
        assert_eq!(evals, [Some(11), None, Some(127)]);
        assert_eq!(bytes.len(), 8 + 2 * (6 + 2 + 3 * 2));
        for cut in 8..bytes.len() {
            let _ = compact::decode(&bytes[..cut]);
        }
        assert!(compact::decode(b"something else").is_err());
    }

    #[test]
    fn formats_of_others() {
        let record = record();
        let sgf = record.sgf();
        assert!(sgf.starts_with(
            "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[4]RO[1]PB[a\\]]PW[b]RE[B+1];B[hh]C[opening];W[ii]"
        ));
        assert_eq!(sgf.lines().count(), 2);
        let psq = record.psq(&record.games[0]);
        assert!(psq.starts_with("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n7,7,12\n"));
        assert!(psq.ends_with("a]\nb\n0\n"));
        assert!(record.pgn().contains("[White \"b\"]\n[Black \"a]\"]\n[Result \"1/2-1/2\"]"));
    }

    /// It escaped what followed, the end of the name for one.
    #[test]
    fn a_backslash_in_a_name_is_escaped_in_pgn() {
        let mut record = record();
        record.header.engines[1] = r#"C:\b"\"#.into();
        assert!(record.pgn().contains(r#"[Black "C:\\b'\\"]"#), "{}", record.pgn());
    }
}
