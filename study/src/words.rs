//! Shapes and moves in words, for people.

use dolmen::board::{Board, Pattern, Stone, Threat};
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
            .filter(|shape| shape.article().is_some())
            .collect();
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
    pub fn article(&self) -> Option<&'static str> {
        Some(match (self.pattern, self.is_broken()) {
            (Pattern::Five, _) if self.stones.len() > 5 => "six or more in a row, which wins",
            (Pattern::Five, _) => "five in a row",
            (Pattern::OpenFour, _) => "an open four",
            (Pattern::DoubleFour, _) => "two fours in one line",
            (Pattern::Four, false) => "a four",
            (Pattern::Four, true) => "a broken four",
            (Pattern::OpenThree | Pattern::OpenThreeFree, false) => "an open three",
            (Pattern::OpenThree | Pattern::OpenThreeFree, true) => "a broken three",
            (Pattern::Three, _) => "a closed three",
            (Pattern::Overline, _) => "an overline",
            _ => return None,
        })
    }

    /// `f8 g8 h8 in the row`.
    pub fn place(&self) -> String {
        let way = match self.direction {
            Direction::Row => "in the row",
            Direction::Column => "in the column",
            Direction::Diagonal => "on the rising diagonal",
            Direction::AntiDiagonal => "on the falling diagonal",
        };
        format!("{} {way}", names(&self.stones))
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

/// `f8, g8 or h8`.
pub fn one_of(points: &[Coord]) -> String {
    let names: Vec<String> = points.iter().map(|&c| c.to_string()).collect();
    match names.split_last() {
        None => "nowhere".to_string(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// What is said of a move that makes no threat and stops none.
pub const QUIET: &str = "makes no threat by itself";

/// What a move of the side to move does, and what the other side can still do about it:
/// `makes a four (f6 f7 f8 f9 in the column) and an open three (..) at once; white can only stop
/// one`.
pub fn tell_move(board: &Board, c: Coord) -> String {
    let us = board.side_to_move();
    let shapes = LineShape::all(board, c, us);
    let is_threat = |shape: &&LineShape| {
        shape.pattern.is_open_three() || shape.pattern.grade() >= Pattern::Four.grade()
    };
    let threats: Vec<&LineShape> = shapes.iter().filter(is_threat).collect();
    let made: Vec<String> = threats
        .iter()
        .filter_map(|shape| Some(format!("{} ({})", shape.article()?, shape.place())))
        .collect();
    let stopped = tell_stopped(board, c);
    if shapes.iter().any(|shape| shape.pattern == Pattern::Five) {
        return "makes five".to_string();
    }
    let mut text = match made.split_last() {
        None => return stopped.unwrap_or_else(|| QUIET.to_string()),
        Some((last, [])) => format!("makes {last}"),
        Some((last, others)) => format!("makes {} and {last} at once", others.join(", ")),
    };
    text.push_str(&tell_threats(&threats, (!us).name()));
    if let Some(stopped) = stopped {
        text = format!("{stopped}, and {text}");
    }
    text
}

/// What follows from the threats that a move makes.
fn tell_threats(threats: &[&LineShape], them: &str) -> String {
    let fours = |shape: &&&LineShape| !shape.pattern.is_open_three();
    let mut fives: Vec<Coord> =
        threats.iter().filter(fours).flat_map(|shape| shape.next.clone()).collect();
    fives.sort();
    fives.dedup();
    let threes = threats.iter().filter(|shape| shape.pattern.is_open_three()).count();
    match (fives.len(), threes) {
        (2.., _) => format!("; five follows at {}, {them} can only stop one", one_of(&fives)),
        (1, 1..) => {
            format!("; {them} must stop the five at {}, and can only stop one", one_of(&fives))
        }
        (1, _) => format!("; {them} must answer at {}", one_of(&fives)),
        (_, 2..) => format!("; {them} can only stop one"),
        _ => match threats {
            [three] => format!("; it threatens an open four at {}", one_of(&three.next)),
            _ => String::new(),
        },
    }
}

/// What of the other side's a move prevents.
fn tell_stopped(board: &Board, c: Coord) -> Option<String> {
    let them = !board.side_to_move();
    let threat = |threat| board.threat_count(them, threat);
    if threat(Threat::Five) > 0 {
        let mut after = board.clone();
        after.play(c);
        let left = after.threat_count(them, Threat::Five);
        return (left == 0).then(|| format!("stops the five of {}", them.name()));
    }
    if threat(Threat::OpenFour) > 0 {
        let mut after = board.clone();
        after.play(c);
        let left = after.threat_count(them, Threat::OpenFour);
        return (left == 0).then(|| format!("stops the open four of {}", them.name()));
    }
    None
}

fn walk(c: Coord, direction: Direction, steps: i16) -> Coord {
    // From a point of the board, four steps stay in the wall around it.
    c.step(direction, steps)
}

/// The stones of the fives that are nearest to being made through a stone.
fn stones(board: &Board, c: Coord, color: Color, direction: Direction) -> Vec<Coord> {
    let pattern = board.pattern(c, color, direction);
    let windows = (-4..=0)
        .map(|first| -> Vec<Coord> { (first..first + 5).map(|k| walk(c, direction, k)).collect() });
    let mut best: Vec<Vec<Coord>> = Vec::new();
    for window in windows {
        if !window.iter().all(|&p| is_open(board, p, color)) {
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
