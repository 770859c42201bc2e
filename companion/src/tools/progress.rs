//! Bars on standard error that show how far a long command is.

use std::io::Write;

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

/// Tells how far work is where no bar can be drawn.
#[derive(Default)]
pub struct Minutes {
    told: u64,
}

impl Minutes {
    /// Writes the text to `notes`, at most once a minute.
    pub fn tell(&mut self, bar: &ProgressBar, notes: &mut impl Write, text: &str) {
        let minutes = bar.elapsed().as_secs() / 60;
        if bar.is_hidden() && minutes > self.told {
            self.told = minutes;
            let _ = writeln!(notes, "{text}");
        }
    }
}
