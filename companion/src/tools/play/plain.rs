//! The line mode, for screen readers, pipes and dumb terminals: a line in, lines out, every state
//! said in words.

mod input;

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::PlayOptions;
use super::language::{COMMANDS, Language, fill};
use super::save;
use super::session::{PlayCommand, PlaySession};
use super::thinker::Thinker;
use super::words::sentence;
use crate::tools::permits::Permits;
use dolmen::engine::Level;
use dolmen::search::Control;
use dolmen::types::{Color, Rule, parse_stones};
use dolmen_records::Diagram;
use dolmen_study::openings::rules::{Choice, Opening};
use input::{MOST_WAITING, PlainInput, read_lines};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Request {
    Do(PlayCommand),
    /// To the file that the game has already.
    Save,
    Board,
    Moves,
    Threats,
    Forbidden,
    Clock,
    Players,
    Help,
    Quit,
    Nothing,
    NotALevel,
    Unknown(String),
}

impl Request {
    fn parse(line: &str) -> Request {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let word = word.to_lowercase();
        match (word.as_str(), rest) {
            ("", _) => Request::Nothing,
            ("undo" | "u", "") => Request::Do(PlayCommand::Undo),
            ("redo" | "r", "") => Request::Do(PlayCommand::Redo),
            ("hint", "") => Request::Do(PlayCommand::Hint),
            ("now", "") => Request::Do(PlayCommand::Now),
            ("resign", "") => Request::Do(PlayCommand::Resign),
            ("new", "") => Request::Do(PlayCommand::New),
            ("sides", "") => Request::Do(PlayCommand::Sides),
            ("analyse" | "analyze", "") => Request::Do(PlayCommand::Review),
            ("take", side) if side.eq_ignore_ascii_case("black") => {
                Request::Do(PlayCommand::Choose(Choice::Take(Color::Black)))
            }
            ("take", side) if side.eq_ignore_ascii_case("white") => {
                Request::Do(PlayCommand::Choose(Choice::Take(Color::White)))
            }
            ("two", "") => Request::Do(PlayCommand::Choose(Choice::Two)),
            ("ten", "") => Request::Do(PlayCommand::Choose(Choice::Ten)),
            ("number", n) if n.parse::<usize>().is_ok() => {
                Request::Do(PlayCommand::Choose(Choice::Number(n.parse().unwrap_or(0))))
            }
            ("level", "") => Request::Players,
            ("level", number) => match number.parse().ok().and_then(Level::new) {
                Some(level) => Request::Do(PlayCommand::Level(level)),
                None => Request::NotALevel,
            },
            ("save", "") => Request::Save,
            ("save", file) => Request::Do(PlayCommand::Save(PathBuf::from(file))),
            ("board" | "b", "") => Request::Board,
            ("moves", "") => Request::Moves,
            ("threats" | "t", "") => Request::Threats,
            ("forbidden", "") => Request::Forbidden,
            ("clock", "") => Request::Clock,
            ("help" | "?", "") => Request::Help,
            ("quit" | "exit" | "q", "") => Request::Quit,
            (word, rest) => match parse_stones(word).as_deref() {
                Ok(&[c]) if rest.is_empty() => Request::Do(PlayCommand::Play(c)),
                _ => {
                    let shown = line.chars().filter(|c| !c.is_control()).take(20);
                    Request::Unknown(shown.collect())
                }
            },
        }
    }

    /// Whether it is about the next turn of the player, for which it waits.
    fn is_for_own_turn(&self) -> bool {
        use PlayCommand::{Choose, Hint, Play, Review};
        matches!(self, Request::Do(Play(_) | Choose(_) | Hint | Review))
    }
}

/// Why it ends.
enum Stop {
    /// The player wants to.
    Quit,
    InputEnd,
    Signal,
}

/// Interval between two polls of the clock and of the control.
const TICK: Duration = Duration::from_millis(500);

