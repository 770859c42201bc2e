//! Opening rules, step by step: for each rule what every point and every choice leads to, that
//! fifth moves of equal positions are refused, and that the engine plays each rule to its end.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::HashSet;

use dolmen::board::Board;
use dolmen::engine::Engine;
use dolmen::search::{Control, Limits};
use dolmen::types::{Color, Coord, Random, Rule, Size, parse_stones};
use dolmen_study::openings::course::Act;
use dolmen_study::openings::decide::decide;
use dolmen_study::openings::rules::{Ask, Breach, Choice, MOST_FIFTHS, Opening, OpeningRule, Zone};

fn board(stones: &str) -> Board {
    let size = Size::new(15).unwrap();
    Board::with_moves(Rule::Renju, size, &parse_stones(stones).unwrap())
}

fn point(text: &str) -> Coord {
    parse_stones(text).unwrap()[0]
}

const CHOICES: [Choice; 6] = [
    Choice::Take(Color::Black),
    Choice::Take(Color::White),
    Choice::Two,
    Choice::Ten,
    Choice::Number(1),
    Choice::Number(29),
];

/// Follows a script: `h8` a stone, `b`, `w`, `two`, `ten`, `#3` a number. At every step all points
/// of the board and all choices are tried. Returns what was asked for, by whom, and how many of
/// the free points were allowed.
fn follow(rule: OpeningRule, script: &str) -> (Vec<(char, String, usize)>, bool, Opening) {
    let (mut opening, mut board, mut swapped) = (Opening::new(rule), board(""), false);
    let mut steps = Vec::new();
    for word in script.split_whitespace() {
        let allowed = board.empty_cells().iter();
        let allowed = allowed.filter(|&c| opening.after_stone(&board, c).is_ok()).count();
        let actor = match opening.actor() {
            Some(Color::Black) => 'b',
            Some(Color::White) => 'w',
            None => '-',
        };
        let open = CHOICES.into_iter().filter(|&c| opening.after_choice(c).is_ok());
        let open: Vec<String> = open
            .map(|choice| match choice {
                Choice::Take(color) => color.name()[..1].to_string(),
                Choice::Number(n) => format!("#{n}"),
                other => format!("{other:?}").to_lowercase(),
            })
            .collect();
        steps.push((actor, open.join(","), allowed));
        // The text brings every state back.
        assert_eq!(Opening::parse(&opening.to_string()).unwrap().at_ply(board.ply()), opening);
        let choice = match word {
            "b" => Some(Choice::Take(Color::Black)),
            "w" => Some(Choice::Take(Color::White)),
            "two" => Some(Choice::Two),
            "ten" => Some(Choice::Ten),
            _ => word.strip_prefix('#').map(|n| Choice::Number(n.parse().unwrap())),
        };
        if let Some(choice) = choice {
            let (next, swaps) = opening.after_choice(choice).unwrap();
            (opening, swapped) = (next, swapped ^ swaps);
            continue;
        }
        let c = point(word);
        let is_offer = opening.ask() == Ask::Offer;
        opening = opening.after_stone(&board, c).unwrap();
        if !is_offer {
            board.play(c);
        }
    }
    (steps, swapped, opening)
}

/// The steps of a script that ends the opening.
fn whole(rule: OpeningRule, script: &str) -> (String, bool) {
    let (steps, swapped, opening) = follow(rule, script);
    assert_eq!((opening.ask(), opening.actor()), (Ask::Over, None));
    let step = |(actor, open, allowed): &(char, String, usize)| match open.is_empty() {
        true => format!("{actor}{allowed}"),
        false => format!("{actor}:{open}"),
    };
    (steps.iter().map(step).collect::<Vec<String>>().join(" "), swapped)
}

