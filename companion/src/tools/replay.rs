//! `replay`: repeats a recorded session and reports replies that differ.

mod record;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, PipeReader, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use dolmen::eval::NetChoice;
use dolmen::protocol::recording::{Program, RecordEntry, RecordEvent, Spent};
use dolmen::protocol::{Command, CommandReader, Recording, Settings, serve};
use dolmen::types::Rule;
pub use record::read_record;

/// Longest wait for a reply beyond what the recorded one took.
const PATIENCE: Duration = Duration::from_secs(30);

/// Repeats the session of a record in this process, each search ended where the recorded one
/// ended, and prints every reply that differs. Returns whether there was none.
///
/// # Errors
/// If the record cannot be read or is of a session with another net, or the output fails.
pub fn run(record: impl BufRead, net: NetChoice, mut output: impl Write) -> io::Result<bool> {
    let (program, entries) = read_record(record)?;
    if program.net != net.name() {
        let net = program.net.map_or("the net of the program".into(), |name| format!("net {name}"));
        return Err(invalid(format!("the session was recorded with {net}, see --net")));
    }
    let recorded = replies(&entries);
    let repeated = repeat(&program, net, &entries)?;
    let mut differences = 0;
    for number in 0..recorded.len().max(repeated.len()) {
        let (then, now) = (recorded.get(number), repeated.get(number));
        if then != now {
            differences += 1;
            let show = |line: Option<&String>| line.map_or("(nothing)", |line| line).to_string();
            writeln!(
                output,
                "reply {}:\n  recorded {}\n  now      {}",
                number + 1,
                show(then),
                show(now)
            )?;
        }
    }
    // A record does not tell where searches ended that report nothing.
    let is_untold =
        |entry: &RecordEntry| matches!(entry.event, RecordEvent::Spent(Spent { end: None, .. }));
    if differences > 0 && entries.iter().any(is_untold) {
        writeln!(
            output,
            "searches for stones that even the game or for an opening are only repeated if no \
             clock ended them: from there on replies may differ"
        )?;
    }
    writeln!(output, "{} replies, {differences} differ", recorded.len())?;
    Ok(differences == 0)
}

/// The record cannot be repeated.
fn invalid(what: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.into())
}

/// The replies of a record, as they are compared.
fn replies(entries: &[RecordEntry]) -> Vec<String> {
    let said = entries.iter().filter_map(|entry| match &entry.event {
        RecordEvent::Out(line) => comparable(line),
        _ => None,
    });
    said.collect()
}

/// A reply without what depends on the clock; `None` if nothing else is in it.
fn comparable(line: &str) -> Option<String> {
    let timed = ["MESSAGE REALTIME", "INFO TOTALTIME", "INFO SPEED"];
    if timed.iter().any(|start| line.starts_with(start)) {
        return None;
    }
    let is_progress =
        ["MESSAGE depth", "MESSAGE multipv"].iter().any(|start| line.starts_with(start));
    let untimed = line.split_once(" n/ms ").filter(|_| is_progress).and_then(|(before, timed)| {
        let (_, line) = timed.split_once(" pv")?;
        Some(format!("{before} pv{line}"))
    });
    Some(untimed.unwrap_or_else(|| line.to_string()))
}

/// Sends the lines of a record to a session, each as soon as all earlier replies have come, and
/// returns what it replied. If the recorded session ended during a search, nothing tells what that
/// search would have said: what it says beyond the record is left out.
fn repeat(program: &Program, net: NetChoice, entries: &[RecordEntry]) -> io::Result<Vec<String>> {
    let rule = Rule::from_code(program.rule).ok_or_else(|| invalid("no such rule"))?;
    let mut settings = Settings::new(rule, program.hash, program.threads);
    (settings.net, settings.seed) = (net, program.seed);
    let spent = entries.iter().filter_map(|entry| match entry.event {
        RecordEvent::Spent(spent) => Some(spent),
        _ => None,
    });
    let recording = Recording { recorder: None, repeated: spent.collect::<VecDeque<Spent>>() };
    let ((input, mut to_session), (from_session, output)) = (pipe()?, pipe()?);
    let session =
        std::thread::spawn(move || serve(BufReader::new(input), output, settings, recording, None));
    let lines = lines_of(from_session);
    let (mut reader, mut is_searching) = (CommandReader::default(), false);
    let mut replies = Vec::new();
    let (mut awaited, mut before) = (0, 0.0);
    'entries: for entry in entries {
        match &entry.event {
            RecordEvent::In(line) => {
                let command = reader.feed(line.as_bytes()).and_then(Result::ok);
                is_searching |= command.as_ref().is_some_and(Command::starts_search);
                // The end of the input says the same as `END`, and comes after the last reply.
                if command != Some(Command::End) {
                    writeln!(to_session, "{line}")?;
                }
                before = entry.ms;
            }
            RecordEvent::Spent(_) => is_searching = false,
            RecordEvent::Out(line) if comparable(line).is_some() => {
                awaited += 1;
                let patience =
                    PATIENCE + Duration::from_secs_f64((entry.ms - before).max(0.0) / 500.0);
                while replies.len() < awaited {
                    // A reply that does not come leaves nothing to be compared after it.
                    let Ok(reply) = lines.recv_timeout(patience) else { break 'entries };
                    replies.extend(comparable(&reply));
                }
            }
            _ => {}
        }
    }
    drop(to_session);
    if !is_searching {
        replies.extend(lines.iter().filter_map(|reply| comparable(&reply)));
    }
    session.join().map_err(|_| io::Error::other("the session failed"))??;
    Ok(replies)
}

/// Reads lines in a thread of its own, so that waiting for one can end.
fn lines_of(output: PipeReader) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        lines.into_iter().try_for_each(|line| sender.send(line))
    });
    lines
}
