//! Proofs of wins: a winning strategy against every reply, which can be checked independently.

use std::cell::Cell;
use std::collections::HashMap;

use super::Engine;
use crate::board::{Board, CellSet, Outcome, Threat};
use crate::search::threats::{self, Situation, line_around};
use crate::search::vcf::{Vcf, VcfTable};
use crate::search::{Control, ForcingLimit, Limits, Silent};
use crate::types::{Color, Coord, Direction};

/// A winning strategy: the first attack, and the next one for every reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Attacks, each after those that follow it. Several answers may lead to the same one.
    attacks: Vec<Attack>,
}

/// One move of the attacker and its continuations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move.
    pub play: Coord,
    /// Plies to the five, this one included, against the longest defence.
    pub plies: usize,
    /// Replies that need a special attack, with its number.
    pub answers: Vec<(Coord, usize)>,
    /// The attack after any other reply; `None` if the move is the five.
    pub otherwise: Option<usize>,
}

/// Limits of the search for a proof.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits {
    /// Positions visited in one search for an attack.
    pub search: u64,
    /// Positions visited by all of them.
    pub total: u64,
}

impl Proof {
    /// All attacks; none comes before one that may follow it.
    pub fn attacks(&self) -> &[Attack] {
        &self.attacks
    }

    /// The number of the first attack.
    pub fn root(&self) -> usize {
        self.attacks.len() - 1
    }

    /// The attack with this number.
    ///
    /// # Panics
    /// If there are not that many.
    pub fn attack(&self, number: usize) -> &Attack {
        &self.attacks[number]
    }

    /// Plies to the five against the longest defence.
    pub fn plies(&self) -> usize {
        self.attack(self.root()).plies
    }

    /// Moves of both sides to the five, from the position that was proven: the defender chooses
    /// the answer that holds out longest.
    ///
    /// # Panics
    /// If a move of the line is impossible on this board, which is then another position.
    pub fn line(&self, board: &Board) -> Vec<Coord> {
        let steps = self.longest(board).into_iter();
        steps
            .flat_map(|(number, answer)| [Some(self.attack(number).play), answer])
            .flatten()
            .collect()
    }

    /// The same line as numbers of attacks, each with the answer to it; the last has none.
    ///
    /// # Panics
    /// As [`Proof::line`].
    pub fn longest(&self, board: &Board) -> Vec<(usize, Option<Coord>)> {
        let mut board = board.clone();
        let mut steps = Vec::new();
        let mut number = self.root();
        loop {
            let attack = self.attack(number);
            board.play(attack.play);
            let next = attack.otherwise.and_then(|otherwise| {
                let plies = |next: usize| self.attack(next).plies;
                let longest = attack.answers.iter().rev().max_by_key(|(_, next)| plies(*next));
                let named = longest.filter(|(_, next)| plies(*next) >= plies(otherwise)).copied();
                named.or_else(|| Some((self.any_answer(&board, attack)?, otherwise)))
            });
            steps.push((number, next.map(|(answer, _)| answer)));
            let Some((answer, next)) = next else { return steps };
            board.play(answer);
            number = next;
        }
    }

    /// Some allowed answer that is not named: not one that the attacker would play next, if there
    /// is another.
    fn any_answer(&self, board: &Board, attack: &Attack) -> Option<Coord> {
        let next = attack.otherwise.map(|next| self.attack(next).play);
        let is_other = |c: &Coord| {
            let is_named = attack.answers.iter().any(|(answer, _)| answer == c);
            !is_named && !board.is_forbidden(*c) && Some(*c) != next
        };
        let near = board.candidates().iter().find(is_other);
        near.or_else(|| board.empty_cells().iter().find(is_other))
    }

    /// The attacks that can still follow, renumbered.
    fn prune(self) -> Proof {
        let mut is_used = vec![false; self.attacks.len()];
        is_used[self.root()] = true;
        for (number, attack) in self.attacks.iter().enumerate().rev() {
            if is_used[number] {
                attack.answers.iter().for_each(|&(_, next)| is_used[next] = true);
                attack.otherwise.iter().for_each(|&next| is_used[next] = true);
            }
        }
        let mut place = Vec::with_capacity(is_used.len());
        let mut count = 0;
        for &used in &is_used {
            place.push(count);
            count += usize::from(used);
        }
        let kept = self.attacks.into_iter().zip(&is_used).filter(|(_, used)| **used);
        let renumber = |(mut attack, _): (Attack, _)| {
            attack.answers.iter_mut().for_each(|(_, next)| *next = place[*next]);
            attack.otherwise = attack.otherwise.map(|next| place[next]);
            attack
        };
        Proof { attacks: kept.map(renumber).collect() }
    }
}

