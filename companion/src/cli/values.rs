//! Values of options that are checked against the machine.

use dolmen::protocol::max_threads;

/// A number of threads that this machine runs at once.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    let most = max_threads();
    let threads = text.parse().ok().filter(|threads| (1..=most).contains(threads));
    threads.ok_or_else(|| format!("expected 1 to {most}, as many as this machine runs at once"))
}
