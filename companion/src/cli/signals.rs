//! What ends a long command early.

use std::io;
use std::sync::Arc;

use dolmen::search::Control;

/// A control that the first signal to end the program stops: only the work ends, so that the result is
/// printed. A signal that is ignored stays so: `nohup` and shells that start a job beside a script want
/// that.
#[cfg(unix)]
pub fn stop_at_signals() -> io::Result<Arc<Control>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored_signals();
    let heeded =
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(heeded)?;
    let control = Arc::new(Control::new());
    let watched = Arc::clone(&control);
    let watch = move || {
        for signal in signals.forever() {
            if watched.is_stopped() {
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
            watched.stop();
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(watch).map(|_| control)
}

/// A bit for each signal that is ignored, the lowest for signal 1. Linux tells it without unsafe code.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0)
}

/// Other systems end the program at once. What was found is in the database (with its log) or the record;
/// that of `stats` is lost.
#[cfg(not(unix))]
pub fn stop_at_signals() -> io::Result<Arc<Control>> {
    Ok(Arc::new(Control::new()))
}
