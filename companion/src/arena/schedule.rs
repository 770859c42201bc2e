//! Who plays whom, from which opening, with which colour.

use std::collections::HashSet;
use std::str::FromStr;

use super::opening;
use dolmen::types::{Coord, Size};

/// The games of a match, in a fixed order: the openings one after the other, for each of them
/// every pairing, and for each pairing two games with colours swapped.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    /// Openings for each pairing.
    rounds: usize,
    openings: Vec<Vec<Coord>>,
    transform: bool,
    size: Size,
}

/// One game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Number in the schedule.
    pub index: usize,
    /// Who has black, and who white.
    pub players: [usize; 2],
    /// Stones on the board at the start.
    pub opening: Vec<Coord>,
}

/// Which engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
}

impl Schedule {
    /// For this many engines, and games for each pairing (an odd number is rounded up). Openings
    /// are used in turn; with `transform`, each further time turned or mirrored another way.
    pub fn new(
        engines: usize,
        format: Pairing,
        games: usize,
        openings: Vec<Vec<Coord>>,
        transform: bool,
        size: Size,
    ) -> Schedule {
        let all = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b)));
        let pairings = match format {
            Pairing::RoundRobin => all.collect(),
            Pairing::Gauntlet => all.filter(|&(a, _)| a == 0).collect(),
        };
        let openings = if openings.is_empty() { vec![Vec::new()] } else { openings };
        Schedule { pairings, rounds: games.div_ceil(2), openings, transform, size }
    }

    /// Pairs of games in all.
    pub fn pairs(&self) -> usize {
        self.rounds * self.pairings.len()
    }

    /// Games in all.
    pub fn games(&self) -> usize {
        2 * self.pairs()
    }

    /// Openings for each pairing, and how many of them are different.
    pub fn rounds(&self) -> (usize, usize) {
        let ways = if self.transform { 8 } else { 1 };
        let first = 0..self.rounds.min(ways * self.openings.len());
        (self.rounds, first.map(|round| self.stones(round)).collect::<HashSet<_>>().len())
    }

    fn stones(&self, round: usize) -> Vec<Coord> {
        let stones = &self.openings[round % self.openings.len()];
        let way = if self.transform { round / self.openings.len() % 8 } else { 0 };
        opening::transformed(stones, way, self.size)
    }

    /// The two games of a pair.
    pub fn pair(&self, pair: usize) -> [Fixture; 2] {
        let (round, pairing) = (pair / self.pairings.len(), pair % self.pairings.len());
        let (a, b) = self.pairings[pairing];
        let stones = self.stones(round);
        [[a, b], [b, a]].map(|players| Fixture {
            index: 2 * pair + usize::from(players[0] == b),
            players,
            opening: stones.clone(),
        })
    }
}

/// Part `number` (from 1) of `of` parts of a match: each pair of games belongs to one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub number: usize,
    /// Of how many.
    pub of: usize,
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `2/8`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Shard { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? })
        });
        let shard = numbers.filter(|shard| (1..=shard.of).contains(&shard.number));
        shard.ok_or_else(|| "expected i/n, with i from 1 to n".to_string())
    }
}

impl Shard {
    /// Whether a pair belongs to this part.
    pub fn has(self, pair: usize) -> bool {
        pair % self.of == self.number - 1
    }

    /// How many of the numbers below `all` belong to this part.
    pub fn share(self, all: u64) -> u64 {
        all.saturating_sub(self.number as u64 - 1).div_ceil(self.of as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_played_with_both_colours() {
        let size = Size::new(15).expect("a board size");
        let openings = vec![
            opening::parse("h8", size).expect("one"),
            opening::parse("a1b2", size).expect("two"),
        ];
        let schedule = Schedule::new(3, Pairing::RoundRobin, 7, openings.clone(), true, size);
        assert_eq!((schedule.pairs(), schedule.games()), (12, 24));
        let fixtures: Vec<Fixture> = (0..12).flat_map(|pair| schedule.pair(pair)).collect();
        for (i, games) in fixtures.chunks(2).enumerate() {
            assert_eq!(games[0].players[0], games[1].players[1]);
            assert_eq!(games[0].opening, games[1].opening);
            assert_eq!((games[0].index, games[1].index), (2 * i, 2 * i + 1));
        }
        assert_eq!(fixtures[0].opening, openings[0]);
        // The third time an opening comes, it is turned.
        assert_eq!(fixtures[12].opening, opening::transformed(&openings[0], 1, size));
        let gauntlet = Schedule::new(3, Pairing::Gauntlet, 2, Vec::new(), false, size);
        assert_eq!(gauntlet.pairs(), 2);
        assert_eq!(schedule.rounds(), (4, 3));
        // A stone in the centre is there however the board is turned, a diagonal is one of four.
        let centre = vec![opening::parse("h8", size).expect("one")];
        for (transform, openings, different) in
            [(false, openings.clone(), 2), (true, openings, 5), (true, centre, 1)]
        {
            let schedule = Schedule::new(2, Pairing::RoundRobin, 40, openings, transform, size);
            assert_eq!(schedule.rounds(), (20, different));
        }
    }

    #[test]
    fn shards_are_disjoint_and_complete() {
        let shards: Vec<Shard> = (1..=3).map(|number| Shard { number, of: 3 }).collect();
        for pair in 0..100 {
            assert_eq!(shards.iter().filter(|shard| shard.has(pair)).count(), 1);
        }
        for all in 0..9 {
            for shard in &shards {
                let counted = (0..all).filter(|&pair| shard.has(pair)).count();
                assert_eq!(shard.share(all as u64), counted as u64);
            }
        }
        // As many as `datagen --games` takes: the sum wrapped.
        assert_eq!(Shard { number: 1, of: 8 }.share(u64::MAX), 1 << 61);
        assert_eq!("2/8".parse(), Ok(Shard { number: 2, of: 8 }));
        for bad in ["0/3", "4/3", "1", "a/b", ""] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
