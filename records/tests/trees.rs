//! Trees with all that a format holds go through it without a loss, and damaged files do no harm.
#![allow(missing_docs, clippy::unwrap_used)]

use dolmen::types::{Color, Coord, Random, Rule, Size, parse_stones};
use dolmen_records::{
    Fault, Format, Game, GameResult, GameTree, Losses, NodeId, Note, Place, Shape, Step, read,
    read_trees, write_trees,
};

fn size(n: u8) -> Size {
    Size::new(n).unwrap()
}

fn trees(bytes: impl AsRef<[u8]>) -> Vec<GameTree> {
    let (_, (trees, faults)) = read_trees(bytes.as_ref(), None, size(15)).unwrap().unwrap();
    assert_eq!(faults, []);
    trees
}

fn pick<'a, T>(random: &mut Random, list: &'a [T]) -> &'a T {
    &list[random.between(0, list.len() - 1)]
}

const TEXTS: [&str; 9] = [
    "a comment",
    "[brackets] and \\ slashes; (;B[aa])",
    "first line\nsecond line\nthird",
    "黑先必胜",
    "Zoë: 1:2",
    "x",
    "\nonly a second line",
    "trailing\n",
    "even",
];

/// What the tree of a test may have in it.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Sgf,
    Lib,
    Both,
}

fn notes(random: &mut Random, tree: &mut GameTree, node: NodeId, n: u8, kind: Kind) {
    let mut on_axis = || random.between(0, usize::from(n) - 1) as u8;
    let points: Vec<Coord> = (0..4).map(|_| Coord::new(on_axis(), on_axis()).unwrap()).collect();
    let has = [2, 3, 3, 5, 4].map(|one_in| random.between(1, one_in) == 1);
    let step = tree.step(node);
    if kind == Kind::Sgf && has[0] {
        let [name, values] =
            pick(random, &[["N", "a name"], ["BM", "2"], ["TE", "1"], ["ZZ", "\\]"]]);
        let values = vec![values.to_string(), "second".to_string()];
        tree.note(node, Note::Property(name.to_string(), values));
    }
    if has[1] {
        tree.note(node, Note::Comment(pick(random, &TEXTS).to_string()));
    }
    match step {
        Step::Stone(c) if has[2] => tree.note(node, Note::Mark(Shape::Cross, c)),
        _ if kind == Kind::Lib && has[3] && node != tree.root() => {
            let point = if step == Step::None { 0x78 } else { 0 };
            tree.note(node, Note::Flags(if point == 0 { 4 } else { 0x14 }, point));
        }
        _ => {}
    }
    if kind == Kind::Sgf && has[4] {
        for (shape, &c) in [Shape::Circle, Shape::Square, Shape::Triangle, Shape::Selected]
            .into_iter()
            .zip(&points)
        {
            tree.note(node, Note::Mark(shape, c));
        }
    }
}

/// A label has a point of its own at each node.
fn labels(random: &mut Random, tree: &mut GameTree, n: u8) {
    for node in tree.walk().collect::<Vec<_>>() {
        let stones = tree.children(node).filter_map(|child| match tree.step(child) {
            Step::Stone(c) => Some(c),
            _ => None,
        });
        let mut points: Vec<Coord> = stones.collect();
        points.push(Coord::new(n - 1, 0).unwrap());
        points.sort_unstable();
        points.dedup();
        for c in points {
            if random.between(1, 3) == 1 {
                let text = pick(random, &["A", "1", "好", "x:y]"]).to_string();
                tree.note(node, Note::Label(c, text));
            }
        }
    }
}

