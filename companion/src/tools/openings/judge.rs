//! Whether the game is even: by searches, and by games of the engine with itself.

use dolmen::board::{Board, Outcome, turned};
use dolmen::engine::Engine;
use dolmen::search::{Control, Limits, Report, Silent};
use dolmen::types::{Color, Coord, Score};

/// Nodes a move of the games.
const GAME_NODES: u64 = 10_000;

/// Tolerances for [`Judge::even`]: short searches may be off.
pub const ROUGHLY: [i32; 3] = [3, 2, 1];

/// An engine that judges positions.
pub struct Judge {
    /// Of a size that is always the same: it decides the results.
    pub engine: Engine,
    /// Nodes of the last search of a position.
    pub nodes: u64,
    /// Largest score that counts as even.
    pub balance: i32,
    /// Games from a position.
    pub games: usize,
}

impl Judge {
    /// Its score for the side to move if longer and longer searches find it even: for most positions
    /// a short one shows that they are not. With a hundredth, a tenth and all of the nodes the score may
    /// be this many times the balance.
    pub fn even(&mut self, board: &Board, tolerances: [i32; 3]) -> Option<Score> {
        self.engine.clear();
        let mut last = None;
        for (part, tolerance) in [100, 10, 1].into_iter().zip(tolerances) {
            let score = self.search(board, self.nodes / part)?.score;
            let most = self.balance.saturating_mul(tolerance);
            last = Some(score).filter(|score| score.value().abs() <= most);
            last?;
        }
        last
    }

    /// Whether the same colour wins every game.
    pub fn is_decided_by_colour(&mut self, board: &Board) -> bool {
        let mut winners = (0..self.games).map(|game| self.play(board, game));
        let Some(first) = winners.next() else { return false };
        first.is_some() && winners.all(|winner| winner == first)
    }

    /// Whether no colour gets more than five eighths of the points of the games.
    pub fn is_shared(&mut self, board: &Board) -> bool {
        // In half points: two for a win.
        let (most, mut black) = (2 * self.games * 5 / 8, 0);
        (0..self.games).all(|game| {
            black += match self.play(board, game) {
                Some(Color::Black) => 2,
                Some(Color::White) => 0,
                None => 1,
            };
            let white = 2 * (game + 1) - black;
            black.max(white) <= most
        })
    }

    /// The winner of a game of the engine with itself. Games from one position differ by its
    /// orientation and a little by the length of the searches.
    pub(super) fn play(&mut self, board: &Board, game: usize) -> Option<Color> {
        let size = board.size();
        let stones: Vec<Coord> =
            board.history().map(|stone| turned(stone.coord, game % 8, size)).collect();
        let mut board = Board::with_moves(board.rule(), size, &stones);
        let nodes = GAME_NODES + GAME_NODES / 10 * game as u64;
        self.engine.clear();
        while board.outcome() == Outcome::Open {
            let us = board.side_to_move();
            let report = self.search(&board, nodes)?;
            match report.score {
                score if score.is_win() => return Some(us),
                score if score.is_loss() => return Some(!us),
                _ => board.play(report.best),
            };
        }
        board.outcome().winner()
    }

    fn search(&mut self, board: &Board, nodes: u64) -> Option<Report> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.engine.think(board, &limits, &Control::new(), &mut Silent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::{Rule, Size, parse_stones};

    /// Black to move makes a four and a three at once.
    #[test]
    fn an_opening_that_one_colour_always_wins_is_dropped() {
        let size = Size::new(15).expect("a board size");
        let engine = Engine::new(1 << 20, 1);
        let mut judge = Judge { engine, nodes: 1000, balance: 1000, games: 4 };
        let stones = parse_stones("h8a1i8a15j8o1h9o15").expect("an opening");
        let won = Board::with_moves(Rule::Freestyle, size, &stones);
        assert_eq!(judge.play(&won, 3), Some(Color::Black));
        assert!(judge.is_decided_by_colour(&won));
        assert!(!judge.is_shared(&won));
        judge.games = 0;
        assert!(!judge.is_decided_by_colour(&won));
        assert!(judge.is_shared(&won));
    }

    /// Its multiple for short searches overflowed, and nothing was even.
    #[test]
    fn any_score_is_even_for_the_greatest_balance() {
        let size = Size::new(15).expect("a board size");
        let engine = Engine::new(1 << 20, 1);
        let mut judge = Judge { engine, nodes: 1000, balance: i32::MAX, games: 0 };
        assert!(judge.even(&Board::new(Rule::Freestyle, size), ROUGHLY).is_some());
    }

    /// The score with a tenth of the nodes may be as large as the balance, or twice as large: some
    /// positions differ by that.
    #[test]
    fn what_a_short_search_finds_uneven_is_dropped() {
        let size = Size::new(15).expect("a board size");
        let engine = Engine::new(1 << 20, 1);
        let mut judge = Judge { engine, nodes: 2000, balance: 0, games: 0 };
        let mut differ = 0;
        for x in 0..15 {
            let stones = [(7, 7), (x, 5), (8, 2)].map(|(x, y)| Coord::new(x, y).expect("a point"));
            let board = Board::with_moves(Rule::Freestyle, size, &stones);
            judge.engine.clear();
            let scores = [20, 200, 2000]
                .map(|nodes| judge.search(&board, nodes).expect("a move").score.value().abs());
            // The least that the last search needs.
            judge.balance = scores[2];
            let verdicts = [[3, 1, 1], ROUGHLY].map(|tolerances| {
                let is_even = judge.even(&board, tolerances).is_some();
                let most = tolerances.map(|tolerance| tolerance * scores[2]);
                assert_eq!(is_even, scores.iter().zip(most).all(|(score, most)| *score <= most));
                is_even
            });
            differ += usize::from(verdicts == [false, true]);
        }
        assert!(differ > 0);
    }

    /// On a board of 5x5 nobody wins.
    #[test]
    fn drawn_games_are_shared() {
        let size = Size::new(5).expect("a board size");
        let mut judge =
            Judge { engine: Engine::new(1 << 20, 1), nodes: 1000, balance: 1000, games: 4 };
        let board = Board::new(Rule::Freestyle, size);
        assert_eq!(judge.play(&board, 0), None);
        assert!(judge.is_shared(&board));
    }
}
