mod update;

use super::cell_set::CellSet;
use super::forbidden;
use super::outcome::{Fouls, IllegalMove, Move, Outcome, Stone};
use super::pattern::{Pattern, Threat};
use super::pattern_table::{Packed, PatternTable};
use super::zobrist;
use crate::types::{Color, Coord, Direction, Rule, Size};

/// A position with its history, and what every empty cell would be worth to either side, kept up
/// to date by each move.
///
/// A stone changes the line keys of at most `8 * radius` cells; only where that changes a
/// pattern is anything else touched, and each such cell is logged, so that undo restores instead
/// of computing.
///
/// ```
/// use dolmen::board::{Board, IllegalMove, Outcome};
/// use dolmen::types::parse_stones;
/// use dolmen::types::{Color, Coord, Rule, Size};
///
/// let size = Size::new(15).unwrap();
/// let mut board = Board::new(Rule::Freestyle, size);
/// for c in parse_stones("h8h9i8i9j8j9k8k9").unwrap() {
///     board.try_play(c).unwrap();
/// }
/// let five = Coord::new(11, 7).unwrap(); // l8
/// assert_eq!(board.side_to_move(), Color::Black);
/// board.play(five);
/// assert_eq!(board.outcome(), Outcome::Win(Color::Black));
/// assert_eq!(board.try_play(five), Err(IllegalMove::Occupied));
/// board.undo();
/// assert_eq!(board.outcome(), Outcome::Open);
/// ```
#[derive(Clone)]
pub struct Board {
    rule: Rule,
    size: Size,
    table: &'static PatternTable,
    cells: Box<[CellState; Coord::CELLS]>,
    side: Color,
    hash: u64,
    /// Empty cells of the board.
    free: CellSet,
    /// Empty cells where a side would make a four or better.
    fours: [CellSet; 2],
    now: Summary,
    plies: Vec<Ply>,
    changes: Vec<Change>,
    /// Cells that entered or left `fours`, as `side * CELLS + index`.
    toggles: Vec<u16>,
}

/// What is known of one cell.
#[derive(Clone, Copy)]
struct CellState {
    /// Line keys, see [`PatternTable`]. Kept for occupied cells as well.
    keys: [u32; 4],
    /// Patterns of both sides, of the moment when the cell was last empty.
    packed: PackedPair,
    threats: [Threat; 2],
    stone: Stone,
}

/// What a ply changes as a whole, restored by copying.
#[derive(Clone, Copy)]
struct Summary {
    /// Empty cells by threat, per side.
    counts: [[u16; Threat::COUNT]; 2],
    /// Cells within reach of a stone, occupied ones and wall included.
    near: CellSet,
}

/// One stone with all that is needed to take it back.
#[derive(Clone, Copy)]
struct Ply {
    coord: Coord,
    color: Color,
    /// Who was to move before.
    side: Color,
    first_change: u32,
    first_toggle: u32,
    before: Summary,
}

/// A cell whose patterns the last stone changed, with the patterns from before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    index: u16,
    packed: PackedPair,
    threats: [Threat; 2],
}

impl Change {
    const NONE: Change = Change { index: 0, packed: 0, threats: [Threat::None; 2] };

    /// The cell.
    pub const fn coord(&self) -> Coord {
        Coord::from_index(self.index as usize)
    }
}

/// Packed patterns of black in the low half, of white in the high half.
type PackedPair = u32;

const fn half(pair: PackedPair, color: Color) -> Packed {
    (pair >> (16 * color.index())) as Packed
}

/// Writes the patterns of `both` (see [`PatternTable::both`]) into one direction.
const fn with_direction(pair: PackedPair, direction: Direction, both: u8) -> PackedPair {
    let (black, white) = (both as PackedPair & 15, both as PackedPair >> 4);
    let shift = 4 * direction.index();
    pair & !(0x000F_000F << shift) | (black | white << 16) << shift
}

