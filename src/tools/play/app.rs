//! What keys and mouse do on the screen. Draws nothing: see [`view`](super::view).

use std::path::PathBuf;
use std::time::Instant;

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::layout::Layout;
use super::look::Look;
use super::session::{Command, Session};
use super::thinker::Answer;
use crate::engine::Level;
use crate::protocol::notation::{Named, parse_stones};
use crate::types::{Color, Coord};

/// The board on the screen, with all that is open on it.
pub struct App {
    /// The game.
    pub session: Session,
    /// How it is drawn.
    pub look: Look,
    /// Where the next stone would go.
    pub cursor: Coord,
    /// Whether threats are marked.
    pub threats: bool,
    /// What was last told.
    pub messages: Vec<String>,
    /// What lies over the board.
    pub overlay: Overlay,
}

/// What lies over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    None,
    /// The list of keys.
    Help,
    /// A question to be answered by yes or no.
    Ask(Question),
    /// Text being typed.
    Type(Field, String),
}

/// Questions before something is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Begin a new game?
    New,
    /// Give up?
    Resign,
    /// End without saving?
    Quit,
}

/// What is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A name to save the game under.
    File,
    /// A point.
    Point,
}

/// What the caller has to do after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Go on.
    None,
    /// Let the engine answer at once.
    Hurry,
    /// Draw everything anew.
    Redraw,
    /// Give the terminal back for a while.
    Suspend,
    /// End.
    Quit,
}

/// Longest text that can be typed.
const LONGEST: usize = 200;

impl App {
    /// With the cursor in the middle.
    pub fn new(session: Session, look: Look, threats: bool) -> App {
        let setup = session.game.setup();
        let middle = setup.size.get() / 2;
        let cursor = Coord::new(middle, middle).unwrap_or(Coord::from_index(Coord::CELLS / 2));
        let overlay = Overlay::None;
        App { session, look, cursor, threats, messages: Vec::new(), overlay }
    }

