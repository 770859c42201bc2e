//! Opening rules as a referee knows them: who places which stone where, who may change colours,
//! how many fifth moves are offered.
//!
//! An [`Opening`] is a place in the script of its rule. The board is the caller's: an opening is
//! asked what comes next, told what was done, and answers with the next place or a refusal. Sides
//! are called by the colour they have at that moment; changing colours is up to the caller.

use std::fmt;

use dolmen::board::{Board, same_points};
use dolmen::types::Color::{Black, White};
use dolmen::types::{Color, Coord, Rule, Size, parse_stones};

/// Most fifth moves that can be asked for: so many different ones there are on boards of 11 lines.
pub const MOST_FIFTHS: usize = 28;
/// Fifth moves of Taraguchi-10.
const TEN: usize = 10;

/// How a game is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningRule {
    /// Anywhere.
    Free,
    /// Renju's first three moves: in the middle, at most one line from it, at most two.
    Middle,
    /// One player places three stones, the other takes a colour.
    Swap,
    /// The same, or the other places two more and leaves the choice to the first.
    Swap2,
    /// Black's second stone lies outside the 5x5 points in the middle.
    Pro,
    /// It lies outside the 7x7 points in the middle.
    LongPro,
    /// The classical rule of renju: one of 26 openings, a choice of colours, two fifth moves.
    Rif,
    /// The same with as many fifth moves as the first player says.
    Yamaguchi,
    /// White says it with the fourth stone, at most eight; then black may change colours.
    Soosyrv8,
    /// A choice of colours after each of five stones in growing squares, or ten fifth moves.
    Taraguchi10,
}

/// Where a stone may lie, in lines from the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Anywhere.
    Any,
    /// At most so many.
    Within(u8),
    /// At least so many.
    Beyond(u8),
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A stone.
    Stone(Zone),
    /// To take a colour.
    Colour,
    /// To take a colour or to place two more stones.
    ColourOrTwo,
    /// To take a colour or to offer ten fifth moves.
    ColourOrTen,
    /// How many fifth moves black is to offer, at most so many.
    Number(usize),
    /// A fifth move to choose from.
    Offer,
    /// One of the fifth moves.
    Pick,
    /// Nothing: the opening is over.
    Over,
}

/// A decision that is not a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// To take this colour.
    Take(Color),
    /// To place two more stones and leave the choice to the other one.
    Two,
    /// To offer ten fifth moves.
    Ten,
    /// So many fifth moves.
    Number(usize),
}

/// Why something is against the opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// The stone must lie elsewhere.
    Zone(Zone),
    /// A colour, or a number, has to be chosen first.
    Choose,
    /// There is nothing like that to choose.
    NothingToChoose,
    /// The number must be from one to this.
    Number(usize),
    /// The fifth move gives the same position as one offered before.
    SamePosition,
    /// The point is not among the fifth moves.
    NotOffered,
}

/// Where an opening stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// By which rule.
    pub rule: OpeningRule,
    /// How many parts of its script are done.
    done: u8,
    /// Fifth moves to be offered.
    fifths: u8,
    offered: [Option<Coord>; MOST_FIFTHS],
}

