//! `dolmen play`: the game, the keys, the screen as text, and the line mode as a process.
#![cfg(feature = "play")]
#![allow(missing_docs, clippy::unwrap_used)]

mod keys;
mod plain;
mod screen;
mod table;

use std::time::{Duration, Instant};

use companion::tools::play::game::{GameEnd, GameSetup, OngoingGame, Player, Refusal, TimeControl};
use companion::tools::play::language::Language;
use companion::tools::play::save;
use companion::tools::play::words::Words;
use dolmen::board::{Fouls, Outcome};
use dolmen::engine::Level;
use dolmen::types::{Color, Rule, Size};
use dolmen_study::hint::{Hint, Reason};
use dolmen_study::openings::rules::{Choice, Opening, OpeningRule};
use table::{ENGINE, HUMANS, point, points, setup};

fn after(now: Instant, seconds: u64) -> Instant {
    now + Duration::from_secs(seconds)
}

/// Plays these for whoever is to move.
fn play(game: &mut OngoingGame, moves: &str, now: Instant) {
    for c in points(moves) {
        game.play(c, now).unwrap();
    }
}

fn stones(game: &OngoingGame) -> String {
    save::position(game).split(' ').nth(2).unwrap_or("").to_string()
}

#[test]
fn taking_back_returns_to_the_human_and_can_be_undone() {
    let now = Instant::now();
    let mut game = OngoingGame::new(setup(Rule::Freestyle, 15, ENGINE));
    assert_eq!(game.undo(now), Err(Refusal::NothingToUndo));
    play(&mut game, "h8i9h9", now);
    // The engine is thinking: only the last stone was the human's.
    assert_eq!((game.undo(now), stones(&game).as_str()), (Ok(1), "h8i9"));
    assert_eq!((game.undo(now), stones(&game).as_str()), (Ok(2), ""));
    assert_eq!((game.redo(now), stones(&game).as_str()), (Ok(2), "h8i9"));
    assert_eq!((game.redo(now), stones(&game).as_str()), (Ok(1), "h8i9h9"));
    assert_eq!(game.redo(now), Err(Refusal::NothingToRedo));
    // Another move forgets what was taken back.
    game.undo(now).unwrap();
    play(&mut game, "a1", now);
    assert_eq!(game.redo(now), Err(Refusal::NothingToRedo));

    // Two humans take back one by one; an engine that began is left alone.
    let mut game = OngoingGame::new(setup(Rule::Freestyle, 15, HUMANS));
    play(&mut game, "h8i9h9", now);
    assert_eq!((game.undo(now), stones(&game).as_str()), (Ok(1), "h8i9"));
    let engine_first = [ENGINE[1], ENGINE[0]];
    let mut game = OngoingGame::new(setup(Rule::Freestyle, 15, engine_first));
    play(&mut game, "h8", now);
    assert_eq!((game.undo(now), game.board().ply()), (Err(Refusal::NothingToUndo), 1));

    // A game that is over can be taken back too.
    let mut game = OngoingGame::new(setup(Rule::Freestyle, 15, HUMANS));
    play(&mut game, "h8h9i8i9j8j9k8k9l8", now);
    assert_eq!(game.end(), Some(GameEnd::Board(Outcome::Win(Color::Black))));
    assert_eq!(game.play(point("a1"), now), Err(Refusal::Over));
    game.undo(now).unwrap();
    assert_eq!(game.end(), None);
    play(&mut game, "l8", now);
    assert!(game.is_over());
}

#[test]
fn what_the_rule_forbids_is_refused_with_its_kind() {
    let now = Instant::now();
    let mut game = OngoingGame::new(setup(Rule::Renju, 15, HUMANS));
    play(&mut game, "h6a1h7a3f8a5g8a7", now);
    assert_eq!(game.forbidden(), [point("h8")]);
    let double_three = Fouls { double_three: true, ..Fouls::NONE };
    assert_eq!(game.play(point("h8"), now), Err(Refusal::Forbidden(double_three)));
    assert_eq!(game.play(point("h6"), now), Err(Refusal::Occupied));
    assert_eq!(game.play(point("p1"), now), Err(Refusal::OffBoard));
    play(&mut game, "b2", now);
    assert_eq!(game.forbidden(), []);
    assert_eq!(game.play(point("h8"), now).unwrap().color, Color::White);
}

