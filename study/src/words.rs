//! Shapes and moves in words.

use crate::phrase::{All, OneOf, Phrase, Row};
use dolmen::board::{Board, Outcome, Pattern, Stone, Threat};
use dolmen::search::threats::{self, Situation};
use dolmen::types::{Color, Coord, Direction};

/// A line through a stone, and what the stone makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineShape {
    /// What it is.
    pub pattern: Pattern,
    /// Where it runs.
    pub direction: Direction,
    /// Its stones, in the line's direction.
    pub stones: Vec<Coord>,
    /// Where the next stone makes five of a four, or an open four of an open three.
    pub next: Vec<Coord>,
}

impl LineShape {
    /// The shapes that a stone of this side makes, or would make on an empty point: closed threes
    /// and better, and overlines that win nothing. The best comes first.
    pub fn all(board: &Board, c: Coord, color: Color) -> Vec<LineShape> {
        let mut after = board.clone();
        if after.is_empty(c) {
            after.place(c, color);
        }
        let mut shapes: Vec<LineShape> = Direction::ALL
            .into_iter()
            .map(|direction| LineShape::new(&after, c, color, direction))
            .filter(|shape| shape.name().is_some())
            .collect();
        shapes.sort_by_key(|shape| std::cmp::Reverse(shape.pattern));
        shapes
    }

    /// The same, where an open three is one only if it can become an open four: under renju black
    /// may be forbidden to make it.
    pub fn real(board: &Board, c: Coord, color: Color) -> Vec<LineShape> {
        let mut shapes = LineShape::all(board, c, color);
        if !board.rule().restricts(color) {
            return shapes;
        }
        let mut after = board.clone();
        if after.is_empty(c) {
            after.place(c, color);
        }
        for shape in shapes.iter_mut().filter(|shape| shape.pattern.is_open_three()) {
            shape.next.retain(|&next| is_usable(&after, next));
            if shape.next.is_empty() {
                shape.pattern = Pattern::Three;
            }
        }
        shapes.sort_by_key(|shape| std::cmp::Reverse(shape.pattern));
        shapes
    }

    fn new(board: &Board, c: Coord, color: Color, direction: Direction) -> LineShape {
        let pattern = board.pattern(c, color, direction);
        let stones = match pattern {
            Pattern::Five | Pattern::Overline => board.run(c, direction),
            _ => stones(board, c, color, direction),
        };
        let wanted = match pattern {
            Pattern::Four | Pattern::DoubleFour | Pattern::OpenFour => Some(Pattern::Five),
            pattern if pattern.is_open_three() => Some(Pattern::OpenFour),
            _ => None,
        };
        let makes = |e: &Coord| {
            board.is_empty(*e)
                && wanted == Some(board.pattern(*e, color, direction))
                && shares_a_five(board, c, *e, color, direction)
        };
        let next = (-4..=4).map(|k| walk(c, direction, k)).filter(makes).collect();
        LineShape { pattern, direction, stones, next }
    }

    /// Whether its stones do not touch.
    pub fn is_broken(&self) -> bool {
        let (Some(first), Some(last)) = (self.stones.first(), self.stones.last()) else {
            return false;
        };
        let steps = last.x().abs_diff(first.x()).max(last.y().abs_diff(first.y()));
        usize::from(steps) + 1 != self.stones.len()
    }

    /// `an open three`; `None` if it is not worth a word.
    pub fn name(&self) -> Option<Phrase> {
        Some(match (self.pattern, self.is_broken()) {
            (Pattern::Five, _) if self.stones.len() > 5 => Phrase::LongFive,
            (Pattern::Five, _) => Phrase::Five,
            // Two fives that share no four: `O.OOO.O`.
            (Pattern::OpenFour, _) if self.stones.len() > 4 => Phrase::TwoFours,
            (Pattern::OpenFour, _) => Phrase::OpenFour,
            (Pattern::DoubleFour, _) => Phrase::TwoFours,
            (Pattern::Four, false) => Phrase::Four,
            (Pattern::Four, true) => Phrase::BrokenFour,
            (Pattern::OpenThree | Pattern::OpenThreeFree, false) => Phrase::OpenThree,
            (Pattern::OpenThree | Pattern::OpenThreeFree, true) => Phrase::BrokenThree,
            (Pattern::Three, _) => Phrase::ClosedThree,
            (Pattern::Overline, _) => Phrase::Overline,
            _ => return None,
        })
    }

