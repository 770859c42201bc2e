//! Games as other programs keep them: what is read, what is refused and where, and that nothing
//! is lost on the way from one format to another.
#![allow(missing_docs, clippy::unwrap_used)]

use dolmen::board::{Board, Fouls, Outcome};
use dolmen::types::parse_stones;
use dolmen::types::{Color, Coord, Random, Rule, Size};
use dolmen_records::{
    Fault, Format, Game, GameResult, Limit, Place, RecordError, read, read_trees, write,
};

fn size(n: u8) -> Size {
    Size::new(n).unwrap()
}

fn stones(text: &str) -> Vec<Coord> {
    parse_stones(text).unwrap()
}

/// The games of a text, with the board of 15.
fn games(text: impl AsRef<[u8]>) -> Vec<Game> {
    read(text.as_ref(), None, size(15)).unwrap().1
}

fn refused(text: impl AsRef<[u8]>) -> (Place, Fault) {
    let RecordError { place, fault } = read(text.as_ref(), None, size(15)).unwrap_err();
    (place, fault)
}

const PISKVORK: &str = "Piskvorky 20x20, 11:11, 0\r\n11,11,0\r\n12,11,1530\r\n10,10,21\r\n\
    pbrain-one.zip\r\npbrain-two.zip\r\n0\r\n";

#[test]
fn piskvork_is_read_as_it_writes() {
    let game = &games(PISKVORK)[0];
    assert_eq!(game.size, size(20));
    assert_eq!(game.moves, stones("k11l11j10"));
    assert_eq!(game.times, [0, 1530, 21]);
    assert_eq!((&game.black[..], &game.white[..]), ("pbrain-one.zip", "pbrain-two.zip"));
    assert_eq!((game.rule, game.code), (None, 0));
    // The second player began.
    let swapped = &games(PISKVORK.replace("11:11, 0", "0:0, 1"))[0];
    assert_eq!(swapped.black, "pbrain-two.zip");
    // A file of a game that is going on has no names yet.
    let short = &games("Piskvorky 15x15, 0:0, 0\n8,8,0")[0];
    assert_eq!((&short.moves, short.black.is_empty()), (&stones("h8"), true));
}

/// Letters that are not UTF-8 had become those for what cannot be read, or blanks.
#[test]
fn names_in_piskvork_may_be_windows_1252() {
    let text = b"Piskvorky 15x15, 0:0, 0\n8,8,0\nna\xEFve\n\x8Aimon \x96 Ren\xE9\x81\n0\n";
    let game = &games(text)[0];
    assert_eq!((&game.black[..], &game.white[..]), ("na\u{EF}ve", "Šimon – Ren\u{E9}"));
}

/// The end code alone was the name of a player, and names moved up if one was blank.
#[test]
fn games_of_piskvork_may_have_no_names() {
    for (end, black, white, code) in [
        ("0\r\n", "", "", 0),
        ("-1\r\n\r\n", "", "", -1),
        ("\r\n\r\n-1", "", "", -1),
        ("\n5\n", "", "", 5),
        ("\nBob\n3\n", "", "Bob", 3),
        ("Ann\n\n3\n", "Ann", "", 3),
        ("\n\nAnn\nBob\n3\n", "Ann", "Bob", 3),
        ("\nAnn\nBob\n", "Ann", "Bob", 0),
        ("Ann\n", "Ann", "", 0),
        ("7\n8\n9\n", "7", "8", 9),
        ("\n\n\n", "", "", 0),
    ] {
        let text = format!("Piskvorky 15x15, 1:0, 0\r\n8,8,1200\r\n\r\n9,9,0\r\n{end}");
        let game = &games(&text)[0];
        assert_eq!((&game.black[..], &game.white[..], game.code), (black, white, code), "{end:?}");
        assert_eq!(game.moves, stones("h8i9"));
    }
    let blank = format!("Piskvorky 15x15, 1:0, 0\n8,8,0\n{}0\n", "\n".repeat(1_000_000));
    assert_eq!((&games(&blank)[0].black[..], games(&blank)[0].code), ("", 0));
}

