use super::*;
use dolmen::types::parse_stones;
use dolmen::types::{MAX_SIZE, MIN_SIZE};

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
    let mark = |kind| BoardMark { coord, kind, label: "A".into() };
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
    // In plain colours: others draw what they do not know in black.
    assert!(!full.contains("var("), "{full}");
    assert!(
        full.contains(">3</text>")
            && full.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    );
    assert!(full.contains("A, best move: h8. Forbidden: h8."), "{full}");
    assert!(full.contains("class=\"forbidden\""));
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
fn a_cropped_picture_shows_all_stones() {
    let (corner, far) = (stones("a1c3"), stones("j10l12m9"));
    for (stones, side) in [(&corner, 9), (&far, 9), (&stones("a1t20"), 20)] {
        for row_one_on_top in [true, false] {
            let whole = BoardPicture::new("p", "", size(20), stones);
            let picture = BoardPicture { crop: true, row_one_on_top, ..whole };
            let text = picture.to_string();
            let units = CELL * (side - 1) + 2 * EDGE + AXIS;
            assert!(text.contains(&format!("viewBox=\"0 0 {units} {units}\"")), "{text}");
            assert_eq!(text.matches("r=\"11\"").count(), stones.len());
            for stone in stones {
                let (x, y) = picture.place(stone.coord);
                assert!(x > AXIS && x < units && y > 0 && y < units - AXIS, "{text}");
            }
        }
    }
}

#[test]
fn the_winning_line_is_ringed_and_told() {
    let stones = stones("h8a1i8a2j8a3k8a4l8");
    let five: Vec<Coord> = stones.iter().step_by(2).map(|stone| stone.coord).collect();
    let picture = BoardPicture::new("p", "", size(15), &stones);
    let text = BoardPicture { five: &five, ..picture }.to_string();
    assert_eq!(text.matches("r=\"11.5\"").count(), 5);
    assert!(text.contains("The winning line: h8 i8 j8 k8 l8."), "{text}");
}

#[test]
fn text_cannot_leave_its_place() {
    let text = Escaped("<b a='\"'>&\u{1}\u{FFFF}").to_string();
    assert_eq!(text, "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
}
