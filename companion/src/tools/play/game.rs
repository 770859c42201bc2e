//! A game between people and levels of the engine: what may be done, and what follows. Knows no
//! words and no terminal; the caller passes the time.

mod clock;

use std::time::{Duration, Instant};

use dolmen::board::{Board, Fouls, IllegalMove, Move, Outcome};
use dolmen::engine::Level;
use dolmen::types::{Color, Coord, Rule, Size};
use dolmen_study::openings::rules::{Ask, Breach, Choice, Opening};
use dolmen_study::shape::{self, Shape};

pub use clock::{Spent, TimeControl};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A human.
    Human,
    /// The engine.
    Engine(Level),
}

impl Player {
    /// What [`Player::parse`] reads.
    pub const EXPECTED: &str = "human or a level from 1 to 10";

    /// Reads `human`, or the number of a level.
    pub fn parse(text: &str) -> Option<Player> {
        match text.parse() {
            Ok(number) => Level::new(number).map(Player::Engine),
            Err(_) => text.eq_ignore_ascii_case("human").then_some(Player::Human),
        }
    }

    /// The level, unless human.
    pub const fn level(self) -> Option<Level> {
        match self {
            Player::Human => None,
            Player::Engine(level) => Some(level),
        }
    }
}

/// What a game is played by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSetup {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// By colour.
    pub players: [Player; 2],
    /// Without one there is no limit.
    pub time: Option<TimeControl>,
    /// Decides what the levels play.
    pub seed: u64,
    /// How a new game is opened.
    pub opening: Opening,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// On the board.
    Board(Outcome),
    /// This side gave up.
    Resigned(Color),
    /// This side had no time left.
    Time(Color),
}

impl GameEnd {
    /// Who has won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameEnd::Board(outcome) => outcome.winner(),
            GameEnd::Resigned(Color::Black) | GameEnd::Time(Color::Black) => Some(Color::White),
            GameEnd::Resigned(Color::White) | GameEnd::Time(Color::White) => Some(Color::Black),
        }
    }
}

/// Why something cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The point is not on this board.
    OffBoard,
    /// A stone lies there.
    Occupied,
    /// Renju forbids the point to black.
    Forbidden(Fouls),
    /// It is against the rule of the opening.
    Opening(Breach),
    /// The game has ended.
    Over,
    /// It is the engine's turn.
    EnginesTurn,
    /// There is no move to take back.
    NothingToUndo,
    /// The last stone is one of the opening, and stays.
    OpeningStays,
    /// No move was taken back.
    NothingToRedo,
}

/// A stone that was placed, and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Where.
    pub coord: Coord,
    /// By whom.
    pub color: Color,
    /// What it made.
    pub made: Option<Shape>,
    /// What the opponent could have made there.
    pub denied: Option<Shape>,
}

/// A game that is being played.
#[derive(Clone)]
pub struct OngoingGame {
    setup: GameSetup,
    board: Board,
    /// Time taken for each stone on the board.
    times: Vec<Duration>,
    /// Stones taken back, the last one first to return.
    undone: Vec<(Coord, Duration)>,
    ended: Option<GameEnd>,
    opening: Opening,
    /// What was spent in an opening, by the colours that the players have now. A player may place
    /// stones of both colours there, and colours may change; it cannot be taken back. And thought that
    /// no stone has ended: before a choice, something taken back or played again, and the end.
    opened: [Spent; 2],
    /// Since when whoever is to act has been thinking. The clock stands until the first move.
    turn: Option<Instant>,
}

impl OngoingGame {
    /// An empty board.
    pub fn new(setup: GameSetup) -> OngoingGame {
        let board = Board::new(setup.rule, setup.size);
        let (times, undone, opening) = (Vec::new(), Vec::new(), setup.opening);
        let (opened, ended, turn) = ([Spent::default(); 2], None, None);
        OngoingGame { setup, board, times, undone, ended, opening, opened, turn }
    }

