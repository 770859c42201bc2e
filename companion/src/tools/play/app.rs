//! What keys and mouse do on the screen. Draws nothing: see [`view`](super::view).

use std::path::PathBuf;
use std::time::Instant;

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::game::Player;
use super::layout::ScreenLayout;
use super::look::Look;
use super::review::Remark;
use super::session::{PlayCommand, PlaySession};
use super::thinker::Found;
use super::view::help;
use dolmen::board::Board;
use dolmen::engine::Level;
use dolmen::types::parse_stones;
use dolmen::types::{Color, Coord};
use dolmen_study::openings::rules::{Ask, Choice, middle};

/// The board on the screen, with all that is open on it.
pub struct App {
    /// The game.
    pub session: PlaySession,
    /// How it is drawn.
    pub look: Look,
    /// Where the next stone would go.
    pub cursor: Coord,
    /// Whether threats are marked.
    pub threats: bool,
    /// The last messages.
    pub messages: Vec<String>,
    /// What lies over the board.
    pub overlay: Overlay,
    /// Moves of a finished game that are shown; `None` for all.
    pub shown: Option<usize>,
    /// What stands in the prompt was proposed: the first letter typed replaces it.
    pub is_proposed: bool,
}

/// What lies over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    None,
    /// The list of keys from this one on, where there is no room for all.
    Help(u16),
    /// A question to be answered by yes or no.
    Ask(Confirmation),
    /// Text being typed.
    Type(Field, String),
}

/// Questions before something is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
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
    /// How many fifth moves there shall be, where that may take two digits.
    Number,
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
    /// End, and leave the game, which is not saved, in the error.
    Interrupt,
}

/// Longest text that can be typed.
const LONGEST: usize = 200;

impl App {
    /// With the cursor in the middle.
    pub fn new(session: PlaySession, look: Look, threats: bool) -> App {
        let setup = session.game.setup();
        let cursor = middle(setup.size);
        let overlay = Overlay::None;
        let messages = Vec::new();
        App { session, look, cursor, threats, messages, overlay, shown: None, is_proposed: false }
    }

