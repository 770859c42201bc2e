//! Proofs of wins, replayed against every answer by the slow referee: those of `solve`, from its
//! JSON, and those of random positions under every rule.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../../tests/naive/mod.rs"]
mod naive;

use companion::tools::game_files::Assumed;
use companion::tools::solve::{self, SolveFormat, SolveOptions};
use dolmen::board::{Board, Outcome};
use dolmen::engine::{Attack, Engine, ProofLimits};
use dolmen::search::Control;
use dolmen::types::parse_stones;
use dolmen::types::{Color, Coord, Rule, Size};
use naive::random::Random;
use naive::{Cell, Referee};
use serde_json::Value;

/// Checks a proof by nothing but the rules: after each move of the attacker every free point is
/// an answer.
struct Check<'a> {
    attacks: &'a [Attack],
    attacker: Color,
    referee: Referee,
    /// Answers that were looked at.
    answers: u64,
}

type Verdict = Result<usize, String>;

impl Check<'_> {
    fn new<'a>(attacks: &'a [Attack], board: &Board) -> Check<'a> {
        let mut referee = Referee::new(board.rule(), board.size());
        board.history().for_each(|m| referee.place(m.coord, m.color));
        Check { attacks, attacker: board.side_to_move(), referee, answers: 0 }
    }

    /// Plies to the end against the longest defence.
    fn attack(&mut self, number: usize) -> Verdict {
        let attack = &self.attacks[number];
        if self.referee.at(attack.play) != Cell::Empty {
            return Err(format!("{} is not free", attack.play));
        }
        self.referee.place(attack.play, self.attacker);
        let plies = match (self.referee.outcome(), attack.otherwise) {
            (Outcome::Win(_), None) => Ok(1),
            (Outcome::Open, Some(otherwise)) => self.answers(attack, otherwise),
            (outcome, _) => Err(format!("{outcome:?}")),
        };
        self.referee.undo();
        let plies = plies.map_err(|error| format!("{} {error}", attack.play))?;
        if plies > attack.plies {
            return Err(format!("{} takes {plies} plies, not {}", attack.play, attack.plies));
        }
        Ok(plies)
    }

    fn answers(&mut self, attack: &Attack, otherwise: usize) -> Verdict {
        let named = |c: Coord| attack.answers.iter().find(|(answer, _)| *answer == c);
        let mut longest = 0;
        let all = if self.is_five(otherwise) {
            // The five follows whatever else is played.
            longest = 1;
            let mut few = vec![self.attacks[otherwise].play];
            few.extend(attack.answers.iter().map(|(answer, _)| *answer));
            few.dedup();
            few
        } else {
            self.referee.empty_points()
        };
        for answer in all {
            self.answers += 1;
            self.referee.place(answer, !self.attacker);
            let next = named(answer).map_or(otherwise, |&(_, next)| next);
            let plies = match self.may_have_ended(answer) {
                true => Err(format!("{:?}", self.referee.outcome())),
                false => self.attack(next),
            };
            // What is forbidden needs no attack that follows.
            let is_foul = plies.is_err() && matches!(self.referee.outcome(), Outcome::Foul(_));
            let plies = if is_foul { Ok(0) } else { plies };
            self.referee.undo();
            longest = longest.max(plies.map_err(|error| format!("{} {error}", answer))?);
        }
        Ok(longest + 2)
    }

    /// Whether an answer could have ended the game: it made a run of five, or the last stone.
    fn may_have_ended(&mut self, answer: Coord) -> bool {
        let last = self.referee.rule().draw_after(self.referee.size());
        let is_last = self.referee.moves().len() >= last;
        (is_last || self.longest_run(answer) >= 5)
            && matches!(self.referee.outcome(), Outcome::Win(_) | Outcome::Draw)
    }

    /// Stones in a row that the defender has or would have through a point.
    fn longest_run(&self, c: Coord) -> usize {
        let own = Cell::of(!self.attacker);
        let size = i32::from(self.referee.size().get());
        let count = |dx: i32, dy: i32| {
            let at = |k: i32| (i32::from(c.x()) + k * dx, i32::from(c.y()) + k * dy);
            let is_own = |(x, y): &(i32, i32)| {
                (0..size).contains(x)
                    && (0..size).contains(y)
                    && self.referee.at(Coord::new(*x as u8, *y as u8).unwrap()) == own
            };
            (1..).map(at).take_while(is_own).count()
        };
        let lines = [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter();
        lines.map(|(dx, dy)| 1 + count(dx, dy) + count(-dx, -dy)).max().unwrap()
    }

    /// Whether the attacker threatens a five that only a stone on its point stops, and the
    /// defender has none: then most answers need no look. (In caro a stone beside it may stop
    /// it, so that all are looked at.)
    fn is_five(&mut self, number: usize) -> bool {
        let (rule, size) = (self.referee.rule(), self.referee.size());
        let Attack { play, otherwise, .. } = self.attacks[number];
        otherwise.is_none()
            && !rule.closed_five_is_nothing()
            && self.referee.moves().len() + 2 <= rule.draw_after(size)
            && self.referee.at(play) == Cell::Empty
            && self.referee.makes_five(play, self.attacker)
            && !self
                .referee
                .empty_points()
                .into_iter()
                .any(|c| self.longest_run(c) >= 5 && self.referee.makes_five(c, !self.attacker))
    }
}

