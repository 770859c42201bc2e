//! The engine in a thread of its own: the board stays alive while it thinks.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::review::Review;
use dolmen::board::Board;
use dolmen::engine::{Engine, Level, work_off};
use dolmen::search::{Clock, Control};
use dolmen::types::Coord;
use dolmen_study::hint::{self, Hint};
use dolmen_study::openings::course::Act;
use dolmen_study::openings::decide;
use dolmen_study::openings::rules::Opening;

/// What the engine may take.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Bytes in all.
    pub memory: u64,
    /// Threads of a search.
    pub threads: usize,
    /// Longest time for a move of full strength.
    pub turn: Duration,
}

/// Kind of a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TaskKind {
    /// The move of a level.
    Move {
        /// How strong.
        level: Level,
        /// Decides what it plays.
        seed: u64,
        /// Time left for the game, and what is added after each move.
        left: Option<(Duration, Duration)>,
    },
    /// What to do in an opening.
    Opening {
        /// Where it stands.
        opening: Opening,
        /// Decides among equals.
        seed: u64,
    },
    /// A move for a human, with reasons.
    Hint,
    /// What every move of a finished game was worth.
    Review {
        /// Stones of an opening, which are no moves of their colour.
        opened: usize,
    },
}

/// A question about a position.
#[derive(Clone)]
pub struct Task {
    /// The position.
    pub board: Board,
    /// The question.
    pub question: TaskKind,
}

/// Identity of a task: the hash of the board, and the question without the time left.
type Key = (u64, TaskKind);

impl Task {
    fn key(&self) -> Key {
        let question = match self.question {
            TaskKind::Move { level, seed, .. } => TaskKind::Move { level, seed, left: None },
            other => other,
        };
        (self.board.hash(), question)
    }
}

/// The engine's answer; see [`Thinker::accept`].
#[derive(Debug)]
pub struct Thought {
    number: u64,
    answer: Found,
}

/// What the engine has found; `None` if the board is full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The move to play.
    Move(Option<Coord>),
    /// What to do in an opening, in this order.
    Opening(Vec<Act>),
    /// Advice.
    Hint(Option<Hint>),
    /// A game, judged.
    Review(Review),
}

/// A task with its number and its stop handle.
type NumberedTask = (u64, Task, Arc<Control>);

/// The engine's thread.
pub struct Thinker {
    tasks: Sender<NumberedTask>,
    thread: JoinHandle<()>,
    /// Tasks given so far: the number of the last one.
    number: u64,
    running: Option<(Key, Arc<Control>)>,
}