/// The parts of an opening, each with the side that acts.
const MIDDLE: [(Color, Ask); 3] = [
    (Black, Ask::Stone(Zone::Within(0))),
    (White, Ask::Stone(Zone::Within(1))),
    (Black, Ask::Stone(Zone::Within(2))),
];
const ANY: Ask = Ask::Stone(Zone::Any);
const SWAP: [(Color, Ask); 4] = [(Black, ANY), (Black, ANY), (Black, ANY), (White, Ask::Colour)];
const SWAP2: [(Color, Ask); 7] = [
    (Black, ANY),
    (Black, ANY),
    (Black, ANY),
    (White, Ask::ColourOrTwo),
    (White, ANY),
    (White, ANY),
    (Black, Ask::Colour),
];
const PRO: [(Color, Ask); 3] = [MIDDLE[0], (White, ANY), (Black, Ask::Stone(Zone::Beyond(3)))];
const LONG_PRO: [(Color, Ask); 3] = [MIDDLE[0], (White, ANY), (Black, Ask::Stone(Zone::Beyond(4)))];
/// The first player places all three stones of the 26 openings.
const SECOND: (Color, Ask) = (Black, Ask::Stone(Zone::Within(1)));
const RIF: [(Color, Ask); 7] = [
    MIDDLE[0],
    SECOND,
    MIDDLE[2],
    (White, Ask::Colour),
    (White, ANY),
    (Black, Ask::Offer),
    (White, Ask::Pick),
];
const YAMAGUCHI: [(Color, Ask); 8] = [
    MIDDLE[0],
    SECOND,
    MIDDLE[2],
    (Black, Ask::Number(MOST_FIFTHS)),
    (White, Ask::Colour),
    (White, ANY),
    (Black, Ask::Offer),
    (White, Ask::Pick),
];
const SOOSYRV: [(Color, Ask); 9] = [
    MIDDLE[0],
    SECOND,
    MIDDLE[2],
    (White, Ask::Colour),
    (White, ANY),
    (White, Ask::Number(dolmen::engine::MOST_FIFTHS)),
    (Black, Ask::Colour),
    (Black, Ask::Offer),
    (White, Ask::Pick),
];
const TARAGUCHI: [(Color, Ask); 13] = [
    MIDDLE[0],
    (White, Ask::Colour),
    MIDDLE[1],
    (Black, Ask::Colour),
    MIDDLE[2],
    (White, Ask::Colour),
    (White, Ask::Stone(Zone::Within(3))),
    (Black, Ask::ColourOrTen),
    (Black, Ask::Stone(Zone::Within(4))),
    (White, Ask::Colour),
    // Only reached past the end of the way with a fifth move in the middle.
    (Black, Ask::Over),
    (Black, Ask::Offer),
    (White, Ask::Pick),
];

impl OpeningRule {
    /// All, with their names.
    pub const ALL: [(OpeningRule, &'static str); 10] = [
        (OpeningRule::Free, "free"),
        (OpeningRule::Middle, "middle"),
        (OpeningRule::Swap, "swap"),
        (OpeningRule::Swap2, "swap2"),
        (OpeningRule::Pro, "pro"),
        (OpeningRule::LongPro, "long-pro"),
        (OpeningRule::Rif, "rif"),
        (OpeningRule::Yamaguchi, "yamaguchi"),
        (OpeningRule::Soosyrv8, "soosyrv8"),
        (OpeningRule::Taraguchi10, "taraguchi10"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        OpeningRule::ALL.iter().find(|(rule, _)| *rule == self).map_or("free", |(_, name)| name)
    }

    /// The rule with this name.
    pub fn from_name(name: &str) -> Option<OpeningRule> {
        OpeningRule::ALL.iter().find(|(_, known)| *known == name).map(|(rule, _)| *rule)
    }

    /// Whether it is one of renju alone.
    pub const fn is_of_renju(self) -> bool {
        use OpeningRule::{Rif, Soosyrv8, Taraguchi10, Yamaguchi};
        matches!(self, Rif | Yamaguchi | Soosyrv8 | Taraguchi10)
    }

    /// Checks that a game of this rule can be opened so on such a board: all stones and as many
    /// different fifth moves as may be asked for have a place.
    ///
    /// # Errors
    /// If the opening is one of renju and the rule is not, or the board is too small; in words.
    pub fn check(self, rule: Rule, size: Size) -> Result<(), String> {
        if self.is_of_renju() && rule != Rule::Renju {
            return Err(format!("{} is an opening of renju", self.name()));
        }
        // After two black stones and two white ones at most four points are the same.
        let different = (size.area() - 4) / 4;
        let has_room = |ask: Ask| match ask {
            Ask::Stone(zone) => size.coords().any(|c| zone.contains(c, size)),
            Ask::Number(most) => most <= different,
            Ask::ColourOrTen => TEN <= different,
            _ => true,
        };
        match self.script().iter().all(|&(_, ask)| has_room(ask)) {
            true => Ok(()),
            false => {
                let (lines, name) = (size.get(), self.name());
                Err(format!("a board of {lines} lines is too small for {name}"))
            }
        }
    }

    const fn script(self) -> &'static [(Color, Ask)] {
        match self {
            OpeningRule::Free => &[],
            OpeningRule::Middle => &MIDDLE,
            OpeningRule::Swap => &SWAP,
            OpeningRule::Swap2 => &SWAP2,
            OpeningRule::Pro => &PRO,
            OpeningRule::LongPro => &LONG_PRO,
            OpeningRule::Rif => &RIF,
            OpeningRule::Yamaguchi => &YAMAGUCHI,
            OpeningRule::Soosyrv8 => &SOOSYRV,
            OpeningRule::Taraguchi10 => &TARAGUCHI,
        }
    }
}

impl Opening {
    /// One that begins.
    pub const fn new(rule: OpeningRule) -> Opening {
        Opening { rule, done: 0, fifths: 2, offered: [None; MOST_FIFTHS] }
    }

