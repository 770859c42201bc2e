use super::*;

/// A conversation with a program of the shell.
fn course(program: &str, steps: &[&str], patience: Duration) -> Course {
    let spec = EngineSpec::of_command(&["sh", "-c", program].map(str::to_string));
    let steps = steps.iter().map(|step| step.to_string()).collect();
    let dialogue = Dialogue { title: "x".into(), is_choice: false, steps };
    hold(&spec, &dialogue, patience)
}

fn fault(program: &str, steps: &[&str], patience: Duration) -> Option<String> {
    course(program, steps, patience).fault
}

/// Each message renewed the wait, and `check` never ended.
#[test]
fn messages_without_end_are_no_reply() {
    let flood = "while :; do echo MESSAGE flood; sleep 0.01; done";
    let patience = Duration::from_millis(100);
    let expected = "expected OK: no reply in time".to_string();
    assert_eq!(fault(flood, &["> START 15", "< OK"], patience), Some(expected));
    assert_eq!(fault(flood, &["~ 50"], patience), Some("no reply in time".into()));
}

/// Another order of the keys was taken for no reply, and a line `DEBUG` for one.
#[test]
fn keys_have_no_order_and_reports_any_name() {
    let about = r#"echo 'version="1", name="x", author="y"'"#;
    let program = format!(
        "while read a b; do case $a in ABOUT) {about};; END) exit;; \\
         TURN) echo debug; echo DEBUG x; echo Message x; echo 1,1;; STOP) echo DEBUG x;; esac; done"
    );
    let steps = ["> ABOUT", "< NAME", "> TURN 0,0", "< 1,1", "> STOP", "~ 100"];
    // A busy machine is no fault of the program.
    assert_eq!(fault(&program, &steps, Duration::from_secs(60)), None);
}

/// A message of its start failed an engine that was told to end at once.
#[test]
fn messages_before_the_end_are_no_fault() {
    let program = "echo MESSAGE hello; while read line; do case $line in END) exit;; esac; done";
    let patience = Duration::from_secs(60);
    assert_eq!(fault(program, &["> END", "! exit"], patience), None);
    assert_eq!(fault(program, &["! close", "! exit"], patience), None);
    let fault = fault(&program.replace("MESSAGE ", ""), &["> END", "! exit"], patience);
    assert_eq!(fault.as_deref(), Some("'hello' at the end"));
}

/// It was lost unless the engine had ended.
#[test]
fn what_a_running_engine_writes_to_standard_error_is_told() {
    let program = "echo no book >&2; echo hello; while read line; do :; done";
    let course = course(program, &["< OK"], Duration::from_secs(60));
    assert_eq!(course.fault.as_deref(), Some("expected OK, got 'hello'"));
    assert!(course.lines.iter().any(|line| line.ends_with(" ! no book")), "{:?}", course.lines);
}

/// Where engines may choose, it was a matter of choice; and nothing told how it had ended.
#[test]
fn a_crash_is_grave_and_its_last_words_are_told() {
    let program = "read line; echo OK; read line; echo no memory >&2; exit 3";
    let patience = Duration::from_secs(60);
    let crashed = course(program, &["> START 15", "< OK", "> BEGIN", "< MOVE"], patience);
    let told = "expected MOVE: the program has ended (exit status: 3)";
    assert_eq!(crashed.fault.as_deref(), Some(told));
    let is_told = |line: &String| line.ends_with(" ! no memory");
    assert!(crashed.lines.iter().any(is_told), "{:?}", crashed.lines);
    assert!(crashed.is_grave);
    // Told to end, it may do so without an answer.
    let ended = course(program, &["> START 15", "< OK", ">> BEGIN\\nEND\\n", "< MOVE"], patience);
    assert!(ended.fault.is_some() && !ended.is_grave);
    // It was said to have ended.
    let closes = "read line; exec >&-; sleep 300";
    let told = "expected OK: the program has closed its output, but still runs".to_string();
    assert_eq!(fault(closes, &["> START 15", "< OK"], patience), Some(told));
}