/// Plays by lines until `quit`, the end of the input, or `control` says stop; the game is left in `notes`
/// where nobody has said that it may be dropped. While the engine thinks, commands are obeyed
/// at once; stones, choices and requests for advice wait for its move, and so does what came together
/// with a line before the move: a game from a pipe goes its way whatever the speed of the engine.
///
/// # Errors
/// If the input cannot be read, the output not be written, or the engine fails; at the end, if the
/// last attempt to save the game has failed, or if it was stopped.
pub fn run(
    options: &PlayOptions,
    language: Language,
    input: impl Read + Send + 'static,
    output: impl Write,
    mut notes: impl Write,
    control: &Control,
) -> io::Result<()> {
    let session = options.session(language)?;
    let (sender, events) = mpsc::channel();
    let permits = read_lines(BufReader::new(input), sender.clone())?;
    let deliver = move |thought| sender.send(PlainInput::Thought(thought)).is_ok();
    let thinker = Thinker::start(options.resources(), deliver)?;
    let mut plain = Plain {
        session,
        language,
        thinker,
        output,
        permits,
        waiting: VecDeque::new(),
        told: None,
        refused: None,
        ended: false,
        threats: options.threats,
    };
    plain.introduce()?;
    let followed = plain.follow(&events, control);
    if !matches!(followed, Ok(Stop::Quit)) && plain.session.is_unsaved() {
        writeln!(notes, "the game was: {}", save::position(&plain.session.game))?;
    }
    match followed? {
        Stop::Signal => Err(io::Error::other("interrupted")),
        _ if plain.session.is_save_refused() => Err(io::Error::other("the game was not saved")),
        Stop::Quit | Stop::InputEnd => Ok(()),
    }
}

struct Plain<W> {
    session: PlaySession,
    language: Language,
    thinker: Thinker,
    output: W,
    /// Requests the next lines from the reader.
    permits: Permits,
    /// Lines that wait for the engine.
    waiting: VecDeque<String>,
    /// Stones on the board, whether the game was over, and where its opening stood, when it was
    /// last said whose turn it is.
    told: Option<(usize, bool, Opening)>,
    /// What was asked for last and not done, as it would have lost the game.
    refused: Option<Request>,
    /// No more lines will come.
    ended: bool,
    /// Threats are printed with every turn.
    threats: bool,
}

impl<W: Write> Plain<W> {
    fn introduce(&mut self) -> io::Result<()> {
        self.say(&self.session.words.game(&self.session.game))?;
        self.say_all(&self.session.players())?;
        if self.session.game.board().ply() > 0 {
            self.say(&self.session.words.moves(&self.session.game))?;
        }
        if self.session.game.is_over() {
            self.say(&self.session.words.status(&self.session.game))?;
        }
        self.say(self.session.words.texts.try_help)
    }

    /// The main loop: until `quit`, a stop, or the input ends and the engine has nothing to do.
    fn follow(&mut self, events: &Receiver<PlainInput>, control: &Control) -> io::Result<Stop> {
        while !control.is_stopped() {
            let now = Instant::now();
            let wanted = self.session.wanted(now);
            let busy = wanted.is_some();
            self.thinker.think_about(wanted)?;
            if !busy {
                self.say_whose_turn()?;
                if let Some(line) = self.waiting.pop_front() {
                    let request = self.request(&line);
                    if !self.obey(request)? {
                        return Ok(Stop::Quit);
                    }
                    continue;
                }
                if self.ended {
                    return Ok(Stop::InputEnd);
                }
            }
            if !self.ended && self.waiting.len() < MOST_WAITING {
                self.permits.give();
            }
            let event = events.recv_timeout(TICK);
            if let Ok(PlainInput::Lines(_)) = event {
                self.permits.used();
            }
            match event {
                Ok(PlainInput::Thought(thought)) => {
                    if let Some(answer) = self.thinker.accept(thought) {
                        let lines = self.session.take(answer, Instant::now());
                        self.say_all(&lines)?;
                    }
                }
                Ok(PlainInput::Lines(Ok(lines))) if busy => {
                    if !self.interrupt(lines)? {
                        return Ok(Stop::Quit);
                    }
                }
                Ok(PlainInput::Lines(Ok(lines))) => self.waiting.extend(lines),
                Ok(PlainInput::Lines(Err(error)))
                    if error.kind() == io::ErrorKind::UnexpectedEof =>
                {
                    self.ended = true;
                    if self.refused == Some(Request::Quit) && self.waiting.is_empty() {
                        return Ok(Stop::InputEnd);
                    }
                }
                Ok(PlainInput::Lines(Err(error))) => return Err(error),
                Err(RecvTimeoutError::Timeout) => {
                    let ended = self.session.tick(Instant::now());
                    self.say_all(ended.as_slice())?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the engine has failed"));
                }
            }
        }
        Ok(Stop::Signal)
    }

    /// Lines that came while the engine was thinking; `false` if one asks to end.
    fn interrupt(&mut self, lines: Vec<String>) -> io::Result<bool> {
        let mut lines = VecDeque::from(lines);
        while let Some(line) = lines.pop_front() {
            let request = self.request(&line);
            if request == Request::Do(PlayCommand::Now) {
                self.thinker.hurry();
                break;
            }
            if request.is_for_own_turn() {
                lines.push_front(line);
                break;
            }
            if !self.obey(request)? {
                return Ok(false);
            }
        }
        self.waiting.append(&mut lines);
        Ok(true)
    }