    /// A game that goes on: its moves, each with the time it took. Times that are missing count
    /// nothing.
    ///
    /// # Errors
    /// The number of the first move, from 1, that cannot be played, and why.
    pub fn resume(
        setup: GameSetup,
        moves: &[Coord],
        times: &[Duration],
    ) -> Result<OngoingGame, (usize, Refusal)> {
        let mut game = OngoingGame::new(setup);
        for (i, &c) in moves.iter().enumerate() {
            // Players miss fouls, so that the game may have gone on after one.
            if game.is_over() && !matches!(game.ended, Some(GameEnd::Board(Outcome::Foul(_)))) {
                return Err((i + 1, Refusal::Over));
            }
            game.board.try_play(c).map_err(|error| (i + 1, error.into()))?;
            game.times.push(times.get(i).copied().unwrap_or_default());
            game.look_for_end();
        }
        game.opening = match setup.opening.is_stones_only() || moves.is_empty() {
            true => setup.opening.at_ply(moves.len()),
            false => setup.opening.at_end(),
        };
        Ok(game)
    }

    /// What the game is played by.
    pub fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Time taken for each stone on the board.
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// The moves so far.
    pub fn moves(&self) -> Vec<Coord> {
        self.board.history().map(|stone| stone.coord).collect()
    }

    /// Who plays a side.
    pub fn player(&self, color: Color) -> Player {
        self.setup.players[color.index()]
    }

    /// Changes the player of a side.
    pub fn set_player(&mut self, color: Color, player: Player) {
        self.setup.players[color.index()] = player;
    }

    /// Lets the levels play otherwise from now on.
    pub fn set_seed(&mut self, seed: u64) {
        self.setup.seed = seed;
    }