    /// What a rule of the game asks for, unless the players agree otherwise.
    pub const fn of_rule(rule: Rule) -> Opening {
        Opening::new(match rule {
            Rule::Renju => OpeningRule::Middle,
            _ => OpeningRule::Free,
        })
    }

    fn part(self) -> (Color, Ask) {
        self.rule.script().get(usize::from(self.done)).copied().unwrap_or((Black, Ask::Over))
    }

    /// What comes next.
    pub fn ask(self) -> Ask {
        self.part().1
    }

    /// Who is to act, by the colour that he has now; `None` if the opening is over.
    pub fn actor(self) -> Option<Color> {
        Some(self.part().0).filter(|_| self.ask() != Ask::Over)
    }

    /// Whether a colour or a number has to be chosen before the next stone.
    pub fn waits_for_choice(self) -> bool {
        !matches!(self.ask(), Ask::Stone(_) | Ask::Offer | Ask::Pick | Ask::Over)
    }

    /// Whether stones are all that it asks for, each of the side whose turn it is.
    pub const fn is_stones_only(self) -> bool {
        use OpeningRule::{Free, LongPro, Middle, Pro};
        matches!(self.rule, Free | Middle | Pro | LongPro)
    }

    /// How many fifth moves are to be offered.
    pub const fn fifths(self) -> usize {
        self.fifths as usize
    }

    /// The fifth moves offered so far.
    pub fn offered(&self) -> impl Iterator<Item = Coord> + '_ {
        self.offered.iter().flatten().copied()
    }

    fn is_offered(&self, c: Coord) -> bool {
        self.offered().any(|known| known == c)
    }

    /// What comes after a stone of the side to move, or a fifth move offered, or one chosen.
    ///
    /// # Errors
    /// If it may not lie there. Whether the point is free is up to the caller.
    pub fn after_stone(self, board: &Board, c: Coord) -> Result<Opening, Breach> {
        match self.ask() {
            Ask::Over => Ok(self),
            Ask::Stone(zone) if zone.contains(c, board.size()) => Ok(self.next()),
            Ask::Stone(zone) => Err(Breach::Zone(zone)),
            Ask::Offer if same_points(board, c).iter().any(|&same| self.is_offered(same)) => {
                Err(Breach::SamePosition)
            }
            Ask::Offer => {
                let mut next = self;
                let count = self.offered().count();
                next.offered[count] = Some(c);
                Ok(if count + 1 < self.fifths() { next } else { next.next() })
            }
            Ask::Pick if self.is_offered(c) => Ok(self.next()),
            Ask::Pick => Err(Breach::NotOffered),
            _ => Err(Breach::Choose),
        }
    }

