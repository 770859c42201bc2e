//! What the engine does in an opening: it proposes, changes colours, and offers and picks fifth
//! moves by the values of searches.

use dolmen::board::{Board, WAYS, turned};
use dolmen::engine::{Engine, MOST_FIFTHS, Soosorv, SoosorvStep, Swap2};
use dolmen::search::{Control, Limits, Silent};
use dolmen::types::{Color, Coord, Random, Score};

use super::course::Act;
use super::names::RenjuOpening;
use super::rules::{Ask, Choice, Opening, OpeningRule, Zone};

/// Positions that are searched for one value, of which a decision may need several.
pub const NODES: u64 = 100_000;
/// Fourth moves that white compares by what black's fifth moves are worth after them.
const FOURTHS: usize = 3;
/// Fifth moves of Taraguchi-10.
const TEN: usize = 10;
/// Openings in which black's second-best fifth move after white's best fourth one is worth no more
/// than 40 to either side: 150,000 nodes a search, of all 26.
const EVEN_WITH_TWO: [&str; 5] = ["D3", "D9", "D11", "I1", "I5"];
/// Openings in which one of black's ten best fifth moves is worth no more than 10 to either side.
const EVEN_WITH_SOME: [&str; 6] = ["D10", "D11", "D12", "I1", "I5", "I10"];

/// What to do now, by searches of so many positions; nothing only if there is no room.
pub fn decide(
    engine: &mut Engine,
    (board, opening): (&Board, Opening),
    seed: u64,
    nodes: u64,
    control: &Control,
) -> Vec<Act> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut opener = Opener { engine, board, opening, seed, limits, control };
    match opening.ask() {
        Ask::Stone(zone) => opener.stones(zone),
        Ask::Colour | Ask::ColourOrTwo | Ask::ColourOrTen => opener.choose(),
        Ask::Number(most) => vec![Act::Choose(Choice::Number(opener.number(most)))],
        Ask::Offer => {
            let left = opening.fifths().saturating_sub(opening.offered().count());
            let fifths = opener.fifths(board, opening.fifths());
            let new = fifths.into_iter().map(|(c, _)| c);
            let new = new.filter(|&c| opening.after_stone(board, c).is_ok());
            new.take(left).map(Act::Stone).collect()
        }
        Ask::Pick => {
            let offered: Vec<Coord> = opening.offered().collect();
            let Opener { engine, limits, .. } = opener;
            let pick = engine.choose_fifth(board, &offered, &limits, control);
            pick.or(offered.first().copied()).map(Act::Stone).into_iter().collect()
        }
        Ask::Over => Vec::new(),
    }
}

struct Opener<'a> {
    engine: &'a mut Engine,
    board: &'a Board,
    opening: Opening,
    seed: u64,
    limits: Limits,
    control: &'a Control,
}

