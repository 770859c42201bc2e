//! The engine in a thread of its own: the board stays alive while it thinks.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::hint::{self, Hint};
use crate::board::Board;
use crate::engine::{Engine, Level};
use crate::search::{Clock, Control};
use crate::types::Coord;

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

/// What the engine is wanted for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// The move of a level.
    Move {
        /// How strong.
        level: Level,
        /// Decides what it plays.
        seed: u64,
        /// Time left for the game, and what is added after each move.
        left: Option<(Duration, Duration)>,
    },
    /// A move for a human, with reasons.
    Hint,
}

/// A question about a position.
#[derive(Clone)]
pub struct Task {
    /// The position.
    pub board: Board,
    /// The question.
    pub question: Question,
}

/// What tells questions apart: the time left does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    hash: u64,
    level: Option<Level>,
}

impl Task {
    fn key(&self) -> Key {
        let level = match self.question {
            Question::Move { level, .. } => Some(level),
            Question::Hint => None,
        };
        Key { hash: self.board.hash(), level }
    }
}

/// The engine's answer; see [`Thinker::accept`].
#[derive(Debug)]
pub struct Thought {
    number: u64,
    answer: Answer,
}

/// What the engine has found; `None` if the board is full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move to play.
    Move(Option<Coord>),
    /// Advice.
    Hint(Option<Hint>),
}

/// The engine's thread.
pub struct Thinker {
    tasks: Sender<(u64, Task, Arc<Control>)>,
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
        let (tasks, received) = mpsc::channel::<(u64, Task, Arc<Control>)>();
        let think = move || {
            let mut engine = Engine::new(resources.memory, resources.threads);
            for (number, task, control) in received {
                let answer = answer(&mut engine, &task, resources.turn, &control);
                if !deliver(Thought { number, answer }) {
                    break;
                }
            }
        };
        let thread = Builder::new().name("engine".into()).spawn(think)?;
        Ok(Thinker { tasks, thread, number: 0, running: None })
    }

    /// Lets the engine think about this, or about nothing. Already at it, it goes on; what else
    /// it was at is given up.
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

    /// Takes an answer, unless it is one to a question that was given up since.
    pub fn accept(&mut self, thought: Thought) -> Option<Answer> {
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

fn answer(engine: &mut Engine, task: &Task, turn: Duration, control: &Control) -> Answer {
    match task.question {
        Question::Hint => Answer::Hint(hint::find(engine, &task.board, control)),
        Question::Move { level, seed, left } => {
            let (left, increment) = left.unzip();
            let increment = increment.unwrap_or_default();
            let turn = Some(turn).filter(|_| level == Level::FULL);
            let clock = Clock { start: Instant::now(), turn, left, increment };
            let clock = Some(clock).filter(|_| turn.is_some() || left.is_some());
            Answer::Move(engine.play_at(&task.board, level, seed, clock, control))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Rule, Size};

    fn task(moves: &[Coord], question: Question) -> Task {
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
        let full = Question::Move { level: Level::FULL, seed: 1, left: None };
        thinker.think_about(Some(task(&[centre], full))).expect("alive");
        // The position is left: a search of an hour ends.
        thinker.think_about(Some(task(&[], full))).expect("alive");
        let first = thoughts.recv().expect("an answer");
        assert_eq!(thinker.accept(first), None);
        thinker.hurry();
        let second = thoughts.recv().expect("an answer");
        assert_eq!(thinker.accept(second), Some(Answer::Move(Some(centre))));
        thinker.think_about(Some(task(&[centre], Question::Hint))).expect("alive");
        thinker.think_about(None).expect("alive");
        let third = thoughts.recv().expect("an answer");
        assert_eq!(thinker.accept(third), None);
    }
}
