//! Stones that SGF sets up. They become moves. What a file may have of them and of marks.

use super::points;
use crate::tree::Note;
use crate::{Fault, Game, Limit, MOST_MOVES, order_of_play};
use dolmen::board::Board;
use dolmen::types::{Color, Coord, Rule, Size};

#[derive(Default)]
pub(super) struct Setup {
    /// Of both colours, in the order of the file.
    stones: [Vec<Coord>; 2],
    /// What is written at nodes that had not all of them yet.
    pub(super) notes: Vec<Note>,
}

impl Setup {
    /// Adds a point or a rectangle of them.
    pub(super) fn add(&mut self, color: Color, value: &str) -> Result<(), Fault> {
        let stones = &mut self.stones[color.index()];
        for c in points(value)? {
            if stones.len() >= MOST_MOVES {
                return Err(Fault::TooMuch(Limit::SET_UP));
            }
            stones.push(c);
        }
        Ok(())
    }

    /// Whether a stone is to lie there.
    pub(super) fn contains(&self, c: Coord) -> bool {
        self.stones.iter().any(|stones| stones.contains(&c))
    }

    /// The fault of stones that are no moves in turn.
    pub(super) fn unordered(&self) -> Fault {
        Fault::SetUp(self.stones[0].len(), self.stones[1].len())
    }

    /// All stones as moves, this colour first; `None` if one colour has too many for that.
    pub(super) fn in_turn(&self, first: Color) -> Option<Vec<Coord>> {
        let [own, other] = [first, !first].map(|color| &self.stones[color.index()]);
        let stone = |n: usize| if n.is_multiple_of(2) { own[n / 2] } else { other[n / 2] };
        let alternate = own.len() == other.len() || own.len() == other.len() + 1;
        alternate.then(|| (0..own.len() + other.len()).map(stone).collect())
    }
}

/// Fewer stones end no game, and none of them is a foul.
const FEWEST: usize = 9;
/// What an order under one rule costs at least, in stones that are played.
const LEAST: usize = 20;

/// What a file may still have.
pub(super) struct Left {
    notes: usize,
    /// Last moves that are tried to put stones set up in order: a few for each.
    tries: usize,
    /// Stones that are played before those that are put in order.
    stones: usize,
    /// Empty boards that were needed, as new ones are slow.
    boards: Vec<Board>,
}

impl Default for Left {
    fn default() -> Left {
        Left { notes: Limit::NOTES.most, tries: 4_000, stones: 2_000_000, boards: Vec::new() }
    }
}

impl Left {
    /// Counts what is written at nodes.
    pub(super) fn spend(&mut self, notes: usize) -> Result<(), Fault> {
        self.notes = self.notes.checked_sub(notes).ok_or(Fault::TooMuch(Limit::NOTES))?;
        Ok(())
    }

    /// Stones set up behind others as a game may have placed them: they are a set, and their order in
    /// the file may end the game too early. Without a rule, under the first one by which there is an
    /// order.
    pub(super) fn order(
        &mut self,
        head: &Game,
        before: &[Coord],
        stones: &[Coord],
    ) -> Option<Vec<Coord>> {
        // Up to two have only one order.
        if stones.len() <= 2 || before.len() + stones.len() < FEWEST {
            return None;
        }
        let mut rules = Rule::ALL.into_iter().filter(|&r| head.rule.is_none_or(|told| told == r));
        rules.find_map(|rule| {
            self.stones = self.stones.checked_sub(LEAST + before.len())?;
            let mut start = self.board(rule, head.size);
            let is_free = before.iter().all(|&c| start.try_play(c).is_ok());
            is_free.then(|| order_of_play(&start, stones, &mut self.tries)).flatten()
        })
    }

    fn board(&mut self, rule: Rule, size: Size) -> Board {
        let known = self.boards.iter().find(|one| (one.rule(), one.size()) == (rule, size));
        let board = known.cloned().unwrap_or_else(|| Board::new(rule, size));
        if known.is_none() {
            self.boards.push(board.clone());
        }
        board
    }
}
