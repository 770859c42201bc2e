//! A session with a scripted engine: what is asked of it, and what becomes of its answers.

use std::sync::mpsc::channel;

use super::*;
use crate::protocol::recording::End;
use crate::search::{CutOffs, Limits, Report};
use crate::types::{Rule, Score};

/// `7,7` would make two threes: it is forbidden to black.
const DOUBLE_THREE: &str = "7,5,1 0,0,2 7,6,1 0,2,2 5,7,1 0,4,2 6,7,1 0,6,2";
const FOUR: &str = "5,5,1 0,0,2 6,5,1 0,2,2 7,5,1 0,4,2 8,5,1 0,6,2";

fn line(text: &str) -> Event {
    Event::Line(Instant::now(), text.into())
}

fn move_to(x: u8, y: u8) -> Event {
    let best = Coord::new(x, y).expect("a point");
    let (elapsed, cut_offs) = (Duration::ZERO, CutOffs::default());
    let (depth, selective_depth, broken_off, nodes) = (3, 5, true, 77);
    let (rank, lines, score, pv) = (0, 1, Score::eval(0), vec![best]);
    Event::Answer(Answer::Move(Some(Report {
        rank,
        lines,
        best,
        score,
        depth,
        broken_off,
        selective_depth,
        nodes,
        cut_offs,
        elapsed,
        pv,
    })))
}

/// Holds a session in which this happens in this order: all that was said and asked.
fn hold_with(recording: Recording, events: impl IntoIterator<Item = Event>) -> (String, Vec<Job>) {
    let (jobs, asked) = channel();
    let (sender, inbox) = channel();
    events.into_iter().for_each(|event| sender.send(event).expect("the inbox is open"));
    drop(sender);
    let mut output = Vec::new();
    let mut session =
        Session::new(&mut output, jobs, Settings::new(Rule::Renju, None, 1), recording);
    session.run(&inbox).expect("the output never fails");
    drop(session);
    (String::from_utf8(output).expect("text"), asked.try_iter().collect())
}

fn hold(events: impl IntoIterator<Item = Event>) -> (String, Vec<Job>) {
    hold_with(Recording::default(), events)
}

#[test]
fn as_many_lines_are_asked_for_as_were_wanted() {
    for (text, lines) in [
        ("YXNBEST 3", 3),
        ("YXNBEST", 1),
        ("YXNBEST -5", 1),
        ("YXSEARCHDEFEND", usize::MAX),
        ("BEGIN", 1),
        ("YXBALANCEONE 0", 1),
    ] {
        let (_, jobs) = hold([line("START 15"), line(text)]);
        assert_eq!(jobs[0].limits.lines, lines, "{text}");
    }
}

/// What limits a move does not limit the opponent's time.
#[test]
fn pondering_has_no_limits() {
    let settings = ["START 15", "INFO pondering 1", "INFO max_node 9", "INFO max_depth 9"];
    let (said, jobs) =
        hold(settings.map(line).into_iter().chain([line("TURN 7,7"), move_to(8, 8)]));
    assert_eq!(said, "OK\n8,8\n");
    assert_eq!(jobs.len(), 2);
    assert_eq!(jobs[0].limits.nodes, Some(9));
    assert_eq!(jobs[1].question, Question::Ponder);
    let Limits { depth, nodes, clock, .. } = &jobs[1].limits;
    assert!(depth.is_none() && nodes.is_none() && clock.is_none());
}

#[test]
fn the_engine_ponders_only_after_a_move_of_an_open_game() {
    let block = |text: &str| line(&format!("BOARD {text} DONE"));
    let questions = |pondering: &str, question: Event, answer: Event| {
        let (_, jobs) = hold([line("START 15"), line(pondering), question, answer]);
        jobs.len()
    };
    let balance = || Event::Answer(Answer::Balance(vec![Coord::new(3, 3).expect("a point")]));
    assert_eq!(questions("INFO pondering 1", block(FOUR), move_to(10, 10)), 2);
    assert_eq!(questions("INFO pondering 0", block(FOUR), move_to(10, 10)), 1);
    assert_eq!(questions("INFO pondering 1", block(FOUR), move_to(9, 5)), 1, "the game is won");
    assert_eq!(questions("INFO pondering 1", line("YXBALANCEONE"), balance()), 1);
}