fn random_tree(random: &mut Random, kind: Kind) -> GameTree {
    let n = if kind == Kind::Sgf { *pick(random, &[5, 9, 15, 19, 20, 22]) } else { 15 };
    let mut head = Game::new(size(n));
    head.rule = Some(if kind == Kind::Sgf { *pick(random, &Rule::ALL) } else { Rule::Renju });
    if kind == Kind::Sgf {
        head.black = "Lee ] Kim".into();
        head.result = *pick(random, &[None, Some(GameResult::Drawn)]);
        head.round = *pick(random, &[None, Some(7)]);
        head.details = vec![("EV".into(), "a \\ cup".into()), ("DT".into(), "2001-02-03".into())];
    }
    let mut tree = GameTree::new(head);
    let mut nodes = vec![tree.root()];
    for _ in 0..random.between(0, 60) {
        let recent = nodes.len().saturating_sub(random.between(1, 9));
        let parent = *pick(random, &nodes[recent..]);
        let on_axis = |random: &mut Random| random.between(0, usize::from(n) - 1) as u8;
        let c = {
            let (x, y) = (on_axis(random), on_axis(random));
            Coord::new(x, y).unwrap()
        };
        let step = match random.between(1, 20) {
            1 => Step::Pass,
            2 if kind != Kind::Both => Step::None,
            _ => Step::Stone(c),
        };
        if tree.child(parent, step).is_none() {
            nodes.push(tree.add(parent, step));
        }
    }
    for &node in &nodes {
        notes(random, &mut tree, node, n, kind);
    }
    labels(random, &mut tree, n);
    tree
}

/// The same notes in one order, with empty nodes' flags as the format has them.
fn sorted(tree: &GameTree) -> Vec<(Step, Vec<String>)> {
    let notes = |node| {
        let mut notes: Vec<String> = tree.notes(node).iter().map(|n| format!("{n:?}")).collect();
        notes.sort();
        (tree.step(node), notes)
    };
    tree.walk().map(notes).collect()
}

fn lost(format: Format, tree: &GameTree) -> Losses {
    let mut losses = Losses::default();
    losses.add_tree(format, tree, false);
    losses
}

#[test]
fn two_hundred_drawn_trees_come_back_from_each_format() {
    let mut random = Random::new(27);
    for (kind, format) in [(Kind::Sgf, Format::Sgf), (Kind::Lib, Format::Lib)] {
        for round in 0..250 {
            let tree = random_tree(&mut random, kind);
            assert!(lost(format, &tree).is_empty(), "{}", lost(format, &tree));
            let bytes = write_trees(format, vec![tree.clone()]).unwrap();
            let back = trees(&bytes);
            assert_eq!(back.len(), 1);
            assert_eq!(sorted(&back[0]), sorted(&tree), "{} {round}", format.name());
            let head = Game { place: Place::Line(1), ..back[0].head.clone() };
            assert_eq!(head, tree.head);
            assert_eq!(write_trees(format, back).unwrap(), bytes);
        }
    }
}

/// What both can hold survives both, whichever comes first.
#[test]
fn sgf_and_renlib_lose_nothing_that_both_hold() {
    let mut random = Random::new(28);
    for round in 0..250 {
        let tree = random_tree(&mut random, Kind::Both);
        for (first, second) in [(Format::Sgf, Format::Lib), (Format::Lib, Format::Sgf)] {
            assert!(lost(first, &tree).is_empty() && lost(second, &tree).is_empty());
            let once = trees(write_trees(first, vec![tree.clone()]).unwrap());
            let twice = trees(write_trees(second, once).unwrap());
            assert_eq!(sorted(&twice[0]), sorted(&tree), "{round}");
        }
    }
}

#[test]
fn losses_are_counted_by_kind() {
    let mut random = Random::new(29);
    let mut all = Losses::default();
    for _ in 0..20 {
        let tree = random_tree(&mut random, Kind::Sgf);
        let counted = lost(Format::Lib, &tree);
        if tree.head.size == size(15) {
            let once = trees(write_trees(Format::Lib, vec![tree.clone()]).unwrap());
            let count =
                |tree: &GameTree| -> usize { tree.walk().map(|node| tree.notes(node).len()).sum() };
            let sum: usize = counted.iter().map(|(_, count)| count).sum();
            assert_eq!(count(&tree) - count(&once[0]), sum, "{counted}");
        }
        all.add_tree(Format::Lib, &tree, false);
        all.add_tree(Format::Pos, &tree, false);
    }
    let told = all.to_string();
    for kind in ["SGF property N", "marks", "labels", "comments", "variations", "passes"] {
        assert!(told.contains(kind), "{kind}: {told}");
    }
}

