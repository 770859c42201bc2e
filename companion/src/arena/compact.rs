//! Games for training, in two bytes a move; on boards larger than 16 x 16 one bit more.

use std::io;

use dolmen::types::{Color, Coord, Rule, Score, Size};
use dolmen_records::{Game, GameResult, Losses};

/// Begins a file of games; the last byte is the version. No file of version 2 was ever kept.
pub const MAGIC: &[u8; 8] = b"DOLGAME\x03";
/// Begins a file of the first version, where a cell takes two bytes on every board.
pub const OLD_MAGIC: &[u8; 8] = b"DOLGAME\x01";
/// Most stones that an opening can have in a file.
pub const MOST_OPENED: usize = u8::MAX as usize;
/// In place of a score that is not known.
const NO_SCORE: i8 = i8::MIN;

/// A game with what the players thought.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompactGame {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Half points of black: 0, 1 or 2.
    pub half_points: u8,
    /// Stones of the opening.
    pub opening: Vec<Coord>,
    /// Moves with what the mover thought, see [`quantised`].
    pub moves: Vec<(Coord, Option<i8>)>,
}

/// The byte of a proven win; its negative is that of a proven loss.
pub const PROVEN: i8 = 127;
/// What a winning chance less one half is multiplied by.
const CHANCE_SCALE: f64 = 252.0;

/// A score in one byte: its winning chance, or [`PROVEN`].
pub fn quantised(score: Score) -> i8 {
    match score.is_decisive() {
        true if score.is_win() => PROVEN,
        true => -PROVEN,
        false => ((score.win_rate() - 0.5) * CHANCE_SCALE).round() as i8,
    }
}

/// The winning chance of the byte of an undecided score; never 0 or 1.
pub fn chance(score: i8) -> f64 {
    f64::from(score.clamp(-125, 125)) / CHANCE_SCALE + 0.5
}

/// A whole file of games; read back by [`decode`].
pub fn encode(games: &[CompactGame]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    games.iter().for_each(|game| game.encode(&mut bytes));
    bytes
}

impl CompactGame {
    /// Appends the game to a file of games.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        let result = [1, 2, 0][usize::from(self.half_points.min(2))];
        bytes.extend([self.rule.code(), self.size.get(), result, self.opening.len() as u8]);
        bytes.extend(((self.opening.len() + self.moves.len()) as u16).to_le_bytes());
        let number = |c: Coord| u16::from(c.y()) * u16::from(self.size.get()) + u16::from(c.x());
        if has_high_bits(self.size) {
            let cells = self.opening.iter().copied().chain(self.moves.iter().map(|m| m.0));
            let high: Vec<u8> = cells.map(|c| (number(c) >> 8) as u8).collect();
            let byte = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit);
            bytes.extend(high.chunks(8).map(byte));
        }
        bytes.extend(self.opening.iter().map(|&c| number(c) as u8));
        for &(c, score) in &self.moves {
            bytes.extend([number(c) as u8, score.unwrap_or(NO_SCORE) as u8]);
        }
    }

    /// Points of the player of a move, by its number among the moves: 0, 1/2 or 1.
    pub fn points_of_mover(&self, number: usize) -> f32 {
        let black = f32::from(self.half_points) / 2.0;
        let is_black = (self.opening.len() + number) % 2 == Color::Black.index();
        if is_black { black } else { 1.0 - black }
    }

    /// The game without what the players thought.
    pub fn on_paper(&self) -> Game {
        let result = match self.half_points {
            0 => GameResult::Won(Color::White),
            1 => GameResult::Drawn,
            _ => GameResult::Won(Color::Black),
        };
        let mut lost = Losses::default();
        lost.add("scores", self.moves.iter().filter(|m| m.1.is_some()).count());
        Game {
            rule: Some(self.rule),
            moves: self.opening.iter().copied().chain(self.moves.iter().map(|m| m.0)).collect(),
            opened: self.opening.len(),
            result: Some(result),
            lost,
            ..Game::new(self.size)
        }
    }
}

/// Whether a byte is not enough for the number of a cell: then the ninth bits of all cells of a
/// game stand before them, eight in a byte.
fn has_high_bits(size: Size) -> bool {
    size.area() > 256
}

/// Whether this is, or began as, a file of games of any version.
pub fn is_file(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(OLD_MAGIC)
}

/// Reads a whole file of games.
///
/// # Errors
/// If it is not one, or damaged or cut off; the message tells where.
pub fn decode(bytes: &[u8]) -> io::Result<Vec<CompactGame>> {
    let (games, length) = decode_prefix(bytes)?;
    match length == bytes.len() {
        true => Ok(games),
        false => Err(flaw(&games, length, "is cut off")),
    }
}

