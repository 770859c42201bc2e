//! What keys and the mouse do.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use companion::tools::play::app::{App, Confirmation, Effect, Field, Overlay};
use companion::tools::play::game::{GameEnd, GameSetup, Player, Refusal, TimeControl};
use companion::tools::play::language::Language;
use companion::tools::play::review::Review;
use companion::tools::play::save;
use companion::tools::play::session::{PlayCommand, PlaySession};
use companion::tools::play::thinker::{Found, TaskKind as Wanted};
use dolmen::engine::{Engine, Level};
use dolmen::search::Control;
use dolmen::types::{Color, Rule, Size};
use dolmen_study::hint::Hint;
use dolmen_study::openings::course::Act;
use dolmen_study::openings::rules::{Breach, Choice, Opening, OpeningRule};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use crate::screen::LOOK;
use crate::table::{ENGINE, HUMANS, point, session, setup};

const SCREEN: Rect = Rect::new(0, 0, 80, 24);

fn app(players: [Player; 2], moves: &str) -> App {
    App::new(session(setup(Rule::Freestyle, 15, players), moves, Language::English), LOOK, false)
}

fn press(app: &mut App, code: KeyCode) -> Effect {
    app.press(KeyEvent::new(code, KeyModifiers::NONE), Instant::now())
}

fn type_in(app: &mut App, text: &str) -> Effect {
    let press = |effect, letter| match press(app, KeyCode::Char(letter)) {
        Effect::None => effect,
        other => other,
    };
    text.chars().fold(Effect::None, press)
}

fn control(app: &mut App, letter: char) -> Effect {
    app.press(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL), Instant::now())
}

fn mouse(app: &mut App, kind: MouseEventKind, column: u16, row: u16) {
    let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    assert_eq!(app.click(event, SCREEN, Instant::now()), Effect::None);
}

fn stones(app: &App) -> String {
    save::position(&app.session.game).split(' ').nth(2).unwrap_or("").to_string()
}

#[test]
fn the_cursor_moves_and_places_stones() {
    let mut app = app(HUMANS, "");
    for code in [KeyCode::Up, KeyCode::Right, KeyCode::Right, KeyCode::Enter] {
        press(&mut app, code);
    }
    assert_eq!(stones(&app), "j9");
    for code in [KeyCode::Home, KeyCode::Left, KeyCode::PageDown, KeyCode::Down] {
        press(&mut app, code);
    }
    type_in(&mut app, " ");
    assert_eq!(stones(&app), "j9a1");
    press(&mut app, KeyCode::End);
    press(&mut app, KeyCode::PageUp);
    assert_eq!(app.cursor, point("o15"));
    type_in(&mut app, "gB12x");
    press(&mut app, KeyCode::Backspace);
    assert_eq!(app.overlay, Overlay::Type(Field::Point, "B12".to_string()));
    press(&mut app, KeyCode::Enter);
    assert_eq!((stones(&app).as_str(), app.cursor), ("j9a1b12", point("b12")));
    type_in(&mut app, "gp9");
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.messages, ["p9 is not on the board"]);
    press(&mut app, KeyCode::Backspace);
    assert_eq!(stones(&app), "j9a1");
}

#[test]
fn the_mouse_points_and_clicks() {
    let mut app = app(HUMANS, "");
    mouse(&mut app, MouseEventKind::Moved, 3, 14);
    assert_eq!(app.cursor, point("a1"));
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), 17, 7);
    assert_eq!(stones(&app), "h8");
    mouse(&mut app, MouseEventKind::Down(MouseButton::Right), 19, 7);
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), 60, 7);
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), 17, 15);
    assert_eq!((stones(&app).as_str(), app.cursor), ("h8", point("h8")));
    // What lies over the board keeps the mouse off.
    type_in(&mut app, "?");
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), 19, 7);
    assert_eq!((stones(&app).as_str(), &app.overlay), ("h8", &Overlay::None));
}

