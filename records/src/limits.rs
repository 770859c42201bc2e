//! How much readers take.

use super::{Fault, Game, Place, RecordError};
use dolmen::types::MAX_SIZE;

/// Most bytes of a file that are read.
pub const MOST_BYTES: usize = 64 << 20;
/// Most games of a file.
pub const MOST_GAMES: usize = 250_000;
/// Most stones of all games of a file together.
const MOST_STONES: usize = 8_000_000;
/// Most bytes of all names and details of a file together: of a long file, as it grows in UTF-8.
const MOST_TEXT: usize = 4 * MOST_BYTES;
/// Most moves of a line of a tree.
pub(super) const MOST_MOVES: usize = (MAX_SIZE as usize).pow(2);
/// Most nodes of a tree.
pub(super) const MOST_NODES: usize = 8_000_000;

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
        let is_spent = [self.games > MOST_GAMES, self.stones > MOST_STONES, self.text > MOST_TEXT];
        if is_spent.contains(&true) { Err(place.fault(Fault::TooMuch)) } else { Ok(()) }
    }
}