/// They had become "black" and "white", and a name such as "+1,2,3" a move.
#[test]
fn names_come_back_from_piskvork() {
    let moves = stones("h8");
    for (black, white) in
        [("", ""), ("Ann", ""), ("", "Bob"), ("+1,2,3", "+1,2"), ("-1,2,3", "+1"), ("5", "0")]
    {
        let (black, white, moves) = (black.into(), white.into(), moves.clone());
        let game = Game { black, white, moves, ..Game::new(size(15)) };
        let back = games(write(Format::Psq, std::slice::from_ref(&game)).unwrap()).remove(0);
        assert_eq!(back, game);
    }
    // One that is a move to the letter loses its commas.
    let game = Game { black: "1,2,3".into(), moves, ..Game::new(size(15)) };
    assert_eq!(games(write(Format::Psq, &[game]).unwrap())[0].black, "1 2 3");
}

#[test]
fn piskvork_is_refused_where_it_is_damaged() {
    let at = |text: &str| refused(text);
    assert_eq!(at("Piskvorky 15x14, 0:0, 0\n").1, Fault::Size("15x14".into()));
    assert_eq!(at("Piskvorky 99x99, 0:0, 0\n").1, Fault::Size("99x99".into()));
    assert_eq!(at("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,x,0\n").0, Place::Line(3));
    assert_eq!(at("Piskvorky 15x15, 0:0, 0\n8,8,0\n0,8,0\n").0, Place::Line(3));
    assert_eq!(at("Piskvorky 15x15, 0:0, 0\n8,8,0\nx,8,0\n9,9,0\n").0, Place::Line(4));
    let off = at("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,8,0\n");
    assert_eq!(off, (Place::Line(3), Fault::OffBoard(2, Coord::new(15, 7).unwrap())));
    assert!(matches!(at("Piskvorky").1, Fault::Expected(..)));
}

#[test]
fn the_main_line_of_a_tree_is_read() {
    let text = "From: somebody\n\n(;FF[4]GM[4]SZ[15:15]RU[4]PB[Lee \\] Kim]PW[a\\\\b]RE[W+R]\n\
        C[a comment with ) and ;B[aa\\]]\n(;B[hh]C[12ms](;W[ig](;B[hg])(;B[zz]XX[\\]]))(;W[gg]))\n\
        (;W[aa];B[bb]))\n(;GM[4]SZ[9];B[aa];W[i9])";
    let (format, games) = read(text.as_bytes(), Some(Format::Sgf), size(15)).unwrap();
    assert_eq!((format, games.len()), (Format::Sgf, 2));
    let game = &games[0];
    assert_eq!(game.moves, stones("h8i7h7"));
    assert_eq!((game.rule, game.place), (Some(Rule::Renju), Place::Line(3)));
    assert_eq!((&game.black[..], &game.white[..]), ("Lee ] Kim", "a\\b"));
    assert_eq!(
        (game.result, &game.times[..]),
        (Some(GameResult::Won(Color::White)), &[12, 0, 0][..])
    );
    assert_eq!((games[1].size, &games[1].moves), (size(9), &stones("a1i9")));
}

/// A letter whose second byte is a backslash had taken what follows, others had become Latin-1.
#[test]
fn trees_are_read_in_the_character_set_that_they_name() {
    let tree = |set: &str, name: &[u8]| {
        let head = format!("(;GM[4]SZ[15]CA[{set}]PB[");
        let text = [head.as_bytes(), name, b"]PW[foo]RE[B+R];B[hh];W[ii])"].concat();
        let game = games(&text).remove(0);
        let trees = read_trees(&text, None, size(15)).unwrap().unwrap().1.0;
        assert_eq!((&game.white[..], &game.black), ("foo", &trees[0].head.black), "{set}");
        assert_eq!(game.moves.len(), 2);
        game.black
    };
    assert_eq!(tree("Shift_JIS", b"\x83\x5C"), "\u{30BD}");
    assert_eq!(tree("shift-jis", b"\x83\x5D"), "\u{30BE}");
    assert_eq!(tree("GB18030", b"\xD6\xD0"), "\u{4E2D}");
    assert_eq!(tree(" gb2312 ", b"\xD6\xD0"), "\u{4E2D}");
    assert_eq!(tree("ISO-8859-1", b"Ren\xE9"), "Ren\u{E9}");
    // What is UTF-8 is that, whatever it says; else an unknown name says nothing, nor do two.
    assert_eq!(tree("Shift_JIS", "\u{30BD}".as_bytes()), "\u{30BD}");
    assert_eq!(tree("UTF-8", b"Ren\xE9"), "Ren\u{E9}");
    assert_eq!(tree("none", b"Ren\xE9"), "Ren\u{E9}");
    assert_eq!(tree("UTF-16]CA[Big5", b"Ren\xE9"), "Ren\u{E9}");
    assert_eq!(tree("Shift_JIS]CA[GB18030", b"\xD6\xD0"), "\u{D6}\u{D0}");
}

