//! An opening on its board: what may be done, by whom, and what follows.

use std::fmt;
use std::str::FromStr;

use dolmen::board::{Board, Fouls};
use dolmen::types::{Color, Coord, Rule, Size};

use super::rules::{Ask, Breach, Choice, Opening, OpeningRule, Zone};

/// One thing done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A stone, or a fifth move offered or picked.
    Stone(Coord),
    /// Something chosen.
    Choose(Choice),
}

/// `h8`, `black`, `two`, `4`.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Stone(c) => c.fmt(f),
            Act::Choose(Choice::Take(color)) => f.write_str(color.name()),
            Act::Choose(Choice::Two) => f.write_str("two"),
            Act::Choose(Choice::Ten) => f.write_str("ten"),
            Act::Choose(Choice::Number(n)) => n.fmt(f),
        }
    }
}

impl FromStr for Act {
    type Err = String;

    fn from_str(text: &str) -> Result<Act, String> {
        let word = text.trim().to_ascii_lowercase();
        let choice = match &word[..] {
            "black" => Some(Choice::Take(Color::Black)),
            "white" => Some(Choice::Take(Color::White)),
            "two" => Some(Choice::Two),
            "ten" => Some(Choice::Ten),
            number if number.starts_with('+') => None,
            number => number.parse().ok().map(Choice::Number),
        };
        let stone = || word.parse().ok().map(Act::Stone);
        let act = choice.map(Act::Choose).or_else(stone);
        act.ok_or_else(|| format!("'{text}' is no point, black, white, two, ten or number"))
    }
}

/// Why something cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misstep {
    /// The point is not on this board.
    OffBoard,
    /// A stone lies there.
    Occupied,
    /// Renju forbids the point to black.
    Forbidden(Fouls),
    /// It is against the rule of the opening.
    Opening(Breach),
}

impl fmt::Display for Misstep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misstep::OffBoard => f.write_str("point is off the board"),
            Misstep::Occupied => f.write_str("point is occupied"),
            Misstep::Forbidden(fouls) => {
                write!(f, "point is forbidden ({})", dolmen::tools::referee::kinds(*fouls))
            }
            Misstep::Opening(breach) => breach.fmt(f),
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breach::Zone(Zone::Within(0)) => f.write_str("the stone must lie in the middle"),
            Breach::Zone(Zone::Within(n)) => {
                write!(f, "the stone must lie at most {n} lines from the middle")
            }
            Breach::Zone(Zone::Beyond(n)) => {
                write!(f, "the stone must lie at least {n} lines from the middle")
            }
            Breach::Zone(Zone::Any) => f.write_str("the stone must lie elsewhere"),
            Breach::Choose => f.write_str("a choice comes first"),
            Breach::NothingToChoose => f.write_str("there is nothing like that to choose"),
            Breach::Number(most) => write!(f, "the number must be from 1 to {most}"),
            Breach::SamePosition => f.write_str("gives the same position as one offered before"),
            Breach::NotOffered => f.write_str("is not among the fifth moves offered"),
        }
    }
}

/// An opening that is being played. The first player is the one who begins as black.
#[derive(Clone)]
pub struct Course {
    board: Board,
    opening: Opening,
    /// The colour of the first player.
    first: Color,
}

