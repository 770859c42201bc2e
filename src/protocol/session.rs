//! The conversation: what each command does to the game, and what is answered.

mod database;
#[cfg(test)]
mod tests;
mod thinking;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use super::command::{Command, ParseError, Point, StoneEntry};
use super::database::Database;
use super::info::Info;
use super::position;
use super::reader::CommandReader;
use super::recording::{RecordEvent, Recorder, Recording, Spent};
use super::reply::{Reply, write_reply};
use super::room::Place;
use super::settings::{Detail, Settings, max_threads};
use super::worker::{Answer, Question, SearchJob};
use crate::board::Board;
use crate::engine::LARGEST_TABLE;
use crate::search::{Control, keep_margin};
use crate::types::{Coord, Instant, MAX_SIZE, MIN_SIZE, Size};

/// What reaches the session, in the order in which it happened.
pub enum SessionInput {
    /// A line of input.
    Line(Line),
    /// News of the running search.
    Answer(Answer),
}

/// A line of input, which takes up [`Room`](super::room::Room) until it is carried out.
pub struct Line {
    at: Instant,
    text: Option<Vec<u8>>,
    /// Held until the line is dropped.
    _place: Place,
}

impl Line {
    /// A line that came at this moment, without its end; `None` for the end of the input.
    pub fn new(at: Instant, text: Option<Vec<u8>>, place: Place) -> Line {
        Line { at, text, _place: place }
    }
}

/// A search in progress.
struct RunningSearch {
    control: Arc<Control>,
    question: Question,
    /// What is reported of it.
    detail: Detail,
    /// When it was asked for, and when it began.
    asked: Instant,
    began: Instant,
    /// Positions that it is expected to visit.
    expected: u64,
    /// The program ends with it.
    last: bool,
    /// It ends by itself where the recorded one did.
    is_repeated: bool,
}

impl RunningSearch {
    /// Ends it, unless it ends by itself.
    fn stop(&self) {
        if !self.is_repeated {
            self.control.stop();
        }
    }

    /// Ends it this long after it was asked for at the latest, unless it ends by itself.
    fn limit_time(&self, limit: Duration) {
        if !self.is_repeated {
            self.control.limit_time(limit);
        }
    }
}

/// Why the session ends: [`serve`] returns.
struct Over;

/// `END` this soon after a search began comes from a script in a pipe, whose author wants to see
/// the move: the search gets this long, and answers. A manager's `END` comes later, and ends the
/// program at once and in silence.
const GRACE: Duration = Duration::from_millis(100);

/// The state of a conversation.
pub struct Session<W> {
    output: W,
    jobs: Sender<SearchJob>,
    settings: Settings,
    board: Option<Board>,
    search: Option<RunningSearch>,
    /// Lines that have not been carried out yet, the oldest first.
    waiting: VecDeque<Line>,
    reader: CommandReader,
    /// The command that is next, if it waits for the end of the running search.
    blocked: Option<(Instant, Command)>,
    clear_table: bool,
    /// Whether a board like Yixin-Board listens, whose rows are the protocol's columns and count
    /// from the bottom.
    is_yixin_board: bool,
    recorder: Option<Recorder>,
    /// What searches of a recorded session spent: the next ones are to spend the same.
    repeated: VecDeque<Spent>,
    database: Option<Box<dyn Database>>,
}

impl<W: Write> Session<W> {
    /// Before the first command. Searches are asked for by `jobs`.
    pub fn new(
        output: W,
        jobs: Sender<SearchJob>,
        settings: Settings,
        recording: Recording,
        database: Option<Box<dyn Database>>,
    ) -> Session<W> {
        let Recording { recorder, repeated } = recording;
        Session {
            output,
            jobs,
            settings,
            board: None,
            search: None,
            waiting: VecDeque::new(),
            reader: CommandReader::default(),
            blocked: None,
            clear_table: false,
            is_yixin_board: false,
            recorder,
            repeated,
            database,
        }
    }