#[test]
fn what_a_tree_holds_is_read() {
    let text = "(;GM[4]SZ[15]RU[4]EV[Cup]C[root];B[hh]LB[gg:A][ii:B]TR[hh:ij]\n\
        (;W[ii]N[x]MA[ii])(;W[gg]C[two\r\nlines](;B[])(;B[aa])))";
    let tree = &trees(text)[0];
    assert_eq!((tree.node_count(), tree.leaves()), (6, 3));
    assert_eq!(tree.head.detail("EV"), Some("Cup"));
    let h8 = tree.children(tree.root()).next().unwrap();
    assert_eq!(tree.notes(h8).len(), 2 + 6);
    let g7 = tree.child(h8, Step::Stone(parse_stones("g7").unwrap()[0])).unwrap();
    assert_eq!(tree.comment(g7), "two\nlines");
    assert_eq!(tree.path(tree.children(g7).last().unwrap()), parse_stones("h8g7a1").unwrap());
    assert_eq!(tree.main_line().moves, parse_stones("h8i9").unwrap());
    let written = write_trees(Format::Sgf, vec![tree.clone()]).unwrap();
    let expected = "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[4]EV[Cup]C[root];B[hh]TR[hh][ih][hi][ii][hj][ij]\
        LB[gg:A][ii:B]\n(;W[ii]N[x]MA[ii])\n(;W[gg]C[two\nlines]\n(;B[])\n(;B[aa])))\n";
    assert_eq!(String::from_utf8(written).unwrap(), expected);
}

/// A root with a move, two moves in a node, stones set up: each is played once.
#[test]
fn unusual_sgf_is_read() {
    let line = |text: &str| trees(text)[0].main_line().moves;
    assert_eq!(line("(;GM[4]B[hh]C[x];W[ii])"), parse_stones("h8i9").unwrap());
    assert_eq!(line("(;GM[4];B[hh]W[ii])"), parse_stones("h8i9").unwrap());
    assert_eq!(
        line("(;GM[4]AB[hh][jj]AW[ii](;W[aa])(;W[bb]))"),
        parse_stones("h8i9j10a1").unwrap()
    );
    // Windows-1252, as old files have it.
    let tree = &trees(b"(;GM[4]PB[Ren\xE9 \x96 \x8A];B[hh])".as_slice())[0];
    assert_eq!(tree.head.black, "René – Š");
}

/// The result was that of the second, with the words of the first; the next reader took others.
#[test]
fn of_two_results_of_a_game_the_first_counts_and_the_other_stays_where_it_was() {
    let tree = trees("(;GM[4]SZ[15]PB[a]RE[Void];B[hh]RE[W+R]PB[b])").remove(0);
    assert_eq!((&tree.head.black[..], tree.head.result), ("a", None));
    assert_eq!(tree.head.detail("RE"), Some("Void"));
    let once = write_trees(Format::Sgf, vec![tree]).unwrap();
    let text = String::from_utf8(once.clone()).unwrap();
    assert!(text.contains("RE[Void]") && text.contains("RE[W+R]PB[b]"), "{text}");
    assert_eq!(write_trees(Format::Sgf, trees(&once)).unwrap(), once);
}

/// One with a digit refused the whole file, and one without capitals was dropped without a word.
#[test]
fn names_of_properties_may_have_digits_and_no_capitals() {
    let text = "(;GM[4]SZ[15];B[hh]5A[gg][hh]Bar2[y]foo[x];White[ii]Comment[c])";
    let tree = trees(text).remove(0);
    let told = "SGF property 5A (1), SGF property Bar2 (1), SGF property foo (1), comments (1)";
    assert_eq!(lost(Format::Psq, &tree).to_string(), told);
    let written = write_trees(Format::Sgf, vec![tree]).unwrap();
    let written = String::from_utf8(written).unwrap();
    assert!(written.contains(";B[hh]5A[gg][hh]Bar2[y]foo[x];W[ii]C[c])"), "{written}");
}

/// A draw was black's win, and all that begins with D a draw.
#[test]
fn results_are_draws_if_they_say_so() {
    for (text, expected) in [
        ("B+Draw", Some(GameResult::Drawn)),
        ("w+draw", Some(GameResult::Drawn)),
        ("DRAW", Some(GameResult::Drawn)),
        ("=", Some(GameResult::Drawn)),
        ("0", Some(GameResult::Drawn)),
        ("Disputed", None),
        ("d", None),
        ("B+R", Some(GameResult::Won(Color::Black))),
        ("W+", Some(GameResult::Won(Color::White))),
        ("b+r", Some(GameResult::Won(Color::Black))),
        ("w+2.5", Some(GameResult::Won(Color::White))),
    ] {
        let tree = trees(format!("(;GM[4]SZ[15]RE[{text}];B[hh])")).remove(0);
        assert_eq!(tree.head.result, expected, "{text}");
        let written = write_trees(Format::Sgf, vec![tree]).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.contains(&format!("RE[{text}]")), "{written}");
    }
}

