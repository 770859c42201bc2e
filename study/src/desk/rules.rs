//! What the referee says of a position, and its picture.

use serde_json::json;

use super::Answer;
use crate::query::position::PositionFields;
use crate::words::name_list as names;
use dolmen::tools::referee::{kinds, outcome_name};
use dolmen_records::svg::BoardPicture;

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
    Ok(answer)
}

/// The board, standing alone.
pub fn picture(
    position: &PositionFields,
    numbers: bool,
    row_one_on_top: bool,
    title: Option<&str>,
) -> Answer {
    let board = position.read()?.0.board();
    let stones: Vec<_> = board.history().collect();
    let five = board.winning_line();
    let title = title.unwrap_or("Position");
    let picture = BoardPicture {
        numbers,
        row_one_on_top,
        five: &five,
        standalone: true,
        ..BoardPicture::new("board", title, board.size(), &stones)
    };
    Ok(picture.to_string().into())
}
