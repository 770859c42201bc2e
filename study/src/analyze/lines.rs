//! The lines of a page: moves to be stepped through on its board.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::judgement::Analysis;
use super::study::{self, is_over};
use dolmen::board::Board;
use dolmen::types::Coord;
use dolmen_records::svg::BoardPicture;

/// A line, and where it begins.
struct Line<'a> {
    /// What it is, in words.
    title: String,
    /// Moves of the game before it.
    from: usize,
    line: &'a study::Line,
    /// The stones of the five that it ends with.
    five: Vec<Coord>,
}

/// All lines of a page by their names: `b17` is the best line instead of move 17, `o17` that of the
/// best other move, `r17` the refutation of move 17.
pub struct Lines<'a>(BTreeMap<String, Line<'a>>);

impl Lines<'_> {
    /// The lines of a game.
    pub fn of(analysis: &Analysis) -> Lines<'_> {
        let mut lines = Lines(BTreeMap::new());
        for judged in &analysis.moves {
            let n = judged.number;
            let reply = judged.reply.as_ref().filter(|_| judged.kind.is_some());
            lines.add(
                analysis,
                format!("b{n}"),
                ("Best instead of", n),
                n - 1,
                judged.best.as_ref(),
            );
            lines.add(analysis, format!("o{n}"), ("Other than", n), n - 1, judged.other.as_ref());
            lines.add(analysis, format!("r{n}"), ("Refutation of", n), n, reply);
        }
        let (n, last) = (analysis.moves.len(), &analysis.last);
        lines.add(analysis, format!("b{}", n + 1), ("Best after", n), n, last.best.as_ref());
        lines
    }
}

impl<'a> Lines<'a> {
    fn add(
        &mut self,
        analysis: &Analysis,
        id: String,
        (what, number): (&str, usize),
        from: usize,
        line: Option<&'a study::Line>,
    ) {
        let Some(line) = line.filter(|line| !line.moves.is_empty()) else { return };
        let five =
            if line.is_checked { five(analysis.board(from), &line.moves) } else { Vec::new() };
        let title = format!("{what} move {number}");
        self.0.insert(id, Line { title, from, line, five });
    }

    /// A line as links, one for each move; `None` if there is none of this name. Only the first is
    /// a stop of the Tab key: from there on arrow keys go through the line.
    pub fn steps(&self, id: &str) -> Option<String> {
        let Line { line, from, .. } = self.0.get(id)?;
        // Without the script a link leads to the row of the move before the line.
        let target = if *from == 0 { "moves-h".to_string() } else { format!("move-{from}") };
        let mut text = format!("<span class=\"steps\" data-line=\"{id}\">");
        for (step, &c) in (1..).zip(&line.moves) {
            let tab = if step == 1 { "" } else { " tabindex=\"-1\"" };
            let space = if step == 1 { "" } else { " " };
            // Writing to a string cannot fail.
            let _ =
                write!(text, "{space}<a href=\"#{target}\" data-step=\"{step}\"{tab}>{}</a>", c);
        }
        text.push_str("</span>");
        if line.is_checked {
            text.push_str(" <span class=\"soft\">(played out to the five)</span>");
        } else if line.score.is_decisive() {
            text.push_str(" <span class=\"soft\">...</span>");
        }
        Some(text)
    }

    /// For the script.
    pub fn data(&self, picture: &BoardPicture) -> Value {
        let places = |moves: &[Coord]| -> Vec<(u32, u32)> {
            moves.iter().map(|&c| picture.place(c)).collect()
        };
        let line = |(id, line): (&String, &Line)| {
            let names: Vec<String> = line.line.moves.iter().map(|&c| c.to_string()).collect();
            let value = json!({
                "title": line.title,
                "from": line.from,
                "names": names,
                "places": places(&line.line.moves),
                "five": places(&line.five),
            });
            (id.clone(), value)
        };
        Value::Object(self.0.iter().map(line).collect())
    }
}

/// The five at the end of a line that was played out.
fn five(mut board: Board, moves: &[Coord]) -> Vec<Coord> {
    for (i, &c) in moves.iter().enumerate() {
        if is_over(&board, &moves[..i]) || board.try_play(c).is_err() {
            break;
        }
    }
    board.winning_line()
}