#[test]
fn what_would_be_lost_is_asked_first() {
    let mut app = app(HUMANS, "");
    assert_eq!(control(&mut app, 'c'), Effect::Quit);
    assert_eq!(type_in(&mut app, "q"), Effect::Quit);
    press(&mut app, KeyCode::Enter);
    assert_eq!(type_in(&mut app, "q"), Effect::None);
    assert_eq!(app.overlay, Overlay::Ask(Confirmation::Quit));
    assert_eq!(type_in(&mut app, "n"), Effect::None);
    assert_eq!(app.overlay, Overlay::None);
    assert_eq!(type_in(&mut app, "qy"), Effect::Quit);
    // The error that it ends with has the game.
    assert_eq!(control(&mut app, 'c'), Effect::Interrupt);
    assert_eq!(control(&mut app, 'z'), Effect::Suspend);
    type_in(&mut app, "nn");
    assert_eq!(stones(&app), "h8");
    type_in(&mut app, "xy");
    assert_eq!(app.session.game.end(), Some(GameEnd::Resigned(Color::White)));
    // A game that has ended was dropped without a question.
    type_in(&mut app, "qn");
    assert_eq!(app.overlay, Overlay::None);
    type_in(&mut app, "ny");
    assert_eq!((stones(&app).as_str(), app.session.game.end()), ("", None));
}

/// Only the number of stones was compared.
#[test]
fn other_moves_than_the_saved_ones_are_asked_for() {
    let mut app = app(HUMANS, "h8i9");
    assert!(!app.session.is_unsaved());
    type_in(&mut app, "ugj8");
    press(&mut app, KeyCode::Enter);
    assert_eq!((stones(&app).as_str(), app.session.is_unsaved()), ("h8j8", true));
    assert_eq!(type_in(&mut app, "q"), Effect::None);
    assert_eq!(app.overlay, Overlay::Ask(Confirmation::Quit));
}

/// Only the moves were compared.
#[test]
fn an_end_and_what_an_opening_has_chosen_are_asked_for() {
    let mut resigned = app(HUMANS, "h8i9");
    type_in(&mut resigned, "xy");
    assert!(resigned.session.is_unsaved());
    assert_eq!(control(&mut resigned, 'c'), Effect::Interrupt);
    type_in(&mut resigned, "ny");
    assert!(!resigned.session.is_unsaved());

    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chosen.txt");
    let opening = Opening::new(OpeningRule::Rif);
    let setup = GameSetup { opening, ..setup(Rule::Renju, 15, HUMANS) };
    let mut session = session(setup, "", Language::English);
    let now = Instant::now();
    for act in ["h8", "h9", "i9", "black", "a1", "b3", "d2"] {
        let _ = fs::remove_file(&file);
        session.obey(PlayCommand::Save(file.clone()), now);
        assert!(!session.is_unsaved());
        let command = match act {
            "black" => PlayCommand::Choose(Choice::Take(Color::Black)),
            stone => PlayCommand::Play(point(stone)),
        };
        let told = session.obey(command, now);
        assert!(session.is_unsaved(), "{act}: {told:?}");
    }
}

/// A hint became an analysis that nobody had asked for, or stood beside the end.
#[test]
fn no_hint_survives_the_end() {
    let now = Instant::now();
    let time = TimeControl::parse("1");
    let hint = Hint { coord: point("h9"), reasons: Vec::new(), line: Vec::new() };
    for found in [None, Some(hint)] {
        for resigns in [true, false] {
            let setup = GameSetup { time, ..setup(Rule::Freestyle, 15, HUMANS) };
            let mut app = App::new(session(setup, "h8i9", Language::English), LOOK, false);
            app.session.obey(PlayCommand::Play(point("j8")), now);
            type_in(&mut app, "h");
            if let Some(hint) = &found {
                app.take(Found::Hint(Some(hint.clone())), now);
            }
            match resigns {
                true => drop(type_in(&mut app, "xy")),
                false => app.tick(now + Duration::from_secs(61)),
            }
            assert!(app.session.game.is_over() && app.session.hint().is_none());
            assert!(app.session.wanted(now).is_none());
        }
    }
}