/// Each of them was looked for to the end of the file: this one took hours.
#[test]
fn many_names_of_character_sets_without_an_end_take_no_longer_than_others() {
    let text = [b"(;GM[4]SZ[15]C[", &b"CA[".repeat(1_000_000)[..], b"\xE9];B[hh])"].concat();
    assert_eq!(games(&text)[0].moves, stones("h8"));
}

/// 10,1 was read as a stone where 10,10,21 had been written.
#[test]
fn piskvork_that_ends_within_its_last_move_is_refused() {
    let moves = "Piskvorky 15x15, 0:0, 0\n8,8,12\n9,9,130\n";
    assert_eq!(refused(format!("{moves}10,1")), (Place::Line(4), Fault::Ended("the last move")));
    for (end, stones) in [("", 2), ("10,10,2", 3), ("10,1\n", 3), ("10,1\na\nb\n0", 3)] {
        assert_eq!(games(format!("{moves}{end}"))[0].moves.len(), stones, "{end}");
    }
    assert_eq!(games("Piskvorky 15x15, 0:0, 0\n8,8\n9,9")[0].moves.len(), 2);
}

/// They were said to end without a game.
#[test]
fn files_in_utf_16_are_read() {
    let text = format!("\u{FEFF}{}", PISKVORK.replace("pbrain-one.zip", "\u{30BD}"));
    for (text, format) in [(&text[..], Format::Psq), ("\u{FEFF}(;GM[4];B[hh])", Format::Sgf)] {
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert_eq!(Format::detect(&bytes, None), Some(format));
            assert_eq!(games(bytes), games(text));
        }
    }
}

/// Line ends in names broke tables, and names could steer a terminal.
#[test]
fn names_are_read_as_lines_without_control_characters() {
    let text = "(;GM[4]SZ[15]PB[a\r\nb]PW[\x1B\\[31mred\t]EV[one\ntwo]GC[three\nfour\x1B];B[hh])";
    let (game, trees) = (games(text).remove(0), read_trees(text.as_bytes(), None, size(15)));
    assert_eq!((&game.black[..], &game.white[..]), ("a b", "[31mred"));
    assert_eq!(game.detail("EV"), Some("one two"));
    assert_eq!(game.detail("GC"), Some("three\nfour "));
    let head = &trees.unwrap().unwrap().1.0[0].head;
    assert_eq!((&head.black, &head.details), (&game.black, &game.details));
    let psq = PISKVORK.replace("pbrain-one", "pbrain\x1B-one");
    assert_eq!(games(&psq)[0].black, "pbrain -one.zip");
}

#[test]
fn stones_set_up_are_played_in_turn() {
    let game = &games("(;GM[4]AB[hh][ii]AW[hi];W[gg];B[jj])")[0];
    assert_eq!((&game.moves, game.opened), (&stones("h8h9i9g7j10"), 3));
    assert_eq!(games("(;GM[4]AB[hh])")[0].moves, stones("h8"));
    assert_eq!(refused("(;GM[4]AB[hh][ii][jj];W[gg])").1, Fault::SetUp(3, 0));
    assert_eq!(refused("(;GM[4];B[hh];W[ii]AB[aa])").1, Fault::SetUpLate);
}

#[test]
fn trees_are_refused_where_they_are_damaged() {
    assert_eq!(refused("(;GM[1];B[aa])").1, Fault::OtherGame("1".into()));
    assert_eq!(refused("(;SZ[19:15])").1, Fault::Size("19:15".into()));
    assert_eq!(refused("(;B[hh]\n;B[ii])"), (Place::Line(2), Fault::Turn(2)));
    assert_eq!(refused("(;B[hh];W[];W[ii])").1, Fault::Turn(3));
    assert_eq!(refused("(;B[hh]\n\n;W[h]").0, Place::Line(3));
    assert!(matches!(refused("(;B[hh]\n").1, Fault::Ended(_)));
    assert!(matches!(refused("(;B[hh];W[ii").1, Fault::Ended(_)));
    assert!(matches!(refused("(;B;W[ii])").1, Fault::Ended(_)));
    assert!(matches!(refused("(;B[hh]?)").1, Fault::Expected(..)));
    // Deeper than any stack; and a board that must hold its stones.
    let deep = format!("{}{}", "(;".repeat(300_000), ")".repeat(300_000));
    assert_eq!(games(deep)[0].moves, []);
    assert_eq!(games("(;B[ss])")[0].size, size(19));
}