#[test]
fn the_clock_runs_for_the_side_to_move_and_ends_the_game() {
    let now = Instant::now();
    let time = TimeControl::parse("1+2");
    let mut game = OngoingGame::new(GameSetup { time, ..setup(Rule::Freestyle, 15, HUMANS) });
    let left =
        |game: &OngoingGame, color, seconds| game.time_left(color, after(now, seconds)).unwrap();
    // The first move costs nothing.
    assert_eq!(left(&game, Color::Black, 500), Duration::from_secs(60));
    game.play(point("h8"), after(now, 0)).unwrap();
    game.play(point("i9"), after(now, 10)).unwrap();
    assert_eq!(left(&game, Color::Black, 14), Duration::from_secs(62 - 4));
    assert_eq!(left(&game, Color::White, 14), Duration::from_secs(62 - 10));
    // What is taken back cost nothing.
    game.undo(after(now, 20)).unwrap();
    assert_eq!(left(&game, Color::White, 21), Duration::from_secs(60 - 1));
    assert!(!game.tick(after(now, 79)));
    assert!(game.tick(after(now, 80)) && !game.tick(after(now, 81)));
    assert_eq!(game.end(), Some(GameEnd::Time(Color::White)));
    assert_eq!(game.end().unwrap().winner(), Some(Color::Black));
    // A move that comes too late is none.
    let mut game = OngoingGame::new(*game.setup());
    game.play(point("h8"), after(now, 90)).unwrap();
    assert_eq!(game.play(point("i9"), after(now, 151)), Err(Refusal::Over));

    for bad in ["", "0", "-1", "1+", "1+-1", "x", "inf", "nan", "1+nan", "1441", "5+3601"] {
        assert_eq!(TimeControl::parse(bad), None, "{bad}");
    }
    assert_eq!(TimeControl::parse("0.5").unwrap().base, Duration::from_secs(30));
}

/// A lost game showed the time of the last stone, and what was taken back and played again gave back
/// the thought after it.
#[test]
fn thought_that_no_stone_ends_counts() {
    let now = Instant::now();
    let time = TimeControl::parse("1");
    let mut game = OngoingGame::new(GameSetup { time, ..setup(Rule::Freestyle, 15, HUMANS) });
    assert_eq!(game.redo(now), Err(Refusal::NothingToRedo));
    play(&mut game, "h8i9", now);
    let left = |game: &OngoingGame, seconds| {
        Color::ALL.map(|color| game.time_left(color, after(now, seconds)).unwrap().as_secs())
    };
    // Black thinks ten seconds, then white five about other moves.
    game.undo(after(now, 10)).unwrap();
    game.redo(after(now, 15)).unwrap();
    assert_eq!(left(&game, 15), [50, 55]);
    let mut resigned = game.clone();
    resigned.resign(after(now, 35)).unwrap();
    assert_eq!(left(&resigned, 99), [30, 55]);
    assert!(!game.tick(after(now, 64)) && game.tick(after(now, 66)));
    assert_eq!(left(&game, 99), [0, 55]);
    // It had been forgotten in a saved game.
    for game in [game, resigned] {
        let again = save::read(&save::write(&game), game.setup()).unwrap();
        assert_eq!(left(&again, 99), left(&game, 99));
    }
}

/// With a clock and the rule of an opening; two humans.
fn opened_by(opening: OpeningRule, clock: &str) -> OngoingGame {
    let rule = if opening.is_of_renju() { Rule::Renju } else { Rule::Freestyle };
    let (opening, time) = (Opening::new(opening), TimeControl::parse(clock));
    OngoingGame::new(GameSetup { opening, time, ..setup(rule, 15, HUMANS) })
}

