use super::*;

#[cfg(unix)]
fn shell(script: &str) -> EngineSpec {
    EngineSpec::of_command(&["sh", "-c", script].map(str::to_string))
}

#[cfg(unix)]
fn terms() -> Terms {
    Terms {
        rule: Rule::Freestyle,
        size: Size::new(15).expect("a board size"),
        tolerance: Duration::ZERO,
        move_limit: None,
        agreement: None,
        evals: false,
    }
}

/// A claimed loss after claimed wins counted as one more of them.
#[test]
fn claims_of_opposite_results_are_not_added_up() {
    let after = |evals: &[i32]| evals.iter().fold(0, |claims, &e| claims_with(claims, Some(e)));
    assert_eq!(after(&[CLAIM, CLAIM]), 2);
    assert_eq!(after(&[CLAIM, CLAIM, -CLAIM]), -1);
    assert_eq!(after(&[-CLAIM, -CLAIM, CLAIM, CLAIM]), 2);
    assert_eq!(after(&[-CLAIM, 5]), 0);
    assert_eq!(claims_with(3, None), 0);
}

/// Only what led to moves of the game counted, and the rest as the runner's own time.
#[cfg(unix)]
#[test]
fn thinking_is_counted_that_leads_to_no_move() {
    let script = "while read a b; do case $a in DONE) sleep 0.1; echo NO;; esac; done";
    let spec = shell(script);
    let mut processes = [(); 2].map(|()| Process::start(&spec, false).expect("a shell"));
    let mut seats = processes.each_mut().map(|process| Seat::new(process, spec.budget));
    let terms = terms();
    let pause = Duration::from_millis(100);
    assert_eq!(negotiate(&terms, &mut seats).err(), Some((0, Ending::Illegal)));
    assert!(seats[0].thinking >= pause);
    let opening = [Coord::new(7, 7).expect("a point")];
    let Finished { ending, thinking, .. } = play(&terms, &opening, seats);
    assert!(ending == Ending::Illegal && thinking >= 2 * pause, "{ending:?} {thinking:?}");
}

/// They had been taken for the score of the next move.
#[cfg(unix)]
#[test]
fn scores_said_before_a_request_are_not_those_of_its_move() {
    let script = "echo MESSAGE depth 1-1 ev 500
        while read a b; do case $a in BEGIN|TURN) echo MESSAGE depth 1-1 ev $EV; echo 0,0;; esac; done";
    let board = Board::new(Rule::Freestyle, terms().size);
    for (own, eval) in [("none", None), ("7", Some(7))] {
        let spec = shell(&format!("EV={own}; {script}"));
        let mut process = Process::start(&spec, false).expect("a shell");
        let begin = Instant::now();
        let is_heard =
            |process: &Process| process.tail().iter().any(|line| line.contains("ev 500"));
        while !is_heard(&process) && begin.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
            process.send("INFO rule 0");
        }
        assert!(is_heard(&process), "{:?}", process.tail());
        let mut seat = Seat::new(&mut process, spec.budget);
        let asked = seat.ask(&board, &terms()).map(|(c, _)| c);
        assert_eq!((asked.ok(), seat.eval), (Coord::new(0, 0), eval));
    }
}

/// Only the first form was: nothing was recorded of Rapfi, and no game with it agreed upon.
#[test]
fn scores_are_read_in_all_their_forms() {
    let mate = Score::win_in(3).value();
    for (line, eval) in [
        ("MESSAGE depth 5-9 ev 34 n 1", Some(34)),
        ("MESSAGE Depth 10-15 | Eval 117 | Time 15ms | C11 D10", Some(117)),
        ("MESSAGE Speed 902K | Depth 24-2 | Eval +M3 | Node 1M | Time 12ms", Some(mate)),
        ("MESSAGE Depth 24-2 | Eval -M3 | Time 12ms", Some(-mate)),
        ("INFO EVAL -20", Some(-20)),
        ("MESSAGE Eval file loaded", None),
        ("MESSAGE REALTIME BEST 2,4", None),
    ] {
        assert_eq!(eval_in(line), eval, "{line}");
    }
}

/// What follows lines that nobody waited for lies before the question, however often they come.
#[cfg(unix)]
#[test]
fn the_pause_of_an_engine_that_writes_all_the_time_is_on_nobodys_clock() {
    let script = "(while echo MESSAGE pondering; do sleep 0.02; done) &
        while read a b; do case $a in BEGIN) echo 0,0;; esac; done";
    let mut spec = shell(script);
    spec.wanted_pause = Some(Duration::from_millis(700));
    let mut process = Process::start(&spec, false).expect("a shell");
    process.receive(Duration::from_secs(60)).expect("a line");
    let mut seat = Seat::new(&mut process, spec.budget);
    let asked = seat.ask(&Board::new(Rule::Freestyle, terms().size), &terms());
    assert!(asked.expect("a move").1 < Duration::from_millis(700));
}
