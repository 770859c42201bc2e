//! Formats that are only read: what the documented form of each holds comes out of it.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write as _;

use dolmen::types::{Color, Coord, Random, Rule, Size, parse_stones};
use dolmen_records::{Fault, Format, Game, GameResult, Losses, Place, RecordError, read, write};

fn size(n: u8) -> Size {
    Size::new(n).unwrap()
}

fn games(bytes: impl AsRef<[u8]>, format: Format) -> Vec<Game> {
    let (found, games) = read(bytes.as_ref(), None, size(15)).unwrap();
    assert_eq!(found, format);
    games
}

fn refused(bytes: impl AsRef<[u8]>, hint: Format) -> RecordError {
    read(bytes.as_ref(), Some(hint), size(15)).unwrap_err()
}

/// A few different points.
fn line(random: &mut Random) -> Vec<Coord> {
    let mut all: Vec<Coord> = size(15).coords().collect();
    (0..random.between(0, 60)).map(|_| all.swap_remove(random.between(0, all.len() - 1))).collect()
}

const RESULTS: [Option<GameResult>; 4] = [
    None,
    Some(GameResult::Drawn),
    Some(GameResult::Won(Color::Black)),
    Some(GameResult::Won(Color::White)),
];

const TABLES: &str = "<?xml version=\"1.0\"?>\n<database version=\"1.0\" date=\"2026-01-02\">\n\
    <!-- COPYRIGHT - RenjuNet &copy; 2001 -->\n\
    <countries><country id=\"1\" name=\"Estonia\" abbr=\"EST\" /></countries>\n\
    <cities><city id=\"2\" country=\"1\" name=\"Tallinn\"/></cities>\n\
    <rules><rule id=\"1\" name=\"RIF\">text</rule><rule id=\"2\" name=\"Yamaguchi\" /></rules>\n\
    <openings><opening id=\"21\" abbr=\"8D\" name=\"Shogetsu\" /></openings>\n\
    <players><player id=\"1\" name=\"Anna\" surname=\"A &amp; B\" country=\"1\" />\n\
    <player id=\"2\" surname=\"Lee\" /></players>\n\
    <tournaments><tournament id=\"5\" name=\"World &quot;C&quot;\" country=\"1\" city=\"2\" \
    year=\"2005\" start=\"2005-08-01\" rule=\"1\" /></tournaments>\n<games>\n";

#[test]
fn the_collection_of_renjunet_is_read() {
    let text = format!(
        "{TABLES}<game id=\"7\" publisher=\"3\" tournament=\"5\" round=\"F2\" black=\"1\" white=\"2\" \
         bresult=\"0.5\" opening=\"21\" alt=\"i8\" swap=\"R\">\n<move>h8 h9 h7</move>\n\
         <info>fine &lt;game&gt;</info></game>\n\
         <game id=\"8\" tournament=\"5\" round=\"3\" rule=\"2\" black=\"2\" white=\"9\" bresult=\"1\">\
         <move></move></game>\n</games></database>\n"
    );
    let read = games(&text, Format::Rif);
    let game = &read[0];
    assert_eq!(game.moves, parse_stones("h8h9h7").unwrap());
    assert_eq!((&game.black[..], &game.white[..]), ("Anna A & B", "Lee"));
    assert_eq!((game.result, game.rule), (Some(GameResult::Drawn), Some(Rule::Renju)));
    for (name, value) in [
        ("EV", "World \"C\""),
        ("DT", "2005-08-01"),
        ("PC", "Tallinn, Estonia"),
        ("RO", "F2"),
        ("ON", "8D"),
        ("SO", "RenjuNet 7"),
        ("GC", "opening rule: RIF\nfifth offered: i8\nswap: R\nfine <game>"),
    ] {
        assert_eq!(game.detail(name), Some(value), "{name}");
    }
    assert_eq!((read[1].round, &read[1].white[..]), (Some(3), ""));
    assert_eq!(read[1].detail("GC"), Some("opening rule: Yamaguchi"));
    // All of it can be kept as SGF.
    let sgf = write(Format::Sgf, &read).unwrap();
    let again = games(&sgf, Format::Sgf);
    for (game, again) in read.iter().zip(again) {
        assert_eq!(Game { place: game.place, ..again }, *game);
    }
}

