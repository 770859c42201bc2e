//! Bars on standard error that show how far a long command is.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of this length in this style of `indicatif`.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The same for work that goes on at `done`; the time left is reckoned from here.
pub fn continued(length: u64, done: u64, template: &str) -> ProgressBar {
    let bar = bar(length, template);
    bar.set_position(done);
    bar.reset_eta();
    bar
}
