//! Runs a match: takes pairs of games from the schedule, plays them on several threads, writes
//! each game down as it ends, and stops when the result is clear.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::game::{self, Ending, Finished, Seat, Terms};
use super::opening;
use super::process::Process;
use super::record::GameRecord;
use super::schedule::{Fixture, Schedule, Shard};
use super::spec::EngineSpec;
use super::statistics::{Sprt, SprtVerdict, Tally};
use dolmen::search::Control;

/// How much later than an engine a signal may reach this program.
const SIGNAL_PATIENCE: Duration = Duration::from_millis(500);

/// A match to be played.
pub struct Match {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// What holds for every game.
    pub terms: Terms,
    /// The games.
    pub schedule: Schedule,
    /// Which part of them is played here.
    pub shard: Shard,
    /// Games at the same time.
    pub concurrency: usize,
    /// Engines live on from game to game.
    pub keep_engines: bool,
    /// The openings are chosen by the engines, by swap2.
    pub swap2: bool,
    /// Ends the match early; for two engines.
    pub sprt: Option<Sprt>,
    /// Ends the match at once: games that are not finished do not count.
    pub control: Arc<Control>,
}

/// Results so far.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Finished games by number.
    pub games: HashMap<usize, GameRecord>,
    /// Wins, draws and losses of the first of two engines (or of each against each, see
    /// [`Standing::points`]).
    pub tally: Tally,
    /// Points of `i` against `j`.
    pub points: Vec<Vec<f64>>,
    /// Moves played here.
    pub moves: usize,
    /// Time from requests to replies, in these games.
    pub thinking: Duration,
    /// Time of the games as a whole, from the first request to the last reply.
    pub playing: Duration,
    /// The first games that ended by a fault.
    pub faults: Vec<FaultyGame>,
}

/// A game that an engine lost by failing.
#[derive(Clone, Debug)]
pub struct FaultyGame {
    /// Its number, from 0.
    pub game: usize,
    /// How it failed.
    pub ending: Ending,
    /// The last lines of each engine, see [`Process::tail`], and what became of one that is gone.
    pub talk: Vec<String>,
}

/// Games whose talk is kept for the result.
const MOST_FAULTS: usize = 10;

/// Receives the progress of a match and keeps its record.
pub trait Observer: Send {
    /// A game has ended.
    ///
    /// # Errors
    /// If it cannot be written down; the match ends then.
    fn on_game(&mut self, game: &GameRecord, standing: &Standing) -> io::Result<()>;

    /// What engine and runner said to each other in a game.
    ///
    /// # Errors
    /// As [`Observer::on_game`].
    fn on_log(&mut self, game: usize, name: &str, lines: &[String]) -> io::Result<()>;

    /// What an engine said beside the game when it was started first: that it plays without a file that
    /// it was to use, for example.
    fn on_remarks(&mut self, name: &str, lines: &[String]);

    /// Whether to keep the lines exchanged.
    fn wants_log(&self) -> bool;
}

/// What the threads of a match share.
struct Progress<'a> {
    state: Mutex<(Standing, &'a mut dyn Observer)>,
    /// The next pair.
    next: AtomicUsize,
    /// The match is decided, or failed: games that still run do not count.
    stop: Arc<Control>,
    /// Engines that have answered `START`.
    started: Vec<AtomicBool>,
}

impl<'a> Progress<'a> {
    fn lock(&self) -> MutexGuard<'_, (Standing, &'a mut dyn Observer)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Standing {
    fn new(engines: usize) -> Standing {
        Standing { points: vec![vec![0.0; engines]; engines], ..Standing::default() }
    }

    /// Adds a game, and its pair if that is complete.
    fn add(&mut self, game: GameRecord) {
        let (black, white) = (game.black, game.white);
        self.points[black][white] += game.points;
        self.points[white][black] += 1.0 - game.points;
        let first = |game: &GameRecord| {
            if game.black < game.white { game.points } else { 1.0 - game.points }
        };
        self.tally.add_game(first(&game));
        if let Some(other) = self.games.get(&(game.index ^ 1)) {
            self.tally.add_pair(first(&game) + first(other));
        }
        self.games.insert(game.index, game);
    }
}