    /// Answers what comes until the end.
    ///
    /// # Errors
    /// If the output fails.
    pub fn run(&mut self, inbox: &Receiver<SessionInput>) -> io::Result<()> {
        while let Ok(event) = inbox.recv() {
            match event {
                SessionInput::Line(line) => {
                    if let Some(text) = &line.text {
                        log::debug!("< {}", String::from_utf8_lossy(&text[..text.len().min(200)]));
                        self.note(line.at, || {
                            RecordEvent::In(String::from_utf8_lossy(text).into_owned())
                        });
                    }
                    self.waiting.push_back(line);
                }
                SessionInput::Answer(answer) => {
                    if let Some(Over) = self.hear(answer)? {
                        return Ok(());
                    }
                }
            }
            if let Some(Over) = self.work_off()? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        let text = reply.to_string();
        for line in text.lines() {
            self.note(Instant::now(), || RecordEvent::Out(line.to_string()));
        }
        write_reply(&mut self.output, &text)
    }

    fn note(&mut self, at: Instant, event: impl FnOnce() -> RecordEvent) {
        if let Some(recorder) = &mut self.recorder {
            recorder.note(at, event());
        }
    }

    fn fail(&mut self, text: &str) -> io::Result<()> {
        self.say(&Reply::Error(text.to_string()))
    }

    /// Carries out what is waiting, up to a command that needs the end of a running search.
    fn work_off(&mut self) -> io::Result<Option<Over>> {
        if self.search.is_some() && self.blocked.is_some() {
            // The end of the search that was waited for may have begun another one: pondering.
            self.stop_search();
        } else if let Some((at, command)) = self.blocked.take() {
            self.execute(command, at)?;
        }
        while self.blocked.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            let command = match &line.text {
                Some(text) => self.reader.feed(text),
                None => Some(Ok(Command::End)),
            };
            match command {
                None => {}
                Some(Err(error)) => self.refuse(&error)?,
                Some(Ok(Command::End)) if self.ends(line.at) => return Ok(Some(Over)),
                Some(Ok(Command::End)) => {}
                Some(Ok(Command::Stop)) => self.stop_search(),
                Some(Ok(command)) if self.search.is_some() && command.ends_search() => {
                    self.stop_search();
                    self.blocked = Some((line.at, command));
                }
                Some(Ok(command)) => self.execute(command, line.at)?,
            }
        }
        Ok(None)
    }

    fn refuse(&mut self, error: &ParseError) -> io::Result<()> {
        match error {
            ParseError::Unknown(word) => self.say(&Reply::Unknown(word.clone())),
            ParseError::Argument(..) => self.fail(&error.to_string()),
        }
    }

    fn stop_search(&self) {
        if let Some(search) = &self.search {
            search.stop();
        }
    }

    /// Whether the program ends now, or else with the search that has just begun.
    fn ends(&mut self, at: Instant) -> bool {
        let awaited = |search: &&mut RunningSearch| {
            search.question != Question::Ponder && at <= search.began + GRACE
        };
        let Some(search) = self.search.as_mut().filter(awaited) else {
            self.stop_search();
            return true;
        };
        let until_now = search.began.saturating_duration_since(search.asked);
        search.limit_time(until_now + GRACE);
        search.last = true;
        false
    }

    /// Takes over a setting. Of a running search it changes the time for the move at most;
    /// pondering ends if it is no longer wanted or the rule is another one.
    fn set(&mut self, info: &Info) {
        self.settings.apply(info);
        self.set_database(info);
        let Some(search) = &self.search else { return self.adopt_rule() };
        if search.question == Question::Ponder {
            let rule = self.board.as_ref().map(Board::rule);
            if !self.settings.pondering || rule != self.settings.rule.ok() {
                search.stop();
                self.adopt_rule();
            }
            return;
        }
        match *info {
            Info::TimeoutTurn(0) => search.stop(),
            Info::TimeoutTurn(ms @ 1..) => {
                search.limit_time(keep_margin(Duration::from_millis(ms as u64)));
            }
            _ => {}
        }
    }

    /// Puts the stones under the rule of the settings, if that has changed.
    fn adopt_rule(&mut self) {
        if let (Some(board), Ok(rule)) = (&self.board, self.settings.rule)
            && board.rule() != rule
        {
            self.board = Some(position::with_rule(board, rule));
        }
    }

    fn execute(&mut self, command: Command, at: Instant) -> io::Result<()> {
        if needs_rule(&command)
            && let Err(code) = self.settings.rule
        {
            return self.fail(&format!("unsupported rule {code}"));
        }
        match command {
            Command::Start(width, height) => self.start(width, height),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(at),
            Command::Turn(point) => self.turn(point, at),
            Command::Takeback(point) => self.take_back(point),
            Command::Play(_) => self.fail("nothing was suggested"),
            Command::Board(entries) => {
                if self.set_up(&entries)? {
                    self.think(at, Question::Move(1))?;
                }
                Ok(())
            }
            Command::YxBoard(entries) => self.set_up(&entries).map(|_| ()),
            Command::Swap2Board(entries) => self.open(Question::Swap2, &entries, at),
            Command::Swap2Step(_) => self.think(at, Question::YxSwap2),
            Command::Soosorv(step, entries) => self.open(Question::Soosorv(step), &entries, at),
            Command::Nbest(lines) => self.think(at, Question::Move(lines)),
            Command::SearchDefend => self.think(at, Question::Move(usize::MAX)),
            Command::Balance(count, bias) => self.think(at, Question::Balance(count, bias)),
            Command::ShowForbid => self.show_forbidden(),
            Command::ShowInfo => self.show_limits(),
            Command::HashClear => {
                self.clear_table = true;
                Ok(())
            }
            Command::Block(entries) => self.block(&entries, true),
            Command::BlockUndo(entries) => self.block(&entries, false),
            Command::BlockReset => {
                self.settings.excluded.clear();
                Ok(())
            }
            Command::Database(command) => self.database(&command),
            Command::Ignored => Ok(()),
            Command::Info(info) => {
                self.set(&info);
                Ok(())
            }
            Command::About => self.say(&Reply::About),
            // Handled before they come here.
            Command::End | Command::Stop => Ok(()),
        }
    }

