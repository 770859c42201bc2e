//! Commands for databases: on which position, and what is said without a database.

use std::io::{self, Write};

use super::Session;
use crate::protocol::database::{DatabaseCommand, DatabaseRequest, DatabaseVerb};
use crate::protocol::position;
use crate::protocol::reply::Reply;

/// Said to those who ask this program for a database. Boards send queries by themselves, which stay
/// unanswered.
const NO_DATABASE: &str = "this program keeps no database; the program dolmen does: dolmen engine";

impl<W: Write> Session<W> {
    pub(super) fn database(&mut self, command: DatabaseCommand) -> io::Result<()> {
        let DatabaseCommand { verb, argument, moves, .. } = command;
        let Some(database) = &mut self.database else {
            return match verb.is_query() {
                true => Ok(()),
                false => self.say(&Reply::Message(NO_DATABASE.into())),
            };
        };
        let board = self.board.as_ref().map(|board| match verb.has_moves() {
            true => position::from_moves(board.rule(), board.size(), &moves),
            false => board.clone(),
        });
        match database.answer(&DatabaseRequest { verb, argument, board }) {
            Ok(texts) => {
                if verb.is_change() || verb == DatabaseVerb::Open {
                    // What it said before is in the table.
                    self.clear_table = true;
                }
                texts.into_iter().try_for_each(|text| self.say(&Reply::Message(text)))
            }
            Err(text) => self.fail(&text),
        }
    }
}