#[test]
fn lines_of_points_and_offsets_are_read() {
    let text = "# two games\n\nh8i9h10\r\nH8 I9\n0,0, 1,1, 0,2\nrenju 15 h8\n4 19\n";
    let (format, games) = read(text.as_bytes(), None, size(15)).unwrap();
    assert_eq!(format, Format::Bare);
    let moves: Vec<&[Coord]> = games.iter().map(|game| &game.moves[..]).collect();
    assert_eq!(moves[..4], [stones("h8i9h10"), stones("h8i9"), stones("h8i9h10"), stones("h8")]);
    assert_eq!((games[3].rule, games[4].size), (Some(Rule::Renju), size(19)));
    assert_eq!(games[2].place, Place::Line(5));
    // The middle of a board without one.
    let middle = read(b"0,0", None, size(20)).unwrap();
    assert_eq!((middle.0, &middle.1[0].moves), (Format::Offset, &stones("k11")));
    assert_eq!(refused("h8\nh99\n").0, Place::Line(2));
    assert_eq!(refused("0,0\n0,0,1\n").0, Place::Line(2));
    assert_eq!(refused("2147483647,0\n").0, Place::Line(1));
    assert_eq!(refused("\u{1}\u{2}"), (Place::Line(1), Fault::Unknown));
    assert_eq!(refused(""), (Place::Line(1), Fault::Unknown));
}

/// None of them could be read.
#[test]
fn points_are_read_as_people_write_them() {
    let moves = stones("h8i9j10");
    for text in [
        "1. h8 i9 2. j10",
        "1.h8 i9 2.j10",
        "1. h8 1... i9 2. j10",
        "h8,i9,j10",
        "h8, i9, j10",
        "h8;i9;j10",
        "h8-i9-j10",
        "renju 15 h8-i9 j10",
        "renju h8,i9,j10",
        "https://a-b.com/#/h8i9j10",
    ] {
        assert_eq!(games(text)[0].moves, moves, "{text}");
    }
    let offsets = games("0,0 1,1\n-1,-1\n");
    assert_eq!((&offsets[0].moves, &offsets[1].moves), (&stones("h8i9"), &stones("g7")));
    // A pass, numbers without points, missing moves, and a game that goes on in its second line.
    for wrong in [
        "h8 - i9",
        "h8-",
        "1.",
        ";",
        "h8 i9.",
        "1. h8 i9 4. j10",
        "1.h8 3.i9",
        "1. h8 i9\n2. j10\n",
    ] {
        let (place, fault) = refused(format!("h8\n{wrong}"));
        let told = "expected points like h8 i9, or offsets like 0,0, 1,1, found '";
        assert!(fault.to_string().starts_with(told), "{wrong}: {fault}");
        assert_eq!(place, Place::Line(1 + wrong.split_inclusive('\n').count()), "{wrong}");
    }
}

/// h8, then h9 with two answers, one of them with a comment, and i9: three lines.
const LIBRARY: &[u8] = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\
    \x00\x00\x78\x00\x68\x80\x67\xC8ab\x00\x00\x69\x51\x00\x01A\x00\x69\x40";

#[test]
fn every_leaf_of_a_library_is_a_line() {
    let (format, lines) = read(LIBRARY, None, size(15)).unwrap();
    assert_eq!(format, Format::Lib);
    let moves: Vec<&[Coord]> = lines.iter().map(|game| &game.moves[..]).collect();
    assert_eq!(moves, [stones("h8h9g9"), stones("h8h9i9"), stones("h8i9")]);
    assert_eq!(lines[1].place, Place::Byte(32));
    // Written again without the comments, and a library that begins with its first stone.
    let again = write(Format::Lib, &lines).unwrap();
    assert_eq!(again.len(), 20 + 2 * 6);
    assert_eq!(games(&again).len(), 3);
    let rootless = [&LIBRARY[..20], b"\x78\x40"].concat();
    assert_eq!(games(rootless)[0].moves, stones("h8"));
    // A pass ends a line.
    let pass = [&LIBRARY[..20], b"\x00\x00\x78\x00\x00\x00\x79\x40"].concat();
    assert_eq!(games(pass)[0].moves, stones("h8"));
}