impl Opener<'_> {
    fn fifths(&mut self, board: &Board, count: usize) -> Vec<(Coord, Score)> {
        self.engine.fifths(board, count, &self.limits, self.control)
    }

    /// What the position is worth to the side to move, and its best move within a zone.
    fn best(&mut self, board: &Board, zone: Zone) -> Option<(Coord, Score)> {
        let limits = self.within(board, zone);
        let report = self.engine.think(board, &limits, self.control, &mut Silent)?;
        Some((report.best, report.score)).filter(|(c, _)| zone.contains(*c, board.size()))
    }

    fn within(&self, board: &Board, zone: Zone) -> Limits {
        let size = board.size();
        let outside = board.empty_cells().iter().filter(|&c| !zone.contains(c, size));
        Limits { excluded: outside.collect(), ..self.limits.clone() }
    }

    fn random(&self) -> Random {
        Random::new(Random::mix(self.seed) ^ self.board.hash())
    }

    /// A point of a zone by chance.
    fn any(&self, zone: Zone) -> Option<Coord> {
        let (free, size) = (self.board.empty_cells(), self.board.size());
        let points: Vec<Coord> = free.iter().filter(|&c| zone.contains(c, size)).collect();
        let last = points.len().checked_sub(1)?;
        points.get(self.random().between(0, last)).copied()
    }

    fn stones(&mut self, zone: Zone) -> Vec<Act> {
        use OpeningRule::{Middle, Rif, Soosyrv8, Swap, Swap2 as TwoMore, Taraguchi10, Yamaguchi};
        let board = self.board;
        let stone = match (self.opening.rule, board.ply()) {
            (Swap | TwoMore, 0) => {
                let open = self.engine.swap2(board, self.seed, &self.limits, self.control);
                let Some(Swap2::Open(stones)) = open else { return Vec::new() };
                return stones.map(Act::Stone).to_vec();
            }
            (Rif | Yamaguchi | Soosyrv8, 0) => {
                let stones = self.proposed();
                if !stones.is_empty() {
                    return stones.into_iter().map(Act::Stone).collect();
                }
                None
            }
            (Middle, _) => None,
            (Rif | Yamaguchi, 3) => self.fourth(self.opening.fifths()).map(|(c, _)| c),
            (Soosyrv8, 3) => {
                let step = SoosorvStep::Fourth;
                match self.engine.soosorv(board, step, &self.limits, self.control) {
                    Some(Soosorv::Fourth(c, _)) => Some(c),
                    _ => None,
                }
            }
            // The other one may change colours after it: it is to keep the game even.
            (Taraguchi10, 1..) => {
                let limits = self.within(board, zone);
                let even = self.engine.balance(board, 1, 0, &limits, self.control);
                even.first().copied().filter(|&c| zone.contains(c, board.size()))
            }
            _ => self.best(board, zone).map(|(c, _)| c),
        };
        stone.or_else(|| self.any(zone)).map(Act::Stone).into_iter().collect()
    }

    /// One of the even openings, turned by chance; none on a board without a middle.
    fn proposed(&self) -> Vec<Coord> {
        let (mut random, size) = (self.random(), self.board.size());
        let codes = match self.opening.rule {
            OpeningRule::Rif => &EVEN_WITH_TWO[..],
            _ => &EVEN_WITH_SOME[..],
        };
        let code = codes[random.between(0, codes.len() - 1)];
        let way = random.between(0, WAYS - 1);
        let stones = RenjuOpening::from_code(code).map(|opening| opening.stones(size));
        stones.unwrap_or_default().into_iter().map(|c| turned(c, way, size)).collect()
    }

    /// White's best fourth move if black offers so many fifth moves, and what the one that white
    /// then picks is worth to black.
    fn fourth(&mut self, fifths: usize) -> Option<(Coord, Score)> {
        let candidates = self.fifths(self.board, FOURTHS);
        let values = candidates.into_iter().filter_map(|(c, _)| {
            let mut after = self.board.clone();
            after.try_play(c).ok()?;
            Some((c, self.fifths(&after, fifths).last()?.1))
        });
        values.min_by_key(|(_, score)| *score)
    }

    /// The number of fifth moves after which the game is nearest to even.
    fn number(&mut self, most: usize) -> usize {
        let most = most.min(MOST_FIFTHS);
        let mut board = self.board.clone();
        // Yamaguchi asks before the fourth move.
        if board.ply() == 3
            && let Some((fourth, _)) = self.best(&board, Zone::Any)
        {
            board.play(fourth);
        }
        let values = self.fifths(&board, most);
        let uneven = |n: &usize| values[n - 1].1.value().abs();
        (1..=values.len()).min_by_key(uneven).unwrap_or(1)
    }

    fn choose(&mut self) -> Vec<Act> {
        let board = self.board;
        let side = self.opening.actor().unwrap_or(board.side_to_move());
        let keep_or_swap = |swaps: bool| vec![take(if swaps { !side } else { side })];
        let steps = match (self.opening.rule, board.ply()) {
            (OpeningRule::Swap2, _) => {
                let decision = self.engine.swap2(board, self.seed, &self.limits, self.control);
                return match decision {
                    Some(Swap2::Swap) => vec![take(Color::Black)],
                    Some(Swap2::PutTwo([white, black]))
                        if self.opening.ask() == Ask::ColourOrTwo =>
                    {
                        vec![Act::Choose(Choice::Two), Act::Stone(white), Act::Stone(black)]
                    }
                    _ => vec![take(Color::White)],
                };
            }
            (OpeningRule::Soosyrv8, 3) => Some(SoosorvStep::SwapAfterThree),
            (OpeningRule::Soosyrv8, _) => Some(SoosorvStep::SwapAfterFour(self.opening.fifths())),
            _ => None,
        };
        if let Some(step) = steps {
            let decision = self.engine.soosorv(board, step, &self.limits, self.control);
            return keep_or_swap(decision == Some(Soosorv::Swap(true)));
        }
        match (self.opening.rule, board.ply()) {
            (OpeningRule::Rif | OpeningRule::Yamaguchi, _) => {
                let black = self.fourth(self.opening.fifths()).map(|(_, score)| score);
                keep_or_swap(black.is_some_and(|score| score > Score::DRAW))
            }
            (OpeningRule::Taraguchi10, 4) => {
                // White picks the worst of ten; of a single one it may change colours afterwards.
                let tenth = self.fifths(board, TEN).get(TEN - 1).map(|(_, score)| *score);
                if tenth.is_some_and(|score| score > Score::DRAW) {
                    return vec![Act::Choose(Choice::Ten)];
                }
                let best = self.best(board, Zone::Within(4)).map(|(_, score)| score);
                keep_or_swap(best.is_some_and(|score| score < Score::DRAW))
            }
            _ => {
                let best = self.best(board, Zone::Any).map(|(_, score)| score);
                let own = best.map(|s| if board.side_to_move() == side { s } else { -s });
                keep_or_swap(own.is_some_and(|score| score < Score::DRAW))
            }
        }
    }
}

const fn take(color: Color) -> Act {
    Act::Choose(Choice::Take(color))
}
