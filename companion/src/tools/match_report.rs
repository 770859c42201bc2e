//! The result of a match, as text and as JSON.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::arena::Ending;
use crate::arena::record::{GameRecord, MatchRecord};
use crate::arena::runner::{FaultyGame, Standing};
use crate::arena::statistics::{EloModel, Estimate, Sprt, SprtVerdict, Tally, ratings};
use dolmen::types::Rule;

/// What is known at the end of a match, or of some of its parts.
pub struct MatchReport<'a> {
    /// The games.
    pub record: &'a MatchRecord,
    /// How they were played, if that was here.
    pub standing: Option<&'a Standing>,
    /// The test that was running.
    pub sprt: Option<Sprt>,
}

/// `+12.3 [-2.0, +27.1]`: a number with its 95 % interval.
pub fn with_interval(number: Estimate) -> String {
    format!("{:+.1} [{:+.1}, {:+.1}]", number.value, number.low, number.high)
}

impl MatchReport<'_> {
    /// The results of one engine against another, or against all others.
    fn tally(&self, engine: usize, against: Option<usize>) -> Tally {
        let mut tally = Tally::default();
        let mut halves: BTreeMap<usize, f64> = BTreeMap::new();
        for game in &self.record.games {
            let opponent = match engine {
                _ if game.black == engine => game.white,
                _ if game.white == engine => game.black,
                _ => continue,
            };
            if against.is_some_and(|against| against != opponent) {
                continue;
            }
            let points = if game.black == engine { game.points } else { 1.0 - game.points };
            tally.add_game(points);
            match halves.remove(&(game.index / 2)) {
                Some(first) => tally.add_pair(first + points),
                None => drop(halves.insert(game.index / 2, points)),
            }
        }
        tally
    }

    fn endings(&self) -> BTreeMap<String, usize> {
        let mut endings = BTreeMap::new();
        for game in &self.record.games {
            *endings.entry(ending_name(game.ending)).or_default() += 1;
        }
        endings
    }

    /// Faults of each engine: games lost by anything else than the position.
    fn faults(&self, engine: usize) -> usize {
        let loser = |game: &GameRecord| if game.points > 0.5 { game.white } else { game.black };
        let games = self.record.games.iter();
        games.filter(|game| game.ending.is_fault() && loser(game) == engine).count()
    }

    /// Games with the players, by colour, and the moves of another one that counts: no evidence of
    /// their own.
    fn copies(&self) -> usize {
        let games = &self.record.games;
        let mut different = HashSet::new();
        for game in games {
            let moves: Vec<(u8, u8)> = game.moves.iter().map(|m| (m.x, m.y)).collect();
            different.insert((game.black, game.white, &game.opening, moves));
        }
        games.len() - different.len()
    }

    /// Black's results, which say how balanced the openings are.
    fn black(&self) -> Tally {
        let mut tally = Tally::default();
        self.record.games.iter().for_each(|game| tally.add_game(game.points));
        tally
    }

    /// The results of those who proposed the openings, `None` if nobody did.
    fn proposers(&self) -> Option<Tally> {
        let mut tally = Tally::default();
        for game in &self.record.games {
            let is_black = game.proposer.map(|proposer| proposer == game.black);
            tally.add_game(match is_black {
                Some(true) => game.points,
                Some(false) => 1.0 - game.points,
                None => continue,
            });
        }
        Some(tally).filter(|tally| tally.games() > 0)
    }

    fn ratings(&self) -> Vec<Option<Estimate>> {
        let n = self.record.header.engines.len();
        let mut points = vec![vec![0.0; n]; n];
        for game in &self.record.games {
            points[game.black][game.white] += game.points;
            points[game.white][game.black] += 1.0 - game.points;
        }
        ratings(&points)
    }

    /// The final table.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, text: &mut String) -> std::fmt::Result {
        let header = &self.record.header;
        let [first, second, ..] = &header.engines[..] else { return Ok(()) };
        let games = self.record.games.len();
        let rule = Rule::from_code(header.rule).map_or("unknown", Rule::name);
        writeln!(text, "{games} of {} games, {rule}, size {}", header.games, header.size)?;
        if header.engines.len() == 2 {
            let tally = self.tally(0, None);
            let Tally { wins, draws, losses, pairs } = tally;
            writeln!(
                text,
                "{first} - {second}: +{wins} ={draws} -{losses}, {:.1} %",
                100.0 * tally.score()
            )?;
            writeln!(text, "pairs (0 to 2 points): {pairs:?}")?;
            writeln!(text, "Elo        {} (95 %)", with_interval(tally.elo()))?;
            if let Some(normalised) = tally.normalised_elo() {
                writeln!(text, "normalised {} (95 %)", with_interval(normalised))?;
            }
            writeln!(text, "likelihood of superiority {:.1} %", 100.0 * tally.superiority())?;
            if let Some(sprt) = self.sprt {
                let (low, high) = sprt.bounds();
                let (llr, verdict) = (sprt.llr(&tally), verdict_name(sprt.verdict(&tally)));
                writeln!(
                    text,
                    "LLR {llr:.2} ({low:.2}, {high:.2}) [{}, {}] {}: {verdict}",
                    sprt.elo0,
                    sprt.elo1,
                    model_name(sprt.model)
                )?;
            }
        } else {
            self.write_table(text)?;
        }
        match self.copies() {
            0 => {}
            1 => writeln!(text, "one game is a copy of another (same players and moves)")?,
            copies => {
                writeln!(text, "{copies} games are copies of others (same players and moves)")?
            }
        }
        let black = self.black();
        writeln!(text, "black: +{} ={} -{}", black.wins, black.draws, black.losses)?;
        if let Some(tally) = self.proposers() {
            let (low, high) = tally.score_interval();
            let Tally { wins, draws, losses, .. } = tally;
            writeln!(
                text,
                "proposer of the opening: +{wins} ={draws} -{losses}, {:.1} % [{:.1}, {:.1}] (95 %)",
                100.0 * tally.score(),
                100.0 * low,
                100.0 * high
            )?;
        }
        let endings: Vec<String> =
            self.endings().iter().map(|(name, n)| format!("{name} {n}")).collect();
        writeln!(text, "endings: {}", endings.join(", "))?;
        for (i, name) in header.engines.iter().enumerate().filter(|(i, _)| self.faults(*i) > 0) {
            writeln!(text, "{name}: {} games lost by a fault", self.faults(i))?;
        }
        for fault in self.standing.iter().flat_map(|standing| &standing.faults) {
            let FaultyGame { game, ending, talk } = fault;
            let (number, ending) = (game + 1, ending_name(*ending));
            writeln!(text, "game {number} ended by a fault ({ending}):")?;
            talk.iter().try_for_each(|line| writeln!(text, "  {line}"))?;
        }
        if let Some(standing) = self.standing.filter(|standing| standing.moves > 0) {
            let overhead = overhead_us(standing);
            writeln!(text, "{} moves, {overhead:.0} us a move beside the engines", standing.moves)?;
        }
        Ok(())
    }

    /// Many engines, the best first; ratings with the first engine at 0.
    fn write_table(&self, text: &mut String) -> std::fmt::Result {
        let names = &self.record.header.engines;
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(
            text,
            "{:width$}  {:>26}  {:>5}  {:>5}  {:>5}  points",
            "engine", "rating (95 %)", "won", "drawn", "lost"
        )?;
        let mut rows: Vec<(usize, Option<Estimate>)> =
            self.ratings().into_iter().enumerate().collect();
        let value = |rating: Option<Estimate>| rating.map_or(f64::NEG_INFINITY, |e| e.value);
        rows.sort_by(|a, b| value(b.1).total_cmp(&value(a.1)));
        for &(i, rating) in &rows {
            let tally = self.tally(i, None);
            let points = format!("{:.1} %", 100.0 * tally.score());
            let Tally { wins, draws, losses, .. } = tally;
            let rating = rating.map_or("-".to_string(), with_interval);
            writeln!(
                text,
                "{:width$}  {rating:>26}  {wins:>5}  {draws:>5}  {losses:>5}  {points}",
                names[i]
            )?;
        }
        let order: Vec<usize> = rows.iter().map(|row| row.0).collect();
        self.write_cross_table(text, &order, width)
    }

    /// The points of each engine against each other, and their games, in this order.
    fn write_cross_table(
        &self,
        text: &mut String,
        order: &[usize],
        width: usize,
    ) -> std::fmt::Result {
        let cell = |i: usize, j: usize| match self.tally(i, Some(j)) {
            tally if tally.games() == 0 => "-".to_string(),
            tally => format!("{:.1}/{}", tally.score() * tally.games() as f64, tally.games()),
        };
        let row = |&i: &usize| order.iter().map(|&j| cell(i, j)).collect();
        let rows: Vec<Vec<String>> = order.iter().map(row).collect();
        let wide = rows.iter().flatten().map(String::len).max().unwrap_or(0);
        let write = |text: &mut String, cells: &[String]| {
            cells.iter().try_for_each(|cell| write!(text, "  {cell:>wide$}"))?;
            writeln!(text)
        };
        write!(text, "    {:width$}", "points")?;
        write(text, &(1..=order.len()).map(|n| n.to_string()).collect::<Vec<_>>())?;
        for ((n, &i), row) in (1..).zip(order).zip(&rows) {
            write!(text, "{n:>2}  {:width$}", self.record.header.engines[i])?;
            write(text, row)?;
        }
        Ok(())
    }

    /// The same for programs.
    pub fn json(&self) -> String {
        let header = &self.record.header;
        // JSON has no infinity: the end that is not bounded is null.
        let interval = |e: Estimate| json!({"value": e.value, "low": e.low, "high": e.high});
        let results = |tally: Tally| {
            json!({
                "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
                "pairs": tally.pairs, "score": tally.score(), "elo": interval(tally.elo()),
                "normalised_elo": tally.normalised_elo().map(interval),
                "superiority": tally.superiority(),
            })
        };
        let ratings = self.ratings();
        let engines: Vec<Value> = (0..header.engines.len())
            .map(|i| {
                json!({
                    "name": header.engines[i], "rating": ratings[i].map(interval),
                    "faults": self.faults(i), "results": results(self.tally(i, None)),
                })
            })
            .collect();
        let pairings: Vec<Value> = (0..engines.len())
            .flat_map(|i| (i + 1..engines.len()).map(move |j| (i, j)))
            .map(|(i, j)| (i, j, self.tally(i, Some(j))))
            .filter(|(_, _, tally)| tally.games() > 0)
            .map(|(i, j, tally)| {
                let [first, second] = [i, j].map(|engine| &header.engines[engine]);
                json!({"first": first, "second": second, "results": results(tally)})
            })
            .collect();
        let sprt = self.sprt.map(|sprt| {
            let tally = self.tally(0, None);
            json!({
                "llr": sprt.llr(&tally), "low": sprt.bounds().0, "high": sprt.bounds().1,
                "elo0": sprt.elo0, "elo1": sprt.elo1, "model": model_name(sprt.model),
                "alpha": sprt.alpha, "beta": sprt.beta,
                "verdict": verdict_name(sprt.verdict(&tally)),
            })
        });
        let value = json!({
            "rule": header.rule, "size": header.size, "games": self.record.games.len(),
            "copies": self.copies(),
            "games_planned": header.games, "engines": engines, "pairings": pairings,
            "black": results(self.black()), "proposer": self.proposers().map(results),
            "endings": self.endings(), "sprt": sprt,
            "faults": self.standing.map(|s| s.faults.iter().map(fault_json).collect::<Vec<_>>()),
            "moves": self.standing.map(|s| s.moves),
            "overhead_us_per_move": self.standing.filter(|s| s.moves > 0).map(overhead_us),
        });
        format!("{value:#}\n")
    }
}

/// Microseconds a move that are not the engines' thinking: starting them, judging, writing.
fn overhead_us(standing: &Standing) -> f64 {
    let rest = standing.playing.saturating_sub(standing.thinking);
    rest.as_secs_f64() * 1e6 / standing.moves as f64
}

fn fault_json(fault: &FaultyGame) -> Value {
    let FaultyGame { game, ending, talk } = fault;
    json!({"game": game + 1, "ending": ending_name(*ending), "talk": talk})
}

fn ending_name(ending: Ending) -> String {
    let name = serde_json::to_value(ending).ok();
    name.and_then(|name| name.as_str().map(str::to_string)).unwrap_or_default()
}

fn model_name(model: EloModel) -> &'static str {
    match model {
        EloModel::Logistic => "logistic",
        EloModel::Normalised => "normalised",
    }
}

fn verdict_name(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::Undecided => "undecided",
        SprtVerdict::Accepted => "accepted",
        SprtVerdict::Rejected => "rejected",
    }
}