impl Board {
    /// An empty board, black to move.
    pub fn new(rule: Rule, size: Size) -> Board {
        Board::with_dead(rule, size, &[])
    }

    /// An empty board on which these points are blocked for both sides, like the edge.
    pub fn with_dead(rule: Rule, size: Size, dead: &[Coord]) -> Board {
        let empty =
            CellState { keys: [0; 4], packed: 0, threats: [Threat::None; 2], stone: Stone::Wall };
        let mut board = Board {
            rule,
            size,
            table: PatternTable::get(rule),
            cells: Box::new([empty; Coord::CELLS]),
            side: Color::Black,
            hash: zobrist::empty_board(rule, size, dead),
            free: CellSet::EMPTY,
            fours: [CellSet::EMPTY; 2],
            now: Summary { counts: [[0; Threat::COUNT]; 2], near: CellSet::EMPTY },
            plies: Vec::with_capacity(size.area()),
            changes: Vec::with_capacity(size.area() * 32),
            toggles: Vec::with_capacity(size.area() * 4),
        };
        for c in size.coords().filter(|c| !dead.contains(c)) {
            board.cells[c.index()].stone = Stone::Empty;
            board.free.insert(c);
        }
        for c in size.coords().filter(|c| !dead.contains(c)) {
            board.init_cell(c);
        }
        board
    }

    /// The board after these moves, black first.
    ///
    /// # Panics
    /// If two of them are on the same point, or one is off the board.
    pub fn with_moves(rule: Rule, size: Size, moves: &[Coord]) -> Board {
        let mut board = Board::new(rule, size);
        moves.iter().for_each(|&c| board.play(c));
        board
    }

    fn init_cell(&mut self, c: Coord) {
        for direction in Direction::ALL {
            let room = |sign: i16| {
                (1..=self.table.radius() as i16)
                    .take_while(|k| {
                        let index = c.index() as i16 + sign * k * direction.step();
                        self.cells[index as usize].stone != Stone::Wall
                    })
                    .count()
            };
            let key = self.table.empty_key(room(-1), room(1));
            let both = self.table.both(key);
            let cell = &mut self.cells[c.index()];
            cell.keys[direction.index()] = key;
            cell.packed = with_direction(cell.packed, direction, both);
        }
        for color in Color::ALL {
            let cell = &mut self.cells[c.index()];
            let threat = self.table.threat(half(cell.packed, color), color);
            cell.threats[color.index()] = threat;
            self.now.counts[color.index()][threat as usize] += 1;
        }
    }

    /// The rule of the game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Who places the next stone.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Lets the other side move next, for positions whose stones do not alternate.
    pub fn set_side_to_move(&mut self, side: Color) {
        self.side = side;
    }

    /// What lies on a cell; [`Stone::Wall`] off the board.
    pub fn stone(&self, c: Coord) -> Stone {
        self.cells[c.index()].stone
    }

    /// Whether a stone can be placed here.
    pub fn is_empty(&self, c: Coord) -> bool {
        self.stone(c) == Stone::Empty
    }

    /// The empty cells.
    pub fn empty_cells(&self) -> &CellSet {
        &self.free
    }

    /// Stones placed so far; dead ones do not count.
    pub fn ply(&self) -> usize {
        self.plies.len()
    }

    /// Moves until the rule ends the game in a draw, if the board has room for them.
    pub fn moves_left(&self) -> usize {
        self.rule.draw_after(self.size).saturating_sub(self.ply())
    }

    /// The stone placed as the `number`-th, from 0.
    ///
    /// # Panics
    /// If there are not that many.
    pub fn move_at(&self, number: usize) -> Move {
        let Ply { coord, color, .. } = self.plies[number];
        Move { coord, color }
    }

