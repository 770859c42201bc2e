//! The board with its stones and marks. Without colours every sign differs from every other;
//! with them the stones of both sides are filled discs, told apart by their brightness.

use ratatui::buffer::Buffer;
use ratatui::style::{Color as Paint, Modifier, Style};

use crate::tools::play::app::App;
use crate::tools::play::layout::{Scale, ScreenLayout};
use crate::tools::play::look::{Colors, Look};
use dolmen::types::{Color, Coord};
use dolmen_study::openings::rules::Ask;
use dolmen_study::shape::{self, Shape};

/// The grid's corners, edges and crossings: top, middle and bottom row.
const GRID: [[char; 3]; 3] = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
const STAR: char = '╋';

/// The sign of a side's stones.
pub fn stone_sign(look: Look, color: Color) -> char {
    match (look.ascii, color) {
        (true, Color::Black) => 'X',
        (true, Color::White) => 'O',
        (false, Color::White) if look.colors == Colors::None => '○',
        (false, _) => '●',
    }
}

/// How a stone is painted: on wood, so that it is seen on light and dark screens.
pub fn stone_style(look: Look, color: Color) -> Style {
    let (black, white) = match look.colors {
        Colors::None => return Style::new().add_modifier(Modifier::BOLD),
        Colors::Sixteen => (Paint::Black, Paint::White),
        Colors::Many => (Paint::Indexed(16), Paint::Indexed(231)),
    };
    match color {
        Color::Black => wood(look).fg(black),
        Color::White => wood(look).fg(white).add_modifier(Modifier::BOLD),
    }
}

fn stone_of(look: Look, color: Color) -> (char, Style) {
    (stone_sign(look, color), stone_style(look, color))
}

/// The board itself: dark lines on wood.
fn wood(look: Look) -> Style {
    match look.colors {
        Colors::None => Style::new(),
        Colors::Sixteen => Style::new().fg(Paint::Black).bg(Paint::Yellow),
        Colors::Many => Style::new().fg(Paint::Indexed(94)).bg(Paint::Indexed(179)),
    }
}

/// Marks on the board that are no stones.
fn mark_style(look: Look) -> Style {
    match look.colors {
        Colors::None => Style::new().add_modifier(Modifier::BOLD),
        Colors::Sixteen => wood(look).fg(Paint::Black).add_modifier(Modifier::UNDERLINED),
        Colors::Many => wood(look).fg(Paint::Indexed(124)).add_modifier(Modifier::BOLD),
    }
}

/// Draws the part of the board that the layout shows.
pub fn draw(buffer: &mut Buffer, app: &App, layout: &ScreenLayout) {
    let board = &app.board();
    let better = app.remark().and_then(|(_, remark)| remark.better);
    let marked = app.threats && !app.session.game.is_over();
    let threats = if marked { marks_of_threats(app) } else { Vec::new() };
    let forbidden = app.session.game.forbidden();
    let offered = offered_marks(app);
    let hint = app.session.hint().map(|hint| hint.coord).or(better);
    let five = board.winning_line();
    for c in board.size().coords() {
        let Some((x, y)) = layout.place(c) else { continue };
        let threat = threats.iter().find(|threat| threat.0 == c);
        let stone = board.stone(c).color();
        let (sign, style) = match stone.map(|color| stone_of(app.look, color)) {
            Some((sign, style)) if five.contains(&c) => (sign, style.reversed()),
            Some(stone) => stone,
            _ if let Some(&(_, letter)) = offered.iter().find(|mark| mark.0 == c) => {
                (letter, mark_style(app.look))
            }
            _ if hint == Some(c) => ('*', mark_style(app.look)),
            _ if let Some(&(_, digit)) = threat => (digit, mark_style(app.look)),
            _ if forbidden.contains(&c) => {
                (if app.look.ascii { '#' } else { '×' }, mark_style(app.look))
            }
            _ => (crossing(app, c), wood(app.look)),
        };
        put(buffer, x, y, sign, style);
        let (across, down) = if app.look.ascii { (' ', ' ') } else { ('─', '│') };
        let last = c.x() + 1 == board.size().get();
        // The wood ends a column beside the board, as on the left.
        let step = if last { 2 } else { layout.scale.columns() };
        for k in 1..step {
            put(buffer, x + k, y, if last { ' ' } else { across }, wood(app.look));
        }
        if c.x() == 0 {
            put(buffer, x - 1, y, ' ', wood(app.look));
        }
        // Between two rows of a large board.
        if layout.scale == Scale::Double && c.y() > 0 {
            for k in 0..step {
                put(buffer, x + k, y + 1, if k == 0 { down } else { ' ' }, wood(app.look));
            }
            if c.x() == 0 {
                put(buffer, x - 1, y + 1, ' ', wood(app.look));
            }
        }
    }
    if let Some(last) = board.last_move(0) {
        enclose(buffer, app, layout, last.coord, ['(', ')']);
    }
    enclose(buffer, app, layout, app.cursor, ['[', ']']);
    labels(buffer, layout);
}

