//! A position as the key of a database.

use std::cmp::Ordering;

use dolmen::board::{Board, Stone, WAYS, turned};
use dolmen::types::{Color, Coord, Rule, Size};

/// A position as bytes: the same for all that a turn or a mirror of the board makes equal.
///
/// The bytes are the rule's code, the size, the number of stones, twice the number of black ones
/// (and 1 more if white is to move), then the points of the black stones, the white ones and the
/// dead points, each row by row as the distance from the one before. So a stone takes one byte, or
/// two where more than 127 points lie between, and keys are in the order of rule, size and stones.
/// Of the eight ways to see the position the one with the smallest bytes is taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Vec<u8>);

/// A key, and how the board it was made from lies to it.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The key.
    pub key: Key,
    /// All ways that turn the board into the position of the key.
    ways: Vec<usize>,
    size: Size,
}

/// The stones of a position, as sets of points.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: Size,
    /// The side to move.
    pub side: Color,
    /// The points of black stones, of white ones, and the dead ones.
    pub groups: [Vec<Coord>; 3],
}

/// The positions of a rule, of a size, or of both: all if neither is given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Section {
    /// The rule.
    pub rule: Option<Rule>,
    /// The size of the board.
    pub size: Option<Size>,
}

impl Section {
    /// What keys of these positions begin with.
    pub fn prefixes(self) -> Vec<Vec<u8>> {
        match (self.rule, self.size) {
            (None, None) => vec![Vec::new()],
            (Some(rule), None) => vec![vec![rule.code()]],
            (Some(rule), Some(size)) => vec![Key::prefix(rule, size).to_vec()],
            (None, Some(size)) => Rule::ALL.map(|rule| Key::prefix(rule, size).to_vec()).to_vec(),
        }
    }
}

impl Key {
    /// The key of a position. The order of its moves makes no difference.
    pub fn of(board: &Board) -> Key {
        Layout::of(board).placed().key
    }

    /// A key from bytes, as a file has them. Whether they are one, [`Key::layout`] finds out.
    pub fn from_bytes(bytes: &[u8]) -> Key {
        Key(bytes.to_vec())
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes that keys of a rule and size begin with.
    pub fn prefix(rule: Rule, size: Size) -> [u8; 2] {
        [rule.code(), size.get()]
    }

    /// Stones on the board; 0 if this is no key.
    pub fn stones(&self) -> usize {
        Reader(self.0.get(2..).unwrap_or_default()).number().unwrap_or(0)
    }

    /// The position; `None` if the bytes are no key.
    pub fn layout(&self) -> Option<Layout> {
        let (&[rule, size], rest) = self.0.split_first_chunk()?;
        let (rule, size) = (Rule::from_code(rule)?, Size::new(size)?);
        let mut reader = Reader(rest);
        let (stones, blacks) = (reader.number()?, reader.number()?);
        let side = if blacks % 2 == 0 { Color::Black } else { Color::White };
        let black = reader.points(Some(blacks / 2), size)?;
        let white = reader.points(Some(stones.checked_sub(black.len())?), size)?;
        let dead = reader.points(None, size)?;
        let layout = Layout { rule, size, side, groups: [black, white, dead] };
        let mut points: Vec<Coord> = layout.groups.concat();
        points.sort_unstable();
        points.is_sorted_by(|a, b| a < b).then_some(layout)
    }
}

impl Layout {
    /// The stones of a board.
    pub fn of(board: &Board) -> Layout {
        let (rule, size, side) = (board.rule(), board.size(), board.side_to_move());
        let mut groups: [Vec<Coord>; 3] = Default::default();
        for stone in board.history() {
            groups[stone.color.index()].push(stone.coord);
        }
        let has_dead = board.ply() + board.empty_cells().iter().count() < size.area();
        let is_dead = |c: &Coord| has_dead && board.stone(*c) == Stone::Wall;
        groups[2] = size.coords().filter(is_dead).collect();
        Layout { rule, size, side, groups }
    }

    /// The position as a board, its stones in no particular order.
    pub fn board(&self) -> Board {
        let [black, white, dead] = &self.groups;
        let mut board = Board::with_dead(self.rule, self.size, dead);
        black.iter().for_each(|&c| board.place(c, Color::Black));
        white.iter().for_each(|&c| board.place(c, Color::White));
        board.set_side_to_move(self.side);
        board
    }

    /// The position after the next move.
    pub fn after(&self, c: Coord) -> Layout {
        let mut next = self.clone();
        next.groups[self.side.index()].push(c);
        next.side = !self.side;
        next
    }