/// They became blank lines without a word, which readers pass over.
#[test]
fn games_without_moves_are_lost_in_lines_of_moves() {
    let mut losses = Losses::default();
    let empty = Game::new(size(15));
    for format in [Format::Pos, Format::Sgf] {
        losses.add_game(format, &empty);
    }
    assert!(losses.is_empty(), "{losses}");
    for format in [Format::Bare, Format::Offset] {
        losses.add_game(format, &empty);
    }
    assert_eq!(losses.to_string(), "games without moves (2)");
}

/// It stayed at the node, was written before the variation, and the next reader took it for the game's.
#[test]
fn what_is_said_of_the_game_after_a_variation_is_said_of_the_game() {
    for text in [
        "(;GM[4]SZ[15](;B[hh];W[ii])RU[4]PB[a](;B[jj]RU[1]))",
        "(;GM[4]SZ[15];B[hh](;W[ii](;B[jj])RU[4]PB[a])(;W[kk]RU[1]))",
        "(;GM[4]SZ[15];B[hh]();W[ii]RU[4]PB[a](;B[jj])(;B[kk]RU[1]))",
    ] {
        let tree = trees(text).remove(0);
        assert_eq!((tree.head.rule, &tree.head.black[..]), (Some(Rule::Renju), "a"), "{text}");
        let (_, games) = read(text.as_bytes(), Some(Format::Sgf), size(15)).unwrap();
        assert_eq!(games, [tree.main_line()], "{text}");
        let once = write_trees(Format::Sgf, vec![tree]).unwrap();
        assert_eq!(write_trees(Format::Sgf, trees(&once)).unwrap(), once, "{text}");
    }
}

#[test]
fn a_variation_that_cannot_be_read_is_cut_off_and_told() {
    let text = b"(;GM[4];B[hh]\n(;W[ii];B[jj])\n(;W[aa];W[bb];B[cc](;W[dd]))\n(;W[zz!])(;W[gg]))";
    let (_, (trees, faults)) = read_trees(text, None, size(15)).unwrap().unwrap();
    // What could not be read leaves no empty nodes: they had become passes and games of their own.
    assert_eq!(trees[0].leaves(), 3);
    let has_step = |node| trees[0].step(node) != Step::None;
    assert!(trees[0].walk().filter(|&node| node != trees[0].root()).all(has_step));
    let places: Vec<Place> = faults.iter().map(|fault| fault.place).collect();
    assert_eq!(places, [Place::Line(3), Place::Line(4)]);
    assert_eq!(faults[0].fault, Fault::Turn(3));
    // In the main line it is an error.
    assert!(read_trees(b"(;GM[4];B[hh];B[ii])", None, size(15)).is_err());
}

/// They were refused: RenLib leaves out the leaves and siblings beside the way to such a position.
#[test]
fn libraries_that_hold_the_way_to_a_position_end_with_the_file() {
    let header = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
    for (nodes, expected) in [
        (&b"\0\0"[..], ""),
        (b"\0\0\x78\0\x68\0", "h8h9"),
        (b"\0\0\x78\0\x68\x80\x67\x40", "h8h9g9"),
        (b"\x78\0\x68\x88a\0", "h8h9"),
    ] {
        let bytes = [&header[..], nodes].concat();
        let (_, games) = read(&bytes, None, size(15)).unwrap();
        let moves = parse_stones(expected).unwrap_or_default();
        assert_eq!((games.len(), &games[0].moves), (1, &moves), "{expected}");
        assert_eq!(trees(&bytes)[0].main_line().moves, moves);
        // Inside a node it is damaged.
        for cut in (header.len()..bytes.len()).filter(|cut| cut % 2 == 1) {
            let error = read(&bytes[..cut], None, size(15)).unwrap_err();
            assert!(matches!(error.fault, Fault::Ended(_)), "{expected} {cut}");
        }
    }
}