/// The proof in an answer of `solve`, replayed; `None` if there is none.
fn replay(answer: &Value) -> Option<Result<(usize, u64), String>> {
    let proof = answer["proof"].as_object()?;
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let point = |text: &str| parse_stones(text).unwrap()[0];
    let attacks: Vec<Attack> = proof["attacks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|attack| Attack {
            play: point(attack["move"].as_str().unwrap()),
            plies: number(&attack["win_in"]),
            answers: attack["answers"]
                .as_object()
                .unwrap()
                .iter()
                .map(|(answer, next)| (point(answer), number(next)))
                .collect(),
            otherwise: attack["otherwise"].as_u64().map(|next| next as usize),
        })
        .collect();
    let rule = Rule::ALL.into_iter().find(|rule| answer["rule"] == rule.name()).unwrap();
    let size = Size::new(answer["size"].as_u64().unwrap() as u8).unwrap();
    let moves = parse_stones(answer["moves"].as_str().unwrap()).unwrap();
    let board = Board::with_moves(rule, size, &moves);
    let mut check = Check::new(&attacks, &board);
    let root = number(&proof["root"]);
    assert_eq!(answer["win_in"].as_u64(), Some(attacks[root].plies as u64));
    assert_eq!(answer["line"].as_array().unwrap().len(), attacks[root].plies, "{answer}");
    Some(check.attack(root).map(|_| (attacks.len(), check.answers)))
}

