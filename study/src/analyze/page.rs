//! The report as a page: one file without anything from elsewhere. All of it can be read without
//! its script, which steps through the game and its lines.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::graph::{class, graph};
use super::judgement::{Analysis, JudgedMove, Kind};
use super::lines::Lines;
use super::study::Line;
use super::words::{facts, first_move, first_move_with_depth, percent, points, reasons, remark};
use dolmen::board::Move;
use dolmen::types::{Color, Coord};
use dolmen_records::svg::{BoardMark, BoardPicture, Escaped, MarkKind, STYLE};

const PAGE_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The whole page.
pub fn report(analysis: &Analysis) -> String {
    let (five, lines) = (analysis.five(), Lines::of(analysis));
    let page = Page { analysis, stones: stones(analysis), five, lines };
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = page.write(&mut text);
    text
}

fn stones(analysis: &Analysis) -> Vec<Move> {
    analysis.moves.iter().map(|m| Move { coord: m.coord, color: m.color }).collect()
}

struct Page<'a> {
    analysis: &'a Analysis,
    stones: Vec<Move>,
    five: Vec<Coord>,
    lines: Lines<'a>,
}

impl Page<'_> {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let Analysis { name, effort, .. } = self.analysis;
        let (black, white) =
            (self.analysis.player(Color::Black), self.analysis.player(Color::White));
        let (black, white) = (Escaped(black), Escaped(white));
        write!(
            text,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{black} against {white}: analysis</title>\n\
             <style>\n{PAGE_STYLE}{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>{black} (black) against {white} (white)</h1>\n\
             <p>{}</p>\n<p class=\"soft\">{}; {}; {}</p>\n</header>\n<main>\n",
            Escaped(&facts(self.analysis)),
            Escaped(name),
            Escaped(effort),
            self.analysis.rows()
        )?;
        self.stage(text)?;
        text.push_str("<div class=\"report\">\n");
        self.overview(text)?;
        self.moments(text)?;
        self.table(text)?;
        definitions(text)?;
        write!(
            text,
            "</div>\n</main>\n<footer><p>Made by Dolmen {}. Winning chances are what the engine thinks; \
             only what is proved is 0 % or 100 %.</p></footer>\n",
            env!("CARGO_PKG_VERSION")
        )?;
        // In JSON a `<` stands only inside strings, where it may be written so.
        let data = self.data().to_string().replace('<', "\\u003c");
        writeln!(text, "<script type=\"application/json\" id=\"data\">{data}</script>")?;
        writeln!(text, "<script>\n{SCRIPT}</script>\n</body>\n</html>")
    }

    fn picture<'b>(&self, id: &'b str, title: &'b str, stones: &'b [Move]) -> BoardPicture<'b> {
        let size = self.analysis.checked.game.size;
        let row_one_on_top = self.analysis.row_one_on_top;
        BoardPicture { numbers: true, row_one_on_top, ..BoardPicture::new(id, title, size, stones) }
    }

    /// The board with what is said of the position and the buttons. It stays in sight.
    fn stage(&self, text: &mut String) -> std::fmt::Result {
        let picture = self.picture("board", "The game", &self.stones);
        let board = BoardPicture { five: &self.five, ..picture };
        write!(
            text,
            "<section class=\"stage\" aria-label=\"The board\">\n<div id=\"board\">\n{board}\n</div>\n\
             <div id=\"said\"></div>\n\
             <div class=\"controls\" id=\"controls\" role=\"group\" aria-label=\"Step through the game\" hidden>\
             <button type=\"button\" id=\"first\">Start</button>\
             <button type=\"button\" id=\"back\">Back</button>\
             <button type=\"button\" id=\"next\">Next</button>\
             <button type=\"button\" id=\"last\">End</button></div>\n</section>\n"
        )
    }

    /// The graph and a summary.
    fn overview(&self, text: &mut String) -> std::fmt::Result {
        write!(
            text,
            "<section aria-labelledby=\"game-h\">\n<h2 id=\"game-h\">The game</h2>\n\
             <p class=\"soft\">Winning chance of black after each move</p>\n{}\n\
             <p class=\"keys soft\">Arrow keys, Home and End step through the game, or through a line \
             after a click on one of its moves; Escape goes back to the game. A is the best move \
             found, B the best of the others. A click on the graph or on a row shows that \
             position.</p>\n",
            graph(self.analysis)
        )?;
        self.summary(text)?;
        text.push_str("</section>\n");
        Ok(())
    }

    fn summary(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(
            "<table class=\"small\"><caption>Moves with a name</caption><thead><tr>\
             <th scope=\"col\">Kind</th><th scope=\"col\" class=\"number\">Black</th>\
             <th scope=\"col\" class=\"number\">White</th></tr></thead><tbody>",
        );
        let row = |text: &mut String, name: &str, cells: [String; 2]| {
            let [black, white] = cells;
            write!(
                text,
                "<tr><th scope=\"row\">{name}</th><td class=\"number\">{black}</td>\
                 <td class=\"number\">{white}</td></tr>"
            )
        };
        for kind in Kind::ALL {
            let counts = Color::ALL.map(|color| self.analysis.count(color, kind));
            if counts != [0, 0] {
                row(text, kind.name(), counts.map(|count| count.to_string()))?;
            }
        }
        let averages = Color::ALL.map(|color| match self.analysis.average_loss(color) {
            Some(loss) => format!("{:.1} %", loss * 100.0),
            None => String::new(),
        });
        row(text, "lost a move on average", averages)?;
        text.push_str("</tbody></table>\n");
        Ok(())
    }

    /// The moves with a name, each with its board.
    fn moments(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(
            "<section aria-labelledby=\"moments-h\">\n<h2 id=\"moments-h\">Turning points</h2>\n",
        );
        if self.analysis.moments().next().is_none() {
            text.push_str("<p>No move lost enough to have a name.</p>\n</section>\n");
            return Ok(());
        }
        text.push_str("<ol class=\"moments\">\n");
        self.analysis.moments().try_for_each(|judged| self.moment(text, judged))?;
        text.push_str("</ol>\n</section>\n");
        Ok(())
    }

    fn moment(&self, text: &mut String, judged: &JudgedMove) -> std::fmt::Result {
        let (number, side) = (judged.number, judged.color.name());
        let (name, kind) = (judged.coord, judged.kind.map_or("", Kind::name));
        let (id, title) = (format!("b{number}"), format!("After move {number}, {side} {name}"));
        let marks: Vec<BoardMark> = judged
            .best
            .iter()
            .filter(|_| !judged.is_best())
            .filter_map(|best| best.moves.first())
            .map(|&coord| BoardMark { coord, kind: MarkKind::Best, label: "A".into() })
            .collect();
        let picture = self.picture(&id, &title, &self.stones[..number]);
        let picture = BoardPicture { numbers: false, crop: true, marks: &marks, ..picture };
        write!(
            text,
            "<li><h3><a href=\"#move-{number}\">Move {number}</a>, {side} {name}: \
             <span class=\"{}\">{kind}</span></h3>\n{picture}\n<div><p>{}</p>",
            class(judged.kind),
            Escaped(&remark(judged))
        )?;
        for reason in reasons(self.analysis, judged) {
            write!(text, "<p>{}</p>", Escaped(&reason.to_string()))?;
        }
        for (title, id) in [("Refutation", format!("r{number}")), ("Better", format!("b{number}"))]
        {
            if let Some(steps) = self.lines.steps(&id) {
                write!(text, "<p class=\"line\"><span class=\"soft\">{title}:</span> {steps}</p>")?;
            }
        }
        text.push_str("</div></li>\n");
        Ok(())
    }

    fn table(&self, text: &mut String) -> std::fmt::Result {
        let start = percent(self.analysis.start);
        write!(
            text,
            "<section aria-labelledby=\"moves-h\">\n<h2 id=\"moves-h\">All moves</h2>\n\
             <div class=\"scroll\" role=\"region\" aria-label=\"Table of all moves\" tabindex=\"0\">\n\
             <table id=\"moves\"><caption>Black wins: the winning chance of black after the move; \
             {start} at the start. Lost: winning chance that the move cost its side.</caption>\n\
             <thead><tr><th scope=\"col\" class=\"number\">No.</th><th scope=\"col\">Move</th>\
             <th scope=\"col\" class=\"number\">Black wins</th><th scope=\"col\" class=\"number\">Lost</th>\
             <th scope=\"col\">Verdict</th><th scope=\"col\">Best move and its line</th>\
             <th scope=\"col\">Best other move</th>\
             <th scope=\"col\" class=\"number\">Depth</th></tr></thead>\n<tbody>\n"
        )?;
        self.analysis.moves.iter().try_for_each(|judged| self.row(text, judged))?;
        text.push_str("</tbody></table>\n</div>\n");
        let Analysis { moves, last, .. } = self.analysis;
        let steps = self.lines.steps(&format!("b{}", moves.len() + 1));
        if let (Some(best), Some(steps)) = (&last.best, steps) {
            let first = first_move_with_depth(best, last.depth);
            writeln!(text, "<p class=\"line\">Best next move: {first}. {steps}</p>")?;
        }
        text.push_str("</section>\n");
        Ok(())
    }

    fn row(&self, text: &mut String, judged: &JudgedMove) -> std::fmt::Result {
        let (number, side, name) = (judged.number, judged.color.name(), judged.coord);
        let loss = match judged.loss() {
            loss if loss < 0.005 => String::new(),
            loss => percent(loss),
        };
        let verdict = match judged.kind {
            Some(kind) => {
                format!("<span class=\"name {}\">{}</span>", class(judged.kind), kind.name())
            }
            None if judged.is_opening => "opening".into(),
            None if judged.is_best() => "best".into(),
            None => String::new(),
        };
        let cell = |id: &str, line: &Option<Line>| {
            let shown = line.as_ref().filter(|_| !judged.is_opening);
            let steps = self.lines.steps(&format!("{id}{number}"));
            let value = shown.map(|line| super::words::value(line.score));
            value.zip(steps).map(|(value, steps)| format!("{value}: {steps}")).unwrap_or_default()
        };
        let (best, other) = (cell("b", &judged.best), cell("o", &judged.other));
        let depth = if judged.is_opening { String::new() } else { judged.depth.to_string() };
        writeln!(
            text,
            "<tr id=\"move-{number}\"><th scope=\"row\" class=\"number\">{number}</th>\
             <td class=\"point\"><a href=\"#move-{number}\">{side} {name}</a></td>\
             <td class=\"number\">{}</td><td class=\"number\">{loss}</td><td>{verdict}</td>\
             <td class=\"line\">{best}</td><td class=\"line\">{other}</td>\
             <td class=\"number\">{depth}</td></tr>",
            percent(judged.black)
        )
    }

    /// For the script: what to show after each number of moves, and the lines.
    fn data(&self) -> Value {
        let numbers = 0..=self.analysis.moves.len();
        let positions: Vec<Value> = numbers.map(|n| self.position(n)).collect();
        let picture = self.picture("", "", &self.stones);
        json!({ "positions": positions, "lines": self.lines.data(&picture) })
    }

    fn position(&self, n: usize) -> Value {
        let Analysis { moves, last, .. } = self.analysis;
        let (best, other, depth) = match moves.get(n) {
            Some(next) => (&next.best, &next.other, next.depth),
            None => (&last.best, &last.other, last.depth),
        };
        let picture = self.picture("", "", &self.stones);
        let place = |line: &Option<Line>| {
            let first = line.as_ref().and_then(|line| line.moves.first());
            first.map(|&c| picture.place(c))
        };
        let side = |color| {
            let own = self.stones[..n].iter().filter(|stone| stone.color == color);
            points(&own.map(|stone| stone.coord).collect::<Vec<Coord>>())
        };
        json!({
            "best": place(best),
            "other": place(other),
            "said": said(n.checked_sub(1).and_then(|n| moves.get(n)), (best, depth), other),
            "stones": format!("Black: {}. White: {}.", side(Color::Black), side(Color::White)),
        })
    }
}

