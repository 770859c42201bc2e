//! Games as the Gomocup judge plays them: `START` and settings in one write with CRLF, the whole
//! position with `BOARD` and then `TURN` after `TURN`, questions put to a program that stands
//! still and runs on with its clock already ticking, memory counted after every move. Time,
//! legality and the end of a game are judged here.
#![cfg(target_os = "linux")]
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "../../../tests/naive/mod.rs"]
mod naive;
#[path = "../process/mod.rs"]
mod process;
#[path = "../programs/mod.rs"]
mod programs;
mod rehearsal;

use std::time::{Duration, Instant};

use companion::arena::process::{Process, Silence};
use companion::arena::spec::EngineSpec;
use dolmen::board::{Board, Outcome};
use dolmen::types::{Color, Coord, Rule, Size};
use naive::random::Random;
use process::{Signals, answer, block, engine, percentile, point, told, unique_memory};

/// What the judge allows, and what it sends as `max_memory`.
const MEMORY: u64 = 367_001_600;
/// How much later than its clock says an answer may come: the judge's own figure.
const TOLERANCE: Duration = Duration::from_millis(1000);
/// A test of every day must not fail because the machine is slow; it looks at the usual answer.
const LENIENCE: Duration = Duration::from_secs(20);
/// An engine that does not heed its clock thinks for five seconds.
const USUAL: Duration = Duration::from_secs(1);

/// What holds for a game.
#[derive(Clone, Copy)]
struct Terms {
    rule: Rule,
    size: Size,
    turn: Duration,
    game: Duration,
    tolerance: Duration,
    /// A program stands still while it is not its turn.
    suspends: bool,
    pondering: bool,
    /// Of each line on its way, both ways.
    delay: Duration,
    /// Stones after which the game is left.
    longest: usize,
}

impl Terms {
    fn judge(number: usize, tolerance: Duration) -> Terms {
        Terms {
            rule: Rule::ALL[number % Rule::ALL.len()],
            size: Size::new([15, 20][number / Rule::ALL.len() % 2]).unwrap(),
            turn: Duration::from_millis([20, 30, 50][number % 3]),
            game: Duration::from_secs(100),
            tolerance,
            suspends: true,
            pondering: number % 4 == 3,
            delay: Duration::ZERO,
            longest: usize::MAX,
        }
    }

    fn league(game: u64, turn: u64, tolerance: Duration) -> Terms {
        let (turn, game) = (Duration::from_millis(turn), Duration::from_millis(game));
        let (suspends, pondering, delay) = (false, false, Duration::from_millis(1));
        Terms { turn, game, suspends, pondering, delay, ..Terms::judge(0, tolerance) }
    }
}

/// What was seen of a program, or of all.
#[derive(Default)]
struct Figures {
    games: usize,
    /// For each move, how much later than its limit it came.
    late: Vec<Duration>,
    /// The answer that came nearest to its limit, if all were in time.
    least_left: Option<Duration>,
    largest_memory: u64,
    slowest_end: Duration,
    faults: Vec<String>,
}

impl Figures {
    fn note_time(&mut self, used: Duration, limit: Duration) {
        let left = limit.saturating_sub(used);
        self.least_left = Some(self.least_left.map_or(left, |least| least.min(left)));
        self.late.push(used.saturating_sub(limit));
    }

    fn add(&mut self, other: Figures) {
        self.late.extend(other.late);
        self.least_left = self.least_left.into_iter().chain(other.least_left).min();
        self.largest_memory = self.largest_memory.max(other.largest_memory);
        self.slowest_end = self.slowest_end.max(other.slowest_end);
        self.faults.extend(other.faults);
    }

    fn late_answers(&self) -> usize {
        self.late.iter().filter(|late| !late.is_zero()).count()
    }

    fn largest_mib(&self) -> f64 {
        self.largest_memory as f64 / f64::from(1 << 20)
    }

    fn assert_usually_in_time(&self) {
        let usual = percentile(&self.late, 90.0);
        assert!(usual < USUAL, "a tenth of the answers are {usual:?} late or more");
    }

    fn print(&self, what: &str) {
        let Figures { games, late, faults, .. } = self;
        println!("{what}: {games} games, {} moves, {} faults", late.len(), faults.len());
        println!("  late {}, worst by {:.1?}", self.late_answers(), late.iter().max().unwrap());
        println!("  nearest to the limit: {:.1?} left", self.least_left.unwrap());
        println!("  largest unique memory {:.1} MiB", self.largest_mib());
        println!("  slowest end {:.1?}; the judge waits for 500 ms", self.slowest_end);
    }
}

/// A program at the board.
struct Seat {
    process: Process,
    left: Duration,
    is_asked_before: bool,
    figures: Figures,
}

