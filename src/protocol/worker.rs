use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use crate::board::Board;
use crate::engine::{Engine, Soosorv, SoosorvStep, Swap2, work_off};
use crate::eval::NetChoice;
use crate::search::{Control, Limits, Listener, PositionStore, Report, RootNews};
use crate::types::{Coord, Instant};

/// A job for the search thread.
pub struct SearchJob {
    /// The position, with the engine's side to move.
    pub board: Board,
    /// What the search may spend.
    pub limits: Limits,
    /// Stops it.
    pub control: Arc<Control>,
    /// Bytes of the transposition table.
    pub table: u64,
    /// Threads to search with.
    pub threads: usize,
    /// Tuned search parameters.
    pub tuned: Vec<(String, i32)>,
    /// Which net corrects the evaluation.
    pub net: NetChoice,
    /// What is known of positions near the root.
    pub store: Option<Arc<dyn PositionStore>>,
    /// Clear the transposition table first.
    pub clear: bool,
    /// Kind of search.
    pub question: Question,
    /// Report the progress of root moves.
    pub realtime: bool,
    /// Decides among equal openings.
    pub seed: u64,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A move to be played; report this many lines.
    Move(usize),
    /// Balance: number of stones, and target score for the side to move.
    Balance(usize, i32),
    /// Ponder in the opponent's time.
    Ponder,
    /// What to do in a swap2 opening.
    Swap2,
    /// The same, asked in the dialect of Yixin-Board.
    YxSwap2,
    /// What to do in a Soosyrv-8 opening, asked in that dialect.
    Soosorv(SoosorvStep),
}

/// What comes back.
pub enum Answer {
    /// One more iteration is done.
    Progress(Report),
    /// News of the moves at the root.
    Root(RootNews),
    /// The move; `None` if there is none.
    Move(Option<Report>),
    /// The stones; none if there is no room.
    Balance(Vec<Coord>),
    /// The decision; `None` if it cannot be made.
    Swap2(Option<Swap2>),
    /// The same in a Soosyrv-8 opening.
    Soosorv(Option<Soosorv>),
    /// The search failed by an error of ours.
    Failed,
}

/// Processes jobs until the session ends.
pub fn work(jobs: &Receiver<SearchJob>, send: impl Fn(Answer) -> bool) {
    let new = |job: &SearchJob| Engine::with_table(job.table, job.threads);
    let answer = |engine: &mut Engine, job: &SearchJob| answer(engine, job, &send);
    work_off(jobs, new, answer, |_, answer| send(answer.unwrap_or(Answer::Failed)));
}

fn answer(engine: &mut Engine, job: &SearchJob, send: &dyn Fn(Answer) -> bool) -> Answer {
    engine.set_resources(job.table, job.threads);
    engine.tune(&job.tuned);
    engine.set_net(job.net.clone());
    engine.set_store(job.store.clone());
    if job.clear {
        engine.clear();
    }
    let SearchJob { board, limits, control, .. } = job;
    match job.question {
        Question::Move(_) => {
            let mut forward = Forward::new(send, job.realtime);
            Answer::Move(engine.think(board, limits, control, &mut forward))
        }
        Question::Balance(count, bias) => {
            Answer::Balance(engine.balance(board, count, bias, limits, control))
        }
        Question::Ponder => Answer::Move(engine.ponder(board, limits, control)),
        Question::Soosorv(step) => Answer::Soosorv(engine.soosorv(board, step, limits, control)),
        Question::Swap2 | Question::YxSwap2 => {
            Answer::Swap2(engine.swap2(board, job.seed, limits, control))
        }
    }
}

/// Forwards progress to the session.
struct Forward<'a> {
    send: &'a dyn Fn(Answer) -> bool,
    since: Instant,
    realtime: bool,
    /// The move whose search has been reported to have begun, and when the last one was.
    trying: Option<Coord>,
    tried_at: Option<Instant>,
    /// The best move as it was reported, and those reported to lose.
    best: Option<Coord>,
    lost: HashSet<Coord>,
}

/// Root progress is reported only after this time: earlier it would flicker.
const FIRST_NEWS: Duration = Duration::from_millis(100);
/// At least this long from one move at the root to the next: Yixin-Board draws its whole board for
/// each, and would show the engine's move seconds late.
const NEXT_MOVE: Duration = Duration::from_millis(50);