fn put(buffer: &mut Buffer, x: u16, y: u16, sign: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(sign).set_style(style);
    }
}

/// An empty point.
fn crossing(app: &App, c: Coord) -> char {
    let last = app.session.game.setup().size.get() - 1;
    let is_star = is_star(c, last + 1);
    if app.look.ascii {
        return if is_star { '+' } else { '.' };
    }
    let side = |v: u8| match v {
        0 => 0,
        v if v == last => 2,
        _ => 1,
    };
    if is_star { STAR } else { GRID[2 - side(c.y())][side(c.x())] }
}

/// The points by which people find their way on boards of odd size.
fn is_star(c: Coord, size: u8) -> bool {
    let at = |v: u8| match size {
        13.. => v == 3 || v == size - 4,
        _ => false,
    };
    let middle = size / 2;
    size % 2 == 1 && ((c.x(), c.y()) == (middle, middle) || at(c.x()) && at(c.y()))
}

/// Brackets around a point.
fn enclose(buffer: &mut Buffer, app: &App, layout: &ScreenLayout, c: Coord, signs: [char; 2]) {
    let Some((x, y)) = layout.place(c) else { return };
    let style = match app.look.colors {
        Colors::Many if signs[0] == '(' => wood(app.look).fg(Paint::Indexed(16)),
        Colors::Sixteen => wood(app.look),
        Colors::None | Colors::Many => mark_style(app.look),
    };
    for (x, sign) in [x - 1, x + 1].into_iter().zip(signs) {
        put(buffer, x, y, sign, style);
    }
}

fn labels(buffer: &mut Buffer, layout: &ScreenLayout) {
    for i in 0..layout.rows.count {
        let y = layout.row(layout.rows.first + i);
        let number = format!("{:2}", layout.rows.first + i + 1);
        buffer.set_string(layout.board.x, y, number, Style::new());
    }
    let below = layout.board.bottom() - 1;
    for i in 0..layout.columns.count {
        let letter = char::from(b'a' + layout.columns.first + i);
        put(buffer, layout.column(layout.columns.first + i), below, letter, Style::new());
    }
}

/// The fifth moves offered, named A, B and so on as renju players do, until one has been picked.
fn offered_marks(app: &App) -> Vec<(Coord, char)> {
    let opening = app.session.game.opening();
    match opening.ask() {
        Ask::Offer | Ask::Pick => opening.offered().zip(('A'..='Z').chain('a'..='z')).collect(),
        _ => Vec::new(),
    }
}

/// Points where somebody could make something decisive: 5 five, 4 an open four or two fours,
/// 3 a four-three or two threes. The stronger one where both could.
fn marks_of_threats(app: &App) -> Vec<(Coord, char)> {
    let board = app.session.game.board();
    let mut marks: Vec<(Shape, Coord)> = Color::ALL
        .into_iter()
        .flat_map(|color| shape::threats(board, color))
        .flat_map(|(shape, points)| points.into_iter().map(move |c| (shape, c)))
        .collect();
    marks.sort_by_key(|&(shape, c)| (std::cmp::Reverse(shape), c));
    let sign = |shape: Shape| match shape {
        Shape::Five => '5',
        Shape::OpenFour | Shape::DoubleFour => '4',
        _ => '3',
    };
    marks.into_iter().map(|(shape, c)| (c, sign(shape))).collect()
}
