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

/// Lines of the list.
pub const LINES: u16 = 17;

/// Draws the list in the middle of the screen; where there is no room for all, from a line on.
pub fn draw(frame: &mut Frame, app: &App, first: u16) {
    let lines = lines(app);
    let count = lines.len() as u16;
    let screen = frame.area();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 4;
    let (width, height) = (width.min(screen.width), (count + 2).min(screen.height));
    let area =
        Rect { x: (screen.width - width) / 2, y: (screen.height - height) / 2, width, height };
    let set = if app.look.ascii { ASCII } else { border::PLAIN };
    let mut block = Block::bordered().border_set(set).style(Style::reset());
    let hidden = (count + 2).saturating_sub(height);
    let first = first.min(hidden);
    let [up, down] = if app.look.ascii { ["^", "v"] } else { ["↑", "↓"] };
    if first > 0 {
        block = block.title_top(up);
    }
    if first < hidden {
        block = block.title_bottom(down);
    }
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(block).scroll((first, 0)), area);
}

fn lines(app: &App) -> Vec<Line<'static>> {
    let texts = app.session.words.texts;
    let arrows = if app.look.ascii { "arrows" } else { "← ↑ ↓ →" };
    let sides = if app.look.ascii { "arrows" } else { "← →" };
    let keys: [_; LINES as usize - 1] = [
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