/// It was in the messages as well.
#[test]
fn a_hint_that_is_shown_is_not_said_again() {
    let now = Instant::now();
    let mut app = app(HUMANS, "h8i9");
    type_in(&mut app, "h");
    let hint = Hint { coord: point("h9"), reasons: Vec::new(), line: Vec::new() };
    app.take(Found::Hint(Some(hint)), now);
    type_in(&mut app, "h");
    assert!(app.session.hint().is_some());
    assert_eq!(app.messages, [""; 0]);
}

/// Both got the level of black.
#[test]
fn each_engine_gets_weaker_or_stronger() {
    let level = |n| Player::Engine(Level::new(n).unwrap());
    let mut app = app([level(3), level(9)], "");
    let players = |app: &App| Color::ALL.map(|color| app.session.game.player(color));
    type_in(&mut app, "+");
    assert_eq!(players(&app), [level(4), level(10)]);
    type_in(&mut app, "+");
    assert_eq!(players(&app), [level(5), level(10)]);
    type_in(&mut app, "--");
    assert_eq!(players(&app), [level(3), level(8)]);
    app.session.game.set_player(Color::White, Player::Human);
    type_in(&mut app, "---");
    assert_eq!(players(&app), [level(1), Player::Human]);
    assert_eq!(app.messages, ["a level is a number from 1 to 10"]);
}

/// The engine stood still until it was told to play.
#[test]
fn the_engine_goes_on_when_nothing_is_left_to_play_again() {
    let now = Instant::now();
    let mut app = app(ENGINE, "h8i9h9");
    type_in(&mut app, "uur");
    assert_eq!((stones(&app).as_str(), app.session.wanted(now).is_some()), ("h8i9", false));
    type_in(&mut app, "r");
    assert_eq!((stones(&app).as_str(), app.session.wanted(now).is_some()), ("h8i9h9", true));
}

/// The first digit was obeyed at once: not more than nine could be asked for.
#[test]
fn more_than_nine_fifth_moves_can_be_typed() {
    let yamaguchi = GameSetup {
        opening: Opening::parse("yamaguchi").unwrap(),
        ..setup(Rule::Renju, 15, HUMANS)
    };
    let mut app = App::new(session(yamaguchi, "", Language::English), LOOK, false);
    for stone in ["h8", "h9", "i9"] {
        type_in(&mut app, &format!("g{stone}"));
        press(&mut app, KeyCode::Enter);
    }
    type_in(&mut app, "12");
    assert_eq!(app.overlay, Overlay::Type(Field::Number, "12".to_string()));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.messages, ["fifth moves: 12"]);
    assert_eq!(app.session.game.opening().fifths(), 12);
}

/// Points were hinted at that the opening refuses.
#[test]
fn a_hint_in_an_opening_keeps_to_it() {
    let pro =
        GameSetup { opening: Opening::parse("pro").unwrap(), ..setup(Rule::Freestyle, 15, HUMANS) };
    let now = Instant::now();
    let mut app = App::new(session(pro, "", Language::English), LOOK, false);
    for stone in ["h8", "i9"] {
        type_in(&mut app, &format!("g{stone}"));
        press(&mut app, KeyCode::Enter);
    }
    type_in(&mut app, "h");
    let opening = app.session.game.opening();
    assert_eq!(app.session.wanted(now).unwrap().question, Wanted::Opening { opening, seed: 1 });
    app.take(Found::Opening(vec![Act::Stone(point("k10"))]), now);
    assert_eq!(
        (app.messages.as_slice(), stones(&app).as_str()),
        (&["hint: k10".into()][..], "h8i9")
    );
    app.take(Found::Opening(vec![Act::Stone(point("k10"))]), now);
    assert_eq!(stones(&app), "h8i9");
}

