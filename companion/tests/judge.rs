//! Games as the Gomocup judge plays them: `START` and settings in one write with CRLF, the whole
//! position with `BOARD` and then `TURN` after `TURN`, questions put to a program that stands
//! still and runs on with its clock already ticking, memory counted after every move. Time,
//! legality and the end of a game are judged here.
#![cfg(target_os = "linux")]
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "../../tests/naive/mod.rs"]
mod naive;
mod process;
mod programs;

use std::time::{Duration, Instant};

use companion::arena::process::{Process, Silence};
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

/// What was seen in all games.
#[derive(Default)]
struct Figures {
    games: usize,
    /// For each move, how much later than its limit it came.
    late: Vec<Duration>,
    /// The answer that came nearest to its limit, if all were in time.
    least_left: Duration,
    largest_memory: u64,
    slowest_end: Duration,
    faults: Vec<String>,
}

impl Figures {
    fn note_time(&mut self, used: Duration, limit: Duration) {
        let left = limit.saturating_sub(used);
        self.least_left = if self.late.is_empty() { left } else { self.least_left.min(left) };
        self.late.push(used.saturating_sub(limit));
    }

    fn assert_usually_in_time(&self) {
        let usual = percentile(&self.late, 90.0);
        assert!(usual < USUAL, "a tenth of the answers are {usual:?} late or more");
    }

    fn print(&self, what: &str) {
        let Figures { games, late, faults, .. } = self;
        println!("{what}: {games} games, {} moves, {} faults", late.len(), faults.len());
        let count = late.iter().filter(|late| !late.is_zero()).count();
        println!("  late {count}, worst by {:.1?}", late.iter().max().unwrap());
        println!("  nearest to the limit: {:.1?} left", self.least_left);
        println!(
            "  largest unique memory {:.1} MiB",
            self.largest_memory as f64 / f64::from(1 << 20)
        );
        println!("  slowest end {:.1?}; the judge waits for 500 ms", self.slowest_end);
    }
}

/// A program at the board.
struct Seat {
    process: Process,
    left: Duration,
    is_asked_before: bool,
}

impl Seat {
    /// Launches the program as the judge does: it is told everything at once, and may not even
    /// have read it when it is made to stand still.
    fn launch(terms: &Terms, signals: &mut Signals) -> Seat {
        let mut process = process::start(&engine(&[]));
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
        Seat { process, left: *game, is_asked_before: false }
    }

    /// Asks for a move. The clock runs from the moment the program may run on.
    fn ask(
        &mut self,
        board: &Board,
        terms: &Terms,
        signals: &mut Signals,
        figures: &mut Figures,
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
        figures.note_time(used, limit);
        if used > allowed {
            return Err(format!("{used:?} for a move of {limit:?}"));
        }
        self.left = self.left.saturating_sub(used);
        if terms.suspends {
            signals.stop(self.process.id());
        }
        let memory = unique_memory(self.process.id());
        figures.largest_memory = figures.largest_memory.max(memory);
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

/// Plays a game between two processes. A fault ends it.
fn play(terms: &Terms, seed: u64, signals: &mut Signals, figures: &mut Figures) {
    let mut board = opening(&mut Random::new(seed), terms);
    let mut seats = [(); 2].map(|()| Seat::launch(terms, signals));
    let fault = loop {
        if board.outcome() != Outcome::Open || board.ply() >= terms.longest {
            break None;
        }
        let seat = &mut seats[board.side_to_move().index()];
        let coord = match seat.ask(&board, terms, signals, figures) {
            Ok(coord) => coord,
            Err(fault) => break Some(fault),
        };
        let legal = board.empty_cells().iter().any(|c| !board.is_forbidden(c));
        if board.is_empty(coord) && board.is_forbidden(coord) && legal {
            break Some(format!("a foul at {coord:?}"));
        }
        if let Err(error) = board.try_play(coord) {
            break Some(format!("{coord:?}: {error}"));
        }
    };
    figures.games += 1;
    let mut fault = fault;
    for seat in &mut seats {
        match seat.leave(terms, signals) {
            Ok(took) => figures.slowest_end = figures.slowest_end.max(took),
            Err(text) => fault = fault.or(Some(text)),
        }
    }
    if let Some(fault) = fault {
        let stones: Vec<String> = board.history().map(|m| told(m.coord)).collect();
        let (rule, size) = (terms.rule.name(), terms.size.get());
        figures.faults.push(format!("{rule} {size}, {}: {fault}", stones.join(" ")));
    }
}

fn play_all(what: &str, terms: impl Iterator<Item = Terms>) -> Figures {
    let (mut signals, mut figures) = (Signals::new(), Figures::default());
    for (seed, terms) in (0..).zip(terms) {
        play(&terms, seed, &mut signals, &mut figures);
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
    let (mut signals, mut figures) = (Signals::new(), Figures::default());
    let mut seat = Seat::launch(&terms, &mut signals);
    let mut board = Board::new(terms.rule, terms.size);
    for (x, y) in [(0, 0), (0, 14), (14, 0)] {
        let c = seat.ask(&board, &terms, &mut signals, &mut figures).unwrap();
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
    figures.assert_usually_in_time();
}