#[test]
fn libraries_are_refused_where_they_are_damaged() {
    let tree = |bytes: &[u8]| [&LIBRARY[..20], bytes].concat();
    assert_eq!(refused(tree(b"\x00\x00\x78")).0, Place::Byte(23));
    assert_eq!(refused(tree(b"\x00\x00\xF8\x40")).0, Place::Byte(22));
    assert_eq!(refused(tree(b"\x00\x00\x70\x40")).0, Place::Byte(22));
    assert_eq!(refused(tree(b"\x00\x00\x78\x48abc")).0, Place::Byte(27));
    let lines = Limit { most: 484, unit: "moves in a line" };
    assert_eq!(refused(tree(&[0x78, 0].repeat(1000))).1, Fault::TooMuch(lines));
    // Each node a branch at the end of a long trunk: lines without end out of few bytes.
    let trunk = [0x78, 0].repeat(224);
    let bush = tree(&[trunk, [0x78, 0xC0].repeat(200_000), vec![0x78, 0x40]].concat());
    let told = "too large: more than 8000000 stones in all games together";
    assert_eq!(refused(bush).1.to_string(), told);
    let other_board = [Game { moves: stones("h8"), ..Game::new(size(20)) }];
    assert!(matches!(write(Format::Lib, &other_board).unwrap_err().fault, Fault::OtherSize(_, 15)));
}

/// The first 4 KiB had decided.
#[test]
fn a_format_is_found_behind_any_number_of_comments() {
    let comments = format!("\u{FEFF}\n{}", "# a comment\r\n".repeat(1000));
    let long = format!("# {}\n", "x".repeat(5000));
    for (line, format) in [
        ("0,0, 1,1", Format::Offset),
        ("-1,0, 1,1", Format::Offset),
        ("renju 15 h8i9", Format::Pos),
        ("h8i9", Format::Bare),
        ("(;B[hh];W[ii])", Format::Sgf),
    ] {
        for before in [&comments, &long] {
            let text = format!("{before}{line}\n");
            let (found, games) = read(text.as_bytes(), None, size(15)).unwrap();
            assert_eq!((found, games.len()), (format, 1), "{line}");
        }
    }
    let spaces = format!("{}-1,0, 1,1\n", "0,0, ".replace(' ', &" ".repeat(5000)));
    assert_eq!(Format::detect(spaces.as_bytes(), None), Some(Format::Offset));
}

#[test]
fn names_decide_only_what_the_content_does_not() {
    assert_eq!(Format::detect(PISKVORK.as_bytes(), Some(Format::Sgf)), Some(Format::Psq));
    assert_eq!(Format::detect(b"0,0", None), Some(Format::Offset));
    assert_eq!(Format::detect(b"h8i9", Some(Format::Sgf)), Some(Format::Bare));
    assert_eq!(Format::detect(b"hello", Some(Format::Sgf)), Some(Format::Sgf));
    assert_eq!(Format::detect(b"?", None), None);
    // A game in a mail: it was taken for lines if no name told better.
    for mail in ["From: Ann\n\nDear (all), ;\n( ;GM[4];B[hh])", "** a game **\n(;B[hh])"] {
        assert_eq!(Format::detect(mail.as_bytes(), None), Some(Format::Sgf));
        assert_eq!(games(mail)[0].moves, stones("h8"));
    }
    for format in Format::ALL {
        assert_eq!(Format::from_name(&format.name().to_uppercase()), Some(format));
    }
}

#[test]
fn the_referee_goes_through_every_game() {
    let check = |rule, text: &str| {
        let game = Game { moves: stones(text), ..Game::new(size(15)) };
        game.check(rule).map_err(|error| error.fault)
    };
    let won = "h8h9i8i9j8j9k8k9l8";
    assert_eq!(check(Rule::Freestyle, won).unwrap().outcome, Outcome::Win(Color::Black));
    let a1 = stones("a1")[0];
    assert_eq!(check(Rule::Freestyle, &format!("{won}a1")), Err(Fault::AfterTheEnd(10, a1)));
    assert_eq!(check(Rule::Freestyle, "a1b1a1"), Err(Fault::Occupied(3, a1)));
    let p16 = Coord::new(15, 15).unwrap();
    assert_eq!(check(Rule::Freestyle, "p16"), Err(Fault::OffBoard(1, p16)));
    // A forbidden move is told, and the game goes on.
    let verdict = check(Rule::Renju, "h6a1h7a3f8a5g8a7h8a9").unwrap();
    let double_three = Fouls { double_three: true, ..Fouls::NONE };
    assert_eq!(verdict.fouls, [(9, stones("h8")[0], double_three)]);
    assert_eq!(verdict.outcome, Outcome::Open);
}