    /// The positions before the last move, whichever of the stones that was, and the move, which may
    /// be forbidden there.
    pub fn before(&self) -> impl Iterator<Item = (Layout, Coord)> + '_ {
        let moved = (!self.side).index();
        (0..self.groups[moved].len()).map(move |i| {
            let mut last = self.clone();
            let c = last.groups[moved].swap_remove(i);
            last.side = !self.side;
            (last, c)
        })
    }

    /// What the keys of positions with one more stone begin with.
    pub fn prefix_after(&self) -> Vec<u8> {
        let mut bytes = Key::prefix(self.rule, self.size).to_vec();
        push_number(&mut bytes, self.groups[0].len() + self.groups[1].len() + 1);
        bytes
    }

    /// The points without a stone.
    pub fn free(&self) -> Vec<Coord> {
        let taken = self.groups.concat();
        self.size.coords().filter(|c| !taken.contains(c)).collect()
    }

    /// The points that the side to move may play on.
    pub fn moves(&self) -> Vec<Coord> {
        let mut moves = self.free();
        if self.rule.restricts(self.side) {
            let board = self.board();
            moves.retain(|&c| !board.is_forbidden(c));
        }
        moves
    }

    /// Whether the side to move may play on a point without a stone.
    pub fn allows(&self, c: Coord) -> bool {
        !(self.rule.restricts(self.side) && self.board().is_forbidden(c))
    }

    /// Its key, and how it lies to it.
    pub fn placed(&self) -> Placed {
        let size = self.size;
        let mut best: Option<[Vec<u16>; 3]> = None;
        let mut ways = Vec::with_capacity(1);
        for way in 0..WAYS {
            let seen = self.groups.each_ref().map(|group| {
                let mut numbers: Vec<u16> =
                    group.iter().map(|&c| number_of(turned(c, way, size), size)).collect();
                numbers.sort_unstable();
                numbers
            });
            match best.as_ref().map(|best| seen.cmp(best)) {
                Some(Ordering::Greater) => {}
                Some(Ordering::Equal) => ways.push(way),
                Some(Ordering::Less) | None => {
                    best = Some(seen);
                    ways = vec![way];
                }
            }
        }
        Placed { key: self.encode(&best.unwrap_or_default()), ways, size }
    }

    fn encode(&self, groups: &[Vec<u16>; 3]) -> Key {
        let [black, white, dead] = groups;
        let mut bytes = Vec::with_capacity(6 + black.len() + white.len() + dead.len());
        bytes.extend(Key::prefix(self.rule, self.size));
        push_number(&mut bytes, black.len() + white.len());
        push_number(&mut bytes, 2 * black.len() + self.side.index());
        for group in groups {
            let mut next = 0;
            for &number in group {
                push_number(&mut bytes, usize::from(number - next));
                next = number + 1;
            }
        }
        Key(bytes)
    }
}

impl Placed {
    /// The number of a point as the key sees it: the same for points that a symmetry of the
    /// position makes equal.
    pub fn point(&self, c: Coord) -> u16 {
        let seen = self.ways.iter().map(|&way| number_of(turned(c, way, self.size), self.size));
        seen.min().unwrap_or_default()
    }
}

/// Row by row.
fn number_of(c: Coord, size: Size) -> u16 {
    u16::from(c.y()) * u16::from(size.get()) + u16::from(c.x())
}

/// The point with this number, of [`Placed::point`]; `None` off the board.
pub fn point_of(number: usize, size: Size) -> Option<Coord> {
    let side = usize::from(size.get());
    let (x, y) = (u8::try_from(number % side).ok()?, u8::try_from(number / side).ok()?);
    Coord::new(x, y).filter(|&c| size.contains(c))
}

