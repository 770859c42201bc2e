//! Searches: how they are begun, and what is said when they end.

use std::io::{self, Write};
use std::sync::Arc;

use super::{Over, RunningSearch, Session};
use crate::board::{Board, Outcome};
use crate::engine::{Soosorv, SoosorvStep, Swap2};
use crate::protocol::recording::{RecordEvent, SearchEnd, Spent};
use crate::protocol::reply::Reply;
use crate::protocol::worker::{Answer, Question, SearchJob};
use crate::search::{Control, Limits, Report};
use crate::types::{Coord, Instant, Size};

impl<W: Write> Session<W> {
    pub(super) fn think(&mut self, asked: Instant, question: Question) -> io::Result<()> {
        match self.board.clone() {
            Some(board) => self.think_about(board, asked, question),
            None => self.fail("no game has been started"),
        }
    }

    pub(super) fn think_about(
        &mut self,
        board: Board,
        asked: Instant,
        question: Question,
    ) -> io::Result<()> {
        let control = Arc::new(Control::new());
        let lines = if let Question::Move(lines) = question { lines } else { 1 };
        let limits = match question {
            Question::Ponder => Limits::default(),
            Question::Swap2 | Question::YxSwap2 | Question::Soosorv(_) => {
                Limits { excluded: Vec::new(), ..self.settings.limits(asked) }
            }
            _ => Limits { multi_pv: lines, ..self.settings.limits(asked) },
        };
        let spent = self.repeated.pop_front();
        let limits = spent.map_or(limits.clone(), |spent| repeat(spent, limits));
        let expected = limits.expected_nodes(&board, self.settings.threads);
        let job = SearchJob {
            board,
            limits,
            control: Arc::clone(&control),
            table: self.settings.table(),
            threads: self.settings.threads,
            tuned: self.settings.tuned.clone(),
            net: self.settings.net.clone(),
            store: self.database.as_ref().and_then(|database| database.store()),
            clear: std::mem::take(&mut self.clear_table),
            question,
            realtime: self.settings.detail.realtime,
            seed: self.settings.seed_of_game(),
        };
        self.jobs.send(job).map_err(io::Error::other)?;
        self.search = Some(RunningSearch {
            control,
            question,
            detail: self.settings.detail,
            asked,
            began: Instant::now(),
            expected,
            last: false,
            is_repeated: spent.is_some(),
        });
        Ok(())
    }

    pub(super) fn hear(&mut self, answer: Answer) -> io::Result<Option<Over>> {
        match answer {
            Answer::Progress(report) => return self.report(report).map(|()| None),
            Answer::Root(news) => return self.say(&Reply::Realtime(news)).map(|()| None),
            _ => {}
        }
        let Some(search) = self.search.take() else { return Ok(None) };
        let question = search.question;
        let over = self.conclude(search, answer)?;
        self.adopt_rule();
        let ponders = self.settings.pondering && matches!(question, Question::Move(_));
        if over.is_none() && ponders {
            self.ponder()?;
        }
        Ok(over)
    }

    /// Records and prints the result of a finished search.
    fn conclude(&mut self, search: RunningSearch, answer: Answer) -> io::Result<Option<Over>> {
        let end = match &answer {
            Answer::Move(Some(report)) => Some(SearchEnd::from(report)),
            _ => None,
        };
        let spent = Spent { expected: search.expected, end };
        self.note(Instant::now(), || RecordEvent::Spent(spent));
        if search.question == Question::Ponder {
            return Ok(None);
        }
        self.settings.spend(search.asked.elapsed());
        match answer {
            Answer::Move(report) => self.play(report.map(|report| report.best))?,
            Answer::Balance(stones) => self.play_all(&stones)?,
            Answer::Swap2(Some(choice)) if search.question == Question::Swap2 => {
                self.say(&swap2_reply(choice))?;
            }
            Answer::Swap2(Some(choice)) => self.say_yixin_swap2(choice)?,
            Answer::Soosorv(Some(decision)) => self.say_soosorv(decision, search.question)?,
            Answer::Soosorv(None) => self.fail("there is no such move")?,
            Answer::Swap2(None) => self.fail("an opening has 0, 3 or 5 stones")?,
            Answer::Failed => {
                let text =
                    "the search failed by an error of the program; the move is any legal one";
                self.say(&Reply::Message(text.into()))?;
                self.play(None)?;
            }
            Answer::Progress(_) | Answer::Root(_) => {}
        }
        Ok(search.last.then_some(Over))
    }

    fn report(&mut self, report: Report) -> io::Result<()> {
        let Some(RunningSearch { detail, .. }) = self.search else { return Ok(()) };
        if detail.iterations {
            let mut report = report.clone();
            if self.is_yixin_board
                && let Some(board) = &self.board
            {
                report.pv.iter_mut().for_each(|c| *c = on_yixin_board(*c, board.size()));
            }
            self.say(&Reply::Progress(report))?;
        }
        if detail.numbers {
            self.say(&Reply::Numbers(report))?;
        }
        Ok(())
    }