impl<'a> Forward<'a> {
    fn new(send: &'a dyn Fn(Answer) -> bool, realtime: bool) -> Forward<'a> {
        let (since, lost) = (Instant::now(), HashSet::new());
        Forward { send, since, realtime, trying: None, tried_at: None, best: None, lost }
    }

    /// Whether this is worth a line now.
    fn is_told(&mut self, news: RootNews) -> bool {
        match news {
            RootNews::Trying(c) => {
                let is_due = self.tried_at.is_none_or(|at| at.elapsed() >= NEXT_MOVE);
                if is_due {
                    (self.trying, self.tried_at) = (Some(c), Some(Instant::now()));
                }
                is_due
            }
            RootNews::Tried(c) => self.trying.take_if(|trying| *trying == c).is_some(),
            RootNews::Best(c) => self.best.replace(c) != Some(c),
            RootNews::Lost(c) => self.lost.insert(c),
            RootNews::Iteration => true,
        }
    }
}

impl Listener for Forward<'_> {
    fn on_iteration(&mut self, report: &Report) {
        (self.send)(Answer::Progress(report.clone()));
    }

    fn on_root(&mut self, news: RootNews) {
        if self.realtime && self.since.elapsed() >= FIRST_NEWS && self.is_told(news) {
            (self.send)(Answer::Root(news));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Size;
    use std::cell::{Cell, RefCell};

    #[test]
    fn the_root_is_told_of_to_those_who_ask_and_after_a_while() {
        let now = Instant::now();
        let (past, future) = (now.checked_sub(FIRST_NEWS), now.checked_add(FIRST_NEWS * 36_000));
        for (realtime, since, told) in [(true, past, 1), (false, past, 0), (true, future, 0)] {
            let count = Cell::new(0);
            let send = |_| {
                count.set(count.get() + 1);
                true
            };
            let since = since.expect("a moment that the clock knows");
            Forward { since, ..Forward::new(&send, realtime) }.on_root(RootNews::Iteration);
            assert_eq!(count.get(), told);
        }
    }

    /// What is said of the root after the first while.
    fn said(talk: impl FnOnce(&mut Forward<'_>)) -> Vec<RootNews> {
        let said = RefCell::new(Vec::new());
        let send = |answer| {
            if let Answer::Root(news) = answer {
                said.borrow_mut().push(news);
            }
            true
        };
        let since = Instant::now().checked_sub(FIRST_NEWS).expect("a moment that the clock knows");
        talk(&mut Forward { since, ..Forward::new(&send, true) });
        said.into_inner()
    }

    /// A search for several lines sent tens of thousands of lines, and its move after all of them.
    #[test]
    fn moves_at_the_root_are_the_best_or_lost_once() {
        let [a, b] = [7, 8].map(|x| Coord::new(x, 7).expect("a point"));
        let news = [RootNews::Best(a), RootNews::Lost(b)];
        let more = [RootNews::Best(b), RootNews::Best(a), RootNews::Lost(a)];
        let said = said(|forward| {
            let all = news.into_iter().cycle().take(20).chain(more);
            all.for_each(|news| forward.on_root(news));
        });
        assert_eq!(said[..2], news);
        assert_eq!(said[2..], more);
    }

    /// Yixin-Board showed moves seconds late: an iteration sent hundreds of lines at once.
    #[test]
    fn moves_at_the_root_come_at_a_pace_that_a_board_can_draw() {
        let begin = Instant::now();
        let said = said(|forward| {
            for _ in 0..3 {
                forward.on_root(RootNews::Iteration);
                for c in Size::new(15).expect("a size").coords() {
                    forward.on_root(RootNews::Trying(c));
                    forward.on_root(RootNews::Tried(c));
                }
            }
        });
        let most = 1 + begin.elapsed().as_millis() / NEXT_MOVE.as_millis();
        let count = |is: fn(&RootNews) -> bool| said.iter().filter(|news| is(news)).count();
        assert_eq!(count(|news| *news == RootNews::Iteration), 3);
        let tried = count(|news| matches!(news, RootNews::Tried(_)));
        assert!(tried >= 1 && tried as u128 <= most, "{said:?}");
        let mut pairs = said.windows(2).filter(|pair| matches!(pair[1], RootNews::Tried(_)));
        assert!(
            pairs.all(|pair| {
                matches!(pair, [RootNews::Trying(a), RootNews::Tried(b)] if a == b)
            })
        );
    }
}