#[test]
fn games_are_saved_under_the_name_that_is_typed() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typed.txt");
    let _ = fs::remove_file(&file);
    let name = file.to_str().unwrap();
    let save = |app: &mut App| {
        // What is typed replaces the name that is proposed.
        type_in(app, "s");
        type_in(app, name);
        press(app, KeyCode::Enter);
    };
    let mut first = app(HUMANS, "h8");
    save(&mut first);
    assert_eq!(first.messages, [format!("saved as {name}")]);
    assert!(fs::read_to_string(&file).unwrap().ends_with("freestyle 15 h8\n"));
    // Its own file is written again; that of another game only when asked twice.
    press(&mut first, KeyCode::Up);
    press(&mut first, KeyCode::Enter);
    assert!(first.session.is_unsaved());
    type_in(&mut first, "s");
    press(&mut first, KeyCode::Enter);
    assert!(!first.session.is_unsaved());
    assert!(fs::read_to_string(&file).unwrap().ends_with("freestyle 15 h8h9\n"));
    let mut second = app(HUMANS, "a1");
    save(&mut second);
    assert!(second.messages[0].contains("exists"), "{:?}", second.messages);
    assert!(fs::read_to_string(&file).unwrap().ends_with("freestyle 15 h8h9\n"));
    press(&mut second, KeyCode::Enter);
    assert!(fs::read_to_string(&file).unwrap().ends_with("freestyle 15 a1\n"));
    assert_eq!(second.overlay, Overlay::None);
    let mut typed = app(HUMANS, "a1");
    type_in(&mut typed, "sabc");
    assert_eq!(typed.overlay, Overlay::Type(Field::File, "abc".to_string()));
    control(&mut typed, 'u');
    assert_eq!(typed.overlay, Overlay::Type(Field::File, String::new()));
    press(&mut typed, KeyCode::Esc);
    type_in(&mut typed, "s");
    press(&mut typed, KeyCode::End);
    press(&mut typed, KeyCode::Backspace);
    assert_eq!(typed.overlay, Overlay::Type(Field::File, "game.tx".to_string()));
    let mut third = app(HUMANS, "a1");
    type_in(&mut third, "s/");
    type_in(&mut third, "nowhere/at/all");
    press(&mut third, KeyCode::Enter);
    assert!(third.messages[0].starts_with("cannot save: "), "{:?}", third.messages);
    press(&mut third, KeyCode::Esc);
    assert_eq!(third.overlay, Overlay::None);
}

#[test]
fn the_engine_is_wanted_when_it_is_its_turn() {
    let now = Instant::now();
    let wanted = |app: &App| app.session.wanted(now).map(|task| task.question);
    let level = |number| Level::new(number).unwrap();
    let question = |number| Some(Wanted::Move { level: level(number), seed: 1, left: None });
    let mut app = app(ENGINE, "");
    assert_eq!(wanted(&app), None);
    press(&mut app, KeyCode::Enter);
    assert_eq!(wanted(&app), question(1));
    assert_eq!(type_in(&mut app, "m"), Effect::Hurry);
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.messages, ["it is the engine's turn"]);
    type_in(&mut app, "++-+");
    assert_eq!(wanted(&app), question(3));
    app.take(Found::Move(Some(point("i9"))), now);
    assert_eq!((wanted(&app), app.messages.as_slice()), (None, &["white plays i9".into()][..]));
    // As if the Korean keyboard were on: ㅗ is on the key of h.
    type_in(&mut app, "ㅗ");
    assert_eq!(wanted(&app), Some(Wanted::Hint));
    type_in(&mut app, "ㅕ");
    assert_eq!((wanted(&app), stones(&app).as_str()), (None, ""));
    type_in(&mut app, "r");
    assert_eq!((wanted(&app), stones(&app).as_str()), (None, "h8i9"));
    // The engine takes black, and it is black's turn.
    type_in(&mut app, "c");
    assert_eq!(wanted(&app), question(3));
    assert_eq!(app.session.game.player(Color::White), Player::Human);
}

#[test]
fn two_engines_stop_when_a_move_is_taken_back() {
    let now = Instant::now();
    let mut app = app([ENGINE[1]; 2], "h8i9");
    assert!(app.session.wanted(now).is_some());
    type_in(&mut app, "u");
    assert!(app.session.wanted(now).is_none() && app.session.is_paused());
    assert_eq!(stones(&app), "h8");
    type_in(&mut app, "m");
    assert!(app.session.wanted(now).is_some());
}

