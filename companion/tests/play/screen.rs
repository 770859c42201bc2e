//! What is drawn, as text: `screens/NAME.txt`. After a change that is meant, look at what
//! `UPDATE_SCREENS=1 cargo test --test play screen` writes there, and commit it.

use std::fs;
use std::path::Path;
use std::time::Instant;

use companion::tools::play::app::{App, Overlay};
use companion::tools::play::game::{GameSetup, TimeControl};
use companion::tools::play::language::Language;
use companion::tools::play::session::PlayCommand;
use companion::tools::play::thinker::Found;
use companion::tools::play::{Colors, Look, view};
use dolmen::types::{Color, Coord, Rule, Size};
use dolmen_study::hint::{Hint, Reason};
use dolmen_study::openings::rules::Opening;
use dolmen_study::shape::Shape;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color as Paint, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::table::{ENGINE, HUMANS, point, points, session, setup};

/// Without colours the signs of the stones differ, so that the pictures show which is which.
pub const LOOK: Look = Look { colors: Colors::None, ascii: false, language: Language::English };

fn drawn(app: &App, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame, app, Instant::now())).unwrap();
    terminal.backend().buffer().clone()
}

/// As a terminal shows it: a wide letter takes two places.
fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            x += symbol.width().max(1) as u16;
        }
        assert_eq!(line.width(), usize::from(buffer.area.width), "{line}");
        text += line.trim_end();
        text += "\n";
    }
    text
}

fn must_show(name: &str, app: &App, width: u16, height: u16) {
    let shown = text(&drawn(app, width, height));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/screens");
    let file = folder.join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        fs::write(&file, &shown).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    assert!(shown == expected, "{name} is now\n{shown}and was\n{expected}");
}

/// A game in which the engine has just answered h9 with h10.
fn english() -> App {
    let mut app = App::new(
        session(setup(Rule::Freestyle, 15, ENGINE), "h8i9", Language::English),
        LOOK,
        true,
    );
    let now = Instant::now();
    app.cursor = point("h9");
    app.session.obey(PlayCommand::Play(app.cursor), now);
    app.take(Found::Move(Some(point("h10"))), now);
    app
}

#[test]
fn a_game_in_english() {
    must_show("english-15", &english(), 80, 24);
}

#[test]
fn a_hint_in_korean() {
    let session = session(setup(Rule::Freestyle, 20, ENGINE), "k10l11k11l10", Language::Korean);
    let mut app = App::new(session, LOOK, false);
    app.session.obey(PlayCommand::Hint, Instant::now());
    must_show("korean-20-looking", &app, 80, 24);
    let hint = Hint {
        coord: point("k12"),
        reasons: vec![
            Reason::WinsIn(7),
            Reason::StopsOpenFour,
            Reason::Makes(Shape::OpenThree),
            Reason::Denies(Color::White, Shape::OpenTwo),
            Reason::Chance(64),
        ],
        line: points("k12k9k13"),
    };
    app.take(Found::Hint(Some(hint)), Instant::now());
    must_show("korean-20", &app, 80, 24);
}

#[test]
fn forbidden_points_and_a_clock_in_chinese() {
    let time = TimeControl::parse("10+5");
    let setup = GameSetup { time, ..setup(Rule::Renju, 15, HUMANS) };
    let mut app = App::new(session(setup, "h6a1h7a3f8a5g8a7", Language::Chinese), LOOK, true);
    app.session.game.tick(Instant::now());
    must_show("chinese-15", &app, 80, 24);
    must_show("chinese-15-high", &app, 40, 30);
}

#[test]
fn the_end_of_a_game() {
    let session =
        session(setup(Rule::Freestyle, 15, HUMANS), "h8h9i8i9j8j9k8k9l8", Language::English);
    let app = App::new(session, LOOK, true);
    must_show("end", &app, 80, 24);
    let buffer = drawn(&app, 80, 24);
    let reversed = |x: u16| buffer[(x, 7)].modifier.contains(Modifier::REVERSED);
    let five: Vec<u16> = (0..33).filter(|&x| reversed(x)).collect();
    assert_eq!(five, [17, 19, 21, 23, 25]);
}

#[test]
fn keys_in_all_languages() {
    for language in Language::ALL {
        let session = session(setup(Rule::Freestyle, 15, ENGINE), "", language);
        let mut app = App::new(session, LOOK, false);
        app.overlay = Overlay::Help(0);
        must_show(&format!("keys-{}", language.code()), &app, 80, 24);
    }
}

#[test]
fn small_terminals_show_what_they_can() {
    let setup = setup(Rule::Freestyle, 20, ENGINE);
    let mut app = App::new(session(setup, "a1t20", Language::English), LOOK, false);
    app.cursor = point("b2");
    must_show("small-corner", &app, 24, 10);
    app.cursor = point("t20");
    must_show("small-other-corner", &app, 24, 10);
    must_show("too-small", &app, 12, 4);
    must_show("largest-without-panel", &app, 50, 22);
    // Nothing is drawn where there is no room, whatever lies over it.
    for overlay in [Overlay::None, Overlay::Help(0), Overlay::Help(99)] {
        app.overlay = overlay;
        for width in 1..60 {
            for height in 1..30 {
                drawn(&app, width, height);
            }
        }
    }
}

