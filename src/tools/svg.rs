//! A board as a picture: SVG that stands alone or inline in a page, in light and in dark, and
//! that a screen reader can tell.
//!
//! Colours come from the custom properties named in [`STYLE`], each with a fallback, so that a
//! page can set its own. Programs without style sheets draw the light colours.

use std::fmt;

use crate::board::Move;
use crate::protocol::notation::Named;
use crate::types::{Color, Coord, Size};

/// What the pictures look like. A page with pictures inline needs it once; a picture that
/// [stands alone](BoardPicture::standalone) has it inside.
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
@media (prefers-color-scheme:dark){
.goban .wood{fill:var(--goban-wood,#a8854a)}
.goban .grid{stroke:var(--goban-line,#3b2a0d)}
.goban .star{fill:var(--goban-line,#3b2a0d)}
.goban .axis{fill:var(--goban-axis,#1f1503)}
.goban .white{fill:var(--goban-white,#ece9e2)}
.goban .on-black{fill:var(--goban-white,#ece9e2)}
}
";

/// What a mark says of a point.
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
pub struct Mark {
    /// Where.
    pub coord: Coord,
    /// What it says.
    pub kind: MarkKind,
    /// A letter or a short word, drawn on the disc.
    pub label: String,
}

/// A board to be drawn by [`fmt::Display`].
///
/// ```
/// use dolmen::board::Board;
/// use dolmen::tools::svg::BoardPicture;
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
    pub marks: &'a [Mark],
    /// Row 1 at the top, as Piskvork and SGF have it, instead of at the bottom.
    pub row_one_on_top: bool,
    /// A file of its own: with the name space and [`STYLE`].
    pub standalone: bool,
}

/// Units from one line to the next; lengths below are in the same units.
const CELL: u32 = 24;
/// Room for the coordinates at the left and below.
const AXIS: u32 = 22;
/// From the outer lines to the edge.
const EDGE: u32 = 16;

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
            row_one_on_top: false,
            standalone: false,
        }
    }

    /// Where the middle of a point lies, in units of the picture from its upper left corner.
    pub fn place(&self, c: Coord) -> (u32, u32) {
        (self.x(c.x()), self.y(c.y()))
    }

    fn x(&self, column: u8) -> u32 {
        AXIS + EDGE + CELL * u32::from(column)
    }

    fn y(&self, row: u8) -> u32 {
        let from_top =
            if self.row_one_on_top { row } else { (self.size.get() - 1).saturating_sub(row) };
        EDGE + CELL * u32::from(from_top)
    }

    /// Stones on the board, with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (usize, &Move)> {
        (1..).zip(self.stones).filter(|(_, stone)| self.size.contains(stone.coord))
    }

    fn grid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, span) = (self.size.get(), CELL * u32::from(self.size.get() - 1));
        f.write_str("<path class=\"grid\" fill=\"none\" stroke=\"#6b4d1e\" d=\"")?;
        for n in 0..size {
            write!(f, "M{} {EDGE}v{span}M{} {}h{span}", self.x(n), self.x(0), self.y(n))?;
        }
        f.write_str("\"/>")?;
        for c in star_points(self.size) {
            let (x, y) = self.place(c);
            write!(f, "<circle class=\"star\" fill=\"#6b4d1e\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>")?;
        }
        f.write_str("<g class=\"axis\" fill=\"#4a340f\" font-size=\"11\" aria-hidden=\"true\">")?;
        let below = EDGE + span + EDGE + AXIS / 2;
        for n in 0..size {
            let letter = char::from(b'a' + n);
            write!(f, "<text x=\"{}\" y=\"{below}\">{letter}</text>", self.x(n))?;
            write!(f, "<text x=\"{}\" y=\"{}\">{}</text>", AXIS / 2 + 2, self.y(n) + 4, n + 1)?;
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

    fn mark(&self, f: &mut fmt::Formatter<'_>, mark: &Mark) -> fmt::Result {
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
                stones.try_for_each(|(_, stone)| write!(f, " {}", Named(stone.coord)))?;
                f.write_str(".")?;
            }
        }
        if let Some((number, stone)) = self.numbered().last().filter(|_| self.last) {
            write!(f, " Last move: {number}, {}.", Named(stone.coord))?;
        }
        for mark in self.marks {
            let name = Named(mark.coord);
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
        let side = CELL * u32::from(self.size.get() - 1) + 2 * EDGE + AXIS;
        let id = Escaped(self.id);
        f.write_str("<svg ")?;
        if self.standalone {
            f.write_str("xmlns=\"http://www.w3.org/2000/svg\" ")?;
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
        if self.standalone {
            write!(f, "<style>{STYLE}</style>")?;
        }
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
mod tests {
    use super::*;
    use crate::protocol::notation::parse_stones;
    use crate::types::{MAX_SIZE, MIN_SIZE};

    fn stones(text: &str) -> Vec<Move> {
        let coords = parse_stones(text).expect("points");
        let colors = Color::ALL.into_iter().cycle();
        colors.zip(coords).map(|(color, coord)| Move { coord, color }).collect()
    }

    fn size(n: u8) -> Size {
        Size::new(n).expect("a board size")
    }

    #[test]
    fn everything_asked_for_is_drawn_and_told() {
        let stones = stones("h8i9g8");
        let coord = stones[0].coord;
        let mark = |kind| Mark { coord, kind, label: "A".into() };
        let marks = [mark(MarkKind::Best), mark(MarkKind::Forbidden)];
        let plain = BoardPicture::new("p", "One & two", size(15), &stones);
        let full = BoardPicture { numbers: true, marks: &marks, standalone: true, ..plain.clone() };
        let (plain, full) = (plain.to_string(), full.to_string());
        assert!(plain.contains("<title id=\"p-title\">One &amp; two</title>"), "{plain}");
        assert!(plain.contains("Black: h8 g8. White: i9. Last move: 3, g8."), "{plain}");
        assert_eq!(plain.matches("class=\"black\"").count(), 2);
        assert_eq!(plain.matches("class=\"last\"").count(), 1);
        assert!(!plain.contains("on-black") && !plain.contains("xmlns"));
        assert_eq!(full.matches("class=\"on-black\"").count(), 2);
        assert!(
            full.contains(">3</text>") && full.contains("xmlns=\"http://www.w3.org/2000/svg\"")
        );
        assert!(full.contains("A, best move: h8. Forbidden: h8."), "{full}");
        assert!(full.contains("class=\"forbidden\"") && full.contains("prefers-color-scheme"));
    }

    #[test]
    fn row_one_is_where_it_is_wanted() {
        let stones = stones("a1");
        let below = BoardPicture::new("p", "", size(15), &stones);
        let above = BoardPicture { row_one_on_top: true, ..below.clone() };
        assert!(below.to_string().contains(&format!("cy=\"{}\" r=\"11\"", EDGE + 14 * CELL)));
        assert!(above.to_string().contains(&format!("cy=\"{EDGE}\" r=\"11\"")));
    }

    #[test]
    fn every_size_is_drawn_inside_its_frame() {
        for size in (MIN_SIZE..=MAX_SIZE).filter_map(Size::new) {
            assert!(star_points(size).into_iter().all(|c| size.contains(c)));
            // A stone that the board does not have is left out.
            let text = BoardPicture::new("p", "", size, &stones("a1v22")).to_string();
            let drawn = 1 + usize::from(size.get() == MAX_SIZE);
            assert_eq!(text.matches("r=\"11\"").count(), drawn, "{text}");
        }
        assert_eq!(star_points(size(15)).len(), 5);
    }

    #[test]
    fn text_cannot_leave_its_place() {
        let text = Escaped("<b a='\"'>&\u{1}\u{FFFF}").to_string();
        assert_eq!(text, "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
    }
}