#[test]
fn damaged_collections_are_refused_with_their_line() {
    let game = "<game id=\"1\"><move>h8 z99</move></game></games></database>";
    let error = refused(format!("{TABLES}{game}"), Format::Rif);
    assert_eq!(error.place, Place::Line(12));
    assert!(matches!(error.fault, Fault::Expected("a point of the board", _)));
    assert!(matches!(refused(TABLES, Format::Rif).fault, Fault::Ended(_)));
    assert!(matches!(refused(format!("{TABLES}<game id"), Format::Rif).fault, Fault::Expected(..)));
    let bytes =
        format!("{TABLES}<game id=\"1\" black=\"1\"><move>h8 i9</move></game></games></database>");
    for cut in (0..bytes.len()).filter(|&cut| bytes.is_char_boundary(cut)) {
        let _ = read(&bytes.as_bytes()[..cut], Some(Format::Rif), size(15));
    }
    let nested = format!("<database>{}</database>", "<a>".repeat(200_000));
    assert_eq!(games(nested, Format::Rif), []);
}

#[test]
fn two_hundred_drawn_collections_are_read() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let mut text = TABLES.to_string();
        let mut expected = Vec::new();
        for id in 0..random.between(0, 5) {
            let (moves, result) = (line(&mut random), RESULTS[random.between(0, 3)]);
            let points: Vec<String> = moves.iter().map(|c| c.to_string()).collect();
            let bresult = match result {
                None => "",
                Some(GameResult::Drawn) => "0.5",
                Some(GameResult::Won(Color::Black)) => "1",
                Some(GameResult::Won(Color::White)) => "0",
            };
            let _ = writeln!(
                text,
                "<game id=\"{id}\" tournament=\"5\" round=\"{id}\" black=\"2\" white=\"1\" \
                 bresult=\"{bresult}\"><move>{}</move></game>",
                points.join(" ")
            );
            expected.push((moves, result, Some(id)));
        }
        text += "</games></database>";
        let read = games(text, Format::Rif);
        let found: Vec<_> = read.iter().map(|g| (g.moves.clone(), g.result, g.round)).collect();
        assert_eq!(found, expected);
        assert!(read.iter().all(|game| game.black == "Lee" && game.white == "Anna A & B"));
    }
}

#[test]
fn two_hundred_drawn_lists_of_games_are_read() {
    let mut random = Random::new(4);
    for _ in 0..200 {
        let (moves, result) = (line(&mut random), RESULTS[random.between(0, 3)]);
        let hex: String = moves.iter().map(|c| format!("{:X}{:X}", c.x() + 1, c.y() + 1)).collect();
        let code = match result {
            None => "?",
            Some(GameResult::Drawn) => "=",
            Some(GameResult::Won(Color::Black)) => "+",
            Some(GameResult::Won(Color::White)) => "-",
        };
        let text = format!("Cup 2001=[Lee,Kim,{code},{hex},J9,R,a remark, and more]\n");
        let read = games(text.repeat(2), Format::Bdt);
        assert_eq!(read.len(), 2);
        assert_eq!((&read[1].moves, read[1].result), (&moves, result));
        assert_eq!((&read[1].black[..], &read[1].white[..]), ("Lee", "Kim"));
        assert_eq!(read[1].detail("EV"), Some("Cup 2001"));
        let told = "fifth offered: i9\nswap: R\na remark, and more";
        assert_eq!(read[1].detail("GC"), Some(told));
    }
    let error = refused("a=[b,c,+,88]\na=[b,c,+,8G]\n", Format::Bdt);
    assert_eq!(error.place, Place::Line(2));
    let passed = games("a=[b,c,+,88990078]\n", Format::Bdt);
    assert_eq!(passed[0].moves, parse_stones("h8i9").unwrap());
}

