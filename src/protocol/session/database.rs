//! Commands for databases: on which position, and what is said without a database.

use std::io::{self, Write};

use super::{Info, Session};
use crate::protocol::database::DatabaseCommand;
use crate::protocol::position;
use crate::protocol::reply::Reply;

/// Said to those who ask this program for a database. Boards send queries by themselves, which stay
/// unanswered.
const NO_DATABASE: &str = "this program keeps no database; the program dolmen does: dolmen engine";

impl<W: Write> Session<W> {
    pub(super) fn database(&mut self, command: &DatabaseCommand) -> io::Result<()> {
        let is_query = command.verb.is_query();
        let Some(database) = &mut self.database else {
            let told = (!is_query).then(|| Reply::Message(NO_DATABASE.into()));
            return told.map_or(Ok(()), |told| self.say(&told));
        };
        let board = match (&self.board, &command.stray) {
            (_, Some(word)) => Err(format!("'{word}' is no move")),
            (Some(board), _) if command.verb.has_moves() => {
                position::from_moves(board.rule(), board.size(), &command.moves).map(Some)
            }
            (board, _) => Ok(board.clone()),
        };
        // What the database said before an edit is in the table.
        self.clear_table |= !is_query;
        match board.and_then(|board| database.answer(command, board.as_ref())) {
            Ok(texts) => texts.into_iter().try_for_each(|text| self.say(&Reply::Message(text))),
            Err(text) => self.fail(&text),
        }
    }

    /// Tells the database of a setting. If searches begin or cease to use it, the table, which has
    /// what it said, is cleared.
    pub(super) fn set_database(&mut self, info: &Info) {
        let Some(database) = &mut self.database else { return };
        let had_store = database.store().is_some();
        database.set(info);
        self.clear_table |= database.store().is_some() != had_store;
    }
}
