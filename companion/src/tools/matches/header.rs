//! The first line of a record.

use std::time::Duration;

use serde_json::json;

use crate::arena::Terms;
use crate::arena::record::MatchHeader;
use crate::arena::runner::Match;
use crate::arena::schedule::Fixture;
use crate::arena::spec::{EngineSpec, MoveBudget};
use dolmen::types::fnv1a;

/// All that a game of the match depends on, as pieces of a text: only a match with the same can go on
/// with a record. The text of a long match is never there as a whole.
fn conditions(plan: &Match) -> impl Iterator<Item = String> {
    let millis = |time: Option<Duration>| time.map(|time| time.as_millis());
    let engines = plan.engines.iter().map(move |engine| {
        let EngineSpec { budget, options, command, .. } = engine;
        // Not the program: it may lie elsewhere on another machine.
        let arguments = command.get(1..).unwrap_or_default();
        let MoveBudget { game, turn, increment, nodes, depth } = *budget;
        let times = json!([millis(game), millis(turn), increment.as_millis(), nodes, depth]);
        json!([times, options, arguments, engine.pause().as_millis()])
    });
    let Terms { rule, size, tolerance, move_limit, agreement, evals } = plan.terms;
    let terms = json!([
        rule.code(),
        size.get(),
        tolerance.as_millis(),
        move_limit,
        agreement,
        evals,
        plan.swap2,
        plan.keep_engines,
    ]);
    let games = (0..plan.schedule.pairs()).flat_map(|pair| plan.schedule.pair(pair));
    let games = games.map(|Fixture { players, opening, .. }| {
        let opening: String = opening.iter().map(ToString::to_string).collect();
        json!([players, opening])
    });
    let values = engines.chain([terms]).chain(games);
    let separators = std::iter::once('[').chain(std::iter::repeat(','));
    let pieces = separators.zip(values).map(|(separator, value)| format!("{separator}{value}"));
    pieces.chain(["]".to_string()])
}

pub(super) fn header(plan: &Match) -> MatchHeader {
    let hash = fnv1a(conditions(plan).flat_map(String::into_bytes));
    MatchHeader {
        dolmen_match: 1,
        rule: plan.terms.rule.code(),
        size: plan.terms.size.get(),
        engines: plan.engines.iter().map(|engine| engine.name.clone()).collect(),
        games: plan.schedule.games(),
        terms: format!("{hash:016x}"),
    }
}