/// Stones that one player had placed for both were called mistakes.
#[test]
fn stones_of_an_opening_are_not_judged() {
    let now = Instant::now();
    let setup = GameSetup {
        opening: Opening::new(OpeningRule::Swap2),
        ..setup(Rule::Freestyle, 15, HUMANS)
    };
    let mut session = session(setup, "", Language::English);
    let play = |session: &mut PlaySession, stones: &[&str]| {
        for stone in stones {
            session.obey(PlayCommand::Play(point(stone)), now);
        }
    };
    play(&mut session, &["h8", "a1", "o15"]);
    session.obey(PlayCommand::Choose(Choice::Take(Color::White)), now);
    play(&mut session, &["a2", "i8", "c9", "j8", "e9", "k8", "g11", "l8"]);
    session.obey(PlayCommand::Review, now);
    let task = session.wanted(now).unwrap();
    let Wanted::Review { opened } = task.question else { panic!("{:?}", task.question) };
    assert_eq!(opened, 3);
    let mut engine = Engine::new(16 << 20, 1);
    let [before, now] =
        [0, opened].map(|opened| Review::of(&mut engine, (&task.board, opened), &Control::new()));
    let is_judged = |review: &Review| review.moves[..3].iter().any(|remark| remark.kind.is_some());
    assert!(is_judged(&before) && !is_judged(&now), "{before:?} {now:?}");
}

#[test]
fn a_finished_game_is_looked_through_and_analysed() {
    let now = Instant::now();
    let mut app = app(HUMANS, "h8a1i8a3j8a5k8a7l8");
    let shown = |app: &App| app.board().ply();
    for (code, stones) in [
        (KeyCode::Left, 8),
        (KeyCode::Left, 7),
        (KeyCode::Home, 0),
        (KeyCode::Left, 0),
        (KeyCode::Right, 1),
        (KeyCode::End, 9),
        (KeyCode::Right, 9),
        (KeyCode::Left, 8),
    ] {
        press(&mut app, code);
        assert_eq!(shown(&app), stones, "{code:?}");
    }
    assert_eq!(app.remark(), None);
    type_in(&mut app, "a");
    let task = app.session.wanted(now).unwrap();
    assert_eq!(task.question, Wanted::Review { opened: 0 });
    let mut engine = Engine::new(16 << 20, 1);
    app.take(Found::Review(Review::of(&mut engine, (&task.board, 0), &Control::new())), now);
    assert_eq!((app.session.wanted(now).is_none(), shown(&app)), (true, 8));
    let (number, remark) = app.remark().unwrap();
    assert_eq!((number, remark.black), (8, 100));
    press(&mut app, KeyCode::Home);
    assert_eq!(app.remark(), None);
    // The move that let the open four happen.
    let review = app.session.review().unwrap();
    assert!(review.moves.iter().any(|remark| remark.kind.is_some()), "{review:?}");
    // A move that is taken back ends it.
    type_in(&mut app, "u");
    assert_eq!((shown(&app), app.session.review().is_none()), (8, true));
    type_in(&mut app, "a");
    assert_eq!(app.messages, ["only a finished game is analysed"]);
}