#[test]
fn two_hundred_drawn_single_games_are_read() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let moves = line(&mut random);
        let letter = |n: u8| char::from(b'A' + n);
        let text: String = (1..)
            .zip(&moves)
            .map(|(n, c)| format!("{n:02}{}{}", letter(c.x()), letter(14 - c.y())))
            .collect();
        let read = games(format!("x:RDFA1:{text}A5ig!rest"), Format::Rdf);
        assert_eq!(read[0].moves, moves);
        assert_eq!(read[0].detail("GC"), Some("fifth offered: i9"));
    }
    assert!(matches!(refused(":RDFA:01HH", Format::Rdf).fault, Fault::Ended(_)));
    assert!(matches!(refused(":RDFA:01HZ!", Format::Rdf).fault, Fault::Expected(..)));
}

/// A database of the Palm with these games.
fn palm(games: &[(Vec<Coord>, u16)]) -> Vec<u8> {
    let mut bytes = vec![0_u8; 78];
    bytes[0x40..0x44].copy_from_slice(b"5Ren");
    bytes[76..78].copy_from_slice(&(games.len() as u16).to_be_bytes());
    let mut records: Vec<u8> = Vec::new();
    for (moves, flags) in games {
        let offset = (78 + 8 * games.len() + records.len()) as u32;
        bytes.extend(offset.to_be_bytes());
        bytes.extend([0x40, 0, 0, 0]);
        records.extend(flags.to_be_bytes());
        records.extend([moves.len() as u8, moves.len() as u8, 0, 0]);
        for (i, c) in moves.iter().enumerate() {
            records.extend([c.x() << 4 | (14 - c.y()), if i % 2 == 0 { 2 } else { 1 }]);
        }
        records.extend(b"Title\0Lee\0Kim\0a comment\0");
    }
    bytes.extend(records);
    bytes
}

#[test]
fn two_hundred_drawn_palm_databases_are_read() {
    let mut random = Random::new(6);
    for _ in 0..200 {
        let count = random.between(1, 4);
        let lines: Vec<(Vec<Coord>, u16)> = (0..count).map(|_| (line(&mut random), 8)).collect();
        let read = games(palm(&lines), Format::Pdb);
        let moves: Vec<_> = read.iter().map(|game| (game.moves.clone(), 8)).collect();
        assert_eq!(moves, lines);
        assert_eq!((&read[0].black[..], &read[0].white[..]), ("Lee", "Kim"));
        assert_eq!(read[0].detail("GN"), Some("Title"));
    }
    let problem = palm(&[(Vec::new(), 0x4008), (parse_stones("h8").unwrap(), 8)]);
    assert_eq!(games(&problem, Format::Pdb).len(), 1);
    let whole = palm(&[(parse_stones("h8i9").unwrap(), 8)]);
    for cut in 0..whole.len() {
        let _ = read(&whole[..cut], None, size(15));
    }
    let mut wrong = whole.clone();
    wrong[78 + 8 + 7] = 1;
    assert_eq!(refused(&wrong, Format::Pdb).fault, Fault::Turn(1));
    wrong[76] = 0xFF;
    assert!(read(&wrong, None, size(15)).is_err());
}

/// They were dropped without a word.
#[test]
fn moves_after_a_pass_are_counted_as_lost() {
    let list = "T=[A,B,+,88890099a9,J9,R,remark]\r\n";
    let rif = format!("{TABLES}<game><move>h8 h9 - i9 j9</move></game></games></database>");
    for (text, format) in [(list, Format::Bdt), (&rif, Format::Rif)] {
        let read = games(text, format);
        assert_eq!(read[0].moves, parse_stones("h8h9").unwrap());
        let mut losses = Losses::default();
        losses.add_game(Format::Sgf, &read[0]);
        assert_eq!(losses.to_string(), "moves after a pass (2), passes (1)", "{}", format.name());
    }
    assert_eq!(games("T=[A,B,+,8889]\n", Format::Bdt)[0].lost, Losses::default());
}

