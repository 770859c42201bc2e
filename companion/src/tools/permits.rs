//! Input that is read only when it is asked for, so that what nobody can take yet does not fill the
//! memory.

use std::sync::mpsc::{Receiver, Sender, channel};

/// Asks a reading thread for input, once at a time. The thread waits for a message before it reads.
pub struct Permits {
    sender: Sender<()>,
    is_pending: bool,
}

impl Permits {
    /// None is given yet.
    pub fn new() -> (Permits, Receiver<()>) {
        let (sender, permitted) = channel();
        (Permits { sender, is_pending: false }, permitted)
    }

    /// Lets the reader read, unless it does already.
    pub fn give(&mut self) {
        if !self.is_pending {
            self.is_pending = self.sender.send(()).is_ok();
        }
    }

    /// What was read has arrived.
    pub fn used(&mut self) {
        self.is_pending = false;
    }
}
