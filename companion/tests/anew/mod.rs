//! Everything that a board keeps up to date, and the same made anew from its stones: by a new
//! board, and by the specification that the tables are built from.

use std::sync::Arc;

use companion::learn::model::Model;
use dolmen::board::line::{Cell, Classifier};
use dolmen::board::{Board, Outcome, Pattern, Stone, Threat};
use dolmen::eval::{CHANNELS, Net, NetFile, Position};
use dolmen::types::{Color, Coord, Direction, Random, Rule};

/// An empty cell: patterns of both sides in four lines, threats, combinations.
type CellView = (Coord, [Pattern; 8], [Threat; 2], [usize; 2]);

/// Everything a board tells of a position.
#[derive(PartialEq, Debug)]
pub struct Snapshot {
    hash: u64,
    side: Color,
    ply: usize,
    outcome: Outcome,
    cells: Vec<CellView>,
    counts: Vec<usize>,
    fours: [Vec<Coord>; 2],
    candidates: Vec<Coord>,
    score: i32,
    move_values: Vec<i32>,
}

pub fn snapshot(position: &mut Position) -> Snapshot {
    let score = position.evaluate().value();
    let near = position.board().candidates();
    let candidates: Vec<Coord> = near.iter().collect();
    let move_values = candidates.iter().copied().map(position.move_values(&near)).collect();
    let board = position.board();
    let cell = |c: Coord| {
        let patterns =
            std::array::from_fn(|i| board.pattern(c, Color::ALL[i / 4], Direction::ALL[i % 4]));
        let both = |f: &dyn Fn(Color) -> usize| Color::ALL.map(f);
        (
            c,
            patterns,
            Color::ALL.map(|color| board.threat(c, color)),
            both(&|color| board.code(c, color)),
        )
    };
    let counts = Color::ALL.into_iter().flat_map(|color| {
        Threat::ALL.into_iter().map(move |threat| board.threat_count(color, threat))
    });
    Snapshot {
        hash: board.hash(),
        side: board.side_to_move(),
        ply: board.ply(),
        outcome: board.outcome(),
        cells: board.empty_cells().iter().map(cell).collect(),
        counts: counts.collect(),
        fours: Color::ALL.map(|color| board.fours(color).iter().collect()),
        candidates,
        score,
        move_values,
    }
}

/// Some net, for every rule.
pub fn net(rule: Rule) -> Arc<Net> {
    let mut model = Model::new(rule, 1);
    let mut random = Random::new(2);
    // So that every row means something, and features and hidden units come to their limits.
    for p in &mut model.parameters[CHANNELS..] {
        *p = *p * 3.0 + random.between(0, 1000) as f32 / 2000.0 - 0.25;
    }
    Arc::new(Net::new(&NetFile::new(rule, &model.parameters)))
}

/// A board made anew from the history of another.
pub fn replayed(board: &Board) -> Board {
    let mut copy = Board::new(board.rule(), board.size());
    for stone in board.history() {
        copy.place(stone.coord, stone.color);
    }
    copy.set_side_to_move(board.side_to_move());
    copy
}

/// Patterns, threats and counts of every cell from the stones alone, by the specification that
/// the tables are built from.
pub fn check_against_specification(board: &Board, classifiers: &mut [Classifier; 2]) {
    let mut counts = [[0; Threat::COUNT]; 2];
    for c in board.empty_cells().iter() {
        for color in Color::ALL {
            let lines = Direction::ALL.map(|direction| {
                let (cells, at) = line_through(board, c, direction, color);
                let pattern = classifiers[color.index()].pattern(&cells, at);
                assert_eq!(board.pattern(c, color, direction), pattern, "{c:?} {direction:?}");
                pattern
            });
            let threat = Threat::combine(lines, board.rule().restricts(color));
            assert_eq!(board.threat(c, color), threat, "{c:?}");
            assert_eq!(board.fours(color).contains(c), threat.is_four(), "{c:?}");
            counts[color.index()][threat as usize] += 1;
        }
    }
    for color in Color::ALL {
        for threat in Threat::ALL {
            let count = counts[color.index()][threat as usize];
            assert_eq!(board.threat_count(color, threat), count, "{threat:?}");
        }
    }
}

/// The whole line through a cell, as one side sees it, and where in it the cell is.
fn line_through(board: &Board, c: Coord, direction: Direction, color: Color) -> (Vec<Cell>, usize) {
    let mut first = c;
    let mut at = 0;
    while board.stone(first.step(direction, -1)) != Stone::Wall {
        first = first.step(direction, -1);
        at += 1;
    }
    let mut cells = Vec::new();
    let mut next = first;
    while board.stone(next) != Stone::Wall {
        cells.push(match board.stone(next).color() {
            None => Cell::Empty,
            Some(owner) if owner == color => Cell::Own,
            Some(_) => Cell::Other,
        });
        next = next.step(direction, 1);
    }
    (cells, at)
}