/// `b24` is: black acts, 24 free points are allowed; `w:b,w`: white takes a colour.
#[test]
fn every_rule_allows_at_each_step_what_it_says() {
    use OpeningRule::*;
    for (rule, script, steps, swapped) in [
        (Free, "", "", false),
        (Middle, "h8 i9 j10", "b1 w8 b23", false),
        (Pro, "h8 a1 k8", "b1 w224 b199", false),
        (LongPro, "h8 i9 l8", "b1 w224 b176", false),
        (Swap, "a1 b2 c3 b", "b225 b224 b223 w:b,w", true),
        (Swap, "a1 b2 c3 w", "b225 b224 b223 w:b,w", false),
        (Swap2, "a1 b2 c3 b", "b225 b224 b223 w:b,w,two", true),
        (Swap2, "a1 b2 c3 w", "b225 b224 b223 w:b,w,two", false),
        (Swap2, "a1 b2 c3 two d4 e5 b", "b225 b224 b223 w:b,w,two w222 w221 b:b,w", false),
        (Swap2, "a1 b2 c3 two d4 e5 w", "b225 b224 b223 w:b,w,two w222 w221 b:b,w", true),
        (Rif, "h8 h9 i7 w c3 a1 b1 b1", "b1 b8 b23 w:b,w w222 b221 b220 w2", false),
        (Rif, "h8 h9 i7 b c3 a1 b1 a1", "b1 b8 b23 w:b,w w222 b221 b220 w2", true),
        (
            Yamaguchi,
            "h8 i9 i7 #3 b c3 a1 b1 c1 c1",
            "b1 b8 b23 b:#1 w:b,w w222 b221 b220 b219 w3",
            true,
        ),
        (Yamaguchi, "h8 i9 i7 #1 w c3 a1 a1", "b1 b8 b23 b:#1 w:b,w w222 b221 w1", false),
        (
            Soosyrv8,
            "h8 i9 i7 b c3 #2 w a1 b1 a1",
            "b1 b8 b23 w:b,w w222 w:#1 b:b,w b221 b220 w2",
            false,
        ),
        (Soosyrv8, "h8 i9 i7 w c3 #1 b a1 a1", "b1 b8 b23 w:b,w w222 w:#1 b:b,w b221 w1", false),
        (
            Taraguchi10,
            "h8 b h9 w i7 w f6 b d4 w",
            "b1 w:b,w w8 b:b,w b23 w:b,w w46 b:b,w,ten b77 w:b,w",
            false,
        ),
        (
            Taraguchi10,
            "h8 w h9 b i7 w e5 ten a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 j1",
            "b1 w:b,w w8 b:b,w b23 w:b,w w46 b:b,w,ten b221 b220 b219 b218 b217 b216 b215 b214 b213 \
             b212 w10",
            false,
        ),
    ] {
        assert_eq!(whole(rule, script), (steps.to_string(), swapped), "{rule:?} {script}");
    }
}

/// Against the rule: each with its reason.
#[test]
fn what_a_rule_forbids_is_refused_with_its_reason() {
    let at = |rule, script: &str| follow(rule, script).2;
    let stone = |opening: Opening, stones: &str, c: &str| {
        opening.after_stone(&board(stones), point(c)).unwrap_err()
    };
    use OpeningRule::*;
    for rule in [Middle, Pro, LongPro, Rif, Yamaguchi, Soosyrv8, Taraguchi10] {
        assert_eq!(stone(Opening::new(rule), "", "h9"), Breach::Zone(Zone::Within(0)));
    }
    assert_eq!(stone(at(Rif, "h8"), "h8", "h10"), Breach::Zone(Zone::Within(1)));
    assert_eq!(stone(at(Soosyrv8, "h8 h9"), "h8h9", "h11"), Breach::Zone(Zone::Within(2)));
    assert_eq!(stone(at(Pro, "h8 h9"), "h8h9", "j10"), Breach::Zone(Zone::Beyond(3)));
    assert_eq!(stone(at(LongPro, "h8 h9"), "h8h9", "k8"), Breach::Zone(Zone::Beyond(4)));
    let four = at(Taraguchi10, "h8 w h9 b i7 w");
    assert_eq!(stone(four, "h8h9i7", "l8"), Breach::Zone(Zone::Within(3)));
    let five = at(Taraguchi10, "h8 w h9 b i7 w e5 b");
    assert_eq!(stone(five, "h8h9i7e5", "m8"), Breach::Zone(Zone::Within(4)));
    // A stone instead of a choice, a choice instead of a stone.
    assert_eq!(stone(at(Rif, "h8 h9 i7"), "h8h9i7", "a1"), Breach::Choose);
    assert_eq!(stone(at(Yamaguchi, "h8 h9 i7"), "h8h9i7", "a1"), Breach::Choose);
    let choice = |opening: Opening, choice| opening.after_choice(choice).unwrap_err();
    let take = Choice::Take(Color::Black);
    assert_eq!(choice(at(Rif, "h8"), take), Breach::NothingToChoose);
    assert_eq!(choice(at(Rif, "h8 h9 i7"), Choice::Two), Breach::NothingToChoose);
    assert_eq!(choice(at(Soosyrv8, "h8 h9 i7 w a1"), take), Breach::NothingToChoose);
    // Numbers of fifth moves.
    let soosyrv = at(Soosyrv8, "h8 h9 i7 w a1");
    for n in [0, 9, usize::MAX] {
        assert_eq!(choice(soosyrv, Choice::Number(n)), Breach::Number(8));
    }
    for n in 1..=8 {
        assert_eq!(soosyrv.after_choice(Choice::Number(n)).unwrap().0.fifths(), n);
    }
    let yamaguchi = at(Yamaguchi, "h8 h9 i7");
    assert_eq!(choice(yamaguchi, Choice::Number(29)), Breach::Number(MOST_FIFTHS));
    assert!(yamaguchi.after_choice(Choice::Number(28)).is_ok());
    // A fifth move that was not offered.
    let pick = at(Rif, "h8 h9 i7 w c3 a1 b1");
    assert_eq!(stone(pick, "h8h9i7c3", "c1"), Breach::NotOffered);
}

