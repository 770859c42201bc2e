//! Commands for databases: on which position, and what is said without a database.

use std::io::{self, Write};

use super::Session;
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
        let board = self.board.as_ref().map(|board| match command.verb.has_moves() {
            true => position::from_moves(board.rule(), board.size(), &command.moves),
            false => board.clone(),
        });
        // What the database said before an edit is in the table.
        self.clear_table |= !is_query;
        match database.answer(command, board.as_ref()) {
            Ok(texts) => texts.into_iter().try_for_each(|text| self.say(&Reply::Message(text))),
            Err(text) => self.fail(&text),
        }
    }
}