/// What is said about a position that the script shows.
fn said(
    played: Option<&JudgedMove>,
    (best, depth): (&Option<Line>, u32),
    other: &Option<Line>,
) -> String {
    let mut text = match played {
        None => "Start.".to_string(),
        Some(judged) => {
            let (number, side, name) = (judged.number, judged.color.name(), judged.coord);
            let kind = judged.kind.map(|kind| format!(", {}", kind.name())).unwrap_or_default();
            let black = percent(judged.black);
            format!("Move {number}, {side} {name}{kind}: black wins {black}. {}", remark(judged))
        }
    };
    if let Some(best) = best {
        text += &format!(" Best now: A {}.", first_move_with_depth(best, depth));
    }
    if let Some(other) = other {
        text += &format!(" Another: B {}.", first_move(other));
    }
    text
}

fn definitions(text: &mut String) -> std::fmt::Result {
    text.push_str(
        "<section aria-labelledby=\"words-h\">\n<h2 id=\"words-h\">What the words mean</h2>\n<dl>\n",
    );
    for kind in Kind::ALL {
        writeln!(
            text,
            "<dt class=\"{}\">{}</dt><dd>{}</dd>",
            class(Some(kind)),
            kind.name(),
            kind.meaning()
        )?;
    }
    text.push_str(
        "<dt>loses</dt><dd>the winning chance of the best move found, less that of the move \
         played, both for the side that moved</dd>\n\
         <dt>wins in 3</dt><dd>a win proved by the search, with at most that many moves of the \
         winner; a line that is played out to the five was checked by the referee</dd>\n\
         <dt>depth</dt><dd>plies that the search behind the number looked ahead; the best move \
         and the best other one come from one search, the move that was played has the value of \
         the position after it</dd>\n</dl>\n</section>\n",
    );
    Ok(())
}