impl Seat {
    /// Launches the program as the judge does: it is told everything at once, and may not even
    /// have read it when it is made to stand still.
    fn launch(program: &EngineSpec, terms: &Terms, signals: &mut Signals) -> Seat {
        let mut process = process::start(program);
        let Terms { rule, size, turn, game, pondering, .. } = terms;
        let lines = [
            format!("START {}", size.get()),
            format!("INFO timeout_turn {}", turn.as_millis()),
            format!("INFO timeout_match {}", game.as_millis()),
            format!("INFO max_memory {MEMORY}"),
            "INFO game_type 3".to_string(),
            format!("INFO rule {}", rule.code()),
            format!("INFO pondering {}", u8::from(*pondering)),
            "INFO folder /tmp/with a blank".to_string(),
        ];
        process.send_raw((lines.join("\r\n") + "\r\n").as_bytes());
        if terms.suspends {
            signals.stop(process.id());
        }
        Seat { process, left: *game, is_asked_before: false, figures: Figures::default() }
    }

    /// Asks for a move. The clock runs from the moment the program may run on.
    fn ask(
        &mut self,
        board: &Board,
        terms: &Terms,
        signals: &mut Signals,
    ) -> Result<Coord, String> {
        let time = format!("INFO time_left {}\n", self.left.as_millis());
        let question = match board.last_move(0) {
            Some(last) if self.is_asked_before => format!("TURN {}", told(last.coord)),
            _ => block(board),
        };
        let mut asked = Instant::now();
        std::thread::sleep(terms.delay);
        self.process.send_raw((time + &question + "\n").replace('\n', "\r\n").as_bytes());
        if terms.suspends {
            asked = Instant::now();
            signals.send("CONT", self.process.id());
        }
        let limit = terms.turn.min(self.left);
        let allowed = limit + terms.tolerance;
        if !self.is_asked_before {
            let line = self.receive(allowed)?.1;
            if line != "OK" {
                return Err(format!("'{line}' is the answer to START"));
            }
            self.is_asked_before = true;
        }
        let (at, line) = self.receive(allowed)?;
        let used = at.saturating_duration_since(asked) + terms.delay;
        self.figures.note_time(used, limit);
        if used > allowed {
            return Err(format!("{used:?} for a move of {limit:?}"));
        }
        self.left = self.left.saturating_sub(used);
        if terms.suspends {
            signals.stop(self.process.id());
        }
        if let Some(status) = self.process.exit_status(Duration::ZERO) {
            return Err(format!("ended after its move: {status}"));
        }
        let memory = unique_memory(self.process.id());
        self.figures.largest_memory = self.figures.largest_memory.max(memory);
        if memory > MEMORY {
            return Err(format!("{memory} bytes of memory"));
        }
        point(&line).ok_or_else(|| format!("'{line}' is no move"))
    }

    fn receive(&mut self, limit: Duration) -> Result<(Instant, String), String> {
        let received = answer(&mut self.process, limit + Duration::from_secs(1));
        received.map_err(|silence| format!("no answer: {silence:?}"))
    }

    /// Nothing more is said, and `END` ends the program.
    fn leave(&mut self, terms: &Terms, signals: &mut Signals) -> Result<Duration, String> {
        if terms.suspends {
            signals.send("CONT", self.process.id());
        }
        let asked = Instant::now();
        self.process.send("END");
        match answer(&mut self.process, LENIENCE) {
            Err(Silence::Gone) => {}
            Err(Silence::Timeout) => return Err("no end after END".to_string()),
            Ok((_, line)) => return Err(format!("'{line}' after the game")),
        }
        let took = asked.elapsed();
        process::expect_end(&mut self.process);
        Ok(took)
    }
}

/// An opening of some stones near each other, after which the game is open.
fn opening(random: &mut Random, terms: &Terms) -> Board {
    let n = i32::from(terms.size.get());
    loop {
        let mut board = Board::new(terms.rule, terms.size);
        let mut last = Coord::new((n / 2) as u8, (n / 2) as u8);
        for _ in 0..random.below(7) {
            let c = random.point(terms.size, last);
            if !board.is_empty(c) || board.is_forbidden(c) {
                break;
            }
            board.play(c);
            last = Some(c);
        }
        if board.outcome() == Outcome::Open {
            return board;
        }
    }
}

/// A game that is over: by the board, by its length, or by the fault of a seat.
struct Game {
    board: Board,
    seats: [Seat; 2],
    loser_by_fault: Option<Color>,
}

/// Plays a game between two processes, black first. A fault ends it.
fn play(programs: [&EngineSpec; 2], board: Board, terms: &Terms, signals: &mut Signals) -> Game {
    let seats = programs.map(|program| Seat::launch(program, terms, signals));
    let mut game = Game { board, seats, loser_by_fault: None };
    while game.board.outcome() == Outcome::Open && game.board.ply() < terms.longest {
        let color = game.board.side_to_move();
        let asked = game.seats[color.index()].ask(&game.board, terms, signals);
        if let Err(fault) = asked.and_then(|coord| place(&mut game.board, coord)) {
            game.loser_by_fault = Some(color);
            game.note_fault(color, &fault);
            break;
        }
    }
    game
}