/// Stones from the middle: black, white, black, white.
type Four = [(i16, i16); 4];

/// Those that two mirrors keep as they are, so that up to four points are the same.
const TWICE_SYMMETRIC: [Four; 3] = [
    [(0, 0), (0, 1), (0, -1), (0, -2)],
    [(0, 0), (1, 1), (-1, -1), (-2, -2)],
    [(0, 0), (0, 1), (-1, 1), (-1, 0)],
];

fn four(stones: Four, size: Size) -> Board {
    let middle = i16::from(size.get() / 2);
    let at = |n: i16| u8::try_from(middle + n).unwrap();
    let stones = stones.map(|(x, y)| Coord::new(at(x), at(y)).unwrap());
    Board::with_moves(Rule::Renju, size, &stones)
}

/// The slow twin: a position with one more black stone in the least of all its views, wherever it
/// lies on the board.
fn shape(board: &Board, fifth: Coord) -> Vec<(i16, i16, bool)> {
    let fifth = (i16::from(fifth.x()), i16::from(fifth.y()), true);
    let stones = board.history().map(|stone| {
        let c = stone.coord;
        (i16::from(c.x()), i16::from(c.y()), stone.color == Color::Black)
    });
    let stones: Vec<_> = stones.chain([fifth]).collect();
    let views = (0..8).map(|way| {
        let turn = |&(x, y, black): &(i16, i16, bool)| {
            let (x, y) = if way < 4 { (x, y) } else { (y, x) };
            (if way & 1 == 0 { x } else { -x }, if way & 2 == 0 { y } else { -y }, black)
        };
        let mut view: Vec<_> = stones.iter().map(turn).collect();
        let left = view.iter().map(|stone| stone.0).min().unwrap();
        let low = view.iter().map(|stone| stone.1).min().unwrap();
        view.iter_mut().for_each(|stone| (stone.0, stone.1) = (stone.0 - left, stone.1 - low));
        view.sort_unstable();
        view
    });
    views.min().unwrap()
}

/// What no turn of the board showed was accepted, and the engine offered it: after h8 h9 h7 h6 the
/// points g8, g7, i8 and i7.
#[test]
fn fifth_moves_of_equal_positions_are_refused() {
    let usual = Size::new(15).unwrap();
    let mut random = Random::new(5);
    let mut boards = vec![board("h8h9h7h10"), board("h8h9i7c3"), board("a1a2a3a4")];
    boards.extend(TWICE_SYMMETRIC.map(|stones| four(stones, usual)));
    boards.extend((0..10).map(|_| {
        let mut any = |n: usize| random.between(0, 2 * n) as i16 - n as i16;
        let stones = [(0, 0), (any(0), 1), (any(2), -1), (any(2), 2)];
        four(stones, usual)
    }));
    for board in boards {
        let stones: Vec<Coord> = board.history().map(|stone| stone.coord).collect();
        let opening = Opening::parse("rif 5 2").unwrap();
        let free: Vec<(Coord, _)> =
            board.empty_cells().iter().map(|c| (c, shape(&board, c))).collect();
        for (first, one) in &free {
            let after = opening.after_stone(&board, *first).unwrap();
            for (second, other) in &free {
                let answer = after.after_stone(&board, *second).err();
                let expected = (one == other).then_some(Breach::SamePosition);
                assert_eq!(answer, expected, "{stones:?}: {first} {second}");
            }
        }
    }
}