/// The clock had run for the colour of the next stone.
#[test]
fn in_an_opening_the_clock_runs_for_the_player_who_is_to_act() {
    let now = Instant::now();
    let loser = |game: &mut OngoingGame| {
        assert!(!game.tick(after(now, 59)) && game.tick(after(now, 61)));
        game.end()
    };
    // Black places all three, white is to choose, and after two more black.
    let mut game = opened_by(OpeningRule::Swap2, "1");
    play(&mut game, "h8", now);
    assert_eq!(loser(&mut game.clone()), Some(GameEnd::Time(Color::Black)));
    assert_eq!(game.clone().resign(now), Ok(Color::Black));
    play(&mut game, "a1i9", now);
    assert_eq!(loser(&mut game.clone()), Some(GameEnd::Time(Color::White)));
    game.choose(Choice::Two, now).unwrap();
    play(&mut game, "b2", now);
    assert_eq!(loser(&mut game.clone()), Some(GameEnd::Time(Color::White)));
    play(&mut game, "o15", now);
    assert_eq!(loser(&mut game), Some(GameEnd::Time(Color::Black)));

    // White picks one of black's fifth moves.
    let mut game = opened_by(OpeningRule::Rif, "1");
    play(&mut game, "h8h9i9", now);
    game.choose(Choice::Take(Color::White), now).unwrap();
    play(&mut game, "c3d4", now);
    assert_eq!(loser(&mut game.clone()), Some(GameEnd::Time(Color::Black)));
    play(&mut game, "e12", now);
    assert_eq!(loser(&mut game), Some(GameEnd::Time(Color::White)));
}

/// Thought before a choice and before a fifth move offered had been nobody's.
#[test]
fn thought_before_a_choice_counts_and_clocks_change_colours_with_their_players() {
    let now = Instant::now();
    let seconds = |game: &OngoingGame, at| {
        Color::ALL.map(|color| game.time_left(color, after(now, at)).unwrap().as_secs())
    };
    let mut game = opened_by(OpeningRule::Swap2, "1+2");
    play(&mut game, "h8", now);
    game.play(point("a1"), after(now, 10)).unwrap();
    game.play(point("i9"), after(now, 15)).unwrap();
    assert_eq!(seconds(&game, 15), [60 - 15 + 3 * 2, 60]);
    game.choose(Choice::Take(Color::Black), after(now, 22)).unwrap();
    assert_eq!(seconds(&game, 22), [60 - 7, 60 - 15 + 3 * 2]);
    game.play(point("c3"), after(now, 25)).unwrap();
    assert_eq!(seconds(&game, 26), [60 - 7 - 1, 60 - 15 - 3 + 4 * 2]);
    // So it is in a saved game, and with what is taken back.
    let mut again = save::read(&save::write(&game), game.setup()).unwrap();
    assert_eq!(seconds(&again, 26), [60 - 7, 60 - 15 - 3 + 4 * 2]);
    again.undo(now).unwrap();
    assert_eq!(seconds(&again, 0), [60 - 7, 60 - 15 + 3 * 2]);
    assert_eq!(again.undo(now), Err(Refusal::OpeningStays));

    let mut game = opened_by(OpeningRule::Rif, "1");
    play(&mut game, "h8h9i9", now);
    game.choose(Choice::Take(Color::White), after(now, 1)).unwrap();
    game.play(point("c3"), after(now, 3)).unwrap();
    game.play(point("d4"), after(now, 7)).unwrap();
    game.play(point("e12"), after(now, 15)).unwrap();
    assert_eq!(seconds(&game, 15), [60 - 12, 60 - 3]);
    game.play(point("d4"), after(now, 31)).unwrap();
    assert_eq!(seconds(&game, 31), [60 - 12, 60 - 19]);
}

/// It said `1 moves`.
#[test]
fn one_move_is_counted_in_the_singular() {
    let coord = point("h8");
    let hint = |n| Hint { coord, reasons: vec![Reason::LosesIn(n)], line: vec![coord] };
    let said = |n| Words::new(Language::English).hint(&hint(n)).pop().unwrap();
    assert!(said(1).ends_with(": 1 move") && said(2).ends_with(": 2 moves"), "{}", said(1));
}

/// A game that was resigned, or lost on time, went on with the move that had been taken back.
#[test]
fn nothing_is_played_again_after_the_end() {
    let now = Instant::now();
    let mut game = OngoingGame::new(GameSetup {
        time: TimeControl::parse("1"),
        ..setup(Rule::Freestyle, 15, HUMANS)
    });
    play(&mut game, "h8i9", now);
    game.undo(now).unwrap();
    let mut late = game.clone();
    assert!(late.tick(after(now, 61)));
    game.resign(now).unwrap();
    for (mut game, end) in
        [(game, GameEnd::Resigned(Color::White)), (late, GameEnd::Time(Color::White))]
    {
        assert_eq!(game.redo(after(now, 61)), Err(Refusal::Over));
        assert_eq!((game.end(), stones(&game).as_str()), (Some(end), "h8"));
    }
}