/// The last nine keys could not be seen.
#[test]
fn all_keys_are_seen_in_a_small_terminal() {
    let mut app = english();
    let seen = |app: &App, part| text(&drawn(app, 40, 10)).contains(part);
    let press = |app: &mut App, code| {
        app.press(KeyEvent::new(code, KeyModifiers::NONE), Instant::now());
    };
    press(&mut app, KeyCode::Char('?'));
    assert!(seen(&app, "move the cursor") && !seen(&app, " quit"));
    for _ in 0..9 {
        press(&mut app, KeyCode::Down);
    }
    must_show("keys-small", &app, 40, 10);
    assert!(seen(&app, " quit") && !seen(&app, "move the cursor"));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.overlay, Overlay::None);
}

/// No time was seen on a screen without a panel.
#[test]
fn the_running_clock_is_seen_without_a_panel() {
    let time = TimeControl::parse("10");
    let setup = GameSetup { time, ..setup(Rule::Freestyle, 15, HUMANS) };
    let app = App::new(session(setup, "h8i9", Language::English), LOOK, false);
    must_show("clock-without-panel", &app, 38, 18);
}

/// They ended where the panel does.
#[test]
fn the_last_moves_of_a_long_game_are_seen() {
    // Pairs along every line but those upright, where colours alternate.
    let (black, white): (Vec<Coord>, Vec<Coord>) =
        Size::USUAL.coords().partition(|c| (c.x() + 2 * c.y()) % 4 < 2);
    let pairs = black.iter().zip(&white).take(100);
    let moves: String = pairs.map(|(black, white)| format!("{black}{white}")).collect();
    let session = session(setup(Rule::Freestyle, 15, HUMANS), &moves, Language::English);
    let last = session.game.moves()[199].to_string();
    let app = App::new(session, LOOK, false);
    for (width, height) in [(80, 24), (120, 40), (70, 18), (40, 22)] {
        let shown = text(&drawn(&app, width, height));
        let is_last = |line: &str| line.split_whitespace().any(|word| word == last);
        assert!(shown.lines().any(is_last), "{width} {height} {last}: {shown}");
    }
}

#[test]
fn letters_do_without_colour_and_lines() {
    let mut app = english();
    app.look = Look { colors: Colors::None, ascii: true, ..LOOK };
    must_show("ascii", &app, 80, 24);
    let buffer = drawn(&app, 80, 24);
    assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()));
    assert!(buffer.content.iter().all(|cell| (cell.fg, cell.bg) == (Paint::Reset, Paint::Reset)));
    app.overlay = Overlay::Help(0);
    let buffer = drawn(&app, 80, 24);
    assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()));
}

/// On large screens the wood went on to the text of the panel.
#[test]
fn the_wood_ends_a_column_beside_the_board() {
    let mut app = english();
    app.look = Look { colors: Colors::Many, ..LOOK };
    for (width, height, step) in [(80, 24, 2), (120, 40, 4)] {
        let buffer = drawn(&app, width, height);
        // Three columns of margin, then the points.
        let (left, right) = (3, 3 + 14 * step);
        for y in 0..15 {
            let is_wood = |x: u16| buffer[(x, y)].bg != Paint::Reset;
            assert!(!is_wood(left - 2) && is_wood(left - 1) && is_wood(left), "{width} {y}");
            assert!(is_wood(right) && is_wood(right + 1) && !is_wood(right + 2), "{width} {y}");
        }
    }
}

#[test]
fn sixteen_colours_are_enough_on_light_and_dark() {
    for colors in [Colors::Sixteen, Colors::Many] {
        let mut app = english();
        app.look = Look { colors, ..LOOK };
        let buffer = drawn(&app, 80, 24);
        let indexed = |paint: Paint| matches!(paint, Paint::Indexed(_) | Paint::Rgb(..));
        let rich = buffer.content.iter().any(|cell| indexed(cell.fg) || indexed(cell.bg));
        assert_eq!(rich, colors == Colors::Many);
        // On the board both colours are chosen; elsewhere, stones apart, none is.
        for y in 0..15 {
            for x in 2..33 {
                let cell = &buffer[(x, y)];
                assert!(cell.fg != Paint::Reset && cell.bg != Paint::Reset && cell.fg != cell.bg);
            }
        }
        let outside = (0..24).flat_map(|y| (40..80).map(move |x| (x, y)));
        let outside = outside.map(|place| &buffer[place]);
        assert!(outside.clone().all(|cell| cell.fg == Paint::Reset && cell.bg == Paint::Reset));
        // Black and white stones differ in sign and in colour.
        let (black, white) = (&buffer[(17, 7)], &buffer[(19, 6)]);
        // No rectangle around either.
        assert_eq!((black.symbol(), white.symbol()), ("●", "●"));
        assert!(black.fg != white.fg && black.bg == white.bg);
    }
}

/// Only the status line had named them.
#[test]
fn fifth_moves_offered_are_marked_on_the_board() {
    let now = Instant::now();
    let session = session(setup(Rule::Renju, 15, HUMANS), "h8h9i7j9", Language::English);
    let mut app = App::new(session, LOOK, false);
    app.session.game.set_opening(Opening::parse("rif 5 3").unwrap(), None);
    for c in points("g7i6f6") {
        app.session.obey(PlayCommand::Play(c), now);
    }
    // Three columns of margin, then a point every two; row 15 is the first line.
    let signs = |app: &App| {
        let buffer = drawn(app, 80, 24);
        ["g7", "i6", "f6"].map(|name| {
            let c = point(name);
            buffer[(3 + 2 * u16::from(c.x()), 14 - u16::from(c.y()))].symbol().to_string()
        })
    };
    assert_eq!(signs(&app), ["A", "B", "C"]);
    // Until one is picked.
    app.session.obey(PlayCommand::Play(point("i6")), now);
    let [first, picked, third] = signs(&app);
    assert!(picked == "●" && ![&*first, &*third].contains(&"A"), "{first} {picked} {third}");
}
