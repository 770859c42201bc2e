//! How much input may wait: the reader stops reading while there is no room for more.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Bytes of input that may wait to be carried out. A manager that writes a whole script before it
/// reads an answer is not held up by this.
pub const ROOM: usize = 8 << 20;

/// Counted for each line in addition to its text.
const LINE_COST: usize = 128;

/// A number of bytes that are free to be taken.
#[derive(Debug)]
pub struct Room {
    free: Mutex<usize>,
    given_back: Condvar,
}

/// Part of a room, given back when dropped.
#[derive(Debug)]
pub struct Place {
    room: Arc<Room>,
    bytes: usize,
}

impl Room {
    /// With this many bytes, all free.
    pub fn new(bytes: usize) -> Arc<Room> {
        Arc::new(Room { free: Mutex::new(bytes), given_back: Condvar::new() })
    }

    /// A place for a line of this length. Waits until it is free; a line may be no longer than the
    /// room.
    pub fn take(self: &Arc<Room>, length: usize) -> Place {
        let bytes = length + LINE_COST;
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let enough = self.given_back.wait_while(free, |free| *free < bytes);
        *enough.unwrap_or_else(PoisonError::into_inner) -= bytes;
        Place { room: Arc::clone(self), bytes }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        *self.room.free.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
        self.room.given_back.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::time::Duration;

    #[test]
    fn a_full_room_makes_wait_until_a_place_is_given_back() {
        let room = Room::new(2 * (100 + LINE_COST));
        let places = [room.take(100), room.take(100)];
        let (sender, taken) = channel();
        let other = Arc::clone(&room);
        std::thread::spawn(move || sender.send(other.take(100)));
        let timeout = taken.recv_timeout(Duration::from_millis(50));
        assert!(matches!(timeout, Err(RecvTimeoutError::Timeout)));
        drop(places);
        assert!(taken.recv().is_ok());
    }
}