    /// A key was pressed.
    pub fn press(&mut self, key: KeyEvent, now: Instant) -> Effect {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('u') => {
                    if let Overlay::Type(_, text) = &mut self.overlay {
                        text.clear();
                    }
                    Effect::None
                }
                KeyCode::Char('c') if self.session.is_unsaved() => Effect::Interrupt,
                KeyCode::Char('c') => Effect::Quit,
                KeyCode::Char('l') => Effect::Redraw,
                KeyCode::Char('z') => Effect::Suspend,
                _ => Effect::None,
            };
        }
        match std::mem::replace(&mut self.overlay, Overlay::None) {
            Overlay::None => self.press_on_board(key.code, now),
            Overlay::Help(first) => {
                match key.code {
                    KeyCode::Down => self.overlay = Overlay::Help((first + 1).min(help::LINES)),
                    KeyCode::Up => self.overlay = Overlay::Help(first.saturating_sub(1)),
                    _ => {}
                }
                Effect::None
            }
            Overlay::Ask(question) => self.answer(question, key.code, now),
            Overlay::Type(field, text) => self.type_key(field, text, key.code, now),
        }
    }

    fn press_on_board(&mut self, code: KeyCode, now: Instant) -> Effect {
        let last = i16::from(self.session.game.setup().size.get());
        if self.session.game.is_over() && self.step(code) {
            return Effect::None;
        }
        match code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, 1),
            KeyCode::Down => self.move_cursor(0, -1),
            KeyCode::Home => self.move_cursor(-last, 0),
            KeyCode::End => self.move_cursor(last, 0),
            KeyCode::PageUp => self.move_cursor(0, last),
            KeyCode::PageDown => self.move_cursor(0, -last),
            KeyCode::Enter | KeyCode::Char(' ') => self.obey(PlayCommand::Play(self.cursor), now),
            KeyCode::Backspace => self.obey(PlayCommand::Undo, now),
            KeyCode::F(1) => self.overlay = Overlay::Help(0),
            KeyCode::Char(letter) => return self.press_letter(latin(letter), now),
            _ => {}
        }
        Effect::None
    }

    /// Looks through a finished game; `false` if the key is for something else.
    fn step(&mut self, code: KeyCode) -> bool {
        let end = self.session.game.board().ply();
        let now = self.shown.unwrap_or(end);
        let shown = match code {
            KeyCode::Left => now.saturating_sub(1),
            KeyCode::Right => now + 1,
            KeyCode::Home => 0,
            KeyCode::End => end,
            _ => return false,
        };
        self.shown = Some(shown).filter(|&shown| shown < end);
        self.messages.clear();
        true
    }

    /// The board that is drawn.
    pub fn board(&self) -> Board {
        let mut board = self.session.game.board().clone();
        for _ in self.shown.unwrap_or(board.ply())..board.ply() {
            board.undo();
        }
        board
    }

    /// What is said of the move that is shown last, once the game is analysed.
    pub fn remark(&self) -> Option<(usize, &Remark)> {
        let number = self.shown.unwrap_or(self.session.game.board().ply());
        let remark = self.session.review()?.moves.get(number.checked_sub(1)?)?;
        Some((number, remark))
    }

    fn press_letter(&mut self, letter: char, now: Instant) -> Effect {
        let has_two_digits = matches!(self.session.game.opening().ask(), Ask::Number(10..));
        let choice = self.session.choice(&letter.to_string()).filter(|_| !has_two_digits);
        if let Some(choice) = choice {
            self.obey(PlayCommand::Choose(choice), now);
            return Effect::None;
        }
        match letter {
            '1'..='9' if has_two_digits => {
                self.overlay = Overlay::Type(Field::Number, letter.to_string());
                self.is_proposed = false;
            }
            'a' => self.obey(PlayCommand::Review, now),
            'u' => self.obey(PlayCommand::Undo, now),
            'r' => self.obey(PlayCommand::Redo, now),
            'h' => self.obey(PlayCommand::Hint, now),
            't' => self.threats = !self.threats,
            'm' => {
                self.obey(PlayCommand::Now, now);
                return Effect::Hurry;
            }
            '+' | '=' => self.change_levels(1),
            '-' => self.change_levels(-1),
            'c' => self.obey(PlayCommand::Sides, now),
            'x' if !self.session.game.is_over() => {
                self.overlay = Overlay::Ask(Confirmation::Resign)
            }
            'n' if self.session.is_unsaved() => self.overlay = Overlay::Ask(Confirmation::New),
            'n' => self.obey(PlayCommand::New, now),
            's' => {
                let name = self.session.file().map(|file| file.display().to_string());
                let name = name.unwrap_or_else(|| "game.txt".to_string());
                (self.overlay, self.is_proposed) = (Overlay::Type(Field::File, name), true);
            }
            'g' => {
                self.overlay = Overlay::Type(Field::Point, String::new());
                self.is_proposed = false;
            }
            '?' => self.overlay = Overlay::Help(0),
            'q' if self.session.is_unsaved() => self.overlay = Overlay::Ask(Confirmation::Quit),
            'q' => return Effect::Quit,
            _ => {}
        }
        Effect::None
    }

    fn answer(&mut self, question: Confirmation, code: KeyCode, now: Instant) -> Effect {
        let yes = matches!(code, KeyCode::Char(letter) if latin(letter) == 'y');
        match question {
            Confirmation::Quit if yes => return Effect::Quit,
            Confirmation::New if yes => self.obey(PlayCommand::New, now),
            Confirmation::Resign if yes => self.obey(PlayCommand::Resign, now),
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
            KeyCode::Backspace if self.is_proposed => text.clear(),
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(letter) if self.is_proposed => text = letter.to_string(),
            KeyCode::Char(letter) if text.chars().count() < LONGEST => text.push(letter),
            // End and the right arrow keep what is proposed, to go on typing.
            _ => {}
        }
        self.is_proposed = false;
        self.overlay = Overlay::Type(field, text);
        Effect::None
    }

    fn finish_typing(&mut self, field: Field, text: String, now: Instant) {
        match field {
            Field::Point => match parse_stones(text.trim()).as_deref() {
                Ok(&[c]) if self.session.game.setup().size.contains(c) => {
                    self.cursor = c;
                    self.obey(PlayCommand::Play(c), now);
                }
                Ok(&[c]) => self.messages = vec![self.off_board(&c.to_string())],
                _ => self.messages = vec![self.off_board(text.trim())],
            },
            Field::Number => {
                if let Ok(number) = text.trim().parse() {
                    self.obey(PlayCommand::Choose(Choice::Number(number)), now);
                }
            }
            Field::File if text.trim().is_empty() => {}
            Field::File => {
                let path = PathBuf::from(text.trim());
                self.obey(PlayCommand::Save(path.clone()), now);
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
        let Some(layout) = ScreenLayout::new(screen, size, self.cursor) else {
            return Effect::None;
        };
        let point = layout.point(event.column, event.row);
        match (event.kind, point) {
            (MouseEventKind::Down(MouseButton::Left), _)
                if matches!(self.overlay, Overlay::Help(_)) =>
            {
                self.overlay = Overlay::None;
            }
            (_, Some(_)) if self.overlay != Overlay::None => {}
            (MouseEventKind::Down(MouseButton::Left), Some(c)) => {
                self.cursor = c;
                self.obey(PlayCommand::Play(c), now);
            }
            // Where only a part of the board is shown, it would run away under the mouse.
            (MouseEventKind::Moved, Some(c)) if layout.is_whole(size) => self.cursor = c,
            _ => {}
        }
        Effect::None
    }

    /// The engine has found something.
    pub fn take(&mut self, answer: Found, now: Instant) {
        let hint = matches!(answer, Found::Hint(_) | Found::Review(_));
        let lines = self.session.take(answer, now);
        // A hint is shown as long as it holds.
        self.messages = if hint { Vec::new() } else { lines };
    }

    /// Handles the passing of time.
    pub fn tick(&mut self, now: Instant) {
        self.session.tick(now);
    }

    fn obey(&mut self, command: PlayCommand, now: Instant) {
        if command != PlayCommand::Review {
            self.shown = None;
        }
        let is_advice = matches!(command, PlayCommand::Hint | PlayCommand::Review);
        self.messages = self.session.obey(command, now);
        // Shown already.
        if is_advice && (self.session.hint().is_some() || self.session.review().is_some()) {
            self.messages.clear();
        }
    }

    fn move_cursor(&mut self, dx: i16, dy: i16) {
        let last = i16::from(self.session.game.setup().size.get()) - 1;
        let moved = |from: u8, by: i16| (i16::from(from) + by).clamp(0, last) as u8;
        if let Some(c) = Coord::new(moved(self.cursor.x(), dx), moved(self.cursor.y(), dy)) {
            self.cursor = c;
        }
    }

    /// Of each engine, as far as there are levels.
    fn change_levels(&mut self, by: i8) {
        let (mut is_none, mut is_changed) = (true, false);
        for color in Color::ALL {
            let Some(level) = self.session.game.player(color).level() else { continue };
            is_none = false;
            if let Some(level) = Level::new(level.number().wrapping_add_signed(by)) {
                self.session.game.set_player(color, Player::Engine(level));
                is_changed = true;
            }
        }
        self.messages = match is_none || is_changed {
            true => self.session.players(),
            false => vec![self.session.words.texts.level_error.into()],
        };
    }
}

/// The Latin letter on the key that types a letter of Hangul (layout Dubeolsik), so that the keys
/// work whatever the input method is set to; and capitals like small letters.
fn latin(letter: char) -> char {
    match letter {
        'ㅕ' => 'u',
        'ㄱ' | 'ㄲ' => 'r',
        'ㅗ' => 'h',
        'ㅁ' => 'a',
        'ㅠ' => 'b',
        'ㅈ' | 'ㅉ' => 'w',
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
