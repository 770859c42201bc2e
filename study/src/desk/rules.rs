//! What the referee says of a position, and its picture.

use serde_json::{Value, json};

use super::Answer;
use crate::openings::names::RenjuOpening;
use crate::openings::rules::OpeningRule;
use crate::query::position::{PositionFields, QueryPosition, read_rule, read_size};
use crate::words::name_list as names;
use dolmen::tools::referee::{kinds, outcome_name};
use dolmen::types::{Coord, Rule};
use dolmen_records::svg::{BoardMark, BoardPicture, MarkKind};

/// How the game stands, and where black may not play.
pub fn rules(position: &PositionFields) -> Answer {
    let (position, outcome) = position.read()?;
    let board = position.board();
    let stones: Vec<_> = board
        .history()
        .map(|stone| json!({"point": stone.coord.to_string(), "color": stone.color.name()}))
        .collect();
    let fouls = board.empty_cells().iter().map(|c| (c, board.fouls(c)));
    let forbidden: Vec<_> = fouls
        .filter(|(_, fouls)| fouls.any())
        .map(|(c, fouls)| json!({"point": c.to_string(), "kind": kinds(fouls)}))
        .collect();
    let mut answer = json!({
        "outcome": outcome_name(outcome),
        "to_move": board.side_to_move().name(),
        "stones": stones,
        "dead": names(&position.dead),
        "forbidden": forbidden,
    });
    let five = board.winning_line();
    if !five.is_empty() {
        answer["five"] = names(&five).into();
    }
    if let Some(opening) = renju_opening(&position) {
        answer["opening"] = opening;
    }
    Ok(answer)
}

/// The opening of a game of renju.
fn renju_opening(position: &QueryPosition) -> Option<Value> {
    let moves: Vec<Coord> = position.stones.iter().map(|stone| stone.coord).collect();
    let is_game = position.rule == Rule::Renju && position.is_game();
    RenjuOpening::of(&moves, position.size).filter(|_| is_game).map(RenjuOpening::json)
}

/// The names of the opening rules that fit.
pub fn openings(rule: Option<&Value>, size: Option<&Value>) -> Answer {
    let (rule, size) = (read_rule(rule)?, read_size(size)?);
    let fitting =
        OpeningRule::ALL.into_iter().filter(|(opening, _)| opening.check(rule, size).is_ok());
    Ok(fitting.map(|(_, name)| name).collect())
}

/// The board, standing alone.
pub fn picture(
    position: &PositionFields,
    numbers: bool,
    row_one_on_top: bool,
    title: Option<&str>,
) -> Answer {
    let position = position.read()?.0;
    let board = position.board();
    let stones: Vec<_> = board.history().collect();
    let five = board.winning_line();
    let title = title.unwrap_or("Position");
    let blocked = |&coord| BoardMark { coord, kind: MarkKind::Forbidden, label: String::new() };
    let marks: Vec<_> = position.dead.iter().map(blocked).collect();
    let picture = BoardPicture {
        numbers,
        row_one_on_top,
        marks: &marks,
        five: &five,
        standalone: true,
        ..BoardPicture::new("board", title, board.size(), &stones)
    };
    Ok(picture.to_string().into())
}
