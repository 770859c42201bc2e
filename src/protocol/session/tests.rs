//! A session with a scripted engine: what is asked of it, and what becomes of its answers.

use std::sync::mpsc::channel;

use super::*;
use crate::protocol::database::DatabaseCommand;
use crate::protocol::recording::SearchEnd;
use crate::protocol::room::{ROOM, Room};
use crate::search::{CutOffs, Known, Limits, PositionStore, Report};
use crate::types::{Rule, Score};

/// `7,7` would make two threes: it is forbidden to black.
const DOUBLE_THREE: &str = "7,5,1 0,0,2 7,6,1 0,2,2 5,7,1 0,4,2 6,7,1 0,6,2";
const FOUR: &str = "5,5,1 0,0,2 6,5,1 0,2,2 7,5,1 0,4,2 8,5,1 0,6,2";

fn line(text: &str) -> SessionInput {
    let place = Room::new(ROOM).take(text.len());
    SessionInput::Line(Line::new(Instant::now(), Some(text.into()), place))
}

fn found(x: u8, y: u8) -> Report {
    let best = Coord::new(x, y).expect("a point");
    let (elapsed, cut_offs) = (Duration::ZERO, CutOffs::default());
    let (depth, selective_depth, interrupted, nodes) = (3, 5, true, 77);
    let (rank, lines, score, pv) = (0, 1, Score::eval(0), vec![best]);
    Report {
        rank,
        multi_pv: lines,
        best,
        score,
        depth,
        interrupted,
        selective_depth,
        nodes,
        cut_offs,
        elapsed,
        pv,
    }
}

fn move_to(x: u8, y: u8) -> SessionInput {
    SessionInput::Answer(Answer::Move(Some(found(x, y))))
}

/// Holds a session in which this happens in this order: all that was said and asked.
fn hold_with(
    recording: Recording,
    database: Option<Box<dyn Database>>,
    events: impl IntoIterator<Item = SessionInput>,
) -> (String, Vec<SearchJob>) {
    let (jobs, asked) = channel();
    let (sender, inbox) = channel();
    events.into_iter().for_each(|event| sender.send(event).expect("the inbox is open"));
    drop(sender);
    let mut output = Vec::new();
    let mut session =
        Session::new(&mut output, jobs, Settings::new(Rule::Renju, None, 1), recording, database);
    session.run(&inbox).expect("the output never fails");
    drop(session);
    (String::from_utf8(output).expect("text"), asked.try_iter().collect())
}

