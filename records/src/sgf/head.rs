//! What SGF says of a whole game.

use super::{DETAILS, result, result_code, rule};
use crate::error::short;
use crate::{Fault, Game};
use dolmen::types::Size;

/// Takes what is said of the whole game, unless it was said before.
pub(super) fn describe(head: &mut Game, name: &str, value: &str) -> Result<bool, Fault> {
    let is_known = match name {
        "PB" => !head.black.is_empty(),
        "PW" => !head.white.is_empty(),
        "RU" => head.rule.is_some(),
        "RO" => head.round.is_some(),
        "RE" => head.result.is_some(),
        _ => false,
    };
    if is_known || head.detail(name).is_some() {
        return Ok(false);
    }
    match name {
        "SZ" => {
            let (width, height) = value.split_once(':').unwrap_or((value, value));
            let size = width.trim().parse().ok().and_then(Size::new);
            let size = size.filter(|_| width.trim() == height.trim());
            head.size = size.ok_or_else(|| Fault::Size(short(value)))?;
            return Ok(true);
        }
        "PB" => head.black = value.to_string(),
        "PW" => head.white = value.to_string(),
        "RU" => head.rule = rule(value),
        "RO" => head.round = value.parse().ok(),
        "RE" => head.result = result(value),
        _ => {}
    }
    // What is understood in full is written from that.
    let is_whole = match name {
        "PB" | "PW" => true,
        "RU" => value.parse().ok().is_some_and(|rule| head.rule == Some(rule)),
        "RO" => head.round.is_some(),
        "RE" => head.result.map(result_code) == Some(value),
        _ => false,
    };
    let is_detail = DETAILS.contains(&name);
    if is_detail && !is_whole && !value.is_empty() {
        head.details.push((name.to_string(), value.to_string()));
    }
    Ok(is_whole || is_detail)
}
