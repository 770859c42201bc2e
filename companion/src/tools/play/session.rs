//! What a player can ask for, and what the program answers: the same for the board on the screen
//! and for the line mode.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::game::{GameEnd, GameSetup, OngoingGame, Player};
use super::language::{Language, fill};
use super::review::Review;
use super::save;
use super::thinker::{Found, Task, TaskKind};
use super::words::{Words, points, sentence};
use crate::files::{self, Existing};
use dolmen::engine::Level;
use dolmen::types::{Color, Coord};
use dolmen_study::hint::Hint;
use dolmen_study::openings::course::Act;
use dolmen_study::openings::rules::{Ask, Choice, Opening};

/// What a player can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    /// A stone here.
    Play(Coord),
    /// Take back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Advice.
    Hint,
    /// The engine shall move at once; see
    /// [`Thinker::hurry`](super::thinker::Thinker::hurry).
    Now,
    /// Give up.
    Resign,
    /// Begin a new game.
    New,
    /// How strong the engine is.
    Level(Level),
    /// Change sides.
    Sides,
    /// Take a colour, or what else there is to choose in an opening.
    Choose(Choice),
    /// Judge the moves of a finished game.
    Review,
    /// Write the game to a file.
    Save(PathBuf),
}

/// A game with all that belongs to playing it.
pub struct PlaySession {
    /// The game.
    pub game: OngoingGame,
    /// How to say things.
    pub words: Words,
    advice: Advice,
    /// The engine waits although it is to move, while earlier positions are viewed.
    paused: bool,
    /// The file that the game was saved to or came from, which may be written again.
    file: Option<PathBuf>,
    /// A file that is overwritten when saved once more.
    overwrite: Option<PathBuf>,
    /// How it stood when it was last saved.
    saved: Standing,
    /// The last attempt to save has failed.
    refused: bool,
}

/// How a game stands: not who plays it, which can be said again.
type Standing = (Vec<Coord>, Opening, Option<GameEnd>);

fn standing(game: &OngoingGame) -> Standing {
    (game.moves(), game.opening(), game.end())
}

/// A hint, or the review of a finished game: whether it was asked for, and what was found.
enum Advice {
    None,
    HintWanted,
    Hint(Hint),
    ReviewWanted,
    Review(Review),
}

impl PlaySession {
    /// With a new game, or one resumed from this file.
    pub fn new(game: OngoingGame, file: Option<PathBuf>, language: Language) -> PlaySession {
        let words = Words::new(language);
        let saved = standing(&game);
        let (advice, paused, overwrite) = (Advice::None, false, None);
        PlaySession { game, words, advice, paused, file, overwrite, saved, refused: false }
    }

    /// The hint that was found for this position.
    pub fn hint(&self) -> Option<&Hint> {
        match &self.advice {
            Advice::Hint(hint) => Some(hint),
            _ => None,
        }
    }

    /// The judgement of the game that has ended.
    pub fn review(&self) -> Option<&Review> {
        match &self.advice {
            Advice::Review(review) => Some(review),
            _ => None,
        }
    }

    /// Whether a hint is being looked for.
    pub fn is_looking_for_hint(&self) -> bool {
        matches!(self.advice, Advice::HintWanted)
    }

    /// Whether the finished game is being judged.
    pub fn is_reviewing(&self) -> bool {
        matches!(self.advice, Advice::ReviewWanted)
    }

    /// The file that [`PlayCommand::Save`] may write without asking.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether the last attempt to save has failed.
    pub fn is_save_refused(&self) -> bool {
        self.refused
    }

    /// Whether something would be lost by ending now.
    pub fn is_unsaved(&self) -> bool {
        standing(&self.game) != self.saved
    }