    fn start(&mut self, width: i64, height: i64) -> io::Result<()> {
        let size = u8::try_from(width).ok().and_then(Size::new);
        match (size, self.settings.rule) {
            _ if width != height => self.fail("only square boards are supported"),
            (Some(size), Ok(rule)) => {
                self.board = Some(Board::new(rule, size));
                self.new_game();
                self.say(&Reply::Ok)
            }
            _ => self.fail(&format!("board size must be from {MIN_SIZE} to {MAX_SIZE}")),
        }
    }

    /// What was found in the game before is forgotten: a game depends on nothing before it.
    fn new_game(&mut self) {
        self.settings.new_game();
        self.clear_table = true;
    }

    fn restart(&mut self) -> io::Result<()> {
        let Some(board) = &self.board else { return self.fail("no game has been started") };
        self.board = Some(Board::new(board.rule(), board.size()));
        self.new_game();
        self.say(&Reply::Ok)
    }

    fn begin(&mut self, at: Instant) -> io::Result<()> {
        match &self.board {
            Some(board) if board.ply() > 0 => self.fail("the board is not empty"),
            _ => self.think(at, Question::Move(1)),
        }
    }

    fn turn(&mut self, point: Point, at: Instant) -> io::Result<()> {
        let Some(board) = &mut self.board else { return self.fail("no game has been started") };
        let Some(c) = position::on_board(point, board.size()) else {
            return self.fail("point is off the board");
        };
        match board.try_play(c) {
            Ok(()) => self.think(at, Question::Move(1)),
            Err(error) => self.fail(&error.to_string()),
        }
    }

    fn take_back(&mut self, point: Point) -> io::Result<()> {
        let Some(board) = &mut self.board else { return self.fail("no game has been started") };
        let wanted = position::on_board(point, board.size());
        let Some(last) = board.last_move(0).filter(|last| Some(last.coord) == wanted) else {
            return self.fail("not the last stone");
        };
        board.undo();
        // A block may name the stones of one side first.
        board.set_side_to_move(last.color);
        self.say(&Reply::Ok)
    }

    /// Sets the position of a block of lines; `false` if there is no game yet.
    fn set_up(&mut self, entries: &[StoneEntry]) -> io::Result<bool> {
        let Some(board) = &self.board else {
            self.fail("no game has been started")?;
            return Ok(false);
        };
        self.board = Some(position::from_entries(board.rule(), board.size(), entries));
        Ok(true)
    }

    /// Asks what to do in an opening of these stones. That is not played: the position comes back
    /// with `BOARD`.
    fn open(&mut self, asked: Question, entries: &[StoneEntry], at: Instant) -> io::Result<()> {
        let Some(board) = &self.board else { return self.fail("no game has been started") };
        let opening = position::from_moves(board.rule(), board.size(), entries).ok();
        let fits = |board: &Board| match asked {
            Question::Soosorv(step) => step.fits(board),
            _ => matches!(board.ply(), 0 | 3 | 5),
        };
        match opening.filter(fits) {
            Some(opening) => self.think_about(opening, at, asked),
            None if asked == Question::Swap2 => {
                self.fail("an opening has 0, 3 or 5 stones on different points")
            }
            None => self.fail("this step needs other stones, or another number of fifth moves"),
        }
    }

    fn show_forbidden(&mut self) -> io::Result<()> {
        let points = self.board.as_ref().map_or(Vec::new(), |board| {
            board.empty_cells().iter().filter(|&c| board.is_forbidden(c)).collect()
        });
        self.say(&Reply::Forbid(points))
    }

    fn show_limits(&mut self) -> io::Result<()> {
        // Only such boards ask.
        self.is_yixin_board = true;
        let log2_kib = (LARGEST_TABLE >> 10).ilog2();
        self.say(&Reply::Message(format!("INFO MAX_THREAD_NUM {}", max_threads())))?;
        self.say(&Reply::Message(format!("INFO MAX_HASH_SIZE {log2_kib}")))
    }

    fn block(&mut self, entries: &[StoneEntry], add: bool) -> io::Result<()> {
        let Some(board) = &self.board else { return self.fail("no game has been started") };
        let points = entries.iter().filter_map(|e| position::on_board(e.point, board.size()));
        let points: Vec<Coord> = points.collect();
        self.settings.excluded.retain(|c| !points.contains(c));
        if add {
            self.settings.excluded.extend(points);
        }
        Ok(())
    }
}

/// Whether a command makes no sense under a rule that is not known.
fn needs_rule(command: &Command) -> bool {
    matches!(command, Command::Start(..) | Command::Restart) || command.starts_search()
}
