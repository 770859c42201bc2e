//! What the bytes of a file of games are read as.

use crate::arena::{compact, record};
use dolmen::types::Size;
use dolmen_records::{Charset, Format, Game, check_length};

/// Begins the record of a match.
const MATCH: &[u8] = b"{\"dolmen_match\"";

/// How a game that `play` saved begins.
pub const SAVED: &str = "# A game of dolmen play; --resume goes on with it.";
/// In one: before the seconds and stones of black, then of white.
pub const SPENT: &str = "spent in the opening";

/// Whether the content is a record of `match` or `datagen`.
pub fn is_record(bytes: &[u8]) -> bool {
    is_match(bytes) || compact::is_file(bytes)
}

/// Whether it is the record of a match, maybe behind a byte order mark.
fn is_match(bytes: &[u8]) -> bool {
    bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes).starts_with(MATCH)
}

/// Reads records of matches and of training as well as what others write.
///
/// # Errors
/// At the first fault.
pub fn parse(
    bytes: &[u8],
    charset: Option<Charset>,
    hint: Option<Format>,
    size: Size,
) -> Result<(Option<Format>, Vec<Game>), Box<dyn std::error::Error>> {
    // What was read of a longer file ends anywhere.
    check_length(bytes)?;
    if is_match(bytes) {
        return Ok((None, record::read(bytes)?.on_paper_all()));
    }
    if compact::is_file(bytes) {
        let games = compact::decode(bytes)?;
        return Ok((None, games.iter().map(compact::CompactGame::on_paper).collect()));
    }
    let (format, mut games) = dolmen_records::read_in(bytes, charset, hint, size)?;
    if let ([game], Some(stones)) = (&mut games[..], stones_of_opening(bytes)) {
        game.opened = stones.min(game.moves.len());
    }
    Ok((Some(format), games))
}

/// Of a saved game: one player may have placed stones of both colours.
fn stones_of_opening(bytes: &[u8]) -> Option<usize> {
    let settings = str::from_utf8(bytes).ok()?.strip_prefix(SAVED)?.lines();
    let spent = settings.filter_map(|line| line.strip_prefix('#')?.split_once(':'));
    let (_, spent) = spent.into_iter().find(|(key, _)| key.trim() == SPENT)?;
    let stones = spent.split_whitespace().skip(1).step_by(2);
    stones.map(|stones| stones.parse::<u16>().ok().map(usize::from)).sum()
}