    /// Whether the engine plays both sides.
    pub fn is_without_human(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.game.player(color) != Player::Human)
    }

    /// Whether the engine waits for [`PlayCommand::Now`].
    pub fn is_paused(&self) -> bool {
        self.paused && self.game.engine_to_move().is_some()
    }

    /// What the engine has to think about now.
    pub fn wanted(&self, now: Instant) -> Option<Task> {
        let GameSetup { seed, time, .. } = *self.game.setup();
        let board = self.game.board();
        let opening = self.game.opening();
        let question = match self.game.engine_to_move() {
            Some(_) if !self.paused && opening.actor().is_some() => {
                TaskKind::Opening { opening, seed }
            }
            Some(level) if !self.paused => {
                let left = self.game.time_left(board.side_to_move(), now);
                let left = left.zip(time.map(|time| time.increment));
                TaskKind::Move { level, seed, left }
            }
            None if self.is_reviewing() => TaskKind::Review { opened: self.game.settled() },
            // A move that the opening does not allow would be no advice.
            None if self.is_looking_for_hint() && opening.actor().is_some() => {
                TaskKind::Opening { opening, seed }
            }
            None if self.is_looking_for_hint() => TaskKind::Hint,
            _ => return None,
        };
        Some(Task { board: board.clone(), question })
    }

    /// Accepts a result of the engine; returns the messages.
    pub fn take(&mut self, answer: Found, now: Instant) -> Vec<String> {
        match answer {
            Found::Move(Some(c)) if self.game.engine_to_move().is_some() => self.play(c, now),
            Found::Opening(acts) if self.game.engine_to_move().is_some() => self.act(&acts, now),
            Found::Review(review) => {
                let lines = self.words.review(&self.game, &review);
                self.advice = Advice::Review(review);
                lines
            }
            Found::Hint(Some(hint)) => {
                let lines = self.words.hint(&hint);
                self.advice = Advice::Hint(hint);
                lines
            }
            Found::Opening(acts) if self.is_looking_for_hint() => {
                self.advice = Advice::None;
                acts.iter().map(|act| self.words.opening_hint(act)).collect()
            }
            Found::Hint(None) | Found::Move(_) | Found::Opening(_) => {
                self.advice = Advice::None;
                Vec::new()
            }
        }
    }

    /// What this key, of those that the opening's question names, chooses.
    pub fn choice(&self, key: &str) -> Option<Choice> {
        let ask = self.game.opening().ask();
        let choice = match (ask, key) {
            (Ask::Number(_), number) => Choice::Number(number.parse().ok()?),
            (Ask::Colour | Ask::ColourOrTwo | Ask::ColourOrTen, "b") => Choice::Take(Color::Black),
            (Ask::Colour | Ask::ColourOrTwo | Ask::ColourOrTen, "w") => Choice::Take(Color::White),
            (Ask::ColourOrTwo, "2") => Choice::Two,
            (Ask::ColourOrTen, "0") => Choice::Ten,
            _ => return None,
        };
        Some(choice).filter(|_| !self.game.is_over())
    }

    /// Checks the clock; returns the messages if it has ended the game.
    pub fn tick(&mut self, now: Instant) -> Option<String> {
        self.game.tick(now).then(|| self.ended())
    }

    /// The game has ended without a stone: no more advice for it; how it ended.
    fn ended(&mut self) -> String {
        self.advice = Advice::None;
        self.words.status(&self.game)
    }

    /// Executes a command; returns the messages.
    pub fn obey(&mut self, command: PlayCommand, now: Instant) -> Vec<String> {
        let overwrite = self.overwrite.take();
        let ended = self.tick(now);
        let mut lines: Vec<String> = ended.into_iter().collect();
        lines.extend(match command {
            PlayCommand::Play(c) => match self.game.engine_to_move() {
                Some(_) => vec![self.words.texts.engines_turn.to_string()],
                None => {
                    self.paused = false;
                    self.play(c, now)
                }
            },
            PlayCommand::Undo => self.undo(now),
            PlayCommand::Redo => self.redo(now),
            PlayCommand::Hint => self.ask_for_hint(),
            PlayCommand::Now => {
                self.paused = false;
                Vec::new()
            }
            PlayCommand::Resign => match self.game.resign(now) {
                Ok(_) => vec![self.ended()],
                Err(refusal) => vec![self.words.refusal(refusal, None)],
            },
            PlayCommand::New => self.begin(),
            PlayCommand::Level(level) => self.set_level(level),
            PlayCommand::Sides => self.change_sides(),
            PlayCommand::Choose(choice) if self.game.engine_to_move().is_none() => {
                self.choose(choice, now)
            }
            PlayCommand::Choose(_) => vec![self.words.texts.engines_turn.to_string()],
            PlayCommand::Review => self.ask_for_review(),
            PlayCommand::Save(path) => vec![self.save(&path, overwrite)],
        });
        lines
    }

    fn play(&mut self, c: Coord, now: Instant) -> Vec<String> {
        let is_offer = self.game.opening().ask() == Ask::Offer;
        match self.game.play(c, now) {
            Ok(_) if is_offer => {
                vec![fill(self.words.texts.offers, &[("point", &c.to_string())])]
            }
            Ok(played) => {
                self.advice = Advice::None;
                let ended = self.words.end(&self.game);
                let name = self.words.opening_name(&self.game);
                std::iter::once(self.words.played(&played)).chain(name).chain(ended).collect()
            }
            Err(refusal) => vec![self.words.refusal(refusal, Some(c))],
        }
    }

    fn undo(&mut self, now: Instant) -> Vec<String> {
        let before = self.game.moves();
        match self.game.undo(now) {
            Ok(count) => {
                self.advice = Advice::None;
                self.paused = true;
                let lifted: Vec<Coord> = before.iter().rev().take(count).copied().collect();
                vec![fill(self.words.texts.undone, &[("points", &points(&lifted))])]
            }
            Err(refusal) => vec![self.words.refusal(refusal, None)],
        }
    }

    fn redo(&mut self, now: Instant) -> Vec<String> {
        match self.game.redo(now) {
            Ok(count) => {
                self.advice = Advice::None;
                self.paused &= self.game.has_undone();
                let stones = self.game.board().history().rev().take(count).rev();
                let placed: Vec<Coord> = stones.map(|stone| stone.coord).collect();
                let told = fill(self.words.texts.redone, &[("points", &points(&placed))]);
                std::iter::once(told).chain(self.words.end(&self.game)).collect()
            }
            Err(refusal) => vec![self.words.refusal(refusal, None)],
        }
    }

    fn ask_for_hint(&mut self) -> Vec<String> {
        if self.game.is_over() || self.game.engine_to_move().is_some() {
            return vec![self.words.texts.no_hint.to_string()];
        }
        if let Some(hint) = self.hint() {
            return self.words.hint(hint);
        }
        self.advice = Advice::HintWanted;
        vec![self.words.texts.looking.to_string()]
    }

    fn ask_for_review(&mut self) -> Vec<String> {
        if !self.game.is_over() || self.game.board().ply() == 0 {
            return vec![self.words.texts.no_review.to_string()];
        }
        if let Some(review) = self.review() {
            return self.words.review(&self.game, review);
        }
        self.advice = Advice::ReviewWanted;
        vec![self.words.texts.reviewing.to_string()]
    }

    fn choose(&mut self, choice: Choice, now: Instant) -> Vec<String> {
        let chosen = self.game.choose(choice, now);
        if chosen.is_ok() {
            self.advice = Advice::None;
        }
        match chosen {
            Ok(()) if choice == Choice::Two => vec![self.words.texts.two_more.to_string()],
            Ok(()) if matches!(choice, Choice::Take(_)) => self.players(),
            Ok(()) => {
                let number = self.game.opening().fifths().to_string();
                vec![fill(self.words.texts.fifths, &[("n", &number)])]
            }
            Err(refusal) => vec![self.words.refusal(refusal, None)],
        }
    }

    /// What the engine decides in an opening.
    fn act(&mut self, acts: &[Act], now: Instant) -> Vec<String> {
        let one = |act: &Act| match *act {
            Act::Stone(c) => self.play(c, now),
            Act::Choose(choice) => self.choose(choice, now),
        };
        acts.iter().flat_map(one).collect()
    }

    fn begin(&mut self) -> Vec<String> {
        let mut setup = *self.game.setup();
        setup.seed = setup.seed.wrapping_add(1);
        self.game = OngoingGame::new(setup);
        self.advice = Advice::None;
        (self.paused, self.file, self.saved) = (false, None, standing(&self.game));
        vec![self.words.texts.new_game.to_string()]
    }

    /// Sides that the engine plays, or white if it plays none.
    fn set_level(&mut self, level: Level) -> Vec<String> {
        let engines = Color::ALL.map(|color| self.game.player(color) != Player::Human);
        let sides = if engines == [false; 2] { [false, true] } else { engines };
        for color in Color::ALL.into_iter().filter(|color| sides[color.index()]) {
            self.game.set_player(color, Player::Engine(level));
        }
        self.players()
    }

    /// The engine and the human swap sides.
    fn change_sides(&mut self) -> Vec<String> {
        let [black, white] = Color::ALL.map(|color| self.game.player(color));
        self.game.set_player(Color::Black, white);
        self.game.set_player(Color::White, black);
        self.advice = Advice::None;
        self.paused = false;
        self.players()
    }

    /// Who plays which side, a line each.
    pub fn players(&self) -> Vec<String> {
        let tell = |color| {
            let player = self.words.player(self.game.player(color));
            let values = [("side", self.words.side(color)), ("player", &player)];
            fill(self.words.texts.level_set, &values)
        };
        Color::ALL.map(tell).to_vec()
    }

    /// A file that is already there is overwritten only if it is the game's own, or at the second
    /// try.
    fn save(&mut self, path: &Path, overwrite: Option<PathBuf>) -> String {
        let file = path.display().to_string();
        let own = self.file.as_deref() == Some(path) || overwrite.as_deref() == Some(path);
        self.refused = true;
        let checked = files::check_output(path, Existing::Replace);
        if checked.is_ok() && !own && path.exists() {
            self.overwrite = Some(path.to_path_buf());
            return fill(self.words.texts.file_exists, &[("file", &file)]);
        }
        let existing = if own { Existing::Replace } else { Existing::Keep };
        let written = checked
            .and_then(|()| {
                save::write_for(path, &self.game).map_err(|error| files::fault(path, error))
            })
            .and_then(|bytes| files::write(path, bytes, existing));
        match written {
            Ok(()) => {
                self.refused = false;
                self.file = Some(path.to_path_buf());
                self.saved = standing(&self.game);
                let saved = fill(self.words.texts.saved, &[("file", &file)]);
                match self.game.is_opening() && save::foreign(path).is_some() {
                    true => joined(&[saved, self.words.texts.opening_lost.to_string()]),
                    false => saved,
                }
            }
            Err(error) => fill(self.words.texts.save_error, &[("error", &error.to_string())]),
        }
    }
}

/// Lines as sentences of one text.
pub fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| sentence(line)).collect::<Vec<String>>().join(". ")
}