impl Engine {
    /// Searches for a proof that the side to move wins, beginning with `first` if given. `None` if
    /// there is none within the limits.
    ///
    /// The proof holds by the rules alone: play [`Attack::play`]; to an answer among
    /// [`Attack::answers`] reply with the attack named there, to any other with
    /// [`Attack::otherwise`]; the game ends with a five, or with a forbidden move of black.
    ///
    /// ```
    /// use dolmen::board::Board;
    /// use dolmen::engine::{Engine, ProofLimits};
    /// use dolmen::types::parse_stones;
    /// use dolmen::search::Control;
    /// use dolmen::types::{Rule, Size};
    ///
    /// let size = Size::new(15).unwrap();
    /// let three = parse_stones("h8a1i8a3j8a5").unwrap();
    /// let board = Board::with_moves(Rule::Freestyle, size, &three);
    /// let limits = ProofLimits { search: 1_000, total: 10_000 };
    /// let proof = Engine::new(16 << 20, 1).prove(&board, None, &limits, &Control::new()).unwrap();
    /// assert_eq!((proof.plies(), proof.line(&board).len()), (3, 3));
    /// ```
    pub fn prove(
        &mut self,
        board: &Board,
        first: Option<Coord>,
        limits: &ProofLimits,
        control: &Control,
    ) -> Option<Proof> {
        let mut board = board.clone();
        if board.outcome() != Outcome::Open {
            return None;
        }
        let mut prover = Prover {
            engine: self,
            control,
            search: limits.search,
            left: Cell::new(limits.total),
            attacks: Vec::new(),
            known: HashMap::new(),
            fours: VcfTable::default(),
            fives: HashMap::new(),
        };
        let root = match first {
            Some(first) => prover.follow(&mut board, first),
            None => prover.attack(&mut board),
        }?;
        let mut attacks = prover.attacks;
        attacks.truncate(root + 1);
        Some(Proof { attacks }.prune())
    }
}

/// A proof under construction.
struct Prover<'a> {
    engine: &'a mut Engine,
    control: &'a Control,
    search: u64,
    /// Positions that may still be visited.
    left: Cell<u64>,
    attacks: Vec<Attack>,
    /// Positions with the attacker to move that were tried, and the attack that wins there.
    known: HashMap<u64, Option<usize>>,
    /// Positions without a win by fours.
    fours: VcfTable,
    /// Fives, by their last stone.
    fives: HashMap<Coord, usize>,
}

/// Positions of a search for a win by fours, before any other search.
const VCF_NODES: u64 = 3_000;
/// Least number of positions of a search.
const LEAST_COST: u64 = 200;
/// Moves that other searches try in one position.
const ATTEMPTS: usize = 2;
/// Fours in a row that it tries.
const VCF_FOURS: u32 = 24;

