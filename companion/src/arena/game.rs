//! One game between two engines, judged here.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::process::{Process, Silence};
use super::spec::{EngineSpec, MoveBudget};
use dolmen::board::{Board, Outcome};
use dolmen::types::{Color, Coord, Rule, Score, Size};
use dolmen_study::openings::course::{Act, Course};
use dolmen_study::openings::rules::{Ask, Choice, OpeningRule};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Five in a row.
    Five,
    /// A forbidden move.
    Foul,
    /// The board is full, or the rule ends the game: a draw.
    FullBoard,
    /// The match allows no more moves: a draw.
    MoveLimit,
    /// Both engines claimed the same result.
    Agreed,
    /// The clock ran out.
    Time,
    /// The program ended.
    Crash,
    /// A point that is off the board or occupied, or a reply that is no move.
    Illegal,
    /// Nothing came, not even long after the clock had run out.
    NoReply,
}

impl Ending {
    /// Whether the board shows it.
    pub fn is_on_board(self) -> bool {
        matches!(self, Ending::Five | Ending::Foul | Ending::FullBoard)
    }

    /// Whether an engine lost the game by failing, not by the position.
    pub fn is_fault(self) -> bool {
        use Ending::{Crash, Foul, Illegal, NoReply, Time};
        matches!(self, Crash | NoReply | Time | Illegal | Foul)
    }
}

/// A move as it was played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Column and row.
    pub x: u8,
    /// Row.
    pub y: u8,
    /// Milliseconds from the request to the reply.
    pub ms: u64,
    /// The engine's last score for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub eval: Option<i32>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Points of black: 0, 0.5 or 1.
    pub black_points: f64,
    /// How it ended.
    pub ending: Ending,
    /// What the engines played after the opening.
    pub moves: Vec<PlayedMove>,
    /// Time from the requests to the replies, of both, also before the first move.
    pub thinking: Duration,
}

/// What holds for every game of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// How late a reply may be.
    pub tolerance: Duration,
    /// Stones after which a game is a draw.
    pub move_limit: Option<usize>,
    /// A game ends when both engines have claimed the same result for this many moves in a row.
    pub agreement: Option<u32>,
    /// Request scores from the engines.
    pub evals: bool,
}

/// After this much more silence an engine is given up.
const GIVE_UP: Duration = Duration::from_secs(2);
/// For starting, and for a move that no clock limits.
const PATIENCE: Duration = Duration::from_secs(300);
/// For the answer to `START`.
const START_PATIENCE: Duration = Duration::from_secs(30);
/// Lines of [`Seat::remarks`].
const MOST_REMARKS: usize = 20;
/// Sent for "no limit".
const UNLIMITED: u64 = i32::MAX as u64;
/// Scores from here on are claims of a proven result.
const CLAIM: i32 = 29_000;

/// One side of a game.
pub struct Seat<'a> {
    /// The running engine.
    pub process: &'a mut Process,
    /// What it may spend.
    pub budget: MoveBudget,
    left: Option<Duration>,
    has_position: bool,
    eval: Option<i32>,
    /// Moves in a row with which it claimed a win; negative: a loss.
    claims: i32,
    /// Time from its requests to its replies, also those that lost the game.
    pub thinking: Duration,
    /// The first lines beside the game that it said before it answered `START`.
    pub remarks: Vec<String>,
}