/// A comment of old libraries ends with a letter of the upper half; it was taken for one that ends
/// with a zero, and what follows for its text.
#[test]
fn comments_of_old_libraries_end_with_their_last_letter() {
    let header = b"\xFFRenLib\xFF\x03\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
    let bytes = [&header[..], b"\x78\x20ab\xE3\x00\x69\x40"].concat();
    let tree = &trees(&bytes)[0];
    let h8 = tree.children(tree.root()).next().unwrap();
    assert_eq!((tree.comment(h8), tree.node_count()), ("abc", 3));
    // Without a header, if the name of the file says what it is.
    let headless = read(&bytes[20..], Some(Format::Lib), size(15)).unwrap();
    assert_eq!(headless.1[0].moves, parse_stones("h8i9").unwrap());
}

/// Their line ends stayed as they were, and were doubled when the library was written.
#[test]
fn comments_of_old_libraries_have_line_ends_like_others() {
    let header = b"\xFFRenLib\xFF\x03\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
    let tree = &trees([&header[..], b"\x78\x60one\r\ntwo\rthre\xE5\0"].concat())[0];
    let h8 = tree.children(tree.root()).next().unwrap();
    assert_eq!(tree.comment(h8), "one\ntwo\nthree");
}

/// A node without a move had ended the line, as a pass does.
#[test]
fn lines_of_a_library_go_on_after_nodes_without_a_move() {
    for text in ["(;GM[4];B[hh];C[note];W[hi];B[ii])", "(;GM[4](;B[hh];C[a](;C[b];W[hi];B[ii])))"] {
        let lib = write_trees(Format::Lib, trees(text)).unwrap();
        let (_, games) = read(&lib, None, size(15)).unwrap();
        assert_eq!(games[0].moves, parse_stones("h8h9i9").unwrap(), "{text}");
        assert_eq!(games[0].moves, trees(&lib)[0].main_line().moves);
    }
}

/// Nodes without a move had counted as moves: what had been written was too large to be read.
#[test]
fn a_library_is_read_however_many_nodes_without_a_move_its_lines_have() {
    let points: Vec<Coord> = size(15).coords().collect();
    let letter = |n: u8| char::from(b'a' + n);
    let long = |count: usize| {
        let node = |(i, c): (usize, &Coord)| {
            let color = ['B', 'W'][i % 2];
            format!(";{color}[{}{}]{}", letter(c.x()), letter(c.y()), ";C[x]".repeat(count))
        };
        let nodes: String = points.iter().enumerate().map(node).collect();
        write_trees(Format::Lib, trees(format!("(;GM[4]{nodes})"))).unwrap()
    };
    for count in [1, 1000] {
        let (_, games) = read(&long(count), None, size(15)).unwrap();
        assert_eq!((games.len(), &games[0].moves), (1, &points));
    }
    // So many passes as SGF can have as well, and nothing grows with the square of the file.
    let passes: String = (0..240).map(|i| format!(";{}[]", ['B', 'W'][i % 2])).collect();
    let lib = write_trees(Format::Lib, trees(format!("(;GM[4]{passes})"))).unwrap();
    assert_eq!(trees(lib)[0].node_count(), 241);
    let bush = format!("(;GM[4]{}{})", ";C[x]".repeat(200_000), "(;C[y])".repeat(200_000));
    let (_, games) = read(&write_trees(Format::Lib, trees(bush)).unwrap(), None, size(15)).unwrap();
    assert_eq!(games.len(), 200_000);
}

#[test]
fn damage_does_no_harm() {
    let mut random = Random::new(5);
    for (kind, format) in [(Kind::Sgf, Format::Sgf), (Kind::Lib, Format::Lib)] {
        for _ in 0..4 {
            let tree = random_tree(&mut random, kind);
            let bytes = write_trees(format, vec![tree]).unwrap();
            for cut in 0..bytes.len() {
                let _ = read_trees(&bytes[..cut], Some(format), size(15));
                let mut changed = bytes.clone();
                changed[cut] = random.between(0, 255) as u8;
                let read = read_trees(&changed, Some(format), size(15));
                if let Ok(Some((format, (trees, _)))) = read {
                    let again = write_trees(format, trees.clone()).unwrap();
                    let _ = read_trees(&again, Some(format), size(15)).unwrap();
                    let _ = write_trees(Format::Lib, trees);
                }
            }
        }
    }
}

