//! Why black may or may not play somewhere under renju, in words.

use crate::phrase::{OneOf, Phrase, Sentence};
use crate::words::{LineShape, is_usable, makes_five};
use dolmen::board::{Board, Fouls, Pattern, Threat};
use dolmen::tools::referee::kinds;
use dolmen::types::{Color, Coord};

/// How deep a three that is none is explained: a reason within a reason.
const DEEPEST: usize = 4;

/// Why a free point is or is not forbidden to black; `None` where nothing resembles a foul. The
/// first sentence is the verdict, the others name the lines that make it.
pub fn tell_fouls(board: &Board, c: Coord) -> Option<Vec<Sentence>> {
    let shapes = suspects(board, c)?;
    let makes_five = makes_five(board, c);
    let mut told = vec![Sentence::new(0, headline(c, board.fouls(c), makes_five))];
    if !makes_five {
        tell_shapes(board, c, &shapes, 1, &mut told);
    }
    Some(told)
}

fn headline(point: Coord, fouls: Fouls, makes_five: bool) -> Phrase {
    if makes_five {
        Phrase::AllowedFive { point }
    } else if fouls.any() {
        Phrase::Forbidden { point, kinds: kinds(fouls), fouls: Phrase::fouls(fouls) }
    } else {
        Phrase::AllowedThrees { point }
    }
}

/// What could make the point a foul: fours, overlines, open threes. `None` if that is too little.
fn suspects(board: &Board, c: Coord) -> Option<Vec<LineShape>> {
    if !matches!(board.threat(c, Color::Black), Threat::Forbidden | Threat::Five) {
        return None;
    }
    let shapes = LineShape::all(board, c, Color::Black);
    let count = |wanted: fn(Pattern) -> bool| shapes.iter().filter(|s| wanted(s.pattern)).count();
    let fours = count(|p| matches!(p, Pattern::Four | Pattern::OpenFour))
        + 2 * count(|p| p == Pattern::DoubleFour);
    let threes = count(Pattern::is_open_three);
    let overlines = count(|p| p == Pattern::Overline);
    let mut wanted = Vec::new();
    for shape in shapes {
        let counts = match shape.pattern {
            Pattern::Overline => true,
            Pattern::Four | Pattern::OpenFour | Pattern::DoubleFour => fours >= 2,
            pattern => pattern.is_open_three() && threes >= 2,
        };
        if counts {
            wanted.push(shape);
        }
    }
    (overlines > 0 || fours >= 2 || threes >= 2).then_some(wanted)
}

/// A sentence for each shape, with the reasons of those that do not count.
fn tell_shapes(
    board: &Board,
    c: Coord,
    shapes: &[LineShape],
    depth: usize,
    told: &mut Vec<Sentence>,
) {
    let mut after = board.clone();
    after.place(c, Color::Black);
    for line in shapes {
        let Some(name) = line.name() else { continue };
        let (shape, place) = (Box::new(name), Box::new(line.place()));
        let (good, bad): (Vec<Coord>, Vec<Coord>) =
            line.next.iter().partition(|&&next| is_usable(&after, next));
        let phrase = match line.pattern {
            Pattern::Overline => Phrase::TooLong { shape, place },
            pattern if !pattern.is_open_three() => {
                Phrase::FiveAt { shape, place, points: OneOf(line.next.clone()) }
            }
            _ if !good.is_empty() => Phrase::RealThree { shape, place, points: OneOf(good) },
            _ => {
                let points = OneOf(bad.clone());
                told.push(Sentence::new(depth, Phrase::NoThree { shape, place, points }));
                bad.into_iter().for_each(|next| tell_unusable(&after, next, depth + 1, told));
                continue;
            }
        };
        told.push(Sentence::new(depth, phrase));
    }
}

/// Why a point is of no use for a straight four.
fn tell_unusable(board: &Board, point: Coord, depth: usize, told: &mut Vec<Sentence>) {
    if makes_five(board, point) {
        told.push(Sentence::new(depth, Phrase::FiveInstead { point }));
        return;
    }
    let fouls = board.fouls(point);
    let phrase = Phrase::ForbiddenThen { point, kinds: kinds(fouls), fouls: Phrase::fouls(fouls) };
    told.push(Sentence::new(depth, phrase));
    if let Some(shapes) = suspects(board, point).filter(|_| depth < DEEPEST) {
        tell_shapes(board, point, &shapes, depth + 1, told);
    }
}