    /// How the game ended; `None` if it has not.
    pub fn end(&self) -> Option<GameEnd> {
        self.ended
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// Where the opening stands.
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// Restores the state of an opening, and what was spent in it if that is known.
    pub fn set_opening(&mut self, opening: Opening, opened: Option<[Spent; 2]>) {
        self.opening = opening.at_ply(self.board.ply());
        // Whether its stones were three or five is not known any more.
        let stones = if opening.is_stones_only() { 0 } else { 5 };
        self.opened = opened.unwrap_or(Color::ALL.map(|color| self.spent(color, 0..stones)));
    }

    /// What was spent in the opening, by colour.
    pub fn opened(&self) -> [Spent; 2] {
        self.opened
    }

    /// Stones of an opening, which cannot be taken back.
    pub fn settled(&self) -> usize {
        self.opened.iter().map(|spent| spent.stones).sum()
    }

    /// The colour of who is to place the next stone, or to choose; his clock runs.
    pub fn side_to_act(&self) -> Color {
        self.opening.actor().unwrap_or(self.board.side_to_move())
    }

    /// Who is to place the next stone, or to choose.
    pub fn actor(&self) -> Player {
        self.player(self.side_to_act())
    }

    /// The level that is to act now; `None` if a human is or the game is over.
    pub fn engine_to_move(&self) -> Option<Level> {
        self.actor().level().filter(|_| !self.is_over())
    }

    /// Chooses in an opening, for whoever is to.
    ///
    /// # Errors
    /// If the game is over, or there is nothing like that to choose.
    pub fn choose(&mut self, choice: Choice, now: Instant) -> Result<(), Refusal> {
        self.tick(now);
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let (opening, swaps) = self.opening.after_choice(choice).map_err(Refusal::Opening)?;
        self.charge(now);
        if swaps {
            // A clock is the player's.
            self.setup.players.swap(0, 1);
            self.opened.swap(0, 1);
        }
        self.opening = opening;
        Ok(())
    }

    /// Places a stone for the side to move, whoever that is; or offers or chooses a fifth move, if
    /// the opening asks for that.
    ///
    /// Points forbidden to black are refused, unless no other point is left.
    ///
    /// # Errors
    /// If the game is over, or the point cannot be played; nothing changes then.
    pub fn play(&mut self, c: Coord, now: Instant) -> Result<Played, Refusal> {
        self.tick(now);
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if !self.setup.size.contains(c) {
            return Err(Refusal::OffBoard);
        }
        if !self.board.is_empty(c) {
            return Err(Refusal::Occupied);
        }
        let opening = self.opening.after_stone(&self.board, c).map_err(Refusal::Opening)?;
        if self.board.is_forbidden(c) && self.board.has_allowed_move() {
            return Err(Refusal::Forbidden(self.board.fouls(c)));
        }
        self.undone.clear();
        if self.opening.ask() == Ask::Offer {
            self.charge(now);
            self.opening = opening;
            let color = self.board.side_to_move();
            return Ok(Played { coord: c, color, made: None, denied: None });
        }
        let time = self.thinking(now);
        if self.is_opening() {
            let spent = &mut self.opened[self.side_to_act().index()];
            *spent = spent.with_stone(time);
            self.opening = opening;
        }
        Ok(self.place(c, time, now))
    }

    /// Places a stone of a human.
    ///
    /// # Errors
    /// As [`OngoingGame::play`], and if it is the engine's turn.
    pub fn play_human(&mut self, c: Coord, now: Instant) -> Result<Played, Refusal> {
        match self.engine_to_move() {
            Some(_) => Err(Refusal::EnginesTurn),
            None => self.play(c, now),
        }
    }

    /// Whether an opening is going on in which more than stones is asked for.
    pub fn is_opening(&self) -> bool {
        self.opening.actor().is_some() && !self.opening.is_stones_only()
    }

    fn place(&mut self, c: Coord, time: Duration, now: Instant) -> Played {
        let color = self.board.side_to_move();
        let made = shape::made(&self.board, c, color);
        let denied = shape::made(&self.board, c, !color);
        self.board.play(c);
        self.times.push(time);
        self.look_for_end();
        self.opening = self.opening.at_ply(self.board.ply());
        self.turn = Some(now).filter(|_| !self.is_over());
        Played { coord: c, color, made, denied }
    }

    fn look_for_end(&mut self) {
        let outcome = self.board.outcome();
        self.ended = (outcome != Outcome::Open).then_some(GameEnd::Board(outcome));
    }

    /// Takes back the last move; against the engine, all up to the last one of the human. The
    /// time it took is given back with it, but not what was thought since. Returns how many stones were lifted.
    ///
    /// # Errors
    /// If there is none, or it belongs to an opening with more than stones.
    pub fn undo(&mut self, now: Instant) -> Result<usize, Refusal> {
        let has_human = self.setup.players.contains(&Player::Human);
        let by_human = |stone: &Move| self.player(stone.color) == Player::Human;
        let last = self.board.history().rev().position(|stone| by_human(&stone) || !has_human);
        let settled = self.settled();
        let count = match last {
            Some(before) if self.board.ply() > settled + before && !self.is_opening() => before + 1,
            _ if settled > 0 => return Err(Refusal::OpeningStays),
            _ => return Err(Refusal::NothingToUndo),
        };
        self.charge(now);
        for _ in 0..count {
            if let (Some(stone), Some(time)) = (self.board.undo(), self.times.pop()) {
                self.undone.push((stone.coord, time));
            }
        }
        self.ended = None;
        self.opening = self.opening.at_ply(self.board.ply());
        self.turn = Some(now).filter(|_| self.board.ply() > 0);
        Ok(count)
    }

    /// Plays again what was taken back last, up to the human's next turn. Returns how many
    /// stones were placed.
    ///
    /// # Errors
    /// If the game is over, nothing was taken back, or another move was played since.
    pub fn redo(&mut self, now: Instant) -> Result<usize, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if !self.has_undone() {
            return Err(Refusal::NothingToRedo);
        }
        self.charge(now);
        let has_human = self.setup.players.contains(&Player::Human);
        let mut count = 0;
        while let Some((c, time)) = self.undone.pop() {
            self.place(c, time, now);
            count += 1;
            let human_next = self.player(self.board.side_to_move()) == Player::Human;
            if self.is_over() || human_next || !has_human {
                break;
            }
        }
        Ok(count)
    }

    /// Whether there is something to play again.
    pub fn has_undone(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The human to move gives up; against the engine, the human.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, now: Instant) -> Result<Color, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let side = self.side_to_act();
        let gives_up = match (self.player(side), self.player(!side)) {
            (Player::Engine(_), Player::Human) => !side,
            _ => side,
        };
        self.charge(now);
        self.conclude(GameEnd::Resigned(gives_up));
        Ok(gives_up)
    }

    /// Ends the game as it once ended.
    pub fn conclude(&mut self, end: GameEnd) {
        self.ended = Some(end);
        self.turn = None;
    }

    /// The points where the side to move may not play.
    pub fn forbidden(&self) -> Vec<Coord> {
        if self.is_over() {
            return Vec::new();
        }
        self.board.empty_cells().iter().filter(|&c| self.board.is_forbidden(c)).collect()
    }
}

impl From<IllegalMove> for Refusal {
    fn from(error: IllegalMove) -> Refusal {
        match error {
            IllegalMove::Occupied => Refusal::Occupied,
            _ => Refusal::OffBoard,
        }
    }
}
