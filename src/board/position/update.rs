//! What a stone changes, and how that is taken back.

use super::{Board, Change, Ply, half, with_direction};
use crate::board::zobrist;
use crate::board::{Move, Stone};
use crate::types::{Color, Coord, Direction};

/// Room for the cells that one stone changes: five in each of eight directions, and more, so that an
/// index needs no check.
const MOST_CHANGED: usize = 64;

/// The changes of the stone that is being placed, kept at hand: written to the board's list one by
/// one, each would cost three times as much.
struct Log {
    changes: [Change; MOST_CHANGED],
    count: usize,
}

impl Board {
    /// Places a stone of either colour on an empty point; the other colour is to move then.
    ///
    /// # Panics
    /// If the point is not empty.
    pub fn place(&mut self, c: Coord, color: Color) {
        let cell = self.cells[c.index()];
        assert!(cell.stone == Stone::Empty, "a stone is placed on an empty point");
        self.plies.push(Ply {
            coord: c,
            color,
            side: self.side,
            first_change: self.changes.len() as u32,
            first_toggle: self.toggles.len() as u32,
            before: self.now,
        });
        for side in Color::ALL {
            let threat = cell.threats[side.index()];
            self.now.counts[side.index()][threat as usize] -= 1;
            if threat.is_four() {
                self.toggle_four(side.index(), c.index());
            }
        }
        self.cells[c.index()].stone = color.into();
        self.free.remove(c);
        self.now.near.insert_around(c);
        self.hash ^= zobrist::stone(c, color);
        self.side = !color;
        match self.table.radius() {
            4 => self.update_lines::<4>(c, color),
            _ => self.update_lines::<5>(c, color),
        }
    }

    fn update_lines<const RADIUS: usize>(&mut self, c: Coord, color: Color) {
        let mut log = Log { changes: [Change::NONE; MOST_CHANGED], count: 0 };
        for direction in Direction::ALL {
            let (step, mut right, mut left) = (direction.step() as usize, c.index(), c.index());
            for distance in 0..RADIUS {
                right += step;
                let weight = self.table.left_weights(color)[distance];
                if !self.add_to_key(right, direction, weight, &mut log) {
                    break;
                }
            }
            for distance in 0..RADIUS {
                left -= step;
                let weight = self.table.right_weights(color)[distance];
                if !self.add_to_key(left, direction, weight, &mut log) {
                    break;
                }
            }
        }
        self.changes.extend_from_slice(&log.changes[..log.count]);
    }

    /// Adds a stone to what a cell sees in one direction. `false` at the wall, which hides all
    /// that lies behind.
    #[inline(always)]
    fn add_to_key(
        &mut self,
        index: usize,
        direction: Direction,
        weight: u32,
        log: &mut Log,
    ) -> bool {
        let cell = &mut self.cells[index % Coord::CELLS];
        if cell.stone == Stone::Wall {
            return false;
        }
        let key = &mut cell.keys[direction.index()];
        *key += weight;
        if cell.stone != Stone::Empty {
            return true;
        }
        let packed = with_direction(cell.packed, direction, self.table.both(*key));
        if packed != cell.packed {
            let (old, threats) = (cell.packed, cell.threats);
            log.changes[log.count % MOST_CHANGED] =
                Change { index: index as u16, packed: old, threats };
            log.count += 1;
            cell.packed = packed;
            self.update_threat::<0>(index);
            self.update_threat::<1>(index);
        }
        true
    }

    #[inline(always)]
    fn update_threat<const SIDE: usize>(&mut self, index: usize) {
        let cell = &mut self.cells[index % Coord::CELLS];
        let color = Color::ALL[SIDE];
        let (old, new) = (cell.threats[SIDE], self.table.threat(half(cell.packed, color), color));
        if old != new {
            cell.threats[SIDE] = new;
            self.now.counts[SIDE][old as usize] -= 1;
            self.now.counts[SIDE][new as usize] += 1;
            if old.is_four() != new.is_four() {
                self.toggle_four(SIDE, index);
            }
        }
    }

    fn toggle_four(&mut self, side: usize, index: usize) {
        self.fours[side].toggle(index);
        self.toggles.push((side * Coord::CELLS + index) as u16);
    }

    /// Takes the last stone back: everything is as it was before, the side to move included.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        let c = ply.coord;
        match self.table.radius() {
            4 => self.restore_lines::<4>(c, ply.color),
            _ => self.restore_lines::<5>(c, ply.color),
        }
        // No cell is logged twice: it shares one line only with the stone.
        for change in &self.changes[ply.first_change as usize..] {
            let cell = &mut self.cells[change.index as usize % Coord::CELLS];
            cell.packed = change.packed;
            cell.threats = change.threats;
        }
        self.changes.truncate(ply.first_change as usize);
        for &toggle in &self.toggles[ply.first_toggle as usize..] {
            let (side, index) = (toggle as usize / Coord::CELLS, toggle as usize % Coord::CELLS);
            self.fours[side].toggle(index);
        }
        self.toggles.truncate(ply.first_toggle as usize);
        self.cells[c.index()].stone = Stone::Empty;
        self.free.insert(c);
        self.now = ply.before;
        self.hash ^= zobrist::stone(c, ply.color);
        self.side = ply.side;
        Some(Move { coord: c, color: ply.color })
    }

    fn restore_lines<const RADIUS: usize>(&mut self, c: Coord, color: Color) {
        for direction in Direction::ALL {
            let (step, mut right, mut left) = (direction.step() as usize, c.index(), c.index());
            for distance in 0..RADIUS {
                right += step;
                let weight = self.table.left_weights(color)[distance];
                if !self.take_from_key(right, direction, weight) {
                    break;
                }
            }
            for distance in 0..RADIUS {
                left -= step;
                let weight = self.table.right_weights(color)[distance];
                if !self.take_from_key(left, direction, weight) {
                    break;
                }
            }
        }
    }

    #[inline(always)]
    fn take_from_key(&mut self, index: usize, direction: Direction, weight: u32) -> bool {
        let cell = &mut self.cells[index % Coord::CELLS];
        if cell.stone == Stone::Wall {
            return false;
        }
        cell.keys[direction.index()] -= weight;
        true
    }
}
