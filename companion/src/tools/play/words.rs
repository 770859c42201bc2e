//! What happens in a game, as sentences of a language.

use std::time::{Duration, Instant};

use super::game::{GameEnd, OngoingGame, Played, Player, Refusal};
use super::language::{Language, Texts, fill};
use super::review::{Remark, Review};
use dolmen::board::{Fouls, Outcome};
use dolmen::types::{Color, Coord, Rule};
use dolmen_study::analyze::judgement::Kind;
use dolmen_study::hint::{Hint, Reason};
use dolmen_study::openings::course::Act;
use dolmen_study::openings::names::RenjuOpening;
use dolmen_study::openings::rules::{Ask, Breach, Choice, Opening, OpeningRule, Zone};
use dolmen_study::shape::{self, Shape};

/// Moves shown of a line.
const LONGEST_LINE: usize = 8;

/// A language with the ways to say things in it.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Its single words.
    pub texts: &'static Texts,
}

impl Words {
    /// In this language.
    pub const fn new(language: Language) -> Words {
        Words { texts: language.texts() }
    }

    /// A colour.
    pub const fn side(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.texts.black,
            Color::White => self.texts.white,
        }
    }

    /// Who plays.
    pub fn player(self, player: Player) -> String {
        match player.level() {
            None => self.texts.human.to_string(),
            Some(level) => fill(self.texts.level, &[("n", &level.number().to_string())]),
        }
    }

    /// A rule.
    pub const fn rule(self, rule: Rule) -> &'static str {
        match rule {
            Rule::Freestyle => self.texts.freestyle,
            Rule::Standard => self.texts.standard,
            Rule::Renju => self.texts.renju,
            Rule::Caro => self.texts.caro,
            Rule::CaroOverline => self.texts.caro_overline,
        }
    }

    /// A shape.
    pub const fn shape(self, shape: Shape) -> &'static str {
        match shape {
            Shape::OpenTwo => self.texts.open_two,
            Shape::DoubleTwo => self.texts.double_two,
            Shape::Three => self.texts.three,
            Shape::OpenThree => self.texts.open_three,
            Shape::DoubleThree => self.texts.double_three,
            Shape::Four => self.texts.four,
            Shape::FourThree => self.texts.four_three,
            Shape::DoubleFour => self.texts.double_four,
            Shape::OpenFour => self.texts.open_four,
            Shape::Five => self.texts.five,
        }
    }

    /// The kinds of a foul.
    pub fn fouls(self, fouls: Fouls) -> String {
        let Texts { foul_three, foul_four, foul_overline, .. } = *self.texts;
        fouls.names([foul_three, foul_four, foul_overline]).join(", ")
    }

    /// `freestyle, board of 15`.
    pub fn game(self, game: &OngoingGame) -> String {
        let size = game.setup().size.get().to_string();
        fill(self.texts.game, &[("rule", self.rule(game.setup().rule)), ("size", &size)])
    }

    /// A move and what it did, as far as that matters: `white plays i9, open three, stops four`.
    pub fn played(self, played: &Played) -> String {
        let point = played.coord.to_string();
        let mut text =
            fill(self.texts.plays, &[("side", self.side(played.color)), ("point", &point)]);
        let threatens = |shape: &Shape| *shape >= Shape::OpenThree;
        if let Some(shape) = played.made.filter(threatens) {
            text += ", ";
            text += self.shape(shape);
        }
        if let Some(shape) = played.denied.filter(|shape| shape.wins()) {
            text += ", ";
            text += &fill(self.texts.stops, &[("shape", self.shape(shape))]);
        }
        text
    }

    /// How a game ended; `None` if it has not.
    pub fn end(self, game: &OngoingGame) -> Option<String> {
        let end = game.end()?;
        let winner = end.winner().unwrap_or(Color::White);
        let (side, loser) = (("side", self.side(winner)), ("loser", self.side(!winner)));
        Some(match end {
            GameEnd::Board(Outcome::Foul(fouls)) => {
                fill(self.texts.fouled, &[side, ("fouls", &self.fouls(fouls))])
            }
            GameEnd::Board(Outcome::Win(_)) => {
                let stones = game.board().winning_line().len().to_string();
                fill(self.texts.wins, &[side, ("n", &stones)])
            }
            GameEnd::Board(Outcome::Draw | Outcome::Open) => self.texts.draw.to_string(),
            GameEnd::Resigned(_) => fill(self.texts.resigned, &[side, loser]),
            GameEnd::Time(_) => fill(self.texts.out_of_time, &[side, loser]),
        })
    }

    /// How a game stands.
    pub fn status(self, game: &OngoingGame) -> String {
        let side = ("side", self.side(game.side_to_act()));
        let other = game.player(!game.side_to_act());
        let opening = game.opening();
        match (self.end(game), game.engine_to_move()) {
            (Some(end), _) => end,
            (None, None) if game.is_opening() => self.opening(opening, game.board().ply()),
            (None, Some(_)) => fill(self.texts.thinking, &[side]),
            (None, None) if other == Player::Human => fill(self.texts.to_move, &[side]),
            (None, None) => fill(self.texts.your_turn, &[side]),
        }
    }

    /// What an opening asks for.
    fn opening(self, opening: Opening, ply: usize) -> String {
        let texts = self.texts;
        let is_swap2 = opening.rule == OpeningRule::Swap2;
        let offered: Vec<Coord> = opening.offered().collect();
        let side = self.side(if ply.is_multiple_of(2) { Color::Black } else { Color::White });
        match opening.ask() {
            Ask::Stone(_) if is_swap2 && ply < 3 => texts.swap2_three.to_string(),
            Ask::Stone(_) if is_swap2 => texts.two_more.to_string(),
            Ask::Stone(zone) => {
                let (text, n) = match zone {
                    Zone::Any => (texts.opening_stone, 0),
                    Zone::Within(0) => (texts.opening_stone_middle, 0),
                    Zone::Within(n) => (texts.opening_stone_within, n),
                    Zone::Beyond(n) => (texts.opening_stone_beyond, n),
                };
                fill(text, &[("side", side), ("n", &n.to_string())])
            }
            Ask::Over => fill(texts.opening_stone, &[("side", side)]),
            Ask::ColourOrTwo => texts.swap2_choose.to_string(),
            Ask::Colour if is_swap2 => texts.swap2_again.to_string(),
            Ask::Colour => texts.opening_colour.to_string(),
            Ask::ColourOrTen => texts.opening_ten.to_string(),
            Ask::Number(most) => fill(texts.opening_number, &[("n", &most.to_string())]),
            Ask::Offer => {
                let (k, n) = ((offered.len() + 1).to_string(), opening.fifths().to_string());
                fill(texts.opening_offer, &[("k", &k), ("n", &n)])
            }
            Ask::Pick => fill(texts.opening_pick, &[("points", &points(&offered))]),
        }
    }

    /// The name of an opening of renju, as soon as its three stones lie.
    pub fn opening_name(self, game: &OngoingGame) -> Option<String> {
        let is_new = game.board().ply() == 3 && game.setup().rule == Rule::Renju;
        let moves = game.moves();
        let name = RenjuOpening::of(&moves, game.setup().size).filter(|_| is_new)?;
        Some(fill(self.texts.opening_name, &[("name", &name.to_string())]))
    }

    fn breach(self, breach: Breach, point: (&str, &str)) -> String {
        let texts = self.texts;
        let number = |text, n: usize| fill(text, &[point, ("n", &n.to_string())]);
        match breach {
            Breach::Zone(Zone::Within(0)) => fill(texts.opening_middle, &[point]),
            Breach::Zone(Zone::Within(n)) => number(texts.opening_reach, n.into()),
            Breach::Zone(Zone::Beyond(n)) => number(texts.opening_beyond, n.into()),
            Breach::Zone(Zone::Any) => fill(texts.off_board, &[point]),
            Breach::Choose => texts.choose_first.to_string(),
            Breach::NothingToChoose => texts.nothing_to_choose.to_string(),
            Breach::Number(most) => number(texts.opening_number, most),
            Breach::SamePosition => fill(texts.opening_same, &[point]),
            Breach::NotOffered => fill(texts.opening_not_offered, &[point]),
        }
    }

    /// Why a stone cannot be placed, or something else not be done.
    pub fn refusal(self, refusal: Refusal, point: Option<Coord>) -> String {
        let point = point.map_or(String::new(), |c| c.to_string());
        let point = ("point", point.as_str());
        match refusal {
            Refusal::OffBoard => fill(self.texts.off_board, &[point]),
            Refusal::Occupied => fill(self.texts.occupied, &[point]),
            Refusal::Forbidden(fouls) => {
                fill(self.texts.forbidden, &[point, ("fouls", &self.fouls(fouls))])
            }
            Refusal::Opening(breach) => self.breach(breach, point),
            Refusal::Over => self.texts.over.to_string(),
            Refusal::EnginesTurn => self.texts.engines_turn.to_string(),
            Refusal::NothingToUndo => self.texts.nothing_to_undo.to_string(),
            Refusal::OpeningStays => self.texts.opening_stays.to_string(),
            Refusal::NothingToRedo => self.texts.nothing_to_redo.to_string(),
        }
    }

    /// A hint: the move, each reason, and how it may go on.
    pub fn hint(self, hint: &Hint) -> Vec<String> {
        let point = hint.coord.to_string();
        let mut lines = vec![fill(self.texts.hint, &[("point", &point)])];
        lines.extend(hint.reasons.iter().map(|reason| self.reason(*reason)));
        let shown = &hint.line[..hint.line.len().min(LONGEST_LINE)];
        if shown.len() > 1 {
            lines.push(fill(self.texts.line, &[("points", &points(shown))]));
        }
        lines
    }

    /// A hint in an opening: a point, or a choice as it is typed in the line mode.
    pub fn opening_hint(self, act: &Act) -> String {
        let what = match act {
            Act::Choose(Choice::Take(_)) => format!("take {act}"),
            Act::Choose(Choice::Number(_)) => format!("number {act}"),
            Act::Choose(Choice::Two | Choice::Ten) | Act::Stone(_) => act.to_string(),
        };
        fill(self.texts.hint, &[("point", &what)])
    }

    fn reason(self, reason: Reason) -> String {
        let number = |text: &str, n: usize| fill(text, &[("n", &n.to_string())]);
        match reason {
            Reason::Wins => self.texts.reason_wins.to_string(),
            Reason::WinsIn(n) => number(self.texts.reason_wins_in, n),
            Reason::LosesIn(1) => self.texts.reason_loses_next.to_string(),
            Reason::LosesIn(n) => number(self.texts.reason_loses_in, n),
            Reason::OnlyMove => self.texts.reason_only.to_string(),
            Reason::StopsFive => self.texts.reason_stops_five.to_string(),
            Reason::StopsOpenFour => self.texts.reason_stops_open_four.to_string(),
            Reason::Makes(shape) => fill(self.texts.reason_makes, &[("shape", self.shape(shape))]),
            Reason::Denies(color, shape) => {
                let values = [("side", self.side(color)), ("shape", self.shape(shape))];
                fill(self.texts.reason_denies, &values)
            }
            Reason::Chance(n) => number(self.texts.reason_chance, n.into()),
        }
    }

    /// What is wrong with a move.
    pub const fn kind(self, kind: Kind) -> &'static str {
        match kind {
            Kind::Foul => self.texts.kind_foul,
            Kind::MissedWin => self.texts.kind_missed_win,
            Kind::LosingMove => self.texts.kind_losing_move,
            Kind::Blunder => self.texts.kind_blunder,
            Kind::Mistake => self.texts.kind_mistake,
            Kind::Inaccuracy => self.texts.kind_inaccuracy,
        }
    }

    /// What is said of a move of a finished game, a sentence each.
    pub fn remark(self, game: &OngoingGame, number: usize, remark: &Remark) -> Vec<String> {
        let Some(stone) = game.board().history().nth(number - 1) else { return Vec::new() };
        let point = stone.coord.to_string();
        let (number, chance) = (number.to_string(), remark.black.to_string());
        let values = [
            ("n", &*number),
            ("side", self.side(stone.color)),
            ("point", &point),
            ("chance", &chance),
        ];
        let mut lines = vec![fill(self.texts.reviewed, &values)];
        if let Some(kind) = remark.kind {
            lines[0] += &format!(" ({})", self.kind(kind));
        }
        if let Some(better) = remark.better {
            lines.push(fill(self.texts.better, &[("point", &better.to_string())]));
        }
        if !remark.refutation.is_empty() {
            let shown = &remark.refutation[..remark.refutation.len().min(LONGEST_LINE)];
            lines.push(fill(self.texts.refutation, &[("points", &points(shown))]));
        }
        lines
    }

    /// The moves of a finished game that have a name.
    pub fn review(self, game: &OngoingGame, review: &Review) -> Vec<String> {
        let bad = (1..).zip(&review.moves).filter(|(_, remark)| remark.kind.is_some());
        let lines: Vec<String> =
            bad.map(|(n, remark)| self.remark(game, n, remark).join("; ")).collect();
        if lines.is_empty() { vec![self.texts.no_mistakes.to_string()] } else { lines }
    }

    /// What each side could make that wins, a line each; the side to move first.
    pub fn threats(self, game: &OngoingGame) -> Vec<String> {
        let us = game.board().side_to_move();
        let mut lines = Vec::new();
        for color in [us, !us] {
            for (shape, at) in shape::threats(game.board(), color) {
                let values = [
                    ("side", self.side(color)),
                    ("shape", self.shape(shape)),
                    ("points", &points(&at)),
                ];
                lines.push(fill(self.texts.threat, &values));
            }
        }
        if lines.is_empty() || game.is_over() {
            return vec![self.texts.no_threats.to_string()];
        }
        lines
    }

    /// The points forbidden to the side to move.
    pub fn forbidden(self, game: &OngoingGame) -> String {
        match &game.forbidden()[..] {
            [] => self.texts.no_forbidden.to_string(),
            some => fill(self.texts.forbidden_points, &[("points", &points(some))]),
        }
    }

    /// The stones in their order.
    pub fn moves(self, game: &OngoingGame) -> String {
        match game.board().ply() {
            0 => self.texts.no_moves.to_string(),
            _ => self.moves_after(game, 0),
        }
    }

    /// The stones after so many.
    pub fn moves_after(self, game: &OngoingGame, skipped: usize) -> String {
        let shown = points(&game.moves()[skipped..]);
        let shown = if skipped > 0 { format!("... {shown}") } else { shown };
        fill(self.texts.moves, &[("points", &shown)])
    }

    /// The time that a side has left, or without a limit has taken.
    pub fn time(self, game: &OngoingGame, color: Color, now: Instant) -> String {
        let (text, time) = match game.time_left(color, now) {
            Some(left) => (self.texts.time_left, left),
            None => (self.texts.time_taken, game.time_taken(color, now)),
        };
        fill(text, &[("side", self.side(color)), ("time", &clock(time))])
    }
}

/// Points as a list with blanks.
pub fn points(coords: &[Coord]) -> String {
    let names: Vec<String> = coords.iter().map(|&c| c.to_string()).collect();
    names.join(" ")
}

/// `4:07`, `1:00:00`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Begins with a capital, where the script has them; but points are written small.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(first), second) if !second.is_some_and(|c| c.is_ascii_digit()) => {
            first.to_uppercase().chain(text.chars().skip(1)).collect()
        }
        _ => text.to_string(),
    }
}
