//! A line of moves as a picture: one board after another, with a word under each.

use std::fmt;

use dolmen::board::Move;
use dolmen::types::{Coord, Size};
use dolmen_records::svg::{BoardMark, BoardPicture, Escaped};

/// One board of a strip.
pub struct Panel {
    /// The stones so far.
    pub stones: Vec<Move>,
    /// Signs on points.
    pub marks: Vec<BoardMark>,
    /// The stones of the line that wins, if one does.
    pub five: Vec<Coord>,
    /// What happens here.
    pub caption: String,
}

/// A position and the line that is played from it.
pub struct Strip {
    /// Stands above the boards.
    pub title: String,
    /// The board.
    pub size: Size,
    /// One after another.
    pub panels: Vec<Panel>,
}

/// Several strips, one below the other: a picture of its own, in plain colours, so that programs
/// without a browser inside draw it as well.
pub struct Strips<'a> {
    /// From the top down.
    pub strips: &'a [Strip],
    /// Row 1 at the top of every board.
    pub row_one_on_top: bool,
}

/// Units of the picture: a board, and the room around it.
const BOARD: usize = 320;
const GAP: usize = 16;
/// Height of a line of text.
const LINE: usize = 20;
/// Letters that fit under a board.
const LETTERS: usize = 44;
/// Lines of a caption; what is longer is cut.
const CAPTION: usize = 5;
/// Boards side by side.
const COLUMNS: usize = 4;

impl Strip {
    fn rows(&self) -> usize {
        self.panels.len().div_ceil(COLUMNS)
    }

    fn height(&self) -> usize {
        2 * LINE + self.rows() * (BOARD + CAPTION * LINE + GAP)
    }

    fn draw(
        &self,
        f: &mut fmt::Formatter<'_>,
        number: usize,
        top: usize,
        row_one_on_top: bool,
    ) -> fmt::Result {
        let baseline = top + LINE + GAP / 2;
        writeln!(
            f,
            "<text class=\"title\" x=\"{GAP}\" y=\"{baseline}\" font-size=\"16\" font-weight=\"bold\">{}</text>",
            Escaped(&self.title)
        )?;
        for (n, panel) in self.panels.iter().enumerate() {
            let x = GAP + n % COLUMNS * (BOARD + GAP);
            let y = top + 2 * LINE + n / COLUMNS * (BOARD + CAPTION * LINE + GAP);
            let id = format!("s{number}-{n}");
            let picture = BoardPicture {
                marks: &panel.marks,
                five: &panel.five,
                row_one_on_top,
                last: n > 0 && panel.five.is_empty(),
                ..BoardPicture::new(&id, &panel.caption, self.size, &panel.stones)
            };
            writeln!(
                f,
                "<svg x=\"{x}\" y=\"{y}\" width=\"{BOARD}\" height=\"{BOARD}\">{picture}</svg>"
            )?;
            for (k, line) in wrap(&panel.caption).into_iter().enumerate() {
                let y = y + BOARD + (k + 1) * LINE - 4;
                writeln!(
                    f,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"13\">{}</text>",
                    Escaped(&line)
                )?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Strips<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.strips.iter().map(|strip| strip.panels.len()).max().unwrap_or(0);
        let width = GAP + columns.clamp(1, COLUMNS) * (BOARD + GAP);
        let height = self.strips.iter().map(Strip::height).sum::<usize>() + GAP;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"system-ui,sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
        )?;
        let mut top = 0;
        for (number, strip) in self.strips.iter().enumerate() {
            strip.draw(f, number, top, self.row_one_on_top)?;
            top += strip.height();
        }
        f.write_str("</svg>\n")
    }
}

/// A text in lines that fit under a board.
fn wrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        let length = lines[last].chars().count() + 1 + word.chars().count();
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if length <= LETTERS {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    if lines.len() > CAPTION {
        lines.truncate(CAPTION);
        lines[CAPTION - 1].push_str(" …");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_wrapped_and_cut() {
        let text = "a four and an open three at once ".repeat(20);
        let lines = wrap(&text);
        assert_eq!(lines.len(), CAPTION);
        assert!(lines.iter().all(|line| line.chars().count() <= LETTERS + 2), "{lines:?}");
        assert!(lines[CAPTION - 1].ends_with('…'));
        assert_eq!(wrap("one word"), ["one word"]);
    }

    #[test]
    fn every_board_lies_inside_the_picture() {
        let size = Size::new(15).expect("a legal size");
        let panel = |caption: &str| Panel {
            stones: Vec::new(),
            marks: Vec::new(),
            five: Vec::new(),
            caption: caption.to_string(),
        };
        let panels = (0..6).map(|n| panel(&format!("<{n}>"))).collect();
        let strips = [Strip { title: "a & b".into(), size, panels }];
        let text = Strips { strips: &strips, row_one_on_top: false }.to_string();
        assert_eq!(text.matches("<svg").count(), 1 + 2 * 6);
        assert_eq!(text.matches("</svg>").count(), 1 + 2 * 6);
        assert!(text.contains("a &amp; b") && text.contains("&lt;5&gt;"));
        assert!(!text.contains("<5>"));
    }
}
