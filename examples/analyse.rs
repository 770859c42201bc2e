//! A search that is watched while it runs, and stopped from another thread.
//!
//! `cargo run --example analyse`

use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use dolmen::board::Board;
use dolmen::engine::{Engine, ProofLimits};
use dolmen::search::{Control, Limits, Listener, Report};
use dolmen::types::parse_stones;
use dolmen::types::{Rule, Size};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

/// Writes each iteration as it is finished, and ends the search by itself once it is deep enough.
struct Watcher<'a, W> {
    output: &'a mut W,
    control: Arc<Control>,
    enough: u32,
}

impl<W: Write> Listener for Watcher<'_, W> {
    fn on_iteration(&mut self, report: &Report) {
        let line: Vec<String> = report.pv.iter().map(|&c| c.to_string()).collect();
        let Report { rank, depth, score, .. } = report;
        // A reader that has gone is no reason to go on.
        if writeln!(self.output, "depth {depth}, line {}: {score}, {}", rank + 1, line.join(" "))
            .is_err()
            || report.depth >= self.enough
        {
            self.control.stop();
        }
    }
}

/// Looks at a position with two lines, then proves a win in another.
pub fn run(output: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let size = Size::new(15).ok_or("not a size")?;
    let board = Board::with_moves(Rule::Freestyle, size, &parse_stones("h8i9h10i7g9f10g7")?);
    let control = Arc::new(Control::new());

    // No limit but the control: by the watcher, or from here if that takes too long.
    let last_resort = Arc::clone(&control);
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(5));
        last_resort.stop();
    });
    let limits = Limits { multi_pv: 2, expected: Some(100_000), ..Limits::default() };
    let mut engine = Engine::new(64 << 20, 1);
    let mut watcher = Watcher { output: &mut *output, control: Arc::clone(&control), enough: 4 };
    let report = engine.think(&board, &limits, &control, &mut watcher);
    let report = report.ok_or("the board is full")?;
    let chance = 100.0 * report.score.win_rate();
    writeln!(output, "best: {}, winning chance {chance:.0} %", report.best)?;

    // A win that is shown against every answer.
    let won = Board::with_moves(Rule::Freestyle, size, &parse_stones("h8a1i8a3j8a5h9a7h10a9")?);
    let limits = ProofLimits { search: 10_000, total: 100_000 };
    if let Some(proof) = engine.prove(&won, None, &limits, &Control::new()) {
        let line: Vec<String> = proof.line(&won).iter().map(|&c| c.to_string()).collect();
        writeln!(output, "a win in {} plies: {}", proof.plies(), line.join(" "))?;
    }
    Ok(())
}