    /// What comes after a choice, and whether the players change colours by it.
    ///
    /// # Errors
    /// If there is nothing like that to choose.
    pub fn after_choice(self, choice: Choice) -> Result<(Opening, bool), Breach> {
        match (self.ask(), choice) {
            (Ask::ColourOrTwo, Choice::Two) => Ok((self.next(), false)),
            (Ask::ColourOrTwo, Choice::Take(color)) => {
                let done = SWAP2.len() as u8;
                Ok((Opening { done, ..self }, self.actor() != Some(color)))
            }
            (Ask::ColourOrTen, Choice::Ten) => {
                // Past the fifth move in the middle, the choice after it, and the end.
                let (done, fifths) = (self.done + 4, TEN as u8);
                Ok((Opening { done, fifths, ..self }, false))
            }
            (Ask::Colour | Ask::ColourOrTen, Choice::Take(color)) => {
                Ok((self.next(), self.actor() != Some(color)))
            }
            (Ask::Number(most), Choice::Number(n)) if (1..=most).contains(&n) => {
                Ok((Opening { fifths: n as u8, ..self.next() }, false))
            }
            (Ask::Number(most), Choice::Number(_)) => Err(Breach::Number(most)),
            _ => Err(Breach::NothingToChoose),
        }
    }

    const fn next(self) -> Opening {
        Opening { done: self.done + 1, ..self }
    }

    /// The same rule where it stands with so many stones, if [`Opening::is_stones_only`].
    pub fn at_ply(self, ply: usize) -> Opening {
        match self.is_stones_only() {
            true => Opening { done: ply.min(self.rule.script().len()) as u8, ..self },
            false => self,
        }
    }

    /// The end of the same rule.
    pub fn at_end(self) -> Opening {
        Opening { done: u8::MAX, ..self }
    }

    /// Reads what [`fmt::Display`] writes, or the name of a rule for one that begins.
    pub fn parse(text: &str) -> Option<Opening> {
        let mut words = text.split_whitespace();
        let mut opening = Opening::new(OpeningRule::from_name(words.next()?)?);
        opening.done = match words.next() {
            None => 0,
            // As earlier versions wrote swap2.
            Some("three") => 0,
            Some("choose") => 3,
            Some("two") => 4,
            Some("choose-again") => 6,
            Some("done") => u8::MAX,
            Some(number) => number.parse().ok()?,
        };
        if let Some(fifths) = words.next() {
            opening.fifths = fifths.parse().ok().filter(|n| (1..=MOST_FIFTHS as u8).contains(n))?;
        }
        for (i, word) in words.enumerate() {
            let &[c] = parse_stones(word).ok()?.as_slice() else { return None };
            *opening.offered.get_mut(i)? = Some(c);
        }
        let count = opening.offered().count();
        let is_possible = match opening.ask() {
            Ask::Offer => count < opening.fifths(),
            Ask::Pick => count > 0,
            _ => true,
        };
        is_possible.then_some(opening)
    }
}

/// `soosyrv8`, `soosyrv8 7 3 h7 i6`: rule, parts done, number of fifth moves, those offered.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule.name())?;
        if self.is_stones_only() || self.done == 0 {
            return Ok(());
        }
        write!(f, " {} {}", self.done, self.fifths)?;
        self.offered().try_for_each(|c| write!(f, " {c}"))
    }
}

impl Zone {
    /// Whether a point lies in it.
    pub fn contains(self, c: Coord, size: Size) -> bool {
        let middle = middle(size);
        let lines = middle.x().abs_diff(c.x()).max(middle.y().abs_diff(c.y()));
        match self {
            Zone::Any => true,
            Zone::Within(most) => lines <= most,
            Zone::Beyond(least) => lines >= least,
        }
    }
}

/// The middle of a board; of an even one the upper right of the four.
pub fn middle(size: Size) -> Coord {
    let half = size.get() / 2;
    Coord::new(half, half).unwrap_or(Coord::from_index(Coord::CELLS / 2))
}