    /// A key was pressed.
    pub fn press(&mut self, key: KeyEvent, now: Instant) -> Effect {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Effect::Quit,
                KeyCode::Char('l') => Effect::Redraw,
                KeyCode::Char('z') => Effect::Suspend,
                _ => Effect::None,
            };
        }
        match std::mem::replace(&mut self.overlay, Overlay::None) {
            Overlay::None => self.press_on_board(key.code, now),
            Overlay::Help => Effect::None,
            Overlay::Ask(question) => self.answer(question, key.code, now),
            Overlay::Type(field, text) => self.type_key(field, text, key.code, now),
        }
    }

    fn press_on_board(&mut self, code: KeyCode, now: Instant) -> Effect {
        let last = i16::from(self.session.game.setup().size.get());
        match code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, 1),
            KeyCode::Down => self.move_cursor(0, -1),
            KeyCode::Home => self.move_cursor(-last, 0),
            KeyCode::End => self.move_cursor(last, 0),
            KeyCode::PageUp => self.move_cursor(0, last),
            KeyCode::PageDown => self.move_cursor(0, -last),
            KeyCode::Enter | KeyCode::Char(' ') => self.obey(Command::Play(self.cursor), now),
            KeyCode::Backspace => self.obey(Command::Undo, now),
            KeyCode::F(1) => self.overlay = Overlay::Help,
            KeyCode::Char(letter) => return self.press_letter(latin(letter), now),
            _ => {}
        }
        Effect::None
    }

    fn press_letter(&mut self, letter: char, now: Instant) -> Effect {
        match letter {
            'u' => self.obey(Command::Undo, now),
            'r' => self.obey(Command::Redo, now),
            'h' => self.obey(Command::Hint, now),
            't' => self.threats = !self.threats,
            'm' => {
                self.obey(Command::Now, now);
                return Effect::Hurry;
            }
            '+' | '=' => self.change_level(1, now),
            '-' => self.change_level(-1, now),
            'c' => self.obey(Command::Sides, now),
            'x' if !self.session.game.is_over() => self.overlay = Overlay::Ask(Question::Resign),
            'n' if self.session.is_unsaved() => self.overlay = Overlay::Ask(Question::New),
            'n' => self.obey(Command::New, now),
            's' => {
                let name = self.session.file().map(|file| file.display().to_string());
                let name = name.unwrap_or_else(|| "game.txt".to_string());
                self.overlay = Overlay::Type(Field::File, name);
            }
            'g' => self.overlay = Overlay::Type(Field::Point, String::new()),
            '?' => self.overlay = Overlay::Help,
            'q' if self.session.is_unsaved() => self.overlay = Overlay::Ask(Question::Quit),
            'q' => return Effect::Quit,
            _ => {}
        }
        Effect::None
    }

    fn answer(&mut self, question: Question, code: KeyCode, now: Instant) -> Effect {
        let yes = matches!(code, KeyCode::Char(letter) if latin(letter) == 'y');
        match question {
            Question::Quit if yes => return Effect::Quit,
            Question::New if yes => self.obey(Command::New, now),
            Question::Resign if yes => self.obey(Command::Resign, now),
            _ => {}
        }
        Effect::None
    }

    fn type_key(&mut self, field: Field, mut text: String, code: KeyCode, now: Instant) -> Effect {
        match code {
            KeyCode::Esc => return Effect::None,
            KeyCode::Enter => {
                self.finish_typing(field, text, now);
                return Effect::None;
            }
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(letter) if text.chars().count() < LONGEST => text.push(letter),
            _ => {}
        }
        self.overlay = Overlay::Type(field, text);
        Effect::None
    }

    fn finish_typing(&mut self, field: Field, text: String, now: Instant) {
        match field {
            Field::Point => match parse_stones(text.trim()).as_deref() {
                Ok(&[c]) if self.session.game.setup().size.contains(c) => {
                    self.cursor = c;
                    self.obey(Command::Play(c), now);
                }
                Ok(&[c]) => self.messages = vec![self.off_board(&Named(c).to_string())],
                _ => self.messages = vec![self.off_board(text.trim())],
            },
            Field::File if text.trim().is_empty() => {}
            Field::File => {
                let path = PathBuf::from(text.trim());
                self.obey(Command::Save(path.clone()), now);
                if self.session.file() != Some(&path) {
                    // It was not saved: the name can be changed, or Enter overwrite the file.
                    self.overlay = Overlay::Type(field, text);
                }
            }
        }
    }

    fn off_board(&self, point: &str) -> String {
        super::language::fill(self.session.words.texts.off_board, &[("point", point)])
    }

    /// The mouse was used on a screen of this size.
    pub fn click(&mut self, event: MouseEvent, screen: Rect, now: Instant) -> Effect {
        let size = self.session.game.setup().size;
        let Some(layout) = Layout::new(screen, size, self.cursor) else { return Effect::None };
        let point = layout.point(event.column, event.row);
        match (event.kind, point) {
            (MouseEventKind::Down(MouseButton::Left), _) if self.overlay == Overlay::Help => {
                self.overlay = Overlay::None;
            }
            (_, Some(_)) if self.overlay != Overlay::None => {}
            (MouseEventKind::Down(MouseButton::Left), Some(c)) => {
                self.cursor = c;
                self.obey(Command::Play(c), now);
            }
            // Where only a part of the board is shown, it would run away under the mouse.
            (MouseEventKind::Moved, Some(c)) if layout.is_whole(size) => self.cursor = c,
            _ => {}
        }
        Effect::None
    }

    /// The engine has found something.
    pub fn take(&mut self, answer: Answer, now: Instant) {
        let hint = matches!(answer, Answer::Hint(_));
        let lines = self.session.take(answer, now);
        // A hint is shown as long as it holds.
        self.messages = if hint { Vec::new() } else { lines };
    }

    /// Time has gone by.
    pub fn tick(&mut self, now: Instant) {
        self.session.tick(now);
    }

    fn obey(&mut self, command: Command, now: Instant) {
        self.messages = self.session.obey(command, now);
    }

    fn move_cursor(&mut self, dx: i16, dy: i16) {
        let last = i16::from(self.session.game.setup().size.get()) - 1;
        let moved = |from: u8, by: i16| (i16::from(from) + by).clamp(0, last) as u8;
        if let Some(c) = Coord::new(moved(self.cursor.x(), dx), moved(self.cursor.y(), dy)) {
            self.cursor = c;
        }
    }

    /// Of the engine that is there; where there are two, both.
    fn change_level(&mut self, by: i8, now: Instant) {
        let game = &self.session.game;
        let level = Color::ALL.into_iter().find_map(|color| game.player(color).level());
        let changed = level.and_then(|level| Level::new(level.number().wrapping_add_signed(by)));
        match (level, changed) {
            (Some(_), Some(level)) => self.obey(Command::Level(level), now),
            (Some(_), None) => self.messages = vec![self.session.words.texts.level_error.into()],
            (None, _) => self.messages = self.session.players(),
        }
    }
}

/// The Latin letter on the key that types a letter of Hangul (layout Dubeolsik), so that the keys
/// work whatever the input method is set to; and capitals like small letters.
fn latin(letter: char) -> char {
    match letter {
        'ㅕ' => 'u',
        'ㄱ' | 'ㄲ' => 'r',
        'ㅗ' => 'h',
        'ㅅ' | 'ㅆ' => 't',
        'ㅡ' => 'm',
        'ㅊ' => 'c',
        'ㅌ' => 'x',
        'ㅜ' => 'n',
        'ㄴ' => 's',
        'ㅎ' => 'g',
        'ㅂ' | 'ㅃ' => 'q',
        'ㅛ' => 'y',
        '\u{ff1f}' => '?',
        other => other.to_ascii_lowercase(),
    }
}