    /// The stones in the order in which they were placed.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.plies.iter().map(|ply| Move { coord: ply.coord, color: ply.color })
    }

    /// The last stone but `back`.
    pub fn last_move(&self, back: usize) -> Option<Move> {
        self.history().rev().nth(back)
    }

    /// Zobrist hash of stones, colours and side to move.
    pub fn hash(&self) -> u64 {
        match self.side {
            Color::Black => self.hash,
            Color::White => self.hash ^ zobrist::WHITE_TO_MOVE,
        }
    }

    /// What [`Board::hash`] will be after a stone of the side to move on an empty point.
    pub fn hash_after(&self, c: Coord) -> u64 {
        self.hash() ^ zobrist::stone(c, self.side) ^ zobrist::WHITE_TO_MOVE
    }

    /// Places a stone of the side to move and passes the turn. A forbidden point is not refused:
    /// ask [`Board::is_forbidden`].
    ///
    /// # Errors
    /// If the point is off the board or not empty; nothing changes then.
    pub fn try_play(&mut self, c: Coord) -> Result<(), IllegalMove> {
        if !self.size.contains(c) {
            return Err(IllegalMove::OffBoard);
        }
        if !self.is_empty(c) {
            return Err(IllegalMove::Occupied);
        }
        self.play(c);
        Ok(())
    }

    /// Places a stone of the side to move on an empty point and passes the turn.
    ///
    /// # Panics
    /// If the point is not empty.
    pub fn play(&mut self, c: Coord) {
        self.place(c, self.side);
    }

    /// Empty cells whose patterns the last stone changed, with the patterns from before. The
    /// cell of the stone itself is not among them.
    pub fn changes(&self) -> &[Change] {
        let first = self.plies.last().map_or(0, |ply| ply.first_change as usize);
        &self.changes[first..]
    }

    /// What a stone of this side would make of one line, here on an empty point. On an occupied
    /// point: what one in its place would.
    pub fn pattern(&self, c: Coord, color: Color, direction: Direction) -> Pattern {
        self.table.pattern(self.cells[c.index()].keys[direction.index()], color)
    }

    /// What [`Board::pattern`] would be with one more stone, `steps` cells along the line (to the
    /// other side if negative). Nothing may lie there yet.
    pub fn pattern_with(
        &self,
        c: Coord,
        color: Color,
        direction: Direction,
        (steps, stone): (i16, Color),
    ) -> Pattern {
        let distance = usize::from(steps.unsigned_abs());
        let weights = match steps > 0 {
            true => self.table.right_weights(stone),
            false => self.table.left_weights(stone),
        };
        let is_seen = (1..=self.table.radius()).contains(&distance);
        let weight = if is_seen { weights[distance - 1] } else { 0 };
        self.table.pattern(self.key(c, direction) + weight, color)
    }

    /// [`Board::pattern`] by [`Coord::index`], and whether the point is empty; `None` for a cell of
    /// the wall.
    pub fn line_at(&self, index: usize, direction: Direction) -> Option<(usize, bool)> {
        let cell = &self.cells[index % Coord::CELLS];
        let key = cell.keys[direction.index()] as usize;
        (cell.stone != Stone::Wall).then_some((key, cell.stone == Stone::Empty))
    }

    /// Number of what lies around a point in one direction, see [`PatternTable`].
    pub fn line_key(&self, c: Coord, direction: Direction) -> usize {
        self.key(c, direction) as usize
    }

    /// The combination of the four patterns at an empty point, below
    /// [`PatternTable::COMBINATIONS`].
    pub fn code(&self, c: Coord, color: Color) -> usize {
        self.table.code(half(self.cells[c.index()].packed, color))
    }

    /// The patterns of both sides at an empty point as one number: where it stays the same, so do
    /// the combinations.
    pub fn patterns(&self, c: Coord) -> u32 {
        self.cells[c.index()].packed
    }

    /// The combination at a changed cell as it was before the last stone.
    pub fn code_before(&self, change: &Change, color: Color) -> usize {
        self.table.code(half(change.packed, color))
    }

    /// What a stone of this side would threaten on an empty point.
    pub fn threat(&self, c: Coord, color: Color) -> Threat {
        self.cells[c.index()].threats[color.index()]
    }

    /// Number of empty points where a stone of this side would make exactly this threat.
    pub fn threat_count(&self, color: Color, threat: Threat) -> usize {
        usize::from(self.now.counts[color.index()][threat as usize])
    }

    /// Empty points where a stone of this side would make a four or better. Under renju, without
    /// those of [`Threat::Forbidden`].
    pub fn fours(&self, color: Color) -> &CellSet {
        &self.fours[color.index()]
    }

    /// Empty points near the stones: those worth a look. Empty while no stone lies.
    pub fn candidates(&self) -> CellSet {
        self.now.near.and(&self.free)
    }

    pub(super) fn table(&self) -> &'static PatternTable {
        self.table
    }

    pub(super) fn key(&self, c: Coord, direction: Direction) -> u32 {
        self.cells[c.index()].keys[direction.index()]
    }

    /// The fouls that black would commit on an empty point; on a point of black, those it
    /// commits there now. [`Fouls::NONE`] under every rule but renju.
    ///
    /// Exact: a three counts only if black can really make a straight four of it.
    ///
    /// ```
    /// use dolmen::board::Board;
    /// use dolmen::types::parse_stones;
    /// use dolmen::types::{Coord, Rule, Size};
    ///
    /// let stones = parse_stones("h6a1h7a3f8a5g8a7").unwrap();
    /// let h8 = Coord::new(7, 7).unwrap();
    /// let size = Size::new(15).unwrap();
    /// let renju = Board::with_moves(Rule::Renju, size, &stones);
    /// assert!(renju.fouls(h8).double_three && renju.is_forbidden(h8));
    /// assert!(!Board::with_moves(Rule::Standard, size, &stones).is_forbidden(h8));
    /// ```
    pub fn fouls(&self, c: Coord) -> Fouls {
        if self.rule.restricts(Color::Black) { forbidden::fouls(self, c) } else { Fouls::NONE }
    }

    /// Whether the side to move may not play on this empty point.
    pub fn is_forbidden(&self, c: Coord) -> bool {
        self.rule.restricts(self.side)
            && self.threat(c, self.side) == Threat::Forbidden
            && self.fouls(c).any()
    }

    /// How the game stands after the last stone.
    pub fn outcome(&self) -> Outcome {
        if let Some(last) = self.last_move(0) {
            if self.five_through(last).is_some() {
                return Outcome::Win(last.color);
            }
            if last.color == Color::Black {
                let fouls = self.fouls(last.coord);
                if fouls.any() {
                    return Outcome::Foul(fouls);
                }
            }
        }
        let is_full = self.free.is_empty() || self.moves_left() == 0;
        if is_full { Outcome::Draw } else { Outcome::Open }
    }

    /// The stones of a line that wins, in order: that of the last move, or else one that lies there
    /// since an earlier move. None if there is none.
    pub fn winning_line(&self) -> Vec<Coord> {
        let line = |stone: Move| Some(self.run(stone.coord, self.five_through(stone)?));
        self.history().rev().find_map(line).unwrap_or_default()
    }

    fn five_through(&self, Move { coord, color }: Move) -> Option<Direction> {
        let is_five = |&d: &Direction| self.pattern(coord, color, d) == Pattern::Five;
        Direction::ALL.into_iter().find(is_five)
    }

    /// The unbroken run of stones of one colour through a stone, in the order of the direction.
    /// From an empty point, all empty points next to it; from a cell off the board nothing.
    pub fn run(&self, c: Coord, direction: Direction) -> Vec<Coord> {
        if self.stone(c) == Stone::Wall {
            return Vec::new();
        }
        let side = |sign: i16| {
            std::iter::successors(Some(c), move |p| Some(p.step(direction, sign)))
                .skip(1)
                .take_while(|p| self.stone(*p) == self.stone(c))
        };
        let before: Vec<Coord> = side(-1).collect();
        before.into_iter().rev().chain([c]).chain(side(1)).collect()
    }
}
