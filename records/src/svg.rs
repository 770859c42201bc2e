//! A board as a picture: SVG that stands alone or inline in a page, in light and in dark, and
//! for screen readers.
//!
//! Colours come from the custom properties named in [`STYLE`], each with a fallback, so that a
//! page can set its own. Programs without style sheets draw the light colours.

mod view;

use std::fmt;

use dolmen::board::Move;
use dolmen::types::{Color, Coord, Size};
use view::{AXIS, CELL, EDGE, View};

/// What the pictures look like in a page that has them inline; once for all of them.
pub const STYLE: &str = "\
.goban{font-family:system-ui,sans-serif;text-anchor:middle}
.goban .wood{fill:var(--goban-wood,#e8c27a)}
.goban .grid{stroke:var(--goban-line,#6b4d1e)}
.goban .star{fill:var(--goban-line,#6b4d1e)}
.goban .axis{fill:var(--goban-axis,#4a340f)}
.goban .black{fill:var(--goban-black,#1a1a1a)}
.goban .white{fill:var(--goban-white,#fdfdfb)}
.goban .black,.goban .white{stroke:var(--goban-edge,#000)}
.goban .on-black{fill:var(--goban-white,#fdfdfb)}
.goban .on-white{fill:var(--goban-black,#1a1a1a)}
.goban .last{stroke:var(--goban-last,#e5383b)}
.goban .best{fill:var(--goban-best,#0b6b3a)}
.goban .other{fill:var(--goban-other,#1f4e9c)}
.goban .sign{fill:var(--goban-sign,#fff)}
.goban .forbidden{stroke:var(--goban-forbidden,#b00020)}
.goban .five{stroke:var(--goban-five,#0b6b3a)}
@media (prefers-color-scheme:dark){
.goban .wood{fill:var(--goban-wood,#a8854a)}
.goban .grid{stroke:var(--goban-line,#3b2a0d)}
.goban .star{fill:var(--goban-line,#3b2a0d)}
.goban .axis{fill:var(--goban-axis,#1f1503)}
.goban .white{fill:var(--goban-white,#ece9e2)}
.goban .on-black{fill:var(--goban-white,#ece9e2)}
}
";

/// Kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The best move: a green disc.
    Best,
    /// Another move worth a look: a blue disc.
    Other,
    /// Not allowed: a cross, without the label.
    Forbidden,
}

/// A sign on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMark {
    /// Where.
    pub coord: Coord,
    /// Its kind.
    pub kind: MarkKind,
    /// A letter or a short word, drawn on the disc.
    pub label: String,
}

/// A board to be drawn by [`fmt::Display`].
///
/// ```
/// use dolmen::board::Board;
/// use dolmen_records::svg::BoardPicture;
/// use dolmen::types::{Coord, Rule, Size};
///
/// let size = Size::new(15).unwrap();
/// let board = Board::with_moves(Rule::Freestyle, size, &[Coord::new(7, 7).unwrap()]);
/// let stones: Vec<_> = board.history().collect();
/// let picture = BoardPicture { numbers: true, ..BoardPicture::new("b1", "Move 1", size, &stones) };
/// assert!(picture.to_string().starts_with("<svg "));
/// ```
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    /// Begins the ids inside the picture: no two pictures of a page may share it.
    pub id: &'a str,
    /// What the picture shows, in a few words.
    pub title: &'a str,
    /// The board.
    pub size: Size,
    /// The stones in the order in which they were placed; those off the board are left out.
    pub stones: &'a [Move],
    /// Write its number on each stone, from 1. Scripts find it in `data-move` in any case.
    pub numbers: bool,
    /// Ring the last stone.
    pub last: bool,
    /// Signs on points, drawn above the stones.
    pub marks: &'a [BoardMark],
    /// The stones of a finished game's winning line, ringed.
    pub five: &'a [Coord],
    /// Row 1 at the top, as Piskvork and SGF have it, instead of at the bottom.
    pub row_one_on_top: bool,
    /// Only the part of the board where stones and marks are, and a little around it.
    pub crop: bool,
    /// A file of its own: with the name space and a size in pixels, in the light colours, which
    /// programs draw that do not know custom properties.
    pub standalone: bool,
}

impl<'a> BoardPicture<'a> {
    /// The stones with a ring around the last one, and nothing else.
    pub fn new(id: &'a str, title: &'a str, size: Size, stones: &'a [Move]) -> BoardPicture<'a> {
        BoardPicture {
            id,
            title,
            size,
            stones,
            numbers: false,
            last: true,
            marks: &[],
            five: &[],
            row_one_on_top: false,
            crop: false,
            standalone: false,
        }
    }

    /// Where the middle of a point lies, in units of the picture from its upper left corner.
    pub fn place(&self, c: Coord) -> (u32, u32) {
        self.view().place(c)
    }

    /// The part of the board that is drawn: all of it, or a square around what is to be seen.
    fn view(&self) -> View {
        let whole = View::whole(self.size, self.row_one_on_top);
        let stones = self.stones.iter().map(|stone| stone.coord);
        let seen = stones.chain(self.marks.iter().map(|mark| mark.coord));
        if self.crop { whole.around(seen.filter(|&c| self.size.contains(c))) } else { whole }
    }

    /// Stones on the board, with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (usize, &Move)> {
        (1..).zip(self.stones).filter(|(_, stone)| self.size.contains(stone.coord))
    }

    fn grid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = self.view();
        let (x, y) = (view.x(view.left), EDGE);
        let span = CELL * u32::from(view.span);
        // Where the board goes on, so do its lines.
        let (left, right) = view.goes_on(view.left, view.last);
        let (below, above) = view.goes_on(view.low, view.last);
        let (up, down) = if view.row_one_on_top { (below, above) } else { (above, below) };
        f.write_str("<path class=\"grid\" fill=\"none\" stroke=\"#6b4d1e\" d=\"")?;
        for n in view.columns() {
            write!(f, "M{} {}v{}", view.x(n), y - up, span + up + down)?;
        }
        for n in view.rows() {
            write!(f, "M{} {}h{}", x - left, view.y(n), span + left + right)?;
        }
        f.write_str("\"/>")?;
        for c in star_points(self.size).into_iter().filter(|&c| view.contains(c)) {
            let (x, y) = view.place(c);
            write!(f, "<circle class=\"star\" fill=\"#6b4d1e\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>")?;
        }
        f.write_str("<g class=\"axis\" fill=\"#4a340f\" font-size=\"11\" aria-hidden=\"true\">")?;
        let foot = EDGE + span + EDGE + AXIS / 2;
        for n in view.columns() {
            let letter = char::from(b'a' + n);
            write!(f, "<text x=\"{}\" y=\"{foot}\">{letter}</text>", view.x(n))?;
        }
        for n in view.rows() {
            write!(f, "<text x=\"{}\" y=\"{}\">{}</text>", AXIS / 2 + 2, view.y(n) + 4, n + 1)?;
        }
        f.write_str("</g>")
    }

    fn stone(&self, f: &mut fmt::Formatter<'_>, number: usize, stone: &Move) -> fmt::Result {
        let (x, y) = self.place(stone.coord);
        let (class, fill, ink) = match stone.color {
            Color::Black => ("black", "#1a1a1a", "#fdfdfb"),
            Color::White => ("white", "#fdfdfb", "#1a1a1a"),
        };
        write!(
            f,
            "<g data-move=\"{number}\"><circle class=\"{class}\" fill=\"{fill}\" stroke=\"#000\" cx=\"{x}\" cy=\"{y}\" r=\"11\"/>"
        )?;
        if self.numbers {
            let font = if number < 100 { 11 } else { 9 };
            write!(
                f,
                "<text class=\"on-{class}\" fill=\"{ink}\" font-size=\"{font}\" x=\"{x}\" y=\"{}\">{number}</text>",
                y + 4
            )?;
        }
        f.write_str("</g>")
    }

    fn mark(&self, f: &mut fmt::Formatter<'_>, mark: &BoardMark) -> fmt::Result {
        let (x, y) = self.place(mark.coord);
        let (class, fill) = match mark.kind {
            MarkKind::Best => ("best", "#0b6b3a"),
            MarkKind::Other => ("other", "#1f4e9c"),
            MarkKind::Forbidden => {
                return write!(
                    f,
                    "<path class=\"forbidden\" stroke=\"#b00020\" stroke-width=\"3\" d=\"M{} {}l12 12m0 -12l-12 12\"/>",
                    x - 6,
                    y - 6
                );
            }
        };
        write!(f, "<circle class=\"{class}\" fill=\"{fill}\" cx=\"{x}\" cy=\"{y}\" r=\"10\"/>")?;
        let font = if mark.label.chars().count() < 3 { 12 } else { 8 };
        write!(
            f,
            "<text class=\"sign\" fill=\"#fff\" font-size=\"{font}\" x=\"{x}\" y=\"{}\">{}</text>",
            y + 4,
            Escaped(&mark.label)
        )
    }

    /// The same in words.
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size.get();
        write!(f, "Board of {size} by {size}.")?;
        for (color, name) in [(Color::Black, "Black"), (Color::White, "White")] {
            let mut stones = self.numbered().filter(|(_, stone)| stone.color == color).peekable();
            if stones.peek().is_some() {
                write!(f, " {name}:")?;
                stones.try_for_each(|(_, stone)| write!(f, " {}", stone.coord))?;
                f.write_str(".")?;
            }
        }
        if let Some((number, stone)) = self.numbered().last().filter(|_| self.last) {
            write!(f, " Last move: {number}, {}.", stone.coord)?;
        }
        if !self.five.is_empty() {
            f.write_str(" The winning line:")?;
            self.five.iter().try_for_each(|&c| write!(f, " {}", c))?;
            f.write_str(".")?;
        }
        for mark in self.marks {
            let name = mark.coord;
            match mark.kind {
                MarkKind::Best => write!(f, " {}, best move: {name}.", Escaped(&mark.label))?,
                MarkKind::Other => write!(f, " {}, other move: {name}.", Escaped(&mark.label))?,
                MarkKind::Forbidden => write!(f, " Forbidden: {name}.")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for BoardPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = CELL * u32::from(self.view().span) + 2 * EDGE + AXIS;
        let id = Escaped(self.id);
        f.write_str("<svg ")?;
        if self.standalone {
            let space = "http://www.w3.org/2000/svg";
            write!(f, "xmlns=\"{space}\" width=\"{side}\" height=\"{side}\" ")?;
        }
        write!(
            f,
            "class=\"goban\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-labelledby=\"{id}-title\" \
             aria-describedby=\"{id}-desc\" font-family=\"sans-serif\" text-anchor=\"middle\">\
             <title id=\"{id}-title\">{}</title><desc id=\"{id}-desc\">",
            Escaped(self.title)
        )?;
        self.describe(f)?;
        f.write_str("</desc>")?;
        write!(
            f,
            "<rect class=\"wood\" fill=\"#e8c27a\" width=\"{side}\" height=\"{side}\" rx=\"6\"/>"
        )?;
        self.grid(f)?;
        self.numbered().try_for_each(|(number, stone)| self.stone(f, number, stone))?;
        if let Some((_, stone)) = self.numbered().last().filter(|_| self.last) {
            let (x, y) = self.place(stone.coord);
            write!(
                f,
                "<circle class=\"last\" fill=\"none\" stroke=\"#e5383b\" stroke-width=\"2.5\" cx=\"{x}\" cy=\"{y}\" r=\"9.5\"/>"
            )?;
        }
        if !self.five.is_empty() {
            f.write_str("<g class=\"five\" fill=\"none\" stroke=\"#0b6b3a\" stroke-width=\"3\">")?;
            for &c in self.five {
                let (x, y) = self.place(c);
                write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"11.5\"/>")?;
            }
            f.write_str("</g>")?;
        }
        let on_board = self.marks.iter().filter(|mark| self.size.contains(mark.coord));
        on_board.into_iter().try_for_each(|mark| self.mark(f, mark))?;
        f.write_str("</svg>")
    }
}

/// The dots that help the eye.
fn star_points(size: Size) -> Vec<Coord> {
    let n = size.get();
    let inset = match n {
        13.. => 3,
        9.. => 2,
        _ => n / 2,
    };
    let mut ends = vec![inset, n - 1 - inset];
    ends.dedup();
    let corners = ends.iter().flat_map(|&x| ends.iter().map(move |&y| (x, y)));
    let middle = (n % 2 == 1 && ends.len() > 1).then_some((n / 2, n / 2));
    let wanted = corners.chain(middle).filter(|_| n % 2 == 1 || n >= 9);
    wanted.filter_map(|(x, y)| Coord::new(x, y)).collect()
}

/// Text that can stand in markup, in elements and in quoted attributes. Characters that XML
/// does not have are left out.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\u{FFFE}' | '\u{FFFF}' => {}
                letter if letter.is_control() && !"\t\n\r".contains(letter) => {}
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