    /// Ponders: thinks in the opponent's time.
    fn ponder(&mut self) -> io::Result<()> {
        match &self.board {
            Some(board) if board.outcome() == Outcome::Open => {
                self.think(Instant::now(), Question::Ponder)
            }
            _ => Ok(()),
        }
    }

    /// Plays and prints the move found; without one, any legal move.
    fn play(&mut self, found: Option<Coord>) -> io::Result<()> {
        let Some(board) = &mut self.board else { return Ok(()) };
        let legal = |c: &Coord| !board.is_forbidden(*c);
        let found = found.filter(|&c| board.is_empty(c));
        let any = || board.empty_cells().iter().find(legal).or(board.empty_cells().iter().next());
        match found.or_else(any) {
            Some(c) => {
                board.play(c);
                self.say(&Reply::Moves(vec![c]))
            }
            None => self.fail("board is full"),
        }
    }

    /// Plays and prints the balancing stones.
    fn play_all(&mut self, stones: &[Coord]) -> io::Result<()> {
        let Some(board) = &mut self.board else { return Ok(()) };
        if stones.is_empty() {
            return self.fail("no stones even the game");
        }
        stones.iter().for_each(|&c| board.play(c));
        self.say(&Reply::Moves(stones.to_vec()))
    }

    fn say_yixin_swap2(&mut self, choice: Swap2) -> io::Result<()> {
        let first = if self.board.as_ref().is_some_and(|b| b.ply() == 5) { 2 } else { 1 };
        let place = |n: usize, c: Coord| format!("SWAP2 MOVE{n} {} {}", c.x(), c.y());
        let lines = match choice {
            Swap2::Open(coords) => (1..).zip(coords).map(|(n, c)| place(n, c)).collect(),
            Swap2::Swap => vec![format!("SWAP2 SWAP{first} YES")],
            Swap2::Stay(_) => vec![format!("SWAP2 SWAP{first} NO")],
            Swap2::PutTwo(coords) => (4..).zip(coords).map(|(n, c)| place(n, c)).collect(),
        };
        lines.into_iter().try_for_each(|line| self.say(&Reply::Message(line)))
    }

    fn say_soosorv(&mut self, decision: Soosorv, question: Question) -> io::Result<()> {
        let is_late = matches!(question, Question::Soosorv(SoosorvStep::SwapAfterFour(_)));
        let place = |n: &str, c: Coord| format!("MOVE{n} {} {}", c.x(), c.y());
        let lines: Vec<String> = match decision {
            Soosorv::Open(coords) => {
                (1..).zip(coords).map(|(n, c)| place(&format!("{n}"), c)).collect()
            }
            Soosorv::Swap(swap) => {
                let answer = if swap { "YES" } else { "NO" };
                vec![format!("SWAP{} {answer}", if is_late { 2 } else { 1 })]
            }
            Soosorv::Fourth(c, number) => vec![format!("{} {number}", place("4", c))],
            Soosorv::Offer(coords) => {
                let fifths = coords.into_iter().map(|c| place("5", c));
                let first = std::iter::once("MOVE5 REFRESH".to_string());
                first.chain(fifths).chain(["MOVE5 DONE".to_string()]).collect()
            }
            Soosorv::Choose(c) => vec![place("5C", c)],
        };
        let mut lines = lines.into_iter();
        lines.try_for_each(|line| self.say(&Reply::Message(format!("SOOSORV {line}"))))
    }
}

/// Positions that a repeated search may visit beyond a multiple of the recorded ones.
const REPEAT_MARGIN: u64 = 1_000_000;

/// Limits that end a search where a recorded one ended, in a table as large. One that reported
/// nothing goes by the clock again.
fn repeat(spent: Spent, limits: Limits) -> Limits {
    let limits = Limits { expected: Some(spent.expected), ..limits };
    match spent.end {
        None => limits,
        Some(SearchEnd { nodes, interrupted: true, .. }) => {
            Limits { nodes: Some(nodes), depth: None, clock: None, ..limits }
        }
        Some(SearchEnd { depth, nodes, .. }) => {
            // It ends there by itself with one thread; more may take another way, and a record that
            // is not true none.
            let nodes = nodes.saturating_mul(4).saturating_add(REPEAT_MARGIN);
            Limits { nodes: Some(nodes), depth: Some(depth), clock: None, ..limits }
        }
    }
}

fn swap2_reply(choice: Swap2) -> Reply {
    match choice {
        Swap2::Open(coords) => Reply::Moves(coords.to_vec()),
        Swap2::PutTwo(coords) => Reply::Moves(coords.to_vec()),
        Swap2::Stay(c) => Reply::Moves(vec![c]),
        Swap2::Swap => Reply::Swap,
    }
}

/// The point whose name is what Yixin-Board calls this one.
fn on_yixin_board(c: Coord, size: Size) -> Coord {
    Coord::new(c.y(), size.get() - 1 - c.x()).unwrap_or(c)
}