/// Reads the games before one that is cut off at the end of the file, and tells how many bytes they
/// take.
///
/// # Errors
/// If it is no file of games, or what follows the games is not the begin of one; the message tells where.
pub fn decode_prefix(bytes: &[u8]) -> io::Result<(Vec<CompactGame>, usize)> {
    if !is_file(bytes) {
        let found = match bytes.strip_prefix(&MAGIC[..MAGIC.len() - 1]) {
            Some([version, ..]) => format!("version {version}"),
            _ if bytes.is_empty() => "an empty file".into(),
            _ => "another kind of file".into(),
        };
        let text = format!("expected games of datagen, version 1 or 3, found {found}");
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    let is_old = bytes.starts_with(OLD_MAGIC);
    let mut rest = &bytes[MAGIC.len()..];
    let mut games = Vec::new();
    loop {
        let length = bytes.len() - rest.len();
        match decode_game(&mut rest, is_old) {
            Ok(game) => games.push(game),
            Err(Flaw::CutOff) => return Ok((games, length)),
            Err(Flaw::Damaged) => return Err(flaw(&games, length, "is damaged")),
        }
    }
}

/// The error of a game behind others.
fn flaw(games: &[CompactGame], at: usize, what: &str) -> io::Error {
    let text = format!("game {} {what}, at byte {at}", games.len());
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// Why something is no game.
enum Flaw {
    /// The bytes end before it does.
    CutOff,
    /// No game is written so.
    Damaged,
}

fn decode_game(rest: &mut &[u8], is_old: bool) -> Result<CompactGame, Flaw> {
    let [rule, size, result, opened] = *take::<4>(rest)?;
    let (rule, size) = Rule::from_code(rule).zip(Size::new(size)).ok_or(Flaw::Damaged)?;
    let half_points = [2, 0, 1].get(usize::from(result)).copied().ok_or(Flaw::Damaged)?;
    let count = usize::from(u16::from_le_bytes(*take::<2>(rest)?));
    if count > size.area() || usize::from(opened) > count {
        return Err(Flaw::Damaged);
    }
    let high_bits = match !is_old && has_high_bits(size) {
        true => rest.split_off(..count.div_ceil(8)).ok_or(Flaw::CutOff)?,
        false => &[],
    };
    let mut taken = vec![false; size.area()];
    let mut cell = |rest: &mut &[u8], i: usize| {
        let [low] = *take::<1>(rest)?;
        let high = match is_old {
            true => take::<1>(rest)?[0],
            false => high_bits.get(i / 8).map_or(0, |byte| byte >> (i % 8) & 1),
        };
        let number = u16::from_le_bytes([low, high]);
        let free = taken.get_mut(usize::from(number)).filter(|taken| !**taken);
        *free.ok_or(Flaw::Damaged)? = true;
        let (x, y) = (number % u16::from(size.get()), number / u16::from(size.get()));
        Coord::new(x as u8, y as u8).ok_or(Flaw::Damaged)
    };
    let mut opening = Vec::new();
    let mut moves = Vec::new();
    for i in 0..count {
        let c = cell(rest, i)?;
        if i < usize::from(opened) {
            opening.push(c);
        } else {
            let [score] = *take::<1>(rest)?;
            moves.push((c, Some(score as i8).filter(|&e| e != NO_SCORE)));
        }
    }
    Ok(CompactGame { rule, size, half_points, opening, moves })
}

fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> Result<&'a [u8; N], Flaw> {
    let (first, tail) = rest.split_first_chunk::<N>().ok_or(Flaw::CutOff)?;
    *rest = tail;
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::{MAX_SIZE, MIN_SIZE};

    #[test]
    fn games_come_back_on_boards_of_all_sizes() {
        for n in MIN_SIZE..=MAX_SIZE {
            let size = Size::new(n).expect("a legal size");
            let corner = |x: u8, y: u8| Coord::new(x * (n - 1), y * (n - 1)).expect("a cell");
            let game = CompactGame {
                rule: Rule::Renju,
                size,
                half_points: 1,
                opening: vec![corner(0, 0), corner(1, 1)],
                moves: vec![(corner(1, 0), None), (corner(0, 1), Some(-127))],
            };
            let bytes = encode(&[game.clone(), game.clone()]);
            let high = usize::from(n > 16);
            assert_eq!(bytes.len(), 8 + 2 * (6 + high + 2 + 2 * 2));
            assert_eq!(decode(&bytes).expect("games"), [game.clone(), game]);
        }
    }

    /// Those in the repository, for example.
    #[test]
    fn files_of_the_first_version_are_read() {
        let game = [4, 15, 1, 1, 3, 0, 112, 0, 224, 0, 5, 0, 0, 128];
        let games = decode(&[&OLD_MAGIC[..], &game, &game].concat()).expect("games");
        let at = |x, y| Coord::new(x, y).expect("a cell");
        assert_eq!(games.len(), 2);
        assert_eq!((games[1].rule, games[1].half_points), (Rule::Renju, 0));
        assert_eq!(games[1].opening, [at(7, 7)]);
        assert_eq!(games[1].moves, [(at(14, 14), Some(5)), (at(0, 0), None)]);
    }
}