impl Match {
    /// Plays what is not in `done` yet and returns all results, and whether an error ended the match
    /// early: an engine that cannot be started or never accepts `START`, or one of the observer.
    pub fn run(
        &self,
        done: Vec<GameRecord>,
        observer: &mut dyn Observer,
    ) -> (Standing, io::Result<()>) {
        let mut standing = Standing::new(self.engines.len());
        done.into_iter().for_each(|game| standing.add(game));
        let stop = Arc::new(Control::new());
        if self.is_decided(&standing) {
            stop.stop();
        }
        let started = self.engines.iter().map(|_| AtomicBool::new(false)).collect();
        let next = AtomicUsize::new(0);
        let progress = Progress { state: Mutex::new((standing, observer)), next, stop, started };
        let outcome: io::Result<()> = std::thread::scope(|scope| {
            let most = self.schedule.pairs().max(1);
            let workers: Vec<_> = (0..self.concurrency.clamp(1, most))
                .map(|_| scope.spawn(|| self.work(&progress)))
                .collect();
            workers.into_iter().try_for_each(|worker| match worker.join() {
                Ok(result) => result,
                Err(_) => Err(io::Error::other("a thread of the match failed")),
            })
        });
        let (standing, _) =
            progress.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        (standing, outcome)
    }

    fn work(&self, progress: &Progress<'_>) -> io::Result<()> {
        let mut processes: HashMap<usize, Process> = HashMap::new();
        let result = self.play_pairs(progress, &mut processes);
        if result.is_err() {
            progress.stop.stop();
        }
        processes.into_values().for_each(Process::end);
        result
    }

    /// Whether no game is to begin or to go on.
    fn is_stopped(&self, progress: &Progress<'_>) -> bool {
        progress.stop.is_stopped() || self.control.is_stopped()
    }