    /// What a line asks for, as the game stands.
    fn request(&self, line: &str) -> Request {
        let choice = self.session.choice(&line.trim().to_lowercase());
        let chosen = choice.map(|choice| Request::Do(PlayCommand::Choose(choice)));
        chosen.unwrap_or_else(|| Request::parse(line))
    }

    /// Does what is asked for; `false` if that is to end.
    fn obey(&mut self, request: Request) -> io::Result<bool> {
        let (now, words) = (Instant::now(), self.session.words);
        let loses = matches!(request, Request::Quit | Request::Do(PlayCommand::New));
        let refused = self.refused.take();
        if loses && self.session.is_unsaved() && refused.as_ref() != Some(&request) {
            self.refused = Some(request);
            return self.say(words.texts.unsaved).map(|()| true);
        }
        let lines = match request {
            Request::Quit => {
                self.say(words.texts.goodbye)?;
                return Ok(false);
            }
            Request::Nothing => Vec::new(),
            Request::Do(command) => self.session.obey(command, now),
            Request::Save => match self.session.file().map(Into::into) {
                Some(file) => self.session.obey(PlayCommand::Save(file), now),
                None => vec![words.texts.save_usage.to_string()],
            },
            Request::Board => {
                write!(self.output, "{}", Diagram::new(self.session.game.board()))?;
                self.output.flush()?;
                Vec::new()
            }
            Request::Moves => vec![words.moves(&self.session.game)],
            Request::Threats => words.threats(&self.session.game),
            Request::Forbidden => vec![words.forbidden(&self.session.game)],
            Request::Clock => {
                Color::ALL.map(|color| words.time(&self.session.game, color, now)).to_vec()
            }
            Request::Players => self.session.players(),
            Request::Help => {
                self.help()?;
                Vec::new()
            }
            Request::NotALevel => vec![words.texts.level_error.to_string()],
            Request::Unknown(word) => vec![fill(words.texts.not_a_command, &[("word", &word)])],
        };
        self.say_all(&lines)?;
        Ok(true)
    }

    /// Commands are written as they are typed.
    fn help(&mut self) -> io::Result<()> {
        for (command, texts) in COMMANDS {
            writeln!(self.output, "{command}: {}", texts[self.language as usize])?;
        }
        self.output.flush()
    }

    /// Announces once for each position the side to move and black's forbidden points.
    fn say_whose_turn(&mut self) -> io::Result<()> {
        let game = &self.session.game;
        let now = (game.board().ply(), game.is_over(), game.opening());
        if self.told == Some(now) {
            return Ok(());
        }
        self.told = Some(now);
        if self.session.is_paused() {
            return self.say(self.session.words.texts.paused);
        }
        if game.is_over() {
            return Ok(());
        }
        let mut lines = vec![self.session.words.status(game)];
        if game.setup().rule == Rule::Renju && !game.forbidden().is_empty() {
            lines.push(self.session.words.forbidden(game));
        }
        if self.threats {
            lines.extend(self.session.words.threats(game));
        }
        self.say_all(&lines)
    }

    fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", sentence(text))?;
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::Coord;

    #[test]
    fn lines_are_points_or_commands() {
        let h8 = Coord::new(7, 7).expect("a point");
        for (line, request) in [
            ("h8", Request::Do(PlayCommand::Play(h8))),
            ("  H8\r\n", Request::Do(PlayCommand::Play(h8))),
            ("undo", Request::Do(PlayCommand::Undo)),
            ("level 7", Request::Do(PlayCommand::Level(Level::new(7).expect("a level")))),
            ("level 0", Request::NotALevel),
            ("level", Request::Players),
            ("save My Game.txt", Request::Do(PlayCommand::Save("My Game.txt".into()))),
            ("save", Request::Save),
            ("", Request::Nothing),
            ("QUIT", Request::Quit),
            ("take Black", Request::Do(PlayCommand::Choose(Choice::Take(Color::Black)))),
            ("TAKE WHITE", Request::Do(PlayCommand::Choose(Choice::Take(Color::White)))),
            ("h8i9", Request::Unknown("h8i9".into())),
            ("h8 i9", Request::Unknown("h8 i9".into())),
            ("z99", Request::Unknown("z99".into())),
            ("undo 2", Request::Unknown("undo 2".into())),
            ("\u{1b}[31mx", Request::Unknown("[31mx".into())),
        ] {
            assert_eq!(Request::parse(line), request, "{line:?}");
        }
    }
}