#[test]
fn swap2_is_played_with_both_hands() {
    let now = Instant::now();
    let swap2 = GameSetup {
        opening: Opening::parse("swap2").unwrap(),
        ..setup(Rule::Freestyle, 15, ENGINE)
    };
    let mut app = App::new(session(swap2, "", Language::English), LOOK, false);
    let play = |app: &mut App, points: &[&str]| {
        for name in points {
            type_in(app, &format!("g{name}"));
            press(app, KeyCode::Enter);
        }
    };
    assert!(app.session.wanted(now).is_none());
    play(&mut app, &["h8", "a1", "i9"]);
    // The engine chooses; it puts two, and the human takes white.
    assert!(matches!(app.session.wanted(now).unwrap().question, Wanted::Opening { .. }));
    let two = [Act::Stone(point("b2")), Act::Stone(point("o15"))];
    app.take(Found::Opening([&[Act::Choose(Choice::Two)], &two[..]].concat()), now);
    assert_eq!((app.session.wanted(now).is_none(), stones(&app).as_str()), (true, "h8a1i9b2o15"));
    play(&mut app, &["c3"]);
    assert_eq!(app.messages, ["first take black or white"]);
    let text = save::write(&app.session.game);
    assert!(text.contains("# opening: swap2 6 2\n"), "{text}");
    type_in(&mut app, "w");
    assert_eq!(app.session.game.player(Color::Black), ENGINE[1]);
    play(&mut app, &["c3"]);
    assert_eq!((stones(&app).as_str(), app.session.wanted(now).is_some()), ("h8a1i9b2o15c3", true));
    // The stones of the opening stay.
    type_in(&mut app, "uu");
    assert_eq!(stones(&app), "h8a1i9b2o15");
    let sgf = save::write_for(Path::new("x.sgf"), &app.session.game).unwrap();
    let (_, games) = dolmen_records::read(&sgf, None, Size::USUAL).unwrap();
    assert_eq!(games[0].opened, 5);
    let mut again = save::read(&text, app.session.game.setup()).unwrap();
    assert_eq!(again.play(point("c3"), now), Err(Refusal::Opening(Breach::Choose)));
    again.choose(Choice::Take(Color::Black), now).unwrap();
    assert_eq!(again.player(Color::Black), Player::Human);

    // The engine opens, and takes what the human leaves.
    let players = [ENGINE[1], ENGINE[0]];
    let mut app =
        App::new(session(GameSetup { players, ..swap2 }, "", Language::English), LOOK, false);
    assert!(matches!(app.session.wanted(now).unwrap().question, Wanted::Opening { .. }));
    app.take(Found::Opening(["h2", "j3", "g4"].map(|name| Act::Stone(point(name))).to_vec()), now);
    assert!(app.session.wanted(now).is_none());
    // A hint that was asked for before is none for what comes now.
    type_in(&mut app, "h");
    assert!(app.session.is_looking_for_hint());
    type_in(&mut app, "b");
    assert!(!app.session.is_looking_for_hint());
    assert_eq!(app.session.game.player(Color::Black), Player::Human);
    assert!(matches!(app.session.wanted(now).unwrap().question, Wanted::Move { .. }));
}

#[test]
fn renju_is_opened_in_the_middle() {
    let renju =
        GameSetup { opening: Opening::new(OpeningRule::Middle), ..setup(Rule::Renju, 15, ENGINE) };
    let now = Instant::now();
    let mut app = App::new(session(renju, "", Language::English), LOOK, false);
    type_in(&mut app, "gi9");
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.messages, ["i9: the first move must be in the middle"]);
    type_in(&mut app, "gh8");
    press(&mut app, KeyCode::Enter);
    let wanted = app.session.wanted(now).unwrap();
    let opening = Opening::new(OpeningRule::Middle).at_ply(1);
    assert_eq!(wanted.question, Wanted::Opening { opening, seed: 1 });
    app.take(Found::Opening(vec![Act::Stone(point("i9"))]), now);
    type_in(&mut app, "gk8");
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.messages, ["k8: this move must lie at most 2 lines from the middle"]);
    type_in(&mut app, "gj8");
    press(&mut app, KeyCode::Enter);
    app.take(Found::Move(Some(point("a1"))), now);
    assert_eq!(stones(&app), "h8i9j8a1");
}

#[test]
fn a_large_screen_has_a_large_board() {
    let mut app = app(HUMANS, "");
    let large = Rect::new(0, 0, 120, 40);
    let click = |app: &mut App, column, row| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        app.click(event, large, Instant::now());
    };
    // Row 15 is the first line, a point every four columns and two rows.
    click(&mut app, 3, 0);
    click(&mut app, 3 + 4 * 7, 2 * 7);
    click(&mut app, 3 + 4 * 7 + 5, 2 * 7);
    click(&mut app, 3 + 4 * 14, 2 * 14);
    assert_eq!(stones(&app), "a15h8i8o1");
}