/// Plays the move unless it is against the rules; where black has no other, a foul is none.
fn place(board: &mut Board, coord: Coord) -> Result<(), String> {
    let legal = board.empty_cells().iter().any(|c| !board.is_forbidden(c));
    if board.is_empty(coord) && board.is_forbidden(coord) && legal {
        return Err(format!("a foul at {coord:?}"));
    }
    board.try_play(coord).map_err(|error| format!("{coord:?}: {error}"))
}

impl Game {
    fn note_fault(&mut self, color: Color, fault: &str) {
        let (rule, size) = (self.board.rule().name(), self.board.size().get());
        let stones: Vec<String> = self.board.history().map(|m| told(m.coord)).collect();
        let text = format!("{rule} {size}, {}: {fault}", stones.join(" "));
        self.seats[color.index()].figures.faults.push(text);
    }

    /// Both programs must end when they are told to.
    fn leave(&mut self, terms: &Terms, signals: &mut Signals) {
        for color in Color::ALL {
            match self.seats[color.index()].leave(terms, signals) {
                Ok(took) => self.seats[color.index()].figures.slowest_end = took,
                Err(text) => self.note_fault(color, &text),
            }
        }
    }
}

fn play_all(what: &str, terms: impl Iterator<Item = Terms>) -> Figures {
    let (mut signals, mut figures) = (Signals::new(), Figures::default());
    let program = engine(&[]);
    for (seed, terms) in (0..).zip(terms) {
        let board = opening(&mut Random::new(seed), &terms);
        let mut game = play([&program; 2], board, &terms, &mut signals);
        game.leave(&terms, &mut signals);
        figures.games += 1;
        for seat in game.seats {
            figures.add(seat.figures);
        }
    }
    figures.print(what);
    assert!(figures.faults.is_empty(), "{:#?}", figures.faults);
    figures.assert_usually_in_time();
    figures
}

#[test]
fn games_under_every_rule_are_without_fault() {
    let short = |n| Terms { longest: 24, ..Terms::judge(n, LENIENCE) };
    // Both sizes, pondering and not.
    let figures = play_all("judge", [0, 6, 7, 8, 4].into_iter().map(short));
    assert!(figures.late.len() > 30, "only {} moves", figures.late.len());
}

/// `JUDGE_GAMES`: another number of games.
#[test]
#[ignore = "takes some minutes"]
fn a_hundred_games_are_without_fault() {
    let number = std::env::var("JUDGE_GAMES").ok().and_then(|number| number.parse().ok());
    let number = number.unwrap_or(100);
    let figures = play_all("judge", (0..number).map(|n| Terms::judge(n, TOLERANCE)));
    assert!(figures.late.len() > 10 * number, "only {} moves", figures.late.len());
}

/// The clocks of the leagues, a hundredth of them: whole games, and no overrun.
#[test]
fn a_game_keeps_to_its_clock() {
    let terms = [Terms::league(1_800, 300, LENIENCE), Terms::league(1_200, 50, LENIENCE)];
    let figures = play_all("clock", terms.into_iter());
    assert!(figures.late.len() > 10, "only {} moves", figures.late.len());
}

#[test]
#[ignore = "takes up to ten minutes"]
fn games_at_the_clocks_of_the_leagues_have_no_overrun() {
    let terms = [(180_000, 30_000), (120_000, 5_000)];
    let terms = terms.map(|(game, turn)| Terms::league(game, turn, Duration::ZERO));
    play_all("league", terms.into_iter());
}

/// A program that thinks in the opponent's time stands still in the middle of it, longer than
/// its whole move may take.
#[test]
fn pondering_survives_standing_still() {
    let terms = Terms { pondering: true, rule: Rule::Standard, ..Terms::judge(0, LENIENCE) };
    let mut signals = Signals::new();
    let mut seat = Seat::launch(&engine(&[]), &terms, &mut signals);
    let mut board = Board::new(terms.rule, terms.size);
    for (x, y) in [(0, 0), (0, 14), (14, 0)] {
        let c = seat.ask(&board, &terms, &mut signals).unwrap();
        assert_eq!(board.side_to_move(), Color::Black);
        board.try_play(c).unwrap();
        board.try_play(Coord::new(x, y).unwrap()).unwrap();
        // It ponders for a moment, then nothing of it runs.
        signals.send("CONT", seat.process.id());
        std::thread::sleep(Duration::from_millis(30));
        signals.stop(seat.process.id());
        std::thread::sleep(Duration::from_millis(300));
    }
    seat.leave(&terms, &mut signals).unwrap();
    seat.figures.assert_usually_in_time();
}
