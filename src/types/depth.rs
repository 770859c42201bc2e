use std::ops::{Add, Sub};

/// Plies from a node of the search to its leaves. Forced lines go on below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(i32);

impl Depth {
    /// A leaf.
    pub const ZERO: Depth = Depth(0);

    /// A depth in plies.
    pub const fn new(plies: i32) -> Depth {
        Depth(plies)
    }

    /// The number of plies.
    pub const fn plies(self) -> i32 {
        self.0
    }
}

impl Add<i32> for Depth {
    type Output = Depth;

    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;

    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}