impl Prover<'_> {
    /// Finds an attack that wins for the side to move.
    fn attack(&mut self, board: &mut Board) -> Option<usize> {
        let key = board.hash();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let found = self.find(board);
        self.known.insert(key, found);
        found
    }

    fn find(&mut self, board: &mut Board) -> Option<usize> {
        match threats::situation(board) {
            Situation::Won { by, .. } => return self.follow(board, by),
            Situation::Lost => return None,
            Situation::Forced(answers) => {
                return answers.into_iter().find_map(|answer| self.follow(board, answer));
            }
            Situation::Threatened(_) | Situation::Free => {}
        }
        // The fewest fours first: the shortest line.
        for fours in 1..=VCF_FOURS {
            let limit = ForcingLimit { effort: 1, fours, nodes: VCF_NODES.min(self.left.get()) };
            let (win, visited) = Vcf::search(board, limit, &mut self.fours);
            self.spend(visited);
            if let Some((c, _)) = win {
                return self.follow(board, c);
            }
            if visited >= limit.nodes || self.left.get() == 0 {
                break;
            }
        }
        let mut excluded = Vec::new();
        for _ in 0..ATTEMPTS {
            let nodes = self.search.min(self.left.get());
            if nodes == 0 || self.control.is_stopped() {
                return None;
            }
            let limits =
                Limits { nodes: Some(nodes), excluded: excluded.clone(), ..Limits::default() };
            let report = self.engine.think(board, &limits, self.control, &mut Silent)?;
            self.spend(report.nodes.max(LEAST_COST));
            if !report.score.is_win() || excluded.contains(&report.best) {
                return None;
            }
            if let Some(attack) = self.follow(board, report.best) {
                return Some(attack);
            }
            excluded.push(report.best);
        }
        None
    }

    fn spend(&self, positions: u64) {
        self.left.set(self.left.get().saturating_sub(positions));
    }

    /// The attack that begins with this move, if it wins against every answer.
    fn follow(&mut self, board: &mut Board, play: Coord) -> Option<usize> {
        if !board.is_empty(play) {
            return None;
        }
        let attacker = board.side_to_move();
        board.play(play);
        let attack = self.answer(board, attacker, play);
        board.undo();
        let attack = attack?;
        let number = self.attacks.len();
        // The same five ends many lines.
        if attack.otherwise.is_none() {
            if let Some(&number) = self.fives.get(&play) {
                return Some(number);
            }
            self.fives.insert(play, number);
        }
        self.attacks.push(attack);
        Some(number)
    }

    /// The continuations of a move that was just played.
    fn answer(&mut self, board: &mut Board, attacker: Color, play: Coord) -> Option<Attack> {
        match board.outcome() {
            Outcome::Win(_) => {
                return Some(Attack { play, plies: 1, answers: Vec::new(), otherwise: None });
            }
            Outcome::Foul(_) | Outcome::Draw => return None,
            Outcome::Open if board.threat_count(!attacker, Threat::Five) > 0 => return None,
            Outcome::Open => {}
        }
        // What wins if the defender does nothing wins against all that does not disturb it.
        board.set_side_to_move(attacker);
        let otherwise = self.attack(board);
        board.set_side_to_move(!attacker);
        let otherwise = otherwise?;
        let mut answers = Vec::new();
        let mut plies = self.attacks[otherwise].plies;
        for answer in self.disturbing(board, otherwise) {
            self.spend(1);
            board.play(answer);
            let next = match board.outcome() {
                Outcome::Foul(_) => Some(None),
                Outcome::Open if self.holds(board, otherwise) => Some(None),
                Outcome::Open => self.attack(board).map(Some),
                Outcome::Win(_) | Outcome::Draw => None,
            };
            board.undo();
            if let Some(next) = next? {
                plies = plies.max(self.attacks[next].plies);
                answers.push((answer, next));
            }
        }
        Some(Attack { play, plies: plies + 2, answers, otherwise: Some(otherwise) })
    }

    /// Whether an attack wins here as well, with the attacker to move.
    fn holds(&self, board: &mut Board, number: usize) -> bool {
        let attack = &self.attacks[number];
        if !board.is_empty(attack.play) || self.left.get() == 0 {
            return false;
        }
        self.spend(1);
        let attacker = board.side_to_move();
        board.play(attack.play);
        let holds = match (board.outcome(), attack.otherwise) {
            (Outcome::Win(_), _) => true,
            (Outcome::Open, Some(otherwise)) => {
                board.threat_count(!attacker, Threat::Five) == 0
                    && self.withstands(board, attack, otherwise)
            }
            _ => false,
        };
        board.undo();
        holds
    }

    fn withstands(&self, board: &mut Board, attack: &Attack, otherwise: usize) -> bool {
        let next = &self.attacks[otherwise];
        let attacker = !board.side_to_move();
        let is_there = board.is_empty(next.play)
            && (next.otherwise.is_some() || board.threat(next.play, attacker) == Threat::Five);
        if !is_there {
            return false;
        }
        let mut answers = self.disturbing(board, otherwise);
        answers.extend(attack.answers.iter().map(|&(answer, _)| answer));
        answers.retain(|&c| board.is_empty(c));
        answers.into_iter().all(|answer| {
            let named = attack.answers.iter().find(|(c, _)| *c == answer);
            board_after(board, answer, |board| match board.outcome() {
                Outcome::Foul(_) => true,
                Outcome::Open => self.holds(board, named.map_or(otherwise, |&(_, next)| next)),
                Outcome::Win(_) | Outcome::Draw => false,
            })
        })
    }

    /// Replies that an attack must be checked against: all, or for a five those that can prevent
    /// it.
    fn disturbing(&self, board: &Board, number: usize) -> Vec<Coord> {
        let attack = &self.attacks[number];
        let last_move = board.moves_left() <= 1;
        if attack.otherwise.is_some() || last_move {
            return board.empty_cells().iter().collect();
        }
        if !board.rule().closed_five_is_nothing() {
            return vec![attack.play];
        }
        // There, a stone at its other end may close it.
        let lines = Direction::ALL.map(|direction| line_around(board, attack.play, direction));
        let near = lines.iter().fold(CellSet::EMPTY, |all, line| all.or(line));
        std::iter::once(attack.play).chain(near.iter()).collect()
    }
}

fn board_after<T>(board: &mut Board, c: Coord, ask: impl FnOnce(&mut Board) -> T) -> T {
    board.play(c);
    let answer = ask(board);
    board.undo();
    answer
}
