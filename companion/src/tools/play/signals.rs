//! Signals of the system: terminate, and suspend.

use std::io;
#[cfg(unix)]
use std::{
    sync::Arc,
    sync::atomic::{AtomicI32, Ordering},
    thread,
    time::Duration,
};

/// Signals that end the program, polled at intervals.
#[cfg(unix)]
pub struct Signals {
    /// The last one that arrived, or 0.
    last: Arc<AtomicI32>,
}

/// How long the program may take to give the terminal back. Where the terminal is gone it never
/// comes to that: reading from it does not return (crossterm 0.29).
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(1);

#[cfg(unix)]
impl Signals {
    /// Takes the signals instead of being ended by them at once.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn new() -> io::Result<Signals> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let last = Arc::new(AtomicI32::new(0));
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP])?;
        let own = Signals { last: Arc::clone(&last) };
        let watch = move || {
            for signal in signals.forever() {
                own.last.store(signal, Ordering::Relaxed);
                thread::sleep(GRACE);
                let _ = own.end();
            }
        };
        thread::Builder::new().name("signals".into()).spawn(watch)?;
        Ok(Signals { last })
    }

    /// Whether a signal to terminate has arrived.
    pub fn arrived(&self) -> bool {
        self.last.load(Ordering::Relaxed) != 0
    }

    /// Ends the program as the signal would have, if one has arrived.
    pub fn end(&self) -> io::Result<()> {
        match self.last.load(Ordering::Relaxed) {
            0 => Ok(()),
            signal => signal_hook::low_level::emulate_default_handler(signal),
        }
    }

    /// Stands still until the shell lets the program go on.
    pub fn suspend(&self) -> io::Result<()> {
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
    }
}

/// Systems that end a program without asking.
#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Nothing to do.
    pub fn new() -> io::Result<Signals> {
        Ok(Signals)
    }

    /// Never.
    pub fn arrived(&self) -> bool {
        false
    }

    /// Nothing to do.
    pub fn end(&self) -> io::Result<()> {
        Ok(())
    }

    /// Not known here.
    pub fn suspend(&self) -> io::Result<()> {
        Ok(())
    }
}
