//! The list of keys, over the board.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::BOLD;
use crate::tools::play::app::App;

const ASCII: border::Set = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Draws the list in the middle of the screen, as much of it as there is room for.
pub fn draw(frame: &mut Frame, app: &App) {
    let lines = lines(app);
    let screen = frame.area();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 4;
    let (width, height) = (width.min(screen.width), (lines.len() as u16 + 2).min(screen.height));
    let area =
        Rect { x: (screen.width - width) / 2, y: (screen.height - height) / 2, width, height };
    let set = if app.look.ascii { ASCII } else { border::PLAIN };
    let block = Block::bordered().border_set(set).style(Style::reset());
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn lines(app: &App) -> Vec<Line<'static>> {
    let texts = app.session.words.texts;
    let arrows = if app.look.ascii { "arrows" } else { "← ↑ ↓ →" };
    let sides = if app.look.ascii { "arrows" } else { "← →" };
    let keys = [
        (arrows, texts.move_cursor),
        ("Enter", texts.place),
        ("g", texts.go_to),
        ("u", texts.undo),
        ("r", texts.redo),
        ("h", texts.give_hint),
        ("t", texts.show_threats),
        ("m", texts.hurry),
        ("- +", texts.weaker_stronger),
        ("c", texts.change_sides),
        ("x", texts.resign),
        ("n", texts.new_game),
        (sides, texts.look_through),
        ("a", texts.analyse),
        ("s", texts.save),
        ("q", texts.quit),
    ];
    let line = |(key, text): (&'static str, &'static str)| {
        let gap = " ".repeat(9usize.saturating_sub(key.width()));
        Line::from(vec![Span::styled(format!(" {key}{gap}"), BOLD), Span::raw(text)])
    };
    let last = Line::styled(format!(" {}", texts.any_key), BOLD);
    keys.into_iter().map(line).chain([last]).collect()
}
