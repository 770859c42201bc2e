//! `dolmen explain --groups`: what the engine itself sees: groups, names of shapes and threats, ranked
//! candidates.

use std::fmt::Write as _;

use dolmen::board::line::{Cell, Classifier};
use dolmen::board::splitter::{Group, Mark};
use dolmen::board::{Board, Pattern, Stone, Threat};
use dolmen::eval::{Net, Position};
use dolmen::tools::forbidden::forbidden_points;
use dolmen::types::{Color, Coord, Direction, Rule};

/// Candidates shown.
const SHOWN: usize = 12;

/// The groups into which the splitter cuts every line, the ranked candidates, the double threes.
pub fn write(text: &mut String, board: &Board) -> std::fmt::Result {
    let us = board.side_to_move();
    for color in [us, !us] {
        writeln!(text, "groups of {}:", color.name())?;
        groups(text, board, color)?;
    }
    candidates(text, board)?;
    double_threes(text, board)
}

/// Every group of at least two stones: where it lies, how it was cut, what the filter made of
/// it, and its name. Best shapes first.
fn groups(text: &mut String, board: &Board, color: Color) -> std::fmt::Result {
    let mut classifier = Classifier::new(board.rule(), color);
    let mut found = Vec::new();
    for line in lines(board) {
        let cells: Vec<Cell> = line.iter().map(|&c| cell(board, c, color)).collect();
        for group in classifier.split(&cells) {
            let stones = group.marks.iter().filter(|&&mark| mark == Mark::Stone).count();
            if stones >= 2 {
                found.push((group.clone(), classifier.filter(&cells, &group), line.clone()));
            }
        }
    }
    found.sort_by_key(|(group, _, _)| std::cmp::Reverse(group.pattern));
    if found.is_empty() {
        writeln!(text, "  none")?;
    }
    for (cut, filtered, line) in found {
        let (from, to) = ends(&cut, &line);
        let (cut, filtered) = (write_marks(&cut), (filtered.pattern, write_marks(&filtered)));
        let place = format!("{}-{}", from, to);
        let note = if cut == filtered.1 { String::new() } else { format!(" -> {}", filtered.1) };
        writeln!(text, "  {place:8} {:17} {cut}{note}", pattern_name(filtered.0))?;
    }
    Ok(())
}

/// First and last stone of a group.
fn ends(group: &Group, line: &[Coord]) -> (Coord, Coord) {
    let stones: Vec<Coord> = (group.start..)
        .zip(&group.marks)
        .filter(|(_, mark)| **mark == Mark::Stone)
        .map(|(i, _)| line[i as usize])
        .collect();
    (stones[0], stones[stones.len() - 1])
}

fn write_marks(group: &Group) -> String {
    group.marks.iter().map(|mark| mark.letter()).collect()
}

fn cell(board: &Board, c: Coord, color: Color) -> Cell {
    match board.stone(c) {
        Stone::Empty => Cell::Empty,
        Stone::Wall => Cell::Edge,
        stone if stone.color() == Some(color) => Cell::Own,
        Stone::Black | Stone::White => Cell::Other,
    }
}

/// Every line of the board that can hold a five.
fn lines(board: &Board) -> Vec<Vec<Coord>> {
    let size = board.size();
    let mut lines = Vec::new();
    for direction in Direction::ALL {
        for start in size.coords().filter(|c| !size.contains(c.step(direction, -1))) {
            let mut line = vec![start];
            while let Some(next) = line.last().map(|c| c.step(direction, 1)) {
                if !size.contains(next) {
                    break;
                }
                line.push(next);
            }
            if line.len() >= 5 {
                lines.push(line);
            }
        }
    }
    lines
}

fn pattern_name(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Dead => "dead",
        Pattern::Overline => "overline",
        Pattern::One => "closed one",
        Pattern::OpenOne => "open one",
        Pattern::Two => "closed two",
        Pattern::OpenTwo | Pattern::OpenTwoWide | Pattern::OpenTwoFree => "open two",
        Pattern::Three => "closed three",
        Pattern::OpenThree | Pattern::OpenThreeFree => "open three",
        Pattern::Four => "four",
        Pattern::DoubleFour => "double four",
        Pattern::OpenFour => "open four",
        Pattern::Five => "five",
    }
}

fn threat_name(threat: Threat) -> &'static str {
    match threat {
        Threat::None => "-",
        Threat::Forbidden => "forbidden?",
        Threat::OpenTwo => "open two",
        Threat::Three => "three",
        Threat::DoubleTwo => "double two",
        Threat::ThreeTwo => "three+two",
        Threat::OpenThree => "open three",
        Threat::OpenThreePlus => "open three+",
        Threat::DoubleThree => "double three",
        Threat::Four => "four",
        Threat::FourPlus => "four+",
        Threat::FourThree => "four-three",
        Threat::OpenFour => "open four",
        Threat::Five => "five",
    }
}

/// The best cells for the side to move, with what each side would make there.
fn candidates(text: &mut String, board: &Board) -> std::fmt::Result {
    let us = board.side_to_move();
    let mut position = Position::new(board.clone(), Net::embedded(board.rule(), board.size()));
    let value = position.move_values(&board.candidates());
    let mut ranked: Vec<(i32, Coord)> = board
        .candidates()
        .iter()
        .filter(|&c| !board.is_forbidden(c))
        .map(|c| (value(c), c))
        .collect();
    ranked.sort_by_key(|&(value, c)| (std::cmp::Reverse(value), c));
    writeln!(text, "candidates of {} ({} in all):", us.name(), ranked.len())?;
    for (value, c) in ranked.into_iter().take(SHOWN) {
        let point = c.to_string();
        let (own, other) = (threat_name(board.threat(c, us)), threat_name(board.threat(c, !us)));
        writeln!(text, "  {point:4} {value:5}  makes {own:12} denies {other}")?;
    }
    Ok(())
}

/// Cells where two or more shapes meet and become open threes; under renju, whether black may.
fn double_threes(text: &mut String, board: &Board) -> std::fmt::Result {
    for color in Color::ALL {
        let threes = |c: &Coord| {
            let lines = Direction::ALL.map(|d| board.pattern(*c, color, d));
            lines.iter().filter(|pattern| pattern.is_open_three()).count() >= 2
        };
        let points: Vec<String> = board
            .empty_cells()
            .iter()
            .filter(threes)
            .map(|c| {
                let allowed = color == Color::White || !board.fouls(c).any();
                let note = match board.rule() {
                    Rule::Renju if color == Color::Black && allowed => " (allowed)",
                    Rule::Renju if color == Color::Black => " (forbidden)",
                    _ => "",
                };
                format!("{}{note}", c)
            })
            .collect();
        let list = if points.is_empty() { "none".to_string() } else { points.join(", ") };
        writeln!(text, "double threes of {}: {list}", color.name())?;
    }
    if board.rule() == Rule::Renju {
        let points = forbidden_points(board);
        let list = if points.is_empty() { "none".to_string() } else { points.join(" ") };
        writeln!(text, "forbidden to black: {list}")?;
    }
    Ok(())
}