/// All but the first were ignored.
#[test]
fn every_line_of_an_rdf_file_is_a_game() {
    let read = games("x:RDFA1:01HH02HI!\n\nx:RDFA1:01HH!\n", Format::Rdf);
    let moves: Vec<_> = read.iter().map(|game| (game.moves.len(), game.place)).collect();
    assert_eq!(moves, [(2, Place::Line(1)), (1, Place::Line(3))]);
    assert_eq!(refused("x:RDFA1:01HH!\nnone\n", Format::Rdf).place, Place::Line(2));
}

/// The moves of such a game were none.
#[test]
fn collections_may_have_sections_of_plain_text() {
    let game = "<game><move><![CDATA[h8 h9]]></move><info>a<![CDATA[ < b]]></info></game>";
    let read = games(format!("{TABLES}{game}</games></database>"), Format::Rif);
    assert_eq!(read[0].moves, parse_stones("h8h9").unwrap());
    assert_eq!(read[0].detail("GC"), Some("a < b"));
}

/// It ended at the first of them.
#[test]
fn a_remark_in_a_list_of_games_may_have_brackets() {
    let read = games("T=[A,B,+,8889,J9,,see [1], and [2]]\n", Format::Bdt);
    assert_eq!(read[0].detail("GC"), Some("fifth offered: i9\nsee [1], and [2]"));
}

/// The formats were found behind them, and refused there.
#[test]
fn lists_of_games_may_begin_with_empty_lines_and_comments() {
    for before in ["\n", " \r\n# a comment\n", "\u{FEFF}", "\u{FEFF}# a comment\n"] {
        let read = games(format!("{before}T=[A,B,+,8889]\n# more\nU=[A,B,+,88]\n"), Format::Bdt);
        assert_eq!((read.len(), read[0].detail("EV")), (2, Some("T")), "{before}");
        let read = games(format!("{before}x:RDFA1:01HH02HI!\n"), Format::Rdf);
        assert_eq!(read[0].moves.len(), 2, "{before}");
    }
}

/// Bytes of a Palm database whose only record ends so.
fn palm_with(flags: u16, end: &[u8]) -> Vec<u8> {
    let mut bytes = palm(&[(parse_stones("h8").unwrap(), flags)]);
    bytes.extend(end);
    bytes
}

/// Both were dropped without a word.
#[test]
fn palm_databases_have_dates_and_fifth_moves() {
    let read = games(palm_with(0x0218, b"2003-10-07\0\x09\x08"), Format::Pdb);
    assert_eq!(read[0].detail("DT"), Some("2003-10-07"));
    assert_eq!(read[0].detail("GC"), Some("fifth offered: i6\na comment"));
    for (flags, end) in [(0x0208, &b"2003\0\x09\x08"[..]), (0x0218, b"2003\0\x09"), (0x0218, b"")] {
        assert_eq!(games(palm_with(flags, end), Format::Pdb)[0].detail("GC"), Some("a comment"));
    }
    // What follows a record is the next one, here with flags that could be a date.
    let (first, second) = (parse_stones("h8").unwrap(), parse_stones("h8i9").unwrap());
    let read = games(palm(&[(first, 8), (second, 0x3132)]), Format::Pdb);
    assert_eq!((read.len(), read[0].detail("DT")), (2, None));
}