impl Course {
    /// One that begins.
    ///
    /// # Errors
    /// See [`OpeningRule::check`].
    pub fn new(rule: Rule, size: Size, opening: OpeningRule) -> Result<Course, String> {
        opening.check(rule, size)?;
        let board = Board::new(rule, size);
        Ok(Course { board, opening: Opening::new(opening), first: Color::Black })
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Where the opening stands.
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The colour that the first player has now.
    pub const fn first(&self) -> Color {
        self.first
    }

    /// What there is to choose.
    pub fn choices(&self) -> Vec<Choice> {
        let colours = Color::ALL.map(Choice::Take);
        match self.opening.ask() {
            Ask::Colour => colours.to_vec(),
            Ask::ColourOrTwo => [&colours[..], &[Choice::Two]].concat(),
            Ask::ColourOrTen => [&colours[..], &[Choice::Ten]].concat(),
            Ask::Number(most) => (1..=most).map(Choice::Number).collect(),
            Ask::Stone(_) | Ask::Offer | Ask::Pick | Ask::Over => Vec::new(),
        }
    }

    /// The points that may be played, offered or picked; none once the opening is over.
    pub fn points(&self) -> Vec<Coord> {
        match self.opening.ask() {
            Ask::Stone(_) | Ask::Offer | Ask::Pick => {
                let points = self.board.size().coords();
                points.filter(|&c| self.after_stone(c).is_ok()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Does one thing, for whoever is to act. A stone after the end of the opening is a move.
    ///
    /// # Errors
    /// If it may not be done; nothing changes then.
    pub fn act(&mut self, act: Act) -> Result<(), Misstep> {
        match act {
            Act::Choose(choice) => {
                let (opening, swaps) =
                    self.opening.after_choice(choice).map_err(Misstep::Opening)?;
                self.opening = opening;
                if swaps {
                    self.first = !self.first;
                }
            }
            Act::Stone(c) => {
                let opening = self.after_stone(c)?;
                if self.opening.ask() != Ask::Offer {
                    self.board.play(c);
                }
                self.opening = opening;
            }
        }
        Ok(())
    }

    fn after_stone(&self, c: Coord) -> Result<Opening, Misstep> {
        if !self.board.size().contains(c) {
            return Err(Misstep::OffBoard);
        }
        if !self.board.is_empty(c) {
            return Err(Misstep::Occupied);
        }
        if self.board.is_forbidden(c) {
            return Err(Misstep::Forbidden(self.board.fouls(c)));
        }
        self.opening.after_stone(&self.board, c).map_err(Misstep::Opening)
    }
}

/// The empty points that renju's rule leaves out for the next move: none where another rule holds,
/// after three stones, or if those before are against it already.
pub fn outside_middle(board: &Board) -> Vec<Coord> {
    let mut opening = Opening::of_rule(board.rule());
    for stone in board.history() {
        let Ok(next) = opening.after_stone(board, stone.coord) else { return Vec::new() };
        opening = next;
    }
    match opening.ask() {
        Ask::Stone(zone) => {
            board.empty_cells().iter().filter(|&c| !zone.contains(c, board.size())).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(rule: Rule, opening: OpeningRule) -> Course {
        Course::new(rule, Size::new(15).expect("a size"), opening).expect("an opening")
    }

    fn after(rule: Rule, opening: OpeningRule, acts: &str) -> Course {
        let mut course = course(rule, opening);
        for word in acts.split(' ') {
            let act: Act = word.parse().expect("an act");
            assert_eq!(act.to_string(), word);
            course.act(act).unwrap_or_else(|error| panic!("{word}: {error}"));
        }
        course
    }

    /// " h8" and "Black" were refused beside "H8", and "+4" was a number.
    #[test]
    fn acts_are_read_without_regard_to_case_and_spaces() {
        for (text, act) in [(" H8", "h8"), ("Black ", "black"), ("TEN", "ten"), (" 4", "4")] {
            assert_eq!(text.parse::<Act>().map(|act| act.to_string()).as_deref(), Ok(act));
        }
        let error = "'+4' is no point, black, white, two, ten or number";
        assert_eq!("+4".parse::<Act>(), Err(error.into()));
    }

    #[test]
    fn swap2_goes_its_ways() {
        let swap2 = |acts| after(Rule::Freestyle, OpeningRule::Swap2, acts);
        let three = swap2("h8 a1 i9");
        assert_eq!(three.choices().len(), 3);
        assert!(three.points().is_empty());
        assert_eq!(three.opening().actor(), Some(Color::White));
        assert_eq!(swap2("h8 a1 i9 white c3").first(), Color::Black);
        assert_eq!(swap2("h8 a1 i9 black c3").first(), Color::White);
        let five = swap2("h8 a1 i9 two c3 d4");
        assert_eq!((five.choices().len(), five.opening().actor()), (2, Some(Color::Black)));
        let done = swap2("h8 a1 i9 two c3 d4 white");
        assert_eq!((done.first(), done.opening().ask()), (Color::White, Ask::Over));
        assert_eq!(done.board().ply(), 5);
    }

    /// What [`Course::choices`] and [`Course::points`] list can be done, and nothing else.
    #[test]
    fn what_is_legal_is_what_can_be_done() {
        let acts = "h8 h9 i7 2 white j9 g7 i6 g7";
        let mut course = course(Rule::Renju, OpeningRule::Yamaguchi);
        for word in acts.split(' ') {
            let (choices, points) = (course.choices(), course.points());
            assert!(choices.is_empty() != points.is_empty(), "{word}");
            let can = |act| course.clone().act(act).is_ok();
            for c in course.board().size().coords() {
                assert_eq!(can(Act::Stone(c)), points.contains(&c), "{word}: {c}");
            }
            let numbers = (0..40).map(Choice::Number);
            let others = [Choice::Take(Color::Black), Choice::Take(Color::White)];
            for choice in numbers.chain(others).chain([Choice::Two, Choice::Ten]) {
                assert_eq!(can(Act::Choose(choice)), choices.contains(&choice), "{choice:?}");
            }
            let act = word.parse().expect("an act");
            course.act(act).unwrap_or_else(|error| panic!("{word}: {error}"));
        }
        assert_eq!(course.opening().ask(), Ask::Over);
    }

    #[test]
    fn openings_need_their_rule_and_room() {
        let fits = |rule, size, name| {
            let opening = OpeningRule::from_name(name).expect("a name");
            let size = Size::new(size).expect("a size");
            let checked = opening.check(rule, size);
            assert_eq!(Course::new(rule, size, opening).map(|_| ()), checked);
            checked.is_ok()
        };
        assert!(!fits(Rule::Caro, 15, "rif") && fits(Rule::Renju, 15, "rif"));
        assert!(!fits(Rule::Freestyle, 5, "pro") && fits(Rule::Freestyle, 6, "pro"));
        assert!(!fits(Rule::Standard, 7, "long-pro") && fits(Rule::Standard, 8, "long-pro"));
        assert!(!fits(Rule::Renju, 10, "yamaguchi") && fits(Rule::Renju, 11, "yamaguchi"));
        assert!(OpeningRule::ALL.iter().all(|(_, name)| fits(Rule::Renju, 15, name)));
    }
}
