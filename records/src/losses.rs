//! What of a game or a tree a format cannot hold.

use std::collections::BTreeMap;
use std::fmt;

use super::tree::{GameTree, Note, Shape, Step};
use super::{Format, Game, sgf};
use dolmen::types::{Rule, Size};

/// The kind of the moves that come after the end of a game, if that is a pass.
pub(super) const AFTER_PASS: &str = "moves after a pass";

/// The kind of texts of which nobody knows whether they were read as they were written.
pub(super) const DOUBTFUL: &str = "texts of an unknown character set";

/// Begins the kinds of properties of SGF, each with its name.
const PROPERTY: &str = "SGF property";
/// Most of them that are named.
const MOST_NAMED: usize = 20;

/// Kinds of things that were left out, each with its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(BTreeMap<String, usize>);

impl Losses {
    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The kinds, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(kind, &count)| (&kind[..], count))
    }

    /// How many moves come after a pass, at which the game ends.
    pub fn after_pass(&self) -> usize {
        self.0.get(AFTER_PASS).copied().unwrap_or(0)
    }

    /// Adds what is lost of a game in this format.
    pub fn add_game(&mut self, format: Format, game: &Game) {
        format.loses(game).for_each(|kind| self.add(kind, 1));
        game.lost.iter().for_each(|(kind, count)| self.add(kind, count));
    }

    /// Adds what is lost of a tree in this format, beside that of its head. Formats without
    /// variations keep the main line, or with `leaves` the moves of each line to a leaf.
    pub fn add_tree(&mut self, format: Format, tree: &GameTree, leaves: bool) {
        let is_line = !format.has_variations() && !leaves;
        if is_line {
            self.add("variations", tree.leaves() - 1);
        }
        // Times and marks of the opening are counted with the game.
        let remarks = if is_line { tree.main_line_and_remarks().1 } else { Vec::new() };
        for node in tree.walk() {
            let is_remark = remarks.binary_search(&node).is_ok();
            let step = tree.step(node);
            let notes = tree.notes(node).iter();
            for note in notes.skip_while(|note| is_remark && matches!(note, Note::Comment(_))) {
                if let Some(kind) = lost(format, step, note) {
                    self.add(&kind, 1);
                }
            }
            if step == Step::Pass && !format.has_variations() {
                self.add("passes", 1);
            }
        }
    }

    /// The moves before the first pass, as a game has none; the rest is lost.
    pub(super) fn cut_at_pass<'a, T: ?Sized>(
        &mut self,
        moves: impl Iterator<Item = &'a T>,
        is_pass: impl Fn(&T) -> bool,
    ) -> Vec<&'a T> {
        let mut moves: Vec<&T> = moves.collect();
        let end = moves.iter().position(|one| is_pass(one)).unwrap_or(moves.len());
        let rest = moves.split_off(end);
        let passes = rest.iter().filter(|one| is_pass(one)).count();
        self.add("passes", passes);
        self.add(AFTER_PASS, rest.len() - passes);
        moves
    }

    /// Adds so many of a kind.
    pub fn add(&mut self, kind: &str, count: usize) {
        if count > 0 {
            *self.0.entry(kind.to_string()).or_default() += count;
        }
    }
}

/// The kind of a note that a format has no place for.
fn lost(format: Format, step: Step, note: &Note) -> Option<String> {
    let kind = match (format, note) {
        (_, Note::Comment(text)) if !format.has_variations() => {
            (!text.is_empty()).then_some("comments")
        }
        (Format::Lib, Note::Mark(shape, c)) => {
            let is_held = *shape == Shape::Cross && step == Step::Stone(*c);
            (!is_held).then_some("marks other than a cross on the move itself")
        }
        (Format::Lib, Note::Label(c, _)) => {
            let is_held = Size::USUAL.contains(*c);
            (!is_held).then_some("labels outside the board")
        }
        (Format::Sgf, Note::Flags(..)) => Some("flags of RenLib"),
        (Format::Sgf, Note::Text(_)) => Some("labels without a point"),
        (Format::Sgf, _) => None,
        (_, Note::Property(name, _)) => return Some(format!("{PROPERTY} {name}")),
        (Format::Lib, _) => None,
        (_, Note::Mark(..) | Note::Flags(..)) => Some("marks"),
        (_, Note::Label(..) | Note::Text(_)) => Some("labels"),
        (_, Note::Comment(_)) => None,
    };
    kind.map(str::to_string)
}

/// `3 comments, 1 the result`.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // They come first, as capitals do, and a file may have any number of them.
        let properties = self.0.keys().filter(|kind| kind.starts_with(PROPERTY)).count();
        let more = properties.saturating_sub(MOST_NAMED);
        for (i, (kind, count)) in self.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match i.checked_sub(MOST_NAMED) {
                Some(0) if more > 0 => write!(f, "{comma}{more} more SGF properties")?,
                Some(over) if over < more => {}
                _ => write!(f, "{comma}{kind} ({count})")?,
            }
        }
        Ok(())
    }
}

impl Format {
    /// Whether it holds a tree.
    pub const fn has_variations(self) -> bool {
        matches!(self, Format::Sgf | Format::Lib)
    }

    /// Whether readers know the rule of a game that is written so.
    fn tells(self, rule: Rule) -> bool {
        match self {
            Format::Pos | Format::Sgf => true,
            Format::Lib => rule == Rule::Renju,
            _ => rule == Rule::Freestyle,
        }
    }

    /// What of a game is lost when it is written so; nothing that the game does not have.
    pub fn loses(self, game: &Game) -> impl Iterator<Item = &'static str> {
        use Format::{Bare, Offset, Psq, Sgf};
        let lines_alone = matches!(self, Bare | Offset);
        let has_names = !game.black.is_empty() || !game.white.is_empty();
        let is_named = matches!(self, Psq | Sgf);
        let has_unknown_rule = game.unknown_rule().is_some() && self != Sgf;
        let has = |name| game.detail(name).is_some();
        // Such as that of an opening rule of renju.
        let has_rule_name =
            game.rule.is_some() && game.detail("RU").is_some_and(|n| sgf::rule(n) == game.rule);
        let has_result = game.result.is_some() || game.detail("RE").is_some_and(sgf::is_no_result);
        let mut names = game.details.iter().map(|(name, _)| &name[..]);
        let has_details = names.any(|name| !sgf::COUNTED.contains(&name));
        [
            ("the rule", game.rule.map_or(has_unknown_rule, |rule| !self.tells(rule))),
            ("the name of the rule", has_rule_name && self != Sgf),
            // Readers pass over the line.
            ("games without moves", lines_alone && game.moves.is_empty()),
            ("the size of the board", lines_alone && game.size != Size::USUAL),
            ("the names", has_names && !is_named),
            ("marks of the opening", game.opened > 0 && self != Sgf),
            ("the times", !game.times.is_empty() && !is_named),
            ("the result", has_result && self != Sgf),
            ("the round", (game.round.is_some() || has("RO")) && self != Sgf),
            ("the end code", game.code != 0 && self != Psq),
            ("event, date and the like", has_details && self != Sgf),
        ]
        .into_iter()
        .filter_map(|(what, is_lost)| is_lost.then_some(what))
    }
}