/// It was said that there is no move, though stones lie there.
#[test]
fn stones_of_an_opening_are_said_to_stay() {
    let now = Instant::now();
    let mut game = opened_by(OpeningRule::Swap2, "1");
    assert_eq!(game.undo(now), Err(Refusal::NothingToUndo));
    play(&mut game, "h8a1", now);
    assert_eq!(game.undo(now), Err(Refusal::OpeningStays));
    play(&mut game, "i9", now);
    game.choose(Choice::Take(Color::Black), now).unwrap();
    assert_eq!(game.undo(now), Err(Refusal::OpeningStays));
    play(&mut game, "c3", now);
    assert_eq!((game.undo(now), game.undo(now)), (Ok(1), Err(Refusal::OpeningStays)));
    let said = Words::new(Language::English).refusal(Refusal::OpeningStays, None);
    assert_eq!(said, "stones of an opening cannot be taken back");
}

/// It had exchanged the players, and so the loser.
#[test]
fn nothing_is_chosen_after_the_end() {
    let now = Instant::now();
    let mut game = opened_by(OpeningRule::Swap2, "1");
    play(&mut game, "h8a1i9", now);
    game.set_player(Color::White, ENGINE[1]);
    let before = game.setup().players;
    let late = after(now, 61);
    assert_eq!(game.choose(Choice::Take(Color::Black), late), Err(Refusal::Over));
    assert_eq!((game.end(), game.setup().players), (Some(GameEnd::Time(Color::White)), before));
    assert_eq!(game.choose(Choice::Take(Color::Black), late), Err(Refusal::Over));
}

#[test]
fn saved_games_come_back_as_they_were() {
    let now = Instant::now();
    let time = TimeControl::parse("0.25+1.5");
    let players = [Player::Engine(Level::FULL), Player::Human];
    let mut game =
        OngoingGame::new(GameSetup { time, seed: 77, ..setup(Rule::Renju, 19, players) });
    let elsewhere = setup(Rule::Freestyle, 15, HUMANS);
    for (i, c) in points("k10l11k11l9").into_iter().enumerate() {
        game.play(c, after(now, 3 * i as u64)).unwrap();
    }
    let text = save::write(&game);
    let mut again = save::read(&text, &elsewhere).unwrap();
    assert_eq!(again.setup(), game.setup());
    assert_eq!((again.times(), stones(&again)), (game.times(), stones(&game)));
    assert_eq!(save::write(&again), text);
    again.undo(now).unwrap();
    assert_eq!(stones(&again), "k10l11k11");

    game.resign(now).unwrap();
    let again = save::read(&save::write(&game), &elsewhere).unwrap();
    assert_eq!(again.end(), Some(GameEnd::Resigned(Color::White)));
    // The other subcommands read the file too.
    let mut said = Vec::new();
    dolmen::tools::referee::run(text.as_bytes(), &mut said).unwrap();
    assert_eq!(said, b"open\n");
}

/// It was refused, though all other commands read it.
#[test]
fn a_game_that_went_on_after_a_foul_is_resumed() {
    let otherwise = setup(Rule::Freestyle, 15, HUMANS);
    let foul = "renju 15 h6a1h7a3f8a5g8a7h8";
    let mut game = save::read(&format!("{foul}a9"), &otherwise).unwrap();
    assert_eq!((game.end(), game.board().ply()), (None, 10));
    game.play(point("j10"), Instant::now()).unwrap();
    assert!(save::read(&save::write(&game), &otherwise).is_ok());
    let end = save::read(foul, &otherwise).unwrap().end();
    assert!(matches!(end, Some(GameEnd::Board(Outcome::Foul(_)))), "{end:?}");
}

#[test]
fn every_rule_and_size_is_played_to_the_end() {
    use dolmen::engine::Engine;
    use dolmen::search::Control;
    let now = Instant::now();
    let mut engine = Engine::new(16 << 20, 1);
    for rule in Rule::ALL {
        for size in [5, 6, 15, 22] {
            let mut game = OngoingGame::new(setup(rule, size, HUMANS));
            while !game.is_over() {
                let level = Level::new(1 + game.board().ply() as u8 % 2).unwrap();
                let c = engine.play_at(game.board(), level, 1, None, &Control::new()).unwrap();
                game.play(c, now).unwrap();
            }
            assert!(!matches!(game.end(), Some(GameEnd::Board(Outcome::Foul(_)))) || size == 5);
            assert_eq!(game.setup().size, Size::new(size).unwrap());
        }
    }
}
