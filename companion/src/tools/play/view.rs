//! How a game looks on the screen. Changes nothing: see [`app`](super::app).

mod board;
pub mod help;

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Confirmation, Field, Overlay};
use super::language::fill;
use super::layout::ScreenLayout;
use super::session::joined;
use super::words::{clock, sentence};
use dolmen::types::Color;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// Lines of a panel that has room for blank ones.
const ROOMY: u16 = 12;

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App, now: Instant) {
    let area = frame.area();
    let Some(layout) = ScreenLayout::new(area, app.session.game.setup().size, app.cursor) else {
        too_small(frame, app);
        return;
    };
    board::draw(frame.buffer_mut(), app, &layout);
    if let Some(panel) = layout.panel {
        let lines = panel_lines(app, panel, now);
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), panel);
    }
    frame.render_widget(bottom_line(app, &layout), layout.bottom);
    if let Overlay::Type(..) = app.overlay {
        if layout.panel.is_none() && !app.messages.is_empty() {
            // The message about the text, which itself takes the last line.
            let above = Rect { y: layout.bottom.y - 1, ..layout.bottom };
            frame.render_widget(Clear, above);
            frame.render_widget(Line::raw(joined(&app.messages)), above);
        }
        let width = bottom_line(app, &layout).width() as u16;
        let x = (layout.bottom.x + width).min(layout.bottom.right() - 1);
        frame.set_cursor_position((x, layout.bottom.y));
    }
    if layout.panel.is_none() && matches!(app.overlay, Overlay::None | Overlay::Help(_)) {
        draw_clock(frame, app, layout.bottom, now);
    }
    if let Overlay::Help(first) = app.overlay {
        help::draw(frame, app, first);
    }
}

/// The clock that runs, at the right of the last line.
fn draw_clock(frame: &mut Frame, app: &App, line: Rect, now: Instant) {
    let game = &app.session.game;
    let left = game.time_left(game.side_to_act(), now).filter(|_| !game.is_over());
    let Some(text) = left.map(|left| format!(" {}", clock(left))) else { return };
    let width = (text.width() as u16).min(line.width);
    let place = Rect { x: line.right() - width, width, ..line };
    frame.render_widget(Clear, place);
    frame.render_widget(Line::styled(text, BOLD), place);
}

fn too_small(frame: &mut Frame, app: &App) {
    let (width, height) = ScreenLayout::SMALLEST;
    let values = [("width", &*width.to_string()), ("height", &*height.to_string())];
    let text = fill(app.session.words.texts.too_small, &values);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

/// A question, the input line, or the keys; without a panel, the last messages.
fn bottom_line<'a>(app: &'a App, layout: &ScreenLayout) -> Line<'a> {
    let texts = app.session.words.texts;
    match &app.overlay {
        Overlay::Type(field, text) => {
            let asked = match field {
                Field::File => texts.ask_file,
                Field::Point => texts.ask_point,
                Field::Number => texts.ask_number,
            };
            // What is being typed is at the end, and the end is seen.
            let line = fill(asked, &[("text", text)]);
            let style = if app.is_proposed { BOLD.add_modifier(Modifier::REVERSED) } else { BOLD };
            Line::styled(tail(&line, layout.bottom.width.saturating_sub(1)), style)
        }
        Overlay::Ask(question) => Line::styled(
            match question {
                Confirmation::New => texts.ask_new,
                Confirmation::Resign => texts.ask_resign,
                Confirmation::Quit => texts.ask_quit,
            },
            BOLD,
        ),
        Overlay::None | Overlay::Help(_) if layout.panel.is_none() => Line::raw(joined(&news(app))),
        Overlay::None | Overlay::Help(_) => {
            let keys = [
                ("?", texts.help),
                ("u", texts.short_undo),
                ("h", texts.short_hint),
                ("t", texts.short_threats),
                ("s", texts.save),
                ("q", texts.quit),
            ];
            let spans = keys.into_iter().flat_map(|(key, text)| {
                [Span::styled(key, BOLD), Span::raw(format!(" {text}   "))]
            });
            Line::from_iter(spans)
        }
    }
}

/// As much of the end of a text as there is room for.
fn tail(text: &str, room: u16) -> String {
    let mut tail = text;
    while tail.width() > room.into() {
        let mut chars = tail.chars();
        chars.next();
        tail = chars.as_str();
    }
    tail.to_string()
}

