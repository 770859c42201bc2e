use super::talk::MOST_LOGGED;
use super::*;

/// A line counted as said when it was read: after what was sent meanwhile.
#[test]
fn lines_are_noted_in_the_order_and_at_the_times_they_came() {
    let script = "echo first; while read line && [ $line != go ]; do :; done; echo second; \
                  exec 2>&-; read line";
    let spec = EngineSpec::of_command(&["sh", "-c", script].map(str::to_string));
    let mut process = Process::start(&spec, true).expect("a shell");
    let patience = Duration::from_secs(60);
    let begin = Instant::now();
    while process.waiting.is_empty() && begin.elapsed() < patience {
        std::thread::sleep(Duration::from_millis(5));
        process.send("wait");
    }
    process.send("go");
    process.errors(patience).expect("its end");
    std::thread::sleep(Duration::from_millis(50));
    let came = [(); 2].map(|()| process.receive(patience).expect("a line"));
    assert_eq!([came[0].1.as_str(), came[1].1.as_str()], ["first", "second"]);
    let mut log = process.take_log();
    log.retain(|line| !line.ends_with("> wait"));
    let said = |i: usize| log[i].trim_start().split_once(' ').expect("a time and a line");
    assert_eq!([said(0).1, said(1).1, said(2).1], ["< first", "> go", "< second"]);
    let ms = |at: Instant| lock(&process.talk).milliseconds(at).to_string();
    assert_eq!([said(0).0, said(2).0], [ms(came[0].0), ms(came[1].0)]);
}

/// The pause was counted from the last line that had been waited for.
#[test]
fn a_pause_follows_lines_that_nobody_waited_for() {
    let script = "echo unasked; read line; while echo more; do sleep 0.01; done";
    let mut spec = EngineSpec::of_command(&["sh", "-c", script].map(str::to_string));
    let pause = Duration::from_millis(300);
    spec.wanted_pause = Some(pause);
    let mut process = Process::start(&spec, true).expect("a shell");
    let begin = Instant::now();
    while process.waiting.is_empty() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
        process.take_waiting();
    }
    let unasked = process.waiting.front().expect("a line").0;
    assert!(process.send("go") >= unasked + pause);
    // One that writes without end is spoken to in the end.
    let mut receive = || process.receive(Duration::from_secs(60)).expect("a line");
    assert_eq!((receive().1.as_str(), receive().1.as_str()), ("unasked", "more"));
    let begin = Instant::now();
    process.send("go");
    assert!(begin.elapsed() < Duration::from_secs(60));
}

/// The first lines were kept, and nothing told of the others.
#[test]
fn of_a_long_talk_the_end_is_kept_and_the_rest_counted() {
    let script = format!("n=0; while [ $n -lt {} ]; do n=$((n+1)); echo $n; done", MOST_LOGGED + 5);
    let spec = EngineSpec::of_command(&["sh", "-c", &script].map(str::to_string));
    let mut process = Process::start(&spec, true).expect("a shell");
    while process.receive(Duration::from_secs(60)).is_ok() {}
    let log = process.take_log();
    assert_eq!((log.len(), log[0].trim()), (MOST_LOGGED + 1, "(5 lines left out)"));
    assert!(log[1].ends_with("< 6") && log[MOST_LOGGED].ends_with("< 20005"), "{}", log[1]);
    assert!(process.take_log().is_empty());
}