impl Thinker {
    /// Starts the thread; `deliver` is called there with what the engine finds, until it returns
    /// `false`.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(
        resources: Resources,
        deliver: impl Fn(Thought) -> bool + Send + 'static,
    ) -> io::Result<Thinker> {
        let (tasks, received) = mpsc::channel::<NumberedTask>();
        let think = move || {
            let new = |_: &_| Engine::new(resources.memory, resources.threads);
            let answer = |engine: &mut Engine, (_, task, control): &NumberedTask| {
                answer(engine, task, resources.turn, control)
            };
            // A panic ends the thread, and with it the game: see `think_about`.
            work_off(received, new, answer, |(number, ..), answer| {
                answer.is_some_and(|answer| deliver(Thought { number, answer }))
            });
        };
        let thread = Builder::new().name("engine".into()).spawn(think)?;
        Ok(Thinker { tasks, thread, number: 0, running: None })
    }

    /// Starts a task, or none. The same task continues; any other running task is abandoned.
    ///
    /// # Errors
    /// If the engine has failed.
    pub fn think_about(&mut self, wanted: Option<Task>) -> io::Result<()> {
        if self.thread.is_finished() {
            return Err(io::Error::other("the engine has failed"));
        }
        let key = wanted.as_ref().map(Task::key);
        if key == self.running.as_ref().map(|running| running.0) {
            return Ok(());
        }
        self.stop();
        if let Some(task) = wanted {
            let control = Arc::new(Control::new());
            self.number += 1;
            self.running = Some((task.key(), Arc::clone(&control)));
            let sent = self.tasks.send((self.number, task, control));
            sent.map_err(|_| io::Error::other("the engine has failed"))?;
        }
        Ok(())
    }

    /// Accepts an answer, unless its task was abandoned.
    pub fn accept(&mut self, thought: Thought) -> Option<Found> {
        if self.running.is_none() || thought.number != self.number {
            return None;
        }
        self.running = None;
        Some(thought.answer)
    }

    /// Lets the engine answer at once with the best it has found so far.
    pub fn hurry(&self) {
        if let Some((_, control)) = &self.running {
            control.stop();
        }
    }

    fn stop(&mut self) {
        self.hurry();
        self.running = None;
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn answer(engine: &mut Engine, task: &Task, turn: Duration, control: &Control) -> Found {
    match task.question {
        TaskKind::Hint => Found::Hint(hint::find(engine, &task.board, control)),
        TaskKind::Review { opened } => {
            Found::Review(Review::of(engine, (&task.board, opened), control))
        }
        TaskKind::Opening { opening, seed } => Found::Opening(decide::decide(
            engine,
            (&task.board, opening),
            seed,
            decide::NODES,
            control,
        )),
        TaskKind::Move { level, seed, left } => {
            let (left, increment) = left.unzip();
            let increment = increment.unwrap_or_default();
            let turn = Some(turn).filter(|_| level == Level::FULL);
            let clock = Clock { start: Instant::now(), turn, left, increment };
            let clock = Some(clock).filter(|_| turn.is_some() || left.is_some());
            Found::Move(engine.play_at(&task.board, level, seed, clock, control))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::{Rule, Size};
    use dolmen_study::openings::rules::{Choice, OpeningRule};

    fn task(moves: &[Coord], question: TaskKind) -> Task {
        let size = Size::new(15).expect("a size");
        Task { board: Board::with_moves(Rule::Freestyle, size, moves), question }
    }

    #[test]
    fn what_was_given_up_is_not_accepted_and_hurry_ends_a_search() {
        let (sender, thoughts) = mpsc::channel();
        let turn = Duration::from_secs(3600);
        let resources = Resources { memory: 16 << 20, threads: 1, turn };
        let deliver = move |thought| sender.send(thought).is_ok();
        let mut thinker = Thinker::start(resources, deliver).expect("a thread");
        let centre = Coord::new(7, 7).expect("a point");
        let full = TaskKind::Move { level: Level::FULL, seed: 1, left: None };
        thinker.think_about(Some(task(&[centre], full))).expect("alive");
        // The position is left: a search of an hour ends.
        thinker.think_about(Some(task(&[], full))).expect("alive");
        let first = thoughts.recv().expect("an answer");
        assert_eq!(thinker.accept(first), None);
        thinker.hurry();
        let second = thoughts.recv().expect("an answer");
        assert_eq!(thinker.accept(second), Some(Found::Move(Some(centre))));
        thinker.think_about(Some(task(&[centre], TaskKind::Hint))).expect("alive");
        thinker.think_about(None).expect("alive");
        let third = thoughts.recv().expect("an answer");
        assert_eq!(thinker.accept(third), None);
    }

    /// The answer to a hint at a choice was taken for that of the engine after it.
    #[test]
    fn another_state_of_an_opening_is_another_task() {
        let (sender, thoughts) = mpsc::channel();
        let resources = Resources { memory: 16 << 20, threads: 1, turn: Duration::ZERO };
        let deliver = move |thought| sender.send(thought).is_ok();
        let mut thinker = Thinker::start(resources, deliver).expect("a thread");
        let stones = ["h8", "a1", "i9"].map(|name| name.parse().expect("a point"));
        let mut board = Board::new(Rule::Freestyle, Size::USUAL);
        let placed = |opening: Opening, c| {
            let after = opening.after_stone(&board, c).expect("a stone");
            board.play(c);
            after
        };
        let opening = stones.into_iter().fold(Opening::new(OpeningRule::Swap2), placed);
        let (two, _) = opening.after_choice(Choice::Two).expect("a choice");
        for opening in [opening, two] {
            let question = TaskKind::Opening { opening, seed: 1 };
            thinker.think_about(Some(task(&stones, question))).expect("alive");
        }
        let first = thoughts.recv().expect("an answer");
        assert_eq!(thinker.accept(first), None);
    }
}