/// One byte up to 127, else two; in the order of the numbers.
fn push_number(bytes: &mut Vec<u8>, number: usize) {
    if number >= 128 {
        bytes.push(0x80 | (number >> 8) as u8);
    }
    bytes.push(number as u8);
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Option<usize> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        if first < 128 {
            return Some(usize::from(first));
        }
        let (&second, rest) = rest.split_first()?;
        self.0 = rest;
        Some(usize::from(first & 0x7f) << 8 | usize::from(second))
    }

    /// So many points, or all up to the end; `None` if one is off the board.
    fn points(&mut self, count: Option<usize>, size: Size) -> Option<Vec<Coord>> {
        let (mut points, mut next) = (Vec::new(), 0);
        while count.map_or(!self.0.is_empty(), |count| points.len() < count) {
            let number = next + self.number()?;
            points.push(point_of(number, size)?);
            next = number + 1;
        }
        Some(points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dolmen::types::Random;
    use std::collections::HashMap;

    fn random_board(rule: Rule, size: Size, stones: usize, random: &mut Random) -> Board {
        let dead: Vec<Coord> = match random.between(0, 3) {
            0 => size.coords().filter(|_| random.between(0, 59) == 0).collect(),
            _ => Vec::new(),
        };
        let mut board = Board::with_dead(rule, size, &dead);
        for _ in 0..stones {
            let free: Vec<Coord> = board.empty_cells().iter().collect();
            if !free.is_empty() {
                board.play(free[random.between(0, free.len() - 1)]);
            }
        }
        if random.between(0, 7) == 0 {
            board.set_side_to_move(!board.side_to_move());
        }
        board
    }

    fn turned_board(board: &Board, way: usize) -> Board {
        let size = board.size();
        let dead: Vec<Coord> = size
            .coords()
            .filter(|&c| board.stone(c) == Stone::Wall)
            .map(|c| turned(c, way, size))
            .collect();
        let mut other = Board::with_dead(board.rule(), size, &dead);
        // Backwards: the order of moves makes no difference.
        for stone in board.history().rev() {
            other.place(turned(stone.coord, way, size), stone.color);
        }
        other.set_side_to_move(board.side_to_move());
        other
    }

    /// The slow twin: the least of eight drawings of the whole board.
    fn drawing(board: &Board) -> String {
        let size = board.size();
        let draw = |way| {
            let view = turned_board(board, way);
            let letter = |c| match view.stone(c) {
                Stone::Empty => '.',
                Stone::Black => 'x',
                Stone::White => 'o',
                Stone::Wall => '#',
            };
            size.coords().map(letter).collect::<String>()
        };
        let least = (0..WAYS).map(draw).min().unwrap_or_default();
        format!("{:?} {} {:?} {least}", board.rule(), size.get(), board.side_to_move())
    }

    #[test]
    fn keys_are_equal_where_drawings_are() {
        let mut random = Random::new(27);
        let (mut by_key, mut by_drawing) = (HashMap::new(), HashMap::new());
        for rule in Rule::ALL {
            for size in [15, 20, 5, 22].map(|n| Size::new(n).expect("a size")) {
                for round in 0..12 {
                    let stones = if round < 4 { round } else { random.between(0, 59) };
                    let board = random_board(rule, size, stones, &mut random);
                    let (key, drawing) = (Key::of(&board), drawing(&board));
                    for way in 0..WAYS {
                        assert_eq!(Key::of(&turned_board(&board, way)), key);
                    }
                    let back = key.layout().expect("a key").board();
                    assert_eq!(
                        (Key::of(&back), self::drawing(&back)),
                        (key.clone(), drawing.clone())
                    );
                    assert_eq!(key.stones(), board.ply());
                    assert!(key.bytes().starts_with(&Key::prefix(rule, size)));
                    assert_eq!(by_key.entry(key.clone()).or_insert(drawing.clone()), &drawing);
                    assert_eq!(by_drawing.entry(drawing).or_insert(key.clone()), &key);
                }
            }
        }
    }

    #[test]
    fn a_point_has_one_number_in_every_view_of_its_position() {
        let mut random = Random::new(5);
        let size = Size::new(15).expect("a size");
        for stones in 0..24 {
            let board = random_board(Rule::Renju, size, stones, &mut random);
            let placed = Layout::of(&board).placed();
            for way in 0..WAYS {
                let other = Layout::of(&turned_board(&board, way)).placed();
                for c in board.empty_cells().iter() {
                    assert_eq!(placed.point(c), other.point(turned(c, way, size)));
                }
            }
        }
        // On the empty board all corners are one.
        let empty = Layout::of(&Board::new(Rule::Renju, size)).placed();
        let corner = Coord::new(14, 14).expect("a point");
        assert_eq!(empty.point(corner), 0);
    }

    #[test]
    fn positions_lead_forwards_and_back() {
        let mut random = Random::new(9);
        let board = random_board(Rule::Standard, Size::new(15).expect("a size"), 12, &mut random);
        let layout = Layout::of(&board);
        for c in layout.free() {
            let mut next = board.clone();
            next.play(c);
            let after = layout.after(c);
            assert_eq!(after.placed().key, Key::of(&next));
            let found = after.before().filter(|(_, last)| *last == c).map(|(l, _)| l.placed().key);
            assert_eq!(found.collect::<Vec<_>>(), [layout.placed().key]);
        }
    }

    #[test]
    fn bytes_that_are_no_key_give_no_position() {
        for bytes in [
            &[][..],
            &[0],
            &[3, 15, 0, 0],
            &[0, 4, 0, 0],
            &[0, 15, 1, 2],
            &[0, 15, 1, 4, 0],
            &[0, 15, 2, 2, 7, 7],
            &[0, 15, 1, 2, 0x80 | 1, 0],
        ] {
            assert!(Key::from_bytes(bytes).layout().is_none(), "{bytes:?}");
        }
        assert!(Key::from_bytes(&[0, 15, 2, 2, 7, 8]).layout().is_some());
    }
}
