//! Statistics as tables, of text or HTML.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::count::{Collection, Mistakes, PlayerTally, Tally};
use dolmen_records::svg::Escaped;
use dolmen_study::analyze::judgement::Kind;

struct Table {
    title: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    /// Rows that were left out.
    more: usize,
}

/// `12 (34.5 %)`; of nothing there is no share.
fn share(part: usize, all: usize) -> String {
    match all {
        0 => part.to_string(),
        _ => format!("{part} ({:.1} %)", 100.0 * part as f64 / all as f64),
    }
}

fn tallies(title: &'static str, name: &'static str, map: &BTreeMap<String, Tally>) -> Table {
    let mut list: Vec<(&String, &Tally)> = map.iter().collect();
    list.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games));
    let finished = |tally: &Tally| tally.black + tally.white + tally.drawn;
    // Shares are those of the games with a result.
    let has_open = list.iter().any(|(_, tally)| finished(tally) < tally.games);
    let row = |(name, tally): (&String, &Tally)| {
        let Tally { games, black, white, drawn } = *tally;
        let results = [black, white, drawn].map(|n| share(n, finished(tally)));
        let open = has_open.then(|| (games - finished(tally)).to_string());
        [name.clone(), games.to_string()].into_iter().chain(results).chain(open).collect()
    };
    let columns = [name, "games", "black won", "white won", "drawn"];
    let columns = columns.into_iter().chain(has_open.then_some("no result")).collect();
    Table { title, columns, rows: list.into_iter().map(row).collect(), more: 0 }
}

fn players(map: &BTreeMap<String, PlayerTally>, is_judged: bool) -> Table {
    let mut list: Vec<(&String, &PlayerTally)> = map.iter().collect();
    list.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games));
    let row = |(name, tally): (&String, &PlayerTally)| {
        let numbers = [tally.games, tally.black, tally.won, tally.drawn, tally.lost];
        let points = tally.won as f64 + tally.drawn as f64 / 2.0;
        let finished = tally.won + tally.drawn + tally.lost;
        let score = match finished {
            0 => "-".to_string(),
            _ => format!("{:.1} %", 100.0 * points / finished as f64),
        };
        let loss = is_judged.then(|| percent(&tally.mistakes));
        let cells = numbers.map(|n| n.to_string()).into_iter().chain([score]).chain(loss);
        std::iter::once(name.clone()).chain(cells).collect()
    };
    let loss = is_judged.then_some("loss a move");
    let columns = ["player", "games", "as black", "won", "drawn", "lost", "score"];
    let columns = columns.into_iter().chain(loss).collect();
    Table { title: "Players", columns, rows: list.into_iter().map(row).collect(), more: 0 }
}

fn percent(mistakes: &Mistakes) -> String {
    match mistakes.moves {
        0 => "-".to_string(),
        _ => format!("{:.1} %", 100.0 * mistakes.average()),
    }
}

fn mistakes(parts: &[(&'static str, Mistakes)]) -> Table {
    let row = |(name, mistakes): &(&'static str, Mistakes)| {
        let kinds = Kind::ALL.map(|kind| {
            let count = mistakes.kinds.get(kind.name()).copied().unwrap_or(0);
            share(count, mistakes.moves)
        });
        let start = [name.to_string(), mistakes.moves.to_string(), percent(mistakes)];
        start.into_iter().chain(kinds).collect()
    };
    let columns = ["part", "moves", "loss a move"].into_iter().chain(Kind::ALL.map(Kind::name));
    let (columns, rows) = (columns.collect(), parts.iter().map(row).collect());
    Table { title: "Mistakes", columns, rows, more: 0 }
}

/// Tables with something in them, each at most so long.
fn tables(collection: &Collection, top: usize) -> Vec<Table> {
    let is_judged = collection.nodes.is_some();
    let all = [
        tallies("Rules", "rule", &collection.rules),
        tallies("Openings", "opening", &collection.named_openings()),
        tallies("Events", "event", &collection.events),
        players(&collection.players, is_judged),
        mistakes(&collection.mistakes),
    ];
    let mut tables: Vec<Table> = all.into_iter().filter(|table| !table.rows.is_empty()).collect();
    for table in &mut tables {
        table.more = table.rows.len().saturating_sub(top);
        table.rows.truncate(top);
    }
    tables
}

fn summary(collection: &Collection) -> String {
    let Collection { games, refused, moves, nodes, searched, .. } = collection;
    let average = *moves as f64 / (*games).max(1) as f64;
    let word = if *games == 1 { "game" } else { "games" };
    let mut text = format!("{games} {word}, {average:.1} moves a game");
    if *refused > 0 {
        let _ = write!(text, ", {refused} left out");
    }
    if let Some(nodes) = nodes {
        let _ = write!(text, ", {nodes} nodes a position");
        if let Some(searched) = searched.filter(|searched| searched < games) {
            let _ = write!(text, " of {searched} games");
        }
    }
    text
}

/// Tables for a terminal.
pub fn text(collection: &Collection, top: usize) -> String {
    let mut text = summary(collection) + "\n";
    for table in tables(collection, top) {
        let _ = writeln!(text, "\n{}", table.title);
        let head = table.columns.iter().map(ToString::to_string).collect();
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(table.rows).collect();
        let width = |n: usize| rows.iter().map(|row| row[n].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
        for row in &rows {
            let mut line = String::new();
            for (n, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let gap = width - cell.chars().count();
                match n {
                    0 => line.extend([cell, " ".repeat(gap).as_str()]),
                    _ => line.extend([" ".repeat(gap + 2).as_str(), cell]),
                }
            }
            let _ = writeln!(text, "  {}", line.trim_end());
        }
        if table.more > 0 {
            let _ = writeln!(text, "  and {} more", table.more);
        }
    }
    text
}

const STYLE: &str = "body{font:16px/1.4 system-ui,sans-serif;max-width:70rem;margin:2rem auto;\
padding:0 1rem;color:#222;background:#fff}table{border-collapse:collapse;margin-bottom:.5rem}\
th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}\
th:first-child,td:first-child{text-align:left;white-space:normal;min-width:9rem}div{overflow-x:auto}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}th,td{border-color:#444}}";

/// A page for a browser.
pub fn html(collection: &Collection, top: usize) -> String {
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Statistics of games</title>\n<style>{STYLE}</style>\n\
         <h1>Statistics of games</h1>\n<p>{}</p>\n",
        Escaped(&summary(collection))
    );
    for table in tables(collection, top) {
        let _ = write!(text, "<h2>{}</h2>\n<div><table>\n<thead><tr>", table.title);
        for column in &table.columns {
            let _ = write!(text, "<th scope=\"col\">{column}</th>");
        }
        text.push_str("</tr></thead>\n<tbody>\n");
        for row in &table.rows {
            text.push_str("<tr>");
            for cell in row {
                let _ = write!(text, "<td>{}</td>", Escaped(cell));
            }
            text.push_str("</tr>\n");
        }
        text.push_str("</tbody></table></div>\n");
        if table.more > 0 {
            let _ = writeln!(text, "<p>and {} more</p>", table.more);
        }
    }
    text + "</html>\n"
}
