//! Random numbers that are the same on every machine, and random places to play.

use dolmen::types::{self, Coord, Size};

/// The generator of the program, with questions that only tests ask.
pub struct Random(types::Random);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(types::Random::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// A number below `limit`, which is small enough for the bias of `%` not to matter.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A point of the board; near `around`, if given, so that lines come about.
    pub fn point(&mut self, size: Size, around: Option<Coord>) -> Coord {
        let n = i32::from(size.get());
        loop {
            let (x, y) = match around {
                Some(c) => (
                    i32::from(c.x()) + self.below(7) as i32 - 3,
                    i32::from(c.y()) + self.below(7) as i32 - 3,
                ),
                None => (self.below(n as usize) as i32, self.below(n as usize) as i32),
            };
            if (0..n).contains(&x) && (0..n).contains(&y) {
                return Coord::new(x as u8, y as u8).expect("a point of the board");
            }
        }
    }
}
