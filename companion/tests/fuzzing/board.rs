//! Bytes as stones placed and taken back: what the board keeps up to date must equal what a new
//! board, the specification of the patterns and the slow referee say of the same stones.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use dolmen::board::line::Classifier;
use dolmen::board::{Board, IllegalMove, Outcome};
use dolmen::eval::{Net, Position};
use dolmen::types::{Color, Coord, MAX_SIZE, MIN_SIZE, Rule, Size};

use super::anew::{check_against_specification, net, replayed, snapshot};
use super::naive::Referee;

thread_local! {
    /// They remember what they have worked out.
    static CLASSIFIERS: RefCell<HashMap<u8, [Classifier; 2]>> = RefCell::default();
}

/// The first byte is the rule, the second the size. Of the others each is one step: most are the
/// way from the last point to the next, around the edges if need be, where a stone is placed; the
/// highest take stones back.
pub fn run(bytes: &[u8]) {
    let [first, second, steps @ ..] = bytes else { return };
    let rule = Rule::ALL[usize::from(first % 5)];
    let sizes = MAX_SIZE - MIN_SIZE + 1;
    let size = Size::new(MIN_SIZE + second % sizes).expect("a legal size");
    let net = net(rule);
    let mut walk = Walk {
        position: Position::new(Board::new(rule, size), Some(net.clone())),
        net,
        is_same_side: false,
        referee: Referee::new(rule, size),
        at: Coord::new(size.get() / 2, size.get() / 2).expect("the middle"),
    };
    // Longer walks would tell nothing more.
    steps.iter().take(1000).for_each(|&step| walk.step(step));
    walk.compare();
    walk.compare_with_referee();
    while walk.take_back() {}
    walk.compare();
    let mut empty = Board::new(rule, size);
    empty.set_side_to_move(walk.board().side_to_move());
    assert_eq!(walk.board().hash(), empty.hash());
}

struct Walk {
    position: Position,
    referee: Referee,
    net: Arc<Net>,
    /// The side that placed the last stone places the next one, too.
    is_same_side: bool,
    /// The last point that was aimed at.
    at: Coord,
}

/// The side of the square around the last point in which the next one lies.
const REACH: u8 = 15;

impl Walk {
    fn board(&self) -> &Board {
        self.position.board()
    }

    fn step(&mut self, byte: u8) {
        match byte {
            0..225 => {
                let n = self.board().size().get();
                let (dx, dy) = (byte % REACH, byte / REACH);
                let x = (self.at.x() + dx + 2 * n - REACH / 2) % n;
                let y = (self.at.y() + dy + 2 * n - REACH / 2) % n;
                self.at = Coord::new(x, y).expect("a point of the board");
                self.place();
            }
            225..235 => {
                self.is_same_side = !self.is_same_side;
            }
            235..238 => self.compare(),
            238..240 => {
                let off = Coord::new(MAX_SIZE - 1, MAX_SIZE - 1).expect("a point of some board");
                let hash = self.board().hash();
                if !self.board().size().contains(off) {
                    let tried = self.position.look_ahead(|board| board.try_play(off));
                    assert_eq!(tried, Err(IllegalMove::OffBoard));
                }
                assert_eq!(self.board().hash(), hash);
            }
            _ => {
                for _ in 240..=byte {
                    self.take_back();
                }
            }
        }
    }

    fn place(&mut self) {
        let side = self.board().side_to_move();
        if self.board().is_empty(self.at) {
            let side = if std::mem::take(&mut self.is_same_side) { !side } else { side };
            self.position.place(self.at, side);
            self.referee.place(self.at, side);
        } else {
            let tried = self.position.look_ahead(|board| board.try_play(self.at));
            assert_eq!(tried, Err(IllegalMove::Occupied));
            assert!(self.referee.moves().iter().any(|&(c, _)| c == self.at));
        }
        assert_eq!(self.board().outcome(), self.referee.outcome());
    }

    /// Whether there was a stone to take back.
    fn take_back(&mut self) -> bool {
        let taken = self.position.undo();
        assert_eq!(taken.map(|m| (m.coord, m.color)), self.referee.undo());
        taken.is_some()
    }

    fn compare(&mut self) {
        let mut fresh = Position::new(replayed(self.board()), Some(self.net.clone()));
        assert_eq!(snapshot(&mut self.position), snapshot(&mut fresh));
    }

    fn compare_with_referee(&mut self) {
        let rule = self.board().rule();
        CLASSIFIERS.with_borrow_mut(|all| {
            let make = || Color::ALL.map(|color| Classifier::new(rule, color));
            check_against_specification(self.board(), all.entry(rule.code()).or_insert_with(make));
        });
        let free: Vec<Coord> = self.board().empty_cells().iter().collect();
        assert_eq!(free, self.referee.empty_points());
        // Far from all stones nothing can be made.
        let candidates: Vec<Coord> = self.board().candidates().iter().collect();
        for c in candidates {
            assert_eq!(self.board().fouls(c), self.referee.fouls(c), "{c:?}");
            for color in Color::ALL {
                let wins = self.position.look_ahead(|board| {
                    board.place(c, color);
                    let wins = board.outcome() == Outcome::Win(color);
                    board.undo();
                    wins
                });
                assert_eq!(wins, self.referee.makes_five(c, color), "{c:?}");
            }
        }
    }
}