fn hold(events: impl IntoIterator<Item = SessionInput>) -> (String, Vec<SearchJob>) {
    hold_with(Recording::default(), None, events)
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
        assert_eq!(jobs[0].limits.multi_pv, lines, "{text}");
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

/// It pondered under the rule before.
#[test]
fn a_rule_that_came_while_thinking_holds_for_pondering() {
    let talk = ["START 15", "INFO pondering 1", "TURN 7,7", "INFO rule 1"].map(line);
    let (_, jobs) = hold(talk.into_iter().chain([move_to(8, 8)]));
    assert_eq!(jobs[0].board.rule(), Rule::Renju);
    assert_eq!((jobs[1].question, jobs[1].board.rule()), (Question::Ponder, Rule::Standard));
}

#[test]
fn the_engine_ponders_only_after_a_move_of_an_open_game() {
    let block = |text: &str| line(&format!("BOARD {text} DONE"));
    let questions = |pondering: &str, question: SessionInput, answer: SessionInput| {
        let (_, jobs) = hold([line("START 15"), line(pondering), question, answer]);
        jobs.len()
    };
    let balance =
        || SessionInput::Answer(Answer::Balance(vec![Coord::new(3, 3).expect("a point")]));
    assert_eq!(questions("INFO pondering 1", block(FOUR), move_to(10, 10)), 2);
    assert_eq!(questions("INFO pondering 0", block(FOUR), move_to(10, 10)), 1);
    assert_eq!(questions("INFO pondering 1", block(FOUR), move_to(9, 5)), 1, "the game is won");
    assert_eq!(questions("INFO pondering 1", line("YXBALANCEONE"), balance()), 1);
}

/// A database that knows nothing, and whether it is used.
#[derive(Debug)]
struct Unknowing(bool);

impl PositionStore for Unknowing {
    fn look_up(&self, _: &Board) -> Option<Known> {
        None
    }

    fn excluded(&self, _: &Board) -> Vec<Coord> {
        Vec::new()
    }

    fn learn(&self, _: &[(Board, Score)]) {}
}

impl Database for Unknowing {
    fn answer(&mut self, _: &DatabaseCommand, _: Option<&Board>) -> Result<Vec<String>, String> {
        Ok(Vec::new())
    }

    fn store(&self) -> Option<Arc<dyn PositionStore>> {
        self.0.then(|| Arc::new(Unknowing(true)) as Arc<dyn PositionStore>)
    }

    fn set(&mut self, info: &Info) {
        if let Info::UseDatabase(value) = info {
            self.0 = *value > 0;
        }
    }
}

/// The next searches went on playing what it said.
#[test]
fn a_database_that_is_no_longer_used_is_forgotten() {
    let talk = ["1", "1", "0", "0", "1"].map(|value| format!("INFO usedatabase {value}"));
    let searches = talk.iter().flat_map(|info| [line(info), line("YXNBEST 1"), move_to(3, 3)]);
    let events = [line("START 15")].into_iter().chain(searches);
    let (_, jobs) = hold_with(Recording::default(), Some(Box::new(Unknowing(true))), events);
    let cleared: Vec<bool> = jobs.iter().map(|job| job.clear).collect();
    assert_eq!(cleared, [true, false, true, false, true], "the first is that of a new game");
}

#[test]
fn a_search_that_failed_is_answered_with_a_legal_move() {
    let board = line(&format!("BOARD {DOUBLE_THREE} DONE"));
    let (said, _) = hold([line("START 15"), board, SessionInput::Answer(Answer::Failed)]);
    let told = "MESSAGE the search failed by an error of the program; the move is any legal one";
    assert_eq!(said, format!("OK\n{told}\n1,0\n"));
}

#[test]
fn an_engine_that_finds_no_stones_is_no_silence() {
    let nothing = SessionInput::Answer(Answer::Balance(Vec::new()));
    let (said, _) = hold([line("START 15"), line("YXBALANCETWO"), nothing]);
    assert_eq!(said, "OK\nERROR no stones even the game\n");
    let nothing = SessionInput::Answer(Answer::Swap2(None));
    let (said, _) = hold([line("START 15"), line("YXSWAP2STEP1"), nothing]);
    assert_eq!(said, "OK\nERROR an opening has 0, 3 or 5 stones\n");
}

/// Each search of a recorded session ends where the recorded one did, by one limit alone.
#[test]
fn a_repeated_search_has_the_limit_that_ended_the_recorded_one() {
    let end = |interrupted| Some(SearchEnd { nodes: 500, depth: 3, interrupted });
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
    let (_, jobs) = hold_with(recording, None, settings.into_iter().chain(moves));
    let bounds = jobs.iter().map(|SearchJob { limits, .. }| {
        (limits.nodes, limits.depth, limits.clock.is_some(), limits.expected)
    });
    let expected = [
        (Some(500), None, false, Some(1000)),
        (Some(1_002_000), Some(3), false, Some(1000)),
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
        let (_, jobs) = hold_with(recording, None, ["START 15", "BEGIN", "STOP"].map(line));
        assert_eq!(jobs[0].control.is_stopped(), is_stopped);
    }
}

/// What is answered, before the move if that is at once, and whether the search is stopped.
#[test]
fn only_commands_that_change_the_position_or_ask_for_a_move_end_a_search() {
    for (text, is_stopped, before, after) in [
        ("STOP", true, "", ""),
        ("YXSTOP", true, "", ""),
        ("INFO timeout_turn 0", true, "", ""),
        ("TURN 0,0", true, "", ""),
        ("YXNBEST 2", true, "", ""),
        ("YXBOARD 0,0,1 DONE", true, "", ""),
        ("BOARD 0,0,1 DONE", true, "", ""),
        ("SWAP2BOARD DONE", true, "", ""),
        ("YXSWAP2STEP1", true, "", ""),
        ("YXSEARCHDEFEND", true, "", ""),
        ("YXBALANCEONE", true, "", ""),
        ("START 15", true, "", "OK\n"),
        ("RESTART", true, "", "OK\n"),
        ("TAKEBACK 7,7", true, "", "OK\n"),
        ("BEGIN", true, "", "ERROR the board is not empty\n"),
        ("PLAY 0,0", true, "", "ERROR nothing was suggested\n"),
        ("INFO max_depth 5", false, "", ""),
        ("INFO timeout_turn 700", false, "", ""),
        ("INFO timeout_turn -1", false, "", ""),
        ("INFO rule 1", false, "", ""),
        ("INFO pondering 0", false, "", ""),
        ("FOO", false, "UNKNOWN FOO\n", ""),
        ("TURN 7", false, "ERROR TURN needs a point x,y, not '7'\n", ""),
        ("YXSHOWFORBID", false, "FORBID .\n", ""),
        ("YXSOOSORVSTEP1", true, "", ""),
        ("YXHASHCLEAR", false, "", ""),
        ("YXBLOCK 7,7 DONE", false, "", ""),
        ("YXBLOCKUNDO 7,7 DONE", false, "", ""),
        ("YXBLOCKRESET", false, "", ""),
        ("YXQUERYDATABASEALL 7,7 DONE", false, "", ""),
        ("YXSETDATABASE", false, "", ""),
    ] {
        let (said, jobs) = hold([line("START 15"), line("BEGIN"), line(text), move_to(7, 7)]);
        assert_eq!(jobs[0].control.is_stopped(), is_stopped, "{text}");
        assert_eq!(said, format!("OK\n{before}7,7\n{after}"), "{text}");
    }
}

/// Yixin-Board with its database on asks for it after every move: that made the engine answer at
/// depth 1.
#[test]
fn queries_of_a_database_do_not_end_a_search() {
    let talk = ["start 15 15", "turn 5,8", "yxshowforbid", "yxquerydatabaseall", "5,8", "done"];
    let (said, jobs) = hold(talk.map(line));
    assert_eq!(said, "OK\nFORBID .\n");
    assert!(!jobs[0].control.is_stopped());
}

#[test]
fn a_time_for_the_move_limits_the_running_search_too() {
    for (text, deadline) in
        [("INFO timeout_turn 700", Some(665)), ("INFO timeout_turn -1", None), ("ABOUT", None)]
    {
        let (_, jobs) = hold([line("START 15"), line("BEGIN"), line(text)]);
        let control = &jobs[0].control;
        assert_eq!(control.deadline().map(|time| time.as_millis()), deadline, "{text}");
    }
}

/// `INFO pondering 0` did not end what had been begun.
#[test]
fn pondering_ends_if_it_is_no_longer_wanted() {
    for (text, is_stopped) in [
        ("INFO pondering 0", true),
        ("INFO pondering 1", false),
        ("INFO rule 0", true),
        ("INFO rule 4", false),
        ("INFO timeout_turn 0", false),
        ("INFO timeout_turn 100", false),
        ("YXSHOWFORBID", false),
        ("TURN 0,0", true),
    ] {
        let talk = ["START 15", "INFO pondering 1", "TURN 7,7"].map(line);
        let (_, jobs) = hold(talk.into_iter().chain([move_to(8, 8), line(text)]));
        let control = &jobs[1].control;
        assert_eq!((control.is_stopped(), control.deadline()), (is_stopped, None), "{text}");
    }
}

/// Queries right behind it were answered under the rule before.
#[test]
fn a_rule_set_while_pondering_holds_at_once() {
    // The engine is white; black would make two fours on 0,3.
    let board = format!("BOARD {DOUBLE_THREE} 9,9,2 DONE");
    let talk = ["START 15", "INFO rule 0", "INFO pondering 1", &board].map(line);
    let queries = ["YXSHOWFORBID", "INFO rule 4", "YXSHOWFORBID"].map(line);
    let (said, jobs) = hold(talk.into_iter().chain([move_to(14, 14)]).chain(queries));
    assert_eq!(said, "OK\n14,14\nFORBID .\nFORBID 0003.\n");
    assert!(jobs[1].control.is_stopped());
}

/// The side that had placed the next stone of the block was to move: the engine played on for its
/// opponent.
#[test]
fn taking_back_stones_of_a_block_in_any_order_keeps_the_side() {
    let own_first = "BOARD 7,7,1 7,8,1 9,9,2 9,10,2 DONE";
    let talk = ["START 15", own_first].map(line).into_iter().chain([move_to(0, 0)]);
    let back = ["TAKEBACK 0,0", "TAKEBACK 9,10", "TURN 9,11"].map(line);
    let (said, jobs) = hold(talk.chain(back));
    assert_eq!(said, "OK\n0,0\nOK\nOK\n");
    let board = &jobs[1].board;
    assert_eq!(board.side_to_move(), jobs[0].board.side_to_move());
    let other = board.last_move(0).map(|last| last.color);
    assert_eq!(other, Some(!board.side_to_move()));
}

/// A command waits for the end of a search, after which pondering begins: that must end as well, or
/// the command waits for ever.
#[test]
fn a_command_that_waits_ends_the_pondering_that_begins_meanwhile() {
    let talk = ["START 15", "INFO pondering 1", "TURN 7,7", "TURN 0,0"].map(line);
    let (_, jobs) = hold(talk.into_iter().chain([move_to(8, 8)]));
    assert_eq!(jobs[1].question, Question::Ponder);
    assert!(jobs[1].control.is_stopped());
}

/// What waits behind a command is not even read further, so that little memory holds it.
#[test]
fn lines_behind_a_command_that_waits_stay_lines() {
    let (jobs, _asked) = channel();
    let (sender, inbox) = channel();
    let mut lines = vec![line("START 15"), line("TURN 7,7"), line("TURN 0,0")];
    lines.extend((0..1000).map(|_| line("FOO")));
    lines.into_iter().for_each(|event| sender.send(event).expect("the inbox is open"));
    drop(sender);
    let settings = Settings::new(Rule::Renju, None, 1);
    let mut session = Session::new(Vec::new(), jobs, settings, Recording::default(), None);
    session.run(&inbox).expect("the output never fails");
    assert_eq!(session.waiting.len(), 1000);
    assert!(session.blocked.is_some());
}

/// What was found in one game decided moves of the next: games with `match --keep` could not be
/// repeated.
#[test]
fn a_new_game_forgets_the_one_before() {
    let (_, jobs) = hold([
        line("START 15"),
        line("TURN 7,7"),
        move_to(8, 8),
        line("TURN 6,6"),
        move_to(9, 9),
        line("START 15"),
        line("TURN 7,7"),
        move_to(8, 8),
        line("RESTART"),
        line("TURN 7,7"),
        move_to(8, 8),
    ]);
    let cleared: Vec<bool> = jobs.iter().map(|job| job.clear).collect();
    assert_eq!(cleared, [true, false, true, true]);
}

/// Iterations followed the setting at once, the moves at the root did not.
#[test]
fn what_is_reported_of_a_search_is_settled_when_it_begins() {
    for (before, after, is_told) in [(1, 0, true), (0, 1, false)] {
        let [before, after] = [before, after].map(|level| format!("INFO show_detail {level}"));
        let told = SessionInput::Answer(Answer::Progress(found(5, 10)));
        let talk = [line("START 15"), line(&before), line("TURN 7,7"), line(&after), told];
        let (said, jobs) = hold(talk.into_iter().chain([move_to(5, 10)]));
        assert_eq!((said.contains("MESSAGE depth"), jobs[0].realtime), (is_told, is_told));
    }
}

/// The searches for openings lacked the blocked points, and so their decisions a best move.
#[test]
fn openings_do_not_heed_blocked_points() {
    for (text, blocked) in [
        ("SWAP2BOARD 7,7 8,8 9,9 DONE", 0),
        ("YXSWAP2STEP1", 0),
        ("YXSOOSORVSTEP1", 0),
        ("BEGIN", 1),
        ("YXBALANCEONE 0", 1),
    ] {
        let (_, jobs) = hold([line("START 15"), line("YXBLOCK 7,6 DONE"), line(text)]);
        assert_eq!(jobs[0].limits.excluded.len(), blocked, "{text}");
    }
}

/// The variation named other points than the board of Yixin-Board shows.
#[test]
fn variations_have_the_names_of_the_board_that_shows_them() {
    for (hello, name) in [("YXSHOWINFO", "k10"), ("ABOUT", "f11")] {
        let told = SessionInput::Answer(Answer::Progress(found(5, 10)));
        let game = [line("START 15"), line("INFO show_detail 1"), line("TURN 7,7"), told];
        let (said, _) = hold([line(hello)].into_iter().chain(game).chain([move_to(5, 10)]));
        let variation = said.lines().find_map(|line| line.split_once(" pv "));
        assert_eq!(variation.map(|(_, names)| names), Some(name), "{said}");
        assert!(said.ends_with("5,10\n"), "{said}");
    }
}
