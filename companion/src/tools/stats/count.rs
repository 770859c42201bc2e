//! What is counted of a collection of games.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::arena::opening::canonical;
use dolmen::types::{Color, Coord, Rule, Size};
use dolmen_records::GameResult;
use dolmen_study::analyze::judgement::{Analysis, Kind};
use dolmen_study::checked::CheckedGame;
use dolmen_study::openings::names::RenjuOpening;

/// Stones by which openings are told apart.
const OPENING: usize = 3;
/// Last moves of the first two parts of a game; the third is the rest.
const PARTS: [(&str, usize); 3] =
    [("moves 1 to 10", 10), ("moves 11 to 30", 30), ("after move 30", usize::MAX)];

/// Numbers of games by their result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// All of them.
    pub games: usize,
    /// Won by black.
    pub black: usize,
    /// Won by white.
    pub white: usize,
    /// Drawn.
    pub drawn: usize,
}

impl Tally {
    fn add(&mut self, result: Option<GameResult>) {
        self.games += 1;
        match result {
            Some(GameResult::Won(Color::Black)) => self.black += 1,
            Some(GameResult::Won(Color::White)) => self.white += 1,
            Some(GameResult::Drawn) => self.drawn += 1,
            None => {}
        }
    }
}

/// Numbers of games of a player.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerTally {
    /// All of them.
    pub games: usize,
    /// Those with the black stones.
    pub black: usize,
    /// Won.
    pub won: usize,
    /// Drawn.
    pub drawn: usize,
    /// Lost.
    pub lost: usize,
    /// Mistakes, if positions were searched.
    #[serde(skip_serializing_if = "Mistakes::is_empty")]
    pub mistakes: Mistakes,
}

/// What the engine said of moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mistakes {
    /// Moves that were judged.
    pub moves: usize,
    /// The winning chance that they lost, all together.
    pub loss: f64,
    /// Bad moves by their name.
    pub kinds: BTreeMap<&'static str, usize>,
}

impl Mistakes {
    /// Whether no move was judged.
    pub fn is_empty(&self) -> bool {
        self.moves == 0
    }

    /// The winning chance that a move lost on average.
    pub fn average(&self) -> f64 {
        self.loss / self.moves.max(1) as f64
    }

    fn add(&mut self, loss: f64, kind: Option<Kind>) {
        self.moves += 1;
        self.loss += loss;
        if let Some(kind) = kind {
            *self.kinds.entry(kind.name()).or_default() += 1;
        }
    }
}

/// All that is counted.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Collection {
    /// Games counted.
    pub games: usize,
    /// Games left out, as they cannot have been played.
    pub refused: usize,
    /// Moves of all games.
    pub moves: usize,
    /// Nodes for each position; `None` without search.
    pub nodes: Option<u64>,
    /// Games whose positions were searched, fewer than all after a stop; `None` without search.
    pub searched: Option<usize>,
    /// By rule and size: `renju 15`.
    pub rules: BTreeMap<String, Tally>,
    /// By opening: the name of renju's, else the first three stones in one form for all turns and
    /// orders of black's; and by rule and size.
    #[serde(serialize_with = "write_openings")]
    pub openings: BTreeMap<(String, String), Tally>,
    /// By event, of games that tell theirs.
    pub events: BTreeMap<String, Tally>,
    /// By name, of games that tell theirs.
    pub players: BTreeMap<String, PlayerTally>,
    /// By part of the game.
    pub mistakes: Vec<(&'static str, Mistakes)>,
}

impl Collection {
    /// Without games, but for so many left out.
    pub fn new(refused: usize) -> Collection {
        Collection { refused, ..Collection::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, checked: &CheckedGame) {
        let (game, result) = (&checked.game, checked.verdict.result(&checked.game));
        self.games += 1;
        self.moves += game.moves.len();
        let rule = format!("{} {}", checked.rule.name(), game.size.get());
        self.rules.entry(rule.clone()).or_default().add(result);
        if let Some(name) = opening(checked.rule, &game.moves, game.size) {
            self.openings.entry((name, rule)).or_default().add(result);
        }
        if let Some(event) = game.detail("EV") {
            self.events.entry(event.to_string()).or_default().add(result);
        }
        for color in Color::ALL {
            let Some(player) = self.player(checked, color) else { continue };
            player.games += 1;
            player.black += usize::from(color == Color::Black);
            match result {
                Some(GameResult::Won(winner)) if winner == color => player.won += 1,
                Some(GameResult::Won(_)) => player.lost += 1,
                Some(GameResult::Drawn) => player.drawn += 1,
                None => {}
            }
        }
    }

    /// The openings as they are called: with rule and size, unless all games have the same.
    pub fn named_openings(&self) -> BTreeMap<String, Tally> {
        named(&self.openings)
    }

    fn player(&mut self, checked: &CheckedGame, color: Color) -> Option<&mut PlayerTally> {
        let name = match color {
            Color::Black => &checked.game.black,
            Color::White => &checked.game.white,
        };
        (!name.is_empty()).then(|| self.players.entry(name.clone()).or_default())
    }

    /// Counts the mistakes of a game that was counted before.
    pub fn judge(&mut self, analysis: &Analysis) {
        if self.mistakes.is_empty() {
            self.mistakes = PARTS.map(|(name, _)| (name, Mistakes::default())).to_vec();
        }
        for judged in analysis.moves.iter().filter(|judged| !judged.is_opening) {
            let part = PARTS.iter().position(|(_, last)| judged.number <= *last).unwrap_or(0);
            self.mistakes[part].1.add(judged.loss(), judged.kind);
            if let Some(player) = self.player(&analysis.checked, judged.color) {
                player.mistakes.add(judged.loss(), judged.kind);
            }
        }
    }
}

/// The opening of a game; `None` before its third stone.
fn opening(rule: Rule, moves: &[Coord], size: Size) -> Option<String> {
    let stones = moves.get(..OPENING)?;
    if rule == Rule::Renju
        && let Some(name) = RenjuOpening::of(moves, size)
    {
        return Some(name.to_string());
    }
    // Black's stones come first there.
    let &[(_, first), (_, third), (_, second)] = &canonical(stones, size)[..] else { return None };
    Some(format!("{first}{second}{third}"))
}

fn named(openings: &BTreeMap<(String, String), Tally>) -> BTreeMap<String, Tally> {
    let mut rules = openings.keys().map(|(_, rule)| rule);
    let first = rules.next();
    let is_mixed = rules.any(|rule| Some(rule) != first);
    let called = |((name, rule), tally): (&(String, String), &Tally)| match is_mixed {
        true => (format!("{name} ({rule})"), tally.clone()),
        false => (name.clone(), tally.clone()),
    };
    openings.iter().map(called).collect()
}

fn write_openings<S: Serializer>(
    openings: &BTreeMap<(String, String), Tally>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    named(openings).serialize(serializer)
}
