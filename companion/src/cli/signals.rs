//! What ends a long command early.

use std::io;
use std::sync::Arc;

use dolmen::search::Control;

/// The first signal to end the program only ends the work, so that the result is printed.
#[cfg(unix)]
pub fn stop_at_signals(control: Arc<Control>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let watch = move || {
        for signal in signals.forever() {
            if control.is_stopped() {
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
            control.stop();
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(watch).map(drop)
}

/// Other systems end the program at once; what was found is in the database or the record.
#[cfg(not(unix))]
pub fn stop_at_signals(_: Arc<Control>) -> io::Result<()> {
    Ok(())
}
