//! The terminal: raw mode, drawing, events, and restoring it in every case.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Position;

use super::app::{App, Effect};
use super::save;
use super::signals::Signals;
use super::thinker::{Resources, Thinker, Thought};
use super::view;

/// How long the screen may be out of date: while the engine thinks, and else.
const WHILE_THINKING: Duration = Duration::from_millis(30);
const ELSE: Duration = Duration::from_millis(200);

/// Time between two moves that the engine plays for both sides, so that they can be watched.
const PACE: Duration = Duration::from_millis(400);

/// Plays until the player quits, or a signal ends the program.
///
/// # Errors
/// If the terminal fails or the engine does; the error holds the game as it stood then.
pub fn run(mut app: App, resources: Resources, output: impl Write) -> io::Result<()> {
    let signals = Signals::new()?;
    let (sender, thoughts) = mpsc::channel();
    let thinker = Thinker::start(resources, move |thought| sender.send(thought).is_ok())?;
    let mut screen = Screen { terminal: Terminal::new(CrosstermBackend::new(output))? };
    screen.take()?;
    let played = catch_unwind(AssertUnwindSafe(|| {
        follow(&mut app, &mut screen, thinker, &thoughts, &signals)
    }));
    // Before anything is said.
    drop(screen);
    let failed = |error: &str| {
        let game = save::position(&app.session.game);
        io::Error::other(format!("{error}; the game was: {game}"))
    };
    match played {
        Ok(Ok(())) => signals.end(),
        Ok(Err(error)) => Err(failed(&error.to_string())),
        Err(panic) => Err(failed(&format!("internal error ({})", message(&*panic)))),
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown")
}

fn follow(
    app: &mut App,
    screen: &mut Screen<impl Write>,
    mut thinker: Thinker,
    thoughts: &Receiver<Thought>,
    signals: &Signals,
) -> io::Result<()> {
    let mut moved = Instant::now();
    while !signals.arrived() {
        let now = Instant::now();
        app.tick(now);
        let watched = app.session.is_without_human();
        let wanted = app.session.wanted(now).filter(|_| !watched || now >= moved + PACE);
        let patience = if wanted.is_some() { WHILE_THINKING } else { ELSE };
        thinker.think_about(wanted)?;
        screen.terminal.draw(|frame| view::draw(frame, app, Instant::now()))?;
        // All events that have come are looked at before the next drawing.
        let mut patience = patience;
        while event::poll(patience)? {
            patience = Duration::ZERO;
            match listen(app, screen, &event::read()?)? {
                Effect::None => {}
                Effect::Hurry => thinker.hurry(),
                Effect::Redraw => screen.redraw()?,
                Effect::Suspend => {
                    screen.give_back()?;
                    signals.suspend()?;
                    screen.take()?;
                }
                Effect::Quit => return Ok(()),
                Effect::Interrupt => return Err(io::Error::other("interrupted")),
            }
        }
        for thought in thoughts.try_iter() {
            if let Some(answer) = thinker.accept(thought) {
                moved = Instant::now();
                app.take(answer, moved);
            }
        }
    }
    Ok(())
}

fn listen(app: &mut App, screen: &Screen<impl Write>, event: &Event) -> io::Result<Effect> {
    let now = Instant::now();
    Ok(match event {
        // Windows tells of the release too.
        Event::Key(key) if key.kind != KeyEventKind::Release => app.press(*key, now),
        Event::Mouse(mouse) => {
            let size = screen.terminal.size()?;
            app.click(*mouse, (Position::ORIGIN, size).into(), now)
        }
        _ => Effect::None,
    })
}

/// The terminal, which is given back when this is dropped.
struct Screen<W: Write> {
    terminal: Terminal<CrosstermBackend<W>>,
}

impl<W: Write> Screen<W> {
    fn take(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        execute!(self.terminal.backend_mut(), EnterAlternateScreen, EnableMouseCapture)?;
        self.redraw()
    }

    /// Draws everything anew the next time. `Terminal::clear` would ask where the cursor is, which
    /// not every terminal answers.
    fn redraw(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize((Position::ORIGIN, size).into())
    }

    fn give_back(&mut self) -> io::Result<()> {
        let shown = self.terminal.show_cursor();
        let left = execute!(self.terminal.backend_mut(), DisableMouseCapture, LeaveAlternateScreen);
        disable_raw_mode().and(shown).and(left)
    }
}

impl<W: Write> Drop for Screen<W> {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing more.
        let _ = self.give_back();
    }
}