/// `nodes` for one search, `proof_nodes` for one proof.
fn solve(problems: &str, nodes: u64, proof_nodes: u64) -> Vec<Value> {
    let (format, time) = (SolveFormat::Json, None);
    let (proof_nodes, other_nodes) = (Some(proof_nodes), Some(0));
    let (verbose, assumed) = (false, Assumed { rule: None, size: Size::USUAL });
    let options = SolveOptions { format, nodes, time, verbose, proof_nodes, other_nodes, assumed };
    let mut output = Vec::new();
    solve::run(problems.as_bytes(), None, &mut output, std::io::sink(), &options).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Some problems of each class.
#[test]
fn the_referee_accepts_the_proofs_of_problems() {
    let text = include_str!("../../tests/data/tactics_dev.txt");
    for (class, step) in [("vcf", 6), ("vct", 25)] {
        let of_class = |line: &&str| line.contains(&format!(";{class};"));
        let lines: Vec<&str> = text.lines().filter(of_class).step_by(step).collect();
        let answers = solve(&lines.join("\n"), 10_000, 300_000);
        assert_eq!(answers.len(), lines.len());
        let verdicts: Vec<_> = answers.iter().filter_map(replay).collect();
        assert!(verdicts.iter().all(Result::is_ok), "{verdicts:?}");
        let least = if class == "vcf" { lines.len() } else { lines.len() / 3 };
        assert!(verdicts.len() >= least, "{} of {} {class}", verdicts.len(), lines.len());
    }
}

/// All of them, with figures. `SOLVED` may name a file of answers made before.
#[test]
#[ignore = "takes some minutes"]
#[allow(clippy::print_stdout)]
fn the_referee_accepts_all_proofs() {
    let answers: Vec<Value> = match std::env::var("SOLVED") {
        Ok(path) => {
            let text = std::fs::read_to_string(path).unwrap();
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        }
        Err(_) => solve(include_str!("../../tests/data/tactics_dev.txt"), 20_000, 3_000_000),
    };
    for class in ["vcf", "vct"] {
        let of_class: Vec<&Value> = answers.iter().filter(|a| a["class"] == class).collect();
        let verdicts: Vec<_> = of_class.iter().filter_map(|answer| replay(answer)).collect();
        let mut sizes: Vec<usize> = verdicts.iter().flatten().map(|&(size, _)| size).collect();
        sizes.sort_unstable();
        let looked: u64 = verdicts.iter().flatten().map(|&(_, answers)| answers).sum();
        println!(
            "{class}: {} problems, {} proofs, {} accepted; attacks: median {:?}, largest {:?}; \
             {looked} answers looked at",
            of_class.len(),
            verdicts.len(),
            sizes.len(),
            sizes.get(sizes.len() / 2),
            sizes.last(),
        );
        let refused: Vec<_> = verdicts.iter().filter_map(|v| v.as_ref().err()).collect();
        assert!(refused.is_empty(), "{refused:?}");
    }
}

/// Positions of random stones near each other, under every rule: what is proven is true.
#[test]
fn the_referee_accepts_proofs_under_every_rule() {
    let mut random = Random::new(11);
    let mut proven = [0; Rule::ALL.len()];
    let mut engine = Engine::new(16 << 20, 1);
    let limits = ProofLimits { search: 400, total: 6_000 };
    let count = if cfg!(debug_assertions) { 400 } else { 10_000 };
    for n in 0..count {
        let rule = Rule::ALL[n % Rule::ALL.len()];
        let mut board = Board::new(rule, Size::new(15).unwrap());
        let stones = 8 + random.below(14);
        while board.ply() < stones && board.outcome() == Outcome::Open {
            let near = board.last_move(random.below(2)).map(|m| m.coord);
            let c = random.point(board.size(), near);
            if board.is_empty(c) && !board.is_forbidden(c) {
                board.play(c);
            }
        }
        engine.clear();
        let Some(proof) = engine.prove(&board, None, &limits, &Control::new()) else { continue };
        proven[n % Rule::ALL.len()] += 1;
        let mut check = Check::new(proof.attacks(), &board);
        let verdict = check.attack(proof.root());
        let moves: Vec<_> = board.history().collect();
        assert!(verdict.is_ok(), "{} {moves:?}: {verdict:?}", rule.name());
        assert_eq!(proof.line(&board).len(), proof.plies(), "{} {moves:?}", rule.name());
    }
    assert!(proven.iter().all(|&count| count > 10), "{proven:?}");
}

/// A proof with one answer left out, or one move changed, is refused.
#[test]
fn the_referee_refuses_broken_proofs() {
    let moves = parse_stones("h8a1i8a3j8a5h9a7h10a9").unwrap();
    let board = Board::with_moves(Rule::Freestyle, Size::new(15).unwrap(), &moves);
    let limits = ProofLimits { search: 1_000, total: 10_000 };
    let proof = Engine::new(16 << 20, 1).prove(&board, None, &limits, &Control::new()).unwrap();
    let check = |attacks: &[Attack]| Check::new(attacks, &board).attack(proof.root());
    assert_eq!(check(proof.attacks()), Ok(proof.plies()));
    let mut broken = 0;
    for number in 0..proof.attacks().len() {
        for answer in 0..proof.attack(number).answers.len() {
            let mut attacks = proof.attacks().to_vec();
            attacks[number].answers.remove(answer);
            broken += 1;
            assert!(check(&attacks).is_err(), "{number} {answer}");
        }
        let mut attacks = proof.attacks().to_vec();
        attacks[number].play = Coord::new(14, 14).unwrap();
        assert!(check(&attacks).is_err(), "{number}");
    }
    assert!(broken > 0);
    let won = Board::with_moves(Rule::Freestyle, board.size(), &moves[..8]);
    assert!(won.outcome() == Outcome::Open);
    let lost = ProofLimits { search: 0, total: 0 };
    let empty = Board::new(Rule::Freestyle, board.size());
    assert_eq!(Engine::new(1 << 20, 1).prove(&empty, None, &lost, &Control::new()), None);
}