/// A hundred kilobytes had become gigabytes.
#[test]
fn small_files_do_not_fill_the_memory_with_texts() {
    let (count, text) = (20_000_usize, "E".repeat(60_000));
    let mut pdb = vec![0_u8; 78];
    pdb[0x40..0x44].copy_from_slice(b"5Ren");
    pdb[76..78].copy_from_slice(&(count as u16).to_be_bytes());
    for _ in 0..count {
        pdb.extend((78 + 8 * count as u32).to_be_bytes());
        pdb.extend([0x40, 0, 0, 0]);
    }
    pdb.extend(b"\0\x08\0\0\0\0");
    pdb.extend(text.as_bytes());
    let told = "too large: more than 268435456 bytes of names and remarks in all games together";
    assert_eq!(refused(pdb, Format::Pdb).fault.to_string(), told);
    let event = format!("<tournament id=\"1\" name=\"{text}\"/>");
    let rif = format!("<database>{event}{}", "<game tournament=\"1\"/>".repeat(count));
    assert_eq!(refused(rif, Format::Rif).fault.to_string(), told);
    let fifths = format!("x:RDFA1:{}!", "A5aa".repeat(1_000));
    let told = "too large: more than 450 moves and fifth moves in a game";
    assert_eq!(refused(fifths, Format::Rdf).fault.to_string(), told);
}

/// Each text of a game was copied for the next one: 9 MB took minutes.
#[test]
fn a_game_of_a_collection_may_have_many_texts() {
    let rif = format!("{TABLES}<game>{}</game></database>", "<info>x</info>".repeat(300_000));
    assert_eq!(games(rif, Format::Rif)[0].detail("GC").unwrap().len(), 599_999);
}

/// Only "end" was left of the text, and a game that was not closed was missing.
#[test]
fn texts_of_a_collection_have_elements_and_games_do_not_hold_games() {
    let info = "<info>first line<br/>second <b>bold</b> end</info>";
    let game = format!("<game id=\"1\" btime=\"90\" wtime=\"0\"><move>h8 h9</move>{info}</game>");
    let read = games(format!("{TABLES}{game}</database>"), Format::Rif);
    assert_eq!(read[0].moves, parse_stones("h8h9").unwrap());
    assert_eq!(read[0].detail("GC"), Some("black's time: 90\nfirst line\nsecond bold end"));
    let open = format!("{TABLES}{game}\n<game><move>h8</move>\n<game><move>h8</move></game>");
    let error = refused(format!("{open}</database>"), Format::Rif);
    assert_eq!(error, Place::Line(14).fault(Fault::Expected("</game>", "<game>".into())));
}

/// There were as many remarks as moves offered, of which the next reader took the first.
#[test]
fn all_fifth_moves_of_an_rdf_file_are_one_remark() {
    let read = games("x:RDFA1:01HH02HI03II04GG05HGA5ijA5jk!", Format::Rdf);
    let told = ("GC".to_string(), "fifth offered: i6\nfifth offered: j5".to_string());
    assert_eq!(read[0].details, [told]);
}

/// The event was a comma.
#[test]
fn a_game_of_a_list_may_have_no_event() {
    assert_eq!(games(",=[A,B,+,8889]\n", Format::Bdt)[0].details, []);
}

#[test]
fn formats_that_are_only_read_are_not_written() {
    for format in Format::ALL {
        let is_written = Format::WRITTEN.contains(&format);
        let written = write(format, &[Game::new(size(15))]);
        assert_eq!(is_written, written.is_ok(), "{}", format.name());
    }
}

/// They were no games of a known kind.
#[test]
fn a_collection_may_begin_with_any_comment() {
    let game = "<game><move>h8 h9</move></game></database>";
    for before in ["<!-- <a> -->", &format!("<!-- {} -->", "x".repeat(5_000)), "<?a <b> ?>"] {
        let text = format!("<?xml version=\"1.0\"?>\n{before}\n<database>{game}");
        assert_eq!(games(text, Format::Rif)[0].moves.len(), 2);
    }
    for other in ["<a><database>", "<!-- <database> -->", "<!-- <database>", "<"] {
        assert_ne!(Format::detect(other.as_bytes(), None), Some(Format::Rif), "{other}");
    }
}