/// A random game, played to its end or broken off.
fn random_game(random: &mut Random, rule: Rule, n: u8) -> Game {
    let mut board = Board::new(rule, size(n));
    let length = random.between(0, size(n).area());
    while board.ply() < length && board.outcome() == Outcome::Open {
        let free: Vec<Coord> = board.empty_cells().iter().collect();
        board.play(free[random.between(0, free.len() - 1)]);
    }
    let moves: Vec<Coord> = board.history().map(|m| m.coord).collect();
    let times = moves.iter().map(|_| random.between(1, 9999) as u64).collect();
    let names = ["Zoë [1]", "c:\\engine.exe", "a; (b)", "7,7"];
    let mut name = || names[random.between(0, 3)].to_string();
    let (black, white) = (name(), name());
    Game { rule: Some(rule), black, white, moves, times, ..Game::new(size(n)) }
}

/// Nothing but what a format cannot hold is lost.
#[test]
fn drawn_games_come_back_from_every_format() {
    let mut random = Random::new(7);
    for round in 0..40 {
        let rule = Rule::ALL[round % 5];
        let n = [15, 15, 5, 20, 22][round % 5];
        let game = random_game(&mut random, rule, n);
        for format in Format::WRITTEN {
            let Ok(bytes) = write(format, std::slice::from_ref(&game)) else {
                assert!(format == Format::Lib && n != 15);
                continue;
            };
            let hint = Some(format);
            let (found, mut back) = read(&bytes, hint, size(n)).unwrap_or_else(|error| {
                panic!("{}: {error}\n{}", format.name(), String::from_utf8_lossy(&bytes))
            });
            if game.moves.is_empty() && matches!(format, Format::Bare | Format::Offset) {
                assert!(back.is_empty());
                continue;
            }
            assert_eq!((found, back.len()), (format, 1));
            let mut back = back.remove(0);
            assert_eq!((&back.moves, back.size), (&game.moves, game.size), "{}", format.name());
            // What is read, written again, is the same bytes.
            assert_eq!(write(format, &[back.clone()]).unwrap(), bytes);
            if format == Format::Sgf {
                back.place = game.place;
                assert_eq!(back, game);
            }
            if format == Format::Pos {
                assert_eq!(back.rule, game.rule);
            }
            if format == Format::Psq {
                assert_eq!(back.times, game.times);
                assert_eq!(back.black.replace(' ', ","), game.black.replace(' ', ","));
            }
        }
    }
}

/// Through all formats in a row, many games in one file.
#[test]
fn many_games_go_round() {
    let mut random = Random::new(11);
    let mut games: Vec<Game> =
        (0..20).map(|_| random_game(&mut random, Rule::Freestyle, 15)).collect();
    games.retain(|game| !game.moves.is_empty());
    let moves: Vec<Vec<Coord>> = games.iter().map(|game| game.moves.clone()).collect();
    let [lib, offset, bare] = [Format::Lib, Format::Offset, Format::Bare];
    for format in [lib, Format::Sgf, offset, Format::Pos, bare, lib] {
        let bytes = write(format, &games).unwrap();
        games = read(&bytes, Some(format), size(15)).unwrap().1;
        let back: Vec<Vec<Coord>> = games.iter().map(|game| game.moves.clone()).collect();
        // A tree keeps lines with a common beginning together.
        assert_eq!(sorted(&back), sorted(&moves));
    }
    assert!(matches!(write(Format::Psq, &games).unwrap_err().fault, Fault::OneGameOnly));
}

fn sorted(moves: &[Vec<Coord>]) -> Vec<Vec<Coord>> {
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

/// Cut off anywhere, and with any one byte changed, a file is read or refused, in time.
#[test]
fn damage_does_no_harm() {
    let mut random = Random::new(3);
    let game = random_game(&mut random, Rule::Renju, 15);
    let files = Format::WRITTEN.map(|format| write(format, std::slice::from_ref(&game)).unwrap());
    let files = files.iter().map(Vec::as_slice).chain([PISKVORK.as_bytes(), LIBRARY]);
    for bytes in files {
        for cut in 0..bytes.len() {
            for format in [None, Some(Format::Sgf), Some(Format::Psq)] {
                let _ = read(&bytes[..cut], format, size(15));
            }
            let mut changed = bytes.to_vec();
            changed[cut] = random.between(0, 255) as u8;
            if let Ok((format, games)) = read(&changed, None, size(15)) {
                games.iter().for_each(|game| drop(game.check(Rule::Renju)));
                let _ = write(format, &games);
            }
        }
    }
}
