//! A game, judged, as the page shows it.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::call::ReviewCall;
use super::{Answer, games};
use crate::analyze::judgement::{Analysis, JudgedMove, Kind};
use crate::analyze::study::{Effort, Line, study};
use crate::analyze::words::{facts, opening, reasons, remark};
use crate::analyze::{page, tree};
use crate::checked::CheckedGame;
use crate::phrase::Sentence;
use crate::words::name_list as names;
use dolmen::engine::Engine;
use dolmen::search::Control;
use dolmen::types::{Color, Coord, Rule};

/// Positions visited for each position of the game, unless said.
const NODES: u64 = 20_000;

/// Judges a game, and writes its reports.
pub fn review(
    engine: &mut Engine,
    call: &ReviewCall,
    control: &Control,
    progress: &mut dyn FnMut(Value),
) -> Answer {
    let game = call.game.game()?;
    let rule = game.rule.unwrap_or(Rule::Freestyle);
    let verdict = game.check(rule).map_err(|error| error.fault)?;
    let (effort, spent) = match call.time.map(u64::from) {
        Some(ms) => (Effort::Time(Duration::from_millis(ms)), format!("{ms} ms")),
        None => {
            let nodes = call.nodes.map_or(NODES, u64::from);
            (Effort::Nodes(nodes), format!("{nodes} nodes"))
        }
    };
    let (mut done, positions) = (0, game.moves.len() + 1);
    let checked = CheckedGame { number: 1, game, rule, verdict };
    let opinions = study(engine, &checked, effort, control, || {
        done += 1;
        progress(json!({"done": done, "positions": positions}));
    });
    let analysis = Analysis {
        name: call.name.clone().unwrap_or_else(|| "game".into()),
        effort: format!("{spent} a position"),
        row_one_on_top: call.game.row_one_on_top,
        ..Analysis::judge(checked, opinions)
    };
    let mut answer = tell(&analysis);
    answer["status"] = if control.is_stopped() { "cancelled" } else { "done" }.into();
    Ok(answer)
}

fn tell(analysis: &Analysis) -> Value {
    let checked = &analysis.checked;
    let moves: Vec<Value> = analysis.moves.iter().map(|m| one_move(analysis, m)).collect();
    let mut answer = json!({
        "game": games::tell(&checked.game, analysis.row_one_on_top),
        "rule": checked.rule.name(),
        "facts": facts(analysis),
        "start": rounded(analysis.start),
        "moves": moves,
        "black": side(analysis, Color::Black),
        "white": side(analysis, Color::White),
        "five": names(&analysis.five()),
        "tree": Tree::of(analysis).json(0),
        "sgf": tree::report(analysis),
        "html": page::report(analysis),
    });
    if let Some(next) = &analysis.last.best {
        answer["next"] = line(next);
    }
    if let Some(opening) = opening(analysis) {
        answer["opening"] = opening.json();
    }
    answer
}

fn one_move(analysis: &Analysis, judged: &JudgedMove) -> Value {
    let why = judged.kind.map(|_| reasons(analysis, judged)).unwrap_or_default();
    let why: Vec<Value> = why.iter().map(Sentence::json).collect();
    let mut told = json!({
        "number": judged.number,
        "color": judged.color.name(),
        "move": judged.coord.to_string(),
        "opening": judged.is_opening,
        "black": rounded(judged.black),
        "before": rounded(judged.before),
        "after": rounded(judged.after),
        "verdict": judged.kind.map(Kind::name),
        "best_played": judged.is_best(),
        "remark": remark(judged),
        "why": why,
        "depth": judged.depth,
    });
    let refutation = judged.reply.as_ref().filter(|_| judged.kind.is_some());
    let lines = [("best", judged.best.as_ref()), ("other", judged.other.as_ref())];
    for (name, known) in lines.into_iter().chain([("refutation", refutation)]) {
        if let Some(known) = known {
            told[name] = line(known);
        }
    }
    told
}