    /// `f8 g8 h8 in the row`.
    pub fn place(&self) -> Phrase {
        let stones = Row(self.stones.clone());
        match self.direction {
            Direction::Row => Phrase::InRow { stones },
            Direction::Column => Phrase::InColumn { stones },
            Direction::Diagonal => Phrase::Rising { stones },
            Direction::AntiDiagonal => Phrase::Falling { stones },
        }
    }
}

/// `f8 g8 h8`.
pub fn names(points: &[Coord]) -> String {
    name_list(points).join(" ")
}

/// The same as a list.
pub fn name_list(points: &[Coord]) -> Vec<String> {
    points.iter().map(|&c| c.to_string()).collect()
}

/// A winning chance in whole percents; 0 and 100 only for what is proved.
pub fn percent(chance: f64) -> u8 {
    match chance {
        chance if chance <= 0.0 => 0,
        chance if chance >= 1.0 => 100,
        chance => (chance * 100.0).round_ties_even().clamp(1.0, 99.0) as u8,
    }
}

/// What a move of the side to move does, and what the other side can still do about it:
/// `makes a four (f6 f7 f8 f9 in the column) and an open three (..) at once; white can only stop
/// one`.
pub fn tell_move(board: &Board, c: Coord) -> Phrase {
    let us = board.side_to_move();
    let shapes = LineShape::real(board, c, us);
    if shapes.iter().any(|shape| shape.pattern == Pattern::Five) {
        return Phrase::MakesFive;
    }
    let is_threat = |shape: &&LineShape| {
        shape.pattern.is_open_three() || shape.pattern.grade() >= Pattern::Four.grade()
    };
    let threats: Vec<&LineShape> = shapes.iter().filter(is_threat).collect();
    let made = |shape: &&LineShape| {
        let (shape, place) = (Box::new(shape.name()?), Box::new(shape.place()));
        Some(Phrase::Placed { shape, place })
    };
    let made = All(threats.iter().filter_map(made).collect());
    let stopped = tell_stopped(board, c);
    let makes = match made.0.len() {
        0 => return stopped.unwrap_or(Phrase::Quiet),
        1 => Phrase::Makes { shapes: made },
        _ => Phrase::MakesAtOnce { shapes: made },
    };
    let does = match stopped {
        Some(stopped) => stopped.and(makes),
        None => makes,
    };
    match tell_threats(board, c, &threats) {
        Some(follows) => does.then(follows),
        None => does,
    }
}

/// What follows from the threats that a move makes; nothing where the other side is faster.
fn tell_threats(board: &Board, c: Coord, shapes: &[&LineShape]) -> Option<Phrase> {
    let (us, opponent) = (board.side_to_move(), !board.side_to_move());
    let mut after = board.clone();
    after.play(c);
    if after.outcome() != Outcome::Open {
        return None;
    }
    let threes: Vec<&LineShape> =
        shapes.iter().copied().filter(|shape| shape.pattern.is_open_three()).collect();
    let has_four = threes.len() < shapes.len();
    Some(match threats::situation(&mut after) {
        Situation::Lost if has_four => {
            let is_five = |c: &Coord| after.threat(*c, us) == Threat::Five;
            let points: Vec<Coord> = after.fours(us).iter().filter(is_five).collect();
            match points.iter().all(|&c| after.is_forbidden(c)) {
                true => Phrase::MayNotStop { points: OneOf(points), opponent },
                false => Phrase::FivesFollow { points: OneOf(points), opponent },
            }
        }
        Situation::Forced(answers) if has_four => {
            let is_more = matches!(answers[..], [answer] if outlasts(&after, &threes, answer));
            match (is_more, OneOf(answers)) {
                (true, points) => Phrase::FiveAndMore { points, opponent },
                (false, points) => Phrase::MustAnswer { points, opponent },
            }
        }
        Situation::Threatened(cells)
            if threes.len() > 1 && threats::defences(&after, &cells).is_empty() =>
        {
            Phrase::StopsOne { opponent }
        }
        Situation::Threatened(_) | Situation::Free if !has_four => {
            let mut points: Vec<Coord> =
                threes.iter().flat_map(|three| &three.next).copied().collect();
            points.sort();
            Phrase::OpenFourNext { points: OneOf(points) }
        }
        _ => return None,
    })
}