#[test]
fn the_engine_offers_fifth_moves_of_different_positions() {
    let mut engine = Engine::new(1 << 20, 1);
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let board = board("h8h9h7h6");
    let fifths = engine.fifths(&board, 10, &limits, &Control::new());
    let shapes: HashSet<_> = fifths.iter().map(|(c, _)| shape(&board, *c)).collect();
    assert_eq!((fifths.len(), shapes.len()), (10, 10), "{fifths:?}");
}

#[test]
fn the_smallest_boards_have_enough_different_fifth_moves() {
    use OpeningRule::{Soosyrv8, Taraguchi10, Yamaguchi};
    for (rule, fifths) in [(Soosyrv8, 8), (Taraguchi10, 10), (Yamaguchi, MOST_FIFTHS)] {
        let mut sizes = (5..=15).filter_map(Size::new);
        let size = sizes.find(|&size| rule.check(Rule::Renju, size).is_ok()).unwrap();
        for stones in TWICE_SYMMETRIC {
            let board = four(stones, size);
            let shapes: HashSet<_> = board.empty_cells().iter().map(|c| shape(&board, c)).collect();
            assert!(shapes.len() >= fifths, "{rule:?} {size:?}: {}", shapes.len());
        }
    }
}

#[test]
fn states_are_read_back_and_damaged_ones_refused() {
    for text in ["swap2 three", "swap2 choose", "swap2 two", "swap2 choose-again", "swap2 done"] {
        assert!(Opening::parse(text).is_some(), "{text}");
    }
    assert_eq!(Opening::parse("swap2 choose").unwrap().ask(), Ask::ColourOrTwo);
    assert_eq!(Opening::parse("swap2 choose-again").unwrap().ask(), Ask::Colour);
    assert_eq!(Opening::parse("swap2 done").unwrap().ask(), Ask::Over);
    for text in [
        "",
        "chess",
        "rif x",
        "rif 300",
        "rif 5 0",
        "rif 5 29",
        "rif 5 2 h8 i9",
        "rif 5 2 z",
        "rif 6 2",
    ] {
        assert_eq!(Opening::parse(text), None, "{text}");
    }
    for (rule, name) in OpeningRule::ALL {
        assert_eq!((OpeningRule::from_name(name), rule.name()), (Some(rule), name));
    }
}

/// The engine on both sides reaches the end of every rule, and breaks none on the way.
#[test]
fn the_engine_plays_every_rule() {
    let mut engine = Engine::new(16 << 20, 1);
    let control = Control::new();
    // Nothing is searched for long: what counts here is that each step has an answer.
    for (rule, name) in OpeningRule::ALL {
        let (mut opening, mut board) = (Opening::new(rule), board(""));
        let mut steps = 0;
        while opening.ask() != Ask::Over {
            let acts = decide(&mut engine, (&board, opening), 7, 300, &control);
            assert!(!acts.is_empty() && steps < 30, "{name}: {opening}");
            for act in acts {
                steps += 1;
                match act {
                    Act::Choose(choice) => opening = opening.after_choice(choice).unwrap().0,
                    Act::Stone(c) => {
                        let is_offer = opening.ask() == Ask::Offer;
                        opening = opening.after_stone(&board, c).unwrap();
                        if !is_offer {
                            board.try_play(c).unwrap();
                        }
                    }
                }
            }
        }
        let expected = match rule {
            OpeningRule::Free => 0..=0,
            OpeningRule::Middle | OpeningRule::Pro | OpeningRule::LongPro => 3..=3,
            OpeningRule::Swap => 3..=3,
            OpeningRule::Swap2 => 3..=5,
            _ => 5..=5,
        };
        assert!(expected.contains(&board.ply()), "{name}: {} stones", board.ply());
    }
}
