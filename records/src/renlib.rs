//! RenLib's library of lines, a tree on a board of 15x15.
//!
//! After a header of 20 bytes each node is a point and a byte of flags, parents before their
//! children and children before the next sibling. A point is `row << 4 | column + 1` with row 0
//! at the top, where RenLib shows row 15; 0 is no stone, as at the root.

use std::collections::HashMap;

use super::{Budget, Fault, Game, Place, RecordError};
use dolmen::types::{Coord, Size};

/// How every library begins.
pub(super) const MAGIC: &[u8] = b"\xFFRenLib\xFF";
/// Magic, version 3.4, and what is kept free.
const HEADER: [u8; 20] = *b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
const SIDE: u8 = 15;

const HAS_SIBLING: u8 = 0x80;
const IS_LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const COMMENT: u8 = 0x08;
const NO_MOVE: u8 = 0x02;
const EXTENSION: u8 = 0x01;
/// In the second byte of an extension.
const BOARD_TEXT: u8 = 0x01;

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Reads each path from the root to a leaf as a game. A path ends where a side passes.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Game>, RecordError> {
    let mut reader = Reader { bytes, at: HEADER.len() };
    let size = Size::new(SIDE).ok_or(Place::Byte(0).fault(Fault::Unknown))?;
    let mut games = Vec::new();
    let mut budget = Budget::default();
    // The stones down to the current node; for each node above with a sibling still to come,
    // how long the path is there.
    let mut path: Vec<Option<Coord>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    loop {
        let place = Place::Byte(reader.at);
        let (point, flags) = reader.node()?;
        if flags & HAS_SIBLING != 0 {
            open.push(path.len());
        }
        path.push(point);
        // The root and as many stones as the board has points.
        if path.len() > size.area() + 1 {
            return Err(place.fault(Fault::TooMuch));
        }
        if flags & IS_LEAF == 0 {
            continue;
        }
        let stones = if path[0].is_none() { &path[1..] } else { &path[..] };
        let moves: Vec<Coord> = stones.iter().map_while(|point| *point).collect();
        budget.spend(moves.len(), place)?;
        games.push(Game { place, moves, ..Game::new(size) });
        match open.pop() {
            Some(length) => path.truncate(length),
            None => return Ok(games),
        }
    }
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, RecordError> {
        let ended = Place::Byte(self.bytes.len()).fault(Fault::Ended("the last line of its tree"));
        let byte = self.bytes.get(self.at).copied().ok_or(ended)?;
        self.at += 1;
        Ok(byte)
    }

    /// A stone, or `None`, and the flags; comments are read over.
    fn node(&mut self) -> Result<(Option<Coord>, u8), RecordError> {
        let place = Place::Byte(self.at);
        let (byte, flags) = (self.byte()?, self.byte()?);
        let mut has_board_text = false;
        if flags & EXTENSION != 0 {
            self.byte()?;
            has_board_text = self.byte()? & BOARD_TEXT != 0;
        }
        if flags & (COMMENT | OLD_COMMENT) != 0 {
            self.skip_text()?;
        }
        if has_board_text {
            self.skip_text()?;
        }
        if byte == 0 || flags & NO_MOVE != 0 {
            return Ok((None, flags));
        }
        let (column, row) = (byte & 15, byte >> 4);
        let point = SIDE.checked_sub(row + 1).zip(column.checked_sub(1));
        match point.and_then(|(y, x)| Coord::new(x, y)) {
            Some(c) => Ok((Some(c), flags)),
            None => Err(place.fault(Fault::Expected("a point", format!("{byte:#04x}")))),
        }
    }

    /// A text ends with a zero, and takes an even number of bytes.
    fn skip_text(&mut self) -> Result<(), RecordError> {
        let start = self.at;
        while self.byte()? != 0 {}
        if (self.at - start) % 2 == 1 {
            self.byte()?;
        }
        Ok(())
    }
}

/// A node of the tree that games share.
#[derive(Default)]
struct Node {
    children: Vec<(Coord, usize)>,
}

/// Writes games as one tree. A game that others go on from is a node inside it, and no line of
/// its own when it is read again.
pub(super) fn write(games: &[Game]) -> Result<Vec<u8>, RecordError> {
    let mut nodes = vec![Node::default()];
    let mut known: HashMap<(usize, Coord), usize> = HashMap::new();
    for game in games {
        if game.size.get() != SIDE {
            let side = game.size.get();
            return Err(game.place.fault(Fault::Size(format!("{side}x{side}"))));
        }
        let mut at = 0;
        for &c in &game.moves {
            let next = *known.entry((at, c)).or_insert_with(|| {
                nodes.push(Node::default());
                let child = nodes.len() - 1;
                nodes[at].children.push((c, child));
                child
            });
            at = next;
        }
    }
    let mut bytes = HEADER.to_vec();
    // What is still to be written, the next one last.
    let mut waiting = vec![(0, 0, 0)];
    while let Some((node, point, sibling)) = waiting.pop() {
        let children = &nodes[node].children;
        let leaf = if children.is_empty() { IS_LEAF } else { 0 };
        bytes.extend([point, sibling | leaf]);
        for (i, &(c, child)) in children.iter().enumerate().rev() {
            let point = (SIDE - 1 - c.y()) << 4 | (c.x() + 1);
            let sibling = if i + 1 < children.len() { HAS_SIBLING } else { 0 };
            waiting.push((child, point, sibling));
        }
    }
    Ok(bytes)
}
