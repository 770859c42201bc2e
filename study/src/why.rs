//! Why black may or may not play somewhere under renju, in words.

use super::words::{LineShape, one_of};
use dolmen::board::{Board, Fouls, Pattern, Threat};
use dolmen::tools::referee::kinds;
use dolmen::types::{Color, Coord};

/// How deep a three that is none is explained: a reason within a reason.
const DEEPEST: usize = 4;

/// Why a free point is or is not forbidden to black; `None` where nothing resembles a foul. The
/// first line is the verdict, the others name the lines that make it.
pub fn tell_fouls(board: &Board, c: Coord) -> Option<Vec<String>> {
    let shapes = suspects(board, c)?;
    let fouls = board.fouls(c);
    let makes_five =
        LineShape::all(board, c, Color::Black).iter().any(|s| s.pattern == Pattern::Five);
    let mut lines = vec![headline(c, fouls, makes_five)];
    if !makes_five {
        tell_shapes(board, c, &shapes, 1, &mut lines);
    }
    Some(lines)
}

fn headline(c: Coord, fouls: Fouls, makes_five: bool) -> String {
    let name = c;
    let what = fouls.names(["a double three", "a double four", "an overline"]);
    if makes_five {
        format!("{name} is allowed: it makes five, which is never forbidden")
    } else if what.is_empty() {
        format!("{name} is allowed: of the threes that meet there, not two are real")
    } else {
        format!("{name} is forbidden ({}): {}", kinds(fouls), what.join(" and "))
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

/// One line for each shape, with the reasons of those that do not count.
fn tell_shapes(
    board: &Board,
    c: Coord,
    shapes: &[LineShape],
    depth: usize,
    lines: &mut Vec<String>,
) {
    let indent = "  ".repeat(depth);
    let mut after = board.clone();
    after.place(c, Color::Black);
    for shape in shapes {
        let place = shape.place();
        let article = shape.article().unwrap_or("a shape");
        if !shape.pattern.is_open_three() {
            let five = match shape.pattern {
                Pattern::Overline => "more than five in a row do not win".to_string(),
                _ => format!("five at {}", one_of(&shape.next)),
            };
            lines.push(format!("{indent}{article}, {place}: {five}"));
            continue;
        }
        let (good, bad): (Vec<Coord>, Vec<Coord>) =
            shape.next.iter().partition(|&&next| is_usable(&after, next));
        if !good.is_empty() {
            let points = one_of(&good);
            lines.push(format!("{indent}{article}, {place}: a straight four by {points}"));
            continue;
        }
        lines.push(format!(
            "{indent}{place} looks like {article} and is none: the straight four needs {}",
            one_of(&bad)
        ));
        for next in bad {
            tell_unusable(&after, next, depth + 1, lines);
        }
    }
}

/// Whether black may make a straight four there: it is allowed, and no five.
fn is_usable(board: &Board, c: Coord) -> bool {
    !board.fouls(c).any() && !makes_five(board, c)
}

fn makes_five(board: &Board, c: Coord) -> bool {
    LineShape::all(board, c, Color::Black).iter().any(|shape| shape.pattern == Pattern::Five)
}

/// Why a point is of no use for a straight four.
fn tell_unusable(board: &Board, c: Coord, depth: usize, lines: &mut Vec<String>) {
    let (indent, name) = ("  ".repeat(depth), c);
    if makes_five(board, c) {
        lines.push(format!("{indent}{name} would make five instead"));
        return;
    }
    let fouls = board.fouls(c);
    lines.push(format!("{indent}{name} would be forbidden itself then ({})", kinds(fouls)));
    if let Some(shapes) = suspects(board, c).filter(|_| depth < DEEPEST) {
        tell_shapes(board, c, &shapes, depth + 1, lines);
    }
}