fn side(analysis: &Analysis, color: Color) -> Value {
    let counts: Map<String, Value> = Kind::ALL
        .into_iter()
        .map(|kind| (kind.name().to_string(), analysis.count(color, kind).into()))
        .collect();
    let loss = analysis.average_loss(color);
    // In per cent, one digit after the point.
    let accuracy = loss.map(|loss| (1000.0 * (1.0 - loss)).round() / 10.0);
    json!({"accuracy": accuracy, "average_loss": loss.map(rounded), "counts": counts})
}

fn line(line: &Line) -> Value {
    let mut told = json!({
        "chance": rounded(line.score.win_rate()),
        "moves": names(&line.moves),
        "played_out": line.is_checked,
    });
    if let Some(plies) = line.score.distance() {
        let name = if line.score.is_win() { "win_in" } else { "loss_in" };
        told[name] = plies.into();
    }
    told
}

fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// The game and the lines that it could have taken, each position once.
struct Tree(Vec<Node>);

struct Node {
    /// The move that leads there; `None` for the start.
    played: Option<(Coord, Color)>,
    kind: &'static str,
    black: Option<f64>,
    next: Vec<usize>,
}

impl Tree {
    fn of(analysis: &Analysis) -> Tree {
        let start = Node { played: None, kind: "game", black: None, next: Vec::new() };
        let mut tree = Tree(vec![start]);
        let mut game = vec![0];
        for judged in &analysis.moves {
            let from = game[game.len() - 1];
            let at = tree.step(from, judged.coord, judged.color, "game");
            tree.0[at].black = Some(judged.black);
            game.push(at);
        }
        for judged in &analysis.moves {
            let (before, after) = (game[judged.number - 1], game[judged.number]);
            let better = judged.best.as_ref().filter(|_| !judged.is_opening && !judged.is_best());
            let other = judged.other.as_ref().filter(|_| judged.kind.is_some());
            let reply = judged.reply.as_ref().filter(|_| judged.kind.is_some());
            let lines = [
                ("better", before, judged.color, better),
                ("other", before, judged.color, other),
                ("refutation", after, !judged.color, reply),
            ];
            for (kind, from, color, known) in lines {
                known.into_iter().for_each(|known| tree.add(kind, from, color, known));
            }
        }
        let (last, side) = (game[game.len() - 1], analysis.moves.last());
        let side = side.map_or(Color::Black, |judged| !judged.color);
        let next = analysis.last.best.as_ref();
        next.into_iter().for_each(|next| tree.add("better", last, side, next));
        tree
    }

    fn add(&mut self, kind: &'static str, from: usize, mut color: Color, line: &Line) {
        let chance = line.score.win_rate();
        let black = if color == Color::Black { chance } else { 1.0 - chance };
        let mut at = from;
        for (n, &c) in line.moves.iter().enumerate() {
            at = self.step(at, c, color, kind);
            if n == 0 {
                self.0[at].black.get_or_insert(black);
            }
            color = !color;
        }
    }

    /// The node after a move, which may be there already.
    fn step(&mut self, from: usize, coord: Coord, color: Color, kind: &'static str) -> usize {
        let known = self.0[from].next.iter().copied();
        if let Some(at) = { known }.find(|&at| self.0[at].played == Some((coord, color))) {
            return at;
        }
        let at = self.0.len();
        self.0.push(Node { played: Some((coord, color)), kind, black: None, next: Vec::new() });
        self.0[from].next.push(at);
        at
    }

    /// What follows a node.
    fn json(&self, from: usize) -> Value {
        let next = self.0[from].next.iter().filter_map(|&at| {
            let node = &self.0[at];
            let (coord, color) = node.played?;
            let mut told = json!({
                "move": coord.to_string(),
                "color": color.name(),
                "kind": node.kind,
                "next": self.json(at),
            });
            if let Some(black) = node.black {
                told["black"] = rounded(black).into();
            }
            Some(told)
        });
        next.collect()
    }
}