#[test]
fn a_search_that_failed_is_answered_with_a_legal_move() {
    let board = line(&format!("BOARD {DOUBLE_THREE} DONE"));
    let (said, _) = hold([line("START 15"), board, Event::Answer(Answer::Failed)]);
    assert_eq!(said, "OK\n1,0\n");
}

#[test]
fn an_engine_that_finds_no_stones_is_no_silence() {
    let nothing = Event::Answer(Answer::Balance(Vec::new()));
    let (said, _) = hold([line("START 15"), line("YXBALANCETWO"), nothing]);
    assert_eq!(said, "OK\nERROR no stones even the game\n");
    let nothing = Event::Answer(Answer::Swap2(None));
    let (said, _) = hold([line("START 15"), line("YXSWAP2STEP1"), nothing]);
    assert_eq!(said, "OK\nERROR an opening has 0, 3 or 5 stones\n");
}

/// Each search of a recorded session ends where the recorded one did, by one limit alone.
#[test]
fn a_repeated_search_has_the_limit_that_ended_the_recorded_one() {
    let end = |broken_off| Some(End { nodes: 500, depth: 3, broken_off });
    let spent = |end| Spent { expected: 1000, end };
    let repeated = [spent(end(true)), spent(end(false)), spent(None)].into();
    let recording = Recording { recorder: None, repeated };
    let settings = ["START 15", "INFO max_node 9", "INFO max_depth 9"].map(line);
    let moves = [
        line("TURN 0,0"),
        move_to(1, 0),
        line("TURN 2,0"),
        move_to(3, 0),
        line("TURN 4,0"),
        move_to(5, 0),
        line("TURN 6,0"),
    ];
    let (_, jobs) = hold_with(recording, settings.into_iter().chain(moves));
    let bounds = jobs.iter().map(|Job { limits, .. }| {
        (limits.nodes, limits.depth, limits.clock.is_some(), limits.expected)
    });
    let expected = [
        (Some(500), None, false, Some(1000)),
        (None, Some(3), false, Some(1000)),
        (Some(9), Some(9), true, Some(1000)),
        (Some(9), Some(9), true, None),
    ];
    assert_eq!(bounds.collect::<Vec<_>>(), expected);
}

/// Nothing but the recorded end ends a repeated search, whatever came meanwhile.
#[test]
fn a_repeated_search_is_not_stopped() {
    for (repeated, is_stopped) in
        [(vec![Spent { expected: 1, end: None }], false), (Vec::new(), true)]
    {
        let recording = Recording { recorder: None, repeated: repeated.into() };
        let (_, jobs) = hold_with(recording, ["START 15", "BEGIN", "STOP"].map(line));
        assert_eq!(jobs[0].control.is_stopped(), is_stopped);
    }
}

#[test]
fn what_comes_while_the_engine_thinks() {
    for (text, is_stopped, deadline, said_after) in [
        ("ABOUT", false, None, ""),
        ("STOP", true, None, ""),
        ("INFO max_depth 5", false, None, ""),
        ("INFO timeout_turn 700", false, Some(700), ""),
        ("INFO timeout_turn 0", true, None, ""),
        ("INFO timeout_turn -1", false, None, ""),
        ("INFO rule 1", true, None, ""),
        ("FOO", true, None, "UNKNOWN FOO\n"),
        ("TURN 7", true, None, "ERROR TURN needs a point x,y, not '7'\n"),
        ("YXSHOWFORBID", true, None, "FORBID .\n"),
    ] {
        let (said, jobs) = hold([line("START 15"), line("BEGIN"), line(text), move_to(7, 7)]);
        let control = &jobs[0].control;
        assert_eq!(control.is_stopped(), is_stopped, "{text}");
        assert_eq!(control.deadline().map(|time| time.as_millis()), deadline, "{text}");
        let (_, after) = said.split_once("7,7\n").expect("the move");
        assert_eq!(after, said_after, "{text}");
    }
}