impl<'a> Seat<'a> {
    /// At the board, with a full clock.
    pub fn new(process: &'a mut Process, budget: MoveBudget) -> Seat<'a> {
        Seat {
            process,
            budget,
            left: budget.game,
            has_position: false,
            eval: None,
            claims: 0,
            thinking: Duration::ZERO,
            remarks: Vec::new(),
        }
    }

    /// Begins a game: settings before and after `START`, as engines differ in when they listen.
    ///
    /// # Errors
    /// If it does not answer `OK`: how it loses the game, and what it does instead.
    pub fn prepare(&mut self, terms: &Terms, spec: &EngineSpec) -> Result<(), (Ending, String)> {
        self.send_rule(terms);
        let start = format!("START {}", terms.size.get());
        self.process.send(&start);
        let deadline = Instant::now() + START_PATIENCE;
        let mut remarks = Vec::new();
        let answer = self.reply_with(Instant::now(), deadline, |line| {
            if remarks.len() < MOST_REMARKS {
                remarks.push(line.replace(char::is_control, " "));
            }
        });
        self.remarks = remarks;
        let answer = answer.map_err(|ending| (ending, "does not answer START".to_string()))?;
        let answer = answer.1.trim();
        if !answer.eq_ignore_ascii_case("OK") {
            return Err((Ending::Illegal, format!("refuses {start}: {answer}")));
        }
        self.send_rule(terms);
        let ms = |time: Option<Duration>, none: u64| time.map_or(none, |t| t.as_millis() as u64);
        let MoveBudget { game, turn, increment, nodes, depth } = self.budget;
        // With increments a move may take more than the game began with.
        let turn = turn.or(game.filter(|_| increment.is_zero()));
        self.info("timeout_turn", ms(turn, UNLIMITED));
        self.info("timeout_match", ms(game, 0));
        if !increment.is_zero() {
            self.info("time_increment", increment.as_millis() as u64);
        }
        if let Some(nodes) = nodes {
            self.info("max_node", nodes);
        }
        if let Some(depth) = depth {
            self.info("max_depth", u64::from(depth));
        }
        if terms.evals || terms.agreement.is_some() {
            self.info("show_detail", 1);
        }
        for (key, value) in &spec.options {
            self.process.send(&format!("INFO {key} {value}"));
        }
        Ok(())
    }

    fn info(&mut self, key: &str, value: u64) {
        self.process.send(&format!("INFO {key} {value}"));
    }

    fn send_rule(&mut self, terms: &Terms) {
        self.info("rule", u64::from(terms.rule.code()));
    }

    /// Asks for a move in this position.
    ///
    /// # Errors
    /// If the reply loses the game by itself.
    fn ask(&mut self, board: &Board, terms: &Terms) -> Result<(Coord, Duration), Ending> {
        let (line, used) = self.request(terms, |seat| seat.send_position(board))?;
        let c = parse_move(&line).filter(|&c| board.size().contains(c) && board.is_empty(c));
        Ok((c.ok_or(Ending::Illegal)?, used))
    }

    /// Asks for a swap2 decision: the points of the reply, none for `SWAP`.
    fn ask_swap2(&mut self, board: &Board, terms: &Terms) -> Result<Vec<Coord>, Ending> {
        let (line, _) = self.request(terms, |seat| {
            let point = |m: dolmen::board::Move| format!("{},{}\n", m.coord.x(), m.coord.y());
            let points: String = board.history().map(point).collect();
            seat.process.send(&format!("SWAP2BOARD\n{points}DONE"))
        })?;
        if line.eq_ignore_ascii_case("SWAP") {
            return Ok(Vec::new());
        }
        let points: Option<Vec<Coord>> = line.split_whitespace().map(parse_move).collect();
        points.filter(|points| !points.is_empty()).ok_or(Ending::Illegal)
    }

    /// Sends the clock and a request, and waits for the reply. `send` tells when it was sent.
    fn request(
        &mut self,
        terms: &Terms,
        send: impl FnOnce(&mut Self) -> Instant,
    ) -> Result<(String, Duration), Ending> {
        self.eval = None;
        let left = self.left.map_or(UNLIMITED, |left| left.as_millis() as u64);
        self.info("time_left", left);
        let asked = send(self);
        let before = self.process.stood_still();
        let limit = match (self.budget.turn, self.left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        };
        let allowed = limit.map(|limit| limit + terms.tolerance);
        let deadline = asked + allowed.map_or(PATIENCE, |allowed| allowed + GIVE_UP);
        let reply = self.reply(asked, deadline);
        let end = reply.as_ref().map_or_else(|_| Instant::now(), |(at, _)| *at);
        // While the match itself is stopped nobody's clock runs.
        let stood_still = self.process.stood_still() - before;
        let used = end.saturating_duration_since(asked + stood_still);
        self.thinking += used;
        let (_, line) = reply?;
        if allowed.is_some_and(|allowed| used > allowed) {
            return Err(Ending::Time);
        }
        self.left = self.left.map(|left| left.saturating_sub(used) + self.budget.increment);
        Ok((line.trim().to_string(), used))
    }

    /// The next line that is an answer, and when it came; scores count from the request on. What an
    /// engine does not know are settings, as those of Yixin-Board: saying so is no answer either.
    fn reply(&mut self, asked: Instant, deadline: Instant) -> Result<(Instant, String), Ending> {
        self.reply_with(asked, deadline, |_| {})
    }

    /// The same; `remark` is told of the other lines.
    fn reply_with(
        &mut self,
        asked: Instant,
        deadline: Instant,
        mut remark: impl FnMut(&str),
    ) -> Result<(Instant, String), Ending> {
        let before = self.process.stood_still();
        loop {
            let stood_still = self.process.stood_still() - before;
            let received = self.process.receive_until(deadline + stood_still);
            let (at, line) = received.map_err(|silence| match silence {
                Silence::Gone => Ending::Crash,
                Silence::Timeout => Ending::NoReply,
            })?;
            if !is_message(&line) && !begins_with(&line, "UNKNOWN") {
                return Ok((at, line));
            }
            remark(&line);
            self.eval = eval_in(&line).filter(|_| at >= asked).or(self.eval);
        }
    }

    fn send_position(&mut self, board: &Board) -> Instant {
        let has_position = std::mem::replace(&mut self.has_position, true);
        match board.last_move(0) {
            None => self.process.send("BEGIN"),
            Some(last) if has_position => {
                self.process.send(&format!("TURN {},{}", last.coord.x(), last.coord.y()))
            }
            Some(_) => {
                let mut block = String::from("BOARD\n");
                for stone in board.history() {
                    let field = if stone.color == board.side_to_move() { 1 } else { 2 };
                    block += &format!("{},{},{field}\n", stone.coord.x(), stone.coord.y());
                }
                self.process.send(&(block + "DONE"))
            }
        }
    }
}

/// Plays a game from an opening; black is the first of the seats.
pub fn play(terms: &Terms, opening: &[Coord], mut seats: [Seat<'_>; 2]) -> Finished {
    let mut board = Board::with_moves(terms.rule, terms.size, opening);
    let mut moves = Vec::new();
    let (black_points, ending) = loop {
        if let Some(end) = decided(&board, terms) {
            break end;
        }
        if let Some(end) = agreed(&seats, terms) {
            break end;
        }
        let us = board.side_to_move();
        let seat = &mut seats[us.index()];
        match seat.ask(&board, terms) {
            Ok((c, used)) => {
                let ms = used.as_millis() as u64;
                moves.push(PlayedMove { x: c.x(), y: c.y(), ms, eval: seat.eval });
                seat.claims = claims_with(seat.claims, seat.eval);
                board.play(c);
            }
            Err(ending) => break (points_of(!us), ending),
        }
    };
    let thinking = seats.iter().map(|seat| seat.thinking).sum();
    Finished { black_points, ending, moves, thinking }
}

/// The claims in a row of one side, positive of a win and negative of a loss, after another score.
fn claims_with(claims: i32, eval: Option<i32>) -> i32 {
    let claim = eval.filter(|eval| eval.abs() >= CLAIM).map_or(0, i32::signum);
    if claim == claims.signum() { claims + claim } else { claim }
}

/// Lets the engines choose the opening by swap2: the first seat begins. Tells the stones, and
/// whether the seats are to change sides (black is the first seat otherwise).
///
/// # Errors
/// Who lost by what, if a reply is none.
pub fn negotiate(
    terms: &Terms,
    seats: &mut [Seat<'_>; 2],
) -> Result<(Vec<Coord>, bool), (usize, Ending)> {
    let course = Course::new(terms.rule, terms.size, OpeningRule::Swap2);
    let mut course = course.map_err(|_| (0, Ending::Illegal))?;
    while let Some(side) = course.opening().actor() {
        let seat = usize::from(side != course.first());
        let replied = seats[seat].ask_swap2(course.board(), terms);
        replied.and_then(|points| follow(&mut course, &points)).map_err(|ending| (seat, ending))?;
    }
    let stones = course.board().history().map(|m| m.coord).collect();
    Ok((stones, course.first() == Color::White))
}

/// Does what a swap2 reply means; no points stand for `SWAP`.
fn follow(course: &mut Course, points: &[Coord]) -> Result<(), Ending> {
    let choice = match (course.opening().ask(), points.len()) {
        (Ask::Stone(_), 3) => None,
        (Ask::Colour | Ask::ColourOrTwo, 0) => Some(Choice::Take(Color::Black)),
        (Ask::Colour | Ask::ColourOrTwo, 1) => Some(Choice::Take(Color::White)),
        (Ask::ColourOrTwo, 2) => Some(Choice::Two),
        _ => return Err(Ending::Illegal),
    };
    let stones = points.iter().map(|&c| Act::Stone(c));
    let mut acts = choice.map(Act::Choose).into_iter().chain(stones);
    acts.try_for_each(|act| course.act(act)).map_err(|_| Ending::Illegal)
}

/// Black's points if this side wins.
fn points_of(winner: Color) -> f64 {
    if winner == Color::Black { 1.0 } else { 0.0 }
}

fn decided(board: &Board, terms: &Terms) -> Option<(f64, Ending)> {
    match board.outcome() {
        Outcome::Win(color) => Some((points_of(color), Ending::Five)),
        Outcome::Foul(_) => Some((0.0, Ending::Foul)),
        Outcome::Draw => Some((0.5, Ending::FullBoard)),
        Outcome::Open if terms.move_limit.is_some_and(|limit| board.ply() >= limit) => {
            Some((0.5, Ending::MoveLimit))
        }
        Outcome::Open => None,
    }
}

/// Both engines have claimed the same forced win for long enough.
fn agreed(seats: &[Seat<'_>; 2], terms: &Terms) -> Option<(f64, Ending)> {
    let needed = terms.agreement?;
    let [black, white] = seats;
    if black.claims.unsigned_abs() < needed || white.claims.unsigned_abs() < needed {
        return None;
    }
    match (black.claims.signum(), white.claims.signum()) {
        (1, -1) => Some((1.0, Ending::Agreed)),
        (-1, 1) => Some((0.0, Ending::Agreed)),
        _ => None,
    }
}

/// Whether an engine reports something beside the game, which is no answer.
pub fn is_message(line: &str) -> bool {
    ["MESSAGE", "DEBUG", "INFO", "DETAIL"].iter().any(|word| begins_with(line, word))
}

fn begins_with(line: &str, word: &str) -> bool {
    line.split_whitespace().next().is_some_and(|first| first.eq_ignore_ascii_case(word))
}

/// Longer claims count as this.
const LONGEST_WIN: usize = 900;

/// The score in a line like `MESSAGE depth 5-9 ev 34 n ...`, Rapfi's `MESSAGE Depth 5-9 | Eval 34 | ...`
/// or `INFO EVAL 34`; a claimed win is `+M5`.
fn eval_in(line: &str) -> Option<i32> {
    let is_key = |word: &str| ["ev", "eval"].iter().any(|key| word.eq_ignore_ascii_case(key));
    let mut words = line.split_whitespace().skip_while(|word| !is_key(word));
    let score = words.nth(1)?;
    if let Some(plies) = score.strip_prefix("+M") {
        return Some(Score::win_in(plies.parse::<usize>().ok()?.min(LONGEST_WIN)).value());
    }
    if let Some(plies) = score.strip_prefix("-M") {
        return Some(Score::loss_in(plies.parse::<usize>().ok()?.min(LONGEST_WIN)).value());
    }
    score.parse::<i32>().ok().map(|value| value.clamp(-20_000, 20_000))
}

fn parse_move(line: &str) -> Option<Coord> {
    let (x, y) = line.split_once(',')?;
    Coord::new(x.trim().parse().ok()?, y.trim().parse().ok()?)
}

#[cfg(test)]
mod tests;