    /// Whether the match is stopped. What stops it may end an engine first: batch systems send their
    /// signals to all processes of a job.
    fn is_stopped_after(&self, ending: Ending, progress: &Progress<'_>) -> bool {
        let begin = Instant::now();
        while ending == Ending::Crash
            && !self.is_stopped(progress)
            && begin.elapsed() < SIGNAL_PATIENCE
        {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.is_stopped(progress)
    }

    fn play_pairs(
        &self,
        progress: &Progress<'_>,
        processes: &mut HashMap<usize, Process>,
    ) -> io::Result<()> {
        loop {
            let pair = progress.next.fetch_add(1, Ordering::SeqCst);
            if pair >= self.schedule.pairs() {
                break;
            }
            if !self.shard.has(pair) {
                continue;
            }
            for fixture in self.schedule.pair(pair) {
                if self.is_stopped(progress) {
                    return Ok(());
                }
                if progress.lock().0.games.contains_key(&fixture.index) {
                    continue;
                }
                let log = progress.lock().1.wants_log();
                let start = Instant::now();
                let played = self.play_fixture(&fixture, processes, progress, log);
                if played.is_err() {
                    // What was said tells why.
                    self.write_talk(fixture.index, fixture.players, processes, progress.lock().1)?;
                }
                let (finished, opening, players) = played?;
                // A stopped engine seems to fail; what the board shows is a result.
                let failed = finished.ending.is_fault() && !finished.ending.is_on_board();
                if failed && self.is_stopped_after(finished.ending, progress) {
                    return Ok(());
                }
                let is_room = progress.lock().0.faults.len() < MOST_FAULTS;
                let fault = (finished.ending.is_fault() && is_room).then(|| {
                    let loser = players[usize::from(finished.black_points > 0.5)];
                    let (game, ending) = (fixture.index, finished.ending);
                    let talk = self.last_words(players, loser, ending, processes);
                    FaultyGame { game, ending, talk }
                });
                let mut guard = progress.lock();
                let (standing, observer) = &mut *guard;
                // What ends after the decision of a test could undo it.
                if self.is_decided(standing) {
                    return Ok(());
                }
                self.write_talk(fixture.index, players, processes, *observer)?;
                standing.faults.extend(fault);
                standing.faults.truncate(MOST_FAULTS);
                standing.moves += finished.moves.len();
                standing.thinking += finished.thinking;
                standing.playing += start.elapsed();
                let record = GameRecord {
                    index: fixture.index,
                    black: players[0],
                    white: players[1],
                    opening,
                    points: finished.black_points,
                    ending: finished.ending,
                    moves: finished.moves,
                    proposer: self.swap2.then_some(fixture.players[0]),
                };
                standing.add(record.clone());
                observer.on_game(&record, standing)?;
                if self.is_decided(standing) {
                    progress.stop.stop();
                }
                drop(guard);
                self.tidy(finished.ending, players, processes);
            }
        }
        Ok(())
    }

    /// Hands over what was said in a game, if that is wanted.
    fn write_talk(
        &self,
        game: usize,
        players: [usize; 2],
        processes: &mut HashMap<usize, Process>,
        observer: &mut dyn Observer,
    ) -> io::Result<()> {
        for side in players {
            if let Some(process) = processes.get_mut(&side).filter(|_| observer.wants_log()) {
                observer.on_log(game, &self.engines[side].name, &process.take_log())?;
            }
        }
        Ok(())
    }

    /// See [`FaultyGame::talk`]. It ends the engine that has failed: only then its standard error is read
    /// to the end.
    fn last_words(
        &self,
        players: [usize; 2],
        loser: usize,
        ending: Ending,
        processes: &mut HashMap<usize, Process>,
    ) -> Vec<String> {
        let mut talk = Vec::new();
        for side in players {
            let Some(process) = processes.get_mut(&side) else { continue };
            let fate = (side == loser && ending == Ending::Crash).then(|| process.fate());
            if side == loser {
                process.kill();
            }
            let name = &self.engines[side].name;
            let lines = process.tail().into_iter().chain(fate);
            talk.extend(lines.map(|line| format!("{name}: {line}")));
        }
        talk
    }

    /// Whether there is a test, and it has come to a verdict.
    pub fn is_decided(&self, standing: &Standing) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&standing.tally) != SprtVerdict::Undecided)
    }

    /// Ends the engines that are not to live on: all, unless they are kept; and one that has
    /// failed in any case.
    fn tidy(&self, ending: Ending, players: [usize; 2], processes: &mut HashMap<usize, Process>) {
        let failed = ending.is_fault();
        if failed || !self.keep_engines {
            for side in players {
                if let Some(process) = processes.remove(&side) {
                    if failed { drop(process) } else { process.end() }
                }
            }
        }
    }

    /// Plays one game: the result, the opening as text, and who had black and white.
    fn play_fixture(
        &self,
        fixture: &Fixture,
        processes: &mut HashMap<usize, Process>,
        progress: &Progress<'_>,
        log: bool,
    ) -> io::Result<(Finished, String, [usize; 2])> {
        for side in fixture.players {
            if let std::collections::hash_map::Entry::Vacant(place) = processes.entry(side) {
                let process = place.insert(Process::start(&self.engines[side], log)?);
                process.obey(Arc::clone(&self.control));
                process.obey(Arc::clone(&progress.stop));
            }
        }
        let [a, b] = fixture.players;
        let [Some(first), Some(second)] = processes.get_disjoint_mut([&a, &b]) else {
            return Err(io::Error::other("an engine cannot play against itself"));
        };
        let mut seats =
            [Seat::new(first, self.engines[a].budget), Seat::new(second, self.engines[b].budget)];
        for (i, side) in fixture.players.into_iter().enumerate() {
            let prepared = seats[i].prepare(&self.terms, &self.engines[side]);
            let started = &progress.started[side];
            if !started.fetch_or(prepared.is_ok(), Ordering::SeqCst) {
                let (name, remarks) = (&self.engines[side].name, &seats[i].remarks);
                progress.lock().1.on_remarks(name, remarks);
            }
            if let Err((ending, how)) = prepared {
                // No game of it would go better.
                if !started.load(Ordering::SeqCst) && !self.is_stopped_after(ending, progress) {
                    let mut error = format!("{} {how}", self.engines[side].name);
                    if let Some(process) = processes.get_mut(&side) {
                        if ending == Ending::Crash {
                            error += &format!(": {}", process.fate());
                        }
                        error += &format!("\n{}", process.kill());
                    }
                    return Err(io::Error::other(error.trim_end().to_string()));
                }
                let finished = lost_by(i, ending, Duration::ZERO);
                return Ok((finished, opening::format(&fixture.opening), fixture.players));
            }
        }
        if !self.swap2 {
            let finished = game::play(&self.terms, &fixture.opening, seats);
            return Ok((finished, opening::format(&fixture.opening), fixture.players));
        }
        match game::negotiate(&self.terms, &mut seats) {
            Ok((stones, false)) => {
                let finished = game::play(&self.terms, &stones, seats);
                Ok((finished, opening::format(&stones), fixture.players))
            }
            Ok((stones, true)) => {
                seats.reverse();
                let finished = game::play(&self.terms, &stones, seats);
                Ok((finished, opening::format(&stones), [b, a]))
            }
            Err((loser, ending)) => {
                let thinking = seats.iter().map(|seat| seat.thinking).sum();
                Ok((lost_by(loser, ending, thinking), String::new(), fixture.players))
            }
        }
    }
}

/// A game that was lost before it began, by black (0) or white (1).
fn lost_by(loser: usize, ending: Ending, thinking: Duration) -> Finished {
    Finished { black_points: loser as f64, ending, moves: Vec::new(), thinking }
}
