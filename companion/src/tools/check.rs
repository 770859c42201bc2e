//! `dolmen check`: acts as the manager of any engine and reports deviations from
//! what managers need.

pub mod dialogue;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::arena::process::Process;
use crate::arena::spec::EngineSpec;
use dialogue::{Course, Dialogue, hold_until, parse};
use dolmen::search::Control;

/// The conversations, by subject. The same that this engine is tested with.
pub const CONVERSATIONS: [(&str, &str); 7] = [
    ("basics", include_str!("../../tests/transcripts/1-basics.txt")),
    ("moves", include_str!("../../tests/transcripts/2-moves.txt")),
    ("settings", include_str!("../../tests/transcripts/3-settings.txt")),
    ("thinking", include_str!("../../tests/transcripts/4-thinking.txt")),
    ("yixin", include_str!("../../tests/transcripts/5-yixin.txt")),
    ("swap2", include_str!("../../tests/transcripts/6-swap2.txt")),
    ("managers", include_str!("../../tests/transcripts/7-managers.txt")),
];

/// Holds every conversation with the engine and prints for each `pass`, `deviation` (not as
/// expected, in a matter where engines may choose) or `fail`, the last two with what was said.
/// Returns whether nothing failed. Replies without a limit of their own must come within
/// `patience`. Where `control` says stop, it ends with those that were held.
///
/// # Errors
/// If the engine cannot be started, or ends in the first conversation without a word, or the output
/// cannot be written, or `control` says stop.
pub fn run(
    command: &[String],
    patience: Duration,
    as_json: bool,
    control: &Arc<Control>,
    mut output: impl Write,
) -> io::Result<bool> {
    let spec = EngineSpec::of_command(command);
    // One error if there is no such program, not one for each conversation.
    Process::start(&spec, false)?.end();
    let (mut passed, mut deviations, mut failed) = (0, 0, 0);
    let mut results = Vec::new();
    let mut only_words = None;
    'all: for (subject, text) in CONVERSATIONS {
        for dialogue in parse(text) {
            let course = hold_until(&spec, &dialogue, patience, control);
            if control.is_stopped() {
                break 'all;
            }
            only_words = course.only_words.clone().filter(|_| passed + deviations + failed == 0);
            let verdict = match &course.fault {
                None => "pass",
                Some(_) if course.is_grave => "fail",
                Some(fault) if dialogue.is_choice || says_unsupported(fault) => "deviation",
                Some(_) => "fail",
            };
            match verdict {
                "pass" => passed += 1,
                "fail" => failed += 1,
                _ => deviations += 1,
            }
            if as_json {
                results.push(json!({
                    "subject": subject, "title": dialogue.title, "verdict": verdict,
                    "fault": course.fault, "lines": course.lines,
                }));
            } else {
                write_course(&mut output, subject, &dialogue, verdict, &course)?;
            }
            if only_words.is_some() {
                break 'all;
            }
        }
    }
    if as_json {
        let all = json!({
            "command": command, "passed": passed, "deviations": deviations, "failed": failed,
            "conversations": results,
        });
        writeln!(output, "{all:#}")?;
    } else {
        writeln!(output, "{passed} passed, {deviations} deviations, {failed} failed")?;
    }
    output.flush()?;
    if let Some(errors) = only_words {
        let error = format!("{} ends without an answer: it is no engine\n{errors}", spec.name);
        return Err(io::Error::other(error.trim_end().to_string()));
    }
    if control.is_stopped() {
        let held = passed + deviations + failed;
        return Err(io::Error::other(format!("interrupted after {held} conversations")));
    }
    Ok(failed == 0)
}

/// An engine that reports a command as unsupported passes.
fn says_unsupported(fault: &str) -> bool {
    ["unsupported", "not supported"].iter().any(|text| fault.to_lowercase().contains(text))
}

fn write_course(
    output: &mut impl Write,
    subject: &str,
    dialogue: &Dialogue,
    verdict: &str,
    course: &Course,
) -> io::Result<()> {
    writeln!(output, "{verdict:9} {subject}: {}", dialogue.title)?;
    let Some(fault) = &course.fault else { return output.flush() };
    writeln!(output, "          {fault}")?;
    for line in &course.lines {
        let short: String = line.chars().take(120).collect();
        writeln!(output, "          | {short}")?;
    }
    output.flush()
}
