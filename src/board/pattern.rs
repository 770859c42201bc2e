use std::cmp::Ordering;

/// What a stone makes of one line through its cell, ordered from weak to strong.
///
/// The pictures show the line just after the stone was placed: `O` own stone, `X` a cell that
/// cannot be used, `_` empty. Each shape is worth what its best next stone makes of it: that is
/// the whole definition of everything below four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Pattern {
    /// `XOOOOX`: no five can ever contain this stone.
    Dead,
    /// `OOO.OO` with the dot filled, where six or more does not win.
    Overline,
    /// `XO____`: the next stone makes a `Two`.
    One,
    /// `__O___`: the next stone makes an open two.
    OpenOne,
    /// `XOO___`: the next stone makes a `Three`.
    Two,
    /// `X_OO__`: one or two next stones make an open three.
    OpenTwo,
    /// Three next stones make an open three.
    OpenTwoWide,
    /// `___OO___`: four or more next stones make an open three.
    OpenTwoFree,
    /// `XOOO__`: the next stone makes a four.
    Three,
    /// `_OO_O_`: one next stone makes an open four.
    OpenThree,
    /// `__OOO__`: two or more next stones make an open four.
    OpenThreeFree,
    /// `XOOOO_`: the next stone makes five, but the opponent can prevent it.
    Four,
    /// `OOO_O_OOO`: two fours in one line, for a side that is forbidden to make them.
    DoubleFour,
    /// `_OOOO_`: makes five next, whatever the reply.
    OpenFour,
    /// Five in a row that wins; six or more where that wins too.
    Five,
}

impl Pattern {
    /// How many there are: each fits four bits.
    pub const COUNT: usize = 15;

    /// All, weakest first.
    pub const ALL: [Pattern; Pattern::COUNT] = [
        Pattern::Dead,
        Pattern::Overline,
        Pattern::One,
        Pattern::OpenOne,
        Pattern::Two,
        Pattern::OpenTwo,
        Pattern::OpenTwoWide,
        Pattern::OpenTwoFree,
        Pattern::Three,
        Pattern::OpenThree,
        Pattern::OpenThreeFree,
        Pattern::Four,
        Pattern::DoubleFour,
        Pattern::OpenFour,
        Pattern::Five,
    ];

    /// Any of the three open twos.
    pub const fn is_open_two(self) -> bool {
        matches!(self, Pattern::OpenTwo | Pattern::OpenTwoWide | Pattern::OpenTwoFree)
    }

    /// Either of the two open threes.
    pub const fn is_open_three(self) -> bool {
        matches!(self, Pattern::OpenThree | Pattern::OpenThreeFree)
    }

    /// The number by which shapes of two sides are compared: open twos count alike, and open
    /// threes do (`_OO_O_` is as good as `_OOO_`), and what cannot become five counts nothing.
    pub const fn grade(self) -> u8 {
        match self {
            Pattern::Dead | Pattern::Overline => 0,
            Pattern::One => 1,
            Pattern::OpenOne => 2,
            Pattern::Two => 3,
            Pattern::OpenTwo | Pattern::OpenTwoWide | Pattern::OpenTwoFree => 4,
            Pattern::Three => 5,
            Pattern::OpenThree | Pattern::OpenThreeFree => 6,
            Pattern::Four | Pattern::DoubleFour => 7,
            Pattern::OpenFour => 8,
            Pattern::Five => 9,
        }
    }

    /// Compares two shapes by grade.
    pub fn compare(self, other: Pattern) -> Ordering {
        self.grade().cmp(&other.grade())
    }

    /// The pattern with this number, as `pattern as u8` gave it.
    ///
    /// # Panics
    /// If the number is not below [`Pattern::COUNT`].
    pub const fn from_index(index: u8) -> Pattern {
        Pattern::ALL[index as usize]
    }
}

/// What a stone on an empty cell would threaten, all four lines taken together; ordered from
/// weak to strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Nothing of the below.
    None,
    /// Renju, black: an overline, a double four, or two lines with open threes. The first two
    /// are always fouls; whether two threes are is for [`Board::fouls`](super::Board::fouls).
    Forbidden,
    /// One open two.
    OpenTwo,
    /// One or more closed threes.
    Three,
    /// Two or more open twos.
    DoubleTwo,
    /// A closed three and an open two.
    ThreeTwo,
    /// One open three.
    OpenThree,
    /// An open three with a closed three or an open two.
    OpenThreePlus,
    /// Two or more open threes.
    DoubleThree,
    /// A four that can be answered.
    Four,
    /// A four with a closed three or an open two.
    FourPlus,
    /// A four and an open three.
    FourThree,
    /// An open four, or two fours: five cannot be prevented on the board alone.
    OpenFour,
    /// Five: the move wins.
    Five,
}

impl Threat {
    /// How many there are.
    pub const COUNT: usize = 14;

    /// All, weakest first.
    pub const ALL: [Threat; Threat::COUNT] = [
        Threat::None,
        Threat::Forbidden,
        Threat::OpenTwo,
        Threat::Three,
        Threat::DoubleTwo,
        Threat::ThreeTwo,
        Threat::OpenThree,
        Threat::OpenThreePlus,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
    ];

    /// Combines the patterns of the four lines. `restricted`: the side has forbidden moves.
    pub fn combine(lines: [Pattern; 4], restricted: bool) -> Threat {
        let count = |wanted: fn(Pattern) -> bool| lines.iter().filter(|&&p| wanted(p)).count();
        let fives = count(|p| p == Pattern::Five);
        let overlines = count(|p| p == Pattern::Overline);
        let open_fours = count(|p| p == Pattern::OpenFour);
        let double_fours = count(|p| p == Pattern::DoubleFour);
        let fours = count(|p| p == Pattern::Four);
        let open_threes = count(Pattern::is_open_three);
        let threes = count(|p| p == Pattern::Three);
        let open_twos = count(Pattern::is_open_two);
        if fives > 0 {
            return Threat::Five;
        }
        if restricted {
            let too_many_fours = open_fours + fours + 2 * double_fours >= 2;
            if overlines > 0 || too_many_fours || open_threes >= 2 {
                return Threat::Forbidden;
            }
        }
        match (open_fours, fours, open_threes, threes, open_twos) {
            (1.., ..) | (_, 2.., ..) => Threat::OpenFour,
            (_, 1, 1.., ..) => Threat::FourThree,
            (_, 1, 0, 0, 0) => Threat::Four,
            (_, 1, ..) => Threat::FourPlus,
            (_, _, 2.., ..) => Threat::DoubleThree,
            (_, _, 1, 0, 0) => Threat::OpenThree,
            (_, _, 1, ..) => Threat::OpenThreePlus,
            (_, _, _, 1.., 1..) => Threat::ThreeTwo,
            (_, _, _, 1.., 0) => Threat::Three,
            (_, _, _, _, 2..) => Threat::DoubleTwo,
            (_, _, _, _, 1) => Threat::OpenTwo,
            _ => Threat::None,
        }
    }

    /// The stone makes a four or better: the opponent must answer it or has lost.
    pub const fn is_four(self) -> bool {
        self as u8 >= Threat::Four as u8
    }

    /// The stone makes one or more open threes but no four.
    pub const fn is_three(self) -> bool {
        matches!(self, Threat::OpenThree | Threat::OpenThreePlus | Threat::DoubleThree)
    }
}
