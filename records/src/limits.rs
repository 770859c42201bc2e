//! How much readers take.

use std::fmt;

use super::{Fault, Game, Place, RecordError};
use dolmen::types::MAX_SIZE;

/// Most bytes of a file that are read.
pub const MOST_BYTES: usize = 64 << 20;
/// Most games of a file.
pub const MOST_GAMES: usize = 250_000;
/// Most moves of a line of a tree.
pub(super) const MOST_MOVES: usize = (MAX_SIZE as usize).pow(2);

/// How many of something are read at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number.
    pub most: usize,
    /// Of what, in words.
    pub unit: &'static str,
}

impl Limit {
    const BYTES: Limit = Limit { most: MOST_BYTES, unit: "bytes" };
    const GAMES: Limit = Limit { most: MOST_GAMES, unit: "games" };
    /// Of all games of a file together.
    const STONES: Limit = Limit { most: 8_000_000, unit: "stones in all games together" };
    /// Of all names and details of a file together: of a long file, as it grows in UTF-8.
    const TEXT: Limit =
        Limit { most: 4 * MOST_BYTES, unit: "bytes of names and remarks in all games together" };
    pub(super) const MOVES: Limit = Limit { most: MOST_MOVES, unit: "moves in a line" };
    /// Of all trees of a file of SGF together, values of properties that are not moves.
    pub(super) const NOTES: Limit = Limit {
        most: 6_000_000,
        unit: "comments, marks and other properties in all games together",
    };
    pub(super) const SET_UP: Limit = Limit { most: MOST_MOVES, unit: "stones set up" };
    pub(super) const NODES: Limit = Limit { most: 8_000_000, unit: "nodes in a tree" };
}

/// Refuses a file of more bytes than are read.
///
/// # Errors
/// [`Fault::TooMuch`].
pub fn check_length(bytes: &[u8]) -> Result<(), RecordError> {
    match bytes.len() > MOST_BYTES {
        true => Err(Place::Byte(MOST_BYTES).fault(Fault::TooMuch(Limit::BYTES))),
        false => Ok(()),
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} {}", self.most, self.unit)
    }
}

/// Counts what has been read, so that a small file cannot grow without bound.
#[derive(Default)]
pub(super) struct Budget {
    games: usize,
    stones: usize,
    text: usize,
}

impl Budget {
    /// Counts a game with its names and details, which may be those of others as well.
    pub(super) fn spend_game(&mut self, game: &Game) -> Result<(), RecordError> {
        let details: usize = game.details.iter().map(|(_, value)| value.len()).sum();
        self.text += game.black.len() + game.white.len() + details;
        self.spend(game.moves.len(), game.place)
    }

    pub(super) fn spend(&mut self, stones: usize, place: Place) -> Result<(), RecordError> {
        self.games += 1;
        self.stones += stones;
        let spent =
            [(self.games, Limit::GAMES), (self.stones, Limit::STONES), (self.text, Limit::TEXT)];
        let over = spent.into_iter().find(|(count, limit)| *count > limit.most);
        over.map_or(Ok(()), |(_, limit)| Err(place.fault(Fault::TooMuch(limit))))
    }
}