/// Whether one of the threes can still become an open four after the answer to a four, and the
/// answer is no four itself.
fn outlasts(board: &Board, threes: &[&LineShape], answer: Coord) -> bool {
    let us = !board.side_to_move();
    let mut after = board.clone();
    after.play(answer);
    let is_open_four = |three: &LineShape, c: Coord| {
        after.pattern(c, us, three.direction) == Pattern::OpenFour
            && (!after.rule().restricts(us) || is_usable(&after, c))
    };
    after.outcome() == Outcome::Open
        && after.threat_count(!us, Threat::Five) == 0
        && threes
            .iter()
            .any(|three| three.next.iter().any(|&c| after.is_empty(c) && is_open_four(three, c)))
}

/// Whether black may make a straight four there: it is allowed, and no five.
pub fn is_usable(board: &Board, c: Coord) -> bool {
    !board.fouls(c).any() && !makes_five(board, c)
}

/// Whether a black stone there makes five.
pub fn makes_five(board: &Board, c: Coord) -> bool {
    board.threat(c, Color::Black) == Threat::Five
}

/// What of the other side's a move prevents.
fn tell_stopped(board: &Board, c: Coord) -> Option<Phrase> {
    let opponent = !board.side_to_move();
    let (threat, stops) = if board.threat_count(opponent, Threat::Five) > 0 {
        (Threat::Five, Phrase::StopsFive { opponent })
    } else if board.threat_count(opponent, Threat::OpenFour) > 0 {
        (Threat::OpenFour, Phrase::StopsOpenFour { opponent })
    } else {
        return None;
    };
    let mut after = board.clone();
    after.play(c);
    (after.threat_count(opponent, threat) == 0).then_some(stops)
}

fn walk(c: Coord, direction: Direction, steps: i16) -> Coord {
    // From a point of the board, four steps stay in the wall around it.
    c.step(direction, steps)
}

/// The stones of the fives that are nearest to being made through a stone.
fn stones(board: &Board, c: Coord, color: Color, direction: Direction) -> Vec<Coord> {
    let pattern = board.pattern(c, color, direction);
    let mut best: Vec<Vec<Coord>> = Vec::new();
    for first in -4..=0 {
        let window: Vec<Coord> = (first..first + 5).map(|k| walk(c, direction, k)).collect();
        if !window.iter().all(|&p| is_open(board, p, color)) {
            continue;
        }
        // One more stone beside it would make it an overline.
        let is_long = |k| board.stone(walk(c, direction, k)) == Stone::from(color);
        if !board.rule().overline_wins(color) && (is_long(first - 1) || is_long(first + 5)) {
            continue;
        }
        let own: Vec<Coord> = window.into_iter().filter(|&p| !board.is_empty(p)).collect();
        match best.first().map_or(0, Vec::len) {
            most if own.len() > most => best = vec![own],
            most if own.len() == most => best.push(own),
            _ => {}
        }
    }
    // Of several fours or threes in a line, the one that lies closest; of two fours at once, both.
    let span = |own: &Vec<Coord>| match (own.first(), own.last()) {
        (Some(&first), Some(&last)) => distance(first, last, direction).abs(),
        _ => 0,
    };
    let closest = best.iter().map(span).min();
    if pattern != Pattern::DoubleFour {
        best.retain(|own| Some(span(own)) == closest);
    }
    if pattern != Pattern::DoubleFour && pattern != Pattern::OpenFour {
        best.truncate(1);
    }
    let mut all: Vec<Coord> = best.into_iter().flatten().collect();
    all.sort_by_key(|&p| distance(c, p, direction));
    all.dedup();
    all
}

/// Whether two points can lie in one five.
fn shares_a_five(board: &Board, c: Coord, e: Coord, color: Color, direction: Direction) -> bool {
    let steps = distance(c, e, direction);
    let mut between = (steps.min(0)..=steps.max(0)).map(|k| walk(c, direction, k));
    // Four in a row without a gap is what black needs under renju.
    let is_solid = |p: Coord| !board.is_empty(p) || p == e;
    let restricted = board.rule().restricts(color);
    steps.abs() <= 4 && between.all(|p| is_open(board, p, color) && (!restricted || is_solid(p)))
}

fn is_open(board: &Board, p: Coord, color: Color) -> bool {
    board.is_empty(p) || board.stone(p) == Stone::from(color)
}

/// Steps from one point of a line to another.
fn distance(from: Coord, to: Coord, direction: Direction) -> i16 {
    let (dx, dy) =
        (i16::from(to.x()) - i16::from(from.x()), i16::from(to.y()) - i16::from(from.y()));
    if direction == Direction::Row { dx } else { dy }
}