/// Of roots with A, B and A the comment was A, B and A.
#[test]
fn what_many_trees_say_is_merged_once() {
    let root = |note: &str| trees(format!("(;GM[4]{note};B[hh])")).remove(0);
    let merged = GameTree::merged(["C[A]LB[aa:x]", "C[B]", "C[A]LB[aa:x]", "C[A\nB]"].map(root));
    let merged = merged.unwrap();
    assert_eq!(merged.comment(merged.root()), "A\nB\nA\nB");
    assert_eq!(merged.notes(merged.root()).len(), 2);
}

/// 98 KB had taken 316 MiB.
#[test]
fn rectangles_of_marks_do_not_fill_the_memory() {
    for rectangle in ["MA[aa:vv]", ";MA[aa:vv]", ";)(;MA[aa:vv]"] {
        let text = |count| format!("(;GM[4]SZ[15];B[hh]{})", rectangle.repeat(count));
        assert!(!trees(text(100)).is_empty());
        let error = read_trees(text(12_500).as_bytes(), None, size(15)).unwrap_err();
        let told = "more than 6000000 comments, marks and other properties in all games together";
        assert_eq!(error.fault.to_string(), format!("too large: {told}"));
    }
}

/// The error listed all limits but the one that was reached, and no way on.
#[test]
fn a_library_of_too_many_lines_is_refused_as_games_and_read_as_a_tree() {
    let head = &b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x78\x00"[..];
    let library = |lines: usize| [head, &[0x79, 0xC0].repeat(lines - 1), &[0x79, 0x40]].concat();
    assert_eq!(read(&library(250_000), None, size(15)).unwrap().1.len(), 250_000);
    let error = read(&library(250_001), None, size(15)).unwrap_err().to_string();
    let told = "too large: more than 250000 lines, each of them a game; SGF and RenLib keep them";
    assert!(error.contains(told), "{error}");
    assert_eq!(trees(library(250_001))[0].leaves(), 250_001);
}

/// Nothing is recursive, and nothing grows with the square of the file.
#[test]
fn large_and_hostile_trees_are_read_or_refused() {
    let deep = format!("{}{}", "(;".repeat(300_000), ")".repeat(300_000));
    let tree = &trees(&deep)[0];
    assert_eq!(tree.node_count(), 300_000);
    assert_eq!(trees(write_trees(Format::Sgf, vec![tree.clone()]).unwrap()).len(), 1);
    let wide = format!("(;GM[4]{})", "(;B[aa])".repeat(200_000));
    assert_eq!(trees(&wide)[0].leaves(), 200_000);
    let noted = format!("(;GM[4]{}{})", "LB[aa:x]".repeat(200_000), "C[y]".repeat(200_000));
    let tree = trees(&noted).remove(0);
    assert_eq!(tree.comment(tree.root()).len(), 399_999);
    let lib = write_trees(Format::Lib, vec![tree.clone(), tree]).unwrap();
    assert_eq!(trees(&lib)[0].node_count(), 1);
    let open = "(;GM[4];B[hh]".to_string() + &"(".repeat(100_000);
    assert!(read_trees(open.as_bytes(), None, size(15)).is_err());
    let endless = [
        &b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"[..],
        &[0x78, 0].repeat(100_000),
    ]
    .concat();
    let error = read_trees(&endless, None, size(15)).unwrap_err();
    assert_eq!(error.fault.to_string(), "too large: more than 484 moves in a line");
}

/// 20 MiB took 2.1 GB.
#[test]
fn small_properties_do_not_fill_the_memory() {
    for property in ["A[]", "C[]", "MA[aa]"] {
        let text = |count| format!("(;GM[4]SZ[15];B[hh]{})", property.repeat(count));
        assert_eq!(trees(text(1_000)).len(), 1);
        let error = read_trees(text(6_000_001).as_bytes(), None, size(15)).unwrap_err();
        let told = "more than 6000000 comments, marks and other properties in all games together";
        assert_eq!(error.fault.to_string(), format!("too large: {told}"));
    }
}