/// All messages, for a screen without a panel.
fn news(app: &App) -> Vec<String> {
    if let Some(hint) = app.session.hint() {
        return app.session.words.hint(hint);
    }
    let status = status(app);
    if let Some((number, remark)) = app.remark() {
        return app.session.words.remark(&app.session.game, number, remark);
    }
    let told = app.messages.iter().filter(|message| **message != status);
    told.chain([&status]).cloned().collect()
}

/// The parts of the panel, with blank lines between them unless there are few lines in all. Of the
/// moves, the last ones for which there is room.
fn panel_lines<'a>(app: &App, area: Rect, now: Instant) -> Vec<Line<'a>> {
    let (words, game) = (app.session.words, &app.session.game);
    let roomy = area.height >= ROOMY;
    let title = roomy.then(|| Line::styled(sentence(&words.game(game)), BOLD));
    let players = Color::ALL.map(|color| player_line(app, color, area.width, now));
    let mut parts = vec![Vec::from_iter(title), players.to_vec(), state(app)];
    if let Some(hint) = app.session.hint() {
        parts.push(titled(words.hint(hint)));
    }
    if let Some((number, remark)) = app.remark() {
        parts.push(titled(words.remark(game, number, remark)));
    }
    if app.threats {
        let mut lines = vec![words.texts.threats.to_string()];
        lines.extend(words.threats(game));
        if game.setup().rule.restricts(game.board().side_to_move()) {
            lines.push(words.forbidden(game));
        }
        parts.push(titled(lines));
    }
    let gap = roomy.then(Line::default);
    let parts = parts.into_iter().flat_map(|part| part.into_iter().chain(gap.clone()));
    let mut lines: Vec<Line> = parts.collect();
    let rows = |text: &str| rows(text, area.width.into());
    let used = lines.iter().map(|line| rows(&line.to_string())).sum();
    let room = usize::from(area.height).saturating_sub(used);
    let mut moves = (0..game.board().ply()).map(|n| sentence(&words.moves_after(game, n)));
    lines.extend(moves.find(|text| rows(text) <= room).map(Line::raw));
    lines
}

/// Rows that a text takes where it is broken between words.
fn rows(text: &str, width: usize) -> usize {
    let (mut rows, mut left) = (0, 0);
    for word in text.split(' ') {
        let word = word.width();
        if word < left {
            left -= word + 1;
        } else {
            let taken = word.div_ceil(width).max(1);
            rows += taken;
            left = taken * width - word;
        }
    }
    rows
}

/// Messages, and the side to move.
fn state<'a>(app: &App) -> Vec<Line<'a>> {
    let status = status(app);
    let told = app.messages.iter().filter(|message| **message != status);
    let told = told.map(|message| Line::raw(sentence(message)));
    told.chain([Line::styled(sentence(&status), BOLD)]).collect()
}

fn status(app: &App) -> String {
    let (session, texts) = (&app.session, app.session.words.texts);
    if session.is_reviewing() {
        texts.reviewing.to_string()
    } else if session.is_looking_for_hint() {
        texts.looking.to_string()
    } else if session.is_paused() {
        texts.paused_key.to_string()
    } else {
        session.words.status(&session.game)
    }
}

/// Lines of which the first is a title.
fn titled<'a>(lines: Vec<String>) -> Vec<Line<'a>> {
    let style = |i: usize| if i == 0 { BOLD } else { Style::new() };
    let lines = lines.iter().enumerate();
    lines.map(|(i, line)| Line::styled(sentence(line), style(i))).collect()
}

/// `>  black: human      4:07`, the side that is to act pointed at.
fn player_line<'a>(app: &App, color: Color, width: u16, now: Instant) -> Line<'a> {
    let (words, game) = (app.session.words, &app.session.game);
    let to_move = game.side_to_act() == color && !game.is_over();
    let pointer = if to_move { ">" } else { " " };
    let stone = board::stone_sign(app.look, color);
    let name = format!("{}: {}", words.side(color), words.player(game.player(color)));
    let time = game.time_left(color, now).unwrap_or_else(|| game.time_taken(color, now));
    let time = clock(time);
    let used = 4 + name.width() + time.width();
    let gap = " ".repeat(usize::from(width.min(40)).saturating_sub(used).max(1));
    let style = if to_move { BOLD } else { Style::new() };
    Line::from(vec![
        Span::styled(format!("{pointer} "), style),
        Span::styled(stone.to_string(), board::stone_style(app.look, color)),
        Span::styled(format!(" {name}{gap}{time}"), style),
    ])
}
