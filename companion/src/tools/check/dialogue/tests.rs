use super::*;

/// The fault of a program of the shell in a conversation.
fn fault(program: &str, steps: &[&str], patience: Duration) -> Option<String> {
    let spec = EngineSpec::of_command(&["sh", "-c", program].map(str::to_string));
    let steps = steps.iter().map(|step| step.to_string()).collect();
    let dialogue = Dialogue { title: "x".into(), is_choice: false, steps };
    hold(&spec, &dialogue, patience).fault
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
